"""Stories of flights, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import (
    MARKDOWN,
    SHOW,
    Column,
    Described,
    Description,
    Drawing,
    Row,
    StoryStep,
    Table,
    load_function,
    page_of,
)
from analyzer.answers.note import warning
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.caveats import caveats, flown_alone
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.facts import fleets_on
from analyzer.trucker.fleets.fleet import Fleet, made_of
from analyzer.trucker.sayings.phrases import crew, listed, many
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.story.lines import EVERYBODY, OWN_SHIP, Line, ShipState, ToldCard
from analyzer.trucker.story.listener import phrase_of

if TYPE_CHECKING:
    from analyzer.trucker.records.flight_record import Record as FlightRecord


@dataclass(frozen=True, repr=False)
class ToldFlight:
    """One flight, told from the view of the first ship of its experiment.

    Attributes:
        experiment: the experiment.
        flight: number of the flight.
        names: names of all ships, the first ship first.
        start: state of the first ship at launch.
        cards: the cards that the first ship took part in.
        outcome: the first ship's result by metric, as in results of many flights.
        rivals: results of the other ships.
    """

    experiment: Experiment
    flight: int
    names: tuple[str, ...]
    start: ShipState
    cards: tuple[ToldCard, ...]
    outcome: Mapping[str, int]
    rivals: tuple[Mapping[str, int], ...]

    @cached_property
    def fleet(self) -> Fleet | None:
        """Fleet that the dice made of a build in this flight; None for an ordinary ship."""
        which = self.experiment.which_fleet(self.flight, 1)
        return None if which is None else fleets_on(self.ship, self.experiment.route)[int(which[0])]

    @property
    def ship(self) -> Layout:
        """Ship whose flight is told: the first one of the experiment."""
        return self.experiment.ships[OWN_SHIP]


TOTAL = "total"
"""Name of the last item of the account of credits."""


def settled(record: ToldFlight) -> list[tuple[str, int]]:
    """Return each item of the flight's account with its credits, then the total."""
    outcome = record.outcome
    arrival = f"place {outcome['place']}" if outcome["place"] else "gave up"
    account = [
        ("paid by cards", outcome["bounty"]),
        (f"order of arrival, {arrival}", outcome["order_reward"]),
        (_looks(record), outcome["looks_reward"]),
        (_goods(record), outcome["goods_sold"]),
        (_losses(record), -outcome["penalty"]),
        *([("paid for insurance", -outcome["premium"])] if outcome.get("premium") else []),
        (TOTAL, outcome["credits"]),
    ]
    return account + ([("nobody pays more than they have, so the purse holds", 0)] if outcome["credits"] < 0 else [])


def _looks(record: ToldFlight) -> str:
    """Describe the item of the account for the reward for looks, with the exposed connectors of others that arrived."""
    others = [
        f"{name} {rival['exposed']}"
        for name, rival in zip(record.names[1:], record.rivals, strict=True)
        if rival["place"]
    ]
    against = f" (others that arrived: {', '.join(others)})" if others else ""
    return f"looks, {many(record.outcome['exposed'], 'exposed connector')}{against}"


def _goods(record: ToldFlight) -> str:
    """Describe the item of the account for goods sold."""
    last = record.cards[-1].state if record.cards else record.start
    aboard = sum(last.count_goods().values())
    if record.outcome["goods"] > aboard:
        aside = many(record.outcome["goods"] - aboard, "cube")
        return f"goods sold ({listed(last.count_goods())}; {aside} of ships that left, at half price, rounded up)"
    half = "" if ENDINGS[record.outcome["ending"]] == "arrived" else ", at half price, rounded up"
    return f"goods sold ({listed(last.count_goods())}){half}"


