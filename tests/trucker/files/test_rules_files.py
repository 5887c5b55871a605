"""Files with rules of the user's own: who runs them, what is said when they break, and what a run holds of them."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.printed import RUNNABLE
from tests.doors.trucker_flights import KINDS
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.files.broken_rules import forgotten
from tests.trucker.files.own_editions import written
from tests.trucker.files.own_rules import KITE, NAMES, OUTPOSTS, no_rules, outposts  # noqa: F401 (fixtures)

pytestmark = pytest.mark.usefixtures("no_rules")

NAP = """
from pathlib import Path
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.track import fall_back

Path("was_run").touch()

def nap(convoy, dice):
    for ship in convoy.back_to_front():
        fall_back(ship, ship.card.days)

KIND = CardKind(nap, needs=("days",))
"""
CARDS = "id,level,kind,days;60,2,nap,3"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder with a card of a kind of its own, and the file of its rules in it."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "mine", cards=CARDS)
    (tmp_path / "mine" / "nap.py").write_text(NAP, encoding="utf-8")
    return tmp_path / "mine"


def kite(folder):
    return analyzer.load_ship(KITE, edition=str(folder))


def days(folder):
    return int(analyzer.exact(kite(folder), card=60).mean("days"))


class TestWhatRuns:
    def test_reading_runs_no_rules(self, mine):
        text = KITE.read_text(encoding="utf-8")
        Path("own.yaml").write_text(f"edition: ./mine\n{re.sub('(?m)^edition:.*$', '', text)}", encoding="utf-8")
        for read in (lambda: analyzer.load_edition("mine"), lambda: analyzer.load_ship("own.yaml")):
            with pytest.raises(AnalyzerError, match=r"cards.csv, line 2: kind 'nap'.*--rules FILE"):
                read()
        assert not Path("was_run").exists()

    def test_named_rules_file_runs(self, mine):
        """Three days are lost."""
        assert analyzer.load_rules(mine / "nap.py") == ("nap",) == analyzer.load_rules(str(mine / "nap.py"))
        assert Path("was_run").exists()
        assert days("mine") == -3

    @pytest.mark.long
    def test_save_file_runs_no_rules(self, mine):
        analyzer.load_rules(mine / "nap.py")
        analyzer.fly([kite("mine")], flights=20, cards=[60], rivals="alone", save="run.json")
        Path("was_run").unlink()
        code = (
            "import analyzer\ntry:\n    [result] = analyzer.merge(['run.json'])\n    result.ships[0].experiment\n"
            "except Exception as error:\n    print(type(error).__name__, error)\n"
        )
        subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)
        assert not Path("was_run").exists()

    def test_merge_names_missing_rules(self, command, mine):
        analyzer.load_rules(mine / "nap.py")
        analyzer.fly([kite("mine")], flights=20, cards=[60], rivals="alone", save="run.json")
        for name in [*KINDS.own]:
            del KINDS[name], KINDS.own[name]
        RUNNABLE.clear()
        answer = command("merge", "run.json")
        reason = "run.json: kind nap: its rules are not here: name the file with its rules: --rules FILE, or in Python"
        assert (answer.code, untold(answer.err, reason, "load_rules(FILE)", "nap.py")) == (2, [])
        assert command("merge", "run.json", "--rules", "mine/nap.py").code == 0
        for name in [*KINDS.own]:
            del KINDS[name], KINDS.own[name]
        RUNNABLE.clear()
        Path("other.py").write_text(NAP + "# a word more\n", encoding="utf-8")
        answer = command("merge", "run.json", "--rules", "other.py")
        reason = "kind nap: the edition was read, or the run saved, with another text of its rules"
        assert (answer.code, answer.err) == (2, f"error: other.py: {reason}: name that file\n")

    def test_installed_package_names_its_kinds(self, mine, monkeypatch):
        written(mine, cards=f"# what an installed package knows;{CARDS}")
        Path("far_out").mkdir()
        Path("far_out/__init__.py").touch()
        Path("far_out/rules.py").write_text(NAP, encoding="utf-8")
        Path("far_out-1.dist-info").mkdir()
        Path("far_out-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: far-out\nVersion: 1\n")
        Path("far_out-1.dist-info/entry_points.txt").write_text("[analyzer.card_kinds]\nnap = far_out.rules\n")
        monkeypatch.syspath_prepend(str(Path.cwd()))
        assert days("mine") == -3

    def test_cards_file_needs_editions_kind(self, mine):
        """A file of cards takes no kind that its edition does not hold."""
        analyzer.load_rules(mine / "nap.py")
        Path("cards.csv").write_text("id,kind,days\n2,nap,4\n", encoding="utf-8")
        with pytest.raises(AnalyzerError, match="its rules travel with an edition"):
            analyzer.exact(analyzer.load_ship(KITE), card=2, cards_file="cards.csv")
        assert int(analyzer.exact(kite("mine"), card=2, cards_file="cards.csv").mean("days")) == -4


BROKEN = {
    "no Python": (NAP.replace("for ship", "fro ship"), 9, "SyntaxError: invalid syntax"),
    "breaks as it is read": (NAP + "\n1 / 0\n", 14, "ZeroDivisionError: division by zero"),
    "has no kind": (NAP.replace("KIND =", "print if False else"), None, "no kind of card: end it with KIND"),
    "takes a printed kind's name": (NAP.replace("nap", "pirates"), None, "kind pirates: comes with the product"),
    "takes another's event": (
        NAP.replace("(nap,", '(nap, events=(Events({"earns": None}, {}),),').replace(
            "from pathlib", "from analyzer.trucker.convoy.events import Events\nfrom pathlib"
        ),
        None,
        "kind nap: there is another event 'earns': rename yours",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_rules_file_names_line(mine, case):
    text, line, begins = BROKEN[case]
    Path("nap.py").write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError) as error:
        analyzer.load_rules("nap.py")
    (fault,) = error.value.faults
    assert (fault.path, fault.line, fault.text[: len(begins)]) == ("nap.py", line, begins)
    assert "nap" not in KINDS


WRONG = NAP.replace("ship.card.days)", "ship.card.dais)")
"""In line 10 of the file."""


class TestARuleThatBreaks:
    @pytest.mark.parametrize(
        "verb",
        [
            ["fly", str(KITE), "--flights", "20", "--cards", "28,60", "--rivals", "alone"],
            ["fly", str(KITE), "--flights", "20", "--cards", "28,60", "--workers", "2"],
            ["exact", str(KITE), "--card", "60"],
            ["explain", str(KITE), "--flight", "0", "--cards", "60"],
        ],
    )
    def test_broken_rule_names_card_and_line(self, command, mine, verb):
        (mine / "nap.py").write_text(WRONG, encoding="utf-8")
        said = command(*verb, "--edition", "mine", "--rules", "mine/nap.py")
        reason = "card 60, kind nap: AttributeError: 'RevealedCard' object has no attribute 'dais'"
        assert (said.code, said.err) == (2, f"error: mine/nap.py, line 10: {reason}\n")

    def test_last_line_in_file_is_named(self, mine):
        """Line 10 calls line 16, and `fall_back` breaks further in."""
        text = NAP.replace("fall_back(ship, ship.card.days)", "rest(ship)")
        (mine / "nap.py").write_text(text + "\n\ndef rest(ship):\n    fall_back(ship, None)\n", encoding="utf-8")
        analyzer.load_rules("mine/nap.py")
        with pytest.raises(AnalyzerError, match=r"^mine/nap.py, line 16: card 60, kind nap: AttributeError"):
            days("mine")


class TestIdentity:
    def test_save_of_other_code_refused(self, command, mine):
        """Also of code that does the same; each command begins with no rules known, as a process does."""
        words = [
            "fly",
            str(KITE),
            "--edition",
            "mine",
            "--rules",
            "mine/nap.py",
            "--flights",
            "20",
            "--alone",
            "--save",
            "run.json",
        ]

        def fly(text):
            (mine / "nap.py").write_text(text, encoding="utf-8")
            for name in [*KINDS.own]:
                del KINDS[name], KINDS.own[name]
            return command(*words)

        assert [fly(NAP).code, fly(NAP).code] == [0, 0]
        other = fly(NAP + "# a word more\n")
        assert (other.code, "holds another run" in other.err) == (2, True)
        assert "rules/nap.py" in other.err

    def test_other_code_of_kind_refused(self, mine):
        """Other code under the name of a known kind is refused."""
        analyzer.load_rules("mine/nap.py")
        Path("other.py").write_text(NAP + "# a word more\n", encoding="utf-8")
        with pytest.raises(AnalyzerError, match=r"kind nap.*read before"):
            analyzer.load_rules("other.py")

    @pytest.mark.usefixtures("outposts")
    def test_unused_rules_change_no_edition(self):
        """Rules that are named but not used change no edition."""
        contents = analyzer.load_edition(OUTPOSTS.parent).name
        assert contents.rules == ()
        assert [name for name, _ in analyzer.load_edition(OUTPOSTS).name.rules] == [
            f"rules/{name}.py" for name in NAMES
        ]

    @pytest.mark.long
    def test_experiments_take_their_rules_along(self, mine):
        """A process that knows no file of them flies the same; from plain values alone no rule is run."""
        analyzer.load_rules("mine/nap.py")
        experiment = analyzer.fly([kite("mine")], flights=20, cards=[60, 28], rivals="alone").experiment
        Path("sent").write_bytes(pickle.dumps(experiment))
        Path("plain").write_text(json.dumps(experiment.describe(), default=int), encoding="utf-8")
        (mine / "nap.py").unlink()
        Path("was_run").unlink()
        code = (
            "import json, pickle; from pathlib import Path; from analyzer.world import rebuild\n"
            "plain = rebuild(json.loads(Path('plain').read_text()), 'plain')\n"
            "try:\n    plain.run(0, 20)\nexcept ValueError as error:\n    print(error)\n"
            "assert not Path('was_run').exists()\n"
            "sent = pickle.loads(Path('sent').read_bytes())\n"
            "assert plain == sent\n"
            "print(sent.run(0, 20).credits.tolist())"
        )
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        refused, flown = said.stdout.splitlines() or ("", "")
        assert (said.stderr, json.loads(flown)) == ("", experiment.run(0, 20).credits.tolist())
        assert not untold(refused, "kind nap", "--rules FILE")


@pytest.mark.long
def test_foreign_processes_fly_the_same(mine):
    """Joblib's processes of their own are sent the experiments: the same counts as in this one."""
    from joblib import Parallel, delayed

    analyzer.load_rules("mine/nap.py")
    experiment = analyzer.fly([kite("mine")], flights=20, rivals="alone", cards=[60, 28]).experiment
    (there,) = Parallel(n_jobs=2)([delayed(type(experiment).run_block)(experiment, 0, 50)])
    assert {name: column.tolist() for name, column in there.items()} == {
        name: column.tolist() for name, column in experiment.run_block(0, 50).items()
    }


@pytest.mark.long
def test_worker_takes_two_rule_texts(mine):
    """A process that knows no file flies both editions, in turns; days are those of each text."""
    sent = []
    for text, moved in ((NAP, -3), (NAP.replace("ship.card.days", "2 * ship.card.days"), -6), (NAP, -3)):
        (mine / "nap.py").write_text(text, encoding="utf-8")
        with forgotten():
            analyzer.load_rules("mine/nap.py")
            assert days(mine) == moved
            sent.append(pickle.dumps(analyzer.fly([kite(mine)], flights=5, cards=[60], rivals="alone").experiment))
    Path("sent").write_bytes(pickle.dumps(sent))
    code = (
        "import pickle; from pathlib import Path\n"
        "sent = [pickle.loads(one) for one in pickle.loads(Path('sent').read_bytes())]\n"
        "print([int(one.run_block(0, 5)['days'].flat[0]) for one in sent])"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (said.stderr, json.loads(said.stdout)) == ("", [-3, -6, -3])
