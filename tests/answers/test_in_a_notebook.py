"""Answers in a notebook and in a program: what a cell shows, what an error names, what a name finds."""

from __future__ import annotations

import copy
import pickle

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbclient import NotebookClient

import analyzer
from analyzer import lorry, starship
from tests.places import ROOT

MILE, ARROW = (ROOT / "ships" / "2007" / "I" / f"{name}.yaml" for name in ("first-mile", "paper-arrow"))
CELLS = (
    f"import analyzer; result = analyzer.fly({str(MILE)!r}, flights=20, rivals='alone'); result.plot()",
    "result.figures()",
    "repr(result); print(repr(result.ships[0].ship))",
    "result",
)


@pytest.fixture(scope="module")
def result():
    return analyzer.fly(MILE, flights=20, rivals="alone")


@pytest.fixture(scope="module")
def both():
    return analyzer.fly([MILE, ARROW], flights=20, rivals="alone")


@pytest.mark.long
def test_kernel_shows_last_cell_value():
    """A real kernel without set-up of matplotlib gives one output a cell, a picture first."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    picture, figures, printed, page = (cell.outputs for cell in notebook.cells)
    assert [len(outputs) for outputs in (picture, figures, printed, page)] == [1, 1, 1, 1]
    assert "image/png" in picture[0].data
    assert "partial" not in figures[0].data["text/plain"]
    assert printed[0].text == "<Layout 'First Mile', board 2007-I, 18 components>\n"
    assert page[0].data["text/html"].startswith("<p><b>First Mile")


@pytest.mark.long
def test_every_figure_shows_itself(result):
    shown, _ = DisplayFormatter().format(result.plot("waterfall"))
    assert shown["image/png"].startswith(b"\x89PNG")
    shown, _ = DisplayFormatter().format(analyzer.plots.plot_galaxy(lorry.default_galaxy()))
    assert "image/png" in shown


def test_figure_without_window_suggests_savefig(result):
    with pytest.raises(analyzer.AnalyzerError, match="savefig"):
        result.plot().show()


def test_figures_are_listed_by_name(result):
    figures = result.figures()
    assert repr(figures).startswith("Figures: credits, components-lost, waterfall-first-mile\n")
    assert repr(figures["credits"]) == "<figure 'credits': call it to draw it>"
    assert isinstance(figures, dict)
    assert repr(type(figures)()) == "Figures: none"


def test_metric_of_only_ship_is_attribute(result):
    assert result.credits == result["First Mile"].credits
    assert {"credits", "arrived"} <= {*dir(result)}
    assert starship.fly(ROOT / "ships/starship/midgame.yaml", 3).cards_flown.n == 3
    with pytest.raises(AttributeError, match="'Result' object has no attribute 'creditss'"):
        result.creditss  # noqa: B018


def test_metric_of_several_ships_names_one(both):
    race = analyzer.race([MILE, ARROW], flights=2)
    for several in (both, race):
        with pytest.raises(AttributeError, match=r"result\['First Mile'\]\.credits"):
            several.credits  # noqa: B018
        assert not hasattr(several, "creditss")


def test_result_contains_its_names(result, both):
    assert "First Mile" in result
    assert "Paper Arrow" in both
    assert "Paper Arrow" not in result
    assert result.ships[0] in result


def test_ship_as_key_is_named_briefly(both):
    ship = analyzer.load_ship(MILE)
    compared = analyzer.compare([MILE, ARROW], flights=2, rivals="alone")
    for ask in (lambda: compared.difference(ship, "Paper Arrow"), lambda: both[ship], lambda: compared[ship]):
        with pytest.raises(analyzer.AnalyzerError) as caught:
            ask()
        assert "no ship Layout 'First Mile' in this" in str(caught.value)
        assert str(caught.value).endswith("give the name, 'First Mile'")


def test_long_values_are_cut_in_errors():
    position = analyzer.load_position(ROOT / "ships" / "2007" / "at-the-table.yaml")
    with pytest.raises(analyzer.AnalyzerError, match="ship Position 'Half way out': give a Layout"):
        analyzer.weak_points(position)


def test_layout_hash_agrees_with_equality():
    ship, again = analyzer.load_ship(MILE), analyzer.load_ship(MILE)
    turned = analyzer.Layout(ship.name, ship.board, dict(reversed(ship.components.items())), ship.aliens)
    assert ship is not again
    assert ship == again == turned
    assert len({ship, again, turned, analyzer.load_ship(ARROW)}) == 2
    lantern = ROOT / "ships" / "2007" / "IVC" / "paper-lantern.yaml"
    assert len({analyzer.fleet(lantern, "F+L"), analyzer.fleet(lantern, "F+L"), analyzer.fleet(lantern, "F")}) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda: analyzer.race([MILE, ARROW], flights=2),
        lambda: analyzer.compare([MILE, ARROW], flights=2, rivals="alone"),
        lambda: analyzer.card_effects(MILE, flights=2, rivals="alone"),
        lambda: lorry.fly(lorry.default_galaxy(), games=2),
    ],
)
def test_same_question_has_equal_answers(ask):
    answer = ask()
    assert answer == ask() == pickle.loads(pickle.dumps(answer)) == copy.deepcopy(answer)


def test_other_seed_has_another_answer():
    one, other = (analyzer.compare([MILE, ARROW], flights=20, seed=seed, rivals="alone") for seed in (1, 2))
    assert one != other


class Output:
    """A display handle that remembers what it showed."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    def update(self, page) -> None:
        self.pages.append(page.data)


@pytest.fixture
def output(monkeypatch) -> Output:
    """The output of a cell in a kernel of which this process is the own one; a run shows its answers at once."""
    import os
    from types import SimpleNamespace

    output = Output()
    kernel = SimpleNamespace(session=SimpleNamespace(pid=os.getpid()))
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=kernel))
    monkeypatch.setattr("IPython.display.display", lambda page, display_id: (output.update(page), output)[1])
    monkeypatch.setattr("analyzer.present.described.FIRST_SHOWN", 0.0)
    monkeypatch.setattr("analyzer.present.described.REDRAWN", 0.0)
    monkeypatch.delenv("ANALYZER_INTERIM", raising=False)
    return output


def test_cell_shows_interim_answer(output, monkeypatch):
    """Marked, with the table, and cleared at the end; not for a run of one block, nor where it is switched off."""
    monkeypatch.setattr("analyzer.present.described.DRAWING_SHARE", 0)
    how = {"rivals": "alone", "workers": 1, "block": 20}
    analyzer.fly(MILE, flights=20, **how)
    assert output.pages == []
    analyzer.fly(MILE, flights=60, **how)
    *shown, last = output.pages
    assert len(shown) == 2
    assert all("Interim" in page and "<table" in page for page in shown)
    assert last == ""
    monkeypatch.setenv("ANALYZER_INTERIM", "0")
    analyzer.fly(MILE, flights=60, **how)
    assert len(output.pages) == 3
