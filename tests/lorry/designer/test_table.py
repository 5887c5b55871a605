"""A game of Cosmic Lorry that is noted at the table: what is offered, what becomes of it, and the page in a browser."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.host import Notes, NotesPage
from tests.doors.lorry import load_notes
from tests.host.browsing import browser, in_browser, liked, nameless, opened_anew, serving, sized
from tests.host.noting import note_by_touch, until
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
LATE = SHIPS / "late.yaml"
RECORD = SHIPS / "example-record.yaml"
CROWDED = """\
game: lorry
name: Crowded with special boxes
wrap: both
end_after: 3
traders: [Tom, Uli]
map: |
  1 r a . o r
  a . * a . a
  . o r . 2 .
  r a . a . o
  3 . a r . 4
"""
"""Two traders among many special boxes."""


def notes_on(source: Path, to: Path | None = None) -> Notes:
    """Notes of the game that a file begins."""
    game, line = load_notes(source, "steady")
    return Notes(game, to, line, len(line))


def walk(notes: Notes, seed: int, most: int = 400) -> set[str]:
    """Note what is offered at random until the game is over, and return the names of all fields that were noted."""
    draw, fields = random.Random(seed), set[str]()
    for _ in range(most):
        question = notes.game.scene(notes.now).question
        if question is None:
            break
        offered = [choice.entry for choice in (*question.choices, *question.beside)]
        # Extra tracks and fills are declined more often than one of many choices would be.
        is_declined = {"none": True} in offered and draw.random() < 0.3
        entry: Mapping[str, Any] = {"none": True} if is_declined else draw.choice(offered)
        fields |= set(entry)
        notes.note(entry)
    return fields


def note(notes: Notes, *words: str) -> None:
    """Note the choice of which the words begin like that, question by question."""
    for one in words:
        question = notes.game.scene(notes.now).question
        assert question is not None
        offered = [*question.choices, *question.beside]
        notes.note(next(choice.entry for choice in offered if one in choice.words))


def assert_record_replays(notes: Notes, path: Path) -> None:
    """The file is a record in which nothing is refused or assumed, and it gives the same notes again."""
    replayed = lorry.replay(path)
    assert not replayed.refused
    assert not any(step.assumed for step in replayed.steps)
    assert replayed.position.totals == notes.game.noted(notes.now).position.totals  # type: ignore[attr-defined]
    assert notes_on(path).now == notes.now


def test_notes_offered_break_no_rule(tmp_path: Path) -> None:
    """The first rounds on the tiny galaxy: whatever the page offers is a record in which nothing is refused."""
    notes = notes_on(SHIPS / "tiny.yaml", tmp_path / "noted.yaml")
    walk(notes, 3, 13)
    assert len(lorry.replay(tmp_path / "noted.yaml").steps) >= 4
    assert_record_replays(notes, tmp_path / "noted.yaml")


@pytest.mark.long
@pytest.mark.parametrize(
    ("switches", "seed"),
    [
        ("{}", 4),
        ("{special_order: special_first}", 2),
        ("{special_order: special_first, scoring_forced: 'no'}", 3),
        ("{chains: 'no', no_place: pass}", 5),
    ],
)
def test_notes_offered_with_switches(switches: str, seed: int, tmp_path: Path) -> None:
    """Rockets, asteroids and black holes come up, and whole games under other rules are records as well."""
    (tmp_path / "galaxy.yaml").write_text(CROWDED + f"switches: {switches}\n", encoding="utf-8")
    notes = notes_on(tmp_path / "galaxy.yaml", tmp_path / "noted.yaml")
    fields = walk(notes, seed)
    assert {"shows", "fill", "none", "box"} <= fields
    assert notes.game.scene(notes.now).ended
    assert_record_replays(notes, tmp_path / "noted.yaml")


def test_note_not_offered_refused() -> None:
    """The draw is in a planet's box."""
    notes = notes_on(LATE)
    with pytest.raises(AnalyzerError, match="choose what the page offers"):
        notes.note({"trader": 1, "die": "curve", "box": [3, 2], "ends": "NE"})
    assert notes.now == ()


def test_roll_of_position_is_first_round() -> None:
    """Tom picks, and the dice show a curve and a branch: that is noted already."""
    question = notes_on(LATE).game.scene(()).question
    assert question is not None
    assert "Tom" in question.text
    assert {choice.entry["die"] for choice in question.choices} == {"curve", "branch"}


def test_offer_equals_legal_draws() -> None:
    """Each legal draw of the two dice is offered, and nothing else."""
    question = notes_on(LATE).game.scene(()).question
    now = lorry.load_position(LATE)
    assert question is not None
    offered = {(*choice.entry["box"], choice.entry["ends"]) for choice in question.choices}
    assert offered == {*now.legal(1, "curve"), *now.legal(1, "branch")}
    assert all(choice.spot == "{},{}".format(*choice.entry["box"]) for choice in question.choices)


