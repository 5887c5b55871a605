"""Sheets to print and cut: components and cards of an edition with cut marks and backs, and a page of a ship.

All glyphs are the project's own. Nothing of a publisher's art is drawn.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.files.places import whole_file, write_whole
from analyzer.present.figures.style import house_style
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.cards.cards_in_words import card_in_words, kind_in_words, shots_in_words
from analyzer.trucker.drawing.ship_svg import COLOURS
from analyzer.trucker.edition import LETTERS, load_edition
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.grid import write_token

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.edition import Card
    from analyzer.trucker.ship.component import Component
    from analyzer.trucker.ship.layout import Layout

WIDE, HIGH = 210.0, 297.0
"""Size of a page in mm (A4)."""
MARK = 4.0
"""Length of a cut mark in mm."""
INK, SOFT = "#222222", "#8A8A8A"
DECK_ACROSS, DECK_DOWN = 10, 7
"""Cards in a row and a column of a deck image; Tabletop Simulator keeps the last place for hidden cards."""


class Piece(NamedTuple):
    """A component or card to print and cut out.

    Attributes:
        wide: The width in mm.
        high: The height in mm.
        draw: Function that draws its face, given the upper left corner in mm.
        row: Its row in the table of pieces, by column.
    """

    wide: float
    high: float
    draw: Callable[[Axes, float, float], None]
    row: dict[str, object]


def components_of(edition: str, *, own: bool = False) -> list[Piece]:
    """Return the components of an edition's box as pieces; with `own` only those that its base edition lacks."""
    rules = load_edition(edition)
    parts = list(rules.box)
    if own and (base := _base(edition)) is not None:
        left = Counter(base.box)
        parts = [part for part in parts if not _take(left, part)]
    return [_component(number, part) for number, part in enumerate(parts, start=1)]


def cards_of(edition: str, *, own: bool = False) -> list[Piece]:
    """Return the cards of an edition as pieces; with `own` only those that its base edition lacks."""
    cards = list(load_edition(edition).cards)
    if own and (base := _base(edition)) is not None:
        cards = [card for card in cards if card not in {*base.cards}]
    return [_card(card) for card in cards]


def _base(edition: str) -> Any:
    """Return the edition on which a user's own edition is based; None for a shipped edition."""
    from analyzer.trucker.edition import OWN, base_of

    return load_edition(base_of(edition)) if edition in OWN else None


def _take(left: Counter[Any], part: Component) -> bool:
    """Take one copy of a component out of the counter; return whether there was one."""
    left[part] -= 1
    return left[part] >= 0


SIDE = 42.0
"""Length of a component's side in mm."""


def _component(number: int, part: Component) -> Piece:
    sides = dict(zip(("front", "right", "rear", "left"), part.connectors, strict=True))
    row: dict[str, object] = {"number": number, "token": write_token(part), "kind": part.kind} | sides
    return Piece(SIDE, SIDE, lambda axes, x, y: draw_component(axes, part, x, y, SIDE), row)


def draw_component(axes: Axes, part: Component, x: float, y: float, side: float) -> None:
    """Draw a component into a square with upper left corner `x`, `y` and side length `side`, in mm."""
    from matplotlib.patches import Polygon, Rectangle

    axes.add_patch(Rectangle((x, y), side, side, facecolor="white", edgecolor=INK, linewidth=0.8))
    middle = x + side / 2, y + side / 2

    def at(right: float, down: float) -> tuple[float, float]:
        return middle[0] + right * side / 2, middle[1] + down * side / 2

    for number, kind in enumerate(part.connectors):
        for stroke in range(kind):
            along = 0.2 * (stroke - (kind - 1) / 2)
            ends = [_turned((along - 0.05, -1.0), number), _turned((along + 0.05, -0.72), number)]
            (left, top), (right, bottom) = (at(*end) for end in ends)
            axes.add_patch(Rectangle((left, top), right - left, bottom - top, color=INK, linewidth=0))
    for facing in part.facing:
        shape = [(-0.16, -0.55), (0.16, -0.55), (0.0, -0.82)]
        if part.is_a.shield:
            shape = [(-0.45, -0.60), (0.45, -0.60), (0.36, -0.68), (-0.36, -0.68)]
        colour = COLOURS["cannon" if part.is_a.cannon else "engine" if part.is_a.engine else "shield"]
        axes.add_patch(Polygon([at(*_turned(point, int(facing))) for point in shape], color=colour))
    _inside(axes, part, at, side)
    points = 0.2 * side
    axes.text(*at(0, -0.34), part.is_a.code, fontsize=points, ha="center", va="center", fontweight="bold", color=INK)
    axes.text(*at(0, 0.42), fill(in_words(part.kind), 18), fontsize=0.17 * side, ha="center", va="center", color=INK)


