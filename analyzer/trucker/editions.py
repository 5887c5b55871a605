"""Editions of the user's own: tables, checks, folders and differences."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from itertools import pairwise
from operator import eq
from pathlib import Path

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.editions import differences
from analyzer.files.editions.differences import Pair, Rows
from analyzer.files.editions.folder import Folders, is_own_file
from analyzer.files.editions.shelf import (
    ANY,
    SOURCE,
    Column,
    Line,
    Row,
    Shelf,
    Tables,
    Texts,
    Wrong,
    flag,
    numbers,
    one_word_of,
    rows_by_key,
    twice,
)
from analyzer.files.editions.shelf import number as number_column
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.convoy.worth_ahead import FOLDER as VALUES
from analyzer.trucker.convoy.worth_ahead import values_from
from analyzer.trucker.edition import EDITIONS, OWN, Edition, OwnEdition, base_of, load_edition, table_of, text_of
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD
from analyzer.trucker.ship.component import MOST_CREW, MOST_STRENGTH, SIDE_NAMES, START, Kind, kind_of_row
from analyzer.world import edition_of_other_world

HITS = r"(small|large)-(front|right|rear|left)"
"""The regular expression of a meteor or a shot."""
_LINE = rf"(crew|engines|cannons)>((days|crew|goods):[0-9]{{1,3}}|shots:{HITS}( {HITS})*)"
_GOODS = "[RYGB]{0,9}"
MOST_PILED = 64
"""The largest number of cards in the deck of one flight."""
NAME = Column(r"\w[\w.]{0,19}", "letters and digits, at most 20", "")
"""The column of names of boards and levels, without a dash, which separates edition and board."""
CARDS = {
    "id": number_column("the card's number; that of a card of `from` replaces that card", 9999),
    "level": Column(r"[1-9][0-9]?", "a whole number from 1 to 99", "in whose stack the card lies", True),
    "learning": flag("1 if it is one of the starred cards of the learning flight"),
    "kind": Column(r".{1,40}", "the kind of the card", "what happens: open_space, pirates, planets and so on"),
    "strength": number_column("of enemies", empty=True),
    "crew_required": number_column("crew that an abandoned station asks for", empty=True),
    "crew_lost": number_column("crew that is given up: to slavers, or for an abandoned ship", empty=True),
    "goods_lost": number_column("goods that smugglers take", empty=True),
    "credits": number_column("the reward in cosmic credits", empty=True),
    "goods": Column(_GOODS, "letters of R, Y, G, B, e.g. RYB", "the reward in goods, e.g. RYB: red, yellow, blue"),
    "days": number_column("flight days it costs", empty=True),
    "planets": Column(
        rf"{_GOODS}(\|{_GOODS}){{0,4}}",
        "goods of each planet, e.g. RR|YGB",
        "the goods of each planet, at most five of them, e.g. RR|YGB",
    ),
    "hits": Column(
        rf"({HITS}( {HITS})*)?",
        "as `large-front small-rear`",
        "meteors or shots by size and side: large-front small-rear",
    ),
    "combat_lines": Column(
        rf"({_LINE}\|{_LINE}\|{_LINE})?",
        "three lines, as crew>days:3|engines>crew:2|cannons>goods:2",
        "three lines of a combat zone, e.g. crew>days:3|engines>crew:2|cannons>shots:small-front",
    ),
    "name": Column(r".{0,30}", "at most 30 characters", "its name in reports; if empty, one made of its figures"),
    **SOURCE,
}
KIND_COLUMNS = {
    "kind": Column(r"[a-z][a-z0-9_]{0,39}", "small letters, digits and _", "its name, as in components.csv"),
    "code": Column(r"[A-Z][A-Z0-9]", "a capital letter and another one or a digit, e.g. B5", "its code in ship files"),
    "crew": Column(rf"[0-{MOST_CREW}]", f"a whole number up to {MOST_CREW}", "how many humans live in it"),
    "aliens": flag("1 if an alien may live there in their place"),
    "batteries": number_column("charges it holds", 64),
    "containers": number_column("ordinary places for goods", 64),
    "special_containers": number_column("places that take red goods too", 64),
    "cannon": Column(
        rf"[0-{MOST_STRENGTH}]", f"a whole number up to {MOST_STRENGTH}", "strength of its cannon, 0 for none"
    ),
    "engine": Column(
        rf"[0-{MOST_STRENGTH}]", f"a whole number up to {MOST_STRENGTH}", "strength of its engine, 0 for none"
    ),
    "powered": flag("1 if its cannon or engine works on a battery alone"),
    "shield": one_word_of(("0", "1", "2", "4"), "how many sides it shields, 0 for none"),
    "life_support": one_word_of(("", "brown", "purple"), "the colour of aliens that it supports"),
    **SOURCE,
}
COMPONENTS = {
    "id": number_column("the component's number; that of one of `from` replaces it", 9999),
    "kind": Column(r".{1,40}", "a kind of kinds.csv", "its kind, a name in kinds.csv"),
    **{
        side: Column("[0-3]", "0 smooth, 1 single, 2 double, 3 universal", f"its connector to the {side}, as printed")
        for side in ("front", "right", "rear", "left")
    },
    **SOURCE,
}
BOARDS = {
    "board": Column(NAME.shape, NAME.cure, "its name; all rows of one name are one board, of at most 64 squares"),
    "row": Column(r"[2-9]|1[0-2]", "a dice sum from 2 to 12", "the dice number of the square's row, front rows first"),
    "column": Column(r"[2-9]|1[0-2]", "a dice sum from 2 to 12", "the dice number of its column, from left to right"),
    "start": flag("1 on the one square of the starting cabin"),
    **SOURCE,
}
LEVELS = {
    "level": Column(NAME.shape, NAME.cure, "its name, e.g. II"),
    "board": Column(r".{1,20}", "a board of boards.csv", "the board its ships are built on"),
    "lap": Column(r"[1-9][0-9]{0,2}", "a whole number from 1 to 999", "how many spaces a lap has", True),
    "starts": numbers("start spaces by place, the first on 0, the others behind", "0 -2 -4 -6", most=4, sign="-?"),
    "order_rewards": numbers("credits for arriving first, second and so on", "8 6 4 2", most=4),
    "looks_reward": number_column("credits for the best-looking ship"),
    "loss_cap": number_column("the most that lost components cost; nothing where there is no such limit", empty=True),
    "price_per_loss": number_column("credits that each lost component costs"),
    "pile": numbers("the levels of the cards in each pile", "1 2 2", most=MOST_PILED),
    "piles": Column(r"[1-9][0-9]?", "a whole number from 1 to 99", "how many piles are dealt", True),
    "learning": one_word_of(("never", "choice", "always"), "whether the learning flight is flown here"),
    "rewards_confidence": SOURCE["confidence"],
    "source": SOURCE["source"],
    "caveat": Column(ANY.shape, ANY.cure, "a sentence for readers of results; for you"),
    "harder": Column("", "nothing: fleets of class IVC are of 2007 alone", "of fleets of class IVC alone: nothing"),
}
GOODS = {
    "colour": one_word_of(("red", "yellow", "green", "blue"), "which goods"),
    "letter": one_word_of(("R", "Y", "G", "B"), "its letter in other tables"),
    "value": number_column("what a cube sells for; from red to blue it never rises"),
    "cubes": number_column("how many cubes the bank has"),
    "cubes_sources": ANY,
    "dangerous": flag("1 for red alone: it needs a special container"),
    **SOURCE,
    "caveat": Column(ANY.shape, ANY.cure, "a sentence for readers of results; for you"),
}
SWITCHES = {
    "switch": Column(r".{1,40}", "a switch", "its name"),
    "value": Column(r"[0-9]{1,2}", "a whole number up to 99", "its value: docs/editions.md says what they mean"),
    **SOURCE,
}
YES_OR_NO = [name for name, kind in Edition.__annotations__.items() if kind == "bool"]
"""Switches of value 0 or 1."""
RANGES = {"side_meteor_reach": 10, "rear_meteor_reach": 10, "reserve": 99, **dict.fromkeys(YES_OR_NO, 1)}
"""The largest value of each switch."""
TABLES: Mapping[str, Mapping[str, Column]] = {
    "cards": CARDS,
    "kinds": KIND_COLUMNS,
    "components": COMPONENTS,
    "boards": BOARDS,
    "levels": LEVELS,
    "goods": GOODS,
    "switches": SWITCHES,
}
"""The columns of every table, in order."""
KEYS = {
    "cards": "id",
    "kinds": "kind",
    "components": "id",
    "boards": "board",
    "levels": "level",
    "goods": "colour",
    "switches": "switch",
}
"""The column that identifies a row, by table; a row of the user's replaces rows of `from` with the same value.

