"""Search for a better ship, confirmed on fresh flights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import Described, Description, Drawing, Part
from analyzer.answers.note import Note, is_about
from analyzer.answers.origin import in_setting
from analyzer.answers.worths import has_too_few, rule_of_verdicts
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.statistics.moments import Moments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.questions.place import refuse_builds
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import PRINTED, ShipLike, as_ship, write_ship
from analyzer.trucker.workshop.annealing import Search, SearchState
from analyzer.trucker.workshop.bench import Bench, bench_for
from analyzer.trucker.workshop.budget import LEAST_FRESH, Budget, SearchFile, budget, go_on
from analyzer.trucker.workshop.changes import changes_in_words, new_squares
from analyzer.trucker.workshop.goal import Goal, with_goal
from analyzer.trucker.workshop.moves import Freedom, Moves, freedom

FOUND, AS_GIVEN = "found", "as given"
"""Names of the two ships in the comparison."""
EFFORT = "effort"
"""Tag of notes that differ from run to run."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True, repr=False)
class Improved(Described):
    """A ship that the search found, beside the ship given.

    Attributes:
        given: the ship given.
        found: the ship found.
        goal: goal of the search.
        allowed: changes that the search could make.
        standing: state of the search at its end.
        compared: both ships, on flights that the search did not use.
        stopped: whether the search was interrupted.
        remarks: notes on how long it took.
    """

    given: Layout
    found: Layout
    goal: Goal
    allowed: Freedom
    standing: SearchState
    compared: Comparison
    stopped: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def gain(self) -> Estimate:
        """Mean gain per flight of the ship found over the ship given, on fresh flights, with its 95% interval."""
        return self.compared.difference(FOUND, AS_GIVEN)

    @property
    def verdict(self) -> Verdict:
        """Verdict on whether the ship found is better, on fresh flights."""
        return self.compared.verdict(FOUND, AS_GIVEN)

    @property
    def changes(self) -> list[str]:
        """Changes to make to the ship given, one sentence each."""
        return changes_in_words(self.given, self.found)

    @property
    def new(self) -> list[Square]:
        """Squares on which the ship given and the ship found differ."""
        return new_squares(self.given, self.found)

    @property
    def ship_file(self) -> str:
        """Text of a ship file for the ship found, to be written in the working directory."""
        return self.ship_file_at(PRINTED)

    def ship_file_at(self, file: str | Path) -> str:
        """Return the text of a ship file for the ship found, to be written at the given path."""
        lines = [" ".join(line.split()) for line in (self.heading(), self.verdict_in_words())]
        return "".join(f"# {line}\n" for line in lines) + write_ship(self.found, file=file)

    def heading(self) -> str:
        """Return the heading: the goal, the changes allowed, the conditions, and the length of the search."""
        one = self.compared
        return (
            f"{self.given.name}: {self.allowed.in_words}; goal: {self.goal.meaning}, "
            f"{one.experiments[0].title}, {one.company}; {self.search_in_words}"
        )

    @property
    def search_in_words(self) -> str:
        """Length of the search in words, in flights and generations."""
        now = self.standing
        generations = f"{now.generation:,} generation{'s' * (now.generation != 1)}"
        return f"{now.flights:,} flights in {generations}" + ", stopped early" * self.stopped

    def description(self) -> Description:
        """Describe the ship before and after, the changes to make, and what they gain."""
        now = self.standing
        facts = {
            "ship": self.given.name,
            "goal": self.goal.text,
            "allowed": self.allowed,
            "setting": self.compared.setting,
            "sought": {"flights": now.flights, "generations": now.generation, "stopped": self.stopped},
            "gain": self.gain,
            "verdict": self.verdict_in_words(),
            "changes": self.changes,
            "found": self.found.as_entries(),
            "file": self.ship_file,
            "compared": self.compared,
        }
        title = self.heading().removeprefix(self.given.name)
        return Description(self.given.name, title, facts, [*self._parts()], self.notes(), flat=self.compared.flat_rows)

    def _parts(self) -> Iterator[Part]:
        yield Drawing(AS_GIVEN, DRAW, (self.given, ()))
        if self.changes:
            yield Drawing(FOUND, DRAW, (self.found, [square for square in self.new if square in self.found.components]))
            yield from (f"- {sentence}" for sentence in self.changes)
            yield self.compared.heading()
            yield from self.compared.description().parts
        yield self.verdict_in_words()

    def verdict_in_words(self) -> str:
        """Return a sentence on the gain on fresh flights, and whether it is clear."""
        if not self.changes:
            return "Nothing better was found: the ship stays as it is."
        mean, low, high = self.gain
        unit = f"{self.compared.metrics.unit} a flight"
        gain = f"{mean:+.2f} {unit} ({low:+.2f} to {high:+.2f}) on {self.compared.flights:,} fresh flights"
        clear = self.gain.in_words("clearly better", "clearly worse", "not clearly better")
        if has_too_few(self.verdict, self.gain):
            clear = f"not clearly better yet, because {rule_of_verdicts('flights')}"
        return in_setting(self.compared.setting, f"the ship found is {clear}: {gain}.")

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        now = self.standing
        notes = [
            f"This was found {self.compared.setting} and holds there. Against other rivals, at another level or under "
            "another captain the ship may gain nothing.",
            "There may be better ships: a search proves nothing. More time or another seed may find one.",
        ]
        if now.gained is not None and self.changes:
            notes.append(
                f"In the search itself the gain was {now.gained.mean:+.2f}. That number is too high, because the "
                "same flights picked the ship as the best of many."
            )
        if now.seconds:
            notes.append(Note(EFFORT, f"The search took {now.seconds:,.0f} s."))
        return [*notes, *self.remarks, *self.compared.notes()]

    def as_dict(self) -> dict[str, Any]:
        """Return the answer in plain types for JSON, without notes that differ from run to run."""
        facts: dict[str, Any] = super().as_dict()
        return facts | {"notes": [note for note in self.notes() if not is_about(note, EFFORT)]}


