"""Options of Galaxy Trucker's verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

import typer

from analyzer.cli.multiword_options import Several, separated
from analyzer.cli.option_records import Only
from analyzer.cli.options import WHERE, WHO
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.trucker.command.fleet_options import FleetOptions, check_level, read_cards, read_kept

if TYPE_CHECKING:
    from analyzer.trucker.conditions import Conditions, RivalsLike
    from analyzer.trucker.journey.call import OnTheWay
    from analyzer.trucker.ship.layout import Layout


Rules = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules",
        help="Python file (.py) with the rules for card kinds of your own; it is executed. May be given several times.",
        metavar="FILE",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class RulesOption:
    """The rules of the user's own."""

    PANEL: ClassVar = WHERE

    rules: Rules = None

    def begin(self) -> None:
        """Run the files before anything else is read; raises AnalyzerError with the faults of all."""
        if self.rules:
            from analyzer.trucker.questions.edition import load_rules

            all_or_faults(load_rules, self.rules)


FIELD: Literal["field"] = "field"
ALONE: Literal["alone"] = "alone"
SEARCH = "What to look for"
"""A panel of options."""

ShipFiles = Annotated[list[Path], typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]
ShipFile = Annotated[Path, typer.Argument(help="Ship file (.yaml).", metavar="SHIP", show_default=False)]
Batteries = Annotated[
    str | None,
    typer.Option(
        help="Batteries left, e.g. 2; for a fleet one number for each ship, e.g. 0,1 (default: all of them).",
        metavar="N[,N...]",
        show_default=False,
    ),
]

OfEdition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help="Read ship files as ships of this edition: 2007, 2021 or a folder of tables (default: what they say).",
        metavar="NAME|FOLDER",
        show_default=False,
    ),
]
InEditions = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        help="Read ship files as ships of this edition: 2007, 2021 or a folder of tables (default: what they say). "
        "Given several times, every ship flies by the rules of each, which is a column of the ranking.",
        metavar="NAME|FOLDER",
        show_default=False,
    ),
]
OF_THE_BOX = "2007, 2021 or a folder of tables (default: that of the ship, else 2007)."
"""What `--edition` says where it chooses a box or a board."""
SquareOf = Annotated[
    str | None,
    typer.Option(
        "--square",
        help="A square of the board by its dice numbers, e.g. 7,5.",
        metavar="ROW,COLUMN",
        show_default=False,
    ),
]
SquareAsked = Annotated[
    str, typer.Option("--square", help="A square of the board by its dice numbers, e.g. 7,5.", metavar="ROW,COLUMN")
]
Level = Annotated[
    str | None, typer.Option(help="The level, e.g. II (default: that of the ship's board).", show_default=False)
]
Seed = Annotated[int, typer.Option(help="Fixes every deck and every roll: the same seed gives the same flights.")]
Start = Annotated[
    int | None,
    typer.Option(help="Place in the starting order, from 1 (default: drawn for each flight).", show_default=False),
]
Learning = Annotated[
    bool, typer.Option("--learning", help="Fly the learning flight: level I with the eight starred cards.")
]
Repair = Annotated[
    bool,
    typer.Option(
        "--repair",
        help="Take components off flawed ships before launch. They are charged as lost, except in the learning "
        "flight of "
        "2007.",
    ),
]
Cards = Annotated[
    list[str] | None,
    typer.Option(
        help="Fly through these cards in this order, by number or words of one card, e.g. 28,29,'pirates 6'.",
        metavar="N,N,...",
        show_default=False,
    ),
]
Forecast = Annotated[
    Path | None,
    typer.Option(
        help="File with the cards that were seen in the piles (.yaml). The others are drawn.",
        metavar="FILE",
        show_default=False,
    ),
]
Prognostic = Annotated[
    bool,
    typer.Option(
        "--prognostic",
        help="Stack the four piles in order, the fourth at the bottom, instead of shuffling them together.",
    ),
]
CardsFile = Annotated[
    Path | None,
    typer.Option(help="Replace printed cards by those of this table (.csv).", metavar="FILE", show_default=False),
]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="sensible (default), cautious, bold, miser, thinker (slow) or a captain file (.yaml). Give one for all "
        "ships or one for each.",
    ),
]
Rivals = Annotated[
    list[str] | None,
    typer.Option(
        help="`field`: fly against the three reference ships of the board; `alone`: against nobody; or against up to "
        "three ship files, with commas between them or --rivals before each.",
        metavar="field|alone|SHIP,SHIP",
        show_default=FIELD,
    ),
    Several(alone=(FIELD, ALONE)),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(help="Squares that stay as they are, e.g. 7,6 8,8.", metavar="ROW,COLUMN...", show_default=False),
    Several(),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        help="Wall-clock limit in seconds for search and fresh flights together (default 60, unless --flights is "
        "given).",
        show_default=False,
    ),
]
Goal = Annotated[
    str,
    typer.Option(
        "--goal",
        help="What to maximise: a metric, e.g. credits or arrived; `win`; or a sum with whole factors, e.g. "
        "credits-2*penalty. A metric where less is better (penalty, components_lost) is minimised.",
        metavar="METRIC|PRICES",
    ),
]
Alone = Annotated[
    bool,
    typer.Option("--alone", help="Fly without rivals: no combat zones, no race for planets, always the leader."),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        help="The ships of another trucker, one for each flight. May be given up to three times.",
        metavar="SHIP SHIP...",
        show_default=False,
    ),
    Several(together=True),
]


