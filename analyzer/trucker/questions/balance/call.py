"""Public call that makes a balance report: it builds the ships, flies them, and gathers the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from analyzer.answers.balance.verdicts import CHECKS, confidence_of_checks
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, as_text, one_of, whole_number
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, map_adaptive
from analyzer.runs.watched import report_answers
from analyzer.trucker.edition import Level, OwnEdition, load_edition
from analyzer.trucker.editions import FOLDERS
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.balance.luck import BATCHES, luck_of, luck_tasks
from analyzer.trucker.questions.balance.pay import (
    Pay,
    PayTask,
    pay_by_level,
    pay_tasks,
    place_tasks,
    places_by_level,
)
from analyzer.trucker.questions.balance.sample import (
    FittingTask,
    LevelShips,
    fits_level,
    fitting_tasks,
    levels_to_fly,
    makings,
    reference_ships,
    together,
    with_fitted,
)
from analyzer.trucker.questions.balance.switches import switch_tasks
from analyzer.trucker.questions.balance.verdicts import CardJudge
from analyzer.trucker.questions.balance.worths import (
    FEWEST_MEETINGS,
    CardOnShips,
    card_tasks,
    kinds_of,
    parts_tasks,
)
from analyzer.trucker.questions.edition import CALLS, EditionLike
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships

SHIPS, FLIGHTS = 9, 4_000
"""Default numbers of ships made for each level, and of flights of each ship."""
FEWEST_FLIGHTS = 64
"""Smallest number of flights of a ship in each setting."""
LOOK_AHEAD = 256
"""Largest number of flights of each reference ship for the first interim answer, before other ships are made."""
SECTIONS = ("levels", "cards", "components", "places", "luck", "switches")
"""Sections of a report that can be asked for one by one.

Levels are always measured. The section `luck` also measures captains and builds.
"""
MEETINGS, PARTS, PLACES, DECKS = 32, 16, 8, 1_000
"""Divisors that turn the flights of a ship into the numbers used by the other measurements.

