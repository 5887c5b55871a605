"""Pages, reports and drawings have one language of colours."""

from __future__ import annotations

import re

from analyzer import lorry, plots
from tests.doors.present import COLOURS, HUES, ship_svg
from tests.doors.trucker_designer import frontend
from tests.places import ROOT

LIGHT, DARK = {"good": "#1a7a43", "bad": "#b3261e"}, {"good": "#6fd39a", "bad": "#ff8a80"}


def test_good_and_bad_look_alike() -> None:
    """Figures that are better or worse have the same green and red on all pages and in reports, printed ones aside."""
    written = {
        path: path.read_text(encoding="utf-8") for end in ("css", "html") for path in ROOT.glob(f"analyzer/**/*.{end}")
    }
    shown = {path.name: text.partition("@media print")[0] for path, text in written.items() if "--good:" in text}
    assert {"designer.css", "notes.css", "board.css", "base.html"} <= {*shown}
    for file, text in shown.items():
        for name in ("good", "bad"):
            assert {*re.findall(rf"--{name}: (#\w+)", text)} == {LIGHT[name], DARK[name]}, file


def test_components_look_alike() -> None:
    """Components and what they carry have the same colours in the designer, in stories and on sheets.

    So have the ships of a fleet in the designer and in figures.
    """
    css = frontend.text_of("designer.css")
    classes = {"cannon": "cannon", "engine": "engine", "charge": "battery", "human": "human"}
    classes |= {"brown": "alien-brown", "purple": "alien-purple"}
    for name, style in classes.items():
        assert f".{style} {{ fill: {ship_svg.COLOURS[name]}; }}" in css, name
    for name, style in {"blue": "hold", "red": "special", "shield": "shield"}.items():
        (rule,) = re.findall(rf"\.{style} {{ ([^}}]*stroke: {ship_svg.COLOURS[name]}[^}}]*) }}", css)
        assert rule
    for number, (colour, *_) in enumerate(HUES):
        assert f".ship-{number} {{ fill: {colour.lower()};" in css


def test_gains_and_losses_look_alike() -> None:
    """Histograms and undefended lines have the same blue and vermilion on the page of the designer as in figures.

    So have the curve of the page at the table, and the tracks of traders on the board.
    """
    gain, loss, third, _, charge = (colour.lower() for colour in COLOURS[:5])
    css = frontend.text_of("designer.css")
    assert f"--gain: {gain}; --loss: {loss}; --charge: {charge};" in css
    for rule in (".bar { fill: var(--gain)", ".bar.loss { fill: var(--loss)", ".line.open { stroke: var(--loss)"):
        assert rule in css, rule
    notes = (ROOT / "analyzer/host/front/notes.css").read_text(encoding="utf-8")
    assert f"--gain: {gain};" in notes
    board = (ROOT / "analyzer/lorry/designer/front/board.css").read_text(encoding="utf-8")
    assert f"--t1: {gain}; --t2: {loss}; --t3: {third};" in board
    picture = plots.plot_galaxy(lorry.load_position(ROOT / "ships/lorry/late.yaml"))
    lines = getattr(picture, "figure", picture).axes[0].lines
    assert {gain, loss} <= {str(line.get_color()).lower() for line in lines}
