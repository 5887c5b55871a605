"""Rules files: card kinds of the user's own, the bounds on their code, and checks of their results."""

from __future__ import annotations

import _thread
import atexit
import builtins
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from dis import opmap
from functools import lru_cache, wraps
from hashlib import sha256
from importlib.metadata import EntryPoints, entry_points
from importlib.util import find_spec
from inspect import iscoroutinefunction, isgeneratorfunction, unwrap
from itertools import combinations
from operator import index
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError, Fault, nearest, one_of
from analyzer.files.editions.shelf import Texts
from analyzer.files.yamlfile import read_text
from analyzer.interrupts import ended_with_a_note, note_work_of_workers, written_down
from analyzer.montecarlo.workers import go_on_in_watched_copy
from analyzer.trucker.adventures.kind import Adventure, CardKind
from analyzer.trucker.convoy.cargo import RED, bank_of
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.state import ENDINGS, Array, BoolArray, Indices, RevealedCard, State, thaw
from analyzer.trucker.edition import OWN, RULES, RUNNABLE, Card
from analyzer.trucker.flight.common_events import ROOMS
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD, Dice, Rolls
from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.wrecks.facts import charges_aboard, containers, crew_seats
from analyzer.trucker.wrecks.wrecks import Wrecks


class _RedirectedOutput(io.TextIOBase):
    """Stream that replaces standard output while a rule runs: it writes to standard error and cannot be closed."""

    def writable(self) -> bool:
        """Return True, because the stream accepts text."""
        return True

    def write(self, text: str) -> int:
        """Write the text to the standard error of the process."""
        self._standard.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush standard error."""
        self._standard.flush()

    def close(self) -> None:
        """Raise RuntimeError instead of closing."""
        raise RuntimeError("a rule cannot close standard output or standard error")

    def __del__(self) -> None:
        """Do nothing, so that deleting this stream leaves standard error open."""

    @property
    def _standard(self) -> Any:
        """Standard error before the rule ran; loggers that the rule sets up may write to it later."""
        return _STANDARD[-1] if _STANDARD else sys.stderr


_STANDARD: list[Any] = []
"""Stack with the value of `sys.stderr` before each running rule, the latest last."""
_THREAD: list[int] = []
"""Thread in which a rule is running; rules in this thread alone are restricted, not other threads, e.g. of a server."""
_PROCESSES, _END, _LIMITS = "begin processes", "end processes", "change limits of the process"
REFUSED = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system"), _PROCESSES),
    **dict.fromkeys(("subprocess.Popen", "os.startfile"), _PROCESSES),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), _END),
    **dict.fromkeys(("resource.setrlimit", "resource.prlimit"), _LIMITS),
    "os.chdir": "change the working directory",
}
"""Python's audit events that raise an error while a rule is running, each with a description of the action."""
WITHOUT_AUDIT_EVENT: tuple[tuple[Any, str, str], ...] = (
    (os, "_exit", "end the process"),
    (os, "abort", "end the process"),
    (threading.Thread, "start", "begin threads"),
    (_thread, "start_new_thread", "begin threads"),
)
"""Functions that rules may not call although Python has no audit event for them: owner, name and description."""
LASTING: tuple[tuple[Any, str, str], ...] = (
    (atexit, "register", "leave work for the end of the process"),
    (sys, "setrecursionlimit", "change the limit of recursion"),
    (sys, "addaudithook", "hear audit events"),
    *((signal, name, "set signals") for name in ("signal", "alarm", "setitimer", "pthread_sigmask")),
)
"""Functions whose effect outlasts a rule: owner, name and description.

A rules file may not call them, but the libraries that it imports may.
"""


def _refuse(what: str) -> None:
    """Raise RuntimeError if a rule is running in this thread."""
    if _THREAD and threading.get_ident() == _THREAD[-1]:
        raise RuntimeError(f"a rule cannot {what}")


def _hear(event: str, _: Any) -> None:
    """Raise RuntimeError if a running rule causes an audit event of Python that is listed in REFUSED."""
    if event in REFUSED:
        _refuse(REFUSED[event])


def _refusing(act: Callable[..., Any], what: str, *, to_files: bool) -> Callable[..., Any]:
    """Return a wrapper of `act` that raises RuntimeError if a rule calls it.

    Args:
        act: The original function.
        what: Description of the refused action, for the message.
        to_files: Whether to refuse only calls from the rules file itself, not from libraries.
    """

    def refuse(*args: Any, **arguments: Any) -> Any:
        if not to_files or sys._getframe(1).f_globals.get("__spec__") is None:
            _refuse(what)
        return act(*args, **arguments)

    return refuse


