"""A report as its templates read it: every number already a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from analyzer.answers.both_settings import place_in_words
from analyzer.present.page_tables import Cell, Column, Table, table
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.drawing.ship_svg import ship_svg
from analyzer.trucker.questions.report.contents import Contents
from analyzer.trucker.questions.report.fleets import ahead_by_layout, fleet_tables
from analyzer.trucker.questions.report.parts import PageContent, ShipPage
from analyzer.trucker.questions.report.provenance import Provenance
from analyzer.trucker.questions.report.words import interval, number, share, signed, summary
from analyzer.trucker.ship.facts import ShipFacts, inspect_ship
from analyzer.trucker.ship.shipfile import write_ship

if TYPE_CHECKING:
    from analyzer.trucker.questions.cards.answer import CardEffect
    from analyzer.trucker.questions.course.answer import Course
    from analyzer.trucker.result import ShipResult

QUANTILES = {"q5": "5%", "q25": "25%", "q50": "50%", "q75": "75%", "q95": "95%"}
INTERVAL = "95% interval"


def content_of(report: Contents, pictured: bool) -> PageContent:
    """The report in words, with pictures or without."""
    from analyzer.trucker.questions.report.pictures import overview

    comparison = report.comparison
    pairs = zip(comparison.results, report.courses, strict=True)
    return PageContent(
        title=report.title,
        heading=comparison.heading(),
        summary=tuple(summary(report)),
        ranking=ranking(report),
        settings=side_by_side(report),
        overview=tuple(overview(comparison)) if pictured else (),
        pages=tuple(ship_page(place, ship, course, pictured) for place, (ship, course) in enumerate(pairs, start=1)),
        cards=None if report.effects is None else cards(report),
        captains=captains(report.provenance),
        notes=tuple(report.notes()),
        made=report.provenance,
        ships=table(("ship", Column("fingerprint"), Column("captain", words=True)),
                    [(name, (print_, captain)) for name, print_, captain in report.provenance.ships],
                    "Ships as flown"),
        sources=sources(report.provenance),
        layouts=ahead_by_layout(comparison),
    )  # fmt: skip


def ship_page(place: int, ship: ShipResult, course: Course, pictured: bool) -> ShipPage:
    """All of one ship."""
    from analyzer.trucker.questions.report.pictures import fleet_pictures, ship_pictures

    pictures = list(ship_pictures(ship, course)) if pictured else []
    if pictured and ship.sorts:
        pictures += fleet_pictures(ship, course.experiment)
    before = [*facts(inspect_ship(ship.ship)), ("captain", (ship.captain.name,))]
    return ShipPage(
        name=ship.name,
        anchor=f"ship-{place}",
        drawing=ship_svg(ship.ship, title=ship.name) if pictured else "",
        file=write_ship(ship.ship),
        facts=table(("", Column("", words=True)), before, "Before launch"),
        chances=table(("", "share", INTERVAL), list(chance_rows(ship)), "Chances"),
        metrics=table(("", "mean", INTERVAL, *QUANTILES.values()), list(metric_rows(ship)), "A flight"),
        pictures=tuple(pictures),
        fleets=tuple(fleet_tables(ship, course.experiment)) if ship.sorts else (),
    )


def ranking(report: Contents) -> Table:
    """All ships, the best first."""
    columns = ("ship", "rank", "credits a flight", INTERVAL, "behind the best", "group")
    rows = [(row["ship"], ranked(row)) for row in report.comparison.ranking()]
    return table(columns, rows, sorts=True)


def ranked(row: dict[str, Any]) -> tuple[str, ...]:
    """One ship of the ranking."""
    behind = "" if row["rank"] == 1 else f"{number(row['behind'])} ({interval(row['behind_low'], row['behind_high'])})"
    return str(row["rank"]), number(row["credits"]), interval(row["low"], row["high"]), behind, row["groups"]


def side_by_side(report: Contents) -> Table | None:
    """Every ship in both settings, if they rank the ships otherwise."""
    both = report.settings
    if both is None or not both.differs():
        return None
    settings = (both.asked.setting, both.other.setting)
    columns = [column for name in settings for column in (f"{name}: place", f"{name}: credits", INTERVAL)]
    rows = iter(both.rows())
    told = [(row["ship"], (*_in_one(row), *_in_one(next(rows)))) for row in rows]
    return table(("ship", *columns), told, "The ranking differs: both settings side by side", sorts=True)


def _in_one(row: dict[str, Any]) -> tuple[str, str, str]:
    """Places it may have, credits and their interval in one setting."""
    return place_in_words(row), number(row["credits"]), interval(row["low"], row["high"])


def facts(ship: ShipFacts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What can be said of the ship before it flies."""
    aliens = ", ".join(f"{colour} alien" for colour in ship.aliens)
    yield "board", (f"{ship.edition}-{ship.board}, {ship.components} components",)
    yield "cannons, engines", (f"{_range(ship.cannon_strengths)}, {_range(ship.engine_strengths)}",)
    yield "crew", (f"{ship.humans} humans" + (f", {aliens}" if aliens else ""),)
    yield "batteries", (str(ship.batteries),)
    yield "containers", (f"{ship.containers} plain, {ship.special_containers} special",)
    yield "shields", (", ".join(ship.shielded_sides) or "none",)
    yield "exposed connectors", (str(ship.exposed_connectors),)


