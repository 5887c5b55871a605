"""The referee: turns in their order, whole games, and the state after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.starship.twin.box import CRESTS, GOODS, SCIENCE
from tests.starship.twin.building import trade_and_build
from tests.starship.twin.deal import lay, new_game
from tests.starship.twin.dice import TurnDice
from tests.starship.twin.flight import Flight
from tests.starship.twin.hold import GameOver, look_for_the_end
from tests.starship.twin.mind import Mind
from tests.starship.twin.table import COUNTS, Table, told
from tests.starship.twin.winning import win_in_hand

TRADE_GOOD = 4
LONGEST = 200


def produce(table: Table, minds: Sequence[Mind], roll: int) -> None:
    """Both players: one good of one colony with this number, then Science, then Production."""
    chosen = {}
    offered: list[int] = []
    for mind in minds:
        player = mind.player
        goods = sorted({card.good for card in player.owned("colony") if card.die == roll})
        if player is table.me:
            offered = [good for good in goods if player.room(good) > 0]
        good = mind.best_good(goods)
        if good is not None:
            player.have[good] += 1
            chosen[CRESTS[player.number]] = GOODS[good]
        for module, thing in (("science", SCIENCE), ("production", TRADE_GOOD)):
            if roll in player.numbers(module) and player.room(thing):
                player.have[thing] += 1
    _produce_to_win(table, minds[table.me.number], offered, chosen)
    table.tell("produce", roll=roll, **chosen)


def _produce_to_win(table: Table, mind: Mind, offered: Sequence[int], chosen: dict[str, str]) -> None:
    """Another good, where only that one wins in trade and build."""
    me = table.me
    if len(offered) < 2 or win_in_hand(table, mind):
        return
    made = GOODS.index(chosen[CRESTS[me.number]])
    for good in offered:
        if good != made:
            me.have[made] -= 1
            me.have[good] += 1
            if win_in_hand(table, mind):
                chosen[CRESTS[me.number]] = GOODS[good]
                return
            me.have[made] += 1
            me.have[good] -= 1


def play_turn(
    table: Table,
    minds: Sequence[Mind],
    dice: TurnDice,
    phase: str = "production",
    given: int | None = None,
    sector: int | None = None,
) -> None:
    """A turn of the player at turn, or what is left of it. Raises GameOver when they have ten points.

    given: a roll in place of the die's; sector: where they fly, 0 to 3, if they do not choose.
    """
    mine = minds[table.me.number]
    drawn = dice.yellow()
    roll = drawn if given is None else given
    table.roll, table.flown = roll, 0
    look_for_the_end(table)
    for mind in minds:
        mind.draw_up_wants()
    if phase == "production":
        produce(table, minds, roll)
    if phase != "trade":
        Flight(table, mine, dice, roll).fly(sector)
    trade_and_build(table, mine)
    table.tell("done")
    table.turn += 1


def play_game(
    captains: Sequence[Any], seed: int, game: int, switches: Mapping[str, str] | None = None, turns: int = LONGEST
) -> dict[str, Any]:
    """The end of one game."""
    table = new_game([captain.modules[0] for captain in captains], seed, game, switches)
    minds = [Mind(captain, player, table) for captain, player in zip(captains, table.players, strict=True)]
    with suppress(GameOver):
        while table.turn <= turns:
            play_turn(table, minds, TurnDice(seed, game, table.turn))
    counts = {crest: table.players[number].counts for number, crest in enumerate(("moon", "sun"))}
    return {**told(table), "counts": counts}


def play_position(
    position: Mapping[str, Any],
    captains: Sequence[Any],
    seed: int,
    game: int,
    switches: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The state after one turn, or what is left of it."""
    return record_position(position, captains, seed, game, switches)[0]


def record_position(
    position: Mapping[str, Any],
    captains: Sequence[Any],
    seed: int,
    game: int,
    switches: Mapping[str, str] | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The state after one turn, and the steps of its record."""
    table = lay(position, seed, game, switches)
    minds = [Mind(captain, player, table) for captain, player in zip(captains, table.players, strict=True)]
    mover = table.me
    dice, phase = TurnDice(seed, game, table.turn), position.get("phase", "production")
    with suppress(GameOver):
        play_turn(table, minds, dice, phase, position.get("roll"))
    turn = {"roll": table.roll, "sector": table.flown}
    return {**told(table), **turn, **{name: mover.counts[name] for name in COUNTS}}, table.steps
