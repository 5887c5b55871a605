"""Runs that are kept: killed at any instant they go on, and the file ends with the bytes of one that was not killed."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import PosixPath
from zlib import crc32

import pytest

import analyzer
from analyzer import AnalyzerError, Forecast, load_captain
from tests.conftest import ALL
from tests.doors.montecarlo import Pace
from tests.doors.montecarlo import blocks as montecarlo
from tests.doors.printed import load_edition
from tests.doors.runs import Amount, Store, plain, read, rebuild, rules
from tests.doors.runs import identity as identities
from tests.doors.runs import store as stores
from tests.doors.trucker_flights import Experiment, plan
from tests.doors.trucker_questions import plan_journey
from tests.facts import untold
from tests.places import ROOT
from tests.proofs.false_winners import mirrored
from tests.runs.counting import interrupted_at
from tests.short_route import SHORT

SHIPS = ROOT / "ships" / "2007"
MILE = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
HORNET = analyzer.load_ship(SHIPS / "I" / "brass-hornet.yaml")
HAULER = analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml")
BUILDS = sorted(SHIPS.glob("IVC/*.yaml"))
BLOCK, LOOK = 128, montecarlo.CHECK_STEP


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(montecarlo, "CHECK_STEP", BLOCK)


def fly(save, flights=5 * BLOCK, **given):
    return analyzer.fly(
        [MILE], flights=flights, block=BLOCK, save=save, **({"rivals": "alone", "cards": SHORT} | given)
    )


def refusal(*args, **given) -> str:
    with pytest.raises(AnalyzerError) as caught:
        fly(*args, **given)
    return str(caught.value)


# Killed and gone on with

KILLS = """
import os, random, signal, sys, time
import analyzer
from analyzer.montecarlo import blocks
from analyzer.answers.together import SideBySide
from analyzer.runs.store import read
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.journey.experiment import JourneyExperiment
from analyzer.trucker.questions.cards import DealtExperiment
from analyzer.trucker.questions.course import WatchedExperiment
from analyzer.trucker.questions.weak import WithoutEach

STEP = 32
blocks.CHECK_STEP, blocks.FIRST, blocks.GROWTH = STEP, 8, 3
for each in (Experiment, JourneyExperiment, SideBySide, DealtExperiment, WatchedExperiment, WithoutEach):
    each.BLOCK = STEP
verb, kills, killed, whole, *paths = sys.argv[1:]
one, two = (analyzer.load_ship(path) for path in paths)
VERBS = {
    "fly": lambda **how: analyzer.fly([one], cards=[42, 28], **how),
    "compare": lambda **how: analyzer.compare([one, two], cards=[42, 28], **how),
    "decided": lambda **how: analyzer.compare([one, two], cards=[22, 10, 13], until="decided", margin=0, **how),
    "cards": lambda **how: analyzer.card_effects([one], **how),
    "course": lambda **how: analyzer.course([one], cards=[42, 28], **how),
    "weak": lambda **how: analyzer.weak_points(two, cards=[3], **how),
    "journey": lambda **how: analyzer.journey([[one, one]], cards=[[3], [7]], **how),
}


def run(path, flights):
    VERBS[verb](flights=flights, save=path)


def size():
    return os.path.getsize(killed) if os.path.exists(killed) else 0


run(whole, 2 * STEP)
os.remove(whole)
begun = time.perf_counter()
run(whole, 4 * STEP)
a_block = (time.perf_counter() - begun) / 4
os.remove(whole)
chance, sizes = random.Random(5), set()
for number in range(int(kills)):
    before = size()
    child = os.fork()
    if not child:
        run(killed, 10**9)
        os._exit(0)
    while number % 2 and size() == before:  # every other kill comes after something more was kept
        time.sleep(0.001)
    time.sleep(chance.random() * 4 * a_block)
    os.kill(child, signal.SIGKILL)
    _, how = os.waitpid(child, 0)
    assert os.WIFSIGNALED(how), "the run was over before it was killed"
    sizes.add(size())
