"""Ship on paper: what a player holds and owns, what follows from it alone, and its flaws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from analyzer.answers.description import in_words, page_of
from analyzer.errors import AnalyzerError, brief, nearest, one_of, whole_number
from analyzer.starship.tables import (
    CRESTS,
    DEFAULT,
    FIRST_COLONIES,
    GOODS,
    MODULES,
    OwnEdition,
    Rules,
    default_rules,
    rules_of,
)

OWNED = {"colonies": "colony", "stations": "station", "pirates": "pirate"}
"""Kind of card that each list of owned cards must hold."""

LISTS = {
    "goods": (0, None, len(GOODS)),
    "boosters": (1, 2, None),
    "cannons": (1, 2, None),
    "modules": (0, 2, len(MODULES)),
}
"""Smallest and largest number allowed in each list of numbers, and the length of the list; None if not limited."""


class Flaw(NamedTuple):
    """Flaw of a ship or a position.

    Args:
        kind: short name of the kind of flaw.
        path: place in the file: names of fields, and numbers (from 0) of list entries.
        text: what is wrong, and how it can be put right.
    """

    kind: str
    path: tuple[str | int, ...]
    text: str

    def __str__(self) -> str:
        return self.text


FOLLOWS = {
    "capacity": ("modules",),
    "roll": ("roll",),
    "flight": ("phase", "flight"),
    "speed": ("roll", "turn", "boosters"),
    "used": ("phase", "turn", "stations"),
}
"""Fields on which each kind of flaw depends; if one of them is wrong itself, the flaw is not reported."""


def own_flaws(flaws: Iterable[Flaw], wrong: Collection[str]) -> list[Flaw]:
    """Return the flaws, without those that are mere consequences of fields that are wrong anyway (see FOLLOWS)."""
    return [flaw for flaw in flaws if not any(field in wrong for field in FOLLOWS.get(flaw.kind, ()))]


def _at_the_start(name: str) -> Any:
    """Return a dataclass field whose default is a starting number of the default edition, e.g. of Astro."""
    return field(default_factory=lambda: default_rules().start[name])


@dataclass(frozen=True)
class Ship:
    """Ship on paper with all that its player holds and owns.

    `Ship.at_start` returns the ship with which a player starts, by the tables of an edition.

    Args:
        name: name of the ship.
        crest: "moon" or "sun".
        astro: Astro in the purse.
        goods: units of each good, in the order of GOODS.
        science: science points in the lab.
        boosters: level of each booster.
        cannons: level of each cannon.
        colony_ships: number of colony ships in the hangar.
        trade_ships: number of trade ships in the hangar.
        modules: level of each module, in the order of MODULES; 0 if it is not built.
        colonies: ids of the colonies.
        stations: ids of the cards with a trade station.
        pirates: ids of the pirates that were beaten.
        adventures: ids of the adventures that the player keeps.
        edition: edition whose tables are used; the default edition if not given.

    >>> from analyzer import starship
    >>> starship.Ship(boosters=(2, 1), cannons=(1,)).booster_strength
    3
    """

    name: str = "ship"
    crest: str = "moon"
    astro: int = _at_the_start("astro")
    goods: tuple[int, ...] = field(default_factory=lambda: tuple(default_rules().start.get(good, 0) for good in GOODS))
    science: int = _at_the_start("science")
    boosters: tuple[int, ...] = field(default_factory=lambda: (1,) * default_rules().start["boosters"])
    cannons: tuple[int, ...] = field(default_factory=lambda: (1,) * default_rules().start["cannons"])
    colony_ships: int = _at_the_start("colony_ship")
    trade_ships: int = _at_the_start("trade_ship")
    modules: tuple[int, ...] = (1, 0, 0, 0, 0, 0)
    colonies: tuple[str, ...] = (FIRST_COLONIES["moon"],)
    stations: tuple[str, ...] = ()
    pirates: tuple[str, ...] = ()
    adventures: tuple[str, ...] = ()
    edition: str = field(default_factory=DEFAULT.name, repr=False)

    def __post_init__(self) -> None:
        """Refuse values that no ship file can have. Ships that break rules of the game are left to `flaws`."""
        if not isinstance(self.crest, str) or self.crest not in CRESTS:
            raise AnalyzerError(f"crest {brief(self.crest)}: {one_of(self.crest, CRESTS)}")
        for name in ("astro", "science", "colony_ships", "trade_ships"):
            whole_number(getattr(self, name), name, 0)
        for name, (least, most, many) in LISTS.items():
            values = getattr(self, name)
            if not isinstance(values, list | tuple) or (many and len(values) != many):
                cure = f"give {many} numbers" if many else "give a tuple of levels"
                raise AnalyzerError(f"{name} {brief(values)}: {cure}")
            for value in values:
                whole_number(value, name, least, most)

    @classmethod
    def at_start(cls, rules: Rules, crest: str = "moon", **fields: Any) -> Ship:
        """Return the ship with which a player starts, by the tables of an edition, with some fields changed."""
        start = rules.start
        usual: dict[str, Any] = {name: start[name] for name in ("astro", "science", "colony_ship", "trade_ship")}
        usual |= {f"{name}s": usual.pop(name) for name in ("colony_ship", "trade_ship")}
        usual |= {name: (1,) * start[name] for name in ("boosters", "cannons")}
        usual |= {"goods": tuple(start.get(good, 0) for good in GOODS), "colonies": (FIRST_COLONIES[crest],)}
        return cls(**(usual | {"crest": crest, "edition": rules.edition} | fields))

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> Ship:
        """Return the ship of a ship file's fields.

        Fields that are left out are as at the start. `flaws` lists what a ship cannot hold or own.

        Args:
            entries: the fields.

        Raises:
            AnalyzerError: for fields and values that a ship file cannot have.

        >>> from analyzer import starship
        >>> starship.Ship.from_dict({"boosters": [2, 1, 1]}).speed(3)
        7
        """
        from analyzer.starship.ship.schema import read_fields

        return cls(**read_fields(entries, "ship"))

    def to_dict(self) -> dict[str, Any]:
        """Return all fields of the ship's file; a user-made edition is given by its key."""
        own = OwnEdition.KNOWN.get(self.edition)
        return {
            "game": "starship",
            **({} if own is None else {"edition": own.whole}),
            "name": self.name,
            "crest": self.crest,
            "astro": self.astro,
            "goods": dict(zip(GOODS, self.goods, strict=True)),
            "science": self.science,
            "boosters": list(self.boosters),
            "cannons": list(self.cannons),
            "hangar": {"colony_ship": self.colony_ships, "trade_ship": self.trade_ships},
            "modules": {name: level for name, level in zip(MODULES, self.modules, strict=True) if level},
            "colonies": list(self.colonies),
            "stations": list(self.stations),
            "pirates": list(self.pirates),
            "adventures": list(self.adventures),
        }

    def stores_in_words(self) -> str:
        """Return Astro, goods and science aboard in words."""
        goods = [f"{number} {name.replace('_', ' ')}" for name, number in zip(GOODS, self.goods, strict=True) if number]
        return ", ".join([f"{self.astro} Astro", *goods, f"{self.science} science"])

    def _repr_html_(self) -> str:

        return page_of(self, "analyzer.starship.pages:ship_svg")

    @property
    def rules(self) -> Rules:
        """Tables of its edition."""
        return rules_of(self.edition)

    @property
    def stored(self) -> tuple[int, ...]:
        """Units of goods and science, in the order of STORED."""
        return (*self.goods, self.science)

    @property
    def booster_strength(self) -> int:
        """Levels of all boosters together, which are added to the roll."""
        return sum(self.boosters)

    @property
    def cannon_strength(self) -> int:
        """Levels of all cannons together, which are added to the blue die."""
        return sum(self.cannons)

    def speed(self, roll: int) -> int:
        """Return the maximum number of cards of a flight after a roll of the yellow die, from 1 to 3.

        >>> from analyzer import starship
        >>> starship.Ship(boosters=(2, 1)).speed(3)
        6
        """
        return self.booster_strength + whole_number(roll, "roll", 1, 3)

    def level(self, module: str) -> int:
        """Return the level of a module, 0 if it is not built.

        Raises:
            AnalyzerError: if there is no such module.
        """
        if module not in MODULES:
            raise AnalyzerError(f"no module {module!r}: {one_of(module, MODULES)}")
        return self.modules[MODULES.index(module)]

    def _of(self, module: str, fact: str, without: int) -> int:
        """Return a number printed on a module, e.g. its capacity, at the ship's level of the module.

        Args:
            module: name of the module.
            fact: name of the number.
            without: the number that applies without the module.
        """
        level = self.level(module)
        return int(getattr(self.rules.modules[module, level], fact)) if level in (1, 2) else without

    @property
    def capacity(self) -> int:
        """Units of each good that a bay holds."""
        return self._of("logistics", "capacity", self.rules.start["capacity"])

    @property
    def flight_actions(self) -> int:
        """Maximum number of actions of a flight."""
        return self._of("command", "actions", self.rules.start["actions"])

    @property
    def looks(self) -> int:
        """Number of cards that the sensor shows."""
        return self._of("sensor", "looks", 0)

    @property
    def purchases(self) -> int:
        """Number of goods that the trade module can buy from the other player by force in a turn."""
        return self._of("trade", "purchases", 0)

    @property
    def friendship(self) -> int:
        """Friendship points of its stations."""
        return sum(self.rules.card_by_id[card].friendship for card in self.stations if card in self.rules.card_by_id)

    @property
    def medals(self) -> int:
        """Medals of pirates, one each, and of adventures."""
        known = self.rules.adventure_by_id
        return len(self.pirates) + sum(known[one].medals for one in self.adventures if one in known)

    @property
    def own_points(self) -> dict[str, int]:
        """Victory points by their source, e.g. colonies, without those of the special cards."""
        known = self.rules.adventure_by_id
        return {
            "colonies": len(self.colonies),
            "modules": sum(level == 2 for level in self.modules),
            "adventures": sum(known[one].points for one in self.adventures if one in known),
        }

    def made_by(self, roll: int) -> list[str]:
        """Return the products of a roll: goods of colonies with that number, of which one is chosen, and of modules.

        >>> from analyzer import starship
        >>> starship.Ship().made_by(1)
        ['carbon']
        """
        known = self.rules.card_by_id
        goods = {known[card].good for card in self.colonies if card in known and known[card].number == roll}
        by_module = {"science": "science", "production": "trade_good"}
        return [good for good in GOODS if good in goods] + [
            by_module[name] for name in by_module if roll in self._numbers(name)
        ]

    def _numbers(self, module: str) -> frozenset[int]:
        """Return the faces of the yellow die on which a module produces."""
        level = self.level(module)
        return self.rules.modules[module, level].numbers[CRESTS.index(self.crest)] if level in (1, 2) else frozenset()

    def flaws(self) -> list[Flaw]:
        """Return everything that a ship cannot hold or own; [] if nothing.

        >>> from analyzer import starship
        >>> [flaw.kind for flaw in starship.Ship.from_dict({"goods": {"ore": 4}, "cannons": [1, 1, 1, 1]}).flaws()]
        ['capacity', 'openings']
        """
        return [*self._limits(), *self._cards(), *self._adventures()]

    def _limits(self) -> Iterator[Flaw]:
        """Yield a flaw for each number that exceeds what the ship can hold."""
        limits = self.rules.start
        for name, many in zip(GOODS, self.goods, strict=True):
            if many > self.capacity:
                text = f"{many} {in_words(name)}, but a bay holds {self.capacity}"
                cure = f"write at most {self.capacity}, or raise the level of logistics"
                yield Flaw("capacity", ("goods", name), f"{text}: {cure}")
        if self.science > limits["lab"]:
            most = limits["lab"]
            yield Flaw("lab", ("science",), f"{self.science} science, but the lab holds {most}: write at most {most}")
        ships = self.colony_ships + self.trade_ships
        if ships > limits["hangar"]:
            most = limits["hangar"]
            yield Flaw(
                "hangar", ("hangar",), f"{ships} ships, but the hangar holds {most}: write {most} or fewer in all"
            )
        for name in ("boosters", "cannons"):
            many = len(getattr(self, name))
            if many > limits["openings"]:
                most = limits["openings"]
                yield Flaw("openings", (name,), f"{many} {name}, but there are {most} openings: list at most {most}")

    def _cards(self) -> Iterator[Flaw]:
        """Yield a flaw for each card of a wrong kind, and for each card that is listed twice."""
        seen: dict[str, str] = {}
        for owned, wanted in OWNED.items():
            for number, card in enumerate(getattr(self, owned)):
                yield from _wrong_card(self.rules, card, owned, number, wanted)
                if card in seen:
                    yield Flaw("card_twice", (owned, number), listed_twice(self.rules, card, seen[card], owned))
                seen[card] = owned

    def _adventures(self) -> Iterator[Flaw]:
        """Yield a flaw for each adventure that is unknown or listed twice, or whose card no player keeps."""
        known = self.rules.adventure_by_id
        for number, one in enumerate(self.adventures):
            path = ("adventures", number)
            if one not in known:
                yield Flaw("unknown_adventure", path, f"no adventure {one!r}: {one_of(one, known)}")
            elif not known[one].stays_with_player:
                yield Flaw(
                    "not_kept",
                    path,
                    f"{one} brings neither a medal nor a point, so no player keeps its card: take it out",
                )
            if one in self.adventures[:number]:
                yield Flaw("card_twice", path, f"{one} is listed twice, but there is only one such card: take one out")

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Ids of all cards that the ship owns, in the order of the table."""
        return tuple(sorted((*self.colonies, *self.stations, *self.pirates), key=self.rules.order_of_cards.__getitem__))


def _wrong_card(rules: Rules, card: str, field: str, number: int, wanted: str) -> Iterator[Flaw]:
    """Yield a flaw if a card is not of the kind that the list is for."""
    known = rules.card_by_id.get(card)
    if known is None:
        yield Flaw("unknown_card", (field, number), unknown_card(rules, card))
    elif known.owned_as != wanted:
        right = next((name for name, owned_as in OWNED.items() if owned_as == known.owned_as), "")
        cure = f"move it to {right}" if right else "no player can own it, so take it out"
        if wanted == "station" and not right:
            text = f"{card_in_words(rules, card)} has no H, so no station can be founded there: take it out"
        else:
            kind = in_words(known.kind)
            text = (
                f"{card_in_words(rules, card)} is listed under {field}, but is no {wanted} (its kind is {kind}): {cure}"
            )
        yield Flaw(f"no_{wanted}", (field, number), text)


def card_in_words(rules: Rules, card: str) -> str:
    """Return a card's printed name with its id, `Mintaka II (BASE16)`; an unknown id unchanged."""
    known = rules.card_by_id.get(card)
    return card if known is None or not known.name else f"{known.name} ({card})"


