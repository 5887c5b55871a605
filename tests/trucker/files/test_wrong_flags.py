"""Wrong flags, captain files and places: every fault is told with its cure, with exit code 2; nothing is left behind.

What would make these fail: a traceback, a fault without file, line or flag, or output beside the fault.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError, Layout, load_captain
from tests.conftest import Said
from tests.places import ROOT
from tests.texts import load_text
from tests.trucker.files.broken_ships import GOOD, HAULER, KITE, MILE, QUIZ, change, contents, refused

CAPTAIN = (
    "name: thrifty\nday: 0.5\nhuman: 1\nbrown: 2\npurple: 2\nbattery: 1\ncomponent: 2\nstay: 10\ndread: 0\nreserve: 1\n"
)


def test_unbroken_captain_file_loads(tmp_path):
    path = tmp_path / "captain.yaml"
    path.write_text(CAPTAIN)
    assert load_captain(path).battery == 100


STRIKE = ("strike", MILE)
FLAGS: dict[str, tuple[list[str], list[str]]] = {
    "no such verb": (["sink", MILE], ["sink"]),
    "no such flag": (["inspect", MILE, "--loud"], ["--loud"]),
    "inspect without ships": (["inspect"], ["SHIP", "missing"]),
    "strike without hazard": ([*STRIKE, "--from", "front", "--roll", "7"], ["--hazard", "missing"]),
    "unknown hazard": ([*STRIKE, "--hazard", "smal_meteor", "--from", "front", "--roll", "7"],
                       ["smal_meteor", "did you mean small_meteor"]),
    "unknown side": ([*STRIKE, "--hazard", "light_fire", "--from", "top", "--roll", "7"],
                     ["top", "front, right, rear, left"]),
    "roll 1": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "1"], ["roll 1", "2 to 12"]),
    "roll 13": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "13"], ["roll 13", "2 to 12"]),
    "roll a word": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "six"], ["roll", "whole number"]),
    "three faults in one strike": ([*STRIKE, "--hazard", "hail", "--from", "top", "--roll", "99"],
                                   ["hail", "top", "roll 99"]),
    "batteries -1": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7", "--batteries", "-1"],
                     ["First Mile: batteries -1", "0 to 11"]),
    "batteries 65": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7", "--batteries", "65"],
                     ["First Mile: batteries 65", "0 to 11"]),
    "batteries 12 on a ship of eleven": (["hazards", MILE, "--batteries", "12"], ["batteries 12", "0 to 11"]),
    "first beyond what explain takes": (["fly", MILE, "--flights", "5", "--first", str(2**40 + 1)],
                                        [f"first {2**40 + 1}", f"0 to {2**40:,}"]),
    "flights that go beyond it": (["race", HAULER, KITE, "--flights", "5", "--first", str(2**40 - 3)],
                                  [f"first {2**40 - 3}", f"begin at {2**40 - 4}"]),
    "flights 1e24": (["fly", HAULER, "--flights", "1e24"], ["flights 1000", f"1 to {2**40:,}"]),
    "flights 1e24 written out": (["compare", HAULER, KITE, "--flights", "1" + "0" * 24],
                                 ["flights 1000", f"1 to {2**40:,}"]),
    "a precision of nearly nothing": (["fly", HAULER, "--precision", "1e-300"], ["1e-300", "no run", "at least 1e-09"]),
    "strike under an unknown captain": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7",
                                         "--captain", "boldd"], ["boldd", "did you mean bold"]),
    "level V": (["fly", HAULER, "--level", "V"], ["--level", "V", "I, II, III, IIIa, IV"]),
    "level in small letters": (["race", HAULER, KITE, "--level", "ii"], ["--level", "ii", "I, II, III, IIIa"]),
    "another level's board": (["fly", HAULER, "--level", "III", "--flights", "5"],
                              ["Steady Hauler", "board 2007-II", "2007-III", "fly it at level II"]),
    "race on another board": (["race", HAULER, MILE, "--flights", "5"], ["First Mile", "board 2007-I", "2007-II"]),
    "rivals of another board": (["fly", HAULER, "--rivals", MILE, "--flights", "5"], ["First Mile", "2007-I,"]),
    "flights 0": (["fly", HAULER, "--flights", "0"], ["flights 0", "at least 1"]),
    "flights -5": (["fly", HAULER, "--flights", "-5"], ["flights -5", "at least 1"]),
    "flights 1e-6": (["fly", HAULER, "--flights", "1e-6"], ["--flights", "give a whole number"]),
    "flights none": (["race", HAULER, KITE, "--flights", "none"], ["--flights", "give a whole number"]),
    "race with 0 flights": (["race", HAULER, KITE, "--flights", "0"], ["flights 0", "at least 1"]),
    "workers 0": (["fly", HAULER, "--flights", "5", "--workers", "0"], ["workers 0", "at least 1"]),
    "workers -1": (["race", HAULER, KITE, "--flights", "5", "--workers", "-1"], ["workers -1", "at least 1"]),
    "workers a word": (["fly", HAULER, "--flights", "5", "--workers", "many"], ["--workers many", "e.g. 4, or auto"]),
    "workers a half": (["fly", HAULER, "--flights", "5", "--workers", "1.5"], ["--workers 1.5", "e.g. 4, or auto"]),
    "no workers": (["fly", HAULER, "--flights", "5", "--workers", ""], ["--workers", "e.g. 4, or auto"]),
    "seed -1": (["fly", HAULER, "--flights", "5", "--seed", "-1"], ["seed -1", f"0 to {2**64 - 1:,}"]),
    "seed 2**64": (["fly", HAULER, "--flights", "5", "--seed", str(2**64)], ["seed 18446744073709551616", "0 to"]),
    "seed a word": (["fly", HAULER, "--flights", "5", "--seed", "lucky"], ["--seed", "give a whole number"]),
    "unknown card": (["fly", HAULER, "--flights", "5", "--cards", "28,99"], ["99", "0 to "]),
    "all unknown cards": (["fly", HAULER, "--flights", "5", "--cards", "60,28,99"], ["card 60", "card 99"]),
    "cards in letters": (["fly", HAULER, "--flights", "5", "--cards", "28,fog"], ["card 'fog'", "2007"]),
    "no cards": (["fly", HAULER, "--flights", "5", "--cards", ""], ["--cards", "e.g. 28,"]),
    "a gap in the cards": (["fly", HAULER, "--flights", "5", "--cards", "28,,29"], ["--cards", "e.g. 28,"]),
    "a negative card": (["fly", HAULER, "--flights", "5", "--cards", "-3"], ["--cards", "e.g. 28,"]),
    "a card of 5,000 digits": (["fly", HAULER, "--flights", "5", "--cards", "9" * 5000], ["card"]),
    "65 cards": (["fly", HAULER, "--flights", "5", "--cards", ",".join(["3"] * 65)], ["65 cards", "at most 64"]),
    "start 0": (["fly", HAULER, "--flights", "5", "--start", "0"], ["start 0", "1 to 4"]),
    "start 5": (["race", HAULER, KITE, "--flights", "5", "--start", "5"], ["start 5", "1 to 4"]),
    "start beyond the ships": (["race", HAULER, KITE, "--flights", "5", "--start", "3"], ["start 3", "2 ships"]),
    "start 2 alone": (["fly", HAULER, "--flights", "5", "--alone", "--start", "2"], ["start 2", "1 ship"]),
    "unknown captain": (["fly", HAULER, "--captain", "cautios"], ["cautios", "did you mean cautious"]),
    "a letter missing": (["fly", HAULER.replace("hauler", "hauer")], ["no such file; did you mean", HAULER]),
    "a ship for a forecast": (["fly", HAULER, "--forecast", HAULER], ["is not a forecast file", "level, piles"]),
    "a captain nearly": (["fly", HAULER, "--captain", "bould"], ["or a captain file (.yaml)", "did you mean bold?"]),
    "missing captain file": (["fly", HAULER, "--flights", "5", "--captain", "me.yaml"], ["me.yaml", "no such file"]),
    "captain is a directory": (["fly", HAULER, "--flights", "5", "--captain", "."], ["directory"]),
    "captain with a long name": (["fly", HAULER, "--flights", "5", "--captain", "x" * 5000], ["captain"]),
    "plots in a place with a long name": (["fly", HAULER, "--flights", "5", "--plot", "x" * 5000], ["--plot"]),
    "two captains for three ships": (["fly", HAULER, KITE, HAULER, "--flights", "5", "--captain", "bold", "--captain",
                                      "miser"], ["captain", "2", "3 ships", "one for each"]),
    "two captains for one ship": (["fly", HAULER, "--flights", "5", "--captain", "bold", "--captain", "miser"],
                                  ["captain", "2", "1 ship", "give one"]),
    "three captains in a race of two": (["race", HAULER, KITE, "--flights", "5", *["--captain", "bold"] * 3],
                                        ["captain", "3", "2 ships", "one for each"]),
    "missing rival": (["fly", HAULER, "--flights", "5", "--rivals", "ghost.yaml"], ["ghost.yaml", "no such file"]),
    "rivals without a word": (["fly", HAULER, "--flights", "5", "--rivals"], ["--rivals"]),
    "four rivals": (["fly", HAULER, "--flights", "5", "--rivals", KITE, KITE, KITE, KITE], ["5 ships", "at most 4"]),
    "rivals in a race": (["race", HAULER, KITE, "--rivals", "field"], ["--rivals"]),
    "race of one": (["race", HAULER], ["1 ship", "two to four"]),
    "race of five": (["race", *[HAULER] * 5], ["5 ships", "two to four"]),
    "learning at level II": (["fly", HAULER, "--flights", "5", "--learning"], ["learning", "level I", "II"]),
    "learning with cards": (["fly", MILE, "--level", "I", "--flights", "5", "--learning", "--cards", "3"],
                            ["learning", "cards", "not both"]),
    "flawed ship": (["fly", QUIZ, "--level", "I", "--flights", "5"], ["Quiz", "flaws", "row", "column", "--repair"]),
    "flawed rival": (["fly", MILE, "--level", "I", "--flights", "5", "--rivals", QUIZ], ["Quiz", "flaws", "--repair"]),
    "flawed ship in a race": (["race", MILE, QUIZ, "--level", "I", "--flights", "5"], ["Quiz", "flaws", "--repair"]),
    "no flights but a bad level too": (["fly", HAULER, "--level", "VI", "--flights", "0"], ["--level", "VI"]),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("as_json", [False, True], ids=["table", "json"])
@pytest.mark.parametrize("case", FLAGS)
def test_wrong_flag_is_refused(command, tmp_path, case, as_json):
    args, words = FLAGS[case]
    before = contents(tmp_path)
    refused(command(*args[:1], *["--json"] * as_json, *args[1:]), *words)
    assert contents(tmp_path) == before


def test_failing_flights_leave_no_plots(command, tmp_path):
    refused(command("fly", HAULER, "--level", "III", "--flights", "5", "--plot", "plots"), "Steady Hauler")
    assert contents(tmp_path) == {}


CAPTAINS: dict[str, tuple[str, list[str]]] = {
    "missing price": (change("stay: 10\n", "", CAPTAIN), ["line", "stay is missing", "add it"]),
    "unknown price": (CAPTAIN + "hope: 3\n", ["line 11", "hope", "remove"]),
    "negative price": (change("battery: 1", "battery: -1", CAPTAIN), ["line 6", "battery", "0"]),
    "three decimals": (change("day: 0.5", "day: 0.125", CAPTAIN), ["line 2", "day", "two decimals"]),
    "price in words": (change("human: 1", "human: one", CAPTAIN), ["line 3", "human", "number"]),
    "price of truth": (change("human: 1", "human: true", CAPTAIN), ["line 3", "human", "number"]),
    "endless price": (change("human: 1", "human: .inf", CAPTAIN), ["line 3", "human", "finite"]),
    "price of nothing": (change("human: 1", "human: .nan", CAPTAIN), ["line 3", "human", "finite"]),
    "ruin in thousandths": (CAPTAIN + "ruin: 0.125\n", ["line 11", "ruin", "two decimals"]),
    "lone day in words": (CAPTAIN + "day_alone: none\n", ["line 11", "day_alone", "number"]),
    "ruin below nothing": (CAPTAIN + "ruin: -1\n", ["line 11", "ruin", "0"]),
    "price too high": (change("human: 1", "human: 10001", CAPTAIN), ["line 3", "human", "10000"]),
    "half a battery in reserve": (
        change("reserve: 1", "reserve: 1.5", CAPTAIN),
        ["line 10", "reserve", "whole number"],
    ),
    "reserve -1": (change("reserve: 1", "reserve: -1", CAPTAIN), ["line 10", "reserve", "0"]),
    "no name": (change("name: thrifty\n", "", CAPTAIN), ["line", "name is missing", "add it"]),
    "a list": ("- 1\n- 2\n", ["line 1", "field"]),
    "empty": ("", ["line 1", "field"]),
    "twice": (CAPTAIN + "day: 1\n", ["line 11", "day", "twice"]),
    "a ship": (GOOD, ["is not a captain file", "day, human, brown"]),
    "two faults": (CAPTAIN.replace("day: 0.5", "day: -2").replace("stay: 10", "stay: x"), ["line 2", "line 8"]),
}


@pytest.mark.parametrize("case", CAPTAINS)
def test_broken_captain_file_is_refused(command, tmp_path, case):
    text, words = CAPTAINS[case]
    (tmp_path / "me.yaml").write_text(text)
    before = contents(tmp_path)
    refused(command("fly", HAULER, "--flights", "5", "--captain", "me.yaml"), "me.yaml", *words)
    assert contents(tmp_path) == before


# Places for plots, and ships that cannot fly


def test_plot_at_a_file_refused(command, tmp_path):
    (tmp_path / "taken").write_text("mine")
    refused(command("fly", HAULER, "--flights", "5", "--plot", "taken"), "--plot", "taken", "is a file", "directory")
    assert (tmp_path / "taken").read_text() == "mine"


def test_plot_below_a_file_refused(command, tmp_path):
    (tmp_path / "taken").write_text("mine")
    refused(
        command("fly", HAULER, "--flights", "5", "--plot", "taken/plots"), "--plot", "taken/plots", "cannot be written"
    )
    assert contents(tmp_path) == {str(tmp_path / "taken"): 4}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place where nobody may write")
@pytest.mark.parametrize("verb", ["fly", "race"])
def test_unwritable_plot_folder_is_refused(command, verb):
    refused(command(verb, HAULER, KITE, "--flights", "5", "--plot", "/proc/plots"), "--plot", "/proc/plots", "written")


@pytest.mark.parametrize("there", [".", "SC3333   SC3333", "CA3333"])
def test_repair_needs_a_starting_cabin(command, tmp_path, there):
    """No cabin at all, or (for an ordinary cabin on its square) none that counts: no removal mends that."""
    text = GOOD.replace("SC3333", there) if " " not in there else GOOD.replace("SC3333   CA0003", ".        SC0003")
    (tmp_path / "headless.yaml").write_text(text)
    said = command("fly", "headless.yaml", "--level", "I", "--flights", "5", "--repair")
    refused(said, "Small Ship", "no starting cabin", "[7, 7]", "SC3333")


def test_launch_needs_a_human():
    """A legal ship has two humans in its starting cabin, so only one put together by hand can be without."""
    bare = load_text(analyzer.load_ship, GOOD)
    ship = Layout(bare.name, bare.board, bare.components)
    ship.hull.tokens.humans.full = ship.hull.tokens.humans.full.dtype.type(0)
    with pytest.raises(AnalyzerError, match=r"Small Ship: no humans at launch: .* cabin"):
        analyzer.fly([ship], level="I", flights=5, rivals="alone")


# Without any of this process's patience: the command itself


def typed(*args: str, cwd: Path) -> Said:
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *args],
        capture_output=True, text=True, cwd=cwd, env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def test_bare_command_lists_verbs(command):
    """An empty command shows the list of verbs and exits with the code of a fault."""
    said = command()
    assert said.code == 2
    assert all(verb in said.out + said.err for verb in ("Usage", "inspect", "strike", "fly", "race"))
    assert "Traceback" not in said.out + said.err


@pytest.mark.long
def test_command_refuses_broken_file(tmp_path):
    (tmp_path / "broken.yaml").write_text(change("CA0003", "CA0004"))
    said = typed("fly", "broken.yaml", "--level", "I", "--plot", "out", cwd=tmp_path)
    refused(said, "error: broken.yaml, line 7, row 7 column 8", "0 smooth, 1 single, 2 double or 3 universal")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.yaml"]
