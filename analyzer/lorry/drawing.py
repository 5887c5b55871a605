"""Maps of galaxies, and figures that several questions of Cosmic Lorry share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError
from analyzer.lorry.metrics import BY_BOX, LONG, SHORT
from analyzer.lorry.position.position import Position
from analyzer.lorry.tables import STEPS
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.forest import SAME_LETTER, Words, forest, row_of
from analyzer.present.figures.style import (
    COLOURS,
    LINES,
    NARROW,
    SMALLEST,
    caption_below,
    cut,
    fitting,
    house_style,
    legend,
    with_notes,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.lorry.galaxy.boxes import Box, Pair
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.position.engine_table import Track
    from analyzer.lorry.questions.pairs import ScoredPairs
    from analyzer.lorry.questions.routes import Routes
    from analyzer.lorry.result import Races
    from analyzer.lorry.worths import Worths
    from analyzer.statistics.estimate import Estimate


INK, FAINT = "#1d2430", "#DDDDDD"
HUES = (*COLOURS[:3], "#8E4585")
"""Colours of traders in seating order, on pages and in figures; the fourth of the palette is too light for a line."""
SPECIAL_MARKS: dict[str, tuple[str, str]] = {
    "star": ("*", "#E69F00"),
    "rocket": ("^", "#56B4E9"),
    "asteroid": ("o", "#999999"),
    "black_hole": ("$\u25ce$", "#000000"),
}
"""Mark and colour of each kind of special box; the marks are those of the pages."""


def square(axes: Axes, box: Box, **how: Any) -> None:
    """Draw the square of a box."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((box[0] - 0.5, box[1] - 0.5), 1, 1, linewidth=0.5, **how))


def boxes(axes: Axes, galaxy: Galaxy, every: int = 1) -> None:
    """Draw empty boxes with the numbers of columns and rows."""
    for box in galaxy.boxes():
        square(axes, box, facecolor="white", edgecolor=FAINT, zorder=0)
    axes.set_xlim(0.2, galaxy.columns + 0.8)
    axes.set_ylim(galaxy.rows + 0.8, 0.2)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=8, labeltop=True, labelbottom=False)
    axes.set_xticks(range(1, galaxy.columns + 1, every))
    axes.set_yticks(range(1, galaxy.rows + 1, every))


def planet(axes: Axes, box: Box, number: int, letters: float = 10) -> None:
    """Draw a planet with its number."""
    from matplotlib.patches import Circle

    axes.add_patch(Circle(box, 0.42, facecolor="#F0E6D2", edgecolor=INK, linewidth=1.2, zorder=4))
    words: Any = {"ha": "center", "va": "center", "fontweight": "bold", "color": INK, "zorder": 5}
    axes.text(*box, str(number), fontsize=letters, **words)


def special_keys(galaxy: Galaxy) -> tuple[list[Any], list[str]]:
    """Return the keys of a legend of the galaxy's special boxes, and their labels."""
    from matplotlib.lines import Line2D

    line: Any = Line2D
    kinds = list(dict.fromkeys(special.kind for special in galaxy.specials))
    style: dict[str, Any] = {"linestyle": "none", "markeredgecolor": INK, "markersize": 8}
    keys = [line([], [], marker=SPECIAL_MARKS[kind][0], color=SPECIAL_MARKS[kind][1], **style) for kind in kinds]
    return keys, [kind.replace("_", " ") for kind in kinds]


def edges(axes: Axes, galaxy: Galaxy) -> None:
    """Draw the edges of a galaxy: dotted with arrows where it wraps around, thick where it ends."""
    right, below = galaxy.columns + 0.5, galaxy.rows + 0.5
    lines = [
        (([0.5, 0.5], [0.5, below]), galaxy.round_columns),
        (([right, right], [0.5, below]), galaxy.round_columns),
        (([0.5, right], [0.5, 0.5]), galaxy.round_rows),
        (([0.5, right], [below, below]), galaxy.round_rows),
    ]
    for line, goes_on in lines:
        axes.plot(*line, color=INK, linewidth=1.0 if goes_on else 2.4, linestyle=":" if goes_on else "-", zorder=6)
    how: dict[str, Any] = {"color": INK, "markersize": 4, "linestyle": "none", "clip_on": False, "zorder": 6}
    if galaxy.round_columns:
        rows = range(1, galaxy.rows + 1, 2)
        axes.plot([0.32] * len(rows), rows, marker="<", **how)
        axes.plot([right + 0.18] * len(rows), rows, marker=">", **how)
    if galaxy.round_rows:
        columns = range(1, galaxy.columns + 1, 2)
        axes.plot(columns, [0.32] * len(columns), marker="^", **how)
        axes.plot(columns, [below + 0.18] * len(columns), marker="v", **how)


