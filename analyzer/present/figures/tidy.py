"""Figures of any tidy table: points with intervals, by axis, colour and panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.style import COLOURS, LETTERS_AN_INCH, caption_below, cut, legend
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

VALUES = ("mean", "difference", "credits", "cost", "chance")
"""Names of columns to draw by default; the first of these that the table contains is drawn."""
MOST_PANELS, MOST_GROUPS = 12, 14
MOST_NAMES, MOST_POINTS = 200, 10_000
LONGEST = 80
"""The most letters of a name that are drawn; longer names are cut."""
MARKS = "osD^vP*Xh<>dp8"
NOT_VARIED = ("q5", "q25", "q50", "q75", "q95", "low", "high", "flights", "number", "met", "saved", "rank", "groups")
CONDITION = "condition"
"""The column that names a combination of settings; it is drawn instead of the settings' own columns."""
SPREAD = 0.5
"""The share of the space around a name on the axis over which groups are spread."""


def plot_table(
    table: pd.DataFrame,
    x: str | None = None,
    y: str | None = None,
    *,
    metric: str | None = None,
    group: str | None = None,
    facet: str | None = None,
) -> Figure:
    """Draw a tidy table as points with their 95% intervals.

    Without `x`, the first column that varies is along the axis. If the table has intervals, further columns that vary
    are used for `group` and `facet` unless these are named. If the table has no intervals and several rows for each
    point, e.g. one row a trial, points are the means of those rows.

    Args:
        table: The table. Intervals are in `low` and `high` right behind `y`, or in `y_low` and `y_high`.
        x: The column along the axis.
        y: The column of values.
        metric: The metric whose rows are drawn; None for credits or the table's first metric.
        group: The column that decides colour and mark.
        facet: The column that decides the panel.

    Raises:
        AnalyzerError: A column or metric is unknown, there is too much to draw, or several rows fall on one point
            because another column varies.
    """
    drawn, metric = _of_metric(table, metric)
    y = _column(drawn, y, "y") or next((name for name in VALUES if name in drawn), None) or _last_number(drawn)
    ends = _ends(drawn, y)
    varied = [name for name in _varied(drawn, y, ends) if name not in (x, group, facet)]
    x = _column(drawn, x, "x") or (varied.pop(0) if varied else str(drawn.columns[0]))
    if ends is not None:
        group = _column(drawn, group, "group") or (varied.pop(0) if varied else None)
        left = _telling(drawn, [x, *([group] if group else [])], varied)
        if facet is None and len(left) > 1:
            facet, varied = ", ".join(left), []
            drawn = drawn.assign(**{facet: [_named(left, row) for row in drawn[left].itertuples(index=False)]})
        elif facet is None and left:
            (facet,), varied = left, []
        facet = _column(drawn, facet, "facet")
    else:
        group, facet = _column(drawn, group, "group"), _column(drawn, facet, "facet")
    points = _points(drawn, x, y, [name for name in (group, facet) if name], ends, varied)
    return _figure(points, x, y, metric, group, facet, _shared_settings(table, (x, y, group, facet)))


def _named(columns: Sequence[str], values: Sequence[Any]) -> str:
    """Return values with the names of their columns, e.g. `rivals field, cards file yes`."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in zip(columns, values, strict=True))


def _of_metric(table: pd.DataFrame, metric: str | None) -> tuple[pd.DataFrame, str | None]:
    """Return the rows of one metric without the column `metric`, and its name.

    A table without that column is returned whole.
    """
    if "metric" not in table:
        if metric is not None:
            raise AnalyzerError(f"metric {metric!r}: this table has no column of that name: give y")
        return table, None
    known = list(dict.fromkeys(table["metric"]))
    metric = metric or ("credits" if "credits" in known else str(known[0]))
    if metric not in known:
        raise AnalyzerError(f"no metric {metric!r} in this table: {one_of(metric, known)}")
    return table[table["metric"] == metric].drop(columns="metric"), metric


def _column(table: pd.DataFrame, name: str | None, what: str) -> str | None:
    """Return the name of a column, or raise AnalyzerError if the table has no such column."""
    if name is not None and name not in table:
        raise AnalyzerError(f"{what} {name!r}: no such column: {one_of(name, table.columns)}")
    return name


def _last_number(table: pd.DataFrame) -> str:
    """Return the name of the last column that holds numbers."""
    numbers = [str(name) for name in table.columns if table[name].dtype.kind in "iuf"]
    if not numbers:
        raise AnalyzerError("y: no column of this table holds numbers")
    return numbers[-1]


def _ends(table: pd.DataFrame, y: str) -> tuple[str, str] | None:
    """Return the names of the two columns that hold the interval of `y`; None if the table has none."""
    own = f"{y}_low", f"{y}_high"
    if set(own) <= set(table.columns):
        return own
    columns = list(map(str, table.columns))
    at = columns.index(y)
    return ("low", "high") if columns[at + 1 : at + 3] == ["low", "high"] else None


def _varied(table: pd.DataFrame, y: str, ends: tuple[str, str] | None) -> list[str]:
    """Return the columns whose values distinguish the rows of a table, in order: text and whole numbers that vary.

    Columns of measured values are left out, and also settings that follow from the column CONDITION.
    """
    left = [str(name) for name in table.columns if name not in (y, *(ends or ()), *NOT_VARIED)]
    varied = [name for name in left if table[name].dtype.kind not in "f" and table[name].nunique(dropna=False) > 1]
    if CONDITION not in varied:
        return varied
    after = left[left.index("rivals") + 1 :] if "rivals" in left else left
    # Settings that have a single value within each condition.
    most = table.groupby(CONDITION, dropna=False)[after].nunique(dropna=False).max()
    return [name for name in varied if name == CONDITION or name not in after or most[name] > 1]


def _telling(table: pd.DataFrame, keys: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the columns of `others` needed to distinguish rows that are equal in `keys` and in all earlier columns."""
    telling: list[str] = []
    for name in others:
        before = [*keys, *telling]
        if len(table[before].drop_duplicates()) < len(table[[*before, name]].drop_duplicates()):
            telling.append(name)
    return telling


