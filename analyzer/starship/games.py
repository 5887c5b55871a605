"""Whole games: what fixes their numbers, how they are played, and what is measured."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.numbers import distinct
from analyzer.montecarlo.blocks import SlowTrials
from analyzer.montecarlo.stretch import Stretch
from analyzer.starship.captains.captain import Captain, captain_of
from analyzer.starship.experiment import LANES, Player, notes_of, position_of
from analyzer.starship.metrics import OF_GAMES, OF_PAIRS, game_columns
from analyzer.starship.position.position import Position
from analyzer.starship.result import Games
from analyzer.starship.tables import (
    USUAL,
    OwnEdition,
    Switches,
    edition_in_force,
    of_its_edition,
    played_as_described,
    played_by,
)
from analyzer.starship.thinking.players import players, refuse_hidden, thinking_games
from analyzer.starship.thinking.thinker import FIXED_PRICES, OWN_CARDS, THINKER_NOTE, TRADE
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.setup import lay_side_by_side
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.turn import games
from analyzer.statistics.tally import Columns, Tally

LONGEST_GAMES = 200
GAMES_OF_THINKERS = 40
"""Games that are played if no number is given and somebody thinks: about a minute of two processors."""
NEARLY = 0.99
"""The share of games won from which on an opponent is too weak to show who is better."""


@of_its_edition
@dataclass(frozen=True)
class GameExperiment:
    """Whole games of two captains under one seed, Moon's first.

    swap: each trial is two games on the same deal and dice, the second with seats exchanged; position: where they
    begin, at the start if None; edition: by whose tables, those of the position if there is one.
    """

    captains: tuple[Captain, Captain]
    seed: int
    switches: Switches = USUAL
    swap: bool = False
    position: Position | None = None
    subject_seat: int = 0
    called: tuple[str, ...] = ()
    edition: str = field(default_factory=edition_in_force)

    WORLD: ClassVar[str] = "starship"
    QUESTION: ClassVar[str] = "games"
    COUNTED: ClassVar[type[Tally]] = Tally
    UNPAIRED: ClassVar[str] = "the games differ in switches, turn or seats: compare games that agree in all three"

    def __post_init__(self) -> None:
        if self.position is not None:
            object.__setattr__(self, "edition", self.position.edition)
        refuse_hidden(self.captains, self.switches)

    @property
    def is_slow(self) -> bool:
        """Whether somebody thinks."""
        return any(captain.thinks for captain in self.captains)

    @property
    def BLOCK(self) -> int:
        """Games whose columns are held at once; few where a thinker takes long."""
        return 1 << 7 if self.is_slow else 1 << 15

    @property
    def SOON(self) -> int:
        """Games of a few seconds: fewer at once cost more each, as the last turns of every block are played by few."""
        return 1 << 12

    @property
    def SLOW(self) -> SlowTrials | None:
        """How games are run where somebody thinks, who takes a second a game or more."""
        return SlowTrials(soon=1, look=16, usual=GAMES_OF_THINKERS // (1 + self.swap)) if self.is_slow else None

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""
        return ("ship", "ships") if self.position is not None else ("captain", "captains")

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""
        return ("pair of games", "pairs of games") if self.swap else ("game", "games")

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (2, trials), those of the subject first."""
        return self.run_side_by_side([self], first, trials)[0]

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[GameExperiment], first: int, trials: int) -> list[Columns]:
        """`run_block` of each; those that differ in the position alone are played on one table."""
        alike: dict[Hashable, list[int]] = {}
        for number, one in enumerate(experiments):
            is_apart = one.position is None or one.is_slow
            alike.setdefault(number if is_apart else one.all_but_position, []).append(number)
        columns: dict[int, Columns] = {}
        for numbers in alike.values():
            with played_by(experiments[numbers[0]].edition):
                blocks = _played([experiments[number] for number in numbers], first, trials)
            columns |= {
                number: experiments[number].subject_first(own) for number, own in zip(numbers, blocks, strict=True)
            }
        return [columns[number] for number in range(len(experiments))]

    @property
    def all_but_position(self) -> Hashable:
        """What games from positions must have in common to be played on one table."""
        assert self.position is not None
        return self.captains, self.seed, self.switches, self.swap, self.edition, *self.position.played_alike

    def subject_first(self, columns: Columns) -> Columns:
        """The columns of the metrics, those of the subject first."""
        step = -1 if self.subject_seat else 1
        return {name: np.ascontiguousarray(columns[name][::step]) for name in self.metrics.columns}

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Games:
        """The result of the games."""
        return Games(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """The metrics of a game, or of a pair of games."""
        return OF_PAIRS if self.swap else OF_GAMES

    @property
    def title(self) -> str:
        """What is played, in a few words."""
        return "both seatings of whole games" if self.swap else "whole games"

    @property
    def where(self) -> str:
        """The title with the game's name and changed rules, for use outside a heading."""
        changed = ", ".join(f"{name} {value}" for name, value in self.switches.changed.items())
        return f"Starship Catan{', ' * bool(changed)}{changed}, {self.title}"

    @property
    def pairing(self) -> Hashable:
        """Games of one number have the same deal and dice."""
        return self.switches, self.swap, None if self.position is None else self.position.turn

    @property
    def subjects(self) -> tuple[Player, ...]:
        """Both captains, the subject first."""
        names = self.called or self._names()
        players = [
            Player(name, captain.name, captain=captain) for name, captain in zip(names, self.captains, strict=True)
        ]
        return tuple(players[::-1] if self.subject_seat else players)

    def _names(self) -> tuple[str, ...]:
        """Captains by name; with the seat where it is fixed."""
        seats = ("", "") if self.swap else (", Moon", ", Sun")
        return tuple(distinct(captain.name + seat for captain, seat in zip(self.captains, seats, strict=True)))

    @property
    def others(self) -> tuple[str, ...]:
        """Nobody besides the two."""
        return ()

    @property
    def setting(self) -> str:
        """The setting: seats and beginning."""
        return "each in both seats" if self.swap else "Moon begins" if self.position is None else "from a position"

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return [
            *notes_of(self.position, self.switches),
            *([] if self.is_slow else [FIXED_PRICES]),
            *([TRADE] if self.position is not None else []),
            *self._notes_on_thinking(),
        ]

    def _notes_on_thinking(self) -> list[str]:
        """How thinkers choose; where nobody thinks and `sensible` plays, what a thinker wins."""
        if not self.is_slow:
            return [THINKER_NOTE] if any(captain.name == "sensible" for captain in self.captains) else []
        how = [captain.in_words() for captain in dict.fromkeys(self.captains) if captain.thinks]
        return [*how, *([OWN_CARDS] if self.edition in OwnEdition.KNOWN else [])]

    def notes_on(self, compared: Any) -> list[str]:
        """On a comparison of such games from positions: where all are won, or none, it cannot show who is better."""
        shares = [one.measured("won").mean for one in compared.results] if self.position is not None else []
        won, lost = min(shares, default=0) > NEARLY, max(shares, default=1) < 1 - NEARLY
        if not (won or lost):
            return []
        opponents = " or ".join(sorted({one.subjects[1].name for one in compared.experiments}))
        who = f"{'Both' if len(shares) == 2 else 'All'} win nearly {'all' if won else 'no'} games against {opponents}"
        cure = "Let them play each other, or a stronger opponent" if won else "Take a weaker opponent"
        return [f"{who}: this does not show which is better. {cure}."]

    def facts(self) -> dict[str, Any]:
        """How it is played, in plain types."""
        return {
            "captains": [captain.as_prices() for captain in self.captains],
            "swap": self.swap,
            "switches": dict(vars(self.switches)),
            "position": None if self.position is None else self.position.to_dict(),
        }

    def describe(self) -> dict[str, Any]:
        """All that fixes its numbers, in plain types."""
        named: dict[str, Any] = {"asked": self.subject_seat, "called": list(self.called)}
        named |= OwnEdition.in_plain([self.edition])
        return {"world": self.WORLD, "question": self.QUESTION, "seed": self.seed, **self.facts(), **named}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> GameExperiment:
        """The experiment that was described."""
        with played_as_described(described):
            return cls._rebuilt(described)

    @classmethod
    def _rebuilt(cls, described: dict[str, Any]) -> GameExperiment:
        moon, sun = (captain_of(prices) for prices in described["captains"])
        position = described["position"]
        return cls(
            captains=(moon, sun),
            seed=described["seed"],
            switches=Switches(**described["switches"]),
            swap=described["swap"],
            position=None if position is None else position_of(position),
            subject_seat=described["asked"],
            called=tuple(described["called"]),
        )


def _played(alike: Sequence[GameExperiment], first: int, trials: int) -> list[Columns]:
    """Columns (captains, trials) of each, in both seatings where they swap."""
    one, other = alike[0].captains
    as_seated = _seated(alike, (one, other), first, trials)
    if not alike[0].swap:
        return as_seated
    exchanged = _seated(alike, (other, one), first, trials)
    rows = ({name: rows[::-1] for name, rows in columns.items()} for columns in exchanged)
    return [_both(columns, swapped) for columns, swapped in zip(as_seated, rows, strict=True)]


def _seated(
    alike: Sequence[GameExperiment], captains: tuple[Captain, Captain], first: int, trials: int
) -> list[Columns]:
    """Columns (Moon and Sun, trials) of each."""
    columns: Columns = {}
    at_once = max(1, LANES // len(alike))
    for begin in range(first, first + trials, at_once):
        for table in _tables(alike, captains, begin, min(at_once, first + trials - begin)):
            where = table.which.astype(np.intp) * trials + table.game - first
            for name, rows in game_columns(table).items():
                columns.setdefault(name, np.zeros((2, len(alike) * trials), np.int64))[:, where] = rows
    places = [slice(number * trials, (number + 1) * trials) for number in range(len(alike))]
    return [{name: rows[:, place] for name, rows in columns.items()} for place in places]


def _tables(
    alike: Sequence[GameExperiment], captains: tuple[Captain, Captain], first: int, many: int
) -> Iterator[Table]:
    """Tables of those games as they end."""
    one, positions = alike[0], [experiment.position for experiment in alike if experiment.position is not None]
    if not positions:
        of_these = thinking_games if one.is_slow else games
        return of_these(captains, one.seed, first, many, one.switches)
    table = lay_side_by_side(positions, one.seed, first, many, one.switches)
    roll = np.repeat(np.array([position.roll or 0 for position in positions], np.int8), many)
    both = players(captains, one.switches, Sampled(one.seed, first, many, once=len(positions) == 1))
    return both.play_on(table, LONGEST_GAMES + table.turn - 1, positions[0].stage, roll, positions[0].flight)


def _both(one: Columns, other: Columns) -> Columns:
    """Columns of pairs of games: rows are captains, who were Moon and Sun, then Sun and Moon."""
    added = ("unfinished", "turns", "points", *(name for name in one if name.startswith("from_")))
    columns = {name: one[name] + other[name] for name in added}
    columns["wins"] = one["won"] + other["won"]
    columns["won_as_moon"] = np.array([one["won"][0], other["won"][1]])
    columns["won_as_sun"] = np.array([other["won"][0], one["won"][1]])
    columns["moon_wins"] = np.repeat((one["won"][0] + other["won"][1])[None], 2, axis=0)
    return columns
