"""The process that flies, `python -m analyzer.trucker.designer.hangar PARENT`: a child of its own flies every wish.

A new wish ends the child of the one before at once, wherever it is; nothing can be left half done, for what children
learn comes here as whole blocks. It ends itself when nobody reads it any more, and children end with it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from select import select
from typing import NoReturn

from analyzer.errors import AnalyzerError
from analyzer.interrupts import note_work_at
from analyzer.montecarlo.workers import end_with
from analyzer.trucker.designer import desk
from analyzer.trucker.designer.looks import AnyWish, Known, remember

NICER = 5
"""By how much children give way to who draws, once they sent their first look."""


@dataclass
class Child:
    """A process that flies one wish and sends its looks through a pipe."""

    process: int
    pipe: int

    def end(self) -> None:
        """Stop it at once."""
        os.kill(self.process, signal.SIGKILL)
        self.forget()

    def forget(self) -> int:
        """Clear away what is left of it, and return its exit code, below 0 if a signal ended it."""
        os.close(self.pipe)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def main() -> None:
    """Read wishes from stdin and write looks to stdout until there are none any more, or a child has crashed.

    Work is noted for the parent in the memory that it has named, so that it can name what crashed.
    """
    end_with(int(sys.argv[1]))
    notes = [int(descriptor) for descriptor in sys.argv[2:]]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    wishes, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    known: Known = OrderedDict()
    child: Child | None = None
    try:
        while True:
            ready = select([wishes, *([child.pipe] if child else [])], [], [])[0]
            if wishes in ready:
                wish = desk.read(wishes)
                if child is not None:
                    child.end()
                for descriptor in notes:
                    note_work_at(descriptor)
                child = None if wish is None else _begun(wish, known)
            elif child is not None:
                passed, child = child, None
                child = _passed_on(passed, answers, known)
    except (EOFError, OSError):
        pass
    finally:
        if child is not None:
            child.end()


def _passed_on(child: Child, answers: int, known: Known) -> Child | None:
    """Pass on the next look of the child, and keep what it flew; None when it has sent all.

    Raises EOFError where it has crashed.
    """
    try:
        look, new = desk.read(child.pipe)
    except EOFError:
        if child.forget() < 0:
            raise
        return None
    remember(known, new)
    desk.write(answers, look)
    return child


def _begun(wish: AnyWish, known: Known) -> Child:
    """A child that flies the wish."""
    _prepare(wish)
    reading, writing = os.pipe()
    me = os.getpid()
    process = os.fork()
    if not process:
        end_with(me)
        os.close(reading)
        _fly(wish, known, writing)
    os.close(writing)
    return Child(process, reading)


_PREPARED: set[tuple[str, str]] = set()


def _prepare(wish: AnyWish) -> None:
    """Load once for all children what flights on that board need; what is wrong with the wish its child reports."""
    key = wish.ship.board.title, wish.setting.company
    if key not in _PREPARED:
        _PREPARED.add(key)
        with suppress(AnalyzerError):
            wish.prepare()


def _fly(wish: AnyWish, known: Known, writing: int) -> NoReturn:
    """What a child does."""
    code = 1
    try:
        for number, look in enumerate(wish.looks(known)):
            desk.write(writing, look)
            if not number:
                os.nice(NICER)
        code = 0
    except AnalyzerError as error:
        desk.write(writing, (wish.grounded(error.faults), {}))
    except Exception as error:
        desk.write(writing, (wish.grounded([f"an error in the program ended the flights: {error!r}"]), {}))
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
