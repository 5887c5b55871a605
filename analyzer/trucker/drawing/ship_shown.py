"""How a ship shows itself in Python and in a notebook: its drawing, and the facts a builder asks for first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.trucker.ship.facts import ShipFacts
    from analyzer.trucker.ship.layout import Layout

WIDTH = 80


def as_text(layout: Layout) -> str:
    """The drawing with its facts, as many lines of plain text."""
    from analyzer.present.terminal import text_console, text_of
    from analyzer.trucker.drawing.draw import draw

    if not layout.components:
        return f"{_titled(layout)}: nothing is built yet"
    console = text_console(WIDTH)
    console.print(draw(layout), crop=False)
    facts = "\n".join(f"{label:<12}{words}" for label, words in _facts(layout))
    return f"{_titled(layout)}\n\n{text_of(console)}\n{facts}"


def as_html(layout: Layout) -> str:
    """The drawing beside its facts."""
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
    from analyzer.trucker.ship.facts import inspect_ship

    facts = inspect_ship(layout)
    flaws = [str(flaw) for flaw in facts.flaws]
    yield "flaws", "; ".join(flaws[:3]) + f"; and {len(flaws) - 3} more" * (len(flaws) > 3) or "none"
    if facts.missing_from_box:
        yield "not in a box", ", ".join(missing.token for missing in facts.missing_from_box)
    yield "exposed", f"{facts.exposed_connectors} connectors"
    yield "cannons", _strength(facts.cannons)
    yield "engines", _strength(facts.engines)
    yield "batteries", str(facts.batteries)
    yield "crew", _crew(facts)
    yield "containers", f"{facts.containers} normal, {facts.special_containers} special"
    yield "shields", " and ".join(facts.shielded_sides) or "none"
    if facts.reserve:
        yield "in reserve", str(facts.reserve)


def _strength(by_batteries: Sequence[float]) -> str:
    """The strength without batteries, and the most with them."""
    most = len(by_batteries) - 1
    without = f"strength {by_batteries[0]:g}"
    return f"{without}, {by_batteries[-1]:g} with {most} batter{'y' if most == 1 else 'ies'}" if most else without


def _crew(facts: ShipFacts) -> str:
    return ", ".join([f"{facts.humans} humans", *(f"{colour} alien" for colour in facts.aliens)])
