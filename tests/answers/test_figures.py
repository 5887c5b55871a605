"""Answers draw themselves: every picture has a name, and is the one that --plot saves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from matplotlib.figure import Figure

import analyzer
from analyzer import lorry, starship
from analyzer.errors import AnalyzerError
from analyzer.present.figures.of_answers import distinct, figures
from tests.places import ROOT

SHIPS = ROOT / "ships"
MILE, ARROW = (analyzer.load_ship(SHIPS / "2007" / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
SENSIBLE, BOTH = starship.load_captain("sensible"), ("midgame", "late")
ASKED: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "fly": (
        lambda: analyzer.fly([MILE], flights=3, rivals="alone"),
        ["credits", "components-lost", "waterfall-first-mile"],
    ),
    "fly, several": (
        lambda: analyzer.fly([MILE, ARROW], flights=3, rivals="alone"),
        ["credits", "components-lost", "waterfall-first-mile", "waterfall-paper-arrow"],
    ),
    "one ship": (
        lambda: analyzer.fly([MILE], flights=3, rivals="alone")["First Mile"],
        ["credits", "components-lost", "waterfall"],
    ),
    "race": (
        lambda: analyzer.race([MILE, ARROW], flights=3),
        ["risk", "credits", "components-lost", "waterfall-first-mile", "waterfall-paper-arrow"],
    ),
    "compare": (lambda: analyzer.compare([MILE, ARROW], flights=3, rivals="alone"), ["differences", "credits"]),
    "compare in both settings": (
        lambda: analyzer.compare_settings([MILE, ARROW], flights=3),
        ["differences", "credits"],
    ),
    "course": (
        lambda: analyzer.course([MILE], flights=3, rivals="alone"),
        ["course-first-mile", "hits-first-mile", "lost-first-mile"],
    ),
    "weak points": (
        lambda: analyzer.weak_points(MILE, flights=2, rivals="alone"),
        ["cost-of-loss", "chance-of-loss"],
    ),
    "exact": (lambda: analyzer.exact(MILE, "2007/4"), ["exact-first-mile-4", "exact-lost-first-mile-4"]),
    "journey": (lambda: analyzer.journey([[MILE]], flights=3), ["journey"]),
    "turns": (lambda: starship.fly(SHIPS / "starship" / "midgame.yaml", 3), ["points", "astro", "worth"]),
    "pay or fight": (lambda: starship.pay_or_fight(2, 3, 1, 4), ["pay-or-fight"]),
    "captain": (
        lambda: starship.TunedCaptain(
            SENSIBLE, SENSIBLE, 1, (), starship.compare([SHIPS / "starship" / f"{name}.yaml" for name in BOTH], 2)
        ),
        ["captains"],
    ),
    "routes": (lambda: lorry.routes(lorry.default_galaxy()), ["routes"]),
}


@pytest.mark.parametrize("question", ASKED)
def test_an_answer_names_its_pictures(question):
    ask, names = ASKED[question]
    answer = ask()
    assert [*answer.figures()] == names
    assert all(callable(draw) for draw in answer.figures().values())


@pytest.mark.usefixtures("coarse")
def test_a_picture_is_drawn_by_its_name_or_its_beginning():
    result = analyzer.fly([MILE, ARROW], flights=5, rivals="alone")
    assert isinstance(result.plot(), Figure)
    for name in ("waterfall-paper-arrow", "components"):
        assert isinstance(result.plot(name), Figure)
    assert result["Paper Arrow"].plot("waterfall", width=5).get_figwidth() == 5


def test_another_name_is_told_with_those_there_are():
    result = analyzer.fly([MILE, ARROW], flights=5, rivals="alone")
    with pytest.raises(AnalyzerError, match=r"no picture 'credit': use one of credits, .*; did you mean credits"):
        result.plot("credit")
    with pytest.raises(AnalyzerError, match="'waterfall': which of waterfall-first-mile, waterfall-paper-arrow"):
        result.plot("waterfall")
    with pytest.raises(AnalyzerError, match="Parts: has no pictures"):
        analyzer.parts(ship=MILE, kinds=["cannon"]).plot()


def test_pictures_of_one_name_are_numbered():
    assert [name for name, _ in distinct([("a", print), ("a", print), ("a-2", print)])] == ["a", "a-2", "a-2-2"]
    assert figures(MILE) == figures("anything else") == {}


def test_the_face_lists_what_people_look_for():
    """Pictures and classes of answers have rooms of their own, and are found under their old names too."""
    assert len(dir(analyzer)) < 80
    assert not [name for name in dir(analyzer) if name.startswith("plot_")]
    assert analyzer.plot_credits is analyzer.plots.plot_credits
    assert analyzer.Swaps is analyzer.types.Swaps
    assert (analyzer.starship, analyzer.lorry) == (starship, lorry)
    for name in ("nothing", "Nothing", "plot_nothing"):
        with pytest.raises(AttributeError, match=name):
            getattr(analyzer, name)
