"""Records: what the rules forbid is refused with the rule; faults of the file are named with their lines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, Side, load_record, replay
from analyzer.types import Replayed
from tests.doors.printed import load_edition
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.scripted import ship

EXAMPLE = ROOT / "ships/2007/example-record.yaml"
BARGE = "6/6 CA CN^ CA; 7/6 H2 SC H2; 8/6 EN B2 EN"
"""Six humans, two charges and nothing to spend them on, four places for goods."""
HAULER = {
    "name": "Hauler",
    "edition": 2021,
    "board": "II",
    "grid": """
        5        6        7        8        9
    6   .        CN0333^  CN0333^  .        .
    7   H23333   S23333   SC3333   ST3333   CA3333
    8   .        B23333   B23333   EN3303v  .
""",
}
CASES = {
    "planets": {
        "level": "II",
        "ship": HAULER,
        "start": 1,
        "rivals": [{"ship": HAULER, "start": number} for number in (2, 3, 4)],
        "cards": [
            {
                "card": 33,
                "decisions": [{"ship": ship, "land": land} for ship, land in ((1, 1), (2, 2), (3, 0), (4, 0))],
            }
        ],
    },
}
ICE, OPEN, PLANETS, DERELICT = 9, 6, 12, 17
"""Printed cards of level I: four small meteors, open space, planets RR | RBB | Y for two days, a ship for 2 crew."""


def flown(*cards: dict[str, Any], rivals: int = 0, drawing: str = BARGE, **facts: Any) -> Replayed:
    layout = ship(drawing, board="I")
    twins: Any = [{"ship": layout, "start": number + 2} for number in range(rivals)] or "alone"
    return replay({"ship": layout, "start": 1, "level": "I", "rivals": twins, "cards": list(cards)} | facts)


def test_example_record_is_refused_once() -> None:
    """Hot Delivery flies in front and has landed on planet 1; RYB on planet 2 takes three days.

    The rivals behind stay on the spaces -4 and -6, which are passed. The fourth red cube finds no special container.
    """
    answer = analyzer.replay(EXAMPLE)
    assert [(step.recorded.card, step.reason is None) for step in answer.steps].count((11, False)) == 1
    (refused,) = answer.refused
    assert "each planet takes one ship" in str(refused.reason)
    assert (refused.is_left_out, refused.replaced) == (False, ("Steady Hauler: land: 2",))
    own = answer.position.ships[0]
    assert (own.space, own.credits) == (-3 - 3 - 2, 0)
    assert Counter(cube for _, cubes in own.goods for cube in cubes) == {"red": 3, "yellow": 1 + 1, "blue": 1}


def test_days_and_cubes_follow_rules() -> None:
    """Engines of 2 from space 0 to 2; then two days on planet 2 (RBB): one blue in a hold, no red without a special."""
    answer = flown({"card": OPEN}, {"card": PLANETS, "decisions": [{"land": 2, "goods": {"blue": 1}}]})
    (own,) = answer.position.ships
    assert answer.reasons == [None, None]
    assert own.space == 0
    assert [cube for _, cubes in own.goods for cube in cubes] == ["blue"]


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        (
            {"card": PLANETS, "decisions": [{"ship": 1, "land": 1}, {"ship": 2, "land": 1}]},
            "each planet takes one ship",
        ),
        ({"card": PLANETS, "decisions": [{"land": 4}]}, "allowed are 0, 1, 2, 3"),
        ({"card": PLANETS, "decisions": [{"land": 2, "goods": {"red": 1}}]}, "red ones need special containers"),
        ({"card": PLANETS, "decisions": [{"land": 2, "goods": {"blue": 3}}]}, "there are {red: 1, yellow: 0"),
        ({"card": PLANETS, "decisions": [{"takes": True}]}, "the rules leave no choice here"),
        ({"card": OPEN, "decisions": [{"charges": 1}]}, "one double cannon or double engine"),
        ({"card": OPEN, "rolls": [7]}, "the card asks for 0 rolls"),
        ({"card": ICE, "rolls": [7, 4, 11]}, "the card asks for more"),
        ({"card": 25}, "no pile of level I holds one"),
        ({"card": 99}, "the cards are 0 to "),
        ({"card": ICE, "rolls": [7, 4, 11, 5], "decisions": [{"keeps": [5, 5]}]}, "one piece flies on"),
    ],
)
def test_forbidden_entry_names_the_rule(card: dict[str, Any], rule: str) -> None:
    answer = flown(card, rivals=1)
    assert rule in str(answer.reasons[0])
    assert answer.steps[0].is_left_out == ("decisions" not in card)


TRUE_NOTES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"card": OPEN}, {"charges": 0}),
    ({"card": OPEN}, {"land": 0, "takes": False, "defends": False, "gives_up": False, "gives": {}}),
    ({"card": OPEN}, {"goods": {}}),
    ({"card": OPEN}, {"keeps": [7, 7]}),
    ({"card": ICE, "rolls": [2, 2, 2, 2]}, {"defends": [False, False, False, False], "charges": 0}),
    ({"card": DERELICT}, {"takes": True, "gives": {"human": 2}}),
    ({"card": DERELICT}, {"takes": True, "gives": [{"human": 2}, {"human": 0}]}),
]
"""Entries that are the only ones the rules allow, or that say that nothing was decided where nothing was.

