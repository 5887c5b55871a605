"""Answers draw themselves: every picture has a name, and is the one that --plot saves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import analyzer
from analyzer import AnalyzerError, lorry, starship
from analyzer.plots import plot_differences, plot_ship_map, plot_waterfall
from tests.doors.present import distributions, of_answers, with_notes
from tests.pictured import foot_of
from tests.places import ROOT

SURE = "#0072B2"
UNSURE = "#777777"

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
    "games": (
        lambda: starship.play(games=2),
        ["wins", "points-over-turns", "astro-over-turns", "length", "points", "astro"],
    ),
    "openings": (lambda: lorry.begin(SHIPS / "lorry" / "tiny.yaml", 2), ["worths"]),
    "games won": (lambda: starship.weak(SHIPS / "starship" / "late.yaml", 2), ["differences"]),
}


@pytest.mark.parametrize("question", ASKED)
def test_answers_name_their_figures(question):
    ask, names = ASKED[question]
    answer = ask()
    assert [*answer.figures()] == names
    assert all(callable(draw) for draw in answer.figures().values())


@pytest.mark.usefixtures("coarse")
def test_plot_accepts_name_or_prefix():
    result = analyzer.fly([MILE, ARROW], flights=5, rivals="alone")
    assert isinstance(result.plot(), Figure)
    for name in ("waterfall-paper-arrow", "components"):
        assert isinstance(result.plot(name), Figure)
    assert result["Paper Arrow"].plot("waterfall", width=5).get_figwidth() == 5


def test_unknown_picture_names_the_others():
    result = analyzer.fly([MILE, ARROW], flights=5, rivals="alone")
    with pytest.raises(AnalyzerError, match=r"'credit'.*credits"):
        result.plot("credit")
    with pytest.raises(AnalyzerError, match="'waterfall': which of waterfall-first-mile, waterfall-paper-arrow"):
        result.plot("waterfall")
    with pytest.raises(AnalyzerError, match="Parts: has no pictures"):
        analyzer.parts(ship=MILE, kinds=["cannon"]).plot()


def test_equal_picture_names_are_numbered():
    figures = [(name, print) for name in ("a", "a", "a-2", "a", "b")]
    assert [name for name, _ in of_answers.distinct(figures)] == ["a", "a-2", "a-2-2", "a-3", "b"]
    assert of_answers.figures(MILE) == of_answers.figures("anything else") == {}


def test_package_lists_plots_and_types_apart():
    """Plots and result classes have modules of their own, and are found under their old names too."""
    assert len(dir(analyzer)) < 95
    assert not [name for name in dir(analyzer) if name.startswith("plot_")]
    assert analyzer.plot_credits is analyzer.plots.plot_credits
    assert analyzer.Swaps is analyzer.types.Swaps
    assert (analyzer.starship, analyzer.lorry) == (starship, lorry)
    for name in ("nothing", "Nothing", "plot_nothing"):
        with pytest.raises(AttributeError, match=name):
            getattr(analyzer, name)


def test_bin_edges_lie_between_integers():
    assert distributions.bins({0: 1, 3: 1, 4: 2}, 1) == ([25, 0, 0, 25, 50], [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5])
    assert distributions.bins({-1: 1, 4: 1, 5: 2}, 5) == ([25, 25, 50], [-5.5, -0.5, 4.5, 9.5])


def test_axis_label_names_unit_once():
    assert [
        distributions.with_unit(*words) for words in (("points", "points"), ("astro", "Astro"), ("total", "points"))
    ] == [
        "points",
        "Astro",
        "total, points",
    ]


@pytest.mark.long
def test_caption_ends_with_note_sentences():
    assert with_notes("100 games; exact", ["The faces are a default.", "Two more."]) == (
        "100 games; exact. The faces are a default. Two more."
    )
    assert with_notes("100 games; exact", []) == "100 games; exact"
    galaxy = lorry.default_galaxy()
    assert galaxy.notes()
    foot = foot_of(lorry.routes(galaxy, turns=2).plot(), "routes")
    assert "; The" not in foot
    assert ".;" not in foot


@pytest.mark.parametrize("width", [None, 4.2])
def test_hatched_map_keeps_ship_name(width):
    ship = analyzer.load_ship(SHIPS / "2007" / "II" / "tin-kite.yaml")
    label, below = "credits a flight more with an alien here than with none (best crews of each)", "a long line " * 12
    figure = plot_ship_map(ship, {}, label, below=below, width=width)
    assert foot_of(figure, "map") == below.strip()
    (name,) = (text for text in figure.findobj(Text) if text.get_text() == "Tin Kite")
    assert name.get_window_extent().y1 <= figure.bbox.y1


def test_tied_leaders_are_drawn_grey():
    """Four flights are too few to call anybody better, however far apart they end."""
    answer = analyzer.compare([MILE, ARROW, analyzer.load_ship(SHIPS / "2007" / "I" / "paper-arrow.yaml")], flights=4)
    letters = [set(row["groups"]) for row in answer.ranking()]
    axes = plot_differences(answer).axes[0]
    dots = [line.get_color() for line in axes.lines if line.get_marker() == "o"]
    assert dots == [UNSURE if group & letters[0] else SURE for group in letters]
    assert "further right is worse" in axes.get_xlabel().replace("\n", " ")


def test_waterfall_intervals_stay_in_picture():
    """Results of -4 and 4 in turn have a mean of 0, whose interval reaches as far below it as above."""
    ship = analyzer.fly([ARROW], flights=3, rivals="alone")["Paper Arrow"]
    nothing = {name: analyzer.Histogram.from_values(np.zeros(40, int)) for name in ship.metrics.parts}
    even = replace(ship, histograms=nothing | {"credits": analyzer.Histogram.from_values(np.array([-4, 4] * 20))})
    axes = plot_waterfall(even).axes[0]
    left, right = axes.get_xlim()
    assert left < -4 / 40**0.5 * 2
    assert right > 4 / 40**0.5 * 2
    assert [text.get_text() for text in axes.texts] == [*["+0.00"] * len(ship.metrics.parts), "0.00"]
