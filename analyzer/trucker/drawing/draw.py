"""Ships drawn as text for the terminal and for notebooks.

A smooth side is a line; a side with a connector has a gap with one, two or three strokes: single, double, universal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.trucker.ship.flaws import alien_in

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.ship.component import Component, Side, Square
    from analyzer.trucker.ship.layout import Layout
    from analyzer.trucker.ship.plan import Plan


FLAWED, STRUCK, LOST, REMOVED, LAID, GONE = "!", "*", "x", "-", "+", "#"
MEANING = {STRUCK: "in the way", LOST: "breaks off", FLAWED: "flawed", REMOVED: "taken off", LAID: "new here"}
MEANING |= {GONE: "lost"}
"""The meaning of each mark beside a code and on the corners of a tile."""
MARK_STYLES = {FLAWED: "bold red", STRUCK: "bold red", LOST: "red", REMOVED: "red", GONE: "red", LAID: "bold green"}

STYLES = {
    "SC": "bold white",
    "CA": "white",
    "LB": "dark_orange3",
    "LP": "magenta",
    "B2": "green",
    "B3": "green",
    "H2": "cyan",
    "H3": "cyan",
    "S1": "bright_red",
    "S2": "bright_red",
    "CN": "bright_magenta",
    "CD": "bright_magenta",
    "EN": "yellow",
    "ED": "yellow",
    "SH": "bright_blue",
    "ST": "bright_black",
}
NUMBERS = "bold"
MARGIN = 4
WIDTH = 7
"""The width of a tile in characters; nine tiles and both margins fit into a terminal of 80."""
NARROW_MARGIN = 3
NARROW = 5
"""The width of a narrow tile in characters; nine tiles and both margins fit into a terminal of 50."""


@dataclass(frozen=True)
class Glyphs:
    """The characters with which components and free squares are drawn as text.

    Attributes:
        level: Text of a front or rear side, one for each connector (smooth, single, double, universal).
        upright: Character of a left or right side, one for each connector.
        corners: The four characters of the corners.
        free: The character in the middle of a free square.
        width: The width of a square, in characters.
        margin: The width of the margin with the row's number, in characters.
    """

    level: tuple[str, str, str, str]
    upright: tuple[str, str, str, str]
    corners: str
    free: str
    width: int = WIDTH
    margin: int = MARGIN

    def narrow(self) -> Glyphs:
        """Return the glyphs for narrow tiles, which have three characters between their corners."""
        line, stroke = self.level[0][0], self.level[1][2]
        level = (line * 3, f"{line}{stroke}{line}", f"{stroke}{line}{stroke}", stroke * 3)
        return replace(self, level=level, width=NARROW, margin=NARROW_MARGIN)


LIGHT = Glyphs(("─────", "─ │ ─", "─│ │─", "─│││─"), ("│", "─", "═", "≡"), "┌┐└┘", "·")
ASCII = Glyphs(("-----", "- | -", "-| |-", "-|||-"), ("|", "-", "=", "#"), "++++", ".")


@dataclass(frozen=True)
class Drawing:
    """A drawing of a ship for rich; it uses ASCII if the terminal cannot show other characters.

    Attributes:
        layout: The ship.
        marks: The character that marks each marked square, e.g. `!`.
        incoming: Side and dice sum of the column or row along which a hazard comes; None for none.
    """

    layout: Plan
    marks: Mapping[Square, str]
    incoming: tuple[Side, int] | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield the lines of the drawing, then the legend."""
        glyphs = ASCII if options.ascii_only else LIGHT
        if 2 * MARGIN + WIDTH * len(self._columns()) > options.max_width:
            glyphs = glyphs.narrow()
        yield self._numbers(glyphs, top=True)
        for row in self._rows():
            yield from self._row(row, glyphs)
        yield self._numbers(glyphs, top=False)
        yield from self._legend(glyphs, options.max_width)

    def _squares(self) -> set[Square]:
        return set(self.layout.board.squares) | set(self.layout.components)

    def _columns(self) -> list[int]:
        from analyzer.trucker.drawing.ship_svg import columns_of

        return columns_of(self._squares())

    def _rows(self) -> list[int]:
        from analyzer.trucker.drawing.ship_svg import rows_of

        return rows_of(self.layout.board, self._squares())

    def _numbers(self, glyphs: Glyphs, top: bool) -> Text:
        """Return the dice numbers of the columns, with arrows beside the number of the incoming hazard."""
        from analyzer.trucker.ship.component import Side

        line = _line(" " * glyphs.margin)
        for column in self._columns():
            struck = self.incoming == (Side.FRONT if top else Side.REAR, column)
            arrow = "v" if top else "^"
            label = f"{arrow} {column} {arrow}" if struck else str(column)
            line.append(f"{label:^{glyphs.width}}", MARK_STYLES[STRUCK] if struck else NUMBERS)
        line.rstrip()
        return line

    def _row(self, row: int, glyphs: Glyphs) -> Iterator[Text]:
        """Yield the lines of text for a row: three, or one if it has no components; dice numbers are at both ends."""
        from analyzer.trucker.ship.component import Side

        tiles = [self._tile((row, column), glyphs) for column in self._columns()]
        from_left, from_right = self.incoming == (Side.LEFT, row), self.incoming == (Side.RIGHT, row)
        before, after = f"{row:>2}{'>' if from_left else ' '} ", f" {'<' if from_right else ' '}{row}"
        if glyphs.width == NARROW:
            before, after = before[:NARROW_MARGIN], after.strip()
        built = any(there == row for there, _ in self.layout.components)
        for number in range(3) if built else [1]:
            middle = number == 1
            line = _line(before if middle else " " * glyphs.margin, MARK_STYLES[STRUCK] if from_left else NUMBERS)
            for lines, style in tiles:
                line.append(lines[number], style)
            if middle:
                line.append(after, MARK_STYLES[STRUCK] if from_right else NUMBERS)
            line.rstrip()
            yield line

    def _tile(self, square: Square, glyphs: Glyphs) -> tuple[tuple[str, str, str], str]:
        """Return the three lines of text for a square, and their rich style."""
        part, mark = self.layout.components.get(square), self.marks.get(square, "")
        if part is None:
            blank, free = " " * glyphs.width, glyphs.free if square in self.layout.board.squares else " "
            return (blank, f"{mark or free:^{glyphs.width}}", blank), MARK_STYLES.get(mark, "bright_black")
        style = MARK_STYLES.get(mark) or _style(part)
        return _lines_of(part, mark, alien_in(self.layout, square)[:1], glyphs), style

    def _legend(self, glyphs: Glyphs, width: int) -> Iterator[Text]:
        """Yield the legend in lines of the given width: codes of components, signs of connectors, and marks."""
        from analyzer.trucker.sayings.phrases import named_with_figures

        parts = {part.is_a.code: part for part in self.layout.components.values()}
        codes = [(code, named_with_figures(parts[code]), _style(parts[code])) for code in _in_order(parts, STYLES)]
        _, single, double, universal = glyphs.upright
        strokes = [(single, "single", ""), (double, "double", ""), (universal, "universal connector", "")]
        strokes.append(("^>v<", "muzzle, nozzle, shielded sides", ""))
        if set(self.layout.board.squares) - set(self.layout.components):
            strokes.append((glyphs.free, "free square", ""))
        used = _in_order(set(self.marks.values()), MEANING)
        marks = [(mark, MEANING.get(mark, "marked"), MARK_STYLES.get(mark, "")) for mark in used]
        aliens = [
            (f"CA{colour[0]}", f"cabin of the {colour} alien", "")
            for colour, home in self.layout.aliens.items()
            if alien_in(self.layout, home)
        ]
        for group in (codes + aliens, strokes + marks):
            yield from _packed(group, width)


