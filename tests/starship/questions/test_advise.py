"""Advice where it can be counted out what is best: this turn decides, or one option is better whatever comes."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from analyzer import AnalyzerError, starship
from tests.facts import untold
from tests.places import ROOT
from tests.starship.questions.last_chance import FREE, LOST, PLANETS, TEN, in_flight, last_chance, sector
from tests.starship.twin.box import CARDS

FILES = ROOT / "ships" / "starship"
GAMES = 400
COLONY_SHIP = {"hangar": {"colony_ship": 1}}


def won(answer: starship.Advice) -> dict[str, float]:
    """The chance to win by option."""
    return {option.words: option.won.mean for option in answer.options}


def holds(answer: starship.Advice, words: str, chance: Fraction) -> bool:
    """Whether a chance that was counted out lies within five standard errors of what was played."""
    option = next(option for option in answer.options if option.words == words)
    error = (float(chance * (1 - chance)) / option.games) ** 0.5
    return abs(option.won.mean - float(chance)) <= 5 * error


def test_advice_ignores_number_of_workers() -> None:
    """The 41 games do not fall into two equal parts."""
    one, two = (starship.advise(FILES / "at-the-table.yaml", 41, workers=workers).as_dict() for workers in (1, 2))
    assert one == two


def test_last_chance_position_has_stated_points() -> None:
    position = starship.load_position(last_chance())
    assert starship.points(*position.ships) == {"moon": 9, "sun": 10}


def test_advise_ranks_sectors_by_colony_chance() -> None:
    """Two boosters and a 1: three of ten cards are flown."""
    sectors = {1: sector(FREE[0], fill=0), 2: sector(*FREE[1:], fill=1)}
    answer = starship.advise(last_chance(moon=COLONY_SHIP, sectors=sectors), GAMES)
    assert holds(answer, "fly to sector 1", Fraction(3, 10))
    assert holds(answer, "fly to sector 2", 1 - Fraction(comb(8, 3), comb(10, 3)))
    assert [won(answer)[words] for words in ("fly to sector 3", "fly to sector 4", "stay out of all sectors")] == [
        0
    ] * 3
    assert answer.options[0].words == "fly to sector 2"


def before_a_pirate(cannons: list[int], lying: list[str], **flight: Any) -> dict[str, Any]:
    """With two medals the third one brings Hero; Sun has their ten points without a medal."""
    sun = {"pirates": [], "colonies": ["START02", "BASE07", "BASE08", "BASE09", "BASE10", "II03", "II04"]}
    moon = {"cannons": cannons, "astro": 9, "pirates": ["BASE11", "I05"]}
    return last_chance(moon=moon, sun=sun, sectors={1: lying}, **in_flight(**flight))


@pytest.mark.parametrize(
    ("cannons", "pirate", "wins"), [([1], "BASE12", 5), ([2, 1, 1], "I07", 23), ([2, 2, 2], "II06", 35)]
)
def test_advise_gives_odds_of_fight(cannons: list[int], pirate: str, wins: int) -> None:
    """So many of the 36 pairs of the dice 1 2 2 3 3 4 win."""
    answer = starship.advise(before_a_pirate(cannons, sector(pirate, fill=0), row=[pirate]), GAMES)
    assert (answer.what, answer.wins_fight) == ("pirate", Fraction(wins, 36))
    assert holds(answer, "fight", Fraction(wins, 36))
    demand = 5 if pirate == "II06" else 3
    assert won(answer)[f"pay {demand} Astro"] == 0
    assert answer.options[0].words == "fight"


def test_advise_weighs_possible_waiting_pirates() -> None:
    """Twelve places are unknown, and ten base cards: Pirate 3 (BASE12) lies there for sure.

    Two of the four cards of stack I that nobody saw have come too: Pirate 3 (I06) and Pirate 4 (I07) with a chance of
    one half each. So strength 3 is believed with 1.5 of 2, and strength 4 with 0.5 of 2.
    """
    position = before_a_pirate([1, 1], [*PLANETS[:6]], demand=3) | {"gone": [*PLANETS[6:8]]}
    believed = {3: Fraction(3, 4), 4: Fraction(1, 4)}
    assert starship.pay_or_fight(position=position, games=50).believed == believed
    answer = starship.advise(position, GAMES)
    odds = {3: Fraction(13, 36), 4: Fraction(5, 36)}
    assert answer.wins_fight == sum(share * odds[strength] for strength, share in believed.items())
    assert holds(answer, "fight", answer.wins_fight)


def test_advise_puts_colony_on_top() -> None:
    """One card is flown, and the sensor shows two."""
    moon = COLONY_SHIP | {
        "boosters": [],
        "modules": {"command": 2, "trade": 2, "science": 2, "production": 2, "sensor": 1},
    }
    sun = {"modules": {"logistics": 2}, "colonies": [*TEN["colonies"], "II04"]}
    lying = sector("III03", LOST[9], fill=0)
    position = last_chance(moon=moon, sun=sun, sectors={1: lying, 4: [LOST[8], "BASE38"]})
    answer = starship.advise(position | in_flight(looked_at=[LOST[9], "III03"]), 50)
    assert answer.what == "sensor"
    assert len(answer.options) == 6
    first = {option.words: option.value["top"][:1] == [1] for option in answer.options}
    assert won(answer) == {words: float(is_first) for words, is_first in first.items()}


def test_advise_makes_good_that_wins() -> None:
    """Logistics II, the tenth point, costs an ore, a carbon and two food: a food is missing, and nothing is traded."""
    moon: dict[str, Any] = {"modules": {"command": 2, "trade": 2, "science": 2, "logistics": 1}}
    moon |= {"colonies": ["START01", "BASE05", "BASE06", "II04"], "goods": {"ore": 1, "carbon": 1, "food": 1}}
    sectors = {1: [*LOST[:4]], 2: [*LOST[4:]], 3: ["BASE39"], 4: ["BASE40"]}
    seen = {*moon["colonies"], *TEN["colonies"], *TEN["stations"], *TEN["pirates"], *LOST, "BASE39", "BASE40"}
    gone = [card.id for card in CARDS if card.id not in seen and card.stack != "START"]
    sun = {"modules": {"sensor": 2, "production": 2}}
    nothing = {"sectors": sectors, "gone": gone, "reserve": []}
    answer = starship.advise(last_chance(moon=moon, sun=sun, phase="production") | nothing, 50)
    assert answer.what == "production"
    assert won(answer) == {"produce food": 1, "produce carbon": 0}


def test_advise_names_winning_build() -> None:
    moon: dict[str, Any] = {"modules": {"command": 2, "trade": 2, "science": 2, "logistics": 1}}
    moon |= {
        "colonies": ["START01", "BASE05", "BASE06", "II04"],
        "goods": {"ore": 2, "carbon": 2, "food": 2, "fuel": 2},
    }
    answer = starship.advise(last_chance(moon=moon, sun={"modules": {"sensor": 2, "production": 2}}, phase="trade"), 50)
    assert answer.what == "trade"
    assert answer.options[0].words == "win now: build the logistics module"
    assert answer.options[0].won == (1, 1, 1)
    assert won(answer)["end the turn"] == 0
    assert not untold(answer.conclusions()[0], "win now", "build the logistics module")


@pytest.mark.parametrize(("row", "left"), [(["BASE18"], 2), (["BASE18", "BASE19"], 1)])
def test_advise_gives_chance_of_flying_on(row: list[str], left: int) -> None:
    """One of the remaining cards is a colony, and one or two of them may still be flown."""
    position = last_chance(moon=COLONY_SHIP, sectors={1: sector(FREE[0], fill=0)}, **in_flight(*row))
    answer = starship.advise(position, GAMES)
    assert holds(answer, "pass and fly on", Fraction(left, 10 - len(row)))
    assert won(answer)["pass and turn back"] == 0


def test_advise_knows_cards_sensor_arranged() -> None:
    position = last_chance(moon=COLONY_SHIP, sectors={1: sector(FREE[0], fill=0)}, **in_flight("BASE18", top=[FREE[0]]))
    assert won(starship.advise(position, 50)) == {"pass and fly on": 1, "pass and turn back": 0}
    position["flight"] |= {"top": [], "bottom": [FREE[0]]}
    assert won(starship.advise(position, 50)) == {"pass and fly on": 0, "pass and turn back": 0}


@pytest.mark.long
def test_advise_prefers_certain_fight_to_paying() -> None:
    """Six cannons against strength 2: a medal and a good, and no Astro paid."""
    moon = {"cannons": [2, 2, 2], "pirates": [], "astro": 20}
    position = {
        "moon": moon,
        "sun": TEN | {"pirates": []},
        "turn": "moon",
        "roll": 2,
        "open": [],
        **in_flight("BASE11"),
    }
    answer = starship.advise(position, 100, goal="margin")
    assert answer.wins_fight == 1
    assert answer.options[0].words == "fight"


def test_advise_names_equal_options() -> None:
    answer = starship.advise(last_chance(), 50)
    assert [option.is_same for option in answer.options] == [False, True, True, True, True]
    assert not untold(answer.conclusions()[1], "Just as good", "every game")


@pytest.mark.parametrize("goal", ["won", "margin", "points"])
def test_advise_ranks_options_by_goal(goal: str) -> None:
    position = last_chance(moon=COLONY_SHIP, sectors={1: sector(FREE[0], fill=0)}, **in_flight("BASE18"))
    answer = starship.advise(position, 100, goal=goal)
    means = [option.results[goal].mean for option in answer.options if not option.dropped]
    assert means == sorted(means, reverse=True)
    assert sum(option.is_best for option in answer.options) == 1


@pytest.mark.long
def test_advise_marks_captains_choice() -> None:
    """A captain who always pays, and one who always fights."""
    for name, words in (("passenger-pays", "pay 3 Astro"), ("passenger-fights", "fight")):
        answer = starship.advise(FILES / "pirate.yaml", 10, captain=name)
        assert [option.words for option in answer.options if option.is_captain] == [words]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"phase": "production", "roll": None}, "the turn begins with a roll: add"),
        ({"moon": {"hangar": {}, "colonies": ["START01", "BASE05", "BASE06", "II04"]}}, "the game is over"),
        ({"phase": "flight"}, "phase flight without a flight"),
        ({"phase": "sector", "flight": {"sector": 1}}, "phase sector with a flight"),
        ({"phase": "flight", "flight": {"sector": 5}}, "sector"),
        ({"phase": "flight", "flight": {"sector": 1, "row": ["BASE28"]}}, "is seen in sector 1, but lies in sector 2"),
        ({"phase": "flight", "flight": {"sector": 1, "row": ["BASE18"], "cards": 0}}, "0 cards were turned up"),
        (
            {"phase": "flight", "flight": {"sector": 1, "row": ["BASE18"], "actions": 2}},
            "2 actions, but only 1 card was",
        ),
        (
            {"phase": "flight", "flight": {"sector": 1, "row": ["BASE18", "BASE18"]}},
            "twice in the flight, but there is",
        ),
        ({"phase": "flight", "roll": 1, "flight": {"sector": 1, "row": ["BASE18"], "cards": 9}}, "9 cards were turned"),
        ({"phase": "flight", "flight": {"sector": 1, "demand": 4}}, "pirates ask for 3 or 5 Astro"),
        (
            {"phase": "flight", "flight": {"sector": 1, "demand": 3}},
            "flight.demand 3: all pirates in play who ask for 3 Astro",
        ),
        ({"phase": "sector", "used": ["BASE16"]}, "stations and purchases belong to phase: trade"),
        ({"phase": "trade", "used": ["BASE16"]}, "is no station of the player whose turn it is"),
    ],
)
def test_advise_refuses_impossible_positions(more: dict[str, Any], reason: str) -> None:
    fields = {name: value for name, value in last_chance(**more).items() if value is not None}
    with pytest.raises(AnalyzerError, match=reason):
        starship.advise(fields, 20)


def test_flight_faults_are_all_named(tmp_path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "game: starship\nphase: flight\nflight: {sector: 1, row: [BASE18], cards: 0, actions: 3, demand: 7}\n"
    )
    with pytest.raises(AnalyzerError) as caught:
        starship.load_position(path)
    texts = [fault.text for fault in caught.value.faults]
    assert len(texts) == 4
    assert {fault.line for fault in caught.value.faults} == {3}
