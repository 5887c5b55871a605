"""The learning flight of 2007, flown by the basic rules (all up to "Die vollständigen Regeln"; rulings).

Level I: starts on 0, -2, -4, -6; order of arrival 4, 3, 2, 1; looks 2; a lap has 40 spaces.
"""

from __future__ import annotations

import pytest

import analyzer
from analyzer import Layout
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.rules.ships import runner
from tests.trucker.scripted import (
    OPEN,
    PLAIN,
    QUIET,
    abandoned_ship,
    alone,
    captain,
    fly,
    meteors,
    pirates,
    planets,
    ship,
    shots,
    slavers,
    smugglers,
    station,
    zone,
)

SHIPS = ROOT / "ships" / "2007"
HOLD = ship("7/7 SC H2", "I")
"""Two humans, two containers, no engine."""
EAGER = captain(day=0)


# Nobody gives up


def test_stuck_ship_stays_and_is_paid() -> None:
    """A yellow cube for 3 and not for 2; alone: 4 for order, 2 for looks."""
    end = alone(HOLD, planets("Y"), OPEN, OPEN, learning=True)
    assert (end.days, end.cards_flown, end.ending) == (0, 3, "arrived")
    assert (end.goods_sold, end.order_reward, end.looks_reward, end.credits) == (3, 4, 2, 9)
    full = alone(HOLD, planets("Y"), OPEN, OPEN)
    assert (full.cards_flown, full.ending, full.credits) == (2, "no_engines", 2)


def test_ship_without_humans_flies_on() -> None:
    """Slavers take both; goods are loaded all the same."""
    end = alone(HOLD, slavers(4), planets("Y"), QUIET, learning=True)
    assert (end.crew, end.cards_flown, end.ending, end.goods_sold, end.order_reward) == (0, 3, "arrived", 3, 4)
    assert alone(HOLD, slavers(4), planets("Y"), QUIET).ending == "no_humans"


def test_lapped_ship_flies_on() -> None:
    """From -2 by 38 free spaces, over -40 where the leader is, to -41; second place pays 3."""
    four = ship("7/6 CA SC H2; 8/7 EN", "I")
    for learning, ending, order, sold in ((True, "arrived", 3, 3), (False, "lapped", 0, 2)):
        ends = fly([HOLD, four], station(4, "Y", 38), QUIET, captains=[PLAIN, EAGER], learning=learning)
        assert (ends[1].position, ends[1].ending) == (-41, ending)
        assert (ends[1].order_reward, ends[1].goods_sold, ends[1].cards_flown) == (order, sold, 1 + learning)


def test_captain_never_leaves_willingly() -> None:
    """One component of two is lost; two cards are left."""
    dreading = captain(dread=10**6)
    lost = (meteors("large-front"), [8])
    end = alone(HOLD, lost, QUIET, QUIET, captain=dreading, learning=True)
    assert (end.ending, end.cards_flown, end.components_lost, end.credits) == ("arrived", 3, 1, 4 + 2 - 1)
    assert alone(HOLD, lost, QUIET, QUIET, captain=dreading).ending == "gave_up"


def test_everybody_arrives_on_random_flights() -> None:
    """Two ships without engines and with two humans each, so that every reason to give up comes about."""
    drawn = ship("6/7 CD^; 7/6 B2 SC H2; 8/6 ST", "I")
    for learning in (True, False):
        told = analyzer.race([drawn, drawn], flights=300, learning=learning, captain=captain(dread=10**6)).ships
        assert [one.ending_share("arrived") == 1 for one in told] == [learning] * 2


def test_stuck_ship_still_takes_part() -> None:
    """Both fly, so the combat zone strikes. The second moves to -1; the leader falls over it to -4."""
    ends = fly([HOLD, runner(1, "I")], OPEN, zone("engines>days:3"), learning=True)
    assert [end.position for end in ends] == [-4, -1]
    assert [end.place for end in ends] == [2, 1]


# Fear of having to leave falls away

ARMED = ship("6/7 CD^; 7/6 B2 SC", "I")
"""Strength 2 with a charge, else 0; two humans."""


@pytest.mark.parametrize(
    ("battery", "learning", "crew", "batteries"), [(199, True, 2, 1), (200, True, 0, 2), (200, False, 2, 1)]
)
def test_slavers_ignore_worth_of_staying(battery: int, learning: bool, crew: int, batteries: int) -> None:
    """Two humans are worth 200, whatever staying is worth (1000 by the full rules)."""
    end = alone(ARMED, slavers(2), captain=captain(battery=battery), learning=learning)
    assert (end.crew, end.batteries) == (crew, batteries)


