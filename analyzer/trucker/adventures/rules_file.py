"""Kinds of cards of the user's own: files of Python that they named or installed, and what a fault in one says."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from dis import opmap
from functools import wraps
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import iscoroutinefunction, isgeneratorfunction, unwrap
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

from analyzer.errors import AnalyzerError, Fault, nearest, one_of
from analyzer.files.editions.key import Texts
from analyzer.files.yamlfile import read_text
from analyzer.interrupts import ended_with_a_note, note_work_of_workers, written_down
from analyzer.montecarlo.forks import go_on_in_watched_copy
from analyzer.trucker.adventures.bounds import bounds
from analyzer.trucker.adventures.impossible import TenRolls, impossible, shapes
from analyzer.trucker.adventures.kind import Adventure, CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.revealed import Revealed
from analyzer.trucker.convoy.state import thaw
from analyzer.trucker.edition import Card
from analyzer.trucker.edition_key import OWN, RULES, RUNNABLE
from analyzer.trucker.flight.common_events import ROOMS
from analyzer.trucker.flight.dice import Dice

GROUP = "analyzer.card_kinds"
"""Entry points of installed packages: the name of a kind, and the module with its rule."""
CURE = "name the file with its rules: --rules FILE, or in Python load_rules(FILE)"

OTHER_TEXT = "the edition was read, or the run saved, with another text of its rules: name that file"


class Kinds(dict[str, CardKind]):
    """Kinds of cards by name; those of the user's own are added as their files are named.

    `own`: by name of a kind of the user's own the text of its file.
    """

    def __init__(self, printed: dict[str, CardKind]) -> None:
        super().__init__(printed)
        self.own: dict[str, str] = {}
        self._received: dict[tuple[str, str], CardKind] = {}

    def in_edition(self, name: str, edition: str) -> CardKind:
        """Return the kind by the rules that the edition holds.

        A worker may be sent several texts of one kind, one after the other; each is found by its text.
        """
        held = [text for _, text in OWN[edition].rules if text in RUNNABLE] if edition in OWN else []
        if not held or (name in self and self.own.get(name) in (None, *held)):
            return self[name]
        for text in held:
            if (name, text) not in self._received:
                path = RUNNABLE[text]
                for other, kind in _kinds_of(_run(text, path), path).items():
                    self._received[other, text] = _guarded(kind, other, path, text)
                note_work_of_workers()
            if (name, text) in self._received:
                return self._received[name, text]
        return self[name]

    def __missing__(self, name: str) -> CardKind:
        for text in dict.fromkeys(text for key in [*OWN.values()] for _, text in key.rules if text in RUNNABLE):
            self.add(text, RUNNABLE[text])
        if not self.knows(name):
            raise AnalyzerError(f"kind {name[:40]}: its rules are not here: {CURE}{_was_called(name)}")
        return self[name]

    def knows(self, name: str) -> bool:
        """Whether the kind is known, or can be had of an installed package."""
        if name not in self:
            for point in entry_points(group=GROUP, name=name):
                spec = find_spec(point.module)
                if spec is not None and spec.origin:
                    self.add(read_text(Path(spec.origin)), spec.origin)
        return name in self

    def unknown(self, name: str) -> str:
        """What is said of a kind that is not known."""
        known = one_of(name, self)
        return f"kind {name[:40]!r}: {known if nearest(name, self) else f'{CURE}; or {known}'}"

    def of_edition(self, edition: str) -> set[str]:
        """The kinds of the user's own whose rules the edition holds."""
        held = {text for _, text in OWN[edition].rules} if edition in OWN else set()
        return {name for name, text in self.own.items() if text in held}

    def rules_of(self, names: set[str]) -> Texts:
        """The files with the rules of those kinds, by name and text, as an edition holds them."""
        files = {text: Path(RUNNABLE[text]).name for name, text in self.own.items() if name in names}
        held: dict[str, str] = {}
        for text, name in sorted(files.items(), key=lambda file: (file[1], file[0])):
            held[f"{RULES}{name}" if f"{RULES}{name}" not in held else f"{RULES}{len(held)}/{name}"] = text
        return tuple(held.items())

    def add(self, text: str, path: str) -> list[str]:
        """Run the text of a file and know its kinds by their names; raises AnalyzerError for what is wrong with it."""
        known = [name for name, own in self.own.items() if own == text]
        if known:
            return known
        go_on_in_watched_copy()
        kinds = _kinds_of(_run(text, path), path)
        faults = [Fault(fault, path) for name, kind in kinds.items() for fault in self._faults(name, kind)]
        if faults:
            raise AnalyzerError(faults)
        for name, kind in kinds.items():
            self[name], self.own[name] = _guarded(kind, name, path, text), text
        RUNNABLE[text] = path
        note_work_of_workers()
        return [*kinds]

    def _faults(self, name: str, kind: CardKind) -> Iterator[str]:
        """What is wrong with a kind beside those that are known."""
        if isgeneratorfunction(kind.resolve) or iscoroutinefunction(kind.resolve):
            yield f"kind {name}: its rule would never run: take `yield` or `async` out of it"
        if name in self.own:
            yield f"kind {name}: rules of that name were read before and said something else: rename, or begin anew"
        elif name in self:
            yield f"kind {name}: comes with the product: give its rule another name"
        there = [*ROOMS, *(events for other in self.values() for events in other.events)]
        for own in (events for events in kind.events if not any(events is one for one in there)):
            for event in own.handlers:
                if any(event in one.handlers for one in there):
                    yield f"kind {name}: there is another event {event!r}: rename yours"
            for line in own.phrases:
                if any(line in one.phrases for one in there):
                    yield f"kind {name}: there is another line {line!r}: rename yours"

    def events_of_own(self) -> Iterator[Events]:
        """The events of all kinds of the user's own."""
        for name in self.own:
            yield from self[name].events