def _turned(point: tuple[float, float], side: int) -> tuple[float, float]:
    """Return a point turned clockwise around the middle of a component, by `side` quarter turns."""
    right, down = point
    for _ in range(side):
        right, down = -down, right
    return right, down


def _inside(axes: Axes, part: Component, at: Callable[[float, float], tuple[float, float]], side: float) -> None:
    """Draw a row of signs in the middle of a component: crew, charges, places for cubes, life support, strength.

    Args:
        axes: The page.
        part: The component.
        at: Function from a point to mm on the page; the component reaches from -1 to 1 in both directions.
        side: The side length of the component, in mm.
    """
    from matplotlib.patches import Circle, Rectangle

    kind, size = part.is_a, 0.13 * side
    signs = [
        *[("o", "white")] * kind.crew,
        *[("|", COLOURS["charge"])] * kind.batteries,
        *[("s", COLOURS["blue"])] * kind.containers,
        *[("s", COLOURS["red"])] * kind.special_containers,
        *[("o", COLOURS.get(kind.life_support, SOFT))] * bool(kind.life_support),
        *[("x", COLOURS["cannon" if kind.cannon else "engine"])] * (kind.cannon or kind.engine),
    ]
    for number, (sign, colour) in enumerate(signs):
        x, y = at(0.36 * (number - (len(signs) - 1) / 2), 0.04)
        wide = size / 2 if sign == "|" else size
        if sign in "ox":
            axes.add_patch(
                Circle((x, y), size / (2 if sign == "o" else 3), facecolor=colour, edgecolor=INK, linewidth=0.8)
            )
        else:
            corner = x - wide / 2, y - size / 2
            axes.add_patch(Rectangle(corner, wide, size, facecolor=colour, edgecolor=INK, linewidth=0.8))


CARD = 63.0, 88.0
"""Width and height of a card in mm."""
LEVELS = ("#009E73", "#0072B2", "#CC79A7")
"""Colour of the heading of cards by level."""


GOODS_COLOURS = {name[0].upper(): COLOURS[name] for name in ("red", "yellow", "green", "blue")}
LABEL = 17.0
"""Width in mm of the labels before the glyphs of a card."""
ROOM = 54.0
"""Height of the part of a card that holds glyphs, in mm."""
WIDEST = 10.0
"""Largest distance in mm between the glyphs on a card."""
CRITERIA = {"crew": ("fewest", "crew"), "engines": ("weakest", "engine"), "cannons": ("weakest", "cannon")}
"""Label and glyph of each criterion of a combat zone."""
EMBLEMS = ("open_space", "stardust", "epidemic", "sabotage")
"""Kinds of cards without figures, which show a glyph of their own instead."""


class Line(NamedTuple):
    """A line of a card: a label, and signs beside it.

    Attributes:
        label: The label; "" for a line that goes on from the one above it.
        signs: Texts, glyphs (pairs of the glyph's name and the text in it), and meteors or shots.
    """

    label: str
    signs: list[Any]


def _card(card: Card) -> Piece:
    words, kind = card_in_words(card), kind_in_words(card)
    row: dict[str, object] = {
        "number": card.id,
        "level": card.level,
        "kind": kind,
        "text": words.partition(": ")[2],
        "shots": shots_in_words(card) or "",
        "first_flight": int(card.learning),
    }
    lines = [*lines_of(card)]
    return Piece(*CARD, lambda axes, x, y: _draw_card(axes, card, row, lines, x, y), row)


