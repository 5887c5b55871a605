"""HTML pages of stories and reviews of Starship Catan, with ships drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from analyzer.present.page import render_story
from analyzer.present.review_page import review_page
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import GOODS, MODULES

if TYPE_CHECKING:
    from analyzer.starship.questions.review import Review
    from analyzer.starship.story import Story


WIDE, HIGH = 560, 190
COLOURS = ("#8c8c8c", "#D55E00", "#009E73", "#3d3d3d", "#0072B2")
"""Colours of the goods, in their order."""
LAB = "#CC79A7"
EDGES = {"moon": "#5b6575", "sun": "#b08d00"}
ROMAN = ("", "I", "II")


def ship_svg(ship: Ship) -> str:
    """Return a drawing of a ship as SVG, with a title that says what it shows."""
    parts = [
        f'<path d="M40 30 H440 L540 95 L440 160 H40 Z" fill="var(--panel, #f5f7fa)" stroke="{EDGES[ship.crest]}" '
        'stroke-width="2"/>',
        *_boosters(ship),
        *_bays(ship),
        *_modules(ship),
        *_bow(ship),
    ]
    name = escape(ship.name)
    caption = f"{name}: boosters {ship.booster_strength}, cannons {ship.cannon_strength}, {ship.astro} Astro"
    return (
        f'<svg class="ship" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img" '
        f'aria-label="{caption}" xmlns="http://www.w3.org/2000/svg"><title>{caption}</title>{"".join(parts)}</svg>'
    )


def _word(x: float, y: float, text: str, size: int = 11, anchor: str = "middle", on: str = "none") -> str:
    """Return SVG text.

    Args:
        x: Horizontal place in pixels.
        y: Vertical place of the base line in pixels.
        text: The text.
        size: Size of the letters in pixels.
        anchor: Part of the text that lies at `x`: start, middle or end.
        on: Colour of the background; with "none" the text has the page's text colour, on any other it is dark.
    """
    # The page's ink is light in dark mode, but coloured fields stay light.
    ink = "var(--ink, #1d2430)" if on == "none" else "#1d2430"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{ink}" '
        f'font-family="system-ui, sans-serif">{escape(text)}</text>'
    )


def _boosters(ship: Ship) -> Iterator[str]:
    """Yield the openings at the stern as SVG, filled ones with their level."""
    for number in range(ship.rules.start["openings"]):
        level = ship.boosters[number] if number < len(ship.boosters) else 0
        y = 48 + 38 * number
        fill = "#E69F00" if level else "none"
        yield f'<rect x="8" y="{y}" width="28" height="22" rx="4" fill="{fill}" stroke="#5b6575"/>'
        yield _word(22, y + 15, ROMAN[level], on=fill)


def _bow(ship: Ship) -> Iterator[str]:
    """Yield the openings at the bow as SVG, filled ones with their level, and the purse."""
    for number in range(ship.rules.start["openings"]):
        level = ship.cannons[number] if number < len(ship.cannons) else 0
        y = 62 + 26 * number
        fill = "#56B4E9" if level else "none"
        yield f'<rect x="452" y="{y}" width="30" height="18" rx="4" fill="{fill}" stroke="#5b6575"/>'
        yield _word(467, y + 13, ROMAN[level], on=fill)
    yield _word(505, 99, f"{ship.astro} A", 12)


def _bays(ship: Ship) -> Iterator[str]:
    """Yield the five bays and the lab as SVG, a mark for each unit."""
    bays = [(name, many, ship.capacity, colour) for name, many, colour in zip(GOODS, ship.goods, COLOURS, strict=True)]
    for number, (name, many, room, colour) in enumerate(
        [*bays, ("science", ship.science, ship.rules.start["lab"], LAB)]
    ):
        x = 50 + 64 * number
        yield _word(x + 28, 50, name.replace("_", " "), 10)
        for place in range(room):
            fill = colour if place < many else "none"
            yield (
                f'<rect x="{x + 2 + 14 * place}" y="58" width="12" height="16" rx="2" fill="{fill}" stroke="{colour}"/>'
            )


def _modules(ship: Ship) -> Iterator[str]:
    """Yield the six fields for modules as SVG, with the hangar and the cards owned below."""
    for number, (name, level) in enumerate(zip(MODULES, ship.modules, strict=True)):
        x = 50 + 64 * number
        fill = ("none", "#d9ecf7", "#9ccbe8")[level]
        yield f'<rect x="{x}" y="86" width="60" height="30" rx="4" fill="{fill}" stroke="#5b6575"/>'
        yield _word(x + 30, 105, f"{name} {ROMAN[level]}".strip(), 9, on=fill)
    ships = ["colony ship"] * ship.colony_ships + ["trade ship"] * ship.trade_ships
    for number in range(ship.rules.start["hangar"]):
        x = 50 + 96 * number
        label = ships[number] if number < len(ships) else ""
        fill = "#c9e7d8" if label else "none"
        yield f'<rect x="{x}" y="126" width="90" height="24" rx="12" fill="{fill}" stroke="#5b6575"/>'
        yield _word(x + 45, 142, label, 10, on=fill)
    colonies = f"{len(ship.colonies)} {'colony' if len(ship.colonies) == 1 else 'colonies'}"
    others = {"station": len(ship.stations), "friendship point": ship.friendship, "medal": ship.medals}
    owned = ", ".join([colonies, *(f"{many} {name}{'s' * (many != 1)}" for name, many in others.items())])
    yield _word(50, 180, owned, 11, "start")


def story_page(story: Story) -> str:
    """Return the HTML page of a story."""
    steps = [{"heading": f"Turn {turn.number}, {turn.player.capitalize()}", "turn": turn} for turn in story.turns]
    return render_story("starship", story, f"Starship Catan, game {story.game}", "turn", steps)


def page_of_review(review: Review) -> str:
    """Return the HTML page of a review."""
    return review_page(review, _pictures(review))


def _pictures(review: Review) -> list[str]:
    """Return a drawing of the player's ship at each step."""
    player = review.player
    pictures = []
    for step in review.steps:
        assert step.position is not None
        ships = step.position.ships
        pictures.append(ship_svg(next(ship for ship in ships if ship.name == player)))
    return pictures
