"""Tables of class IVC (board, dice, insurance, layouts, level IV, switches), and rules that need only these tables.

A folder of the user's own may replace any of these tables.

The payment for losses is the premium plus one credit for each lost component, up to the cap.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

from analyzer.errors import AnalyzerError, Fault, one_of
from analyzer.files.csvfile import parse_rows
from analyzer.files.places import path_of
from analyzer.files.yamlfile import read_text
from analyzer.trucker.edition import SHELF, Card, CombatLine, Hit, Level, load_edition
from analyzer.trucker.fleets.borders import BETWEEN, LAYOUTS, PARTS, QUARTERS, canonical, parts_of
from analyzer.trucker.ship.component import Square

Row = dict[str, str]
CHANGES = (
    "enemy_strength",
    "crew_asked",
    "crew_given_to_abandoned_ships",
    "credits_paid_by_cards",
    "goods_step",
    "crew_or_goods_lost",
    "first_hit",
)
FIRST_LINE = 2
"""Number of the line of a table's file that holds the first row of values."""


def board_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of squares: wrong or repeated squares, missing quarters, quarters that do not touch."""
    wrong = (
        list(_numbers(rows, "row", 1, 13)) + list(_numbers(rows, "column", 1, 13)) + list(_names(rows, "part", PARTS))
    )
    yield from wrong
    if wrong:
        return
    squares = [(int(row["row"]), int(row["column"])) for row in rows]
    twice = [square for square, times in Counter(squares).items() if times > 1]
    for square in twice:
        lines = [line for line, other in enumerate(squares, FIRST_LINE) if other == square]
        text = f"square {list(square)} is in line {lines[0]} already: a square lies in one part"
        yield Fault(text, line=lines[-1])
    if len(set(squares)) > 64:
        yield Fault(f"{len(set(squares))} squares: at most 64 can be analysed")
    parts = dict(zip(squares, (row["part"] for row in rows), strict=True))
    for quarter in QUARTERS:
        if quarter not in parts.values():
            yield Fault(f"no square of {quarter}: give some")
    if not twice and set(QUARTERS) <= set(parts.values()):
        for border, (one, other) in BETWEEN.items():
            joined = {square for square, part in parts.items() if part in (one, other, *parts_of(border))}
            if not _hang_together(joined):
                text = f"{one} and {other} do not touch, so border {border} cannot join them: correct their squares"
                yield Fault(text)


def dice_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of dice results: missing or repeated results, wrong borders, a sum other than 36."""
    wrong = [fault for name in ("low", "high") for fault in _numbers(rows, name, 1, 6)]
    wrong += _numbers(rows, "ways", 0, 36)
    for line, row in enumerate(rows, FIRST_LINE):
        if canonical(row.get("joined", "")) is None:
            wrong.append(Fault(f"joined {row.get('joined', '')!r}: give borders of F, B, L, R, e.g. F+L", line=line))
        elif canonical(row["joined"]) != row["joined"]:
            wrong.append(Fault(f"joined {row['joined']!r}: write {canonical(row['joined'])}", line=line))
    yield from wrong
    if wrong:
        return
    thrown = Counter((int(row["low"]), int(row["high"])) for row in rows)
    every = set(combinations_with_replacement(range(1, 7), 2))
    for low, high in sorted(thrown.keys() - every):
        yield Fault(f"dice {low} and {high}: write the lower first")
    for low, high in sorted(every - thrown.keys()):
        yield Fault(f"no line for dice {low} and {high}: there are 21 results")
    twice = ((low, high, times) for (low, high), times in thrown.items() if times > 1)
    yield from (Fault(f"dice {low} and {high} are listed {times} times: leave one line") for low, high, times in twice)
    total = sum(int(row["ways"]) for row in rows)
    if total != 36:
        yield Fault(f"ways sum to {total}: two dice fall in 36 ways")