def _losses(record: ToldFlight) -> str:
    """Describe the item of the account for the charge for lost components."""
    level, lost = record.experiment.route.level, record.outcome["components_lost"]
    cap = level.loss_cap
    if record.ship.insurance:
        cap = record.experiment.route.fleet_tables.insurance[record.ship.insurance]
    capped = "" if cap is None else f", at most {cap}"
    removed = len(record.experiment.removed[0]) + record.ship.reserve
    charged = removed and not record.experiment.route.basic
    repaired = f" ({removed} by repair or in reserve before launch)" if charged else ""
    return f"{many(lost, 'lost component')}{repaired} at {many(level.price_per_loss, 'credit')} each{capped}"


def sentence(line: Line, names: Sequence[str]) -> str:
    """Describe a line in words; lines about other ships are short and begin with their name.

    Args:
        line: the line.
        names: names of all ships, the one whose story is told first.
    """
    said, facts = phrase_of(line.event), {**line.facts, "names": names}
    if line.ship in (OWN_SHIP, EVERYBODY):
        return said.fully(facts)
    return f"{names[line.ship]}: {(said.of_rivals or said.fully)(facts)}"


WIDTH = 80
DRAW = "analyzer.trucker.drawing.flights:DrawnStory"
PAGE = "analyzer.trucker.pages:story_page"
"""Name of the function that makes the page of a story; it is loaded by name because rules must not import pages."""
LINES = (Column("slot"), Column("card"), Column("event"), Column("words"))


