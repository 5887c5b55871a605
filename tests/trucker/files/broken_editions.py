"""Editions that somebody broke: tables cut, cells swapped, lines lost, kinds that nobody knows, boards with holes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import analyzer
from analyzer.errors import AnalyzerError, Fault

TABLES = ("cards", "kinds", "components", "boards", "levels", "goods", "switches")
JUNK = (
    "",
    "-1",
    "x",
    "999999",
    "0",
    "1",
    "pirates",
    "W",
    "II",
    "0 -2",
    "RRRR|Y",
    "é",
    "#",
    '"',
    "1 2 3",
    "large-front",
)


def cut(text: str, dice: random.Random) -> str:
    """Only the beginning of it."""
    return text[: dice.randrange(len(text))]


def without_a_line(text: str, dice: random.Random) -> str:
    """A line is lost."""
    lines = text.splitlines(keepends=True)
    lines.pop(dice.randrange(len(lines)))
    return "".join(lines)


def with_a_line_twice(text: str, dice: random.Random) -> str:
    """A line is there twice."""
    lines = text.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    return "".join([*lines[: at + 1], *lines[at:]])


def _cells(text: str, dice: random.Random, change: Callable[[list[str]], None]) -> str:
    lines = text.splitlines()
    at = dice.choice([number for number, line in enumerate(lines) if "," in line and not line.startswith("#")])
    cells = lines[at].split(",")
    change(cells)
    lines[at] = ",".join(cells)
    return "\n".join(lines) + "\n"


def with_junk(text: str, dice: random.Random) -> str:
    """A cell holds something else."""

    def change(cells: list[str]) -> None:
        cells[dice.randrange(len(cells))] = dice.choice(JUNK)

    return _cells(text, dice, change)


def swapped(text: str, dice: random.Random) -> str:
    """Two cells of a line have changed places."""

    def change(cells: list[str]) -> None:
        one, other = dice.randrange(len(cells)), dice.randrange(len(cells))
        cells[one], cells[other] = cells[other], cells[one]

    return _cells(text, dice, change)


def with_a_letter(text: str, dice: random.Random) -> str:
    """One letter is another."""
    at = dice.randrange(len(text))
    return text[:at] + dice.choice('x0,"\n#|;é\t') + text[at + 1 :]


BREAKS = (cut, without_a_line, with_a_line_twice, with_junk, swapped, with_a_letter)


def broken(whole: Path, folder: Path, dice: random.Random) -> None:
    """A copy of a folder with one to three things broken."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in whole.iterdir() if path.is_file()}
    for _ in range(dice.randint(1, 3)):
        name = dice.choice([*texts])
        if texts[name]:
            try:
                texts[name] = dice.choice(BREAKS)(texts[name], dice)
            except IndexError:
                continue
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def refused_or_flies(folder: Path, ship: Path) -> str:
    """Every fault has its place in the folder, or a ship flies; "refused" or "flown".

    Raises AssertionError for a fault without a place, and whatever else is raised.
    """
    try:
        edition = analyzer.load_edition(folder)
    except AnalyzerError as error:
        for fault in error.faults:
            assert isinstance(fault, Fault), fault
            assert str(folder) in fault, fault
        return "refused"
    try:
        layout = analyzer.load_ship(ship, edition=str(folder))
        analyzer.fly([layout], flights=3, rivals="alone", repair=True)
    except AnalyzerError:
        return "refused"
    assert edition.cards
    return "flown"
