"""Whether a picture can be read by itself, measured as it is painted."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.doors.present import house_style


def foot_of(figure: Figure, name: str) -> str:
    """The line below all else; no word leaves the picture, lies on that line, or is too small to read."""
    with house_style():
        figure.draw_without_rendering()
    words = [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
    assert min(text.get_fontsize() for text in words) >= 8, name
    foot, *rest = (one.get_tightbbox() for one in (figure.texts[-1], *figure.axes, *figure.legends))
    for box in (foot, *rest):
        assert min(box.x0, box.y0) >= -1, name
        assert box.x1 <= figure.bbox.x1 + 1, name
        assert box.y1 <= figure.bbox.y1 + 1, name
    assert all(box.y0 > foot.y1 for box in rest), name
    return str(figure.texts[-1].get_text().replace("\n", " "))
