"""The thinker: alternatives ("ways") at a decision, imagined games after each, and the chance to win in a state.

In the imagined games both players, the thinker too, decide by their prices: rollouts of a base policy (Tesauro and
Galperin, "On-line policy improvement using Monte-Carlo search", 1996). The choice by prices is the captain's own way.
Another way replaces it only if it is better by more than its standard error (docs/starship-rulings.md, A thinker).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import exp
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.answers.numbers import join_names
from analyzer.files.csvfile import rows_of
from analyzer.runs.watched import report_decisions
from analyzer.starship.captains.captain import BUILDS, Captain, Judge
from analyzer.starship.encounters.pirate import settle
from analyzer.starship.tables import MODULES, STORED
from analyzer.starship.thinking.imagined import KnownOrder, dice_in_mind, imagine
from analyzer.starship.turn.bits import COLONIES, Rows, bit, count
from analyzer.starship.turn.dice import Dice, SampledDice
from analyzer.starship.turn.points import friendship, medals, points
from analyzer.starship.turn.sectors import KIND, NUMBER, choose, fly, look, looks, meet, remember, stop_flights, turn_up
from analyzer.starship.turn.table import LASTING, Table, copy_lanes, each, join_tables, write_back
from analyzer.starship.turn.trading import trade_and_build
from analyzer.starship.turn.turn import Judges, compiled, play_turn, produce, split

WON: Mapping[str, tuple[float, float, float]] = {"expert": (59.4, 47.4, 71.4), "sensible": (88.0, 81.9, 91.9)}
"""Percentage of games that the thinker won against each captain, with its 95% interval (docs/trust.md)."""
OWN_CARDS = (
    "The thinker estimates chances to win by a formula fitted to the usual cards: with tables of your own it may "
    "choose worse (docs/starship-rulings.md, A thinker)."
)
"""Note beside results of a thinker under an edition of the user's own."""
FIXED_PRICES = (
    "Captains play by fixed prices. They imitate no human player, and results do not prove what best play would bring."
)
TRADE = (
    "Both captains use the trade module as often as it allows, to buy a good from the other for 2 Astro. Neither "
    "spends goods early to avoid that. So the trade module is worth more here than against a careful opponent."
)
"""Note beside chances to win and worths of modules: they hold for an opponent who trades like this."""


def notes_on_captains(captains: Sequence[Captain]) -> list[str]:
    """Return notes on how far the captains' play can be trusted in games that are played to their ends."""
    if any(captain.thinks for captain in captains):
        return [TRADE]
    return [TRADE, *thinker_notes(captains)]


def thinker_notes(captains: Sequence[Captain]) -> list[str]:
    """Return a note on how often the thinker wins against these captains; an empty list if that was not measured."""
    names = {captain.name for captain in captains}
    won = [
        f"{mean:.0f}% ({low:.0f} to {high:.0f}) of games against {name}"
        for name, (mean, low, high) in WON.items()
        if name in names
    ]
    if not won:
        return []
    return [
        f"Captain thinker tries out every option in simulated games. It won {join_names(won)}. Between stronger "
        "players, chances may differ (docs/trust.md)."
    ]


WHOLE = 100_000
"""Number that stands for a chance of 1. Chances are whole numbers from 0 to WHOLE, so sums never depend on order."""
STEEPEST = 9_000
"""Largest absolute logit, in thousandths, beyond which the chance to win is treated as constant."""
Numbers = npt.NDArray[np.int64]


@cache
def state_worths() -> dict[str, int]:
    """Return the thousandths that a unit of each holding adds to the logit of the chance to win, by its name."""
    return {row["thing"]: int(row["worth"]) for row in rows_of("analyzer.starship", "state_worths")}


def chances(table: Table, player: int) -> Numbers:
    """Return the chance to win of a player who has just ended their turn, in parts of WHOLE. Shape (lanes,).

    It is a logistic formula of what both players have. In games that are over it is WHOLE for a win and 0 for a defeat.

    Args:
        table: The games.
        player: Number of the player.
    """
    logit = np.full(table.lanes, state_worths()["ended_turn"], np.int64)
    for who, sign in ((player, 1), (1 - player, -1)):
        for name, many in holdings(table, who).items():
            logit += sign * state_worths()[name] * many.astype(np.int64)
    promised = _logistic()[np.clip(logit, -STEEPEST, STEEPEST) + STEEPEST]
    return np.where(table.over, WHOLE * (table.me == player), promised)


