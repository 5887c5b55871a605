"""Records of options of Galaxy Trucker's verbs, and loading of the ships that they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from os.path import exists, realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, cast

from analyzer.cli.multiword_options import Several, split_values
from analyzer.cli.option_records import OnlyFields, argument, option
from analyzer.cli.options import WHERE, WHO
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.trucker import arguments
from analyzer.trucker.command.fleet_options import FleetOptions, check_level, read_cards, read_kept
from analyzer.trucker.world import DEFAULT_CAPTAIN

if TYPE_CHECKING:
    from analyzer.trucker.conditions import Conditions, RivalsLike
    from analyzer.trucker.journey.call import JourneyConditions
    from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class RulesOption:
    """The option `--rules`, which names Python files with the user's own kinds of cards."""

    PANEL: ClassVar = WHERE

    rules: list[Path] | None = option(
        None,
        "Python file (.py) with the rules for card kinds of your own; it is executed. May be given several times.",
        metavar="FILE",
    )

    def begin(self) -> None:
        """Run the files of rules, also those in the user's settings, before anything else is read."""
        from analyzer.trucker.command.settings import rules_in_settings

        files = {realpath(path): path for path in (*rules_in_settings(), *(self.rules or ()))}
        if files:
            from analyzer.trucker.questions.edition import load_rules

            all_or_faults(load_rules, [*files.values()])


FIELD: Literal["field"] = "field"
ALONE: Literal["alone"] = "alone"
SEARCH = "What to look for"
"""The help panel of search options."""

SHIP_FILES = argument(..., "Ship files (.yaml).", metavar="SHIP...")
SHIP_FILE = argument(..., "Ship file (.yaml).", metavar="SHIP")
BATTERIES = option(
    None,
    "Charges left in the batteries, e.g. 2; for a fleet one number for each ship, e.g. 0,1 (default: all charges).",
    metavar="N[,N...]",
)

IN_EDITIONS = option(
    None,
    "Read ship files as ships of this edition: 2007, 2021 or a folder of tables (default: what they say). "
    "Given several times, every ship flies by the rules of each, which is a column of the ranking.",
    "--edition",
    metavar="NAME|FOLDER",
)
OF_THE_BOX = "2007, 2021 or a folder of tables (default: that of the ship, else 2007)."
"""The help of `--edition` for verbs that take a box of components or a board from the edition."""


@dataclass(frozen=True)
class TripOptions:
    """Options on the level, edition and start of flights."""

    PANEL: ClassVar = WHERE

    level: str | None = option(None, "The level, e.g. II (default: that of the ship's board).")
    seed: int = option(1, "Fixes every deck and every roll: the same seed gives the same flights.")
    start: int | None = option(arguments.START)
    learning: bool = option(arguments.LEARNING)
    repair: bool = option(arguments.REPAIR)
    edition: str | None = option(
        None,
        "Read ship files as ships of this edition: 2007, 2021 or a folder of tables (default: what they say).",
        metavar="NAME|FOLDER",
    )


@dataclass(frozen=True)
class DeckOptions:
    """Options on the cards of a flight, and on the forecast."""

    PANEL: ClassVar = WHERE

    cards: list[str] | None = option(
        None,
        "Fly through these cards in this order, by number or words of one card, e.g. 28,29,'pirates 6'.",
        metavar="N,N,...",
    )
    forecast: Path | None = option(arguments.FORECAST, metavar="FILE")
    prognostic: bool = option(arguments.PROGNOSTIC)
    cards_file: Path | None = option(arguments.CARDS_FILE, metavar="FILE")

    def by_flight(self) -> list[tuple[int | str, ...]]:
        """Return the chosen cards, one tuple for each flight of a journey."""
        return [read_cards(text) for text in self.cards or []]

    def chosen(self) -> tuple[int | str, ...]:
        """Return the chosen cards for one flight; () if none are chosen.

        Raises:
            AnalyzerError: Cards are given several times.
        """
        chosen = self.by_flight()
        if len(chosen) > 1:
            raise AnalyzerError(f"--cards: given {len(chosen)} times: name the cards of the flight once, with commas")
        return chosen[0] if chosen else ()


@dataclass(frozen=True)
class PlayerOptions:
    """Options that name the captain of each ship."""

    PANEL: ClassVar = WHO

    captain: list[str] | None = option(None, arguments.CAPTAIN.help)

    def of(self, ships: Sequence[Layout]) -> list[str]:
        """Return the name of each ship's captain: one captain for all ships, or one for each."""
        captains = self.captain or [DEFAULT_CAPTAIN]
        if len(captains) not in (1, len(ships)):
            raise AnalyzerError(
                f"--captain: {len(captains)} captains for {len(ships)} ships: give one, or one for each"
            )
        return captains if len(captains) == len(ships) else captains * len(ships)

    def only(self) -> str:
        """Return the single captain, for verbs about one ship.

        Raises:
            AnalyzerError: Several captains are given.
        """
        captains = self.captain or [DEFAULT_CAPTAIN]
        if len(captains) > 1:
            raise AnalyzerError(f"--captain: {len(captains)} captains for your ship: give one")
        return captains[0]


