"""Whole games as an experiment: their settings, how they are played, and their metrics."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.note import warning
from analyzer.answers.numbers import distinct
from analyzer.montecarlo.blocks import SlowTrials
from analyzer.montecarlo.stretch import Stretch
from analyzer.starship.captains.captain import Captain, captain_of
from analyzer.starship.experiment import LANES, Player, notes_of, where_in_words
from analyzer.starship.metrics import LONGEST_GAMES, OF_GAMES, OF_PAIRS, game_columns
from analyzer.starship.position.position import Position
from analyzer.starship.result import Games
from analyzer.starship.tables import DEFAULT, USUAL, OwnEdition, Rules, Switches, played_as_described, rules_of
from analyzer.starship.thinking.players import players, refuse_hidden
from analyzer.starship.thinking.thinker import FIXED_PRICES, OWN_CARDS, TRADE, thinker_notes
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.setup import lay_side_by_side
from analyzer.starship.turn.table import Table
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import OneByOne, run_in_groups

GAMES_OF_THINKERS = 40
"""Default number of games if a captain imagines games; they take about a minute of two processors."""
NEARLY = 0.99
"""Share of games won from which on an opponent is too weak to show who is better."""


@dataclass(frozen=True)
class GameExperiment(OneByOne):
    """Whole games of two captains under one seed.

    Attributes:
        captains: The captains of Moon and Sun.
        seed: Seed of all cards and dice.
        switches: Switches of the rules.
        swap: Whether each trial is two games on one deal and the same dice, the second with seats exchanged.
        position: The position to start from; the start of the game if None.
        subject_seat: Seat of the first subject, 0 for Moon and 1 for Sun.
        called: Names of Moon and Sun in results; those of the captains if empty.
        edition: Key of the edition of the games; a position brings its own.
    """

    captains: tuple[Captain, Captain]
    seed: int
    switches: Switches = USUAL
    swap: bool = False
    position: Position | None = None
    subject_seat: int = 0
    called: tuple[str, ...] = ()
    edition: str = field(default_factory=DEFAULT.name)

    WORLD: ClassVar[str] = "starship"
    QUESTION: ClassVar[str] = "games"
    COUNTED: ClassVar[type[Tally]] = Tally
    PILOT: ClassVar[int] = 1 << 8
    AMOUNT: ClassVar[str] = "games"
    UNPAIRED: ClassVar[str] = "the games differ in switches, turn or seats: compare games that agree in all three"

    def __post_init__(self) -> None:
        if self.position is not None:
            # The dataclass is frozen, but a position decides the edition.
            object.__setattr__(self, "edition", self.position.edition)
        refuse_hidden(self.captains, self.switches)

    @property
    def rules(self) -> Rules:
        """Tables by which the games are played."""
        return rules_of(self.edition)

    @property
    def is_slow(self) -> bool:
        """Whether one of the captains imagines games."""
        return any(captain.thinks for captain in self.captains)

    @property
    def BLOCK(self) -> int:
        """Maximum number of games whose columns are held at once; fewer for slow captains."""
        return 1 << 7 if self.is_slow else 1 << 15

    @property
    def FIRST_BLOCK(self) -> int:
        """Number of games in the first block, half a second of work; blocks of hundreds take hardly longer."""
        return self.PILOT

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for games that take a second or more because a captain imagines games; None for other captains."""
        return SlowTrials(soon=1, check_step=16, usual=GAMES_OF_THINKERS // (1 + self.swap)) if self.is_slow else None

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """Word for a subject, and its plural."""
        return ("ship", "ships") if self.position is not None else ("captain", "captains")

    @property
    def TRIAL(self) -> tuple[str, str]:
        """Word for a trial, and its plural."""
        return ("pair of games", "pairs of games") if self.swap else ("game", "games")

    def run_block(self, first: int, trials: int) -> Columns:
        """Play the games `first` to `first + trials - 1` and return their columns.

        Returns:
            By name, an array of shape (2, trials), the first subject's row first.
        """
        return next(self.run_side_by_side([self], first, trials))

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> Iterator[Columns]:
        """Yield the columns of each experiment; games that differ only in the position are played on one table."""

        def run_group(numbers: list[int]) -> Iterator[Columns]:
            """Yield the columns of the experiments with these numbers, which are played on one table."""
            blocks = _played([experiments[number] for number in numbers], first, trials)
            return (experiments[number].subject_first(own) for number, own in zip(numbers, blocks, strict=True))

        # Games from the start differ in more than the position, so each experiment has a table of its own.
        keys = [n if one.position is None or one.is_slow else one.all_but_position for n, one in enumerate(experiments)]
        return run_in_groups(keys, run_group)

    @property
    def all_but_position(self) -> Hashable:
        """Key of all settings but the position, of which only turn and stage count.

        Experiments with equal keys can be played on one table.
        """
        assert self.position is not None
        return self.captains, self.seed, self.switches, self.swap, self.edition, *self.position.played_alike

    def subject_first(self, columns: Columns) -> Columns:
        """Return the columns of the metrics, with the row of the first subject first."""
        step = -1 if self.subject_seat else 1
        return {name: np.ascontiguousarray(columns[name][::step]) for name in self.metrics.columns}

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Games:
        """Return the results of the counted games."""
        return Games(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """Metrics of a game, or of a pair of games."""
        return OF_PAIRS if self.swap else OF_GAMES

    @property
    def title(self) -> str:
        """Title of the experiment in a few words."""
        return "whole games"

    @property
    def where(self) -> str:
        """Title with the game's name and changed rules, for places without a heading above it."""
        return where_in_words(self.switches, self.title)

    @property
    def pairing(self) -> Hashable:
        """Pairing key: in experiments with equal keys, games of the same number have the same deal and dice."""
        return self.switches, self.swap, None if self.position is None else self.position.turn

    @property
    def subjects(self) -> tuple[Player, ...]:
        """Both players, the first subject first."""
        # A captain is named with its seat, unless each plays both.
        seats = ("", "") if self.swap else (", Moon", ", Sun")
        named = (captain.name + seat for captain, seat in zip(self.captains, seats, strict=True))
        names = self.called or tuple(distinct(named))
        players = [
            Player(name, captain.name, captain=captain) for name, captain in zip(names, self.captains, strict=True)
        ]
        return tuple(players[::-1] if self.subject_seat else players)

    @property
    def setting(self) -> str:
        """The setting in words: seats and start."""
        return "in both seats" if self.swap else "Moon begins" if self.position is None else "from a position"

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [
            *notes_of(self.edition, self.position, self.switches),
            *([] if self.is_slow else [FIXED_PRICES]),
            *([TRADE] if self.position is not None else []),
            *self._notes_on_thinking(),
        ]

    def _notes_on_thinking(self) -> list[str]:
        """Return notes on how thinkers choose or, if none plays, on how often a thinker would win."""
        if not self.is_slow:
            return thinker_notes(self.captains)
        how = [captain.in_words() for captain in dict.fromkeys(self.captains) if captain.thinks]
        return [*how, *([OWN_CARDS] if self.edition in OwnEdition.KNOWN else [])]

    def notes_on(self, compared: Any) -> list[str]:
        """Return a warning if all compared ships win nearly all games from their positions, or nearly none.

        Such a comparison cannot show which is better.
        """
        shares = [one.measured("won").mean for one in compared.results] if self.position is not None else []
        won, lost = min(shares, default=0) > NEARLY, max(shares, default=1) < 1 - NEARLY
        if not (won or lost):
            return []
        opponents = " or ".join(sorted({one.subjects[1].name for one in compared.experiments}))
        who = f"{'Both' if len(shares) == 2 else 'All'} win nearly {'all' if won else 'no'} games against {opponents}"
        cure = "Let them play each other, or a stronger opponent" if won else "Take a weaker opponent"
        return [warning(f"{who}: this does not show which is better. {cure}.")]

    def facts(self) -> dict[str, Any]:
        """Return the captains, the position, the switches and whether seats are exchanged, in plain types."""
        return {
            "captains": [captain.as_prices() for captain in self.captains],
            "swap": self.swap,
            "switches": dict(vars(self.switches)),
            "position": None if self.position is None else self.position.to_dict(),
        }

    def describe(self) -> dict[str, Any]:
        """Return all settings that determine the numbers, in plain types."""
        named: dict[str, Any] = {"asked": self.subject_seat, "called": list(self.called)}
        named |= OwnEdition.in_plain([self.edition])
        return {"world": self.WORLD, "question": self.QUESTION, "seed": self.seed, **self.facts(), **named}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> GameExperiment:
        """Return an equal experiment from what `describe` returned."""
        moon, sun = (captain_of(prices) for prices in described["captains"])
        position = described["position"]
        with played_as_described(described):
            return cls(
                captains=(moon, sun),
                seed=described["seed"],
                switches=Switches(**described["switches"]),
                swap=described["swap"],
                position=None if position is None else Position.from_dict(position),
                subject_seat=described["asked"],
                called=tuple(described["called"]),
            )


def _played(alike: Sequence[GameExperiment], first: int, trials: int) -> list[Columns]:
    """Play the games of experiments that differ only in the position, in both seatings if `swap` is set.

    Returns:
        Columns of each experiment, with a row for each captain, of shape (2, trials).
    """
    one, other = alike[0].captains
    as_seated = _seated(alike, (one, other), first, trials)
    if not alike[0].swap:
        return as_seated
    # Equal captains play the same games in either seat.
    exchanged = as_seated if one == other else _seated(alike, (other, one), first, trials)
    rows = ({name: rows[::-1] for name, rows in columns.items()} for columns in exchanged)
    return [_both(columns, swapped) for columns, swapped in zip(as_seated, rows, strict=True)]


def _seated(
    alike: Sequence[GameExperiment], captains: tuple[Captain, Captain], first: int, trials: int
) -> list[Columns]:
    """Play the games of experiments that differ only in the position, in one seating.

    Returns:
        Columns of each experiment, with rows for Moon and Sun, of shape (2, trials).
    """
    columns: Columns = {}
    at_once = max(1, LANES // len(alike))
    for begin in range(first, first + trials, at_once):
        for table in _tables(alike, captains, begin, min(at_once, first + trials - begin)):
            # All experiments share one axis: the trials of the first, then those of the second, and so on.
            where = table.which.astype(np.intp) * trials + table.game - first
            for name, rows in game_columns(table).items():
                columns.setdefault(name, np.zeros((2, len(alike) * trials), np.int64))[:, where] = rows
    places = [slice(number * trials, (number + 1) * trials) for number in range(len(alike))]
    return [{name: rows[:, place] for name, rows in columns.items()} for place in places]


def _tables(
    alike: Sequence[GameExperiment], captains: tuple[Captain, Captain], first: int, many: int
) -> Iterator[Table]:
    """Play games to their ends, and yield tables of games as they end."""
    one, positions = alike[0], [experiment.position for experiment in alike if experiment.position is not None]
    both = players(one.rules, captains, one.switches, SampledDice(one.seed, first, many, once=len(positions) < 2))
    if not positions:
        return both.play_on(new_games(one.seed, first, many, both.judges, one.switches))
    table = lay_side_by_side(positions, one.seed, first, many, one.switches)
    roll = np.repeat(np.array([position.roll or 0 for position in positions], np.int8), many)
    return both.play_on(table, LONGEST_GAMES + table.turn - 1, positions[0].stage, roll, positions[0].flight)


def _both(one: Columns, other: Columns) -> Columns:
    """Return the columns of pairs of games, with a row for each captain.

    Args:
        one: Columns of the games in which the first captain was Moon.
        other: Columns of the games in which the first captain was Sun, its row first.
    """
    added = ("unfinished", "turns", "points", *(name for name in one if name.startswith("from_")))
    columns = {name: one[name] + other[name] for name in added}
    columns["wins"] = one["won"] + other["won"]
    columns["won_as_moon"] = np.array([one["won"][0], other["won"][1]])
    columns["won_as_sun"] = np.array([other["won"][0], one["won"][1]])
    columns["moon_wins"] = np.repeat((one["won"][0] + other["won"][1])[None], 2, axis=0)
    return columns
