"""Position files: what they say, and every fault at once, each with its line and square."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer import AnalyzerError, load_position, save_position
from analyzer.types import Position
from tests.doors.trucker_flights import plan_position
from tests.doors.trucker_questions import sweep
from tests.places import ROOT

SHIP = ROOT / "ships/2007/II/steady-hauler.yaml"
EXAMPLE = ROOT / "ships/2007/at-the-table.yaml"


def written(folder: Path, text: str) -> Path:
    path = folder / "position.yaml"
    path.write_text(f"ship: {SHIP}\nrivals: alone\n{text}", encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[tuple[int | None, str]]:
    """Line and text of every fault."""
    with pytest.raises(AnalyzerError) as refused:
        load_position(written(folder, text))
    return [(fault.line, fault.text) for fault in refused.value.faults]


def test_example_position_is_read() -> None:
    """Read off the file and the drawing of its ship: batteries and cabins in the order of their risk."""
    own, hornet, parcel, invoice = load_position(EXAMPLE).ships
    assert own.lost == ((4, 7),)
    assert sum(len(there) for _, there in own.crew) == 7
    assert sum(many for _, many in own.charges) == 6
    assert sorted(cube for _, cubes in own.goods for cube in cubes) == ["blue", "blue", "red", "yellow"]
    assert (own.space, hornet.space, parcel.space, invoice.space) == (-3, 7, -4, None)
    assert [ship.known for ship in (own, hornet, parcel, invoice)] == [True, True, True, False]


def test_omitted_fields_are_as_launched(tmp_path: Path) -> None:
    """Four cabins with two humans each (the starting cabin one of them), three batteries of three."""
    (own,) = load_position(written(tmp_path, "")).ships
    assert own.lost == ()
    assert own.credits == 0
    assert [who for _, there in own.crew for who in there] == ["human"] * 8
    assert [many for _, many in own.charges] == [3, 3, 3]
    assert own.goods == ()


def test_squares_equal_plain_numbers(tmp_path: Path) -> None:
    by_square = "crew: [{square: [6, 6], human: 1}]\ncharges: [{square: [8, 8], charges: 2}]\n"
    (own,) = load_position(written(tmp_path, by_square + "goods: [{square: [6, 7], red: 1}]")).ships
    assert own.crew == (((6, 6), ("human",)),)
    assert own.charges == (((8, 8), 2),)
    assert own.goods == (((6, 7), ("red",)),)


EVERYTHING = """
prognostic: true
met: [28, 3]
card: 31
decisions: [{land: 2, goods: {green: 1}}]
piles:
  - [28, 3, 31]
  - [35, ?, 12]
