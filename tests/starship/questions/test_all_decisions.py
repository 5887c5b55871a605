"""Decisions beside the usual ones: what a fight brings or costs, the other's roll, trades that both agree on."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer import AnalyzerError, starship
from tests.starship.questions.last_chance import TEN, in_flight, last_chance, sector

GAMES = 8
SECOND: dict[str, Any] = {"command": 2, "trade": 2, "science": 2, "logistics": 1}
COLONIES = ["START01", "BASE05", "BASE06", "II04"]
OTHERS = {"modules": {"sensor": 2, "production": 2}}


def won(answer: starship.Advice) -> dict[str, float]:
    return {option.words: option.won.mean for option in answer.options}


def after_a_fight(dice: list[int], pirate: str, **moon: Any) -> dict[str, Any]:
    """The fight was at the last of three cards."""
    lying = sector(pirate, fill=0)
    return last_chance(moon=moon, sun=OTHERS, sectors={1: lying}, **in_flight(pirate, dice=dice, cards=3))


def test_reward_option_wins_with_missing_good() -> None:
    """Logistics II costs an ore, a carbon and two food, of which a food is missing; the pirate pays a good."""
    goods = {"ore": 1, "carbon": 1, "food": 1}
    position = after_a_fight([4, 1], "BASE12", modules=SECOND, colonies=COLONIES, goods=goods, cannons=[1])
    answer = starship.advise(position, GAMES)
    assert answer.what == "reward"
    goods = ("ore", "fuel", "food", "carbon", "trade good")
    chances = {f"gain {good}": float(good == "food") for good in goods}
    assert won(answer) == chances | {"win now: gain food, build Logistics II": 1}


def test_loss_option_keeps_points() -> None:
    """Sun has ten points but for Friend or Hero: only who keeps their points can win; a level I costs no point."""
    modules = {"command": 2, "trade": 2, "science": 2, "production": 1}
    position = after_a_fight([1, 4], "IV07", modules=modules, cannons=[])
    answer = starship.advise(position, GAMES, goal="points")
    assert answer.what == "loss"
    assert {option.words for option in answer.options} == {f"lose a level of the {name} module" for name in modules}
    assert answer.options[0].words == "lose a level of the production module"


def trading(**more: Any) -> dict[str, Any]:
    goods = {"ore": 1, "carbon": 1, "food": 1, "fuel": 1}
    moon = {"modules": SECOND, "colonies": COLONIES, "goods": goods}
    return last_chance(moon=moon, sun=OTHERS | {"goods": {"food": 1}}, phase="trade") | more


def test_trade_wins_for_buyer_only() -> None:
    """Moon builds the last module with the food; Sun loses by giving it, and refuses."""
    own = starship.advise(trading(), GAMES, give={"fuel": 1}, get={"food": 1})
    assert won(own)["give 1 fuel for 1 food"] == 1
    assert won(own)["end the turn"] == 0
    others = starship.advise(trading(), GAMES, player="sun", give={"food": 1}, get={"fuel": 1})
    assert won(others) == {"refuse the trade": 1, "agree to give 1 food for 1 fuel": 0}


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"give": {"fuel": 5}, "get": {"food": 1}}, "not allowed: moon has only 1 fuel"),
        ({"give": {"gold": 1}}, "trade: "),
        ({"player": "sun"}, "not this player's turn"),
        ({"player": "mars"}, "player 'mars'"),
    ],
)
def test_advise_refuses_impossible_trades(how: dict[str, Any], reason: str) -> None:
    with pytest.raises(AnalyzerError, match=reason):
        starship.advise(trading(), GAMES, **how)


def test_advise_command_takes_trade(command, tmp_path) -> None:
    path = tmp_path / "trade.yaml"
    starship.save_position(starship.load_position(trading()), path)
    result = command("starship", "advise", str(path), "--games", "4", "--give", "fuel:1", "--get", "food:1")
    assert "give 1 fuel for 1 food" in result.out
    assert command("starship", "advise", str(path), "--give", "fuel").code == 2


def test_production_options_on_opponents_roll() -> None:
    """Sun has ore and carbon on a 2 (BASE10, BASE05)."""
    sun = TEN | {"colonies": ["START02", "BASE10", "BASE05", "BASE07", "BASE08", "II03"]}
    moon = {"colonies": ["START01", "BASE09", "BASE06"]}
    position = last_chance(moon=moon, sun=sun, phase="production", roll=2)
    answer = starship.advise(position, GAMES, player="sun")
    assert answer.what == "production"
    assert won(answer) == {"produce ore": 1, "produce carbon": 1}
    record = position | {"steps": [{"do": "produce", "roll": 2, "sun": "ore"}]}
    (decision,) = starship.review(record, GAMES, player="sun", workers=1).decisions
    assert decision.value == {"do": "produce", "sun": "ore"}


def test_review_judges_trades_and_rewards() -> None:
    """Sun gave the food that Moon needed: their mistake. Moon gained an ore instead of it."""
    record = trading() | {"steps": [{"do": "trade", "give": {"fuel": 1}, "get": {"food": 1}}]}
    (sold,) = starship.review(record, GAMES, player="sun", workers=1).decisions
    assert (sold.value["do"], sold.chosen.worse.mean) == ("accept", 1)
    (bought,) = starship.review(record, GAMES, player="moon", workers=1).decisions
    assert (bought.value["do"], bought.chosen.worse.mean) == ("trade", 0)
    goods = {"ore": 1, "carbon": 1, "food": 1}
    fought = after_a_fight([], "BASE12", modules=SECOND, colonies=COLONIES, goods=goods, cannons=[1])
    record = fought | {"steps": [{"do": "fight", "dice": [4, 1], "gain": "ore"}]}
    (gained,) = starship.review(record, GAMES, player="moon", workers=1).decisions
    assert gained.chosen.worse.mean == 1


@pytest.mark.parametrize(
    ("flight", "reason"),
    [
        (in_flight("BASE11", dice=[4]), "each one of 1, 2, 3, 4"),
        (in_flight("BASE11", dice=[4, 9]), "each one of 1, 2, 3, 4"),
        (in_flight("BASE18", dice=[4, 1]), "no pirate is at hand"),
    ],
)
def test_dice_without_fight_are_refused(flight: dict[str, Any], reason: str) -> None:
    with pytest.raises(AnalyzerError, match=reason):
        starship.load_position(last_chance(sectors={1: sector("BASE11", fill=0)}) | flight)
