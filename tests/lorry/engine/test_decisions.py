"""Every decision at positions by chance: what each draw is worth, not the best alone, and every lot; as the twin says.

Games that captains by chance have begun stand side by side, some of them are asked about.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from analyzer.lorry import TRACKS, TYPES, Galaxy, Thinking, default_galaxy, load_captain
from tests.doors.lorry import (
    GOALS,
    TYPE,
    Board,
    Random,
    SampledDice,
    Table,
    Thinker,
    Turn,
    captain_of,
    compiled,
    game_experiment,
    judge,
    load_switches,
    opener,
    places,
    play_round,
)
from tests.doors.lorry import turn as turn_module
from tests.lorry.chart import SWITCHES, any_board, any_galaxy, any_prices
from tests.lorry.engine.against_twin import prices_of
from tests.lorry.told import Listener, cells, end_of
from tests.lorry.twin import beginning, mind, thinker
from tests.lorry.twin.dice import GameDice
from tests.lorry.twin.face import Position
from tests.lorry.twin.game import plain
from tests.lorry.twin.mind import mind_of, wins_in_hand
from tests.lorry.twin.outlook import Outlook
from tests.lorry.twin.places import draws, fillable
from tests.lorry.twin.referee import Address
from tests.lorry.twin.table import GameOver
from tests.lorry.twin.table import Table as TwinTable
from tests.lorry.twin.turn import Turn as TwinTurn
from tests.lorry.twin.ways import at_planet, connected, joints, shortest

CASES = 40
pytestmark = pytest.mark.slow(but=12)
LANES = 5
NUMBERS = np.arange(3, 3 + LANES)
SEED = 7
SIZES = ((2, 7), (4, 6), (5, 6), (4, 12), (3, 4), (5, 7), (2, 5), (6, 18))
"""Columns and rows at least and at most; words of one byte and of more."""
COLOURS = ["white", "orange", "orange", "white"]


class Asked:
    """Games at some moment, the same for engine and twin, and a trader at their turn in some of them."""

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(number)
        traders, colours = 1 + number % 4, COLOURS[: max(2, number % 4 + 1)]
        galaxy = any_galaxy(rng, *SIZES[number % len(SIZES)])
        switches = {name: values[0] if rng.random() < 0.65 else rng.choice(values) for name, values in SWITCHES.items()}
        self.galaxy = galaxy | {"switches": switches, "end_after": rng.choice((2, 4, 9))}
        on_paper = Galaxy.from_dict({name: value for name, value in self.galaxy.items() if name != "switches"})
        self.table = Table(Board(on_paper, traders, load_switches(switches)), NUMBERS, rng.randrange(traders))
        self.table.log = listener = Listener()  # type: ignore[assignment]
        sampled = SampledDice(SEED, [on_paper.faces_of(colour) for colour in colours])
        judges = [compiled(load_captain(rng.choice(("steady", "sprinter", "random")))) for _ in range(traders)]
        for _ in range(rng.choice((0, 1, 2, 4, 7))):
            if not self.table.over.any():
                play_round(self.table, judges, sampled)
        self.table.log = None
        self.twins = [self._twin(end_of(self.table, lane, listener.turns.get(3 + lane, []))) for lane in range(LANES)]
        board = {"board": any_board(rng)} if number % 2 else {}
        self.captain = captain_of({"name": "any", **any_prices(rng), **board})
        place = rng.randrange(traders)
        self.trader = (self.table.first + self.table.round + place) % traders
        following = (self.trader + 1) % traders if place + 1 < traders else None
        shown = np.array([[rng.randrange(len(TYPES)) for _ in range(LANES)] for _ in colours], np.int8)
        left = np.array([[rng.random() < 0.6 for _ in range(LANES)] for _ in colours])
        left[rng.randrange(len(colours))] = True
        self.turn = Turn(self.table, self.trader, compiled(self.captain), sampled, place, following, shown, left)
        self.games = np.array(sorted(rng.sample(range(LANES), rng.choice((1, 2, 3, LANES)))))
        self.dice = [GameDice(self.twins[0].galaxy, colours, SEED, game) for game in NUMBERS.tolist()]

    def _twin(self, end: Mapping[str, Any]) -> TwinTable:
        """The same game as the twin's."""
        scored = [(*pair, *by) for pair, by in end["scored"].items()]
        return Position(self.galaxy, self.table.board.traders, end["tracks"], end["filled"], scored).table

    def of(self, lane: int) -> tuple[Any, Any]:
        """The dice of one game, and which of them are left."""
        return self.turn.rolled[:, [lane]], self.turn.left[:, [lane]]

    def each(self) -> list[tuple[int, int, Any]]:
        """Place among the games that are asked about, lane, and the twin's table."""
        return [(place, lane, self.twins[lane]) for place, lane in enumerate(self.games.tolist())]

    def left(self, lane: int) -> list[tuple[int, str]]:
        """The dice that are left."""
        return [
            (die, TYPES[self.turn.rolled[die, lane]]) for die in range(len(self.turn.left)) if self.turn.left[die, lane]
        ]

    @property
    def following(self) -> int | None:
        """Who picks next, as the twin counts."""
        return None if self.turn.following is None else self.turn.following + 1

    def box(self, cell: int) -> tuple[int, int] | None:
        return self.table.board.space.box(cell) if cell >= 0 else None

    def lengths(self) -> Any:
        """(games, pairs) Ways by chance, one at least in each game."""
        lengths = np.array([[max(0, self.rng.randint(-9, 9)) for _ in self.pairs] for _ in self.games], np.int16)
        lengths[:, self.rng.randrange(len(self.pairs))] = 4
        return lengths

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(one, other) for one, other in (self.table.board.pairs + 1).tolist()]


