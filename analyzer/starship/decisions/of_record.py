"""The decisions of a record: at each step of a player the position, the options, and which of them was taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from analyzer.starship.decisions.options import Open, Step, open_decision
from analyzer.starship.position.position import Position
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.steps.building import NAMED
from analyzer.starship.tables import CRESTS, GOODS, card_by_id


class Decided(NamedTuple):
    """A decision, as it was known to its player, and the number of the option that was taken."""

    position: Position
    open: Open
    chosen: int


def decisions_at(moments: Moments, step: Any, player: int) -> Iterator[Decided]:
    """The decisions of a player that a step says, before it is done: two where it uses the sensor."""
    game = moments.game
    if step.do == "produce" and game.phase == "production":
        yield from _decided(
            moments, _rolled(moments, step, player), {"do": "produce", CRESTS[player]: _made(step, player)}
        )
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


def _decided(moments: Moments, position: Position | None, written: Step) -> Iterator[Decided]:
    """The decision if it is one among several, and if the step is one of its options."""
    if position is None:
        return
    open_ = open_decision(position, switches=moments.switches)
    options = [{name: value for name, value in step.items() if name != "opened"} for step in open_.steps]
    if len(options) > 1 and written in options:
        yield Decided(position, open_, options.index(written))


def _rolled(moments: Moments, step: Any, player: int) -> Position | None:
    """The position once the die is rolled; None where it is the other's turn, whose roll lets both choose."""
    return replace(moments.position(player), roll=step.roll) if moments.game.me == player else None


def _made(step: Any, player: int) -> str | None:
    """The good that was chosen."""
    named = getattr(step, CRESTS[player])
    card = card_by_id().get(str(named))
    return card.good if card is not None else named


def _as_option(step: Any) -> Step:
    """A step of a record as options have it."""
    fields: Step = step.model_dump(exclude_none=True)
    if "goods" in fields:
        fields["goods"] = {good: many for good, many in fields["goods"].items() if many}
    if step.do == "complete":
        fields["gain"] = sorted(step.gain, key=GOODS.index)
    if step.do == "build":
        return {"do": "build", "what": NAMED[step.what][0] if step.what in NAMED else step.what}
    return {"do": "fight"} if step.do == "fight" else fields
