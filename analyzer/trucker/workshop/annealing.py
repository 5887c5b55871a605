"""Simulated annealing for a better ship: neighbours fly the same flights and are halved in rounds.

While the search is hot, worse neighbours may be accepted too (S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by
simulated annealing", 1983). The seed fixes every generation; a budget only decides where the search ends, so that it
can be continued.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, sqrt

from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.bench import Asking, Bench, Round, halving, launched, run_search
from analyzer.trucker.workshop.budget import IDLE
from analyzer.trucker.workshop.moves import Chance, Moves, ShipState

WIDTH = 40
"""The number of neighbours in a generation."""
SOUGHT = 3
"""The number of attempts for each wanted neighbour; if all fail, the generation has fewer neighbours."""
ROUNDS = (Round(40, 10), Round(120, 3), Round(400, 1))
"""The rounds in which the worse neighbours of a generation are dropped, in the first cycle."""
LONGER = 1.5
"""The factor by which the number of flights grows from one cycle to the next."""
LONGEST = 8.0
"""The largest number of flights as a multiple of those in the first cycle."""
CYCLES = (12, 18)
"""The number of generations in the first cycle, and its increase from each cycle to the next."""
HEAT = 0.05
"""The heat at the start of a cycle, in standard deviations of the worth of one flight of the given ship."""
FIRST = 60
"""The number of flights of the given ship that give the first figure of a search."""
DUEL = 1_200
"""The number of flights that decide which ship is best so far, at the end of the first cycle."""
NO_FLIGHTS = Moments(0, 0, 0)


def stacks_of(flights: int) -> int:
    """Return about how many stacks (ships flown together) a search of that many flights flies one after the other."""
    of_generation = sum(
        each.flights * (1 + tried)
        for each, tried in zip(ROUNDS, (WIDTH, *(one.survivors for one in ROUNDS)), strict=False)
    )
    return len(ROUNDS) * -(-flights // of_generation) + 1


@dataclass(frozen=True)
class SearchState:
    """The state of a search, from which it continues.

    Attributes:
        at: The current ship.
        best: The best ship so far.
        generation: The number of completed generations.
        first: The number of the first unused flight.
        flights: The number of flights of all ships together.
        seconds: The time spent searching.
        gain: The gain of the best ship over the given ship, on the flights of the duel in which it became the best.
        spread: The standard deviation of the worth of one flight of the given ship.
        given: The worth of the given ship, on its first flights (`Search.with_first_figure`).
    """

    at: ShipState
    best: ShipState
    generation: int = 0
    first: int = 0
    flights: int = 0
    seconds: float = 0.0
    gain: Moments = NO_FLIGHTS
    spread: float = 0.0
    given: Moments = NO_FLIGHTS

    @property
    def summary(self) -> str:
        """The best gain so far, or the worth of the given ship, with its interval in a few words."""
        if self.gained is None:
            if not self.given.trials:
                return "nothing better yet"
            mean, low, high = self.given.estimate()
            return f"nothing better yet than your ship's {mean:.1f} ({low:.1f} to {high:.1f})"
        mean, low, high = self.gained
        return f"best so far {mean:+.2f} ({low:+.2f} to {high:+.2f})"

    @property
    def gained(self) -> Estimate | None:
        """The gain with its interval; None as long as no duel at the end of a cycle found a better ship.

        It is biased upwards, because the best of many ships was picked.
        """
        return self.gain.estimate() if self.gain.trials else None


@lru_cache(4096)
def cycle_of(generation: int) -> tuple[int, float]:
    """Return the number of a generation's cycle, and the share of that cycle that earlier generations have used."""
    begun, length, cycle = 0, CYCLES[0], 0
    while generation >= begun + length:
        begun, length, cycle = begun + length, length + CYCLES[1], cycle + 1
    return cycle, (generation - begun) / length


