"""Search for the value of a figure, of a card or of a kind of component, at which its verdict becomes "in range".

Each value of a card is flown through the same decks and dice, and compared with a blank card in the same place. The
first values are spread evenly from 0 to the largest one to try. Each further measurement has more meetings, and adds
values between neighbours with different verdicts. For a kind of component all values are tried in one measurement.
Intervals hold for all printed cards or kinds and all tried values at once, as in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from analyzer.answers.balance.fix import TriedValue, TriedValues, first_values, values_between
from analyzer.answers.balance.verdicts import CHECKS, NOT_KNOWN, VERDICT, Yardstick, confidence_of_checks, flat
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Row,
    Table,
    in_words,
)
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.workers import AUTO, Processes
from analyzer.statistics.estimate import each_of
from analyzer.trucker.cards.cards_in_words import card_name, card_named
from analyzer.trucker.edition import Card, Edition, base_of, load_edition
from analyzer.trucker.questions.balance.call import (
    FLIGHTS,
    MEETINGS,
    PARTS,
    SHIPS,
    Maker,
    maker_of,
    measure_undecided,
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
from analyzer.trucker.ship.component import Kind
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships

FIGURES = ("credits", "days", "strength", "crew_required", "crew_lost", "goods_lost")
"""Columns of `cards.csv` whose values can be searched."""
KIND_FIGURES = ("crew", "batteries", "containers", "special_containers", "cannon", "engine")
"""Columns of `kinds.csv` whose values can be searched."""
MOST_OF_KIND = 6
"""Largest value that is tried for a figure of a kind of component."""
MOST_TRIED = 40
"""Largest number of values that are tried at a level."""
DOUBLINGS = range(0, CHECKS, 2)
"""How often each measurement doubles the first number of meetings; a few large ones take less time than many small."""
AT_ONCE = 5
"""Number of values in one task."""
ALL_LEVELS = "over all levels"
"""Label of the verdict on a kind of component, which holds for all levels together."""
LEAST_TOP = 6
"""Lowest upper end of a search; otherwise it is twice the largest value of the column on cards of the kind."""


class Figure(NamedTuple):
    """A printed number of one card, e.g. its credits, of which the search tries other values.

    Args:
        card: the card as it is.
        column: name of the column.
        most: the largest value to try.
    """

    card: Card
    column: str
    most: int

    def __str__(self) -> str:
        return f"{self.card.id}.{self.column}"

    @property
    def now(self) -> int:
        """The present value of the figure."""
        return int(getattr(self.card, self.column))

    @property
    def words(self) -> str:
        """Kind and numbers of the card in words."""
        return f"{card_name(self.card)} (no. {self.card.id})"

    def facts(self) -> dict[str, Any]:
        """Return the card, the column and its present value for JSON."""
        return {"card": self.card.id, "column": self.column, "now": self.now}

    def with_value(self, value: int) -> Card:
        """Return a copy of the card with another value of the figure."""
        changed: dict[str, Any] = {self.column: value}
        return replace(self.card, **changed)


class KindFigure(NamedTuple):
    """A number of one kind of component, e.g. its batteries, of which the search tries other values.

    Args:
        name: name of the kind.
        kind: the kind as it is.
        column: name of the column.
        most: the largest value to try.
    """

    name: str
    kind: Kind
    column: str
    most: int

    def __str__(self) -> str:
        return f"{self.name}.{self.column}"

    @property
    def now(self) -> int:
        """The present value of the figure."""
        return int(getattr(self.kind, self.column))

    @property
    def words(self) -> str:
        """Name of the kind of component in words."""
        return in_words(self.name)

    def facts(self) -> dict[str, Any]:
        """Return the kind, the column and its present value for JSON."""
        return {"component": self.name, "column": self.column, "now": self.now}

    def with_value(self, value: int) -> Kind:
        """Return a copy of the kind with another value of the figure."""
        changed: dict[str, Any] = {self.column: value}
        return replace(self.kind, **changed)


def figure_named(text: object, rules: Edition) -> Figure | KindFigure:
    """Return the figure of a card or a kind of component that a text names, e.g. `60.credits` or `battery_2.batteries`.

    Args:
        text: a card (its number, or words such as `pirates 6`) or the name of a kind of component, then a dot and the
            name of a column.
        rules: the edition.

    Raises:
        AnalyzerError: for a card that does not exist, for a column that no card of its kind uses, and for a column that
            is 0 for the kind of component.
    """
    subject, dot, column = text.strip().rpartition(".") if isinstance(text, str) else ("", "", "")
    if not dot or not subject:
        raise AnalyzerError(
            f"fix {str(text)[:40]!r}: name a card or a kind of component and one of its figures, e.g. 60.credits or "
            "battery_2.batteries"
        )
    if subject.strip() in rules.kinds:
        name = subject.strip()
        part = rules.kinds[name]
        filled = [one for one in KIND_FIGURES if getattr(part, one)]
        if not filled:
            raise AnalyzerError(f"fix {name}.{column[:40]}: {name} has none of {join_names(KIND_FIGURES)}")
        if column not in filled:
            raise AnalyzerError(f"fix {name}.{column[:40]}: no figure of {name}: {one_of(column, filled)}")
        return KindFigure(name, part, column, MOST_OF_KIND)
    card = rules.card(int(subject) if subject.isdecimal() else card_named(subject, rules.name, rules.cards))
    of_kind = [one for one in (*rules.cards, *load_edition(base_of(rules.name)).cards) if one.kind == card.kind]
    used = [name for name in FIGURES if any(getattr(one, name) for one in of_kind)]
    kind, named = card.kind.replace("_", " "), f"{subject[:40]}.{column[:40]}"
    if not used:
        raise AnalyzerError(f"fix {named}: a card of kind {kind} has none of {join_names(FIGURES)}: name another card")
    if column not in used:
        raise AnalyzerError(f"fix {named}: no figure of a card of kind {kind}: {one_of(column, used)}")
    return Figure(card, column, max(LEAST_TOP, *(2 * getattr(one, column) for one in (card, *of_kind))))


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


@dataclass
class _Search:
    """Search for the values of a figure that are in range at one level.

    Attributes:
        figure: the figure.
        ships: good ships of the level.
        index: index of the card.
        meetings: number of meetings of each ship in the first measurement.
        confidence: confidence of each interval.
        printed: effects of the other printed cards of the card's level, by the cards that share the effect.
        tried: the effect of each value that was tried.
    """

    figure: Figure
    ships: LevelShips
    index: int
    meetings: int
    confidence: float
    printed: dict[tuple[Card, ...], CardOnShips]
    tried: dict[int, CardOnShips] = field(default_factory=dict)

    @property
    def printed_range(self) -> Yardstick | None:
        """Range of the effects of the other printed cards; None if there are none."""
        return Yardstick.of([one.credits(self.confidence) for one in self.printed.values()])

    def tasks(self, doublings: int) -> Iterator[FigureTask | CardTask]:
        """Yield the tasks of a measurement: values to fly, and printed cards on which an open verdict may depend.

        Args:
            doublings: how often the first number of meetings is doubled; 0 for the first measurement.
        """
        meetings, values = self.meetings << doublings, self._next_values(not doublings)
        for begin in range(0, len(values), AT_ONCE):
            some = values[begin : begin + AT_ONCE]
            yield FigureTask(self.ships, self.index, tuple(map(self.figure.with_value, some)), meetings)
        ends = self._disputed()
        if ends:
            yield from card_tasks(self.ships, True, meetings, ends)

    def take(self, found: Sequence[CardOnShips]) -> None:
        """Add the effects that a task has measured to the known ones."""
        for one in found:
            if one.cards in self.printed:
                self.printed[one.cards] = one
            else:
                self.tried[int(getattr(one.cards[0], self.figure.column))] = one

    def results(self) -> tuple[TriedValue, ...]:
        """Return verdict and effect of each tried value, in order."""
        printed = self.printed_range
        assert printed is not None
        return tuple(
            TriedValue.judged(value, one.credits(self.confidence), printed, one.meetings, NOTHING,
                              one.share(one.changed, self.confidence))
            for value, one in sorted(self.tried.items())
        )  # fmt: skip

    def _next_values(self, is_first: bool) -> list[int]:
        """Return the values to fly in the next measurement, in order.

        In the first one they are spread evenly. Later ones repeat the values with an open verdict, and add values
        between neighbours with different verdicts.
        """
        if is_first:
            return first_values(range(self.figure.most + 1), self.figure.now)
        known = self.results()
        again = [one.value for one in known if one.verdict == NOT_KNOWN]
        new = set[int]().union(*(
            values_between(one.value, other.value)
            for one, other in pairwise(known) if (one.likely, one.verdict) != (other.likely, other.verdict)
        )) - {*self.tried}  # fmt: skip
        nearest = sorted(new, key=lambda value: abs(value - self.figure.now))[: MOST_TRIED - len(known)]
        return sorted([*again, *nearest])

    def _disputed(self) -> list[CardOnShips]:
        """Return the printed cards whose effect an open verdict on a value may depend on."""
        yardstick, tried = self.printed_range, self.results()
        effects = [one.effect for one in tried if one.verdict == NOT_KNOWN]
        return [
            one
            for one in self.printed.values()
            if yardstick and any(yardstick.disputes(effect, one.credits(self.confidence)) for effect in effects)
        ]


@dataclass(frozen=True)
class LevelFigures(TriedValues):
    """Values of a figure that were tried at one level, in order.

    Attributes:
        level: name of the level.
        ships: number of good ships.
    """

    level: str
    ships: int


@dataclass(frozen=True, repr=False)
class FigureFix(Described):
    """Values of one figure, with the verdict on its card or kind of component at each of them.

    Attributes:
        edition: name of the edition.
        figure: the figure.
        levels: values tried at each level.
        seed: seed of decks and dice.
        left_out: sentences on levels at which the card was not met often enough.
    """

    edition: str
    figure: Figure | KindFigure
    levels: tuple[LevelFigures, ...]
    seed: int
    left_out: tuple[str, ...] = ()

    @property
    def value(self) -> int | None:
        """The value nearest to the present one that is in range at every level; None if there is none."""
        if not all(one.in_range for one in self.levels):
            return None
        low, high = max(one.in_range[0] for one in self.levels), min(one.in_range[-1] for one in self.levels)
        return min(max(self.figure.now, low), high) if low <= high else None

    def table(self) -> Any:
        """Return all values that were tried as a tidy data frame."""
        return self.description().tidy()

    def description(self) -> Description:
        """Describe the search: the value to write for each level, then all values that were tried."""
        rows = [
            Row(
                {
                    "level": one.level,
                    "value": tried.value,
                    "verdict": tried.verdict,
                    "credits": tried.effect,
                    "meetings": tried.trials,
                },
                bold=tried.value == one.nearest,
            )
            for one in self.levels
            for tried in one.tried
        ]
        brings, ones, counted = (
            ("credits a flight above a plain structural component", "kinds", "flights")
            if isinstance(self.figure, KindFigure)
            else ("what one meeting brings good ships on average", "cards", "meetings")
        )
        columns = (
            Column("level", "level", WORD),
            Column("value", self.figure.column.replace("_", " "), COUNT),
            replace(VERDICT, explanation=""),
            Column("credits", "credits", SIGNED, f"{brings}; intervals hold for all values and printed {ones} at once",
                   INTERVAL, flat=flat),
            Column("meetings", counted, COUNT),
        )  # fmt: skip
        facts = {
            "edition": self.edition,
            **self.figure.facts(),
            "value": self.value,
            "levels": {one.level: one.as_dict() for one in self.levels},
            "seed": self.seed,
        }
        table = Table("values", columns, rows, "values that were tried", labels=2)
        title = f": {self.figure.column.replace('_', ' ')} of {self.figure.words}, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, [*self.sentences(), table], self.notes())

    def sentences(self) -> list[str]:
        """Return a sentence on the value to write, then one on the values in range at each level."""
        each = [_sentence(one, self.figure) for one in self.levels]
        if len(self.levels) == 1:
            return each
        if self.value is None:
            return ["No value that was tried is in range at every level.", *each]
        return [f"{self.figure} {self.value} is in range at every level (now {self.figure.now}).", *each]

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        if isinstance(self.figure, KindFigure):
            number = sum(one.ships for one in self.levels)
            return [
                f"{number} good ships have such a component. Each flew with every value on the same decks and dice; "
                "all its components of the kind had that value.",
                "The printed kinds were measured in the edition as it is.",
            ]
        ships = join_names([f"{one.ships} at level {one.level}" for one in self.levels])
        return [
            f"Good ships that met the card: {ships}. All values were flown through the same decks and dice.",
            "The printed cards were measured in the edition as it is.",
            *self.left_out,
        ]


def _sentence(one: LevelFigures, figure: Figure | KindFigure) -> str:
    """Return a sentence on the values in range at a level."""
    where = ALL_LEVELS.capitalize() if one.level == ALL_LEVELS else f"At level {one.level}"
    return one.sentence(figure, "credits", f"{where}, ")


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
        flights: flights of each ship in each setting of a report; each ship meets the card in a fixed fraction of them.
        seed: fixes ships, decks and dice.
        level: the level at which to search; all that deal the card if None.
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
    key = CALLS.key_of(edition)
    wanted, named = figure_named(figure, load_edition(key)), as_ships(named, "named")
    refuse_other_editions(named, [key])
    if isinstance(wanted, KindFigure):
        maker = maker_of(key, ships, flights, seed, level, ("components",), workers, progress)
        return _kind_searched(wanted, maker, maker.samples(levels_to_fly(key, level)[0], named))
    maker = maker_of(key, ships, flights, seed, level, ("cards",), workers, progress)
    dealing = [one for one in levels_to_fly(key, level)[0] if wanted.card.level in one.pile]
    if not dealing:
        where = "no level of a report deals" if level is None else f"level {level} does not deal"
        raise AnalyzerError(f"fix {wanted}: {where} cards of level {wanted.card.level}")
    return _searched(wanted, maker, maker.samples(dealing, named))


def work_of_fix(
    edition: EditionLike, ships: int, flights: int, named: Sequence[Layout] = (), level: str | None = None
) -> int:
    """Return the approximate work of a search, in flights of one ship; the arguments are those of `work`."""
    return work(edition, ships, flights, named, level, ("cards",)) // 2


def _searched(figure: Figure, maker: Maker, samples: Sequence[LevelShips]) -> FigureFix:
    """Search at each level and return the values that were tried."""
    meetings, good = share(maker.flights, MEETINGS), [one.only_good for one in samples]
    printed = maker.run([task for one in good for task in card_tasks(one, True, meetings)])
    cards = measure_undecided(good, [card for some in printed for card in some], meetings, maker.workers)
    confidence = confidence_of_checks(len(cards) + MOST_TRIED * len(good))
    index = [card.id for card in load_edition(maker.key).cards].index(figure.card.id)
    searches = [
        _Search(figure, one, index, meetings, confidence, {
            card.cards: card for card in CardJudge(one, cards, confidence).printed(figure.card.level)
            if figure.card not in card.cards
        })
        for one in good
    ]  # fmt: skip
    left_out = [
        f"Level {one.ships.level} is left out: it deals no other printed card of the card's level."
        for one in searches if not one.printed
    ]  # fmt: skip
    searches = [one for one in searches if one.printed]
    for doublings in DOUBLINGS:
        asked = [(one, task) for one in searches for task in one.tasks(doublings)]
        for (one, _), found in zip(asked, maker.run([task for _, task in asked]), strict=True):
            one.take(found)
        left_out += [
            f"Level {one.ships.level} is left out: too few decks hold the card." for one in searches if not one.tried
        ]
        searches = [one for one in searches if one.tried]
    if not searches:
        raise AnalyzerError([f"fix {figure}: {sentence}" for sentence in left_out])
    levels = tuple(
        LevelFigures(figure.now, one.printed_range, one.results(), one.ships.level, len(one.ships.ships))
        for one in searches if one.printed_range
    )  # fmt: skip
    return FigureFix(f"{maker.key}", figure, levels, maker.seed, tuple(left_out))


def _kind_searched(figure: KindFigure, maker: Maker, samples: Sequence[LevelShips]) -> FigureFix:
    """Fly all values of a figure of a kind of component, and return the verdicts on them."""
    flights, good = share(maker.flights, PARTS), [one.only_good for one in samples]
    rules, base = load_edition(maker.key), load_edition(base_of(maker.key))
    values = sorted({figure.now, *range(figure.most + 1)})
    versions = tuple(map(figure.with_value, values))
    parts = maker.run([task for one in good for task in parts_tasks(one, flights)])
    kinds = kinds_of([one for some in parts for one in some], rules.kinds)
    tasks = [KindTask(one, number, figure.name, versions, flights) for one in good for number in range(len(one.ships))]
    found = [(task, worths) for task, worths in zip(tasks, maker.run(tasks), strict=True) if worths is not None]
    confidence = each_of(len(kinds) + len(values))
    others = [one for one in kinds if one.kind != figure.name and rules.kinds[one.kind] == base.kinds.get(one.kind)]
    printed = Yardstick.of([worth for one in others if (worth := one.worth(confidence)) is not None])
    origins = tuple((task.ships.level, task.ships.origin(task.number)) for task, _ in found)
    tried = []
    for index, value in enumerate(values):
        plain = tuple(worths[index] for _, worths in found)
        worth = KindWorth(figure.name, plain, (), (), 0.0, origins, 0.0).worth(confidence)
        if worth is None or printed is None:
            raise AnalyzerError(f"fix {figure}: only {len(found)} good ships have such a component: name ships that do")
        tried.append(TriedValue.judged(value, worth, printed, flights, NOTHING))
    level = LevelFigures(figure.now, printed, tuple(tried), ALL_LEVELS, len(found)) if printed else None
    return FigureFix(f"{maker.key}", figure, (level,) if level else (), maker.seed)
