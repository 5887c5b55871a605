"""Winning lines: the shortest series of steps without dice that reaches the goal in this turn.

In trade and build only modules of level II give points. A line therefore opens and raises modules, buys goods for them
by force or at stations, and sells other goods. Ships, boosters and cannons only cost goods. During a flight a line may
use the card at hand and then turn back; it never turns up another card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from analyzer.starship.records.game import Game, Refused
from analyzer.starship.records.steps import STEPS
from analyzer.starship.tables import GOODS, MODULES, SCIENCE, STORED, Card, Rules
from analyzer.starship.turn.acting import purchase_price
from analyzer.starship.turn.bits import BIT, cards_by_bit, station_set
from analyzer.starship.turn.points import goal, points
from analyzer.starship.turn.table import LOGISTICS, TRADE, Table, by_level

MOST_LEVELS = 4
"""Maximum number of modules that a line raises to level II: a bound, because the goods for more do not fit at once."""
LONGEST = 14
"""Maximum number of steps of a line."""
SURELY = 2
"""Number of steps above the lower bound up to which the search looks for a line before it tests whether one exists."""
REMEMBERED = 1 << 16
"""Maximum number of searches that are kept."""
FAR = 99
"""Number of steps, or of units, that stands for none that is possible, or for no limit."""


class Step(NamedTuple):
    """A step of a sequence of steps that wins.

    Attributes:
        do: "take" for a good bought by force, "trade" at a station, or "build" for a module.
        what: Index of the good, bit of the station, or index of the module.
        units: Units in the order of STORED: above 0 bought, below 0 sold; empty unless goods are traded.
    """

    do: str
    what: int
    units: tuple[int, ...] = ()


class Moment(NamedTuple):
    """The state of a game at one moment, as far as a win in this turn depends on it.

    Attributes:
        missing: Number of points still missing to win.
        astro: Astro in the purse.
        stored: Units aboard, in the order of STORED.
        levels: Level of each own module.
        free: For each module, whether its only card of level II is not owned by the other player.
        others: Units of each good that the other player has.
        stations: Own stations not yet used in this phase, as a set of bits.
        uses: Number of stations that may still be used.
        bought: Number of goods already bought by force in this turn.
    """

    missing: int
    astro: int
    stored: tuple[int, ...]
    levels: tuple[int, ...]
    free: tuple[bool, ...]
    others: tuple[int, ...]
    stations: int
    uses: int
    bought: int


class Station(NamedTuple):
    """A station where goods are traded.

    Attributes:
        bit: Bit of its card.
        traded: Indices of the goods that are traded.
        price: Price of a unit in Astro.
        most: Maximum number of units that can be traded when the station is used once.
        buys: Whether the player may buy there.
        sells: Whether the player may sell there.
    """

    bit: int
    traded: tuple[int, ...]
    price: int
    most: int
    buys: bool
    sells: bool

    @property
    def is_single(self) -> bool:
        """Whether the station limits the number of units that can be traded at once, e.g. to one or two."""
        return self.most < FAR

    @classmethod
    def of(cls, card: Card) -> Station:
        """Return the station on a card."""
        ways = (card.direction in ("both", way) for way in ("buy", "sell"))
        return cls(BIT[card.id], card.traded, card.price, card.most or FAR, *ways)


class Search:
    """The search for winning sequences of steps by the tables of one edition; results are cached."""

    def __init__(self, rules: Rules) -> None:
        self.costs = rules.costs["module_1"], rules.costs["module_2"]
        self.capacity: list[int] = by_level(rules, "logistics", "capacity", "capacity").tolist()
        self.purchases: list[int] = by_level(rules, "trade", "purchases").tolist()
        self.price, self.lab = purchase_price(rules), rules.start["lab"]
        self.stations = [Station.of(card) for card in cards_by_bit(rules) if card.station and card.price]
        self.dearest = max(self.price, *(one.price for one in self.stations))
        self.kept: dict[Moment, tuple[Step, ...] | None] = {}

    def line(self, moment: Moment) -> tuple[Step, ...] | None:
        """Return the shortest sequence of steps that wins from a moment; None if there is none.

        Of several equally short sequences it is the first one in the order of `steps`.
        """
        if moment not in self.kept:
            if len(self.kept) >= REMEMBERED:
                self.kept.clear()
            self.kept[moment] = self._shortest(moment)
        return self.kept[moment]

    def _shortest(self, moment: Moment) -> tuple[Step, ...] | None:
        """Return the shortest sequence of steps that wins from a moment, or None; search by iterative deepening."""
        fewest = self.fewest_steps(moment)
        if fewest >= FAR:
            return None
        # Iterative deepening (IDA*): each round searches lines of one more step, cut off by the bound `fewest_steps`.
        for length in range(fewest, LONGEST + 1):
            # Looking for any line at all is cheaper than deepening to LONGEST in vain.
            if length == fewest + SURELY and not self._leads_on(moment, set()):
                return None
            found = self._within(moment, length, {})
            if found is not None:
                return found
        return None

    def _leads_on(self, moment: Moment, seen: set[Moment]) -> bool:
        """Return whether any series of steps leads from a moment to the goal, by depth-first search.

        Moments in `seen` are not searched again; those searched now are added.
        """
        if moment.missing <= 0:
            return True
        seen.add(moment)
        return any(
            after not in seen and self.fewest_steps(after) < FAR and self._leads_on(after, seen)
            for _, after in self.steps(moment, sells_all=True)
        )

    def _within(self, moment: Moment, length: int, failed: dict[Moment, int]) -> tuple[Step, ...] | None:
        """Return the first sequence of at most `length` steps that reaches the goal, or None if there is none.

        At each moment, steps are tried in the order in which `steps` yields them.

        Args:
            moment: The moment to start from.
            length: Maximum number of steps.
            failed: By moment, the largest `length` for which no sequence was found; entries are added in place.
        """
        if moment.missing <= 0:
            return ()
        slack = length - self.fewest_steps(moment)
        # `failed` is a transposition table: many orders of the same steps lead to one moment.
        if slack < 0 or failed.get(moment, -1) >= length:
            return None
        for step, after in self.steps(moment, is_straight=slack == 0):
            rest = self._within(after, length - 1, failed)
            if rest is not None:
                return (step, *rest)
        failed[moment] = length
        return None

    def _to_open(self, moment: Moment) -> int:
        """Return how many modules must be built to level I, so that enough modules can be raised to level II to win."""
        raisable = sum(level == 1 and free for level, free in zip(moment.levels, moment.free, strict=True))
        return max(0, moment.missing - raisable)

    def needed(self, moment: Moment) -> list[int]:
        """Return the cost of all builds that are still needed to reach the goal, in units in the order of STORED."""
        opened = self._to_open(moment)
        return [opened * one + moment.missing * two for one, two in zip(*self.costs, strict=True)]

    def most_purchases(self, moment: Moment) -> int:
        """Return the maximum number of goods that can still be bought by force in this turn.

        If the trade module can be raised before the last build, its higher level counts.
        """
        level = moment.levels[TRADE]
        # The module can be raised on the way only if another build still follows it.
        grows = moment.free[TRADE] and level < 2 and moment.missing + self._to_open(moment) > 1
        return max(0, (max(self.purchases) if grows else self.purchases[level]) - moment.bought)

    def fewest_steps(self, moment: Moment) -> int:
        """Return a lower bound on the number of steps that win from a moment; FAR if no sequence of steps can win.

        It counts the builds that are needed, and the trades without which goods or Astro are missing.
        """
        opened = self._to_open(moment)
        closed = sum(level == 0 and free for level, free in zip(moment.levels, moment.free, strict=True))
        if moment.missing > MOST_LEVELS or opened > closed:
            return FAR
        spare = [have - need for need, have in zip(self.needed(moment), moment.stored, strict=True)]
        short = {kind: -units for kind, units in enumerate(spare) if units < 0}
        return moment.missing + opened + (self._fewest_sources(moment, spare, short) if short else 0)

    def _fewest_sources(self, moment: Moment, spare: list[int], short: dict[int, int]) -> int:
        """Return a lower bound on the number of trades that bring the missing goods; FAR if nothing can bring them.

        Args:
            moment: The moment to start from.
            spare: Units aboard less those needed, in the order of STORED.
            short: Number of missing units by the index of the good.
        """
        takes, usable = self.most_purchases(moment), self.usable(moment)
        buys = [one for one in usable if one.buys]
        wide = {kind for one in buys if not one.is_single for kind in one.traded}
        single = sum(one.most for one in buys if one.is_single)
        alone = {kind: units for kind, units in short.items() if kind not in wide}
        taken = {kind: min(takes, moment.others[kind], units) if kind < SCIENCE else 0 for kind, units in short.items()}
        # A station that trades several units of any goods can serve two shortages in one step, so the bounds that count
        # one step for each kind do not hold then.
        is_joint = any(one.is_single and one.most > 1 for one in buys)
        sources = moment.uses if is_joint else moment.uses - _left_over(short, takes)
        is_lacking = any(units > taken[kind] + single for kind, units in alone.items())
        if is_lacking or sum(alone.values()) > takes + single or sources < 0:
            return FAR
        fewest = len(short) if is_joint else sum(alone.get(kind, 1) for kind in short)
        lacks = self._least_cost(buys, short, taken, takes) - moment.astro
        if lacks <= 0:
            return fewest
        return FAR if not sources or lacks > self._income(moment, spare, takes, sources) else fewest + 1

    def _least_cost(self, buys: Sequence[Station], short: dict[int, int], taken: dict[int, int], takes: int) -> int:
        """Return a lower bound in Astro on the cost of the missing goods.

        Args:
            buys: Stations where the player may buy.
            short: Number of missing units by the index of the good.
            taken: Maximum number of units that can be bought by force, by the index of the good.
            takes: Maximum number of units that can be bought by force, of all goods together.
        """
        cost, saved = 0, []
        for kind, units in short.items():
            price = min((one.price for one in buys if kind in one.traded), default=self.price)
            cost += units * price
            saved += [max(0, price - self.price)] * taken[kind]
        # At best, forced purchases bring the units that are dearest at stations.
        return cost - sum(sorted(saved, reverse=True)[:takes])

    def _income(self, moment: Moment, spare: list[int], takes: int, sources: int) -> int:
        """Return an upper bound on the Astro that the player can earn at the stations that may still be used.

        Args:
            moment: The moment to start from.
            spare: Units aboard less those needed, in the order of STORED.
            takes: Maximum number of units that can be bought by force and then sold.
            sources: Maximum number of stations that may be used.
        """
        income = []
        # Each station is counted as if it alone had the spare goods and the forced purchases, so the sum is a bound.
        for one in self.usable(moment):
            if one.sells:
                sold = min(one.most, sum(max(0, spare[kind]) for kind in one.traded))
                more = min(takes, one.most - sold) if min(one.traded) < SCIENCE else 0
                income.append(one.price * sold + max(0, one.price - self.price) * more)
        # Goods may also be bought at one station to be sold at another.
        profits = (most for both, most in self._profits if moment.stations & both == both)
        resold = max(profits, default=0) if sources > 1 else 0
        return sum(sorted(income, reverse=True)[:sources]) + resold

    @cached_property
    def _profits(self) -> list[tuple[int, int]]:
        """Pairs of stations of which one pays more than the other asks, each with the largest profit in Astro.

        A pair is written as an integer with the bits of both stations set.
        """
        return [
            (1 << here.bit | 1 << there.bit, (there.price - here.price) * min(here.most, there.most, self.room_at_all))
            for here in self.stations
            for there in self.stations
            if here.buys and there.sells and {*here.traded} & {*there.traded} and there.price > here.price
        ]

    @cached_property
    def room_at_all(self) -> int:
        """Maximum number of units of one kind that fit aboard with the logistics module at its highest level."""
        return max(*self.capacity, self.lab)

    def usable(self, moment: Moment) -> list[Station]:
        """Return the own stations that may still be used in this phase."""
        return [one for one in self.stations if moment.stations >> one.bit & 1] if moment.uses > 0 else []

    def steps(
        self, moment: Moment, *, is_straight: bool = False, sells_all: bool = False
    ) -> Iterator[tuple[Step, Moment]]:
        """Yield the steps that may be part of a win in this turn, each with the moment after it, in a fixed order.

        Args:
            moment: The moment before the step.
            is_straight: Whether to leave out steps that do not lower the number of steps still needed.
            sells_all: Whether a sale must include all units of a good that can be spared.
        """
        yield from self._builds(moment)
        short = [need - have for need, have in zip(self.needed(moment), moment.stored, strict=True)]
        # Sales can only be needed where the Astro might not pay everything at the dearest price.
        is_poor = not is_straight and moment.astro < sum(self.dearest * max(0, units) for units in short)
        usable = self.usable(moment)
        sellers = usable if is_poor else []
        yield from self._takes(moment, short, sellers)
        for station in usable:
            yield from self._buys(moment, short, sellers, station, is_straight=is_straight)
            if is_poor:
                yield from self._sells(moment, station, short if sells_all else None)

    def _takes(self, moment: Moment, short: list[int], usable: Sequence[Station]) -> Iterator[tuple[Step, Moment]]:
        """Yield forced purchases: of missing goods, and of goods that a station buys for more than they cost.

        Args:
            moment: The moment before the step.
            short: Units needed less units aboard, in the order of STORED; below 0 for units to spare.
            usable: Stations where goods may be sold.
        """
        if self.purchases[moment.levels[TRADE]] <= moment.bought or moment.astro < self.price:
            return
        capacity = self.capacity[moment.levels[LOGISTICS]]
        for kind in range(len(GOODS)):
            is_sold = any(one.sells and kind in one.traded and one.price > self.price for one in usable)
            if moment.others[kind] and moment.stored[kind] < capacity and (short[kind] > 0 or is_sold):
                after = moment._replace(
                    astro=moment.astro - self.price,
                    stored=_added(moment.stored, kind, 1),
                    others=_added(moment.others, kind, -1),
                    bought=moment.bought + 1,
                )
                yield Step("take", kind), after

    def _buys(
        self, moment: Moment, short: list[int], usable: Sequence[Station], station: Station, *, is_straight: bool
    ) -> Iterator[tuple[Step, Moment]]:
        """Yield purchases at a station, fewer units first: of missing goods, and of goods that can be sold for more.

        Args:
            moment: The moment before the step.
            short: Units needed less units aboard, in the order of STORED; below 0 for units to spare.
            usable: Stations where goods may be sold.
            station: The station.
            is_straight: Whether to buy exactly the missing units at stations without a limit.
        """
        if not station.buys:
            return
        elsewhere = [one for one in usable if one.sells and one.price > station.price and one != station]
        dearer = {kind for one in elsewhere for kind in one.traded}
        useful = [kind for kind in station.traded if short[kind] > 0 or kind in dearer]
        capacity = self.capacity[moment.levels[LOGISTICS]]
        room = {kind: (self.lab if kind == SCIENCE else capacity) - moment.stored[kind] for kind in useful}
        most = min(station.most, moment.astro // station.price, sum(room.values()))
        for many in range(1, most + 1):
            for kinds in combinations_with_replacement(useful, many):
                # Fewer units would need another step, more are of no use.
                if is_straight and not station.is_single and many != short[kinds[0]]:
                    continue
                if all(kinds.count(kind) <= room[kind] for kind in {*kinds}):
                    yield self._traded(moment, station, kinds, 1)

    def _sells(self, moment: Moment, station: Station, short: list[int] | None) -> Iterator[tuple[Step, Moment]]:
        """Yield sales at a station, fewer units first.

        Args:
            moment: The moment before the step.
            station: The station.
            short: Units needed less units aboard, in the order of STORED; below 0 for units to spare. Each sale then
                has at least as many units as can be spared and the station takes. None for sales of any size.
        """
        if not station.sells:
            return
        there = [kind for kind in station.traded if moment.stored[kind]]
        most = min(station.most, sum(moment.stored[kind] for kind in there))
        # To learn whether any line exists, the largest sale is enough, unless sold goods can be bought back.
        spared = 0 if short is None else min(most, sum(max(0, -short[kind]) for kind in there))
        can_buy_back = self.most_purchases(moment) > 0 or moment.uses > 1
        if short is not None and not can_buy_back:
            there, most = [kind for kind in there if short[kind] < 0], spared
        for many in range(max(1, spared), most + 1):
            for kinds in combinations_with_replacement(there, many):
                if all(kinds.count(kind) <= moment.stored[kind] for kind in {*kinds}):
                    yield self._traded(moment, station, kinds, -1)

    def _traded(self, moment: Moment, station: Station, kinds: tuple[int, ...], way: int) -> tuple[Step, Moment]:
        """Return the step that trades at a station, and the moment after it.

        Args:
            moment: The moment before the step.
            station: The station.
            kinds: Index of the good of each traded unit.
            way: 1 to buy, -1 to sell.
        """
        units = [0] * len(STORED)
        for kind in kinds:
            units[kind] += way
        after = moment._replace(
            astro=moment.astro - way * len(kinds) * station.price,
            stored=tuple(have + more for have, more in zip(moment.stored, units, strict=True)),
            stations=moment.stations & ~(1 << station.bit),
            uses=moment.uses - 1,
        )
        return Step("trade", station.bit, tuple(units)), after

    def _builds(self, moment: Moment) -> Iterator[tuple[Step, Moment]]:
        """Yield builds of modules to their next level.

        Among modules without effect in trade and build only the first is tried, because any other gives the same
        result.
        """
        tried: set[int] = set()
        for module, (level, free) in enumerate(zip(moment.levels, moment.free, strict=True)):
            is_alike = module not in (LOGISTICS, TRADE)
            if level == 2 or not free or (is_alike and level in tried) or (level == 0 and not self._to_open(moment)):
                continue
            if is_alike:
                tried.add(level)
            stored = tuple(have - one for have, one in zip(moment.stored, self.costs[level], strict=True))
            if min(stored) >= 0:
                levels = _added(moment.levels, module, 1)
                yield (
                    Step("build", module),
                    moment._replace(missing=moment.missing - level, stored=stored, levels=levels),
                )


def _added(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """Return a tuple of numbers with `more` added to one of them."""
    return (*values[:place], values[place] + more, *values[place + 1 :])


def _left_over(short: dict[int, int], takes: int) -> int:
    """Return the minimum number of different goods for which forced purchases alone are not enough.

    Args:
        short: Number of missing units by the index of the good.
        takes: Maximum number of units that can be bought by force.
    """
    # The smallest shortages are covered first, which leaves the fewest goods.
    left = takes
    for number, units in enumerate(sorted(short.values())):
        left -= units
        if left < 0:
            return len(short) - number
    return 0


@lru_cache(maxsize=64)
def search(rules: Rules) -> Search:
    """Return the search for winning sequences of steps by the tables of an edition; it is cached."""
    return Search(rules)


def moment_of(table: Table, lane: int) -> Moment:
    """Return the state of one game (lane) of a table, as far as a win of the active player depends on it."""
    rules = table.rules
    me, other = table.me, 1 - table.me
    rows = np.array([lane])
    used = int(table.used[lane])
    return Moment(
        goal(rules) - int(points(table, me, rows)[0]),
        int(table.astro[me, lane]),
        tuple(table.stored[me, :, lane].tolist()),
        tuple(table.modules[me, :, lane].tolist()),
        tuple((table.modules[other, :, lane] < 2).tolist()),
        tuple(table.stored[other, : len(GOODS), lane].tolist()),
        int(table.owned[me, lane] & station_set(rules)) & ~used,
        rules.start["station_uses"] - used.bit_count(),
        int(table.bought[lane]),
    )


def winning_steps(game: Game, prefixes: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...] | None:
    """Return the shortest sequence of steps that wins in this turn, as steps of a record; None if there is none.

    Of several equally short sequences it is the first one found.

    Args:
        game: The game at the moment of decision.
        prefixes: Legal steps that may be done first, as from `decisions.options`. Of these, steps that need dice,
            hidden cards or the other player's consent are left out, and so are steps that the search itself tries.
    """
    found: list[tuple[dict[str, Any], ...]] = []
    for before, after in _first(game, prefixes):
        if after.table.over[0]:
            found.append(before)
            continue
        line = search(game.rules).line(moment_of(after.table, 0))
        if line is not None:
            back = () if after.phase == "trade" else ({"do": "end"},)
            found.append((*before, *back, *_as_steps(after.table, line)))
    return min(found, key=len, default=None)


def _first(game: Game, prefixes: Sequence[dict[str, Any]]) -> Iterator[tuple[tuple[dict[str, Any], ...], Game]]:
    """Yield the steps that may be done before the search for a win begins, as tuples, each with the game after them.

    The empty tuple comes first, unless a pirate waits for an answer or production is still to come. All others are a
    single step, or several adventures fulfilled at one card.
    """
    if not game.waiting and game.phase != "production":
        yield (), game
    for step in prefixes:
        if step["do"] in ("next", "end", "done") or step["do"] in ("build", "upgrade", "take") or "station" in step:
            continue
        # These need dice, hidden cards, or the other player's consent.
        if step == {"do": "fight"} or step["do"] in ("fly", "trade", "accept", "decline"):
            continue
        after = after_step(game, step)
        if after is None:
            continue
        yield (step,), after
        if step["do"] == "complete" and after.phase == "flight":
            others = [
                {"do": "complete", "adventure": one, "gain": [*gain]}
                for one in after.may_fulfil
                for many in range(game.rules.adventure_by_id[one].goods + 1)
                for gain in combinations_with_replacement(GOODS, many)
            ]
            for more, later in _first(after, others):
                if more:
                    yield (step, *more), later


def after_step(game: Game, step: dict[str, Any]) -> Game | None:
    """Return a copy of the game after a step of a record, or None if the rules refuse it."""
    after = deepcopy(game)
    fields = {name: value for name, value in step.items() if name != "opened"}
    if step["do"] == "produce":
        fields["roll"] = int(game.table.roll[0])
    schema = STEPS[step["do"]]
    try:
        schema.do(after, schema.schema.model_construct(**fields))
    except Refused:
        return None
    return after


def _as_steps(table: Table, line: Sequence[Step]) -> list[dict[str, Any]]:
    """Return a sequence of steps from the search as steps of a record."""
    levels = table.modules[table.me, :, 0].tolist()
    steps: list[dict[str, Any]] = []
    for step in line:
        if step.do == "take":
            steps.append({"do": "take", "good": GOODS[step.what]})
        elif step.do == "build":
            levels[step.what] += 1
            steps.append({"do": "build", "what": MODULES[step.what], "level": levels[step.what]})
        else:
            goods = {name: abs(units) for name, units in zip(STORED, step.units, strict=True) if units}
            way = "buy" if sum(step.units) > 0 else "sell"
            steps.append({"do": way, "goods": goods, "station": cards_by_bit(table.rules)[step.what].id})
    return steps
