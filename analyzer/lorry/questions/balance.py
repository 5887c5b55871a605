"""Balance report on an edition of Cosmic Lorry: planets, special boxes, dice, the first player and captains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analyzer.answers.balance.game import (
    WIN_TARGETS,
    GameBalance,
    Held,
    captains_by_style,
    checked_sections,
    win_targets,
)
from analyzer.answers.balance.report import PageTexts
from analyzer.answers.balance.things import Part, Thing, measure, measure_once, with_printed
from analyzer.answers.balance.tiles import Target, read_targets
from analyzer.answers.edition import own_edition_notes
from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry import world
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import Captain, load_captain
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy.galaxy import Galaxy, galaxy_of_edition
from analyzer.lorry.questions.edition import CALLS, EditionLike
from analyzer.lorry.tables import COLOURS, MOST_TRADERS, OwnEdition, load_switches, rules_of
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes

GAMES = 1_000
FEWEST_GAMES = 50
CAPTAIN, TRADERS = "steady", 2
"""Captain of all traders, and number of traders, if none is named."""
PLANETS = Part(
    "planets", "planet", "planets", "kind", "points",
    "points that a trader scores in the galaxy, less those in a galaxy without the planet", 1.0, 0.25,
)  # fmt: skip
BOXES = PLANETS._replace(
    name="boxes",
    noun="special box",
    nouns="special boxes",
    meaning="points that a trader scores in the galaxy, less those in a galaxy with an empty box there",
)
DICE = PLANETS._replace(
    name="dice",
    noun="die",
    nouns="dice",
    meaning="points that a trader scores if all dice have this colour, less those with the usual dice",
)
PARTS = (PLANETS, BOXES, DICE)
SECTIONS = (*(part.name for part in PARTS), "seats", "captains")
"""Sections of a report that can be asked for one by one."""
SEATS = 4
"""Number of games for the first player, as a multiple of those for a thing."""


@dataclass(frozen=True)
class GalaxyThing:
    """A planet, a special box or a die, measured by the points of games with it and without it.

    Attributes:
        galaxy: the galaxy.
        without: the galaxy without it.
        dice: colours of the dice that are rolled with it.
        usual: colours of the dice that are rolled without it.
        captains: captains of the traders.
        seed: seed of the games.
        name: its name.
        group: its kind.
        is_own: whether it is the edition's own: the standard edition has none that is equal.
        is_listed: whether the report lists it.
    """

    galaxy: Galaxy
    without: Galaxy
    dice: tuple[str, ...]
    usual: tuple[str, ...]
    captains: tuple[Captain, ...]
    seed: int
    name: str
    group: str
    is_own: bool
    is_listed: bool = True

    @classmethod
    def play(cls, things: Sequence[GalaxyThing], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return, for each thing, the points of all traders with it less those without it. Shape (trials,) each."""
        totals: dict[tuple[Galaxy, tuple[str, ...]], npt.NDArray[np.int64]] = {}
        for thing in things:
            for galaxy, dice in ((thing.galaxy, thing.dice), (thing.without, thing.usual)):
                if (galaxy, dice) not in totals:
                    played = GameExperiment(galaxy, thing.captains, dice, thing.seed).run_block(first, trials)
                    totals[galaxy, dice] = played["total"].sum(axis=0, dtype=np.int64)
        return [totals[one.galaxy, one.dice] - totals[one.without, one.usual] for one in things]


