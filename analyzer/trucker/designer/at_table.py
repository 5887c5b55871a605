"""A flight of Galaxy Trucker that is noted while it is played: which note comes next, and what the page draws.

The notes are the cards, rolls and decisions of a record. The rules are followed after each note up to the next roll or
decision, so that only what the rules allow can be noted.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from analyzer.answers.advice import Rollouts
from analyzer.host.notes import Choice, Entry, Evaluation, JudgedChoice, Line, NotedStep, Player, Question, Scene
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.drawing.ship_svg import own_ship
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import ALL_SUMS, THROWS, PartlyRolledDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.position.experiment import FromPosition, with_captains
from analyzer.trucker.position.position import Position, script
from analyzer.trucker.position.positionfile import EITHER, load_position, load_ship_or_position
from analyzer.trucker.position.scripted import (
    OWN,
    Finder,
    NoDice,
    OpenDecision,
    OpenDecisionFound,
    RecordedDecisions,
    RollFirst,
)
from analyzer.trucker.position.states import position_of_convoy
from analyzer.trucker.questions.advise import GOALS, Contest, in_words, results_of
from analyzer.trucker.questions.inspect import in_order_of_rolls
from analyzer.trucker.records.flight_record import Record, RecordedCard, at_places, load_record
from analyzer.trucker.records.recording import Refused, write_record
from analyzer.trucker.records.referee import Referee, Step
from analyzer.trucker.records.replay import results_in_words, state_of
from analyzer.trucker.sayings.phrases import many, printed_level
from analyzer.trucker.story.listener import Listener
from analyzer.trucker.story.story import sentence
from analyzer.trucker.world import DEFAULT_CAPTAIN

COMING = "The order of the cards to come, which the file says, is not used: note each card when it is revealed."
ALL_RIVALS = (-1, "")
"""Entry of `CardNotes.skipped` for all decisions of all rivals."""
MOST_KNOWN = 200
"""Largest number of lines whose flights a thread keeps."""


class CardNotes(NamedTuple):
    """The player's notes of one card: its rolls, and the decisions of the truckers.

    Attributes:
        recorded: the card as a record holds it.
        skipped: ship and name of each decision that the player left out, or ALL_RIVALS for all decisions of rivals; the
            ship's captain decides.
        end: number of entries in the player's notes up to the last entry of this card.
    """

    recorded: RecordedCard
    skipped: frozenset[tuple[int, str]]
    end: int


def cards_of(line: Line) -> tuple[list[CardNotes], frozenset[int]]:
    """Return the notes of each card, given all entries in order, and the ships that give up before the next card.

    If a ship gives up, that decision belongs to the card that is revealed after it.
    """
    cards: list[CardNotes] = []
    leaving: set[int] = set()
    for count, entry in enumerate(line, start=1):
        if "card" in entry:
            decisions: dict[int, dict[str, list[Any]]] = {ship: {GIVES_UP: [True]} for ship in sorted(leaving)}
            cards.append(CardNotes(RecordedCard(entry["card"], (), decisions), frozenset(), count))
            leaving = set()
        elif entry.get("what") == GIVES_UP:
            leaving.add(entry["ship"])
        else:
            cards[-1] = _with_entry(cards[-1], entry, count)
    return cards, frozenset(leaving)


def _with_entry(notes: CardNotes, entry: Entry, count: int) -> CardNotes:
    """Return the notes of a card with one more roll or decision; `count` is the entry's number, from 1."""
    recorded, skipped, _ = notes
    if "roll" in entry:
        return CardNotes(replace(recorded, rolls=(*recorded.rolls, entry["roll"])), skipped, count)
    if "skip_rivals" in entry:
        return CardNotes(recorded, skipped | {ALL_RIVALS}, count)
    if "skip" in entry:
        return CardNotes(recorded, skipped | {(entry["ship"], entry["skip"])}, count)
    decisions = {ship: {what: [*each] for what, each in own.items()} for ship, own in recorded.decisions.items()}
    value = tuple(entry["value"]) if isinstance(entry["value"], list) else entry["value"]
    decisions.setdefault(entry["ship"], {}).setdefault(entry["what"], []).append(value)
    return CardNotes(replace(recorded, decisions=decisions), skipped, count)


