"""Turns from a position as an experiment: their settings, how they are played, and their metrics."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np

from analyzer.answers.edition import own_edition_notes
from analyzer.answers.metrics import Metrics
from analyzer.answers.note import Importance, Note, warning
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.stretch import Stretch
from analyzer.starship.captains.captain import Captain, captain_of
from analyzer.starship.luck import LuckRecordingDice, TurnControls, turn_controls
from analyzer.starship.metrics import OF_TURNS, holdings_of, turn_columns
from analyzer.starship.position.position import Position
from analyzer.starship.result import Turns
from analyzer.starship.tables import USUAL, OwnEdition, Rules, Switches, played_as_described, rules_of
from analyzer.starship.thinking.players import Players, players
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import Table
from analyzer.statistics.controls import DRAWS
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import OneByOne, Subject

LANES = 1 << 15
"""Maximum number of games that are played side by side. More are hardly faster, fewer are slower (measured)."""


@dataclass(frozen=True)
class Player(Subject):
    """The subject of a result: a ship with the captain who plays it."""

    captain: Captain = field(kw_only=True)

    def facts(self) -> dict[str, Any]:
        """Return the captain's prices."""
        return {"captain": self.captain.as_prices()}


@dataclass(frozen=True)
class FromPosition(OneByOne):
    """Base of turns or games that start from a position, played many times under one seed.

    Attributes:
        position: The position.
        captain: The captain of the active player.
        other: The other player's captain.
        seed: Seed of all cards and dice.
        switches: Switches of the rules.
    """

    position: Position
    captain: Captain
    other: Captain
    seed: int
    switches: Switches = USUAL

    WORLD: ClassVar[str] = "starship"
    QUESTION: ClassVar[str]
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def edition(self) -> str:
        """Key of the edition by whose tables the trials are played."""
        return self.position.edition

    @property
    def rules(self) -> Rules:
        """Tables by which the trials are played."""
        return rules_of(self.edition)

    @property
    def title(self) -> str:
        """Title of the experiment in a few words."""
        raise NotImplementedError

    @property
    def where(self) -> str:
        """Title with the game's name and changed rules, for places without a heading above it."""
        return where_in_words(self.switches, self.title)

    @property
    def pairing(self) -> Hashable:
        """Pairing key: in experiments with equal keys, trials of the same number meet the same dice.

        As far as their positions are equal, such trials also have the same deal.
        """
        return self.position.turn, self.switches

    @property
    def setting(self) -> str:
        """The opponent in words."""
        return f"against {self.position.ships[1 - self.position.me].name}"

    def facts(self) -> dict[str, Any]:
        """Return the position, further settings and the switches of the rules, in plain types."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Return all settings that determine the numbers, in plain types."""
        return {
            "world": self.WORLD,
            "question": self.QUESTION,
            "seed": self.seed,
            "captain": self.captain.as_prices(),
            "other": self.other.as_prices(),
            **self.facts(),
            **OwnEdition.in_plain([self.edition]),
        }

    @classmethod
    def rebuilt(cls, described: dict[str, Any], **own: Any) -> Self:
        """Return an equal experiment from what `describe` returned; `own` holds the fields that a subclass adds."""
        with played_as_described(described):
            position = Position.from_dict(described["position"])
        captain, other = captain_of(described["captain"]), captain_of(described["other"])
        return cls(position, captain, other, described["seed"], Switches(**described["switches"]), **own)


def where_in_words(switches: Switches, title: str) -> str:
    """Return the game's name, changed rules and the title of an experiment, for places without a heading above it."""
    changed = ", ".join(f"{name} {value}" for name, value in switches.changed.items())
    return f"Starship Catan{', ' * bool(changed)}{changed}, {title}"


