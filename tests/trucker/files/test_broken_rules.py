"""Rules of the user's own that cannot be: refused with card, kind, file and line; nothing that was saved is lost."""

from __future__ import annotations

import atexit
import builtins
import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.montecarlo import in_order
from tests.doors.trucker_flights import ADVENTURES, plan, rules_file
from tests.places import ROOT
from tests.trucker.files.broken_rules import BREAKS, CARDS, END, HEAD, RULE, refused_with_its_line
from tests.trucker.files.own_editions import written
from tests.trucker.files.own_rules import KITE, no_rules  # noqa: F401 (fixture)


@pytest.mark.slow(but=22)
@pytest.mark.parametrize("number", range(len(BREAKS)))
def test_broken_rule_names_its_line(tmp_path, number):
    assert refused_with_its_line(tmp_path / "mine", BREAKS[number], random.Random(number), KITE) == "refused"


def own(folder: Path, rule: str) -> Path:
    written(folder, cards=CARDS)
    (folder / "nap.py").write_text(f"{HEAD}{RULE}{rule}{END}", encoding="utf-8")
    return folder / "nap.py"


@pytest.mark.usefixtures("no_rules")
def test_broken_rule_keeps_the_save(tmp_path, monkeypatch):
    """The rule breaks while a save file lies there; the file stays and the run goes on."""
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("verb", "begins", "named"),
    [
        (["fly", "--cards", "60", "--flights", "20", "--workers", "1"], "not convoy.slot", "mine/nap.py, line 10: "),
        (["exact", "--card", "60"], "True", "mine/nap.py, line 10: "),
        (["fly", "--cards", "60,25", "--flights", "4000", "--workers", "2"], "True", "card 60, kind nap: it had run"),
    ],
)
def test_endless_rule_named_at_ctrl_c(tmp_path, verb, begins, named):
    """Ctrl-C names card and kind, and in this process the line."""
    rule = f"    if {begins}:\n        Path('begun').touch()\n    while True:\n        pass\n"
    own(tmp_path / "mine", f"    from pathlib import Path\n{rule}")
    words = [verb[0], str(KITE), *verb[1:], "--edition", "mine", "--rules", "mine/nap.py"]
    with subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not (tmp_path / "begun").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in error
    assert named in error
    assert "card 60, kind nap" in error


@pytest.mark.long
@pytest.mark.parametrize(("folder", "flights"), [("2007/II", 40), ("2007/IVC", 3)])
def test_printed_cards_leave_possible_states(monkeypatch, folder, flights):
    """No ship is refused for what our own rules leave behind."""
    seen = []

    def looked_after(rule):
        def resolve(convoy, dice):
            before, convoy.by_own_rules = rules_file.shapes(convoy.state), True
            flights = convoy.state, convoy.rows.copy()
            rule(convoy, dice)
            convoy.by_own_rules = False
            seen.append(rules_file.impossible(convoy, before, flights))

        return resolve

    for name, rule in ADVENTURES.items():
        monkeypatch.setitem(ADVENTURES, name, looked_after(rule))
    ship = analyzer.load_ship(min((ROOT / "ships" / folder).glob("*.yaml")))
    analyzer.fly([ship], flights=flights, repair=True, workers=1)
    assert len(seen) >= 8
    assert set(seen) == {None}


@pytest.mark.usefixtures("no_rules")
@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("ship.bounty -= 5", -5),
        ("ship.bounty = ship.bounty - 5", -5),
        ("price = ship.bounty + 7; price[:] = 4; ship.bounty = ship.bounty - price", -4),
        ("price = ship.bounty.copy(); price[:] = 4; ship.bounty -= price", -4),
    ],
)
def test_rules_may_assign_columns(tmp_path, rule, expected):
    """An array that a rule has worked out is its own; one that it has read can be assigned anew."""
    analyzer.load_rules(own(tmp_path / "mine", f"    for ship in convoy.ships():\n        {rule}\n"))
    answer = analyzer.exact(analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), card=60)
    assert answer.distribution("credits") == {expected: 1}


@pytest.mark.usefixtures("no_rules")
def test_shared_space_is_refused(tmp_path):
    analyzer.load_rules(own(tmp_path / "mine", "    for ship in convoy.ships():\n        ship.position = 5\n"))
    ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
    with pytest.raises(AnalyzerError, match=r"nap.py, line 6: card 60, kind nap: after its rule ship 1 .* shares its"):
        analyzer.fly([ship], flights=3, cards=[60], rivals=[ship])


@pytest.mark.usefixtures("no_rules")
def test_rule_prints_to_standard_error(tmp_path, command):
    """Printed words are no part of an answer in JSON."""
    file = own(tmp_path / "mine", "    print('from a rule')\n")
    file.write_text(f"{file.read_text(encoding='utf-8')}print('from a file')\n", encoding="utf-8")
    words = ["exact", str(KITE), "--card", "60", "--json", "--edition", str(tmp_path / "mine"), "--rules", str(file)]
    said = command(*words)
    assert (said.code, isinstance(json.loads(said.out), dict | list)) == (0, True)
    assert ("from a rule" in said.err, "from a file" in said.err) == (True, True)


@pytest.mark.long
@pytest.mark.usefixtures("no_rules")
@pytest.mark.parametrize("copies", [True, False])
def test_rule_crashing_worker_is_named(tmp_path, copies):
    """A signal ends the process as a fault of memory does; the note of its work is left."""
    begins = "    from _signal import raise_signal\n    raise_signal(9)\n"
    analyzer.load_rules(own(tmp_path / "mine", begins))
    ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
    experiment = plan([ship], "II", 1, cards=[60], rivals="alone")
    with pytest.raises(AnalyzerError, match=r"nap.py, line 6: card 60, kind nap.*ended"):
        list(in_order(2, partial(experiment.run_block, trials=2), [0, 2], copies=copies))


