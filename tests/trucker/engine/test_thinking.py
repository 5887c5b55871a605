"""A captain who thinks: what they imagine is what would happen, in whatever blocks, and they find what prices miss."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Captain, load_captain
from tests.doors.answers import SideBySide
from tests.doors.runs import hearing_decisions
from tests.doors.trucker_flights import Convoy, Experiment, SampledDice, plan_position, plan_ship, record_flight
from tests.doors.trucker_flights import thinking as thinker
from tests.doors.trucker_paper import Thinking
from tests.places import ROOT
from tests.trucker.scripted import ship

MILE = ROOT / "ships/2007/I/first-mile.yaml"
NIGHT = ROOT / "ships/2007/III/night-mail.yaml"


def thinking(flights: int = 2) -> Captain:
    return replace(load_captain("thinker"), thinks=Thinking(flights))


def planned(path: Any, captain: Any, **how: Any) -> Experiment:
    vessel = path if not hasattr(path, "suffix") else analyzer.load_ship(path)
    return plan_ship(vessel, seed=how.pop("seed", 5), captain=captain, **how)


def test_thinkers_fly_smaller_shares() -> None:
    """A flight of one who imagines 64 flights after each option takes a second or two."""
    one = planned(MILE, "thinker", rivals="alone")
    assert (one.SLOW.soon, one.SLOW.check_step, one.SLOW.share) == (1, 16, 40)
    assert planned(MILE, thinking(128), rivals="alone").SLOW.share == 20
    assert planned(MILE, "sensible", rivals="alone").SLOW is None
    both = SideBySide(("a", "b"), (one, one))
    assert both.SLOW.share == 20
    assert one.BLOCK <= 128


def test_decisions_heard_within_a_flight() -> None:
    """Before the flight is over whoever listens hears of every decision that was thought through."""
    heard: list[int] = []
    with hearing_decisions(heard.append):
        planned(MILE, thinking(), rivals="alone").run_block(0, 1)
    assert heard
    assert min(heard) == 1


@pytest.mark.long
@pytest.mark.parametrize(("path", "rivals", "flights"), [(MILE, "field", 4), (NIGHT, "alone", 3)])
def test_true_draws_imagine_true_end(monkeypatch: pytest.MonkeyPatch, path: Any, rivals: str, flights: int) -> None:
    """A thinker who imagines the real cards and dice, and decides as the captain would, imagines the real end."""
    imagined: list[tuple[int, int]] = []

    def real_decks(route: Any, seed: int, decks: Any, known: int, of: Any, first: int, each: int) -> Any:
        return decks.take(np.repeat(np.asarray(of), each), axis=0)

    def real_dice(self: Any, seed: int, slot: int, of: Any, each: int) -> SampledDice:
        real = self.dice.others
        dice = SampledDice([])
        dice.fractions = [fractions.take(of.repeat(each)) for fractions in real.fractions]
        return dice

    think = thinker.Thinker._think

    def noted(self: Any, convoy: Convoy, tries: Any, here: Any, *more: Any) -> Any:
        before = len(imagined)
        chosen = think(self, convoy, tries, here, *more)
        assert len(imagined) == before + here.size
        values = [value for _, value in imagined[before:]]
        imagined[before:] = zip(tries.rows[here].tolist(), values, strict=True)
        return chosen

    monkeypatch.setattr(thinker, "_chosen", lambda earned, many, own: _own(earned, many, own, imagined))
    monkeypatch.setattr(thinker, "imagined_decks", real_decks)
    monkeypatch.setattr(thinker.Thinker, "_rolled", real_dice)
    monkeypatch.setattr(thinker.Thinker, "_think", noted)
    ends = planned(path, thinking(), rivals=rivals).run_block(0, flights)["credits"][0]
    as_sensible = planned(path, "sensible", rivals=rivals).run_block(0, flights)["credits"][0]
    assert np.array_equal(ends, as_sensible)
    assert len(imagined) > 3 * flights
    wrong = [(flight, value) for flight, value in imagined if value != ends[flight]]
    assert not wrong


def _own(earned: Any, many: Any, own: Any, imagined: list[tuple[int, int]]) -> Any:
    begin = np.cumsum(many) - many
    imagined.extend((-1, value) for value in earned[begin + own, 0].tolist())
    return own


def at_a_card() -> tuple[thinker.CardHistory, thinker.ImaginedCopies]:
    """Two flights at a card: 7 was rolled in the first, 9 and 11 in the second; ship 0 decided 4, and 5."""
    at_card = thinker.CardHistory.of({}, 1, 2)
    at_card.rolled[0], at_card.rolled[1, 1], at_card.read[:] = [7, 9], 11, [1, 2]
    at_card.note(np.zeros(2, np.intp), np.arange(2), np.array([4, 5]))
    return at_card, thinker.ImaginedCopies(np.array([0, 1, 1]), np.arange(3))


def test_imagination_keeps_rolls_made() -> None:
    """Rolls already made stay the same in imagined flights."""
    at_card, copies = at_a_card()
    others: Any = SimpleNamespace(roll=lambda convoy, number, flights: np.full(3, 2))
    dice = thinker.ImaginedDice(others, 6, copies, at_card)
    here, later = (cast(Convoy, SimpleNamespace(slot=slot, rows=np.arange(3))) for slot in (6, 7))
    assert [dice.roll(here, number).tolist() for number in range(3)] == [[7, 9, 9], [2, 11, 11], [2, 2, 2]]
    assert dice.roll(later, 0).tolist() == [2, 2, 2]


def test_imagination_repeats_decisions_then_option() -> None:
    """Imagined flights first repeat the decisions already made, then try the option."""
    at_card, copies = at_a_card()
    option = np.array([[8, 9, 6], *np.zeros((3, 3), np.int64)])
    settled = thinker.ReplayedDecisions(6, copies, at_card, np.zeros(3, np.intp), option)
    convoy = SimpleNamespace(slot=6, rows=np.arange(3))
    ship: Any = SimpleNamespace(convoy=convoy, flights=np.arange(3), numbers=np.zeros(3, np.intp))
    decided = [settled.decide(ship, "charges", np.array([1, 1, 1]), lambda place: range(9)).tolist() for _ in range(3)]
    assert decided == [[4, 5, 5], [8, 9, 6], [1, 1, 1]]


def test_thinker_ignores_block_size() -> None:
    experiment = planned(MILE, thinking(2), rivals="alone")
    whole = experiment.run_block(10, 4)["credits"][0]
    parts = [experiment.run_block(first, 2)["credits"][0] for first in (10, 12)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_thinker_beats_fixed_prices() -> None:
    """A day costs nothing at the last card; prices still count it and pass by a planet with one blue cube."""
    barge = ship(BARGE, board="I")
    prices = planned(barge, DEAR, rivals="alone", cards=[12]).run_block(0, 20)["goods_sold"][0]
    mind = planned(barge, replace(DEAR, thinks=Thinking(2)), rivals="alone", cards=[12])
    assert set(prices.tolist()) == {0}
    assert set(mind.run_block(0, 20)["goods_sold"][0].tolist()) == {3}


def test_exact_refuses_thinking_captains() -> None:
    with pytest.raises(AnalyzerError, match="simulates whole flights"):
        analyzer.exact(analyzer.load_ship(MILE), card=8, captain="thinker")


BARGE = "6/6 CA CN^ CA; 7/6 H2 SC H2; 8/6 EN B2 EN"
"""Four places for goods, none of them special."""
DEAR = replace(load_captain("sensible"), day=500, day_alone=500)
LAST = {"ship": ship(BARGE, board="I"), "rivals": "alone", "met": [6, 9, 1, 2, 3, 4, 5], "card": 12}
"""At the last card: planets RR | RBB | Y."""


def test_thinker_launches_as_from_position() -> None:
    """A position at launch changes no flight of a thinker."""
    launched = planned(MILE, thinking(2), rivals="alone")
    begun = plan_position({"ship": analyzer.load_ship(MILE), "rivals": "alone"}, 5, thinking(2))
    assert [*begun.run_block(3, 3)["credits"][0]] == [*launched.run_block(3, 3)["credits"][0]]


def test_thinker_thinks_from_position() -> None:
    """A day costs nothing at the last card and a yellow cube brings 3; prices still count the days."""
    for captain, brought in ((DEAR, 0), (replace(DEAR, thinks=Thinking(2)), 3)):
        assert {*plan_position(LAST, 5, captain).run_block(0, 4)["goods_sold"][0].tolist()} == {brought}


def test_position_decisions_override_thinking() -> None:
    """Two blue cubes bring 2; with one of them left behind 1, also where a thinker would take the yellow one."""
    for decided, brought in (({"land": 2}, 2), ({"land": 2, "goods": {"blue": 1}}, 1)):
        position = plan_position(LAST | {"decisions": [decided]}, 5, replace(DEAR, thinks=Thinking(2)))
        assert {*position.run_block(0, 4)["goods_sold"][0].tolist()} == {brought}


def test_imagination_reloads_positions_cubes() -> None:
    """A position says what the second flight has aboard; in mind that holds once, then captains load again."""
    at_card, copies = at_a_card()
    at_card.note_cubes(np.array([0]), np.array([1]), np.array([[0], [1], [0], [2]]))
    settled = thinker.ReplayedDecisions(6, copies, at_card, np.zeros(3, np.intp), np.zeros((4, 3), np.int64))
    loading: Any = SimpleNamespace(
        convoy=SimpleNamespace(slot=6, rows=np.arange(3)), flights=np.arange(3), numbers=np.zeros(3, np.intp)
    )
    captains = np.full((4, 3), 7)
    loads = [settled.decide(loading, "goods", captains, lambda place: ()).T.tolist() for _ in range(2)]
    assert loads == [[[7] * 4, [0, 1, 0, 2], [0, 1, 0, 2]], [[7] * 4] * 3]


def test_thinker_advises_and_reviews() -> None:
    """The yellow cube brings 1 more than two blue ones. Nothing is exact for who draws flights in mind."""
    advice = analyzer.advise(LAST, captain=thinking())
    assert (advice.flights, advice.options[0].words, advice.options[1].worse.mean) == (100, "land on planet 3 (Y)", 1)
    assert not advice.is_exact
    assert sum("flies 2 flights of its own" in note for note in advice.notes()) == 1
    record = {**LAST, "card": None, "cards": [{"card": 12, "decisions": [{"land": 2}]}]}
    review = analyzer.review(record, captain=thinking(), workers=1)
    assert (review.flights, review.decisions[0].verdict, review.decisions[0].chosen.worse.mean) == (50, "worse", 1)
    assert sum("flies 2 flights of its own" in note for note in review.notes()) == 1


def test_thinkers_flight_is_told_and_replayed() -> None:
    story = analyzer.explain([analyzer.load_ship(MILE)], flight=3, captain=thinking(2), seed=5, rivals="alone")
    experiment = planned(MILE, thinking(2), rivals="alone")
    credits = experiment.run_block(3, 1)["credits"][0, 0]
    assert story.outcome["credits"] == credits
    replayed = analyzer.replay(record_flight(experiment, 3))
    assert (replayed.refused, replayed.outcomes["First Mile"]["credits"]) == ((), credits)


def test_thinker_survives_captain_file(tmp_path: Any) -> None:
    captain = replace(thinking(12), name="mine")
    analyzer.save_captain(captain, tmp_path / "mine.yaml")
    assert analyzer.load_captain(tmp_path / "mine.yaml") == captain
    assert "thinks" not in load_captain("sensible").as_prices()
