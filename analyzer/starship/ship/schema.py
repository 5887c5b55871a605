"""What a ship file says: the schema, and how its fields become those of a ship."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.editions.in_force import STANDARD
from analyzer.files.names import Name
from analyzer.files.yamlfile import judge
from analyzer.starship.edition import edition_in_force
from analyzer.starship.editions.folder import reading
from analyzer.starship.ship.names import CardId, ColonyId, StationId
from analyzer.starship.tables import FIRST_COLONIES, GOODS, MODULES, start

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
    return {"trade_good": start()["trade_good"]}


class ShipFile(BaseModel):
    """The schema of a ship file; what is left out is as at the start."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["starship"] = "starship"
    """Of which game the file is."""
    edition: StrictStr = STANDARD
    """By which tables it is read: `standard`, or the folder of [an edition of your own](../how-to/own-tables.md)."""
    name: Name = "ship"
    """What answers call the ship."""
    crest: Literal["moon", "sun"] = "moon"
    """The player: Moon's turns are the odd ones."""
    astro: Annotated[StrictInt, Field(ge=0, le=10_000)] = Field(default_factory=lambda: start()["astro"])
    """Astro in the purse."""
    goods: dict[GoodName, Few] = Field(default_factory=_goods_at_start)
    """How many of each good lie in the bays; goods that are not named, none. A bay holds 2, with Logistics 3 or 4."""
    science: Few = Field(default_factory=lambda: start()["science"])
    """Science points in the lab, which holds 4."""
    boosters: Levels = Field(default_factory=lambda: [1] * start()["boosters"])
    """The level of each booster aboard, at most three."""
    cannons: Levels = Field(default_factory=lambda: [1] * start()["cannons"])
    """The level of each cannon aboard, at most three."""
    hangar: dict[ShipName, Few] = Field(
        default_factory=lambda: {name: start()[name] for name in ("colony_ship", "trade_ship")}
    )
    """How many ships of each sort wait in the hangar, at most two in all."""
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


def read_fields(entries: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What a ship is made of; raises AnalyzerError for what no ship file says."""
    if not isinstance(entries, Mapping):
        raise AnalyzerError(f"{where} {brief(entries)}: give the fields of a ship file")
    with reading(entries, where):
        judged = judge(ShipFile, dict(entries))
        if judged.flaws:
            raise AnalyzerError(Fault(flaw.text, where) for flaw in judged.flaws)
        return fields(judged.right)


def fields(right: dict[str, Any]) -> dict[str, Any]:
    """What a ship is made of, from what is right in a file."""
    crest = right.get("crest", "moon")
    colonies = right.get("colonies")
    goods, hangar, levels = right.get("goods", {}), right.get("hangar", {}), right.get("modules", {})
    return {
        "edition": edition_in_force(),
        "name": right.get("name", "ship"),
        "crest": crest,
        "astro": right.get("astro", start()["astro"]),
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
