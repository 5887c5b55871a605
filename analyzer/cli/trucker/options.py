"""The options of Galaxy Trucker, each written once: where ships fly, with which cards, under whom, against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

import typer

from analyzer.cli.options import WHERE, WHO
from analyzer.cli.records import Only
from analyzer.cli.words import Several
from analyzer.errors import AnalyzerError, all_or_faults, one_of, whole_number

if TYPE_CHECKING:
    from analyzer.cli.trucker.builds import InspectedBuild
    from analyzer.trucker.conditions import Conditions
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.journey.journey import OnTheWay
    from analyzer.trucker.ship.layout import Layout

LONGEST_NUMBER = 9
"""Digits of a card number; there are far fewer cards."""
FIELD = "field"
FLEETS, SOUGHT = "Class IVC", "What is sought"
"""Panels of options."""
DICE = tuple("123456")

ShipFiles = Annotated[list[Path], typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]
ShipFile = Annotated[Path, typer.Argument(help="Ship file (.yaml).", metavar="SHIP", show_default=False)]
Batteries = Annotated[
    str | None,
    typer.Option(
        help="How many the ship has left, of a fleet a number for each ship, as 0,1; all it carries if not given.",
        metavar="N[,N...]",
        show_default=False,
    ),
]

EditionName = Annotated[
    str | None, typer.Option("--edition", help="2007 or 2021; 2007, or the ship's, if not given.", show_default=False)
]
SquareOf = Annotated[
    str | None,
    typer.Option(
        "--square", help="A square of the board by its dice numbers.", metavar="ROW,COLUMN", show_default=False
    ),
]
SquareAsked = Annotated[
    str, typer.Option("--square", help="A square of the board by its dice numbers.", metavar="ROW,COLUMN")
]
Level = Annotated[
    str | None, typer.Option(help="I, II and so on; the level of the ship's board if not given.", show_default=False)
]
Seed = Annotated[int, typer.Option(help="The seed fixes every deck and every roll.")]
Start = Annotated[
    int | None, typer.Option(help="Place in the starting order, from 1; drawn anew if not given.", show_default=False)
]
Learning = Annotated[bool, typer.Option("--learning", help="The learning flight: eight starred cards, level I.")]
Repair = Annotated[
    bool,
    typer.Option(
        "--repair",
        help="Take components off flawed ships first, charged as lost (but not in the learning flight of 2007).",
    ),
]
Cards = Annotated[
    list[str] | None,
    typer.Option(help="Chosen cards in this order, as 28,29,41.", metavar="N,N,...", show_default=False),
]
Forecast = Annotated[
    Path | None,
    typer.Option(
        help="What was seen of the piles of cards (.yaml); the rest is drawn.", metavar="FILE", show_default=False
    ),
]
Prognostic = Annotated[
    bool, typer.Option("--prognostic", help="Piles laid on each other in order, the fourth undermost; no shuffling.")
]
CardsFile = Annotated[
    Path | None,
    typer.Option(help="Cards of your own in place of printed ones (.csv).", metavar="FILE", show_default=False),
]
Joined = Annotated[
    str | None,
    typer.Option(
        help="The borders that grew together (front, behind, left, right), as F+L.",
        metavar="BORDERS",
        show_default=False,
    ),
]
Dice = Annotated[str | None, typer.Option(help="The two dice, as 1,2.", metavar="N,N", show_default=False)]
LayoutName = Annotated[
    str | None,
    typer.Option(
        "--layout",
        help="Only flights with that layout: two_behind, two_beside, three, one_large or L_and_tiny.",
        metavar="LAYOUT",
        show_default=False,
    ),
]
Insurance = Annotated[
    list[str] | None,
    typer.Option(
        "--insurance",
        help="The premium that is paid, 0, 2, 5 or 8, in place of the ship file's; or `advised`: what "
        "`analyzer insure` finds cheapest for each layout, on other flights. Once, or once a ship.",
        metavar="CREDITS|advised",
        show_default=False,
    ),
]
Tables = Annotated[
    Path | None,
    typer.Option(
        help="A folder with board.csv, dice.csv, insurance.csv and so on of your own.",
        metavar="FOLDER",
        show_default=False,
    ),
]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="sensible (default), cautious, bold, miser or a .yaml file; once, or once a ship."),
]
Rivals = Annotated[
    list[str] | None,
    typer.Option(
        help="Up to three ship files to fly against, each after its own --rivals or all with commas, or `field`: the "
        "three reference ships of the board.",
        metavar="field|SHIP,SHIP",
        show_default=FIELD,
    ),
    Several(alone=FIELD),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(help="Squares that stay as they are.", metavar="ROW,COLUMN...", show_default=False),
    Several(),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        help="How long is sought, in seconds of one processor core; 60 if neither this nor --flights is given.",
        show_default=False,
    ),
]
Wanted = Annotated[
    str,
    typer.Option(
        "--goal",
        help="What is wanted: a metric, as credits or arrived, `win`, or whole prices of several, as "
        "credits-2*penalty; one of which less is better, named alone, is wanted small.",
        metavar="METRIC|PRICES",
    ),
]
Alone = Annotated[
    bool,
    typer.Option("--alone", help="Fly without rivals: no combat zones, no races for planets, always first in order."),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        help="The ships of another trucker, one for each flight; up to three times.",
        metavar="SHIP SHIP...",
        show_default=False,
    ),
    Several(together=True),
]


@dataclass(frozen=True)
class FleetOptions:
    """What is settled of builds of class IVC: what the dice made, by which tables, and the insurance."""

    PANEL: ClassVar = FLEETS

    joined: Joined = None
    dice: Dice = None
    layout: LayoutName = None
    insurance: Insurance = None
    tables: Tables = None

    def only_for(self, layouts: Sequence[Layout]) -> None:
        """Raises AnalyzerError where none of the ships is such a build, and one of the options was given."""
        given = [f"--{name}" for name in self.given()]
        if given and not any(layout.is_build for layout in layouts):
            raise AnalyzerError(f"{', '.join(given)}: is for builds on board 2007-IVC alone: leave it out")

    def given(self) -> dict[str, Any]:
        """Those that were given, as the keyword arguments of all calls that fly."""
        read: dict[str, Any] = {"joined": self.joined, "layout": self.layout, "tables": self.tables}
        read["dice"] = None if self.dice is None else read_dice(self.dice)
        read["insurance"] = read_premiums(self.insurance) if self.insurance else None
        return {name: value for name, value in read.items() if value is not None}

    def own_tables(self) -> FleetTables | None:
        """The tables that are not ours, if any are given."""
        from analyzer.trucker.fleets.tables import fleet_tables

        return None if self.tables is None else fleet_tables(self.tables)

    def settled(self, layout: Layout) -> Layout:
        """The ship, a build with the borders that options or its file say grow together, if any do."""
        from dataclasses import replace

        from analyzer.trucker.fleets.conditions import ways_that_may_come
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        given = self.given()
        tables = fleet_tables(self.tables)
        ways = ways_that_may_come([layout], given.get("joined"), given.get("dice"), None, tables)
        return replace(layout, joined=ways[0]) if ways else layout

    def struck(self, layout: Layout) -> Layout | Fleet:
        """The ship, or the one fleet that the options or its file make of a build."""
        from analyzer.trucker.fleets.conditions import the_fleet
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        if not layout.is_build:
            return layout
        given = self.given()
        return the_fleet(layout, given.get("joined"), given.get("dice"), fleet_tables(self.tables))

    def inspected(self, build: Layout, mend: bool = False) -> InspectedBuild:
        """What can be said of the build, or of what is left of it when it is mended."""
        from analyzer.cli.trucker.builds import InspectedBuild
        from analyzer.trucker.fleets.facts import inspect_build
        from analyzer.trucker.fleets.tables import fleet_tables
        from analyzer.trucker.ship.repair import repair

        thrown = None if self.dice is None else read_dice(self.dice)
        layout, removed = repair(build) if mend else (build, ())
        facts = inspect_build(layout, self.joined, thrown, fleet_tables(self.tables))
        return InspectedBuild(layout, facts, removed, mend)


@dataclass(frozen=True)
class TripOptions:
    """Where ships fly, and how they set out."""

    PANEL: ClassVar = WHERE

    level: Level = None
    seed: Seed = 1
    start: Start = None
    learning: Learning = False
    repair: Repair = False


@dataclass(frozen=True)
class DeckOptions:
    """Which cards they meet, and what is known of them."""

    PANEL: ClassVar = WHERE

    cards: Cards = None
    forecast: Forecast = None
    prognostic: Prognostic = False
    cards_file: CardsFile = None

    def by_flight(self) -> list[tuple[int, ...]]:
        """The cards that were chosen for each flight of a journey."""
        return [read_cards(text) for text in self.cards or []]

    def chosen(self) -> tuple[int, ...]:
        """The cards that were chosen for one flight."""
        chosen = self.by_flight()
        if len(chosen) > 1:
            raise AnalyzerError(f"--cards: given {len(chosen)} times: name the cards of the flight once, with commas")
        return chosen[0] if chosen else ()


@dataclass(frozen=True)
class PlayerOptions:
    """Who flies them."""

    PANEL: ClassVar = WHO

    captain: Captains = None

    def of(self, ships: Sequence[Layout]) -> list[str]:
        """The captain of each ship."""
        captains = self.captain or ["sensible"]
        if len(captains) not in (1, len(ships)):
            raise AnalyzerError(
                f"--captain: {len(captains)} captains for {len(ships)} ships: give one, or one for each"
            )
        return captains if len(captains) == len(ships) else captains * len(ships)


@dataclass(frozen=True)
class RivalOptions:
    """Who flies along; `otherwise`: who does where nothing is said, "" for nobody."""

    PANEL: ClassVar = WHO

    rivals: Rivals = None
    alone: Alone = False
    otherwise: str = field(default=FIELD, kw_only=True)

    def named(self) -> list[str]:
        """The files of the rivals, or `field` for the reference ships of each ship's board; [] for nobody."""
        words = [word for text in self.rivals or [] for word in text.split(",") if word]
        if self.alone and self.rivals is not None:
            raise AnalyzerError("--alone, --rivals: choose one: alone there are no rivals")
        if self.rivals is not None and not words:
            raise AnalyzerError("--rivals: names nobody: give ship files or `field`, or fly --alone")
        return [] if self.alone else words or [self.otherwise] * bool(self.otherwise)

    def load(self, level: str, edition: str = "2007") -> list[Layout]:
        """The rivals: the field of the level's board in that edition, or ship files."""
        from analyzer.trucker.ship.field import load_field

        words = self.named()
        if words == [FIELD]:
            return load_field(level, edition)
        return load_ships([Path(word) for word in words])