@dataclass(frozen=True)
class RivalOptions:
    """Options that name the rivals of a ship, or say that it flies alone.

    Attributes:
        rivals: The rivals; None for the default.
        alone: Whether the ship flies without rivals.
        otherwise: The rivals if no option names any; "" for none.
    """

    PANEL: ClassVar = WHO

    rivals: list[str] | None = option(
        None,
        arguments.RIVALS.help.removesuffix(".") + ", with commas between them or --rivals before each.",
        several=Several(alone=(FIELD, ALONE)),
        metavar="field|alone|SHIP,SHIP",
        show_default=FIELD,
    )
    alone: bool = option(False, "Fly without rivals: no combat zones, no race for planets, always the leader.")
    otherwise: str = field(default=FIELD, kw_only=True)

    def named(self) -> list[str]:
        """Return the files of the rivals, or `field` for the board's reference ships; [] for nobody.

        Raises:
            AnalyzerError: The options contradict each other, or name nobody.
        """
        words = split_values(self.rivals)
        if self.alone and self.rivals is not None:
            raise AnalyzerError("--alone, --rivals: choose one: alone there are no rivals")
        if self.rivals is not None and not words:
            raise AnalyzerError("--rivals: names nobody: give ship files or `field`, or fly --alone")
        return [] if self.alone else words or [self.otherwise] * bool(self.otherwise)

    def load(self, edition: str | None = None) -> RivalsLike:
        """Return the rivals as calls take them: "field", "alone", or ships."""
        match self.named():
            case []:
                return "alone"
            case ["field" | "alone" as word]:
                return word
            case [word] if not Path(word).suffix and not exists(word):
                raise AnalyzerError(f"--rivals {word}: give ship files, or `field` or `alone`")
            case words:
                return load_ships([Path(word) for word in words], edition)

    def of_journeys(self) -> Literal["field", "alone"] | None:
        """Return the rivals of a whole journey; None if no option names any.

        With None, the rivals are the other truckers if there are any, else the field.

        Raises:
            AnalyzerError: Ship files are named.
        """
        named = self.named()
        if self.rivals and named not in ([FIELD], [ALONE]):
            raise AnalyzerError("--rivals: journeys are flown against other truckers: use --against, or --rivals field")
        if self.alone or named == [ALONE]:
            return ALONE
        return FIELD if self.rivals else None


@dataclass(frozen=True)
class SearchOptions:
    """Options on the goal of a search, its duration, and the squares that stay unchanged."""

    PANEL: ClassVar = SEARCH

    goal: str = option(
        "credits",
        "What to maximise: a metric, e.g. credits or arrived; `win`; or a sum with whole factors, e.g. "
        "credits-2*penalty. A metric where less is better (penalty, components_lost) is minimised.",
        metavar="GOAL",
    )
    seconds: float | None = option(
        None,
        "Wall-clock limit in seconds for search and fresh flights together (default 60, unless --flights is given).",
    )
    keep: list[str] | None = option(
        None, "Squares that stay as they are, e.g. 7,6 8,8.", several=Several(), metavar="ROW,COLUMN..."
    )

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of the calls that search."""
        return {"goal": self.goal, "seconds": self.seconds, "keep": read_kept(self.keep or [])}


class AloneOtherwise(OnlyFields):
    """Annotation of verbs with `--rivals` in which ships fly alone by default."""

    def __init__(self) -> None:
        super().__init__("rivals")

    def help_of(self, name: str) -> dict[str, Any]:
        """Return the keyword arguments that make the help show `alone` as the default."""
        return {"show_default": "alone"}

    def fixed(self) -> dict[str, Any]:
        """Return the field values that make flying alone the default."""
        return {"otherwise": ""}


@dataclass(frozen=True)
class TruckerOptions:
    """Options on the other truckers of a whole journey."""

    PANEL: ClassVar = WHO

    against: list[str] | None = option(
        None,
        "The ships of another trucker, one for each flight. May be given up to three times.",
        several=Several(together=True),
        metavar="SHIP SHIP...",
    )

    def paths(self) -> list[list[Path]]:
        """Return the paths of the ship files of each other trucker of a journey."""
        return split(self.against)


@dataclass(frozen=True)
class FlightOptions(PlayerOptions, DeckOptions, TripOptions):
    """Options on where ships fly, on which cards, and under which captains."""


@dataclass(frozen=True)
class FieldOptions(RivalOptions, FlightOptions):
    """Options on flights, their rivals, and the captain of the rivals."""

    rivals_captain: str = option(arguments.RIVALS_CAPTAIN)


@dataclass(frozen=True)
class RaceOptions(FleetOptions, FlightOptions):
    """Options on flights, and on fleets of class IVC."""


@dataclass(frozen=True)
class AllOptions(FleetOptions, FieldOptions):
    """Options on flights, on the rivals, and on fleets of class IVC."""


@dataclass(frozen=True)
class JourneyOptions(TruckerOptions, AllOptions):
    """Options on journeys of several flights, and on the other truckers."""


Flights = TypeVar("Flights", bound=FlightOptions)


def load(paths: Sequence[Path], flight: FlightOptions) -> tuple[list[Layout], Conditions]:
    """Return the ships and the conditions of their flights, as `fly` takes them."""
    ships = load_ships(paths, flight.edition)
    return ships, conditions_of(ships, flight)


def _alike_in_python(flight: FlightOptions) -> Conditions:
    """Return the options on route and cards that calls take under the same name, with the same value."""
    names = [one.name for record in (TripOptions, DeckOptions) for one in fields(record)]
    others = ("level", "seed", "edition", "cards")
    return cast("Conditions", {name: getattr(flight, name) for name in names if name not in others})


def conditions_of(ships: Sequence[Layout], flight: FlightOptions) -> Conditions:
    """Return the conditions of the ships' flights, as `fly` takes them besides level and seed."""
    check_level(flight.level, ships[0].board.edition)
    conditions: Conditions = {
        **_alike_in_python(flight),
        "captain": flight.of(ships),
        "cards": flight.chosen(),
    }
    if isinstance(flight, FleetOptions):
        flight.only_for(ships)
        conditions |= cast("Conditions", flight.conditions())
    if isinstance(flight, RivalOptions):
        conditions["rivals"] = flight.load(flight.edition)
    if isinstance(flight, FieldOptions):
        conditions["rivals_captain"] = flight.rivals_captain
    return conditions


