"""The decision that is open at a position, and all steps that the rules allow there: the referee of records says so."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, permutations
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.starship.decisions.lines import winning_steps
from analyzer.starship.decisions.offer import Offer
from analyzer.starship.encounters import KINDS
from analyzer.starship.position.position import Position
from analyzer.starship.records.begun import game_at
from analyzer.starship.records.game import Game, Refused
from analyzer.starship.records.steps.registry import STEPS
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.tables import CRESTS, GOODS, MODULES, STORED, Card, adventure_by_id, card_by_id
from analyzer.starship.turn.production import goods_offered

Step = dict[str, Any]
SHIPS_AND_PARTS = ("colony_ship", "trade_ship", "booster", "cannon")
WAYS = ("buy", "sell")
MOST_ORDERED = 4
"""Cards of which every order is tried: there are 120 ways to arrange four, and 720 to arrange five."""


@dataclass(frozen=True)
class Open:
    """A decision that is open: what is to be decided, and every step that the rules allow.

    win: the number of the option that wins in this turn without dice, None without one: the shortest line as one option
    `{"do": "win", "steps": [...]}`, or its only step.
    """

    what: str
    steps: tuple[Step, ...]
    win: int | None = None


class NothingOpen(AnalyzerError):
    """Nothing is to be decided by that player now, or not what was asked about."""


def open_decision(
    position: Position,
    seed: int = 1,
    switches: Switches = USUAL,
    player: int | None = None,
    offer: Offer | None = None,
) -> Open:
    """The decision of a player, of the one at turn if None; offer: a trade with the other player is one of its options.

    Raises AnalyzerError where nothing is to be decided, and for an offer that the rules do not allow.
    """
    game = game_at(position, seed, switches)
    if game.table.over[0]:
        raise AnalyzerError(f"{position.name}: the game is over: nothing is left to decide")
    if position.roll is None and position.phase != "trade":
        raise AnalyzerError(f"{position.name}: dice come first: add roll, what the yellow die shows, e.g. roll: 2")
    offered = () if offer is None else (_offered(position, game, offer, position.me if player is None else player),)
    if player not in (None, position.me):
        return _of_the_other(position, game, offered)
    what = _what(position, game)
    steps = tuple(step for step in candidates(position, game, what) if is_allowed(game, step))
    if what in ("reward", "loss") and len(steps) > 1:
        steps = tuple(step for step in steps if step.get("gain") or "lose" in step)
    return _with_win(game, Open(what, (*offered, *steps)))


def _with_win(game: Game, decision: Open) -> Open:
    """The decision with the line that wins in this turn, if there is one."""
    line = winning_steps(game, decision.steps)
    if line is None:
        return decision
    plain = [{name: value for name, value in step.items() if name != "level"} for step in line]
    if len(plain) == 1 and plain[0] in decision.steps:
        return replace(decision, win=decision.steps.index(plain[0]))
    return replace(decision, steps=({"do": "win", "steps": list(line)}, *decision.steps), win=0)


def _offered(position: Position, game: Game, offer: Offer, player: int) -> Step:
    """The trade as an option."""
    is_own = player == game.me
    try:
        STEPS["trade"].do(deepcopy(game), offer.step(is_own=is_own))
    except Refused as reason:
        raise NothingOpen(f"{position.name}: the trade is not allowed: {reason}") from None
    return {"do": "trade" if is_own else "accept", "give": offer.give, "get": offer.get}


def _of_the_other(position: Position, game: Game, offered: tuple[Step, ...]) -> Open:
    """What the player decides who is not at turn: which colony produces, and whether they agree to a trade."""
    if offered:
        return Open("trade", (*offered, {"do": "decline"}))
    goods = _goods(game, 1 - game.me) if position.phase == "production" else []
    if len(goods) < 2:
        raise NothingOpen(
            f"{position.name}: it is not this player's turn, and they choose nothing now: name the player at turn, or "
            "a trade that is offered to them"
        )
    return Open("production", tuple({"do": "produce", CRESTS[1 - game.me]: good} for good in goods))


def _what(position: Position, game: Game) -> str:
    """What is to be decided now."""
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
    """The goods of which a player, the one at turn if None, may make one."""
    offered = goods_offered(game.table, game.me if player is None else player)[:, 0]
    return [good for good, can in zip(GOODS, offered, strict=True) if can]


def is_allowed(game: Game, step: Step) -> bool:
    """Whether the rules allow a step now."""
    fields = {name: value for name, value in step.items() if name != "opened"}
    if step == {"do": "fight"} or step["do"] == "produce" or "top" in step:
        return True
    if step["do"] == "fly" and game.phase == "production":
        return True
    if step["do"] == "end" and game.phase == "production":
        return True
    schema = STEPS[step["do"]]
    try:
        schema.do(deepcopy(game), schema.schema(**fields))
    except Refused:
        return False
    return True


def candidates(position: Position, game: Game, what: str) -> Iterator[Step]:
    """Steps that may be allowed there."""
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
    """Every order of the cards that were looked at, those from some place on below the sector; by their places.

    Of more than MOST_ORDERED cards, which the sensor of an edition of the user's own may show, only as they lie.
    """
    assert position.flight is not None
    many = len(position.flight.looked_at)
    for order in permutations(range(many)) if many <= MOST_ORDERED else [tuple(range(many))]:
        for on_top in range(many + 1):
            top, bottom = order[:on_top], order[on_top:]
            yield {"do": "fly", "sector": position.flight.sector, "top": list(top), "bottom": list(bottom)}


def _at_card(position: Position, game: Game) -> Iterator[Step]:
    """What may be done at the card at hand; to fly on, or to turn back."""
    assert position.flight is not None
    if game.facing and not game.acted:
        card = card_by_id()[game.facing]
        yield from _trades(game, card)
        yield {"do": "found"}
        for one in sorted(game.may_fulfil):
            extra = {"opened": list(position.flight.opened)} if position.flight.opened else {}
            for gain in _gains(game, one):
                yield {"do": "complete", "adventure": one, "gain": gain} | extra
    yield from ({"do": "next"}, {"do": "end"})


def _gains(game: Game, adventure: str) -> Iterator[list[str]]:
    """All choices of the goods that are gained, as many as fit."""
    for many in range(adventure_by_id()[adventure].goods, -1, -1):
        ways = [list(way) for way in combinations_with_replacement(GOODS, many)]
        fitting = [way for way in ways if is_allowed(game, {"do": "complete", "adventure": adventure, "gain": way})]
        if fitting:
            yield from fitting
            return


def _trades(game: Game, card: Card, station: Step | None = None) -> Iterator[Step]:
    """What may be bought or sold at a card, up to what is there or fits."""
    if KINDS[card.kind].offer is None:
        return
    kinds = [STORED[kind] for kind in card.traded]
    for way in WAYS:
        most = card.most or 4
        for many in range(1, most + 1):
            for goods in combinations_with_replacement(kinds, many):
                yield {"do": way, "goods": {good: goods.count(good) for good in dict.fromkeys(goods)}} | (station or {})


def _in_trade(game: Game) -> Iterator[Step]:
    """Builds, upgrades, forced purchases, stations, and the end of the turn."""
    yield from ({"do": "build", "what": what} for what in (*SHIPS_AND_PARTS, *MODULES))
    yield from ({"do": "upgrade", "what": what} for what in ("booster", "cannon"))
    yield from ({"do": "take", "good": good} for good in GOODS)
    for card in card_by_id().values():
        if card.station:
            yield from _trades(game, card, {"station": card.id})
    yield {"do": "done"}