CONFIRMED = 20_000
"""Number of fresh flights of the ship found and of the ship given, under the seed that the user gave."""
HURRIED = 1 << 12
"""Largest number of fresh flights of all ships together after Ctrl-C, because the user waits for the answer."""
KEPT = 0.2
"""Largest share of the seconds that is reserved for fresh flights."""
MUCH_MORE = 5
"""Factor by which more flights are flown when the speed of fresh flights is measured a second time."""
SETTLING = 1 << 9
"""Largest number of flights that decide on the best ship after Ctrl-C."""
MOST_SETTLING, SHARE_OF_SETTLING = 1 << 14, 15
"""Limits on the flights that decide on the best ship after the search: a number, and a divisor.

The divisor applies to the number of flights that there is time for. The smaller number is flown.
"""


Heard = Callable[[SearchState, Budget], None]
"""Callback after each generation, with the state of the search and its budget."""


def improve(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    rearrange: bool = False,
    change: int | None = None,
    free: bool = False,
    keep: Iterable[tuple[int, int]] = (),
    goal: str | Goal = "credits",
    seconds: float | None = None,
    confirm: int = CONFIRMED,
    save: str | Path | None = None,
    workers: Workers = AUTO,
    heard: Heard | None = None,
    **conditions: Unpack[Conditions],
) -> Improved:
    """Search for a ship that does better under these conditions, then fly it beside the ship given on fresh flights.

    A ship found by flying alone gains little among rivals. With `flights` and without `seconds`, equal seeds give equal
    answers. Ctrl-C ends the search early; the ships then fly fewer fresh flights.

    Args:
        ship: a ship, or the path of its file.
        level: flight level; that of the ship's board if None.
        flights: the search ends after so many flights of all ships together.
        seed: fixes the search and the fresh flights.
        rearrange: whether components may move to other squares.
        change: how many components at most may be exchanged for others of the box, on the same squares unless
            `rearrange` is set.
        free: whether any components of one box may be used.
        keep: squares that stay as they are.
        goal: what is wanted, e.g. `credits`, `arrived`, `penalty`, `win`, `credits-2*penalty`.
        seconds: everything ends within so many seconds by the clock; 60 if neither this nor `flights` is given.
        confirm: fresh flights of each of the two ships, or as many as the seconds allow.
        save: path of a file from which the same call resumes.
        workers: number of processes, "auto" for as many as shorten the run.
        heard: called at the start and after each generation of the search, with its state and the budget.
        **conditions: conditions of the flights, see `Conditions`.

    Returns:
        The ship found, with what it gains on fresh flights.

    Raises:
        AnalyzerError: with every reason why this search cannot be done.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> found = analyzer.improve(ship, flights=20, rearrange=True, confirm=10)
    >>> len(found.found.components) == len(ship.components), found.found.flaws()
    (True, [])
    """
    bench, allowed, limit = prepare_search(
        ship, level, seed, goal, rearrange, change, free, keep, seconds, flights, confirm, conditions
    )
    search = Search(bench, Moves(bench.ship, allowed, crewed=not bench.experiment.route.learning), seed)
    file = None if save is None else SearchFile(save, described(bench, allowed))
    now, stopped = _sought(search, limit, file, heard or (lambda *_: None), confirm)
    better = search.moves.layout(now.best, improved_name(bench.ship.name))
    named = {
        FOUND: with_goal(bench.with_ship(better), bench.goal),
        AS_GIVEN: with_goal(bench.experiment, bench.goal),
    }

    def compare(flights: int) -> Comparison:
        return compare_experiments(named, flights, margin=bench.goal.margin, workers=workers)

    compared = compare(flights_in_a_hurry(confirm, 2)) if stopped else in_time(compare, confirm, limit)
    remarks = () if stopped else fewer_fresh(compared.flights, confirm, limit)
    return Improved(bench.ship, better, bench.goal, allowed, now, compared, stopped, remarks)


