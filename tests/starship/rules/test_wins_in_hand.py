"""Wins in hand: whatever wins in the rest of a turn without dice is found, against all that may be done in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer import starship
from tests.conftest import ALL
from tests.doors.starship import (
    BIT,
    STANDARD_RULES,
    GameExperiment,
    Table,
    Thinking,
    captain_of,
    plain,
    points,
    wins_by_trade,
)
from tests.doors.starship import lines as lines_module
from tests.starship.engine.against_twin import faults
from tests.starship.rules.winning_steps import Start, can_win
from tests.starship.twin.box import CARDS, GOODS, LAB
from tests.starship.twin.referee import play_position

COLONIES = [card.id for card in CARDS if card.kind == "colony"]
STATIONS = [card.id for card in CARDS if card.h]
MOON = {
    "astro": 0,
    "goods": {"ore": 1, "food": 2, "carbon": 1},
    "hangar": {},
    "modules": {"command": 1, "science": 2, "production": 2},
    "colonies": ["START01", "BASE10", "BASE08", "BASE09", "III04"],
    "stations": ["BASE14", "BASE16", "BASE17"],
    "pirates": ["BASE11", "I05", "I06"],
}
"""Nine points: five colonies, two modules II, both special cards."""


SUN = {
    "astro": 10,
    "goods": {"ore": 1, "food": 2, "carbon": 1},
    "hangar": {},
    "modules": {"trade": 1, "sensor": 2, "logistics": 2},
    "colonies": ["START02", "BASE05", "II04", "BASE07", "BASE06", "III03", "II03"],
}
IN_FLIGHT = {
    "moon": MOON | {"astro": 8, "goods": {"ore": 1, "food": 1, "carbon": 1}},
    "sun": SUN,
    "turn": "moon",
    "phase": "flight",
    "roll": 1,
    "flight": {"sector": 1, "row": ["BASE25"]},
}
"""A food short in flight; food costs 5 there, 3 at the own station."""
IN_TRADE = {"moon": MOON | {"astro": 6, "goods": {"ore": 1, "food": 1, "fuel": 2}}, "sun": SUN, "phase": "trade"}
"""A food and a carbon short, and Astro for just these."""


def ships_by_chance(number: int, many: int) -> Table:
    """Ships at turn in trade and build, with one or two points missing."""
    rng, table = random.Random(number), Table(many, STANDARD_RULES)
    for lane in range(many):
        missing, modules = rng.choice((1, 1, 2)), [[rng.randint(0, 2) for _ in range(6)] for _ in range(2)]
        for own, other in zip(*modules, strict=True):
            if own == other == 2:
                modules[1][modules[0].index(own)] = 1
        modules[1] = [min(b, 1) if a == 2 else b for a, b in zip(*modules, strict=True)]
        table.modules[:, :, lane] = modules
        for player in range(2):
            room = 2 + modules[player][0]
            table.stored[player, :, lane] = [rng.randint(0, room) for _ in GOODS] + [rng.randint(0, LAB)]
        table.astro[:, lane] = rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 10, 14)), 10
        owned = rng.sample(STATIONS, rng.randint(0, 5))
        table.owned[0, lane] = sum(1 << BIT[card] for card in owned)
        for card in COLONIES[: max(0, 10 - missing - int(points(table, 0, np.array([lane]))[0]))]:
            table.owned[0, lane] |= np.uint64(1 << BIT[card])
    return table


def start_of(table: Table, lane: int) -> Start:
    """What lies before the first player of a lane."""
    stations = tuple(card for card in STATIONS if int(table.owned[0, lane]) >> BIT[card] & 1)
    missing = 10 - int(points(table, 0, np.array([lane]))[0])
    stored, others = (tuple(table.stored[player, :, lane].tolist()) for player in range(2))
    own, other = (tuple(table.modules[player, :, lane].tolist()) for player in range(2))
    return Start(missing, int(table.astro[0, lane]), stored, own, others, other, stations)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(40))
def test_winning_lines_match_brute_force(number: int) -> None:
    table = ships_by_chance(number, 60 if ALL else 30)
    for lane in range(table.lanes):
        line = lines_module.search(STANDARD_RULES).line(lines_module.moment_of(table, lane))
        assert (line is not None) == can_win(start_of(table, lane), resells=True, grows=True), lines_module.moment_of(
            table, lane
        )


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(40))
def test_captains_find_wins_within_bounds(number: int) -> None:
    """Captains find every win but those that need reselling or growing modules, and no false win."""
    table = ships_by_chance(number, 60 if ALL else 30)
    found = set(wins_by_trade(table, np.arange(table.lanes)).tolist())
    for lane in range(table.lanes):
        start, moment = start_of(table, lane), lines_module.moment_of(table, lane)
        assert lane in found or not can_win(start, resells=False, grows=False), moment
        assert lane not in found or can_win(start, resells=True, grows=True), moment


CAPTAINS = ("sensible", "expert", "cautious", "bold", "trader", "settler")


@pytest.mark.parametrize("captain", CAPTAINS)
@pytest.mark.parametrize("phase", ["production", "sector", "trade"])
def test_captain_plays_win_in_hand(captain: str, phase: str) -> None:
    """Nine points and the goods of Command II: nothing is flown, it is built."""
    position = {"moon": MOON, "turn": "moon", "phase": phase} | ({} if phase == "production" else {"roll": 1})
    end = plain.turns([position], (captain, "sensible"), 1)[0]
    assert (end["winner"], end["cards_flown"], end["moon"]["modules"]["command"]) == ("moon", 0, 2)


def test_thinker_plays_win_in_hand() -> None:
    thinker = replace(starship.load_captain("thinker"), thinks=Thinking(2, 0))
    position = starship.load_position({"moon": MOON, "turn": "moon", "phase": "sector", "roll": 1})
    experiment = GameExperiment((thinker, starship.load_captain("sensible")), 1, position=position)
    columns = experiment.run_block(0, 2)
    assert columns["won"][0].all()
    assert not columns["cards_flown"][0].any()


TRADER = MOON | {"astro": 2, "modules": {"trade": 1, "science": 2, "production": 2}}
"""A food short, which costs 3 Astro, and 2 Astro: a carbon and a fuel may be sold for 3, or bought by force for 2."""


@pytest.mark.parametrize("captain", CAPTAINS)
@pytest.mark.parametrize("good", ["carbon", "fuel"])
def test_captain_wins_by_resale(captain: str, good: str) -> None:
    """The carbon aboard is sold and bought back, the fuel of the other bought and sold."""
    moon = TRADER | {"goods": {"ore": 1, "food": 1, "carbon": 1}}
    position = {"moon": moon, "sun": {"goods": {good: 1}}, "turn": "moon", "phase": "trade"}
    end = plain.turns([position], (captain, "sensible"), 1)[0]
    assert (end["winner"], end["moon"]["astro"], end["sun"]["goods"][good]) == ("moon", 0, 0)


def traders_by_chance(number: int, many: int) -> Iterator[dict[str, Any]]:
    """Positions in trade and build in which one point is missing and both players have goods."""
    rng = random.Random(number)
    stations = ["BASE13", "BASE14", "BASE15", "BASE16", "BASE17", "I03", "I04", "III05"]
    for _ in range(many):
        goods = [{good: rng.randint(0, 2) for good in GOODS} for _ in range(2)]
        modules = {**TRADER["modules"], "trade": rng.choice((1, 1, 2)), "production": 1}
        modules |= {"production": 2} if modules["trade"] == 1 else {}
        moon = {"astro": rng.randint(0, 6), "goods": goods[0], "modules": modules}
        moon["stations"] = [*sorted(rng.sample(stations, 4))]
        yield {"moon": TRADER | moon, "sun": {"astro": 10, "goods": goods[1]}, "turn": "moon", "phase": "trade"}


@pytest.mark.long
def test_wins_by_trade_equal_twin() -> None:
    positions = [*traders_by_chance(3, 150)]
    captain = starship.load_captain("sensible")
    engine = plain.turns(positions, (captain, captain), 1)
    twin = [play_position(one, (captain, captain), 1, number) for number, one in enumerate(positions)]
    assert faults(engine, twin) == []
    assert sum(end["winner"] == "moon" for end in engine) > 20


def test_story_shows_resale_in_order() -> None:
    """The fuel is bought before it is sold, and sold before food is bought."""
    moon = TRADER | {"goods": {"ore": 1, "food": 1, "carbon": 1}}
    position = {"moon": moon, "sun": {"goods": {"fuel": 1}}, "turn": "moon", "phase": "trade"}
    story = starship.explain(0, position=position, turns=1)
    lines = [row["line"] for row in story.rows()]
    steps = (
        "forces Sun to sell",
        "Mintaka II, fuel at 3 with H: sells",
        "Saiph VI, food at 3 with H: buys",
        "ten points",
    )
    places = [next(number for number, line in enumerate(lines) if step in line) for step in steps]
    assert places == sorted(places)


def test_passive_captain_passes_win() -> None:
    position = {"moon": MOON, "turn": "moon", "phase": "trade"}
    assert plain.turns([position], ("passenger-pays", "sensible"), 1)[0]["winner"] is None


def test_win_in_hand_ignores_prices() -> None:
    """A captain file that never builds a module II and holds all Astro back."""
    mean = starship.load_captain("sensible")
    prices = mean.as_prices() | {"module_2": 0, "held": 100, "name": "mean"}
    goods = {"ore": 1, "food": 1, "carbon": 0}
    position = {"moon": MOON | {"astro": 6, "goods": goods}, "turn": "moon", "phase": "trade"}
    assert plain.turns([position], (captain_of(prices), "sensible"), 1)[0]["winner"] == "moon"


@pytest.mark.parametrize("position", [IN_FLIGHT, IN_TRADE])
def test_advise_offers_winning_line(position: dict[str, Any]) -> None:
    advice = starship.advise(position, 20)
    best = advice.options[0]
    assert best.is_win
    assert best.won == (1, 1, 1)
    assert len(best.value["steps"]) == 3
    assert best.value["steps"][-1] == {"do": "build", "what": "command", "level": 2}
    assert "Command II" in advice.conclusions()[0]
    assert "clearly" not in " ".join(advice.conclusions())


def test_sure_win_has_no_interval() -> None:
    """In the terminal, on pages and in JSON: no dice are in it, so no games stand behind it."""
    advice = starship.advise(IN_TRADE, 20)
    assert "exact" in str(advice)
    assert "100.0% to 100.0%" not in str(advice)
    told = advice.as_dict()["options"][0]
    assert (told["is_exact"], told["games"], told["won"]) == (True, None, 1)
    review = starship.review(IN_TRADE | {"steps": [{"do": "end"}]}, 20)
    assert "100.0% to 100.0%" not in str(review)


@pytest.mark.long
def test_advice_names_wins_left_out() -> None:
    """Nine points and no line: the note stands; beside a sure win, and far from the goal, it would say nothing."""
    told = "Wins by a deal with the other player"
    poor = IN_TRADE | {"moon": IN_TRADE["moon"] | {"astro": 0, "goods": {}}}
    for position, is_said in ((poor, True), (IN_TRADE, False), ({"phase": "trade"}, False)):
        assert any(told in note for note in starship.advise(position, 4).notes()) is is_said
    assert any(told in note for note in starship.review(IN_FLIGHT | {"steps": [{"do": "end"}]}, 4).notes())


def test_advise_names_winning_last_build() -> None:
    """One step: the build itself is the option."""
    advice = starship.advise({"moon": MOON, "turn": "moon", "phase": "trade"}, 20)
    wins = [option for option in advice.options if option.is_win]
    assert [option.value for option in wins] == [{"do": "build", "what": "command"}]
    assert wins[0].is_best
    assert "win" in advice.conclusions()[0]


@pytest.mark.parametrize(
    ("more", "first"),
    [
        ({"phase": "production", "roll": 3}, "produce"),
        ({"phase": "sector", "roll": 3}, "end"),
        ({"phase": "flight", "roll": 3, "flight": {"sector": 1, "row": ["BASE22"]}}, "buy"),
        ({"phase": "flight", "roll": 3, "flight": {"sector": 1, "row": ["BASE18"], "demand": 3}}, "pay"),
    ],
)
def test_winning_line_begins_with_decision(more: dict[str, Any], first: str) -> None:
    """A colony that makes food on a 3 beside another one, no flight, food at the card at hand, a pirate to be paid."""
    moon = MOON | {"astro": 3, "stations": ["BASE14", "BASE16", "BASE15"]}
    if first in ("produce", "buy"):
        moon |= {"goods": {"ore": 1, "food": 1, "carbon": 1}}
    if first == "produce":
        moon |= {"colonies": ["START01", "BASE10", "BASE08", "BASE07", "III04"]}
    advice = starship.advise({"moon": moon, "turn": "moon"} | more, 4)
    line = next(option.value for option in advice.options if option.is_win)
    assert line["steps"][0]["do"] == first
    assert all(option.won.mean == 1 for option in advice.options if option.is_win)


def test_review_calls_no_winning_step_worse() -> None:
    steps = [
        {"do": "end"},
        {"do": "buy", "goods": {"food": 1}, "station": "BASE17"},
        {"do": "build", "what": "command", "level": 2},
    ]
    review = starship.review(IN_FLIGHT | {"steps": steps}, 20)
    assert [decision.verdict for decision in review.decisions] == ["no difference", "no difference", "best"]
    assert review.decisions[-1].chosen.is_win
    assert not review.mistakes