runs = read(killed).runs if os.path.exists(killed) else {}
flights = (runs[0].trials if runs else 0) + 2 * STEP
run(killed, flights)
run(whole, flights)
print(len(sizes))
"""


@pytest.mark.long
@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    ("verb", "kills"),
    [
        ("fly", 20 if ALL else 4),
        ("compare", 4),
        ("cards", 3),
        ("decided", 4 if ALL else 2),
        ("course", 4 if ALL else 2),
        ("weak", 4),
        ("journey", 4),
    ],
)
def test_killed_run_resumes_to_same_bytes(tmp_path, tmp_path_factory, verb, kills):
    """Killed at random instants, the file ends with the bytes of a run that was never killed."""
    killed, whole = tmp_path / "killed.save", tmp_path / "whole.save"
    ships = [str(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow")]
    if verb == "decided":
        ships[1] = str(tmp_path_factory.mktemp("twin") / "twin.yaml")
        analyzer.save_ship(mirrored(MILE), ships[1])
    args = [sys.executable, "-c", KILLS, verb, str(kills), str(killed), str(whole), *ships]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(args, capture_output=True, text=True, env=env, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1
    assert killed.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"killed.save", "whole.save"}


def test_stopped_part_resumes_to_same_bytes(tmp_path, monkeypatch):
    """Blocks of one flight, as if each took a second: ten are kept, then ten more, and gone on from."""
    path, whole = tmp_path / "stopped.save", tmp_path / "whole.save"
    fly(whole, 2 * BLOCK)
    for kept in (10, 20):
        with monkeypatch.context() as while_running:
            while_running.setattr(Pace, "most", lambda *_: 1)
            interrupted_at(while_running, 11)
            with pytest.raises(KeyboardInterrupt):
                fly(path, 2 * BLOCK)
        assert [(run.first, run.trials) for run in read(path).runs.values()] == [(0, kept)]
        assert len(path.read_bytes().splitlines()) == 2
    fly(path, 2 * BLOCK)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.long
def test_killed_command_resumes_its_run(command, tmp_path, monkeypatch):
    """The command itself, with blocks of full size: killed once a block is kept, it tells what Python counts."""
    path = tmp_path / "run.save"
    args = ["fly", str(SHIPS / "I" / "first-mile.yaml"), "--alone", "--save", str(path), "--json", "--flights"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [sys.executable, "-m", "analyzer", *args, "1000000000"]
    with subprocess.Popen(started, stdout=subprocess.PIPE, env=env) as process:
        while process.poll() is None and not (path.exists() and len(path.read_bytes().splitlines()) > 1):
            time.sleep(0.005)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    monkeypatch.setattr(montecarlo, "CHECK_STEP", LOOK)
    flights = read(path).runs[0].trials + 1000
    done = command(*args, str(flights))
    assert done.code == 0, done.err
    counts = json.loads(done.out)[0]["ships"][0]["counts"]["credits"]
    expected = analyzer.fly([MILE], flights=flights, rivals="alone").ships[0].credits.counts
    assert {int(value): times for value, times in counts.items()} == expected


def test_torn_tail_is_cut_anywhere(tmp_path):
    """Cut anywhere behind the header, the file is whole again after the same call."""
    path = tmp_path / "run.save"
    expected = fly(path).tally
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in random.Random(3).sample(range(header, len(whole)), 6):
        path.write_bytes(whole[:cut])
        assert fly(path).tally == expected
        assert path.read_bytes() == whole
    path.write_bytes(whole + b'{"run":0,"first":640')
    assert fly(path).tally == expected
    assert path.read_bytes() == whole


@pytest.mark.long
def test_saved_run_equals_unsaved_run(tmp_path):
    kept = fly(tmp_path / "a.save", 600, cards=())
    assert kept.tally == analyzer.fly([MILE], flights=600, rivals="alone").tally
    assert fly(tmp_path / "b.save", 600, cards=(), workers=2).tally == kept.tally
    assert (tmp_path / "a.save").read_bytes() == (tmp_path / "b.save").read_bytes()


def test_finished_run_answers_without_flying(tmp_path, monkeypatch):
    kept = fly(tmp_path / "run.save")
    before = (tmp_path / "run.save").read_bytes()
    monkeypatch.setattr(Experiment, "run_block", lambda *_: 1 / 0)
    again = fly(tmp_path / "run.save")
    assert again.tally == kept.tally
    assert again.notes() == kept.notes()
    assert (tmp_path / "run.save").read_bytes() == before


def test_saved_run_adds_flights_only(tmp_path):
    fly(tmp_path / "run.save", 300)
    more = fly(tmp_path / "run.save", 900)
    assert more.tally == analyzer.fly([MILE], flights=900, cards=SHORT, rivals="alone").tally
    fewer = fly(tmp_path / "run.save", 100)
    assert fewer.tally == more.tally
    assert any("holds 900 flights" in note and "only the 100 of this command" in note for note in fewer.notes())


def test_one_file_holds_every_ship(command, tmp_path):
    args = ("fly", str(SHIPS / "I" / "first-mile.yaml"), str(SHIPS / "I" / "brass-hornet.yaml"))
    args += ("--flights", "300", "--alone", "--json")
    kept = command(*args, "--save", "new/place/run.save")
    assert kept.code == 0, kept.err
    assert kept.out == command(*args).out == command(*args, "--save", "new/place/run.save").out
    assert sorted(read(tmp_path / "new" / "place" / "run.save").runs) == [0, 1]


# Refused


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seed": 2}, "seed: 1 in the file, 2 now"),
        ({"first": 5}, "first: 0 in the file, 5 now"),
        ({"start": 1}, "start: none in the file, 1 now"),
        ({"captain": "bold"}, "captain 1: expert in the file, bold now"),
        ({"captain": replace(load_captain("expert"), day=1)}, "captain 1 (expert), day: "),
        ({"cards": [1, 2]}, "cards: [42, 28] in the file, [1, 2] now"),
        ({"learning": True, "cards": ()}, "learning: False in the file, True now"),
        ({"rivals": [HORNET]}, "ships: First Mile in the file, First Mile, Brass Hornet now"),
    ],
)
def test_store_refuses_another_run(tmp_path, given, told):
    fly(tmp_path / "run.save")
    before = (tmp_path / "run.save").read_bytes() + b"torn"
    (tmp_path / "run.save").write_bytes(before)
    said = refusal(tmp_path / "run.save", **given)
    assert told in said
    assert "name another file" in said
    assert "components" not in said
    assert (tmp_path / "run.save").read_bytes() == before


def test_store_refuses_namesake_ship(tmp_path):
    fly(tmp_path / "run.save")
    other = replace(MILE, components=dict(list(MILE.components.items())), name="Other")
    changed = replace(HORNET, name="First Mile")
    for ship, told in ((other, "First Mile in the file, Other now"), (changed, "ship 1 (First Mile), components")):
        with pytest.raises(AnalyzerError, match="holds another run") as caught:
            analyzer.fly([ship], flights=10, save=tmp_path / "run.save", cards=SHORT, rivals="alone")
        assert told in str(caught.value)
        assert max(map(len, caught.value.faults)) < 200


def test_store_names_ships_of_runs(tmp_path):
    Amount(10, save=tmp_path / "two.save").run([plan([MILE]), plan([HORNET])])
    assert not untold(refusal(tmp_path / "two.save"), "First Mile, Brass Hornet in the file", "First Mile now")
    journey = plan_journey([[MILE, HAULER]], rivals="alone")
    Amount(10, save=tmp_path / "journey.save").run([journey])
    with pytest.raises(AnalyzerError, match=r"flights.*First Mile, Steady Hauler in the file, First Mile now"):
        Amount(10, save=tmp_path / "journey.save").run([plan_journey([[MILE]], rivals="alone")])


@pytest.mark.parametrize("changed", [{"version": 99}, {"tables": "0123456789abcdef"}])
def test_store_refuses_other_rules(tmp_path, monkeypatch, changed):
    fly(tmp_path / "run.save")
    monkeypatch.setattr(identities, "rules", lambda game: rules(game)._replace(**changed))
    (name,) = changed
    assert f"rules, {name}: " in refusal(tmp_path / "run.save").splitlines()[1]


def test_store_ignores_package_version(tmp_path, monkeypatch):
    fly(tmp_path / "run.save")
    monkeypatch.setattr(analyzer, "__version__", "99.0")
    fly(tmp_path / "run.save")


def test_tables_digest_ignores_remarks(monkeypatch):
    """Changing a source keeps save files, changing a figure refuses them."""

    def digest_with(old: str, new: str) -> str:
        read = PosixPath.read_text
        changed = lambda path, **how: read(path, **how).replace(old, new)  # noqa: E731
        with monkeypatch.context() as patch:
            patch.setattr(PosixPath, "read_text", changed)
            return identities.tables_digest.__wrapped__("trucker")

    assert digest_with("flight board picture", "a photograph") == identities.tables_digest("trucker")
    assert digest_with("slavers,6", "slavers,7") != identities.tables_digest("trucker")


def test_measured_gains_leave_digest_alone(monkeypatch):
    read = PosixPath.read_text
    changed = lambda path, **how: read(path, **how).replace("Vault Door,0.18", "Vault Door,0.19")  # noqa: E731
    before = identities.tables_digest("trucker")
    monkeypatch.setattr(PosixPath, "read_text", changed)
    assert identities.tables_digest.__wrapped__("trucker") == before


def test_file_with_former_digest_continues(tmp_path, monkeypatch):
    fly(tmp_path / "run.save")
    now = identities.tables_digest("trucker")
    monkeypatch.setattr(identities, "tables_digest", lambda game: "a later one")
    refusal(tmp_path / "run.save")
    monkeypatch.setitem(identities.FORMER_TABLES, now, "a later one")
    fly(tmp_path / "run.save")


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"name: a ship\n", b"\x00\xff\x80" * 50, b'{"analyzer_save":1', b'{"a": 1}\n', b"[" * 99]
)
def test_foreign_files_are_left_alone(tmp_path, content):
    path = tmp_path / "foreign"
    path.write_bytes(content)
    assert "name another file" in refusal(path)
    assert path.read_bytes() == content
    with pytest.raises(AnalyzerError, match="foreign"):
        analyzer.merge([path])


def test_store_refuses_unwritable_places(tmp_path):
    assert "is a directory" in refusal(tmp_path)
    (tmp_path / "file").write_text("x")
    assert "cannot be written" in refusal(tmp_path / "file" / "run.save")
    assert "not a file that can be" in refusal("/dev/full")
    os.mkfifo(tmp_path / "pipe")
    assert "not a file that can be" in refusal(tmp_path / "pipe")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing" / "run.save")
    assert "cannot be opened" in refusal(tmp_path / "nowhere")
    assert "give the path" in refusal(7)
    assert "give the path" in refusal("")
    assert "cannot be written" in refusal(tmp_path / ("x" * 300))


def test_store_refuses_other_file_version(tmp_path):
    fly(tmp_path / "run.save")
    text = b'{"analyzer_save":1,"identity":{}'
    (tmp_path / "run.save").write_bytes(text + f',"check":"{crc32(text):08x}"}}\n'.encode())
    assert "another version" in refusal(tmp_path / "run.save")


def test_damage_names_its_line(tmp_path):
    """Any byte changed before the last line is found, and the line is named."""
    path = tmp_path / "run.save"
    fly(path)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for at in random.Random(1).sample(range(last), 30):
        broken = bytearray(whole)
        broken[at] ^= 1 << 2
        path.write_bytes(broken)
        line = whole[:at].count(b"\n") + 1
        said = refusal(path)
        assert f"line {line}: damaged" in said or (line == 1 and "no save file" in said), (at, said)
        assert "name another file" in said
        assert path.read_bytes() == broken


def test_store_locks_its_file(tmp_path):
    """The first process keeps the file from the first instant; a second is refused, and may have it afterwards."""
    experiment = plan([MILE], cards=SHORT)
    path = tmp_path / "run.save"
    identity = identities.identity([experiment], 0)
    with Store(path, identity, [experiment]):
        assert "in use" in refusal(path)
    assert fly(path).flights == 5 * BLOCK
    with Store(path, identity, [experiment]):
        assert "in use" in refusal(path)


def test_temporary_name_is_locked(tmp_path):
    """While another process is about to make the file, it is in use; what a dead one left there is taken over."""
    import fcntl

    beside, path = tmp_path / ".run.save.new", tmp_path / "run.save"
    beside.write_bytes(b"left by a dead process" * 999)
    with beside.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "in use" in refusal(path)
    fly(path)
    fly(tmp_path / "other.save")
    assert path.read_bytes() == (tmp_path / "other.save").read_bytes()
    assert not beside.exists()


# A full disk


def test_full_disk_keeps_finished_blocks(tmp_path, monkeypatch):
    """The disk fills in the middle of a line: three blocks stay, and the same call goes on."""
    path, whole = tmp_path / "run.save", tmp_path / "whole.save"
    expected = fly(whole).tally
    writes, real = [0], os.write

    def write(file, text):
        writes[0] += 1
        if writes[0] == 5:
            return real(file, text[:100])
        if writes[0] == 6:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, text)

    monkeypatch.setattr(stores.os, "write", write)
    said = refusal(path)
    monkeypatch.undo()
    monkeypatch.setattr(montecarlo, "CHECK_STEP", BLOCK)
    assert "No space left" in said
    assert f"{3 * BLOCK:,} flights are saved" in said
    assert "the same command again" in said
    assert read(path).runs[0].trials == 3 * BLOCK
    assert whole.read_bytes().startswith(path.read_bytes())
    assert fly(path).tally == expected
    assert path.read_bytes() == whole.read_bytes()


def test_file_size_limit_keeps_blocks(tmp_path):
    import resource

    path, before = tmp_path / "run.save", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, before[1]))
    try:
        said = refusal(path, 10**6)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    kept = read(path)
    assert f"{kept.runs[0].trials:,} flights are saved" in said
    assert kept.complete_bytes == path.stat().st_size <= 9000
    assert kept.runs[0].counted == fly(tmp_path / "whole.save", kept.runs[0].trials).tally


def test_full_disk_leaves_no_header(tmp_path, monkeypatch):
    def write(file, text):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stores.os, "write", write)
    assert "No space left" in refusal(tmp_path / "run.save")
    assert list(tmp_path.iterdir()) == []


# What is written is what was flown


@pytest.mark.parametrize("path", sorted({*SHIPS.glob("I*/*.yaml")} - {*BUILDS}), ids=lambda path: path.stem)
def test_described_experiments_rebuild_equal(path):
    ship = analyzer.load_ship(path)
    experiment = plan([ship, ship], captain=["bold", "miser"], seed=2**64 - 1, repair=True)
    assert rebuild(json.loads(json.dumps(plain(experiment.describe()))), "here") == experiment


@pytest.mark.parametrize(
    "given",
    [{"forecast": Forecast(((28, None, 3),)), "prognostic": True}, {"cards": [28, 3]}, {"start": 1}, {"seed": 7}],
)
def test_described_routes_rebuild_equal(given):
    experiment = plan([analyzer.load_ship(SHIPS / "II" / "tin-kite.yaml")], **given)
    assert rebuild(json.loads(json.dumps(plain(experiment.describe()))), "here") == experiment


def test_described_own_cards_rebuild_equal():
    experiment = plan([MILE])
    cards = tuple(replace(card, days=9) for card in load_edition("2007").cards)
    own = replace(experiment, route=replace(experiment.route, replaced=cards))
    assert rebuild(json.loads(json.dumps(plain(own.describe()))), "here") == own


def test_unknown_level_cannot_be_rebuilt():
    described = json.loads(json.dumps(plain(plan([MILE]).describe())))
    described["route"]["level_name"] = "X"
    with pytest.raises(AnalyzerError, match="here: its runs cannot be read"):
        rebuild(described, "here")


def test_amounts_out_of_range_are_refused(tmp_path):
    for given, told in (({"first": -1}, "first"), ({"trials": 0}, "trials"), ({"workers": 0}, "workers")):
        with pytest.raises(AnalyzerError, match=told):
            Amount(
                save=tmp_path / "run.save",
                **given,
            ).run([plan([MILE])])
    assert list(tmp_path.iterdir()) == []
