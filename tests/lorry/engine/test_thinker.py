"""A captain who imagines games: how near best play they are, on which dice, and where arithmetic says all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import TRACKS, Thinking
from tests.doors.lorry import (
    NAMED,
    BoardWorths,
    ResumedPosition,
    SampledDice,
    Table,
    Turn,
    compiled,
    game_experiment,
    play_round,
    thinker,
)
from tests.doors.lorry import dice as dice_module
from tests.lorry.questions.regret import tiny
from tests.texts import load_text, round_trip, saved_text

QUICK = Thinking(candidates=4, games=3)
CORNER = {"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}, "specials": [["star", 1, 2]]}


def thinking(thinks: Thinking = QUICK, captain: str = "steady") -> lorry.Captain:
    return replace(lorry.load_captain(captain), name="thinker", thinks=thinks)


@pytest.mark.parametrize("seed", [6, 11])
def test_thinker_beats_captain_not_optimum(seed):
    """Their mean lies above that of the captain behind them, counted out, and not above best play."""
    galaxy, games = tiny(seed), 50
    counted = lorry.exact(galaxy, 3)
    (played,) = lorry.fly(galaxy, games=games, captain="thinker", turns=3)
    low, _ = played.total.interval()
    assert low > float(counted.by("steady").mean)
    assert low <= float(counted.expected)


def test_thinker_takes_star_over_route():
    """A route brings one box in one turn and a star brings three, so the thinker takes the star."""
    galaxy = lorry.Galaxy.from_dict(CORNER)
    (one,) = lorry.fly(galaxy, games=40, captain=thinking(), turns=1)
    assert one.total.mean == 3
    assert one.total.std == 0


def test_thinker_games_ignore_blocks():
    rivals = [thinking(Thinking(3, 2, goal="won")), "steady"]
    galaxy = lorry.load_galaxy("ships/lorry/tiny.yaml").to_dict() | {"end_after": 1}
    experiment = game_experiment(galaxy, rivals, seed=5)
    whole = experiment.run_block(0, 4)
    parts = [experiment.run_block(first, many) for first, many in ((0, 1), (1, 3))]
    assert all(np.array_equal(whole[name], np.concatenate([part[name] for part in parts], axis=1)) for name in whole)


def test_thinker_games_ignore_lanes(monkeypatch):
    experiment = game_experiment("ships/lorry/tiny.yaml", [thinking()], seed=5, turns=6)
    whole = experiment.run_block(0, 4)
    monkeypatch.setattr(thinker, "LANES", 1)
    few = experiment.run_block(0, 4)
    assert all(np.array_equal(whole[name], few[name]) for name in whole)


class Blind(SampledDice):
    """Dice of which nobody may see more than the first round."""

    def _words(self, stream, numbers):
        assert stream < dice_module.ROLLS + dice_module.A_ROUND, "somebody looked at dice that are still to come"
        return super()._words(stream, numbers)


def test_thinker_never_sees_future_dice():
    experiment = game_experiment("ships/lorry/tiny.yaml", [thinking(), "steady"])
    table = Table(experiment.board, np.arange(4))
    faces = [experiment.galaxy.faces_of(colour) for colour in experiment.dice]
    play_round(table, [compiled(captain) for captain in experiment.captains], Blind(1, faces))
    assert table.counts[0, 0].tolist() == [1] * 4


def test_imagined_dice_use_own_words():
    """Imagined dice differ from the game's and from other thoughts', and are the same for all candidates."""
    faces, numbers = [(3, 2, 1, 0)], np.arange(8)
    game = SampledDice(1, faces)
    told = [
        dice._words(dice_module.ROLLS, numbers).tolist()
        for dice in (game, thinker.ImaginedDice(game, 0, 1), thinker.ImaginedDice(game, 1, 1))
    ]
    assert len({word for words in told for word in words}) == 24
    alike = thinker.ImaginedDice(game, 0, 4)._words(dice_module.ROLLS, np.arange(32)).reshape(8, 4)
    assert alike.tolist() == [[word] * 4 for word in told[1]]


def test_thought_numbers_stay_within_turn():
    table = Table(game_experiment("ships/lorry/tiny.yaml", ["steady", "steady"]).board, np.arange(1))
    first, second = (Turn(table, place, None, None, place, None, None, None) for place in (0, 1))
    numbers = [thinker.number_of_choice(first, number) for number in (0, 1, 62, 63, 64, 1000)]
    assert numbers == [0, 1, 62, 63, 63, 63]
    assert thinker.number_of_choice(second, 0) == 64


def test_goal_of_total_margin_and_won():
    totals = np.array([[5, 3, 4], [2, 9, 4], [4, 1, 1]])
    assert thinker.goal_of(totals, 0, "total").tolist() == [5, 3, 4]
    assert thinker.goal_of(totals, 0, "margin").tolist() == [1, -6, 0]
    assert thinker.goal_of(totals, 0, "won").tolist() == [1, 0, 1]
    assert thinker.goal_of(totals[:1], 0, "won").tolist() == [5, 3, 4]


def test_shorter_look_ahead_changes_play():
    galaxy = tiny(11)
    near, far = (
        game_experiment(galaxy, [thinking(Thinking(6, 4, rounds))], turns=3).run_block(0, 20)["total"]
        for rounds in (1, 0)
    )
    assert near.tolist() != far.tolist()


def test_captain_file_holds_thinking():
    captain = lorry.load_captain("thinker")
    assert captain.thinks == Thinking()
    assert captain.behind.as_prices() == lorry.load_captain("steady").as_prices() | {"name": "thinker"}
    assert round_trip(lorry.save_captain, lorry.load_captain, captain) == captain
    text = saved_text(lorry.save_captain, replace(lorry.load_captain("trunk"), name="mine"))
    assert load_text(lorry.load_captain, f"{text}thinks: {{games: 4, goal: won}}\n").thinks == Thinking(
        games=4, goal="won"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("thinks: {goal: fame}", "margin"),
        ("thinks: {games: 0, candidates: 1000}", "games"),
        ("thinks: {depth: 2}", "depth"),
        ("thinks: {}\nplays: random", "has no prices to think with"),
    ],
)
def test_impossible_thinking_is_refused(line, told):
    text = saved_text(lorry.save_captain, lorry.load_captain("trunk")).replace("plays: prices\n", "")
    with pytest.raises(AnalyzerError, match=told):
        load_text(lorry.load_captain, f"{text}{line}\n")


def test_exact_and_tuning_refuse_thinker():
    galaxy = lorry.Galaxy.from_dict(CORNER)
    with pytest.raises(AnalyzerError, match="there are no exact results"):
        lorry.exact(galaxy, 1).by("thinker")
    with pytest.raises(AnalyzerError, match="slow"):
        lorry.tune_captain(galaxy, captain="thinker")


def test_story_shows_thinker_weights():
    story = lorry.explain("ships/lorry/tiny.yaml", 0, captains=[thinking()], turns=3)
    assert all(len(turn.weighed) <= 3 for turn in story.turns)
    first = story.turns[0].weighed
    assert [one.score for one in first] == sorted((one.score for one in first), reverse=True)
    column, row = first[0].box
    assert any(f"{first[0].ends} in column {column}, row {row}" in line for line in story.turns[0].lines)
    assert "thinker simulates 3 games" in " ".join(story.notes())


@pytest.mark.parametrize(("captain", "is_fixed"), [("steady", True), ("thinker", False)])
def test_thinker_notes_replace_fixed_prices(captain, is_fixed):
    notes = game_experiment(CORNER, [captain, "steady"]).notes()
    assert any("fixed prices" in note for note in notes) == is_fixed
    assert any("simulates 8 games" in note for note in notes) != is_fixed


# a win in hand

ONE_LEFT = {"columns": 5, "rows": 4, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2]}, "end_after": 1}
TIED = ONE_LEFT | {"planets": {"1": [1, 2], "2": [5, 2], "3": [1, 4]}, "end_after": 2}


def picks(galaxy: dict, captain: lorry.Captain, tracks: list, scored: list = (), **switches: str) -> tuple:
    """The box that trader 1 draws in with a straight or a curve on the table, and the ends."""
    on_paper = lorry.Galaxy.from_dict(galaxy | {"switches": switches})
    now = lorry.Position(on_paper, 2, tracks, scored=scored)
    turn = ResumedPosition(now.with_turn(lorry.AtTurn(1, (("white", "straight"), ("orange", "curve")))))
    table = now.table.take(np.zeros(1, np.intp))
    dice = SampledDice(1, [on_paper.faces_of(colour) for colour in ("white", "orange")])
    judge = compiled(captain)
    picked = judge.pick(turn.turn(table, judge, dice), np.zeros(1, np.intp), turn.allowed, extra=False)
    return table.board.space.box(picked.cell[0]), TRACKS[picked.track[0]]


MEETING = [(2, 2, 1, "EW"), (3, 2, 1, "EW")]
DEAR = {"slot": 200, "patience": 30, "finish": 0}
"""Prices by which no route is ever worth scoring."""


@pytest.mark.parametrize("name", [name for name in NAMED if name != "random"])
def test_captain_takes_win_in_hand(name):
    captain = replace(lorry.load_captain(name), **DEAR)
    assert picks(ONE_LEFT, captain, MEETING) == ((4, 2), "EW")
    assert picks(ONE_LEFT, replace(captain, thinks=QUICK), MEETING) == ((4, 2), "EW")


def test_captain_passes_losing_last_route():
    lost = [*MEETING, (1, 3, 2, "NS")]
    captain = replace(lorry.load_captain("steady"), **DEAR)
    assert picks(TIED, captain, lost, [(1, 3, 2, 4)]) != ((4, 2), "EW")
    assert picks(TIED, captain, lost, [(1, 3, 2, 3)]) == ((4, 2), "EW"), "a shared win is one"


def test_expert_passes_losing_last_route():
    """Its patience for the last slot is a win, however dear a point is."""
    lost = [*MEETING, (1, 3, 2, "NS")]
    expert = replace(lorry.load_captain("expert"), point=200)
    assert picks(TIED, replace(expert, board=None, patience=0), lost, [(1, 3, 2, 4)]) == ((4, 2), "EW")
    assert picks(TIED, expert, lost, [(1, 3, 2, 4)]) != ((4, 2), "EW")
    assert picks(TIED, expert, lost, [(1, 3, 2, 3)]) == ((4, 2), "EW"), "a shared win is one"


def test_expert_ends_hopeless_game():
    """14 empty boxes leave room for 2, and the longest own way has 2: 5 points behind are too many."""
    lost, expert = [*MEETING, (1, 3, 2, "NS")], lorry.load_captain("expert")
    assert picks(TIED, expert, lost, [(1, 3, 2, 4)]) != ((4, 2), "EW")
    assert picks(TIED, expert, lost, [(1, 3, 2, 5)]) == ((4, 2), "EW")
    endless = replace(expert, board=replace(expert.board, room=0))
    assert picks(TIED, endless, lost, [(1, 3, 2, 5)]) != ((4, 2), "EW")


def test_expert_heads_for_own_network():
    """Tracks reach both planets, so the only route left joins the two networks, and the way to it is east."""
    wide = {"columns": 7, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [7, 2]}}
    apart = [(2, 2, 1, "NEW"), (6, 2, 1, "EW")]
    hasty = replace(lorry.load_captain("expert"), patience=0, board=BoardWorths())
    assert picks(wide, hasty, apart) == ((3, 2), "EW")


def test_captain_counts_star_of_box():
    starred = TIED | {"specials": [["star", 4, 2]]}
    captain, lost = replace(lorry.load_captain("steady"), **DEAR), [*MEETING, (1, 3, 2, "NS")]
    assert picks(starred, captain, lost, [(1, 3, 2, 6)]) == ((4, 2), "EW")
    assert picks(starred, captain, lost, [(1, 3, 2, 7)]) != ((4, 2), "EW")


def test_captain_wins_between_new_planets():
    """No own track is met; captains look at such second-tier draws only where nothing else is open."""
    near = ONE_LEFT | {"planets": {"1": [1, 2], "2": [5, 2], "3": [3, 4], "4": [5, 4]}}
    captain = replace(lorry.load_captain("steady"), **DEAR)
    assert picks(near, captain, [(2, 2, 1, "EW")])[0] in {(4, 4), (5, 3)}


def test_draw_waiting_for_box_never_wins():
    """A rocket's track comes before the route is scored under `special_first`."""
    gift = ONE_LEFT | {"specials": [["rocket", 4, 2]]}
    captain = replace(lorry.load_captain("steady"), **DEAR)
    assert picks(gift, captain, MEETING) == ((4, 2), "EW")
    assert picks(gift, captain, MEETING, special_order="special_first") != ((4, 2), "EW")


def test_thinker_considers_every_scoring_draw():
    """The prices make the route the worst draw of all, and the single candidate another draw."""
    captain = replace(lorry.load_captain("steady"), **DEAR, thinks=Thinking(1, 2, goal="total"))
    alone = lorry.Position(lorry.Galaxy.from_dict(ONE_LEFT), 1, MEETING)
    asked = ResumedPosition(alone.with_turn(lorry.AtTurn(1, (("white", "straight"),))))
    table = alone.table.take(np.zeros(1, np.intp))
    table.until = 1
    turn = asked.turn(table, compiled(captain), SampledDice(1, [alone.galaxy.faces_of("white")]))
    told = compiled(captain).weighed(turn, asked.allowed, False)
    assert (table.board.space.box(told[0][1]), told[0][2]) == ((4, 2), 3)