def improved_name(name: str) -> str:
    """Return a name for a ship found by improving a ship of that name, different from it.

    >>> improved_name("Angry Gull"), improved_name("Angry Gull, improved"), improved_name("Angry Gull, improved 2")
    ('Angry Gull, improved', 'Angry Gull, improved 2', 'Angry Gull, improved 3')
    """
    before, improved, times = name.rpartition(", improved")
    if not improved or not (times == "" or times.strip().isdecimal()):
        return f"{name}, improved"
    return f"{before}{improved} {int(times or 1) + 1}"


def flights_in_a_hurry(confirm: int, ships: int) -> int:
    """Return the number of fresh flights of each ship after Ctrl-C.

    Args:
        confirm: number of fresh flights of each ship without Ctrl-C.
        ships: number of ships.
    """
    return min(confirm, max(2, HURRIED // max(1, ships)))


def in_time(compare: Callable[[int], Comparison], confirm: int, limit: Budget) -> Comparison:
    """Compare ships on fresh flights, as many as the budget leaves time for.

    A few flights are flown first, to measure their speed.

    Args:
        compare: flies the given number of fresh flights of each ship, and compares the ships.
        confirm: largest number of fresh flights of each ship.
        limit: budget of the search, with the seconds that are left.
    """
    if limit.seconds is None or confirm <= LEAST_FRESH:
        return compare(confirm)
    begun = monotonic()
    few = compare(LEAST_FRESH)
    fresh = limit.fresh(LEAST_FRESH / (monotonic() - begun), confirm)
    if fresh >= MUCH_MORE * LEAST_FRESH and fresh < confirm:
        begun = monotonic()
        few = compare(MUCH_MORE * LEAST_FRESH)
        fresh = limit.fresh(MUCH_MORE * LEAST_FRESH / (monotonic() - begun), confirm)
    return few if fresh <= few.flights else compare(fresh)


def fewer_fresh(fresh: int, confirm: int, limit: Budget) -> tuple[str, ...]:
    """Return a remark if there was no time for all fresh flights; else ()."""
    if fresh >= confirm:
        return ()
    more = named_setting("seconds", 2 * round(limit.seconds or 0))
    return (
        f"Each ship flew {fresh:,} fresh flights, not {confirm:,}, so that all ended in time: {more} leaves time for "
        "more.",
    )


def prepare_search(
    ship: ShipLike,
    level: str | None,
    seed: int,
    goal: str | Goal,
    rearrange: bool,
    change: int | None,
    free: bool,
    keep: Iterable[tuple[int, int]],
    seconds: float | None,
    flights: int | None,
    confirm: int,
    conditions: Conditions,
) -> tuple[Bench, Freedom, Budget]:
    """Return the bench (ship, conditions and goal), the allowed changes, and the budget of a search.

    Raises:
        AnalyzerError: with all faults of the arguments at once.
    """
    faults: list[str] = []
    ship = as_ship(ship)
    refuse_builds(ship, "improve")
    bench, allowed, limit = None, None, None
    try:
        bench = bench_for(ship, level, whole_number(seed, "seed", 0, LARGEST_SEED), goal, **conditions)
    except AnalyzerError as error:
        faults += error.faults
    try:
        allowed = freedom(ship, rearrange=rearrange, change=change, free=free, keep=keep) if bench else None
    except AnalyzerError as error:
        faults += error.faults
    try:
        limit = budget(seconds, flights)
        whole_number(confirm, "confirm", 2, MOST_KEPT)
    except AnalyzerError as error:
        faults += error.faults
    if faults or bench is None or allowed is None or limit is None:
        raise AnalyzerError(faults)
    return bench, allowed, limit


def _sought(
    search: Search, limit: Budget, file: SearchFile | None, heard: Heard, confirm: int = 0
) -> tuple[SearchState, bool]:
    """Search until the budget is spent or the user presses Ctrl-C, then decide on unused flights which ship is best.

    Returns:
        The state of the search, and whether it was interrupted.
    """
    begun = search.begin() if file is None or file.standing is None else of_plain(file.standing, search.moves)
    begun = search.with_first_figure(begun)

    def keep(now: SearchState) -> None:
        if file is not None:
            file.write(as_plain(now, search.moves))

    now, stopped = go_on(begun, search.generation, limit, keep, heard, lambda _: 2 * confirm + 3 * SETTLING, KEPT)
    if stopped:
        return search.settled(now, SETTLING), True
    begun_at = monotonic()
    speed = now.flights / now.seconds / SHARE_OF_SETTLING if now.seconds else 0.0
    settled = search.settled(now, None if limit.seconds is None else limit.fresh(speed, MOST_SETTLING))
    return replace(settled, seconds=settled.seconds + monotonic() - begun_at), False


def described(bench: Bench, allowed: Freedom) -> dict[str, Any]:
    """Return a search in plain types, by which a save file recognises it; the length of the search is left out."""
    return bench.experiment.describe() | {"goal": dict(bench.goal.prices), "allowed": allowed.as_dict()}


def as_plain(now: SearchState, moves: Moves) -> dict[str, Any]:
    """Return the state of a search in plain types, as a search file holds it."""
    return {
        "at": moves.layout(now.at, "at").as_entries(),
        "best": moves.layout(now.best, "best").as_entries(),
        "generation": now.generation,
        "first": now.first,
        "flights": now.flights,
        "seconds": now.seconds,
        "gain": [now.gain.trials, now.gain.total, now.gain.squares],
        "spread": now.spread,
    }


def of_plain(plain: dict[str, Any], moves: Moves) -> SearchState:
    """Rebuild the state of a search from the plain types of `as_plain`."""
    at, best = (moves.build(Layout.from_components(**plain[name])) for name in ("at", "best"))
    numbers = {name: plain[name] for name in ("generation", "first", "flights", "seconds", "spread")}
    return SearchState(at, best, gain=Moments(*plain["gain"]), **numbers)
