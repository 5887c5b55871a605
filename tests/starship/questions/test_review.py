"""Reviews: blunders by arithmetic, what is left out, and that luck and decisions add up."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from analyzer import AnalyzerError, starship
from tests.doors.montecarlo import workers
from tests.facts import untold
from tests.places import ROOT
from tests.starship.questions.last_chance import FREE, in_flight, last_chance, sector

BEST = "best"
WORSE = "worse"

EXAMPLE = ROOT / "ships" / "starship" / "example-record.yaml"
COLONY_SHIP = {"hangar": {"colony_ship": 1}}


def at_the_colony(*steps: dict[str, Any]) -> dict[str, Any]:
    """The card at hand is the colony that wins."""
    lying = sector(FREE[0], fill=0)
    return last_chance(moon=COLONY_SHIP, sectors={1: lying}, **in_flight(FREE[0])) | {"steps": [*steps]}


def test_review_marks_passed_win_as_mistake() -> None:
    """None of the nine remaining cards brings a point."""
    review = starship.review(at_the_colony({"do": "next"}), 40)
    (decision,) = review.mistakes
    assert decision.verdict == WORSE
    assert decision.chosen.worse.mean == 1
    assert decision.options[0].words == "win now: found a colony"
    assert not untold(review.conclusions()[0], "1 decision of 1", "clearly worse")
    assert not untold(review.heading(), "40 games", "seed 1", "captain expert")
    assert decision.advice.heading().endswith("after each option, seed 1")


def test_review_finds_no_mistake_in_win() -> None:
    review = starship.review(at_the_colony({"do": "found"}), 40)
    assert [decision.verdict for decision in review.decisions] == [BEST]
    assert [step.expected.mean for step in review.steps] == [1, 1, 1]
    assert review.luck.mean == 0
    assert review.cost.mean == 0


def test_review_counts_drawn_colony_as_luck() -> None:
    """A card is left of this flight; the colony is one of nine cards, and comes: nearly all of the game is luck."""
    lying = sector(FREE[0], fill=0)
    position = last_chance(moon=COLONY_SHIP | {"boosters": [1]}, sectors={1: lying}, **in_flight(lying[9]))
    order = [lying[9], *lying[:9]]
    position["sectors"][1] = order
    position["flight"]["row"] = [lying[9]]
    review = starship.review(position | {"steps": [{"do": "next"}, {"do": "found"}]}, 300)
    assert review.steps[-1].expected.mean == 1
    assert abs(review.luck.mean - 8 / 9) < 0.1
    assert review.cost.mean == 0


def a_turn() -> dict[str, Any]:
    """Moon's last turn, in which no colony comes."""
    lying = sector(FREE[0], fill=0)
    position = last_chance(moon=COLONY_SHIP, sectors={1: [*lying[1:], lying[0]]})
    steps = ["next", "found", "next", "end", "done"]
    return position | {"steps": [{"do": "fly", "sector": 1}, *({"do": step} for step in steps)]}


def test_review_luck_and_cost_add_up() -> None:
    review = starship.review(a_turn(), 60)
    start, end = review.steps[0].expected.mean, review.steps[-1].expected.mean
    assert start + review.luck.mean - review.cost.mean == pytest.approx(end)
    each = sum(review.luck_at(number).mean for number in range(1, len(review.steps)))
    assert each == pytest.approx(review.luck.mean)


@pytest.mark.long
def test_review_ignores_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are copies of this process, as with `auto`, so that no worker has to start anew."""
    monkeypatch.setattr(workers, "in_order", partial(workers.in_order, copies=True))
    one, two = (starship.review(a_turn(), 10, workers=many).as_dict() for many in (1, 2))
    assert one == two


def test_review_skips_refused_and_opponent_steps() -> None:
    """Nothing can be founded on a trade planet; at the end of the turn there is nothing to choose."""
    review = starship.review(a_turn(), 20)
    assert [decision.value["do"] for decision in review.decisions] == ["fly", "next", "next", "end"]
    assert [decision.step for decision in review.decisions] == [1, 2, 4, 5]
    assert not starship.review(a_turn(), 20, player="sun").decisions


@pytest.mark.long
def test_review_page_shows_each_ship(tmp_path, command) -> None:
    record, page = tmp_path / "turn.yaml", tmp_path / "review.html"
    record.write_text(json.dumps(a_turn()))
    result = command("starship", "review", str(record), "--games", "20", "-o", str(page))
    assert result.code == 0
    text = page.read_text()
    assert text.count('class="ship"') == 6
    assert "All options" in text


@pytest.mark.parametrize(
    ("how", "reason"),
    [({"player": "mars"}, "player 'mars'"), ({"goal": "credits"}, "goal 'credits'"), ({"games": 1}, "games")],
)
def test_review_refuses_bad_arguments(how: dict[str, Any], reason: str) -> None:
    with pytest.raises(AnalyzerError, match=reason):
        starship.review(EXAMPLE, **how)


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "nowhere.yaml"),
        ("review", str(EXAMPLE), "--player", "mars"),
        ("advise", str(ROOT / "ships/starship/midgame.yaml")),
        ("fight", "--from", str(ROOT / "ships/starship/pirate.yaml"), "--cannons", "3"),
        ("explain", "--game", "1", "--review", "mars"),
    ],
)
def test_bad_input_exits_with_error(arguments: tuple[str, ...], command) -> None:
    result = command("starship", *arguments)
    assert result.code == 2
    assert "error:" in result.err


def test_record_without_steps_is_reviewed() -> None:
    review = starship.review(at_the_colony(), 4)
    assert (review.decisions, review.cost.estimate().mean) == ((), 0.0)
    assert str(review)
    assert review.html()
    assert review.as_dict()["mistakes"] == 0
