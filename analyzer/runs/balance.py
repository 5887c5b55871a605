"""Run of a balance report that measures each thing of an edition by pairs of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from analyzer.answers.balance.game import GameBalance, Held, checked_sections
from analyzer.answers.balance.things import Measured, Part, Thing, measure
from analyzer.answers.balance.tiles import Target, read_targets
from analyzer.answers.edition import EditionCalls, own_edition_notes
from analyzer.errors import whole_number
from analyzer.files.editions.targets import WIN_TARGETS
from analyzer.montecarlo.workers import Processes, checked_processes
from analyzer.runs.watched import report_answers

FEWEST_GAMES = 50
SEATS = 4
"""Number of games for the first player, as a multiple of those for a thing."""
Report = TypeVar("Report", bound=GameBalance)


@dataclass(frozen=True)
class ReportPlan:
    """Checked arguments of a balance report.

    Attributes:
        key: key of the edition.
        games: pairs of games of each thing at the first check of its verdict.
        seed: seed of the games.
        sections: sections to measure.
        targets: targets of the edition by name.
        version: version that the edition's folder names; "" without one.
        notes: notes on an edition of the user's own.
        workers: number of processes.
        heard: called with the number of pairs of games just played.
    """

    key: str
    games: int
    seed: int
    sections: Sequence[str]
    targets: Mapping[str, Target]
    version: str
    notes: Sequence[str]
    workers: Processes
    heard: Callable[[int], None]


def plan_report(
    calls: EditionCalls[Any],
    edition: Any,
    games: int,
    seed: int,
    only: Sequence[str],
    sections: Sequence[str],
    workers: Processes,
    progress: Callable[[int], None] | None,
) -> ReportPlan:
    """Return the arguments of a report after all checks; raise AnalyzerError for wrong ones.

    Args:
        calls: the game's calls on editions.
        edition: name or folder of the edition, or an object.
        games: pairs of games of each thing.
        seed: seed of the games.
        only: sections that are asked for; all if empty.
        sections: all sections.
        workers: number of processes.
        progress: called with the number of pairs of games just played.
    """
    key, folders = calls.key_of(edition), calls.folders
    games, seed = whole_number(games, "games", FEWEST_GAMES, 10**7), whole_number(seed, "seed", 0)
    workers, heard, asked = checked_processes(workers), progress or (lambda _: None), checked_sections(only, sections)
    head = folders.head_of(key)
    targets, version = read_targets(head.targets if head else {}, WIN_TARGETS), head.version if head else ""
    notes = own_edition_notes(folders.shelf.own, key)
    return ReportPlan(key, games, seed, asked, targets, version, notes, workers, heard)


def run_report(
    kind: type[Report],
    plan: ReportPlan,
    things: Mapping[Part, Sequence[Thing]],
    held: Iterable[Held],
    remark: str,
    command: str,
) -> Report:
    """Measure everything and return the report; a listener can ask for the verdicts known so far.

    Args:
        kind: class of the report.
        plan: its arguments.
        things: the things of each part.
        held: measures each number with a target once it is asked for.
        remark: note on who plays.
        command: command line that the page quotes.
    """
    known: list[Held] = []

    def report(measured: Mapping[str, tuple[Measured, ...]]) -> Report:
        parts = tuple(part for part in things if any(one.trials for one in measured.get(part.name, ())))
        return kind(
            f"{plan.key}", plan.games, plan.seed, parts, measured, tuple(known), (remark, *plan.notes), plan.version,
            command,
        )  # fmt: skip

    for one in held:
        known.append(one)
        report_answers(lambda: [report({})])
    return report(
        measure(things, plan.games, plan.workers, plan.heard, lambda some: report_answers(lambda: [report(some)]))
    )


def games_of_report(games: int, things: int, captains: int, sections: Sequence[str]) -> int:
    """Return the number of pairs of games of a report, without the further ones for open verdicts.

    Args:
        games: pairs of games of each thing.
        things: number of things.
        captains: number of captains that are compared with the first.
        sections: sections to measure.
    """
    return games * (things + SEATS * ("seats" in sections) + captains * ("captains" in sections))
