"""Effects on games of the points that the rules leave open, one rule switch at a time."""

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
from analyzer.lorry.api import CaptainLike, DiceLike
from analyzer.lorry.experiment import OF_CAPTAINS
from analyzer.lorry.galaxy.galaxy import OF_GALAXIES
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.questions.compare import MARGIN, compare, every_switch
from analyzer.lorry.tables import Switches
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks
from analyzer.statistics.estimate import Estimate, Verdict

GAMES = 500
"""Default number of games under each switch; all take less than a minute on two idle cores."""
USUAL = "change in trader 1's total, compared with the usual rules"
COLUMNS = (
    Column("points", "no.", WORD, "number of the point in docs/lorry-rulings.md"),
    Column("switch", "switch", WORD),
    Column("value", "value", WORD),
    Column("total", "total", SIGNED, USUAL, "interval", flat=main_columns),
    Column("differing", "games", COUNT, "games in which trader 1's total differs at all"),
    Column("rounds", "rounds", SIGNED, "change in the number of rounds of a game"),
    Column(
        "won",
        "won",
        Form(lambda share: signed(100 * share, 1)),
        "change in trader 1's chance to win, in percentage points",
    ),
    Column("says", "verdict"),
)
VERDICT_WORDS = {Verdict.BETTER: "matters", Verdict.WORSE: "matters", Verdict.EQUAL: "no matter", Verdict.OPEN: "open"}


@dataclass(frozen=True)
class Ruling:
    """Effect on games of one rule switch that is set to another value.

    Attributes:
        points: numbers of the switch's points in docs/lorry-rulings.md.
        switch: name of the switch.
        value: value of the switch, instead of the usual one.
        total: change in trader 1's total.
        differing: number of games in which that total differs.
        rounds: change in the rounds of a game.
        won: change in trader 1's chance to win, None alone.
        verdict: verdict on the total, against the usual rules.
    """

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
        """Verdict in words: `matters`, `no matter` or `open`."""
        return VERDICT_WORDS[self.verdict]

    def as_row(self) -> Row:
        """Return the effect as a table row."""
        won = None if self.won is None else self.won.mean
        return Row(vars(self) | {"rounds": self.rounds.mean, "won": won, "says": self.says})


@dataclass(frozen=True, repr=False)
class Rulings(Described):
    """Effects of all switches on the same games."""

    comparison: Comparison

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Effects of the switches, the largest change of the total first."""
        whole = self.comparison
        usual = whole.names[0]
        points = {row["switch"]: row["point"] for row in Switches.ROWS()}
        rulings = []
        for name in whole.all_names[1:]:
            comparison = whole.latest_with(name)
            number = comparison.names.index(name)
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
        """Return sentences on which switches change trader 1's total."""
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
        """Return notes for a reader of the numbers."""
        own = [
            f"Verdicts: `no matter` means that totals are equal within {self.comparison.margin:g} points a game, "
            "`open` that more games are needed.",
            "What matters to these captains may matter less, or more, to human players.",
        ]
        return own + [note for note in self.comparison.notes() if is_about(note, OF_GALAXIES, OF_CAPTAINS)]

    def description(self) -> Description:
        """Describe the effects: a row per switch, then the conclusions."""
        rulings = Table("rulings", COLUMNS, [one.as_row() for one in self.rulings], labels=3, is_flat=True)
        return Description(
            self.comparison.heading(),
            "",
            {"games": self.comparison.trials},
            (rulings, *self.conclusions()),
            self.notes(),
        )


def _named(some: Sequence[Ruling]) -> str:
    """Return switches with their values as text."""
    return ", ".join(f"{one.switch}={one.value}" for one in some)


def rulings(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    against: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,),
    dice: DiceLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Rulings:
    """Return the effect of every rule switch on the same rolls, one switch at a time.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games under each switch. If None, at most 500, until it is clear whether the switch matters.
        seed: seed of all games.
        captain: captain of trader 1.
        against: captains of the other traders; nobody if empty.
        dice: colours of the dice; the usual ones if None.
        margin: points that count as no difference.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The effects, with 95% intervals of the total that hold for all switches at once.

    Raises:
        AnalyzerError: an argument is wrong.

    >>> from analyzer import lorry
    >>> lorry.rulings("ships/lorry/tiny.yaml", 20).rulings[0].switch != ""
    True
    """
    how: Any = {"captains": [captain], "against": against, "dice": (dice,), "switches": every_switch()}
    how |= {"by_total": True, "usual": GAMES, "checks": Checks("usual rules", is_only_base=True, shown=Rulings)}
    return Rulings(compare(galaxy, games, seed, margin=margin, **how, **how_much))
