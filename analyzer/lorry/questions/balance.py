"""Balance report on an edition of Cosmic Lorry: planets, special boxes, dice, the first player and captains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.balance.fix import FigureFix, search_things
from analyzer.answers.balance.game import (
    GameBalance,
    Held,
    captains_by_style,
    checked_sections,
    who_plays,
)
from analyzer.answers.balance.history import GameHistory, read_history
from analyzer.answers.balance.report import PageTexts
from analyzer.answers.balance.skill import MOST
from analyzer.answers.balance.things import Part, Thing, with_printed
from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.editions.figures import figure_named, keyed_rows
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry import world
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import Captain, load_captain
from analyzer.lorry.editions import SHELF
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy.galaxy import Galaxy, galaxy_of_edition
from analyzer.lorry.questions.edition import CALLS, EditionLike
from analyzer.lorry.tables import COLOURS, MOST_TRADERS, load_switches, rules_of
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.montecarlo.workers import AUTO, Processes
from analyzer.runs.balance import ReportPlan, games_of_report, plan_report, run_report, win_targets

GAMES = 1_000
CAPTAIN, TRADERS = DEFAULT_CAPTAIN, 2
"""Captain of all traders, and number of traders, if none is named."""
PLANETS = Part(
    "planets", "planet", "planets", "kind", "points",
    "points that a trader scores in the galaxy, minus those in a galaxy without the planet", 1.0, 0.25,
)  # fmt: skip
BOXES = PLANETS._replace(
    name="boxes",
    noun="special box",
    nouns="special boxes",
    meaning="points that a trader scores in the galaxy, minus those in a galaxy with an empty box there",
)
DICE = PLANETS._replace(
    name="dice",
    noun="die",
    nouns="dice",
    meaning="points that a trader scores if all dice have this colour, minus those with the usual dice",
)
PARTS = (PLANETS, BOXES, DICE)
EXAMPLE = "star_points.value, planet 3.column or star (5, 3).row"
"""Figures whose values can be searched."""
SECTIONS = (*(part.name for part in PARTS), "seats", "captains", "luck")
"""Sections of a report that can be asked for one by one."""


@dataclass(frozen=True)
class GalaxyThing:
    """A planet, a special box or a colour of dice, measured by the points of games with it and without it.

    With a colour, all dice have that colour; without it, the usual dice are rolled in the same galaxy.

    Attributes:
        galaxy: the galaxy with it.
        without: the galaxy without it; the same galaxy for a colour of dice.
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

    TOGETHER: ClassVar[int] = 4
    """Largest number of things in one task, which plays the games in the galaxy as it is once for all of them."""

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

    TOGETHER: ClassVar[int] = 1
    """Largest number of things in one task; two of them share no games."""

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
        # Multiplied by the number of traders, an even share stays a whole number.
        return np.asarray(len(self.captains) * won[0].astype(np.int64) - won.sum(axis=0, dtype=np.int64))


