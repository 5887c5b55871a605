"""The notes of any game: an evaluation also judges what was noted, if it tried other options only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.doors.host import Desk, Notes, server
from tests.doors.host import notes as module
from tests.host.browsing import serving


class Guessing:
    """A game of one decision after the other, in each of which 0 is best; evaluations try 0 alone, and what was noted.

    Its options are numbers, each of which loses as much as it is.
    """

    GRADES: ClassVar[Mapping[str, float]] = {"mistake": 2.0}
    UNIT: ClassVar[str] = "points"
    SHOWN_AFTER: ClassVar[tuple[int, ...]] = (1, 2)
    EARLIER: ClassVar[int] = 1

    def scene(self, line: Any) -> Any:
        choices = tuple(module.Choice(str(number), {"guess": number}) for number in range(5))
        return module.Scene("guessing", "", "", (), (), module.Question("?", choices))

    def text(self, line: Any, file: Any = "") -> str:
        return ""

    def evaluate(self, line: Any, trials: int, check: Callable[[int], None], noted: Any = None) -> Any:
        tried = {0, *([] if noted is None else [noted["guess"]])}
        options = [module.JudgedChoice(str(one), "", {"guess": one}, one, one) for one in sorted(tried)]
        return module.Evaluation(trials, (), 0.0, 0.0, tuple(options))


class InPairs(Guessing):
    """Two guesses make a line of the record."""

    def text(self, line: Any, file: Any = "") -> str:
        words = [str(one["guess"]) for one in line]
        return "".join(f"{one} {other}\n" for one, other in zip(words[::2], words[1::2], strict=False))


def test_desk_judges_what_was_noted() -> None:
    """The noted guess was not tried before it was noted, and is graded all the same."""
    graded = threading.Event()
    points: list[dict[str, Any]] = []

    def show(message: dict[str, Any]) -> None:
        points[:] = message.get("points", points)
        if [one["grade"] for one in points[:2]] == ["mistake", ""] and "words" in points[1]:
            graded.set()

    desk = Desk(Notes(Guessing()), show)
    for guess in (3, 0):
        desk.receive(f'{{"kind": "note", "entry": {{"guess": {guess}}}}}')
    assert graded.wait(10), points
    desk.stop()
    assert (points[0]["behind"], points[0]["words"], points[0]["best"]) == (3, "3", "0")


def test_unfinished_notes_outlast_the_page(tmp_path: Path) -> None:
    """Guesses make a step of two; half a step and what was taken back stand in the last line of the file."""
    notes = Notes(InPairs(), tmp_path / "noted.txt")
    for guess in (1, 2, 3, 4, 0):
        notes.note({"guess": guess})
    notes.go_to(3)
    content = (tmp_path / "noted.txt").read_text(encoding="utf-8")
    assert content.startswith("1 2\n# ")
    again = Notes(InPairs(), None, notes.line[:2], 2)
    again.take_unfinished(content)
    assert (again.line, again.at, again.fault) == (notes.line, 3, "")
    assert not again.others
    again = Notes(InPairs(), None, notes.line[:2], 2)
    again.take_unfinished(content.replace("1 2", "1 0"))
    assert (len(again.line), again.at) == (2, 2)
    assert "by hand" in again.fault
    notes.go_to(5)
    notes.note({"guess": 0})
    assert (tmp_path / "noted.txt").read_text(encoding="utf-8") == "1 2\n3 4\n0 0\n"
    # Another line is kept, too.
    notes.go_to(4)
    notes.note({"guess": 2})
    again = Notes(InPairs(), None, notes.line[:4], 4)
    again.take_unfinished((tmp_path / "noted.txt").read_text(encoding="utf-8"))
    assert (again.line, again.at, again.others) == (notes.line, 5, notes.others)
    assert len(again.others) == 1


def test_file_of_another_program_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "noted.txt"
    notes = Notes(InPairs(), path)
    notes.note({"guess": 1})
    path.write_text("other notes", encoding="utf-8")
    notes.note({"guess": 2})
    assert path.read_text(encoding="utf-8") == "other notes"
    assert "another program" in notes.fault
    assert notes.path is not None
    assert notes.path != path
    assert notes.path.read_text(encoding="utf-8") == "1 2\n"
    # A file that was deleted is written anew.
    notes.path.unlink()
    notes.note({"guess": 3})
    assert notes.path.exists()
    assert not notes.fault


def test_desk_looks_ahead_of_likely_notes() -> None:
    """The moments after all five guesses are evaluated before one is noted, so that their first figures are at hand."""
    seen: set[Any] = set()
    ahead = threading.Event()

    class Watched(Guessing):
        def evaluate(self, line: Any, trials: int, check: Callable[[int], None], noted: Any = None) -> Any:
            seen.update(one["guess"] for one in line)
            if len(seen) == 5:
                ahead.set()
            return super().evaluate(line, trials, check, noted)

    desk = Desk(Notes(Watched()), lambda _: None)
    assert ahead.wait(10), seen
    desk.stop()


def test_message_after_end_is_dropped() -> None:
    """An evaluation that ends after its page has ended is shown to nobody, and raises nothing."""
    sent: list[Callable[[dict[str, Any]], None]] = []

    def begin(show: Callable[[dict[str, Any]], None]) -> Desk:
        sent.append(show)
        return Desk(Notes(Guessing()), show)

    with serving(server.Page(begin, {}, 0)):
        pass
    sent[0]({"kind": "evaluation"})
