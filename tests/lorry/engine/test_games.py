"""Games as experiments: no number depends on blocks, workers or restarts, and what is told of them holds together."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from math import comb

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry, merge
from tests.doors.lorry import captain_question as tuning
from tests.doors.lorry import galaxy_svg, game_experiment
from tests.doors.runs import rebuild
from tests.facts import untold
from tests.places import ROOT
from tests.proofs.lorry import PLAY, p_value

SHIPS = ROOT / "ships" / "lorry"
SMALL = lorry.Galaxy.from_dict(lorry.load_galaxy(SHIPS / "small.yaml").to_dict() | {"end_after": 2})
RACE = game_experiment(SMALL, ["sprinter", "steady", "random"], 3)
ALONE = game_experiment(SMALL, ["sprinter"], 3)


@cache
def raced():
    """Forty games of the race."""
    return RACE.run_block(0, 40)


@pytest.mark.parametrize("asked", [RACE, ALONE], ids=["race", "alone"])
def test_game_results_ignore_blocks(asked, monkeypatch):
    whole = asked.run_block(0, 10)
    monkeypatch.setattr("analyzer.lorry.experiment.GAMES_AT_ONCE", 5)
    parts = [asked.run_block(first, many) for first, many in ((0, 1), (1, 9))]
    for name, column in whole.items():
        assert np.array_equal(column, np.concatenate([part[name] for part in parts], axis=1)), name


@pytest.mark.parametrize("asked", [RACE, ALONE], ids=["race", "alone"])
def test_described_experiment_rebuilds_equal(asked):
    again = rebuild(asked.describe(), "test")
    one, other = asked.run_block(5, 4), again.run_block(5, 4)
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_saved_runs_resume_and_merge(tmp_path):
    def play(games, **how):
        return lorry.race(SMALL, games, 9, captains=["random", "random"], **how)

    play(8, save=tmp_path / "a.run")
    play(16, save=tmp_path / "a.run")
    play(4, first=16, save=tmp_path / "b.run")
    assert merge([tmp_path / "a.run", tmp_path / "b.run"])[0].tally == play(20).tally


def test_points_by_length_have_bounds():
    """A short route has up to 4 boxes, a middle one up to 8; every pair of planets is scored at most once."""
    result = lorry.race(SMALL, 2)
    pairs = comb(len(SMALL.planets), 2)
    known = result.reach(0)
    assert (known["short_points"], known["middle_points"]) == ((0, 4 * pairs), (0, 8 * pairs))


def test_game_columns_are_consistent():
    told = raced()
    assert (told["total"] == told["points"] + told["star_points"]).all()
    assert (told["points"] == told["short_points"] + told["middle_points"] + told["long_points"]).all()
    assert (told["routes"] + told["struck"] <= SMALL.end_after).all()
    assert (told["routes"].sum(axis=0) == told["routes"][0] + told["struck"][0]).all()
    best = told["total"].max(axis=0)
    assert (told["won"] == (told["total"] == best)).all()
    assert ((told["margin"] > 0) == ((told["won"] == 1) & (told["shared"] == 0))).all()
    assert (told["began"].sum(axis=0) == 1).all()
    used = told["used_once"] + told["used_twice"] + told["used_more"]
    assert (used + told["again"] >= told["points"]).all()  # more only where several ways are equally short


def test_notes_name_solo_play_and_defaults():
    notes = " ".join(lorry.fly(lorry.default_galaxy(), games=5).notes())
    for said in ("no game for one trader", "No source prints the faces of the dice", "not the printed galaxy"):
        assert said in notes


@cache
def crowded_games(**switch):
    """Return short games in which each switch matters now and then: planets, special boxes and rivals lie close."""
    galaxy = lorry.Galaxy.from_dict(
        {
            "columns": 4,
            "rows": 4,
            "end_after": 4,
            "planets": {"1": [1, 1], "2": [3, 1], "3": [1, 3], "4": [3, 3]},
            "specials": [["rocket", 2, 2], ["asteroid", 4, 2], ["black_hole", 2, 4], ["star", 2, 3], ["rocket", 4, 4]],
            "dice": {"white": {"curve": 3, "branch": 3}, "orange": {"straight": 2, "curve": 2, "branch": 2}},
        }
    )
    return game_experiment(galaxy, ["random", "random"], 1, switches=switch).run_block(0, 300)


EVERY_SWITCH = [
    *({row["switch"]: value} for row in lorry.Switches.ROWS() for value in row["values"].split()[1:]),
    *({"wrap": wrap} for wrap in lorry.WRAPS if wrap != "both"),
]
"""Every value that is not the usual one, which stands first in the table."""


@pytest.mark.parametrize("switch", EVERY_SWITCH, ids=lambda one: "=".join(*one.items()))
def test_every_rule_switch_plays(switch):
    """Games end, and some differ from games with the same dice and the usual rules."""
    told, usual = crowded_games(**switch), crowded_games()
    assert (told["rounds"] > 0).all()
    if "end_by" not in switch:
        assert ((told["stuck"][0] == 1) ^ (told["routes"].sum(axis=0) == 4)).all()
    assert any((told[name] != usual[name]).any() for name in usual)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lorry.race(SMALL, 5, captains=["steady"]), "2 to 4"),
        (lambda: lorry.race(SMALL, 5, captains=["steady"] * 5), "2 to 4"),
        (lambda: lorry.race(SMALL, 5, captains=["stedy", "trunk"]), "did you mean steady"),
        (lambda: lorry.race(SMALL, 5, dice="white,white"), "2 traders roll white, orange"),
        (lambda: lorry.fly(SMALL, 5, switches={"surounding": "off"}), "did you mean surrounding"),
        (lambda: lorry.fly(SMALL, 5, switches={"surrounding": "on"}), "sides, reach, off"),
        (lambda: lorry.compare(SMALL, 5), "nothing to compare"),
        (lambda: lorry.advise(SHIPS / "small.yaml", 5), "dice"),
    ],
)
def test_impossible_games_say_why(call, says):
    with pytest.raises(AnalyzerError, match=says):
        call()


def test_explained_game_equals_raced_game():
    story = lorry.explain(SMALL, 4, 3, captains=["sprinter", "steady", "random"])
    told = raced()
    assert story.turns[-1].totals == tuple(told["total"][:, 4])
    assert story.turns[-1].round == told["rounds"][0, 4]
    drawn = sum(line.startswith("draws") for turn in story.turns for line in turn.lines)
    assert drawn == len(story.turns[-1].drawing.tracks)
    page = story.html()
    assert page.count('<svg class="galaxy"') == page.count('class="step"') == len(story.turns)
    assert page.count('id="ground"') == 1
    assert page.count('href="#ground"') == len(story.turns)


def test_story_shows_weighed_draws_and_ways():
    """Each turn shows the choice, the next two draws and the way that was scored."""
    story = lorry.explain(SMALL, 4, 3, captains=["steady", "random"])
    for turn in story.turns:
        picture = galaxy_svg(story.galaxy, turn.drawing, "a turn", weighed=turn.weighed)
        if turn.trader == 2 or not any(line.startswith("draws") for line in turn.lines):
            assert not turn.weighed
            continue
        (choice, *next_to_it) = turn.weighed
        column, row = choice.box
        assert any(
            f"{choice.ends} in column {column}, row {row}" in line for line in turn.lines if line.startswith("draws")
        )
        assert len(next_to_it) <= 2
        assert [choice.score, *(one.score for one in next_to_it)] == sorted(
            (one.score for one in turn.weighed), reverse=True
        )
        assert picture.count('stroke-width="1.6"') == len(next_to_it), "what was not drawn is thin"
        assert picture.count('stroke-width="1.4"') == len({one.box for one in turn.weighed}), "a frame a box"
    scored = [(turn, line) for turn in story.turns for line in turn.lines if line.startswith("scores")]
    assert scored
    for turn, line in scored:
        assert len(set(turn.drawing.way)) >= int(line.split(": ")[1].split()[0])
        own = {box for trader, box, _ in turn.drawing.tracks if trader == turn.trader}
        assert set(turn.drawing.way) <= own


@pytest.mark.long
def test_advise_is_reproducible_and_keeps_winner():
    found, again = (lorry.advise(SHIPS / "late.yaml", 8, candidates=3, captain="steady") for _ in range(2))
    assert found.as_dict() == again.as_dict()
    assert found.choices[0].games == 8
    assert found.goal == "won"
    assert found.choices[0].won.mean == max(one.won.mean for one in found.choices if not one.dropped)


@pytest.mark.long
def test_compare_varies_dice_and_switches():
    dice = ["white,white,orange", "white,orange,orange"]
    found = lorry.compare(SMALL, 10, captains=["steady"], against=["steady", "steady"], dice=dice)
    assert [*found.names] == dice
    found = lorry.compare(SMALL, 10, captains=["steady"], switches=[{"surrounding": "off"}])
    assert found.names == ("usual rules", "surrounding off")


@pytest.mark.long
def test_tuned_captain_is_confirmed_afresh(monkeypatch):
    monkeypatch.setattr(tuning, "PRICES", ("star",))
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    found = lorry.tune_captain(lorry.load_galaxy(SHIPS / "tiny.yaml"), 10, captain="steady", against=())
    assert found.tried == 9, "who begins, four prices of stars, four patiences"
    assert found.confirmed.names == ("tuned", "steady as before")


def test_tuning_changes_worths_of_the_board():
    expert = lorry.load_captain("expert")
    tried = [one for change in tuning.changes() for one in change(expert)]
    changed = {
        name for one in tried for name, worth in asdict(one.board).items() if worth != getattr(expert.board, name)
    }
    assert changed == {"left", "behind", "loose", "loose_left", "cut", "reach", "room"}
    assert not [one for change in tuning.changes() for one in change(lorry.load_captain("steady")) if one.board]


def test_scored_pairs_match_race_totals():
    found = lorry.scored_pairs(SMALL, 40, 3, captains=["sprinter", "steady", "random"])
    told = raced()
    assert sum(one.scored.mean for one in found.pairs) == pytest.approx(told["routes"].sum() / 40)
    points = sum(one.scored.mean * one.points for one in found.pairs if one.points is not None)
    assert points == pytest.approx(told["points"].sum() / 40)
    for one in found.pairs:
        assert sum(by.mean for by in one.by) == pytest.approx(one.scored.mean)
    assert sum(seat.won.mean for seat in found.seats) == pytest.approx(1)
    assert sum(seat.total.mean for seat in found.seats) == pytest.approx(told["total"].sum() / 40)
    for place, seat in enumerate(found.seats):
        there = told["began"][(np.arange(3) - place) % 3] == 1
        assert seat.total.mean == pytest.approx(told["total"][there].mean())


def test_pair_never_scored_has_no_points() -> None:
    never = [one for one in lorry.scored_pairs(SMALL, 2, captains=["random"] * 2).pairs if not one.scored.mean]
    assert never
    assert {(one.points, one.round) for one in never} == {(None, None)}


def test_scored_pairs_end_once_sure():
    """By default each share of games is known to about two percentage points, and a remark tells how to play all."""
    found = lorry.scored_pairs(SHIPS / "tiny.yaml", captains=["sprinter"] * 2)
    widths = [one.scored.high - one.scored.low for one in found.pairs]
    assert max(high - low for _, (_, low, high) in found.estimates("scored")) == max(widths) < 0.042
    assert 256 < found.games < 5_000
    assert any("games=5000" in note for note in found.notes())


def test_scored_pairs_save_and_merge(tmp_path):
    def pairs(games, **how):
        return lorry.scored_pairs(SMALL, games, 3, captains=["random", "random"], **how)

    whole = pairs(12)
    pairs(8, save=tmp_path / "a.run")
    pairs(4, first=8, save=tmp_path / "b.run")
    merged = merge([tmp_path / "a.run", tmp_path / "b.run"])[0]
    assert merged.tally == whole.tally
    assert merged.rows() == whole.rows()


def test_specials_remove_one_box_each():
    short = lorry.Galaxy.from_dict(SMALL.to_dict() | {"end_after": 1, "specials": SMALL.to_dict()["specials"][:3]})
    found = lorry.specials(short, 5)
    whole, *others = found.comparison.experiments
    assert [len(one.galaxy.specials) for one in (whole, *others)] == [3, 2, 2, 2]
    kept = whole.run_block(0, 5)["margin"][0]
    for one in found.worths:
        (without,) = (each for each in others if one.name not in map(named, each.galaxy.specials))
        gone = without.run_block(0, 5)["margin"][0]
        assert one.estimate.mean == pytest.approx((kept - gone).mean())
        assert one.differing == (kept != gone).sum()
    means = [one.estimate.mean for one in found.worths]
    assert means == sorted(means, reverse=True)


def named(special):
    return f"{special.kind.replace('_', ' ')} {special.box}"


@pytest.mark.long
def test_rulings_compare_with_usual_rules():
    found = lorry.rulings(SMALL, 12, captain="sprinter", against=())
    assert {(one.switch, one.value) for one in found.rulings} == {pair for one in EVERY_SWITCH for pair in one.items()}
    usual, off = (
        game_experiment(SMALL, ["sprinter"], 1, switches=how).run_block(0, 12)["total"][0].mean()
        for how in ({}, {"wrap": "none"})
    )
    told = next(one for one in found.rulings if one.value == "none")
    assert told.total.mean == pytest.approx(off - usual)


@pytest.mark.long
def test_unchanged_rulings_are_named_apart() -> None:
    """`wrap=none` changes some of two games; without rivals, the beginner changes none."""
    found = lorry.rulings(SMALL, 2, captain="steady", against=())
    never = [f"{one.switch}={one.value}" for one in found.rulings if not one.differing]
    assert "first_player=first" in never
    lines = found.conclusions()
    assert not untold(lines[-1], ", ".join(never), "trader 1", "none")
    assert not any(name in line for name in never for line in lines[:-1])


@pytest.mark.parametrize("game", [-1, 2**40 + 1, 2**64, 10**24])
def test_explain_refuses_game_out_of_range(game):
    with pytest.raises(AnalyzerError, match=f"game {game}: give a whole number from 0 to {2**40:,}"):
        lorry.explain(SMALL, game)


@pytest.mark.parametrize("seed", range(4))
def test_two_games_tell_nothing_of_seats(seed):
    """Two games won by one seat: Wilson's interval begins at 2 / (2 + 1.96^2) = 0.342, below an even share."""
    pairs = lorry.scored_pairs(SHIPS / "tiny.yaml", 2, seed, captains=["steady"] * 2)
    assert all(seat.won.low < 0.5 < seat.won.high for seat in pairs.seats)
    assert pairs.seats[0].won.mean + pairs.seats[1].won.mean == 1


@pytest.mark.parametrize("captain", PLAY)
@pytest.mark.parametrize("number", [5])
def test_sampled_games_fit_exact_distribution(number: int, captain: str) -> None:
    assert p_value(number, captain, 300) > 1e-4