@dataclass(frozen=True)
class SoughtOptions:
    """How long a better ship is sought, and what stays as it is."""

    PANEL: ClassVar = SOUGHT

    seconds: Seconds = None
    keep: Keep = None


@dataclass(frozen=True)
class WantedOptions:
    """What is wanted of a flight."""

    PANEL: ClassVar = SOUGHT

    goal: Wanted = "credits"


class AloneOtherwise(Only):
    """The verb takes RivalOptions, and flies alone where no rivals are named."""

    def __init__(self) -> None:
        super().__init__("rivals")

    def help_of(self, name: str) -> dict[str, Any]:
        """Who flies along where nothing is said."""
        return {"show_default": "alone"}

    def fixed(self) -> dict[str, Any]:
        """Nobody does."""
        return {"otherwise": ""}


@dataclass(frozen=True)
class TruckerOptions:
    """Who else flies through a whole journey."""

    PANEL: ClassVar = WHO

    against: Against = None

    def paths(self) -> list[list[Path]]:
        """The files of each other trucker."""
        return split(self.against)


def load(
    paths: Sequence[Path],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions | None = None,
    fleets: FleetOptions | None = None,
) -> tuple[list[Layout], Conditions]:
    """The ships, and what `fly` and its like take besides level and seed; raises AnalyzerError for what cannot be."""
    ships = load_ships(paths)
    return ships, conditions_of(ships, trip, deck, players, rivals, fleets)