def _style(part: Component) -> str:
    """Return the rich style of a component; a user's own kind looks like the built-in kind with the same function.

    If it has several functions, the first in the order of `alike` decides.
    """
    kind = part.is_a
    alike: list[tuple[str, object]] = [
        ("CN", kind.cannon),
        ("EN", kind.engine),
        ("SH", kind.shield),
        ("B2", kind.batteries),
        ("CA", kind.crew),
    ]
    alike += [("S1", kind.special_containers), ("H2", kind.containers), ("LB", kind.life_support)]
    return STYLES.get(kind.code) or STYLES[next((code for code, has in alike if has), "ST")]


def draw(
    layout: Layout | Fleet, marked: Mapping[Square, str] | None = None, incoming: tuple[Side, int] | None = None
) -> Drawing:
    """Return a drawing of a ship for rich; squares with flaws are marked `!`.

    Print it with `crop=False`: boards fit into 80 columns, but components far outside a board may not.

    Args:
        layout: The ship or fleet.
        marked: Character that marks each given square; it replaces the `!` of a flaw there.
        incoming: Side and dice sum of a line whose number gets arrows; None for none.
    """
    flawed = {square: FLAWED for flaw in layout.flaws() for square in (flaw.square, flaw.other) if square is not None}
    return Drawing(layout, flawed | dict(marked or {}), incoming)


def draw_new(layout: Layout, new: Iterable[Square]) -> Drawing:
    """Return a drawing of a ship in which the given squares are marked as new."""
    return draw(layout, dict.fromkeys(new, LAID))


def draw_removed(layout: Layout, removed: Iterable[Square]) -> Drawing:
    """Return a drawing of a ship in which the given squares are marked as emptied by a repair."""
    return draw(layout, dict.fromkeys(removed, REMOVED))


def draw_in_flight(layout: Layout, gone: Iterable[Square]) -> Drawing:
    """Return a drawing of a ship in flight, in which the squares of lost components are marked."""
    lost = frozenset(gone)
    left = {square: part for square, part in layout.components.items() if square not in lost}
    return Drawing(replace(layout, components=left), dict.fromkeys(lost, GONE))


