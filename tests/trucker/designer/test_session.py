"""What a page says and what it is shown, without a page: drawing, undoing, files, links; and what is refused."""

from __future__ import annotations

import base64
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

import analyzer
from tests.doors.host import Message
from tests.doors.trucker_designer import Session, Setting, messages
from tests.doors.trucker_designer import drafts as link
from tests.doors.trucker_paper import NAMED as CAPTAINS
from tests.doors.trucker_paper import left_in_box, parse_token, used_by, write_token
from tests.facts import untold
from tests.texts import load_text
from tests.trucker.designer.drawn import FEW, HAULER, MILE, SHIPS, lying, refused, says, session, state
from tests.trucker.designer.hostile import hostile

LONGEST = 64000


def test_every_message_is_carried_out():
    kinds = (one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, Message))
    assert {*kinds} - {Message} == {*Session.handlers}


def test_page_shows_the_file() -> None:
    ship = analyzer.load_ship(MILE)
    welcome, shown = says(session(), "hello").answers
    assert welcome["kind"] == "welcome"
    assert shown["kinds"]["CN"]["name"] == "single cannon"
    assert {(row, column): token for row, column, token, _ in shown["tiles"]} == {
        square: write_token(part) for square, part in ship.components.items()
    }
    assert shown["facts"]["flaws"] == []
    assert json.loads(json.dumps(shown)) is not None


def test_box_tells_remaining_components() -> None:
    ship, shown = analyzer.load_ship(HAULER), state(session(HAULER))
    assert sum(left for _, left, *_ in shown["box"]) == left_in_box(ship).total() == 144 - used_by(ship).total()
    left = {token: (number, whole) for token, number, whole, _ in shown["box"]}
    assert left["H30102"] == (0, 2)


# Drawing


def test_component_is_laid_and_removed() -> None:
    one = session(MILE)
    before = lying(one)
    says(one, "take_off", at=[6, 8])
    assert {*before} - {*lying(one)} == {(6, 8)}
    says(one, "lay", part="CA1322", at=[6, 8])
    assert lying(one) == before | {(6, 8): "CA1322"}


def test_two_components_change_places() -> None:
    one = session(MILE)
    before = lying(one)
    says(one, "lay", part=before[8, 8], at=[8, 9], taken=[8, 8])
    assert lying(one) == before | {(8, 9): before[8, 8], (8, 8): before[8, 9]}


def test_moved_component_may_turn() -> None:
    one = session(MILE)
    (answer,) = says(one, "in_hand", part="B21032", by=1).answers
    assert answer["part"] == write_token(parse_token("B21032").turned(1)) == "B22103"
    says(one, "take_off", at=[6, 8])
    says(one, "lay", part=answer["part"], at=[6, 8], taken=[8, 9])
    assert lying(one)[6, 8] == "B22103"
    assert (8, 9) not in lying(one)
    assert "no battery" in refused(one, "lay", part="B21032", at=[6, 8], taken=[8, 9])[0]


def test_component_turns_in_place() -> None:
    one = session(MILE)
    says(one, "turn", at=[6, 8], by=1)
    assert lying(one)[6, 8] == "CN3000>"


def test_undo_and_redo_walk_history() -> None:
    one = session(MILE)
    ships = [lying(one)]
    for message in ({"kind": "turn", "at": [6, 8], "by": 1}, {"kind": "take_off", "at": [9, 9]}):
        one.receive(json.dumps(message))
        ships.append(lying(one))
    says(one, "company", name="field")
    says(one, "undo")
    assert state(one)["company"] == "alone"
    for ship in reversed(ships[:-1]):
        says(one, "undo")
        assert lying(one) == ship
    assert refused(one, "undo") == ["nothing to undo"]
    for ship in ships[1:]:
        says(one, "redo")
        assert lying(one) == ship
    says(one, "turn", at=[6, 8], by=2)
    assert refused(one, "redo") == ["nothing to redo"]


def test_thinker_is_offered_with_few_flights() -> None:
    """All named captains are offered, the default first; one who thinks flies few, and no questions on many ships."""
    one = session(MILE)
    named = [*CAPTAINS, "thinker"]
    assert state(one)["captains"] == named
    assert state(one)["captain"] == named[0]
    task = says(one, "captain", name="thinker").ask
    assert task.steps[-1] <= 1_000
    assert state(one)["captain"] == "thinker"
    for kind, more in (("where", {"part": "CA1322"}), ("swap", {"at": [6, 8]}), ("improve", {"seconds": 1})):
        assert not untold(refused(one, kind, **more)[0], "captain thinker", "simulates whole flights")
    says(one, "captain", name=named[0])
    assert one.task().steps == FEW


def test_empty_change_is_no_step() -> None:
    one = session(MILE)
    assert says(one, "turn", at=[7, 7], by=2).ask is None
    assert state(one)["undo"] == 0


