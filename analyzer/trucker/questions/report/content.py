"""A report as its templates read it: tables that answers describe, and a few of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer.answers.comparison_tables import editions_of, ranking_table, sorts_table
from analyzer.answers.description import COUNT, WORD, Column, Form, Row, Table
from analyzer.trucker.drawing.ship_svg import ship_svg
from analyzer.trucker.questions.cards.alike_effects import alike_table
from analyzer.trucker.questions.report.contents import Contents
from analyzer.trucker.questions.report.fleets import fleet_tables
from analyzer.trucker.questions.report.provenance import Provenance
from analyzer.trucker.questions.report.sentences import summary
from analyzer.trucker.ship.facts import inspect_ship
from analyzer.trucker.ship.shipfile import PRINTED, write_ship

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.questions.course.answer import Course
    from analyzer.trucker.result import ShipResult

FACTS = (Column("fact", "", WORD), Column("text", "", WORD))
SOURCES = (
    Column("table", "table", WORD),
    Column("rows", "rows", COUNT),
    Column("confidence", "confidence (rows)", WORD),
    Column("sources", "sources", WORD),
)
PRICE = Form("{:g}".format)
PRICED = {
    "day": "a flight day; so for a crew member, a battery, a component, and for staying in the flight",
    "dread": "what each coming card is feared to cost a ship that has lost all its components",
    "reserve": "charges held back for defence",
    "special": "a place in a special container that a red cube from a planet takes",
    "ruin": "running out of humans because crew was sold",
}
"""What prices are of."""


def content_of(report: Contents, pictured: bool) -> dict[str, Any]:
    """All that a template shows, with pictures or without; None where there is nothing to tell."""
    from analyzer.trucker.questions.report.pictures import overview

    comparison, both = report.comparison, report.settings
    pairs = zip(comparison.results, report.courses, strict=True)
    return {
        "title": report.title,
        "heading": report.heading(),
        "summary": list(summary(report)),
        "ranking": ranking_table(comparison),
        "settings": None if both is None or not both.differs() else both.in_both(),
        "layouts": layouts(comparison) if comparison.sorts and len(comparison.names) > 1 else None,
        "overview": list(overview(comparison)) if pictured else [],
        "pages": [ship_page(place, ship, course, pictured) for place, (ship, course) in enumerate(pairs, start=1)],
        "cards": None if report.effects is None else list(cards(report)),
        "captains": captains(report.provenance),
        "notes": report.notes(),
        "made": report.provenance,
        "ships": ships(report.provenance),
        "sources": sources(report.provenance),
    }


def ship_page(place: int, ship: ShipResult, course: Course, pictured: bool) -> dict[str, Any]:
    """All of one ship."""
    from analyzer.trucker.questions.report.pictures import fleet_pictures, ship_pictures

    pictures = list(ship_pictures(ship, course)) if pictured else []
    if pictured and ship.sorts:
        pictures += fleet_pictures(ship, course.experiment)
    metrics, *others = ship.parts_of_description(has_rivals=len(course.experiment.ships) > 1)
    return {
        "name": ship.name,
        "anchor": f"ship-{place}",
        "drawing": ship_svg(ship.ship, title=ship.name) if pictured else "",
        "file": write_ship(ship.ship, file=PRINTED),
        "facts": Table("", FACTS, list(facts(ship)), "before launch"),
        "metrics": metrics,
        "pictures": pictures,
        "others": [*others, *(fleet_tables(ship, course.experiment) if ship.sorts else ())],
    }


def facts(ship_result: ShipResult) -> Iterator[Row]:
    """What can be said of a ship before it flies, and who flies it."""
    ship = inspect_ship(ship_result.ship)
    aliens = ", ".join(f"{colour} alien" for colour in ship.aliens)
    counted = " (with aliens)" if ship.aliens else ""
    known = {
        "board": f"{ship.edition}-{ship.board}, {ship.components} components",
        f"cannons, engines{counted}": f"{_range(ship.cannons)}, {_range(ship.engines)}",
        "crew": f"{ship.humans} humans" + (f", {aliens}" if aliens else ""),
        "batteries": str(ship.batteries),
        "containers": f"{ship.containers} plain, {ship.special_containers} special",
        "shields": ", ".join(ship.shielded_sides) or "none",
        "exposed connectors": str(ship.exposed_connectors),
        "captain": ship_result.captain.name,
    }
    yield from (Row({"fact": fact, "text": text}) for fact, text in known.items())


def _range(strengths: tuple[float, ...]) -> str:
    low, high = f"{strengths[0]:g}", f"{strengths[-1]:g}"
    return low if low == high else f"{low} to {high}"


def layouts(comparison: Comparison) -> Table:
    """Who is ahead in each layout; above its rows stands which one it is."""
    return sorts_table(comparison).only(comparison.word, comparison.score, "behind", "groups")


def cards(report: Contents) -> Iterator[Table]:
    """For each edition that deals cards, which its ships meet alone, what each card changes for every ship.

    A line for cards that do the same, the most harmful on average first. Intervals hold for all lines and ships at
    once, so that what is coloured is not chance.
    """
    editions = editions_of(report.comparison.experiments) or [""] * len(report.comparison.names)
    for edition in dict.fromkeys(editions):
        ships = [number for number, own in enumerate(editions) if own == edition]
        yield _cards(report, ships, f"the cards of {edition}" if edition else "")


def _cards(report: Contents, ships: list[int], heading: str) -> Table:
    """What each card changes for those ships."""
    names = [report.comparison.names[place] for place in ships]
    by_card: dict[tuple[tuple[int, ...], str], dict[str, Any]] = {}
    for place, name in zip(ships, names, strict=True):
        for one in report.card_effects[place]:
            by_card.setdefault((one.numbers, one.words), dict(one.as_row().values))[f"of {name}"] = one.credits
    for values in by_card.values():
        measured = [values[f"of {name}"].mean for name in names if values.get(f"of {name}")]
        values["mean"] = sum(measured) / len(measured) if measured else 0.0
    number, words, effect = alike_table([*report.card_effects[ships[0]]]).only("cards", "words", "credits").columns
    columns = [replace(effect, name=f"of {name}", heading=name, explanation="") for name in names]
    rows = sorted(by_card.values(), key=lambda values: values["mean"])
    return Table("", [number, words, Column("mean", "mean", effect.form), *columns], list(map(Row, rows)), heading)


def captains(made: Provenance) -> Table:
    """The prices of every captain, those of rivals too."""
    prices = [captain.as_prices() for captain in made.captains]
    names = [name for name in prices[0] if name != "name"]
    columns = [Column("name", "captain", WORD), *(Column(name, name, PRICE, PRICED.get(name, "")) for name in names)]
    return Table("", columns, list(map(Row, prices)), "captains' prices, in credits")


def ships(made: Provenance) -> Table:
    """What was flown by whom."""
    names = ("ship", "fingerprint", "captain")
    rows = [Row(dict(zip(names, ship, strict=True))) for ship in made.ships]
    return Table("", [Column(name, name, WORD) for name in names], rows, "ships as flown")


def sources(made: Provenance) -> Table:
    """The tables of facts, and how sure they are."""
    rows = []
    for one in made.tables:
        sure = "; ".join(f"{confidence} ({rests})" for confidence, rests in one.confidence)
        rows.append(Row({"table": one.name, "rows": one.rows, "confidence": sure, "sources": " | ".join(one.sources)}))
    return Table("", SOURCES, rows, "tables of facts, and what their rows rest on")