INCHES_A_BOX, MARGIN = 0.44, 0.6
FEWEST_INCHES = 4.6
WAY = 0.16
"""Opacity of the colour of boxes on scored ways."""


def plot_galaxy(subject: Galaxy | Position, *, width: float | None = None) -> Figure:
    """Draw a galaxy with everything in it; boxes of scored routes are tinted in their trader's colour.

    Tracks are in the traders' colours. Each trader also has a pattern of dashes, for grey print. Edges at which the
    galaxy wraps around are dotted, with arrows; closed ones are thick lines.

    Args:
        subject: galaxy or position.
        width: width in inches; as much as the boxes take if None.
    """
    from analyzer.present.figures.picture import Picture

    now = subject if isinstance(subject, Position) else Position(subject, 1, name=subject.name)
    galaxy = now.galaxy
    with house_style():
        wide = width or max(FEWEST_INCHES, galaxy.columns * INCHES_A_BOX + MARGIN)
        high = galaxy.rows * (wide - MARGIN) / galaxy.columns + 2 * MARGIN
        figure = Picture(figsize=(wide, high), layout="constrained")
        axes = figure.add_subplot()
        boxes(axes, galaxy)
        # The boxes of each scored route's shortest way, tinted in the colour of its trader.
        for route in now.scored:
            for box in now.on_way(route.trader, route.pair):
                square(axes, box, facecolor=HUES[route.trader - 1], alpha=WAY, edgecolor="none", zorder=1)
        for box in now.filled:
            square(axes, box, facecolor="#777777", edgecolor=INK, hatch="xxxx")
        _specials(axes, galaxy, set(now.filled))
        for track in now.tracks:
            _track(axes, track)
        for box, number in galaxy.planet_at.items():
            planet(axes, box, number)
        edges(axes, galaxy)
        axes.set_title(cut(now.name, int(8 * wide)), loc="left", fontweight="bold", parse_math=False)
        _legend(figure, now)
        heading = now.heading() if now.tracks else galaxy.heading()
        tinted = "; tinted: boxes of scored routes, darker where several routes pass" * bool(now.scored)
        caption_below(figure, with_notes(f"{heading}{tinted}", galaxy.notes()))
        return figure


def _specials(axes: Axes, galaxy: Galaxy, filled: set[Box]) -> None:
    """Draw the marks of the special boxes that are not filled."""
    for special in galaxy.specials:
        mark, colour = SPECIAL_MARKS[special.kind]
        if special.box not in filled:
            how: dict[str, Any] = {"markersize": 11, "markeredgecolor": INK, "markeredgewidth": 0.6}
            axes.plot(*special.box, marker=mark, color=colour, linestyle="none", zorder=2, **how)


def _track(axes: Axes, track: Track) -> None:
    """Draw a track: ends from the middle of the box to its sides, or an arc for a curve."""
    how: dict[str, Any] = {
        "color": HUES[track.trader - 1],
        "linestyle": LINES[track.trader - 1],
        "linewidth": 2.6,
        "zorder": 3,
    }
    column, row = track.box
    ends = [STEPS[side] for side in track.ends]
    if len(ends) == 2 and ends[0][0] != -ends[1][0] and ends[0][1] != -ends[1][1]:
        _arc(axes, track.box, (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]), how)
        return
    for across, down in ends:
        axes.plot([column, column + across / 2], [row, row + down / 2], solid_capstyle="butt", **how)
    if len(ends) > 2:
        axes.plot(column, row, "o", color=how["color"], markersize=4.5, zorder=3)


def _arc(axes: Axes, box: Box, corner: tuple[int, int], how: dict[str, Any]) -> None:
    """Draw a quarter of a circle round a corner of the box."""
    import numpy as np

    angles = np.linspace(0, np.pi / 2, 16)
    across = box[0] + corner[0] / 2 - corner[0] * np.cos(angles) / 2
    down = box[1] + corner[1] / 2 - corner[1] * np.sin(angles) / 2
    axes.plot(across, down, **how)


def _legend(figure: Figure, now: Position) -> None:
    """Draw the legend of traders and marks."""
    from matplotlib.lines import Line2D

    traders = sorted({track.trader for track in now.tracks})
    line: Any = Line2D
    drawn = [line([], [], color=HUES[one - 1], linestyle=LINES[one - 1], linewidth=2.6) for one in traders]
    labels = [now.names[one - 1] for one in traders]
    keys, words = special_keys(now.galaxy)
    drawn, labels = [*drawn, *keys], [*labels, *words]
    if drawn:
        columns = min(len(drawn), 6)
        legend(figure, drawn, labels, loc="outside upper center", ncols=columns, fontsize=8)


