"""Search for the value of a figure, of a card or of a kind of component, at which its verdict becomes "in range".

Each value of a card is flown through the same decks and dice, and compared with a blank card in the same place. For a
kind of component all values are tried in one measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.answers.balance.fix import MOST_TRIED, Effect, FigureFix, Found, Search, Wanted, first_values, search
from analyzer.answers.balance.things import Part
from analyzer.answers.description import in_words
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError
from analyzer.files.editions.figures import Figure, figure_named, keyed_rows
from analyzer.files.editions.shelf import Row
from analyzer.montecarlo.workers import AUTO, Processes
from analyzer.statistics.estimate import each_of
from analyzer.trucker.cards.cards_in_words import card_name, card_named
from analyzer.trucker.edition import Card, base_of, load_edition
from analyzer.trucker.editions import SHELF
from analyzer.trucker.questions.balance.call import (
    FLIGHTS,
    MEETINGS,
    PARTS,
    SHIPS,
    Maker,
    maker_of,
    refuse_other_editions,
    share,
    work,
)
from analyzer.trucker.questions.balance.sample import LevelShips, decks_with, levels_to_fly, with_decks
from analyzer.trucker.questions.balance.verdicts import NOTHING, CardJudge
from analyzer.trucker.questions.balance.worths import (
    AMONG,
    FEWEST_MEETINGS,
    CardOnShips,
    CardTask,
    KindTask,
    KindWorth,
    card_tasks,
    effects_of,
    kinds_of,
    parts_tasks,
)
from analyzer.trucker.questions.edition import CALLS, EditionLike
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships

FIGURES = ("credits", "days", "strength", "crew_required", "crew_lost", "goods_lost")
"""Columns of `cards.csv` whose values can be searched."""
KIND_FIGURES = ("crew", "batteries", "containers", "special_containers", "cannon", "engine")
"""Columns of `kinds.csv` whose values can be searched."""
LEAST_TOP = 6
"""Largest value that is tried for a kind of component. For a card it is twice the largest value of the column on cards
of the kind, but at least LEAST_TOP."""
MEASUREMENTS = (1, 4, 16)
"""Meetings with each value of a card after each measurement, as multiples of those in the first."""
AT_ONCE = 5
"""Number of values in one task."""
ALL_LEVELS = "over all levels"
"""Label of the verdict on a kind of component, which holds for all levels together."""
CARDS = Part(
    "cards", "card", "cards", "level", "credits", "what one meeting brings good ships on average", 1.0, NOTHING
)
KINDS = Part(
    "kinds", "kind", "kinds", "level", "credits", "credits a flight above a plain structural component", 1.0, NOTHING
)


def figure_of(text: object, key: str) -> Figure:
    """Return the figure of a card or a kind of component that a text names, e.g. `60.credits` or `battery_2.batteries`.

    Args:
        text: a card (its number, or words such as `pirates 6`) or the name of a kind of component, then a dot and the
            name of a column.
        key: key of the edition.

    Raises:
        AnalyzerError: for a card that does not exist, for a column that no card of its kind uses, and for a column that
            is 0 for the kind of component.
    """
    rules, base = load_edition(key), load_edition(base_of(key))
    subject, _, column = (one.strip() for one in (text if isinstance(text, str) else "").rpartition("."))
    not_cards = {row for table in ("kinds", "levels", "goods", "switches") for row, _ in keyed_rows(SHELF, key, table)}
    if subject and subject not in not_cards:
        number = int(subject) if subject.isdecimal() else card_named(subject, rules.name, rules.cards)
        text = f"{rules.card(number).id}.{column}"

    def columns(table: str, row: Row) -> dict[str, int]:
        if table == KINDS.name:
            return {name: LEAST_TOP for name in KIND_FIGURES if row[name] != "0"}
        alike = [one for one in (*rules.cards, *base.cards) if one.kind == row["kind"]]
        largest = {name: max(getattr(one, name) for one in alike) for name in FIGURES}
        return {name: max(LEAST_TOP, 2 * most) for name, most in largest.items() if most}

    return figure_named(SHELF, key, text, (CARDS.name, KINDS.name), "60.credits or battery_2.batteries", columns)


@dataclass(frozen=True)
class FigureTask:
    """A task that lets good ships meet each version of one card, in the same decks and with the same dice.

    Attributes:
        ships: good ships of a level.
        card: index of the card.
        versions: the card with each value.
        meetings: number of meetings.
    """

    ships: LevelShips
    card: int
    versions: tuple[Card, ...]
    meetings: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        return self.meetings * (1 + len(self.versions)) * len(self.ships.ships)

    def measured(self) -> list[CardOnShips]:
        """Fly the meetings and return the effect of each version; [] if too few decks hold the card."""
        route = self.ships.in_field[0].route
        numbers = decks_with(route, self.card, self.ships.seed, self.meetings, AMONG * self.meetings)
        if len(numbers) < FEWEST_MEETINGS:
            return []
        chosen = with_decks(route, numbers)
        routes = [replace(chosen, replaced=(version,)) for version in self.versions]
        blanked = replace(chosen, blanked=(self.card,) * len(numbers))
        differences = effects_of(self.ships.in_field, routes, blanked)
        return [
            CardOnShips.of(self.ships, True, (version,), difference)
            for version, difference in zip(self.versions, differences, strict=True)
        ]


def fix_figure(
    edition: EditionLike,
    figure: str,
    ships: int = SHIPS,
    flights: int = FLIGHTS,
    seed: int = 1,
    *,
    level: str | None = None,
    named: ShipsLike = (),
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> FigureFix:
    """Find the value of a figure of a card, or of a kind of component, at which its verdict becomes "in range".

    The ships, decks and dice are those of `balance` with the same arguments.

    Args:
        edition: an edition, its name, or its folder.
        figure: a card (its number, or words such as `pirates 6`), a dot, and a column of `cards.csv`, e.g.
            `60.credits`; or a kind of component, a dot, and a column of `kinds.csv`, e.g. `battery_2.batteries`.
        ships: number of ships made for each level.
        flights: flights of each ship in the field that a report would fly; the search flies a fixed fraction of them.
        seed: fixes ships, decks and dice.
        level: the level at which to search; if None, all that deal the card, or all for a kind of component.
        named: ships to add, or the paths of their files.
        workers: number of processes, "auto" for as many as shorten the run.
        progress: called after each task with its approximate work, in flights of one ship.

    Returns:
        The values that were tried, and the nearest one in range at each level.

    Raises:
        AnalyzerError: for a card or a column that does not exist, and for a level that does not deal the card.

    >>> import analyzer
    >>> answer = analyzer.fix_figure("2007", "cargo_2.containers", ships=2, flights=64, level="I")
    >>> answer.levels[0].level, answer.levels[0].now
    ('over all levels', 2)
    """
    key, named = CALLS.key_of(edition), as_ships(named, "named")
    asked = figure_of(figure, key)
    refuse_other_editions(named, [key])
    part, levels = (KINDS if asked.table == KINDS.name else CARDS), levels_to_fly(key, level)[0]
    if part == CARDS:
        card = load_edition(key).card(int(asked.row))
        levels = [one for one in levels if card.level in one.pile]
        if not levels:
            where = "no level of a report deals" if level is None else f"level {level} does not deal"
            raise AnalyzerError(f"fix {asked}: {where} cards of level {card.level}")
    section = "components" if part == KINDS else "cards"
    maker = maker_of(key, ships, flights, seed, level, (section,), workers, progress)
    samples = [one.only_good for one in maker.samples(levels, named)]
    return _kind_searched(asked, maker, samples) if part == KINDS else _searched(asked, card, maker, samples)


def work_of_fix(
    edition: EditionLike, ships: int, flights: int, named: Sequence[Layout] = (), level: str | None = None
) -> int:
    """Return the approximate work of a search, in flights of one ship; the arguments are those of `work`."""
    return work(edition, ships, flights, named, level, ("cards",)) // 2


def _searched(figure: Figure, card: Card, maker: Maker, samples: Sequence[LevelShips]) -> FigureFix:
    """Search at each level and return the values that were tried."""
    meetings = share(maker.flights, MEETINGS)
    found = maker.run([task for one in samples for task in card_tasks(one, True, meetings)])
    cards = [one for some in found for one in some]
    # Every card and every value is judged anew after each measurement, and all these verdicts hold at once.
    confidence = each_of(len(MEASUREMENTS) * (len(cards) + MOST_TRIED * len(samples)))
    index = [one.id for one in load_edition(maker.key).cards].index(card.id)
    ships = {one.level: one for one in samples}

    def effect(one: CardOnShips) -> Effect:
        return Effect(one.credits(confidence), one.meetings, one.share(one.changed, confidence))

    def tasks(wanted: Wanted, meetings: int) -> Iterator[FigureTask | CardTask]:
        one, values, deciding = wanted
        versions = [load_edition(figure.with_value(value)).card(card.id) for value in values]
        for begin in range(0, len(values), AT_ONCE):
            yield FigureTask(ships[one.level], index, tuple(versions[begin : begin + AT_ONCE]), meetings)
        if deciding:
            yield from card_tasks(ships[one.level], True, meetings, [known[one.level][key] for key in deciding])

    def measure(wanted: Sequence[Wanted], more: int) -> Iterator[Found]:
        found = maker.run([task for one in wanted for task in tasks(one, more * meetings)])
        for one, *_ in wanted:
            here = [each for some in found for each in some if each.level == one.level]
            versions = [each for each in here if each.cards not in one.printed]
            yield (
                {int(getattr(each.cards[0], figure.column)): effect(each) for each in versions},
                {each.cards: effect(each) for each in here if each.cards in one.printed},
            )

    known = {
        one.level: {each.cards: each for each in CardJudge(one, cards, confidence).printed(card.level)
                    if card not in each.cards}
        for one in samples
    }  # fmt: skip
    searches = [
        Search(figure, NOTHING, {cards: effect(one) for cards, one in printed.items()}, level)
        for level, printed in known.items() if printed
    ]  # fmt: skip
    search(searches, measure, MEASUREMENTS)
    alone = "it deals no other printed card of the card's level"
    reasons = {level: "too few decks hold the card" if printed else alone for level, printed in known.items()}
    tried = tuple(one.results() for one in searches if one.tried)
    flown = [one.level for one in tried]
    left_out = [f"Level {level} is left out: {why}." for level, why in reasons.items() if level not in flown]
    if not tried:
        raise AnalyzerError([f"fix {figure}: {sentence}" for sentence in left_out])
    met = join_names([f"{len(ships[level].ships)} at level {level}" for level in flown])
    remark = f"Good ships that met the card: {met}. All values were flown through the same decks and dice."
    thing = f"{card_name(card)} (no. {card.id})"
    return FigureFix(f"{maker.key}", figure, CARDS, thing, tried, maker.seed, (remark, *left_out), "meetings")


def _kind_searched(figure: Figure, maker: Maker, samples: Sequence[LevelShips]) -> FigureFix:
    """Fly good ships with each value of a figure of a kind of component, and return the verdicts on the values."""
    flights, rules, base = share(maker.flights, PARTS), load_edition(maker.key), load_edition(base_of(maker.key))
    parts = maker.run([task for one in samples for task in parts_tasks(one, flights)])
    kinds = kinds_of([one for some in parts for one in some], rules.kinds)
    confidence = each_of(len(kinds) + len(figure.values))
    others = [one for one in kinds if one.kind != figure.row and rules.kinds[one.kind] == base.kinds.get(one.kind)]
    worths = {one.kind: worth for one in others if (worth := one.worth(confidence)) is not None}
    values = first_values(figure)
    versions = tuple(load_edition(figure.with_value(value)).kinds[figure.row] for value in values)
    tasks = [KindTask(one, ship, figure.row, versions, flights) for one in samples for ship in range(len(one.ships))]
    found = [(task, one) for task, one in zip(tasks, maker.run(tasks), strict=True) if one is not None]
    origins = tuple((task.ships.level, task.ships.origin(task.number)) for task, _ in found)
    tried = {}
    for index, value in enumerate(values):
        plain = tuple(one[index] for _, one in found)
        worth = KindWorth(figure.row, plain, (), (), 0.0, origins, 0.0).worth(confidence)
        if worth is None or not worths:
            raise AnalyzerError(f"fix {figure}: only {len(found)} good ships have such a component: name ships that do")
        tried[value] = Effect(worth, flights)
    printed: dict[Any, Effect | None] = {kind: Effect(worth, flights) for kind, worth in worths.items()}
    levels = (Search(figure, NOTHING, printed, ALL_LEVELS, tried).results(),)
    remark = (
        f"{len(found)} good ships have such a component. Each flew with every value on the same decks and dice; "
        "all its components of the kind had that value."
    )
    return FigureFix(f"{maker.key}", figure, KINDS, in_words(figure.row), levels, maker.seed, (remark,), "flights")