A board replaces all rows of the board with the same name.
"""
SINGULAR = {
    "cards": "card",
    "kinds": "kind",
    "components": "component",
    "boards": "board",
    "levels": "level",
    "goods": "goods",
    "switches": "switch",
}
"""The word for one row of a table, by table."""
PROVENANCE = ("source", "confidence", "rewards_confidence", "caveat", "cubes_sources")
"""Columns on the sources of a row, which are never inherited from a row that it replaces."""
EMPTY = {
    "cards": {"learning": "0"},
    "kinds": dict.fromkeys(
        [name for name in KIND_COLUMNS if name not in ("kind", "code", "life_support", *SOURCE)], "0"
    ),
    "components": dict.fromkeys(("front", "right", "rear", "left"), "0"),
    "boards": {"start": "0"},
    "levels": {"learning": "never", "piles": "4", "price_per_loss": "1", "looks_reward": "0"},
}
"""Values of columns that new rows may leave out, by table; other columns that are left out are empty."""


MOST_SQUARES = 64
COLOURS = ("red", "yellow", "green", "blue")


def check_cards(tables: Tables) -> Wrong:
    """Yield faults of the table of cards: numbers that are used twice."""
    yield from twice(KEYS["cards"], tables["cards"])


def row_faults(table: str, row: Row) -> Iterator[str]:
    """Yield the faults of one row of the table of cards; rows of other tables have none."""
    if table != "cards":
        return
    if row["kind"] and not KINDS.knows(row["kind"]):
        yield KINDS.unknown(row["kind"])
    yield from effect_faults(row)


def effect_faults(row: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults of a card's effect: too many meteors or shots, and empty columns that its kind needs."""
    hits = len(re.findall(HITS, row.get("hits", "") + row.get("combat_lines", "")))
    if hits > ROLLS_IN_A_WORD:
        yield f"{hits} meteors or shots: a card has at most {ROLLS_IN_A_WORD}"
    for column in KINDS[row["kind"]].needs if row["kind"] in KINDS else ():
        if not row.get(column):
            yield f"{column} is empty: a card of kind {row['kind']} needs it"