def lines_of(card: Card) -> Iterator[Line]:
    """Yield the lines of a card: numbers beside the glyphs of their meanings, meteors, shots, and cubes."""
    if card.strength:
        yield Line("strength", [("cannon", ""), str(card.strength)])
    if card.crew_required and card.crew_required != card.crew_lost:
        yield Line("needs", [("crew", ""), str(card.crew_required)])
    if card.crew_lost:
        yield Line("crew lost", [("crew", ""), str(card.crew_lost)])
    if card.goods_lost:
        yield Line("cubes lost", [("cube", ""), str(card.goods_lost)])
    if card.hits:
        label = KINDS[card.kind].sends[0].rpartition("_")[2].replace("meteor", "meteors")
        for start in range(0, len(card.hits), 4):
            yield Line("" if start else label, [*card.hits[start : start + 4]])
    for line in card.lines:
        label, glyph = CRITERIA[line.criterion]
        name = {"days": "day", "goods": "cube"}.get(line.penalty, line.penalty)
        yield Line(label, [(glyph, ""), ("then", ""), *(line.shots or [(name, ""), f"-{line.amount}"])])
    if card.credits:
        yield Line("credits", [("coin", ""), str(card.credits)])
    if any(card.goods):
        yield Line("goods", _cubes(card.goods))
    for number, cubes in enumerate(card.planets, start=1):
        yield Line(f"planet {number}", [("planet", ""), *_cubes(cubes)])
    if card.days:
        yield Line("days lost", [("day", ""), str(card.days)])


def _cubes(goods: Sequence[int]) -> list[tuple[str, str]]:
    """Return a glyph for each cube, with the letter of its colour in it."""
    return [("cube", letter) for letter, number in zip(LETTERS, goods, strict=True) for _ in range(number)]


def _draw_card(axes: Axes, card: Card, row: dict[str, object], lines: Sequence[Line], x: float, y: float) -> None:
    from matplotlib.patches import Rectangle

    wide, high = CARD
    colour = LEVELS[(int(str(row["level"])) - 1) % len(LEVELS)]
    axes.add_patch(Rectangle((x, y), wide, high, facecolor="white", edgecolor=INK, linewidth=0.8))
    axes.add_patch(Rectangle((x, y), wide, 12, facecolor=colour, edgecolor=INK, linewidth=0.8))
    title = fill(card.name or str(row["kind"]), 20)
    white: Any = {"color": "white", "fontweight": "bold", "parse_math": False}
    axes.text(x + wide / 2, y + 6, title, fontsize=11, ha="center", va="center", **white)
    if card.kind in EMBLEMS:
        _emblem(axes, card.kind, x + wide / 2, y + high / 2)
    most = max((len(line.signs) for line in lines), default=1)
    step = min(WIDEST, (wide - LABEL - 1) / most, ROOM / max(len(lines), 1))
    for number, line in enumerate(lines):
        _draw_line(axes, card, line, x, y + 13 + step * (number + 0.5), step)
    words = "\n".join(fill(str(row[name]), 44) for name in ("text", "shots") if row[name])
    axes.text(x + 4, y + high - 7.5, words, fontsize=6, ha="left", va="bottom", color=INK, parse_math=False)
    star = "first flight" if row["first_flight"] else ""
    below = f"{row['number']}   level {row['level']}   {star}"
    axes.text(x + 4, y + high - 4, below, fontsize=7, ha="left", va="center", color=SOFT)


def _draw_line(axes: Axes, card: Card, line: Line, x: float, y: float, step: float) -> None:
    """Draw a line of a card; `step` is the distance between its signs in mm, which also sets their size."""
    axes.text(x + 3, y, line.label, fontsize=7, ha="left", va="center", color=SOFT)
    for number, sign in enumerate(line.signs):
        right, size = x + LABEL + step * (number + 0.5), step / 6.5
        if isinstance(sign, str):
            axes.text(right, y, sign, fontsize=13 * size, ha="center", va="center", fontweight="bold", color=INK)
        elif isinstance(sign, tuple):
            _glyph(axes, sign[0], sign[1], right, y, size)
        else:
            _hit(axes, KINDS[card.kind].sends[sign.large], int(sign.side), right, y, size)


