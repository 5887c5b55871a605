"""Schema of ship files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, brief, nearest
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.fields import Name
from analyzer.files.yamlfile import FileKind, load_fields
from analyzer.starship.editions import reading
from analyzer.starship.tables import FIRST_COLONIES, GOODS, MODULES, Rules, default_rules
from analyzer.world import refuse_other_world

ID = re.compile(r"[A-Z]+\d+")


@lru_cache(maxsize=64)
def ids_by_name(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the ids of cards by name in lower case; of a name with a comma, the part before it is a name, too."""
    by_name: dict[str, tuple[str, ...]] = {}
    for card in rules.cards:
        for name in dict.fromkeys((card.name, card.name.partition(",")[0])):
            by_name[name.casefold()] = (*by_name.get(name.casefold(), ()), card.id)
    return by_name


def id_of(name: str, owned_as: str = "") -> str:
    """Return the id of a card named by its id or its printed name.

    A text in the form of an id is returned unchanged, even if no card has it.

    Args:
        name: id or printed name.
        owned_as: "station" or "colony" if the error message shall list only such cards; "" for all cards.

    Raises:
        ValueError: if no card has that name, or more than one; the message lists the cards that may be meant.

    >>> id_of("Mintaka II")
    'BASE16'
    """
    if ID.fullmatch(name):
        return name
    ids = ids_by_name(default_rules()).get(name.strip().casefold(), ())
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise ValueError(f"{len(ids)} cards are called {name!r}: name one by its id: {' or '.join(ids)}")
    close = nearest(name, [card.name for card in default_rules().cards])
    hint = f"; did you mean {close}?" if close else ""
    raise ValueError(f"no card {name!r}: {_known(owned_as)}{hint}")


def _known(owned_as: str) -> str:
    """Return the end of an error message that lists the known names and ids of cards."""
    if not owned_as:
        return "give its printed name or its id (analyzer starship cards lists them)"
    named = [f"{card.name} ({card.id})" for card in default_rules().cards if card.owned_as == owned_as]
    return f"use one of {', '.join(named)}"


def id_or_word(name: str) -> str:
    """Return the id of the only card with a printed name, else the word unchanged."""
    ids = ids_by_name(default_rules()).get(name.strip().casefold(), ())
    return ids[0] if len(ids) == 1 else name


CardId = Annotated[StrictStr, AfterValidator(id_of), Field(description="card")]
ColonyId = Annotated[StrictStr, AfterValidator(partial(id_of, owned_as="colony")), Field(description="colony")]
StationId = Annotated[StrictStr, AfterValidator(partial(id_of, owned_as="station")), Field(description="station")]


Few = Annotated[StrictInt, Field(ge=0, le=99)]
Level = Annotated[StrictInt, Field(ge=1, le=2)]
Many = Field(max_length=70)
CardIds = Annotated[list[CardId], Many]
AdventureIds = Annotated[list[Annotated[StrictStr, Field(description="adventure")]], Many]
Levels = Annotated[list[Level], Field(max_length=20)]
GoodName = Literal["ore", "fuel", "food", "carbon", "trade_good"]
ModuleName = Literal["logistics", "command", "sensor", "trade", "science", "production"]
ShipName = Literal["colony_ship", "trade_ship"]
ModuleLevel = Annotated[StrictInt, Field(ge=0, le=2)]


def _goods_at_start() -> dict[GoodName, int]:
    return {"trade_good": default_rules().start["trade_good"]}


class ShipFile(BaseModel):
    """Schema of a ship file; fields that are left out are as at the start."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["starship"] = "starship"
    """The game that the file belongs to."""
    edition: StrictStr = STANDARD
    """Tables by which it is read: `standard`, or the folder of [an edition of your own](../how-to/own-tables.md)."""
    name: Name = "ship"
    """The ship's name in answers."""
    crest: Literal["moon", "sun"] = "moon"
    """The player: Moon's turns are the odd ones."""
    astro: Annotated[StrictInt, Field(ge=0, le=10_000)] = Field(default_factory=lambda: default_rules().start["astro"])
    """Astro in the purse."""
    goods: dict[GoodName, Few] = Field(default_factory=_goods_at_start)
    """Units of each good in the bays; goods that are not named, none. A bay holds 2, with Logistics 3 or 4."""
    science: Few = Field(default_factory=lambda: default_rules().start["science"])
    """Science points in the lab, which holds 4."""
    boosters: Levels = Field(default_factory=lambda: [1] * default_rules().start["boosters"])
    """The level of each booster aboard, at most three."""
    cannons: Levels = Field(default_factory=lambda: [1] * default_rules().start["cannons"])
    """The level of each cannon aboard, at most three."""
    hangar: dict[ShipName, Few] = Field(
        default_factory=lambda: {name: default_rules().start[name] for name in ("colony_ship", "trade_ship")}
    )
    """Ships of each sort in the hangar, at most two in all."""
    modules: dict[ModuleName, ModuleLevel] = {"logistics": 1}
    """The level of each module that lies open; those that are not named are 0, not built."""
    colonies: Annotated[list[ColonyId], Many] | None = None
    """Colonies the player owns; without the field, the one of the start."""
    stations: Annotated[list[StationId], Many] = Field(default_factory=list)
    """Trade stations the player founded: cards with an H."""
    pirates: CardIds = Field(default_factory=list)
    """Pirates the player beat: a medal each."""
    adventures: AdventureIds = Field(default_factory=list)
    """Adventures the player keeps: those with a medal or a point."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


A_POSITION = "a position, and a ship is needed here: try `analyzer starship advise {0}`"
OTHER_KINDS = {
    "steps": "a record: try `analyzer starship replay {0}` or `analyzer starship review {0}`",
    **dict.fromkeys(("moon", "sun", "sectors"), A_POSITION),
}
"""Kinds of files other than ship files, with the commands that read them, by a field that only they have."""
KIND = FileKind("ship file", "starship", partial(refuse_other_world, own="starship"), reading, OTHER_KINDS)


def read_fields(entries: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the arguments of a Ship from the fields of a ship file.

    Raises:
        AnalyzerError: for fields and values that a ship file cannot have.
    """
    if not isinstance(entries, Mapping):
        raise AnalyzerError(f"{where} {brief(entries)}: give the fields of a ship file")
    return load_fields(
        ShipFile, entries, where, KIND, lambda file: None if file.flaws else fields(default_rules(), file.right)
    )


def fields(rules: Rules, right: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Ship from the valid fields of a ship file, by the tables of an edition."""
    crest = right.get("crest", "moon")
    colonies = right.get("colonies")
    goods, hangar, levels = right.get("goods", {}), right.get("hangar", {}), right.get("modules", {})
    return {
        "edition": rules.edition,
        "name": right.get("name", "ship"),
        "crest": crest,
        "astro": right.get("astro", rules.start["astro"]),
        "goods": tuple(goods.get(name, 0) for name in GOODS),
        "science": right.get("science", 0),
        "boosters": tuple(sorted(right.get("boosters", ()), reverse=True)),
        "cannons": tuple(sorted(right.get("cannons", ()), reverse=True)),
        "colony_ships": hangar.get("colony_ship", 0),
        "trade_ships": hangar.get("trade_ship", 0),
        "modules": tuple(levels.get(name, 0) for name in MODULES),
        "colonies": (FIRST_COLONIES[crest],) if colonies is None else tuple(colonies),
        "stations": tuple(right.get("stations", ())),
        "pirates": tuple(right.get("pirates", ())),
        "adventures": tuple(right.get("adventures", ())),
    }
