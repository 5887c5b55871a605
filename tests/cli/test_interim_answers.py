"""Interim answers of a verb: its table as it stands above the progress line of a terminal, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

import analyzer
from analyzer import lorry
from tests.doors.command import ProgressLine, progress
from tests.doors.runs import Step, Stopped, hearing_answers, report_answers

SHIP = "ships/2007/I/first-mile.yaml"


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def on_a_terminal(clock: Clock, height: int = 40) -> ProgressLine:
    console = Console(file=StringIO(), force_terminal=True, width=100, height=height, color_system=None)
    line = ProgressLine(console, 1000, called="flights", seconds=clock)
    line.draws_answers = True
    return line


def shown(line: ProgressLine) -> str:
    line.console.print(line)
    return line.console.file.getvalue()


def step(flights: int) -> Step:
    result = analyzer.fly([SHIP], flights=flights)
    return Step(result.experiment, flights, result, 1000)


def test_terminal_shows_interim_answer():
    """First the mark, then the table, then the progress line; notes wait for the end."""
    clock = Clock()
    line = on_a_terminal(clock)
    clock.now += 1
    line.step(step(20))
    first, *table, last, _ = shown(line).split("\n")
    assert "Interim" in first
    assert any(row.split()[:1] == ["credits"] for row in table)
    assert "20 of 1,000 flights" in last
    assert "note:" not in "".join(table)


def test_interim_answer_fits_terminal_height():
    clock = Clock()
    line = on_a_terminal(clock, height=9)
    clock.now += 1
    line.step(step(20))
    assert len(shown(line).rstrip("\n").split("\n")) <= 8


def test_interim_answer_is_redrawn_sparingly(monkeypatch):
    """The table is made for the first step, not for one soon after it, and again later."""
    clock = Clock()
    line = on_a_terminal(clock)
    drawn: list[int] = []
    one = step(20)

    def made():
        drawn.append(1)
        return [one.so_far]

    for seconds in (1, 0.1, 0.3, 0.2):
        clock.now += seconds
        line(10)
        line.answers(made)
    assert len(drawn) == 2


def test_no_interim_answer_shortly_before_end():
    clock = Clock()
    line = on_a_terminal(clock)
    clock.now += 1
    line.step(replace(step(20), most=25))
    assert "Interim" not in shown(line)


def test_first_figure_comes_from_few_flights():
    """A terminal shows a first answer of 16 flights before all 64; the whole answer is the same."""
    line, trials = on_a_terminal(Clock()), []

    def told(step: Step) -> None:
        trials.append(step.trials)
        line.answers(lambda: [step.so_far])

    line.step = told
    ask = partial(analyzer.weak_points, SHIP, flights=64, rivals="alone")
    with hearing_answers(line.answers, line.awaits_figure):
        assert ask(progress=line).description() == ask().description()
    assert trials == [16, 64 - 16]


def test_cold_start_tells_no_time_left():
    """After a first block of half a second no time left is shown; after a second block it is shown."""
    clock = Clock()
    line = on_a_terminal(clock)
    clock.now += 0.5
    line.step(step(20))
    assert "to go" not in shown(line)
    clock.now += 1
    line.step(step(20))
    assert "at most 0:" in shown(line)


def test_failed_interim_answer_is_left_out():
    clock = Clock()
    line = on_a_terminal(clock)
    clock.now += 1
    line.answers(lambda: [1 / 0])
    line(10)
    assert "10 of 1,000 flights" in shown(line)


def test_failed_interim_answer_delays_none():
    """The first answer that can be drawn is drawn at once, and is awaited until then."""
    clock = Clock()
    line = on_a_terminal(clock)
    clock.now += 1
    line.answers(lambda: [1 / 0])
    assert line.awaits_figure()
    line.answers(lambda: [step(20).so_far])
    assert "Interim" in shown(line)
    assert not line.awaits_figure()


def test_file_gets_no_interim_answer(capsys: pytest.CaptureFixture[str]):
    with progress(1000, called="flights") as watch:
        watch.step(step(20))
    assert capsys.readouterr() == ("", "")


def test_interrupted_question_keeps_reported_answers():
    """A question that is no single run reports its answers; Ctrl-C then has them."""

    def question() -> None:
        with progress(10):
            report_answers(lambda: ["so far"])
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        question()
    assert stopped.value.results == ("so far",)


@pytest.mark.long
@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: analyzer.advise("ships/2007/which-planet.yaml", 8), "Advice"),
        (lambda: lorry.advise("ships/lorry/late.yaml", 8, candidates=2), "Advice"),
        (lambda: analyzer.review("ships/2007/example-record.yaml", 2, workers=1), "Review"),
    ],
)
def test_questions_report_interim_answers(call: Callable[[], Any], name: str):
    """What is reported last can be described, and is of the class of the answer."""
    heard: list[Callable[[], Sequence[Any]]] = []
    with hearing_answers(heard.append):
        answer = call()
    (last,) = heard[-1]()
    assert type(last) is type(answer)
    assert type(last).__name__ == name
    assert last.description().title == answer.description().title