def check_kinds(tables: Tables) -> Wrong:
    """Yield faults of the table of component kinds.

    Faults are kinds or codes used twice, impossible combinations of properties, and a missing starting cabin.
    """
    yield from twice(KEYS["kinds"], tables["kinds"])
    codes: dict[str, str] = {}
    for line, row in tables["kinds"]:
        other = codes.setdefault(row["code"], row["kind"])
        if other != row["kind"]:
            yield line, f"code {row['code']}: is that of {other}: choose another"
        yield from ((line, text) for text in kind_faults(kind_of_row(row)))
    if START not in {row["kind"] for _, row in tables["kinds"]}:
        yield None, f"kind {START} is missing: ships begin with it"


def kind_faults(kind: Kind) -> Iterator[str]:
    """Yield the combinations of properties that no component of a kind can have."""
    if kind.cannon and kind.engine:
        yield "cannon, engine: a component points one way: give one of them, and 0 for the other"
    if kind.shield in (1, 2) and (kind.cannon or kind.engine):
        yield f"shield {kind.shield}: a cannon or an engine points elsewhere: give 0, or 4 for all sides"
    if kind.powered and not (kind.cannon or kind.engine):
        yield "powered 1: there is no cannon and no engine that needs a battery: give 0"
    if kind.aliens and not kind.crew:
        yield "aliens 1: nobody lives there: give crew, or 0"
    if kind.name == START and (kind.aliens or not kind.crew or kind.faces):
        yield f"{START}: humans live there, no aliens, and it faces no side: give crew, and 0 for the others"