@dataclass(frozen=True, repr=False)
class Balance(GameBalance):
    """A balance report on an edition of Cosmic Lorry."""

    TEXTS = PageTexts(
        titles={
            "changes": "what differs",
            "planets": "planets",
            "boxes": "special boxes",
            "dice": "dice",
            "seats": "the first player",
            "captains": "captains",
            "luck": "skill and luck",
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
    against: EditionLike | None = None,
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
        against: another edition to compare with, by the effects of things that both editions have.
        workers: number of processes, "auto" for as many as shorten the run.
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
    who = _captains(captain, traders)
    plan = plan_report(CALLS, edition, games, seed, only, SECTIONS, against, workers, progress)
    things = _things(plan.key, who, plan.seed, plan.sections)
    known = _things(plan.other, who, plan.seed, plan.sections) if plan.other else {}
    by_name = {(part, thing.name): thing for part, some in known.items() for thing in some if thing.is_listed}

    def there(part: Part, thing: Thing) -> Thing | None:
        return by_name.get((part, thing.name))

    return run_report(Balance, plan, things, _held_to_targets(plan, who), there, _remark(who, plan.sections), command)


def balance_history(edition: EditionLike) -> GameHistory:
    """Return the verdicts of all balance reports on an edition, by version.

    The command `balance` adds each report to a log in the edition's folder.

    Args:
        edition: folder of the edition.

    Raises:
        AnalyzerError: for an edition without a folder, without reports, or with a log that cannot be read.

    >>> from analyzer import lorry
    >>> lorry.balance_history("standard")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: history: standard comes with the program and has no log: name your edition's folder
    """
    return read_history(CALLS, edition, partial(GameHistory, parts=PARTS))


def fix_figure(
    edition: EditionLike,
    figure: str,
    games: int = GAMES,
    seed: int = 1,
    *,
    captain: CaptainLike = CAPTAIN,
    traders: int = TRADERS,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> FigureFix:
    """Find the value of a figure of a planet or of special boxes at which the verdict becomes "in range".

    Rolls are those of `balance` with the same arguments. The points of a star are one figure for all stars.

    Args:
        edition: `standard`, a folder, or an `Edition`.
        figure: `star_points.value`, or a planet or a special box, a dot, and `column` or `row`, e.g. `planet 3.column`
            or `star (5, 3).row`.
        games: pairs of games of each value in the first measurement; values near the answer get four times as many.
        seed: fixes who begins, and all rolls.
        captain: captain of all traders, who must decide by prices.
        traders: number of traders, 2 to 4.
        workers: number of processes, "auto" for as many as shorten the run.
        progress: called with the number of pairs of games that were just played.

    Returns:
        The values that were tried, and the nearest one in range; of `star_points`, the nearest in range at every star.

    Raises:
        AnalyzerError: for a thing or a figure that does not exist, and for a figure that decides no verdict.

    >>> from analyzer import lorry
    >>> lorry.fix_figure("standard", "planet 33.row")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: fix planet 33: no such thing: did you mean planet 3?
    """
    who = _captains(captain, traders)
    plan = plan_report(CALLS, edition, games, seed, (), SECTIONS, None, workers, progress)
    asked = figure_named(SHELF, plan.key, _with_row(figure, plan.key), ("scoring", "galaxy"), EXAMPLE)
    part = (PLANETS if asked.row.startswith("planet") else BOXES)._replace(scale=1 / len(who))

    def judged(value: int) -> list[Thing]:
        """Return the things whose verdict the figure decides, in the edition with this value of the figure."""
        here = asked.with_value(value)
        names = {name for name, row in _rows_by_name(here).items() if row == asked.row}
        every = things_of(here, who, plan.seed, part)
        return [one for one in every if one.name in names or (asked.row == "star_points" and one.group == "star")]

    things = judged(asked.now)
    if not things:
        raise AnalyzerError(f"fix {asked}: no verdict rests on {asked.row} alone: name e.g. {EXAMPLE}")
    group, now = things[0].group, {one.name: one for one in things_of(plan.key, who, plan.seed, part)}
    other = next(value for value in asked.values if value != asked.as_printed)
    printed = [
        now[one.name] if one.is_listed else one
        for one in _things(asked.with_value(other), who, plan.seed, [part.name])[part]
        if one.group == group and not one.is_own
    ]
    places = [one.name.removeprefix(group).strip() for one in things] if len(things) > 1 else [group]
    levels = search_things(
        part, asked, printed, {place: partial(_nth, judged, number) for number, place in enumerate(places)},
        plan.games, plan.workers, plan.heard,
    )  # fmt: skip
    part, name = (part._replace(group=group), "every star") if len(things) > 1 else (part, things[0].name)
    return FigureFix(f"{plan.key}", asked, part, name, levels, plan.seed, (_remark(who, [part.name]), *plan.notes))


def _nth(things: Callable[[int], list[Thing]], number: int, value: int) -> Thing:
    """Return the thing of an index, from 0, among those whose verdict a figure decides, with a value of the figure."""
    return things(value)[number]


def _rows_by_name(edition: str) -> dict[str, str]:
    """Return the key of the row in the table `galaxy` of each planet and special box, by its name in a report."""
    return {
        key if row["kind"] == "planet" else f"{row['kind'].replace('_', ' ')} ({row['column']}, {row['row']})": key
        for key, row in keyed_rows(SHELF, edition, "galaxy")
    }


def _with_row(figure: object, edition: str) -> object:
    """Return the text of a figure with the key of its row in place of the name in a report."""
    name, _, column = figure.rpartition(".") if isinstance(figure, str) else ("", "", "")
    return f"{_rows_by_name(edition)[name]}.{column}" if name in _rows_by_name(edition) else figure


def work(
    edition: EditionLike,
    games: int,
    only: Sequence[str] = (),
    captain: CaptainLike = CAPTAIN,
    traders: int = TRADERS,
    against: EditionLike | None = None,
) -> int:
    """Return the number of pairs of games of a report, without the further ones for open verdicts."""
    who, sections = _captains(captain, traders), checked_sections(only, SECTIONS)
    things = _things(CALLS.key_of(edition), who, 1, sections)
    number, is_compared = sum(map(len, things.values())), against is not None
    return games_of_report(games, number, len(_others(who[0])), sections, is_compared=is_compared)


def _captains(captain: CaptainLike, traders: int) -> tuple[Captain, ...]:
    """Return the captains of all traders; raise AnalyzerError for a captain who does not play by prices alone."""
    player = load_captain(captain)
    if player.plays != "prices" or player.thinks is not None:
        raise AnalyzerError(f"captain {player.name}: name one who plays by prices alone")
    return (player,) * whole_number(traders, "traders", TRADERS, MOST_TRADERS)


def _remark(who: tuple[Captain, ...], sections: Sequence[str]) -> str:
    """Return the note on who plays in the sections of a report."""
    players = who_plays(f"{len(who)} traders, each with captain {who[0].name}", sections)
    return f"{players}A shared win counts for each trader who shares it."


def _things(edition: str, who: tuple[Captain, ...], seed: int, sections: Sequence[str]) -> dict[Part, list[Thing]]:
    """Return the things of each part to measure, and printed ones for comparison where the edition has none left."""
    return {
        part._replace(scale=1 / len(who)): with_printed(
            things_of(edition, who, seed, part), things_of(STANDARD, who, seed, part, is_listed=False)
        )
        for part in PARTS
        if part.name in sections
    }


def _held_to_targets(plan: ReportPlan, who: tuple[Captain, ...]) -> Iterator[Held]:
    """Yield the advantage of the trader who begins and of each other captain, each with its target."""
    galaxy, points = galaxy_of_edition(rules_of(plan.key)), 100 / len(who)
    seat = TraderThing(galaxy, who, plan.seed, "first trader", True)
    pairs = [TraderThing(galaxy, (one, *who[1:]), plan.seed, one.name, False) for one in _others(who[0])]
    some = [who[0], *_others(who[0])][:MOST]
    duels = [[TraderThing(galaxy, (one, other), plan.seed, one.name, True) for other in some] for one in some]
    return win_targets(plan, seat, pairs, duels, (points, points), beginner="trader", against=who[0].name)


def _others(player: Captain) -> list[Captain]:
    """Return the captains that are compared with the given one."""
    return [load_captain(name) for name in captains_by_style(world.CAPTAINS) if name != player.name]
