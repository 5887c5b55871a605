"""Comparisons over whole games: of ships, of a ship without each of its parts, and of captains' memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.comparison import Comparison
from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks, compare_experiments
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import REMEMBERS, Captain, load_captain
from analyzer.starship.experiment import LANES
from analyzer.starship.games import GameExperiment
from analyzer.starship.metrics import LONGEST_GAMES, game_columns
from analyzer.starship.position.position import Position, of_ship
from analyzer.starship.position.positionfile import load_position, sound
from analyzer.starship.ship.ship import Ship, card_in_words
from analyzer.starship.tables import CRESTS, FIRST_COLONIES, MODULES, Switches, load_switches, played_as_described
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.setup import lay_side_by_side
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.turn import judges_of, play_on
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.tally import Columns
from analyzer.world import run_in_groups


def with_opponent(position: Position, other: Ship) -> Position:
    """Return the position with the ship `other` as the active player's opponent, under the other crest."""
    crest = CRESTS[1 - position.me]
    return position.with_ship(1 - position.me, with_crest(other, crest))


def with_crest(ship: Ship, crest: str) -> Ship:
    """Return the ship under another crest, with the starting colony of that crest in place of its own."""
    if ship.crest == crest:
        return ship
    first, other = FIRST_COLONIES[ship.crest], FIRST_COLONIES[crest]
    colonies = tuple(other if card == first else card for card in ship.colonies)
    return replace(ship, crest=crest, colonies=colonies)


def first_turn_position(moon: Ship, sun: Ship) -> Position:
    """Return a position of two ships at Moon's first turn, with everything else to be dealt."""
    return with_opponent(of_ship(with_crest(moon, CRESTS[0])), sun)


def reason_not_to_meet(ships: Sequence[Ship]) -> str:
    """Return the reason why two of the ships cannot meet in one game, e.g. both own one card; "" if all can meet."""
    for one, other in permutations(ships, 2):
        flaws = first_turn_position(one, other).flaws()
        if flaws:
            return f"{one.name} and {other.name} cannot meet in one game: {flaws[0].text}"
    return ""


SEATS = (
    "Every ship plays games of its own: as Moon, who begins, in games of even number, as Sun in the others. Game n has "
    "the same deal and dice for every ship. So two ships can both win game n, and shares of wins need not add up to "
    "100%."
)
"""Note that explains why the shares of games won do not add up to 100%."""


