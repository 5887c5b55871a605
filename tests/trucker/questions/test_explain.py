"""One flight told card by card: what is told adds up to the row of that flight, and every line has words.

The account is kept here from the told lines alone, with the rewards and losses of the rule text worked out once more.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from io import BytesIO, TextIOWrapper
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, load_captain, load_field
from analyzer.types import Story
from tests.doors.printed import SIDES
from tests.doors.trucker_flights import ADVENTURES, ENDINGS, Outcome, listener, plan
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import story as story_module
from tests.doors.trucker_questions import tell
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.scripted import ship

SHIPS = ROOT / "ships" / "2007"
HAULER = SHIPS / "II" / "steady-hauler.yaml"
MILE = SHIPS / "I" / "first-mile.yaml"
SENSIBLE = {"captain": "sensible", "rivals_captain": "sensible"}
FLOWN = {
    "I alone": (MILE, {}),
    "I, first": (SHIPS / "I" / "brass-hornet.yaml", {"rivals": "I", **SENSIBLE, "captain": "bold", "start": 1}),
    "II alone": (HAULER, {"captain": "cautious"}),
    "II": (HAULER, {"rivals": "II", **SENSIBLE}),
    "II, aliens": (SHIPS / "II" / "hot-delivery.yaml", {"rivals": "II", "captain": "cautious"}),
    "III": (SHIPS / "III" / "grand-broadside.yaml", {"rivals": "III", **SENSIBLE}),
    "III, miser": (SHIPS / "III" / "vault-door.yaml", {"rivals": "III", "captain": "miser"}),
    "IIIa alone": (SHIPS / "IIIa" / "deep-pantry.yaml", {}),
    "IIIa": (SHIPS / "IIIa" / "anvil-chorus.yaml", {"rivals": "IIIa", "captain": "cautious"}),
    "IV": (SHIPS / "IVC" / "loose-staple.yaml", {"rivals": "IV"}),
    "II, expert": (HAULER, {"rivals": "II"}),
    "repaired": (SHIPS / "flawed" / "loose-screws.yaml", {"repair": True}),
}
FLIGHTS = 8
OTHERS = {"IIIa alone": 15, "III, miser": 5, "IIIa": 7, "IV": 3}
"""More where something is rare, fewer where telling takes long."""
CREW = ("human", "brown", "purple")
PRICES = {"red": 4, "yellow": 3, "green": 2, "blue": 1}
CAPS = {"I": 5, "II": 8, "III": 11, "IIIa": 99, "IV": 99}


@cache
def experiment(named: str):
    path, options = FLOWN[named]
    ship, conditions = analyzer.load_ship(path), dict(options)
    if "rivals" in conditions:
        conditions["rivals"] = load_field(conditions["rivals"])
    return plan([ship], None, 5, **conditions)


@cache
def stories(named: str) -> tuple[Story, ...]:
    return tuple(tell(experiment(named), flight) for flight in range(OTHERS.get(named, FLIGHTS)))


class Account:
    """What a ship has, by what was told of it."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.alive = set(story.ship.components)
        self.crew = Counter(story.start.count_crew())
        self.charges = sum(story.start.charges.values())
        self.goods: Counter[str] = Counter()
        self.spaces = self.paid = 0
        self.ending = "arrived"

    def hear(self, line: Any) -> None:
        facts = line.facts
        match line.event:
            case "loss":
                for square in (facts["square"], *facts["broke_off"]):
                    self.alive.remove(square)
                self.crew.subtract(facts["crew"])
                self.goods.subtract(facts["goods"])
                self.charges -= facts["charges"]
            case "charges":
                self.charges -= facts["spent"]
                assert facts["left"] == self.charges
            case "crew":
                self.crew.subtract(facts["given"])
                assert facts["left"] == self.crew.total()
            case "epidemic":
                self.crew.subtract(facts["victims"])
                assert sum(facts["victims"].values()) == len(facts["cabins"])
            case "loading":
                self.goods.update(facts["taken"])
                self.goods.subtract(facts["left_behind"])
                assert +self.goods == Counter(facts["aboard"])
            case "goods":
                self.goods.subtract(facts["lost"])
            case "moves":
                self.spaces += facts["spaces"]
            case "credits":
                self.paid += facts["paid"]
            case "leaves":
                self.ending = facts["why"]

    def exposed(self) -> int:
        ship = self.story.ship
        return sum(
            ship.components[square].connectors[side] > 0 and ship.board.neighbour(square, side) not in self.alive
            for square in self.alive
            for side in SIDES
        )

    def row(self, places: np.ndarray) -> dict[str, int]:
        """The whole row of the flight; of the rivals only how they ended, look and what they earned is taken."""
        story, level = self.story, self.story.experiment.route.level
        arrived = self.ending == "arrived"
        there = [i for i, rival in enumerate(story.rivals, start=1) if rival["ending"] == 0]
        ahead = [
            i
            for i in there
            if story.rivals[i - 1]["days"] + level.starts[places[i]] > self.spaces + level.starts[places[0]]
        ]
        fewest = min((story.rivals[i - 1]["exposed"] for i in there), default=99)
        removed = len(story.experiment.removed[0])
        lost = len(story.ship.components) - len(self.alive) + removed
        worth = sum(price * self.goods[colour] for colour, price in PRICES.items())
        row = {
            "ending": ENDINGS.index(self.ending),
            "cards_flown": len(story.cards),
            "components_lost": lost,
            "penalty": min(lost, CAPS[level.name]),
            "goods_sold": worth if arrived else -(-worth // 2),
            "order_reward": level.order_rewards[len(ahead)] if arrived else 0,
            "looks_reward": level.looks_reward if arrived and self.exposed() <= fewest else 0,
            "bounty": self.paid,
            "days": self.spaces,
            "crew": self.crew.total(),
            "batteries": self.charges,
            "goods": self.goods.total(),
            "exposed": self.exposed(),
            "place": len(ahead) + 1 if arrived else 0,
        }
        earned = row["goods_sold"] + row["order_reward"] + row["looks_reward"] + row["bounty"] - row["penalty"]
        most = max((rival["credits"] for rival in story.rivals), default=earned - 1)
        wealth = 0 if earned < most else 1 if earned == most else 2
        return row | {"credits": earned, "purse": max(earned, 0), "wealth": wealth}


@cache
def outcome_of(named: str) -> tuple[Outcome, np.ndarray]:
    """What `fly` makes of the same flights, and their places in the starting order."""
    flown = experiment(named)
    flights = OTHERS.get(named, FLIGHTS)
    return flown.run(0, flights), flown.route.places(5, 0, flights, len(flown.ships))


def add_up(named: str, flown: Iterable[Story]) -> None:
    """After each card the account is the state, and in the end the outcome of `fly`, in every metric."""
    outcome, places = outcome_of(named)
    for flight, story in enumerate(flown):
        account = Account(story)
        for told in story.cards:
            for line in told.lines:
                if line.ship == 0:
                    account.hear(line)
            state = told.state
            assert state.alive == account.alive
            assert state.count_crew() == {kind: account.crew[kind] for kind in CREW}
            assert state.count_goods() == {colour: account.goods[colour] for colour in PRICES}
            assert sum(state.charges.values()) == account.charges
            assert state.position == story.start.position + account.spaces
            assert (state.exposed, state.credits) == (account.exposed(), account.paid)
            assert state.flying == (account.ending == "arrived")
        expected = {metric: int(getattr(outcome, metric)[0, flight]) for metric in METRICS}
        assert account.row(places[:, flight]) == expected
        assert dict(story.outcome) == expected
        for number, rival in enumerate(story.rivals, start=1):
            assert rival["credits"] == outcome.credits[number, flight]


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("named", [named for named in FLOWN if named != "IV"])
def test_story_adds_up_to_flight(named):
    add_up(named, stories(named))


@pytest.mark.long
def test_fleet_settlement_adds_up():
    """Belongings of ships that leave are not told, so only money and the rest are held together."""
    for story in stories("IV"):
        outcome = story.outcome
        amounts = [amount for what, amount in story_module.settled(story) if what != "total" and "purse" not in what]
        assert sum(amounts) == outcome["credits"]
        flies = story.cards[-1].state.ships if outcome["ending"] == 0 else ()
        assert len(flies) == outcome["ships"]
        assert len(story.start.ships) == outcome["ships_started"]
        assert story.start.alive == frozenset(story.fleet.components)
        left = {line.facts["number"] for card in story.cards for line in card.lines
                if line.event == "ship_leaves" and line.ship == 0}  # fmt: skip
        assert not left & set(flies)


@pytest.mark.long
@pytest.mark.slow(but=6)
@pytest.mark.parametrize(
    ("event", "named"),
    [
        *((event, "II, aliens") for event in ("spends", "moves", "gives crew", "loads", "loses goods")),
        ("earns", "II"),
        ("keeps", "III, miser"),
        ("falls ill", "III"),
        ("gives up", "IIIa alone"),
    ],
)
def test_omitted_event_breaks_the_sum(event, named, monkeypatch):
    """The story does not add up if any event is left out."""
    monkeypatch.delitem(listener.HEARD, event)
    untold = (tell(experiment(named), flight) for flight in range(OTHERS.get(named, FLIGHTS)))
    with pytest.raises(AssertionError):
        add_up(named, untold)


@pytest.mark.long
def test_stories_cover_cards_and_lines():
    told = [card for named in FLOWN for story in stories(named) for card in story.cards]
    assert {card.card.kind for card in told} == set(ADVENTURES)
    lines = {(line.event, line.ship > 0) for card in told for line in card.lines}
    assert {event for event, _ in lines} == set(listener.PHRASES)
    assert {event for event, of_rival in lines if of_rival} == listener.OF_RIVALS
    ends = {line.facts["why"] for card in told for line in card.lines if line.event == "leaves"}
    assert {"no_humans", "gave_up"} <= ends


@pytest.mark.long
def test_every_line_has_words():
    """No names of the program, no values of the language, no numbers with long tails."""
    for named in FLOWN:
        for story in stories(named):
            for card in story.cards:
                for line in card.lines:
                    said = story_module.sentence(line, story.names)
                    assert said.isascii()
                    assert not re.search(r"[_{}\[\]]|\b(None|True|False|nan|inf)\b|\.\d\d\d| $|  ", said), said
        assert all(len(row) <= 80 for story in stories(named)[::4] for row in story.text().splitlines())


def test_hazards_end_as_told():
    """A miss meets nothing, a destroying hit is followed by the loss of that square, a shield takes a charge."""
    outcomes = Counter()
    for story in stories("II"):
        for card in story.cards:
            lines = [*(line for line in card.lines if line.ship == 0), SimpleNamespace(event="end", ship=0, facts={})]
            for line, following in pairwise(lines):
                if line.event == "hazard":
                    outcome = line.facts["outcome"]
                    outcomes[outcome] += 1
                    assert (outcome == "missed") == (line.facts["square"] is None)
                    assert (outcome == "destroyed") == (following.event == "loss")
                    if outcome == "destroyed":
                        assert following.facts["square"] == line.facts["square"]
                    by_charge = outcome == "shielded" or line.facts.get("by") == "double cannon"
                    assert by_charge == (following.event == "charges")
    assert set(outcomes) == {"missed", "bounced", "shielded", "shot_down", "destroyed"}


@pytest.mark.long
def test_decisions_follow_compared_values():
    """Captains without values compare gains with a price."""
    seen = Counter()
    for named in ("II", "III", "I, first"):
        for line in (line for story in stories(named) for card in story.cards for line in card.lines):
            facts = line.facts
            if line.event == "planets":
                free = [gain if is_free else 0 for gain, is_free in zip(facts["gains"], facts["free"], strict=True)]
                best = max(free)
                assert facts["planet"] == (free.index(best) + 1 if best > facts["price"] else None)
                seen["lands" if facts["planet"] else "flies on"] += 1
            elif line.event == "offer":
                assert facts["takes"] == (facts["value"] > facts["price"] and not facts["strands"])
                seen["takes" if facts["takes"] else "would strand" if facts["strands"] else "too dear"] += 1
            elif line.event == "battle":
                best = max(option["worth"] for option in facts["options"])
                chosen = next(option for option in facts["options"] if option["worth"] == best)
                assert facts["strength"] == chosen["strength"]
                seen["fights with a choice" if len(facts["options"]) > 1 else "fights"] += 1
    assert set(seen) == {
        "lands", "flies on", "takes", "too dear", "would strand", "fights", "fights with a choice",
    }  # fmt: skip


@pytest.mark.long
def test_story_weighs_broken_pieces():
    """The piece that flies on has humans if any has, and of those the highest worth."""
    broken: list[Any] = []
    for named in ("II alone", *FLOWN):
        lines = (line for story in stories(named) for card in story.cards for line in card.lines)
        broken = broken or [line for line in lines if line.event == "breaks"]
    for line in broken:
        pieces = line.facts["pieces"]
        ranks = [(piece["humans"] > 0, piece["worth"]) for piece in pieces]
        assert len(pieces) > 1
        assert ranks[line.facts["kept"]] == max(ranks)
    assert broken


def test_explain_matches_the_story():
    ship = analyzer.load_ship(HAULER)
    story = analyzer.explain([ship], flight=7, level="II", seed=5, captain="cautious", rivals="alone")
    assert story.text() == stories("II alone")[7].text()
    assert repr(story).split() == story.text().split()
    assert [*story.table()["words"]] == [line["words"] for card in story.as_dict()["cards"] for line in card["lines"]]
    told = json.loads(json.dumps(story.as_dict()))
    *items, total = [item["credits"] for item in told["settlement"] if "purse" not in item["what"]]
    assert sum(items) == total == story.outcome["credits"]
    assert told["outcome"] == dict(story.outcome)
    assert (told["flight"], told["seed"], told["level"]) == (7, 5, "II")
    assert len(told["cards"]) == story.outcome["cards_flown"]
    assert all(line["words"] for card in told["cards"] for line in card["lines"])


def test_equal_ships_get_own_names():
    ship = analyzer.load_ship(MILE)
    story = analyzer.explain([ship, ship], flight=1)
    assert story.names == ("First Mile", "First Mile (2)")


def test_page_escapes_ship_names():
    ship = analyzer.load_ship(MILE)
    name = '<b>&"</b>'
    odd = analyzer.Layout(name, ship.board, ship.components, ship.aliens)
    page = analyzer.explain([odd, odd], flight=2).html()
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;" in page
    links = set(re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", page))
    assert not links
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(svg)
    assert page.count("<svg") >= 2
    frame = analyzer.explain([odd], flight=2, rivals="alone")._repr_html_()
    assert frame.startswith("<iframe")
    assert "<svg" not in frame


@pytest.mark.parametrize("flight", [-1, 1.5, "3", True, None, 10**30])
def test_flight_number_is_checked(flight):
    with pytest.raises(AnalyzerError, match="flight"):
        analyzer.explain([analyzer.load_ship(MILE)], flight=flight, rivals="alone")


def test_wrong_level_is_refused():
    with pytest.raises(AnalyzerError, match="is flown with board 2007-II"):
        analyzer.explain([analyzer.load_ship(MILE)], flight=0, level="II", rivals="alone")


def test_explain_command_matches_python(command):
    story = stories("II, expert")[7]
    asked = ("explain", str(HAULER), "--flight", "7", "--seed", "5", "--rivals", "field")
    said = command(*asked, "-o", "page.html", "--verbose")
    assert said.code == 0, said
    notes = "".join(f"note: {note}\n" for note in story.notes())
    printed = "\n".join(map(str.rstrip, said.out.split("\n")))
    assert printed == f"{story.text()}\n\n{notes}\npage: page.html\n"
    assert Path("page.html").read_text(encoding="utf-8") == story.html()
    assert json.loads(command(*asked, "--json").out) == json.loads(json.dumps(story.as_dict()))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--flight", "-1"), "--flight -1"),
        (("--flight", "1.5"), "give a whole number"),
        ((), "--flight"),
        (("--flight", "0", "-o", f"{__file__}/page.html"), "cannot be written: Not a directory"),
        (("--flight", "0", "-o", "."), "is a directory"),
        (("--flight", "0", "-o", "x" * 300), "too long for a name or a path"),
        (("--flight", "0", "--level", "I"), "is flown with board 2007-I"),
    ],
)
def test_explain_command_tells_faults(command, options, words):
    said = command("explain", str(HAULER), *options)
    assert said.code == 2
    assert said.out == ""
    assert words in said.told
    assert "Traceback" not in said.err


