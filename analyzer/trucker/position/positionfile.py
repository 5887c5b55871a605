"""Position files: reading, writing and planning flights from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError, Fault, as_argument, one_of
from analyzer.files.flaws import Flaw
from analyzer.files.flaws import Path as Place
from analyzer.files.places import beside, write_whole
from analyzer.files.yamlfile import CheckedContent, FileKind, Text, check_content, load_fields, plain, refuse_record
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.cards.cards_in_words import card_number
from analyzer.trucker.cards.cardsfile import cards_of_rows, load_cards, numbered_piles, row_of
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.conditions import ALONE, FIELD, load_rivals, with_rivals
from analyzer.trucker.edition import Card, Edition, with_cards
from analyzer.trucker.editions import named_edition
from analyzer.trucker.fleets.class_ivc import unfit
from analyzer.trucker.position.experiment import FromPosition, with_captains
from analyzer.trucker.position.flaws import OF_CARDS, checked_script, position_flaws
from analyzer.trucker.position.position import Position, ShipInFlight, script
from analyzer.trucker.position.schema import (
    ONLY_IN_POSITIONS,
    PositionFile,
    RivalFields,
    decided_by,
    number_of,
    ship_flaws,
)
from analyzer.trucker.position.states import ShipStateReader
from analyzer.trucker.position.values import in_words
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import KIND as SHIP
from analyzer.trucker.ship.shipfile import OTHER_KINDS, load_ship, ship_of, write_ship
from analyzer.trucker.world import DEFAULT_CAPTAIN
from analyzer.world import refuse_other_world

INSIDE = "  "


def write_position(position: Position, file: str | Path = "") -> str:
    """Return a position as the text of a file that reads back as the same position.

    Args:
        position: the position.
        file: path where the text will be written. A user's own edition is named by its folder relative to that path,
            as in `write_ship`.
    """
    own, *rivals = position.ships
    return "\n".join([*_heading(position), *_ship_lines(own, file), *_rivals(rivals, file)]) + "\n"


def _heading(position: Position) -> Iterator[str]:
    """Yield the lines of the fields that concern the whole flight."""
    yield f"name: {json.dumps(position.name, ensure_ascii=False)}"
    yield f"level: {position.level_name}"
    yield from (f"{name}: true" for name in ("learning", "prognostic") if getattr(position, name))
    yield f"met: {list(position.met)}"
    if position.card is not None:
        yield f"card: {position.card}"
    yield from (
        f"{name}: {list(getattr(position, name))}" for name in ("rolls", "coming", "deck") if getattr(position, name)
    )
    if position.own_cards:
        yield "own_cards:"
        yield from (f"{INSIDE}- {json.dumps(row_of(card))}" for card in position.own_cards)
    if position.decisions:
        yield "decisions:"
        decided = {ship: dict(own) for ship, own in position.decisions}
        yield from (f"{INSIDE}- {entry}" for entry in decision_entries(decided, position.names))
    if position.piles is not None:
        yield "piles:"
        for pile in position.piles.piles:
            yield f"{INSIDE}- [{', '.join('?' if card is None else str(card) for card in pile)}]"


def decision_entries(decisions: Mapping[int, Mapping[str, Iterable[Any]]], names: Sequence[str]) -> Iterator[str]:
    """Yield the decisions of every ship at a card as entries of a file."""
    for number, decided in decisions.items():
        fields = [f"ship: {json.dumps(names[number], ensure_ascii=False)}"]
        for what, values in decided.items():
            words = [in_words(what, value) for value in values]
            fields.append(f"{what}: {words[0] if len(words) == 1 else '[' + ', '.join(words) + ']'}")
        yield f"{{{', '.join(fields)}}}"


def _rivals(rivals: list[ShipInFlight], file: str | Path) -> Iterator[str]:
    if not rivals:
        yield "rivals: alone"
        return
    yield "rivals:"
    for rival in rivals:
        first, *lines = _ship_lines(rival, file)
        yield f"{INSIDE}- {first}"
        yield from (f"{INSIDE}{INSIDE}{line}" for line in lines)


def _ship_lines(one: ShipInFlight, file: str | Path) -> Iterator[str]:
    """Yield the fields of a ship in flight as lines; only its ship file if its state is unknown."""
    yield "ship:"
    yield from (f"{INSIDE}{line}" for line in write_ship(one.ship, file=file).splitlines())
    if not one.known:
        return
    if one.lost:
        yield f"lost: {[list(square) for square in one.lost]}"
    yield from _listed("crew", [(square, Counter(who)) for square, who in one.crew])
    yield from _listed("charges", [(square, {"charges": many}) for square, many in one.charges])
    yield from _listed("goods", [(square, Counter(cubes)) for square, cubes in one.goods])
    facts = {"space": one.space, "start": one.start, "credits": one.credits or None, "left": one.left or None}
    yield from (f"{name}: {value}" for name, value in facts.items() if value is not None)


def _listed(name: str, on: list[tuple[tuple[int, int], dict[str, int]]]) -> Iterator[str]:
    """Yield a field as a line, with an entry for each square; no line if there are no squares."""
    entries = [
        f"{{square: {list(square)}, {', '.join(f'{what}: {many}' for what, many in there.items())}}}"
        for square, there in on
    ]
    yield f"{name}: [{', '.join(entries)}]"


OF_RECORDS = ("cards",)
"""Fields that a record has in addition to those of its starting position."""
OF_JOURNEYS = ("journey", "levels", "titles", "teams")
"""Fields of journeys, which a position may not have."""
ONE_FLIGHT = "a position belongs to one flight, not to a journey or a trek with titles"
NO_POSITION = (
    "is a ship file, and a position is needed here: try `analyzer fly {0}` or `analyzer inspect {0}`, or write a "
    "position: the ship under `ship`, the cards that were met under `met`, the one at hand under `card`"
)
STATE = ("lost", "crew", "charges", "goods", "space", "start", "credits", "left")
"""Fields that tell the state of a ship in flight."""


def load_position(source: str | Path | Mapping[str, Any] | Position | Layout) -> Position:
    """Return the position in a position file, the start of a record, or a ship at launch.

    A ship at launch flies in the field of its board. It must be a Layout because a ship file is no position.

    Args:
        source: path of a file, fields of one, a position, or a ship.

    Returns:
        The position.

    Raises:
        AnalyzerError: with every fault.

    >>> import analyzer
    >>> analyzer.load_position("ships/2007/at-the-table.yaml").met
    (31, 22, 26, 30)
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, Layout):
        return position_of({"ship": source}, source.name)
    return _load(source)