def conditions_of(
    ships: Sequence[Layout],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions | None = None,
    fleets: FleetOptions | None = None,
) -> Conditions:
    """What `fly` and its like take besides level and seed, for these ships."""
    from analyzer.trucker.cards.route import home_level

    edition = ships[0].board.edition
    check_level(trip.level, edition)
    conditions: Conditions = {
        "captain": players.of(ships),
        "learning": trip.learning,
        "cards": deck.chosen(),
        "start": trip.start,
        "repair": trip.repair,
        "forecast": deck.forecast,
        "prognostic": deck.prognostic,
        "cards_file": deck.cards_file,
    }
    if fleets is not None:
        fleets.only_for(ships)
        conditions |= cast("Conditions", fleets.given())
    if rivals is not None:
        conditions["rivals"] = rivals.load(trip.level or home_level(ships[0]), edition)
    return conditions


def plan_by_ship(
    ships: Sequence[Layout], trip: TripOptions, conditions: Conditions, rivals: RivalOptions
) -> list[Experiment]:
    """For each ship the experiment in which it flies, under its own captain: in the field of its own board, against
    the same rivals as the others, or alone.

    Raises AnalyzerError with every reason why these cannot be flown.
    """
    from analyzer.trucker.cards.route import home_level
    from analyzer.trucker.conditions import CaptainLike, one_for_each, plan
    from analyzer.trucker.fleets.conditions import OfFleets, for_each_ship, without_fleets

    def planned(one: tuple[Layout, CaptainLike, OfFleets]) -> Experiment:
        ship, captain, of_fleets = one
        given: Any = bare | of_fleets | {"captain": captain}
        if rivals.named() == [FIELD]:
            given["rivals"] = rivals.load(trip.level or home_level(ship), ship.board.edition)
        return plan([ship], trip.level, trip.seed, **given)

    settled = for_each_ship(ships, conditions, paired=False)
    bare = without_fleets(conditions)
    captains = one_for_each(conditions["captain"], len(ships))
    return all_or_faults(planned, zip(ships, captains, settled, strict=True))


