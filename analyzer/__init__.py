"""Monte Carlo and exact analysis of ships and routes in tabletop space-trucking games.

The public calls for Galaxy Trucker, by question. `help(analyzer.fly)` explains one, with an example:

A ship               load_ship, save_ship, load_field, new_ship, import_ship, repair, cures, missing_from_box, parts,
                     strike, barrage, hazard_table, weak_points, swap
A better ship        designer, place, tile_worth, improve, explore, fly_each
Its flights          fly, race, explain, course, card_effects, exact, exact_all, load_forecast, compare_forecast
At the table         deck, load_position, save_position, advise, load_record, save_record, replay, review
Which is better      compare, compare_settings, compare_experiments, compare_crews
Captains             load_captain, save_captain, tune_captain, other_captains
Class IVC            fleet, joining, layouts_of, card, insurance, insure, fleet_effects, fleet_tables
Whole games          journey, compare_journeys, load_titles
Editions             load_edition, new_edition, check_edition, edition_differences, load_rules, new_kind, in_edition,
                     compare_editions, balance, fix_figure, balance_history
Runs and reports     sweep, merge, read, cluster, report

`analyzer.starship` and `analyzer.lorry` are the other two games. `analyzer.plots` has every figure as a function,
`analyzer.types` the classes of answers. Bad input raises AnalyzerError.
"""

import os
import sys

if ["-m", "analyzer"] in [sys.orig_argv[at : at + 2] for at in range(len(sys.orig_argv))] and sys.argv[:1] == ["-m"]:
    # `python -m analyzer` would take files of the current folder for libraries, as `joblib.py`; the command does not
    _folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if sys.path[:1] == [os.getcwd()] != [_folder] and not sys.flags.safe_path:
        del sys.path[0]

from analyzer import interrupts

interrupts.end_command_at_once()

import lazy_loader  # noqa: E402

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a listed name; older programs also find figures of `analyzer.plots` and classes of `analyzer.types`."""
    from analyzer.errors import naming_arguments

    room = "plots" if name.startswith("plot_") else "types" if name[:1].isupper() else ""
    if name in __all__ or not room:
        return naming_arguments(_listed, name, globals())
    return getattr(_listed(room), name)


__version__ = "0.13.0"
