"""Treks: flights in a row, purses and titles.

The six titles of the 2021 edition are printed on a page that was not at hand. The titles here have names of our own.
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
from analyzer.files.flaws import Flaw
from analyzer.files.yamlfile import CheckedContent, FileKind, Text, load
from analyzer.montecarlo.random_words import shuffled
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.ship.bitboard import Bits, IntArray, count
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength

Purses = tuple[tuple[int, ...], ...]
"""Indices of the truckers who share each purse."""


def purses(truckers: int, teams: Sequence[Sequence[int]] | None) -> Purses:
    """Return a purse for each trucker or team; raise AnalyzerError unless each trucker is in one team of two."""
    if teams is None:
        return tuple((trucker,) for trucker in range(truckers))
    shared = tuple(tuple(team) for team in teams)
    if sorted(trucker for team in shared for trucker in team) != list(range(truckers)):
        listed = ", ".join(map(str, range(truckers)))
        raise AnalyzerError(f"teams {list(shared)}: name each trucker once, by number, of {listed}")
    if any(len(team) != 2 for team in shared):
        raise AnalyzerError(f"teams {list(shared)}: two truckers are a team, and two or four truckers are needed")
    return shared


def held_after(held: IntArray, credits: IntArray, shared: Purses) -> IntArray:
    """Return the credits in each purse after a flight, never below 0. Shape (purses, flights).

    Args:
        held: credits held before, (purses, flights).
        credits: credits of the flight, (truckers, flights).
        shared: truckers who share each purse.
    """
    earned = np.stack([credits[list(members)].sum(axis=0) for members in shared])
    # Nobody pays more than they have.
    return np.asarray(np.maximum(held + earned, 0))


def for_each_trucker(by_purse: IntArray, shared: Purses) -> IntArray:
    """Return, for each trucker, the value of the purse that holds their money. Shape (truckers, flights)."""
    of = {trucker: number for number, members in enumerate(shared) for trucker in members}
    return by_purse[[of[trucker] for trucker in range(len(of))]]


def richest(held: IntArray) -> IntArray:
    """Return 1 for each purse with the most credits (several if they tie), else 0. Shape (purses, flights)."""
    return np.asarray(held == held.max(axis=0), np.int64)


SENSES = ("most", "fewest")
"""Words for the value of a metric that wins a title: the most or the fewest."""
MOST_TITLES = 20


@dataclass(frozen=True)
class Title:
    """A title: its name, the metric of METRICS by which it is won, and whether `most` or `fewest` wins.

    Raises:
        AnalyzerError: for an unknown metric or sense.
    """

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


# Aliens of a hull stand in the order of COLOURS: brown, who help engines, then purple, who help cannons.
OF_SHIP: dict[str, Callable[[Hull, Bits, Bits, IntArray], IntArray]] = {
    "humans": lambda hull, alive, crew, charges: count(crew & hull.tokens.humans.full),
    "aliens": lambda hull, alive, crew, charges: count(crew & ~hull.tokens.humans.full),
    "cabins": lambda hull, alive, crew, charges: count(alive & hull.cabins),
    "components": lambda hull, alive, crew, charges: count(alive),
    "cannon_strength": lambda hull, alive, crew, charges: cannon_halves(
        hull, alive, charges, (crew & hull.tokens.alien[1]) != 0
    ),
    "engine_strength": lambda hull, alive, crew, charges: engine_strength(
        hull, alive, charges, (crew & hull.tokens.alien[0]) != 0
    ),
}
"""Function that measures a ship in each flight, by name of the metric.

It takes the hull, masks of the components left and of the crew aboard, and the number of charges.
"""
OF_OUTCOME = {
    "crew": "crew",
    "batteries": "batteries",
    "goods": "goods",
    "goods_value": "goods_sold",
    "components_lost": "components_lost",
    "exposed_connectors": "exposed",
    "paid_by_cards": "bounty",
}
"""Column of the outcome that holds a metric, by name of the metric."""
METRICS = (*OF_OUTCOME, *OF_SHIP)
"""Names of the metrics by which titles are won, for ships that arrived.