def _range(strengths: tuple[float, ...]) -> str:
    low, high = f"{strengths[0]:g}", f"{strengths[-1]:g}"
    return low if low == high else f"{low} to {high}"


def chance_rows(ship: ShipResult) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every chance with its interval."""
    rows = {row["metric"]: row for row in ship.rows()}
    for metric in ship.metrics.chances:
        if not metric.shown:
            continue
        row = rows[metric.name]
        yield metric.label, (share(row["mean"]), f"{share(row['low'])} to {share(row['high'])}")


def metric_rows(ship: ShipResult) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every mean with its interval and quantiles."""
    rows = {row["metric"]: row for row in ship.rows()}
    for metric in ship.metrics.means:
        if not metric.shown:
            continue
        row = rows[metric.name]
        quantiles = (str(row[q]).replace("-", "\N{MINUS SIGN}") for q in QUANTILES)
        yield metric.label, (number(row["mean"]), interval(row["low"], row["high"]), *quantiles)


def cards(report: Contents) -> Table:
    """One line a card, the most harmful on average first: what meeting it changes for every ship."""
    by_ship = [{effect.card.id: effect for effect in effects.ships[0].cards} for effects in report.effects or ()]

    def mean(card: int) -> float:
        known = [ship[card].credits for ship in by_ship]
        return sum(effect[0] for effect in known if effect) / max(1, sum(effect is not None for effect in known))

    rows: list[tuple[str, list[Cell | str]]] = []
    for card in sorted(by_ship[0], key=mean):
        words = card_in_words(by_ship[0][card].card)
        rows.append((str(card), [words, signed(mean(card)), *(_cell(ship[card]) for ship in by_ship)]))
    return table(("card", Column("what it is", words=True), "mean", *report.comparison.names), rows, sorts=True)


def _cell(effect: CardEffect) -> Cell:
    if effect.credits is None:
        return Cell("not measured")
    mean, low, high = effect.credits
    sense = "gain" if low > 0 else "loss" if high < 0 else ""
    return Cell(signed(mean), f"{signed(low)} to {signed(high)}", sense)


def captains(made: Provenance) -> Table:
    """The prices of every captain, those of rivals too."""
    names = [name for name in made.captains[0].as_prices() if name != "name"]
    rows = [(one.name, [f"{one.as_prices()[name]:g}" for name in names]) for one in made.captains]
    return table(("captain", *names), rows, "Captains' prices")


def sources(made: Provenance) -> Table:
    """The tables of facts, and how sure they are."""
    columns = ("table", "rows", Column("confidence (rows)", words=True), Column("sources", words=True))
    rows = []
    for one in made.tables:
        sure = "; ".join(f"{confidence} ({rests})" for confidence, rests in one.confidence)
        rows.append((one.name, (str(one.rows), sure, " | ".join(one.sources))))
    return table(columns, rows, "Tables of facts, and what their rows rest on")