@pytest.fixture(params=range(CASES))
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Every third time only few places, and few games, are looked at together: nothing depends on it."""
    if request.param % 3 == 0:
        monkeypatch.setattr(places, "CHUNK", 3)
        monkeypatch.setattr("analyzer.lorry.captains.reach.TOGETHER", 2)
    return Asked(request.param)


def test_legal_and_fillable_match_twin(asked: Asked) -> None:
    """Captains list the legal tracks box by box; all others find them on whole boards."""
    every_type = np.ones((len(TYPES), asked.games.size), np.bool_)
    for trader in range(asked.table.board.traders):
        sight = places.TraderView(asked.table, trader, asked.games)
        legal, may_be_filled = sight.legal(), sight.fillable()
        listed = judge.list_places(sight, sight.boxes(), every_type)
        for place, _, twin in asked.each():
            of_twin = draws(twin, trader + 1, TYPES)
            here = [
                (*asked.box(cell), track)  # type: ignore[misc]
                for number, track in enumerate(TRACKS)
                for cell in cells(asked.table, legal[number], place)
            ]
            assert here == of_twin
            by_box = {
                (*asked.box(int(listed.cell[entry])), track)  # type: ignore[misc]
                for entry in np.flatnonzero(listed.here == place)
                for number, track in enumerate(TRACKS)
                if int(listed.tracks[entry]) >> number & 1
            }
            assert by_box == set(of_twin)
            assert [asked.box(cell) for cell in cells(asked.table, may_be_filled, place)] == fillable(twin)


def test_candidate_scores_match_twin(asked: Asked) -> None:
    """Compare scores with a die and with extra tracks, for the first tier alone and for all."""
    for extra, wide in product((False, True), repeat=2):
        _candidates_have_the_twins_score(asked, extra, wide)


def _candidates_have_the_twins_score(asked: Asked, extra: bool, wide: bool) -> None:
    captain, allowed = mind_of(prices_of(asked.captain)), asked.turn.allowed(asked.games)  # type: ignore[arg-type]
    weighed = asked.turn.judge.weigh(asked.turn, asked.games, allowed, extra, wide)  # type: ignore[attr-defined]
    here, tracks, boxes, scores = (part.tolist() for part in weighed.candidates())
    engine: list[dict[Any, int]] = [{} for _ in asked.games]
    for place, track, cell, score in zip(here, tracks, boxes, scores, strict=True):
        engine[place][(*asked.box(cell), TRACKS[track])] = score  # type: ignore[misc]
    for place, lane, twin in asked.each():
        kinds = [kind for _, kind in asked.left(lane)]
        view, trader = Outlook(twin, asked.trader + 1), asked.trader + 1
        legal = draws(twin, trader, kinds)
        hung = {one for one in legal if twin.met_by_own(trader, one[:2]) & set(one[2])}
        if wide or asked.captain.board is not None:
            own = {one for one in legal if twin.met_by_own(trader, one[:2])}
            looked_at = {one: one in own for one in legal}
        else:
            looked_at = {one: bool(hung) for one in hung or legal}
        following, left = (None, []) if extra else (asked.following, kinds)
        assert engine[place] == {
            one: captain.score(view, one, in_tier_1, following, left) for one, in_tier_1 in looked_at.items()
        }
        assert weighed.without[place] == captain.keep(view, None)
    if len(asked.games) == 1:
        ranked = [((*asked.box(cell), TRACKS[track]), score) for track, cell, score in weighed.ranked()]  # type: ignore[misc]
        assert ranked == sorted(engine[0].items(), key=_as_chosen)


def test_draws_left_out_are_not_best(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the best of all candidates with the best of those that the captain looks at.

    Draws are left out however few the games are.
    """
    monkeypatch.setattr(judge, "MANY", 1)
    games, allowed = asked.games, asked.turn.allowed(asked.games)
    for extra in (False, True):
        weighed = asked.turn.judge.weigh(asked.turn, games, allowed, extra, best_only=True)  # type: ignore[attr-defined]
        every = asked.turn.judge.weigh(asked.turn, games, allowed, extra)  # type: ignore[attr-defined]
        for best, of_all in zip(weighed.best(games.size), every.best(games.size), strict=True):
            assert best.tolist() == of_all.tolist()