_HOOKED: list[bool] = []
"""Whether the audit hook has been added; a hook cannot be removed, so only one is added, with the first rule."""


@contextmanager
def bounds() -> Iterator[None]:
    """Confine the code of a rule: its output goes to standard error, and threads and processes are refused.

    Raises:
        RuntimeError: At the end, if the code has closed standard output or standard error, or has removed modules or
            replaced functions of Python. All of them are restored first.
    """
    # Already inside a rule: the outer bounds hold.
    if _STANDARD:
        yield
        return
    if not _HOOKED:
        sys.addaudithook(_hear)
        _HOOKED.append(True)
    out, err = sys.stdout, sys.stderr
    before = [
        (owner, name, getattr(owner, name), what, refused is LASTING)
        for refused in (WITHOUT_AUDIT_EVENT, LASTING)
        for owner, name, what in refused
        if hasattr(owner, name)
    ]
    kept = (sys.modules, dict(sys.modules)), (vars(builtins), dict(vars(builtins)))
    _STANDARD.append(err)
    _THREAD.append(threading.get_ident())
    sys.stdout = sys.stderr = _RedirectedOutput()
    for owner, name, was, what, to_files in before:
        setattr(owner, name, _refusing(was, what, to_files=to_files))
    done: list[str] = []
    try:
        with _printing_to_standard_error(done):
            yield
    finally:
        for owner, name, was, *_ in before:
            setattr(owner, name, was)
        sys.modules = kept[0][0]
        done += _put_back(*kept[0], "take away modules", removed=True)
        done += _put_back(*kept[1], "change functions of Python")
        sys.stdout, sys.stderr = out, err
        _STANDARD.clear()
        _THREAD.clear()
        if out is not None and out.closed:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            done.append("close standard output")
    if done:
        raise RuntimeError(f"a rule cannot {done[0]}")


def _put_back(now: dict[str, Any], before: dict[str, Any], what: str, *, removed: bool = False) -> list[str]:
    """Restore the entries of a namespace that a rule has removed or replaced.

    Args:
        now: The namespace after the rule; it is changed in place.
        before: The namespace before the rule.
        what: What happened, for the message.
        removed: Whether to restore only removed names, not replaced values.

    Returns:
        A list with one message, which names the first such entry; [] if there was none.
    """
    gone = [name for name, value in before.items() if name not in now or not (removed or now[name] is value)]
    now.update({name: before[name] for name in gone})
    return [f"{what}: {gone[0]}"] if gone else []


@contextmanager
def _printing_to_standard_error(done: list[str]) -> Iterator[None]:
    """Redirect output that bypasses `sys.stdout`, e.g. of `os.write(1, ...)`, to standard error.

    Args:
        done: List to which a phrase is added for each stream that the code closed. The streams are reopened at the end.
    """
    try:
        kept = {1: os.dup(1), 2: os.dup(2)}
    except OSError:  # a process without the two, as of a desktop
        yield
        return
    _flush()
    # Descriptor 1 now leads to standard error, also for C code.
    os.dup2(2, 1)
    try:
        yield
    finally:
        _flush()
        for stream, copy in kept.items():
            try:
                os.fstat(stream)
            except OSError:
                done.append(f"close standard {('output', 'error')[stream - 1]}")
            with suppress(OSError):  # a rule may have closed the copy, too
                os.dup2(copy, stream)
                os.close(copy)


def _flush() -> None:
    """Flush Python's own standard output."""
    with suppress(AttributeError, OSError, ValueError):
        sys.__stdout__.flush()  # type: ignore[union-attr]


MOST = 1_000_000
"""Largest number of days or credits that a rule may produce; larger ones are reported as errors."""
OF_THE_DICE = {"weight", "rolled"}
Shapes = dict[str, tuple[np.dtype[Any], tuple[int, ...]]]
"""Type and shape of each array of a convoy's state, by name; the shape leaves out the axis of flights."""
Wrong = tuple[str, BoolArray]
"""A fault in words, and the mask of ships and flights that have it. Shape (ships, flights)."""


class TenRolls:
    """Dice for a user-made rule, limited to the rolls numbered 0 to 9 of each card."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the dice sums of roll `number` at the card at hand, in each flight.

        Raises:
            IndexError: If a card has no such roll.
            TypeError: If the number is no whole number.
        """
        try:
            number = index(number)
        except TypeError:
            raise TypeError(f"roll {number}: give a whole number from 0 to {ROLLS_IN_A_WORD - 1}") from None
        if not 0 <= number < ROLLS_IN_A_WORD:
            raise IndexError(f"roll {number}: a card has {ROLLS_IN_A_WORD} rolls, from 0 to {ROLLS_IN_A_WORD - 1}")
        return self.dice.roll(convoy, number, flights)


