"""Captains who think: at each decision several ways are played on in mind, and the one that promises most is taken.

In the imagined games both players go by their prices, the thinker too. A way is taken in place of the captain's own
where it is better by more than chance: of equals the captain's own stands (docs/starship-rulings.md, A thinker).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.starship.captains.captain import Captain
from analyzer.starship.captains.judge import Judge
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.thinking.imagined import Arranged, dice_in_mind, imagine
from analyzer.starship.thinking.state_worth import chances
from analyzer.starship.thinking.ways import at_cards, in_trade
from analyzer.starship.turn.bits import Rows, bit
from analyzer.starship.turn.copies import copied, joined, write_back
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.flight import KIND, NUMBER, fly, may_go_on, meet, turn_up
from analyzer.starship.turn.games import LONGEST, compiled, split
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.production import produce
from analyzer.starship.turn.sectors import choose, look, looks, remember
from analyzer.starship.turn.table import LASTING, Table
from analyzer.starship.turn.trading import trade_and_build
from analyzer.starship.turn.turn import Judges, begin, play_turn

LANES = 1 << 14
"""Imagined games that are played side by side."""
THOUGHTS = 32
"""Thoughts that a turn has of its own: of the sector, of each card, of trade and build."""
OF_SECTOR, OF_CARDS, OF_TRADE = 0, 1, THOUGHTS - 1
NO_MATTER = ("counts", "done", "reached", "able", "weight", "want")
"""What does not change how an imagined game goes on."""
Way = Callable[[Table], None]
"""Goes one way in all lanes of a table."""
GoOn = Callable[[Table, Sampled], None]
"""What follows to the end of the turn."""
Chosen = npt.NDArray[np.intp]


def refuse_hidden(captains: Sequence[Captain], switches: Switches) -> None:
    """Raises AnalyzerError for captains who think where the reserve comes face down."""
    if switches.face_down and any(captain.thinks for captain in captains):
        raise AnalyzerError(
            "captains who think must see what comes from the reserve: leave reserve_face_down=yes out, or name "
            "captains who go by prices"
        )


def thinking_games(
    captains: tuple[Captain, Captain], seed: int, first: int, many: int, switches: Switches = USUAL
) -> Iterator[Table]:
    """As `turn.games.games`, where one of the captains thinks, or both."""
    judges = compiled(captains[0], switches), compiled(captains[1], switches)
    dice = Sampled(seed, first, many)
    yield from play_on(new_games(seed, first, many, judges, switches), judges, dice)


def play_on(table: Table, judges: Judges, dice: Sampled, turns: int = LONGEST) -> Iterator[Table]:
    """Turn after turn until all games are over or have gone on too long, as `turn.games.play_on`."""
    thinkers = {
        player: Thinker(judges, player, dice, judge.captain.thinks.games, judge.captain.thinks.turns)
        for player, judge in enumerate(judges)
        if judge.captain.thinks is not None
    }
    while table.lanes and table.turn <= turns:
        if table.me in thinkers:
            thinkers[table.me].play_turn(table)
        else:
            play_turn(table, judges, dice)
        if table.over.any():
            yield split(table)
        table.turn += 1
    if table.lanes:
        yield table


@dataclass(frozen=True)
class Thinker:
    """Plays the turns of a player who thinks; games: imagined after each way; turns: how many further ones of each."""

    judges: Judges
    me: int
    dice: Sampled
    games: int
    turns: int

    @property
    def judge(self) -> Judge:
        """The player's prices."""
        return self.judges[self.me]

    def play_turn(self, table: Table) -> None:
        """One turn of the player, in every game."""
        begin(table, self.judges, self.dice)
        produce(table, self.judges)
        self._set_out(table)
        size = each(table.size, table.sector, np.arange(table.lanes))
        self.dice.shuffle(table)
        many = looks(table)
        look(table, self.judge, self.dice)
        self._fly(table, _arranged(table, self.judge, size, many))
        remember(table)
        self._trade(table)

    def _set_out(self, table: Table) -> None:
        """Choose a sector."""
        choose(table, self.judge)
        own = table.sector.astype(np.intp)
        lanes = np.flatnonzero(~table.over)

        def way(sector: int) -> Way:
            return lambda mind: choose(mind, self.judge, sector)

        ways = [way(sector) for sector in range(len(table.sectors))]
        chosen = self._best(table, lanes, ways, own[lanes], OF_SECTOR, self._whole_flight)
        for sector in range(len(ways)):
            here = lanes[(chosen == sector) & (own[lanes] != sector)]
            if here.size:
                some = copied(table, here)
                choose(some, self.judge, sector)
                write_back(table, here, some)

    def _whole_flight(self, mind: Table, dice: Sampled) -> None:
        dice.shuffle(mind)
        look(mind, self.judge, dice)
        self._rest(mind, dice)

    def _rest(self, mind: Table, dice: Sampled) -> None:
        """The rest of the turn, by prices."""
        fly(mind, self.judge, dice)
        remember(mind)
        trade_and_build(mind, self.judge)

    def _fly(self, table: Table, arranged: Arranged) -> None:
        """Card by card: pirates are met by prices, all others as is thought best."""
        ways = at_cards(self.judge)

        def way(number: int) -> Way:
            return lambda mind: ways[number].meet(mind, np.arange(mind.lanes), self.dice)

        acts = [way(number) for number in range(len(ways))]
        while True:
            may_go_on(table, None)
            if not table.flying.any():
                return
            place = int(table.cards_flown.max(where=table.flying, initial=0))
            rows = np.flatnonzero(table.flying)
            turn_up(table, self.judge, rows, place)
            cards = table.order[place][rows]
            pirates = KIND[cards] == NUMBER["pirate"]
            lanes = rows[~pirates]
            table.turned[lanes] |= bit(cards[~pirates])
            own = np.zeros(lanes.size, np.intp)
            chosen = self._best(table, lanes, acts, own, OF_CARDS + place, self._rest, arranged)
            meet(table, self.judge, rows[pirates], self.dice)
            for number, one in enumerate(ways):
                one.meet(table, lanes[chosen == number], self.dice)

    def _trade(self, table: Table) -> None:
        """Trade and build."""
        judges, lanes = in_trade(self.judge), np.flatnonzero(~table.over)

        def way(judge: Judge) -> Way:
            return lambda mind: trade_and_build(mind, judge)

        own = np.zeros(lanes.size, np.intp)
        chosen = self._best(table, lanes, [way(judge) for judge in judges], own, OF_TRADE, lambda mind, dice: None)
        for number, judge in enumerate(judges):
            here = lanes[chosen == number]
            if here.size:
                some = copied(table, here)
                trade_and_build(some, judge)
                write_back(table, here, some)

    def _best(
        self,
        table: Table,
        lanes: Rows,
        ways: Sequence[Way],
        own: Chosen,
        thought: int,
        go_on: GoOn,
        arranged: Arranged | None = None,
    ) -> Chosen:
        """(lanes,) The number of the way that is taken in those games; own: that which the captain would take."""
        chosen = own.copy()
        at_once = max(1, LANES // (self.games * len(ways)))
        for first in range(0, lanes.size, at_once):
            here = slice(first, first + at_once)
            dice = dice_in_mind(self.dice, table.turn * THOUGHTS + thought, self.games)
            mind = imagine(table, lanes[here], dice, self.games, arranged)
            after = [_after(mind, way) for way in ways]
            tried = _tried(after, own[here], self.games)
            if tried.any():
                chosen[here] = best_way(self._promised(after, tried, dice, go_on), tried, own[here])
        return chosen

    def _promised(
        self, after: Sequence[Table], tried: npt.NDArray[np.bool_], dice: Sampled, go_on: GoOn
    ) -> npt.NDArray[np.int64]:
        """(ways, real games, imagined games) What those that are tried promise, 0 elsewhere."""
        ends, places = [], []
        for number, one in enumerate(after):
            here = np.flatnonzero(tried[number].repeat(self.games))
            if here.size:
                some = copied(one, here)
                dice.yellow(some)
                some.roll = one.roll.take(here)
                go_on(some, dice)
                ends.append(some)
                places.append(number * one.lanes + here)
        promised = np.zeros((*tried.shape, self.games), np.int64)
        promised.reshape(-1)[np.concatenate(places)] = self._played_on(joined(ends), dice)
        return promised

    def _played_on(self, table: Table, dice: Sampled) -> npt.NDArray[np.int64]:
        """(lanes,) What games at the end of the turn promise once the further turns are over."""
        promised, lane = np.zeros(table.lanes, np.int64), np.arange(table.lanes)
        end = table.turn + 2 * self.turns
        while True:
            if table.over.any():
                over = table.over.copy()
                promised[lane[over]] = chances(split(table), self.me)
                lane = lane[~over]
            if table.turn == end or not table.lanes:
                break
            table.turn += 1
            play_turn(table, self.judges, dice)
        promised[lane] = chances(table, self.me)
        return promised


def best_way(promised: npt.NDArray[np.int64], tried: npt.NDArray[np.bool_], own: Chosen) -> Chosen:
    """(real games,) The way of the largest promise, if it is better than the captain's own by more than its standard
    error, the root of (n Q - S^2) / (n^2 (n - 1)) for n imagined games with sum S and sum of squares Q: if S^2 > Q."""
    games = np.arange(own.size)
    gain = promised - promised[own, games]
    total, squares = gain.sum(axis=2), np.square(gain).sum(axis=2)
    total[~tried | (np.square(total) <= squares)] = 0
    best = total.argmax(axis=0)
    return np.where(total[best, games] > 0, best, own)


def _after(mind: Table, way: Way) -> Table:
    """The imagined games after going that way."""
    one = copied(mind)
    way(one)
    return one


def _tried(after: Sequence[Table], own: Chosen, games: int) -> npt.NDArray[np.bool_]:
    """(ways, real games) Ways that lead elsewhere than the captain's own, and that one where there are any."""
    tried = np.zeros((len(after), own.size), np.bool_)
    for number in np.unique(own).tolist():
        for other, one in enumerate(after):
            if other != number:
                differs = _different(one, after[number]).reshape(own.size, games).any(axis=1)
                tried[other] |= differs & (own == number)
    tried[own, np.arange(own.size)] = tried.any(axis=0)
    return tried


def _different(one: Table, other: Table) -> npt.NDArray[np.bool_]:
    """(lanes,) Where two tables differ in anything that matters."""
    differs = np.zeros(one.lanes, np.bool_)
    for name in (*LASTING, "flying", "actions", "sector"):
        if name not in NO_MATTER:
            values = getattr(one, name) != getattr(other, name)
            differs |= values.reshape(-1, one.lanes).any(axis=0)
    return differs


def _arranged(table: Table, judge: Judge, size: npt.NDArray[np.int8], many: npt.NDArray[np.int8]) -> Arranged:
    """What is known of the order once the sensor showed so many cards: those it left on top, and those put below."""
    top, lane = np.zeros(table.lanes, np.int8), np.arange(table.lanes)
    for place in range(int(many.max(initial=0))):
        stays = (many > place) & (top == place)
        top += stays & (each(table.worth, table.order[place], lane) >= judge.captain.card)
    return Arranged(size, top, many - top)
