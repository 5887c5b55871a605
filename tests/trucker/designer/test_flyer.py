"""The process that flies: the next task ends the one before at once, and who is killed is replaced."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import analyzer
from tests.doors.trucker_designer import desk
from tests.facts import untold
from tests.trucker.designer.drawn import MILE, session
from tests.trucker.files.broken_rules import CARDS, END, HEAD, RULE, forgotten
from tests.trucker.files.own_editions import written
from tests.trucker.files.own_rules import KITE


@pytest.fixture(scope="module")
def told() -> Any:
    return queue.Queue()


@pytest.fixture(scope="module")
def flyer(told: Any) -> Iterator[desk.FlyingProcess]:
    one = desk.FlyingProcess(told.put)
    yield one
    one.stop()


@pytest.mark.long
def test_new_wish_ends_old_flights(flyer: desk.FlyingProcess, told: Any) -> None:
    flyer.fly(replace(session(MILE, "field").task(), number=1, steps=(50, 5_000_000)))
    assert told.get(timeout=60)["change"] == 1
    flyer.fly(replace(session(MILE).task(), number=2, steps=(50,)))
    assert told.get(timeout=60)["change"] == 2  # five million flights take minutes, and would be told first


@pytest.mark.long
def test_killed_flyer_is_replaced(flyer: desk.FlyingProcess, told: Any) -> None:
    flyer.fly(replace(session(MILE, "field").task(), number=1, steps=(5_000_000,)))
    flyer._process.kill()
    refusal = told.get(timeout=60)
    assert (refusal["kind"], refusal["change"], refusal["faults"]) == ("cannot_fly", 1, [desk.ENDED])
    flyer.fly(replace(session(MILE).task(), number=2, steps=(50,)))
    assert told.get(timeout=60)["change"] == 2


@pytest.mark.long
def test_crashing_rule_is_named(flyer: desk.FlyingProcess, told: Any, tmp_path: Path) -> None:
    """A signal ends the process that flies, as a fault of memory does."""
    rules = written(tmp_path / "mine", cards=CARDS) / "nap.py"
    crash = f"{HEAD}{RULE}    from _signal import raise_signal\n    raise_signal(11)\n{END}"
    rules.write_text(crash, encoding="utf-8")
    with forgotten():
        analyzer.load_rules(rules)
        ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
        flyer.fly(replace(session(MILE).task(), number=3, ship=ship, steps=(500,)))
        refusal = told.get(timeout=60)
    assert (refusal["kind"], refusal["change"]) == ("cannot_fly", 3)
    assert not untold(refusal["faults"][0], "nap.py, line 6", "card 60", "nap", "ended")
    flyer.fly(replace(session(MILE).task(), number=4, steps=(50,)))
    assert told.get(timeout=60)["change"] == 4


@pytest.mark.long
def test_unflyable_ship_tells_its_faults(flyer: desk.FlyingProcess, told: Any) -> None:
    one = session(MILE)
    bare = one.ship.without([(7, 7)])
    flyer.fly(replace(one.task(), ship=bare))
    refusal = told.get(timeout=60)
    assert refusal["kind"] == "cannot_fly"
    assert "starting cabin" in refusal["faults"][0]
