"""What cannot stand in a table of class IVC: every fault at once, each with its line and the cure."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise

from analyzer.errors import Fault, one_of
from analyzer.trucker.edition import SHELF
from analyzer.trucker.fleets.borders import BETWEEN, LAYOUTS, PARTS, QUARTERS, canonical, parts_of

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
"""Of a table: its first row of figures."""


def board_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Squares that cannot be, lie in two parts, or leave a quarter in pieces or apart from its neighbour."""
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
    """Results that are missing or twice there, ways that do not sum to 36, borders that are none."""
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
    yield from (Fault(f"dice {low} and {high} are there {n} times") for (low, high), n in thrown.items() if n > 1)
    total = sum(int(row["ways"]) for row in rows)
    if total != 36:
        yield Fault(f"ways sum to {total}: two dice fall in 36 ways")


def insurance_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Premiums that are twice there, caps that rise with the premium, or no line for flying without."""
    wrong = [*_numbers(rows, "premium", 0, 99), *_numbers(rows, "cap", 0, 99, optional=True)]
    yield from wrong
    if wrong:
        return
    premiums = Counter(int(row["premium"]) for row in rows)
    twice = ((premium, times) for premium, times in premiums.items() if times > 1)
    yield from (Fault(f"premium {premium} is there {times} times") for premium, times in twice)
    if 0 not in premiums:
        yield Fault("no line for premium 0: flying without insurance is always a choice")
    caps = [int(row["cap"] or 999) for row in sorted(rows, key=lambda row: int(row["premium"]))]
    if any(later >= earlier for earlier, later in pairwise(caps)):
        yield Fault("a higher premium must have a lower cap: correct the figures")


def layout_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Layouts that are missing, or ways that do not sum to 36."""
    wrong = [*_names(rows, "layout", LAYOUTS), *_numbers(rows, "alternative_ways", 0, 36)]
    yield from wrong
    named = {row.get("layout") for row in rows}
    yield from (Fault(f"no line for layout {name}") for name in LAYOUTS if name not in named)
    if not wrong and (total := sum(int(row["alternative_ways"]) for row in rows)) != 36:
        yield Fault(f"alternative_ways sum to {total}: two dice fall in 36 ways")


def level_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Changes that are missing or unknown."""
    yield from _names(rows, "change", CHANGES)
    yield from _numbers(rows, "value", 0, 9)
    named = {row.get("change") for row in rows}
    yield from (Fault(f"no line for {name}") for name in CHANGES if name not in named)


@cache
def switch_rows() -> tuple[Row, ...]:
    """Our table of switches."""
    text = (SHELF / "2007" / "IVC" / "switches.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def switch_flaws(rows: list[Row]) -> Iterator[Fault]:
    """Switches that are unknown or twice there, values that are not flown."""
    known = {row["switch"]: tuple(row["flown"].split()) for row in switch_rows()}
    yield from _names(rows, "switch", tuple(known))
    for switch, times in Counter(row.get("switch", "") for row in rows).items():
        if times > 1:
            yield Fault(f"switch {switch[:40]} is there {times} times")
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
"""By table what is wrong with its rows."""


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
        beside = {(row + a, column + b) for row, column in new for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        new = (beside & squares) - reached
    return reached == squares