def line_of(record: Record) -> Line:
    """Return the entries (cards, rolls and decisions, in order) of a record."""
    return tuple(entry for card in record.cards for entry in _entries(card))


def _entries(card: RecordedCard) -> Iterator[Entry]:
    leaving = [ship for ship, own in card.decisions.items() if any(own.get(GIVES_UP, ()))]
    yield from ({"ship": ship, "what": GIVES_UP, "value": True} for ship in leaving)
    yield {"card": card.card}
    yield from ({"roll": roll} for roll in card.rolls)
    for ship, own in card.decisions.items():
        for what, values in own.items():
            yield from (decision(ship, what, value) for value in values if what != GIVES_UP)


def decision(ship: int, what: str, value: Any) -> Entry:
    """Return the entry for one decision of a ship."""
    return {"ship": ship, "what": what, "value": list(value) if isinstance(value, tuple) else value}


class NotedDecisions(Finder):
    """Noted decisions of one card; the flight stops at the first decision of any ship that is not noted.

    Attributes:
        skipped: ship and name of each decision for which the flight does not stop; the ship's captain decides.
    """

    def __init__(self, notes: CardNotes, names: tuple[str, ...]) -> None:
        decisions = {
            ship: {what: each for what, each in own.items() if what != GIVES_UP}
            for ship, own in notes.recorded.decisions.items()
        }
        super().__init__(script(decisions), names)
        self.skipped = notes.skipped

    def is_open(self, ship: int, what: str) -> bool:
        """Return whether the player still has to note a decision of a ship: yes unless the decision is skipped."""
        return (ship, what) not in self.skipped and (ship == OWN or ALL_RIVALS not in self.skipped)


@dataclass(frozen=True)
class AtCard:
    """The card at hand, flown up to the first roll or decision that is not noted.

    Attributes:
        position: the position when the card was revealed, with the noted rolls and decisions.
        now: the position at that roll or decision.
        lines: what happened at the card so far, in words.
        ship: ship that has to decide next; None if a roll comes next or nothing is left to note.
        open: decision of that ship; None if `ship` is None.
        is_dice_next: whether a roll comes next.
    """

    position: Position
    now: Position
    lines: tuple[str, ...]
    ship: int | None = None
    open: OpenDecision | None = None
    is_dice_next: bool = False

    @property
    def is_over(self) -> bool:
        """Whether everything at the card is noted, so that the next card can be revealed."""
        return self.open is None and not self.is_dice_next


