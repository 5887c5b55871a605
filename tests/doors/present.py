"""Answers as text, pages and figures, and the drawings of ships."""

from analyzer.present import page
from analyzer.present.described import (
    as_html,
    as_text,
    histogram_lines,
    print_notes,
    print_step,
    sheet,
    show_descriptions,
    side_by_side,
)
from analyzer.present.exported import export, no_formula
from analyzer.present.figures import distributions
from analyzer.present.figures.of_answers import distinct, figures, slug
from analyzer.present.figures.style import COLOURS, cut, house_style, save, with_notes
from analyzer.present.page import as_markdown
from analyzer.present.pictures import save_figures
from analyzer.present.review_page import chart
from analyzer.present.terminal import Sheet, limit_width
from analyzer.present.view import finite, view_of
from analyzer.trucker.drawing.draw import draw
from analyzer.trucker.drawing.ship_map import HUES
from analyzer.trucker.drawing.ship_svg import COLOURS as SHIP_COLOURS
from analyzer.trucker.drawing.ship_svg import ship_svg
from analyzer.trucker.figures.comparisons import aliens_of