def listed_twice(rules: Rules, card: str, first: str, second: str) -> str:
    """Return the message that a card is in two lists, or twice in one, and what to do."""
    places = f"listed twice in {first}" if first == second else f"in two places, {first} and {second}"
    return f"{card_in_words(rules, card)} is {places}, but there is only one such card: take one out"


def unknown_card(rules: Rules, card: object) -> str:
    """Return the message that a card does not exist, and how cards are named."""
    close = nearest(str(card), rules.card_by_id)
    hint = f"; did you mean {close}?" if close else ""
    ids = "BASE01 to BASE40, I01 to IV07, START01 or START02"
    return f"no card {card!r} in Starship Catan: give its printed name, or its id, {ids}{hint}"


def special_cards(moon: Ship, sun: Ship) -> dict[str, str | None]:
    """Return the crest that holds each special card, Friend and Hero of the peoples, or None.

    A holder has three or more friendship points or medals, and strictly more than the other.

    >>> from analyzer import starship
    >>> starship.special_cards(starship.Ship(pirates=("BASE11", "BASE12", "I05")), starship.Ship(crest="sun"))
    {'friend': None, 'hero': 'moon'}
    """
    return {
        "friend": _most(moon.rules, moon.friendship, sun.friendship),
        "hero": _most(moon.rules, moon.medals, sun.medals),
    }