def test_losses_are_red_rivals_faint(command, monkeypatch):
    """No line is wider than is good to read, however wide the terminal."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    lines = command("explain", str(HAULER), "--flight", "7", "--seed", "5").out.splitlines()
    assert [line for line in lines if "   lost: " in line and line.startswith("\x1b[31m")]
    assert all(line.startswith("\x1b[2m") for line in lines if "   ~ " in line)
    story = [re.sub("\x1b.*?m", "", line) for line in lines[2:] if not line.startswith("note: ")]
    assert 90 < max(map(len, story)) <= 100


def test_ascii_terminal_replaces_letters(command, tmp_path, monkeypatch):
    """A terminal of plain ASCII shows a name as well as it can."""
    text = MILE.read_text(encoding="utf-8").replace("First Mile", "Étoile")
    (tmp_path / "star.yaml").write_text(text, encoding="utf-8")
    with TextIOWrapper(BytesIO(), "ascii") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        said = command("explain", "star.yaml", "--flight", "0", "--alone")
        terminal.flush()
        shown = terminal.buffer.getvalue()  # type: ignore[attr-defined]
    assert said.code == 0
    assert shown.startswith(b"?toile: flight 0")
    assert shown.isascii()


def test_reserve_charge_is_within_reach():
    """The captain keeps every charge; with them the ship would be safe in some lines of its combat zones."""
    ship = analyzer.load_ship(HAULER)
    saving = replace(load_captain("sensible"), reserve=64)
    zones = [35, 15]
    said = ""
    for flight in range(12):
        said += repr(analyzer.explain([ship], flight, cards=zones, captain=saving, rivals=load_field("II")))
    said = " ".join(said.split())
    assert re.search(r"expects to be safe with [\d.]+ or more: needs \d charges? for .*? but that would break", said)
    assert not untold(said, "reserve of 64 charges")
    assert "or more: out of reach, " in said


GUNBOAT = "6/6 CD^ CN^ CD^; 7/5 CN^ ST SC ST CA; 8/6 ED B2 ED"
"""Cannons of 2, 4 and 6 and engines of 0, 2 and 4 with none, one and two of its two charges."""


@pytest.mark.parametrize(("reserve", "kept"), [(1, True), (0, False)])
def test_deciding_reserve_is_named(reserve: int, kept: bool) -> None:
    """Pirates of strength 5 are beaten with two charges alone; in open space two charges are two days more."""
    boat, captain = ship(GUNBOAT, board="I"), replace(load_captain("sensible"), reserve=reserve)
    fight = " ".join(analyzer.explain([boat], 0, cards=[2], rivals="alone", captain=captain).text().split())
    words = "strength 6 with 2 charges is worth 3 credits to the captain"
    assert (f"{words}, but that would break into the reserve of 1 charge: is defeated" in fight) == kept
    assert (f"{words}: beats them with strength 6" in fight) != kept
    space = " ".join(analyzer.explain([boat], 0, cards=[4], rivals=[boat], captain=captain).text().split())
    assert (not untold(space, "strength 4", "reserve of 1 charge")) == kept
    assert ("engine strength 4 with 2 charges" in space) != kept