def _glyph(axes: Axes, name: str, text: str, x: float, y: float, size: float) -> None:
    """Draw a glyph around a point of a card; cannon and engine point as they do on components."""
    from matplotlib.patches import Circle, Polygon

    edge: Any = {"edgecolor": INK, "linewidth": 0.8}

    def shape(*points: tuple[float, float], colour: str = "none", closed: bool = True) -> Polygon:
        placed = [(x + right * size, y + down * size) for right, down in points]
        return Polygon(placed, closed=closed, facecolor=colour, **edge)

    def disc(radius: float, colour: str, down: float = 0.0) -> Circle:
        return Circle((x, y + down * size), radius * size, facecolor=colour, **edge)

    cube = GOODS_COLOURS.get(text, "white")
    shapes: dict[str, list[Any]] = {
        "cannon": [shape((-1.6, 2), (1.6, 2), (0, -2.4), colour=COLOURS["cannon"])],
        "engine": [shape((-1.6, -2), (1.6, -2), (0, 2.4), colour=COLOURS["engine"])],
        "crew": [disc(1.1, "white", -1.3), shape((-1.8, 2.2), (-1.2, 0), (1.2, 0), (1.8, 2.2), colour="white")],
        "cube": [shape((-2, -2), (2, -2), (2, 2), (-2, 2), colour=cube)],
        "coin": [disc(2.3, "#F0E442"), disc(1.5, "none")],
        "planet": [disc(1.8, "#56B4E9"), shape((-2.8, 1.2), (2.8, -1.2), closed=False)],
        "day": [shape((2.2, -1.8), (-2.2, 0), (2.2, 1.8), colour=SOFT)],
        "then": [shape((-1.2, -1.2), (1, 0), (-1.2, 1.2), closed=False)],
    }
    for one in shapes[name]:
        axes.add_patch(one)
    colour = "white" if text in {"R", "G", "B"} else INK
    axes.text(x, y, text, fontsize=8 * size, ha="center", va="center", color=colour, fontweight="bold")


def _hit(axes: Axes, hazard: str, side: int, x: float, y: float, size: float) -> None:
    """Draw a meteor as a disc and a shot as a bar, with a tip that points the way it flies; large ones are larger."""
    from matplotlib.patches import Circle, Polygon

    weight, _, kind = hazard.partition("_")
    much = 1.0 if weight in ("large", "heavy") else 0.55

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        turned = [_turned(point, side) for point in points]
        return [(x + right * size, y + down * size) for right, down in turned]

    edge: Any = {"edgecolor": INK, "linewidth": 0.8}
    if kind == "meteor":
        base = 2 * much - 0.7
        tip = at((-1.0, base), (1.0, base), (0.0, base + 1.4))
        shapes: list[Any] = [Circle(at((0, -0.8))[0], 2 * much * size, facecolor="#8B5A2B", **edge)]
        shapes.append(Polygon(tip, facecolor=INK, **edge))
    else:
        wide = 1.1 * much
        bar = at((-wide, -2.6), (wide, -2.6), (wide, 0.6), (2 * wide, 0.6), (0, 2.8), (-2 * wide, 0.6), (-wide, 0.6))
        shapes = [Polygon(bar, facecolor="#CC3311", **edge)]
    for shape in shapes:
        axes.add_patch(shape)


