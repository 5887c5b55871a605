"""A flight that is noted at the table: what is offered, what becomes of it, and the page in a real browser."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml

import analyzer
from tests.doors.host import Desk, Notes, NotesPage
from tests.doors.host import notes as notes_module
from tests.doors.trucker_designer import load_notes
from tests.host.browsing import browser, in_browser, nameless, opened_anew, serving, sized
from tests.host.noting import IS_SHOWN, PLACE, fits, note_by_touch, tap, told, until
from tests.places import ROOT

SHIPS = ROOT / "ships"
STEADY = SHIPS / "2007" / "II" / "steady-hauler.yaml"
RECORD = SHIPS / "2007" / "example-record.yaml"


def notes_on(source: Path, to: Path | None = None) -> Notes:
    """Notes of the flight that a file begins."""
    game, line = load_notes(source)
    return Notes(game, to, line, len(line))


def walk(notes: Notes, seed: int, most: int = 400) -> None:
    """Note what is offered at random until the flight is over."""
    draw = random.Random(seed)
    for _ in range(most):
        question = notes.game.scene(notes.now).question
        if question is None:
            return
        notes.note(draw.choice([*question.choices, *question.choices, *question.beside]).entry)


@pytest.mark.long
@pytest.mark.parametrize(
    ("ship", "seed"),
    [
        ("2007/II/steady-hauler", 1),
        ("2007/I/first-mile", 2),
        ("2007/III/grand-broadside", 3),
        ("2021/II/salt-barge", 4),
    ],
)
def test_notes_offered_break_no_rule(ship: str, seed: int, tmp_path: Path) -> None:
    """Whatever the page offers is a record in which nothing is refused."""
    notes = notes_on(SHIPS / f"{ship}.yaml", tmp_path / "noted.yaml")
    walk(notes, seed)
    assert notes.game.scene(notes.now).ended
    replayed = analyzer.replay(tmp_path / "noted.yaml")
    assert not replayed.refused
    assert len(replayed.steps) == len(notes.game.scene(notes.now).steps)
    assert replayed.outcomes


def test_note_not_offered_refused() -> None:
    notes = notes_on(STEADY)
    with pytest.raises(analyzer.AnalyzerError, match="roll"):
        notes.note({"roll": 7})
    assert notes.now == ()


def test_record_names_folder_of_edition(tmp_path: Path) -> None:
    """A record names the edition's folder relative to its own, because it may be opened before the edition is read."""
    own = SHIPS / "own-edition"
    notes = notes_on(own / "field" / "W" / "long-table.yaml", tmp_path / "noted.yaml")
    notes.note({"card": 61})
    record = yaml.safe_load((tmp_path / "noted.yaml").read_text(encoding="utf-8"))
    assert (tmp_path / record["ship"]["edition"]).samefile(own)
    assert notes_on(tmp_path / "noted.yaml").now == ({"card": 61},)


def test_record_opened_goes_on(tmp_path: Path) -> None:
    """A record that was left within a card asks for what comes next at that card."""
    notes = notes_on(STEADY, tmp_path / "noted.yaml")
    # Open space (card 25): each ship with a charge to spend decides, the first of them in front.
    notes.note({"card": 25})
    notes.note({"ship": 0, "what": "charges", "value": 1})
    again = notes_on(tmp_path / "noted.yaml")
    assert again.now == notes.now
    question = again.game.scene(again.now).question
    assert question is not None
    assert "Hot Delivery" in question.text


def test_position_within_card_is_notes(tmp_path: Path) -> None:
    """Hot Delivery has landed on planet 1, and what the own ship does is open: the card can be taken back, too."""
    notes = notes_on(SHIPS / "2007" / "which-planet.yaml", tmp_path / "noted.yaml")
    assert notes.now == ({"card": 11}, {"ship": 1, "what": "land", "value": 1})
    scene = notes.game.scene(notes.now)
    assert scene.question is not None
    assert scene.question.text == "What do you do?"
    assert scene.steps[-1].title.startswith("6. planets")
    notes.note(scene.question.choices[0].entry)
    assert notes_on(tmp_path / "noted.yaml").now == notes.now
    notes.go_to(0)
    assert not analyzer.load_record(tmp_path / "noted.yaml").cards


