"""Which cases run, and running the command in this process, in a directory of its own."""

from __future__ import annotations

import gc
import io
import os
import pickle
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.main import get_command

from tests.doors.command import app, flying
from tests.doors.command import main_of_app as main
from tests.doors.montecarlo import blocks
from tests.doors.montecarlo import workers as start
from tests.facts import differences

T = TypeVar("T")

# Settings of whoever runs the tests would run their rules.
os.environ["ANALYZER_SETTINGS"] = os.devnull
ALL = os.environ.get("ANALYZER_TESTS") == "all"
"""Whether every case of every family runs, each at its full size."""
LONG = ALL or os.environ.get("ANALYZER_TESTS") == "long"
"""Whether tests run that take longer than 0.6 seconds each."""


LONG_EXAMPLES = {
    *("lorry.api.race", "lorry.questions.advise.contest.advise", "lorry.questions.captain.tune_captain"),
    *("lorry.questions.compare.compare", "lorry.questions.explain.explain", "lorry.questions.leave.leave"),
    *("lorry.questions.pairs.scored_pairs", "lorry.questions.review.review", "lorry.questions.rulings.rulings"),
    *("starship.questions.advise.advise", "starship.questions.captain.tune_captain"),
    *("starship.questions.compare.compare", "starship.questions.compare.memory", "starship.questions.modules.modules"),
    *("starship.questions.review.review", "starship.result.PlayerResult.per_game"),
    *("trucker.journey.call.compare_journeys", "trucker.questions.advise.advise"),
    *("trucker.questions.as_a_fleet.fleet_effects", "trucker.questions.balance.call.balance"),
    "trucker.questions.balance.fix.fix_figure",
    *("starship.questions.balance.balance", "lorry.questions.balance.balance"),
    "starship.questions.balance.fix_figure",
    *("starship.questions.editions.compare_editions", "lorry.questions.editions.compare_editions"),
    *("answers.comparison.Comparison", "answers.result.ByItself", "starship.api.play"),
    *("trucker.questions.compare.compare_settings", "trucker.questions.explore.explore"),
    *("trucker.questions.fly.compare_forecast", "trucker.questions.insure.call.insure"),
    *("trucker.questions.layouts.call.layouts_of", "trucker.questions.report.content.report"),
    *("trucker.questions.improve.improve", "trucker.questions.place.place", "trucker.questions.review.review"),
}
"""Docstrings of the package whose example takes longer than a second."""


def evenly(family: Sequence[T], few: int) -> list[T]:
    """So many of a family, evenly chosen."""
    return [family[number * len(family) // few] for number in range(few)]


def all_but(long: set[Any], family: Sequence[Any]) -> list[Any]:
    """Cases of a family, of which the long ones run with ANALYZER_TESTS=all alone."""
    assert long <= {*family}
    return [pytest.param(one, marks=pytest.mark.slow) if one in long else one for one in family]


def pytest_configure() -> None:
    """Tests interrupt commands that they start: who was started in the background ignores that, and so would they."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip long tests and slow cases, unless the environment asks for them.

    Of a family marked `slow(but=n)` n cases run, evenly chosen.
    """
    for item in items:
        if item.name.removeprefix("analyzer.") in LONG_EXAMPLES:
            item.add_marker(pytest.mark.long)
    if ALL:
        return
    for item in () if LONG else items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="long: `make long` runs it"))
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("slow"):
            families.setdefault(item.nodeid.split("[")[0], []).append(item)
    for family in families.values():
        few = family[0].get_closest_marker("slow").kwargs.get("but", 0)  # type: ignore[union-attr]
        chosen = evenly(family, few) if few < len(family) else family
        for item in {*family} - {*chosen}:
            item.add_marker(pytest.mark.skip(reason="slow: set ANALYZER_TESTS=all to run it"))


