"""Pages of reviews, with a chart of the expected result after each step.

Each mark of the chart links to its step. Colours are those of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

from analyzer.answers.numbers import typeset
from analyzer.answers.review import CLOSE, WORSE, Review, ReviewStep, verdict_of
from analyzer.present.page import render_story
from analyzer.statistics.estimate import Estimate

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720.0, 220.0, 60.0, 14.0, 12.0, 30.0
TICKS = 4
"""The approximate number of steps between the lines of the axis."""
APART = 40.0
"""The least distance between two step numbers below the chart, in units of the drawing."""


def chart(review: Review) -> str:
    """Return the chart of a review as SVG; "" for fewer than two steps."""
    expected = [step.expected.estimate() for step in review.steps]
    if len(expected) < 2:
        return ""
    scale = _Scale(expected, review.wanted.is_chance)
    mistakes = {
        number
        for number, step in enumerate(review.steps)
        if step.decision is not None and step.decision.verdict == WORSE
    }
    turning = {*review.turning_points}
    parts = [*_axis(scale), *_numbers(scale, turning | mistakes), _band(scale, expected), _line(scale, expected)]
    for number, step in enumerate(review.steps):
        parts.append(_mark(scale, number, expected[number], step.heading, number in mistakes, number in turning))
    title = f"Expected result after each of {len(expected)} steps"
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{title}">{"".join(parts)}</svg>'
    )


class _Scale:
    """The scale of the chart: horizontal positions of steps and vertical positions of values; chances are in percent.

    The axis runs from `bottom` to `top`, counted in multiples of the round number `step`.
    """

    def __init__(self, expected: list[Estimate], is_chance: bool) -> None:
        self.unit, self.times = ("%", 100.0) if is_chance else ("", 1.0)
        least, most = (
            self.times * end for end in (min(one.low for one in expected), max(one.high for one in expected))
        )
        self.step = round_step((most - least or 1.0) / TICKS)
        self.bottom, self.top = floor(least / self.step), ceil(most / self.step)
        # an axis of no height: one step above or below
        if self.bottom == self.top:
            self.bottom, self.top = self.bottom - (least > 0), self.top + (least <= 0)
        self.last = len(expected) - 1

    def x(self, number: int) -> float:
        """Return the horizontal position of a step."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / self.last, 1)

    def y(self, value: float) -> float:
        """Return the vertical position of a value."""
        share = (self.top - self.times * value / self.step) / (self.top - self.bottom)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * share, 1)


def round_step(least: float) -> float:
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, ... that is not below `least`.

    >>> round_step(0.3), round_step(5), round_step(7), round_step(15)
    (0.5, 5.0, 10.0, 20.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least)


def _axis(scale: _Scale) -> list[str]:
    """Return the lines and numbers of the vertical axis as SVG."""
    lines, decimals = [], max(0, -floor(log10(scale.step)))
    for tick in range(scale.bottom, scale.top + 1):
        y = scale.y(tick * scale.step / scale.times)
        text = f"{typeset(tick * scale.step, decimals)}{scale.unit}"
        lines.append(f'<line class="rule" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y}" y2="{y}"/>')
        lines.append(f'<text x="{LEFT - 6:g}" y="{y + 4:g}" text-anchor="end">{text}</text>')
    return lines


def _numbers(scale: _Scale, marked: set[int]) -> list[str]:
    """Return the step numbers below the axis as SVG; marked steps come first, others where there is room."""
    every = round_step(max(1.0, APART * scale.last / (WIDTH - LEFT - RIGHT)))
    numbers: list[int] = []
    for number in (*sorted(marked), *range(0, scale.last + 1, int(every))):
        if all(abs(scale.x(number) - scale.x(other)) >= APART for other in numbers):
            numbers.append(number)
    places = [(LEFT - 16, "end", "step"), *((scale.x(number), "middle", str(number)) for number in numbers)]
    return [f'<text x="{x:g}" y="{HEIGHT - 6:g}" text-anchor="{anchor}">{text}</text>' for x, anchor, text in places]