@pytest.mark.parametrize(
    ("battery", "learning", "crew", "batteries"), [(199, True, 2, 1), (200, True, 0, 2), (200, False, 2, 1)]
)
def test_zone_ignores_worth_of_staying(battery: int, learning: bool, crew: int, batteries: int) -> None:
    """A charge makes 2, more than the 1 behind."""
    two = [ship("7/6 B2 SC; 8/7 ED", "I"), runner(1, "I")]
    ends = fly(two, zone("engines>crew:2"), captains=captain(battery=battery), learning=learning)
    assert (ends[0].crew, ends[0].batteries) == (crew, batteries)


@pytest.mark.parametrize(("human", "crew", "bounty"), [(99, 0, 2), (100, 2, 0)])
def test_last_human_may_be_sold(human: int, crew: int, bounty: int) -> None:
    """Two credits for two humans, on a ship that costs no days."""
    selling = captain(human=human, day=0)
    end = alone(HOLD, abandoned_ship(2, 2, 0), QUIET, captain=selling, learning=True)
    assert (end.crew, end.bounty, end.ending, end.credits) == (crew, bounty, "arrived", 6 + bounty)
    assert alone(HOLD, abandoned_ship(2, 2, 0), captain=selling).bounty == 0


TAIL = ship("7/7 SC ST ST; 8/9 ST; 9/9 ST", "I")
CABIN, HIT = (7, 7), (7, 8)


@pytest.mark.parametrize(
    ("human", "learning", "kept"), [(199, True, False), (200, True, True), (201, True, True), (199, False, True)]
)
def test_dearest_piece_flies_without_humans(human: int, learning: bool, kept: bool) -> None:
    """The cabin: 200 and two humans; the rest: three times 200. Of equal worth the cabin is first in reading order."""
    end = alone(TAIL, (shots("large-front"), [8]), QUIET, captain=captain(human=human), learning=learning)
    assert end.lost == ({HIT, (7, 9), (8, 9), (9, 9)} if kept else {HIT, CABIN})
    assert (end.crew, end.ending, end.cards_flown) == (2 if kept else 0, "arrived", 2)


# Rewards cannot be declined


@pytest.mark.parametrize(("learning", "bounty", "days"), [(True, 5, -1), (False, 0, 0)])
def test_winner_must_take_reward(learning: bool, bounty: int, days: int) -> None:
    """Five credits are worth less to this captain than a day."""
    gunner = ship("6/6 CN^ CN^ CN^; 7/7 SC H2", "I")
    for card in (slavers(2), pirates(2, "small-front", 5)):
        end = alone(gunner, card, captain=captain(day=501), learning=learning)
        assert (end.bounty, end.days) == (bounty, days)


@pytest.mark.parametrize(("learning", "days"), [(True, -1), (False, 0)])
def test_smugglers_cost_days_without_room(learning: bool, days: int) -> None:
    end = alone(ship("6/6 CN^ CN^ CN^; 7/7 SC", "I"), smugglers(2), learning=learning)
    assert (end.cargo, end.days) == ("", days)


WINNER = ship("6/6 CN^ CD^; 7/6 B2 SC H2", "I")
"""Strength 1, and 3 with a charge: no tie with 2."""


@pytest.mark.parametrize(
    ("day", "learning", "bounty", "crew", "batteries"),
    [(549, True, 5, 2, 1), (550, True, 0, 1, 2), (550, False, 0, 2, 1)],
)
def test_defeat_may_beat_victory(day: int, learning: bool, bounty: int, crew: int, batteries: int) -> None:
    """Lost is a human, 100. Won are 500 less a day and 50 for the charge: -99 or -100. By the full rules 0 and -50."""
    end = alone(WINNER, slavers(2, lost=1), captain=captain(day=day), learning=learning)
    assert (end.bounty, end.crew, end.batteries) == (bounty, crew, batteries)


@pytest.mark.parametrize(("day", "batteries", "days"), [(449, 1, -1), (450, 2, 0)])
def test_tie_beats_empty_reward(day: int, batteries: int, days: int) -> None:
    """A tie without charges is worth 0; to win 500 less a day and 50 for the charge: 1 or 0."""
    even = ship("6/6 CN^ CD^ CN^; 7/6 B2 SC H2", "I")
    end = alone(even, slavers(2), captain=captain(day=day), learning=True)
    assert (end.batteries, end.days, end.crew) == (batteries, days, 2)


# Nothing is charged but what is lost in flight


def test_reserve_is_not_charged() -> None:
    left = ship("7/7 SC H2", "I", reserve=2)
    for learning, lost in ((True, 1), (False, 3)):
        end = alone(left, (meteors("large-front"), [8]), learning=learning)
        assert (end.components_lost, end.penalty, end.credits) == (lost, lost, 6 - lost)


def test_repair_is_not_charged() -> None:
    for learning, lost in ((True, 0), (False, 3)):
        end = alone(HOLD, QUIET, removed=3, learning=learning)
        assert (end.components_lost, end.penalty, end.credits) == (lost, lost, 6 - lost)