def test_aliens_and_reserve_are_set() -> None:
    """Aliens and reserve are set by hand; an alien leaves with its home."""
    one = session(SHIPS / "IIIa" / "needle-post.yaml")
    ship = one.ship
    cabin = next(square for square, colours in ship.alien_cabins().items() if "brown" in colours)
    says(one, "alien", colour="brown", at=cabin)
    assert one.ship.aliens["brown"] == cabin
    says(one, "reserve", count=2)
    assert one.ship.reserve == 2
    says(one, "take_off", at=cabin)
    assert "brown" not in one.ship.aliens
    assert not untold(refused(one, "alien", colour="purple", at=[7, 7])[0], "row 7 column 7", "purple alien")


# Before the drop


def tried(one: Session, part: str, taken: Any = None, at: Any = None) -> dict[Any, list[str]]:
    (answer,) = says(one, "try", part=part, at=at, taken=taken).answers
    assert (answer["part"], answer["taken"]) == (part, taken)
    return {(row, column): why for row, column, why in answer["squares"]}


@pytest.mark.parametrize("ship", ["2007/II/steady-hauler", "2007/IIIa/needle-post", "2007/flawed/quiz"])
def test_squares_are_judged_like_flaws(ship: str) -> None:
    """The reasons match `flaws` with and without aliens, from the box and from the ship, and in exchanges."""
    one = session(SHIPS.parent / f"{ship}.yaml")
    before = one.ship
    moved = sorted(before.components)[3]
    for part, taken in ((parse_token("B31002"), None), (before.components[moved].turned(1), moved)):
        reasons = tried(one, write_token(part), taken)
        assert [*reasons] == [*before.board.squares]
        for on, against in reasons.items():
            laid = {**before.components, on: part}
            if taken is not None and on != taken:
                del laid[taken]
                if on in before.components:
                    laid[taken] = before.components[on]
            flaws = before.without_aliens().rebuilt_of(laid).flaws()
            known = before.flaws()
            expected = [str(flaw) for flaw in flaws if flaw not in known or on in (flaw.square, flaw.other)]
            assert [why for why in against if "left in the box" not in why] == expected


@pytest.mark.long
def test_build_squares_are_judged_too() -> None:
    one = session(SHIPS / "IVC" / "four-winds.yaml")
    build, part = one.ship, parse_token("B31002")
    reasons = tried(one, "B31002")
    assert [*reasons] == [*build.board.squares]
    for on in build.board.squares[::11]:
        flaws = build.without_aliens().rebuilt_of({**build.components, on: part}).flaws()
        expected = [str(flaw) for flaw in flaws if flaw not in build.flaws() or on in (flaw.square, flaw.other)]
        assert [why for why in reasons[on] if "left in the box" not in why] == expected


def test_square_off_board_is_told() -> None:
    assert "no such square" in tried(session(MILE), "B31002", None, (1, 1))[1, 1][0]


@pytest.mark.parametrize(
    ("part", "at", "why"),
    [
        ("CN0020^", (6, 8), "lies on the smooth side"),  # smooth where its neighbour has a connector, joined to nothing
        ("CA0000", (6, 8), "not joined"),
        ("CN0003>", (6, 6), "before the muzzle"),
        ("EN0003>", (6, 8), "does not point to the rear"),
        ("CN0003^", (6, 8), ""),  # as what lies there
    ],
)
def test_component_in_hand_gets_reason(part: str, at: Any, why: str) -> None:
    one = session(MILE)
    says(one, "take_off", at=[6, 8])
    (answer,) = says(one, "try", part=part, at=at, number=7).answers
    reasons = {(row, column): why for row, column, why in answer["squares"]}[at]
    told = " ".join(reasons)
    assert (why in told) if why else "flaw" not in told and "row" not in told
    laid = one.ship.rebuilt_of({**one.ship.components, at: parse_token(part)})
    assert {*reasons} - {"none of these is left in the box"} == {str(flaw) for flaw in laid.flaws()}
    assert answer["number"] == 7
    assert state(one)["undo"] == 1


def test_exhausted_component_is_told() -> None:
    one = session(HAULER)
    says(one, "take_off", at=[9, 10])
    assert tried(one, "H30102")[9, 10][-1] == "none of these is left in the box"


def test_fitting_component_gets_no_reason() -> None:
    one = session(HAULER)
    (part,) = (write_token(part) for square, part in one.ship.components.items() if square == (6, 7))
    assert tried(one, part, (6, 7))[6, 7] == []


# Files and links


def test_link_holds_the_ship() -> None:
    one, other = session(SHIPS / "IIIa" / "needle-post.yaml"), session(MILE)
    (answer,) = says(one, "text").answers
    says(other, "open_link", held=answer["held"])
    assert other.ship == one.ship
    assert load_text(analyzer.load_ship, answer["text"]) == one.ship


@pytest.mark.parametrize(
    "held",
    ["", "ship=", "ship=AAAA", "ship=" + "é" * 9, base64.urlsafe_b64encode(zlib.compress(b"x" * 10**7)).decode()],
)
def test_empty_link_is_refused(held: str) -> None:
    with pytest.raises(analyzer.AnalyzerError, match="link"):
        link.ship_in(held)


