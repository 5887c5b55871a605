"""Balance report on an edition of Starship Catan: cards, adventures, modules, the first player and captains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, ClassVar

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
from analyzer.answers.balance.things import AT_ONCE, Part, Thing, with_printed
from analyzer.errors import AnalyzerError
from analyzer.files.editions.figures import figure_named
from analyzer.files.editions.shelf import STANDARD
from analyzer.montecarlo.workers import AUTO, Processes
from analyzer.runs.balance import ReportPlan, games_of_report, plan_report, run_report, win_targets
from analyzer.starship import world
from analyzer.starship.api import CaptainLike
from analyzer.starship.captains.captain import Captain, load_captain, refuse_thinkers
from analyzer.starship.games import GameExperiment
from analyzer.starship.metrics import game_columns
from analyzer.starship.position.position import Position, moon_at_start
from analyzer.starship.questions.compare import from_position
from analyzer.starship.questions.edition import CALLS, EditionLike
from analyzer.starship.tables import LEVELS, MODULES, Adventure, Card, Module, Rules, rules_of
from analyzer.starship.turn.bits import BIT, LOST, bit, cards_in_play, count
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.turn import judges_of, play_on
from analyzer.starship.world import DEFAULT_CAPTAIN

GAMES = 2_000
CAPTAIN = DEFAULT_CAPTAIN
"""Captain of both players if none is named."""
CARDS = Part(
    "cards", "card", "cards", "stack", "points of wins",
    "percentage points of wins that the card brings to the only player who can use it", 50, 1.0,
)  # fmt: skip
ADVENTURES = CARDS._replace(
    name="adventures", noun="adventure", nouns="adventures", meaning=CARDS.meaning.replace("the card", "the adventure")
)
WORTHS = Part(
    "modules", "module", "modules", "level", "points of wins",
    "percentage points of wins that the module brings Moon, compared with a ship without any module", 100, 1.0,
)  # fmt: skip
PARTS = (CARDS, ADVENTURES, WORTHS)
SECTIONS = (*(part.name for part in PARTS), "seats", "captains", "luck")
"""Sections of a report that can be asked for one by one."""


class BarringDice(SampledDice):
    """Dice of games in which one player cannot use a card or an adventure.

    In place of the barred card, this player finds a lost planet, and never knows where the card lies. A barred
    adventure is hidden during this player's turns.

    One table may hold several kinds of games. Each kind bars one player from one card or adventure. `table.which` is
    the kind of each game: its index in `players`, `cards` and `adventures`.

    Args:
        seed: seed of the run.
        first: number of the first game.
        trials: number of games of each kind.
        players: number of the barred player, for each kind.
        cards: bit number of the barred card, for each kind; LOST for none.
        adventures: the barred adventure as a set of bits, for each kind; 0 for none.
    """

    def __init__(
        self, seed: int, first: int, trials: int, players: list[int], cards: list[int], adventures: list[int]
    ) -> None:
        super().__init__(seed, first, trials, once=False)
        self.players, self.cards = np.array(players), np.array(cards, np.uint8)
        self.adventures = np.array(adventures, np.uint16)
        self.hidden = np.zeros((len(players), trials), np.uint16)

    def yellow(self, table: Table) -> None:
        """Roll the yellow die; hide the card and the adventure from the barred player before they choose."""
        kind, games = table.which.astype(np.intp), table.game - self.first
        table.open |= self.hidden[kind, games]
        hidden = np.where(self.players[kind] == table.me, table.open & self.adventures[kind], np.uint16(0))
        self.hidden[kind, games] = hidden
        table.open &= ~hidden
        known = ~bit(self.cards)[kind]
        for player in range(2):
            table.known[player] &= np.where(self.players[kind] == player, known, ~np.uint64(0))
        # A barred card was met as a lost planet, but no lost planet lies there: nobody may count it as one.
        lying = (table.size - count(table.sectors)).astype(table.known_lost.dtype)
        np.minimum(table.known_lost, lying, out=table.known_lost)
        super().yellow(table)

    def shuffle(self, table: Table) -> None:
        """Shuffle the chosen sectors; the barred player finds a lost planet in place of the card."""
        super().shuffle(table)
        kind = table.which.astype(np.intp)
        table.order[(table.order == self.cards[kind]) & (self.players[kind] == table.me)] = LOST


@dataclass(frozen=True)
class PlayedThing:
    """A card, an adventure, a module, a seat or a captain that is measured by games.

    Attributes:
        edition: key of the edition.
        seed: seed of the games.
        captain: the captain of both players, or of Moon.
        is_own: whether its figures differ from the printed ones.
        is_listed: whether the report lists it.
    """

    edition: str
    seed: int
    captain: Captain
    is_own: bool = field(default=False, kw_only=True)
    is_listed: bool = field(default=True, kw_only=True)

    TOGETHER: ClassVar[int] = AT_ONCE
    """Largest number of things in one task, which plays all of them on one table."""


@dataclass(frozen=True)
class BarredThing(PlayedThing):
    """A card or an adventure, measured by games in which one player cannot use it.

    Attributes:
        id: the card or adventure; the first of several equal ones.
        name: its name.
        group: its stack.
    """

    id: str
    name: str
    group: str

    @property
    def row(self) -> str:
        """Key of its row in the table of cards or adventures."""
        return self.id

    @property
    def card(self) -> int:
        """Bit of the card; LOST for an adventure."""
        return BIT.get(self.id, LOST)

    @property
    def adventure(self) -> int:
        """The adventure as a set; 0 for a card."""
        known = [*rules_of(self.edition).adventure_by_id]
        return 1 << known.index(self.id) if self.id in known else 0

    @classmethod
    def play(cls, things: Sequence[BarredThing], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return an array for each thing: Moon's wins if Sun is barred less Moon's wins if Moon is barred, by game.

        A win is 1, anything else 0. Shape (trials,) each.
        """
        one = things[0]
        of_rules = {edition: [thing for thing in things if thing.edition == edition] for edition in
                    dict.fromkeys(thing.edition for thing in things)}  # fmt: skip
        if len(of_rules) > 1:
            played = {thing: values for some in of_rules.values()
                      for thing, values in zip(some, cls.play(some, first, trials), strict=True)}  # fmt: skip
            return [played[thing] for thing in things]
        judges = judges_of(rules_of(one.edition), (one.captain, one.captain))
        # Two kinds of games for each thing, Moon barred in even ones and Sun in odd ones, all on the same deals.
        kinds = 2 * len(things)
        dice = BarringDice(
            one.seed, first, trials, [0, 1] * len(things),
            [thing.card for thing in things for _ in range(2)], [thing.adventure for thing in things for _ in range(2)],
        )  # fmt: skip
        begun = new_games(one.seed, first, trials, judges)
        begun.take(np.tile(np.arange(trials), kinds))
        begun.which[...] = np.repeat(np.arange(kinds), trials)
        won = np.zeros((kinds, trials), np.int64)
        for table in play_on(begun, judges, dice):
            won[table.which.astype(np.intp), table.game - first] = game_columns(table)["won"][0]
        return [*(won[1::2] - won[::2])]


