"""Answers as text, pages and figures, and the drawings of ships."""

from analyzer.present import exported, page, terminal
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
from analyzer.present.figures import distributions, of_answers
from analyzer.present.figures.style import COLOURS, cut, house_style, save, with_notes
from analyzer.present.pictures import save_figures
from analyzer.present.review_page import chart
from analyzer.present.view import finite, view_of
from analyzer.trucker.drawing import ship_svg
from analyzer.trucker.drawing.draw import draw
from analyzer.trucker.drawing.ship_map import HUES