def draw_struck(
    layout: Layout | Fleet, square: Square | None, lost: Iterable[Square], side: Side, roll: int
) -> Drawing:
    """Return a drawing of a ship after a meteor or shot.

    Args:
        layout: The ship or fleet.
        square: The square that was hit; None for none.
        lost: The squares of components that broke off.
        side: The side that the hazard came from.
        roll: The dice sum of its column or row.
    """
    return draw(layout, dict.fromkeys(lost, LOST) | ({square: STRUCK} if square else {}), (side, roll))


def _in_order(signs: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return strings in the order of `known`; strings that are not in it come last, sorted."""
    order = list(known)
    return sorted(signs, key=lambda sign: (order.index(sign) if sign in order else len(order), sign))


def _packed(items: list[tuple[str, str, str]], width: int) -> Iterator[Text]:
    """Yield the lines of a legend, each filled up to the width.

    Args:
        items: Sign, meaning and rich style of each entry.
        width: The width of a line, in characters.
    """
    line = _line()
    for sign, meaning, style in items:
        gap = "   " if line else ""
        if line and len(line) + len(f"{gap}{sign} {meaning}") > width:
            yield line
            line, gap = _line(), ""
        line.append(gap).append(sign, style).append(f" {meaning}")
    if line:
        yield line


def _lines_of(part: Component, mark: str, alien: str, glyphs: Glyphs) -> tuple[str, str, str]:
    """Return the three lines of a tile: front connector, sides with the code, rear connector."""
    from analyzer.trucker.ship.grid import ARROWS

    front, right, rear, left = part.connectors
    corners = mark * 4 if mark else glyphs.corners
    facing = "".join(ARROWS[side] for side in part.facing) or alien
    inside = f"{mark or ' '}{part.is_a.code}{facing:<2}"
    if glyphs.width == NARROW:
        inside = f"{part.is_a.code[: NARROW - 2 - len(facing)]}{facing}".ljust(NARROW - 2)
    return (
        corners[0] + glyphs.level[front] + corners[1],
        f"{glyphs.upright[left]}{inside}{glyphs.upright[right]}",
        corners[2] + glyphs.level[rear] + corners[3],
    )


def _line(text: str = "", style: str = "") -> Text:
    """Return a line of text that is never wrapped or cut off."""
    from rich.text import Text

    line = Text(no_wrap=True, overflow="ignore")
    return line.append(text, style)


SCREEN_WIDTH = 80


def as_text(layout: Layout) -> str:
    """Return the drawing and the facts of a ship as plain text."""
    from analyzer.present.terminal import text_console, text_of

    if not layout.components:
        return f"{_titled(layout)}: nothing is built yet"
    console = text_console(SCREEN_WIDTH)
    console.print(draw(layout), crop=False)
    facts = "\n".join(f"{label:<12}{words}" for label, words in _facts(layout))
    return f"{_titled(layout)}\n\n{text_of(console)}\n{facts}"


def as_html(layout: Layout) -> str:
    """Return the drawing and, beside it, the facts of a ship as HTML."""
    from html import escape

    from analyzer.trucker.drawing.ship_svg import ship_svg

    if not layout.components:
        return f"<p>{escape(as_text(layout))}</p>"
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(words)}</td></tr>" for label, words in _facts(layout))
    facts = f"<table style='text-align:left'>{rows}</table>"
    beside = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:center"
    return f"<p><b>{escape(_titled(layout))}</b></p><div style='{beside}'>{ship_svg(layout)}{facts}</div>"


def _titled(layout: Layout) -> str:
    return f"{layout.name} ({layout.board.edition}, board {layout.board.name}, {len(layout.components)} components)"


def _facts(layout: Layout) -> Iterator[tuple[str, str]]:
    from analyzer.trucker.sayings.phrases import strength
    from analyzer.trucker.ship.facts import inspect_ship

    facts = inspect_ship(layout)
    flaws = [str(flaw) for flaw in facts.flaws]
    yield "flaws", "; ".join(flaws[:3]) + f"; and {len(flaws) - 3} more" * (len(flaws) > 3) or "none"
    if facts.missing_from_box:
        yield "not in a box", ", ".join(missing.token for missing in facts.missing_from_box)
    yield "exposed", f"{facts.exposed_connectors} connectors"
    yield "cannons", f"strength {strength(facts.cannons, before='')}"
    yield "engines", f"strength {strength(facts.engines, before='')}"
    yield "batteries", str(facts.batteries)
    yield "crew", ", ".join([f"{facts.humans} humans", *(f"{colour} alien" for colour in facts.aliens)])
    yield "containers", f"{facts.containers} normal, {facts.special_containers} special"
    yield "shields", " and ".join(facts.shielded_sides) or "none"
    if facts.reserve:
        yield "in reserve", str(facts.reserve)