def _emblem(axes: Axes, kind: str, x: float, y: float) -> None:
    """Draw the large glyph of a kind of cards that has no numbers, about 24 mm wide."""
    from matplotlib.patches import Circle, Polygon, Rectangle

    edge: Any = {"edgecolor": INK, "linewidth": 1.2}
    if kind == "open_space":
        shapes: list[Any] = [
            Polygon([(x - 4, y - 6), (x + 4, y - 6), (x, y + 5)], facecolor="#0072B2", **edge),
            Polygon([(x - 8, y - 9), (x, y - 15), (x + 8, y - 9)], closed=False, fill=False, **edge),
        ]
    elif kind == "stardust":
        places = [(-9, -6), (-4, 3), (0, -9), (3, -2), (8, 5), (9, -7), (-8, 7), (1, 8)]
        shapes = [Circle((x + right, y + down), 1.1, facecolor="#F0E442", **edge) for right, down in places]
    elif kind == "epidemic":
        corners = (x - 12, y - 5), (x + 1, y - 5)
        shapes = [Rectangle(corner, 11, 11, facecolor="white", **edge) for corner in corners]
        shapes.append(Rectangle((x - 1, y - 0.6), 2, 2.2, facecolor=INK, **edge))
        for left, top in corners:
            shapes.append(Circle((left + 5.5, top + 5.5), 3, facecolor="#009E73", **edge))
    else:
        shapes = [Rectangle((x - 8, y - 8), 16, 16, facecolor="white", **edge)]
        for slope in (-1, 1):
            ends = [(x - 6, y - 6 * slope), (x + 6, y + 6 * slope)]
            shapes.append(Polygon(ends, closed=False, fill=False, edgecolor="#CC3311", linewidth=3))
    for shape in shapes:
        axes.add_patch(shape)