def check_components(tables: Tables) -> Wrong:
    """Yield faults of the components table: repeated identifiers, unknown kinds, connectors at muzzles or nozzles."""
    yield from twice(KEYS["components"], tables["components"])
    kinds_by_name = {row["kind"]: kind_of_row(row) for _, row in tables["kinds"]}
    for line, row in tables["components"]:
        kind = kinds_by_name.get(row["kind"])
        if kind is None:
            yield line, f"kind {row['kind'][:40]!r}: {one_of(row['kind'], kinds_by_name)}"
        elif kind.cannon or kind.engine:
            side = SIDE_NAMES[kind.printed_facing[0]]
            if row[side] != "0":
                what = "muzzle" if kind.cannon else "nozzle"
                yield line, f"{side} {row[side]}: the {what} of a {kind.name} is there as printed: give 0"


def check_boards(tables: Tables) -> Wrong:
    """Yield faults of the table of boards.

    Faults are squares that are repeated, out of order or not connected, and boards with no start, several starts, or no
    level.
    """
    on_a_level = {row["board"] for _, row in tables["levels"]}
    for name, lines in rows_by_key(KEYS["boards"], tables["boards"]).items():
        line = lines[0][0]
        if line is None:
            continue
        squares = [(int(row["row"]), int(row["column"])) for _, row in lines]
        seen: dict[tuple[int, int], int | None] = {}
        for (at, _), square in zip(lines, squares, strict=True):
            if square in seen:
                yield at, f"board {name}: row {square[0]} column {square[1]} is listed twice: leave one out"
            seen.setdefault(square, at)
        starts = [at for at, row in lines if row["start"] == "1"]
        if len(starts) != 1:
            yield (starts or [line])[-1], f"board {name}: start is 1 on {len(starts)} squares: mark one with 1"
        if len(seen) > MOST_SQUARES:
            yield lines[MOST_SQUARES][0], f"board {name}: {len(seen)} squares: a board has at most {MOST_SQUARES}"
        yield from ((seen[square], f"board {name}: {text}") for square, text in _shape(squares))
        if name not in on_a_level:
            yield line, f"board {name}: no level is flown with it: name it in levels.csv"