@dataclass(frozen=True, repr=False)
class Story(ToldFlight, Described):
    """The story of one flight, card by card in words."""

    def heading(self) -> str:
        """Return the heading: number of the flight, seed, route, captain and other ships."""
        what = self.experiment.route.title
        against = f"with {', '.join(self.names[1:])}" if len(self.names) > 1 else "alone"
        captain = self.experiment.captains[OWN_SHIP].name
        return f"flight {self.flight} of seed {self.experiment.seed}, {what}, captain {captain}, {against}"

    def ending(self) -> str:
        """Return a sentence on how the flight ended."""
        how = ENDINGS[self.outcome["ending"]].replace("_", " ")
        place = f" at place {self.outcome['place']}" if self.outcome["place"] else ""
        day, lost = self.outcome["days"], many(self.outcome["components_lost"], "component")
        return f"{how}{place} on day {day}, {lost} lost: {many(self.outcome['credits'], 'credit')}"

    def fleet_sentence(self) -> str:
        """Return a sentence on the fleet that the dice made of a build; "" for an ordinary ship."""
        return "" if self.fleet is None else made_of(self.fleet)

    def state_words(self, state: ShipState) -> str:
        """Describe the state of the ship between two cards, in one line."""
        parts = [
            many(len(state.alive), "component"),
            f"crew: {crew(state.count_crew())}",
            many(sum(state.charges.values()), "charge"),
            f"goods: {listed(state.count_goods())}",
            f"day {state.position - self.start.position}",
        ]
        if self.fleet is not None and self.fleet.separate_ships:
            flies = " ".join(map(str, state.ships)) or "none"
            parts.insert(0, f"ships that fly: {flies}" if state.flying else "the fleet has given up")
        return "; ".join([*parts, *([f"paid {state.credits}"] if state.credits else [])])

    def description(self) -> Description:
        """Describe the flight card by card; its table has a row per line."""
        lines = Table("", LINES, [*self._rows()])
        story = Drawing("", DRAW, (self,))
        return Description(self.names[OWN_SHIP], f": {self.heading()}", self._facts(), (story, lines), self.notes())

    def paragraphs(self) -> Iterator[tuple[str, str]]:
        """Yield role and words of every paragraph between title and notes.

        Roles are dice, card, line, rival, loss and state.
        """
        if made := self.fleet_sentence():
            yield "dice", made
        yield "state", self.state_words(self.start)
        for number, step in enumerate(self.cards, start=1):
            yield "card", f"{number}. {card_in_words(step.card)} (card {step.card.id})"
            yield from self.lines_of(step)
            yield "state", self.state_words(step.state)
        yield "card", "Settlement: " + self.ending()
        for what, amount in settled(self):
            yield "line", f"{what}: {amount:+d}" if amount else f"{what}: 0"

    def _rows(self) -> Iterator[Row]:
        for step in self.cards:
            for line in step.lines:
                words = sentence(line, self.names)
                yield Row({"slot": step.slot, "card": step.card.id, "event": line.event, "words": words})

    def lines_of(self, step: ToldCard) -> list[tuple[str, str]]:
        """Return role and words of every line of a card.

        Lines on how level IV changes the card's numbers come first. If nothing happened, one line says so.
        """
        roles = {"loss": "loss", "leaves": "loss", "ship_leaves": "loss"}
        lines = [
            ("rival" if line.ship > OWN_SHIP else roles.get(line.event, "line"), sentence(line, self.names))
            for line in step.lines
        ]
        experiment = self.experiment
        harder = [("line", said) for said in experiment.ship_class.as_revealed(step.card, experiment.route)]
        return harder + (lines or [("line", f"nothing happens to this {'fleet' if self.fleet else 'ship'}")])

    def text(self, width: int = WIDTH) -> str:
        """Return the story as text without its notes, in lines of at most `width` columns; the largest width is 100."""
        text: str = load_function(f"{SHOW}:as_text")(self.description(), width)
        return text

    def markdown(self) -> str:
        """Return the flight as a page in Markdown, with a heading per card."""
        steps = [("Start", list[str]())]
        for role, words in self.paragraphs():
            if role == "card":
                steps.append((words, []))
            else:
                steps[-1][1].append(words)
        described = self.description()
        parts = [StoryStep(title, lines, ()) for title, lines in steps]
        page: str = load_function(f"{MARKDOWN}:as_markdown")(replace(described, parts=parts))
        return page

    def notes(self) -> list[str]:
        """Return the notes shown below the story."""
        route = self.experiment.route
        alone = [flown_alone()] if len(self.names) == 1 else []
        removed = self.experiment.removed[OWN_SHIP]
        mended = [warning(f"{route.how_mended}: {' '.join(map(str, removed))}")] if removed else []
        return [
            *alone,
            *caveats(route),
            *self.experiment.class_notes(),
            *route.notes(),
            *mended,
            *not_in_one_box(self.experiment.ships),
        ]

    def record(self) -> FlightRecord:
        """Return the flight as a record, with rolls and decisions of all ships.

        Raises:
            AnalyzerError: for fleets, and for a flight of a journey.
        """
        from analyzer.trucker.records.recording import record_flight

        return record_flight(self.experiment, self.flight)

    def html(self) -> str:
        """Return the story as a page, with the ship drawn after each card."""
        return page_of(self, PAGE)

    def _facts(self) -> dict[str, Any]:
        """Return the told flight in plain types, for programs."""
        return {
            "ship": self.names[OWN_SHIP],
            "rivals": [
                {"name": name, "outcome": dict(outcome)}
                for name, outcome in zip(self.names[1:], self.rivals, strict=True)
            ],
            "level": self.experiment.route.level_name,
            "seed": self.experiment.seed,
            "flight": self.flight,
            "captain": self.experiment.captains[OWN_SHIP].as_prices(),
            "start": self.start,
            "cards": [self._card_dict(step) for step in self.cards],
            "settlement": [{"what": what, "credits": amount} for what, amount in settled(self)],
            "outcome": dict(self.outcome),
            **({} if self.fleet is None else {"joined": self.fleet.joined}),
            "ending": ENDINGS[self.outcome["ending"]],
        }

    def _card_dict(self, step: ToldCard) -> dict[str, Any]:
        return {
            "slot": step.slot,
            "card": step.card.id,
            "kind": step.card.kind,
            "figures": card_in_words(step.card),
            "lines": [line.as_dict() | {"words": sentence(line, self.names)} for line in step.lines],
            "state": step.state,
        }

    def _repr_html_(self) -> str:
        """Return the story's page inside a frame, so that its style does not affect the notebook."""
        from html import escape

        return f'<iframe srcdoc="{escape(self.html())}" width="100%" height="700" style="border:0"></iframe>'