def test_position_with_coming_cards_is_reopened(tmp_path: Path) -> None:
    """A record says its cards as they come, so the order that a position knows is left out."""
    position, coming = tmp_path / "known.yaml", [23, 25, 30, 31, 22, 26, 27, 28, 1, 2, 6, 11]
    position.write_text(f"ship: {STEADY}\nname: Known\ncoming: {coming}\n", encoding="utf-8")
    notes = notes_on(position, tmp_path / "noted.yaml")
    notes.note({"card": 23})
    assert notes_on(tmp_path / "noted.yaml").now == ({"card": 23},)


def test_record_refused_card_remarked() -> None:
    """The example record holds a card that the rules refuse: it is a remark at its step, and the rest stands."""
    notes = notes_on(RECORD)
    steps = notes.game.scene(notes.now).steps
    assert [step.remark != "" for step in steps] == [reason is not None for reason in analyzer.replay(RECORD).reasons]


def test_roll_asked_for_meteor() -> None:
    notes = notes_on(STEADY)
    # Card 30: a swarm whose first meteor is small, from the front. Its column is rolled before anybody decides.
    notes.note({"card": 30})
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert question.shape == "dice"
    assert [choice.entry for choice in question.choices] == [{"roll": roll} for roll in range(2, 13)]


def test_equal_cards_are_one_choice() -> None:
    """Cards 25 to 27 are three equal open spaces: one row counts them, and is found by each of their numbers."""
    notes = notes_on(STEADY)
    question = notes.game.scene(()).question
    assert question is not None
    (row,) = [choice for choice in question.choices if "open space" in choice.words]
    assert row.words == "open space (level II, 3 equal cards: 25, 26, 27)"
    notes.note(row.entry)
    notes.note({"ship": 0, "what": "charges", "value": 0})
    notes.note({"skip_rivals": True})
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert {one.words for one in question.choices if "open space" in one.words} == {
        "open space (level I, 4 equal cards: 4, 5, 6, 7)",
        "open space (level II, 2 equal cards: 26, 27)",
    }


def test_giving_up_counts_before_next_card() -> None:
    notes = notes_on(STEADY)
    notes.note({"ship": 3, "what": "gives_up", "value": True})
    # Stardust: nothing is to be decided.
    notes.note({"card": 23})
    players = notes.game.scene(notes.now).players
    assert players[3].space is None
    assert "gave up" in players[3].words
    assert all(player.space is not None for player in players[:3])


def test_undo_keeps_other_line() -> None:
    notes = notes_on(STEADY)
    notes.note({"card": 25})
    notes.note({"ship": 0, "what": "charges", "value": 1})
    first = notes.now
    notes.go_to(1)
    notes.note({"ship": 0, "what": "charges", "value": 0})
    assert notes.others == [first]
    notes.take_line(0)
    assert notes.now == first
    assert len(notes.others) == 1


def test_redo_of_same_note_keeps_rest() -> None:
    notes = notes_on(STEADY)
    notes.note({"card": 25})
    notes.note({"ship": 0, "what": "charges", "value": 1})
    notes.go_to(0)
    notes.note({"card": 25})
    assert (notes.at, len(notes.line), notes.others) == (1, 2, [])


def test_file_written_after_each_note(tmp_path: Path) -> None:
    notes = notes_on(STEADY, tmp_path / "noted.yaml")
    notes.note({"card": 23})
    assert [card.card for card in analyzer.load_record(tmp_path / "noted.yaml").cards] == [23]
    notes.go_to(0)
    assert not analyzer.load_record(tmp_path / "noted.yaml").cards


