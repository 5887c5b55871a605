"""Every table of `make bench` can be made: each runs here on a few flights, with kernels in plain Python."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.table import Table

from benchmarks import measure
from benchmarks.__main__ import PAGE, PROGRAMS, run, with_output
from benchmarks.measure import TINY, WIDTH, Cost
from docs.builder.verbs import verbs as all_verbs
from tests.conftest import Said
from tests.doors.trucker_questions import call
from tests.trucker.designer.served import browser, in_browser, served_alone

with pytest.MonkeyPatch.context() as plain:
    plain.setenv("NUMBA_DISABLE_JIT", "1")
    from benchmarks import bench, cluster, controls, designer, fleets, lorry, memory, starship, verbs, whole_flight

MODULES = (verbs, bench, starship, lorry, fleets, controls, memory, cluster, designer)
TABLES = {
    f"{module.__name__.split('.')[-1]}, {table.__name__}": table
    for module in MODULES
    if hasattr(module, "TABLES")
    for table in module.TABLES
}


@pytest.fixture
def in_this_process(command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, undrawn: None) -> None:
    """Whole commands run in this process."""

    def run(*args: str) -> Cost:
        result = command(*args)
        assert result.code == 0, result.told
        return Cost(seconds=1, processor_seconds=1, megabytes=1, loads_matplotlib=False)

    monkeypatch.setattr(measure, "run_command", run)
    monkeypatch.setattr(call, "promising", partial(call.promising, rounds=((2, 5),)))


@pytest.fixture(scope="module")
def workers() -> Iterator[object]:
    pytest.importorskip("distributed", reason="THE TABLES OF A CLUSTER ARE NOT TESTED: distributed is not installed")
    with cluster.one_worker() as workers:
        yield workers


def check(*tables: Table) -> None:
    """A table has rows, each of them one line where it is printed."""
    for table in tables:
        page = StringIO()
        Console(file=page, width=WIDTH).print(table)
        frame_and_heading = 4
        assert table.row_count > 0
        assert page.getvalue().count("\n") == table.row_count + frame_and_heading, page.getvalue()


@pytest.mark.long
@pytest.mark.slow(but=4)
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("name", TABLES)
def test_every_benchmark_table_is_made(name: str) -> None:
    check(TABLES[name](TINY))


@pytest.mark.slow
def test_cluster_tables_are_made(workers: object) -> None:
    check(*cluster.tasks_tables(TINY, workers).renderables)


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser() as driver:
        yield driver


@pytest.mark.long
@in_browser
def test_benchmark_browser_starts_empty(driver: Any) -> None:
    assert driver.current_url == "about:blank"
    assert len(driver.window_handles) == 1
    assert driver.get_log("browser") == []


@pytest.mark.long
@in_browser
def test_designer_table_is_made(driver: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Flown in this process, which is not measured here."""
    monkeypatch.setattr(designer, "served", served_alone)
    check(designer.answers_table(TINY, driver))


def test_differing_kernel_stops_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever column it is; the mistake: a penalty that is never charged."""
    settle = whole_flight.settle

    def uncharged(ship: object, ending: object, cards_flown: object, tables: object, end: Any) -> None:
        settle(ship, ending, cards_flown, tables, end)
        end.credits += end.penalty

    monkeypatch.setattr(whole_flight, "settle", uncharged)
    with pytest.raises(SystemExit, match="differ in credits"):
        bench.whole_flights_table(TINY)


def test_command_cost_is_measured_separately() -> None:
    """Python and this package alone take more than 10 MB; `--help` draws nothing."""
    cost = measure.run_command("--help")
    assert cost.processor_seconds > 0
    assert cost.seconds > 0
    assert 10 < cost.megabytes < 1000
    assert not cost.loads_matplotlib


def test_tables_name_measured_versions(capsys: pytest.CaptureFixture[str]) -> None:
    def table(scale: measure.Scale) -> Table:
        table = Table("flights", "x" * 130)
        table.add_row(f"{scale.trials(1_000_000):,}", "2")
        return table

    measure.print_tables(table, table)
    lines = capsys.readouterr().out.splitlines()
    assert sum("1,000,000" in line for line in lines) == 2
    assert sum("x" * 130 in line for line in lines) == 2
    assert lines[-1].startswith(f"numpy {np.__version__}, Python {platform.python_version()}; ")


def test_times_name_every_verb_that_runs() -> None:
    every = {one.name: one.parameters() for verb in all_verbs() for one in (verb, *verb.inner())}
    run = {name for name, given in every.items() if any({"--flights", "--games"} & {*one.opts} for one in given)}
    lines = [line for line in verbs.LINES.split("\n") if line]
    assert run - {name for name in every for line in lines if f"{line} ".startswith(f"{name} ")} == set()
    named = [verbs.ROOT / "ships" / word for line in lines for word in line.split() if word.endswith(".yaml")]
    assert [path for path in named if not path.is_file()] == []


@pytest.mark.long
def test_times_of_command_are_measured(tmp_path: Path) -> None:
    (tmp_path / "ships").symlink_to(verbs.ROOT / "ships")
    line = "fly 2007/I/first-mile.yaml --alone --flights 200 --no-other-captains"
    times = verbs.measured(line, str(tmp_path), most=600)
    assert 0 < times.first <= times.last
    assert 0 < times.processor_first <= times.processor
    assert (times.left, times.trials) == (None, "200 flights")
    with pytest.raises(SystemExit, match="no-such-ship"):
        verbs.measured("fly 2007/I/no-such-ship.yaml", str(tmp_path))


def test_times_of_ended_command_are_estimates() -> None:
    ended = verbs.Times(first=4.0, processor_first=5.5, last=30.0, processor=60.0, left=90, trials="")
    assert verbs.row("balance 2007", ended) == "| `balance 2007` |  | 4.0 | 5.5 | about 120 | about 240 |"
    untold = verbs.Times(first=31.0, processor_first=60.0, last=31.0, processor=60.0, left=0, trials="")
    assert verbs.row("explore II", untold) == "| `explore II` |  | at the end |  | more than 31 | more than 60 |"
    assert verbs._left(b"flights, 1:02:05 to go\x1b[2K flights, at most 0:07 to go") == 7


def test_program_output_is_shown_and_returned(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("platform") == f"{platform.platform()}\n" == capfd.readouterr().out


def test_failing_program_stops_the_others() -> None:
    with pytest.raises(SystemExit, match="no_program failed"):
        run("no_program")


def test_page_has_section_per_program() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in PROGRAMS:
        page = with_output(page, name, "one core", f"old {name}")
    again = with_output(page, "lorry", "two cores", "new lorry\n")
    section = "### `python -m benchmarks.lorry`\n\n{}:\n\n```text\n{}\n```\n"
    assert again == page.replace(section.format("one core", "old lorry"), section.format("two cores", "new lorry"))
    assert [name for name in PROGRAMS if f"old {name}" in again] == [name for name in PROGRAMS if name != "lorry"]
    assert [*PROGRAMS] == [module.__name__.split(".")[-1] for module in MODULES]