@dataclass(frozen=True)
class TurnExperiment(FromPosition):
    """One turn from a position, played many times under one seed.

    Attributes:
        sector: The sector to fly to, 1 to 4; the captain's choice if None.
        most: Maximum number of cards to fly before turning back; no limit if None.
        called: Name of the subject; the ship's name if empty.
    """

    sector: int | None = None
    most: int | None = None
    called: str = ""

    QUESTION: ClassVar[str] = "turns"
    metrics: ClassVar[Metrics] = OF_TURNS
    TRIAL: ClassVar[tuple[str, str]] = ("turn", "turns")
    UNPAIRED: ClassVar[str] = "the positions differ in their turn number: compare positions of the same turn"

    def __post_init__(self) -> None:
        flaws = self.position.flaws()
        if flaws:
            raise AnalyzerError([f"{self.position.name}: {flaw}" for flaw in flaws])
        # One game is laid out to raise faults that `flaws` does not see, e.g. a demand that no pirate there can make.
        lay_out(self.position, self.seed, 0, 1)

    @property
    def is_slow(self) -> bool:
        """Whether the captain is a thinker, who plays games in mind before each decision."""
        return self.captain.thinks is not None

    @property
    def BLOCK(self) -> int:
        """Maximum number of turns whose columns are held at once; fewer for a slow captain."""
        return 1 << 9 if self.is_slow else 1 << 16

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """Word for a subject, and its plural."""
        return ("choice", "choices") if self.called else ("ship", "ships")

    def run_block(self, first: int, trials: int) -> Columns:
        """Play the turns `first` to `first + trials - 1` and return their columns.

        Returns:
            The columns of OF_TURNS, each of shape (1, trials).
        """
        columns = in_lanes(self._some, first, trials)
        return {name: columns[name] for name in self.metrics.columns}

    def run_noting(self, first: int, trials: int) -> Columns:
        """Return the columns of `run_block`, and the luck of each turn in the column DRAWS.

        Luck is the results of dice and cards less their expected values, of shape (1, trials, controls); see `luck.py`.
        """
        columns = in_lanes(partial(self._some, is_noted=True), first, trials)
        return {name: columns[name] for name in (*self.metrics.columns, DRAWS)}

    def _some(self, first: int, trials: int, is_noted: bool = False) -> Columns:
        """Play turns side by side and return their columns, with the column DRAWS if `is_noted` is true."""
        table, both, roll = at_table(self, first, trials)
        noting = LuckRecordingDice(self.seed, first, trials, self.position, both.judges[table.me]) if is_noted else None
        both = both if noting is None else replace(both, dice=noting)
        # The counts are copied: the turn goes on counting in the same array.
        before, counts = holdings_of(table, table.me), table.counts[table.me].astype(np.int64)
        sector = None if self.sector is None else self.sector - 1
        both.play_turn(table, self.position.stage, roll, self.position.flight, sector, self.most)
        columns = turn_columns(table, before, self.captain, counts)
        return columns if noting is None else {**columns, DRAWS: noting.luck(table)}

    @property
    def controls(self) -> TurnControls | None:
        """Control variates from the luck of the turns; None if luck cannot be recorded."""
        return turn_controls(self)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Turns:
        """Return the results of the counted turns."""
        return Turns(self, counted, stretches)

    @property
    def title(self) -> str:
        """Title of the experiment in a few words."""
        if self.called:
            return f"single turns of {self.position.own.name}"
        where = "" if self.sector is None else f" in sector {self.sector}"
        far = "" if self.most is None else f", at most {self.most} cards"
        return f"single turns{where}{far}"

    @property
    def subjects(self) -> tuple[Player, ...]:
        """The active player's ship, as the only subject."""
        return (Player(self.called or self.position.own.name, self.captain.name, captain=self.captain),)

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [
            *notes_of(self.edition, self.position, self.switches),
            *([self.captain.in_words()] if self.is_slow else []),
        ]

    def facts(self) -> dict[str, Any]:
        """Return the position, the chosen sector and number of cards, and the switches of the rules, in plain types."""
        return {
            "position": self.position.to_dict(),
            "sector": self.sector,
            "most": self.most,
            "switches": dict(vars(self.switches)),
        }

    def describe(self) -> dict[str, Any]:
        """Return all settings that determine the numbers, in plain types."""
        return super().describe() | {"called": self.called}

    @classmethod
    def rebuilt(cls, described: dict[str, Any], **own: Any) -> Self:
        """Return an equal experiment from what `describe` returned."""
        return super().rebuilt(described, **{name: described[name] for name in ("sector", "most", "called")}, **own)

    def but(self, **changed: Any) -> TurnExperiment:
        """Return a copy with some fields changed."""
        return replace(self, **changed)


def at_table(games: FromPosition, first: int, trials: int) -> tuple[Table, Players, np.ndarray | None]:
    """Lay out games from a position side by side, and return them with their players.

    Returns:
        The table, both players with their dice, and the roll. The roll has the shape (trials,); it is None if the
        position gives none.
    """
    position, switches = games.position, games.switches
    table = lay_out(position, games.seed, first, trials, switches)
    pair = (games.captain, games.other) if table.me == 0 else (games.other, games.captain)
    roll = None if position.roll is None else np.full(trials, position.roll, np.int8)
    return table, players(position.rules, pair, switches, SampledDice(games.seed, first, trials)), roll


def in_lanes(play: Callable[[int, int], Columns], first: int, trials: int) -> Columns:
    """Return columns of trials that are played at most LANES at a time.

    Args:
        play: Function of the number of the first trial and the number of trials that plays them and returns their
            columns.
        first: Number of the first trial.
        trials: Number of trials.

    Returns:
        Columns, each of shape (subjects, trials).
    """
    parts = [play(begin, min(LANES, first + trials - begin)) for begin in range(first, first + trials, LANES)]
    if len(parts) == 1:
        return parts[0]
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}


WEAK_NUMBERS = {
    "science": "Science I: only pictures in one rule book show on which numbers it works for Moon and for Sun.",
    "production": "Production I: only pictures in one rule book show on which numbers it works for Moon and for Sun.",
}


def notes_of(edition: str, position: Position | None, switches: Switches) -> list[str]:
    """Return notes on the user's own edition, changed rules, assumed cards, and uncertain numbers of modules.

    A number of a module is uncertain if it rests on a single source and a ship of the position has the module.
    """
    notes = own_edition_notes(OwnEdition, edition)
    notes += [f"Changed rule: {name}={value}." for name, value in switches.changed.items()]
    notes += [warning(position.assumed)] if position is not None and position.assumed else []
    ships = () if position is None else position.ships
    levels = {name: max(ship.level(name) for ship in ships) for name in WEAK_NUMBERS} if ships else {}
    weak = [WEAK_NUMBERS[name] for name, level in levels.items() if level]
    notes += [Note("source", one, importance=Importance.SOURCE) for one in weak]
    return notes