class NotingReferee(Referee):
    """Referee who can also fly a card whose notes are not complete yet, and who tells what happens in words."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.listener = Listener()
        self.convoy.log = self.listener

    def copy(self) -> NotingReferee:
        """Return another referee of the same flight, at the same moment."""
        other = NotingReferee(self.record)
        other._restore(self._saved())
        other.met, other.has_left_out = [*self.met], self.has_left_out
        other.listener.lines |= {slot: [*lines] for slot, lines in self.listener.lines.items()}
        other.listener.states |= self.listener.states
        return other

    def lines(self, slot: int) -> tuple[str, ...]:
        """Return what happened at one card, in words; `slot` is its place in the deck, from 0."""
        return tuple(sentence(line, self.names) for line in self.listener.lines.get(slot, ()))

    def step(self, recorded: RecordedCard) -> tuple[Step, tuple[str, ...]]:
        """Fly one card; return its step of the record, and what happened in words."""
        slot = len(self.met)
        step = self._step(recorded)
        self.listener.card_over(self.convoy)
        return step, () if step.is_left_out else self.lines(slot)

    def _resolve(self, recorded: RecordedCard, *, reads_forced: bool) -> tuple[RecordedDecisions, Position]:
        """Resolve one card as in the base class, after dropping the story lines of an earlier attempt at it."""
        self.listener.lines.pop(len(self.met), None)
        return super()._resolve(recorded, reads_forced=reads_forced)

    def at_card(self, notes: CardNotes) -> AtCard:
        """Reveal a card on a copy of the state, and fly it up to its first roll or decision that is not noted.

        Raises:
            Refused: if the card cannot be revealed now.
        """
        recorded, slot = notes.recorded, len(self.met)
        self._check_card(recorded.card)
        saved = self._saved()
        leaving = {ship: {GIVES_UP: own[GIVES_UP]} for ship, own in recorded.decisions.items() if GIVES_UP in own}
        length = self.experiment.route.length
        self.convoy.slot, self.convoy.cards_left = slot, length - slot - 1
        self.convoy.decisions = RecordedDecisions(leaving, self.names)
        self.convoy.log = None
        check_before_card(self.convoy, length - slot)
        revealed = replace(self.position, card=recorded.card, rolls=recorded.rolls)
        self.convoy.log = self.listener
        self._restore(saved)
        return self._followed(revealed, notes)

    def _followed(self, revealed: Position, notes: CardNotes) -> AtCard:
        """Fly a revealed card up to its first roll or decision that is not noted."""
        experiment = with_captains(revealed, self.experiment.captains, 0)
        convoy, deck = experiment.on_the_start_line(0, 1), experiment.deal(0, 1)
        convoy.decisions = finder = NotedDecisions(notes, self.names)
        convoy.log = listener = Listener()
        slot = experiment.cards_resolved
        dice = PartlyRolledDice(NoDice(), slot, revealed.rolls)
        ship, open_, is_dice_next = None, None, False
        try:
            fly_through(convoy, experiment.route.rules.cards, deck, dice, range(slot, slot + 1), is_revealed=True)
        except OpenDecisionFound as found:
            ship, open_ = found.ship, replace(found.open, rolls=dice.read)
        except RollFirst:
            is_dice_next = True
        lines = []
        for line in listener.lines.get(slot, ()):
            # Facts that a story line needs may still be missing, because the card is not finished.
            with suppress(KeyError):
                lines.append(sentence(line, self.names))
        asked = replace(revealed, decisions=script(finder.script))
        now = replace(position_of_convoy(convoy, experiment, self.places, self.met), name=self.record.start.name)
        return AtCard(asked, now, tuple(lines), ship, open_, is_dice_next)


class FlownNotes(NamedTuple):
    """A flight flown by its entries (cards, rolls and decisions) as far as they go.

    Attributes:
        referee: the referee after the last finished card.
        steps: the finished cards, each with what happened in words, and the number of entries up to its last one.
        hand: the card at hand, or None between cards.
        hand_end: number of entries up to the last one of the last card in the notes.
        before: the position before the last card in the notes, which may still be at hand.
        leaving: ships that give up before the next card.
    """

    referee: NotingReferee
    steps: tuple[tuple[Step, tuple[str, ...], int], ...]
    hand: AtCard | None
    hand_end: int
    before: Position
    leaving: frozenset[int]

    @property
    def now(self) -> Position:
        """Position now; within a card, ships are as they are at its next roll or decision."""
        return self.referee.position if self.hand is None else self.hand.now


class KnownFlights(threading.local):
    """Flights that were flown from notes, by the notes as JSON; each thread has its own.

    A thread numbers wrecks in the order in which it meets them. So no thread can fly on from a flight of another one.
    """

    def __init__(self) -> None:
        self.flown: dict[str, FlownNotes] = {}


@dataclass(eq=False)
class NotedFlight:
    """A flight of Galaxy Trucker for the page on which players note what happens at their table.

    Attributes:
        GRADES: names for bad decisions, e.g. `mistake`, each with the loss in credits from which it is used.
        UNIT: unit of the score.
        SHOWN_AFTER: numbers of flights after which the page shows the evaluation of the present moment.
        EARLIER: number of flights for the evaluation of each earlier moment.
        start: position at which the notes begin.
        captain: captain who flies your ship in the simulated flights of evaluations.
        seed: seed of the cards and dice to come in evaluations.
        remarks: notes on the parts of the start file that were not used.
    """

    GRADES: ClassVar[Mapping[str, float]] = {"inaccuracy": 0.25, "mistake": 1.0, "blunder": 3.0}
    UNIT: ClassVar[str] = "credits"
    SHOWN_AFTER: ClassVar[tuple[int, ...]] = (10, 100, 1_000, 10_000)
    EARLIER: ClassVar[int] = 1_000

    start: Position
    captain: Captain = field(default_factory=lambda: load_captain(DEFAULT_CAPTAIN))
    seed: int = 1
    remarks: tuple[str, ...] = ()
    _known: KnownFlights = field(default_factory=KnownFlights)

    def flown(self, line: Line) -> FlownNotes:
        """Return the flight after the given entries, from memory if this thread has flown it before."""
        key, known = json.dumps(line), self._known.flown
        if key not in known:
            while len(known) >= MOST_KNOWN:
                del known[next(iter(known))]
            known[key] = self.fly(line)
        return known[key]

    def fly(self, line: Line) -> FlownNotes:
        """Fly the given entries; start after the last finished card whose flight this thread remembers."""
        cards, leaving = cards_of(line)
        known = (self._known.flown.get(json.dumps(line[: notes.end])) for notes in reversed(cards[:-1]))
        from_here = next((one for one in known if one is not None and one.hand is None), None)
        referee = NotingReferee(Record(self.start, ())) if from_here is None else from_here.referee.copy()
        steps = [] if from_here is None else [*from_here.steps]
        hand, before = None, referee.position
        for notes in cards[len(steps) :]:
            before = referee.position
            if notes is cards[-1]:
                with suppress(Refused):
                    hand = referee.at_card(notes)
                if hand is not None and not hand.is_over:
                    break
                hand = None
            step, lines = referee.step(notes.recorded)
            steps.append((step, lines, notes.end))
        return FlownNotes(referee, tuple(steps), hand, cards[-1].end if cards else 0, before, leaving)

    def scene(self, line: Line) -> Scene:
        """Return the content of the page after the given entries."""
        flown = self.flown(line)
        now, referee = flown.now, flown.referee
        steps = [_told(number, *one) for number, one in enumerate(flown.steps, len(self.start.met) + 1)]
        if flown.hand is not None:
            card = flown.hand.position.card_at_hand
            title = f"{len(self.start.met) + len(steps) + 1}. {'' if card is None else card_in_words(card)}"
            steps.append(NotedStep(title, flown.hand.lines, entries=flown.hand_end))
        met, length = len(referee.met), referee.experiment.route.length
        at_hand = f", card {met + 1} at hand" if flown.hand is not None else ""
        players = tuple(
            Player(name, state_of(ship) + (", gives up before the next card" if number in flown.leaving else ""),
                   None if ship.left else ship.space)
            for number, (name, ship) in enumerate(zip(referee.names, now.ships, strict=True))
        )  # fmt: skip
        return Scene(
            heading=f"{referee.names[OWN]}: {now.edition.name}, level {now.level_name}",
            now=f"{met} of {length} cards met{at_hand}",
            picture=own_ship(now, flown.before, "now"),
            players=players,
            steps=tuple(steps),
            question=self._question(flown),
            ended=tuple(results_in_words(referee.results())),
            notes=(*self.remarks, *caveats(now.route)),
            plays_on=self._plays_on(referee),
        )

    def _plays_on(self, referee: NotingReferee) -> str:
        """Return a phrase on the captains who fly the rest of the flight in evaluations: yours, then the rivals'."""
        rivals = list(zip(referee.names, referee.experiment.captains, strict=True))[1:]
        others = [f"{name} under {captain.name}" for name, captain in rivals]
        if len({captain.name for _, captain in rivals}) == 1:
            others = [f"rivals under {rivals[0][1].name}"]
        return f"flights flown to the end under {', '.join([self.captain.name, *others])}"

    def _question(self, flown: FlownNotes) -> Question | None:
        """Return what to note next, or None once the flight is over."""
        hand, names = flown.hand, flown.referee.names
        if hand is None:
            return None if flown.referee.outcome() is not None else _which_card(flown)
        if hand.open is None or hand.ship is None:
            rolls = tuple(Choice(str(roll), {"roll": roll}) for roll in ALL_SUMS.tolist())
            return Question(f"What was rolled{_for_what(hand.position)}?", rolls, "dice", is_judged=True)
        experiment = with_captains(hand.position, flown.referee.experiment.captains, 0)
        ship, open_ = hand.ship, hand.open
        choices = [
            Choice(in_words(experiment, open_, value), decision(ship, open_.what, value), value == open_.captain)
            for value in open_.options
        ]
        choices.sort(key=lambda choice: not choice.likely)
        skips = (
            Choice("not noted: its captain decides", {"ship": ship, "skip": open_.what}),
            Choice("no rival is noted at this card", {"skip_rivals": True}),
        )
        question = "What do you do?" if ship == OWN else f"What does {names[ship]} do?"
        return Question.listed(question, tuple(choices), () if ship == OWN else skips, is_judged=ship == OWN)

    def text(self, line: Line, file: str | Path = "") -> str:
        """Return the text of a record file with the given entries, to be written to the path `file`."""
        cards, _ = cards_of(line)
        return write_record(Record(self.start, tuple(notes.recorded for notes in cards)), file)

    def evaluate(
        self, line: Line, trials: int, check: Callable[[int], None], noted: Entry | None = None
    ) -> Evaluation | None:
        """Return the results to expect once the given entries are noted; None if the flight is over then.

        If your ship has to decide next, they include the result of each option. If a roll comes next, they say what
        each sum does to your ship.

        Args:
            line: the entries (cards, rolls and decisions) in order.
            trials: number of flights.
            check: called now and then; raises Outdated to stop.
            noted: the entry that was noted next; not used.
        """
        flown = self.flown(line)
        if flown.referee.outcome() is not None:
            return None
        position = flown.referee.position if flown.hand is None else flown.hand.position
        captains = (self.captain, *flown.referee.experiment.captains[1:])
        experiment = with_captains(position, captains, self.seed)
        if flown.hand is not None and flown.hand.ship == OWN and flown.hand.open is not None:
            return self._advised(experiment, flown.hand.open, trials, check)
        rollouts = Rollouts(1, lambda _, first, flights: results_of(experiment, first, flights), GOALS["credits"])
        rollouts.run(trials, check, whole=[0])
        found = _evaluation(trials, {goal: rollouts.result(0, GOALS[goal]) for goal in SHOWN})
        return replace(found, **self._outs(line)) if flown.hand is not None and flown.hand.is_dice_next else found

    def _outs(self, line: Line) -> dict[str, Any]:
        """Return the fields of an evaluation on the next roll: the effect of each sum on your ship, and a sentence.

        The sentence says how many of the 36 equally likely rolls cost your ship components.
        """
        before, options, harm = self.flown(line).now.ships[OWN], [], 0
        for roll, ways in zip(ALL_SUMS.tolist(), THROWS.tolist(), strict=True):
            after = self.flown((*line, {"roll": roll}))
            own = after.now.ships[OWN]
            lost = len(own.lost) - len(before.lost)
            asks = after.hand is not None and after.hand.ship == OWN
            value = f"{many(lost, 'component')} lost" if lost else "you decide" if asks else "no harm"
            harm += int(ways) if lost else 0
            options.append(JudgedChoice(str(roll), value, {"roll": roll}, 0.0, 0.0))
        says = (
            f"{harm} of 36 rolls cost you components." if harm else "No roll costs you a component without your choice."
        )
        return {"options": tuple(options), "says": (says,)}

    def _advised(
        self, experiment: FromPosition, open_: OpenDecision, trials: int, check: Callable[[int], None]
    ) -> Evaluation:
        """Return the evaluation of your open decision: the results of the best option, and the credits of each."""
        contest = Contest(experiment, open_, "credits")
        contest.rollouts.run(trials, check)
        advice = contest.advice(trials)
        options = tuple(
            JudgedChoice.of(one, GOALS["credits"].result(one.credits), decision(OWN, open_.what, one.value), scale=1)
            for one in advice.options
        )
        best = advice.options[0]
        found = _evaluation(best.flights, {goal: best.results[goal] for goal in SHOWN})
        return replace(found, options=options, says=tuple(advice.conclusions()))