def load_ships(paths: Sequence[Path]) -> list[Layout]:
    """All ships, or one error with the faults of every file."""
    from analyzer.trucker.ship.shipfile import load_ship

    return all_or_faults(load_ship, paths)


def load_truckers(truckers: Sequence[Sequence[Path]]) -> list[list[Layout]]:
    """The ships of each trucker, or one error with the faults of every file."""
    ships = iter(load_ships([path for paths in truckers for path in paths]))
    return [[next(ships) for _ in paths] for paths in truckers]


def split(named: Sequence[str] | None) -> list[list[Path]]:
    """The files of each trucker, as they stand behind one option with commas."""
    return [[Path(word) for word in text.split(",") if word] for text in named or []]


def on_the_way(trip: TripOptions, deck: DeckOptions, fleets: FleetOptions) -> OnTheWay:
    """What `journey` and `compare_journeys` take besides who flies."""
    of_fleets = cast("OnTheWay", fleets.given())
    return of_fleets | {
        "learning": trip.learning,
        "start": trip.start,
        "forecast": deck.forecast,
        "cards": deck.by_flight(),
        "repair": trip.repair,
        "prognostic": deck.prognostic,
        "cards_file": deck.cards_file,
    }


def read_cards(text: str) -> tuple[int, ...]:
    """Card numbers from `28,29,41`."""
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER)]
    if wrong:
        raise AnalyzerError(f"--cards: {wrong[0][:40]!r} is no card number: give numbers with commas, as 28,29,41")
    return tuple(int(word) for word in words)


def read_dice(text: str) -> tuple[int, ...]:
    """Two dice from `1,2`."""
    thrown = [word.strip() for word in text.split(",")]
    if len(thrown) != 2 or any(word not in DICE for word in thrown):
        raise AnalyzerError(f"--dice {text[:40]!r}: give two numbers from 1 to 6, as 1,2")
    return tuple(int(word) for word in thrown)


def read_premiums(given: Sequence[str]) -> list[int | Literal["advised"]]:
    """Premiums from `5` or `advised`, once or once a ship."""
    wrong = [text for text in given if text != "advised" and not (text.isascii() and text.isdigit() and len(text) < 3)]
    if wrong:
        raise AnalyzerError(
            f"--insurance {wrong[0][:40]!r}: give the premium that is paid, as 5; 0 for none, or advised"
        )
    return ["advised" if text == "advised" else int(text) for text in given]


def read_batteries(ship: Layout | Fleet, given: str | None) -> int | list[int] | None:
    """How many batteries are left, of a fleet for each ship, from `2` or `0,1`; no more than it carries."""
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.questions.strike import carried, carried_by_ship

    if given is None:
        return None
    words = [word.strip() for word in given.split(",")]
    carry = carried_by_ship(ship) if isinstance(ship, Fleet) else [carried(ship)]
    digits = [word.removeprefix("-") for word in words]
    wrong = [word for word in digits if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER)]
    if wrong or len(words) != len(carry):
        wanted = f"{len(carry)} numbers, one for each ship of the fleet, as {','.join('1' * len(carry))}"
        raise AnalyzerError(f"--batteries {given[:40]}: give {wanted if len(carry) > 1 else 'a whole number from 0'}")
    numbers = [
        whole_number(int(word), f"{ship.name}: batteries", 0, most) for word, most in zip(words, carry, strict=True)
    ]
    return numbers if isinstance(ship, Fleet) else numbers[0]


def read_square(text: str, option: str = "--square") -> tuple[int, int]:
    """Row and column from `6,7`."""
    words = text.strip().strip("()[]").replace(",", " ").split()
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise AnalyzerError(f"{option} {text[:40]}: give row and column as printed, as 6,7")
    return int(words[0]), int(words[1])


def read_kept(given: Sequence[str]) -> list[tuple[int, int]]:
    """Rows and columns from `6,7`, each its own text; raises AnalyzerError with the faults of all."""
    return all_or_faults(lambda text: read_square(text, "--keep"), given)


def check_level(level: str | None, edition: str = "2007") -> None:
    """Complain about a level that the edition does not have."""
    from analyzer.trucker.edition import load_edition

    levels = load_edition(edition).levels
    if level is not None and level not in levels:
        raise AnalyzerError(f"--level {level}: {one_of(level, levels)}")
