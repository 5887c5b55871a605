"""Answers that describe themselves: their JSON has its keys, every column its values, and people see them."""

from __future__ import annotations

import pytest

from analyzer import starship
from tests.conftest import all_but
from tests.doors.starship import STANDARD_RULES, ShipFacts
from tests.facts import check_description, untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
ANSWERS = {
    "cards": (starship.cards, "copies cards notes", "Beowulf's Bane buys and sells trade good at 2"),
    "inspect": (
        lambda: ShipFacts(*starship.load_position(SHIPS / "midgame.yaml").ships),
        "ship speeds cannon_strength capacity flight_actions friendship medals odds makes points missing notes",
        "strength 3 2 36.1% 3 or lose the flight",
    ),
    "exact": (
        lambda: starship.exact(SHIPS / "known.yaml", captain="sensible"),
        "position sector captain means distributions notes",
        "what it gains worth 26.3506 2420406143/91854000",
    ),
    "adventures": (
        lambda: starship.adventures(SHIPS / "midgame.yaml", 20, turns=2),
        "games seed flown position own_turns switches adventures notes",
        "lacking: its planet was turned up, but the ship lacked",
    ),
    "sectors": (
        lambda: starship.sectors(SHIPS / "midgame.yaml", 20),
        "best leading sectors cards notes",
        "How far to fly in sector",
    ),
    "course": (
        lambda: starship.course(games=5, turns=2),
        "games seed turns notes",
        "over: share of games that are over",
    ),
    "explain": (lambda: starship.explain(3, turns=2), "game seed captains winner turns notes", "Turn 2, Sun"),
    "modules": (lambda: starship.modules(2), "pairs modules notes", "first module wins as Moon as Sun"),
    "fight": (
        lambda: starship.pay_or_fight(3),
        "cannon_strength demand entered gain rows notes",
        "all 100.0%",
    ),
    "replay": (
        lambda: starship.replay(SHIPS / "example-record.yaml"),
        "name accepted reasons ships points turn player phase winner open row cards_flown actions sectors reserve "
        "notes",
        "step do why not",
    ),
}


def test_open_sectors_are_named_jointly():
    """Twenty turns cannot tell the sectors apart, so no sector is called the one that brings most."""
    answer = starship.sectors(SHIPS / "midgame.yaml", 20)
    assert answer.as_dict()["leading"] == [1, 2, 3, 4]
    sentence, _ = answer.conclusions()
    assert not untold(sentence, "Sector 1, sector 2, sector 3 or sector 4", "20 turns cannot tell them apart")
    assert sentence in str(answer).replace("\n", " ")


def test_clear_sector_is_named_alone():
    """No other sector has cards."""
    cards = [f"BASE{number}" for number in range(13, 23)]
    gone = [card for card in STANDARD_RULES.card_by_id if card not in (*cards, "START01", "START02")]
    position = {"phase": "sector", "roll": 3, "sectors": {2: cards}, "reserve": [], "gone": gone}
    answer = starship.sectors(position, 300)
    assert answer.leading.items == ("sector 2",)
    assert answer.conclusions()[0] == "Sector 2 brings most."


def test_sectors_says_what_ranking_leaves_out():
    """The sentence stands below the first table, where the sector with the largest worth is named."""
    answer = starship.sectors(SHIPS / "midgame.yaml", 20)
    _, sentence = answer.conclusions()
    assert not untold(sentence, "one turn", "not the chance to win", "advise")
    text = str(answer).replace("\n", " ")
    assert text.index(sentence) < text.index("How far to fly")


@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("name", all_but({"modules"}, [*ANSWERS]))
def test_answers_have_keys_table_and_text(name):
    ask, keys, line = ANSWERS[name]
    answer = ask()
    check_description(answer, keys, line)
    assert answer.figures().keys() >= {name} & {"adventures", "sectors"}


def test_sectors_ranks_cards_roll_allows():
    """Boosters 1 + roll 2 allow three cards; before the roll the largest face, 3, allows four."""
    rolled = {"moon": {"boosters": [1]}, "phase": "sector", "roll": 2}
    assert set(starship.sectors(rolled, 2).most.values()) == {0, 1, 2, 3}
