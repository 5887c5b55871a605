"""Kinds of cards that somebody got wrong: each is refused with card, kind, file and line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import analyzer
from analyzer import AnalyzerError
from tests.doors.files import Fault
from tests.doors.printed import OWN, RUNNABLE
from tests.doors.trucker_flights import KINDS
from tests.trucker.files.own_editions import written

HEAD = """import numpy as np
from analyzer.errors import AnalyzerError
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.crew import give_up_crew
from analyzer.trucker.convoy.track import advance, fall_back
"""
RULE = "def nap(convoy, dice):\n"
END = """
KIND = CardKind(nap, needs=("days",))
"""
CARDS = "id,level,kind,days;60,2,nap,3"

IN_ITS_LINE = {
    "1 / 0": "ZeroDivisionError",
    "raise SystemExit(0)": "SystemExit",
    "raise type('Odd', (Exception,), {'__str__': lambda odd: 1 / 0})": "Odd: no words that can be read",
    "raise RuntimeError('no more')": "RuntimeError: no more",
    "raise MemoryError": "MemoryError",
    "np.ones(10**15)": "Unable to allocate",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise GeneratorExit": "GeneratorExit",
    "raise type('Odd', (BaseException,), {})('no more')": "Odd: no more",
    "__import__('os')._exit(0)": "RuntimeError: a rule cannot end the process",
    "__import__('os').fork()": "RuntimeError: a rule cannot begin processes",
    "__import__('subprocess').run(['true'])": "RuntimeError: a rule cannot begin processes",
    "__import__('os').system('true')": "RuntimeError: a rule cannot begin processes",
    "__import__('os').execv('/bin/true', ['true'])": "RuntimeError: a rule cannot begin processes",
    "__import__('os').kill(__import__('os').getpid(), 9)": "RuntimeError: a rule cannot end processes",
    "__import__('_thread').start_new_thread(print, ())": "RuntimeError: a rule cannot begin threads",
    "__import__('threading').Thread(target=print).start()": "RuntimeError: a rule cannot begin threads",
    "__import__('sys').stdout.close()": "RuntimeError: a rule cannot close standard output",
    "__import__('atexit').register(print, 'bye')": "RuntimeError: a rule cannot leave work for the end of the process",
    "__import__('signal').alarm(1)": "RuntimeError: a rule cannot set signals",
    "__import__('signal').signal(2, print)": "RuntimeError: a rule cannot set signals",
    "__import__('sys').setrecursionlimit(10**8)": "RuntimeError: a rule cannot change the limit of recursion",
    "__import__('sys').addaudithook(print)": "RuntimeError: a rule cannot hear audit events",
    "__import__('resource').setrlimit(7, (3, 3))": "RuntimeError: a rule cannot change limits of the process",
    "__import__('os').chdir('/')": "RuntimeError: a rule cannot change the working directory",
    "dice.roll(convoy, 0.5)": "TypeError: roll 0.5: give a whole number from 0 to 9",
    "dice.roll(convoy, np.float64(1))": "give a whole number from 0 to 9",
    "raise AnalyzerError('no more')": "AnalyzerError: no more",
    "(lambda again: again(again))(lambda again: again(again))": "RecursionError",
    "dice.roll(convoy, 10)": "IndexError: roll 10: a card has 10 rolls, from 0 to 9",
    "[dice.roll(convoy, number) for number in range(11)]": "IndexError: roll 10",
    "dice.roll(convoy, -1)": "IndexError: roll -1",
    "ship.position = ship.position - 0.5": "TypeError: position holds whole numbers, not float64",
    "ship.bounty = np.full(ship.size, np.nan)": "TypeError: bounty holds whole numbers, not float64",
    "ship.crew = np.array([None] * ship.size)": "TypeError: crew holds whole numbers, not object",
    "ship.position = ship.position - np.int64(2**40)": "ValueError: position holds numbers from",
    "ship.crew = np.full(ship.size, -3)": "ValueError: crew holds numbers from 0",
    "ship.bounty = np.zeros(ship.size + 1, int)": "ValueError: shape mismatch",
    "ship.charge = np.zeros((ship.size, 3), np.uint64)": "ValueError: shape mismatch",
    "fall_back(ship, np.zeros(ship.size + 2, int) + ship.size)": None,
    "fall_back(ship, ship.card.dais)": "AttributeError",
    "fall_back(ship, None)": "AttributeError",
    "give_up_crew(ship, 'two')": None,
    "ship.where(True)": "AttributeError",
    "convoy.state.nothing": "AttributeError",
    "ship.crew[0] = 0": "ValueError: assignment destination is read-only: assign a whole array, as ship.crew = ",
    "ship.goods[0][:] = 0": "ValueError: assignment destination is read-only: assign a whole array",
    "ship.bounty[:] -= 3": "ValueError: assignment destination is read-only: assign a whole array",
    "np.add(ship.position, 1, out=ship.position)": "ValueError: output array is read-only: assign a whole array",
    "ship.alive[0] = 0": "ValueError: assignment destination is read-only: assign a whole array",
    "ship.charges[0] = 0": "ValueError: assignment destination is read-only: assign a whole array",
    "convoy.state.crew[...] = 0": "ValueError: assignment destination is read-only: assign a whole array",
    "convoy.state.bounty += 3": "ValueError: output array is read-only: assign a whole array",
    "ship.card.days[0] = 0": "ValueError: assignment destination is read-only: assign a whole array",
}
"""What breaks where it is written."""
AFTER_IT = {
    "fall_back(ship, 10**7)": "is 1,000,000 days from the start or more off",
    "advance(ship, np.full(ship.size, 10**7))": "is 1,000,000 days from the start or more off",
    "ship.bounty = ship.bounty - 10**8": "is 1,000,000 credits or more off",
    "ship.crew = ~ship.crew": "has crew aboard that has no place",
    "ship.charge = ship.charge | np.uint64(1 << 63)": "has more charges than its batteries hold",
    "ship.goods = ~ship.goods": "has cubes outside of its holds",
    "ship.wreck = ship.wreck + 10**6": "has components that nobody knows",
    "ship.wreck = -1": "has components that nobody knows",
    "ship.wreck = convoy.wrecks.number(0, 2**64 - 1)": "has components that it was not built with",
    "convoy.rows = convoy.rows[:0]": "convoy.rows names other flights than before",
    "convoy.rows = convoy.rows * 0 if convoy.size > 1 else convoy.rows[:0]": "convoy.rows names other flights",
    "convoy.rows = None": "convoy.rows is not a one-dimensional array of whole numbers",
    "convoy.rows = convoy.rows + 10**6": "convoy.rows names flights that do not exist",
    "convoy.state = None": "convoy.state is no longer a State",
    "del convoy.state.flight": "state.flight holds no numbers of flights",
    "ship.flying = False": "has left the flight without giving up",
    "ship.ending = 3": "flies again after it gave up",
    "ship.ending = 100": "has an unknown ending",
    "ship.cards_flown = 99": "has flown more cards than were revealed",
    "convoy.state.bounty = convoy.state.bounty * 0.5": "state.bounty is of float64, not int32",
    "convoy.state.position = np.full((9, 2), 1, np.int32)": "state.position has shape (9, 2), not (",
    "convoy.state.crew = None": "state.crew is of NoneType, not uint64",
    "convoy.state.mine = np.zeros(3)": "state.mine: there is no such array",
    "del convoy.state.marked": "state.marked is gone",
}
"""What is seen once the card is over, and is said of the rule's first line."""
NO_RULES = {
    "yield ship": "its rule would never run",
}
"""What is refused as the file is named."""
BREAKS = (*IN_ITS_LINE, *AFTER_IT, *NO_RULES)