def holdings(table: Table, player: int) -> dict[str, npt.NDArray[np.integer]]:
    """Return how much a player has of each kind of holding, by its name in `state_worths`. Shape (lanes,) each.

    Args:
        table: The games.
        player: Number of the player.
    """
    own, astro, modules = points(table, player), table.astro[player], table.modules[player]
    return {
        "points": own,
        "points_above_5": np.maximum(own - 5, 0),
        "astro": astro,
        "first_5_astro": np.minimum(astro, 5),
        "first_15_astro": np.minimum(astro, 15),
        **dict(zip(STORED, table.stored[player], strict=True)),
        "boosters": table.boosters[player],
        "boosters_2": table.boosters_2[player],
        "cannons": table.cannons[player],
        "cannons_2": table.cannons_2[player],
        "colony_ships": table.colony_ships[player],
        "trade_ships": table.trade_ships[player],
        **{f"{name}_1": (level > 0).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
        **{f"{name}_2": (level > 1).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
        "medals": medals(table, player),
        "friendship": friendship(table, player),
        "colonies": count(table.owned[player] & COLONIES),
    }


@cache
def _logistic() -> Numbers:
    """Return a table of the logistic function: the chance, in parts of WHOLE, for every logit.

    Logits are thousandths from -STEEPEST to STEEPEST.
    """
    return np.array([round(WHOLE / (1 + exp(-one / 1000))) for one in range(-STEEPEST, STEEPEST + 1)], np.int64)


DEAREST, DEAR = 2_000, 80
"""Prices in tenths of an Astro: above all other prices, and above every price on a card."""
AS_PRICED, FLIES_ON, TURNS_BACK = range(3)


class CardPlay(NamedTuple):
    """An alternative at a card that was turned up: what to do there, and whether to fly on afterwards.

    Attributes:
        judge: The captain with prices changed so that they choose this alternative.
        going: How the flight goes on: AS_PRICED (by the prices), FLIES_ON or TURNS_BACK.
    """

    judge: Judge
    going: int = AS_PRICED

    def meet_all(self, table: Table, dice: Dice) -> None:
        """Resolve the card at hand in every game of a table."""
        self.meet(table, np.arange(table.lanes), dice)

    def meet(self, table: Table, rows: Rows, dice: Dice) -> None:
        """Resolve the card at hand in some games, and decide at once whether each flight goes on.

        Args:
            table: The games, changed in place.
            rows: Numbers of the games.
            dice: The dice of fights.
        """
        if not rows.size:
            return
        meet(table, self.judge, rows, dice)
        # `stop_flights` ends a flight whose hope, the worth still expected of it, is below 0.
        if self.going == FLIES_ON:
            table.hope[rows] = np.maximum(table.hope[rows], 0)
        if self.going == TURNS_BACK:
            table.hope[rows] = -1
        # `stop_flights` looks at all games that fly: those in which nothing was met here keep their state.
        others = table.flying.copy()
        others[rows] = False
        stop_flights(table, self.judge, None)
        table.flying[others] = True


def card_plays(judge: Judge) -> tuple[CardPlay, ...]:
    """Return the alternatives for meeting a card, the captain's own choice first.

    The next two do the same at the card, but turn back afterwards, or fly on. All others choose by changed prices, in
    this order: passing, spending the action, founding rather than trading, trading rather than founding, buying
    everything, selling everything.
    """
    alike: dict[str, Any] = {"action": 0, "goods": None, "readiness": False}
    return (
        CardPlay(judge),
        CardPlay(judge, TURNS_BACK),
        CardPlay(judge, FLIES_ON),
        CardPlay(_priced(judge, acts=False)),
        CardPlay(_priced(judge, action=0)),
        CardPlay(_priced(judge, action=0, friendship=DEAREST)),
        CardPlay(_priced(judge, action=0, friendship=0)),
        CardPlay(_priced(judge, **alike, good_wanted=DEAR, good_spare=DEAR, science=DEAR)),
        CardPlay(_priced(judge, **alike, good_wanted=0, good_spare=0, science=0)),
    )


def in_trade(judge: Judge) -> tuple[Judge, ...]:
    """Return the alternatives for trade and build, each as a captain with other prices.

    The first one is the captain with unchanged prices. One alternative for each build puts that build first. The last
    but one trades without building, and the last one does nothing.
    """
    return (
        judge,
        *(_priced(judge, weighs=False, **{build: DEAREST}) for build in BUILDS),
        _priced(judge, weighs=False, **dict.fromkeys(BUILDS, 0)),
        _priced(judge, acts=False),
    )


def _priced(judge: Judge, **prices: Any) -> Judge:
    """Return the judge of a captain with some prices changed."""
    return compiled(judge.rules, replace(judge.captain, **prices), judge.switches)


LANES = 1 << 14
"""Maximum number of imagined games that are played side by side: it bounds the memory."""
THOUGHTS = 32
"""Number of decisions with imagined games ("thoughts") for which each turn reserves numbers: sector, cards, trade."""
OF_SECTOR, OF_CARDS, OF_TRADE = 0, 1, THOUGHTS - 1
NO_MATTER = ("counts", "done", "reached", "able", "weight", "want", "wished")
"""Names of the table's arrays that do not affect how an imagined game continues."""
Way = Callable[[Table], None]
"""A function that carries out one alternative of a decision in all lanes of a table."""
GoOn = Callable[[Table, SampledDice], None]
"""A function that plays the rest of the turn."""
Chosen = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Thinker:
    """A player who chooses among alternatives (called ways here) by imagined games.

    Attributes:
        judges: The captains of Moon and Sun, by whose prices imagined games are played.
        me: Number of the thinker.
        dice: Dice of the real games.
        games: Number of games that are imagined after each alternative.
        turns: Number of further turns of each player in an imagined game.
    """

    judges: Judges
    me: int
    dice: SampledDice
    games: int
    turns: int

    @property
    def judge(self) -> Judge:
        """The thinker's own prices."""
        return self.judges[self.me]

    def go_on(
        self,
        table: Table,
        stage: str,
        arranged: KnownOrder | None = None,
        sector: int | None = None,
        most: int | None = None,
    ) -> None:
        """Play the rest of the turn from a stage on, in every game.

        Args:
            table: The games, changed in place.
            stage: The stage at which the turn goes on.
            arranged: Known order of the sector in flight; None before a flight.
            sector: Number of the sector to fly to, from 0; None to choose one.
            most: Maximum number of cards to fly; None for no limit.
        """
        if stage == "done":
            return
        if stage == "production":
            produce(table, self.judges)
            table.emit("production")
        if stage in ("production", "sector"):
            self._set_out(table, sector)
            self.dice.shuffle(table)
            table.emit("shuffle")
        if stage in ("production", "sector", "looked_at"):
            arranged = use_sensor(table, self.judge, self.dice)
            table.emit("sector")
        if stage not in ("trade", "landed"):
            assert arranged is not None
            if stage == "fought":
                settle(table, self.judge)
            self._fly(table, arranged, most, is_at_hand=stage == "card")
            table.emit("flight")
        if stage != "trade":
            remember(table)
        self._trade(table)
        table.emit("trade")

    def _set_out(self, table: Table, sector: int | None = None) -> None:
        """Choose the sector of each game, unless one is given."""
        choose(table, self.judge, sector)
        if sector is not None:
            return
        own = table.sector.astype(np.intp)
        lanes = np.flatnonzero(~table.over)
        ways = [partial(choose, judge=self.judge, chosen=number) for number in range(len(table.sectors))]
        chosen = self._best(table, lanes, ways, own[lanes], OF_SECTOR, self._whole_flight)
        for other in range(len(ways)):
            here = lanes[(chosen == other) & (own[lanes] != other)]
            if here.size:
                some = copy_lanes(table, here)
                choose(some, self.judge, other)
                write_back(table, here, some)

    def _whole_flight(self, mind: Table, dice: SampledDice) -> None:
        """Play the flight and the rest of the turn in imagined games, in which nobody imagines further games."""
        dice.shuffle(mind)
        look(mind, self.judge, dice)
        self._rest(mind, dice)

    def _rest(self, mind: Table, dice: SampledDice) -> None:
        """Play the rest of the turn in imagined games by prices alone."""
        fly(mind, self.judge, dice)
        remember(mind)
        trade_and_build(mind, self.judge)

    def _fly(self, table: Table, arranged: KnownOrder, most: int | None = None, *, is_at_hand: bool = False) -> None:
        """Fly card by card: meet pirates by prices, and each other card by the best alternative found.

        Args:
            table: The games, changed in place.
            arranged: Known order of the sector.
            most: Maximum number of cards to fly; None for no limit.
            is_at_hand: Whether the first card already lies open.
        """
        ways = card_plays(self.judge)
        acts = [partial(one.meet_all, dice=self.dice) for one in ways]
        while True:
            if not is_at_hand:
                stop_flights(table, self.judge, most)
            if not table.flying.any():
                return
            # All games that still fly have turned up equally many cards.
            place = int(table.cards_flown.max(where=table.flying, initial=0)) - is_at_hand
            rows = np.flatnonzero(table.flying)
            if not is_at_hand:
                turn_up(table, self.judge, rows, place)
            is_at_hand = False
            cards = table.order[place][rows]
            pirates = KIND[cards] == NUMBER["pirate"]
            lanes = rows[~pirates]
            table.turned[lanes] |= bit(cards[~pirates])
            own = np.zeros(lanes.size, np.intp)
            chosen = self._best(table, lanes, acts, own, OF_CARDS + place, self._rest, arranged)
            meet(table, self.judge, rows[pirates], self.dice)
            for number, one in enumerate(ways):
                one.meet(table, lanes[chosen == number], self.dice)
            table.emit("card")

    def _trade(self, table: Table) -> None:
        """Trade and build by the best alternative found."""
        judges, lanes = in_trade(self.judge), np.flatnonzero(~table.over)
        ways = [partial(trade_and_build, judge=judge) for judge in judges]
        chosen = self._best(table, lanes, ways, np.zeros(lanes.size, np.intp), OF_TRADE, lambda mind, dice: None)
        for number, judge in enumerate(judges):
            here = lanes[chosen == number]
            if here.size == table.lanes:
                trade_and_build(table, judge)
            elif here.size:
                some = copy_lanes(table, here)
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
        arranged: KnownOrder | None = None,
    ) -> Chosen:
        """Return the number of the alternative to take in each game, of shape (lanes,).

        Args:
            table: The real games.
            lanes: Numbers of the games in which to choose.
            ways: The alternatives.
            own: Number of the alternative that the captain's prices choose in each of these games.
            thought: Number of the decision within the turn, from 0; each decision has its own dice for imagined games.
            go_on: Function that plays the rest of the turn after an alternative.
            arranged: Known order of the sector in flight; None before and after a flight.
        """
        chosen = own.copy()
        # Each real game takes `games` lanes for every way.
        at_once = max(1, LANES // (self.games * len(ways)))
        for first in range(0, lanes.size, at_once):
            here = slice(first, first + at_once)
            dice = dice_in_mind(self.dice, table.turn * THOUGHTS + thought, self.games)
            mind = imagine(table, lanes[here], dice, self.games, arranged)
            after = [after_way(mind, way) for way in ways]
            tried = ways_to_try(after, own[here], self.games)
            if tried.any():
                chosen[here] = best_way(self._chances_to_win(after, tried, dice, go_on), tried, own[here])
                report_decisions(chosen[here].size)
        return chosen

    def _chances_to_win(
        self, after: Sequence[Table], tried: npt.NDArray[np.bool_], dice: SampledDice, go_on: GoOn
    ) -> npt.NDArray[np.int64]:
        """Return the chance to win after each alternative, in parts of WHOLE; 0 for alternatives that are not tried.

        Args:
            after: The imagined games after each alternative.
            tried: Whether each alternative is tried, of shape (alternatives, real games).
            dice: Dice of the imagined games.
            go_on: Function that plays the rest of the turn after an alternative.

        Returns:
            Chances, of shape (alternatives, real games, imagined games).
        """
        ends, places = [], []
        for number, one in enumerate(after):
            here = np.flatnonzero(tried[number].repeat(self.games))
            if here.size:
                some = copy_lanes(one, here)
                # The call reads the words for the fights of the turn; the roll itself already lies.
                dice.yellow(some)
                some.roll = one.roll.take(here)
                go_on(some, dice)
                ends.append(some)
                places.append(number * one.lanes + here)
        promised = np.zeros((*tried.shape, self.games), np.int64)
        # A place counts through (alternatives, real games, imagined games); a lane of `one` through the last two.
        promised.reshape(-1)[np.concatenate(places)] = self._played_on(join_tables(ends), dice)
        return promised

    def chance(self, table: Table) -> npt.NDArray[np.int64]:
        """Return the thinker's chance to win at the end of a turn, in parts of WHOLE."""
        return chances(table, self.me)

    def _played_on(self, table: Table, dice: SampledDice) -> npt.NDArray[np.int64]:
        """Play further turns and return the thinker's chance to win after them, in parts of WHOLE. Shape (lanes,).

        Args:
            table: Imagined games at the end of the turn.
            dice: Dice of the imagined games.
        """
        promised, lane = np.zeros(table.lanes, np.int64), np.arange(table.lanes)
        end = table.turn + 2 * self.turns
        # A turn each, so the last turn is the thinker's own, as the formula of `chances` supposes.
        # Games drop out as they end; `lane` keeps the place of the others in `promised`.
        while True:
            if table.over.any():
                over = table.over.copy()
                promised[lane[over]] = self.chance(split(table))
                lane = lane[~over]
            if table.turn == end or not table.lanes:
                break
            table.turn += 1
            play_turn(table, self.judges, dice)
        promised[lane] = self.chance(table)
        return promised


def best_way(promised: npt.NDArray[np.int64], tried: npt.NDArray[np.bool_], own: Chosen) -> Chosen:
    """Return the best alternative of each game, or the captain's own if the best is not better by a standard error.

    Let the differences in n imagined games have the sum S and the sum of squares Q. The standard error of their mean is
    the root of (n Q - S^2) / (n^2 (n - 1)). The mean exceeds it exactly if S^2 > Q.

    Args:
        promised: Chances to win, of shape (alternatives, real games, imagined games).
        tried: Whether each alternative was tried, of shape (alternatives, real games).
        own: Number of the captain's own alternative in each real game.

    Returns:
        Numbers of alternatives, of shape (real games,).
    """
    games = np.arange(own.size)
    # Integers, so ties and tests are exact: n = 1,000 games with differences up to WHOLE give S^2 of at most 10^16.
    # Differences from the captain's own way in the same imagined games, so equal luck cancels.
    gain = promised - promised[own, games]
    total, squares = gain.sum(axis=2), np.square(gain).sum(axis=2)
    total[~tried | (np.square(total) <= squares)] = 0
    best = total.argmax(axis=0)
    return np.where(total[best, games] > 0, best, own)


def after_way(mind: Table, way: Way) -> Table:
    """Return a copy of the imagined games after one alternative was carried out."""
    one = copy_lanes(mind)
    way(one)
    return one


def ways_to_try(after: Sequence[Table], own: Chosen, games: int) -> npt.NDArray[np.bool_]:
    """Return whether each alternative is worth trying, of shape (alternatives, real games).

    An alternative is worth trying if it leads to another state than the captain's own alternative. If there is such
    an alternative in a game, the captain's own one is tried, too.

    Args:
        after: The imagined games after each alternative.
        own: Number of the captain's own alternative in each real game.
        games: Number of imagined games for each real one.
    """
    tried = np.zeros((len(after), own.size), np.bool_)
    for number in np.unique(own).tolist():
        for other, one in enumerate(after):
            if other != number:
                # Equal states with equal dice promise the same, so such a way need not be played.
                differs = _different(one, after[number]).reshape(own.size, games).any(axis=1)
                tried[other] |= differs & (own == number)
    tried[own, np.arange(own.size)] = tried.any(axis=0)
    return tried


def _different(one: Table, other: Table) -> npt.NDArray[np.bool_]:
    """Return whether the game in each lane differs between two tables, in any array that affects later play.

    The shape is (lanes,). NO_MATTER names the arrays that do not count.
    """
    differs = np.zeros(one.lanes, np.bool_)
    for name in (*LASTING, "flying", "actions", "sector"):
        if name not in NO_MATTER:
            values = getattr(one, name) != getattr(other, name)
            differs |= values.reshape(-1, one.lanes).any(axis=0)
    return differs


def use_sensor(table: Table, judge: Judge, dice: Dice) -> KnownOrder:
    """Use the sensor by the captain's prices, and return the part of the sector's order that is then known.

    Args:
        table: The games, changed in place.
        judge: The captain of the active player.
        dice: Dice that reveal the first cards.
    """
    size, many, lane = each(table.size, table.sector, np.arange(table.lanes)), looks(table), np.arange(table.lanes)
    look(table, judge, dice)
    top = np.zeros(table.lanes, np.int8)
    for place in range(int(many.max(initial=0))):
        # The sensor has put the cards worth keeping first, so they are a prefix of the order.
        stays = (many > place) & (top == place)
        top += stays & (each(table.worth, table.order[place], lane) >= judge.captain.card)
    return KnownOrder(size, top, many - top)