def shapes(state: State) -> Shapes:
    """Return the type and shape of each array of a state."""
    return {name: (array.dtype, array.shape[:-1]) for name, array in state.arrays().items() if name not in OF_THE_DICE}


def impossible(convoy: Convoy, before: Shapes, flights: tuple[State, Array] | None = None) -> str | None:
    """Return a sentence on the first impossible value that a rule left in a convoy; None if all values are possible.

    Args:
        convoy: The convoy after the rule.
        before: Types and shapes of the state's arrays before the rule.
        flights: State and rows of the convoy before the rule; None to skip the check for lost flights.
    """
    if fault := _displaced(convoy):
        return fault
    if flights is not None and _lost(convoy, *flights):
        return "convoy.rows names other flights than before: take some with convoy.together"
    for name, array in convoy.state.arrays().items():
        if name not in OF_THE_DICE and (fault := _misshapen(name, array, convoy.state.size, before)):
            return fault
    if missing := before.keys() - convoy.state.arrays():
        return f"state.{min(missing)} is gone"
    for fault, where in _faults(convoy):
        if where.any():
            return f"{_ship_at(convoy, where)} {fault}"
    # Recount the bank from the cubes aboard, because the rule may have moved some.
    convoy.in_bank = None
    return "there are more cubes aboard than the bank has" if (bank_of(convoy) < 0).any() else None


def _displaced(convoy: Convoy) -> str | None:
    """Return a sentence on a convoy whose state or rows a rule made unusable; None if both are usable."""
    state, rows = convoy.state, convoy.rows
    if not isinstance(state, State) or not isinstance(state.wrecks, Wrecks):
        return "convoy.state is no longer a State"
    if not isinstance(rows, np.ndarray) or rows.dtype.kind not in "iu" or rows.ndim != 1:
        return "convoy.rows is not a one-dimensional array of whole numbers"
    flights = state.arrays().get("flight")
    if not isinstance(flights, np.ndarray) or flights.ndim != 1:
        return "state.flight holds no numbers of flights"
    return "convoy.rows names flights that do not exist" if (rows < 0).any() or (rows >= flights.size).any() else None


def _lost(convoy: Convoy, state: State, rows: Array) -> bool:
    """Return whether a convoy, after a rule, misses some of its flights or holds some twice.

    If the state is the same object, the rows must be those from before. A roll of enumerated dice replaces the state;
    the convoy must then hold every flight of the new state once.
    """
    if convoy.state is state:
        return not np.array_equal(convoy.rows, rows)
    return not np.array_equal(np.sort(convoy.rows), np.arange(convoy.state.size))


def _misshapen(name: str, array: Array, flights: int, before: Shapes) -> str | None:
    """Return a fault if an array of the state is unknown, or of another type or shape than before."""
    if name not in before:
        return f"state.{name}: there is no such array"
    kind, shape = before[name]
    if not isinstance(array, np.ndarray) or array.dtype != kind:
        return f"state.{name} is of {getattr(array, 'dtype', type(array).__name__)}, not {kind}"
    if array.shape[:-1] != shape or array.shape[-1] not in (1, flights):
        return f"state.{name} has shape {array.shape}, not {(*shape, flights)}"
    return None


def _faults(convoy: Convoy) -> Iterator[Wrong]:
    """Yield each fault that values of a convoy can have, with the mask of ships and flights that have it.

    Later checks assume that the masks of all earlier ones are empty.
    """
    state, wrecks = convoy.state, convoy.wrecks

    def column(name: str) -> Array:
        array: Array = getattr(state, name)
        return array.take(convoy.rows, axis=-1)

    wreck = column("wreck")
    unknown = (wreck < 0) | (wreck >= wrecks.known)
    yield "has components that nobody knows", np.asarray(unknown.reshape(-1, *unknown.shape[-2:]).any(axis=0))
    built = wrecks.stack.array("occupied")[:, 0].take(wrecks.hulls_of(wreck))
    yield "has components that it was not built with", _beyond(wrecks.left_of(wreck), built)
    yield "has crew aboard that has no place", _beyond(column("crew"), wrecks.fact(crew_seats, wreck))
    yield "has more charges than its batteries hold", _beyond(column("charge"), wrecks.fact(charges_aboard, wreck))
    yield from _of_goods(column("goods"), wrecks.fact(containers, wreck), convoy, wreck)
    for name, unit in (("position", "days from the start"), ("bounty", "credits")):
        number = column(name)
        yield f"is {MOST:,} {unit} or more off", (number <= -MOST) | (number >= MOST)
    yield "shares its space with another ship", _in_one_space(column("position"), column("flying"))
    flying, ending, cards = column("flying"), column("ending"), column("cards_flown")
    yield "has an unknown ending", (ending < 0) | (ending >= len(ENDINGS))
    yield "flies again after it gave up", flying & (ending != 0)
    yield "has left the flight without giving up", ~flying & (ending == 0)
    yield "has flown more cards than were revealed", (cards < 0) | (cards > convoy.slot + 1)