def load_ship_or_position(path: str | Path, edition: str | None = None) -> Layout | Position:
    """Return the ship in a ship file, or the position in a position file.

    Args:
        path: path of the file.
        edition: edition of a ship; must be None for a position, whose ship names its edition.

    Raises:
        AnalyzerError: with every fault.
    """
    data, where = EITHER.content(path)
    if not is_position(data):
        SHIP.refuse(data, where)
        return ship_of(data, where, None if edition is None else named_edition(edition))
    if edition is not None:
        raise AnalyzerError(f"{path}: the ship of the position names its edition: leave --edition out")
    return position_of(data, where)


def parse_position(text: str, where: str = "position") -> Position:
    """Return the position in the text of a file; `where` names the file in faults."""
    return _load(Text(text, where))


def _load(source: object) -> Position:
    data, where = KIND.content(source)
    return position_of(data, where) if is_position(data) else load_position(ship_of(data, where))


def _refuse(data: Mapping[str, Any], where: str) -> None:
    """Raise AnalyzerError if the file belongs to another game or is of another kind; name the command that reads it."""
    if not is_position(data):
        refuse_other_world(data, where, "trucker")
    if "ship" not in data:
        known_as = [text for field, text in OTHER_KINDS.items() if field in data and field not in ONLY_IN_POSITIONS]
        if {"grid", "components"} & set(data):
            raise AnalyzerError(Fault(NO_POSITION.format(as_argument(where)), where))
        if known_as and "cards" not in data:
            raise AnalyzerError(Fault(f"is {known_as[0].format(as_argument(where))}", where))


KIND = FileKind("position file", "trucker", _refuse, without=(*OF_RECORDS, *OF_JOURNEYS))
EITHER = FileKind("ship or position file")