lost: [[4, 7]]
credits: 4
space: -2
start: 1
"""


def test_saved_position_reads_back(tmp_path: Path) -> None:
    position: Position = load_position(written(tmp_path, EVERYTHING))
    assert position.piles is not None
    assert position.piles.piles == ((28, 3, 31), (35, None, 12))
    assert position.decisions == ((0, (("land", (2,)), ("goods", ({"green": 1},)))),)
    for one in (position, load_position(EXAMPLE), load_position(EXAMPLE.with_name("which-planet.yaml"))):
        save_position(one, tmp_path / "saved.yaml")
        assert load_position(tmp_path / "saved.yaml") == one


def test_chosen_deck_reads_back(tmp_path: Path) -> None:
    """Card 26 of the deck is another one: its planet has three cubes more; card 55 is a combat zone."""
    (tmp_path / "mine.csv").write_text("id,kind,planets,days\n26,planets,RR|YGB,2\n", encoding="utf-8")
    zone = "{id: 55, kind: combat_zone, combat_lines: 'crew>days:3|engines>crew:2|cannons>shots:small-rear large-left'}"
    for own in ("mine.csv", f"[{{id: 26, kind: planets, planets: RR|YGB, days: 2}}, {zone}]"):
        position = load_position(written(tmp_path, f"deck: [55, 26, 3]\nmet: [55]\ncard: 26\nown_cards: {own}"))
        assert position.card_at_hand is not None
        assert position.card_at_hand.planets == ((2, 0, 0, 0), (0, 1, 1, 1))
        assert position.route.length == 3
        save_position(position, tmp_path / "saved.yaml")
        assert load_position(tmp_path / "saved.yaml") == position


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("lost: [[1, 1]]", 3, "no component there"),
        ("lost: [[4, 7], [4, 7]]", 3, "named twice"),
        ("lost: [[5, 7]]", 3, "pieces: add what broke off"),
        ("crew: {human: 9}", 3, "room for 8 humans"),
        ("crew: {human: 0}", 3, "so it had to stop: this flight is over"),
        ("crew: {human: 2, brown: 1}", 3, "room for 0 brown aliens"),
        ("crew: [{square: [4, 7], human: 1}]", 3, "no cabin is left there"),
        ("crew: [{square: [6, 6], human: 3}]", 3, "this cabin holds 2 humans"),
        ("lost: [[9, 6]]\ncrew: [{square: [9, 6], human: 1}]", 4, "no cabin is left there"),
        ("charges: 10", 3, "has 9 batteries"),
        ("charges: [{square: [8, 8], charges: 4}]", 3, "has 3 batteries"),
        ("goods: {red: 6}", 3, "special containers for 5"),
        ("goods: {blue: 23}", 3, "containers for 22"),
        ("goods: [{square: [8, 6], red: 1}]", 3, "red cubes lie in special containers alone"),
        ("goods: [{square: [8, 6], blue: 4}]", 3, "this container holds 3"),
        ("met: [28, 28]", 3, "named twice"),
        ("met: [28, 99]", 3, "the cards are 0 to "),
        ("met: [28, 45]", 3, "no pile of level II holds one"),
        ("met: [3]", 3, "the first card is one of level II"),
        ("met: [28, 1, 2, 3, 4, 5]", 3, "meets 4 cards of level I"),
        (
            "met: [28, 1, 2, 3]\ncoming: [21, 22, 23, 24, 25, 26, 27, 4, 29]",
            4,
            "9 cards of level II, those met included",
        ),
        ("met: [28]\nrolls: [7]", 4, "rolls without a card at hand"),
        ("card: 31\nrolls: [7]", 4, "has at most 0"),
        ("card: 28\nrolls: [13]", 4, "give at most 12"),
        ("met: [28, 20, 21]\nprognostic: true", 3, "not one pile of level II"),
        ("deck: [28, 3]\nmet: [31]", 4, "the deck begins with 28"),
        ("deck: [28, 99]", 3, "no card 99"),
        ("deck: [28, 3]\ncoming: [3]", 4, "leave out coming or deck"),
        ("own_cards: [{id: 28, kind: planets}]", 3, "planets is empty"),
        ("own_cards: [{id: 28, kin: planets}]", 3, "did you mean kind?"),
        ("titles: true", 3, "belongs to one flight, not to a journey or a trek"),
        ("left: gave_up", 3, "left is for rivals"),
        ("level: V", 3, "use one of"),
        ("level: IV", 3, "flown by fleets"),
        ("crews: 3", 3, "did you mean crew?"),
    ],
)
def test_position_fault_names_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    ((where, fault),) = faults(tmp_path, text)
    assert words in fault
    assert where == line


def test_humanless_rival_has_left() -> None:
    """ "Verlust der menschlichen Besatzung" of 2007 is an advanced rule; 2021 has it from the first flight on."""
    empty = {"crew": {"human": 0}}
    rival = {"ship": str(SHIP), "met": [28], "space": 0, "rivals": [{"ship": str(SHIP), "space": 1} | empty]}
    with pytest.raises(AnalyzerError, match="add left: no_humans"):
        load_position(rival)
    first = {"learning": True, "rivals": "alone"} | empty
    assert load_position(first | {"ship": str(ROOT / "ships/2007/I/first-mile.yaml")}).ships[0].crew == ()
    with pytest.raises(AnalyzerError, match="this flight is over"):
        load_position(first | {"ship": str(next((ROOT / "ships/2021/I").glob("*.yaml")))})


@pytest.mark.parametrize(
    ("card", "decision", "words"),
    [
        (
            25,
            "{ship: Steady Hauler, land: 2}",
            "land: 2: the rules leave no choice here before Steady Hauler decides on",
        ),
        (
            33,
            "{ship: 2, takes: yes}",
            "takes: yes: the rules leave no choice here before Steady Hauler decides",
        ),
        (
            33,
            "{ship: 3, land: 1}",
            "Stern Invoice: land: 1: the rules leave no choice here before Steady Hauler",
        ),
        (
            33,
            "{ship: 2, land: 7}",
            "Hot Delivery: land: 7: each planet takes one ship, and ships in front",
        ),
        (33, "{ship: 1, gives_up: yes}", "gives_up: yes: the rules leave no choice here: giving up is decided before"),
        (30, "{ship: 1, defends: yes}", "the rules leave no choice here before dice are rolled (add to rolls what was"),
    ],
)
def test_impossible_decisions_are_refused(tmp_path: Path, card: int, decision: str, words: str) -> None:
    """Card 25 is open space, 33 planets, 30 a swarm; Hot Delivery flies in front of Steady Hauler, the other behind."""
    rivals = [f"  - {{ship: {SHIP.with_name(name)}.yaml, space: {space}}}" for name, space in RIVALS]
    text = [f"ship: {SHIP}", "met: [31]", f"card: {card}", "decisions:", f"  - {decision}", "space: 0", "rivals:"]
    path = tmp_path / "position.yaml"
    path.write_text("\n".join([*text, *rivals]), encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        load_position(path)
    assert words in refused.value.faults[0].text
    assert refused.value.faults[0].line == 5


def test_no_card_may_be_left(tmp_path: Path) -> None:
    """`coming: []` says that the flight ends with the cards revealed; without the field others are drawn."""
    for coming, length in (("", 12), ("coming: []\n", 2)):
        text = f"ship: {SHIP}\nrivals: alone\nmet: [31]\ncard: 25\n{coming}"
        path = tmp_path / "position.yaml"
        path.write_text(text, encoding="utf-8")
        experiment = plan_position(path)
        assert experiment.deal(0, 2).shape == (2, length)
        assert f"after 1 of {length} cards" in experiment.title
        save_position(load_position(path), tmp_path / "saved.yaml")
        assert load_position(tmp_path / "saved.yaml") == load_position(path)
    assert "no card was met" in faults(tmp_path, "coming: []")[0][1]
    assert "the deck has more" in faults(tmp_path, "met: [31]\nspace: 0\ndeck: [31, 25]\ncoming: []")[0][1]


def test_only_allowed_value_is_noted(tmp_path: Path) -> None:
    """Tin Kite has no charge left, and is in front of Steady Hauler in open space (card 25)."""
    kite = f"{{ship: {SHIP.with_name('tin-kite.yaml')}, space: 4, charges: 0}}"
    for charges, is_refused in ((0, False), (1, True)):
        text = [f"ship: {SHIP}", "met: [31]", "card: 25", "space: 0", f"rivals: [{kite}]"]
        path = tmp_path / "position.yaml"
        path.write_text("\n".join([*text, f"decisions: [{{ship: 2, charges: {charges}}}]"]), encoding="utf-8")
        if is_refused:
            with pytest.raises(AnalyzerError, match="the rules leave no choice here"):
                load_position(path)
        else:
            assert load_position(path).superfluous == ("Tin Kite: charges: 0",)
            assert any("correct but not needed: Tin Kite: charges: 0" in note for note in plan_position(path).notes())


@pytest.mark.parametrize(
    ("card", "entry", "noted", "kept"),
    [
        (
            "card: 25",
            "{ship: 2, charges: 1, land: 0, takes: no, gives: {}}",
            ["land: 0", "takes: no", "gives: {}"],
            {1: {"charges": 1}},
        ),
        ("card: 25", "{ship: 1, goods: {}, keeps: [7, 7]}", ["goods: {}", "keeps: [7, 7]"], {}),
        ("card: 33", "{ship: 2, land: 1, charges: 0}", ["charges: 0"], {1: {"land": 1}}),
        (
            "card: 28\nrolls: [2, 2, 2, 2, 2]",
            "{ship: 1, defends: [no, no], charges: 0}",
            ["defends: no"] * 2 + ["charges: 0"],
            {},
        ),
        ("card: 33", "{ship: 3, land: 0}", None, None),
        ("card: 30", "{ship: 1, defends: no}", None, None),
        ("card: 25", "{ship: 1, goods: {blue: 1}}", None, None),
    ],
)
def test_true_entry_gets_remark(tmp_path: Path, card: str, entry: str, noted: list[str] | None, kept: object) -> None:
    """Card 25 is open space, 33 planets, 28 and 30 swarms that fly past at 2; Steady Hauler is whole and empty.

    Refused is what is false, and what the card may still ask for: of Stern Invoice behind, or after the first roll.
    """
    rivals = [f"  - {{ship: {SHIP.with_name(name)}.yaml, space: {space}}}" for name, space in RIVALS]
    text = [f"ship: {SHIP}", "met: [31]", card, "decisions:", f"  - {entry}", "space: 0", "rivals:"]
    path = tmp_path / "position.yaml"
    path.write_text("\n".join([*text, *rivals]), encoding="utf-8")
    if noted is None:
        with pytest.raises(AnalyzerError, match="the rules leave no choice here"):
            load_position(path)
        return
    position = load_position(path)
    assert sorted(words.partition(": ")[2] for words in position.superfluous) == sorted(noted)
    said = {number: {what: values[0] for what, values in own} for number, own in position.decisions}
    assert said == kept


@pytest.mark.parametrize(("word", "is_so"), [("yes", True), ("Yes", True), ("NO", False), ("true", True)])
def test_position_takes_yes_and_no(tmp_path: Path, word: str, is_so: bool) -> None:
    """YAML 1.2 has true and false alone; the reference says "yes or no"."""
    assert load_position(written(tmp_path, f"prognostic: {word}")).prognostic is is_so
    ((line, fault),) = faults(tmp_path, "learning: maybe")
    assert (line, fault) == (3, "learning: give yes or no")
    assert word == "true" or sweep.Condition.model_validate({"repair": word}).repair is is_so


RIVALS = (("hot-delivery", 4), ("stern-invoice", -4))


def test_all_position_faults_are_named(tmp_path: Path) -> None:
    assert [line for line, _ in faults(tmp_path, "lost: [[1, 1]]\ncharges: 10\nmet: nothing")] == [3, 4, 5]


def test_figures_have_own_spaces(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    other = SHIP.with_name("tin-kite.yaml")
    for space, words in ((3, "is there: two ships cannot share a space"), (-40, "a lap")):
        path.write_text(
            f"ship: {SHIP}\nmet: [28]\nspace: 3\nrivals:\n  - {{ship: {other}, space: {space}}}\n", encoding="utf-8"
        )
        with pytest.raises(AnalyzerError, match=words) as refused:
            load_position(path)
        assert refused.value.faults[0].line == 5


def test_space_is_needed_after_cards(tmp_path: Path) -> None:
    """A position must say where the figure stands once cards were met."""
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: {SHIP}\nmet: [28]\n", encoding="utf-8")
    with pytest.raises(AnalyzerError, match="say in space where your marker is"):
        load_position(path)


def test_position_needs_a_ship(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    for text in ("ship:\n", "met: [28]\n", f"ship: {SHIP}\nrivals:\n  - {{space: 3}}\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(AnalyzerError, match="ship file or the fields"):
            load_position(path)


def test_faults_of_every_stage_named(tmp_path: Path) -> None:
    """Card, roll count, name, charges and starting place, each wrong by itself: planets (11) roll no dice."""
    text = f"rivals:\n  - {{ship: {SHIP}, start: 9}}\nmet: [31, 999]\ncard: 11\nrolls: [7]\ncharges: 77\n"
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: {SHIP}\n{text}decisions:\n  - {{ship: Nobody, land: 1}}\n", encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        load_position(path)
    words = ["start: give", "no card 999", "1 rolls: card 11", "77 charges", "no ship 'Nobody'"]
    told = [(fault.line, word) for fault in refused.value.faults for word in words if word in fault.text]
    assert told == list(zip((3, 4, 6, 7, 9), words, strict=True))
    assert len(refused.value.faults) == len(words)


def test_rivals_judged_beside_missing_ship(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(f"ship: none.yaml\nrivals:\n  - {{ship: {SHIP}, charges: 77, start: 9}}\n", encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        load_position(path)
    told = "\n".join(refused.value.faults)
    assert all(word in told for word in ("no such file", "77 charges", "start: give at most 4"))


def test_wrong_card_brings_no_others(tmp_path: Path) -> None:
    """A decision stands without a card at hand only because the card itself is not read."""
    assert faults(tmp_path, "card: 1.5\ndecisions:\n  - {land: 1}\nrolls: [3]\n") == [
        (3, "card: give a whole number, or text")
    ]