def pages(pieces: Sequence[Piece], title: str) -> Iterator[tuple[str, Figure]]:
    """Yield name and figure of each page: pages of faces, each followed by the page with the backs of its pieces.

    A page of backs has its columns in reverse order, so that backs lie behind their faces if both sides are printed.
    """
    wide, high = pieces[0].wide, pieces[0].high
    across, down = int((WIDE - 2 * MARK - 8) // wide), int((HIGH - 2 * MARK - 16) // high)
    left, top = (WIDE - across * wide) / 2, (HIGH - down * high) / 2
    for number, start in enumerate(range(0, len(pieces), across * down), start=1):
        some = pieces[start : start + across * down]
        for side in ("faces", "backs"):
            figure, axes = _page()
            for place, piece in enumerate(some):
                column = place % across if side == "faces" else across - 1 - place % across
                corner = left + column * wide, top + place // across * high
                if side == "faces":
                    piece.draw(axes, *corner)
                else:
                    _back(axes, title, piece, *corner)
            _cut_marks(axes, [left + n * wide for n in range(across + 1)], [top + n * high for n in range(down + 1)])
            axes.text(WIDE / 2, HIGH - 5, f"{title}, {side} {number}", fontsize=7, ha="center", color=SOFT)
            yield f"{side}-{number}", figure


def _page(wide: float = WIDE, high: float = HIGH) -> tuple[Figure, Axes]:
    """Return an empty page with axes in mm from its upper left corner."""
    from matplotlib.figure import Figure as Page

    figure = Page(figsize=(wide / 25.4, high / 25.4))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.axis("off")
    return figure, axes


def _back(axes: Axes, title: str, piece: Piece, x: float, y: float) -> None:
    from matplotlib.patches import Rectangle

    wide, high = piece.wide, piece.high
    axes.add_patch(Rectangle((x, y), wide, high, facecolor="#EDEDED", edgecolor=SOFT, linewidth=0.8))
    axes.add_patch(
        Rectangle((x + 3, y + 3), wide - 6, high - 6, facecolor="none", edgecolor=SOFT, hatch="//", linewidth=0.6)
    )
    level = f"\nlevel {piece.row['level']}" if "level" in piece.row else ""
    box = {"facecolor": "white", "edgecolor": SOFT, "boxstyle": "round"}
    text = fill(title, 16) + level
    axes.text(x + wide / 2, y + high / 2, text, fontsize=9, ha="center", va="center", color=INK, bbox=box)


def _cut_marks(axes: Axes, columns: Sequence[float], rows: Sequence[float]) -> None:
    """Draw marks beside the grid of pieces, at every line along which it is cut."""
    for x in columns:
        for y, down in ((rows[0], -1), (rows[-1], 1)):
            axes.plot([x, x], [y + down, y + down * (1 + MARK)], color=INK, linewidth=0.4)
    for y in rows:
        for x, right in ((columns[0], -1), (columns[-1], 1)):
            axes.plot([x + right, x + right * (1 + MARK)], [y, y], color=INK, linewidth=0.4)


def save_sheets(edition: str, name: str, folder: Path, *, own: bool = False) -> list[Path]:
    """Write everything that an edition needs to be printed or played on a screen, and return the paths of the files.

    Args:
        edition: Key of the edition.
        name: Its name, for titles.
        folder: Folder of the files.
        own: Whether to leave out the components and cards that the base edition has too.
    """
    written: list[Path] = []
    with house_style():
        for what, pieces in (("components", components_of(edition, own=own)), ("cards", cards_of(edition, own=own))):
            if pieces:
                written += _sheets(what, pieces, f"{name} {what}", folder)
                written += [_table(pieces, folder / f"{what}.csv"), *_decks(what, pieces, f"{name} {what}", folder)]
    return written


def _sheets(what: str, pieces: Sequence[Piece], title: str, folder: Path) -> Iterator[Path]:
    """Write all pages into one PDF and each page into an SVG, and yield the paths."""
    from matplotlib.backends.backend_pdf import PdfPages

    path = folder / f"{what}.pdf"
    with whole_file(path) as beside, PdfPages(beside, metadata={"CreationDate": None}) as book:
        for name, figure in pages(pieces, title):
            book.savefig(figure)
            with whole_file(folder / f"{what}-{name}.svg") as drawn:
                figure.savefig(drawn, format="svg", metadata={"Date": None})
            yield folder / f"{what}-{name}.svg"
    yield path


def _table(pieces: Sequence[Piece], path: Path) -> Path:
    """Write the rows of all pieces as a CSV table that nanDECK can link, and return its path."""
    text = StringIO()
    writer = csv.DictWriter(text, list(pieces[0].row), lineterminator="\n")
    writer.writeheader()
    writer.writerows(piece.row for piece in pieces)
    write_whole(path, text.getvalue())
    return path


def _decks(what: str, pieces: Sequence[Piece], title: str, folder: Path) -> Iterator[Path]:
    """Write deck images and the saved object that loads them in Tabletop Simulator, and yield the paths."""
    wide, high = pieces[0].wide, pieces[0].high
    most = DECK_ACROSS * DECK_DOWN - 1
    back = folder / f"{what}-back.png"
    figure, axes = _page(wide, high)
    _back(axes, title, pieces[0]._replace(row={}), 0, 0)
    yield _png(figure, back)
    decks: dict[str, dict[str, object]] = {}
    cards: list[tuple[int, str, str]] = []
    for number, start in enumerate(range(0, len(pieces), most), start=1):
        some = pieces[start : start + most]
        figure, axes = _page(DECK_ACROSS * wide, DECK_DOWN * high)
        for place, piece in enumerate(some):
            piece.draw(axes, place % DECK_ACROSS * wide, place // DECK_ACROSS * high)
        path = folder / f"{what}-deck-{number}.png"
        yield _png(figure, path)
        faces = {"FaceURL": path.absolute().as_uri(), "BackURL": back.absolute().as_uri()}
        size: dict[str, object] = {"NumWidth": DECK_ACROSS, "NumHeight": DECK_DOWN}
        decks[str(number)] = faces | size | {"BackIsHidden": True, "UniqueBack": False, "Type": int(wide == high)}
        for place, piece in enumerate(some):
            told = " ".join(str(piece.row[key]) for key in ("number", "kind"))
            cards.append((100 * number + place, told, str(piece.row.get("text", piece.row.get("token")))))
    path = folder / f"{what}-tabletop.json"
    write_whole(path, json.dumps(saved_object(title, decks, cards), indent=1) + "\n")
    yield path


def saved_object(
    title: str, decks: dict[str, dict[str, object]], cards: Sequence[tuple[int, str, str]]
) -> dict[str, object]:
    """Return a saved object of Tabletop Simulator that holds one deck, with the fields that the program itself writes.

    Args:
        title: Name of the deck.
        decks: Deck images by number; each with FaceURL, BackURL, NumWidth, NumHeight and the shape of its cards.
        cards: Number, name and description of each card. The number is 100 times the number of the deck image, plus
            the card's place in it from 0.
    """
    held = [
        {
            "Name": "Card",
            "Transform": TRANSFORM,
            "Nickname": name,
            "Description": text,
            "CardID": number,
            "CustomDeck": {str(number // 100): decks[str(number // 100)]},
        }
        for number, name, text in cards
    ]
    deck: dict[str, object] = {"Name": "DeckCustom", "Transform": TRANSFORM, "Nickname": title, "Description": ""}
    deck |= {"DeckIDs": [number for number, _, _ in cards], "CustomDeck": decks, "ContainedObjects": held}
    return {"SaveName": title, "ObjectStates": [deck if len(held) > 1 else held[0]]}


TRANSFORM = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 180,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}
"""Place of an object on the table of Tabletop Simulator: in the middle, face down."""


DOTS = 160
"""Dots per inch of deck images; a full one is 3,968 dots wide, and Tabletop Simulator advises at most 4,096."""


def _png(figure: Figure, path: Path) -> Path:
    with whole_file(path) as beside:
        figure.savefig(beside, format="png", dpi=DOTS)
    return path


def save_ship_page(layout: Layout, folder: Path) -> list[Path]:
    """Write a page with a ship at full size as PDF and SVG, and return the paths."""
    squares = list(dict.fromkeys([*layout.board.squares, *layout.components]))
    rows = sorted({row for row, _ in squares}, reverse=layout.board.rows_descend)
    columns = sorted({column for _, column in squares})
    with house_style():
        across, down = len(columns), len(rows)
        wide, high = (WIDE, HIGH) if across <= down else (HIGH, WIDE)
        side = min(SIDE, (wide - 30) / across, (high - 45) / down)
        figure, axes = _page(wide, high)
        left, top = (wide - across * side) / 2, (high - down * side) / 2 + 6
        axes.text(wide / 2, 12, layout.name, fontsize=16, ha="center", fontweight="bold", color=INK, parse_math=False)
        about = f"{layout.board.title}, {len(layout.components)} components"
        axes.text(wide / 2, 19, about, fontsize=9, ha="center", color=SOFT, parse_math=False)
        for row, column in squares:
            x, y = left + columns.index(column) * side, top + rows.index(row) * side
            _ship_square(axes, layout, (row, column), x, y, side)
        for number, column in enumerate(columns):
            for y in (top - 3, top + down * side + 5):
                axes.text(left + (number + 0.5) * side, y, str(column), fontsize=10, ha="center", color=INK)
        for number, row in enumerate(rows):
            for x in (left - 5, left + across * side + 5):
                axes.text(x, top + (number + 0.5) * side, str(row), fontsize=10, ha="center", va="center", color=INK)
        paths = [folder / f"ship.{ending}" for ending in ("pdf", "svg")]
        for path in paths:
            dated = {"CreationDate" if path.suffix == ".pdf" else "Date": None}
            with whole_file(path) as beside:
                figure.savefig(beside, format=path.suffix[1:], metadata=dated)
    return paths


def _ship_square(axes: Axes, layout: Layout, square: tuple[int, int], x: float, y: float, side: float) -> None:
    from matplotlib.patches import Rectangle

    part = layout.components.get(square)
    if part is None:
        faint: Any = {"facecolor": "none", "edgecolor": SOFT, "linestyle": ":", "linewidth": 0.6}
        axes.add_patch(Rectangle((x, y), side, side, **faint))
        return
    draw_component(axes, part, x, y, side)
    alien = next((colour for colour, home in layout.aliens.items() if home == square), "")
    if alien:
        axes.text(
            x + side / 2, y + 0.86 * side, f"{alien} alien", fontsize=0.1 * side, ha="center", color=COLOURS[alien]
        )