@dataclass(frozen=True)
class ModuleThing(PlayedThing):
    """A module at one level, measured by games of Moon with and without it.

    Attributes:
        module: name of the module.
        level: its level.
    """

    module: str
    level: int

    @property
    def row(self) -> str:
        """Key of its row in the table of modules."""
        return f"{self.module} {self.level}"

    @property
    def name(self) -> str:
        """Name and level of the module."""
        return f"{self.module} {self.group}"

    @property
    def group(self) -> str:
        """Level of the module in Roman numerals."""
        return "I" * self.level

    def _games(self, levels: Mapping[str, int]) -> GameExperiment:
        """Return games in which Moon begins with modules at these levels."""
        with CALLS.load(self.edition):
            ship = replace(moon_at_start(), modules=tuple(levels.get(name, 0) for name in MODULES))
            return from_position(Position(ship), (self.captain, self.captain), self.seed)

    @classmethod
    def play(cls, things: Sequence[ModuleThing], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return an array for each thing: Moon's wins with the module less Moon's wins without any module, by game.

        A win is 1, anything else 0. Shape (trials,) each.
        """
        experiments = [one for thing in things for one in (thing._games({thing.module: thing.level}), thing._games({}))]
        # Equal experiments without a module are played once.
        different = [*{repr(one.describe()): one for one in experiments}.values()]
        played = GameExperiment.run_side_by_side(different, first, trials)
        won = {repr(one.describe()): columns["won"][0].astype(np.int64)
               for one, columns in zip(different, played, strict=True)}  # fmt: skip
        each = [won[repr(one.describe())] for one in experiments]
        return [with_it - without for with_it, without in zip(each[::2], each[1::2], strict=True)]


@dataclass(frozen=True)
class SeatThing(PlayedThing):
    """The first player's seat or a captain, measured by games between two captains; nothing is compared with it.

    Attributes:
        other: the captain of Sun.
        name: name of what is measured.
        swap: whether a trial is two games, the second with seats exchanged.
        group: empty.
    """

    other: Captain
    name: str
    swap: bool = False
    group: str = ""

    TOGETHER: ClassVar[int] = 1
    """Largest number of things in one task; two of them share no games."""

    @classmethod
    def play(cls, things: Sequence[SeatThing], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return an array for each thing: games that `captain` wins less games that `other` wins, in each trial."""
        return [thing._won(first, trials) for thing in things]

    def _won(self, first: int, trials: int) -> npt.NDArray[np.int64]:
        """Return the games that `captain` wins less the games that `other` wins, in each trial. Shape (trials,)."""
        more = self._ahead(self.captain, self.other, first, trials)
        return more - self._ahead(self.other, self.captain, first, trials) if self.swap else more

    def _ahead(self, moon: Captain, sun: Captain, first: int, trials: int) -> npt.NDArray[np.int64]:
        """Return 1 for each game that Moon wins, -1 for each that Sun wins, 0 for any other. Shape (trials,)."""
        won = GameExperiment((moon, sun), self.seed, edition=self.edition).run_block(first, trials)["won"]
        return np.asarray(won[0].astype(np.int64) - won[1])


def things_of(edition: str, seed: int, captain: Captain, part: Part, *, is_listed: bool = True) -> list[Thing]:
    """Return the things that a part of the report measures: its modules, adventures or cards.

    Args:
        edition: key of the edition.
        seed: seed of the games.
        captain: the captain of both players.
        part: the part; equal cards are one thing.
        is_listed: whether the report lists the things.
    """
    rules, printed = rules_of(edition), rules_of(STANDARD)
    if part == WORTHS:
        own = changed(rules.modules, printed.modules)
        return [
            ModuleThing(edition, seed, captain, name, level, is_own=(name, level) in own, is_listed=is_listed)
            for level in LEVELS
            for name in MODULES
        ]
    if part == ADVENTURES:
        own = changed(rules.adventure_by_id, printed.adventure_by_id)
        return [
            BarredThing(
                edition, seed, captain, one.id, one.name, f"{one.stack}", is_own=one.id in own, is_listed=is_listed
            )
            for one in rules.adventures
        ]
    own = changed(rules.card_by_id, printed.card_by_id)
    return [
        BarredThing(
            edition, seed, captain, ids[0], f"{rules.card_by_id[ids[0]].name} ({', '.join(ids)})",
            rules.card_by_id[ids[0]].stack, is_own=ids[0] in own, is_listed=is_listed,
        )
        for ids in alike(rules, own)
    ]  # fmt: skip


def alike(rules: Rules, own: set[Any]) -> list[list[str]]:
    """Return the ids of the cards in play, grouped: one list for all cards with equal printed values.

    Args:
        rules: tables of the edition.
        own: ids of the cards that differ from the printed ones.
    """
    lists: dict[Hashable, list[str]] = {}
    for card in cards_in_play(rules):
        # Adventures name their target planet.
        planet = card.name if card.kind == "target_planet" else ""
        lists.setdefault((printed_values(card), planet, card.id in own), []).append(card.id)
    return [*lists.values()]


def changed(own: Mapping[Any, Any], printed: Mapping[Any, Any]) -> set[Any]:
    """Return the keys of the rows of `own` whose printed values differ from those in `printed`."""
    return {key for key, row in own.items() if printed_values(row) != printed_values(printed[key])}


def printed_values(row: Any) -> Hashable:
    """Return all fields of a card, an adventure or a module, except its id, name, source and confidence."""
    return tuple(value for name, value in vars(row).items() if name in FIELDS[type(row)])


FIELDS = {
    kind: {one.name for one in fields(kind)} - {"id", "name", "source", "confidence"}
    for kind in (Card, Adventure, Module)
}
"""Fields in which two cards, adventures or modules must agree to be equal."""


@dataclass(frozen=True, repr=False)
class Balance(GameBalance):
    """A balance report on an edition of Starship Catan."""

    TEXTS = PageTexts(
        titles={
            "changes": "what differs",
            "cards": "cards",
            "adventures": "adventures",
            "modules": "modules",
            "seats": "the first player",
            "captains": "captains",
            "luck": "skill and luck",
        },
        first_columns={},
        strip="Each dot shows the points of wins that a card brings to the only player who can use it. Filled: the "
        "edition's own. Red: out of range or blank.",
        strip_label="points of wins that each card brings to the only player who can use it, by stack; the table of "
        "cards has all numbers",
        method=(
            "Each deal is played twice with the same cards and dice. In one game Sun cannot use the card, in the other "
            "Moon cannot. That player meets a lost planet in place of the card. Half the difference in Moon's wins is "
            "the effect. For an adventure, it is hidden from that player. A module is measured by games in which Moon "
            "starts with it, and the same games in which Moon starts without any.",
            "A verdict compares a card with the printed cards of its stack, and a module with the printed ones of its "
            "level. The chance that any verdict of a table is wrong is at most 5%.",
            "Captains decide by fixed rules: the numbers hold for games played like this.",
        ),
    )


def balance(
    edition: EditionLike = STANDARD,
    games: int = GAMES,
    seed: int = 1,
    *,
    captain: CaptainLike = CAPTAIN,
    only: Sequence[str] = (),
    against: EditionLike | None = None,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
    command: str = "",
) -> Balance:
    """Judge the cards, adventures and modules of an edition, and what the first player and captains are worth.

    A verdict on a thing is *in range*, *strong*, *weak*, *blank* or *not known*. The result does not depend on the
    number of workers.

    Args:
        edition: `standard`, a folder, or an `Edition`.
        games: pairs of games of each thing; up to 16 times as many while its verdict is open.
        seed: fixes deals and dice.
        captain: captain of both players, who decides by prices.
        only: sections to measure, of `SECTIONS`; all if empty.
        against: another edition to compare with, by the effects of things that both editions have.
        workers: number of processes, "auto" for as many as shorten the run.
        progress: called with the number of pairs of games that were just played.
        command: command line that the page quotes.

    Returns:
        The report: tables, conclusions, and a page.

    Raises:
        AnalyzerError: for an edition that cannot be read, with every fault of its folder, and for wrong arguments.

    >>> from analyzer import starship
    >>> starship.balance(games=50, only=["seats"]).tables["seats"].rows[0].values["name"]
    'Moon'
    """
    player = load_captain(captain)
    refuse_thinkers((player,))
    plan = plan_report(CALLS, edition, games, seed, only, SECTIONS, against, workers, progress)
    things = _things(plan.key, plan.seed, player, plan.sections)

    def there(part: Part, thing: Any) -> Any:
        # All editions have the same cards, adventures and modules.
        return replace(thing, edition=plan.other)

    remark = _remark(player, plan.sections)
    return run_report(Balance, plan, things, _held_to_targets(plan, player), there, remark, command)


def balance_history(edition: EditionLike) -> GameHistory:
    """Return the verdicts of all balance reports on an edition, by version.

    The command `balance` adds each report to a log in the edition's folder.

    Args:
        edition: folder of the edition.

    Raises:
        AnalyzerError: for an edition without a folder, without reports, or with a log that cannot be read.

    >>> from analyzer import starship
    >>> starship.balance_history("standard")
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
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> FigureFix:
    """Find the value of a figure of a card, an adventure or a module at which its verdict becomes "in range".

    Deals and dice are those of `balance` with the same arguments.

    Args:
        edition: `standard`, a folder, or an `Edition`.
        figure: a card or an adventure (its id or its name) or a module and its level, a dot, and a column of its table,
            e.g. `II07.strength` or `command 1.actions`.
        games: pairs of games of each value in the first measurement; values near the answer get four times as many.
        seed: fixes deals and dice.
        captain: captain of both players, who must decide by prices.
        workers: number of processes, "auto" for as many as shorten the run.
        progress: called with the number of pairs of games that were just played.

    Returns:
        The values that were tried, and the nearest one in range.

    Raises:
        AnalyzerError: for a thing or a figure that does not exist, and for a card that no report measures.

    >>> from analyzer import starship
    >>> fix = starship.fix_figure("ships/starship/quick", "I03.friendship", games=50, captain="sensible")
    >>> fix.figure.now, [one.value for one in fix.values.tried]
    (1, [1, 2])
    """
    player = load_captain(captain)
    refuse_thinkers((player,))
    plan = plan_report(CALLS, edition, games, seed, (), SECTIONS, None, workers, progress)
    asked = figure_named(CALLS.folders.shelf, plan.key, figure, [part.name for part in PARTS], "II07.strength")
    (part,) = (part for part in PARTS if part.name == asked.table)
    # A report lists equal printed cards as one. A value other than the printed one makes this card a thing of its own.
    other = next(value for value in asked.values if value != asked.as_printed)
    every = _things(asked.with_value(other), plan.seed, player, [part.name])[part]
    thing = next((one for one in every if one.row == asked.row), None)
    if thing is None:
        raise AnalyzerError(f"fix {asked}: no report measures {asked.row}: name a card that players fly to")
    others = [
        replace(one, edition=plan.key) if one.is_listed else one
        for one in every if one.group == thing.group and not one.is_own
    ]  # fmt: skip
    things = {thing.group: lambda value: replace(thing, edition=asked.with_value(value))}
    levels = search_things(part, asked, others, things, plan.games, plan.workers, plan.heard)
    remarks = _remark(player, [part.name]), *plan.notes
    return FigureFix(f"{plan.key}", asked, part, thing.name, levels, plan.seed, remarks)


def _remark(player: Captain, sections: Sequence[str]) -> str:
    """Return the note on who plays in the sections of a report."""
    players = who_plays(f"Both players have captain {player.name}", sections)
    return f"{players}A game that nobody wins counts for neither."


def work(
    edition: EditionLike,
    games: int,
    only: Sequence[str] = (),
    captain: CaptainLike = CAPTAIN,
    against: EditionLike | None = None,
) -> int:
    """Return the number of pairs of games of a report, without the further ones for open verdicts."""
    player, sections = load_captain(captain), checked_sections(only, SECTIONS)
    things = _things(CALLS.key_of(edition), 1, player, sections)
    number, is_compared = sum(map(len, things.values())), against is not None
    return games_of_report(games, number, len(_others(player)), sections, is_compared=is_compared)


def _things(edition: str, seed: int, captain: Captain, sections: Sequence[str]) -> dict[Part, list[Any]]:
    """Return the things of each part to measure, and printed ones for comparison where the edition has none left."""
    return {
        part: with_printed(
            things_of(edition, seed, captain, part), things_of(STANDARD, seed, captain, part, is_listed=False)
        )
        for part in PARTS
        if part.name in sections
    }


def _held_to_targets(plan: ReportPlan, player: Captain) -> Iterator[Held]:
    """Yield the first player's advantage, each other captain's advantage, and the shares of skill and luck.

    Each has its target, and is left out if its section of the report is not measured.
    """
    seat = SeatThing(plan.key, plan.seed, player, player, "Moon")
    pairs = [SeatThing(plan.key, plan.seed, one, player, one.name, swap=True) for one in _others(player)]
    some = [player, *_others(player)][:MOST]
    duels = [[SeatThing(plan.key, plan.seed, one, other, one.name) for other in some] for one in some]
    against = f"{player.name}, in both seats"
    return win_targets(plan, seat, pairs, duels, (50, 25), beginner="player", against=against)


def _others(player: Captain) -> list[Captain]:
    """Return the captains that are compared with the given one, without those who only fly and never act."""
    named = map(load_captain, captains_by_style(world.CAPTAINS))
    return [one for one in named if one.acts and one != player]
