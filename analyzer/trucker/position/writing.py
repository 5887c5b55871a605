"""A position as the text of a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.trucker.cards.cardsfile import row_of
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.position.values import in_words
from analyzer.trucker.ship.shipfile import write_ship

INSIDE = "  "


def write_position(position: Position, file: str | Path = "") -> str:
    """The position as the text of a file that reads back as the same; `file`: where, as of `write_ship`."""
    own, *rivals = position.ships
    return "\n".join([*_heading(position), *_state(own, file), *_rivals(rivals, file)]) + "\n"


def _heading(position: Position) -> Iterator[str]:
    yield f"name: {json.dumps(position.name, ensure_ascii=False)}"
    yield f"level: {position.level_name}"
    yield from (f"{name}: true" for name in ("learning", "prognostic") if getattr(position, name))
    yield f"met: {list(position.met)}"
    if position.card is not None:
        yield f"card: {position.card}"
    yield from (
        f"{name}: {list(getattr(position, name))}" for name in ("rolls", "coming", "deck") if getattr(position, name)
    )
    if position.own_cards:
        yield "own_cards:"
        yield from (f"{INSIDE}- {json.dumps(row_of(card))}" for card in position.own_cards)
    if position.decisions:
        yield "decisions:"
        decided = {ship: dict(own) for ship, own in position.decisions}
        yield from (f"{INSIDE}- {entry}" for entry in decision_entries(decided, position.names))
    if position.piles is not None:
        yield "piles:"
        for pile in position.piles.piles:
            yield f"{INSIDE}- [{', '.join('?' if card is None else str(card) for card in pile)}]"


def decision_entries(decisions: Mapping[int, Mapping[str, Iterable[Any]]], names: Sequence[str]) -> Iterator[str]:
    """What every ship decided at a card, an entry each."""
    for number, decided in decisions.items():
        name = json.dumps(names[number], ensure_ascii=False)
        yield f"{{ship: {name}, {', '.join(_decided(decided))}}}"


def _decided(decided: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    for what, values in decided.items():
        words = [in_words(what, value) for value in values]
        yield f"{what}: {words[0] if len(words) == 1 else '[' + ', '.join(words) + ']'}"


def _rivals(rivals: list[ShipInFlight], file: str | Path) -> Iterator[str]:
    if not rivals:
        yield "rivals: alone"
        return
    yield "rivals:"
    for rival in rivals:
        first, *lines = _state(rival, file)
        yield f"{INSIDE}- {first}"
        yield from (f"{INSIDE}{INSIDE}{line}" for line in lines)


def _state(one: ShipInFlight, file: str | Path) -> Iterator[str]:
    """The fields of a ship in flight; of one that is not known the ship alone."""
    yield "ship:"
    yield from (f"{INSIDE}{line}" for line in write_ship(one.ship, file=file).splitlines())
    if not one.known:
        return
    if one.lost:
        yield f"lost: {[list(square) for square in one.lost]}"
    yield from _listed("crew", [(square, Counter(who)) for square, who in one.crew])
    yield from _listed("charges", [(square, {"charges": many}) for square, many in one.charges])
    yield from _listed("goods", [(square, Counter(cubes)) for square, cubes in one.goods])
    facts = {"space": one.space, "start": one.start, "credits": one.credits or None, "left": one.left or None}
    yield from (f"{name}: {value}" for name, value in facts.items() if value is not None)


def _listed(name: str, on: list[tuple[tuple[int, int], dict[str, int]]]) -> Iterator[str]:
    entries = [
        f"{{square: {list(square)}, {', '.join(f'{what}: {many}' for what, many in there.items())}}}"
        for square, there in on
    ]
    yield f"{name}: [{', '.join(entries)}]"