In order: meetings with each card, flights without each component, flights from each place, and decks in a batch of
`LuckTask`.
"""


def balance(
    edition: EditionLike = "2007",
    ships: int = SHIPS,
    flights: int = FLIGHTS,
    seed: int = 1,
    *,
    level: str | None = None,
    only: Sequence[str] = (),
    named: ShipsLike = (),
    against: EditionLike | None = None,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
    command: str = "",
) -> Balance:
    """Measure what cards, components, levels, starting places, captains and luck do in an edition, over many ships.

    At each level fly the reference ships, those of `named` on its board, new ships, and up to three good ships refitted
    with rare kinds of components. One in three new ships comes from a short search, the others are built at random.
    Each ship flies `flights` flights in the field and as many alone. Cards, components, places, luck and rule switches
    are measured in a fixed fraction of that number. The result does not depend on the number of workers.

    Args:
        edition: an edition, its name, or its folder.
        ships: number of new ships for each level.
        flights: flights of each ship in the field, and as many alone.
        seed: fixes new ships, decks and dice.
        level: the level to report on; all if None.
        only: sections to measure beside ships and levels: cards, components, places, luck, switches; all if empty.
        named: ships to add, or the paths of their files.
        against: another edition, measured alike and compared.
        workers: number of processes, "auto" for as many as shorten the run.
        progress: called after each task with its approximate work, in flights of one ship.
        command: command line that the page quotes.

    Returns:
        The report: tables, conclusions, and a page.

    Raises:
        AnalyzerError: for an edition that does not exist, with every fault of its folder, and for invalid numbers.

    >>> import analyzer
    >>> answer = analyzer.balance("ships/own-edition", ships=2, flights=64, level="W", only=["levels"])
    >>> answer.edition, answer.levels, [*answer.tables]
    ('own-edition', ('W',), ['levels', 'ships'])
    """
    key, command = CALLS.key_of(edition), as_text(command, "command")
    named = as_ships(named, "named")
    other = None if against is None else CALLS.key_of(against)
    if other == key:
        raise AnalyzerError(f"against: {key} is the edition that is reported: name another one")
    OwnEdition.tell_apart([key, *([other] if other else [])])
    refuse_other_editions(named, [one for one in (key, other) if one])
    every = [maker_of(one, ships, flights, seed, level, only, workers, progress) for one in (key, other) if one]
    report, *others = [maker.made(named) for maker in every]
    return replace(report, other=others[0] if others else None, command=command)


def refuse_other_editions(named: Sequence[Layout], editions: Sequence[str]) -> None:
    """Raise AnalyzerError for ships of editions that are not measured, because no level would fly them."""
    others = [ship for ship in named if ship.board.edition not in editions]
    if others:
        names = join_names([f"{one}" for one in editions])
        cure = f"not of {names}: leave it out"
        raise AnalyzerError([f"{ship.name}: is a ship of the {ship.board.edition} edition, {cure}" for ship in others])


def maker_of(
    key: str,
    ships: int,
    flights: int,
    seed: int,
    level: str | None,
    only: Sequence[str],
    workers: Processes,
    progress: Callable[[int], None] | None,
) -> Maker:
    """Return the maker of a report; raise AnalyzerError for wrong arguments, and for targets that cannot be read.

    Args:
        key: key of the edition.
        ships: number of ships made for each level.
        flights: flights of each ship in the field, and as many alone.
        seed: fixes ships, decks and dice.
        level: the level to report on; all if None.
        only: sections to measure; all if empty.
        workers: number of processes.
        progress: called after each task with its approximate work, in flights of one ship.
    """
    ships, flights = checked_numbers(ships, flights)
    seed, workers = whole_number(seed, "seed", 0, LARGEST_SEED), checked_processes(workers)
    heard = progress or (lambda _: None)
    head = FOLDERS.head_of(key)
    targets, version = (head.targets, head.version) if head else ({}, "")
    written = tuple(targets.items())
    return Maker(key, ships, flights, seed, level, sections_named(only), workers, heard, written, version)


def sections_named(only: Sequence[str]) -> frozenset[str]:
    """Return the sections to measure, all if none is named; raise AnalyzerError for an unknown name."""
    for name in only:
        if name not in SECTIONS:
            raise AnalyzerError(f"only {name!r}: {one_of(name, SECTIONS)}")
    return frozenset(only or SECTIONS)


def work(
    edition: EditionLike,
    ships: int,
    flights: int,
    named: Sequence[Layout] = (),
    level: str | None = None,
    only: Sequence[str] = (),
) -> int:
    """Return the approximate work of a whole report, in flights of one ship, for its progress line.

    Args:
        edition: an edition, its name, or its folder.
        ships: number of ships made for each level.
        flights: flights of each ship in the field, and as many alone.
        named: ships that the user adds.
        level: the level to report on; all if None.
        only: sections to measure; all if empty.
    """
    maker = maker_of(CALLS.key_of(edition), ships, flights, 1, level, only, 1, None)
    return sum(task.weight for task in maker.tasks_ahead(levels_to_fly(maker.key, level)[0], named))


def checked_numbers(ships: object, flights: object) -> tuple[int, int]:
    """Return the numbers of ships and flights; raise AnalyzerError for too few or too many."""
    return whole_number(ships, "ships", 2, 200), whole_number(flights, "flights", FEWEST_FLIGHTS, 10**7)


def share(flights: int, of: int) -> int:
    """Return the number of flights divided by the divisor `of`, but at least `FEWEST_MEETINGS`."""
    return max(FEWEST_MEETINGS, flights // of)


def decks_of(flights: int) -> int:
    """Return the number of decks in a batch of `LuckTask` for a report with that many flights of each ship."""
    return max(2, flights // DECKS)


@dataclass
class Maker:
    """Maker of the balance report of one edition; it calls `heard` with the work of each finished task."""

    key: str
    number: int
    flights: int
    seed: int
    level: str | None
    sections: frozenset[str]
    workers: Processes
    heard: Callable[[int], None]
    targets: tuple[tuple[str, str], ...]
    version: str

    def made(self, named: Sequence[Layout]) -> Balance:
        """Run all measurements of the report and return it."""
        levels, left_out = levels_to_fly(self.key, self.level)
        boards = {level.board for level in levels}
        strangers = [ship for ship in named if ship.board.edition == self.key and ship.board.name not in boards]
        if strangers:
            raise AnalyzerError(
                [f"{ship.name}: no level of the report is flown with board {ship.board.title}" for ship in strangers]
            )
        self.look_ahead(levels, named)
        samples = self.samples(levels, named)
        meetings, without = share(self.flights, MEETINGS), share(self.flights, PARTS)
        tasks = self.tasks_of(samples)
        # All sections share one stream of tasks, so that no processor waits at the end of a section.
        results = self._results([task for some in tasks.values() for task in some])
        found = {section: islice(results, len(some)) for section, some in tasks.items()}
        pay = [*found["levels"]]
        report = Balance(
            self.key, self.flights, self.seed, tuple(samples), pay_by_level(pay), (), (), {}, {}, tuple(left_out),
            meetings=meetings, without=without, targets=self.targets, version=self.version,
        )  # fmt: skip

        def known(**more: Any) -> None:
            """Add what was just measured to the report, and tell whoever shows interim answers."""
            nonlocal report
            report = replace(report, **more)
            report_answers(lambda: [report])

        known()
        cards: list[CardOnShips] = []
        # Later tasks overwrite earlier ones, which leaves the last task of each level.
        last = {task.ships.level: number for number, task in enumerate(tasks["cards"])}
        for number, some in enumerate(found["cards"]):
            cards += some
            # Cards are compared with the printed ones of their level, so a level is shown once it is complete.
            if number == last[tasks["cards"][number].ships.level]:
                known(cards=tuple(cards))
        measure_undecided(samples, cards, meetings, self.workers, lambda some: known(cards=tuple(some)))
        parts = [one for some in found["components"] for one in some]
        known(kinds=tuple(kinds_of(parts, load_edition(self.key).kinds)))
        known(places=places_by_level([*found["places"]]))
        known(switches=tuple(use for some in found["switches"] for use in some))
        batches = [batch for some in found["luck"] for batch in some]
        # Batches come level by level, in the order of the samples.
        luck = {
            one.level: luck_of(one, batches[number * BATCHES : (number + 1) * BATCHES])
            for number, one in enumerate(samples)
            if batches
        }
        return replace(report, luck=luck)

    def look_ahead(self, levels: Sequence[Level], named: Sequence[Layout]) -> None:
        """Fly a few flights of the reference ships for an interim answer, because making other ships takes long."""
        known: list[LevelShips] = []
        pay: list[Pay] = []
        for level in levels:
            field = reference_ships(level, self.key)
            ships = field or [ship for ship in named if fits_level(ship, level, self.key)]
            if ships:
                known.append(together(level, self.key, self.seed, ships, [], []))
                flights = min(LOOK_AHEAD, self.flights)
                pay += [PayTask(known[-1], in_field, 0, flights).measured() for in_field in (True, False)]
                first = Balance(
                    self.key, flights, self.seed, tuple(known), pay_by_level(pay), (), (), {}, {},
                    targets=self.targets, version=self.version,
                )  # fmt: skip
                report_answers(partial(tuple, [first]))

    def samples(self, levels: Sequence[Level], named: Sequence[Layout]) -> list[LevelShips]:
        """Return the ships of each level."""
        fields = [reference_ships(level, self.key) for level in levels]
        makers = [
            makings(level, self.key, self.seed, self.number, self.flights, field)
            for level, field in zip(levels, fields, strict=True)
        ]
        # Ships built at random come first, because they show how fast this machine is.
        tasks = sorted((task for some in makers for task in some), key=lambda task: task.weight)
        made = dict(zip(tasks, self.run(tasks), strict=True))
        samples = [
            together(
                level, self.key, self.seed, field,
                [ship for ship in named if fits_level(ship, level, self.key)],
                [ship for task in some for ship in made[task]],
            )
            for level, field, some in zip(levels, fields, makers, strict=True)
        ]  # fmt: skip
        fittings = [self.fittings(one) for one in samples]
        fitted = iter(self.run([task for some in fittings for task in some]))
        return [with_fitted(one, [next(fitted) for _ in some]) for one, some in zip(samples, fittings, strict=True)]

    def tasks_of(self, samples: Sequence[LevelShips]) -> dict[str, list[Any]]:
        """Return the tasks of each section; none for a section that was not asked for."""
        meetings, without, starts = (share(self.flights, of) for of in (MEETINGS, PARTS, PLACES))
        settings = [(one, in_field) for one in samples for in_field in (True, False)]
        tasks: dict[str, Iterable[Any]] = {
            "levels": (task for one, in_field in settings for task in pay_tasks(one, in_field, self.flights)),
            "cards": (task for one, in_field in settings for task in card_tasks(one, in_field, meetings)),
            "components": (task for one in samples for task in parts_tasks(one, without)),
            "places": (task for one in samples for task in place_tasks(one, starts)),
            "switches": switch_tasks(samples, starts),
            "luck": (task for one in samples for task in luck_tasks(one, decks_of(self.flights))),
        }
        return {name: [*some] if name in {"levels", *self.sections} else [] for name, some in tasks.items()}

    def tasks_ahead(self, levels: Sequence[Level], named: Sequence[Layout]) -> Iterator[Any]:
        """Yield stand-ins for the tasks of the report before its ships are made; reference ships take their place."""
        samples = []
        for level in levels:
            field = reference_ships(level, self.key)
            own = [ship for ship in named if fits_level(ship, level, self.key)]
            making = makings(level, self.key, self.seed, self.number, self.flights, field)
            yield from making
            others = field or making[-1].measured()
            stand_ins = [others[number % len(others)] for number in range(self.number)]
            samples.append(together(level, self.key, self.seed, field, own, stand_ins))
            yield from self.fittings(samples[-1])
        for some in self.tasks_of(samples).values():
            yield from some

    def fittings(self, ships: LevelShips) -> list[FittingTask]:
        """Return the tasks that install, in good ships of a level, kinds of components that no good ship has.

        There are none unless the report has a section on cards or components.
        """
        return [*fitting_tasks(ships, self.flights)] if self.sections & {"cards", "components"} else []

    def run(self, tasks: Sequence[Any]) -> list[Any]:
        """Run tasks in several processes, and return their results in the order of the tasks."""
        return [*self._results(tasks)]

    def _results(self, tasks: Sequence[Any]) -> Iterator[Any]:
        """Run tasks in several processes, and yield their results in the order of the tasks."""
        results = map_adaptive(self.workers, _measured, tasks, [task.weight for task in tasks])
        for task, result in zip(tasks, results, strict=True):
            self.heard(task.weight)
            yield result


def measure_undecided(
    samples: Sequence[LevelShips],
    cards: Sequence[CardOnShips],
    meetings: int,
    workers: Processes,
    told: Callable[[list[CardOnShips]], None] = lambda cards: None,
) -> list[CardOnShips]:
    """Measure the cards with an open verdict again and again, and return the latest effect of every card.

    Printed cards on which such a verdict may depend are measured again, too. Each measurement has twice as many
    meetings as the one before. There are CHECKS measurements in all, with the first.

    Args:
        samples: the ships of each level.
        cards: effect of each card in the first measurement.
        meetings: number of meetings of each ship in the first measurement.
        workers: number of processes.
        told: called with the effects of all cards after each further measurement.
    """
    confidence, cards = confidence_of_checks(len(cards)), [*cards]
    for check in range(1, CHECKS):
        tasks = [
            task
            for one in samples
            if (some := CardJudge(one, cards, confidence).disputed())
            # `meetings << check`: twice as many meetings as in the measurement before.
            for task in card_tasks(one.only_good, True, meetings << check, some)
        ]
        again = {(one.level, one.cards): one for some in map_adaptive(workers, _measured, tasks) for one in some}
        cards = [
            one.updated_by(again[one.level, one.cards]) if one.in_field and (one.level, one.cards) in again else one
            for one in cards
        ]
        told(cards)
    return cards


def _measured(task: Any) -> Any:
    """Return the result of a task; worker processes call this function."""
    return task.measured()