def _in_one_space(position: Array, flying: BoolArray) -> BoolArray:
    shared = np.zeros(flying.shape, bool)
    for one, other in combinations(range(flying.shape[-2]), 2):
        both = flying[..., one, :] & flying[..., other, :]
        shared[..., one, :] |= both & (position[..., one, :] == position[..., other, :])
    return shared


def _of_goods(goods: Bits, places: Bits, convoy: Convoy, wreck: Array) -> Iterator[Wrong]:
    twice = [(one & other) != 0 for one, other in combinations(goods, 2)]
    yield "has cubes outside of its holds", np.asarray(_beyond(goods, places.astype(goods.dtype)).any(axis=0))
    yield "has two cubes in one place", np.asarray(np.any(twice, axis=0))
    special = convoy.wrecks.stack.array("tokens.special").take(convoy.wrecks.hulls_of(wreck))
    yield "has red cubes outside of its special holds", _beyond(goods[RED], special.astype(goods.dtype))


def _beyond(tokens: Bits, places: Bits) -> BoolArray:
    return np.asarray((tokens & ~places) != 0)


def _ship_at(convoy: Convoy, where: BoolArray) -> str:
    """Return the name of the first ship for which a mask is true."""
    number, flight = np.argwhere(where)[0].tolist()
    wreck = convoy.state.wreck[..., number, convoy.rows[flight]]
    known = bool((np.asarray(wreck) >= 0).all() and (np.asarray(wreck) < convoy.wrecks.known).all())
    named = convoy.wrecks.hulls[int(convoy.wrecks.hulls_of(np.asarray(wreck)))].layout.name if known else None
    return f"ship {number + 1}" + (f" ({named})" if named else "")


GROUP = "analyzer.card_kinds"
"""Group of entry points in which installed packages offer kinds: name of the kind, module with its rule."""
CURE = "name the file with its rules: --rules FILE, or in Python load_rules(FILE)"

OTHER_TEXT = "the edition was read, or the run saved, with another text of its rules: name that file"


@lru_cache(1)
def _offered(_path: tuple[str, ...]) -> EntryPoints:
    """Return the entry points of all kinds of cards that installed packages offer, cached by Python's search path.

    A search reads the metadata of every package. Without the cache, a table of cards would search once for each row
    with an unknown kind.
    """
    return entry_points(group=GROUP)


