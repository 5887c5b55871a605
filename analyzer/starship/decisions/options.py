"""Options of an open decision: every step that the rules allow, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, permutations
from typing import Any, get_args

from analyzer.answers.description import in_words
from analyzer.errors import AnalyzerError
from analyzer.files.yamlfile import check_content
from analyzer.starship.decisions.lines import after_step, winning_steps
from analyzer.starship.encounters import KINDS
from analyzer.starship.position.position import Position
from analyzer.starship.records.game import Game, Paid, Refused, Trade
from analyzer.starship.records.replay import game_at
from analyzer.starship.records.steps import STEPS
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, GOODS, MODULES, STORED, USUAL, Card, Switches
from analyzer.starship.turn.table import MOST_HELD
from analyzer.starship.turn.turn import goods_offered

MOST_DIGITS = 3
"""Maximum number of digits of a number of units in an option of the command."""


@dataclass(frozen=True)
class Offer:
    """A trade that is offered to the other player.

    Attributes:
        give: Units that the deciding player gives, by the names of goods, `science` and `astro`.
        get: Units that this player gets, by the same names.
    """

    give: dict[str, int]
    get: dict[str, int]

    def step(self, *, is_own: bool) -> Trade:
        """Return the trade as a step of a record, as seen by the active player.

        Args:
            is_own: Whether the deciding player is the active one.

        Raises:
            AnalyzerError: If something cannot be traded.
        """
        give, get = (self.give, self.get) if is_own else (self.get, self.give)
        judged = check_content(Trade, {"do": "trade", "give": give, "get": get})
        if judged.flaws:
            raise AnalyzerError([f"trade: {flaw.text}" for flaw in judged.flaws])
        return Trade(**judged.right)


def units_of(text: str | None, option: str) -> dict[str, int]:
    """Return the units of each good that the value of a command option names, e.g. `ore:1,astro:2`.

    Raises:
        AnalyzerError: If a name is neither a good nor science nor Astro, or a number is missing.
    """
    pairs = [one.partition(":") for one in (text or "").split(",") if one]
    for what, _, many in pairs:
        if what not in get_args(Paid) or not many.isdecimal() or len(many) > MOST_DIGITS:
            raise AnalyzerError(f"{option} {text}: give {', '.join(get_args(Paid))} with how many, e.g. ore:1,astro:2")
    return {what: int(many) for what, _, many in pairs}


AnyStep = Mapping[str, Any]


def phrase_step(position: Position, step: AnyStep) -> str:
    """Return a step at a position in words, as an order to the player."""
    return PHRASES.get(step["do"], _plain)(position, step)


def _fly(position: Position, step: AnyStep) -> str:
    """Return the words for flying to a sector, or for arranging the cards that the sensor shows."""
    return _arrangement(position, step) if "top" in step else f"fly to sector {step['sector']}"


def _trade(position: Position, step: AnyStep) -> str:
    """Return the words for buying or selling at the card at hand, or at a station."""
    at = f" at {card_in_words(position.rules, step['station'])}" if step.get("station") else ""
    return f"{step['do']} {_units(step['goods'])}{at}"


def _found(position: Position, step: AnyStep) -> str:
    """Return the words for founding a colony or a station."""
    at_hand = position.flight.at_hand if position.flight is not None else ""
    is_colony = bool(at_hand) and position.rules.card_by_id[at_hand].owned_as == "colony"
    return "found a colony" if is_colony else "found a station"


def _complete(position: Position, step: AnyStep) -> str:
    """Return the words for fulfilling an adventure, with the goods that are chosen as its reward."""
    goods = {good: step["gain"].count(good) for good in step["gain"]}
    name = position.rules.adventure_by_id[step["adventure"]].name
    return f"fulfil {name}{f', gaining {_units(goods)}' if goods else ''}"


def _build(position: Position, step: AnyStep) -> str:
    """Return the words for building a part or a module."""
    what = in_words(step["what"])
    if "level" in step:
        return f"build {what.capitalize()} {'I' * step['level']}"
    return f"build a {what}" if step["what"] in SHIPS_AND_PARTS else f"build the {what} module"


def _win(position: Position, step: AnyStep) -> str:
    """Return the words for a sequence of steps that wins in this turn."""
    return "win now: " + ", ".join(phrase_step(position, one).removeprefix("pass and ") for one in step["steps"])


def _plain(position: Position, step: AnyStep) -> str:
    """Return the words for a simple step, such as paying, refusing a trade or an upgrade."""
    return {
        "produce": f"produce {in_words(next((step[crest] for crest in CRESTS if crest in step), ''))}",
        "pay": f"pay {_demand(position)} Astro",
        "decline": "refuse the trade",
        "upgrade": f"raise a {step.get('what')} to level II",
        "take": f"force the other to sell {in_words(step.get('good', ''))}",
        "done": "end the turn",
    }[step["do"]]


def _fight(position: Position, step: AnyStep) -> str:
    """Return the words for fighting a pirate, or for the gain or loss once the dice of the fight are known."""
    if step.get("lose"):
        return f"lose a level of the {step['lose']} module"
    if "dice" in step:
        return f"gain {_units(dict.fromkeys(step.get('gain') or ['nothing'], 1)).removeprefix('1 ')}"
    return "fight"


def _swap(position: Position, step: AnyStep) -> str:
    """Return the words for a trade with the other player, as the deciding player sees it."""
    give, get = (_units(step[name]) or "nothing" for name in ("give", "get"))
    return f"{'agree to ' if step['do'] == 'accept' else ''}give {give} for {get}"


def _flying_on(position: Position, step: AnyStep) -> str:
    """Return the words for flying on or turning back; both pass the card at hand if nothing was done there."""
    flight = position.flight
    if flight is None:
        return "stay out of all sectors"
    passing = "pass and " if flight.at_hand else ""
    return f"{passing}fly on" if step["do"] == "next" else f"{passing}turn back"


def _arrangement(position: Position, step: AnyStep) -> str:
    """Return the words for an arrangement of the cards that the sensor shows."""
    assert position.flight is not None
    cards = position.flight.looked_at

    def names(places: Sequence[int]) -> str:
        return ", then ".join(card_in_words(position.rules, cards[place]) for place in places)

    if not step["bottom"]:
        return f"leave on top {names(step['top'])}"
    if not step["top"]:
        return f"put below {names(step['bottom'])}"
    return f"leave on top {names(step['top'])}, and put below {names(step['bottom'])}"


def _demand(position: Position) -> int:
    """Return the Astro that the pirate at hand asks for; 0 without one."""
    flight = position.flight
    if flight is None:
        return 0
    return flight.demand or (position.rules.card_by_id[flight.at_hand].demand if flight.at_hand else 0)


def _units(goods: Mapping[str, int]) -> str:
    """Return goods with their numbers as text, e.g. `2 ore and 1 carbon`."""
    return " and ".join(f"{many} {in_words(good)}" for good, many in goods.items())


PHRASES: dict[str, Callable[[Position, AnyStep], str]] = {
    "fly": _fly,
    "next": _flying_on,
    "end": _flying_on,
    "buy": _trade,
    "sell": _trade,
    "found": _found,
    "complete": _complete,
    "build": _build,
    "fight": _fight,
    "trade": _swap,
    "accept": _swap,
    "win": _win,
}


Step = dict[str, Any]
SHIPS_AND_PARTS = ("colony_ship", "trade_ship", "booster", "cannon")
WAYS = ("buy", "sell")
MOST_ORDERED = 4
"""Maximum number of cards of which every order is tried: four can be arranged in 120 ways, five in 720."""


@dataclass(frozen=True)
class OpenDecision:
    """An open decision with every step that the rules allow.

    Attributes:
        what: The kind of decision: production, sector, sensor, pirate, reward, loss, card or trade.
        steps: The options, as steps of a record.
        win: Index of the option that wins in this turn without dice, or None. That option is `{"do": "win", "steps":
            [...]}` with the shortest winning sequence of steps, or the single step of that sequence.
    """

    what: str
    steps: tuple[Step, ...]
    win: int | None = None


class NothingOpen(AnalyzerError):
    """Error: the player has nothing to decide now, or an offered trade is not allowed."""


def open_decision(
    position: Position,
    seed: int = 1,
    switches: Switches = USUAL,
    player: int | None = None,
    offer: Offer | None = None,
) -> OpenDecision:
    """Return the open decision of a player, with all its options.

    Args:
        position: All that the player knows.
        seed: Seed that deals what the position does not say.
        switches: Switches of the rules.
        player: Number of the deciding player; None for the active player.
        offer: A trade with the other player that is one of the options.

    Raises:
        AnalyzerError: If nothing is to be decided, if the position lacks the roll of the yellow die, or if the rules do
            not allow the offered trade.
    """
    game = game_at(position, seed, switches)
    if game.table.over[0]:
        raise AnalyzerError(f"{position.name}: the game is over: nothing is left to decide")
    if position.roll is None and position.phase != "trade":
        raise AnalyzerError(
            f"{position.name}: the turn begins with a roll: add what the yellow die shows, e.g. roll: 2"
        )
    offered = () if offer is None else (_offered(position, game, offer, position.me if player is None else player),)
    if player not in (None, position.me):
        return _of_the_other(position, game, offered)
    what = _what(position, game)
    steps = tuple(step for step in candidates(position, game, what) if is_allowed(game, step))
    # Gaining nothing is a choice only if no good fits.
    if what in ("reward", "loss") and len(steps) > 1:
        steps = tuple(step for step in steps if step.get("gain") or "lose" in step)
    return _with_win(game, OpenDecision(what, (*offered, *steps)))


def _with_win(game: Game, decision: OpenDecision) -> OpenDecision:
    """Return the decision with `win` set, if a sequence of steps without dice wins in this turn.

    A sequence of one step is mostly an option already; any longer sequence is added as the first option.
    """
    line = winning_steps(game, decision.steps)
    if line is None:
        return decision
    plain = [{name: value for name, value in step.items() if name != "level"} for step in line]
    if len(plain) == 1 and plain[0] in decision.steps:
        return replace(decision, win=decision.steps.index(plain[0]))
    return replace(decision, steps=({"do": "win", "steps": list(line)}, *decision.steps), win=0)


def _offered(position: Position, game: Game, offer: Offer, player: int) -> Step:
    """Return the offered trade as an option.

    Args:
        position: The position, for the error message.
        game: The game at the position.
        offer: The trade.
        player: Number of the deciding player.

    Raises:
        NothingOpen: If the rules do not allow the trade.
    """
    is_own = player == game.me
    try:
        STEPS["trade"].do(deepcopy(game), offer.step(is_own=is_own))
    except Refused as reason:
        raise NothingOpen(f"{position.name}: the trade is not allowed: {reason}") from None
    return {"do": "trade" if is_own else "accept", "give": offer.give, "get": offer.get}


def _of_the_other(position: Position, game: Game, offered: tuple[Step, ...]) -> OpenDecision:
    """Return the decision of the player whose turn it is not: which good to produce, or whether to agree to a trade.

    Raises:
        NothingOpen: If that player has nothing to decide.
    """
    if offered:
        return OpenDecision("trade", (*offered, {"do": "decline"}))
    goods = _goods(game, 1 - game.me) if position.phase == "production" else []
    if len(goods) < 2:
        raise NothingOpen(
            f"{position.name}: it is not this player's turn, and they have nothing to decide now: name the player "
            "whose turn it is, or a trade that is offered to them"
        )
    return OpenDecision("production", tuple({"do": "produce", CRESTS[1 - game.me]: good} for good in goods))


def _what(position: Position, game: Game) -> str:
    """Return the kind of decision that is open now."""
    flight = position.flight
    if position.phase == "production":
        return "production" if len(_goods(game)) > 1 else "sector"
    if flight is None:
        return position.phase
    if flight.looked_at:
        return "sensor"
    if flight.dice:
        return "reward" if game.table.won[0] else "loss"
    return "pirate" if game.waiting else "card"


def _goods(game: Game, player: int | None = None) -> list[str]:
    """Return the goods from which a player now chooses the one to produce.

    Args:
        game: The game after the roll.
        player: Number of the player; None for the active player.
    """
    offered = goods_offered(game.table, game.me if player is None else player)[:, 0]
    return [good for good, can in zip(GOODS, offered, strict=True) if can]


def is_allowed(game: Game, step: Step) -> bool:
    """Return whether the rules allow a step now."""
    # Some steps cannot be tried, because they need dice or production first; such candidates are legal anyway.
    if step == {"do": "fight"} or step["do"] == "produce" or "top" in step:
        return True
    if step["do"] in ("fly", "end") and game.phase == "production":
        return True
    return after_step(game, step) is not None


def candidates(position: Position, game: Game, what: str) -> Iterator[Step]:
    """Yield all steps that may be options of a kind of decision; the caller tests each with `is_allowed`."""
    if what == "production":
        yield from ({"do": "produce", CRESTS[game.me]: good} for good in _goods(game))
    elif what == "sector":
        yield from ({"do": "fly", "sector": sector} for sector in range(1, 5) if game.sectors[sector])
        yield {"do": "end"}
    elif what == "sensor":
        yield from _arrangements(position)
    elif what == "pirate":
        yield from ({"do": "pay"}, {"do": "fight"})
    elif what in ("reward", "loss"):
        assert position.flight is not None
        fought = {"do": "fight", "dice": list(position.flight.dice)}
        yield from (fought | {"gain": [good]} for good in GOODS)
        yield from (fought | {"lose": module} for module in MODULES)
        yield fought | {"gain": []}
    elif what == "card":
        yield from _at_card(position, game)
    else:
        yield from _in_trade(game)


def _arrangements(position: Position) -> Iterator[Step]:
    """Yield every arrangement of the cards that the sensor shows, as steps of a record.

    A step lists the cards that go on top and the cards that go below the sector, by their index in `looked_at`. Up to
    MOST_ORDERED cards are arranged in every order. More cards, which only an edition of the user's own allows, keep
    their order.
    """
    assert position.flight is not None
    many = len(position.flight.looked_at)
    for order in permutations(range(many)) if many <= MOST_ORDERED else [tuple(range(many))]:
        for on_top in range(many + 1):
            top, bottom = order[:on_top], order[on_top:]
            yield {"do": "fly", "sector": position.flight.sector, "top": list(top), "bottom": list(bottom)}


def _at_card(position: Position, game: Game) -> Iterator[Step]:
    """Yield the candidates for a step at the card at hand, then flying on and turning back."""
    assert position.flight is not None
    if game.facing and not game.acted:
        card = position.rules.card_by_id[game.facing]
        yield from _trades(game, card)
        yield {"do": "found"}
        for one in sorted(game.may_fulfil):
            extra = {"opened": list(position.flight.opened)} if position.flight.opened else {}
            for gain in _gains(game, one):
                yield {"do": "complete", "adventure": one, "gain": gain} | extra
    yield from ({"do": "next"}, {"do": "end"})


def _gains(game: Game, adventure: str) -> Iterator[list[str]]:
    """Yield each choice of goods as the reward of an adventure, with as many goods as fit aboard."""
    for many in range(game.rules.adventure_by_id[adventure].goods, -1, -1):
        ways = [list(way) for way in combinations_with_replacement(GOODS, many)]
        # All goods that fit must be taken, so the largest number with a legal choice is the only one.
        fitting = [way for way in ways if is_allowed(game, {"do": "complete", "adventure": adventure, "gain": way})]
        if fitting:
            yield from fitting
            return


def _trades(game: Game, card: Card, station: Step | None = None) -> Iterator[Step]:
    """Yield the candidates for a step that buys or sells at a card or station, up to its maximum number of units.

    There are none if nothing is traded at the card. Whether the player can pay or sell the units is not tested.

    Args:
        game: The game at the position.
        card: The card where goods are traded.
        station: A key `station` to add to each step, for a station.
    """
    if KINDS[card.kind].offer is None:
        return
    kinds = [STORED[kind] for kind in card.traded]
    for way in WAYS:
        most = card.most or MOST_HELD
        for many in range(1, most + 1):
            for goods in combinations_with_replacement(kinds, many):
                yield {"do": way, "goods": {good: goods.count(good) for good in dict.fromkeys(goods)}} | (station or {})


def _in_trade(game: Game) -> Iterator[Step]:
    """Yield the candidates for a step of trade and build: builds, upgrades, purchases, trades, the end of the turn."""
    yield from ({"do": "build", "what": what} for what in (*SHIPS_AND_PARTS, *MODULES))
    yield from ({"do": "upgrade", "what": what} for what in ("booster", "cannon"))
    yield from ({"do": "take", "good": good} for good in GOODS)
    for card in game.rules.card_by_id.values():
        if card.station:
            yield from _trades(game, card, {"station": card.id})
    yield {"do": "done"}