SHOWN = {"credits": "expected", "arrived": "arrives", "first": "arrives first"}
"""Goals whose results are shown for the present moment, each with its label."""


def _evaluation(trials: int, results: Mapping[str, Estimate]) -> Evaluation:
    """Return an evaluation from results of your ship, by goal (the keys of SHOWN)."""
    credits = results["credits"]
    values = tuple((SHOWN[goal], GOALS[goal].result(one)) for goal, one in results.items())
    return Evaluation(trials, values, float(credits.mean), float((credits.high - credits.low) / 2))


def _told(number: int, step: Step, lines: tuple[str, ...], entries: int) -> NotedStep:
    """Return a finished card as a step of the page's story."""
    title = f"card {step.recorded.card}" if step.card is None else card_in_words(step.card)
    assumed = [f"not noted, so a captain decided: {'; '.join(step.assumed)}"] if step.assumed else []
    superfluous = [f"correct but not needed: {'; '.join(step.superfluous)}"] if step.superfluous else []
    return NotedStep(f"{number}. {title}", (*lines, *assumed, *superfluous), step.caveat, entries)


def _for_what(position: Position) -> str:
    """Return words for the meteor or shot that is rolled for next; "" if the rolls so far do not tell which."""
    card = position.card_at_hand
    if card is None or sum(bool(line.shots) for line in card.lines) > 1:
        return ""
    sent = in_order_of_rolls(card).split(", ")
    number = len(position.rolls)
    if number >= len(sent):
        return ""
    return f" for the {sent[number].partition(' ')[2]}, {number + 1} of {len(sent)}"