def _shape(squares: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield faults of a board's shape, each with its square and a text.

    At most two are reported: the first square out of reading order, and the first one that no path of squares connects
    to the start of the list.
    """
    descend = squares[0][0] > squares[-1][0]
    order = sorted(set(squares), key=lambda square: (-square[0] if descend else square[0], square[1]))
    for square, right in zip(dict.fromkeys(squares), order, strict=True):
        if square != right:
            yield square, f"row {square[0]} column {square[1]} stands out of order: front rows first, left to right"
            break
    left = set(squares)
    reached = [squares[0]]
    left.discard(squares[0])
    while reached:
        row, column = reached.pop()
        beside = left & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        left -= beside
        reached += beside
    for square in [square for square in dict.fromkeys(squares) if square in left][:1]:
        yield square, f"row {square[0]} column {square[1]} does not hang together with the first square: join them"


def check_levels(tables: Tables) -> Wrong:
    """Yield faults of the table of levels: a board that does not exist, too few cards, or impossible start spaces."""
    yield from twice(KEYS["levels"], tables["levels"])
    boards_there = {row["board"] for _, row in tables["boards"]}
    stacks: dict[int, int] = {}
    for _, row in tables["cards"]:
        stacks[int(row["level"])] = stacks.get(int(row["level"]), 0) + 1
    starred = any(row["learning"] == "1" for _, row in tables["cards"])
    for line, row in tables["levels"]:
        if row["board"] not in boards_there:
            yield line, f"board {row['board'][:40]!r}: {one_of(row['board'], boards_there)}"
        yield from ((line, text) for text in _places(row))
        yield from ((line, text) for text in _deck(row, stacks))
        if row["learning"] != "never" and not starred:
            yield line, f"learning {row['learning']}: no card has learning 1: star some, or say never"


def _places(row: Row) -> Iterator[str]:
    starts = [int(number) for number in row["starts"].split()]
    rewards = row["order_rewards"].split()
    if len(starts) != len(rewards):
        yield f"starts has {len(starts)} places, order_rewards {len(rewards)}: give as many"
    if starts[0] != 0 or any(one <= other for one, other in pairwise(starts)):
        yield f"starts {row['starts']}: give 0 first, and each further behind, e.g. 0 -2 -4 -6"
    elif -starts[-1] >= int(row["lap"]):
        yield f"starts {row['starts']}: the last one is a lap of {row['lap']} spaces behind: give a longer lap"


def _deck(row: Row, stacks: Mapping[int, int]) -> Iterator[str]:
    pile, piles = [int(number) for number in row["pile"].split()], int(row["piles"])
    if len(pile) * piles > MOST_PILED:
        yield f"pile, piles: {len(pile) * piles} cards: a deck has at most {MOST_PILED}"
    for level in sorted(set(pile)):
        wanted, there = pile.count(level) * piles, stacks.get(level, 0)
        if wanted > there:
            yield f"pile {row['pile']}: takes {wanted} cards of level {level}, there are {there}: add cards"


def check_goods(tables: Tables) -> Wrong:
    """Yield faults of the table of goods: a missing colour, a wrong letter, or values in the wrong order."""
    yield from twice(KEYS["goods"], tables["goods"])
    rows = {row["colour"]: (line, row) for line, row in tables["goods"]}
    for number, colour in enumerate(COLOURS):
        if colour not in rows:
            yield None, f"colour {colour} is missing: add its line"
            continue
        line, row = rows[colour]
        if row["letter"] != "RYGB"[number]:
            yield line, f"letter {row['letter']}: give {'RYGB'[number]} for {colour}"
        if row["dangerous"] != str(int(colour == "red")):
            yield line, f"dangerous {row['dangerous']}: only red is dangerous: give {int(colour == 'red')}"
        before = rows.get(COLOURS[number - 1]) if number else None
        if before is not None and int(before[1]["value"]) < int(row["value"]):
            yield line, f"value {row['value']}: {colour} sells for more than {COLOURS[number - 1]}: red is dearest"


def check_switches(tables: Tables) -> Wrong:
    """Yield faults of the table of switches: unknown or missing switches, and values out of range."""
    yield from twice(KEYS["switches"], tables["switches"])
    for line, row in tables["switches"]:
        if row["switch"] not in RANGES:
            yield line, f"switch {row['switch'][:40]!r}: {one_of(row['switch'], RANGES)}"
        elif int(row["value"]) > RANGES[row["switch"]]:
            yield line, f"value {row['value']}: {row['switch']} is at most {RANGES[row['switch']]}"
    for name in RANGES.keys() - {row["switch"] for _, row in tables["switches"]}:
        yield None, f"switch {name} is missing: add its line"


RESTS_ON = {"components": {"kinds"}, "boards": {"levels"}, "levels": {"boards", "cards"}}
"""The other tables that must be valid before a table can be checked."""
BETWEEN: Mapping[str, Callable[[Tables], Wrong]] = {
    "cards": check_cards,
    "kinds": check_kinds,
    "components": check_components,
    "boards": check_boards,
    "levels": check_levels,
    "goods": check_goods,
    "switches": check_switches,
}
"""The check of each table against the others."""


FIELD = "field"
MOST_SHIPS = 64
"""The largest number of reference ships of one edition."""
DEFAULT_TARGETS = {
    "arrive": "at least 80%",
    "first_place": "at most 5",
    "skill": "at least 10%",
    "captain": "at most 1",
}
"""Targets of an edition that names none.

In order: share of flights in which good ships arrive; credits that the first place is worth; share of ship and captain
in the variance of credits; credits by which a captain is better than the default one.
"""
SHELF = Shelf(
    tables=TABLES,
    keys=KEYS,
    singular=SINGULAR,
    shipped=EDITIONS,
    text=text_of,
    own=OwnEdition,
    checks=BETWEEN,
    many=("boards",),
    provenance=PROVENANCE,
    inherits={"cards": ("level", "learning")},
    empty=EMPTY,
    rests_on=RESTS_ON,
    of_row=row_faults,
    names=("board", "level", "source", "confidence", "caveat"),
    known=lambda: tuple(KINDS),
    elsewhere=partial(edition_of_other_world, "trucker"),
    targets=DEFAULT_TARGETS,
)


def reference_ships(path: Path, base: str) -> Texts:
    """Return the reference ships of a folder and of its base edition, as pairs of `field/BOARD/FILE` and a text.

    Raises:
        AnalyzerError: There are too many ships, or one cannot be read.
    """
    places = sorted(place for place in (path / FIELD).glob("*/*.yaml") if is_own_file(place.name))
    if len(places) > MOST_SHIPS:
        raise AnalyzerError(f"{path / FIELD}: {len(places)} ships: an edition has at most {MOST_SHIPS} reference ships")
    own = {f"{FIELD}/{place.parent.name}/{place.name}": read_text(place) for place in places}
    inherited = dict(text for text in (OWN[base].texts if base in OWN else ()) if text[0].startswith(FIELD))
    return tuple(sorted((inherited | own).items()))


def beside_tables(path: Path, base: str) -> Texts:
    """Return the reference ships and the tables of captains' fitted values of a folder, as pairs of path and text.

    Raises:
        AnalyzerError: A ship or a table of values cannot be read.
    """
    fitted = []
    for place in sorted(place for place in (path / VALUES).glob("*.csv") if is_own_file(place.name)):
        text = read_text(place)
        try:
            values_from(text)
        except ValueError as error:
            cure = "fit it again with `analyzer captain SHIP --values`, or delete it"
            raise AnalyzerError(f"{place}: {error}: {cure}") from error
        fitted.append((f"{VALUES}/{place.name}", text))
    return (*reference_ships(path, base), *fitted)


def _rules(tables: Mapping[str, list[Line]]) -> Texts:
    """Return the user's own rules for the kinds of cards in the tables, as pairs of a file name and a text."""
    return tuple(KINDS.rules_of({row["kind"] for _, row in tables["cards"]}))


FOLDERS = Folders(SHELF, beside_tables, _rules)
named_edition = FOLDERS.named
seen_from = OwnEdition.seen_from


def ships_to_write(edition: str) -> dict[str, str]:
    """Return the texts of an edition's reference ships, by `field/BOARD/FILE`, for the folder of a new edition.

    Each of these ship files names its edition as `../..`, the folder two levels above the file's folder.
    """
    return {
        name: re.sub(r"^edition:.*$", "edition: ../..", text, count=1, flags=re.MULTILINE)
        for name, text in sorted(field_ships(edition).items())
    }


def field_ships(edition: str) -> dict[str, str]:
    """Return the texts of an edition's reference ships as they are, by `field/BOARD/FILE`."""
    shelf = files("analyzer.trucker") / "data" / base_of(edition) / FIELD
    boards = {row["board"] for row in csv.DictReader(table_of(edition, "boards").splitlines())}
    ships = {
        f"{FIELD}/{board.name}/{ship.name}": ship.read_text(encoding="utf-8")
        for board in shelf.iterdir()
        for ship in board.iterdir()
        if board.name in boards
    }
    own = OWN[edition].texts if edition in OWN else ()
    return ships | {name: text for name, text in own if name.startswith(FIELD)}


Keys = Iterator[tuple[str | None, str | None]]
SORT = ("kind", "level")
"""Columns that have equal values in all cards that count as the same."""


def pairs(one: str, other: str) -> list[Pair]:
    """Return pairs of matching rows from the tables of two editions, matched by name or key.

    All squares of a board form one row. Components of equal kind and connectors form one row with their number.
    """
    kinds = {**load_edition(other).kinds, **load_edition(one).kinds}
    gathered = {"boards": _squares, "components": _counted(kinds)}
    return differences.pairs(SHELF, one, other, gathered, {"cards": same_cards, "components": _turned(kinds)})


def same_cards(ones: Rows, others: Rows) -> Keys:
    """Yield pairs of the keys of matching cards of two editions; a card without a match is paired with None.

    Equal cards are matched first, then the most similar cards of one kind and level. Card numbers do not matter.
    """
    left, right = list(ones), list(others)
    matched: dict[str, str] = {}
    # first equal cards, then any of one kind and level; the closest pair each time
    for alike in (eq, _of_a_sort):
        by_distance = sorted(
            (_distance(ones[a], others[b]), a != b, i, j, a, b)
            for i, a in enumerate(left)
            for j, b in enumerate(right)
            if alike(ones[a], others[b])
        )
        for *_, a, b in by_distance:
            if a in left and b in right:
                matched[a] = b
                left.remove(a)
                right.remove(b)
    yield from ((key, matched.get(key)) for key in ones)
    yield from ((None, key) for key in right)


def _of_a_sort(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(one[column] == other[column] for column in SORT)


def _distance(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    """Return a measure of how much two cards differ: the number of letters in differing columns.

    Long columns count more, because e.g. planets say more about a card than days.
    """
    return sum(max(len(one[column]), len(other[column])) for column in one if one[column] != other[column])


def _squares(rows: list[dict[str, str]]) -> Rows:
    """Return for each board a row with its squares and its start, as texts such as `5,7 5,8`."""
    boards: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        board = boards.setdefault(row["board"], {"squares": [], "start": []})
        board["squares"].append(f"{row['row']},{row['column']}")
        board["start"] += [f"{row['row']},{row['column']}"] * (row["start"] == "1")
    return {name: {what: " ".join(squares) for what, squares in board.items()} for name, board in boards.items()}


def _upright(name: str, kinds: Mapping[str, Kind]) -> str:
    """Return a component as kind and connectors, turned into a standard orientation.

    A cannon, engine or shield is not turned, because it faces a side.
    """
    name_of_kind, connectors = name.split()
    kind = kinds[name_of_kind]
    if kind.cannon or kind.engine or kind.shield:
        return name
    return f"{name_of_kind} {min(connectors[turn:] + connectors[:turn] for turn in range(4))}"


def _counted(kinds: Mapping[str, Kind]) -> Callable[[list[dict[str, str]]], Rows]:
    """Return a function that counts the components in rows by kind and connectors; orientations count together."""

    def counted(rows: list[dict[str, str]]) -> Rows:
        numbers: dict[str, int] = {}
        first: dict[str, str] = {}
        for row in rows:
            name = f"{row['kind']} {row['front']}{row['right']}{row['rear']}{row['left']}"
            name = first.setdefault(_upright(name, kinds), name)
            numbers[name] = numbers.get(name, 0) + 1
        return {name: {differences.NUMBER: str(number)} for name, number in numbers.items()}

    return counted


def _turned(kinds: Mapping[str, Kind]) -> Callable[[Rows, Rows], Keys]:
    """Return a function that pairs the components of two editions that are equal up to rotation."""

    def matched(ones: Rows, others: Rows) -> Keys:
        here, there = ({_upright(name, kinds): name for name in rows} for rows in (ones, others))
        of_kind = list(kinds)
        for upright in sorted({**here, **there}, key=lambda name: of_kind.index(name.split()[0])):
            yield here.get(upright), there.get(upright)

    return matched