def things_of(
    edition: str, captains: tuple[Captain, ...], seed: int, part: Part, *, is_listed: bool = True
) -> list[Thing]:
    """Return the things that a section of the report measures: all dice, planets, or special boxes of an edition.

    Args:
        edition: key of the edition.
        captains: captains of the traders.
        seed: seed of the games.
        part: the section.
        is_listed: whether the report lists the things.
    """
    rules, printed = rules_of(edition), rules_of(STANDARD)
    galaxy, known = galaxy_of_edition(rules), galaxy_of_edition(printed)
    usual = galaxy.dice_for(len(captains))
    if part.name == DICE.name:
        return [
            GalaxyThing(
                galaxy, galaxy, (colour,) * len(usual), usual, captains, seed, colour, "die",
                rules.dice[colour] != printed.dice[colour], is_listed,
            )
            for colour in COLOURS
        ]  # fmt: skip
    if part.name == PLANETS.name:
        # Without a planet the numbers of the others move up, which changes nothing in a game.
        each = [
            (replace(galaxy, planets=tuple(one for one in galaxy.planets if one != box)), f"planet {number}",
             "planet", box not in known.planets)
            for number, box in enumerate(galaxy.planets, start=1)
        ]  # fmt: skip
    else:
        is_dearer = galaxy.star_points != known.star_points
        each = [
            (replace(galaxy, specials=tuple(one for one in galaxy.specials if one != special)),
             f"{special.kind.replace('_', ' ')} ({special.column}, {special.row})", special.kind.replace("_", " "),
             special not in known.specials or (special.kind == "star" and is_dearer))
            for special in galaxy.specials
        ]  # fmt: skip
    return [
        GalaxyThing(galaxy, without, usual, usual, captains, seed, name, group, is_own, is_listed)
        for without, name, group, is_own in each
    ]