def _which_card(flown: FlownNotes) -> Question:
    """Return the question for the next card, with all cards that may come."""
    referee, now = flown.referee, flown.now
    alike: dict[tuple[int, Card], list[Card]] = {}
    for card in now.edition.cards:
        if _may_come(referee, card):
            alike.setdefault((card.level, card.unnumbered()), []).append(card)
    choices = [Choice(_alike_in_words(cards), {"card": cards[0].id}) for cards in alike.values()]
    flying = [number for number, ship in enumerate(now.ships) if not ship.left and number not in flown.leaving]
    beside = [
        Choice(f"{referee.names[number]} gives up", {"ship": number, "what": GIVES_UP, "value": True})
        for number in flying
        if not now.learning
    ]
    return Question("Which card comes next?", tuple(choices), "search", tuple(beside))


def _alike_in_words(cards: Sequence[Card]) -> str:
    """Return cards of equal level and effect in words, with their numbers."""
    numbers = ", ".join(str(card.id) for card in cards)
    told = f"card {numbers}" if len(cards) == 1 else f"{len(cards)} equal cards: {numbers}"
    return f"{card_in_words(cards[0])} (level {printed_level(cards[0].level)}, {told})"


def _may_come(referee: NotingReferee, card: Card) -> bool:
    """Return whether the rules allow a card to be revealed next."""
    try:
        referee._check_card(card.id)
    except Refused:
        return False
    return True


def load_notes(source: str | Path, captain: str = DEFAULT_CAPTAIN, seed: int = 1) -> tuple[NotedFlight, Line]:
    """Return the flight that begins with a file, and the entries that the file already holds.

    Args:
        source: path of a ship, a position or a record file.
        captain: captain who flies your ship in the simulated flights of evaluations.
        seed: seed of the cards and dice to come in evaluations.
    """
    data, _ = EITHER.content(source)
    if "cards" in data:
        record = load_record(source)
        return NotedFlight(record.start, load_captain(captain), seed), line_of(record)
    start = load_position(load_ship_or_position(source))
    at_hand: Line = ()
    if start.card is not None:
        decisions = {ship: {what: [*each] for what, each in own} for ship, own in start.decisions}
        at_hand = tuple(_entries(RecordedCard(start.card, start.rolls, decisions)))
    remarks = (COMING,) * bool(start.coming)
    start = replace(start, card=None, rolls=(), decisions=(), coming=())
    return NotedFlight(at_places(start), load_captain(captain), seed, remarks), at_hand