def _points(
    table: pd.DataFrame, x: str, y: str, by: Sequence[str], ends: tuple[str, str] | None, others: Sequence[str]
) -> pd.DataFrame:
    """Return a data frame with a row for each point: its key columns, then `_y`, `_low` and `_high`."""
    import pandas as pd

    if table[y].dtype.kind not in "iufb" and not str(table[y].dtype).startswith("Int"):
        raise AnalyzerError(f"y {y!r}: holds no numbers")
    keys = list(dict.fromkeys([x, *by]))
    if (many := len(table[keys].drop_duplicates())) > MOST_POINTS:
        raise AnalyzerError(f"{many:,} points by {', '.join(keys)}: at most {MOST_POINTS:,} can be drawn: name others")
    rows: list[dict[str, Any]] = []
    for key, part in table.groupby(keys, sort=False, dropna=False, observed=True):
        key_values = dict(zip(keys, key if isinstance(key, tuple) else (key,), strict=True))
        values = part[y].astype(float)
        if len(part) > 1 and ends is not None:
            apart = [name for name in others if part[name].nunique() > 1]
            cure = (
                f"name it as x, group or facet, or keep one of its values: {', '.join(apart)}"
                if apart
                else "the table has some rows twice"
            )
            where = _named(list(key_values), list(key_values.values()))
            raise AnalyzerError(f"{len(part)} rows fall on one point ({where}): {cure}")
        low, high = float("nan"), float("nan")
        if ends is not None:
            low, high = (float(part[end].iloc[0]) for end in ends)
        elif len(part) > 1:
            _, low, high = Estimate.from_mean(float(values.mean()), float(values.var()), len(part))
        rows.append(key_values | {"_y": float(values.mean()), "_low": low, "_high": high})
    return pd.DataFrame(rows)


def _shared_settings(table: pd.DataFrame, drawn_columns: Sequence[str | None]) -> str:
    """Return a text for the caption: each setting that is equal in all rows, with its value.

    Args:
        table: The rows of the figure.
        drawn_columns: Names of the columns that the figure draws, which the text omits. None stands for no column.
    """
    columns = ("ship", "edition", "level", "captain", "rivals", "condition", "flights", "seed")
    left = [name for name in columns if name in table and name not in drawn_columns]
    same = [name for name in left if table[name].nunique(dropna=False) == 1]
    return ", ".join(f"{name} {cut(str(table[name].iloc[0]), LONGEST)}" for name in same)