def _band(scale: _Scale, expected: list[Estimate]) -> str:
    """Return the band between the ends of the intervals as an SVG polygon."""
    above = [(scale.x(number), scale.y(one.high)) for number, one in enumerate(expected)]
    below = [(scale.x(number), scale.y(one.low)) for number, one in enumerate(expected)]
    return f'<polygon class="band" points="{_points([*above, *reversed(below)])}"/>'


def _line(scale: _Scale, expected: list[Estimate]) -> str:
    """Return the line through the expected results as an SVG polyline."""
    points = _points([(scale.x(number), scale.y(one.mean)) for number, one in enumerate(expected)])
    return f'<polyline class="line" points="{points}"/>'


def _points(pairs: list[tuple[float, float]]) -> str:
    """Return positions as the value of an SVG attribute `points`."""
    return " ".join(f"{x},{y}" for x, y in pairs)


def _mark(scale: _Scale, number: int, expected: Estimate, heading: str, mistake: bool, turning: bool) -> str:
    """Return the mark of a step as SVG, with a link to the step; mistakes and turning points look different."""
    kind = " mistake" * mistake + " turning" * turning
    radius = 6 if mistake or turning else 3.5
    x, y = scale.x(number), scale.y(expected.mean)
    return (
        f'<a href="#step-{number + 1}"><title>{escape(f"{number}. {heading}")}</title>'
        f'<circle class="mark{kind}" cx="{x}" cy="{y}" r="{radius}"/></a>'
    )


SENSES = {WORSE: "loss", CLOSE: "quiet"}
"""The CSS class of a decision's line, by its verdict; decisions with other verdicts look like gains."""


def review_page(review: Review, pictures: Sequence[str] = (), **facts: Any) -> str:
    """Return the HTML page of a review.

    Args:
        review: The review.
        pictures: A picture for each step (ship, sector, galaxy) as SVG, or none at all.
        **facts: Further variables of the template: `look` (a template with styles), `keys` (a template with a legend)
            and `ground` (HTML above the steps).
    """
    turning = review.turning_points
    steps = [
        {"heading": _heading(number, step), "is_turning": number in turning, "lines": step.lines}
        | _in_words(review, number, step)
        for number, step in enumerate(review.steps)
    ]
    for step, picture in zip(steps, pictures, strict=bool(pictures)):
        step["picture"] = picture
    title = review.description().subject
    return render_story("review", review, title, "step", steps, chart=chart(review), **facts)


def _heading(number: int, step: ReviewStep) -> str:
    mistake = " (mistake)" if step.decision is not None and step.decision.verdict == WORSE else ""
    return f"{number}. {step.heading}{mistake}"


def _in_words(review: Review, number: int, step: ReviewStep) -> dict[str, Any]:
    """Return the template's variables on a step: what it changed, and its decision with all options."""
    wanted, decision = review.wanted, step.decision
    luck = review.luck_at(number).estimate()
    described = {
        "expected": wanted.result(step.expected.estimate()),
        "luck": wanted.change(luck) if number else "",
        "luck_is": luck.in_words("gain", "loss", "quiet"),
        "decided": "",
    }
    if decision is None:
        return described
    cost = (
        ""
        if decision.chosen.is_best
        else f": {wanted.amount(decision.chosen.worse)} behind the option with the best result"
    )
    asked = "" if decision.second is None else f" (with {review.second} playing on: {verdict_of(decision.second)})"
    return described | {
        "decided": f"{'You' if decision.is_written else 'A captain'} decided to {decision.words}",
        "verdict": f"{decision.verdict}{cost}{asked}",
        "sense": SENSES.get(decision.verdict, "gain"),
        "options": review.options_of(decision),
        "is_mistake": decision.verdict == WORSE,
    }
