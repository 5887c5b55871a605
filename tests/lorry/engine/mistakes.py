"""Negative controls: deliberate mistakes, put into the running engine for a moment, that the twin has to notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np

from tests.doors.mistakes import parts

board, dice, draw, places, scoring, table, turn = parts("lorry.turn", "board dice draw places scoring table turn")
(judge,) = parts("lorry.captains", "judge")
rows, boxes, rounds = board, judge, turn


@dataclass(frozen=True)
class Mistake:
    """What is done wrong: attributes that are put in the place of others, by module, or a switch that is set wrong."""

    what: str
    instead: tuple[tuple[Any, str, Any], ...] = ()
    switches: Mapping[str, str] = field(default_factory=dict)
    """What the engine plays by, while the twin plays by the rules as they are read."""

    @contextmanager
    def made(self) -> Iterator[None]:
        """The engine with this mistake."""
        with ExitStack() as stack:
            for where, name, wrong in self.instead:
                stack.enter_context(patch.object(where, name, wrong))
            yield


REAL_MOVED, REAL_LEGAL, REAL_ROUND, REAL_ENDED = (
    rows.Space.moved,
    places.TraderView.legal,
    rounds.play_round,
    scoring.ended,
)
REAL_ASTEROID, REAL_LENGTHS, REAL_ADD, REAL_TIGHT = (
    dice.SampledDice.asteroid,
    scoring.lengths_of,
    turn.add,
    places.crowded,
)
REAL_NOTE, REAL_WANTED, REAL_FILL, REAL_ROLL = scoring.note, boxes.wanted, turn.fill, dice.SampledDice.roll
NO_ARM = board.HAS_END.copy()
NO_ARM[6:10] &= board.HAS_END[[0, 1, 0, 1]]
"""Branches whose third end is left out."""


def _no_edge(self: Any, sets: Any, side: int) -> Any:
    with patch.object(self, "round_columns", False), patch.object(self, "round_rows", False):
        return REAL_MOVED(self, sets, side)


def _flown_to_again(self: Any) -> Any:
    flown = self.visited.copy()
    flown[self.trader] = 0
    with patch.object(self, "visited", flown):
        self.planet = self.planets_beside(self.trader)
        return REAL_LEGAL(self)


def _start_stays(some: Any, judges: Any, rolls: Any) -> None:
    first = some.first
    some.first = (first - some.round) % some.board.traders
    REAL_ROUND(some, judges, rolls)
    some.first = first


def _round_is_finished(some: Any, judges: Any, rolls: Any) -> None:
    REAL_ROUND(some, judges, rolls)
    some.over |= REAL_ENDED(some, np.arange(some.games))


def _never(some: Any, games: Any) -> Any:
    return np.zeros(games.size, np.bool_)


def _picks_backwards(some: Any, judges: Any, rolls: Any) -> None:
    """The one on the right follows, not the one on the left."""
    with patch.object(rounds, "range", lambda many: [-place for place in range(many)], create=True):
        REAL_ROUND(some, judges, rolls)


def _other_colour(self: Any, now: Any, games: Any) -> Any:
    with patch.object(self, "faces", self.faces[::-1]):
        return REAL_ASTEROID(self, now, games)


def _same_again(self: Any, now: Any, games: Any) -> Any:
    return now.rolled[now.die[games], games]


def _one_roll(self: Any, some: Any) -> Any:
    with patch.object(some, "round", 0):
        return REAL_ROLL(self, some)


def _with_arms(some: Any, trader: int, games: Any, pairs: Any) -> Any:
    """All boxes of the network."""
    one = some.board.pairs[:, 0]
    network = (some.distance[trader, games] != some.none).sum(axis=1)[:, one]
    return np.where(pairs, network, 0).astype(np.int16)


def _planets_too(some: Any, trader: int, games: Any, pairs: Any) -> Any:
    return np.where(pairs, REAL_LENGTHS(some, trader, games, pairs) + 2, 0).astype(np.int16)


def _scored_twice(some: Any, trader: int, drawn: Any) -> Any:
    return drawn.joined


def _all_struck(some: Any, trader: int, games: Any, pairs: Any, points: Any) -> None:
    """Only the trader himself has used a slot."""
    REAL_NOTE(some, trader, games, pairs, points)
    some.over[games] = some.routes[:, games].max(axis=0) >= some.board.galaxy.end_after


def _only_straights(now: Any, games: Any, allowed: Any) -> None:
    REAL_ADD(now, games, allowed & (np.arange(4) == 0)[:, None])


def _never_drawn(now: Any, games: Any, allowed: Any) -> None:
    """Extra tracks are lost."""


def _counts_himself(some: Any, empty: Any, flown: Any) -> Any:
    closed, _ = REAL_TIGHT(some, empty, flown)
    return closed, closed


def _two_points_a_star(some: Any) -> Any:
    return some.points + 2 * some.stars.astype(np.int64)


def _nobody_needs(some: Any, empty: Any, flown: Any) -> Any:
    """Who passes is not counted himself."""
    _, shut = REAL_TIGHT(some, empty, flown)
    return shut, shut


def _still_empty(some: Any, games: Any, cell: Any) -> None:
    some.put(some.filled, games, cell)


def _of_any(sight: Any, trader: Any = None) -> Any:
    everything = np.uint16((1 << sight.board.planets) - 1)
    return ~sight.visited[sight.trader if trader is None else trader] & everything


def _first_of_pairs(self: Any, now: Any, games: Any, lengths: Any) -> Any:
    return (lengths > 0).argmax(axis=1)


def _nothing_denied(self: Any, now: Any, sight: Any) -> Any:
    return np.zeros((4, sight.games.size), np.int32)


def _nothing_cut(self: Any, sight: Any, here: Any, cell: Any) -> Any:
    return np.zeros(cell.size, np.int32)


def _no_win_in_hand(now: Any, sight: Any, legal: Any, extra: bool) -> None:
    """A draw that ends the game and wins is chosen by its score alone."""


def _two_ends(self: Any, ends: Any) -> Any:
    return np.zeros((self.space.rows, 1), self.space.kind)


ANY_BOX = property(lambda self: self.empty)
RULES = (
    Mistake("a branch without its arm", ((draw, "HAS_END", NO_ARM),)),
    Mistake("the edge is not joined", ((rows.Space, "moved", _no_edge),)),
    Mistake("a planet is flown to twice", ((places.TraderView, "legal", _flown_to_again),)),
    Mistake("two ends of a track lead to one planet", ((places.TraderView, "_twice", _two_ends),)),
    Mistake("the start is not passed on", ((rounds, "play_round", _start_stays),)),
    Mistake("the trader to the right follows", ((rounds, "play_round", _picks_backwards),)),
    Mistake("every round shows the first roll", ((dice.SampledDice, "roll", _one_roll),)),
    Mistake(
        "the last route lets the round finish", ((scoring, "ended", _never), (rounds, "play_round", _round_is_finished))
    ),
    Mistake("only own routes fill slots", ((scoring, "note", _all_struck),)),
    Mistake("a way is counted with its side branches", ((scoring, "lengths_of", _with_arms),)),
    Mistake("the planets count as boxes", ((scoring, "lengths_of", _planets_too),)),
    Mistake("a pair is scored twice", ((scoring, "may_be_scored", _scored_twice),)),
    Mistake("a star is two points", ((table.Table, "totals", property(_two_points_a_star)),)),
    Mistake("a rocket gives straights alone", ((turn, "add", _only_straights),)),
    Mistake("extra tracks are lost", ((turn, "add", _never_drawn),)),
    Mistake("an asteroid rolls the other colour", ((dice.SampledDice, "asteroid", _other_colour),)),
    Mistake("an asteroid shows what was taken", ((dice.SampledDice, "asteroid", _same_again),)),
    Mistake("any empty box may be filled", ((board.Board, "fillable", ANY_BOX),)),
    Mistake("a filled box stays empty", ((turn, "fill", _still_empty),)),
    Mistake("who flies to a planet is counted himself", ((places, "crowded", _counts_himself),)),
    Mistake("who passes a planet is not counted himself", ((places, "crowded", _nobody_needs),)),
)
CAPTAINS = (
    Mistake("a captain scores the first pair", ((judge.PricedJudge, "pair", _first_of_pairs),)),
    Mistake("a captain wants scored pairs too", ((boxes, "wanted", _of_any),)),
    Mistake("a captain denies nothing", ((judge.PricedJudge, "_denied", _nothing_denied),)),
    Mistake("a captain cuts nobody off", ((judge.PricedJudge, "_cut", _nothing_cut),)),
    Mistake("a captain passes up a win in hand", ((judge, "winning_draws", _no_win_in_hand),)),
    Mistake("lots are drawn alike in every turn", ((dice, "TURNS_A_ROUND", 0),)),
)
SWITCHES = tuple(
    Mistake(f"{name} {value}", switches={name: value})
    for name, value in (
        ("end_by", "planets"),
        ("rotate_tracks", "no"),
        ("tracks_per_box", "two"),
        ("dead_ends", "open"),
        ("surrounding", "reach"),
        ("surrounding", "off"),
        ("passed_over_pairs", "open"),
        ("route_length", "longest"),
        ("scoring_forced", "no"),
        ("special_order", "special_first"),
        ("chains", "no"),
        ("fill_beside", "corner"),
        ("no_place", "pass"),
        ("first_player", "first"),
    )
)
"""Every other reading of an open point, played in the place of the one that is taken."""
MISTAKES = (*RULES, *CAPTAINS, *SWITCHES)
