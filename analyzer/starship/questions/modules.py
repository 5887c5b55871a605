"""Starting modules against each other, and what each module is worth, level I and II, in games won and in turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.results.comparison import Comparison
from analyzer.results.result import Result
from analyzer.results.shown import Shown
from analyzer.runs.amount import HowMuch, run_each
from analyzer.runs.compare import compare_experiments
from analyzer.starship.calls import CaptainLike, SwitchesLike
from analyzer.starship.captains.captainfile import load_captain
from analyzer.starship.position.position import SUN, Position
from analyzer.starship.questions.variants import from_position, module_pairs
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import LEVELS, MODULES

if TYPE_CHECKING:
    import pandas as pd

GAMES = 2_000
MARGIN = 0.01


@dataclass(frozen=True, repr=False)
class ModuleWorths(Shown):
    """Moon's games won by starting modules of both; and Moon without any, with each of level I, and of level II."""

    pairs: dict[tuple[str, str], Result]
    """By Moon's and Sun's starting module."""
    worths: Comparison

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair of starting modules: the share of games that Moon wins, and how long they take."""
        rows = []
        for (moon, sun), result in self.pairs.items():
            first = result.subjects[0]
            mean, low, high = first.measured("won")
            turns = first.measured("turns").mean
            rows.append({"moon": moon, "sun": sun, "won": mean, "low": low, "high": high, "turns": turns})
        return rows

    def table(self) -> pd.DataFrame:
        """Moon's share of games won: rows Moon's module, columns Sun's."""
        import pandas as pd

        table = pd.DataFrame(self.rows()).pivot_table(index="moon", columns="sun", values="won", sort=False)
        return table.rename_axis(columns=None).reset_index()

    def by_module(self) -> list[dict[str, Any]]:
        """One row a module: games won with it in both seats over all that the other may begin with, and its worth."""
        nothing = self.worths.names[0]
        rows = []
        for module in MODULES:
            own = [
                result.subjects[0].measured("won").mean for (moon, _), result in self.pairs.items() if moon == module
            ]
            met = [result.subjects[1].measured("won").mean for (_, sun), result in self.pairs.items() if sun == module]
            row: dict[str, Any] = {
                "module": module,
                "won_as_moon": sum(own) / len(own),
                "won_as_sun": sum(met) / len(met),
            }
            for level in LEVELS:
                name = f"{module} {'I' * level}"
                difference, low, high = self.worths.difference(name, nothing)
                row |= {f"worth_{level}": difference, f"worth_{level}_low": low, f"worth_{level}_high": high}
                row[f"turns_{level}"] = self.worths.difference(name, nothing, "turns").mean
            rows.append(row)
        return rows

    def heading(self) -> str:
        """How many games of each."""
        games = next(iter(self.pairs.values())).trials
        return f"games won by Moon, {games:,} games of each pair of starting modules, rows Moon's, columns Sun's"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [
            "worth: games won more than by a ship that starts without any module, all else alike, same deals and dice",
            "Sensor II and Production II rest on one source; which crest has which number of Science I and "
            "Production I rests on pictures of one book",
            *self.worths.notes(),
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {"pairs": self.rows(), "modules": self.by_module(), "notes": self.notes()}


def modules(
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> ModuleWorths:
    """Which starting module is best, against which, and what each is worth, level I and II.

    games: 2,000 of each pair and of each worth if None; paired: same deals, same dice.
    """
    him = load_captain(captain)
    how: Any = {name: value for name, value in how_much.items() if name != "save"}
    made = list(module_pairs(him, seed, switches).values())
    found = run_each(made, games, GAMES, **how)
    keys = [(moon, sun) for moon in MODULES for sun in MODULES]
    bare = {"no module": _with_module("", 0)}
    bare |= {f"{name} {'I' * level}": _with_module(name, level) for name in MODULES for level in LEVELS}
    ships = {name: from_position(position, (him, him), seed, switches, name) for name, position in bare.items()}
    worths = compare_experiments(ships, games, usual=GAMES, margin=MARGIN, **how_much)
    return ModuleWorths(dict(zip(keys, found, strict=True)), worths)


def _with_module(module: str, level: int) -> Position:
    """Moon at the start with that module alone."""
    levels = tuple(level * (name == module) for name in MODULES)
    return Position(moon=Ship(name="Moon at the start", modules=levels), sun=SUN)