def pytest_collection() -> None:
    """Tests and modules stay until the end: the collector of garbage need not look through them time and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on it looks again, less often. Not `gc.freeze`: older Hypothesis takes what is frozen for garbage."""
    gc.collect()
    gc.enable()
    gc.set_threshold(10_000, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """What is still there is not looked through again: pytest collects five times and more before it ends."""
    gc.collect()
    gc.freeze()


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Name the places at which two large values differ, instead of both values."""
    is_large = is_dataclass(left) or (isinstance(left, dict) and len(repr(left)) > 500)
    if op != "==" or type(left) is not type(right) or not is_large:
        return None
    places = differences(left, right, names=("is", "not"))
    return [f"two of {type(left).__name__}, which differ at {len(places)} places", *places[:5]]


@cache
def verbs() -> Callable[[], None]:
    """The command with all of its verbs, which takes longer to put together than many a verb runs: once."""
    return get_command(app)


@dataclass(frozen=True)
class Said:
    """What a command left: its exit code and both streams; `told` is stderr with frames off and blanks joined."""

    code: int | str | None
    out: str
    err: str

    @property
    def told(self) -> str:
        return " ".join(re.sub(r"[│╭╮╰╯─]", " ", self.err).split())


CAPTAINS, PROCESSORS = flying._captains, start.processors


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before all fixtures, and cheaper than one: what holds for every test of this folder.

    `fly` asks no other captains, which takes most of its time, but where a test is marked `other_captains`. No run
    begins processes because it takes long, as on a busy machine any may, but where a test says how many.
    """
    flying._captains = CAPTAINS if item.get_closest_marker("other_captains") else lambda _: ()
    start.processors = lambda: 1


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """After all fixtures: doctests and notebooks run in the same process."""
    flying._captains, start.processors = CAPTAINS, PROCESSORS


FLOWN: dict[str, Any] = {}
"""What blocks came to, by all that decides it."""


@pytest.fixture
def flown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same flights are flown once for all tests that ask for this: those of what is told of them."""
    fly = blocks._block

    def once(experiment: Any, count: Any, task: Any) -> Any:
        named = repr((type(experiment), experiment.describe(), count.keywords, task))
        if named not in FLOWN:
            FLOWN[named] = fly(experiment, count, task)
        return FLOWN[named]

    monkeypatch.setattr(blocks, "_block", once)


@pytest.fixture
def workers_of_few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Few trials, too, are shared between the workers that are asked for; they are this process.

    What they are given and what they send back is copied as between processes, and the last task is done first.
    """
    asked = []

    def in_order(workers: int, function: Callable[[Any], Any], tasks: Iterable[Any], **_: Any) -> Iterator[Any]:
        asked.append(workers)
        if workers == 1:
            yield from map(function, tasks)
            return
        there, all_tasks = _sent(function), [*tasks]
        done = [_sent(there(_sent(task))) for task in reversed(all_tasks)]
        yield from reversed(done)

    monkeypatch.setattr(blocks, "FEWEST", 1)
    monkeypatch.setattr(blocks, "processors", lambda: 2)
    monkeypatch.setattr(blocks, "in_order", in_order)
    yield
    assert max(asked, default=0) > 1, "no run asked for workers"


def _sent(what: T) -> T:
    return pickle.loads(pickle.dumps(what))  # type: ignore[no-any-return]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are files without a picture: drawing takes most of the time, and is tested elsewhere."""
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda _, where, **__: _empty(where))
    monkeypatch.setattr("analyzer.present.figures.style._settle", lambda _: None)


def _empty(where: Path | io.BytesIO) -> None:
    if not isinstance(where, io.BytesIO):
        Path(where).touch()


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of few points, which are drawn sooner."""
    from matplotlib.figure import Figure

    draw = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda figure, where, **how: draw(figure, where, **how | {"dpi": 30}))


@pytest.fixture
def sketched(coarse: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those, with all where it falls: laying a picture out takes as long as drawing it."""
    monkeypatch.setattr("analyzer.present.figures.style._settle", lambda figure: figure.set_layout_engine(None))


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run `analyzer` with those arguments; paths are taken from `tmp_path`.

    What two commands say can be compared: that they were typed otherwise is left out (see tests/answers/test_made.py).
    """
    for place in ("view", "exported"):
        monkeypatch.setattr(f"analyzer.present.{place}.made", dict)
    monkeypatch.setattr("analyzer.cli.app.app", verbs())
    monkeypatch.setattr("analyzer.cli.app.made_by", nullcontext)

    def run(*args: str) -> Said:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["analyzer", *args])
        code: int | str | None = 0
        try:
            main()
        except SystemExit as left:
            code = left.code
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run