def _most(rules: Rules, moon: int, sun: int) -> str | None:
    """Return the crest of the player who holds the special card Friend of the Peoples, or Hero of the Peoples.

    Args:
        rules: Tables of the edition, with the number that the card needs.
        moon: Moon's friendship points, or medals.
        sun: Sun's friendship points, or medals.

    Returns:
        The crest of the player who has more; None if both have equally many, or if neither has enough.
    """
    if max(moon, sun) < rules.start["special_card"] or moon == sun:
        return None
    return "moon" if moon > sun else "sun"


def points(moon: Ship, sun: Ship) -> dict[str, int]:
    """Return the points of both ships, with the special cards.

    >>> from analyzer import starship
    >>> starship.points(starship.Ship(), starship.Ship(crest="sun", colonies=("START02", "BASE05")))
    {'moon': 1, 'sun': 2}
    """
    holders = list(special_cards(moon, sun).values())
    return {
        crest: sum(ship.own_points.values()) + holders.count(crest)
        for crest, ship in zip(CRESTS, (moon, sun), strict=True)
    }


def points_by_source(ship: Ship, other: Ship) -> dict[str, int]:
    """Return the points of a ship by source, given the other ship."""
    pair = (ship, other) if ship.crest == "moon" else (other, ship)
    holds = special_cards(*pair)
    return ship.own_points | {name: int(holds[name] == ship.crest) for name in ("friend", "hero")}
