"""Negative controls: deliberate mistakes, put into the running engine for a moment, that the twin has to notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import numpy as np

from tests.doors.mistakes import parts
from tests.doors.starship import STANDARD_RULES

colony, fighting, founding, pirate, places, target_planet, trade = parts(
    "starship.encounters", "colony fighting founding pirate places target_planet trade"
)
acting, bits, building, deal, dice, points, sectors, table_module, trading, turn = parts(
    "starship.turn", "acting bits building deal dice points sectors table trading turn"
)
adventures, production = acting, turn
bit, count, cannons, wins_by_edge = bits.bit, bits.count, table_module.cannons, dice.wins_by_edge

GOODS = ("ore", "fuel", "food", "carbon", "trade_good")


@dataclass(frozen=True)
class Mistake:
    """What is done wrong: attributes that are put in the place of others, by module."""

    what: str
    instead: tuple[tuple[Any, str, Any], ...]
    switches: Mapping[str, str] | None = None
    """Switches under which it can be seen, if not by chance."""
    whole_games: bool = False
    """Whether only whole games show it."""

    @contextmanager
    def made(self) -> Iterator[None]:
        """The engine with this mistake."""
        with ExitStack() as stack:
            for where, name, wrong in self.instead:
                stack.enter_context(patch.object(where, name, wrong))
            yield


REAL_REPLACE, REAL_PAY, REAL_BEATEN, REAL_REMEMBER = acting.replace, pirate.pay, pirate.be_beaten, sectors.remember
REAL_USE_STATION, REAL_BUILD_ONE = trading.use_station, building.build_one


def _top(table: Any, rows: Any) -> Any:
    """The top of the reserve."""
    return table.reserve[table.reserve.shape[0] - table.left[rows], rows]


def _replacement_flown_next(table: Any, rows: Any) -> None:
    some = rows[table.left[rows] > 0]
    table.order[np.minimum(table.cards_flown[some], 9), some] = _top(table, some)
    REAL_REPLACE(table, rows)


def _seen_face_down(table: Any, rows: Any) -> None:
    some = rows[table.left[rows] > 0]
    table.came[some] |= bit(_top(table, some))
    REAL_REPLACE(table, rows)


def _paid_and_gone(table: Any, rows: Any, demand: Any) -> None:
    REAL_PAY(table, rows, demand)
    table.sectors[table.sector[rows], rows] &= ~bit(table.order[table.cards_flown[rows] - 1, rows])


def _paid_as_an_action(table: Any, rows: Any, demand: Any) -> None:
    REAL_PAY(table, rows, demand)
    acting.act(table, rows)


def _beaten_and_on(table: Any, judge: Any, rows: Any, *module: Any) -> None:
    REAL_BEATEN(table, judge, rows, *module)
    table.flying[rows] = True


def _nothing(table: Any, judge: Any, rows: Any) -> Any:
    return np.zeros(rows.size, np.int16)


def _all_of_it(table: Any, player: int, judge: Any, rows: Any) -> Any:
    return table.astro[player, rows]


def _never_replaced(table: Any, rows: Any) -> None:
    table.size[table.sector[rows], rows] -= 1


def _second_level_first(table: Any, rows: Any) -> None:
    second = table.cannons_2[table.me, rows] > 0
    table.cannons_2[table.me, rows] -= second
    table.cannons[table.me, rows] -= table.cannons[table.me, rows] > 0


def _whole_module_gone(table: Any, rows: Any, module: Any) -> None:
    some = module >= 0
    table.modules[table.me, module[some], rows[some]] = 0


def _knows_the_strength(table: Any, judge: Any, rows: Any, demand: Any) -> Any:
    """Fights whoever is beaten more often than not, by the strength on the hidden card."""
    edge = (
        cannons(table, table.me, rows) - pirate.strengths(table.rules)[table.order[table.cards_flown[rows] - 1, rows]]
    )
    return (wins_by_edge(table.rules)[np.clip(edge, -8, 8) + 8] > 18) | (table.astro[table.me, rows] < demand)


def _station_twice(table: Any, judge: Any) -> None:
    REAL_USE_STATION(table, judge)
    REAL_USE_STATION(table, judge)


def _food_kept(table: Any, rows: Any, build: str, module: Any = None) -> None:
    REAL_BUILD_ONE(table, rows, build, module)
    table.stored[table.me, FOOD][rows] += np.int8(build == "module_2")


def _only_he_sees(table: Any) -> None:
    other = table.known[1 - table.me].copy()
    REAL_REMEMBER(table)
    table.known[1 - table.me] = other & table.sectors


def _more_or_as_many(rules: Any, own: Any, other: Any) -> Any:
    return np.asarray((own >= 3) & (own >= other))


def _no_shuffle(self: Any, table: Any) -> None:
    dice.write_unshuffled(table)


def _one_word_for_all_turns(self: Any, table: Any, use: int) -> Any:
    drawn = dice.fractions(dice.words(self.seed, dice.USES + use, self.first, self.trials))
    return drawn[table.game - self.first]


FOOD = GOODS.index("food")
SWAPPED = {(name, 1 - crest): made for (name, crest), made in production.makes(STANDARD_RULES).items()}
KEPT = replace(adventures.printed(STANDARD_RULES), kept=np.uint16(1) << np.arange(12, dtype=np.uint16))
NINEFOLD = 9 * founding.friendships(STANDARD_RULES)
MISTAKES = (
    Mistake(
        "the yellow die shows four twos", ((dice, "yellow_faces", lambda rules: np.array([1, 2, 2, 2, 2, 3], np.int8)),)
    ),
    Mistake(
        "the blue die shows 1 to 3 alike", ((dice, "blue_faces", lambda rules: np.array([1, 1, 2, 2, 3, 3], np.int8)),)
    ),
    Mistake("a tie is lost", ((dice, "cannons", lambda *given: cannons(*given) - 1),)),
    Mistake("sectors are not shuffled", ((dice.SampledDice, "shuffle", _no_shuffle),)),
    Mistake(
        "every turn has the dice of the first", ((dice.SampledDice, "_words", _one_word_for_all_turns),), None, True
    ),
    Mistake("a good that does not fit may be chosen", ((production, "capacity", lambda *given: np.int8(5)),)),
    Mistake("Science of Moon and of Sun exchanged", ((production, "makes", lambda rules: SWAPPED),)),
    Mistake("the replacement is flown next", ((acting, "replace", _replacement_flown_next),)),
    Mistake("what leaves a sector is not replaced", ((acting, "replace", _never_replaced),)),
    Mistake(
        "a replacement that lies face down is seen",
        ((acting, "replace", _seen_face_down),),
        {"reserve_face_down": "yes"},
    ),
    Mistake("a pirate who is paid leaves the sector", ((pirate, "pay", _paid_and_gone),)),
    Mistake("to pay a pirate is an action", ((pirate, "pay", _paid_as_an_action),)),
    Mistake("a beaten pirate gives no good", ((pirate, "gain_goods", lambda *given: None),)),
    Mistake("a lost fight does not end the flight", ((pirate, "be_beaten", _beaten_and_on),)),
    Mistake("a cannon of level II goes first", ((pirate, "lose_cannon", _second_level_first),)),
    Mistake("under a module II the I goes too", ((pirate, "lose_module", _whole_module_gone),)),
    Mistake("without Logistics the bays stay full", ((pirate, "capacity", lambda *given: np.int8(4)),)),
    Mistake("the captain knows the strength", ((pirate, "fights", _knows_the_strength),)),
    Mistake("a pirate who was seen here is not believed in", ((fighting, "KNOWN", 0),)),
    Mistake("an action is never dear", ((target_planet, "threshold", _nothing), (colony, "threshold", _nothing))),
    Mistake("nothing is held back", ((places, "purse", _all_of_it), (trade, "purse", _all_of_it))),
    Mistake(
        "an adventure without medal or point is kept",
        ((adventures, "printed", lambda rules: KEPT),),
    ),
    Mistake("no adventure opens behind one that is done", ((adventures, "open_next", lambda table, rows: None),)),
    Mistake("Median is one friendship point", ((points, "two_friend_set", lambda rules: np.uint64(0)),)),
    Mistake("a tie of medals leaves the card with both", ((points, "majority", _more_or_as_many),)),
    Mistake("nine points are enough", ((points, "goal", lambda rules: 9),)),
    Mistake("cards turned up are seen by one alone", ((turn, "remember", _only_he_sees),)),
    Mistake("a forced purchase costs one Astro", ((trading, "purchase_price", lambda rules: 1),)),
    Mistake(
        "three stations a phase",
        ((trading, "count", lambda sets: count(sets) - 1), (trading, "use_station", _station_twice)),
    ),
    Mistake("a station is founded where trading gains more", ((founding, "friendships", lambda rules: NINEFOLD),)),
    Mistake(
        "a module II is free of its food",
        ((building, "build_one", _food_kept),),
    ),
    Mistake("the reserve is shuffled as one", ((deal, "STACKS", ("BASE", "IV", "III", "II", "I")),), None, True),
)
