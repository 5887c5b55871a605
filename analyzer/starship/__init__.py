"""Monte Carlo and exact analysis of Starship Catan.

The public calls, by question. `help(analyzer.starship.fly)` explains one, with an example:

Ships and cards      load_ship, save_ship, load_position, save_position, cards, points, special_cards
Exact chances        exact, exact_production, exact_passenger, next_card, reach, fight, fights_in_a_row, pay_or_fight
One turn             fly, sectors, adventures
Whole games          play, explain, course
At the table         advise, load_record, save_record, replay, review
Which is better      compare, weak, modules, memory
Captains             load_captain, save_captain, tune_captain
Editions             load_edition, new_edition, check_edition, edition_differences, compare_editions, balance,
                     fix_figure, balance_history

Bad input raises `analyzer.AnalyzerError`.
"""

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first used."""
    from analyzer.errors import naming_arguments

    return naming_arguments(_listed, name, globals())