def load_ships(paths: Sequence[Path], edition: str | None = None) -> list[Layout]:
    """Return the ships of all files, with names that tell files apart."""
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.editions import named_edition
    from analyzer.trucker.ship.shipfile import load_ship

    key = None if edition is None else load_edition(named_edition(edition)).name
    loaded = all_or_faults(lambda path: load_ship(path, key), paths)
    return _told_apart([replace(ship, name=name) for ship, name in zip(loaded, _names(loaded, paths), strict=True)])


def load_in_editions(paths: Sequence[Path], editions: Sequence[str] | None) -> list[Layout]:
    """Return the ships of all files, once for each named edition; once in their own editions if none is named."""
    loaded = all_or_faults(lambda edition: load_ships(paths, edition), editions or [None])
    return _told_apart([ship for ships in loaded for ship in ships])


def _names(ships: Sequence[Layout], paths: Sequence[Path]) -> list[str]:
    """Return the names of the ships; if ships of different files share a name, the file's name is added to each."""
    files: dict[str, set[str]] = {}
    for ship, path in zip(ships, paths, strict=True):
        files.setdefault(ship.name, set()).add(path.stem)
    return [
        f"{ship.name} ({path.stem})"[:60] if len(files[ship.name]) > 1 else ship.name
        for ship, path in zip(ships, paths, strict=True)
    ]


def _told_apart(ships: list[Layout]) -> list[Layout]:
    """Return the ships, after adding folders to the names of user-made editions that share a name."""
    from analyzer.trucker.edition import OwnEdition

    OwnEdition.tell_apart(ship.board.edition for ship in ships)
    return ships


def in_one(flight: Flights, editions: Sequence[str] | None) -> Flights:
    """Return the options with the edition that the user named; with None if the user named none or several."""
    return replace(flight, edition=editions[0] if editions and len(editions) == 1 else None)


def load_truckers(truckers: Sequence[Sequence[Path]], edition: str | None = None) -> list[list[Layout]]:
    """Return the loaded ships of each trucker, given the paths of their files."""
    ships = iter(load_ships([path for paths in truckers for path in paths], edition))
    return [[next(ships) for _ in paths] for paths in truckers]


def split(named: Sequence[str] | None) -> list[list[Path]]:
    """Return the files of each trucker, from one text with commas for each."""
    return [[Path(word) for word in split_values([text])] for text in named or []]


def journey_conditions(flight: JourneyOptions) -> JourneyConditions:
    """Return the conditions of a journey, as `journey` and `compare_journeys` take them."""
    of_fleets = cast("JourneyConditions", flight.conditions())
    flies_along = flight.of_journeys()
    if flies_along is not None:
        of_fleets["rivals"] = flies_along
    of_fleets["rivals_captain"] = flight.rivals_captain
    return of_fleets | cast("JourneyConditions", {**_alike_in_python(flight), "cards": flight.by_flight()})
