"""Run of a balance report that measures each thing of an edition by pairs of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from analyzer.answers.balance.game import Changes, GameBalance, Held, checked_sections
from analyzer.answers.balance.skill import CAPTAINS, MOST, Skill, measure_skill
from analyzer.answers.balance.things import (
    Measured,
    Part,
    Thing,
    ThingInBoth,
    measure,
    measure_changes,
    measure_once,
)
from analyzer.answers.balance.tiles import Target, read_targets
from analyzer.answers.edition import EditionCalls, own_edition_notes
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, as_text, whole_number
from analyzer.files.editions.targets import WIN_TARGETS
from analyzer.montecarlo.blocks import AWAITED
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.workers import Processes, checked_processes
from analyzer.runs.watched import is_first_figure_awaited, report_answers

FEWEST_GAMES = 50
SEATS = 4
"""Number of games that measure the first player's advantage, as a multiple of those that measure a thing."""
DUELS = 4
"""Divisor: the number of games of a pair of captains is that of a thing, divided by DUELS."""
Report = TypeVar("Report", bound=GameBalance)


@dataclass(frozen=True)
class ReportPlan:
    """Checked arguments of a balance report.

    Attributes:
        key: key of the edition.
        games: pairs of games of each thing at the first check of its verdict.
        seed: seed of the games.
        sections: sections to measure.
        other: key of another edition, with which the report compares this one; "" for none.
        differing: sentences on the table rows that differ between the two editions.
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
    other: str
    differing: Sequence[str]
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
    against: Any,
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
        against: another edition, or its name or folder; None for none.
        workers: number of processes.
        progress: called with the number of pairs of games just played.
    """
    key, folders = calls.key_of(edition), calls.folders
    games, seed = whole_number(games, "games", FEWEST_GAMES, 10**7), whole_number(seed, "seed", 0, LARGEST_SEED)
    workers, heard, asked = checked_processes(workers), progress or (lambda _: None), checked_sections(only, sections)
    other = "" if against is None else calls.key_of(against)
    if other == key:
        raise AnalyzerError(f"against: {key} is the edition of the report itself: name another one")
    differing = calls.diff(key, other).sentences() if other else ()
    head = folders.head_of(key)
    targets, version = read_targets(head.targets if head else {}, WIN_TARGETS), head.version if head else ""
    notes = own_edition_notes(folders.shelf.own, key)
    return ReportPlan(key, games, seed, asked, other, differing, targets, version, notes, workers, heard)


def run_report(
    kind: type[Report],
    plan: ReportPlan,
    things: Mapping[Part, Sequence[Thing]],
    held: Iterable[Held],
    there: Callable[[Part, Thing], Thing | None],
    remark: str,
    command: str,
) -> Report:
    """Measure everything and return the report; the verdicts known so far are shown as interim answers.

    Args:
        kind: class of the report.
        plan: its arguments.
        things: the things of each part.
        held: numbers that are compared with a target; each is measured when it is taken from the iterable.
        there: returns a thing as the other edition has it, or None if that edition lacks it.
        remark: note on who plays.
        command: command line that the page quotes.
    """
    command = as_text(command, "command")
    if plan.other and not things:
        raise AnalyzerError("against: the parts seats, captains and luck are not compared: ask for another part")
    known: dict[str, Held] = {}

    def report(measured: Mapping[str, tuple[Measured, ...]]) -> Report:
        parts = tuple(part for part in things if any(one.trials for one in measured.get(part.name, ())))
        return kind(
            f"{plan.key}", plan.games, plan.seed, parts, measured, tuple(known.values()), (remark, *plan.notes),
            plan.version, command,
        )  # fmt: skip

    for one in held:
        known[one.name] = one
        report_answers(lambda: [report({})])
    answer = report(
        measure(things, plan.games, plan.workers, plan.heard, lambda some: report_answers(lambda: [report(some)]))
    )
    if not plan.other:
        return answer
    both = {
        part: [ThingInBoth(one, other) for one in some if one.is_listed and (other := there(part, one)) is not None]
        for part, some in things.items()
    }
    effects = measure_changes(both, plan.games, plan.workers, plan.heard)
    return replace(answer, changes=Changes(f"{plan.other}", plan.differing, effects))


def win_targets(
    plan: ReportPlan,
    seat: Thing,
    captains: Sequence[Thing],
    duels: Sequence[Sequence[Thing]],
    scales: tuple[float, float],
    *,
    beginner: str,
    against: str,
) -> Iterator[Held]:
    """Yield the first player's advantage, the advantage of each other captain, and the shares of skill and luck.

    Each of the three has a target, and is left out if its section is not measured. If a person awaits a first figure,
    the first player's advantage comes twice, first from a few games.

    Args:
        plan: arguments of the report.
        seat: the first player's seat, whose effect is how far the player is above an even share of wins.
        captains: the other captains, each with the same effect.
        duels: games of each captain who begins against each captain (see `measure_skill`).
        scales: factors that turn the effects of seat and captains into percentage points.
        beginner: word for the player who begins.
        against: opponents of the captains, in words.
    """
    above, targets, how = "percentage points of wins above an even share", plan.targets, (plan.workers, plan.heard)
    if "seats" in plan.sections:
        note, most = f"{above}, for the {beginner} who begins", SEATS * plan.games
        for games in (AWAITED, most) if is_first_figure_awaited() else (most,):
            heard = plan.heard if games == most else lambda _: None
            found = measure_once([seat], games, scales[0], plan.workers, heard)
            yield Held("seats", "first player", targets["first_player"], "first player", note, found)
    if "captains" in plan.sections:
        found = measure_once(captains, plan.games, scales[1], *how)
        yield Held("captains", "captains", targets["captain"], "captain", f"{above} against {against}", found)
    if "luck" in plan.sections:
        shares = measure_skill(duels, plan.games // DUELS, *how)
        found = {f"games of two among {join_names([row[0].name for row in duels])}": shares[CAPTAINS]}
        yield Skill(
            "luck", "skill and luck", targets["skill"], "part", "of the variance of who wins is skill", found, shares
        )


def games_of_report(games: int, things: int, captains: int, sections: Sequence[str], *, is_compared: bool) -> int:
    """Return the number of pairs of games of a report, without the further ones for open verdicts.

    Args:
        games: pairs of games of each thing.
        things: number of things.
        captains: number of captains that are compared with the first.
        sections: sections to measure.
        is_compared: whether the report names another edition; each thing is then played in both.
    """
    number = things * (1 + is_compared) + SEATS * ("seats" in sections) + captains * ("captains" in sections)
    return games * number + games // DUELS * min(MOST, 1 + captains) ** 2 * ("luck" in sections)
