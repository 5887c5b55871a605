"""A search for a better ship: neighbours on common flights, halved in rounds; worse ones pass while it is hot.

S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by simulated annealing", 1983. Generation after generation is fixed
by the seed: how much is flown only says where the search ends, so it can be gone on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, sqrt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.workshop.bench import Bench, Round, halve
from analyzer.trucker.workshop.moves import Build, Chance, Moves

WIDTH = 40
"""Neighbours in a generation."""
SOUGHT = 3
"""How many are looked for, for each that is wanted, until a generation makes do with fewer."""
ROUNDS = (Round(40, 10), Round(120, 3), Round(400, 1))
"""How the neighbours of a generation are halved in the first cycle."""
LONGER = 1.5
"""How many times as many flights they fly in each cycle after it."""
LONGEST = 8.0
"""How many times as many at most."""
CYCLES = (12, 18)
"""Generations of the first cycle, and how many more there are in each after it."""
HEAT = 0.05
"""How hot a cycle begins: so many standard deviations of what a flight of the ship is worth."""
DUEL = 1_200
"""Flights at the end of a cycle on which it is settled what is best so far, LONGER in each cycle after it."""
NO_FLIGHTS = Moments(0, 0, 0)


@dataclass(frozen=True)
class Standing:
    """How far a search is: all that it goes on from.

    at, best: where it stands, and the best so far; generation: how many are over; first: the number of the first flight
    that none flew yet; flights: how many were flown of all ships together; seconds: of searching; gain: of the best
    so far on the ship that was given, on the flights that made it the best; spread: of a flight of that ship.
    """

    at: Build
    best: Build
    generation: int = 0
    first: int = 0
    flights: int = 0
    seconds: float = 0.0
    gain: Moments = NO_FLIGHTS
    spread: float = 0.0

    @property
    def summary(self) -> str:
        """How it stands, in a few words."""
        return "nothing better yet" if self.gained is None else f"best so far {self.gained.mean:+.2f}"

    @property
    def gained(self) -> Estimate | None:
        """The gain with its interval; None before the first cycle ends. It flatters: the best of many was picked."""
        return self.gain.estimate() if self.gain.trials else None


@lru_cache(4096)
def cycle_of(generation: int) -> tuple[int, float]:
    """In which cycle a generation is, and how much of that is over before it, from 0 to 1."""
    begun, length, cycle = 0, CYCLES[0], 0
    while generation >= begun + length:
        begun, length, cycle = begun + length, length + CYCLES[1], cycle + 1
    return cycle, (generation - begun) / length


class Search:
    """Generations on a stand; their flights and moves are those of a seed of their own, which follows from `seed`."""

    def __init__(self, bench: Bench, moves: Moves, seed: int) -> None:
        self.seed = LARGEST_SEED // 2 + seed // 2
        self.bench = Bench(replace(bench.experiment, seed=self.seed), bench.goal)
        self.moves = moves
        self._made: dict[Build, Experiment | None] = {}

    def begin(self) -> Standing:
        """The ship as it is."""
        return Standing(self.moves.begin, self.moves.begin)

    def generation(self, now: Standing) -> Standing:
        """The standing after the next generation."""
        cycle, over = cycle_of(now.generation)
        if over == 0.0 and cycle:
            now = replace(now, at=now.best)
        chance = Chance(self.seed, now.generation)
        times = min(LONGEST, LONGER**cycle)
        now = self._step(now, chance, over, [Round(round(each.flights * times), each.survivors) for each in ROUNDS])
        now = replace(now, generation=now.generation + 1)
        ended = cycle_of(now.generation)[0] > cycle
        self._forget(now)
        return self.settled(now) if ended else now

    def _step(self, now: Standing, chance: Chance, over: float, rounds: Sequence[Round]) -> Standing:
        """To the best of the neighbours, if it is better, or not so much worse that it is too cold for that."""
        neighbours = list(self._neighbours(now.at, chance))
        if not neighbours:
            return now
        own = self._experiment(now.at)
        assert own is not None
        halved = halve(self.bench, own, [each for _, each in neighbours], rounds, now.first)
        after = replace(now, first=halved.last, flights=now.flights + halved.flights)
        after = replace(after, spread=now.spread or sqrt(halved.own.variance))
        gain, heat = halved.gains[0].mean, HEAT * after.spread * (1 - over)
        if gain > 0 or (heat > 0 and chance.share() < exp(gain / heat)):
            after = replace(after, at=neighbours[halved.left[0]][0])
        return after

    def _neighbours(self, at: Build, chance: Chance) -> Iterator[tuple[Build, Experiment]]:
        """Different legal ones."""
        known = {at}
        for _ in range(SOUGHT * WIDTH):
            new = self.moves.neighbour(at, chance)
            if new not in known:
                known.add(new)
                made = self._experiment(new)
                if made is not None:
                    yield new, made
            if len(known) > WIDTH:
                return

    def settled(self, now: Standing, most: int | None = None) -> Standing:
        """Which is better, where it stands or the best so far, on flights that none flew yet, at most so many."""
        flights = round(DUEL * min(LONGEST, LONGER ** cycle_of(max(0, now.generation - 1))[0]))
        flights = flights if most is None else min(flights, most)
        rivals = list(dict.fromkeys([now.best, now.at]))
        if rivals == [self.moves.begin]:
            return now
        origin, *made = [self._experiment(build) for build in (self.moves.begin, *rivals)]
        assert origin is not None
        tried = [one for one in made if one is not None]
        halved = halve(self.bench, origin, tried, [Round(flights, len(tried))], now.first)
        best, gain = rivals[halved.left[0]], halved.gains[0]
        if gain.mean <= 0:
            best, gain = self.moves.begin, NO_FLIGHTS
        return replace(now, best=best, gain=gain, first=halved.last, flights=now.flights + halved.flights)

    def _experiment(self, build: Build) -> Experiment | None:
        """The experiment with that build; None if it cannot be launched."""
        if build not in self._made:
            try:
                made = self.bench.with_ship(self.moves.layout(build, self.bench.ship.name))
                made.hulls  # noqa: B018  # so that what cannot be compiled is known now
                self._made[build] = made
            except AnalyzerError:
                self._made[build] = None
        return self._made[build]

    def _forget(self, now: Standing) -> None:
        """All but what is gone on from."""
        self._made = {build: self._made[build] for build in (self.moves.begin, now.at, now.best) if build in self._made}