WIDTH, NUMBERS, ABOVE = 7.0, 0.45, 0.65
"""Width of a figure in inches, room beside boxes for row numbers, and room above each panel."""
INCHES_MOST = 0.44
"""Largest width of a box in inches, in a galaxy of few boxes."""
BAR = 1.1
"""Height of the scale and the legend in inches."""
BESIDE = 10
"""Largest number of columns of a galaxy whose panels stand side by side in pairs."""
WRITTEN = 0.31
"""Smallest width of a box, in inches, in which its number is written."""
HEAT_COLOURS = "Blues"
"""Colour map from white to dark in one hue: its order shows with every kind of colour vision and in grey."""
DARK = 0.55
"""Share of the largest value from which on numbers in boxes are white."""


def plot_boxes(
    result: Races, what: str = "brings", *, traders: tuple[str, ...] = (), width: float | None = None
) -> Figure:
    """Draw a map of boxes for each trader: the more a box holds or brings, the darker it is.

    All panels have one scale, and boxes have their numbers if they are wide enough.

    Args:
        result: result of games.
        what: `brings`, points a game, or `tracks`, the share of games that end with a track there, in percent.
        traders: names of the traders to show, all if empty.
        width: width in inches; as much as the boxes take, up to 7, if None.

    Raises:
        AnalyzerError: there is no such trader, or boxes were not counted, as in comparisons.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    from analyzer.present.figures.picture import Picture

    names = traders or tuple(one.name for one in result.subjects)
    if isinstance(traders, str):
        raise AnalyzerError(f"traders {traders!r}: give several names, e.g. traders=({traders!r},)")
    maps = {name: result.by_box(name, what) for name in names}
    galaxy, measure = result.experiment.galaxy, BY_BOX[what]
    most = max(one.mean for estimates in maps.values() for one in estimates.values())
    scale = ScalarMappable(Normalize(0, most or 1.0), HEAT_COLOURS)
    across = min(len(names), 2 if galaxy.columns <= BESIDE and (width or WIDTH) >= WIDTH else 1)
    down = -(-len(names) // across)
    with house_style():
        wide = width or min(WIDTH, max(WIDTH / 2, across * (galaxy.columns * INCHES_MOST + NUMBERS)))
        side = (wide / across - NUMBERS) / galaxy.columns
        figure = Picture(figsize=(wide, down * (galaxy.rows * side + ABOVE) + BAR), layout="constrained")
        panels = figure.subplots(down, across, squeeze=False).ravel()
        for axes, (name, estimates) in zip(panels, maps.items(), strict=False):
            _panel(axes, galaxy, estimates, scale, side, in_percent=what == "tracks")
            sums = f"{sum(one.mean for one in estimates.values()):.1f} {measure.sums}"
            words: Any = {"loc": "left", "fontsize": 10, "parse_math": False}
            axes.set_title(f"{cut(name, int(5 * wide / across))}: {sums}", **words)
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        bar = figure.colorbar(scale, ax=list(panels), orientation="horizontal", shrink=0.7, pad=0.02, aspect=40)
        bar.outline.set_visible(False)
        if what == "tracks":
            bar.ax.xaxis.set_major_formatter("{x:.0%}")
        bar.set_label(fitting(measure.meaning, 0.95 * wide, 9), fontsize=9)
        keys, kinds = special_keys(galaxy)
        if keys:
            legend(figure, keys, kinds, loc="outside upper center", ncols=len(keys), fontsize=SMALLEST)
        caption_below(figure, _below(result, maps, what))
        return figure


def _panel(
    axes: Axes, galaxy: Galaxy, estimates: Mapping[Box, Estimate], scale: Any, side: float, *, in_percent: bool
) -> None:
    """Draw one trader's boxes; marks of special boxes stand in their corners and leave the shade visible."""
    boxes(axes, galaxy, 1 if side >= WRITTEN / 2 else 2)
    words: Any = {"ha": "center", "va": "center", "fontsize": SMALLEST, "zorder": 3}
    for box, value in estimates.items():
        square(axes, box, facecolor=scale.to_rgba(value.mean), edgecolor="#BBBBBB", zorder=1)
        kind = galaxy.special_at.get(box)
        if kind is not None:
            mark, colour = SPECIAL_MARKS[kind]
            how: Any = {"markersize": max(5.0, 15 * side), "markeredgecolor": INK, "markeredgewidth": 0.6, "zorder": 2}
            axes.plot(box[0] - 0.28, box[1] - 0.27, marker=mark, color=colour, linestyle="none", **how)
        written = f"{100 * value.mean:.0f}" if in_percent else f"{value.mean:.1f}"
        if side >= WRITTEN and float(written):
            ink = "white" if value.mean > DARK * scale.norm.vmax else "black"
            axes.text(box[0], box[1] + (0.14 if kind else 0), written, color=ink, **words)
    for box, number in galaxy.planet_at.items():
        planet(axes, box, number, min(10.0, max(SMALLEST, 26 * side)))
    edges(axes, galaxy)


