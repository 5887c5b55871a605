"""The line of a review: the expected result after each step with its band, turning points and mistakes marked, as SVG.

Each mark leads to its step. Colours are those of the page.
"""

from __future__ import annotations

from html import escape

from analyzer.answers.numbers import typeset
from analyzer.answers.review import WORSE, Review
from analyzer.statistics.estimate import Estimate

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720.0, 220.0, 52.0, 12.0, 12.0, 26.0
TICKS = 4


def chart(review: Review) -> str:
    """The drawing, "" of fewer than two steps."""
    expected = [step.expected.estimate() for step in review.steps]
    if len(expected) < 2:
        return ""
    scale = _Scale(expected)
    parts = [*_axis(scale, review.wanted.is_chance), _band(scale, expected), _line(scale, expected)]
    turning = review.turning_points
    for number, step in enumerate(review.steps):
        mistake = step.decision is not None and step.decision.verdict == WORSE
        parts.append(_mark(scale, number, expected[number], step.heading, mistake, number in turning))
    title = f"Expected result after each of {len(expected)} steps"
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{title}">{"".join(parts)}</svg>'
    )


class _Scale:
    """Where steps and values lie in the drawing."""

    def __init__(self, expected: list[Estimate]) -> None:
        self.low, self.high = min(one.low for one in expected), max(one.high for one in expected)
        self.span = self.high - self.low or 1.0
        self.last = len(expected) - 1

    def x(self, number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / self.last, 1)

    def y(self, value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / self.span, 1)


def _axis(scale: _Scale, is_chance: bool) -> list[str]:
    lines = []
    for tick in range(TICKS + 1):
        value = scale.low + scale.span * tick / TICKS
        y = scale.y(value)
        text = f"{typeset(100 * value, 0)}%" if is_chance else typeset(value, 1)
        lines.append(f'<line class="rule" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y}" y2="{y}"/>')
        lines.append(f'<text x="{LEFT - 6:g}" y="{y + 4:g}" text-anchor="end">{text}</text>')
    lines.append(f'<text x="{WIDTH - RIGHT:g}" y="{HEIGHT - 6:g}" text-anchor="end">step</text>')
    return lines


def _band(scale: _Scale, expected: list[Estimate]) -> str:
    above = [(scale.x(number), scale.y(one.high)) for number, one in enumerate(expected)]
    below = [(scale.x(number), scale.y(one.low)) for number, one in enumerate(expected)]
    return f'<polygon class="band" points="{_points([*above, *reversed(below)])}"/>'


def _line(scale: _Scale, expected: list[Estimate]) -> str:
    points = _points([(scale.x(number), scale.y(one.mean)) for number, one in enumerate(expected)])
    return f'<polyline class="line" points="{points}"/>'


def _points(pairs: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in pairs)


def _mark(scale: _Scale, number: int, expected: Estimate, heading: str, mistake: bool, turning: bool) -> str:
    kind = " mistake" * mistake + " turning" * turning
    radius = 6 if mistake or turning else 3.5
    x, y = scale.x(number), scale.y(expected.mean)
    label = f'<text x="{x}" y="{HEIGHT - 6:g}" text-anchor="middle">{number}</text>' if turning or mistake else ""
    return (
        f'<a href="#step-{number + 1}"><title>{escape(f"{number}. {heading}")}</title>'
        f'<circle class="mark{kind}" cx="{x}" cy="{y}" r="{radius}"/></a>{label}'
    )