@dataclass(frozen=True)
class TripOptions:
    """Where ships fly, and how they set out."""

    PANEL: ClassVar = WHERE

    level: Level = None
    seed: Seed = 1
    start: Start = None
    learning: Learning = False
    repair: Repair = False
    edition: OfEdition = None


@dataclass(frozen=True)
class DeckOptions:
    """Which cards they meet, and what is known of them."""

    PANEL: ClassVar = WHERE

    cards: Cards = None
    forecast: Forecast = None
    prognostic: Prognostic = False
    cards_file: CardsFile = None

    def by_flight(self) -> list[tuple[int | str, ...]]:
        """The cards that were chosen for each flight of a journey."""
        return [read_cards(text) for text in self.cards or []]

    def chosen(self) -> tuple[int | str, ...]:
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

    def only(self) -> str:
        """The one captain, of verbs that are about one ship."""
        captains = self.captain or ["sensible"]
        if len(captains) > 1:
            raise AnalyzerError(f"--captain: {len(captains)} captains for your ship: give one")
        return captains[0]


@dataclass(frozen=True)
class RivalOptions:
    """Who flies along; `otherwise`: who does by default, "" for nobody."""

    PANEL: ClassVar = WHO

    rivals: Rivals = None
    alone: Alone = False
    otherwise: str = field(default=FIELD, kw_only=True)

    def named(self) -> list[str]:
        """The files of the rivals, or `field` for the reference ships of each ship's board; [] for nobody."""
        words = separated(self.rivals)
        if self.alone and self.rivals is not None:
            raise AnalyzerError("--alone, --rivals: choose one: alone there are no rivals")
        if self.rivals is not None and not words:
            raise AnalyzerError("--rivals: names nobody: give ship files or `field`, or fly --alone")
        return [] if self.alone else words or [self.otherwise] * bool(self.otherwise)

    def load(self, edition: str | None = None) -> RivalsLike:
        """The rivals as calls take them: "field", "alone", or the ships of the files, read as those of an edition."""
        match self.named():
            case []:
                return "alone"
            case ["field" | "alone" as word]:
                return word
            case [word] if not Path(word).suffix and not Path(word).exists():
                raise AnalyzerError(f"--rivals {word}: give ship files, or `field` or `alone`")
            case words:
                return load_ships([Path(word) for word in words], edition)

    def of_journeys(self) -> Literal["field", "alone"] | None:
        """Who flies along through whole journeys, None if nothing is said: then the field, or the other truckers."""
        named = self.named()
        if self.rivals and named not in ([FIELD], [ALONE]):
            raise AnalyzerError("--rivals: journeys are flown against other truckers: use --against, or --rivals field")
        if self.alone or named == [ALONE]:
            return ALONE
        return FIELD if self.rivals else None