def text_of(breaks: str, dice: random.Random) -> tuple[str, int, int]:
    """A file with that in its rule, its first line, and the line of what breaks."""
    head = HEAD + "".join(f"# {number}\n" for number in range(dice.randrange(4)))
    before = "".join(f"        fall_back(ship, {number})\n" for number in range(dice.randrange(3)))
    begins = dice.choice(("ships", "front_to_back", "back_to_front"))
    start = f"{head}{RULE}    for ship in convoy.{begins}():\n{before}"
    return f"{start}        {breaks}\n{END}", head.count("\n") + 1, start.count("\n") + 1


def refused_with_its_line(folder: Path, breaks: str, dice: random.Random, ship: Path) -> str:
    """ "refused"; raises AssertionError where no fault has card, kind, file and line, and whatever else is raised."""
    text, first, line = text_of(breaks, dice)
    written(folder, cards=CARDS)
    (folder / "nap.py").write_text(text, encoding="utf-8")
    with forgotten():
        try:
            analyzer.load_rules(folder / "nap.py")
            layout = analyzer.load_ship(ship, edition=str(folder))
            if dice.random() < 0.5:
                analyzer.fly([layout], flights=3, cards=[60], rivals="alone")
            else:
                analyzer.exact(layout, card=60)
        except AnalyzerError as error:
            check_fault(error, str(folder / "nap.py"), breaks, first, line)
            return "refused"
    raise AssertionError(f"{breaks}: not refused")


def check_fault(error: AnalyzerError, path: str, breaks: str, first: int, line: int) -> None:
    """Raises AssertionError for a fault without its place or its reason."""
    (fault,) = error.faults
    assert isinstance(fault, Fault), fault
    if breaks in NO_RULES:
        place, begins, reason = None, "kind nap: ", NO_RULES[breaks]
    elif breaks in AFTER_IT:
        reason = AFTER_IT[breaks]
        place, begins = first, "card 60, kind nap: after its rule "
    else:
        place, begins, reason = line, "card 60, kind nap: ", IN_ITS_LINE[breaks] or ""
    assert (fault.path, fault.line) == (path, place), fault
    assert fault.text.startswith(begins), fault
    assert reason in fault.text, fault


@contextmanager
def forgotten() -> Iterator[None]:
    """No rules are known but those of the product; what is named within is forgotten."""
    before = [(each, dict(each)) for each in (KINDS, KINDS.own, RUNNABLE, OWN)]
    for name in KINDS.own:
        del KINDS[name]
    KINDS.own.clear()
    RUNNABLE.clear()
    try:
        yield
    finally:
        for each, was in before:
            each.clear()
            each.update(was)
