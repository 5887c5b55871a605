"""Options about fleets of class IVC, and readers of option texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from analyzer.cli.option_records import option
from analyzer.errors import AnalyzerError, all_or_faults, one_of, whole_number
from analyzer.trucker import arguments

if TYPE_CHECKING:
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.ship.layout import Layout


LONGEST_NUMBER = 9
"""The number of digits from which a text is rejected as a number of a card or of batteries."""
DICE = tuple("123456")


def read_cards(text: str) -> tuple[int | str, ...]:
    """Return card numbers and words that name a card, from `28,pirates 6,41`."""
    words = [word.strip() for word in text.split(",")]
    named = [re.search(r"[^\W\d_]|/", word) is not None for word in words]
    is_number = [word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER for word in words]
    wrong = [word for word, *known in zip(words, named, is_number, strict=True) if not any(known)]
    if wrong:
        raise AnalyzerError(
            f"--cards: {wrong[0][:40]!r} is no card number: give numbers or words with commas, e.g. 28,pirates 6,41"
        )
    return tuple(word if in_words else int(word) for word, in_words in zip(words, named, strict=True))


def read_dice(text: str) -> tuple[int, ...]:
    """Return the two dice in an option's text such as `1,2`.

    Raises:
        AnalyzerError: The text is no pair of dice.
    """
    thrown = [word.strip() for word in text.split(",")]
    if len(thrown) != 2 or any(word not in DICE for word in thrown):
        raise AnalyzerError(f"--dice {text[:40]!r}: give two numbers from 1 to 6, e.g. 1,2")
    return tuple(int(word) for word in thrown)


def read_premiums(texts: Sequence[str]) -> list[int | Literal["advised"]]:
    """Return premiums from texts like `5` or `advised`, one for all ships or one for each.

    Raises:
        AnalyzerError: A text is no premium.
    """
    wrong = [text for text in texts if text != "advised" and not (text.isascii() and text.isdigit() and len(text) < 3)]
    if wrong:
        raise AnalyzerError(
            f"--insurance {wrong[0][:40]!r}: give the premium that is paid, e.g. 5; 0 for none, or advised"
        )
    return ["advised" if text == "advised" else int(text) for text in texts]


def read_batteries(ship: Layout | Fleet, text: str | None) -> int | list[int] | None:
    """Return the number of charged batteries, or one number for each ship of a fleet, from `2` or `0,1`.

    Raises:
        AnalyzerError: The text cannot be read, or names more than a ship carries.
    """
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.questions.strike import carried, carried_by_ship

    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    carry = carried_by_ship(ship) if isinstance(ship, Fleet) else [carried(ship)]
    digits = [word.removeprefix("-") for word in words]
    wrong = [word for word in digits if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER)]
    if wrong or len(words) != len(carry):
        wanted = f"{len(carry)} numbers, one for each ship of the fleet, e.g. {','.join('1' * len(carry))}"
        raise AnalyzerError(f"--batteries {text[:40]}: give {wanted if len(carry) > 1 else 'a whole number from 0'}")
    numbers = [
        whole_number(int(word), f"{ship.name}: batteries", 0, most) for word, most in zip(words, carry, strict=True)
    ]
    return numbers if isinstance(ship, Fleet) else numbers[0]


def read_square(text: str, option: str = "--square") -> tuple[int, int]:
    """Return row and column from an option's text such as `6,7`.

    Raises:
        AnalyzerError: The text is no square.
    """
    words = text.strip().strip("()[]").replace(",", " ").split()
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise AnalyzerError(f"{option} {text[:40]}: give row and column as printed, e.g. 6,7")
    return int(words[0]), int(words[1])


def read_kept(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return the squares in option texts such as `6,7`, each as (row, column).

    Raises:
        AnalyzerError: Some texts are no squares. The message lists all of them.
    """
    return all_or_faults(lambda text: read_square(text, "--keep"), texts)


def check_level(level: str | None, edition: str = "2007") -> None:
    """Raise AnalyzerError for a level that the edition does not have."""
    from analyzer.trucker.edition import load_edition

    levels = load_edition(edition).levels
    if level is not None and level not in levels:
        raise AnalyzerError(f"--level {level}: {one_of(level, levels)}")


FLEETS = "Class IVC"
"""The help panel of these options."""


@dataclass(frozen=True)
class FleetOptions:
    """Options about builds of class IVC: how the quarters join (borders, dice or layout), insurance, and tables."""

    PANEL: ClassVar = FLEETS

    joined: str | None = option(arguments.JOINED, metavar="BORDERS")
    dice: str | None = option(arguments.DICE, metavar="N,N")
    layout: str | None = option(arguments.LAYOUT, metavar="LAYOUT")
    insurance: list[str] | None = option(arguments.INSURANCE, metavar="CREDITS|advised")
    tables: Path | None = option(arguments.TABLES, metavar="FOLDER")

    def only_for(self, layouts: Sequence[Layout]) -> None:
        """Raise AnalyzerError if an option for class IVC was given but none of the ships is a build of that class."""
        options = [f"--{name}" for name in self.conditions()]
        if options and not any(layout.is_build for layout in layouts):
            raise AnalyzerError(f"{', '.join(options)}: is only for builds on board 2007-IVC: leave it out")

    def conditions(self) -> dict[str, Any]:
        """Return the given options as keyword arguments of the calls that fly."""
        read: dict[str, Any] = {"joined": self.joined, "layout": self.layout, "tables": self.tables}
        read["dice"] = None if self.dice is None else read_dice(self.dice)
        read["insurance"] = read_premiums(self.insurance) if self.insurance else None
        return {name: value for name, value in read.items() if value is not None}

    def own_tables(self) -> FleetTables | None:
        """Return the tables of class IVC in the folder that `--tables` names; None without that option."""
        from analyzer.trucker.fleets.tables import fleet_tables

        return None if self.tables is None else fleet_tables(self.tables)

    def settled(self, layout: Layout) -> Layout:
        """Return the ship; a build of class IVC gets its joined borders, if the options or its file fix them.

        Raises:
            AnalyzerError: If an option for class IVC is given for another ship, or contradicts the file.
        """
        from dataclasses import replace

        from analyzer.trucker.fleets.conditions import possible_joinings
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        conditions = self.conditions()
        tables = fleet_tables(self.tables)
        ways = possible_joinings([layout], conditions.get("joined"), conditions.get("dice"), None, tables)
        return replace(layout, joined=ways[0]) if ways else layout

    def target(self, layout: Layout) -> Layout | Fleet:
        """Return the ship, or for a build of class IVC the fleet that the options or its file choose."""
        from analyzer.trucker.fleets.conditions import the_fleet
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        if not layout.is_build:
            return layout
        conditions = self.conditions()
        return the_fleet(layout, conditions.get("joined"), conditions.get("dice"), fleet_tables(self.tables))