@dataclass(frozen=True)
class Meeting(GameExperiment):
    """Games of a ship against its rivals, as Moon in games of even number and as Sun in the others.

    Moon begins. Game n is played against rival `(n // 2) % len(rivals)`. `captains` holds the ship's captain, then that
    of the rivals; `position` is the ship as Moon against the first rival.

    Attributes:
        rivals: The ships that the subject plays against in turn.
    """

    rivals: tuple[Ship, ...] = ()

    QUESTION: ClassVar[str] = "meetings"

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> Iterator[Columns]:
        """Yield the columns of each experiment.

        Experiments with the same rules, seed and captains are played together: all their games in which the same
        captain is Moon share a table.
        """

        def run_group(numbers: list[int]) -> list[Columns]:
            """Return the columns of the experiments with these numbers, which are played by the same rules."""
            return _met([experiments[number] for number in numbers], first, trials)

        return run_in_groups([(one.captains, one.seed, one.switches, one.edition) for one in experiments], run_group)

    def position_in(self, seat: int, rival: Ship) -> Position:
        """Return the position in which the ship has a seat, 0 for Moon and 1 for Sun, against a rival."""
        assert self.position is not None
        ship = self.position.moon
        return first_turn_position(rival, ship) if seat else first_turn_position(ship, rival)

    @property
    def setting(self) -> str:
        """The setting in words: how many rivals it meets, and in which seats."""
        return "against each other in both seats" if len(self.rivals) == 1 else "each against all others, in both seats"

    @property
    def pairing(self) -> Hashable:
        """Pairing key: in experiments with equal keys, games of the same number share deal, dice and seat."""
        return self.QUESTION, self.switches, len(self.rivals)

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [*super().notes(), SEATS]

    def notes_on(self, compared: Any) -> list[str]:
        """Return an empty list, because comparisons of ships that play each other need no further notes."""
        return []

    def facts(self) -> dict[str, Any]:
        """Return the settings in plain types, with the rivals under `meets`."""
        return super().facts() | {"meets": [rival.to_dict() for rival in self.rivals]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Meeting:
        """Return an equal experiment from what `describe` returned."""
        with played_as_described(described):
            meeting = super().rebuilt(described)
            rivals = tuple(Ship.from_dict(one) for one in described["meets"])
        assert isinstance(meeting, cls)
        return replace(meeting, rivals=rivals)


@dataclass(frozen=True)
class _Side:
    """Games of a ship in one seat against one of its rivals.

    Attributes:
        ship: Index of the ship's `Meeting` among those that are played together.
        seat: The ship's seat, 0 for Moon and 1 for Sun.
        rival: Number of the rival among the ship's rivals.
        rivals: How many rivals the ship meets in turn.
        position: The position from which the games begin.
    """

    ship: int
    seat: int
    rival: int
    rivals: int
    position: Position


def _met(meetings: Sequence[Meeting], first: int, trials: int) -> list[Columns]:
    """Play meetings that have the same rules and captains.

    Returns:
        Columns of each meeting by name, of shape (2, trials): the ship's row first, then its rivals'.
    """
    one, other = meetings[0].captains
    sides: dict[tuple[Captain, Captain], list[_Side]] = {}
    for seat, as_seated in enumerate([(one, other), (other, one)]):
        sides.setdefault(as_seated, []).extend(
            _Side(number, seat, rival, len(meeting.rivals), meeting.position_in(seat, ship))
            for number, meeting in enumerate(meetings)
            for rival, ship in enumerate(meeting.rivals)
        )
    columns: Columns = {}
    for captains, on_table in sides.items():
        ships, seats = (np.array([getattr(side, name) for side in on_table]) for name in ("ship", "seat"))
        for table in _played(meetings[0], captains, on_table, first, trials):
            own, its_seat, game = ships[table.which], seats[table.which], table.game
            for name, rows in game_columns(table).items():
                place = columns.setdefault(name, np.zeros((len(meetings), 2, trials), np.int64))
                # The ship's row is that of its seat, and its rival's the other one.
                place[own, 0, game - first] = np.choose(its_seat, rows)
                place[own, 1, game - first] = np.choose(1 - its_seat, rows)
    return [{name: rows[number] for name, rows in columns.items()} for number in range(len(meetings))]


def _played(
    one: Meeting, captains: tuple[Captain, Captain], sides: Sequence[_Side], first: int, trials: int
) -> Iterator[Table]:
    """Play the games of some ships, each in one seat against one rival, on one table; yield games as they end.

    Args:
        one: A meeting with the seed and the rules of all of them.
        captains: The captains of Moon and Sun.
        sides: The ship, seat and rival of each set of games; `which` of a table holds the index in this list.
        first: Number of the first game.
        trials: Number of games of each meeting.
    """
    seat, rival, rivals = (np.array([getattr(side, name) for side in sides]) for name in ("seat", "rival", "rivals"))
    judges, at_once = judges_of(one.rules, captains, one.switches), max(1, LANES // len(sides))
    for begin in range(first, first + trials, at_once):
        games = min(at_once, first + trials - begin)
        # Every side gets all games, then only its own are kept: the deal of a game depends on its number alone.
        table = lay_side_by_side([side.position for side in sides], one.seed, begin, games, one.switches)
        which, game = table.which, table.game
        table.take(np.flatnonzero((game % 2 == seat[which]) & (game // 2 % rivals[which] == rival[which])))
        yield from play_on(table, judges, SampledDice(one.seed, begin, games, once=False), LONGEST_GAMES)


def meetings(
    ships: Mapping[str, Ship], captains: tuple[Captain, Captain], seed: int, switches: Switches
) -> dict[str, GameExperiment]:
    """Return, by the ship's name, the experiment of each ship against all others.

    Args:
        ships: The ships by name.
        captains: The captain of the ship, then the captain of its rivals.
        seed: Seed of all cards and dice.
        switches: Switches of the rules.
    """
    return {
        name: Meeting(
            captains,
            seed,
            switches,
            position=first_turn_position(ship, rivals[0]),
            called=(name, " or ".join(other for other in ships if other != name)),
            rivals=rivals,
        )
        for name, ship in ships.items()
        if (rivals := tuple(rival for other, rival in ships.items() if other != name))
    }


GAMES, PAIRS = 5_000, 2_000
MARGIN = 0.01
"""Difference in games won, as a share, up to which two ships count as equal."""
NAMED = "Each position is played against the opponent in its own file."
WORDS = {"all": "remembers", "none": "takes no notes", "peek": "peeks"}
MEMORIES = (
    "The captain `remembers` uses every card that they have seen, `takes no notes` uses none of them, and `peeks` "
    "knows all hidden cards. Each plays both seats against `remembers`."
)
"""Note that explains the captains whom `memory` compares."""


def compare(
    ships: Sequence[PositionLike],
    games: int | None = None,
    seed: int = 1,
    *,
    against: PositionLike | None = None,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    until: str | None = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare ships over whole games against each other, in both seats.

    With more than two ships, each meets all others in turn. Ships that cannot meet, because both own the same card,
    each play against a starting ship instead. A position plays against the opponent in its own file. Notes tell which
    of these cases applies.

    Args:
        ships: Two or more ships or positions: files, fields, or objects.
        games: Number of games of each. If None, at most 5,000, until every pair is clear; or at most a million with
            `until="decided"`.
        seed: Seed of all cards and dice. Game n has the same deal and dice for all ships.
        against: One opponent for all ships, who does not begin. If it is a position, the active player's ship is the
            opponent.
        captain: The captain who plays the compared ships: a name, a file or a `Captain`.
        other: The captain who plays the opponents.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        until: "decided" to play until all ships clearly differ, or are equal within `margin`.
        margin: Difference in games won, as a share, up to which two ships count as equal.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The ships with their results, paired differences and verdicts.

    Raises:
        AnalyzerError: If fewer than two ships are given, or one of them has faults.

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
    reason = reason_not_to_meet(own)
    if reason:
        remark = f"{reason}. So each plays against a ship as at the start."
        return in_turn(positions, pair, seed, switches, None, (remark,), **how)
    named = dict(zip(distinct(ship.name for ship in own), own, strict=True))
    made = meetings(named, pair, seed, load_switches(switches))
    return compare_experiments(made, usual=GAMES, checks=Checks(), **_flights(how))


def in_turn(
    positions: Sequence[Position],
    captains: tuple[Captain, Captain],
    seed: int = 1,
    switches: SwitchesLike = None,
    opponent: Ship | None = None,
    remarks: tuple[str, ...] = (),
    usual: int = GAMES,
    **how: Any,
) -> Comparison:
    """Compare positions over games from each of them, with the same deals and dice for all positions.

    Args:
        positions: The positions to compare.
        captains: The captain of the active player, and of the other player.
        seed: Seed of all cards and dice.
        switches: Switches of the rules; the usual ones if None.
        opponent: The opponent of all positions; if None, each position has its own opponent.
        remarks: Sentences to add to the notes.
        usual: Largest number of games if `games` is None.
        **how: Keyword arguments of `compare_experiments`, with `games` for the number of games.
    """
    if opponent is not None:
        positions = [sound(with_opponent(position, opponent), position.name) for position in positions]
    names = distinct(position.own.name for position in positions)
    made = {
        name: from_position(position, captains, seed, switches, name)
        for name, position in zip(names, positions, strict=True)
    }
    by_number = len({position.turn for position in positions}) > 1
    compared = compare_experiments(made, usual=usual, by_number=by_number, checks=Checks(), **_flights(how))
    return replace(compared, remarks=(*compared.remarks, *remarks))


def _flights(how: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with `games` renamed to `flights`, the name that `compare_experiments` uses."""
    return {("flights" if name == "games" else name): value for name, value in how.items()}


def from_position(
    position: Position, pair: tuple[Captain, Captain], seed: int, switches: SwitchesLike = None, called: str = ""
) -> GameExperiment:
    """Return the experiment of games from a position, with the active player as its subject.

    Args:
        position: The position to play on from.
        pair: The captain of the active player, and of the other player.
        seed: Seed of all cards and dice.
        switches: Switches of the rules; the usual ones if None.
        called: Name of the subject; the ship's name if empty.
    """
    me = position.me
    captains = pair if me == 0 else (pair[1], pair[0])
    names = (called or position.own.name, position.ships[1 - me].name)
    by_seat = names if me == 0 else names[::-1]
    return GameExperiment(captains, seed, load_switches(switches), False, position, me, by_seat)


def weak(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    against: PositionLike | None = None,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare a ship with itself without each booster, cannon, module, colony and station, over whole games.

    All variants meet the same deals, rolls and shuffles. The card of a removed colony or station leaves the game,
    so nobody can have it.

    Args:
        position: A ship or position: its file, its fields, or an object.
        games: Number of games of each variant. If None, at most 5,000, until it is clear what each part is worth.
        seed: Seed of all cards and dice.
        against: The opponent; the one in the position if None.
        captain: The captain of the active player: a name, a file or a `Captain`.
        other: The captain of the opponent.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        margin: Difference in games won, as a share, up to which two variants count as equal.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The whole ship first, then a variant without each part.

    Raises:
        AnalyzerError: If the position or an argument has faults.

    >>> from analyzer import starship
    >>> starship.weak("ships/starship/trader.yaml", 4).names[:3]
    ('Early trader', 'without a booster', 'without a cannon')
    """
    whole = load_position(position)
    if against is not None:
        whole = sound(with_opponent(whole, load_position(against).own), whole.name)
    pair = load_captain(captain), load_captain(other)
    made = {whole.own.name: from_position(whole, pair, seed, switches)}
    for name, less in without_each(whole).items():
        made[name] = from_position(less, pair, seed, switches, name)
    checks = Checks(whole.own.name, is_screening=False)
    return compare_experiments(made, games, usual=GAMES, margin=margin, checks=checks, **how_much)


def without_each(position: Position) -> dict[str, Position]:
    """Return a copy of the position for each part of the active player's ship, without it.

    Copies are found by name, e.g. `without a cannon`.

    One booster or cannon of level I is removed. If all are of level II, one of them becomes level I instead. A module
    loses one level, and goods that no longer fit aboard are lost.
    """
    ship = position.own
    less: dict[str, Position] = {}
    for name in ("boosters", "cannons"):
        levels = getattr(ship, name)
        if levels:
            # Levels stand higher first: the last one is removed, or lowered if all are of level II.
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
            # The colony of the start never lies in a sector, so it need not be taken out of the game.
            gone = () if card in FIRST_COLONIES.values() else (card,)
            without = replace(_with(position, **{name: others}), gone=(*position.gone, *gone))
            less[f"without {card_in_words(position.rules, card)}"] = without
    return less


def _with(position: Position, **changed: Any) -> Position:
    """Return the position with other values in fields of the active player's ship."""
    return position.with_ship(position.me, replace(position.own, **changed))


def memory(
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare a captain who remembers all seen cards with one who forgets them and one who sees hidden cards.

    Each plays both seats against the captain who remembers. Game n has the same deal and dice for all three.

    Args:
        games: Number of pairs of games of each. If None, at most 2,000, until all pairs are clear.
        seed: Seed of all cards and dice.
        captain: The captain: a name, a file or a `Captain`.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        margin: Difference in games won, as a share, up to which two count as equal.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The three captains with their results, paired differences and verdicts.

    Raises:
        AnalyzerError: If an argument has faults.

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
    compared = compare_experiments(made, games, usual=PAIRS, margin=margin, checks=Checks(), **how_much)
    return replace(compared, remarks=(*compared.remarks, MEMORIES))
