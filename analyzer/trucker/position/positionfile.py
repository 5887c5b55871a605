"""Position files: YAML to Position and back, with every fault at once, each with file, line, square and cure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.answers.names import distinct
from analyzer.errors import AnalyzerError, Fault, brief, one_of
from analyzer.files.atomic import write_whole
from analyzer.files.flaws import Flaw, by_line, in_file
from analyzer.files.flaws import Path as Place
from analyzer.files.reading import beside
from analyzer.files.yamlfile import judge, parse_mapping, plain, read_text
from analyzer.trucker.cards.cardsfile import cards_of_rows, load_cards
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.forecastfile import with_blanks
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.edition import Card
from analyzer.trucker.launchable import unfit
from analyzer.trucker.position.decided import decided_by, number_of, ship_flaws
from analyzer.trucker.position.flaws import position_flaws
from analyzer.trucker.position.misplaced import misplaced
from analyzer.trucker.position.position import Position, ShipInFlight, script
from analyzer.trucker.position.schema import ONLY_IN_POSITIONS, PositionFile, RivalFields
from analyzer.trucker.position.states import State
from analyzer.trucker.position.writing import write_position
from analyzer.trucker.rivals import ALONE, FIELD, load_rivals
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import OTHER_KINDS, load_ship, parse_ship, ship_of, with_indent
from analyzer.world import refuse_other_world

OF_RECORDS = ("cards",)
"""What a record says besides the position from which it is flown."""
OF_JOURNEYS = ("journey", "levels", "titles", "teams")
ONE_FLIGHT = "a position is of one flight, not of a journey, nor of a trek with its titles"
NO_POSITION = (
    "is a ship file, and a position is needed here: try `analyzer fly {0}` or `analyzer inspect {0}`, or write a "
    "position: the ship under `ship`, the cards that were met under `met`, the one at hand under `card`"
)
STATE = ("lost", "crew", "charges", "goods", "space", "start", "credits", "left")


def load_position(source: str | Path | Mapping[str, Any] | Position | Layout) -> Position:
    """The position in a position file, that with which a record begins, or a ship at launch in the field of its board.

    A ship at launch is a Layout: a ship file is no position. Raises AnalyzerError with every fault.

    >>> import analyzer
    >>> analyzer.load_position("ships/2007/at-the-table.yaml").met
    (31, 22, 26, 30)
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, Layout):
        return position_of({"ship": source}, source.name)
    if isinstance(source, Mapping):
        return position_of(source, "position")
    if not isinstance(source, str | Path):
        raise AnalyzerError(f"{brief(source)}: give the path of a position file")
    return parse_position(read_text(Path(source)), str(source))


def load_ship_or_position(path: str | Path, edition: str | None = None) -> Layout | Position:
    """The ship in a ship file, or the position in a position file; raises AnalyzerError with every fault.

    edition: a ship is read as of that edition; a position is of the one that its ship names.
    """
    text = read_text(Path(path))
    data = parse_mapping(with_blanks(with_indent(text)), str(path))
    if not is_position(data):
        return parse_ship(text, str(path), edition)
    if edition is not None:
        raise AnalyzerError(f"{path}: a position is of the edition that its ship names: leave --edition out")
    return position_of(data, str(path))


def parse_position(text: str, where: str = "position") -> Position:
    """The position in the text of a file; `where` names it in faults."""
    data = parse_mapping(with_blanks(with_indent(text)), where, "trucker")
    refuse_other_world(data, where, "trucker")
    if "ship" not in data:
        known_as = [text for field, text in OTHER_KINDS.items() if field in data and field not in ONLY_IN_POSITIONS]
        if {"grid", "components"} & set(data):
            raise AnalyzerError(Fault(NO_POSITION.format(where), where))
        if known_as and "cards" not in data:
            raise AnalyzerError(Fault(f"is {known_as[0].format(where)}", where))
    return position_of(data, where) if is_position(data) else load_position(ship_of(data, where))