@dataclass(frozen=True)
class TraderThing:
    """Advantage of the trader who begins, or of one captain among others.

    Attributes:
        galaxy: the galaxy.
        captains: captains of the traders; the first one is measured.
        seed: seed of the games.
        name: what is measured.
        begins: whether the first trader begins every game. If False, a trader drawn at random begins each game.
        group: empty, because nothing is compared with it.
        is_own: False, because nothing is compared with it.
        is_listed: True.
    """

    galaxy: Galaxy
    captains: tuple[Captain, ...]
    seed: int
    name: str
    begins: bool
    group: str = ""
    is_own: bool = False
    is_listed: bool = True

    @classmethod
    def play(cls, things: Sequence[TraderThing], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return, for each thing, how far the first trader is above an even share of wins. Shape (trials,) each.

        A value is the number of traders times the first one's win (1 or 0), less the number of winners. Each trader of
        a shared win has 1.
        """
        return [thing._above_even_share(first, trials) for thing in things]

    def _above_even_share(self, first: int, trials: int) -> npt.NDArray[np.int64]:
        """Return the values of `play` for this thing. Shape (trials,)."""
        switches = load_switches({"first_player": "first"} if self.begins else None)
        usual = self.galaxy.dice_for(len(self.captains))
        won = GameExperiment(self.galaxy, self.captains, usual, self.seed, switches).run_block(first, trials)["won"]
        return np.asarray(len(self.captains) * won[0].astype(np.int64) - won.sum(axis=0, dtype=np.int64))


@dataclass(frozen=True, repr=False)
class Balance(GameBalance):
    """A balance report on an edition of Cosmic Lorry."""

    TEXTS = PageTexts(
        titles={
            "planets": "planets",
            "boxes": "special boxes",
            "dice": "dice",
            "seats": "the first player",
            "captains": "captains",
        },
        first_columns={},
        strip="Each dot shows the points that a planet or a special box brings a trader. Filled: the edition's own. "
        "Red: out of range or blank.",
        strip_label="points that each planet and each special box brings a trader; the tables have all numbers",
        method=(
            "Each game is played twice with the same dice: once in the galaxy, and once in the galaxy without the "
            "planet. A special box is replaced by an empty one. A die is measured by games in which all dice have its "
            "colour.",
            "A verdict compares with the planets, boxes and dice of the standard edition, because no galaxy is "
            "printed. The chance that any verdict of a table is wrong is at most 5%.",
            "Captains decide by fixed rules: the numbers hold for games played like this.",
        ),
    )

    DOTS = ("planets", "boxes")


def balance(
    edition: EditionLike = STANDARD,
    games: int = GAMES,
    seed: int = 1,
    *,
    captain: CaptainLike = CAPTAIN,
    traders: int = TRADERS,
    only: Sequence[str] = (),
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
    command: str = "",
) -> Balance:
    """Judge the planets, special boxes and dice of an edition, and what the first player and captains are worth.

    A verdict on a thing is *in range*, *strong*, *weak*, *blank* or *not known*. The result does not depend on the
    number of workers.

    Args:
        edition: `standard`, a folder, or an `Edition`.
        games: pairs of games of each thing; up to 16 times as many while its verdict is open.
        seed: fixes who begins, and all rolls.
        captain: captain of all traders, who decides by prices.
        traders: number of traders, 2 to 4.
        only: sections to measure, of `SECTIONS`; all if empty.
        workers: number of processes, "auto" for as many as make it shorter.
        progress: called with the number of pairs of games that were just played.
        command: command line that the page quotes.

    Returns:
        The report: tables, conclusions, and a page.

    Raises:
        AnalyzerError: for an edition that cannot be read, with every fault of its folder, and for wrong arguments.

    >>> from analyzer import lorry
    >>> [*lorry.balance(games=50, only=["dice"]).tables]
    ['dice']
    """
    key, player = CALLS.key_of(edition), load_captain(captain)
    if player.plays != "prices" or player.thinks is not None:
        raise AnalyzerError(f"captain {player.name}: name one who plays by prices alone")
    games, seed = whole_number(games, "games", FEWEST_GAMES, 10**7), whole_number(seed, "seed", 0)
    traders = whole_number(traders, "traders", TRADERS, MOST_TRADERS)
    who = (player,) * traders
    workers, heard, sections = (
        checked_processes(workers),
        progress or (lambda _: None),
        checked_sections(only, SECTIONS),
    )
    head = FOLDERS.head_of(key)
    targets = read_targets(head.targets if head else {}, WIN_TARGETS)
    parts = tuple(part._replace(scale=1 / traders) for part in PARTS if part.name in sections)
    things = {
        part: with_printed(things_of(key, who, seed, part), things_of(STANDARD, who, seed, part, is_listed=False))
        for part in parts
    }
    held = tuple(_held_to_targets(key, seed, who, sections, targets, games, workers, heard))
    remarks = (
        f"{len(who)} traders, each with captain {player.name}. A shared win counts for each trader who shares it.",
        *own_edition_notes(OwnEdition, key),
    )
    measured = measure(things, games, workers, heard)
    return Balance(f"{key}", games, seed, parts, measured, held, remarks, head.version if head else "", command)


def work(edition: EditionLike, games: int, only: Sequence[str] = ()) -> int:
    """Return the number of pairs of games of a report, without the further ones for open verdicts."""
    key, who, sections = CALLS.key_of(edition), (load_captain(CAPTAIN),) * TRADERS, checked_sections(only, SECTIONS)
    things = sum(len(things_of(key, who, 1, part)) for part in PARTS if part.name in sections)
    return games * (
        things + SEATS * ("seats" in sections) + (len(captains_by_style(world.CAPTAINS)) - 1) * ("captains" in sections)
    )


def _held_to_targets(
    key: str,
    seed: int,
    who: tuple[Captain, ...],
    sections: Sequence[str],
    targets: Mapping[str, Target],
    games: int,
    workers: Processes,
    heard: Callable[[int], None],
) -> Iterator[Held]:
    """Return an iterator of the measured numbers that have a target, each with its target.

    They are the advantage of the trader who begins, and the advantage of each other captain.

    Args:
        key: key of the edition.
        seed: seed of the games.
        who: captains of the traders.
        sections: sections to measure.
        targets: targets by name.
        games: number of games; the section `seats` plays SEATS times as many.
        workers: number of processes.
        heard: called with the number of games just played.
    """
    galaxy, points = galaxy_of_edition(rules_of(key)), 100 / len(who)
    seat = TraderThing(galaxy, who, seed, "first trader", True)
    others = [load_captain(name) for name in captains_by_style(world.CAPTAINS) if name != who[0].name]
    pairs = [TraderThing(galaxy, (one, *who[1:]), seed, one.name, False) for one in others]
    return win_targets(
        sections,
        targets,
        lambda: measure_once([seat], SEATS * games, points, workers, heard),
        lambda: measure_once(pairs, games, points, workers, heard),
        beginner="trader",
        against=who[0].name,
    )