@pytest.mark.parametrize("start", [None, 1, 3])
def test_mended_ships_start_last(start: int | None) -> None:
    """Ships 0 and 2 were mended; they keep their order among themselves, and so do the others."""
    route = Route(level_name="I", learning=True, start=start)
    removed = (((8, 8),), (), ((8, 8), (9, 9)), ())
    experiment = Experiment((HOLD,) * 4, (PLAIN,) * 4, route, 5, removed)
    drawn, places = route.places(5, 20, 300, 4).T.tolist(), experiment.places(20, 300).T.tolist()
    for before, after in zip(drawn, places, strict=True):
        order = sorted(range(4), key=before.__getitem__)
        order = [number for number in order if number in (1, 3)] + [number for number in order if number in (0, 2)]
        assert [after[number] for number in order] == [0, 1, 2, 3]
    full = Experiment((HOLD,) * 4, (PLAIN,) * 4, Route(level_name="I", start=start), 5, removed)
    assert full.places(20, 300).T.tolist() == Route(level_name="I", start=start).places(5, 20, 300, 4).T.tolist()


def quiz(**conditions: object) -> analyzer.Story:
    """A flawed ship that asks for the first place, and three rivals without a flaw."""
    names = ("first-mile", "paper-arrow", "brass-hornet")
    return analyzer.explain(
        [analyzer.load_ship(SHIPS / "flawed" / "quiz.yaml")],
        flight=3,
        rivals=[analyzer.load_ship(SHIPS / "I" / f"{name}.yaml") for name in names],
        start=1,
        repair=True,
        **conditions,  # type: ignore[arg-type]
    )


def test_story_tells_of_mended_ship() -> None:
    """The mended ship starts on -6; the story says that repair is neither lost nor charged."""
    story = quiz(learning=True)
    assert story.start.position == -6
    assert story.outcome["components_lost"] == len(story.start.alive) - len(story.cards[-1].state.alive)
    assert story.outcome["penalty"] == min(5, story.outcome["components_lost"])
    assert "by repair" not in story.text()
    assert not untold(story.notes(), "without charge", "starts last")
    assert any(not untold(note, "basic rules", "gives up") for note in story.notes())


def test_story_at_level_one_unchanged() -> None:
    story = quiz()
    assert story.start.position == 0
    assert not untold(story.text(), "repair", "reserve", "launch")
    assert any(note.startswith("repaired before launch, charged as lost") for note in story.notes())
    assert not any("basic rules" in note for note in story.notes())


def test_notes_name_the_rules_flown() -> None:
    mended, left = analyzer.load_ship(SHIPS / "flawed" / "quiz.yaml"), ship("7/7 SC H2", "I", reserve=1)
    notes = analyzer.race([mended, left], flights=10, learning=True, repair=True).notes()
    assert not untold(notes, "Quiz", "without charge", "starts last", "row")
    assert not untold(notes, left.name, "1 left in reserve", "not charged", "learning flight")
    assert any("basic rules" in note for note in notes)
    notes = analyzer.race([mended, left], flights=10, repair=True).notes()
    assert not untold(notes, "Quiz", "charged as lost", "row")
    assert not untold(notes, left.name, "1 left in reserve", "charged as lost")
    assert not any("basic rules" in note for note in notes)


FIVE_GUNS = ship("6/6 CN^ CN^ CN^; 7/5 CN^ ST SC ST CN^; 8/7 EN", "I")
"""Strength 5 against the 4 of the smugglers, on every flight on which the meteors come later."""


def test_story_tells_forced_reward() -> None:
    """A day is dearer than any reward to this captain."""
    stories = [
        analyzer.explain([FIVE_GUNS], flight, learning=True, captain=captain(day=10**5), rivals="alone")
        for flight in range(5)
    ]
    told = [" ".join(story.text().split()) for story in stories]
    assert any(not untold(text, "strength 5", "reward") for text in told)
    assert not any("declines the reward" in text for text in told)


# Who flies by these rules


def test_lone_ship_flies_basic_rules() -> None:
    """Combat zones leave a lone ship in peace, and it is first in every respect."""
    end = alone(runner(1, "I"), zone("crew>days:3", "engines>crew:2"), OPEN, learning=True)
    assert (end.days, end.crew, end.order_reward, end.looks_reward, end.place) == (1, 2, 4, 2, 1)


def test_only_learning_2007_is_basic() -> None:
    assert Route(level_name="I", learning=True).basic
    assert not Route(level_name="I").basic
    assert not Route(level_name="I", cards=(4,)).basic
    assert not Route("2021", "L").basic


@pytest.mark.parametrize("card", [OPEN, slavers(4)])
def test_learning_2021_uses_full_rules(card: object) -> None:
    left: Layout = ship("7/7 SC H2", "L", edition="2021", reserve=1)
    end = alone(left, card, learning=True)  # type: ignore[arg-type]
    assert (end.ending == "arrived", end.components_lost) == (False, 1)