def insurance_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of insurance: repeated premiums, no premium 0, a higher premium without a lower cap."""
    wrong = [*_numbers(rows, "premium", 0, 99), *_numbers(rows, "cap", 0, 99, optional=True)]
    yield from wrong
    if wrong:
        return
    premiums = Counter(int(row["premium"]) for row in rows)
    twice = ((premium, times) for premium, times in premiums.items() if times > 1)
    yield from (Fault(f"premium {premium} is listed {times} times: leave one line") for premium, times in twice)
    if 0 not in premiums:
        yield Fault("no line for premium 0: flying without insurance is always a choice")
    # 999 stands for no cap: premiums and caps have at most two digits.
    caps = [int(row["cap"] or 999) for row in sorted(rows, key=lambda row: int(row["premium"]))]
    if any(later >= earlier for earlier, later in pairwise(caps)):
        yield Fault("a higher premium must have a lower cap: correct the figures")


def layout_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of layouts: missing layouts, wrong numbers of throws, or a sum other than 36."""
    wrong = [*_names(rows, "layout", LAYOUTS), *_numbers(rows, "alternative_ways", 0, 36)]
    yield from wrong
    named = {row.get("layout") for row in rows}
    yield from (Fault(f"no line for layout {name}") for name in LAYOUTS if name not in named)
    if not wrong and (total := sum(int(row["alternative_ways"]) for row in rows)) != 36:
        yield Fault(f"alternative_ways sum to {total}: two dice fall in 36 ways")


def level_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of changes by level IV: missing or unknown changes."""
    yield from _names(rows, "change", CHANGES)
    yield from _numbers(rows, "value", 0, 9)
    named = {row.get("change") for row in rows}
    yield from (Fault(f"no line for {name}") for name in CHANGES if name not in named)


@cache
def switch_rows() -> tuple[Row, ...]:
    """Return the rows of the program's table of switches, i.e. of points that the rules of class IVC leave open."""
    text = (SHELF / "2007" / "IVC" / "switches.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def switch_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Yield flaws of the table of switches: unknown or repeated switches, and values that the program cannot fly."""
    known = {row["switch"]: tuple(row["flown"].split()) for row in switch_rows()}
    yield from _names(rows, "switch", tuple(known))
    for switch, times in Counter(row.get("switch", "") for row in rows).items():
        if times > 1:
            yield Fault(f"switch {switch[:40]} is listed {times} times: leave one line")
    for line, row in enumerate(rows, FIRST_LINE):
        values, value = known.get(row.get("switch", ""), ()), row.get("value", "")[:40]
        if values and value not in values:
            yield Fault(f"{row['switch']} {value!r}: {one_of(value, values)}", line=line)


FLAWS: dict[str, Callable[[list[Row]], Iterator[Fault]]] = {
    "board": board_flaws,
    "dice": dice_flaws,
    "insurance": insurance_flaws,
    "layouts": layout_flaws,
    "level_iv": level_flaws,
    "switches": switch_flaws,
}
"""Function that checks the rows of a table, by name of the table."""


def _numbers(rows: list[Row], column: str, low: int, high: int, optional: bool = False) -> Iterator[Fault]:
    for line, row in enumerate(rows, FIRST_LINE):
        text = row.get(column, "")
        if optional and not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 4 and low <= int(text) <= high):
            yield Fault(f"{column} {text[:40]!r}: give a whole number from {low} to {high}", line=line)


def _names(rows: list[Row], column: str, allowed: tuple[str, ...]) -> Iterator[Fault]:
    for line, row in enumerate(rows, FIRST_LINE):
        if row.get(column, "") not in allowed:
            name = row.get(column, "")[:40]
            yield Fault(f"{column} {name!r}: {one_of(name, allowed)}", line=line)


