"""Cards in files: by id, as BASE16, or by the name printed on them, as Mintaka II, where no other card has it."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, Field, StrictStr

from analyzer.errors import nearest
from analyzer.starship.edition import per_edition
from analyzer.starship.tables import cards

ID = re.compile(r"[A-Z]+\d+")


@per_edition
def ids_by_name() -> dict[str, tuple[str, ...]]:
    """By name in small letters the cards that are called so; what stands behind a comma may be left out."""
    by_name: dict[str, tuple[str, ...]] = {}
    for card in cards():
        for name in dict.fromkeys((card.name, card.name.partition(",")[0])):
            by_name[name.casefold()] = (*by_name.get(name.casefold(), ()), card.id)
    return by_name


def id_of(name: str, owned_as: str = "") -> str:
    """The id of a card named by its id or its printed name; raises ValueError, naming those that may be meant.

    owned_as: station or colony, if only those are asked for.

    >>> id_of("Mintaka II")
    'BASE16'
    """
    if ID.fullmatch(name):
        return name
    ids = ids_by_name().get(name.strip().casefold(), ())
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise ValueError(f"{len(ids)} cards are called {name!r}: name one by its id, {', '.join(ids)}")
    close = nearest(name, [card.name for card in cards()])
    hint = f"; did you mean {close}?" if close else ""
    raise ValueError(f"no card {name!r}: {_known(owned_as)}{hint}")


def _known(owned_as: str) -> str:
    """Which names and ids there are."""
    if not owned_as:
        return "give its printed name or its id (analyzer starship cards lists them)"
    named = [f"{card.name} ({card.id})" for card in cards() if card.owned_as == owned_as]
    return f"use one of {', '.join(named)}"


def id_or_word(name: str) -> str:
    """The id of a card that has this printed name, else the same word."""
    ids = ids_by_name().get(name.strip().casefold(), ())
    return ids[0] if len(ids) == 1 else name


CardId = Annotated[StrictStr, AfterValidator(id_of), Field(description="card")]
ColonyId = Annotated[StrictStr, AfterValidator(partial(id_of, owned_as="colony")), Field(description="colony")]
StationId = Annotated[StrictStr, AfterValidator(partial(id_of, owned_as="station")), Field(description="station")]
