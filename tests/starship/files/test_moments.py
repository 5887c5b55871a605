"""Records as they go on: what a player knows, that options are done as the referee does them, games written down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyzer import starship
from analyzer.starship import Record, load_record
from tests.doors.starship import (
    BIT,
    STANDARD_RULES,
    Moments,
    SampledDice,
    StepRunner,
    begin,
    decisions_at,
    judges_of,
    lay_out,
    load_switches,
    plain,
)
from tests.facts import changed
from tests.places import ROOT
from tests.starship.files.recorded import played

GAMES = 200
SENSIBLE = starship.load_captain("sensible")
CERTAIN = ("buy", "sell", "found", "complete", "pay", "build", "upgrade", "take", "end")
"""Steps after which nothing is drawn but cards."""


def written(game: int, turns: int = 200, switches: dict[str, str] | None = None) -> Record:
    """A game as a record, or so many turns of it."""
    return starship.explain(game, 5, captains=("sensible", "bold"), switches=switches, turns=turns).record()


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.slow(but=1)
def test_recorded_game_replays_to_same_end(game: int) -> None:
    record = written(game)
    end = plain.games(("sensible", "bold"), 5, game, 1)[0]
    replayed = starship.replay(record)
    assert all(replayed.accepted)
    assert replayed.winner == end["winner"]
    for crest in ("moon", "sun"):
        ship = replayed.ships[crest].to_dict()
        assert [*changed({name: ship[name] for name in end[crest]}, end[crest], crest)] == []


def test_record_file_round_trips(tmp_path) -> None:
    record = written(1, 14)
    starship.save_record(record, tmp_path / "game.yaml")
    again = load_record(tmp_path / "game.yaml")
    assert again.position == record.position
    assert [step.model_dump() for step in again.steps] == [step.model_dump() for step in record.steps]


@pytest.mark.parametrize("face_down", ["no", "yes"])
@pytest.mark.parametrize("game", range(GAMES // 2))
@pytest.mark.slow(but=2)
def test_positions_hide_face_down_cards(game: int, face_down: str) -> None:
    """Only cards that lie open, or were shown by the own sensor; a pirate who waits to whoever draws him for the other.

    A waiting pirate is known to the player who draws for the other and reads out the demand.
    With the reserve face down, cards that entered during a flight are open to nobody in it.
    """
    switches = {"reserve_face_down": face_down}
    record = written(game, 14, switches)
    moments, seen = Moments(record.position, 1, load_switches(switches)), [set[str](), set[str]()]
    in_reserve: set[str] = set()
    for step in record.steps:
        if step.do == "fly":
            in_reserve = {*moments.game.reserve} if face_down == "yes" else set()
        moments.do(step)
        game_now = moments.game
        open_now = {*game_now.row} - in_reserve - ({game_now.facing} if game_now.waiting else set())
        for player in range(2):
            seen[player] |= {*game_now.row} - in_reserve if player != game_now.me else open_now
            if step.do == "fly" and player == game_now.me:
                seen[player] |= {*(step.top or ()), *(step.bottom or ())}
            position = moments.position(player)
            named = {card for sector in range(1, 5) for card in position.lying(sector)}
            assert named <= seen[player]
            assert position.reserve is None
            assert not position.sectors
            assert not position.flaws()


def decided(record: Record, switches: Any) -> list[tuple[Any, Any, dict[str, Any]]]:
    """By decision the position, the step, and the ship of the player after it, as the referee has it."""
    found = []
    moments = Moments(record.position, 1, switches)
    for step in record.steps:
        player = moments.game.me
        decisions = [*decisions_at(moments, step, player)]
        assert moments.do(step) is None
        if decisions and step.do in CERTAIN:
            found.append((decisions[-1].position, decisions[-1], plain.ship_of(moments.game.table, player, 0)))
    return found


@pytest.mark.long
@pytest.mark.parametrize("numbers", [range(first, first + 4) for first in range(0, 300, 4)], ids=str)
@pytest.mark.slow(but=1)
def test_options_match_referee_results(numbers: range) -> None:
    """Turns that the twin wrote down: every step is among the options, and leaves the ship as the referee leaves it."""
    steps = 0
    for number in numbers:
        fields, _, names = played(number)
        switches = load_switches(names)
        for position, decision, ship in decided(load_record(fields), switches):
            table = lay_out(position, 1, 0, 1, switches)
            judges, dice = judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE), switches), SampledDice(1, 0, 1)
            roll = np.array([position.roll or 0], np.int8)
            begin(table, judges, dice, position.stage, roll)
            StepRunner(table, judges, dice).do(decision.open.steps[decision.chosen])
            own = plain.ship_of(table, position.me, 0)
            if decision.open.steps[decision.chosen]["do"] == "complete":
                continue  # what else the captain fulfils on the same planet follows at once
            assert own == ship, (number, decision.open.steps[decision.chosen])
            steps += 1
    assert steps


def test_games_after_equal_played_games() -> None:
    """Played on without an option, a position at the start of a turn gives the games of `play`."""
    from tests.doors.starship import GameExperiment, GamesAfter

    position = starship.load_position(ROOT / "ships" / "starship" / "late.yaml")
    values = GamesAfter(position, SENSIBLE, SENSIBLE, 3).play([None], 0, 60)[0]
    columns = GameExperiment((SENSIBLE, SENSIBLE), 3, position=position).run_block(0, 60)
    assert np.array_equal(values["won"], columns["won"][position.me])
    assert np.array_equal(values["points"], columns["points"][position.me])


def test_sector_without_reserve_has_nine_cards() -> None:
    """A colony was founded on the first card while the reserve was empty; what the sensor put below is the last.

    Where all ten are listed, the row does not name what was turned up: no more than ten are turned up all the same.
    """
    fields = {
        "moon": {"colonies": ["START01", "BASE05"]},
        "phase": "flight",
        "roll": 3,
        "reserve": [],
        "gone": [card.id for card in STANDARD_RULES.cards if card.stack not in ("BASE", "START")],
        "flight": {"sector": 2, "cards": 1, "actions": 1, "done": True, "bottom": ["BASE28"]},
    }
    position = starship.Position.from_dict(fields)
    table = lay_out(position, 1, 0, 3)
    assert table.size[:, 0].tolist() == [10, 9, 10, 10]
    assert table.limit.tolist() == [10] * 3
    assert table.order[9].tolist() == [BIT["BASE28"]] * 3
    nine = [card.id for card in STANDARD_RULES.cards if card.stack == "BASE" and card.id not in ("BASE05", "BASE28")][
        :9
    ]
    unnamed = lay_out(starship.Position.from_dict({**fields, "sectors": {2: [*nine, "BASE28"]}}), 1, 0, 3)
    assert unnamed.size[1].tolist() == [10] * 3
    assert unnamed.limit.tolist() == [10] * 3
    assert unnamed.order[9].tolist() == [BIT["BASE28"]] * 3


def test_resumed_flight_equals_flight_from_sector() -> None:
    """From the sector and from the flight before its first card, the same cards come in the same order."""
    from dataclasses import replace

    from tests.doors.starship import Flight, go_on

    known = starship.load_position(ROOT / "ships" / "starship" / "known.yaml")
    judges, tables = judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE)), []
    for flight in (None, Flight(1)):
        position = replace(known, phase="flight" if flight else "sector", roll=3, flight=flight)
        table, dice = lay_out(position, 2, 0, 40), SampledDice(2, 0, 40)
        begin(table, judges, dice, position.stage, np.full(40, 3, np.int8))
        go_on(table, judges, dice, position.stage, 0)
        tables.append(table)
    for name in ("astro", "stored", "owned", "cards_flown", "actions", "open"):
        assert np.array_equal(getattr(tables[0], name), getattr(tables[1], name)), name
