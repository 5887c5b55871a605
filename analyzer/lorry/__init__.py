"""Monte Carlo and exact analysis of Cosmic Lorry.

The public calls, by question. `help(analyzer.lorry.race)` explains one, with an example:

Galaxies             load_galaxy, save_galaxy, default_galaxy, load_position, save_position
Exact chances        routes, lone_race, drafts, shown, picking_order, points_now, exact, solo_optimum
Whole games          race, fly, scored_pairs, explain
At the table         advise, load_record, replay, review
What things bring    specials, leave, begin, rulings
Which is better      compare
Captains             load_captain, save_captain, tune_captain
Editions             load_edition, new_edition, check_edition, edition_differences, compare_editions, balance,
                     balance_history, fix_figure

Bad input raises `analyzer.AnalyzerError`.
"""

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a listed name, loaded when it is first used."""
    from analyzer.errors import naming_arguments

    return naming_arguments(_listed, name, globals())
