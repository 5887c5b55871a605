"""Treks: flights in a row, purses and titles.

The six titles of the 2021 edition are printed on a page that was not at hand: those here have names of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, field_validator

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.fields import ShortName
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.yamlfile import check, parse_mapping, read_text
from analyzer.montecarlo.random_words import shuffled
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength

Purses = tuple[tuple[int, ...], ...]
"""For each purse the truckers who share it."""


def purses(truckers: int, teams: Sequence[Sequence[int]] | None) -> Purses:
    """One purse a trucker, or one a team; raises AnalyzerError unless each trucker is in just one team of two."""
    if teams is None:
        return tuple((trucker,) for trucker in range(truckers))
    shared = tuple(tuple(team) for team in teams)
    if sorted(trucker for team in shared for trucker in team) != list(range(truckers)):
        listed = ", ".join(map(str, range(truckers)))
        raise AnalyzerError(f"teams {list(shared)}: name each trucker once, by number, of {listed}")
    if any(len(team) != 2 for team in shared):
        raise AnalyzerError(f"teams {list(shared)}: two truckers are a team, and two or four truckers are needed")
    return shared


def held_after(held: Counts, credits: Counts, shared: Purses) -> Counts:
    """(purses, flights) What is held after a flight that ended with `credits` (truckers, flights): never below 0."""
    earned = np.stack([credits[list(members)].sum(axis=0) for members in shared])
    return np.asarray(np.maximum(held + earned, 0))


def for_each_trucker(by_purse: Counts, shared: Purses) -> Counts:
    """(truckers, flights) What holds of a purse, for each of those who share it."""
    of = {trucker: number for number, members in enumerate(shared) for trucker in members}
    return by_purse[[of[trucker] for trucker in range(len(of))]]


def richest(held: Counts) -> Counts:
    """(purses, flights) 1 for whoever holds most; all that tie are richest."""
    return np.asarray(held == held.max(axis=0), np.int64)


SENSES = ("most", "fewest")
MOST_TITLES = 20


@dataclass(frozen=True)
class Title:
    """A title: its name, one of METRICS, and one of SENSES; raises AnalyzerError for any other."""

    name: str
    metric: str
    sense: str = "most"

    def __post_init__(self) -> None:
        faults = []
        if self.metric not in METRICS:
            faults.append(f"title {self.name}: no metric {self.metric!r}: {one_of(self.metric, METRICS)}")
        if self.sense not in SENSES:
            faults.append(f"title {self.name}: sense {self.sense!r}: {one_of(self.sense, SENSES)}")
        if faults:
            raise AnalyzerError(faults)


def _humans(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(crew & hull.tokens.humans.full)


def _aliens(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(crew & ~hull.tokens.humans.full)


def _cabins(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(alive & hull.cabins)


def _components(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(alive)


def _cannons(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return cannon_halves(hull, alive, charges, (crew & hull.tokens.alien[1]) != 0)


def _engines(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return engine_strength(hull, alive, charges, (crew & hull.tokens.alien[0]) != 0)


OF_SHIP: dict[str, Callable[[Hull, Bits, Bits, Counts], Counts]] = {
    "humans": _humans,
    "aliens": _aliens,
    "cabins": _cabins,
    "components": _components,
    "cannon_strength": _cannons,
    "engine_strength": _engines,
}
OF_OUTCOME = {
    "crew": "crew",
    "batteries": "batteries",
    "goods": "goods",
    "goods_value": "goods_sold",
    "components_lost": "components_lost",
    "exposed_connectors": "exposed",
    "paid_by_cards": "bounty",
}
METRICS = (*OF_OUTCOME, *OF_SHIP)
"""What can be measured on a ship that arrived; strengths with all doubles that there are charges for."""


def measured(metric: str, convoy: Convoy, outcome: Outcome) -> Counts:
    """(truckers, flights) That metric at the end of a flight, of who arrived; cannon strength in halves."""
    if metric in OF_OUTCOME:
        column: Counts = getattr(outcome, OF_OUTCOME[metric])
        return column
    state = convoy.state
    ships = zip(convoy.hulls, state.alive, state.crew, count(state.charge), strict=True)
    return np.stack([OF_SHIP[metric](*ship) for ship in ships])


def faults_of(names: Sequence[str]) -> list[str]:
    """What is wrong with titles of those names; [] if nothing is."""
    twice = sorted({name for name in names if names.count(name) > 1})
    faults = [f"two titles are called {name!r}: give each a name of its own" for name in twice]
    if not 1 <= len(names) <= MOST_TITLES:
        faults.append(f"{len(names)} titles: give 1 to {MOST_TITLES}")
    return faults


TitlesLike = bool | str | Path | Sequence[Title]
"""True for the titles that come with the edition, a titles file, or titles; False for none."""


class TitleEntry(BaseModel):
    """One title; `most` is best if no sense is given."""

    model_config = ConfigDict(extra="forbid")

    name: ShortName
    """What it is called."""
    metric: str
    """By which metric it is won, e.g. crew, batteries or cannon_strength."""
    sense: str = "most"
    """`most` or `fewest`: which wins it."""

    @field_validator("metric")
    @classmethod
    def _known(cls, metric: str) -> str:
        if metric not in METRICS:
            raise ValueError(f"no metric {metric[:40]!r}: {one_of(metric, METRICS)}")
        return metric

    @field_validator("sense")
    @classmethod
    def _either(cls, sense: str) -> str:
        if sense not in SENSES:
            raise ValueError(f"{sense[:40]!r}: {one_of(sense, SENSES)}")
        return sense


class TitlesFile(BaseModel):
    """The schema."""

    model_config = ConfigDict(extra="forbid")

    titles: list[TitleEntry]
    """The titles, in the order of keeping."""


def load_titles(titles: TitlesLike, edition: str) -> tuple[Title, ...]:
    """The titles: those of the edition, of a file, or as given; raises AnalyzerError with every fault.

    >>> [title.metric for title in load_titles(True, "2021")][:2]
    ['crew', 'batteries']
    """
    if titles is False:
        return ()
    if titles is True:
        return default_titles(edition)
    if isinstance(titles, str | Path):
        return parse_titles(read_text(Path(titles)), str(titles))
    listed = [title for title in titles if isinstance(title, Title)] if isinstance(titles, Sequence) else []
    if not listed or len(listed) < len(titles):
        raise AnalyzerError("titles: give True, a titles file (.yaml) or a list of Title")
    if faults := faults_of([title.name for title in listed]):
        raise AnalyzerError([f"titles: {fault}" for fault in faults])
    return tuple(listed)


def parse_titles(text: str, where: str) -> tuple[Title, ...]:
    """The titles in a file's text; raises AnalyzerError with every fault and its line."""
    data = parse_mapping(text, where)
    entries = check(TitlesFile, data, where).titles
    if faults := faults_of([entry.name for entry in entries]):
        raise AnalyzerError(in_file((Flaw(("titles",), fault) for fault in faults), data, where))
    return tuple(Title(entry.name, entry.metric, entry.sense) for entry in entries)


