"""Register of the figures that each class of answer has.

Each game registers the figures of its answers in its module `figures`, which is loaded when figures are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any, TypeAlias
from unicodedata import normalize

from matplotlib.figure import Figure

from analyzer.answers.balance.game import GameBalance
from analyzer.answers.balance.history import EditionHistory
from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import Comparison
from analyzer.answers.edition_steps import GameEditions
from analyzer.answers.result import ByItself
from analyzer.errors import AnalyzerError, one_of
from analyzer.world import beside

Figures: TypeAlias = Iterator[tuple[str, Callable[..., Figure]]]
"""Pairs of a figure's name and the function that draws it."""
LONGEST = 60
"""The longest ship name, in characters, that the name of a figure contains."""


@singledispatch
def figures_of(answer: object) -> Figures:
    """Yield the figures of an answer by name; none for a class that registers none."""
    return iter(())


@figures_of.register
def _(answer: Comparison) -> Figures:
    """Yield the figures of a comparison: up to three.

    - `differences`: every comparison has it.
    - `credits`: the distributions of the best subjects, at most MOST_TOGETHER of them; only if credits are compared.
    - `risk`: only with three or more subjects. A chance to win has none, because in the worst 5% of games nobody wins.
    """
    from analyzer.present.figures.distributions import MOST_TOGETHER, plot_credits, plot_risk
    from analyzer.present.figures.forest import plot_differences

    yield "differences", partial(plot_differences, answer)
    if answer.score == "credits":
        best = {row[answer.word]: answer[row[answer.word]] for row in answer.ranking()[:MOST_TOGETHER]}
        name = "credits" if len(best) == len(answer.names) else f"credits-of-the-best-{MOST_TOGETHER}"
        yield name, partial(plot_credits, list(best.values()))
    if len(answer.names) > 2 and not answer.metrics[answer.score].is_chance:
        yield "risk", partial(plot_risk, answer.results)


@figures_of.register
def _(answer: BothSettings) -> Figures:
    """Yield the figures of the comparison in the requested setting."""
    return figures_of(answer.main)


@figures_of.register
def _(answer: GameEditions) -> Figures:
    """Yield a figure for each metric that is shown step by step."""
    from analyzer.present.figures.editions import plot_game_steps

    for metric in answer.STEPPED:
        yield f"steps-{metric.replace('_', '-')}", partial(plot_game_steps, answer, metric)


@figures_of.register
def _(answer: GameBalance) -> Figures:
    """Yield a figure of effects for each part of a report."""
    from analyzer.present.figures.editions import plot_effects

    for part in answer.parts:
        yield f"balance-{part.name}", partial(plot_effects, answer, part.name)


@figures_of.register
def _(answer: EditionHistory) -> Figures:
    """Yield a figure for each table whose effects are in the log."""
    from analyzer.present.figures.editions import plot_history

    first, *_ = answer.logged
    for table in answer.logged:
        if any(effect for versions in answer.effects(table.name).values() for effect, _ in versions.values()):
            name = "balance-history" if table is first else f"balance-history-{table.name}"
            yield name, partial(plot_history, answer, table.name)


@dataclass(frozen=True, repr=False)
class Draw:
    """A named function that draws one figure; unlike `functools.partial`, its repr does not print the whole answer."""

    name: str
    function: Callable[..., Figure]

    def __call__(self, *args: Any, **how: Any) -> Figure:
        """Draw the figure; arguments are those of its function, e.g. `width`."""
        return self.function(*args, **how)

    def __repr__(self) -> str:
        return f"<figure {self.name!r}: call it to draw it>"


class Pictures(dict[str, Callable[..., Figure]]):
    """The functions that draw an answer's figures, by name; displayed as a list of names."""

    def __repr__(self) -> str:
        if not self:
            return "Figures: none"
        first = next(iter(self))
        return (
            f"Figures: {', '.join(self)}\nDraw one with answer.plot({first!r}), or with answer.figures()[{first!r}]()."
        )


def figures(*answers: object) -> Pictures:
    """Return all figures of the answers by name, in order; repeated names get the endings -2, -3 and so on."""
    for answer in answers:
        first_answer = answer.results[0] if isinstance(answer, ByItself) else answer
        beside(first_answer, "figures")
    named = distinct(each for answer in answers for each in figures_of(answer))
    return Pictures({name: Draw(name, draw) for name, draw in named})


def plot(answer: object, name: str | None = None, **how: Any) -> Figure:
    """Draw one figure of an answer.

    Args:
        answer: The answer.
        name: The name of the figure, or its beginning up to a hyphen if only one figure has it, e.g. `waterfall` for
            `waterfall-tin-kite`; None for the first figure.
        **how: Options of the figure, e.g. its width.

    Raises:
        AnalyzerError: The answer has no figures, or none of that name. The message lists the names.
    """
    drawn = figures(answer)
    if not drawn:
        raise AnalyzerError(f"{type(answer).__name__}: has no pictures")
    meant = [each for each in drawn if name is None or each == name or each.startswith(f"{name}-")]
    if name is not None and name not in drawn and len(meant) != 1:
        choices = f"which of {', '.join(meant)}" if meant else one_of(str(name), drawn)
        raise AnalyzerError(f"no picture {name!r}: {choices}")
    return drawn[name if name is not None and name in drawn else meant[0]](**how)


def slug(name: str) -> str:
    """Return a name as part of a file name: lower-case letters, digits and hyphens; `ship` if that is empty."""
    plain = normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-") or "ship"


def distinct(named: Iterable[tuple[str, Callable[..., Figure]]]) -> Figures:
    """Yield the figures with repeated names told apart by the endings -2, -3 and so on."""
    taken: set[str] = set()
    for name, draw in named:
        free, number = name, 2
        while free in taken:
            free, number = f"{name}-{number}", number + 1
        taken.add(free)
        yield free, draw
