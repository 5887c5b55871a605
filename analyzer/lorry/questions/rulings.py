"""Effects of open points of the rules, one switch at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    COUNT,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    main_columns,
)
from analyzer.answers.note import is_about
from analyzer.answers.numbers import signed
from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike
from analyzer.lorry.experiment import OF_CAPTAINS
from analyzer.lorry.galaxy.galaxy import OF_GALAXIES
from analyzer.lorry.questions.compare import MARGIN, compare, every_switch
from analyzer.lorry.tables import Switches
from analyzer.runs.amount import HowMuch
from analyzer.statistics.estimate import Estimate, Verdict

GAMES = 500
"""Of each point, so that all take less than a minute on two cores that are idle."""
USUAL = "change in trader 1's total against the usual rules"
COLUMNS = (
    Column("points", "no.", WORD, "number of the point in the list of rulings"),
    Column("switch", "switch", WORD),
    Column("value", "value", WORD),
    Column("total", "total", SIGNED, USUAL, "interval", flat=main_columns),
    Column("differing", "games", COUNT, "games in which trader 1's total differs at all"),
    Column("rounds", "rounds", SIGNED, "change in the rounds of a game"),
    Column(
        "won",
        "won",
        Form(lambda share: signed(100 * share, 1)),
        "change in trader 1's chance to win, in percentage points",
    ),
    Column("says", "verdict"),
)
SAYS = {Verdict.BETTER: "matters", Verdict.WORSE: "matters", Verdict.EQUAL: "no matter", Verdict.OPEN: "open"}


@dataclass(frozen=True)
class Ruling:
    """A switch set otherwise: points of the facts' list, what it changes in trader 1's total, in how many games the
    total differs, in the rounds and in the chance to win; verdict: against the usual rules."""

    points: str
    switch: str
    value: str
    total: Estimate
    differing: int
    rounds: Estimate
    won: Estimate | None
    verdict: Verdict

    @property
    def says(self) -> str:
        """The verdict in words: `matters`, `no matter` or `open`."""
        return SAYS[self.verdict]

    def as_row(self) -> Row:
        """The row of a table."""
        won = None if self.won is None else self.won.mean
        return Row(vars(self) | {"rounds": self.rounds.mean, "won": won, "says": self.says})


@dataclass(frozen=True, repr=False)
class Rulings(Described):
    """A table over all switches."""

    comparison: Comparison

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Each of them, the largest change first."""
        comparison = self.comparison
        usual = comparison.names[0]
        points = {row["switch"]: row["point"] for row in Switches.ROWS()}
        rulings = []
        for number, name in enumerate(comparison.names[1:], start=1):
            switch, value = name.split(" ")
            rulings.append(
                Ruling(
                    ", ".join(points.get(switch, "-").split()),
                    switch,
                    value,
                    comparison.contest.simultaneous(number, 0),
                    comparison.contest.differing(number, 0),
                    comparison.difference(name, usual, "rounds"),
                    comparison.difference(name, usual, "won") if "won" in comparison.metrics.by_name else None,
                    comparison.verdict(name, usual),
                )
            )
        return tuple(sorted(rulings, key=lambda one: -abs(one.total.mean)))

    def conclusions(self) -> list[str]:
        """Which matter."""
        lines = []
        for verdicts, words in (
            ((Verdict.BETTER, Verdict.WORSE), "change"),
            ((Verdict.EQUAL,), "do not matter for"),
            ((Verdict.OPEN,), "may change"),
        ):
            some = [one for one in self.rulings if one.verdict in verdicts and one.differing]
            lines += [f"{_named(some)}: {words} trader 1's total."] * bool(some)
        never = [one for one in self.rulings if not one.differing]
        return lines + [f"{_named(never)}: changed trader 1's total in none of these games."] * bool(never)

    def notes(self) -> list[str]:
        """What a reader should know."""
        own = [
            f"No matter: the totals are equal within {self.comparison.margin:g} points a game. Open: not clear yet, so "
            "play more games.",
            "What matters to these captains may matter less, or more, to human players.",
        ]
        return own + [note for note in self.comparison.notes() if is_about(note, OF_GALAXIES, OF_CAPTAINS)]

    def description(self) -> Description:
        """A row a switch, and which of them matter."""
        rulings = Table("rulings", COLUMNS, [one.as_row() for one in self.rulings], labels=3, is_flat=True)
        return Description(
            self.comparison.heading(),
            "",
            {"games": self.comparison.trials},
            (rulings, *self.conclusions()),
            self.notes(),
        )


def _named(some: Sequence[Ruling]) -> str:
    return ", ".join(f"{one.switch}={one.value}" for one in some)


def rulings(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    against: Sequence[CaptainLike] = ("steady",),
    dice: DiceLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Rulings:
    """Play the same rolls under every switch set otherwise, one at a time: which open points change the numbers?

    games: 500 of each if None; intervals hold for all switches at once.

    >>> from analyzer import lorry
    >>> lorry.rulings("ships/lorry/tiny.yaml", 20).rulings[0].switch != ""
    True
    """
    many = GAMES if games is None and "precision" not in how_much else games
    how: Any = {"captains": [captain], "against": against, "dice": (dice,), "switches": every_switch()}
    how |= {"by_total": True}
    return Rulings(compare(galaxy, many, seed, margin=margin, **how, **how_much))