def _hang_together(squares: set[tuple[int, int]]) -> bool:
    reached, new = set(), {min(squares)}
    while new:
        reached |= new
        # Flood fill over neighbouring squares.
        beside = {(row + a, column + b) for row, column in new for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        new = (beside & squares) - reached
    return reached == squares


EDITION, BOARD, LEVEL = "2007", "IVC", "IV"
HOME = SHELF / EDITION / BOARD


@dataclass(frozen=True)
class Result:
    """One result of the two dice that join a build, with the borders that it joins.

    Attributes:
        low: The lower die.
        high: The higher die.
        ways: Number of throws, of 36, with this result.
        joined: Borders that it joins.
    """

    low: int
    high: int
    ways: int
    joined: str

    @property
    def dice(self) -> tuple[int, int]:
        """Both dice of the result, the lower first."""
        return self.low, self.high


Texts = tuple[tuple[str, str], ...]
"""Tables as pairs of a name and the text of the file."""


@dataclass(frozen=True)
class FleetTables:
    """All tables of class IVC: board, dice, insurance, level IV and switches.

    Attributes:
        parts: Part of the board of each square, in reading order: a quarter, `join_front` or `join_rear`. Squares of
            the last two are built on only if that border grows together.
        dice: Results of the two dice.
        insurance: Cap on the charge for losses by premium, in credits; None for no cap.
        alternative_ways: Number of throws, of 36, that make each layout under another reading of the rule text, which
            lists only results with two different faces.
        level_iv: Amount of each change that level IV makes to cards.
        switches: Chosen reading of each point that the rule text leaves open.
        texts: Tables that replace those of the program, by name.
    """

    parts: Mapping[Square, str]
    dice: tuple[Result, ...]
    insurance: Mapping[int, int | None]
    alternative_ways: Mapping[str, int]
    level_iv: Mapping[str, int]
    switches: Mapping[str, str]
    texts: Texts = ()

    def __hash__(self) -> int:
        return hash(self.texts)

    @property
    def replaced(self) -> tuple[str, ...]:
        """Names of the user's own tables, which replace tables of the program."""
        return tuple(table for table, _ in self.texts)

    def caveats(self) -> tuple[str, ...]:
        """Return sentences on the entries of these tables that are uncertain."""
        ours = [what for table, what in CAVEATS.items() if table not in self.replaced]
        theirs = [f"class IVC: {table}.csv is the user's own" for table in self.replaced]
        return (*ours, *theirs)


CAVEATS = {
    "board": "class IVC: the split of the board into quarters is inferred",
    "dice": "class IVC: which two dice join which borders is inferred from how many results the rule text lists",
}


OURS = {row["switch"]: row["value"] for row in switch_rows()}
"""Value of every switch in the program's own table; a user's table may name only some switches."""
READ: dict[str, Callable[[list[Row]], object]] = {
    "board": lambda rows: {(int(row["row"]), int(row["column"])): row["part"] for row in rows},
    "dice": lambda rows: tuple(
        sorted(
            (Result(int(row["low"]), int(row["high"]), int(row["ways"]), row["joined"]) for row in rows),
            key=lambda result: result.dice,
        )
    ),
    "insurance": lambda rows: dict(
        sorted((int(row["premium"]), int(row["cap"]) if row["cap"] else None) for row in rows)
    ),
    "layouts": lambda rows: {row["layout"]: int(row["alternative_ways"]) for row in rows},
    "level_iv": lambda rows: {row["change"]: int(row["value"]) for row in rows},
    "switches": lambda rows: OURS | {row["switch"]: row["value"] for row in rows},
}
"""Function that reads the rows of a table, by name of the table."""
NEEDED = {
    "board": ("row", "column", "part"),
    "dice": ("low", "high", "ways", "joined"),
    "insurance": ("premium", "cap"),
    "layouts": ("layout", "alternative_ways"),
    "level_iv": ("change", "value"),
    "switches": ("switch", "value"),
}
"""Columns that a table must have, by name of the table."""
FIELDS = {"board": "parts", "layouts": "alternative_ways"}
"""Fields of FleetTables that have other names than the tables that they hold."""


def fleet_tables(folder: str | Path | FleetTables | None = None) -> FleetTables:
    """Return the tables of class IVC, with those in a folder in place of the program's.

    Args:
        folder: A folder with some or all of the tables; None for the program's. A `FleetTables` is returned unchanged.

    Raises:
        AnalyzerError: If the folder does not exist or holds no table, or with every fault of every table.

    >>> import analyzer
    >>> analyzer.fleet_tables() == analyzer.fleet_tables(None)
    True
    """
    if folder is None:
        return tables_of(())
    if isinstance(folder, FleetTables):
        return folder
    paths = dict(_paths_in(path_of(folder, "a folder of tables")))
    texts = tuple((table, read_text(path)) for table, path in paths.items())
    return tables_of(texts, tuple(str(path) for path in paths.values()))


@cache
def tables_of(texts: Texts, paths: tuple[str, ...] = ()) -> FleetTables:
    """Return all tables of class IVC, with the given texts in place of the program's tables of the same names.

    Args:
        texts: Tables as pairs of a name and the text of the file.
        paths: Names of the files, for error messages.
    """
    where = dict(zip((table for table, _ in texts), paths, strict=False))
    faults: list[Fault] = []
    read_tables: dict[str, object] = {}
    theirs = dict(texts)
    for table, read in READ.items():
        ours, place = (HOME / f"{table}.csv").read_text(encoding="utf-8"), where.get(table, f"{table}.csv")
        columns = ours.partition("\n")[0].split(",")
        try:
            rows = [row for _, row in parse_rows(theirs.get(table, ours), place, columns, NEEDED[table])]
        except AnalyzerError as error:
            faults += error.faults
            continue
        flaws = list(FLAWS[table](rows))
        faults += [fault.in_file(place) for fault in flaws]
        read_tables[FIELDS.get(table, table)] = read(rows) if not flaws else None
    if faults:
        raise AnalyzerError(faults)
    return FleetTables(**read_tables, texts=texts)  # type: ignore[arg-type]


def _paths_in(folder: Path) -> Iterator[tuple[str, Path]]:
    if not os.path.isdir(folder):
        raise AnalyzerError(f"tables {folder}: name a folder with any of {', '.join(f'{name}.csv' for name in READ)}")
    names = [table for table in READ if os.path.lexists(folder / f"{table}.csv")]
    if not names:
        raise AnalyzerError(f"tables {folder}: holds none of {', '.join(f'{name}.csv' for name in READ)}")
    yield from ((name, folder / f"{name}.csv") for name in names)


def card(name: str | int, level: str | None = None, tables: FleetTables | None = None) -> Card:
    """Return a card as it is printed, or with the changes that the rules of a level (IV) make to it.

    Args:
        name: Number of the card, with its edition if it is not 2007, e.g. `28` or `"2007/28"`.
        level: Level at which it is met; as printed if None.
        tables: Tables of class IVC; those of the program if None.

    Raises:
        AnalyzerError: If there is no such card or level.

    >>> import analyzer
    >>> [hit.side.name for hit in analyzer.card("2007/48").hits[:2]]
    ['RIGHT', 'RIGHT']
    >>> len(analyzer.card("2007/48", level="IV").hits) - len(analyzer.card("2007/48").hits)
    1
    """
    edition, _, number = str(name).rpartition("/")
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise AnalyzerError(f"card {str(name)[:40]!r}: give edition and number, e.g. 2007/28")
    rules = load_edition(edition or EDITION)
    printed = rules.card(int(number))
    if level is None or not rules.level(level).level_iv_changes:
        return printed
    return as_revealed(printed, dict((tables or fleet_tables()).level_iv))


def revealed_at(level: Level, printed: Card) -> Card:
    """Return a printed card with the numbers that hold at a level: level IV changes them, other levels do not."""
    return as_revealed(printed, dict(level.level_iv_changes)) if level.level_iv_changes else printed


def as_revealed(printed: Card, more: Mapping[str, int]) -> Card:
    """Return the printed card with the changes of level IV; numbers that are not printed stay 0.

    Enemies become stronger. Abandoned ships and stations ask for more crew, and abandoned ships take more of it.
    Credits paid, and crew or goods lost, rise. The goods of each loading may improve. The first meteor or shot comes
    twice, each time with its own roll. Days stay the same.
    """
    asks = printed.crew_required > 0
    lost = more["crew_given_to_abandoned_ships"] if asks else more["crew_or_goods_lost"]
    return replace(
        printed,
        strength=_raised(printed.strength, more["enemy_strength"]),
        crew_required=_raised(printed.crew_required, more["crew_asked"]),
        crew_lost=_raised(printed.crew_lost, lost),
        goods_lost=_raised(printed.goods_lost, more["crew_or_goods_lost"]),
        credits=_raised(printed.credits, more["credits_paid_by_cards"]),
        hits=_first_again(printed.hits, more["first_hit"]),
        lines=_lines(printed.lines, more),
        goods_step=more["goods_step"] if any(printed.goods) or printed.planets else 0,
    )


def _raised(number: int, by: int) -> int:
    return number + by if number else 0


def _first_again(hits: tuple[Hit, ...], times: int) -> tuple[Hit, ...]:
    return hits[:1] * times + hits[1:]


def _lines(lines: tuple[CombatLine, ...], more: Mapping[str, int]) -> tuple[CombatLine, ...]:
    """Return the lines of a combat zone as level IV changes them: more crew and goods lost, the first shot repeated.

    Args:
        lines: The printed lines.
        more: By name of a change, how much is added; for `first_hit`, how often the first shot of the card comes.
    """
    first = next((number for number, line in enumerate(lines) if line.shots), None)
    changed = []
    for number, line in enumerate(lines):
        amount = line.amount + more["crew_or_goods_lost"] * (line.penalty in ("crew", "goods"))
        shots = _first_again(line.shots, more["first_hit"]) if number == first else line.shots
        changed.append(replace(line, amount=amount, shots=shots))
    return tuple(changed)


@dataclass(frozen=True)
class Insurance:
    """Exact cost of each premium, for a distribution of the number of lost components.

    Attributes:
        total: Mean of premium plus charge for losses, in credits, by premium.
        variance: Variance of premium plus charge for losses, in credits squared, by premium.
        break_even: Mean credits that the cap of a premium saves, by premium. The premium pays if it costs less.
    """

    total: Mapping[int, Fraction]
    variance: Mapping[int, Fraction]
    break_even: Mapping[int, Fraction]

    @property
    def cheapest(self) -> tuple[int, ...]:
        """Premiums with the lowest mean total; several if they tie."""
        least = min(self.total.values())
        return tuple(premium for premium, total in self.total.items() if total == least)


def insurance(losses: Mapping[int, int | Fraction], tables: FleetTables | None = None) -> Insurance:
    """Return the exact cost of every premium for a distribution of lost components.

    Args:
        losses: Weight of each number of lost components, i.e. how often it occurs; weights need not sum to 1.
        tables: Tables of class IVC; those of the program if None.

    Returns:
        Mean cost (credits), its variance (credits squared) and mean saving (credits) of each premium, as fractions.

    Raises:
        AnalyzerError: If a number of components is no whole number from 0, or if weights are below 0 or all 0.

    >>> import analyzer
    >>> analyzer.insurance({20: 1}).cheapest     # a known loss of 20: none and the dearest cost the same
    (0, 8)
    """
    faults = list(_faults(losses))
    if faults:
        raise AnalyzerError(faults)
    total, variance, saved = {}, {}, {}
    for premium, cap in (tables or fleet_tables()).insurance.items():
        paid = {lost: lost if cap is None else min(lost, cap) for lost in losses}
        mean = _mean(losses, paid)
        total[premium] = premium + mean
        variance[premium] = _mean(losses, {lost: amount**2 for lost, amount in paid.items()}) - mean**2
        saved[premium] = _mean(losses, {lost: lost - amount for lost, amount in paid.items()})
    return Insurance(total, variance, saved)


def _mean(weights: Mapping[int, int | Fraction], values: Mapping[int, int]) -> Fraction:
    whole = sum((Fraction(weight) for weight in weights.values()), Fraction(0))
    return sum((Fraction(weight) * values[lost] for lost, weight in weights.items()), Fraction(0)) / whole


def _faults(losses: object) -> list[str]:
    if not isinstance(losses, Mapping):
        return [f"losses {losses!r}: give how often so many components are lost, e.g. {{0: 12, 31: 3}}"]
    faults = [
        f"a loss of {lost!r}: give a whole number of components, at least 0"
        for lost in losses
        if type(lost) is not int or lost < 0
    ]
    faults += [
        f"a loss of {lost!r} comes {often!r} times: give a whole number or a fraction, at least 0"
        for lost, often in losses.items()
        if isinstance(often, bool) or not isinstance(often, int | Fraction) or often < 0
    ]
    if not faults and not any(losses.values()):
        faults = ["losses: none of them ever comes: give one a weight above 0"]
    return faults