def is_position(data: Mapping[str, Any]) -> bool:
    """Return whether the fields belong to a position or a record, not to a ship."""
    return any(name in data for name in ONLY_IN_POSITIONS)


def position_of(data: Any, where: str) -> Position:
    """Return the position in the fields of a file, which may be a record.

    Raises:
        AnalyzerError: with every fault.
    """
    return load_fields(PositionFile, data, where, KIND, lambda file: Reader(file).position())


class Reader:
    """Reader of one position file, which collects all its flaws.

    Attributes:
        data: fields of the file.
        where: name of the file in faults.
        right: values of the valid fields, and defaults for the others.
        flaws: flaws of fields, each with the path of its field.
        faults: faults that already name their place, such as those of a ship file.
        unread: fields that cannot be read.
    """

    def __init__(self, file: CheckedContent) -> None:
        self.data, self.where, self.flaws, self.faults = file.data, file.where, file.flaws, file.elsewhere
        # Of a missing ship `_ship` tells what to give.
        self.flaws[:] = [flaw for flaw in self.flaws if flaw.path != ("ship",)]
        usual = PositionFile(ship={})
        self.right = {name: file.right.get(name, getattr(usual, name)) for name in PositionFile.model_fields}
        journeys = [name for name in OF_JOURNEYS if name in file.data]
        self.flaws += (Flaw((name,), f"{name}: {ONE_FLIGHT}: leave it out") for name in journeys)
        self.unread = set(file.wrong)

    @property
    def wrong(self) -> set[str]:
        """Names of the fields of your ship and of rivals that have flaws."""
        return self.unread | {_field(flaw.path) for flaw in self.flaws}

    def position(self) -> Position | None:
        """Return the position; None if it cannot be built. Fields with flaws cause no further flaws."""
        own = self._ship(self.data.get("ship"), ("ship",))
        listed = self.data.get("rivals")
        rivals = self._listed(listed) if isinstance(listed, list) else []
        level = self._level(own)
        self.own_cards = () if own is None else self._own_cards(own.board.edition)
        self._number_cards(own)
        if own is None or level is None:
            return None
        ships, paths = self._ships(own, level, rivals)
        position = self._assembled(ships, level)
        self.flaws += position_flaws(position, paths, self.wrong)
        # Only the ships and the cards decide whether a ship could have been launched.
        if not self.wrong & {*OF_CARDS, "ship", "start"}:
            route = position.route
            self.faults += [Fault(text, self.where) for one in position.ships for text in unfit(one.ship, route)]
        return self._with_judged_script(position)

    def _assembled(self, ships: list[ShipInFlight], level: str) -> Position:
        """Return the position made of the given ships and the fields read so far."""
        right = self.right
        seen = None if not right["piles"] else Forecast(tuple(tuple(pile or ()) for pile in right["piles"]))
        names = tuple(distinct(one.ship.name for one in ships))
        decisions = right["decisions"]
        if "rivals" not in self.wrong:
            self.flaws += ship_flaws(decisions, names, ("decisions",))
        lists = {name: tuple(right[name] or ()) for name in ("met", "rolls", "coming", "deck")}
        if right["coming"] == []:
            lists["deck"] = self._deck_without_rest(lists, level, ships[0])
        own, *rivals = ships
        if not rivals and own.space is None and (right["met"] or right["card"] is not None):
            own = replace(own, space=0)
        return Position(
            (own, *rivals),
            level,
            right["learning"],
            right["prognostic"],
            card=right["card"],
            piles=seen,
            decisions=script(decided_by(decisions, names)),
            own_cards=self.own_cards,
            name=right["name"],
            **lists,
        )

    def _number_cards(self, own: Layout | None) -> None:
        """Replace cards that are named in words by their numbers in the edition of your ship."""
        if own is None:
            return
        right, edition = self.right, with_cards(own.board.edition, self.own_cards)
        for name in ("met", "coming", "deck"):
            if right[name] is None:
                continue
            numbers = [self._number((name, place), card, edition) for place, card in enumerate(right[name])]
            right[name] = [number for number in numbers if number is not None]
        right["card"] = self._number(("card",), right["card"], edition)
        right["piles"], unnamed = numbered_piles(right["piles"], edition)
        self.flaws += unnamed

    def _number(self, path: Place, card: Any, edition: Edition) -> int | None:
        """Return the number of a card given by number or words; None, with a flaw added, if it names no card."""
        try:
            number: int | None = card_number(card, edition)
            return number
        except AnalyzerError as error:
            self.flaws += [Flaw(path, fault.text) for fault in error.faults]
            return None

    def _deck_without_rest(
        self, lists: Mapping[str, tuple[int, ...]], level: str, own: ShipInFlight
    ) -> tuple[int, ...]:
        """Return the deck of a flight with no card left to come.

        If a deck of the level has more cards than were revealed, the deck was chosen: it holds the revealed cards
        only. Else the deck was dealt, and () is returned. Adds a flaw if no card was revealed, or if the file names a
        longer deck.

        Args:
            lists: the lists `met`, `rolls`, `coming` and `deck` of the file.
            level: name of the level.
            own: your ship.
        """
        card = self.right["card"]
        revealed = (*lists["met"], *([] if card is None else [card]))
        if not revealed or lists["deck"] not in ((), revealed):
            text = "but no card was met" if not revealed else "but the deck has more cards"
            self.flaws.append(Flaw(("coming",), f"coming: [] says that no card is left, {text}: leave coming out"))
            return lists["deck"]
        dealt = Route(own.ship.board.edition, level, self.right["learning"])
        return revealed if len(revealed) < dealt.length else ()

    def _own_cards(self, edition: str) -> tuple[Card, ...]:
        """Return the cards that replace printed ones, from a file or from rows; add flaws if they cannot be read."""
        cards = self.right["own_cards"]
        try:
            if isinstance(cards, str):
                return load_cards(beside(self.where, cards), edition)
            return cards_of_rows(cards, edition)
        except AnalyzerError as error:
            self.unread.add("own_cards")
            rows = [Flaw(("own_cards",), fault.text) for fault in error.faults]
            if isinstance(cards, str):
                self.faults += error.faults
            else:
                self.flaws += rows
            return ()

    def _ship(self, entry: Any, path: Place) -> Layout | None:
        """Return a ship as launched, from a file or from the fields of one; None if it cannot be read."""
        try:
            if isinstance(entry, Layout):
                return entry
            if isinstance(entry, str):
                return load_ship(beside(self.where, entry))
            if isinstance(entry, Mapping):
                return ship_of(entry, self.where)
        except AnalyzerError as error:
            self.unread.add(str(path[0]))
            self.faults += error.faults
            return None
        self.flaws.append(Flaw(path, "ship: give a ship file or the fields of one"))
        return None

    def _level(self, own: Layout | None) -> str | None:
        """Return the level that is flown, and add a flaw for a wrong one.

        Returns:
            The level in the file; the home level of your ship if the file names none or an unknown one. None if your
            ship cannot be read, or if only fleets of class IVC fly the level.
        """
        if own is None:
            return None
        named = self.right["level"]
        level = named or home_level(own)
        if level not in own.edition.levels:
            self.flaws.append(Flaw(("level",), f"level {level[:40]}: {one_of(level, own.edition.levels)}"))
            level = home_level(own)
        elif own.edition.levels[level].level_iv_changes:
            text = f"level {level} is flown by fleets of class IVC: positions are of ordinary ships: name another one"
            self.flaws.append(Flaw(("level" if named else "ship",), text))
        usable = level in own.edition.levels and not own.edition.levels[level].level_iv_changes
        return str(level) if usable else None

    def _ships(
        self, own: Layout, level: str, rivals: list[tuple[ShipInFlight, Place]]
    ) -> tuple[list[ShipInFlight], list[Place]]:
        """Return your ship and its rivals in flight, and the path of each in the file."""
        said = self.data.get("rivals", FIELD)
        if said is None or (plain(said) not in (FIELD, ALONE) and not isinstance(said, list)):
            self.flaws.append(Flaw(("rivals",), f"rivals: give {FIELD}, {ALONE}, or a list of ships"))
        elif not isinstance(said, list):
            field = load_rivals(plain(said), level, own.board.edition, [own])
            rivals = [(self._in_flight(ship, None, ("rivals",)), ("rivals",)) for ship in field]
        ships = [(self._in_flight(own, self.right, ()), ()), *rivals]
        most = len(own.edition.level(level).order_rewards)
        if len(ships) > most:
            self.flaws.append(Flaw(("rivals", most - 1), f"{len(ships)} ships: at most {most} fly together"))
        return [ship for ship, _ in ships], [path for _, path in ships]

    def _listed(self, entries: list[Any]) -> list[tuple[ShipInFlight, Place]]:
        """Return the rivals in the file whose ships can be read, and the path of each."""
        rivals = [(self._rival(entry, ("rivals", number)), ("rivals", number)) for number, entry in enumerate(entries)]
        return [(rival, path) for rival, path in rivals if rival is not None]

    def _rival(self, entry: Any, path: Place) -> ShipInFlight | None:
        """Return one rival in flight, or None with flaws added."""
        if isinstance(entry, str | Layout):
            ship = self._ship(entry, path)
            return None if ship is None else self._in_flight(ship, None, path)
        if not isinstance(entry, Mapping):
            self.flaws.append(Flaw(path, "rivals: give a ship file, or the fields of a ship in flight"))
            return None
        judged = check_content(RivalFields, {"ship": None, **entry})
        self.flaws += [Flaw((*path, *flaw.path), flaw.text) for flaw in judged.flaws]
        ship = self._ship(entry.get("ship"), (*path, "ship"))
        says_more = any(entry.get(name) is not None for name in STATE)
        return None if ship is None else self._in_flight(ship, judged.right if says_more else None, path)

    def _in_flight(self, ship: Layout, fields: Mapping[str, Any] | None, path: Place) -> ShipInFlight:
        """Return a ship in flight with the state in the given fields; without fields its state is unknown."""
        if self.right.get("learning"):
            ship = ship.without_aliens()
        if fields is None:
            return ShipInFlight(ship, known=False)
        state = ShipStateReader(ship, {name: fields[name] for name in STATE if fields.get(name) is not None}, path)
        in_flight = state.in_flight()
        self.flaws += state.flaws
        return in_flight

    def _with_judged_script(self, position: Position) -> Position:
        """Test the decisions in the file by the rules, and return the position with the accepted ones.

        Decisions for which the rules leave only one value move to `superfluous`. Refused decisions become flaws of the
        file. If the file has flaws already, the position is returned unchanged.
        """
        if self.flaws or self.faults:
            return position
        entries = [number_of(one.ship, position.names) for one in self.right["decisions"]]
        judged = checked_script(position)
        self.flaws += [Flaw(("decisions", entries.index(number)), why) for number, why in judged.refused]
        return replace(position, decisions=judged.script, superfluous=judged.superfluous)


