"""Progress of a verb where standard error is a file: a plain line every ten seconds, or nothing."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from tests.doors.command import ProgressLine, flying, watch
from tests.doors.runs import WORLDS, hearing_decisions, report_decisions


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def in_a_file(clock: Clock, total: int = 100_000) -> ProgressLine:
    return ProgressLine(Console(file=StringIO()), total, called="flights", seconds=clock)


def test_progress_line_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """1,200 flights a second: the first line after ten seconds, the next after twenty, none when all are flown."""
    clock = Clock()
    line = in_a_file(clock, 30_000)
    with watch.displayed(line):
        for second in range(1, 26):
            clock.now += 1
            line(1_200)
            assert bool(capsys.readouterr().err) == (second in (10, 20))


def test_progress_line_states_remaining_time(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = in_a_file(clock)
    with watch.displayed(line):
        clock.now += 6
        line(12_000)
        clock.now += 6
        line(12_000)
    said = capsys.readouterr()
    assert said.err == "24,000 of 100,000 flights, about 38 s left\n"
    assert said.out == ""


def test_report_says_time_left_once_known(capsys: pytest.CaptureFixture[str]) -> None:
    """A report of 1,000: nothing is foretold of 5, a bound of 50, and then what the mean speed says, not the latest."""
    clock = Clock()
    line = ProgressLine(Console(file=StringIO()), 1_000, fixed=True, called="flights", seconds=clock)
    with watch.displayed(line):
        for seconds, trials in ((10, 5), (10, 45), (20, 150), (60, 50)):
            clock.now += seconds
            line(trials)
    left = [said.partition(", ")[2] for said in capsys.readouterr().err.splitlines()]
    assert left == ["about 10 s so far", "at most about 6 min left", "about 3 min left", "about 5 min left"]


def test_first_block_bounds_remaining_time(capsys: pytest.CaptureFixture[str]) -> None:
    """The first block holds the start of processes, so the time that it foretells is too long."""
    clock = Clock()
    line = in_a_file(clock)
    with watch.displayed(line):
        clock.now += 12
        line(1_500)
    assert capsys.readouterr().err == "1,500 of 100,000 flights, at most about 13 min left\n"


def test_early_forecast_is_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    """Up to a tenth of a run, processes may still be starting: 1,500 in 12 seconds, then 5,000 in 10, and so on."""
    clock = Clock()
    line = in_a_file(clock)
    with watch.displayed(line):
        for seconds, trials in ((4, 500), (8, 1_000), (10, 5_000), (10, 9_000)):
            clock.now += seconds
            line(trials)
    assert ["at most" in said for said in capsys.readouterr().err.splitlines()] == [True, True, False]


def test_small_block_foretells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """After a minute, even a small share of the run is worth a forecast."""
    clock = Clock()
    line = in_a_file(clock)
    with watch.displayed(line):
        clock.now += 12
        line(256)
        assert capsys.readouterr().err == "256 of 100,000 flights, about 12 s so far\n"
        clock.now += 48
        line(256)
    assert capsys.readouterr().err == "512 of 100,000 flights, at most about 5.2 h left\n"


def test_progress_counts_decisions_in_first_trial(capsys: pytest.CaptureFixture[str]) -> None:
    """A trial of a captain who thinks may take a minute; after it trials are told as ever."""
    clock = Clock()
    line = in_a_file(clock, 16)
    with watch.displayed(line), hearing_decisions(line.decided):
        clock.now += 6
        report_decisions(20)
        clock.now += 6
        report_decisions(15)
        told = "0 of 16 flights, 35 decisions thought through (Ctrl-C keeps only whole flights), about 12 s so far\n"
        assert capsys.readouterr().err == told
        line(1)
        clock.now += 10
        report_decisions(4)
    report_decisions(1)
    assert capsys.readouterr().err == "1 of 16 flights, at most about 3 min left\n"


def test_progress_without_total_shows_elapsed(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = in_a_file(clock, 0)
    with watch.displayed(line):
        clock.now += 12
        line(500)
    assert capsys.readouterr().err == "500 flights, about 12 s so far\n"


def test_quiet_prints_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = in_a_file(clock)
    watch.be_quiet(True)
    try:
        with watch.displayed(line):
            clock.now += 30
            line(12_000)
    finally:
        watch.be_quiet(False)
    assert capsys.readouterr().err == ""


def test_quiet_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "QUIET", 0.0)
    screen = StringIO()
    line = ProgressLine(Console(file=screen, force_terminal=True), 100)
    watch.be_quiet(True)
    try:
        with watch.displayed(line):
            line(50)
    finally:
        watch.be_quiet(False)
    assert screen.getvalue() == ""


def test_search_progress_names_generations(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = flying.SearchLine(Console(file=StringIO()), flying.STEPS, seconds=clock)
    now = SimpleNamespace(generation=7, flights=84_000, seconds=12.0, summary="+1.2 credits")
    with watch.displayed(line):
        clock.now += 12
        line.update(now, SimpleNamespace(spent=lambda _: 0.25, to_go=lambda _: 36.0))
    assert capsys.readouterr().err == "generation 7, 84,000 flights, about 36 s left\n"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "about 1 s"), (40, "about 40 s"), (180, "about 3 min"), (9000, "about 2.5 h")]
)
def test_durations_are_rounded_in_words(seconds: float, words: str) -> None:
    assert watch.about(seconds) == words


def test_verbs_with_progress_take_quiet() -> None:
    """Every verb that takes an amount, or searches, has the option."""
    from importlib import import_module
    from inspect import getsource, signature

    from tests.doors.command import option_records

    for world in WORLDS:
        game = import_module(f"analyzer.{world}.command.verbs").GAME
        for name in game.question:
            verb = game.verb(name)
            source = getsource(verb)
            runs = any(word in source for word in ("progress(", "searching()", " run(", "fly_and_tell("))
            if runs:
                assert "quiet" in signature(option_records.one_option_a_field(verb)).parameters, f"{world} {name}"