Strengths count every double cannon or engine for which there is a charge.
"""


def measured(metric: str, convoy: Convoy, outcome: Outcome) -> IntArray:
    """Return the value of a title's metric at the end of a flight. Shape (truckers, flights).

    The value is valid only for ships that arrived. Cannon strength is in halves.
    """
    if metric in OF_OUTCOME:
        column: IntArray = getattr(outcome, OF_OUTCOME[metric])
        return column
    state = convoy.state
    ships = zip(convoy.hulls, state.alive, state.crew, count(state.charge), strict=True)
    return np.stack([OF_SHIP[metric](*ship) for ship in ships])


def faults_of(names: Sequence[str]) -> list[str]:
    """Return the faults of a list of titles, given their names: equal names, no title, or too many; [] for none."""
    twice = sorted({name for name in names if names.count(name) > 1})
    faults = [f"two titles are called {name!r}: give each a name of its own" for name in twice]
    if not 1 <= len(names) <= MOST_TITLES:
        faults.append(f"{len(names)} titles: give 1 to {MOST_TITLES}")
    return faults


TitlesLike = bool | str | Path | Sequence[Title]
"""Titles to fly for: True for the edition's, a titles file, or a list; False for none."""


class TitleEntry(BaseModel):
    """A title in a titles file; `most` wins if no sense is given."""

    model_config = ConfigDict(extra="forbid")

    name: ShortName
    """Name of the title."""
    metric: str
    """Metric by which it is won, e.g. crew, batteries or cannon_strength."""
    sense: str = "most"
    """Whether `most` or `fewest` of the metric wins the title."""

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
    """Schema of a file that lists the titles of a trek."""

    model_config = ConfigDict(extra="forbid")

    titles: list[TitleEntry]
    """Titles in order of preference: a trucker who wins several keeps the first of them."""


KIND = FileKind("titles file")


def load_titles(titles: TitlesLike, edition: str) -> tuple[Title, ...]:
    """Return titles after checking them: those of an edition, of a file, or of a list.

    Args:
        titles: True for the titles of the edition, the path of a file, or a list of titles; False for none.
        edition: name of the edition.

    Returns:
        The titles in order of preference: a trucker who wins several keeps the first of them.

    Raises:
        AnalyzerError: with every fault.

    >>> [title.metric for title in load_titles(True, "2021")][:2]
    ['crew', 'batteries']
    """
    if titles is False:
        return ()
    if titles is True:
        return default_titles(edition)
    if isinstance(titles, str | Path):
        return load(TitlesFile, titles, KIND, _built)
    listed = [title for title in titles if isinstance(title, Title)] if isinstance(titles, Sequence) else []
    if not listed or len(listed) < len(titles):
        raise AnalyzerError("titles: give True, a titles file (.yaml) or a list of Title")
    if faults := faults_of([title.name for title in listed]):
        raise AnalyzerError([f"titles: {fault}" for fault in faults])
    return tuple(listed)


def parse_titles(text: str, where: str) -> tuple[Title, ...]:
    """Return the titles in a file's text; raise AnalyzerError with every fault and its line."""
    return load(TitlesFile, Text(text, where), KIND, _built)


def _built(file: CheckedContent) -> tuple[Title, ...] | None:
    """Return the titles that a titles file lists; None if a single title has a flaw.

    A title is an award for the most or the fewest of a metric, e.g. crew. Flaws that concern several titles
    together, such as equal names, are added to `file.flaws`.
    """
    if file.flaws:
        return None
    entries: list[TitleEntry] = file.right["titles"]
    file.flaws += [Flaw(("titles",), fault) for fault in faults_of([entry.name for entry in entries])]
    return tuple(Title(entry.name, entry.metric, entry.sense) for entry in entries)


def default_titles(edition: str) -> tuple[Title, ...]:
    """Return the titles that come with the edition; raise AnalyzerError if it has none."""
    entry = files("analyzer.trucker") / "data" / edition / "titles.yaml"
    if not entry.is_file():
        raise AnalyzerError(f"no titles come with the {edition} edition: the trek with titles is one of 2021")
    return parse_titles(entry.read_text(encoding="utf-8"), "titles.yaml")


LEVELS = ("I", "II", "III")
"""Levels of the flights of a trek."""
DRAWN = 300
"""Number of the stream of random words (64 random bits each) that draws the titles."""
WON, DEFENDED, DEFENDED_SILVER, DEFENDED_GOLD = 2, 4, 6, 12
"""Credits that titles pay on levels I and II, and on III for a silver and a golden title."""
NOBODY = -1
"""Index that stands for no trucker or no title."""
FAR = np.iinfo(np.int64).max
"""Number that stands for entries that cannot win; larger than any place or score."""