def said_of(folder: Path, verb: list[str]) -> subprocess.CompletedProcess[str]:
    """What the command says in that folder, which holds an edition and rules in `mine`."""
    words = [verb[0], str(KITE), *verb[1:], "--edition", "mine", "--rules", "mine/nap.py"]
    return subprocess.run(
        [sys.executable, "-m", "analyzer", *words],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


ENDED = "the process that ran it has ended"


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("raise_signal(11)", ENDED),
        ("raise_signal(9)", ENDED),
        ("posix._exit(0)", ENDED),
        ("os.close(1)", "RuntimeError: a rule cannot close standard output"),
        ("os.closerange(0, 200)", ENDED),
        ("os.close(2)", "RuntimeError: a rule cannot close standard error"),
        ("sys.__stdout__.close()", "RuntimeError: a rule cannot close standard output"),
    ],
)
def test_rule_ending_process_is_named(tmp_path, rule, named):
    """Crashes and closed streams end the command with one line, exit code 2 and no answer."""
    own(tmp_path / "mine", f"    import os, posix, sys\n    from _signal import raise_signal\n    {rule}\n")
    said = said_of(tmp_path, ["exact", "--card", "60", "--json"])
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1), said.stderr
    assert said.stderr.startswith("error: mine/nap.py, line 6: card 60, kind nap: ")
    assert named in said.stderr


@pytest.mark.usefixtures("no_rules")
@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("import sys; sys.modules.clear()", "a rule cannot take away modules: sys"),
        ("import sys; del sys.modules['numpy']", "a rule cannot take away modules: numpy"),
        ("import builtins; builtins.len = None", "a rule cannot change functions of Python: len"),
        ("import builtins; del builtins.sorted", "a rule cannot change functions of Python: sorted"),
    ],
)
def test_rule_leaves_python_whole(tmp_path, rule, named):
    """What a rule takes away is there again when it is refused."""
    modules, functions = dict(sys.modules), dict(vars(builtins))
    analyzer.load_rules(own(tmp_path / "mine", f"    {rule}\n"))
    with pytest.raises(AnalyzerError, match=f"nap.py, line 6: card 60, kind nap: RuntimeError: {named}"):
        analyzer.exact(analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), card=60)
    assert all(sys.modules[name] is module for name, module in modules.items())
    assert vars(builtins) == functions


@pytest.mark.usefixtures("no_rules")
def test_rule_imports_library_with_atexit(tmp_path, monkeypatch):
    """A library that is imported in a rule may register its end; the file itself may not, by whichever name."""
    registered = []
    monkeypatch.setattr(atexit, "register", registered.append)
    (tmp_path / "tidy_library.py").write_text("import atexit\natexit.register(print)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    file = own(tmp_path / "mine", "    import tidy_library\n    late(print)\n")
    file.write_text(f"from atexit import register as late\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    analyzer.load_rules(file)
    with pytest.raises(AnalyzerError, match=r"line 9.*end of the process"):
        analyzer.exact(analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), card=60)
    assert registered == [print]


@pytest.mark.slow
def test_rules_file_that_crashes_is_named(tmp_path):
    """The code of the file crashes as it is read."""
    own(tmp_path / "mine", "").write_text("from _signal import raise_signal\nraise_signal(11)\n", encoding="utf-8")
    said = said_of(tmp_path, ["exact", "--card", "60"])
    assert (said.returncode, said.stderr.count("\n")) == (2, 1), said.stderr
    assert f"mine/nap.py: its code: {ENDED}" in said.stderr


@pytest.mark.usefixtures("no_rules")
def test_raw_output_goes_to_stderr(tmp_path, capfd):
    """Neither `os.write` nor a print to Python's first stream gets into the answer."""
    write = "    import os, sys\n    os.write(1, b'one')\n    print('two', file=sys.__stdout__)\n"
    analyzer.load_rules(own(tmp_path / "mine", write))
    analyzer.exact(analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), card=60)
    out, err = capfd.readouterr()
    assert (out, "one" in err, "two" in err) == ("", True, True)


@pytest.mark.usefixtures("no_rules")
def test_logger_outlives_its_rule(tmp_path, capfd):
    """A handler of `logging` keeps the stream that it found during a rule."""
    analyzer.load_rules(own(tmp_path / "mine", "    import sys\n    np.kept = sys.stdout\n"))
    try:
        analyzer.exact(analyzer.load_ship(KITE, edition=str(tmp_path / "mine")), card=60)
        print("after it", file=vars(np)["kept"], flush=True)
    finally:
        del np.kept
    assert "after it" in capfd.readouterr().err


@pytest.mark.usefixtures("no_rules")
def test_broken_check_blames_no_file(tmp_path, monkeypatch):
    """A bug in the check after a rule is the program's own."""

    def broken(convoy, before, flights):
        raise ZeroDivisionError("a bug of the program")

    monkeypatch.setattr(rules_file, "impossible", broken)
    analyzer.load_rules(own(tmp_path / "mine", "    pass\n"))
    ship = analyzer.load_ship(KITE, edition=str(tmp_path / "mine"))
    with pytest.raises(ZeroDivisionError, match="a bug of the program"):
        analyzer.exact(ship, card=60)
