"""The options of a decision with their results, the best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Column,
    Description,
    Form,
    Row,
    Table,
    columns_of,
    in_points,
    main_columns,
    places,
)
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES_UP, KEEPS, LAND, TAKES
from analyzer.trucker.edition import LETTERS, Card
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.scripted import Open
from analyzer.trucker.sayings.phrases import at, crew, many

GOALS = ("credits", "arrived", "richest", "first")
WANTED = {
    "credits": "most credits",
    "arrived": "to come home",
    "richest": "to be the richest",
    "first": "to come home first",
}
"""What is wanted, in words."""
NO_OR_YES = {
    TAKES: ("decline", "take it"),
    DEFENDS: ("let it hit", "spend a charge against it"),
    GIVES_UP: ("fly on", "give up"),
}
"""By decision what no and yes mean."""
SHARE = places(in_points, 2)
NONE = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Option:
    """An option in plain types, and its results in so many flights.

    worse: how far it is behind the best by the goal, with an interval that holds for all at once; is_same: it came to
    the same as the best in every flight; dropped: it was clearly worse, and dropped from the remaining flights;
    is_captain: what the captain would do.
    """

    value: Any
    is_captain: bool
    flights: int
    credits: Estimate
    arrived: Estimate
    richest: Estimate
    first: Estimate
    worse: Estimate
    is_best: bool
    is_same: bool
    dropped: bool

    @property
    def mark(self) -> str:
        """What stands behind its row."""
        return "*" if self.dropped else "=" if self.is_same else ""


@dataclass(frozen=True, repr=False)
class Advice(Described):
    """The options of the decision that is open, the best first.

    flights: of each at most; goal: by what they are ranked.
    """

    experiment: FromPosition
    open: Open
    flights: int
    goal: str
    options: tuple[Option, ...]

    @property
    def what(self) -> str:
        """What is to be decided."""
        return self.open.what

    @property
    def together(self) -> list[Option]:
        """The best, and those without a clear difference to it."""
        return [option for option in self.options if option.worse.low <= 0]

    def words(self, option: Option) -> str:
        """An option in words."""
        words = in_words(self.experiment, self.what, option.value)
        piece = self.open.pieces.get(option.value) if self.open.pieces else None
        return f"{words} ({many(len(piece), 'component')})" if piece else words

    def conclusions(self) -> list[str]:
        """What to decide, as far as that is clear."""
        best, *others = self.together
        if not others:
            return [f"Best is to {self.words(best)}."]
        same = [self.words(option) for option in others if option.is_same]
        close = [self.words(option) for option in others if not option.is_same]
        lines = [f"The best result is to {self.words(best)}, but not clearly."]
        if same:
            lines.append(f"It makes no difference in any flight to {_or(same)}.")
        if close:
            lines.append(f"There is no clear difference from: {_or(close)}.")
        richest = max(self.together, key=lambda option: option.credits.mean)
        if self.goal != GOALS[0] and not richest.is_best:
            lines.append(f"Of these, to {self.words(richest)} earns most.")
        return lines

    def notes(self) -> list[str]:
        """What a reader should know."""
        captain = self.experiment.captains[0].name
        return [
            f"Every option that the rules allow was tried. After it your ship flies under {captain}, the others under "
            "sensible captains: against other play another option may be best.",
            "Differences are under the same coming cards and dice; their 95% intervals hold for all options at once.",
            *self.experiment.notes(),
        ]

    def description(self) -> Description:
        """A row an option, and what to decide."""
        card = self.experiment.position.card_at_hand
        where = "before the next card" if card is None else card_in_words(card)
        title = f": {self.experiment.names[0]}, {where}; you want {WANTED[self.goal]}; {self._flights_in_words()}"
        facts = {
            "what": self.what,
            "goal": self.goal,
            "flights": self.flights,
            "captain": self.experiment.captains[0].name,
            "conclusions": self.conclusions(),
        }
        rows = [Row(vars(option) | {"option": self.words(option), "mark": option.mark}) for option in self.options]
        options = Table("options", self._columns(), rows, is_flat=True)
        name = self.experiment.position.name
        return Description(name, title, facts, (options, *self.conclusions()), self.notes())

    def _flights_in_words(self) -> str:
        most = max(option.flights for option in self.options)
        fewest = min(option.flights for option in self.options)
        each = f"{most:,} flights each" if fewest == most else f"{fewest:,} to {most:,} flights each"
        return f"{each} of {self.flights:,} at most (decided early)" if most < self.flights else each

    def _columns(self) -> tuple[Column, ...]:
        has_rivals = len(self.experiment.ships) > 1
        unit, form = ("credits", NUMBER) if self.goal == "credits" else ("percentage points", SHARE)
        legend = "*: clearly worse than the first, and dropped early; =: the same as the first in every flight"
        return (
            Column("option", "option", WORD),
            Column("value"),
            Column("is_captain", "", Form(lambda yes: "captain's choice" * yes, is_number=False)),
            Column("credits", "credits", NUMBER, interval=INTERVAL, flat=main_columns),
            Column("arrived", "arrived", PERCENT),
            Column("richest", "richest" if has_rivals else None, PERCENT),
            Column("first", "first" if has_rivals else None, PERCENT),
            Column("worse", "worse", form, f"{unit} behind the first", "interval", flat=columns_of),
            Column("flights", "flights", COUNT),
            Column("mark", "", WORD, legend, flat=None, in_json=False),
            Column("is_same"),
            Column("dropped"),
        )


def in_words(experiment: FromPosition, what: str, value: Any) -> str:
    """An option in words, an order to the crew."""
    if what == LAND:
        return _landing(experiment.position.card_at_hand, value)
    if what == CHARGES:
        return f"spend {many(value, 'charge')}" if value else "spend no charge"
    if what in NO_OR_YES:
        return NO_OR_YES[what][value]
    return f"keep the piece with {at(value)}" if what == KEEPS else f"give up {crew(value)}"


def _landing(card: Card | None, planet: int) -> str:
    if not planet or card is None:
        return "fly on"
    cubes = "".join(letter * number for letter, number in zip(LETTERS, card.planets[planet - 1], strict=True))
    return f"land on planet {planet} ({cubes})"


def _or(words: list[str]) -> str:
    return " or ".join(words)