def _field(path: Place) -> str:
    """Return the name of the field to which a path in the file belongs; "" for the file as a whole."""
    own = path[2:] if path[:1] == ("rivals",) and len(path) > 2 else path
    return str(own[0]) if own else ""


def save_position(position: Position, path: str | Path) -> None:
    """Write a position file.

    Args:
        position: the position.
        path: path of the file.

    Raises:
        AnalyzerError: if the file cannot be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_position(analyzer.load_position("ships/2007/at-the-table.yaml"), path)
    >>> analyzer.load_position(path) == analyzer.load_position("ships/2007/at-the-table.yaml")
    True
    """
    given = position if isinstance(position, Position) else load_position(position)
    write_whole(path, write_position(given, path))


CaptainLike = str | Path | Captain
PositionLike = str | Path | Mapping[str, Any] | Position | Layout


def plan_position(position: PositionLike, seed: int = 1, captain: CaptainLike = DEFAULT_CAPTAIN) -> FromPosition:
    """Return the experiment that flies on from a position; rivals fly under the default captain.

    Raises:
        AnalyzerError: with every fault of the position, and for a record with cards (see `review`).
    """
    refuse_record(position, KIND, "cards", "analyzer review")
    now = load_position(position)
    captains = with_rivals([load_captain(captain)], len(now.ships) - 1)
    return with_captains(now, captains, seed)