def _figure(
    points: pd.DataFrame, x: str, y: str, metric: str | None, group: str | None, facet: str | None, same: str
) -> Figure:
    """Draw the points, one panel for each value of `facet` and one colour for each value of `group`.

    Args:
        points: The rows of `_points`, one for each point.
        x: The column along the axis.
        y: The name of the column of values, for the label of the axis.
        metric: The metric of the values, for the same label; None if the table has no metrics.
        group: The column that decides colour and mark; None for a single colour.
        facet: The column that decides the panel; None for a single panel.
        same: The settings that are equal in all rows, in words, for the caption; "" for none.

    Raises:
        AnalyzerError: There are too many panels, groups or names to read.
    """
    panels, groups = _different(points, facet), _different(points, group)
    if len(panels) > MOST_PANELS or len(groups) > MOST_GROUPS:
        raise AnalyzerError(
            f"{len(panels)} panels and {len(groups)} groups: at most {MOST_PANELS} and {MOST_GROUPS} can be read"
        )
    names = _names(points, x)
    across = 2 if len(panels) in (2, 4) else min(len(panels), 3)
    down = -(-len(panels) // across)
    wide = max(7.0 / across, min(13.0 / across, 1.2 + 0.7 * len(names or points[x].unique())))
    with new_figure(wide * across, 0.6 + 3.6 * down) as figure:
        value = (metric or y).replace("_", " ")
        label = value if y in ("mean", metric) or metric is None else f"{y} in {value}"
        grid = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
        drawn: list[Any] = []
        for place, (axes, panel) in enumerate(zip(grid, panels, strict=False)):
            part = points if facet is None else points[points[facet] == panel]
            drawn = [
                _series(axes, part, x, one, group, number, len(groups), names) for number, one in enumerate(groups)
            ]
            _label_panel(axes, facet, panel, names, wide)
            axes.set_ylabel(label if place % across == 0 else "", parse_math=False)
            lowest = place + across >= len(panels)
            axes.tick_params(labelbottom=lowest)
            axes.set_xlabel(x.replace("_", " ") if lowest else "", parse_math=False)
        for axes in grid[len(panels) :]:
            axes.set_visible(False)
        if group is not None:
            labels = [cut(str(one), LONGEST) for one in groups]
            legend(figure, drawn, labels, loc="outside upper center", ncols=min(4, len(groups)))
        caption_below(figure, f"{same}{'; ' * bool(same)}bars: 95% intervals, where the table has them")
    return figure


def _different(points: pd.DataFrame, column: str | None) -> list[Any]:
    """Return the distinct values of a column in order; `[None]` if there is no column."""
    return list(dict.fromkeys(points[column])) if column else [None]


def _names(points: pd.DataFrame, x: str) -> list[str] | None:
    """Return the names along the axis; None if the axis is numeric."""
    if points[x].dtype.kind in "iuf":
        return None
    names = list(dict.fromkeys(points[x].astype(str)))
    if len(names) > MOST_NAMES:
        raise AnalyzerError(f"{len(names):,} names of {x} on the axis: at most {MOST_NAMES} can be read: name another")
    return names


def _series(
    axes: Axes, part: pd.DataFrame, x: str, one: Any, group: str | None, number: int, many: int, names: list[str] | None
) -> Any:
    """Draw the points of one group in a panel, shifted a little sideways if the axis shows names.

    Args:
        axes: The panel.
        part: The points of the panel.
        x: The column along the axis.
        one: The value of `group` whose points are drawn.
        group: The column that decides colour and mark; None draws all points.
        number: The index of the group.
        many: The number of groups.
        names: The names along the axis; None if it is numeric.

    Returns:
        The artist for the legend.
    """
    own = part if group is None else part[part[group] == one]
    at = own[x].astype(float) if names is None else own[x].astype(str).map(names.index).astype(float)
    if names is not None and many > 1:
        # spread the groups evenly around the name
        at += SPREAD * (number / (many - 1) - 0.5)
    errors = [(own["_y"] - own["_low"]).fillna(0).clip(lower=0), (own["_high"] - own["_y"]).fillna(0).clip(lower=0)]
    line = "-" if names is None and len(own) > 1 else "none"
    colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
    return axes.errorbar(at, own["_y"], errors, fmt=mark, linestyle=line, color=colour, capsize=3, markersize=5)


def _label_panel(axes: Axes, facet: str | None, panel: Any, names: list[str] | None, wide: float) -> None:
    """Write the title of a panel, and the names along its axis.

    Args:
        axes: The panel.
        facet: The column that decides the panel; None for a single panel without a title.
        panel: The panel's value of that column.
        names: The names along the axis; None if it is numeric.
        wide: The width of the panel in inches.
    """
    if facet is not None:
        title = str(panel) if ", " in facet else f"{facet.replace('_', ' ')}: {panel}"
        axes.set_title(cut(title, LONGEST), loc="left", fontsize=9, parse_math=False)
    if names is not None:
        shortened = [cut(name, LONGEST) for name in names]
        crowded = max(map(len, shortened)) * len(names) > 0.75 * LETTERS_AN_INCH * (wide - 0.7)
        turned: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if crowded else {}
        axes.set_xticks(range(len(names)), shortened, parse_math=False, **turned)
        axes.set_xlim(-0.6, len(names) - 0.4)
        axes.grid(visible=False, axis="x")