def test_pair_chosen_with_draw() -> None:
    """A branch in column 7, row 2 joins planet 2 with 1, 4, 6 and 7; 2-6 is scored already."""
    question = notes_on(LATE).game.scene(()).question
    assert question is not None
    pairs = [one.entry["score"] for one in question.choices if one.spot == "7,2" and one.entry["ends"] == "NEW"]
    assert sorted(pairs) == [[1, 2], [2, 4], [2, 7]]


def test_turn_in_progress_goes_on(tmp_path: Path) -> None:
    """A record that was left at a black hole asks for the box to fill when it is opened."""
    notes = notes_on(LATE, tmp_path / "noted.yaml")
    note(notes, "draw branch ESW in column 7, row 2, scoring 2-7", "draw curve SW in column 13, row 6")
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert "fill" in question.text
    again = notes_on(tmp_path / "noted.yaml")
    asked = again.game.scene(again.now).question
    assert asked is not None
    assert asked.text == question.text


def test_refused_draw_kept_with_remark(tmp_path: Path) -> None:
    """Tom's draw at planet 5 is refused: it is a remark at its step, and stays in the record."""
    notes = notes_on(RECORD, tmp_path / "noted.yaml")
    remarks = [step.remark for step in notes.game.scene(notes.now).steps if step.remark]
    assert len(remarks) == 1
    assert "planet 5" in remarks[0]
    notes.save()
    reasons = lorry.replay(RECORD).reasons
    assert lorry.replay(tmp_path / "noted.yaml").reasons == reasons


def test_rest_of_round_left_out(tmp_path: Path) -> None:
    notes = notes_on(LATE, tmp_path / "noted.yaml")
    note(notes, "not noted", "straight", "branch")
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert "Uli" in question.text
    assert not lorry.replay(tmp_path / "noted.yaml").refused


def test_dice_asked_for_three_traders() -> None:
    game, line = load_notes(SHIPS / "small.yaml", traders=["Tom", "Uli", "Eva"])
    notes = Notes(game, None, line)
    note(notes, "Uli", "white, orange, orange", "curve", "branch", "crossing")
    scene = game.scene(notes.now)
    assert scene.question is not None
    assert "Uli" in scene.question.text
    assert "white curve, orange branch, orange crossing" in scene.now


def test_evaluation_judges_noted_draw() -> None:
    """The noted draw is judged even if no captain would try it, and the rival's best draw is told."""
    notes = notes_on(SHIPS / "tiny.yaml")
    note(notes, "trader 1", "curve", "branch")
    worst = notes.game.scene(notes.now).question
    assert worst is not None
    entry = worst.choices[-1].entry
    found = notes.game.evaluate(notes.now, 4, lambda _: None, entry)
    assert found is not None
    assert entry in [one.entry for one in found.options]
    assert found.options[0].behind == 0
    assert [name for name, _ in found.values] == ["trader 1 wins", "trader 2 wins"]
    assert any("trader 2 threatens" in one for one in found.says)


def test_evaluation_is_left_between_rounds() -> None:
    """A note that is taken while a moment is evaluated need not wait for the games to end."""
    rounds: list[int] = []
    notes_on(LATE).game.evaluate((), 2, rounds.append)
    assert rounds.count(0) > len(rounds) / 2


def test_evaluation_before_roll() -> None:
    notes = notes_on(SHIPS / "tiny.yaml")
    for line in ((), ({"first": 2},), ({"first": 2}, {"roll": "curve"})):
        found = notes.game.evaluate(line, 4, lambda _: None)
        assert found is not None
        assert not found.options
        assert found.score is not None
        assert 0 <= found.score <= 100


DICE = "[white curve, orange branch]"
"""Dice of the late position."""


def within(tmp_path: Path, dice: str, more: str = "", source: Path = LATE) -> Notes:
    """Notes of the late position with other dice, and more of the turn."""
    text = source.read_text(encoding="utf-8").replace("galaxy: sixteen", f"galaxy: {SHIPS / 'sixteen'}")
    path = tmp_path / "within.yaml"
    path.write_text(text.replace(f"{DICE}}}", f"{dice}{more}}}"), encoding="utf-8")
    return notes_on(path, tmp_path / "noted.yaml")


def test_position_within_round_goes_on(tmp_path: Path) -> None:
    """Tom takes the last die; Uli began this round, so that Tom begins the next one."""
    notes = within(tmp_path, "[white curve]")
    question = notes.game.scene(()).question
    assert question is not None
    assert {choice.entry.get("die") for choice in question.choices} == {"curve"}
    note(notes, "draw curve NE in column 2, row 6", "straight", "crossing")
    assert "Tom picks (white straight, orange crossing)" in notes.game.scene(notes.now).now
    assert [step.round for step in lorry.replay(tmp_path / "noted.yaml").steps][:1] == [1]
    assert_record_replays(notes, tmp_path / "noted.yaml")


@pytest.mark.long
def test_record_within_round_is_reviewed(tmp_path: Path) -> None:
    notes = within(tmp_path, "[white curve]")
    note(notes, "draw curve NE in column 2, row 6")
    found = lorry.review(tmp_path / "noted.yaml", trader=1, games=2, captain="steady")
    assert [one.decision is not None for one in found.steps].count(True) == 1