@pytest.mark.long
def test_draws_left_out_change_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the same games with all draws weighed, and with draws left out however few the games are."""
    experiment = game_experiment(default_galaxy(), ["expert"] * 2, SEED)
    monkeypatch.setattr(judge, "MANY", 1)
    played = experiment.run_block(0, 100)
    monkeypatch.setattr(judge, "MANY", 1_000)
    for name, column in experiment.run_block(0, 100).items():
        assert np.array_equal(played[name], column), name


def _as_chosen(one: tuple[tuple[int, int, str], int]) -> tuple[int, int, int, int]:
    """The largest score first, of equals by track, then in reading order."""
    (column, row, ends), score = one
    return -score, TRACKS.index(ends), row, column


def test_picked_die_and_track_match_twin(asked: Asked) -> None:
    picked = asked.turn.judge.pick(asked.turn, asked.games, asked.turn.allowed(asked.games), extra=False)
    kind = np.where(picked.track >= 0, TYPE[picked.track], picked.kind)
    dice = turn_module.first_die(asked.turn, asked.games, kind)
    for place, lane, twin in asked.each():
        captain, left = mind_of(prices_of(asked.captain)), asked.left(lane)  # type: ignore[arg-type]
        die, draw = left[0][0], None
        if draws(twin, asked.trader + 1, [kind for _, kind in left]) or twin.switches["no_place"] == "pass":
            at = Address(asked.table.round, asked.turn.place)
            die, draw = captain.pick(twin, asked.trader + 1, left, asked.following, at)
        box = asked.box(picked.cell[place]) if picked.track[place] >= 0 else None
        assert (dice[place], box and (*box, TRACKS[picked.track[place]])) == (die, draw)
        assert draw is None or picked.forced[place] == captain.forced


def test_extra_pair_and_fill_match_twin(asked: Asked) -> None:
    judge, allowed, lengths = asked.turn.judge, asked.turn.allowed(asked.games), asked.lengths()
    extra = judge.pick(asked.turn, asked.games, allowed, extra=True)
    pairs, boxes = judge.pair(asked.turn, asked.games, lengths), judge.fill(asked.turn, asked.games)
    captain, trader = mind_of(prices_of(asked.captain)), asked.trader + 1  # type: ignore[arg-type]
    for place, lane, twin in asked.each():
        legal = draws(twin, trader, [kind for _, kind in asked.left(lane)])
        draw = captain.extra(twin, trader, "rocket", legal) if legal else None
        box = asked.box(extra.cell[place]) if extra.track[place] >= 0 else None
        assert (box and (*box, TRACKS[extra.track[place]])) == draw
        ways = {pair: int(way) for pair, way in zip(asked.pairs, lengths[place], strict=True) if way}
        assert (asked.pairs[pairs[place]] if pairs[place] >= 0 else None) == captain.pair(twin, trader, ways)
        assert asked.box(boxes[place]) == captain.hole(twin, trader, fillable(twin))


def test_random_lots_of_turn_match_twin(asked: Asked) -> None:
    """Die and place, pair, fill, extra track, then a pair once more: each choice of a turn has a word of its own."""
    judge, allowed, lengths, trader = Random(), asked.turn.allowed(asked.games), asked.lengths(), asked.trader + 1
    asked.turn.judge = judge
    picked = judge.pick(asked.turn, asked.games, allowed, extra=False)
    dice = turn_module.first_die(asked.turn, asked.games, np.where(picked.track >= 0, TYPE[picked.track], picked.kind))
    pairs, boxes = judge.pair(asked.turn, asked.games, lengths), judge.fill(asked.turn, asked.games)
    extra, again = (
        judge.pick(asked.turn, asked.games, allowed, extra=True),
        judge.pair(asked.turn, asked.games, lengths),
    )
    for place, lane, twin in asked.each():
        lots, left = mind.Random(SEED, 3 + lane), asked.left(lane)
        legal = draws(twin, trader, [kind for _, kind in left])
        die, draw = left[0][0], None
        lots.turn = 4 * asked.table.round + asked.turn.place
        if legal or twin.switches["no_place"] == "pass":
            die, draw = lots.pick(twin, trader, left, None, Address(asked.table.round, asked.turn.place))
        ways = {pair: int(way) for pair, way in zip(asked.pairs, lengths[place], strict=True) if way}
        pair, may_be_filled = lots.pair(twin, trader, ways), fillable(twin)
        fill = lots.hole(twin, trader, may_be_filled) if may_be_filled else None
        more = lots.extra(twin, trader, "rocket", legal) if legal else None
        found = [
            asked.box(one.cell[place]) and (*asked.box(one.cell[place]), TRACKS[one.track[place]])  # type: ignore[misc]
            for one in (picked, extra)
        ]
        assert (dice[place], found) == (die, [draw, more])
        chosen = [asked.pairs[one[place]] if one[place] >= 0 else None for one in (pairs, again)]
        assert chosen == [pair, lots.pair(twin, trader, ways)]
        assert asked.box(boxes[place]) == fill
        assert not picked.forced[place]


def test_asteroid_rolls_match_twin(asked: Asked) -> None:
    """So many rolls of this turn came before, more than a word has digits for."""
    turn, games = asked.turn, asked.games
    turn.die[:] = [asked.rng.randrange(len(turn.left)) for _ in range(LANES)]
    turn.asteroids[:] = [asked.rng.choice((0, 1, 2, 15, 16, 17, 40)) for _ in range(LANES)]
    rolled = turn.dice.asteroid(turn, games)
    for place, lane, _ in asked.each():
        dice = asked.dice[lane].turn(asked.table.round, turn.place, int(turn.die[lane]))
        dice.rolled = int(turn.asteroids[lane])
        assert TYPES[rolled[place]] == dice.again()


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 4, 10, 12, 18, 20, 26, 28])
@pytest.mark.parametrize("extra", [False, True], ids=["die", "extra"])
def test_thinker_worths_match_twin(number: int, extra: bool) -> None:
    """The average of the games imagined behind each, the best first, of equals the better one by prices."""
    asked = Asked(number)
    lane = next((game for game in asked.games.tolist() if not asked.table.over[game]), None)
    if lane is None:
        pytest.skip("all of these games are over: nobody thinks any more")
    thinks = Thinking(3, 2, 1, GOALS[number // 2 % 3])
    own, turn = asked.table.take(np.array([lane])), asked.turn
    alone = Turn(own, turn.trader, turn.judge, turn.dice, turn.place, turn.following, *asked.of(lane))
    alone.die[:] = turn.left[:, lane].argmax()
    allowed = alone.allowed(np.zeros(1, np.intp))
    if extra:
        alone.left[alone.die[0]] = False
    told = Thinker(replace(asked.captain, thinks=thinks)).weighed(alone, allowed, extra)
    engine = [((*asked.box(cell), TRACKS[track]) if track >= 0 else None, worth) for track, cell, worth in told]  # type: ignore[misc]
    twin, trader = asked.twins[lane], asked.trader + 1
    twin_mind = thinker.Thinker(
        prices=prices_of(asked.captain) or {},
        looks_at=3,
        imagines=2,
        rounds=1,
        goal=thinks.goal,
        dice=asked.dice[lane],
        until=40 if len(twin.seats) == 1 else None,
        at=Address(own.round, turn.place),
        left=asked.left(lane),
        die=int(alone.die[0]),
    )
    legal = draws(twin, trader, [kind for _, kind in asked.left(lane)])
    best: list[Any] = twin_mind.widely(twin, trader, legal, None if extra else asked.following)
    candidates = [*best, None] if extra and best else best
    why = "rocket" if extra else "die"
    if wins_in_hand(twin, trader, legal, why):
        mind, at = mind_of(prices_of(asked.captain) or {}), Address(own.round, turn.place)
        (_, win) = mind.pick(twin, trader, asked.left(lane), asked.following, at)
        candidates = [mind.extra(twin, trader, why, legal) if extra else win]
    worth = twin_mind.worth(twin, trader, why, candidates)
    order = sorted(range(len(candidates)), key=lambda one: -worth[one])
    assert engine == [(candidates[one], worth[one] / 2) for one in order]


@pytest.mark.parametrize("number", range(CASES))
def test_heads_for_draws_match_twin(number: int) -> None:
    """Before a first route was scored and after; with a die, and extra tracks."""
    asked = Asked(number)
    pair, trader, allowed = asked.rng.choice(asked.pairs), asked.trader + 1, asked.turn.allowed(asked.games)
    heads_for = opener.PairOpener(judge.PricedJudge(asked.captain), int(NUMBERS[0]), LANES, asked.pairs.index(pair))
    heads_for.pairs[:] = [asked.rng.choice((-1, -1, 0)) for _ in range(LANES)]
    picked, extra = (heads_for.pick(asked.turn, asked.games, allowed, more) for more in (False, True))
    for place, lane, twin in asked.each():
        first = asked.pairs[heads_for.pairs[lane]] if heads_for.pairs[lane] >= 0 else None
        twin_mind, left = beginning.HeadsFor(prices_of(asked.captain) or {}, 0, pair, first), asked.left(lane)
        legal, draw, more = draws(twin, trader, [kind for _, kind in left]), None, None
        if legal or twin.switches["no_place"] == "pass":
            at = Address(asked.table.round, asked.turn.place)
            _, draw = twin_mind.pick(twin, trader, left, asked.following, at)
        if legal:
            more = twin_mind.extra(twin, trader, "rocket", legal)
        found = [
            (*asked.box(one.cell[place]), TRACKS[one.track[place]]) if one.track[place] >= 0 else None  # type: ignore[misc]
            for one in (picked, extra)
        ]
        assert found == [draw, more]
        assert draw is None or picked.forced[place] == twin_mind.forced


def test_heads_for_scores_wanted_pair_first() -> None:
    """The wanted pair is scored where it can be and nothing was scored before, else the longest."""
    asked = Asked(3)
    heads_for = opener.PairOpener(judge.PricedJudge(load_captain("steady")), int(NUMBERS[0]), LANES, 1)
    heads_for.pairs[:] = [-1, 0, 2, -1, 1]
    lengths = np.zeros((LANES, len(asked.pairs)), np.int16)
    lengths[:, :3] = [[5, 3, 0], [5, 3, 0], [5, 3, 0], [2, 0, 4], [0, 1, 7]]
    assert heads_for.pair(asked.turn, np.arange(LANES), lengths).tolist() == [1, 0, 0, 2, 2]
    assert heads_for.pairs.tolist() == [1, 0, 2, 2, 1]


@pytest.mark.parametrize("number", range(CASES))
def test_resolved_draw_matches_twin(number: int) -> None:
    """A legal track in each game at once: routes, special boxes, extra tracks, fills, and all that is known then."""
    asked = Asked(number)
    turn, table, trader = asked.turn, asked.table, asked.trader + 1
    legal = {lane: draws(twin, trader, TYPES) for _, lane, twin in asked.each() if not twin.over}
    drawn = {lane: asked.rng.choice(places) for lane, places in legal.items() if places}
    table.log = listener = Listener()  # type: ignore[assignment]
    listener.turns = {int(game): [{"events": []}] for game in NUMBERS}
    turn.die[:] = [asked.rng.randrange(len(turn.left)) for _ in range(LANES)]
    tracks = np.array([TRACKS.index(ends) for _, _, ends in drawn.values()], np.int8)
    cells_of = np.array([table.board.space.cell((column, row)) for column, row, _ in drawn.values()], np.intp)
    turn_module.resolve(turn, np.array([*drawn], np.intp), tracks, cells_of, extra=False)
    for lane, place in drawn.items():
        twin, mind = asked.twins[lane], mind_of(prices_of(asked.captain))  # type: ignore[arg-type]
        told = TwinTurn(twin, trader, mind, asked.dice[lane].turn(table.round, turn.place, int(turn.die[lane])))
        with suppress(GameOver):
            told.draw(place)
        assert listener.turns[int(NUMBERS[lane])][0]["events"] == plain({"events": told.told})["events"]
        _knows_the_same(asked, lane)


def _knows_the_same(asked: Asked, lane: int) -> None:
    """What a table of the engine says of a game, and what the twin works out from its tracks."""
    table, twin, board = asked.table, asked.twins[lane], asked.table.board
    assert table.over[lane] == twin.over
    for seat, trader in enumerate(twin.seats):
        own, hang = twin.tracks[trader], joints(twin, trader)
        assert (table.totals[seat, lane], table.stars[seat, lane]) == (twin.total(trader), twin.stars[trader])
        assert table.visited[seat, lane] == sum(1 << planet - 1 for planet in twin.flown[trader])
        joined = connected(twin, trader)
        assert table.joined[seat, lane] == sum(1 << number for number, pair in enumerate(asked.pairs) if pair in joined)
        depths = Outlook(twin, trader).depths
        for planet in twin.galaxy.planets:
            far = shortest(hang, at_planet(twin, trader, planet)) if planet in twin.flown[trader] else {}
            ways = {box: int(table.distance[seat, lane, board.space.cell(box), planet - 1]) for box in own}
            assert {box: way for box, way in ways.items() if way != table.none} == far
        assert {box: int(table.depth[seat, lane, board.space.cell(box)]) for box in own} == {
            box: depths.get(box, 0) for box in own
        }
    for number, pair in enumerate(asked.pairs):
        by = [trader for trader in twin.seats if int(table.by[trader - 1, lane]) >> number & 1]
        assert (by, table.paid[number, lane]) == (
            ([twin.scored[pair][0]], twin.scored[pair][1]) if pair in twin.scored else ([], 0)
        )
        for one, other in (pair, pair[::-1]):
            assert bool(table.unscored[one - 1, lane] >> other - 1 & 1) == (pair not in twin.scored)
