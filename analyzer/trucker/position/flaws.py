"""Flaws of positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.files.flaws import Flaw, Path
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.captains import named_captain
from analyzer.trucker.cards.forecast import flaws_of
from analyzer.trucker.cards.rest import to_come, unmet
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.position.experiment import FromPosition, with_captains
from analyzer.trucker.position.open_decision import FLIGHTS, FlightProgress, is_known, later_choices, reach
from analyzer.trucker.position.position import Position, Script
from analyzer.trucker.position.scripted import OWN, ShipDecision, without
from analyzer.trucker.position.states import position_of_convoy
from analyzer.trucker.position.values import nothing_to_decide
from analyzer.trucker.sayings.phrases import many, printed_level
from analyzer.trucker.ship.aboard import HUMAN
from analyzer.trucker.world import DEFAULT_CAPTAIN

LEAVE_OUT = "leave one out"
"""Advice in messages about an entry that is given twice."""
WHICH_TO_COME = "name all to come, leave coming out if they are not known, or say coming: [] if none is left"
"""Advice in messages about a wrong list of cards to come."""


OF_CARDS = ("level", "met", "card", "coming", "deck", "piles", "learning", "prognostic", "own_cards")
"""Names of the fields of a position that determine its cards."""


def position_flaws(position: Position, paths: Sequence[Path], wrong: Collection[str] = ()) -> Iterator[Flaw]:
    """Yield every flaw that concerns a position as a whole.

    Args:
        position: the position.
        paths: place of each ship in the file.
        wrong: names of fields that have flaws of their own; no further flaws are derived from them.
    """

    def sound(*fields: str) -> bool:
        return not any(field in wrong for field in fields)

    if sound(*OF_CARDS):
        yield from _card_flaws(position)
    if sound("card", "own_cards"):
        yield from _roll_flaws(position)
    if sound("level", "rivals", "met", "space", "start", "left"):
        yield from _track_flaws(position, paths)
    if sound("learning", "lost", "crew", "left"):
        yield from _crew_flaws(position, paths)
    if sound("lost", "goods"):
        yield from _bank_flaws(position)


def _chosen_flaws(position: Position) -> Iterator[Flaw]:
    """Yield flaws of a deck that was chosen, not dealt from piles.

    They are fields that contradict the deck, and a deck that does not begin with the revealed cards.
    """
    others = [name for name in ("coming", "piles") if getattr(position, name)]
    yield from (Flaw((name,), f"{name}: deck states all cards already: leave out {name} or deck") for name in others)
    if others:
        return
    try:
        route = position.route
    except AnalyzerError as error:
        yield from (Flaw(("deck",), f"deck: {fault.text}") for fault in error.faults)
        return
    revealed = position.revealed
    if revealed != route.cards[: len(revealed)]:
        begins = ", ".join(map(str, route.cards[: len(revealed)]))
        yield Flaw(("met" if position.met else "card",), f"deck: the deck begins with {begins}: other cards were met")


def _card_flaws(position: Position) -> Iterator[Flaw]:
    """Yield flaws of the card numbers in a position: unknown or repeated ones, wrong levels, and impossible decks."""
    if position.deck:
        yield from _chosen_flaws(position)
        return
    edition, level, chosen = position.edition, position.level, _if_chosen(position)
    seen: set[int] = set()
    for path, number in _named(position):
        cards = [card for card in edition.cards if card.id == number]
        if not cards:
            ids = [card.id for card in edition.cards]
            yield Flaw(path, f"no card {number} in the {edition.name} edition: the cards are {min(ids)} to {max(ids)}")
        elif number in seen:
            yield Flaw(path, f"card {number} is named twice, and there is but one: {LEAVE_OUT}{chosen}")
        elif position.learning and not cards[0].learning:
            yield Flaw(path, f"card {number} is not starred: the learning flight meets the starred cards{chosen}")
        elif not position.learning and cards[0].level not in level.pile:
            yield Flaw(
                path,
                f"card {number} is of level {printed_level(cards[0].level)}: no pile of level {level.name} holds one"
                f"{chosen}",
            )
        seen.add(number)
    # Only cards that exist and differ can be judged together, as a deck.
    if seen <= {card.id for card in edition.cards} and len(seen) == len([*_named(position)]):
        yield from _deck_flaws(position, {card.id: card for card in edition.cards})


def _if_chosen(position: Position) -> str:
    """Return the advice for cards that no dealt deck can have, to write into `deck` that the deck was chosen."""
    return f"; if the deck was chosen, not dealt, say so: deck: {[*position.revealed, *position.coming]}"


def _named(position: Position) -> Iterator[tuple[Path, int]]:
    """Yield the place in the file and the number of every card that the position names."""
    yield from ((("met", number), card) for number, card in enumerate(position.met))
    if position.card is not None:
        yield ("card",), position.card
    yield from ((("coming", number), card) for number, card in enumerate(position.coming))


def _deck_flaws(position: Position, cards: dict[int, Card]) -> Iterator[Flaw]:
    """Yield flaws of a dealt deck: cards that cannot come in this order, and too many cards of a level."""
    edition, level = position.edition, position.level
    if position.piles is not None:
        piles = position.piles
        flaws = [*flaws_of(piles.piles, piles.level, edition, level.name, position.prognostic)]
        yield from flaws
        if flaws or position.learning or position.coming:
            return
    try:
        route = position.route
    except AnalyzerError as error:
        yield from (Flaw(("coming",) if position.coming else ("piles",), fault) for fault in error.faults)
        return
    if position.coming:
        yield from _coming_flaws(position)
    if position.learning or position.coming:
        return
    chosen = _if_chosen(position)
    for number, left in to_come(route, position.revealed).items():
        known = [card for card in unmet(route, position.revealed) if cards[card].level == number]
        if left < len(known):
            beside = (
                f" beside those of the piles that are still to come ({', '.join(map(str, known))})" if known else ""
            )
            met = f"a flight of level {level.name} meets {route.piles.dealt()[number]} cards"
            yield Flaw(("met",), f"{met} of level {printed_level(number)}: more are named{beside}{chosen}")
    if position.prognostic:
        yield from _order_flaws(position, cards)
    elif position.revealed and cards[position.revealed[0]].level != level.number:
        path: Path = ("met", 0) if position.met else ("card",)
        own = printed_level(level.number)
        text = f"card {position.revealed[0]} came first: the first card is one of level {own}, as shuffled{chosen}"
        yield Flaw(path, text)


def _coming_flaws(position: Position) -> Iterator[Flaw]:
    """Yield flaws of the cards to come; with the revealed cards, they must make a complete deck of the flight."""
    route, named = position.route, (*position.revealed, *position.coming)
    if position.learning:
        if len(named) != route.length:
            text = f"{len(named)} cards, those met included, but a flight has {route.length}: {WHICH_TO_COME}"
            yield Flaw(("coming",), text)
        return
    for level, left in to_come(route, named).items():
        if left:
            dealt = route.piles.dealt()[level]
            there = f"{dealt - left} cards of level {printed_level(level)}, those met included"
            yield Flaw(("coming",), f"{there}, but a flight has {dealt}: {WHICH_TO_COME}{_if_chosen(position)}")


def _order_flaws(position: Position, cards: dict[int, Card]) -> Iterator[Flaw]:
    """Yield flaws of the order of cards in the prognostic variant, in which piles are not shuffled."""
    size = len(position.level.pile)
    for number, pile in enumerate(position.route.piles.whole_piles()):
        met = position.revealed[number * size : (number + 1) * size]
        for place, (card, seen) in enumerate(zip(met, pile, strict=False)):
            if seen not in (None, card):
                slot = number * size + place
                path: Path = ("met", slot) if slot < len(position.met) else ("card",)
                yield Flaw(path, f"card {card}: pile {number + 1} has card {seen} in this place")
        levels = Counter(cards[card].level for card in (*met, *(card for card in pile[len(met) :] if card is not None)))
        if levels - Counter(position.level.pile):
            yield Flaw(("met",), f"pile {number + 1}: the cards met are not one pile of level {position.level.name}")


def _roll_flaws(position: Position) -> Iterator[Flaw]:
    """Yield flaws of rolls and decisions: entries without a card at hand, and too many rolls."""
    if position.decisions and position.card is None:
        yield Flaw(("decisions",), "decisions without a card at hand: add card, or leave the decisions out")
    if position.rolls and position.card is None:
        yield Flaw(("rolls",), "rolls without a card at hand: add card, or leave the rolls out")
    elif position.rolls and position.card in {card.id for card in position.edition.cards}:
        card = position.edition.card(position.card or 0)
        most = len(card.hits) + sum(len(line.shots) for line in card.lines) + KINDS[card.kind].more_rolls
        if len(position.rolls) > most:
            kind = card.kind.replace("_", " ")
            yield Flaw(("rolls",), f"{len(position.rolls)} rolls: card {card.id} ({kind}) has at most {most}")


def _track_flaws(position: Position, paths: Sequence[Path]) -> Iterator[Flaw]:
    """Yield flaws of starting places and spaces on the track: equal or missing ones, and lapped ships in flight."""
    own, *rivals = position.ships
    if own.left:
        yield Flaw(("left",), "left is for rivals: a flight that you have left is over")
    if own.space is None and position.met and rivals:
        yield Flaw(("met",), "cards were met: say in space where your marker is, 0 for the first starter's space")
    starts: dict[int, str] = {}
    spaces: dict[int, str] = {}
    lap = position.level.lap
    flying = [ship.space for ship in position.ships if ship.space is not None and not ship.left]
    for ship, path in zip(position.ships, paths, strict=True):
        if ship.start is not None and ship.start in starts:
            yield Flaw((*path, "start"), f"start {ship.start}: {starts[ship.start]} started there: {LEAVE_OUT}")
        elif ship.start is not None:
            starts[ship.start] = ship.ship.name
            if ship.start > len(position.ships):
                yield Flaw((*path, "start"), f"start {ship.start}: only {many(len(position.ships), 'ship')} started")
        if ship.space is None or ship.left:
            continue
        if max(flying) - ship.space >= lap:
            text = f"space {ship.space}: a lap ({lap} spaces) behind the leader: add left: lapped, or correct it"
            yield Flaw((*path, "space"), text)
        # The track is a circle: spaces a lap apart are the same one.
        elif ship.space % lap in spaces:
            text = f"space {ship.space}: {spaces[ship.space % lap]} is there: two ships cannot share a space"
            yield Flaw((*path, "space"), text)
        else:
            spaces[ship.space % lap] = ship.ship.name


def _crew_flaws(position: Position, paths: Sequence[Path]) -> Iterator[Flaw]:
    """Yield a flaw for each ship that flies on without a human, unless the basic rules allow it."""
    if position.learning and position.edition.learning_by_basic_rules:
        return
    for number, (ship, path) in enumerate(zip(position.ships, paths, strict=True)):
        if ship.known and not ship.left and HUMAN not in {who for _, there in ship.crew for who in there}:
            cure = "this flight is over" if number == 0 else "add left: no_humans"
            text = f"no human is aboard {ship.ship.name}, so it had to stop: {cure}, or correct the crew"
            yield Flaw((*path, "crew"), text)


def _bank_flaws(position: Position) -> Iterator[Flaw]:
    """Yield a flaw for each colour with more cubes aboard than the game has."""
    cubes = Counter(cube for ship in position.ships for _, there in ship.goods for cube in there)
    for colour, most in zip(GOODS, position.edition.good_cubes, strict=True):
        if cubes[colour] > most:
            yield Flaw(("goods",), f"{cubes[colour]} {colour} cubes on all ships: the game has {most}")


class CheckedScript(NamedTuple):
    """The decisions in a position file, split by whether the rules allow them.

    Attributes:
        refused: index of the ship and reason, for each entry that the rules refuse.
        superfluous: entries, in words, that state the only value that the rules allow.
        script: all other entries.
    """

    refused: list[tuple[int, str]]
    superfluous: tuple[str, ...]
    script: Script


def checked_script(position: Position) -> CheckedScript:
    """Return the decisions of a position file, split into accepted, refused and superfluous ones.

    The flight is flown to the first open decision of your ship, or to the first roll that the file does not give.
    Entries are first read only where the rules leave a choice. If one is refused, they are read again at every
    decision. The second reading counts if it refuses nothing, else the first. If rivals are not fully known, several
    flights are flown.
    """
    experiment = with_captains(position, (named_captain(DEFAULT_CAPTAIN),) * len(position.ships), 0)
    if not position.decisions:
        return CheckedScript([], (), ())
    if not all(is_known(experiment, number) for number in range(len(position.ships))):
        return _checked_in_flights(experiment)
    readings = []
    for reads_forced in (False, True):
        reached = reach(experiment, 0, reads_forced=reads_forced)
        later = later_choices(experiment, reached) if reached.finder.not_read() else ()
        now = position_of_convoy(reached.convoy, experiment, experiment.places(0, 1), ())
        reached.finder.sort_unread(position.ships, now.ships, later)
        readings.append(reached)
        if not reached.finder.refusals():
            break
    best = min(readings, key=lambda reached: bool(reached.finder.refusals()))
    unread = [(one.ship, _reason(experiment, best, one.what, one.value)) for one in best.finder.unread]
    refused = [(ship, f"{experiment.names[ship]}: {why}") for ship, why in (*best.finder.refused, *unread)]
    return _as_script(experiment, refused, best.finder.superfluous)


def _checked_in_flights(experiment: FromPosition) -> CheckedScript:
    """Check the decisions of a position file by several flights, because rivals are not fully known.

    An entry is refused if no flight can ask for it. It is superfluous if the rules leave no choice in any flight.
    """
    tries = [reach(experiment, flight) for flight in range(FLIGHTS)]
    unread = [one.finder.not_read() for one in tries]
    refused, superfluous = [], []
    for one in unread[0]:
        number, what, value = one
        if not all((number, what) in [other[:2] for other in each] for each in unread):
            continue
        # In flights that were not tried, a ship whose state is drawn may still face a decision that others faced, or
        # that comes after a roll.
        may_come = not is_known(experiment, number) and any(
            flown.is_dice_next or what in flown.finder.decided_on for flown in tries
        )
        if all(value in flown.finder.forced.get((number, what), ()) for flown in tries):
            superfluous.append(one)
        elif not may_come and (what != GIVES_UP or value):
            refused.append((number, f"{experiment.names[number]}: {_reason(experiment, tries[0], what, value)}"))
    return _as_script(experiment, refused, superfluous)


def _as_script(
    experiment: FromPosition, refused: list[tuple[int, str]], superfluous: Sequence[ShipDecision]
) -> CheckedScript:
    """Return the checked decisions: refused ones, superfluous ones in words, and the rest as script.

    A superfluous `gives_up: no` gets no remark.
    """
    said = tuple(one.in_words(experiment.names) for one in superfluous if one.what != GIVES_UP or one.value)
    return CheckedScript(refused, said, without(experiment.position.decisions, superfluous))


def _reason(experiment: FromPosition, reached: FlightProgress, what: str, value: Any) -> str:
    """Return the reason why a decision that no rule asked for is refused."""
    when = ""
    if reached.open is not None and what != GIVES_UP:
        when = f" before {experiment.names[OWN]} decides on {reached.open.what}"
    elif reached.is_dice_next:
        when = " before dice are rolled (add to rolls what was rolled)"
    return nothing_to_decide(what, value, when)
