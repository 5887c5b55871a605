"""A game that is noted at the table: every note that is offered gives a record that the referee accepts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from analyzer import AnalyzerError, starship
from tests.doors.starship import at_table
from tests.places import ROOT
from tests.texts import load_text

SHIPS = ROOT / "ships" / "starship"
Line = tuple[Any, ...]


def offered(game: at_table.NotedStarship, line: Line) -> list[Any]:
    """All notes that the page offers, by words."""
    question = game.scene(line).question
    return [] if question is None else [choice.entry for choice in (*question.choices, *question.beside)]


def walked(game: at_table.NotedStarship, line: Line, seed: int, most: int) -> Line:
    """A line that goes on with notes taken at random from those that are offered; turns are ended now and then."""
    rng = random.Random(seed)
    while len(line) < most and (notes := offered(game, line)):
        short = [one for one in notes if one in ({"do": "done"}, {"do": "next"}, {"deal": False})]
        line = (*line, rng.choice(short if short and rng.random() < 0.2 else notes))
    return line


def replayed(game: at_table.NotedStarship, line: Line) -> starship.Replayed:
    """The record of a line, read from its text and checked; it stands for notes that lead to the same record."""
    record = load_text(starship.load_record, game.text(line), "noted.yaml")
    again = at_table.line_of(record)
    found = starship.replay(record)
    assert found.reasons == [None] * len(found.steps)
    twice = starship.replay(
        load_text(starship.load_record, at_table.NotedStarship(record.position).text(again), "again.yaml")
    )
    assert (twice.ships, twice.steps, twice.phase, twice.row) == (found.ships, found.steps, found.phase, found.row)
    return found


def new(*notes: Any) -> Line:
    """Notes of a new game, in which both players begin with the same module."""
    return ({"module": "trade"}, {"module": "trade"}, *notes)


FLOWN = new({"roll": 3}, {"do": "fly", "sector": 2}, {"do": "next"})


@pytest.mark.parametrize("begins", [None, "midgame.yaml"])
def test_notes_at_random_are_a_record(begins: str | None) -> None:
    game, line = at_table.load_notes(None if begins is None else SHIPS / begins)
    replayed(game, walked(game, line, 1, 25))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_at_random_are_records(seed: int) -> None:
    game, line = at_table.load_notes(SHIPS / "late.yaml")
    line = walked(game, line, seed, 400)
    for count in range(0, len(line) + 1, 50):
        replayed(game, line[:count])


@pytest.mark.long
def test_simulated_game_notes_are_offered() -> None:
    record = starship.explain(3).record()
    line = at_table.line_of(record)
    game = at_table.NotedStarship(record.position)
    assert all(line[count] in offered(game, line[:count]) for count in range(0, len(line), 7))
    assert game.scene(line).question is None
    assert replayed(game, line).points == starship.replay(record).points


def test_card_lies_in_one_sector_only() -> None:
    game, _ = at_table.load_notes()
    line = (*FLOWN, {"card": "BASE07"}, {"do": "end"}, {"do": "done"}, {"roll": 3}, {"do": "fly", "sector": 1})
    cards = [note.get("card") for note in offered(game, (*line, {"do": "next"}))]
    assert "BASE08" in cards
    assert "BASE07" not in cards


def test_reserve_card_starts_in_no_sector() -> None:
    game, _ = at_table.load_notes()
    assert not any(str(note.get("card")).startswith("I") for note in offered(game, FLOWN))


def test_card_from_the_reserve_is_named() -> None:
    game, _ = at_table.load_notes()
    line = (*FLOWN, {"card": "BASE07"}, {"do": "found"})
    assert {"came": "I03"} in offered(game, line)
    assert {"came": "II03"} not in offered(game, line)
    assert replayed(game, (*line, {"came": "I03"})).row == ["I03"]


def test_waiting_pirate_is_not_shown() -> None:
    game, _ = at_table.load_notes()
    line = (*FLOWN, {"demand": 3})
    flight = game.table(line).position.flight
    assert flight is not None
    assert (flight.row, flight.demand) == ((), 3)
    assert offered(game, line) == [{"do": "pay"}, {"do": "fight"}]


def test_pirate_is_named_before_the_dice() -> None:
    game, _ = at_table.load_notes()
    line = (*FLOWN, {"demand": 3}, {"do": "fight"})
    pirate = offered(game, line)[0]
    assert offered(game, (*line, pirate))[0] == {"own": 1}
    line = (*line, pirate, {"own": 4}, {"other": 1}, {"gain": ["fuel"]}, {"came": "I01"})
    found = replayed(game, line)
    assert found.ships["moon"].pirates == (pirate["pirate"],)


def test_sensor_asks_for_cards_and_places() -> None:
    game, _ = at_table.load_notes()
    line: Line = ({"module": "sensor"}, {"module": "trade"}, {"roll": 3}, {"do": "fly", "sector": 2})
    line = (*line, {"look": "BASE07"}, {"look": "BASE08"})
    assert {"top": ["BASE08"], "bottom": ["BASE07"]} in offered(game, line)
    line = (*line, {"top": ["BASE08"], "bottom": ["BASE07"]}, {"do": "next"})
    assert offered(game, line) == [{"card": "BASE08"}]
    assert game.table((*line, {"card": "BASE08"})).moments.position(1).flight.bottom == ()  # type: ignore[union-attr]


def test_refused_step_becomes_a_remark() -> None:
    """Two steps of the example break a rule: each is a remark at its turn, and both stay in the record."""
    game, line = at_table.load_notes(SHIPS / "example-record.yaml")
    remarks = [step.remark for step in game.scene(line).steps]
    assert "costs 2 fuel" in "".join(remarks)
    assert "".join(remarks).count("is left out") == 2
    assert game.table(line).game.table.turn == 2
    record = load_text(starship.load_record, game.text(line), "noted.yaml")
    assert len(record.steps) == len(starship.load_record(SHIPS / "example-record.yaml").steps)
    assert at_table.line_of(record) == line


WITHIN = "flight: {sector: 3, row: [BASE22, I02, Mintaka II], actions: 1}"
"""Flight of the position at the table."""


def within(tmp_path: Path, flight: str, *more: tuple[str, str]) -> tuple[at_table.NotedStarship, Line]:
    """The game that begins at the position at the table, with another flight."""
    text = (SHIPS / "at-the-table.yaml").read_text(encoding="utf-8").replace(WITHIN, f"flight: {{{flight}}}")
    for old, other in more:
        text = text.replace(old, other)
    path = tmp_path / "within.yaml"
    path.write_text(text, encoding="utf-8")
    return at_table.load_notes(path)


@pytest.mark.parametrize("source", ["at-the-table.yaml", "pirate.yaml"])
def test_position_within_a_flight_goes_on(source: str) -> None:
    game, line = at_table.load_notes(SHIPS / source)
    replayed(game, walked(game, line, 1, 9))


def test_begun_flight_keeps_card_order() -> None:
    """Moon flew three cards of sector 3, has done one action, and turns up two more: the record shows them next."""
    game, _ = at_table.load_notes(SHIPS / "at-the-table.yaml")
    line: Line = ({"do": "next"}, {"card": "BASE07"}, {"do": "next"}, {"card": "BASE08"})
    assert replayed(game, line).row == ["BASE22", "I02", "BASE16", "BASE07", "BASE08"]


def test_waiting_pirate_is_named() -> None:
    game, _ = at_table.load_notes(SHIPS / "pirate.yaml")
    line: Line = ({"do": "fight"}, {"pirate": "BASE12"}, {"own": 1}, {"other": 4})
    assert {"pirate": "BASE12"} in offered(game, line[:1])
    assert game.scene(()).question.text == "Does Moon pay or fight?"  # type: ignore[union-attr]
    assert replayed(game, line).row == ["BASE31", "BASE12"]


def test_sensor_cards_of_position_are_noted(tmp_path: Path) -> None:
    sensor = ("modules: {logistics: 1, trade: 1}", "modules: {sensor: 1, trade: 1}")
    game, line = within(tmp_path, "sector: 3, looked_at: [BASE22, BASE07]", sensor)
    assert line == ({"do": "fly", "sector": 3}, {"look": "BASE22"}, {"look": "BASE07"})
    assert {"top": ["BASE07"], "bottom": ["BASE22"]} in offered(game, line)


def test_cards_without_sensor_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AnalyzerError, match="sensor shows no card"):
        within(tmp_path, "sector: 3, looked_at: [BASE22]")


def test_dice_of_a_position_are_noted(tmp_path: Path) -> None:
    """Moon has a strength of 2 and rolls 4 against a 1: what is won is open."""
    game, line = within(tmp_path, "sector: 2, row: [BASE12], dice: [4, 1]")
    assert line == ({"do": "fight"}, {"own": 4}, {"other": 1})
    assert {"gain": ["carbon"]} in offered(game, line)


def test_evaluation_is_left_between_turns() -> None:
    """A note that is taken while a moment is evaluated need not wait for the games to end."""
    game, line = at_table.load_notes(SHIPS / "midgame.yaml")

    class Left(Exception):
        """Raised to leave the evaluation."""

    turns: list[int] = []

    def check(games: int) -> None:
        turns.append(games)
        if len(turns) == 3:
            raise Left

    with pytest.raises(Left):
        game.evaluate(line, 1, check)
    assert turns == [0, 0, 0]


@pytest.mark.long
def test_advised_options_can_be_noted() -> None:
    game, line = at_table.load_notes(SHIPS / "midgame.yaml")
    while game.table(line).asks != "sector":
        line = (*line, offered(game, line)[0])
    found = game.evaluate(line, 20, lambda _: None)
    assert found is not None
    assert [one.entry for one in found.options if one.entry not in offered(game, line)] == []
    assert found.options[0].behind == 0
    assert 0 <= found.score <= 100  # type: ignore[operator]


def values(game: at_table.NotedStarship, line: Line, games: int = 2) -> dict[Any, str]:
    """What the evaluation says of each choice, by the words of the choice."""
    found = game.evaluate(line, games, lambda _: None)
    assert found is not None
    return {one.words: one.value for one in found.options}


@pytest.mark.long
def test_outs_of_fight_are_counted() -> None:
    """Cannons of 3 in all against a pirate of 2: own face plus 1 is reached by 3, 5 or 6 of the faces 1 2 2 3 3 4."""
    game, line = at_table.load_notes(SHIPS / "pirate.yaml")
    line = (*line, {"do": "fight"}, {"pirate": "I05"})
    assert values(game, line) == {
        "1": "wins against 3 of 6 faces",
        "2": "wins against 5 of 6 faces",
        "3": "wins against 6 of 6 faces",
        "4": "wins against 6 of 6 faces",
    }
    assert values(game, (*line, {"own": 1})) == {"1": "wins", "2": "wins", "3": "loses", "4": "loses"}


def test_outs_of_production_name_goods() -> None:
    """Whatever is told of a face is what the note of that face does."""
    game, line = at_table.load_notes(SHIPS / "late.yaml")
    told = values(game, line)
    done = game.table((*line, {"roll": 2}))
    assert told["2"].startswith("Sun +1 carbon")
    assert told["2"] in done.story[-1].lines[-1]


def test_rival_near_goal_is_a_threat(tmp_path: Path) -> None:
    """Sun has 8 points and needs 2 of 10; Moon, at its turn, is told how often Sun wins soon."""
    late = (SHIPS / "late.yaml").read_text(encoding="utf-8").partition("crest: sun\n")[2]
    ship = "".join(f"  {line}\n" for line in late.splitlines())
    path = tmp_path / "late.yaml"
    path.write_text(f"game: starship\nturn: 3\nsun:\n  name: Late\n{ship}", encoding="utf-8")
    game, line = at_table.load_notes(path)
    found = game.evaluate(line, 20, lambda _: None)
    assert found is not None
    (said,) = found.says
    assert said.startswith("Sun needs 2 points and wins within 3 turns of their own in ")
    share = float(said.split(" in ")[1].split("%")[0])
    # Sun also wins later, so that this is less than all of its wins.
    assert 0 < share <= 100 - found.score  # type: ignore[operator]


def test_moments_before_adventures_are_evaluated() -> None:
    game, _ = at_table.load_notes()
    line = ({"module": "trade"}, {"module": "trade"})
    found = game.evaluate(line, 2, lambda _: None)
    assert found is not None
    assert found.trials == 2


@pytest.mark.long
def test_evaluation_plays_the_games_told() -> None:
    """With nothing to decide, too: the shares of 201 and of 203 games differ."""
    game, line = at_table.load_notes(SHIPS / "pirate.yaml")
    line = (*line, {"do": "fight"}, {"pirate": "I05"})
    assert len({game.evaluate(line, games, lambda _: None).score for games in (201, 203)}) == 2  # type: ignore[union-attr]
