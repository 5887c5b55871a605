"""The parts of a report as its templates read them."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.answers.description import Part, Table
from analyzer.trucker.questions.report.provenance import Provenance


@dataclass(frozen=True)
class Picture:
    """A picture inside the page: what it shows, and its data."""

    shows: str
    data: str


@dataclass(frozen=True)
class ShipPage:
    """One ship: a drawing, its file, facts before launch, what came of its flights, what is said below, pictures."""

    name: str
    anchor: str
    drawing: str
    file: str
    facts: Table
    metrics: Part
    pictures: tuple[Picture, ...]
    others: tuple[Part, ...]


@dataclass(frozen=True)
class PageContent:
    """All that a template shows; cards is None where all flights meet the same, settings where both rank alike."""

    title: str
    heading: str
    summary: tuple[str, ...]
    ranking: Table
    settings: Table | None
    overview: tuple[Picture, ...]
    pages: tuple[ShipPage, ...]
    cards: Table | None
    captains: Table
    notes: tuple[str, ...]
    made: Provenance
    ships: Table
    sources: Table
    layouts: Table | None = None
