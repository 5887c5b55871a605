"""Which pictures an answer has: by name, each drawn when it is asked for.

Each game registers the figures of its answers in its module `figures`, which is loaded when they are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any, TypeAlias
from unicodedata import normalize

from matplotlib.figure import Figure

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import Comparison
from analyzer.answers.result import ByItself
from analyzer.errors import AnalyzerError, one_of
from analyzer.world import beside

Figures: TypeAlias = Iterator[tuple[str, Callable[..., Figure]]]
"""Pictures by name, each drawn when it is asked for."""
LONGEST = 60
"""Characters of a ship's name in the name of a picture."""


@singledispatch
def figures_of(answer: object) -> Figures:
    """The pictures of an answer by name; none, where nothing says which it has."""
    return iter(())


@figures_of.register
def _(answer: Comparison) -> Figures:
    """Differences; how credits are spread, of the best in one picture; of three or more risk and return.

    A chance has no risk of its own: in the worst 5% of games nobody wins.
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
    """Those of the setting that was asked for."""
    return figures_of(answer.asked)


@dataclass(frozen=True, repr=False)
class Draw:
    """A function that draws one picture, by its name; a partial would print the whole answer it draws."""

    name: str
    function: Callable[..., Figure]

    def __call__(self, *args: Any, **how: Any) -> Figure:
        """Draw it; arguments are those of its function, as `width`."""
        return self.function(*args, **how)

    def __repr__(self) -> str:
        return f"<figure {self.name!r}: call it to draw it>"


class Pictures(dict[str, Callable[..., Figure]]):
    """The pictures of an answer by name, each drawn when it is called; shown as a list of their names."""

    def __repr__(self) -> str:
        if not self:
            return "Figures: none"
        first = next(iter(self))
        return (
            f"Figures: {', '.join(self)}\nDraw one with answer.plot({first!r}), or with answer.figures()[{first!r}]()."
        )


def figures(*answers: object) -> Pictures:
    """All pictures of those answers by name, in order; the second of a name ends in -2, and so on."""
    for answer in answers:
        first_answer = answer.results[0] if isinstance(answer, ByItself) else answer
        beside(first_answer, "figures")
    named = distinct(each for answer in answers for each in figures_of(answer))
    return Pictures({name: Draw(name, draw) for name, draw in named})


def plot(answer: object, name: str | None = None, **how: Any) -> Figure:
    """One of an answer's pictures, the first if none is named; `how`: what its function takes besides, as width.

    The beginning of a name will do where only one picture begins so, as "waterfall" for "waterfall-tin-kite". Raises
    AnalyzerError for another name, with those there are.
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
    """A name as part of a file's name: small letters, digits and hyphens; `ship` where nothing of it is left."""
    plain = normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-") or "ship"


def distinct(named: Iterable[tuple[str, Callable[..., Figure]]]) -> Figures:
    """The pictures with names that are all different: the second of a name ends in -2, and so on."""
    taken: set[str] = set()
    for name, draw in named:
        free, number = name, 2
        while free in taken:
            free, number = f"{name}-{number}", number + 1
        taken.add(free)
        yield free, draw
