"""Promises of docs/contributing.md: the places exist, and its recipes work in a scratch copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import analyzer
from tests.places import ROOT

CONTRIBUTING = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ASK = """
import sys
from pathlib import Path
import analyzer
assert Path(analyzer.__file__).is_relative_to(Path.cwd())
ship = analyzer.load_ship(sys.argv[1])
"""


def test_contributing_page_names_existing_places():
    named = set(re.findall(r"`((?:analyzer|tests|docs)/[\w./-]+)`", CONTRIBUTING + MAP))
    assert len(named) > 30
    assert {place for place in named if not (ROOT / place).exists()} == set()


def test_architecture_map_lists_every_room():
    tree = MAP.split("```")[1]
    rooms = {path.name for path in (ROOT / "analyzer").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {room for room in rooms if not re.search(rf"^  {room}/ +\S", tree, re.MULTILINE)} == set()


def test_architecture_pages_name_existing_places():
    for page in sorted((ROOT / "docs" / "architecture").glob("*.md")):
        named = set(re.findall(r"`((?:tests|docs|analyzer)/[\w./-]+\.\w+)`", page.read_text(encoding="utf-8")))
        assert {place for place in named if not (ROOT / place).exists()} == set(), page.name


@pytest.fixture
def scratch(tmp_path) -> Path:
    """A copy of the product to which something is added; compiled modules come along, not those being written."""
    shutil.copytree(ROOT / "analyzer", tmp_path / "analyzer", ignore=shutil.ignore_patterns("*.pyc.*"))
    return tmp_path


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, after), encoding="utf-8")


def asked(scratch: Path, code: str, ship: Path) -> str:
    """What the copy of the product answers."""
    env = os.environ | {"PYTHONPATH": str(scratch), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", ASK + code, str(ship)]
    said = subprocess.run(command, cwd=scratch, env=env, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    return said.stdout


MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"


@pytest.mark.long
def test_new_metric_appears_everywhere(scratch):
    """A new column, and a chance that reads it."""
    trucker = scratch / "analyzer" / "trucker"
    edit(
        trucker / "metrics.py",
        '        Metric("crew", "humans',
        '        Metric("unspent", "charges and crew aboard at the end", unit="tokens", block=AT_THE_END),\n'
        '        Metric("spent", "nothing is left aboard", "unspent", (0, 0), block=ENDED),\n'
        '        Metric("crew", "humans',
    )
    edit(
        trucker / "flight" / "settlement.py",
        '        "crew": count(state.crew),\n',
        '        "crew": count(state.crew),\n        "unspent": count(state.crew) + count(state.charge),\n',
    )
    code = """
result = analyzer.fly([ship], flights=40, rivals="alone")["First Mile"]
assert result.unspent.mean == result.crew.mean + result.batteries.mean
assert result.spent.mean == result.unspent.counts.get(0, 0) / 40
assert {"unspent", "spent"} <= {*result.table()["metric"]}
assert "unspent" in result.as_dict()["metrics"]
precise = analyzer.fly([ship], cards=[28], precision={"unspent": 0.5}, rivals="alone")
versus = analyzer.compare([ship, ship], flights=20, cards=[28], rivals="alone")
print(versus.difference(*versus.names, "unspent").mean, precise["First Mile"].unspent.n)
"""
    difference, flights = asked(scratch, code, MILE).split()
    assert (float(difference), int(flights) < 100_000) == (0, True)


@pytest.mark.long
def test_metric_counted_on_the_way(scratch):
    """Cards that paid a ship: none of meteors, one of an abandoned ship that a crew leaves for its reward."""
    trucker = scratch / "analyzer" / "trucker"
    edit(
        trucker / "metrics.py",
        '        Metric("crew", "humans',
        '        Metric("paydays", "cards that paid credits", unit="cards", block=ON_THE_WAY),\n'
        '        Metric("crew", "humans',
    )
    edit(trucker / "convoy" / "state.py", 'COUNTED = ("bounty",)', 'COUNTED = ("bounty", "paydays")')
    paid = '    ship.tally("bounty", credits)\n'
    edit(trucker / "convoy" / "worth.py", paid, paid + '    ship.tally("paydays", 1)\n')
    derelict_card = next(card.id for card in analyzer.load_edition("2007").cards if card.kind == "abandoned_ship")
    code = f"""
fly = lambda card: analyzer.fly([ship], flights=20, cards=[card], rivals="alone").ships[0]
meteors, derelict = fly(28), fly({derelict_card})
position = analyzer.load_position("{ROOT}/ships/2007/at-the-table.yaml")
begun = analyzer.fly(position, flights=20).ships[0]
print(meteors.paydays.mean, derelict.paydays.mean, (derelict.bounty > 0).mean(), begun.paydays.n)
"""
    paid_by_meteors, paydays, share_paid, flights = asked(scratch, code, MILE).split()
    assert (paid_by_meteors, flights) == ("0.0", "20")
    assert float(paydays) == float(share_paid) > 0


@pytest.mark.long
def test_new_component_kind_is_one_row(scratch):
    """A cabin for three humans: its figures are data, so a ship may carry it at once."""
    with (scratch / "analyzer" / "trucker" / "data" / "kinds.csv").open("a", encoding="utf-8") as table:
        table.write("battery_5,B5,0,0,5,0,0,0,0,0,0,,made up for a test,inferred\n")
    ship = scratch / "more.yaml"
    text = MILE.read_text(encoding="utf-8")
    code = re.search(r"\bB([23])[0-3]{4}\b", text)
    assert code
    ship.write_text(text.replace(code[0], f"B5{code[0][2:]}"), encoding="utf-8")
    counted = """
before, after = analyzer.load_ship(sys.argv[1]), analyzer.load_ship("more.yaml")
flown = [analyzer.fly([one], flights=1, cards=[16], rivals="alone").ships[0].batteries.mean for one in (before, after)]
print(flown[1] - flown[0])
"""
    assert float(asked(scratch, counted, MILE)) == 5 - int(code[1])
