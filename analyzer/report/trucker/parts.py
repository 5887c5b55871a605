"""The parts of a report as its templates read them: every number already a word."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.report.trucker.provenance import Provenance


@dataclass(frozen=True)
class Row:
    """One line of a table: its heading and its cells."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A picture inside the page: what it shows, and its data."""

    shows: str
    data: str


@dataclass(frozen=True)
class Cell:
    """The effect of a card on a ship; `sense` is gain or loss where the interval leaves out 0, else unsure."""

    mean: str
    interval: str
    sense: str


@dataclass(frozen=True)
class ShipPage:
    """One ship: facts before launch, metrics, pictures."""

    name: str
    anchor: str
    captain: str
    facts: tuple[Row, ...]
    chances: tuple[Row, ...]
    metrics: tuple[Row, ...]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class PageContent:
    """All that a template shows."""

    title: str
    heading: str
    summary: tuple[str, ...]
    ranking: tuple[Row, ...]
    overview: tuple[Picture, ...]
    pages: tuple[ShipPage, ...]
    names: tuple[str, ...]
    cards: tuple[tuple[Row, tuple[Cell, ...]], ...]
    notes: tuple[str, ...]
    made: Provenance