def default_titles(edition: str) -> tuple[Title, ...]:
    """The titles that come with the edition; raises AnalyzerError where it has none."""
    entry = files("analyzer.trucker") / "data" / edition / "titles.yaml"
    if not entry.is_file():
        raise AnalyzerError(f"no titles come with the {edition} edition: the trek with titles is one of 2021")
    return parse_titles(entry.read_text(encoding="utf-8"), "titles.yaml")


LEVELS = ("I", "II", "III")
"""The flights of a trek."""
DRAWN = 300
"""Stream of random words: which titles are drawn."""
WON, DEFENDED, DEFENDED_SILVER, DEFENDED_GOLD = 2, 4, 6, 12
"""Credits on levels I, II, and III."""
NOBODY = -1
FAR = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Trek:
    """The titles of which every journey draws as many as truckers take part."""

    titles: tuple[Title, ...]
    truckers: int

    def drawn(self, seed: int, first: int, flights: int) -> Titles:
        """The titles of those journeys."""
        order = shuffled(seed, DRAWN, first, flights, len(self.titles), self.truckers)
        return Titles(self.titles, np.sort(order, axis=0).astype(np.int64))


class Titles:
    """The titles of many journeys, and who has them.

    `drawn` (truckers, journeys): numbers of the titles, in the order in which they are listed; `holds` (truckers,
    journeys): which of them each trucker has, as a row of `drawn`; `gold` (truckers, journeys): whether it is golden.
    """

    def __init__(self, titles: tuple[Title, ...], drawn: Counts) -> None:
        self.titles = titles
        self.drawn = drawn
        self.holds = np.full(drawn.shape, NOBODY)
        self.gold: Truth = np.zeros(drawn.shape, np.bool_)

    def paid(self, leg: int, convoy: Convoy, outcome: Outcome, order: Counts) -> Counts:
        """(truckers, journeys) What titles pay after that flight, from 1; `order` is that in which flights ended."""
        best, worthless = self._scored(convoy, outcome)
        if leg == 1:
            self.holds = handed_on(owners(best, order), order)
            return np.asarray(WON * (best & ~worthless[:, None]).sum(axis=0, dtype=np.int64))
        defended: Truth = np.take_along_axis(best, self.holds[None], axis=0)[0]
        if leg == 2:
            self.gold = defended
            return np.asarray(DEFENDED * defended.astype(np.int64))
        return np.asarray(defended * np.where(self.gold, DEFENDED_GOLD, DEFENDED_SILVER))

    def _scored(self, convoy: Convoy, outcome: Outcome) -> tuple[Truth, Truth]:
        """(titles, truckers, journeys) Who scores highest of who arrived, and (titles, journeys) if with nothing."""
        arrived = convoy.state.flying
        best = np.zeros((len(self.drawn), *arrived.shape), np.bool_)
        worthless = np.zeros(self.drawn.shape, np.bool_)
        for number, title in enumerate(self.titles):
            score = measured(title.metric, convoy, outcome)
            most = title.sense == "most"
            highest = np.where(arrived, score if most else -score, -FAR)
            top = highest.max(axis=0)
            here = self.drawn == number
            best |= here[:, None] & arrived & (highest == top)
            worthless |= here & (top == 0) & most
        return best, worthless