def _below(result: Races, maps: Mapping[str, Mapping[Box, Estimate]], what: str) -> str:
    """Return the caption: origin of the numbers, the width of their intervals, and notes on reading them."""
    widest = max((one.high - one.low) / 2 for estimates in maps.values() for one in estimates.values())
    sure = f"{100 * widest:.1f} percentage points" if what == "tracks" else f"{widest:.2f} points"
    parts = [
        in_a_line((name, origin) for name, origin in result.origins if name in maps),
        f"95% interval of a box: at most plus or minus {sure}",
    ]
    if what == "brings":
        parts.append("where several ways are equally short, the boxes of all count, so sums are a little above totals")
    return with_notes("; ".join(parts), result.experiment.galaxy.notes())


PAIRS_WIDTH, HEIGHT = 9.0, 4.6


def plot_routes(routes: Routes, *, width: float = PAIRS_WIDTH) -> Figure:
    """Draw two matrices, planets against planets: turns that one trader needs to join a pair, and points per turn.

    Args:
        routes: turns and points of one trader alone, for all pairs.
        width: width in inches.
    """
    rows = {(row["first"], row["second"]): row for row in routes.rows()}
    turns, points = ({pair: row[name] for pair, row in rows.items()} for name in ("turns", "points_a_turn"))
    return _two_matrices(
        routes.galaxy,
        width,
        f"{routes.heading()}; exact",
        ("turns to score the pair alone (dark: slow)", turns, ".1f"),
        ("points a turn, alone (darker: better)", points, ".2f"),
    )


def plot_scored(scored: ScoredPairs, *, width: float = PAIRS_WIDTH) -> Figure:
    """Draw two matrices, planets against planets: how often a pair is scored, and its mean points when it is scored.

    The first matrix is in percent of the games. Pairs that nobody scored are left white in the second matrix.

    Args:
        scored: scored pairs.
        width: width in inches.
    """
    widest = max((one.scored.high - one.scored.low) / 2 for one in scored.pairs)
    sure = f"95% interval of a share: at most plus or minus {100 * widest:.1f} percentage points"
    shares = {one.pair: 100 * one.scored.mean for one in scored.pairs}
    return _two_matrices(
        scored.galaxy,
        width,
        f"{scored.heading()}; {sure}",
        ("games in which the pair is scored (%)", shares, ".0f"),
        ("points when the pair is scored", {one.pair: one.points for one in scored.pairs}, ".1f"),
    )


def _two_matrices(galaxy: Galaxy, width: float, caption: str, *panels: tuple[str, Mapping[Pair, Any], str]) -> Figure:
    """Draw two matrices, planets against planets, each from its title, the value of each pair and their format."""
    from analyzer.present.figures.picture import Picture

    with house_style():
        figure = Picture(figsize=(width, HEIGHT), layout="constrained")
        for axes, (title, values, how) in zip(figure.subplots(1, 2), panels, strict=True):
            _pairs(axes, values, len(galaxy.planets), how)
            axes.set_title(title, loc="left", fontsize=10)
        caption_below(figure, with_notes(caption, galaxy.notes()))
        return figure


def _pairs(axes: Axes, values: Mapping[Pair, Any], planets: int, how: str) -> None:
    """Draw a matrix with a value for every pair of planets; larger values are darker, None is left white.

    Args:
        axes: axes to draw in.
        values: value of each pair.
        planets: number of planets.
        how: format of the values.
    """
    import numpy as np

    numbers = np.full((planets, planets), np.nan)
    for (one, other), value in values.items():
        if value is not None:
            numbers[one - 1, other - 1] = numbers[other - 1, one - 1] = value
    least, most = (np.nanmin(numbers), np.nanmax(numbers)) if np.isfinite(numbers).any() else (0.0, 1.0)
    # A third of the range lies below the least value, so that the palest pair still differs from white.
    room = (most - least) or 1.0
    axes.imshow(numbers, aspect="auto", cmap="Blues", vmin=least - room / 3, vmax=most)
    axes.grid(visible=False)
    labels = [str(number) for number in range(1, planets + 1)]
    axes.set_xticks(range(planets), labels)
    axes.set_yticks(range(planets), labels)
    axes.set_xlabel("planet")
    axes.set_ylabel("planet")
    for row, column in zip(*np.nonzero(np.isfinite(numbers)), strict=True):
        colour = "white" if numbers[row, column] > least + DARK * room else "black"
        text = format(numbers[row, column], how)
        axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)