def _was_called(name: str) -> str:
    """The file that held the rule of that name when an edition was read or a run saved, as far as that is known."""
    texts = dict.fromkeys(named for key in OWN.values() for named in key.rules)
    files = sorted({Path(file).name for file, text in texts if re.search(rf"\bdef {re.escape(name)}\(", text)})
    return f"; it was called {' or '.join(files)}" if files else ""


def _run(text: str, path: str) -> ModuleType:
    """The file as a module; raises AnalyzerError with the line where it breaks."""
    module = ModuleType(f"analyzer_rules_{sha256(text.encode()).hexdigest()[:10]}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    try:
        with written_down(f"{path}: its code"), bounds():
            exec(compile(text, path, "exec"), module.__dict__)
    except BaseException as error:
        if _is_ctrl_c(error, path):
            raise
        raise AnalyzerError(Fault(_words(error), path, _line(error, path))) from error
    return module


def _kinds_of(module: ModuleType, path: str) -> dict[str, CardKind]:
    """The kinds that the file makes, by the names of their rules."""
    kinds = [value for value in vars(module).values() if isinstance(value, CardKind)]
    own = [kind for kind in kinds if getattr(kind.resolve, "__module__", "") == module.__name__]
    if not own:
        raise AnalyzerError(Fault("no kind of card: end it with KIND = CardKind(RULE), RULE a function in it", path))
    return {kind.resolve.__name__: kind for kind in own}


def _guarded(kind: CardKind, name: str, path: str, text: str) -> CardKind:
    """The kind, with functions that say card, kind, file and line where they break."""

    def guard(act: Callable[..., Any] | None) -> Any:
        return None if act is None else _telling(act, name, path)

    events = tuple(
        Events(
            {event: guard(handler) for event, handler in each.handlers.items()},
            {line: Phrase(guard(said.fully), guard(said.of_rivals)) for line, said in each.phrases.items()},
        )
        for each in kind.events
    )
    own = {
        "resolve": _looked_after(guard(kind.resolve), name, path, text),
        "figures": guard(kind.figures),
        "several": guard(kind.several),
    }
    return replace(kind, events=events, **own)


def _telling(act: Callable[..., Any], name: str, path: str) -> Callable[..., Any]:
    @wraps(act)
    def call(*args: Any, **arguments: Any) -> Any:
        try:
            with bounds():
                return act(*args, **arguments)
        except BaseException as error:
            if _is_ctrl_c(error, path) or (
                type(error).__module__.startswith("analyzer.") and not _raised_in(error, path)
            ):
                raise
            line = _line(error, path) or _first_line(act)
            raise AnalyzerError(Fault(f"{_met(args)}kind {name}: {_words(error)}", path, line)) from error

    return call


def _looked_after(rule: Adventure, name: str, path: str, own: str) -> Adventure:
    """The rule, refused for what cannot be: in the line where it is written, or of the rule that left it behind.

    Refused, too, where the edition holds other rules than those of this file, as that of an older save file may.
    """

    def place(error: BaseException | None) -> str:
        return Fault("", path, (error and _line(error, path)) or _first_line(rule))

    @wraps(rule)
    def resolve(convoy: Convoy, dice: Dice) -> None:
        edition = OWN.get(convoy.edition.name)
        if edition is not None and own not in (text for _, text in edition.rules):
            raise AnalyzerError(Fault(f"kind {name}: {OTHER_TEXT}", path))
        before, convoy.by_own_rules = shapes(convoy.state), True
        flights, frozen = (convoy.state, convoy.rows.copy()), convoy.state.freeze()
        try:
            with ended_with_a_note(f"{_met((convoy,))}kind {name}", place):
                rule(convoy, TenRolls(dice))
        finally:
            convoy.by_own_rules = False
            thaw(convoy.state, flights[0], frozen)
        if fault := impossible(convoy, before, flights):
            raise AnalyzerError(Fault(f"{_met((convoy,))}kind {name}: after its rule {fault}", path, _first_line(rule)))

    return resolve


def _raised_in(error: BaseException, path: str) -> bool:
    """Whether the file itself raised it, and no verb that it called."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_code.co_filename == path


def _met(args: tuple[Any, ...]) -> str:
    """The cards at hand."""
    numbers: set[int] = set()
    for arg in args:
        revealed = getattr(getattr(arg, "convoy", arg), "card", None)
        if isinstance(arg, Card):
            numbers.add(arg.id)
        elif isinstance(revealed, Revealed):
            numbers |= {revealed.figured.cards[which].id for which in set(revealed.which.tolist())}
    return f"card {', '.join(map(str, sorted(numbers)))}, " if numbers else ""


def _is_ctrl_c(error: BaseException, path: str) -> bool:
    """Whether somebody pressed Ctrl-C: a KeyboardInterrupt that no statement of the file raised."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or last.tb_frame.f_code.co_filename != path:
        return True
    return last.tb_frame.f_code.co_code[last.tb_lasti] != opmap["RAISE_VARARGS"]


def _words(error: BaseException) -> str:
    try:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        reason = "no words that can be read"
    is_read_only = isinstance(error, ValueError) and reason.endswith("read-only")
    cure = ": assign a whole array, as ship.crew = np.where(..., 0, ship.crew)" * is_read_only
    return f"{type(error).__name__}: {reason}{cure}"


def _first_line(act: Callable[..., Any]) -> int | None:
    """Where a function of the file begins."""
    return getattr(getattr(unwrap(act), "__code__", None), "co_firstlineno", None)


def _line(error: BaseException, path: str) -> int | None:
    """The innermost line of the file that the error came through."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines.append(error.lineno or 1)
    return lines[-1] if lines else None
