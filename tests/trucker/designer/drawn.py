"""Sessions for tests, spoken to in few words."""

from __future__ import annotations

import json
from collections import OrderedDict
from pathlib import Path
from typing import Any

import analyzer
from tests.doors.printed import Square
from tests.doors.trucker_designer import Reply, Session, Setting, flight_tasks
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
HAULER, MILE = SHIPS / "II" / "steady-hauler.yaml", SHIPS / "I" / "first-mile.yaml"
FEW = (200, 500)
NEST = {"edition.yaml": "from: 2007\n"} | {
    "kinds.csv": "kind,code,crew,cannon,shield\ngun_cabin,GC,2,1,0\ndome,DO,0,0,4\n",
    "components.csv": "id,kind,front,right,rear,left\n145,gun_cabin,0,3,3,3\n146,dome,3,3,3,3\n",
}
NEST_SHIP = """name: "Nest"
edition: {folder}
board: I
grid: |2
      5        6        7        8        9
  6   .        .        GC0333^  .        .
  7   .        EN3300   SC3333   DO3333   .
"""
"""An edition whose cabin is a cannon too, with a shield on all sides, and a ship of both."""


def session(path: Path = MILE, company: Any = "alone", steps: tuple[int, ...] = FEW) -> Session:
    return Session(analyzer.load_ship(path), Setting(company), steps=steps)


def says(one: Session, kind: str, **fields: Any) -> Reply:
    return one.receive(json.dumps({"kind": kind, **fields}))


def refused(one: Session, kind: str, **fields: Any) -> list[str]:
    (answer,) = says(one, kind, **fields).answers
    assert answer["kind"] == "refused", answer
    return list(answer["faults"])


def state(one: Session) -> dict[str, Any]:
    return one.state()


def lying(one: Session) -> dict[Square, str]:
    return {(row, column): token for row, column, token, _ in state(one)["tiles"]}


def fly(one: Session, reply: Reply | None = None) -> list[dict[str, Any]]:
    """Fly what is asked for, in this process, and tell the session."""
    task = one.task() if reply is None else reply.ask
    assert task is not None
    known: Any = OrderedDict()
    told = []
    for look, new in task.messages(known):
        flight_tasks.remember(known, new)
        one.on_flown(json.loads(json.dumps(look)))
        told.append(look)
    return told