@dataclass(frozen=True)
class SearchOptions:
    """What a search for a better ship is after, how long it goes on, and which squares stay as they are."""

    PANEL: ClassVar = SEARCH

    goal: Goal = "credits"
    seconds: Seconds = None
    keep: Keep = None

    def arguments(self) -> dict[str, Any]:
        """The same as keyword arguments of the calls that search; raises AnalyzerError for what is no square."""
        return {"goal": self.goal, "seconds": self.seconds, "keep": read_kept(self.keep or [])}


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
    ships = load_ships(paths, trip.edition)
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
    check_level(trip.level, ships[0].board.edition)
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
        conditions |= cast("Conditions", fleets.conditions())
    if rivals is not None:
        conditions["rivals"] = rivals.load(trip.edition)
    return conditions


def load_ships(paths: Sequence[Path], edition: str | None = None) -> list[Layout]:
    """All ships, read as those of an edition if one is named, or one error with the faults of every file."""
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.editions import named_edition
    from analyzer.trucker.ship.shipfile import load_ship

    key = None if edition is None else load_edition(named_edition(edition)).name
    loaded = all_or_faults(lambda path: load_ship(path, key), paths)
    return _told_apart([replace(ship, name=name) for ship, name in zip(loaded, _names(loaded, paths), strict=True)])


def load_in_editions(paths: Sequence[Path], editions: Sequence[str] | None) -> list[Layout]:
    """All ships as their files say, or all of them as ships of each edition that is named."""
    loaded = all_or_faults(lambda edition: load_ships(paths, edition), editions or [None])
    return _told_apart([ship for ships in loaded for ship in ships])


def _names(ships: Sequence[Layout], paths: Sequence[Path]) -> list[str]:
    """The names of the ships; versions of one name in several files are called by their files."""
    files: dict[str, set[str]] = {}
    for ship, path in zip(ships, paths, strict=True):
        files.setdefault(ship.name, set()).add(path.stem)
    return [
        f"{ship.name} ({path.stem})"[:60] if len(files[ship.name]) > 1 else ship.name
        for ship, path in zip(ships, paths, strict=True)
    ]


def _told_apart(ships: list[Layout]) -> list[Layout]:
    """Return the ships after naming editions of equal names by their folders."""
    from analyzer.trucker.edition import OwnEdition

    OwnEdition.tell_apart(ship.board.edition for ship in ships)
    return ships


def in_one(trip: TripOptions, editions: Sequence[str] | None) -> TripOptions:
    """The trip in the one edition that is named; in none where several are."""
    return replace(trip, edition=editions[0] if editions and len(editions) == 1 else None)


def load_truckers(truckers: Sequence[Sequence[Path]], edition: str | None = None) -> list[list[Layout]]:
    """The ships of each trucker, or one error with the faults of every file."""
    ships = iter(load_ships([path for paths in truckers for path in paths], edition))
    return [[next(ships) for _ in paths] for paths in truckers]


def split(named: Sequence[str] | None) -> list[list[Path]]:
    """The files of each trucker, as they stand behind one option with commas."""
    return [[Path(word) for word in separated([text])] for text in named or []]


def on_the_way(trip: TripOptions, deck: DeckOptions, fleets: FleetOptions, rivals: RivalOptions) -> OnTheWay:
    """What `journey` and `compare_journeys` take besides who flies."""
    of_fleets = cast("OnTheWay", fleets.conditions())
    flies_along = rivals.of_journeys()
    if flies_along is not None:
        of_fleets["rivals"] = flies_along
    return of_fleets | {
        "learning": trip.learning,
        "start": trip.start,
        "forecast": deck.forecast,
        "cards": deck.by_flight(),
        "repair": trip.repair,
        "prognostic": deck.prognostic,
        "cards_file": deck.cards_file,
    }