class Kinds(dict[str, CardKind]):
    """Kinds of cards by name; the kinds of a rules file are added when the user names the file.

    Attributes:
        own: Text of the rules file of each user-made kind, by name of the kind.
    """

    def __init__(self, printed: dict[str, CardKind]) -> None:
        super().__init__(printed)
        self.own: dict[str, str] = {}
        self._received: dict[tuple[str, str], CardKind] = {}

    def in_edition(self, name: str, edition: str) -> CardKind:
        """Return the kind with the given name, built from the rules text that an edition stores.

        A worker process may receive editions with different texts of one kind, so kinds are cached by name and text.
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
        """Return whether a kind is known, after loading it from an installed package that offers it if necessary."""
        if name not in self:
            for point in _offered(tuple(sys.path)).select(name=name):
                spec = find_spec(point.module)
                if spec is not None and spec.origin:
                    self.add(read_text(Path(spec.origin)), spec.origin)
        return name in self

    def unknown(self, name: str) -> str:
        """Return the error message for an unknown kind."""
        known = one_of(name, self)
        return f"kind {name[:40]!r}: {known if nearest(name, self) else f'{CURE}; or {known}'}"

    def of_edition(self, edition: str) -> set[str]:
        """Return the names of the user-made kinds of cards whose rules are stored in an edition."""
        held = {text for _, text in OWN[edition].rules} if edition in OWN else set()
        return {name for name, text in self.own.items() if text in held}

    def rules_of(self, names: set[str]) -> Texts:
        """Return name and text of each rules file that defines one of the given kinds, as an edition stores them."""
        files = {text: Path(RUNNABLE[text]).name for name, text in self.own.items() if name in names}
        held: dict[str, str] = {}
        for text, name in sorted(files.items(), key=lambda file: (file[1], file[0])):
            held[f"{RULES}{name}" if f"{RULES}{name}" not in held else f"{RULES}{len(held)}/{name}"] = text
        return tuple(held.items())

    def add(self, text: str, path: str) -> list[str]:
        """Run the text of a rules file and add its kinds by name.

        Returns:
            The names of its kinds.
        """
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
        """Yield the faults of a new kind: in its rule, and in names that a known kind already uses."""
        if isgeneratorfunction(kind.resolve) or iscoroutinefunction(kind.resolve):
            yield f"kind {name}: its rule would never run: take `yield` or `async` out of it"
        if name in self.own:
            yield f"kind {name}: another rule of that name was read before: rename this one, or restart Python"
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
        """Yield the `Events` of all user-made kinds."""
        for name in self.own:
            yield from self[name].events


def _was_called(name: str) -> str:
    """Return a hint that names the rules file in which a kind was once defined; "" if unknown.

    The names come from the editions and save files read so far, which store the texts of their rules.
    """
    texts = dict.fromkeys(named for key in OWN.values() for named in key.rules)
    files = sorted({Path(file).name for file, text in texts if re.search(rf"\bdef {re.escape(name)}\(", text)})
    return f"; it was called {' or '.join(files)}" if files else ""


def _run(text: str, path: str) -> ModuleType:
    """Run a file as a module and return it.

    Raises:
        AnalyzerError: If the file raises an error; names its line.
    """
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
    """Return the kinds that a file defines, by the names of their rules.

    Raises:
        AnalyzerError: If it defines none.
    """
    kinds = [value for value in vars(module).values() if isinstance(value, CardKind)]
    own = [kind for kind in kinds if getattr(kind.resolve, "__module__", "") == module.__name__]
    if not own:
        raise AnalyzerError(Fault("no kind of card: end it with KIND = CardKind(RULE), RULE a function in it", path))
    return {kind.resolve.__name__: kind for kind in own}


def _guarded(kind: CardKind, name: str, path: str, text: str) -> CardKind:
    """Return a user-made kind with its functions wrapped, so that errors name card, kind, file and line."""

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
        "resolve": _checked_rules(guard(kind.resolve), name, path, text),
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


def _checked_rules(rule: Adventure, name: str, path: str, own: str) -> Adventure:
    """Return a user-made rule wrapped in a check of its results; errors name the line in the file, or the rule.

    The wrapper refuses to run if the edition, e.g. from an old save file, holds another text of the rule.
    """

    def place(error: BaseException | None) -> str:
        return Fault("", path, (error and _line(error, path)) or _first_line(rule))

    @wraps(rule)
    def resolve(convoy: Convoy, dice: Dice) -> None:
        edition = OWN.get(convoy.edition.name)
        if edition is not None and own not in (text for _, text in edition.rules):
            raise AnalyzerError(Fault(f"kind {name}: {OTHER_TEXT}", path))
        # Rules have to assign whole columns: arrays are frozen, so writing in place fails instead of changing a copy.
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
    """Return whether the file itself raised the error, and not a function that it called."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_code.co_filename == path


def _met(args: tuple[Any, ...]) -> str:
    """Return the numbers of the cards that a function's arguments hold, in words: `card 12, `; "" if there are none."""
    numbers: set[int] = set()
    for arg in args:
        revealed = getattr(getattr(arg, "convoy", arg), "card", None)
        if isinstance(arg, Card):
            numbers.add(arg.id)
        elif isinstance(revealed, RevealedCard):
            numbers |= {revealed.printed.cards[which].id for which in set(revealed.which.tolist())}
    return f"card {', '.join(map(str, sorted(numbers)))}, " if numbers else ""


def _is_ctrl_c(error: BaseException, path: str) -> bool:
    """Return whether an error is Ctrl-C by the user, and not a KeyboardInterrupt that the file itself raised."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or last.tb_frame.f_code.co_filename != path:
        return True
    # A `raise` of the file ends in this instruction; Ctrl-C interrupts any other one.
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
    """Return the number of the line where a function begins; None if it has no Python code."""
    return getattr(getattr(unwrap(act), "__code__", None), "co_firstlineno", None)


def _line(error: BaseException, path: str) -> int | None:
    """Return the number of the file's innermost line in the error's traceback; None if the file is not in it."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines.append(error.lineno or 1)
    return lines[-1] if lines else None
