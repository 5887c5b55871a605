"""Search for a better ship, confirmed on fresh flights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import Described, Description, Drawing, Part
from analyzer.answers.note import Note, is_about
from analyzer.answers.origin import in_setting
from analyzer.answers.worths import has_too_few, rule_of_verdicts
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.statistics.moments import Moments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.questions.place import for_ships_alone
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import PRINTED, ShipLike, as_ship, write_ship
from analyzer.trucker.workshop.annealing import Search, Standing
from analyzer.trucker.workshop.bench import Bench, bench_for
from analyzer.trucker.workshop.budget import LEAST_FRESH, Budget, SearchFile, budget, go_on
from analyzer.trucker.workshop.changes import changes_in_words, new_squares
from analyzer.trucker.workshop.goal import Goal, priced
from analyzer.trucker.workshop.moves import Freedom, Moves, freedom

if TYPE_CHECKING:
    import pandas as pd


FOUND, AS_GIVEN = "found", "as given"
EFFORT = "effort"
"""Notes that differ from run to run."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True, repr=False)
class Improved(Described):
    """A ship that was found, beside the one that was given.

    standing: how far the search came; compared: both on flights that were not used in it; stopped: whether it was
    interrupted; remarks: what to know about how long it took.
    """

    given: Layout
    found: Layout
    goal: Goal
    allowed: Freedom
    standing: Standing
    compared: Comparison
    stopped: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def gain(self) -> Estimate:
        """What is gained a flight, on fresh flights, with its 95% interval."""
        return self.compared.difference(FOUND, AS_GIVEN)

    @property
    def verdict(self) -> Verdict:
        """Whether the ship found is better on fresh flights."""
        return self.compared.verdict(FOUND, AS_GIVEN)

    @property
    def changes(self) -> list[str]:
        """What to do with the ship given, a sentence a change."""
        return changes_in_words(self.given, self.found)

    @property
    def new(self) -> list[Square]:
        """The squares that differ."""
        return new_squares(self.given, self.found)

    @property
    def filed(self) -> str:
        """The text of a ship file of what was found, for a file of the working directory."""
        return self.filed_at(PRINTED)

    def filed_at(self, file: str | Path) -> str:
        """The same for a file that is written there."""
        lines = [" ".join(line.split()) for line in (self.heading(), self.verdict_in_words())]
        return "".join(f"# {line}\n" for line in lines) + write_ship(self.found, file=file)

    def heading(self) -> str:
        """What was allowed and wanted, under which conditions, and how long the search was."""
        one = self.compared
        return (
            f"{self.given.name}: {self.allowed.in_words}; goal: {self.goal.meaning}, "
            f"{one.experiments[0].title}, {one.company}; {self.sought}"
        )

    @property
    def sought(self) -> str:
        """How long the search was."""
        now = self.standing
        generations = f"{now.generation:,} generation{'s' * (now.generation != 1)}"
        return f"{now.flights:,} flights in {generations}" + ", stopped early" * self.stopped

    def table(self) -> pd.DataFrame:
        """The differences by metric, as a comparison of two tells them."""
        return self.compared.table()

    def description(self) -> Description:
        """The ship before and after, what to change, what that gains."""
        now = self.standing
        facts = {
            "ship": self.given.name,
            "goal": self.goal.said,
            "allowed": self.allowed.as_dict(),
            "setting": self.compared.setting,
            "sought": {"flights": now.flights, "generations": now.generation, "stopped": self.stopped},
            "gain": self.gain,
            "verdict": self.verdict_in_words(),
            "changes": self.changes,
            "found": self.found.as_entries(),
            "file": self.filed,
            "compared": self.compared.as_dict(),
        }
        title = self.heading().removeprefix(self.given.name)
        return Description(self.given.name, title, facts, [*self._parts()], self.notes())

    def _parts(self) -> Iterator[Part]:
        yield Drawing(AS_GIVEN, DRAW, (self.given, ()))
        if self.changes:
            yield Drawing(FOUND, DRAW, (self.found, [square for square in self.new if square in self.found.components]))
            yield from (f"- {sentence}" for sentence in self.changes)
            yield self.compared.heading()
            yield from self.compared.description().parts
        yield self.verdict_in_words()

    def verdict_in_words(self) -> str:
        """One sentence: what is gained on fresh flights, and whether clearly."""
        if not self.changes:
            return "Nothing better was found: the ship stays as it is."
        mean, low, high = self.gain
        unit = f"{self.compared.metrics.unit} a flight"
        gain = f"{mean:+.2f} {unit} ({low:+.2f} to {high:+.2f}) on {self.compared.flights:,} fresh flights"
        clear = self.gain.says("clearly better", "clearly worse", "not clearly better")
        if has_too_few(self.verdict, self.gain):
            clear = f"not clearly better yet, because {rule_of_verdicts('flights')}"
        return in_setting(self.compared.setting, f"the ship found is {clear}: {gain}.")

    def notes(self) -> list[str]:
        """What a reader of this should know."""
        now = self.standing
        notes = [
            f"This was found {self.compared.setting} and holds there. Against other rivals, at another level or under "
            "another captain the ship may gain nothing.",
            "There may be better ships: a search proves nothing. More time or another seed may find one.",
        ]
        if now.gained is not None and self.changes:
            notes.append(
                f"In the search itself the gain was {now.gained.mean:+.2f}. That number flatters, because the same "
                "flights picked the ship as the best of many."
            )
        if now.seconds:
            notes.append(Note(EFFORT, f"The search took {now.seconds:,.0f} s."))
        return [*notes, *self.remarks, *self.compared.notes()]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON; the same for every run."""
        facts: dict[str, Any] = super().as_dict()
        return facts | {"notes": [note for note in self.notes() if not is_about(note, EFFORT)]}


CONFIRMED = 20_000
"""Flights of the answer and of the ship given, on the seed that was asked for."""
HURRIED = 1 << 12
"""At most so many flights of all ships together where Ctrl-C ended the search: somebody waits for what it came to."""
KEPT = 0.2
"""At most that share of the seconds is kept for them."""
MUCH_MORE = 5
"""From so many times the fewest fresh flights on it pays to see once more how fast they are flown."""
SETTLING = 1 << 9
"""At most so many flights on which it is settled then which ship is the best so far."""
MOST_SETTLING, SHARE_OF_SETTLING = 1 << 14, 15
"""At most so many where the seconds are over, and one part in so many of the flights for which there is time."""


Heard = Callable[[Standing, Budget], None]


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
    """Look for a ship that does better under these conditions, and fly the answer anew beside the ship given.

    `rearrange`: the same components elsewhere; `change`: at most so many of them exchanged for others of the box, on
    the same squares unless `rearrange` is said too; `free`: any components of one box; `keep`: squares that stay.
    `goal`: what is wanted, as `credits`, `arrived`, `penalty`, `win` or `credits-2*penalty`. All ends within
    `seconds` by the wall clock (60 if nothing is said), or the search after `flights` of all ships together; with
    `flights` alone the same seed gives the same answer. The answer and the ship given then fly `confirm` flights under
    `seed`, which were not used to find it, or as many as the seconds allow. Ctrl-C ends the search, too; then they fly
    fewer. save: a file that the same call goes on from.
    Level, workers and `conditions` are those of `fly`: a ship found alone gains little among rivals.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> found = analyzer.improve(ship, flights=20, rearrange=True, confirm=10)
    >>> len(found.found.components) == len(ship.components), found.found.flaws()
    (True, [])

    Raises AnalyzerError with every reason why this search cannot be done.
    """
    bench, allowed, limit = asked(
        ship, level, seed, goal, rearrange, change, free, keep, seconds, flights, confirm, conditions
    )
    search = Search(bench, Moves(bench.ship, allowed, crewed=not bench.experiment.route.learning), seed)
    file = None if save is None else SearchFile(save, described(bench, allowed))
    now, stopped = _sought(search, limit, file, heard or (lambda *_: None), confirm)
    better = search.moves.layout(now.best, improved_name(bench.ship.name))
    named = {
        FOUND: priced(bench.with_ship(better), bench.goal),
        AS_GIVEN: priced(bench.experiment, bench.goal),
    }

    def compare(flights: int) -> Comparison:
        return compare_experiments(named, flights, margin=bench.goal.margin, workers=workers)

    compared = compare(flights_in_a_hurry(confirm, 2)) if stopped else in_time(compare, confirm, limit)
    remarks = () if stopped else fewer_fresh(compared.flights, confirm, limit)
    return Improved(bench.ship, better, bench.goal, allowed, now, compared, stopped, remarks)


def improved_name(name: str) -> str:
    """Name a ship that was found from one of that name, so that both are told apart.

    >>> improved_name("Angry Gull"), improved_name("Angry Gull, improved"), improved_name("Angry Gull, improved 2")
    ('Angry Gull, improved', 'Angry Gull, improved 2', 'Angry Gull, improved 3')
    """
    before, improved, times = name.rpartition(", improved")
    if not improved or not (times == "" or times.strip().isdecimal()):
        return f"{name}, improved"
    return f"{before}{improved} {int(times or 1) + 1}"


def flights_in_a_hurry(confirm: int, ships: int) -> int:
    """How many flights each ship flies anew where Ctrl-C ended the search."""
    return min(confirm, max(2, HURRIED // max(1, ships)))


def in_time(compare: Callable[[int], Comparison], confirm: int, limit: Budget) -> Comparison:
    """Both ships on as many fresh flights as there is time for: a few of them tell how long all would take."""
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
    """Say so where there was no time for all fresh flights."""
    if fresh >= confirm:
        return ()
    more = named_setting("seconds", 2 * round(limit.seconds or 0))
    return (
        f"Each ship flew {fresh:,} fresh flights, not {confirm:,}, so that all ended in time: {more} leaves time for "
        "more.",
    )


def asked(
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
    """Where it flies, what may be changed and how long the search is; raises AnalyzerError with all faults at once."""
    faults: list[str] = []
    ship = as_ship(ship)
    for_ships_alone(ship, "improve")
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
        whole_number(confirm, "confirm", 2)
    except AnalyzerError as error:
        faults += error.faults
    if faults or bench is None or allowed is None or limit is None:
        raise AnalyzerError(faults)
    return bench, allowed, limit


def _sought(
    search: Search, limit: Budget, file: SearchFile | None, heard: Heard, confirm: int = 0
) -> tuple[Standing, bool]:
    """Where the search stands when the budget is spent, or when it was interrupted; whether it was."""
    begun = search.begin() if file is None or file.standing is None else of_plain(file.standing, search.moves)

    def keep(now: Standing) -> None:
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
    """What fixes a search, in plain types; how long it goes on does not."""
    return bench.experiment.describe() | {"goal": dict(bench.goal.prices), "allowed": allowed.as_dict()}


def as_plain(now: Standing, moves: Moves) -> dict[str, Any]:
    """The standing in plain types."""
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


def of_plain(plain: dict[str, Any], moves: Moves) -> Standing:
    """It again."""
    at, best = (moves.build(Layout.from_components(**plain[name])) for name in ("at", "best"))
    numbers = {name: plain[name] for name in ("generation", "first", "flights", "seconds", "spread")}
    return Standing(at, best, gain=Moments(*plain["gain"]), **numbers)
