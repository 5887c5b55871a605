"""Starship Catan at the table: advice on positions that were counted out by hand, and whose reviews show mistakes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from analyzer import starship
from analyzer.starship import Advice, Captain, load_captain
from tests.doors.starship import PRICES, plain
from tests.proofs.costs import as_table, in_short, together, told_wrong
from tests.proofs.proof import Proven, Share, in_turn
from tests.starship.questions.last_chance import FREE, in_flight, last_chance, sector
from tests.starship.rules.winning_steps import Start, can_win
from tests.starship.twin.box import CARD, GOODS, MODULES
from tests.starship.twin.box import CARDS as BOX
from tests.starship.twin.deal import lay
from tests.starship.twin.table import points

CARDS, MOST_BOOSTERS = 10, 2
GAMES, FEW_GAMES, PIECE = 200, 12, 25
SHOULD_HOLD = 0.95
FIRST_SEED = 40_000


class Tiny(NamedTuple):
    """A position in which one more point wins, and by option the share of deals in which it comes."""

    fields: Mapping[str, Any]
    chances: Mapping[str, float]


def tiny(number: int) -> Tiny:
    """A colony ship, up to three colonies in two sectors or in the one that is flown, and one to three cards to fly."""
    rng = random.Random(FIRST_SEED + number)
    boosters = rng.randint(0, MOST_BOOSTERS)
    moon: dict[str, Any] = {"hangar": {"colony_ship": 1}, "boosters": [1] * boosters}
    cards, first = boosters + 1, rng.randint(1, 2)
    if number % 2:
        second = rng.randint(0, len(FREE) - first)
        lying = {1: sector(*FREE[:first], fill=0), 2: sector(*FREE[first : first + second], fill=1)}
        chances = {f"fly to sector {one}": chance(many, cards) for one, many in ((1, first), (2, second))}
        nothing = ("fly to sector 3", "fly to sector 4", "stay out of all sectors")
        return Tiny(last_chance(moon=moon, sectors=lying), chances | dict.fromkeys(nothing, 0.0))
    lying = {1: sector(*FREE[:first], fill=0)}
    moon["boosters"] = [1, 1]
    turned_up = lying[1][first : first + rng.randint(1, 2)]
    left = MOST_BOOSTERS + 1 - len(turned_up)
    chances = {"pass and fly on": chance(first, left, CARDS - len(turned_up)), "pass and turn back": 0.0}
    return Tiny(last_chance(moon=moon, sectors=lying, **in_flight(*turned_up)), chances)


def chance(colonies: int, cards: int, among: int = CARDS) -> float:
    """In how many of all ways to lie one of the colonies is among the first cards."""
    ways = [*combinations(range(among), colonies)]
    return sum(any(place < cards for place in way) for way in ways) / len(ways)


def starship_regrets_hold(size: int, share: Share = in_turn) -> Proven:
    """Starship Catan: `advise` tells how far options are behind the best on tiny positions with exact answers.

    Moon wins with one more point and loses without. Every order of the cards of a sector is counted. The intervals of
    `advise` hold for all options at once in 95 of 100 positions, less three standard errors.

    Fails if options are played on otherwise than they are decided, or if the best is chosen by the games that judge it.
    """
    pieces = [(first, min(PIECE, size - first)) for first in range(0, size, PIECE)]
    each = [result for piece in share(judged, pieces) for result in piece]
    holding = sum(holds for _, holds in each)
    least = SHOULD_HOLD - 3 * sqrt(SHOULD_HOLD * (1 - SHOULD_HOLD) / max(1, size))
    faults = (f"{holding} of {size} positions hold",) if holding < least * size else ()
    kinds = ", ".join(f"{many:,} {what}" for what, many in sorted(Counter(what for what, _ in each).items()))
    return Proven(f"{size:,} positions: {kinds}", f"{holding:,} hold", faults)


def judged(first: int, size: int) -> list[tuple[str, bool]]:
    """By position what is decided, and whether all intervals hold."""
    results = []
    for number in range(first, first + size):
        position = tiny(number)
        advice = starship.advise(position.fields, GAMES, FIRST_SEED + number)
        best = max(position.chances.values())
        behind = [(option.worse, best - position.chances[option.words]) for option in advice.options]
        holds = all(one.low - 1e-9 <= true <= one.high + 1e-9 for one, true in behind if one.mean)
        results.append((advice.what, holds))
    return results


def starship_advice_prefers_nothing_dominated(size: int, share: Share = in_turn) -> Proven:
    """Starship Catan: an option with which no deal wins is never ranked above one that may win.

    The same tiny positions are played with so few games that means say little.

    Fails if options are not played on with the same cards and dice, or if one that was dropped early is ranked by its
    mean.
    """
    pieces = [(first, min(PIECE, size - first)) for first in range(0, size, PIECE)]
    faults = tuple(fault for piece in share(preferred, pieces) for fault in piece)
    return Proven(f"{size:,} positions, {FEW_GAMES} games an option", f"{len(faults)} preferred", faults)


def preferred(first: int, size: int) -> list[str]:
    """What was preferred although it never wins."""
    positions = [(number, tiny(number)) for number in range(first, first + size)]
    return [
        f"position {number}: {fault}"
        for number, position in positions
        if (fault := preferred_in(starship.advise(position.fields, FEW_GAMES, number + 1), position.chances))
    ]


def preferred_in(advice: Advice, chances: Mapping[str, float]) -> str:
    """The first option, if it never wins and did worse in some game than one that may; else ""."""
    best = advice.options[0]
    others = [option for option in advice.options if chances[option.words] and not option.is_same]
    return best.words if not chances[best.words] and others else ""


TURNS, AFTER_EACH = 24, 30
PLAYERS = ("thinker", "sensible", "random", "passenger-pays")


def starship_reviews_tell_captains_apart(
    size: int, share: Share = in_turn, turns: int = TURNS, position: Any = None
) -> Proven:
    """Starship Catan: reviews tell a thinker and `sensible` from random prices and a passenger.

    All play the first turns of the same games against `sensible`, from the start on or from a position. The passenger
    pays pirates and does nothing at cards. The table gives shares of clear mistakes, and the mean cost of a decision in
    points of margin with its standard error. A better player must not make clearly more or larger mistakes, and random
    prices and the passenger must be clearly told from both others.

    Fails if a review calls good decisions mistakes, or does not see bad ones.
    """
    pieces = [(who, game, turns, position) for game in range(size) for who in PLAYERS]
    costs = share(reviewed, pieces)
    each = {who: together(costs[number :: len(PLAYERS)]) for number, who in enumerate(PLAYERS)}
    clear = [(better, worse) for better in PLAYERS[:2] for worse in PLAYERS[2:]]
    faults = told_wrong(each, size, clear, [("thinker", "sensible")])
    return Proven(f"{size} games each, {turns} turns", in_short(each), faults, as_table(each))


def reviewed(who: str, game: int, turns: int, position: Any = None) -> list[float]:
    """The decisions and clear mistakes of Moon in one game, and what all decisions cost, with its standard error."""
    captain = with_random_prices(game) if who == "random" else load_captain(who)
    record = starship.explain(game, captains=(captain, "sensible"), turns=turns, position=position).record()
    review = starship.review(record, AFTER_EACH, 7 + game, player="moon", goal="margin", workers=1)
    return [len(review.decisions), len(review.mistakes), review.cost.mean, review.cost.error]


def with_random_prices(number: int) -> Captain:
    """The sensible captain, with the prices of builds, goods, points and cards drawn anew from theirs."""
    captain, rng = load_captain("sensible"), random.Random(number)
    names = [one.name for one in fields(captain) if one.name in PRICES]
    drawn = rng.sample([getattr(captain, name) for name in names], len(names))
    modules = tuple(rng.sample(captain.modules, len(captain.modules)))
    return replace(captain, name="random", modules=modules, **dict(zip(names, drawn, strict=True)))


STATIONS = tuple(card.id for card in BOX if card.h)
COLONIES = tuple(card.id for card in BOX if card.kind == "colony")
ADVICE_GAMES, WINS_A_PIECE, WINNER = 2, 20, "expert"


def starship_wins_in_hand_are_taken(size: int, share: Share = in_turn) -> Proven:
    """Starship Catan: `expert` plays every win in hand, and `advise` puts one first.

    In random positions, before the flight or in trade and build, the player is one or two points short and can win by
    some order of steps. All orders are enumerated. `expert` must win within the bounds of docs/starship-rulings.md,
    "Wins in hand"; `advise` also beyond them.

    Fails if one of these wins is missed.
    """
    pieces = [(first, min(WINS_A_PIECE, size - first)) for first in range(0, size, WINS_A_PIECE)]
    found = share(missed_wins, pieces)
    faults = tuple(fault for _, missed in found for fault in missed)
    within = sum(many for many, _ in found)
    return Proven(f"{size} positions, {within} within the captains' bounds", f"{len(faults)} wins missed", faults)


def missed_wins(number: int, many: int) -> tuple[int, list[str]]:
    """How many of some wins in hand are within the captains' bounds, and which were missed."""
    rng, found, within, missed = random.Random(FIRST_SEED + number), 0, 0, []
    while found < many:
        position = near_the_goal(rng)
        table = lay(position, 0, 0, None)
        me, other = table.me, table.other
        own, others = (tuple(player.modules.values()) for player in (me, other))
        stations = tuple(card.id for card in me.stations)
        start = Start(10 - points(table)[0], me.astro, tuple(me.have), own, tuple(other.have), others, stations)
        if start.missing <= 0 or not can_win(start, resells=True, grows=True):
            continue
        found += 1
        if can_win(start, resells=False, grows=False):
            within += 1
            if plain.turns([position], (WINNER, "sensible"), 1)[0]["winner"] != "moon":
                missed.append(f"{WINNER}: {position}")
        if not starship.advise(position, ADVICE_GAMES, captain="expert").options[0].is_win:
            missed.append(f"advise: {position}")
    return within, missed


def near_the_goal(rng: random.Random) -> dict[str, Any]:
    """A position in which Moon is about one or two points short, with goods, Astro and stations by chance."""
    levels = {crest: {module: rng.randint(0, 2) for module in MODULES} for crest in ("moon", "sun")}
    for module, level in levels["moon"].items():
        if level == 2:
            levels["sun"][module] = min(levels["sun"][module], 1)
    ships: dict[str, Any] = {}
    for crest, modules in levels.items():
        room = 2 + modules["logistics"]
        goods = {good: rng.randint(0, room) for good in GOODS}
        ships[crest] = {"astro": rng.randint(0, 14), "goods": goods, "science": rng.randint(0, 4), "modules": modules}
    stations = rng.sample(STATIONS, rng.randint(0, 5))
    short, special = rng.choice((1, 1, 2)), sum(CARD[card].friendship for card in stations) >= 3
    wanted = 10 - short - special - sum(level == 2 for level in levels["moon"].values())
    colonies = ["START01", *(card for card in COLONIES if card[:5] != "START")][:wanted]
    ships["moon"] |= {"stations": stations, "colonies": colonies, "hangar": {}}
    return {**ships, "turn": "moon", "phase": rng.choice(("sector", "trade")), "roll": rng.randint(1, 3)}