BARS_WIDTH, INCHES_A_BAR = 7.0, 0.42
POINTS = {
    "short_points": f"routes of up to {SHORT} boxes",
    "middle_points": f"of {SHORT + 1} to {LONG - 1}",
    "long_points": f"of {LONG} or more",
    "star_points": "stars",
}
BOXES = {
    "used_once": "on one scored route",
    "used_twice": "on two",
    "used_more": "on three or more",
    "unused": "on none",
}
SHADES = (("#DCE9F5", ""), ("#8DBCDC", ""), ("#1F5F9E", ""), ("#F0C05A", "////"))
"""Colour and hatch of the parts of a bar; their order shows in grey, and stars, which are no routes, are hatched."""
LEAST = 0.07
"""Smallest part of a bar, as a share of the longest bar, in which its number is written."""


def plot_made(result: Races, *, width: float = BARS_WIDTH) -> Figure:
    """Draw two panels with a stacked bar for each trader, in means over games.

    One panel divides the points by source: routes by length, and stars. The other divides the boxes with own tracks by
    the number of scored routes through them.

    Args:
        result: result of games.
        width: width in inches.
    """
    from analyzer.present.figures.picture import Picture

    with house_style():
        many = len(result.subjects)
        beside = width >= NARROW
        figure = Picture(figsize=(width, 2 * (1.35 + 0.25 * (not beside) + INCHES_A_BAR * many)), layout="constrained")
        for axes, parts, unit in zip(
            figure.subplots(2, 1), (POINTS, BOXES), ("points a game", "boxes with own track a game"), strict=True
        ):
            drawn = _bars(axes, result, parts)
            axes.set_xlabel(unit)
            keys = [bars[0] for bars in drawn]
            how: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "fontsize": SMALLEST}
            legend(axes, keys, list(parts.values()), ncols=4 if beside else 2, handlelength=1.2, **how)
        caption_below(figure, in_a_line(result.origins))
        return figure


def _bars(axes: Axes, result: Races, parts: Mapping[str, str]) -> list[Any]:
    """Draw a bar per trader, part beside part, with numbers where there is room; return the bars of each part."""
    means = [[one.measured(name).mean for name in parts] for one in result.subjects]
    most = max(sum(row) for row in means) or 1.0
    left, drawn = [0.0] * len(means), []
    for part, (colour, hatch) in zip(range(len(parts)), SHADES, strict=True):
        wide = [row[part] for row in means]
        drawn.append(axes.barh(range(len(means)), wide, left=left, color=colour, hatch=hatch, edgecolor="#444444"))
        for height, (begins, value) in enumerate(zip(left, wide, strict=True)):
            if value >= LEAST * most:
                ink = "white" if part == 2 else "black"
                ground: Any = {"facecolor": colour, "edgecolor": "none", "pad": 1} if hatch else None
                words: Any = {"ha": "center", "va": "center", "fontsize": SMALLEST, "color": ink, "bbox": ground}
                axes.text(begins + value / 2, height, f"{value:.1f}", **words)
        left = [begins + value for begins, value in zip(left, wide, strict=True)]
    labels = [cut(one.name, 18) for one in result.subjects]
    axes.set_yticks(range(len(means)), labels, parse_math=False)
    axes.set_ylim(len(means) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    return drawn


def plot_worths(worths: Worths, *, width: float = 7.5) -> Figure:
    """Draw every worth with its 95% interval; the intervals hold for all worths at once.

    Args:
        worths: worths to draw.
        width: width in inches.
    """
    compared = worths.comparison
    rows = [row_of(f"{one.name} ({one.groups})", one.estimate) for one in worths.worths]
    than = "games without it" if worths.without else worths.base
    axis = f"{compared.metrics.unit} a game, compared with {than} ({SAME_LETTER})"
    some = f"{some_trials(compared.trials, compared.experiments[0].TRIAL)} each, by {worths.what[0]}"
    origin = in_a_line([(worths.base, compared[worths.base].origin)])
    return forest(rows, Words(axis, some, "worth (95%, all rows at once)", origin), width)
