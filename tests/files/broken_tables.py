"""Folders of tables that somebody broke: tables cut, cells swapped, lines lost or there twice, letters changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from analyzer import AnalyzerError
from tests.doors.files import Fault


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


def with_junk(junk: Sequence[str]) -> Callable[[str, random.Random], str]:
    """A cell holds something else."""

    def junked(text: str, dice: random.Random) -> str:
        def change(cells: list[str]) -> None:
            cells[dice.randrange(len(cells))] = dice.choice(junk)

        return _cells(text, dice, change)

    return junked


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


def broken(whole: Path, folder: Path, dice: random.Random, junk: Sequence[str]) -> None:
    """A copy of a folder with one to three things broken; `junk`: what may stand in a cell then."""
    breaks = (cut, without_a_line, with_a_line_twice, with_junk(junk), swapped, with_a_letter)
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(whole.iterdir()) if path.is_file()}
    for _ in range(dice.randint(1, 3)):
        name = dice.choice([*texts])
        if texts[name]:
            try:
                texts[name] = dice.choice(breaks)(texts[name], dice)
            except IndexError:
                continue
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def refused(folder: Path, load: Callable[[Path], object]) -> bool:
    """Whether the folder is refused; raises AssertionError for a fault without a place in it."""
    try:
        load(folder)
    except AnalyzerError as error:
        for fault in error.faults:
            assert isinstance(fault, Fault), fault
            assert str(folder) in fault, fault
        return True
    return False