class Search:
    """A search for a better ship on a bench; its flights and moves have seeds of their own."""

    def __init__(self, bench: Bench, moves: Moves, seed: int) -> None:
        # far from the seeds that users choose, so that shown flights were not searched on
        self.seed = LARGEST_SEED // 2 + seed // 2
        self.bench = Bench(replace(bench.experiment, seed=self.seed), bench.goal)
        self.moves = moves
        self._made: dict[ShipState, Experiment | None] = {}

    def begin(self) -> SearchState:
        """Return the state at the start, with the given ship."""
        return SearchState(self.moves.begin, self.moves.begin)

    def with_first_figure(self, now: SearchState) -> SearchState:
        """Return the state with the worth of the given ship, which a progress line shows at first."""
        own = self._experiment(self.moves.begin)
        if own is None:
            return now
        # the search flies these flights again: they are few, and equal seeds give equal answers with or without them
        return replace(now, given=Moments.of(self.bench.values([own], 0, FIRST)[0]))

    def generation(self, now: SearchState) -> SearchState:
        """Return the state of the search after its next generation; at the end of a cycle, also after a duel."""
        return run_search(self.bench, self.asking_generation(now))

    def asking_generation(self, now: SearchState) -> Asking[SearchState]:
        """Run a generation as `generation` does, and yield requests for its flights."""
        cycle, over = cycle_of(now.generation)
        # each cycle but the first starts at the best ship
        if over == 0.0 and cycle:
            now = replace(now, at=now.best)
        chance = Chance(self.seed, now.generation)
        times = min(LONGEST, LONGER**cycle)
        now = yield from self._step(
            now, chance, over, [Round(round(each.flights * times), each.survivors) for each in ROUNDS]
        )
        now = replace(now, generation=now.generation + 1)
        ended = cycle_of(now.generation)[0] > cycle
        # drop the experiments of ships that are out, because each holds compiled hulls
        self._made = {build: self._made[build] for build in (self.moves.begin, now.at, now.best) if build in self._made}
        return (yield from self.asking_duel(now)) if ended else now

    def _step(self, now: SearchState, chance: Chance, over: float, rounds: Sequence[Round]) -> Asking[SearchState]:
        """Yield requests for flights, and return the state after moving to the best neighbour.

        The search moves there if it is better, or if chance accepts a worse one.

        Args:
            now: The state.
            chance: The random choices of this generation.
            over: The share of the cycle that is over, from 0 to 1; the heat falls to 0 as it rises.
            rounds: The rounds of halving, in which the worse neighbours are dropped (see `halve`).
        """
        neighbours = list(self._neighbours(now.at, chance))
        if not neighbours:
            return now
        own = self._experiment(now.at)
        assert own is not None
        halved = yield from halving(own, [each for _, each in neighbours], rounds, now.first)
        after = replace(now, first=halved.last, flights=now.flights + halved.flights)
        after = replace(after, spread=now.spread or sqrt(halved.own.variance))
        gain, heat = halved.gains[0].mean, HEAT * after.spread * (1 - over)
        # Metropolis' rule
        if gain > 0 or (heat > 0 and chance.share() < exp(gain / heat)):
            after = replace(after, at=neighbours[halved.left[0]][0])
        return after

    def _neighbours(self, at: ShipState, chance: Chance) -> Iterator[tuple[ShipState, Experiment]]:
        """Yield up to WIDTH different legal neighbours of a ship, each with its experiment."""
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

    def settled(self, now: SearchState, most: int | None = None) -> SearchState:
        """Return the state after a duel on unused flights, which decides which ship is the best.

        The current ship and the best ship so far are compared with the given ship. If neither earns more, the given
        ship becomes the best.

        Args:
            now: The state.
            most: The largest number of flights of the duel; None for no limit.
        """
        return run_search(self.bench, self.asking_duel(now, most))

    def asking_duel(self, now: SearchState, most: int | None = None) -> Asking[SearchState]:
        """Decide which ship is the best as `settled` does, and yield a request for the flights of the duel."""
        flights = round(DUEL * min(LONGEST, LONGER ** cycle_of(max(0, now.generation - 1))[0]))
        flights = flights if most is None else min(flights, most)
        rivals = list(dict.fromkeys([now.best, now.at]))
        if rivals == [self.moves.begin]:
            return now
        origin, *made = [self._experiment(build) for build in (self.moves.begin, *rivals)]
        assert origin is not None
        tried = [one for one in made if one is not None]
        halved = yield from halving(origin, tried, [Round(flights, len(tried))], now.first)
        best, gain = rivals[halved.left[0]], halved.gains[0]
        if gain.mean <= 0:
            best, gain = self.moves.begin, NO_FLIGHTS
        return replace(now, best=best, gain=gain, first=halved.last, flights=now.flights + halved.flights)

    def asking(self, flights: int) -> Asking[Layout]:
        """Search until all ships together have flown `flights` flights; yield requests, and return the best ship."""
        now, idle = self.begin(), 0
        while now.flights < flights and idle < IDLE:
            after = yield from self.asking_generation(now)
            now, idle = after, idle + 1 if after.flights == now.flights else 0
        now = yield from self.asking_duel(now)
        return self.moves.layout(now.best, self.bench.ship.name)

    def _experiment(self, build: ShipState) -> Experiment | None:
        """Return the experiment of a ship; None if it cannot be launched."""
        if build not in self._made:
            self._made[build] = launched(self.bench, self.moves, build)
        return self._made[build]