The barge has humans alone, nothing to power, and is one piece after meteors that fly past at 2.
"""


@pytest.mark.parametrize(("card", "noted"), TRUE_NOTES)
def test_true_superfluous_entry_changes_nothing(card: dict[str, Any], noted: dict[str, Any]) -> None:
    said = {"takes": True} if noted.get("takes") else {}
    without = flown(card | {"decisions": [said]})
    answer = flown(card | {"decisions": [noted]})
    (step,) = answer.steps
    assert (step.reason, answer.position) == (None, without.position)
    assert len(step.superfluous) >= len(noted) - len(said) - ("gives_up" in noted)
    assert any("correct but not needed" in note for note in answer.notes())


@pytest.mark.parametrize(
    "noted",
    [{"defends": True}, {"charges": 1}, {"land": 1}, {"gives": {"human": 1}}, {"goods": {"blue": 1}}, {"takes": True}],
)
def test_false_superfluous_entry_is_refused(noted: dict[str, Any]) -> None:
    """Open space asks for no decision; the ship flies its two spaces all the same."""
    answer = flown({"card": OPEN, "decisions": [noted]})
    (step,) = answer.steps
    assert "the rules leave no choice here" in str(step.reason)
    assert (step.is_left_out, step.superfluous, answer.position.ships[0].space) == (False, (), 2)
    assert any("What follows rests on this assumption." in note for note in answer.notes())


def test_full_planets_leave_no_choice() -> None:
    """Card 33 of 2021 has two planets; the third and the fourth ship fly on, and say so."""
    answer = replay(CASES["planets"])
    assert answer.reasons == [None]
    assert [ship.space for ship in answer.position.ships] == [0 - 3, -3 - 3 - 2, -5, -6]
    assert [words.partition(": ")[2] for words in answer.steps[0].superfluous] == ["land: 0", "land: 0"]


def test_shield_charge_may_be_noted() -> None:
    """A small meteor hits a connector behind a shield: one charge is spent, whichever entry says so."""
    card = {"card": ICE, "rolls": [7, 2, 2, 2]}
    for noted in ({"defends": True}, {"defends": True, "charges": 1}, {"defends": True, "charges": [0, 1]}):
        answer = flown(card | {"decisions": [noted]}, drawing="7/7 SC1111; 8/6 B2 SH^> EN")
        assert (answer.reasons, [many for _, many in answer.position.ships[0].charges]) == ([None], [1]), noted


def test_list_may_name_forced_entries() -> None:
    """Cannons need no charge, and have nothing to power; engines have a double one: 1 of 2 charges may be spent."""
    zone = next(card for card in load_edition("2007").cards if card.level == 1 and card.kind == "combat_zone")
    assert {line.criterion for line in zone.lines} == {"crew", "engines", "cannons"}
    first = next(line.criterion for line in zone.lines if line.criterion != "crew")
    drawing = "7/6 CA SC CA; 8/6 B2 ED B2" if first == "cannons" else "6/7 CD^; 7/6 CA SC CA; 8/6 B2 EN B2"
    rolls = [2] * sum(len(line.shots) for line in zone.lines)
    for charges in ([1], [0, 1]):
        answer = flown(
            {"card": zone.id, "rolls": rolls, "decisions": [{"charges": charges}]}, rivals=1, drawing=drawing
        )
        assert answer.reasons == [None], charges
        assert sum(many for _, many in answer.position.ships[0].charges) == 4 - 1


def test_forced_reward_may_be_noted() -> None:
    """Card 1: smugglers of strength 4 with YGB for a day; by the basic rules who beats them takes the cubes."""
    strong = ship("6/6 CN^ CN^ CN^; 7/5 CN^ H2 SC H2 CN^; 8/6 CA EN CA", board="I")
    start = {"ship": strong, "learning": True, "level": "I", "rivals": "alone"}
    for takes, is_refused in ((True, False), (False, True)):
        answer = replay(start | {"cards": [{"card": 1, "decisions": [{"takes": takes}]}]})
        assert (answer.reasons[0] is not None) == is_refused
        (own,) = answer.position.ships
        assert (own.space, sum(len(there) for _, there in own.goods)) == (-1, 3)


def test_card_is_met_once() -> None:
    assert "and there is but one" in str(flown({"card": OPEN}, {"card": OPEN}).reasons[1])


@pytest.mark.parametrize("cards", [[25], [OPEN, OPEN]])
def test_illegal_deck_names_its_field(cards: list[int]) -> None:
    """Card 25 is of level II, and each card is there once: who tries cards names them in `deck`."""
    named = [{"card": card} for card in cards]
    assert str(flown(*named).reasons[-1]).endswith(f"deck: {cards}")
    assert not any(flown(*named, deck=cards[:1] if len(cards) == 1 else cards).reasons)


def test_wrong_first_level_names_deck() -> None:
    start = {"ship": ship(BARGE, board="II"), "level": "II", "rivals": "alone"}
    (reason,) = replay(start | {"cards": [{"card": OPEN}]}).reasons
    assert not untold(str(reason), "first card", "level II")
    assert str(reason).endswith(f"deck: [{OPEN}]")
    assert replay(start | {"deck": [OPEN], "cards": [{"card": OPEN}]}).reasons == [None]


def test_deck_goes_on_once_mended() -> None:
    answer = flown({"card": ICE}, {"card": OPEN}, deck=[ICE, OPEN])
    assert "the card asks for more" in str(answer.reasons[0])
    assert "mend that one first" in str(answer.reasons[1])


def test_record_refuses_cards_to_come() -> None:
    with pytest.raises(AnalyzerError, match="coming"):
        flown({"card": OPEN}, coming=[])


def test_owner_chooses_the_piece() -> None:
    """A large meteor from the front at 6 takes the link between a cabin and the rest; the others fly past at 2."""
    drawing = "7/5 CA0300 ST0303 SC ST0303 CA0003; 8/7 EN3000"
    swarms = [card for card in load_edition("2007").cards if card.level == 1 and card.kind == "meteor_swarm"]
    large = next(card for card in swarms if card.hits[0].large and card.hits[0].side == Side.FRONT)
    rolls = [6, *[2] * (len(large.hits) - 1)]
    for square, left in (([7, 5], 1), ([7, 7], 4)):
        answer = flown({"card": large.id, "rolls": rolls, "decisions": [{"keeps": square}]}, drawing=drawing)
        assert answer.reasons == [None]
        assert answer.position.ships[0].remaining.bit_count() == left


def test_unsaid_decision_is_assumed() -> None:
    """The yellow cube of planet 3 sells for 3, the two blue ones of planet 2 for 2, and red ones have no place."""
    answer = flown({"card": PLANETS})
    assert answer.steps[0].assumed == (f"{BARGE}: land: 3",)


def test_record_takes_yes_and_no(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("II/", f"{ROOT}/ships/2007/II/")
    path = tmp_path / "record.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_record(path).cards[1].decisions == {3: {"takes": [True], "charges": [0]}}


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("rolls: [3, 7, 7, 11, 5]", "rolls: [3, 13]", 22, "give at most 12"),
        ("land: 2}", "lands: 2}", 14, "did you mean land?"),
        ("ship: Stern Invoice, charges", "ship: Stern Voice, charges", 18, "did you mean Stern Invoice?"),
        ("takes: yes", "takes: perhaps", 18, "give yes or no"),
        ("level: II\n", "level: II\ncard: 22\n", 5, "a record lists all cards in cards"),
    ],
)
def test_record_faults_name_their_lines(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("II/", f"{ROOT}/ships/2007/II/")
    assert old in text
    path = tmp_path / "record.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        load_record(path)
    ((where, fault),) = [(fault.line, fault.text) for fault in refused.value.faults]
    assert words in fault
    assert where == line


def test_ship_file_is_no_record():
    with pytest.raises(AnalyzerError, match=r"ship file.*`ship`"):
        analyzer.load_record("ships/2007/II/tin-kite.yaml")


def test_position_is_no_record():
    with pytest.raises(AnalyzerError, match="is a position: a record also lists `cards`"):
        analyzer.load_record("ships/2007/at-the-table.yaml")


def test_record_faults_of_every_stage(tmp_path: Path) -> None:
    path = tmp_path / "record.yaml"
    path.write_text(
        f"ship: {ROOT / 'ships/2007/II/tin-kite.yaml'}\ncharges: 77\nrivals: alone\ncards:\n"
        "  - card: 33\n    rolls: [14]\n    decisions: [{ship: Nobody, land: 1}]\n  - card: -1\n",
        encoding="utf-8",
    )
    with pytest.raises(AnalyzerError) as refused:
        load_record(path)
    assert [fault.line for fault in refused.value.faults] == [2, 6, 7, 8]