def most_paid(leg: int, truckers: int) -> float:
    """Return the most that titles pay a trucker after that flight, from 1."""
    return float(WON * truckers if leg == 1 else DEFENDED if leg == 2 else DEFENDED_GOLD)


def owners(best: Truth, order: Counts) -> Counts:
    """(titles, journeys) To whom each title goes: of those who score highest, whoever is furthest ahead."""
    places = np.where(best, order, FAR)
    return np.where(best.any(axis=1), places.argmin(axis=1), NOBODY)


def handed_on(owner: Counts, order: Counts) -> Counts:
    """(truckers, journeys) The title that each keeps or is given, as a row of `owner`.

    Who has several keeps the one that is listed first; the others, and those that nobody won, go in their order to
    truckers without a title, in the order in which flights ended.
    """
    holds = np.full(order.shape, NOBODY)
    journeys: npt.NDArray[np.intp] = np.arange(order.shape[1])
    for title, won_by in enumerate(owner):
        for trucker, held in enumerate(holds):
            held[(won_by == trucker) & (held == NOBODY)] = title
    for title in range(len(owner)):
        over = np.flatnonzero(~(holds == title).any(axis=0))
        next_one = np.where(holds == NOBODY, order, FAR).argmin(axis=0)
        holds[next_one[over], journeys[over]] = title
    return holds