def test_file_is_replaced_on_request(
    tmp_path: Path,
) -> None:
    """A file is written only where it was opened or named, and replaced only when told to."""
    mine, other = tmp_path / "mine.yaml", tmp_path / "other.yaml"
    mine.write_text("# a comment\n" + MILE.read_text(encoding="utf-8"), encoding="utf-8")
    one = Session(analyzer.load_ship(mine), Setting("alone"), mine)
    says(one, "turn", at=[6, 8], by=2)
    (asked,) = says(one, "save").answers
    assert asked["kind"] == "replace?"
    assert "comments" in asked["why"]
    assert mine.read_text(encoding="utf-8").startswith("# a comment")
    says(one, "save", replace=True)
    assert analyzer.load_ship(mine) == one.ship
    says(one, "turn", at=[6, 8], by=2)
    assert says(one, "save").answers[0]["kind"] == "saved"  # it says what we wrote
    mine.write_text("changed meanwhile", encoding="utf-8")
    says(one, "turn", at=[6, 8], by=2)
    assert "changed since" in says(one, "save").answers[0]["why"]
    assert says(one, "save", path=str(other)).answers[0]["kind"] == "saved"
    assert state(one)["path"] == str(other)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.yaml", "other.yaml"]
    assert "another file is there" in says(one, "save", path=str(mine)).answers[0]["why"]


@pytest.mark.parametrize("path", ["/etc/passwd", "x.txt", "README.md/all.yaml", "."])
def test_other_paths_are_not_written(path: str) -> None:
    assert refused(session(), "save", path=path, replace=True)


def test_opened_file_must_be_ship(tmp_path: Path) -> None:
    one = session()
    assert "nix.yaml: no such file" in refused(one, "open_file", path=str(tmp_path / "nix.yaml"))[0]
    faults = refused(one, "open_text", text="name: <b>x</b>\nedition: 2007\nboard: X\ngrid: |\n  4\n", name="<i>.yaml")
    assert any("board" in fault for fault in faults)
    says(one, "open_file", path=str(HAULER))
    assert one.ship.name == "Steady Hauler"
    assert state(one)["saved"]


def test_impossible_ship_changes_nothing() -> None:
    """A text that makes no ship is refused and leaves the drawing as it was."""
    one = session(MILE)
    before = state(one)
    entries = "".join(
        f"  - {{square: [{row}, {column}], kind: structural, connectors: [3, 3, 3, 3]}}\n"
        for row in range(1, 14)
        for column in range(1, 14)
    )
    faults = refused(one, "open_text", text=f"name: Huge\nedition: 2007\nboard: I\ncomponents:\n{entries}")
    assert faults
    assert state(one) == before
    assert "20000" in refused(one, "open_text", text="#" * 20_001)[0]


@pytest.mark.parametrize("board", ["2007-I", "2007-IIIa", "2007-IVC", "2021-L", "2021-III"])
def test_every_board_can_begin(board: str) -> None:
    one = session()
    says(one, "new", board=board)
    shown = state(one)
    assert shown["board"]["title"] == board
    assert len(shown["tiles"]) == 1
    assert len(shown["board"]["quarters"]) == (len(shown["board"]["squares"]) if board == "2007-IVC" else 0)


def test_build_shows_quarters_and_dice() -> None:
    """A build shows its quarters and the fleets that the dice may make of it."""
    shown = state(session(SHIPS / "IVC" / "four-winds.yaml"))
    made = shown["facts"]["fleets"]["fleets"]
    ways = [36 * int(one["chance"].split("/")[0]) / int(one["chance"].split("/")[1]) for one in made]
    assert len(made) == 9
    assert sum(ways) == 36
    assert {part for *_, part in shown["board"]["quarters"]} >= {"front_left", "rear_right", "join_front"}


# Messages that make no sense


def test_hostile_messages_are_survived() -> None:
    one, chance = session(MILE), random.Random(1)
    answered = 0
    for _ in range(1000):
        reply = one.receive(hostile(chance))
        for answer in reply.answers:
            answered += answer["kind"] == "refused"
            assert answer["kind"] != "refused" or all(0 < len(fault) < 2000 for fault in answer["faults"])
    assert answered > 600
    assert state(one)["facts"]["rows"]
    assert len(one.history) <= 500


def test_huge_message_is_refused() -> None:
    assert f"at most {LONGEST:,}" in session().receive("x" * 10_000_000).answers[0]["faults"][0]


def test_fault_repeats_no_message() -> None:
    """A fault names the field and holds nothing of the message."""
    (fault, *_) = refused(session(), "lay", part="<script>alert(1)</script>", at=[7, 7])
    assert "part" in fault
    assert "script" not in fault


def test_cure_is_known_by_flaw() -> None:
    one = session(MILE)
    says(one, "turn", at=[6, 8], by=1)
    (answer,) = says(one, "cures").answers
    flaws = state(one)["facts"]["flaws"]
    assert flaws
    assert [{key: cure[key] for key in flaw} for flaw, cure in zip(flaws, answer["cures"], strict=True)] == flaws
