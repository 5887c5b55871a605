"""Comparison of ships, parts and memory over whole games."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.comparison import Comparison
from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_experiments
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import REMEMBERS, Captain, load_captain
from analyzer.starship.experiment import LANES
from analyzer.starship.games import LONGEST_GAMES, GameExperiment
from analyzer.starship.metrics import game_columns
from analyzer.starship.position.position import Position, of_ship
from analyzer.starship.position.positionfile import load_position, sound
from analyzer.starship.ship.ship import Ship, card_in_words
from analyzer.starship.tables import CRESTS, FIRST_COLONIES, MODULES, Switches, load_switches, played_as_described
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.setup import lay_side_by_side
from analyzer.starship.turn.turn import judges_of, play_on
from analyzer.statistics.tally import Columns


def facing(position: Position, other: Ship) -> Position:
    """The position with another ship on the other side, under the crest that is free."""
    crest = CRESTS[1 - position.me]
    return position.with_ship(1 - position.me, under(other, crest))


def under(ship: Ship, crest: str) -> Ship:
    """The ship under a crest, with the colony of the start that goes with it."""
    if ship.crest == crest:
        return ship
    first, other = FIRST_COLONIES[ship.crest], FIRST_COLONIES[crest]
    colonies = tuple(other if card == first else card for card in ship.colonies)
    return replace(ship, crest=crest, colonies=colonies)


def seated(moon: Ship, sun: Ship) -> Position:
    """Two ships opposite each other, everything else dealt; Moon begins."""
    return facing(of_ship(under(moon, CRESTS[0])), sun)


def why_apart(ships: Sequence[Ship]) -> str:
    """Why some two of these ships cannot meet in one game, e.g. as both have one card; "" if all can."""
    for one, other in permutations(ships, 2):
        flaws = seated(one, other).flaws()
        if flaws:
            return f"{one.name} and {other.name} cannot meet in one game: {flaws[0].text}"
    return ""


SEATS = (
    "Every ship has games of its own: as Moon, who begins, in those of even number, as Sun in the others. Game n has "
    "the same deal and dice for all. So the shares won need not add up to 100%, and two ships can both win, or both "
    "lose, game n."
)
"""Why shares of games won do not add up."""


@dataclass(frozen=True)
class Meeting(GameExperiment):
    """A ship against its rivals in turn: as Moon, who begins, in games of even number, as Sun in the others.

    captains: the ship's own, then that of the rivals; position: the ship as Moon against the first rival; game n is
    played against rival (n // 2) mod (number of rivals).
    """

    rivals: tuple[Ship, ...] = ()

    QUESTION: ClassVar[str] = "meetings"

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (2, trials), those of the ship first, then its rivals'."""
        columns: Columns = {}
        at_once = max(1, LANES // len(self.rivals))
        for begin in range(first, first + trials, at_once):
            for seat in range(2):
                self._play(columns, seat, first, trials, range(begin, min(begin + at_once, first + trials)))
        return columns

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[GameExperiment], first: int, trials: int) -> list[Columns]:
        """`run_block` of each."""
        return [one.run_block(first, trials) for one in experiments]

    def _play(self, columns: Columns, seat: int, first: int, trials: int, games: range) -> None:
        """Write the columns of those games in which the ship has that seat (0: Moon)."""
        assert self.position is not None
        ship = self.position.moon
        positions = [seated(rival, ship) if seat else seated(ship, rival) for rival in self.rivals]
        table = lay_side_by_side(positions, self.seed, games.start, len(games), self.switches)
        own = (table.game % 2 == seat) & (table.game // 2 % len(self.rivals) == table.which)
        table.take(np.flatnonzero(own))
        dice = Sampled(self.seed, games.start, len(games), once=False)
        judges = judges_of(self.rules, self.captains if seat == 0 else self.captains[::-1], self.switches)
        for ended in play_on(table, judges, dice, LONGEST_GAMES):
            for name, rows in game_columns(ended).items():
                place = columns.setdefault(name, np.zeros((2, trials), np.int64))
                place[:, ended.game - first] = rows if seat == 0 else rows[::-1]

    @property
    def setting(self) -> str:
        """The setting: whom it meets, and in which seats."""
        return "against each other in both seats" if len(self.rivals) == 1 else "each against all others, in both seats"

    @property
    def pairing(self) -> Hashable:
        """Games of one number have the same deal, dice and seat."""
        return self.QUESTION, self.switches, len(self.rivals)

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        return [*super().notes(), SEATS]

    def notes_on(self, compared: Any) -> list[str]:
        """Nothing: they play each other."""
        return []

    def facts(self) -> dict[str, Any]:
        """The ships besides, in plain types."""
        return super().facts() | {"meets": [rival.to_dict() for rival in self.rivals]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Meeting:
        """The experiment that was described."""
        with played_as_described(described):
            meeting = super().rebuilt(described)
            rivals = tuple(Ship.from_dict(one) for one in described["meets"])
        assert isinstance(meeting, cls)
        return replace(meeting, rivals=rivals)


def meetings(
    ships: Mapping[str, Ship], captains: tuple[Captain, Captain], seed: int, switches: Switches
) -> dict[str, GameExperiment]:
    """By name every ship against all others; captains: of the ship, and of whom it meets."""
    return {
        name: Meeting(
            captains,
            seed,
            switches,
            position=seated(ship, rivals[0]),
            called=(name, " or ".join(other for other in ships if other != name)),
            rivals=rivals,
        )
        for name, ship in ships.items()
        if (rivals := tuple(rival for other, rival in ships.items() if other != name))
    }


GAMES = 5_000
MARGIN = 0.01
"""Wins a game by which two may differ and still count as equal."""
NAMED = "Each position is played against the opponent in its own file."
WORDS = {"all": "remembers", "none": "takes no notes", "peek": "peeks"}


def compare(
    ships: Sequence[PositionLike],
    games: int | None = None,
    seed: int = 1,
    *,
    against: PositionLike | None = None,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    until: str | None = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Play whole games of the ships against each other, in both seats: which wins more often?

    Of more than two each meets all others in turn. Ships that cannot meet, as both have one card, play a ship of the
    start each, and positions the opponent that they name; a note says so. games: 5,000 of each if None, with
    `until="decided"` at most a million; against: the one opponent of all, who is not at turn first.

    >>> from analyzer import starship
    >>> result = starship.compare(["ships/starship/trader.yaml", "ships/starship/racer.yaml"], 10)
    >>> result.names
    ('Early trader', 'Racer')
    """
    if isinstance(ships, str) or not isinstance(ships, Sequence) or len(ships) < 2:
        raise AnalyzerError("nothing to compare: name two or more ships")
    positions = [load_position(ship) for ship in ships]
    opponent = None if against is None else load_position(against).own
    pair = load_captain(captain), load_captain(other)
    how: Any = {"games": games, "until": until, "margin": margin, **how_much}
    if opponent is not None or any(position != of_ship(position.own) for position in positions):
        remarks = () if opponent is not None else (NAMED,)
        return in_turn(positions, pair, seed, switches, opponent, remarks, **how)
    own = [position.own for position in positions]
    apart = why_apart(own)
    if apart:
        remark = f"{apart}. So each ship plays against a ship of the start."
        return in_turn(positions, pair, seed, switches, None, (remark,), **how)
    named = dict(zip(distinct(ship.name for ship in own), own, strict=True))
    return compare_experiments(meetings(named, pair, seed, load_switches(switches)), usual=GAMES, **_flights(how))


def in_turn(
    positions: Sequence[Position],
    captains: tuple[Captain, Captain],
    seed: int = 1,
    switches: SwitchesLike = None,
    opponent: Ship | None = None,
    remarks: tuple[str, ...] = (),
    **how: Any,
) -> Comparison:
    """Each position by itself, against one opponent, or those that are in it if None; paired."""
    if opponent is not None:
        positions = [sound(facing(position, opponent), position.name) for position in positions]
    names = distinct(position.own.name for position in positions)
    made = {
        name: from_position(position, captains, seed, switches, name)
        for name, position in zip(names, positions, strict=True)
    }
    by_number = len({position.turn for position in positions}) > 1
    compared = compare_experiments(made, usual=GAMES, by_number=by_number, **_flights(how))
    return replace(compared, remarks=remarks)


def _flights(how: dict[str, Any]) -> dict[str, Any]:
    """Games are flights to what runs them."""
    return {("flights" if name == "games" else name): value for name, value in how.items()}


def from_position(
    position: Position, pair: tuple[Captain, Captain], seed: int, switches: SwitchesLike = None, called: str = ""
) -> GameExperiment:
    """Games from a position, with the player at turn as the subject; pair: that player's captain, and the other one."""
    me = position.me
    captains = pair if me == 0 else (pair[1], pair[0])
    names = (called or position.own.name, position.ships[1 - me].name)
    seated = names if me == 0 else names[::-1]
    return GameExperiment(captains, seed, load_switches(switches), False, position, me, seated)


def weak(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    against: PositionLike | None = None,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Play on without each booster, cannon, module, colony, station: by how much fewer games are won?

    Same deal, rolls and shuffles; the card of a colony or station is out of the game then, nobody can have it.

    >>> from analyzer import starship
    >>> starship.weak("ships/starship/trader.yaml", 4).names[:3]
    ('Early trader', 'without a booster', 'without a cannon')
    """
    whole = load_position(position)
    if against is not None:
        whole = sound(facing(whole, load_position(against).own), whole.name)
    pair = load_captain(captain), load_captain(other)
    made = {whole.own.name: from_position(whole, pair, seed, switches)}
    for name, less in without_each(whole).items():
        made[name] = from_position(less, pair, seed, switches, name)
    return compare_experiments(made, games, usual=GAMES, margin=margin, **how_much)


def without_each(position: Position) -> dict[str, Position]:
    """The position without each part of the ship at turn, by name."""
    ship = position.own
    less: dict[str, Position] = {}
    for name in ("boosters", "cannons"):
        levels = getattr(ship, name)
        if levels:
            lower = (*levels[:-1],) if levels[-1] == 1 else (*levels[:-1], 1)
            less[f"without a {name[:-1]}"] = _with(position, **{name: lower})
    for number, name in enumerate(MODULES):
        if ship.modules[number]:
            lowered = tuple(level - (at == number) for at, level in enumerate(ship.modules))
            title = f"without {name} {'I' * ship.modules[number]}"
            room = replace(ship, modules=lowered).capacity
            less[title] = _with(position, modules=lowered, goods=tuple(min(many, room) for many in ship.goods))
    for name in ("colonies", "stations"):
        for card in getattr(ship, name):
            others = tuple(one for one in getattr(ship, name) if one != card)
            less[f"without {card_in_words(position.rules, card)}"] = _gone(_with(position, **{name: others}), card)
    return less


def _with(position: Position, **changed: Any) -> Position:
    return position.with_ship(position.me, replace(position.own, **changed))


def _gone(position: Position, card: str) -> Position:
    """Out of the game; a colony of the start lies nowhere else anyway."""
    return position if card in FIRST_COLONIES.values() else replace(position, gone=(*position.gone, card))


def memory(
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """The same captain who remembers, takes no notes, or peeks, each in both seats against one who remembers.

    >>> from analyzer import starship
    >>> starship.memory(2).names
    ('remembers', 'takes no notes', 'peeks')
    """
    player = load_captain(captain)
    usual = replace(player, remembers="all")
    how = load_switches(switches)
    made = {
        WORDS[kind]: GameExperiment(
            (replace(player, name=WORDS[kind], remembers=kind), usual),
            seed,
            how,
            True,
            called=(WORDS[kind], player.name),
        )
        for kind in REMEMBERS
    }
    return compare_experiments(made, games, usual=GAMES, margin=margin, **how_much)