@dataclass(frozen=True)
class Trek:
    """Titles of a trek; every journey draws one title for each trucker."""

    titles: tuple[Title, ...]
    truckers: int

    def drawn(self, seed: int, first: int, flights: int) -> Titles:
        """Draw the titles of the journeys `first` to `first + flights - 1`."""
        # Sorted, so rows of `drawn` follow the order in which titles are listed, which decides the one kept.
        order = shuffled(seed, DRAWN, first, flights, len(self.titles), self.truckers)
        return Titles(self.titles, np.sort(order, axis=0).astype(np.int64))


class Titles:
    """Titles drawn in many journeys, with the truckers who hold them.

    Attributes:
        titles: all titles that can be drawn.
        drawn: indices in `titles` of the titles drawn in each journey, in ascending order, (truckers, journeys). As
            many titles are drawn as there are truckers.
        holds: index in `drawn`, along its first axis, of the title that each trucker holds, (truckers, journeys).
        gold: whether that title is golden, i.e. was defended on the second flight, (truckers, journeys).
    """

    def __init__(self, titles: tuple[Title, ...], drawn: IntArray) -> None:
        self.titles = titles
        self.drawn = drawn
        self.holds = np.full(drawn.shape, NOBODY)
        self.gold: BoolArray = np.zeros(drawn.shape, np.bool_)

    def paid(self, leg: int, convoy: Convoy, outcome: Outcome, order: IntArray) -> IntArray:
        """Return the credits that titles pay after a flight, and update their holders. Shape (truckers, journeys).

        Args:
            leg: number of the flight, from 1.
            convoy: the convoy at the end of the flight.
            outcome: outcome of the flight.
            order: places in which the flights ended, (truckers, journeys).
        """
        best, worthless = self._scored(convoy, outcome)
        if leg == 1:
            self.holds = title_holders(owners(best, order), order)
            return np.asarray(WON * (best & ~worthless[:, None]).sum(axis=0, dtype=np.int64))
        defended: BoolArray = np.take_along_axis(best, self.holds[None], axis=0)[0]
        if leg == 2:
            self.gold = defended
            return np.asarray(DEFENDED * defended.astype(np.int64))
        return np.asarray(defended * np.where(self.gold, DEFENDED_GOLD, DEFENDED_SILVER))

    def _scored(self, convoy: Convoy, outcome: Outcome) -> tuple[BoolArray, BoolArray]:
        """Return which truckers score best for each title, and for which titles the best score is 0.

        Returns:
            Whether a trucker arrived and scores best, (titles, truckers, journeys); whether the best score of a title
            for `most` is 0, (titles, journeys).
        """
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
    """Return the largest number of credits that titles can pay one trucker after flight `leg`, from 1."""
    return float(WON * truckers if leg == 1 else DEFENDED if leg == 2 else DEFENDED_GOLD)


def owners(best: BoolArray, order: IntArray) -> IntArray:
    """Return the index of the trucker who wins each title. Shape (titles, journeys).

    The winner is the first to arrive among the best scorers; NOBODY if no ship arrived.
    """
    places = np.where(best, order, FAR)
    return np.where(best.any(axis=1), places.argmin(axis=1), NOBODY)


def title_holders(owner: IntArray, order: IntArray) -> IntArray:
    """Return the title of each trucker after the first flight, as a row index of `owner`. Shape (truckers, journeys).

    A trucker with several titles keeps the one listed first. The remaining titles go, in order of listing, to truckers
    without a title, in the order in which their flights ended.

    Args:
        owner: index of the trucker who won each title, or NOBODY, (titles, journeys).
        order: places in which the flights ended, (truckers, journeys).
    """
    holds = np.full(order.shape, NOBODY)
    journeys: npt.NDArray[np.intp] = np.arange(order.shape[1])
    # Rows of `holds` are views. A trucker's first title stays, because only an empty row is filled.
    for title, won_by in enumerate(owner):
        for trucker, held in enumerate(holds):
            held[(won_by == trucker) & (held == NOBODY)] = title
    for title in range(len(owner)):
        # Journeys in which nobody holds this title: it goes to the first to finish of those without one.
        over = np.flatnonzero(~(holds == title).any(axis=0))
        next_one = np.where(holds == NOBODY, order, FAR).argmin(axis=0)
        holds[next_one[over], journeys[over]] = title
    return holds
