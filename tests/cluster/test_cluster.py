"""Runs on a real scheduler and real workers, all on this machine: killed, replaced, of other versions, not there."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import time
from functools import partial

import pandas as pd
import pytest
import typer

import analyzer
from analyzer import AnalyzerError, starship
from tests.cluster.nursery import Nursery, kill
from tests.doors.command import app
from tests.doors.montecarlo import blocks
from tests.doors.runs import Amount, Stopped, Watcher, read, window
from tests.doors.runs import cluster as connection
from tests.doors.trucker_flights import plan
from tests.places import ROOT
from tests.short_route import ALONE, SHORT
from tests.trucker.files.broken_rules import CARDS, END, HEAD, RULE, forgotten
from tests.trucker.files.own_editions import written
from tests.trucker.files.own_rules import KITE, OUTPOSTS, no_rules, outposts  # noqa: F401 (fixtures)

INSTALL = "pip install 'analyzer[cluster]'"

pytest.importorskip("distributed", reason=f"NO CLUSTER IS TESTED: distributed is not installed: {INSTALL}")

SHIPS = ROOT / "ships"
MILE, ARROW = (str(SHIPS / "2007" / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
SHIP = analyzer.load_ship(MILE)
MIDGAME = str(SHIPS / "starship" / "midgame.yaml")
FLIGHTS = 6_000


@pytest.fixture(scope="module")
def nursery():
    one = Nursery()
    yield one
    one.close()


@pytest.fixture
def address(nursery):
    """Of a scheduler without workers, which is killed in the end."""
    process, address = nursery.scheduler()
    yield address
    kill(process)


@pytest.fixture(scope="module")
def two(nursery):
    """The cluster of a scheduler with two workers that nobody kills."""
    _, address = nursery.scheduler()
    nursery.workers(address, 2)
    with analyzer.cluster(address) as found:
        yield found


@pytest.fixture(scope="module")
def here():
    return analyzer.fly([SHIP], flights=FLIGHTS, **ALONE)


@pytest.fixture
def quick(monkeypatch):
    """It is looked more often who is there."""
    monkeypatch.setattr(window, "TICK", 0.02)


@pytest.fixture
def killed(monkeypatch, quick):
    """Kills processes, of which no answer is waited for then: whoever lives has all the time it needs."""

    def kill_for_good(*processes):
        kill(*processes)
        monkeypatch.setattr(connection, "ANSWERS", 0.3)
        monkeypatch.setattr(connection, "GONE", 0.3)

    return kill_for_good


# The same bytes


@pytest.mark.long
def test_cluster_size_changes_no_bytes(nursery, address, tmp_path):
    """Flights are whole here; those of other tests are short."""

    def fly(**how):
        return analyzer.fly([SHIP], flights=FLIGHTS, rivals="alone", **how)

    alone = fly(save=tmp_path / "here.save")
    with analyzer.cluster(address) as there:
        for number in (1, 3):
            nursery.workers(address, number - 1 or 1)
            path = tmp_path / f"{number}.save"
            assert fly(workers=there, save=path).tally == alone.tally
            assert path.read_bytes() == (tmp_path / "here.save").read_bytes()


@pytest.mark.long
def test_cluster_runs_other_games_and_questions(two, monkeypatch):
    """The numbers of trials make more than one task."""
    monkeypatch.setattr(blocks, "FIRST", 64)
    arrow = analyzer.load_ship(ARROW)
    for ask in (
        lambda **how: starship.fly(MIDGAME, 300, **how),
        lambda **how: analyzer.compare([SHIP, arrow], flights=300, **ALONE, **how),
        lambda **how: analyzer.card_effects([SHIP], flights=300, rivals="alone", **how),
    ):
        assert ask(workers=two).as_dict() == ask().as_dict()


@pytest.mark.long
def test_calls_and_results_travel_through_dask(nursery, address):
    """Dask calls the library in its own workers; results come back, go out again and are taken apart there."""
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    few = {"flights": 20, "rivals": "alone"}
    nursery.workers(address, 1)
    with distributed.Client(address) as client:
        there = client.submit(partial(analyzer.fly, workers=1), SHIP, seed=2, **few).result()
        assert there.as_dict() == analyzer.fly(SHIP, seed=2, **few).as_dict()
        assert client.submit(lambda result: result["First Mile"].credits.mean, there).result() == (
            there["First Mile"].credits.mean
        )
        later = dask.delayed(analyzer.fly)(SHIP, seed=2, workers=1, **few)
        assert later.to_frame().compute().equals(there.to_frame())


@pytest.mark.usefixtures("outposts")
def test_workers_receive_own_card_rules(two, monkeypatch):
    """Workers know no file of them."""
    monkeypatch.setattr(blocks, "FIRST", 64)
    kite = analyzer.load_ship(KITE, edition=str(OUTPOSTS))
    there, here = (analyzer.fly([kite], flights=600, cards=[64, 62, 66], **how) for how in ({"workers": two}, {}))
    assert there.tally == here.tally


@pytest.mark.usefixtures("no_rules")
def test_changed_card_rules_run_in_turns(two, monkeypatch, tmp_path):
    """Workers that have flown one text of a kind fly the next one, and the first again: each costs its own days."""
    monkeypatch.setattr(blocks, "BLOCK", 100)

    def days(lost):
        mine = written(tmp_path / "mine", cards=CARDS)
        rule = f"    for ship in convoy.ships():\n        fall_back(ship, {lost})\n"
        (mine / "nap.py").write_text(f"{HEAD}{RULE}{rule}{END}", encoding="utf-8")
        with forgotten():
            analyzer.load_rules(mine / "nap.py")
            ship = analyzer.load_ship(KITE, edition=str(mine))
            return analyzer.fly([ship], flights=400, cards=[60], rivals="alone", workers=two)["Tin Kite"].days.mean

    assert [days(1), days(4), days(1)] == [-1, -4, -1]


def test_cluster_run_stops_at_same_trial(two, monkeypatch):
    """Asked at the same numbers of flights, though tasks are others and some were run in vain."""
    monkeypatch.setattr(blocks, "CHECK_STEP", 512)
    assert (
        analyzer.fly([SHIP], precision=0.05, workers=two, **ALONE).tally
        == analyzer.fly([SHIP], precision=0.05, **ALONE).tally
    )
    pair = [SHIP, analyzer.load_ship(ARROW)]
    there = analyzer.compare(pair, until="decided", margin=0.3, workers=two, **ALONE)
    assert there.as_dict() == analyzer.compare(pair, until="decided", margin=0.3, **ALONE).as_dict()
    events = {"until_events": {"no_humans": 5}, "trials": 20_000}
    found = [Amount(workers=workers, **events).run([plan([SHIP], "I", 1, cards=SHORT)])[0] for workers in (two, 1)]
    assert found[0].tally == found[1].tally


@pytest.mark.long
def test_cluster_adds_up_large_parts(two, monkeypatch, tmp_path):
    """Parts have 64 flights from 8,192 on with a step of 16: in blocks of 32 each is two of them."""
    monkeypatch.setattr(blocks, "CHECK_STEP", 16)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    experiments = [plan([SHIP], "I", 1, cards=SHORT)]
    Amount(8192, block=4096, save=tmp_path / "here").run(experiments)
    (tmp_path / "there").write_bytes((tmp_path / "here").read_bytes())
    for path, workers in (("here", 1), ("there", two)):
        Amount(8400, workers=workers, block=32, save=tmp_path / path).run(experiments)
    lines = (tmp_path / "there").read_text().splitlines()
    assert (tmp_path / "here").read_text().splitlines() == lines
    assert [json.loads(line)["trials"] for line in lines[-5:]] == [32, 64, 64, 64, 16]


# The command


@pytest.mark.long
def test_scheduler_option_changes_no_output(command, two):
    told = []
    fly = ("fly", MILE, "--alone", "--cards", "42,28", "--flights", "5000", "--flights-out", "rows.parquet", "--json")
    for where in ((), ("--scheduler", two.address)):
        said = command(*fly, *where)
        assert (said.code, said.err) == (0, "")
        told.append((said.out, pd.read_parquet("rows.parquet")))
    (here, rows), (there, others) = told
    assert there == here
    pd.testing.assert_frame_equal(rows, others)
    turns = ("starship", "fly", MIDGAME, "--turns", "500", "--json")
    assert command(*turns, "--scheduler", two.address).out == command(*turns).out


def test_verbs_with_workers_take_scheduler():
    """But nine, whose workers answer many questions side by side, and run no blocks of one run."""

    def takes(group: typer.core.TyperGroup, before: str = ""):
        for name in group.list_commands(None):
            verb = group.get_command(None, name)
            inner = isinstance(verb, typer.core.TyperGroup)
            yield from takes(verb, f"{name} ") if inner else [(before + name, {one.name for one in verb.params})]

    found = dict(takes(typer.main.get_command(app)))
    assert sum("workers" in has for has in found.values()) > 30
    without = [name for name, has in found.items() if ("workers" in has) != ("scheduler" in has)]
    assert {*without} == {
        *("review", "balance", "starship advise", "starship review", "starship captain", "starship balance"),
        *("lorry advise", "lorry review", "lorry balance"),
    }


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--scheduler", "host:8786"], ["scheduler 'host:8786': give the address", "tcp://host:8786"]),
        (["--scheduler", "tcp://host:99999"], ["port 99999: give a whole number from 1 to 65535"]),
        (
            ["--scheduler", "tcp://127.0.0.1:1"],
            ["scheduler tcp://127.0.0.1:1: no program answers at this address", "refused"],
        ),
        (["--scheduler", "tcp://127.0.0.1:1", "--workers", "1"], ["--workers, --scheduler: choose one"]),
        (
            ["--scheduler", "nonsense", "--precision", "x"],
            ["scheduler 'nonsense'", "--precision x: give half the width"],
        ),
    ],
)
def test_bad_schedulers_are_refused_quickly(command, args, told):
    begun = time.monotonic()
    said = command("fly", MILE, "--flights", "10", *args)
    assert (said.code, said.out) == (2, "")
    assert [part for part in told if part not in said.told] == []
    assert time.monotonic() - begun < 20


def test_unknown_host_is_named(command, monkeypatch):
    """A name server may take minutes to refuse a host where there is no network."""

    def unknown(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    said = command("fly", MILE, "--flights", "10", "--scheduler", "tcp://no.such.host:8786")
    assert (said.code, "no program answers at this address: Name or service not known" in said.told) == (2, True)


def test_listener_without_dask_is_refused(monkeypatch):
    monkeypatch.setattr(connection, "ANSWERS", 0.5)
    refused = pytest.raises(AnalyzerError, match="the program at this address is no Dask scheduler")
    with socket.create_server(("127.0.0.1", 0)) as mute, refused:
        analyzer.cluster(f"tcp://127.0.0.1:{mute.getsockname()[1]}")


def test_missing_extra_names_install_command(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = command("fly", MILE, "--flights", "10", "--scheduler", "tcp://127.0.0.1:1")
    assert (said.code, INSTALL in said.told) == (2, True)


def test_workers_must_be_number_or_cluster():
    with pytest.raises(AnalyzerError, match="workers 'tcp://host:8786': give a whole number"):
        analyzer.fly([SHIP], flights=10, workers="tcp://host:8786", **ALONE)  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match="patience 'long': give a number of seconds"):
        analyzer.cluster("tcp://127.0.0.1:1", patience="long")  # type: ignore[arg-type]


# Whatever dies


@pytest.mark.long
@pytest.mark.slow(but=1)
@pytest.mark.parametrize("saved", [True, False])
def test_run_survives_killed_workers(nursery, address, here, tmp_path, saved):
    workers = nursery.workers(address, 2)
    deaths = [1, FLIGHTS // 3]

    def progress(flights: int) -> None:
        done[0] += flights
        if deaths and done[0] >= deaths[0]:
            deaths.pop(0)
            kill(*workers)
            workers[:] = nursery.workers(address, 2)

    done = [0]
    path = tmp_path / "run.save" if saved else None
    with analyzer.cluster(address) as there:
        found = analyzer.fly([SHIP], flights=FLIGHTS, workers=there, save=path, progress=heard(progress), **ALONE)
    assert (deaths, found.tally) == ([], here.tally)
    if path is not None:
        analyzer.fly([SHIP], flights=FLIGHTS, save=tmp_path / "here.save", **ALONE)
        assert path.read_bytes() == (tmp_path / "here.save").read_bytes()


def heard(progress):
    return lambda flights, so_far: progress(flights)


@pytest.mark.long
def test_killed_scheduler_saves_and_says(nursery, here, tmp_path, killed, monkeypatch):
    """An error that says so, and a file with which the same call goes on: here, or elsewhere."""
    process, address = nursery.scheduler()
    nursery.workers(address, 2)
    path, died = tmp_path / "run.save", []

    def progress(flights: int, so_far: object) -> None:
        if not died:
            died.append(time.monotonic())
            killed(process)

    with pytest.raises(
        AnalyzerError, match=re.escape(f"scheduler {address}: the connection was lost: restart it")
    ) as cut:
        analyzer.fly(
            [SHIP],
            flights=10**7,
            workers=analyzer.cluster(address),
            save=path,
            progress=progress,
            block=2048,
            **ALONE,
        )
    assert time.monotonic() - died[0] < 30
    kept = read(path).runs[0].trials
    assert cut.value.results[0].trials == kept > 0
    monkeypatch.undo()
    _, again = nursery.scheduler()
    nursery.workers(again, 1)
    with analyzer.cluster(again) as there:
        found = analyzer.fly([SHIP], flights=max(kept, FLIGHTS), workers=there, save=path, **ALONE)
    assert found.trials > FLIGHTS or found.tally == here.tally


def test_lost_scheduler_is_noticed_within_minute():
    """Silence for that long means it is gone; a connection that died silently is closed after 30 seconds (Dask)."""
    import dask

    silent = dask.utils.parse_timedelta(dask.config.get("distributed.comm.timeouts.tcp"))
    assert silent + connection.GONE < 60
    assert connection.ANSWERS <= connection.GONE


def test_lost_cluster_can_be_asked_again(nursery, killed):
    process, address = nursery.scheduler()
    with analyzer.cluster(address) as there:
        killed(process)
        with pytest.raises(AnalyzerError, match=r"connection was lost|no program answers"):
            analyzer.fly([SHIP], flights=1000, workers=there, **ALONE)
        with pytest.raises(AnalyzerError, match="no program answers"):
            analyzer.fly([SHIP], flights=1000, workers=there, **ALONE)


def test_workers_may_come_later(nursery, address, here, quick):
    said = []

    class Person:
        def __call__(self, trials: int) -> None: ...
        def step(self, step) -> None: ...

        def says(self, text: str) -> None:
            said.append(text)
            nursery.workers(address, 1)

    with analyzer.cluster(address) as there:
        (found,) = Amount(FLIGHTS, workers=there).run([here.experiment], Watcher(Person()))
    assert found.tally == here.tally
    assert said == [f"{address}: no workers now: waiting for one"]


def test_waiting_for_workers_has_limit(address, quick):
    with analyzer.cluster(address, patience=0.3) as there, pytest.raises(AnalyzerError, match="no worker for 0 sec"):
        analyzer.fly([SHIP], flights=1000, workers=there, **ALONE)


# Who may work


def test_workers_of_other_version_are_named(nursery, address):
    nursery.workers(address, 1)
    others = nursery.workers(address, 2, "other rules")
    with analyzer.cluster(address) as there, pytest.raises(AnalyzerError) as refused:
        analyzer.fly([SHIP], flights=10**9, block=2048, workers=there, **ALONE)
    assert len(refused.value.faults) == 2
    told = str(refused.value)
    assert any(f"worker other rules {process} (tcp://127.0.0.1:" in told for process in others)
    assert told.count(": install the same version there and restart that worker, or stop it") == 2
    digests = re.findall(r"tables ([0-9a-f]{16})", told)
    assert len(digests) == 4
    assert len(set(digests)) == 2


def test_worker_without_analyzer_is_reported(nursery, address):
    nursery.workers(address, 1, "bare")
    with analyzer.cluster(address) as there, pytest.raises(AnalyzerError, match="a worker cannot load this run"):
        analyzer.fly([SHIP], flights=1000, workers=there, **ALONE)


def test_worker_threads_take_turns(nursery, address, here):
    nursery.workers(address, 1, threads=3)
    with analyzer.cluster(address) as there:
        assert analyzer.fly([SHIP], flights=FLIGHTS, workers=there, **ALONE).tally == here.tally


# Ctrl-C


@pytest.mark.long
def test_stopped_run_frees_the_workers(two, tmp_path):
    def progress(flights: int, so_far: object) -> None:
        if so_far.trials > 3_000:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        analyzer.fly([SHIP], flights=10**9, workers=two, progress=progress, save=tmp_path / "s", block=2048, **ALONE)
    flown, kept = stopped.value.results[0], stopped.value.saved
    assert flown.tally == analyzer.fly([SHIP], flights=flown.trials, **ALONE).tally
    assert 0 < kept.trials <= flown.trials
    # Parts that were under way when it stopped may be kept too, so there may be more than FLIGHTS of them.
    most = max(FLIGHTS, kept.trials)
    resumed = analyzer.fly([SHIP], flights=FLIGHTS, workers=two, save=tmp_path / "s", **ALONE)
    assert resumed.tally == analyzer.fly([SHIP], flights=most, **ALONE).tally
