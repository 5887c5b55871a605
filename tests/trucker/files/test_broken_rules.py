"""Rules of the user's own that cannot be: refused with card, kind, file and line; nothing that was saved is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import analyzer
from analyzer.errors import AnalyzerError
from analyzer.trucker.adventures import ADVENTURES
from analyzer.trucker.adventures.impossible import impossible, shapes
from tests.places import ROOT
from tests.trucker.files.broken_rules import BREAKS, CARDS, END, HEAD, RULE, refused_with_its_line
from tests.trucker.files.own_editions import written
from tests.trucker.files.own_rules import KITE, no_rules  # noqa: F401 (fixture)


@pytest.mark.few(22)
@pytest.mark.parametrize("number", range(len(BREAKS)))
def test_a_broken_rule_is_refused_with_its_line(tmp_path, number):
    assert refused_with_its_line(tmp_path / "mine", BREAKS[number], random.Random(number), KITE) == "refused"


def own(folder: Path, rule: str) -> Path:
    written(folder, cards=CARDS)
    (folder / "nap.py").write_text(f"{HEAD}{RULE}{rule}{END}", encoding="utf-8")
    return folder / "nap.py"


@pytest.mark.usefixtures("no_rules")
def test_what_was_saved_is_kept_and_goes_on(tmp_path, monkeypatch):
    """The rule breaks while a file lies there."""
    monkeypatch.chdir(tmp_path)
    analyzer.load_rules(own(tmp_path / "mine", "    from pathlib import Path\n    1 / (not Path('broken').exists())\n"))
    ship = analyzer.load_ship(KITE, edition="mine")

    def fly(flights: int) -> analyzer.Results:
        return analyzer.fly([ship], flights=flights, cards=[60, 2], rivals="alone", save="run.json")

    fly(20)
    before = Path("run.json").read_bytes()
    Path("broken").touch()
    with pytest.raises(AnalyzerError, match=r"nap.py, line 8: card 60, kind nap: ZeroDivisionError"):
        fly(40)
    assert Path("run.json").read_bytes() == before
    Path("broken").unlink()
    assert fly(40).flights == 40


def test_a_rule_that_never_ends_is_ended_by_ctrl_c(tmp_path):
    own(tmp_path / "mine", "    print('begun', flush=True)\n    while True:\n        pass\n")
    words = ["fly", str(KITE), "--edition", "mine", "--rules", "mine/nap.py", "--cards", "60", "--flights", "20"]
    words += ["--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in error


@pytest.mark.parametrize(("folder", "flights"), [("2007/II", 40), ("2007/IVC", 3)])
def test_after_printed_cards_nothing_is_impossible(monkeypatch, folder, flights):
    """No ship is refused for what our own rules leave behind."""
    seen = []

    def looked_after(rule):
        def resolve(convoy, dice):
            before, convoy.by_own_rules = shapes(convoy.state), True
            rule(convoy, dice)
            convoy.by_own_rules = False
            seen.append(impossible(convoy, before))

        return resolve

    for name, rule in ADVENTURES.items():
        monkeypatch.setitem(ADVENTURES, name, looked_after(rule))
    ship = analyzer.load_ship(min((ROOT / "ships" / folder).glob("*.yaml")))
    analyzer.fly([ship], flights=flights, repair=True, workers=1)
    assert len(seen) >= 8
    assert set(seen) == {None}