def test_unwritable_file_told(tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    notes = notes_on(STEADY, tmp_path / "no folder" / "noted.yaml")
    notes.note({"card": 23})
    assert "no folder" in notes.fault
    assert len(notes.now) == 1


def notes_of_page(source: Path) -> Notes:
    """Notes of the page that the command opens on a file."""
    page = NotesPage.on_file(*load_notes(source), source, None, 0)
    page.socket.close()
    return page.notes


def test_page_replaces_only_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position within a card and a record written by hand stay as they are; the record of the page goes on."""
    monkeypatch.chdir(tmp_path)
    for source in (SHIPS / "2007" / "which-planet.yaml", RECORD):
        notes = notes_of_page(source)
        assert notes.path == Path(f"{source.stem}-noted.yaml")
        notes.save()
        again = notes_of_page(notes.path)
        assert again.path == notes.path
        assert again.now == notes.now


def test_giving_up_outlasts_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that belongs to the next card is no part of the record yet."""
    monkeypatch.chdir(tmp_path)
    notes = notes_of_page(STEADY)
    notes.note({"card": 23})
    notes.note({"ship": 3, "what": "gives_up", "value": True})
    assert notes.path is not None
    assert notes_of_page(notes.path).now == notes.now


def test_table_refuses_file_as_folder(command, tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    said = command("table", str(STEADY), "-o", str(tmp_path / "no folder" / "noted.yaml"), "--no-browser")
    assert said.code == 2
    assert "no folder" in said.err


@pytest.mark.long
def test_evaluation_ranks_options() -> None:
    """Two small meteors on one roll: with a shield and charges, letting both hit is no better than a charge."""
    notes = notes_on(STEADY)
    notes.note({"card": 25})
    found = notes.game.evaluate(notes.now, 20, lambda _: None)
    assert found is not None
    assert {json.dumps(one.entry["value"]) for one in found.options} == {"0", "1"}
    assert found.options[0].behind == 0
    assert found.options[1].behind >= 0


@pytest.mark.long
def test_evaluation_flies_the_flights_told() -> None:
    """With nothing to decide, too: the means of 201 and of 203 flights differ."""
    notes = notes_on(STEADY)
    found = [notes.game.evaluate((), flights, lambda _: None) for flights in (201, 203)]
    assert [one.trials for one in found if one is not None] == [201, 203]
    assert len({one.score for one in found if one is not None}) == 2


def test_outs_count_harmful_rolls() -> None:
    """A large meteor from the front is shot where a cannon looks forward: in columns 5, 6, 8 and 9 of this ship.

    It destroys the first component of columns 4, 7 and 10, and misses beside the ship: 3 + 6 + 3 of 36 rolls.
    """
    notes = notes_on(STEADY)
    (swarm,) = [card for card in analyzer.load_edition("2007").cards if card.id == 28]
    place = next(number for number, hit in enumerate(swarm.hits) if hit.large and hit.side == 0)
    notes.note({"card": 28})
    for _ in range(place):
        notes.note({"roll": 2})
    found = notes.game.evaluate(notes.now, 20, lambda _: None)
    assert found is not None
    assert [one.entry["roll"] for one in found.options if "lost" in one.value] == [4, 7, 10]
    assert found.says == ("12 of 36 rolls cost you components.",)


def test_desk_grades_surely_worse_choice() -> None:
    """A loss that its interval puts above a threshold is graded; the game's own thresholds count."""
    grades = [notes_module.grade_of(loss, notes_on(STEADY).game.GRADES) for loss in (0.0, 0.25, 0.9, 1.0, 3.0)]
    assert grades == ["", "inaccuracy", "inaccuracy", "mistake", "blunder"]


def test_hostile_messages_answered() -> None:
    notes = notes_on(STEADY)
    desk = Desk(notes, lambda _: None)
    desk.stop()
    for raw in (
        "",
        "[]",
        '{"kind": "note"}',
        '{"kind": "note", "entry": {"card": "x"}}',
        '{"kind": "take_line", "line": 3}',
    ):
        (answer,) = desk.receive(raw)
        assert answer["kind"] == "refused"
    assert notes.now == ()


STORY = """\
stardust | meteor small rear | 6 | 9 | 5 | 8 | open space | no charge | spend 1 | planets gg | gg | no rival
smugglers | no charge | no rival | abandoned station yg | take it | pirates | no rival | 5 | 9 | 6
combat | spend 1 | no rival | 7 | 10"""
"""A first flight with First Mile, told card by card: what was met, rolled and decided.

Stardust came first and cost us a day. Four small meteors hit nothing. In open space we saved our charges, and the other
First Mile spent one. We landed on the two greens; Brass Hornet beat the smugglers. At the station five of us went
aboard. Then the pirates beat the other First Mile: both its cannons at the sides and a cabin were gone, so the combat
zone shot at it, too.
"""


def note_story(notes: Notes, story: str) -> None:
    """Note a story: for each note the first choice with its words."""
    for words in told(story):
        question = notes.game.scene(notes.now).question
        assert question is not None, words
        offered = [*question.choices, *question.beside]
        notes.note(next(choice.entry for choice in offered if fits(words, choice.words)))


@pytest.mark.long
def test_story_of_flight_is_noted(tmp_path: Path) -> None:
    """The pirates take both cannons at the sides and a cabin of a rival, and the record says all of it."""
    notes = notes_on(SHIPS / "2007" / "I" / "first-mile.yaml", tmp_path / "noted.yaml")
    note_story(notes, STORY)
    scene = notes.game.scene(notes.now)
    assert scene.ended
    assert scene.now.startswith("8 of 8 cards met")
    lost = [line for line in scene.steps[6].lines if "lost: " in line]
    assert len(lost) == 3
    replayed = analyzer.replay(tmp_path / "noted.yaml")
    assert not replayed.refused
    assert [step.recorded.card for step in replayed.steps] == [3, 9, 4, 14, 1, 18, 2, 15]
    assert replayed.outcomes["First Mile (2)"]["components_lost"] >= 3
    # Wrecks have other numbers in each thread: one that saw another wreck before flies the story on alike.
    game, ships = notes.game, replayed.steps[-1].after.ships
    hit = next(number for number, one in enumerate(ships) if one.lost)
    flown: list[Any] = []

    def fly_on() -> None:
        game.flown(({"card": 10}, {"roll": 9}, {"roll": 9}, {"roll": 8}))  # type: ignore[attr-defined]
        flown.append(game.fly(notes.now).now.ships[hit].lost)  # type: ignore[attr-defined]

    thread = threading.Thread(target=fly_on)
    thread.start()
    thread.join()
    assert flown == [ships[hit].lost]


def test_roll_names_what_is_rolled_for() -> None:
    notes = notes_on(STEADY)
    notes.note({"card": 30})
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert "small meteor (front), 1 of 5" in question.text


def test_rivals_of_card_are_left_out(tmp_path: Path) -> None:
    """At the smugglers two rivals with charges decide: no rival is noted, and the next card is asked for."""
    notes = notes_on(SHIPS / "2007" / "I" / "first-mile.yaml", tmp_path / "noted.yaml")
    notes.note({"card": 1})
    note_story(notes, "no charge | no rival")
    question = notes.game.scene(notes.now).question
    assert question is not None
    assert "card" in question.text
    assert "not noted" in " ".join(notes.game.scene(notes.now).steps[-1].lines)


@pytest.mark.long
@in_browser
def test_page_notes_story_by_touch(tmp_path: Path) -> None:
    """A whole flight is noted on a tablet by taps and words, then reviewed: its curve and its errors can be tapped."""
    notes = notes_on(SHIPS / "2007" / "I" / "first-mile.yaml", tmp_path / "noted.yaml")
    notes.game.SHOWN_AFTER, notes.game.EARLIER = (50, 100, 200), 100  # type: ignore[misc]
    with serving(NotesPage(notes, 0)) as page, browser(1024, 768) as driver:
        sized(driver, 1024, 768, touch=True)
        opened_anew(driver, page)
        taps, letters = note_by_touch(driver, notes, STORY)
        tap(driver, "button", "undo", ".head")
        until(driver, lambda: notes.at == len(notes.line) - 1)
        tap(driver, "button", "redo", ".head")
        until(driver, lambda: driver.execute_script("return document.querySelector('.ask').innerText.includes('over')"))
        many = "return document.querySelectorAll('.curve .point').length"
        until(driver, lambda: driver.execute_script(many) >= len(notes.now), 60)
        assert (taps, letters) == (35, 87), (taps, letters)
        for width in (400, 2560):
            sized(driver, width, 800)
            assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert not [line for line in driver.get_log("browser") if line["level"] == "SEVERE"]
    assert analyzer.replay(tmp_path / "noted.yaml").outcomes


@pytest.mark.long
@in_browser
def test_curve_is_walked_by_keys() -> None:
    """Arrows walk along the curve and Enter goes to a note; words that were typed and not noted outlast a reload."""
    notes = notes_on(SHIPS / "2007" / "I" / "first-mile.yaml")
    notes.game.SHOWN_AFTER, notes.game.EARLIER = (4, 4, 4), 4  # type: ignore[misc]
    for entry in ({"card": 9}, {"roll": 10}, {"roll": 2}, {"roll": 12}, {"roll": 11}):
        notes.note(entry)
    with serving(NotesPage(notes, 0)) as page, browser() as driver:
        opened_anew(driver, page)
        until(driver, lambda: len(driver.find_elements("css selector", ".curve .point")) == 6)
        curve = driver.find_element("css selector", ".curve")
        assert curve.get_attribute("role") == "slider"
        assert curve.get_attribute("aria-label") == "credits after each note"
        driver.execute_script("arguments[0].focus()", curve)
        curve.send_keys("\ue012", "\ue012", "\ue012")
        assert curve.get_attribute("aria-valuetext").startswith("note 2: ")
        curve.send_keys("\ue014", "\ue007")
        until(driver, lambda: notes.at == 3 and driver.execute_script(IS_SHOWN, str(notes.change)))
        assert driver.switch_to.active_element == curve
        curve.send_keys("\ue010", "\ue007")
        until(driver, lambda: notes.at == 5 and driver.execute_script(IS_SHOWN, str(notes.change)))
        driver.find_element("css selector", ".ask input").send_keys("pirat")
        driver.refresh()
        until(driver, lambda: driver.execute_script(IS_SHOWN, str(notes.change)))
        assert driver.find_element("css selector", ".ask input").get_attribute("value") == "pirat"
        driver.find_element("css selector", ".ask input").send_keys("\ue007")
        until(driver, lambda: notes.at == 6 and driver.execute_script(IS_SHOWN, str(notes.change)))
        driver.execute_script("document.querySelector('.head button').click()")
        until(driver, lambda: notes.at == 5 and driver.execute_script(IS_SHOWN, str(notes.change)))
        assert driver.find_element("css selector", ".ask input").get_attribute("value") == ""


@pytest.mark.long
@in_browser
def test_click_outlasts_new_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that come while an option is pressed wait until it is let go, and the option is noted."""
    notes = notes_on(STEADY)
    notes.note({"card": 25})
    evaluate, more = type(notes.game).evaluate, threading.Event()

    def in_two_looks(game: Any, line: Any, flights: int, *how: Any) -> Any:
        return evaluate(game, line, flights, *how) if flights == 4 or more.wait(20) else None

    monkeypatch.setattr(type(notes.game), "evaluate", in_two_looks)
    notes.game.SHOWN_AFTER, notes.game.EARLIER = (4, 8), 4  # type: ignore[misc]
    figures = "return document.querySelector('.value')?.innerText ?? ''"
    with serving(NotesPage(notes, 0)) as page, browser() as driver:
        opened_anew(driver, page)
        until(driver, lambda: "4 flights" in driver.execute_script(figures))
        x, y = driver.execute_script(PLACE, "button", "", ".ask")
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", mouse | {"type": "mousePressed"})
        more.set()
        until(driver, lambda: "8 flights" in driver.execute_script(figures))
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", mouse | {"type": "mouseReleased"})
        until(driver, lambda: notes.at == 2)


@pytest.mark.long
@in_browser
def test_page_notes_by_keys_alone() -> None:
    """Words typed in haste and Enter choose a card, digits the rest; all has a name, and fits at 200% zoom."""
    notes = notes_on(SHIPS / "2007" / "I" / "first-mile.yaml")
    notes.game.SHOWN_AFTER, notes.game.EARLIER = (20, 20, 20), 20  # type: ignore[misc]
    with serving(NotesPage(notes, 0)) as page, browser(600, 450) as driver:
        opened_anew(driver, page)
        for number, keys in enumerate(
            ("metoer smal rear\ue007", "10", "2", "12", "11", "open space\ue007", "2"), start=1
        ):
            until(driver, lambda: driver.execute_script(IS_SHOWN, str(notes.change)))
            for key in keys:
                driver.switch_to.active_element.send_keys(key)
            until(driver, lambda number=number: notes.at == number)
        assert [entry["roll"] for entry in notes.now if "roll" in entry] == [10, 2, 12, 11]
        assert notes.now[-1]["value"] == notes.game.scene(notes.now[:-1]).question.choices[1].entry["value"]  # type: ignore[union-attr]
        assert nameless(driver) == []
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert "card" in driver.execute_script("return document.querySelector('[aria-live]').textContent")
