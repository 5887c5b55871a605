"""Pay or fight: only pirates that can be there are judged; a position says how many reserve cards are in play."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import numpy as np
import pytest

from analyzer import AnalyzerError, Estimate, starship
from tests.doors.runs import hearing_answers
from tests.doors.starship import fight
from tests.facts import untold
from tests.places import ROOT

PIRATE = ROOT / "ships" / "starship" / "pirate.yaml"
MIDGAME = ROOT / "ships" / "starship" / "midgame.yaml"


@pytest.mark.parametrize("entered", range(8))
def test_fight_refuses_demand_five_early(command, entered):
    """Pirates who ask for 5 lie in the stacks II to IV; the first seven reserve cards are stack I."""
    with pytest.raises(AnalyzerError, match=r"5 Astro.*reserve card 8.*entered=8"):
        starship.pay_or_fight(2, 5, entered)
    refused = command("starship", "fight", "--demand", "5", "--entered", str(entered))
    assert refused.code == 2
    assert not untold(" ".join(refused.told.split()), "--entered 8", "demand")


@pytest.mark.parametrize(("typed", "read"), [("nan", "nan"), ("1e400", "inf")])
def test_fight_refuses_infinite_gain(command, typed, read):
    refused = command("starship", "fight", "--gain", typed)
    assert (refused.code, untold(refused.err, f"--gain {read}", "finite", "Astro")) == (2, [])


@pytest.mark.parametrize("gain", ["5", None, -0.5])
def test_fight_refuses_wrong_gain(gain):
    with pytest.raises(AnalyzerError, match=r"gain.*finite number of Astro, at least 0"):
        starship.pay_or_fight(gain=gain)


def test_eighth_card_may_ask_for_five():
    assert starship.pay_or_fight(2, 5, 8).believed == {4: Fraction(1, 2), 5: Fraction(1, 2)}


def test_fight_notes_all_cards_in_play(command):
    late = "all 28 reserve cards are in play"
    assert any(late in note for note in starship.pay_or_fight(3).notes())
    assert not any(late in note for note in starship.pay_or_fight(3, entered=28).notes())
    printed = " ".join(command("starship", "fight", "--cannons", "3").out.split())
    assert (
        f"{late}, as late in a game. At the start of a game only strengths 2 and 3 ask for 3 Astro: for an earlier "
        "moment give e.g. --entered 5, or a position." in printed
    )
    assert not untold(" ".join(starship.pay_or_fight(3, 5).notes()), "start of a game", "5 Astro")


def test_fight_reads_facts_from_position(command):
    """Midgame has two colonies besides the first, two stations and Pirate 2 of the base cards: five came open."""
    answer = starship.pay_or_fight(position=MIDGAME)
    assert (answer.cannon_strength, answer.entered) == (2, 5)
    weights = {2: 5, 3: 7 + 5, 4: 5}
    assert answer.believed == {strength: Fraction(many, 22) for strength, many in weights.items()}
    assert any(not untold(note, "5 of 28 reserve cards", "Pirate 2 (BASE11)", "beaten") for note in answer.notes())
    printed = command("starship", "fight", "--from", str(MIDGAME)).out
    assert not untold(printed, "cannon strength 2", "3 Astro")
    assert starship.pay_or_fight(4, entered=6, position=MIDGAME).entered == 6


@pytest.mark.parametrize("verb", ["inspect", "advise", "fight"])
def test_every_verb_refuses_impossible_demand(verb, command, tmp_path):
    """Pirates who ask for 5 Astro lie in stack II and later: reserve cards 8 to 28. Here one came into play."""
    path = tmp_path / "early.yaml"
    lines = ["moon: {stations: [BASE16]}", "turn: 15", "phase: flight", "roll: 3", "flight: {sector: 2, demand: 5}"]
    path.write_text("\n".join(lines))
    refused = command("starship", verb, *["--from"] * (verb == "fight"), str(path))
    assert refused.code == 2
    assert not untold(refused.err, "early.yaml, line 5", "demand 5", "1 reserve card", "5 Astro")
    assert not untold(refused.err, "reserve card 8", "demand", "other reserve cards")


def test_break_even_chance_of_fight() -> None:
    """A defeat costs 20 points against paying, a victory brings 10: equal where two of three fights are won.

    Paying wins more often in the games that were lost than in all: against that mean a fight would look better.
    """

    def of(mean: float) -> Estimate:
        return Estimate(mean, mean, mean)

    played = fight.ContinuedGames(2, "", of(0.5), of(0.4), of(0.5), of(0.4), {}, costs=of(0.2), brings=of(0.1))
    assert played.needed == pytest.approx(2 / 3)
    assert played.needed_between == pytest.approx((2 / 3, 2 / 3))


def test_break_even_interval_combines_errors() -> None:
    """At each end a fight is worth exactly as much less, or more, than paying as chance alone may bring."""

    def played(cost_half: float, brings_half: float) -> fight.ContinuedGames:
        any_ = Estimate(0.5, 0.4, 0.6)
        costs = Estimate(0.2, 0.2 - cost_half, 0.2 + cost_half)
        return fight.ContinuedGames(
            2, "", any_, any_, any_, any_, {}, costs, Estimate(0.1, 0.1 - brings_half, 0.1 + brings_half)
        )

    low, high = played(0.05, 0.03).needed_between
    assert low < 2 / 3 < high
    for chance in (low, high):
        worth, chances = chance * 0.1 - (1 - chance) * 0.2, hypot(chance * 0.03, (1 - chance) * 0.05)
        assert abs(worth) == pytest.approx(chances)
    assert played(0.3, 0.3).needed_between == (0, 1)
    (*_, sentence) = played(0.05, 0.03).sentences(0.68)
    assert not untold(sentence, "66.7%", f"{100 * low:.1f}% to {100 * high:.1f}%", "68.0%", "not clear")
    assert [*played(0.05, 0.03).sentences(0.99)][-1].endswith("it is 99.0%.")


def test_listed_reserve_sets_entered_cards():
    position = {"reserve": ["IV05", "IV06", "IV07"]}
    assert starship.pay_or_fight(position=position).entered == 25


def test_fight_refuses_when_all_are_beaten():
    pirates = ["BASE11", "BASE12", "I05", "I06", "I07"]
    with pytest.raises(AnalyzerError, match=r"all pirates.*3 Astro"):
        starship.pay_or_fight(2, 3, 5, position={"moon": {"pirates": pirates}})


@pytest.mark.parametrize(
    ("place", "entered", "told"),
    [
        (
            {"moon": {"pirates": ["BASE11", "BASE12"]}},
            1,
            "entered=1: .* at least 2 reserve cards have come into play: give 2",
        ),
        ({"reserve": ["IV05", "IV06", "IV07"]}, 24, "entered=24.*lists 3 cards, so 25 have come"),
    ],
)
def test_entered_contradicting_position_is_refused(place: dict[str, Any], entered: int, told: str) -> None:
    """Two pirates who were beaten were replaced; all cards but the three that are left have come."""
    with pytest.raises(AnalyzerError, match=told):
        starship.pay_or_fight(demand=3, entered=entered, position=place)


def test_visible_cards_prove_entered_reserve() -> None:
    """Stack III comes behind the fourteen cards of I and II; with two of its cards in sight at least sixteen came."""
    place = {"moon": {"cannons": [1]}, "seen": {1: ["III03", "III05"]}, "phase": "sector", "roll": 1}
    answer = starship.pay_or_fight(demand=5, position=place)
    assert answer.entered == 16
    note = next(note for note in starship.fly(place, 2).notes() if "reserve" in note)
    assert "16 reserve cards" in note
    with pytest.raises(AnalyzerError, match=r"entered=9.*16 reserve cards"):
        starship.pay_or_fight(demand=5, entered=9, position=place)


def test_cards_gone_count_as_replaced() -> None:
    place = {"moon": {"colonies": ["START01", "BASE05"]}, "gone": ["BASE11", "BASE12"], "phase": "sector", "roll": 1}
    assert starship.pay_or_fight(demand=3, position=place).entered == 3


def test_few_defeats_leave_a_width() -> None:
    """Three games that are all won after paying, and after the defeat: no difference was seen, but one may come."""
    games = {"won": np.ones(8, np.int64)}
    is_lost = np.arange(8) < 3
    mean, low, high = fight._more(games, games, is_lost)
    assert mean == 0
    assert low == -high < -0.5


@pytest.mark.long
def test_fight_shows_exact_odds_first():
    """First come exact chances, then 16 games for a person who waits; the answer does not depend on them."""
    heard: list[Any] = []
    with hearing_answers(lambda make: heard.extend(make()), lambda: True):
        answer = starship.pay_or_fight(position=PIRATE, games=80)
    assert [one.played and one.played.games for one in (*heard, answer)] == [None, 16, 80]
    assert heard[0].chance == answer.chance
    assert answer.as_dict() == starship.pay_or_fight(position=PIRATE, games=80).as_dict()
