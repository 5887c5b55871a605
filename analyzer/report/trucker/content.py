"""A report as its templates read it: every number already a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from analyzer.report.trucker.contents import Contents
from analyzer.report.trucker.parts import Cell, PageContent, Row, ShipPage
from analyzer.report.trucker.words import interval, number, share, signed, summary
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.ship.report import ShipFacts, inspect_ship

if TYPE_CHECKING:
    from analyzer.trucker.questions.effects import CardEffect
    from analyzer.trucker.result import ShipResult

QUANTILES = ("q5", "q25", "q50", "q75", "q95")


def content_of(report: Contents, pictured: bool) -> PageContent:
    """The report in words, with pictures or without."""
    from analyzer.report.trucker.pictures import overview, ship_pictures

    comparison = report.comparison
    pages = [
        ShipPage(
            name=ship.name,
            anchor=f"ship-{place}",
            captain=ship.captain.name,
            facts=tuple(facts(inspect_ship(ship.ship))),
            chances=tuple(chance_rows(ship)),
            metrics=tuple(metric_rows(ship)),
            pictures=tuple(ship_pictures(ship, course)) if pictured else (),
        )
        for place, (ship, course) in enumerate(zip(comparison.results, report.courses, strict=True), start=1)
    ]
    return PageContent(
        title=report.title,
        heading=comparison.heading(),
        summary=tuple(summary(report)),
        ranking=tuple(map(ranked, comparison.ranking())),
        overview=tuple(overview(comparison)) if pictured else (),
        pages=tuple(pages),
        names=comparison.names,
        cards=tuple(card_rows(report)),
        notes=tuple(report.notes()),
        made=report.provenance,
    )


def ranked(row: dict[str, Any]) -> Row:
    """One ship of the ranking."""
    behind = "" if row["rank"] == 1 else f"{number(row['behind'])} ({interval(row['behind_low'], row['behind_high'])})"
    cells = str(row["rank"]), number(row["credits"]), interval(row["low"], row["high"]), behind, row["groups"]
    return Row(row["ship"], cells)


def facts(ship: ShipFacts) -> Iterator[Row]:
    """What can be said of the ship before it flies."""
    aliens = ", ".join(f"{colour} alien" for colour in ship.aliens)
    yield Row("board", (f"{ship.edition}-{ship.board}, {ship.components} components",))
    yield Row("cannons, engines", (f"{_range(ship.cannon_strengths)}, {_range(ship.engine_strengths)}",))
    yield Row("crew", (f"{ship.humans} humans" + (f", {aliens}" if aliens else ""),))
    yield Row("batteries", (str(ship.batteries),))
    yield Row("containers", (f"{ship.containers} plain, {ship.special_containers} special",))
    yield Row("shields", (", ".join(ship.shielded_sides) or "none",))
    yield Row("exposed connectors", (str(ship.exposed_connectors),))


def _range(strengths: tuple[float, ...]) -> str:
    low, high = f"{strengths[0]:g}", f"{strengths[-1]:g}"
    return low if low == high else f"{low} to {high}"


def chance_rows(ship: ShipResult) -> Iterator[Row]:
    """Every chance with its interval."""
    rows = {row["metric"]: row for row in ship.rows()}
    for metric in ship.metrics.chances:
        row = rows[metric.name]
        yield Row(metric.label, (share(row["mean"]), f"{share(row['low'])} to {share(row['high'])}"))


def metric_rows(ship: ShipResult) -> Iterator[Row]:
    """Every mean with its interval and quantiles."""
    rows = {row["metric"]: row for row in ship.rows()}
    for metric in ship.metrics.means:
        if not metric.shown:
            continue
        row = rows[metric.name]
        quantiles = (str(row[q]) for q in QUANTILES)
        yield Row(metric.label, (number(row["mean"]), interval(row["low"], row["high"]), *quantiles))


def card_rows(report: Contents) -> Iterator[tuple[Row, tuple[Cell, ...]]]:
    """One line a card, the most harmful on average first: what meeting it changes for every ship."""
    if report.effects is None:
        return
    by_ship = [{effect.card.id: effect for effect in effects.ships[0].cards} for effects in report.effects]

    def mean(card: int) -> float:
        known = [ship[card].credits for ship in by_ship]
        return sum(effect[0] for effect in known if effect) / max(1, sum(effect is not None for effect in known))

    for card in sorted(by_ship[0], key=mean):
        words = card_in_words(by_ship[0][card].card)
        cells = [_cell(ship[card]) for ship in by_ship]
        yield Row(str(card), (words, signed(mean(card)))), tuple(cells)


def _cell(effect: CardEffect) -> Cell:
    if effect.credits is None:
        return Cell("", "not measured", "unsure")
    mean, low, high = effect.credits
    sense = "gain" if low > 0 else "loss" if high < 0 else "unsure"
    return Cell(signed(mean), f"{signed(low)} to {signed(high)}", sense)
