"""Decisions in a record: the position, the options and the chosen option at each step of a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from analyzer.starship.decisions.options import NothingOpen, Offer, OpenDecision, Step, open_decision
from analyzer.starship.position.position import Position
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.steps import NAMED
from analyzer.starship.tables import CRESTS, GOODS


class RecordedDecision(NamedTuple):
    """A recorded decision with everything that its player knew."""

    position: Position
    open: OpenDecision
    chosen: int


def decisions_at(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decisions of a player that a step records, before the step is done.

    A step that uses the sensor, or is a fight, can record two. In the other player's turn the player may have
    decided which colony produces, or agreed to a trade.

    Args:
        moments: The game before the step, with what both players have seen.
        step: The step of the record.
        player: Number of the player, 0 for Moon.
    """
    game = moments.game
    if step.do == "produce" and game.phase == "production":
        written = {"do": "produce", CRESTS[player]: _chosen_good(moments, step, player)}
        yield from _decided(moments, replace(moments.position(player), roll=step.roll), written, player)
    if step.do == "trade" and game.phase in ("flight", "trade"):
        yield from _agreed(moments, step, player)
    if game.me != player or step.do in ("produce", "trade"):
        return
    written = _as_option(step)
    if step.do == "fly" and game.phase == "sector":
        yield from _decided(moments, moments.position(player), {"do": "fly", "sector": step.sector})
        if step.top is not None or step.bottom is not None:
            visible = moments.shown_by_sensor(step)
            places = {name: [visible.index(card) for card in getattr(step, name) or ()] for name in ("top", "bottom")}
            position = moments.position(player, visible, step.sector)
            yield from _decided(moments, position, {"do": "fly", "sector": step.sector, **places})
    elif game.phase in ("sector", "flight", "trade"):
        yield from _decided(moments, moments.position(player), written)
        if step.do == "fight" and game.waiting:
            yield from _settled(moments, step, player)


def _settled(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decision after the dice of a fight: the good that is gained, or the module that is lost."""
    position = moments.position(player)
    assert position.flight is not None
    row, many = tuple(moments.game.row), int(moments.game.table.cards_flown[0])
    flight = replace(position.flight, row=row, cards=many, demand=None, done=False, dice=tuple(step.dice))
    gain, lose = ([one] if isinstance(one, str) else list(one or ()) for one in (step.gain, step.lose))
    chosen: Step = {"lose": lose[0]} if lose else {"gain": gain}
    yield from _decided(moments, replace(position, flight=flight), {"do": "fight", "dice": list(step.dice)} | chosen)


def _agreed(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decision of a player who agreed to a trade with the other player.

    The trade is one of the player's options. The active player also has all other options of the phase; the other
    player can only refuse the trade.
    """
    is_own = moments.game.me == player
    sides = {name: {what: many for what, many in getattr(step, name).items() if many} for name in ("give", "get")}
    give, get = (sides["give"], sides["get"]) if is_own else (sides["get"], sides["give"])
    written = {"do": "trade" if is_own else "accept", "give": give, "get": get}
    position = moments.position(player)
    if position.phase == "flight":
        # A trade during a flight ends the flight first, as in a record.
        position = replace(position, phase="trade", flight=None)
    yield from _decided(moments, position, written, player, Offer(give, get))


def _decided(
    moments: Moments, position: Position, written: Step, player: int | None = None, offer: Offer | None = None
) -> Iterator[RecordedDecision]:
    """Yield the decision if there are several options and the recorded step is one of them.

    Args:
        moments: The game before the step.
        position: Everything that the player knew, as a position.
        written: The recorded step, in the form of an option.
        player: Number of the deciding player; None for the active player.
        offer: A trade that is one of the options.
    """
    try:
        open_ = open_decision(position, switches=moments.switches, player=player, offer=offer)
    except NothingOpen:
        return
    options = [{name: value for name, value in step.items() if name != "opened"} for step in open_.steps]
    # A forced step is no decision.
    if len(options) > 1 and written in options:
        yield RecordedDecision(position, open_, options.index(written))


def _chosen_good(moments: Moments, step: Any, player: int) -> str | None:
    """Return the good that a player chose in a step `produce`; None if the step names none for the player."""
    named = getattr(step, CRESTS[player])
    card = moments.rules.card_by_id.get(str(named))
    return card.good if card is not None else named


def _as_option(step: Any) -> Step:
    """Return a step of a record in the form in which options are written."""
    fields: Step = step.model_dump(exclude_none=True)
    if "goods" in fields:
        fields["goods"] = {good: many for good, many in fields["goods"].items() if many}
    if step.do == "complete":
        fields["gain"] = sorted(step.gain, key=GOODS.index)
    if step.do == "build":
        return {"do": "build", "what": NAMED[step.what][0] if step.what in NAMED else step.what}
    return {"do": "fight"} if step.do == "fight" else fields