@pytest.mark.parametrize("dice", [DICE, "[orange branch]"])
def test_turn_of_position_is_noted(dice: str, tmp_path: Path) -> None:
    """Tom has drawn a branch that joins planet 2 with 1, 4, 6 and 7: the pair is open, and can be taken back."""
    notes = within(tmp_path, dice, ", die: branch, box: [7, 2], ends: NEW")
    asked = notes.game.scene(notes.now).question
    assert asked is not None
    assert sorted(choice.entry["score"] for choice in asked.choices) == [[1, 2], [2, 4], [2, 7]]
    note(notes, "score 2-7")
    assert not lorry.replay(tmp_path / "noted.yaml").refused
    notes.go_to(0)
    question = notes.game.scene(()).question
    assert question is not None
    assert {"trader": 1, "die": "branch", "box": [7, 2], "ends": "NEW", "score": [2, 7]} in [
        choice.entry for choice in question.choices
    ]


def test_die_of_position_is_taken(tmp_path: Path) -> None:
    notes = within(tmp_path, DICE, ", die: branch")
    question = notes.game.scene(()).question
    assert question is not None
    assert {choice.entry["die"] for choice in question.choices} == {"branch"}
    note(notes, "draw branch")
    assert not lorry.replay(tmp_path / "noted.yaml").refused


def test_left_dice_of_three_are_asked(tmp_path: Path) -> None:
    """A white and an orange die are left: the third one, which is taken, may have either colour."""
    path = tmp_path / "three.yaml"
    position = f"galaxy: {SHIPS / 'small.yaml'}\ntraders: [Tom, Uli, Eva]\n"
    path.write_text(f"{position}turn: {{picks: Uli, dice: [white curve, orange branch]}}\n", encoding="utf-8")
    notes = notes_on(path, tmp_path / "noted.yaml")
    note(notes, "white, white, orange")
    scene = notes.game.scene(notes.now)
    assert scene.question is not None
    assert "Uli" in scene.question.text
    note(notes, "draw branch", "draw curve")
    assert "round 2, Uli picks" in notes.game.scene(notes.now).now
    replayed = lorry.replay(tmp_path / "noted.yaml")
    assert [step.trader for step in replayed.steps] == [2, 3]
    assert not replayed.refused


def test_one_die_unrolled_refused(tmp_path: Path) -> None:
    with pytest.raises(AnalyzerError, match="add what they show"):
        within(tmp_path, "[white]")


@pytest.mark.parametrize(
    ("more", "match"),
    [
        ({"traders": ["Tom", "Uli"]}, "--traders"),
        ({"own": "Eva"}, "no trader 'Eva'"),
        ({"traders": ["Tom"]}, "only one trader"),
    ],
)
def test_impossible_traders_refused(more: dict[str, Any], match: str) -> None:
    source = SHIPS / "small.yaml" if match == "only one trader" else LATE
    with pytest.raises(AnalyzerError, match=match):
        load_notes(source, **more)


STORY = "@7,2 esw 2-7 | @13,6 sw | @14,7 | straight | crossing | @14,3 crossing | @14,5"
"""Two rounds of the late position, told draw by draw.

Tom draws a branch in column 7, row 2, and scores 2-7 for 20 points. Uli draws a curve into the black hole in column
13, row 6, and fills column 14, row 7. Then a straight and a crossing are rolled: Uli draws the crossing above planet
3, and Tom the straight below it.
"""


@pytest.mark.long
@in_browser
def test_page_notes_story_by_touch(tmp_path: Path) -> None:
    """Draws are tapped in their boxes, which are wide enough for a finger on a telephone, also in dark mode."""
    notes = notes_on(LATE, tmp_path / "noted.yaml")
    notes.game.SHOWN_AFTER, notes.game.EARLIER = (2, 4, 4), 2  # type: ignore[misc]
    with serving(NotesPage(notes, 0)) as page, browser() as driver:
        sized(driver, 400, 800, touch=True)
        liked(driver, scheme="dark")
        opened_anew(driver, page)
        until(driver, lambda: driver.find_elements("css selector", "rect.spot"))
        box = driver.execute_script("return document.querySelector('rect.spot').getBoundingClientRect().width")
        assert box >= 44
        effort = note_by_touch(driver, notes, STORY)
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert "false" not in driver.execute_script("return document.body.innerText")
        until(driver, lambda: driver.execute_script("return document.querySelectorAll('.story article').length") == 4)
        assert nameless(driver) == []
        assert not [line for line in driver.get_log("browser") if line["level"] == "SEVERE"]
    replayed = lorry.replay(tmp_path / "noted.yaml")
    assert [step.round for step in replayed.steps] == [1, 1, 1, 2, 2]
    assert not replayed.refused
    assert replayed.position.totals[0] == 33 + 20
    # Seven notes; only a box in which several tracks fit takes a second tap, and nothing is typed.
    assert effort == (10, 0)