def refuse_record(source: object) -> None:
    """Raises AnalyzerError for a record with cards, in a file or as its fields: its position is only its beginning."""
    if not isinstance(source, str | Path | Mapping):
        return
    where = "record" if isinstance(source, Mapping) else str(source)
    data = source if isinstance(source, Mapping) else parse_mapping(with_blanks(read_text(Path(source))), where)
    if data.get("cards"):
        cure = f"is a record, with its cards: judge its decisions with `analyzer review {where}`"
        raise AnalyzerError(Fault(cure, where))


def is_position(data: Mapping[str, Any]) -> bool:
    """Whether a file's mapping is a position (or a record), not a ship."""
    return any(name in data for name in ONLY_IN_POSITIONS)


def position_of(data: Any, where: str) -> Position:
    """The position of a file's mapping, also that with which a record begins; raises AnalyzerError with every fault."""
    return _Reader(data, where).position()


class _Reader:
    """One file on its way to a position; `faults`: those with a place of their own, `flaws`: those of its fields."""

    def __init__(self, data: Any, where: str) -> None:
        self.data, self.where = data, where
        entries = {name: value for name, value in data.items() if name not in (*OF_RECORDS, *OF_JOURNEYS)}
        judged = judge(PositionFile, entries | {"ship": {}})
        self.right = judged.right
        journeys = [name for name in OF_JOURNEYS if name in data]
        self.flaws = [*judged.flaws, *(Flaw((name,), f"{name}: {ONE_FLIGHT}: leave it out") for name in journeys)]
        self.faults: list[Fault] = []

    def position(self) -> Position:
        """The position; raises AnalyzerError with every fault."""
        own = self._ship(self.data.get("ship"), ("ship",))
        level = self._level(own)
        if own is not None and level is not None:
            ships, paths = self._ships(own, level)
            if ships and not self.flaws and not self.faults:
                position = self._whole(ships, level)
                self.flaws += position_flaws(position, paths)
                self._check_fit(position)
                self._check_decisions(position)
        self._refuse()
        return position

    def _refuse(self) -> None:
        faults = [*in_file(self.flaws, self.data, self.where), *self.faults]
        if faults:
            raise AnalyzerError(by_line(faults))

    def _whole(self, ships: list[ShipInFlight], level: str) -> Position:
        right = self.right
        seen = None if not right["piles"] else Forecast(tuple(map(_pile, right["piles"])))
        names = tuple(distinct(one.ship.name for one in ships))
        lists = {name: tuple(right[name] or ()) for name in ("met", "rolls", "coming", "deck")}
        if right["coming"] == []:
            lists["deck"] = self._deck_without_rest(lists, level, ships[0])
        self.flaws += ship_flaws(right["decisions"], names, ("decisions",))
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
            decisions=script(decided_by(right["decisions"], names)),
            own_cards=self._own_cards(own.ship.board.edition),
            name=right["name"],
            **lists,
        )

    def _deck_without_rest(
        self, lists: Mapping[str, tuple[int, ...]], level: str, own: ShipInFlight
    ) -> tuple[int, ...]:
        """Return the deck of a flight of which no card is left: the cards revealed, if a flight has more than those."""
        card = self.right["card"]
        revealed = (*lists["met"], *([] if card is None else [card]))
        if not revealed or lists["deck"] not in ((), revealed):
            text = "no card is left, but none was met" if not revealed else "no card is left, but the deck has more"
            self.flaws.append(Flaw(("coming",), f"coming: {text}: leave coming out"))
            return lists["deck"]
        dealt = Route(own.ship.board.edition, level, self.right["learning"])
        return revealed if len(revealed) < dealt.length else ()

    def _own_cards(self, edition: str) -> tuple[Card, ...]:
        """Cards in place of the printed ones: of a file, or of rows."""
        cards = self.right["own_cards"]
        try:
            if isinstance(cards, str):
                return load_cards(beside(self.where, cards), edition)
            return cards_of_rows(cards, edition)
        except AnalyzerError as error:
            rows = [Flaw(("own_cards",), fault.text) for fault in error.faults]
            if isinstance(cards, str):
                self.faults += error.faults
            else:
                self.flaws += rows
            return ()

    def _ship(self, entry: Any, path: Place) -> Layout | None:
        """A ship as launched: of a file, or of the fields of one."""
        try:
            if isinstance(entry, Layout):
                return entry
            if isinstance(entry, str):
                return load_ship(beside(self.where, entry))
            if isinstance(entry, Mapping):
                return ship_of(entry, self.where)
        except AnalyzerError as error:
            self.faults += error.faults
            return None
        self.flaws.append(Flaw(path, "ship: give a ship file or the fields of one"))
        return None

    def _level(self, own: Layout | None) -> str | None:
        if own is None:
            return None
        level = self.right.get("level") or home_level(own)
        if level not in own.edition.levels:
            self.flaws.append(Flaw(("level",), f"level {level[:40]}: {one_of(level, own.edition.levels)}"))
            return None
        if own.edition.levels[level].harder:
            text = f"level {level} is flown by fleets of class IVC: positions are of ordinary ships: name another one"
            self.flaws.append(Flaw(("level" if self.right.get("level") else "ship",), text))
            return None
        return str(level)

    def _ships(self, own: Layout, level: str) -> tuple[list[ShipInFlight], list[Place]]:
        entries: list[tuple[Layout, Mapping[str, Any] | None, Place]] = [(own, self.right, ())]
        rivals = plain(self.data.get("rivals", FIELD)) if not isinstance(self.data.get("rivals"), list) else None
        if rivals in (FIELD, ALONE):
            entries += [(ship, None, ("rivals",)) for ship in load_rivals(rivals, level, own.board.edition, [own])]
        elif rivals is None and self.data.get("rivals") is not None:
            entries += [one for number, entry in enumerate(self.data["rivals"]) for one in self._rival(number, entry)]
        else:
            self.flaws.append(Flaw(("rivals",), f"rivals: give {FIELD}, {ALONE}, or a list of ships"))
        ships = [self._in_flight(*entry, level) for entry in entries]
        most = len(own.edition.level(level).order_rewards)
        if len(ships) > most:
            self.flaws.append(Flaw(("rivals", most - 1), f"{len(ships)} ships: at most {most} fly together"))
        return ships, [path for _, _, path in entries]

    def _rival(self, number: int, entry: Any) -> list[tuple[Layout, Mapping[str, Any] | None, Place]]:
        path: Place = ("rivals", number)
        if isinstance(entry, str | Layout):
            ship = self._ship(entry, path)
            return [] if ship is None else [(ship, None, path)]
        if not isinstance(entry, Mapping):
            self.flaws.append(Flaw(path, "rivals: give a ship file, or the fields of a ship in flight"))
            return []
        judged = judge(RivalFields, {**entry, "ship": {}})
        self.flaws += [Flaw((*path, *flaw.path), flaw.text) for flaw in judged.flaws]
        ship = self._ship(entry.get("ship"), (*path, "ship"))
        says_more = any(entry.get(name) is not None for name in STATE)
        return [] if ship is None or judged.flaws else [(ship, judged.right if says_more else None, path)]

    def _in_flight(self, ship: Layout, fields: Mapping[str, Any] | None, path: Place, level: str) -> ShipInFlight:
        if self.right.get("learning"):
            ship = ship.without_aliens()
        if fields is None:
            return ShipInFlight(ship, known=False)
        state = State(ship, {name: fields[name] for name in STATE if fields.get(name) is not None}, path)
        in_flight = state.in_flight()
        self.flaws += state.flaws
        return in_flight

    def _check_fit(self, position: Position) -> None:
        """Ships that could never have been launched there."""
        if not self.flaws:
            route = position.route
            self.faults += [Fault(text, self.where) for one in position.ships for text in unfit(one.ship, route)]

    def _check_decisions(self, position: Position) -> None:
        """Decisions that nobody makes there."""
        if self.flaws or self.faults:
            return
        entries = [number_of(one.ship, position.names) for one in self.right["decisions"]]
        self.flaws += [Flaw(("decisions", entries.index(ship)), text) for ship, text in misplaced(position)]


def _pile(pile: Any) -> tuple[Any, ...]:
    return tuple(pile or ())


def save_position(position: Position, path: str | Path) -> None:
    """Write a position file; raises AnalyzerError where none can be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_position(analyzer.load_position("ships/2007/at-the-table.yaml"), path)
    >>> analyzer.load_position(path) == analyzer.load_position("ships/2007/at-the-table.yaml")
    True
    """
    write_whole(path, write_position(position, path))
