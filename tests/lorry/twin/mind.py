"""How a captain decides: the formulas of docs/lorry-rulings.md, in whole tenths of a point."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.lorry.twin.dice import word
from tests.lorry.twin.galaxy import ALL_ENDS, KIND, TRACKS, Box
from tests.lorry.twin.outlook import Aim, Outlook
from tests.lorry.twin.places import draws, legal
from tests.lorry.twin.referee import Address, Die
from tests.lorry.twin.table import Pair, Table
from tests.lorry.twin.turn import Place
from tests.lorry.twin.ways import connected

FAR = 16
SPECIALS = {"star": "star", "rocket": "rocket", "asteroid": "asteroid", "black_hole": "hole"}
NEVER = -(10**9)


@dataclass(eq=False)
class Mind:
    """A captain at the table: `prices` in tenths by name, `patience` in boxes."""

    prices: dict[str, int]
    forced: int = 0

    # which die, where, which way round

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        kinds = [kind for _, kind in dice]
        view = Outlook(table, trader)
        places = draws(table, trader, kinds)
        winning = wins_in_hand(table, trader, places, "die")
        best, place = self.best(view, winning or places, following, kinds)
        kept = self.keep(view, None)
        if winning:
            kept = best
        if table.switches["no_place"] == "pass":
            without = [die for die, kind in dice if not legal(table, trader, kind)]
            if without and kept > best:
                return without[0], None
        assert place is not None
        self.forced += best < kept
        return next(die for die, kind in dice if kind == KIND[place[2]]), place

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        view = Outlook(table, trader)
        winning = wins_in_hand(table, trader, places, why)
        best, place = self.best(view, winning or places, None, ())
        return place if winning or best > self.keep(view, None) else None

    def best(
        self, view: Outlook, places: Sequence[Place], following: int | None, left: Sequence[str]
    ) -> tuple[int, Place | None]:
        """The largest score and the first draw that has it; places come by track, then by box."""
        scores = self.candidates(view, places, following, left)
        return max(scores, key=lambda scored: scored[0], default=(NEVER, None))

    def candidates(
        self, view: Outlook, places: Sequence[Place], following: int | None, left: Sequence[str]
    ) -> list[tuple[int, Place]]:
        """The score of every draw that is considered."""
        hung = [one for one in places if view.table.met_by_own(view.trader, (one[0], one[1])) & set(one[2])]
        return [(self.score(view, one, bool(hung), following, left), one) for one in hung or places]

    def score(self, view: Outlook, place: Place, hung: bool, following: int | None, left: Sequence[str]) -> int:
        """What a draw is worth; `hung` if it meets an open own end."""
        table, box, ends = view.table, (place[0], place[1]), place[2]
        galaxy = table.galaxy
        beside = {galaxy.planet_in[one] for one in galaxy.around(box) if one in galaxy.planet_in}
        deep = 1 + view.depth_at(box, set(ends))
        aims = self._aims(view, box, beside, hung)
        behind = [galaxy.next[box][end] for end in ends if end in galaxy.next[box]]
        free = [one for one in behind if table.is_empty(one) and one != box]
        leads = [self.lead(view, deep, one, aims) for one in free]
        arms = sum(any(one in view.ways[planet] for planet in aims) for one in free)
        special = SPECIALS.get(galaxy.specials.get(box, ""))
        return (
            self.closes(table, view.trader, self._longest_new(view, place))
            + (self.prices[special] if special else 0)
            + self.prices["block"] * view.cut(box)
            + self._denied(view, KIND[ends], following, left)
            + max([self.keep(view, box), self.nothing, *leads])
            + self.prices["arm"] * arms
        )

    def _aims(self, view: Outlook, box: Box, beside: Collection[int], hung: bool) -> set[Aim]:
        """Aims to which ways out of a box may lead."""
        return {*(view.wanted - set(beside) if hung else self._second_planets(view, beside))}

    def _second_planets(self, view: Outlook, beside: Collection[int]) -> set[int]:
        """Where a way may lead that begins at the lowest planet beside the box."""
        flown, scored = view.table.flown[view.trader], view.table.scored
        begin = view.first_beside(beside)
        return {
            planet
            for planet in view.table.galaxy.planets
            if planet not in flown and planet not in beside and (min(begin, planet), max(begin, planet)) not in scored
        }

    def _longest_new(self, view: Outlook, place: Place) -> int:
        """Boxes of the longest unscored pair that a draw newly joins, by shortest ways."""
        table, trader, box, ends = view.table, view.trader, (place[0], place[1]), place[2]
        if len(table.met_by_own(trader, box) & set(ends)) + len(table.planets_met(box, ends)) < 2:
            return 0
        before = connected(table, trader, "shortest")
        after = connected(table.with_track(trader, box, ends), trader, "shortest")
        return max((after[pair] for pair in after if pair not in before and pair not in table.scored), default=0)

    def _denied(self, view: Outlook, kind: str, following: int | None, left: Sequence[str]) -> int:
        if following is None or list(left).count(kind) != 1:
            return 0
        return self.prices["deny"] if any(fits(kind, sides) for sides in view.threats(following)) else 0

    # the sums

    def short(self, boxes: int) -> int:
        return 2 * self.prices["point"] * max(0, self.prices["patience"] - boxes)

    @property
    def nothing(self) -> int:
        return -self.prices["near"] * FAR - 2 * self.prices["point"] * self.prices["patience"]

    def lead(self, view: Outlook, deep: int, box: Box, aims: Collection[Aim]) -> int:
        """What an end into this box promises, so many boxes from its planet."""
        if not view.table.is_empty(box):
            return self.nothing
        far = [view.ways[planet][box] for planet in aims if box in view.ways[planet]]
        worth = (self.prices["growth"] * deep - self.prices["near"] * way - self.short(deep + way) for way in far)
        return max(worth, default=self.nothing)

    def keep(self, view: Outlook, without: Box | None) -> int:
        """The best that open ends promise, those into this box left out."""
        promised = [
            self.lead(view, view.depths.get(own, 0), box, view.wanted) for own, box in view.frontier if box != without
        ]
        return max(promised, default=self.nothing)

    def closes(self, table: Table, trader: int, boxes: int) -> int:
        """What a route of so many boxes is worth now."""
        if not boxes:
            return 0
        last = 0
        rivals = [table.total(one) for one in table.seats if one != trader]
        if rivals and table.switches["end_by"] == "routes" and len(table.scored) + 1 >= table.galaxy.end_after:
            ahead = table.total(trader) + boxes > max(rivals)
            last = self.prices["finish"] if ahead else -self.prices["finish"]
        return self.prices["point"] * boxes - self.prices["slot"] - self.short(boxes) + last

    # what else is left to them

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        winning = [pair for pair in ways if wins_now(table, trader, pair, ways[pair])]
        if winning:
            return max(sorted(winning), key=lambda pair: ways[pair])
        chosen = max(sorted(ways), key=lambda pair: ways[pair])
        if table.switches["scoring_forced"] == "no" and self.closes(table, trader, ways[chosen]) < 0:
            return None
        return chosen

    def hole(self, table: Table, trader: int, boxes: Sequence[Box]) -> Box | None:
        view = Outlook(table, trader)
        cuts = [(view.cut(box), box) for box in boxes if not table.met_by_own(trader, box)]
        most, box = max(cuts, key=lambda one: one[0], default=(0, None))
        return box if self.prices["block"] * most > 0 else None


def wins_in_hand(table: Table, trader: int, places: Sequence[Place], why: str) -> list[Place]:
    """The draws after which a route can be scored that ends the game on the spot, with nobody ahead of the trader."""
    return [place for place in places if _wins(table, trader, place, why)]


def _wins(table: Table, trader: int, place: Place, why: str) -> bool:
    box, ends = (place[0], place[1]), place[2]
    if len(table.met_by_own(trader, box) & set(ends)) + len(table.planets_met(box, ends)) < 2:
        return False
    special = table.galaxy.specials.get(box)
    sets_off = special in ("rocket", "asteroid", "black_hole") and (why == "die" or table.switches["chains"] == "yes")
    if sets_off and table.switches["special_order"] == "special_first":
        return False
    before = connected(table, trader)
    after = table.with_track(trader, box, ends)
    after.stars[trader] += special == "star"
    ways = connected(after, trader)
    new = [pair for pair in ways if pair not in before and pair not in table.scored]
    if new and table.switches["passed_over_pairs"] == "open":
        new = [pair for pair in ways if pair not in table.scored]
    return any(wins_now(after, trader, pair, ways[pair]) for pair in new)


def wins_now(table: Table, trader: int, pair: Pair, points: int) -> bool:
    """Whether the route ends the game once it is scored, and no rival has more then; alone nobody wins."""
    rivals = [table.total(one) for one in table.seats if one != trader]
    scored = table.scored | {pair: (trader, points)}
    if table.switches["end_by"] == "planets":
        is_over = {planet for one in scored for planet in one} == set(table.galaxy.planets)
    else:
        is_over = len(scored) >= table.galaxy.end_after
    return bool(rivals) and is_over and table.total(trader) + points >= max(rivals)


def fits(kind: str, sides: Collection[str]) -> bool:
    """Whether a track of this type can join two of these sides."""
    across = {"N", "S"} <= set(sides) or {"E", "W"} <= set(sides)
    corner = bool({"N", "S"} & set(sides)) and bool({"E", "W"} & set(sides))
    return (kind != "curve" and across) or (kind != "straight" and corner)


DECISIVE = 100_000
TABLE = Path(__file__).parents[3] / "analyzer" / "lorry" / "data" / "reach.csv"
REACH = [[int(worth) for worth in line.split(",")[1:]] for line in TABLE.read_text("utf-8").splitlines()[1:]]
"""What a planet within reach is worth, in tenths by slots left and way."""


@dataclass(eq=False)
class BoardMind(Mind):
    """A captain who goes by the state of the game: `board` holds those worths in tenths by name."""

    board: dict[str, int] = field(default_factory=dict)
    now: int = 0
    """Patience as things stand."""

    def patience(self, table: Table, trader: int) -> int:
        """The least boxes a route should bring."""
        behind = self.behind(table, trader)
        boxes = (
            10 * self.prices["patience"] + self.board["left"] * slots_left(table) + self.board["behind"] * behind
        ) // 10
        return min(30, max(0, behind if self.is_last(table) else min(boxes, self.room(table))))

    def behind(self, table: Table, trader: int) -> int:
        """Points that the best rival is ahead; 0 alone, and where the last route cannot win the game."""
        rivals = [table.total(one) for one in table.seats if one != trader]
        points = max(rivals) - table.total(trader) if rivals else 0
        longest = max(Outlook(table, trader).depths.values(), default=0) if self.is_last(table) else 0
        return 0 if self.is_last(table) and points > self.room(table) + longest else points

    @staticmethod
    def is_last(table: Table) -> bool:
        """Whether, with rivals, the next route ends the game."""
        return len(table.seats) > 1 and table.switches["end_by"] == "routes" and not slots_left(table)

    def room(self, table: Table) -> int:
        """The most patience that the empty boxes leave."""
        empty = sum(table.is_empty(box) for box in table.galaxy.boxes)
        return self.board["room"] * empty // 10 if self.board["room"] else 1_000_000

    def candidates(
        self, view: Outlook, places: Sequence[Place], following: int | None, left: Sequence[str]
    ) -> list[tuple[int, Place]]:
        """The score of every legal draw."""
        hung = [bool(view.table.met_by_own(view.trader, (one[0], one[1]))) for one in places]
        return [(self.score(view, one, meets, following, left), one) for one, meets in zip(places, hung, strict=True)]

    def score(self, view: Outlook, place: Place, hung: bool, following: int | None, left: Sequence[str]) -> int:
        """As by prices, less what own ends lose and with what rivals lose."""
        box, ends, slots = (place[0], place[1]), set(place[2]), slots_left(view.table)
        own = view.table.met_by_own(view.trader, box)
        self.now = self.patience(view.table, view.trader)
        worth = super().score(view, place, hung, following, left)
        worth -= 0 if own & ends else self.board["loose"] + self.board["loose_left"] * slots
        for rival in view.rivals:
            theirs = view.of_rival(rival)
            lost = super().keep(theirs, None) - super().keep(theirs, box)
            worth += self.board["cut"] * lost // 10
        return worth + self._reached_by(view, place, hung)

    def _reached_by(self, view: Outlook, place: Place, hung: bool) -> int:
        """What a draw adds to the worth of planets within reach, and takes from that of rivals."""
        table, box, ends = view.table, (place[0], place[1]), place[2]
        galaxy = table.galaxy
        beside = {galaxy.planet_in[one] for one in galaxy.around(box) if one in galaxy.planet_in}
        free = [galaxy.next[box][end] for end in ends if end in galaxy.next[box]]
        aims = view.wanted - beside if hung else self._second_planets(view, beside)
        after = {planet: {one for one in free if one != box} for planet in aims}
        added = self.reach(view, box, after, table.planets_met(box, ends)) - self.reach(view, None)
        theirs = [view.of_rival(rival) for rival in view.rivals]
        return added + sum(self.reach(one, None) - self.reach(one, box) for one in theirs)

    def reach(
        self,
        view: Outlook,
        without: Box | None,
        more: Mapping[int, Collection[Box]] | None = None,
        flown: Collection[int] = (),
    ) -> int:
        """The worth of planets within reach, with `more` ends towards some planets, those flown to left out."""
        by_way, total = REACH[min(slots_left(view.table), len(REACH) - 1)], 0
        ends = {box for _, box in view.frontier if box != without}
        for planet in set(view.table.galaxy.planets) - set(flown):
            boxes = (ends if planet in view.wanted else set()) | set((more or {}).get(planet, ()))
            ways = [view.ways[planet][box] for box in boxes if box in view.ways[planet]]
            total += self.board["reach"] * by_way[min(ways) - 1] // 10 if ways else 0
        return total

    def _aims(self, view: Outlook, box: Box, beside: Collection[int], hung: bool) -> set[Aim]:
        """The planets of a mind without board worths, and networks."""
        if hung:
            networks = view.joined_from(box) - view.networks_into(box)
        else:
            networks = view.partners({view.first_beside(beside)})
        return super()._aims(view, box, beside, hung) | networks

    def keep(self, view: Outlook, without: Box | None) -> int:
        self.now = self.patience(view.table, view.trader)
        promised = [
            self.lead(view, view.depths.get(own, 0), box, view.wanted | view.joined_from(box))
            for own, box in view.frontier
            if box != without
        ]
        return max(promised, default=self.nothing)

    def short(self, boxes: int) -> int:
        return 2 * self.prices["point"] * max(0, self.now - boxes)

    @property
    def nothing(self) -> int:
        return -self.prices["near"] * FAR - 2 * self.prices["point"] * self.now

    def closes(self, table: Table, trader: int, boxes: int) -> int:
        if not boxes:
            return 0
        if self.is_last(table):
            return DECISIVE if boxes >= self.behind(table, trader) else -DECISIVE
        missing = max(0, self.patience(table, trader) - boxes)
        return self.prices["point"] * boxes - self.prices["slot"] - 2 * self.prices["point"] * missing


def slots_left(table: Table) -> int:
    """Slots left after the next route; 0 where the number of routes ends no game."""
    by_routes = table.switches["end_by"] == "routes"
    return max(0, table.galaxy.end_after - len(table.scored) - 1) if by_routes else 0


def mind_of(prices: Mapping[str, Any]) -> Mind:
    """The captain of these prices, who goes by the state of the game if they hold `board`."""
    plain = {name: worth for name, worth in prices.items() if name != "board"}
    return BoardMind(plain, board=dict(prices["board"])) if "board" in prices else Mind(plain)


@dataclass(eq=False)
class Random:
    """The captain who draws lots: every choice has a word of its own."""

    seed: int
    game: int
    forced: int = 0
    turn: int = 0
    asked: int = field(default=0)

    def choose(self, many: int) -> int:
        """One of so many."""
        drawn = word(self.seed, 2**48 * (1 + self.asked) + self.turn, self.game)
        self.asked += 1
        return (drawn >> 32) * many >> 32

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        self.turn, self.asked = 4 * at.number + at.seat, 0
        kinds = [kind for _, kind in dice]
        places = draws(table, trader, kinds)
        without = [kind for kind in TRACKS if kind in kinds and not legal(table, trader, kind)]
        if table.switches["no_place"] != "pass":
            without = []
        chosen = self.choose(len(places) + len(without))
        if chosen >= len(places):
            return next(die for die, kind in dice if kind == without[chosen - len(places)]), None
        place = places[chosen]
        return next(die for die, kind in dice if kind == KIND[place[2]]), place

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        chosen = self.choose(len(places) + 1)
        return places[chosen] if chosen < len(places) else None

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        pairs = sorted(ways)
        chosen = self.choose(len(pairs) + (table.switches["scoring_forced"] == "no"))
        return pairs[chosen] if chosen < len(pairs) else None

    def hole(self, table: Table, trader: int, boxes: Sequence[Box]) -> Box | None:
        chosen = self.choose(len(boxes) + 1)
        return boxes[chosen] if chosen < len(boxes) else None


assert tuple(KIND) == ALL_ENDS
