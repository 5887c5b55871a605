"""A referee reads the lines of many games, and nothing else, and comes to the stores and points of every turn."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from analyzer import starship
from tests.conftest import ALL
from tests.doors.starship import STANDARD_RULES
from tests.starship.shipyard import FIGHTER

GAMES = {
    "sensible": ((0, 11, 14, *(range(1, 5) if ALL else ())), ("sensible", "sensible"), {}),
    "fighters": (range(6, 10 if ALL else 7), (FIGHTER, FIGHTER), {}),
    "cautious": (range(10, 13 if ALL else 12), ("cautious", "settler"), {"reserve_face_down": "yes"}),
    "passengers": (range(13, 15 if ALL else 14), ("passenger-fights", "passenger-pays"), {"pirate_reward": "astro"}),
}
SIGNED = re.compile(r"([+\N{MINUS SIGN}])(\d+) (level of \w+|colony ship|trade ship|trade good|[A-Za-z]+)")
HELD = re.compile(r"(\d+) (Astro|ore|fuel|food|carbon|trade good|science|colony ship|trade ship)\b")
WORDS = {"point": "points", "medal": "medals"}
CRESTS = ("moon", "sun")


class Referee:
    """Keeps both players' stores by the lines alone, and checks each line by the rules."""

    def __init__(self) -> None:
        self.ships = {crest: Counter() for crest in CRESTS}
        self.modules = {crest: {} for crest in CRESTS}

    def begin(self, line: str) -> None:
        crest = line.split(maxsplit=1)[0].lower()
        ship = self.ships[crest]
        for many, thing in HELD.findall(line):
            ship[thing] = int(many)
        for part in ("boosters", "cannons"):
            ship[f"level of {part}"] = int(re.search(rf"{part} (\d+)", line)[1])
        for name in ("medals", "friendship", "points"):
            ship[name] = int(re.search(rf"{name} (\d+)", line)[1])
        self.modules[crest] = {m[0]: len(m[1]) for m in re.findall(MODULE + r" (I+)\b", line)}

    def read(self, line: str, me: str) -> None:
        """Add up what a line says; the other's changes stand behind their name."""
        self.check(line, me)
        for part in re.split(r"(?=\b(?:Moon|Sun) (?:[+\N{MINUS SIGN}]|takes|loses))", line):
            crest = part.split()[0].lower() if part.startswith(("Moon ", "Sun ")) else me
            for sign, many, thing in SIGNED.findall(part):
                self.ships[crest][WORDS.get(thing, thing)] += int(many) if sign == "+" else -int(many)
            for name, level in re.findall(MODULE + r" (?:fell to )?(I+)\b", part):
                self.modules[crest][name] = len(level)
            for name in re.findall(MODULE + r" lost", part):
                del self.modules[crest][name]

    def check(self, line: str, me: str) -> None:
        """Prices, fights, costs and speeds are those of the rules."""
        changed = {thing: int(many) * (1 if sign == "+" else -1) for sign, many, thing in SIGNED.findall(line)}
        if fight := re.search(
            r"\((\w+)\), asks .* dice (\d) and (\d): \d \+ cannons (\d+) = (\d+) to \d .* = (\d+)", line
        ):
            card, own, pirate, cannons, total, against = fight[1], *map(int, fight.groups()[1:])
            assert cannons == self.ships[me]["level of cannons"]
            assert {own, pirate} <= {1, 2, 3, 4}
            assert (total, against) == (own + cannons, pirate + STANDARD_RULES.card_by_id[card].strength)
            assert ("fights and wins" in line) == (total >= against)
            assert (changed.get("medal") == 1) == (total >= against)
        if ": pays" in line:
            assert changed == {"Astro": -int(re.search(r"asks for (\d)", line)[1])}
        if trade := re.search(r" at (\d)[^;]*: (?:buys|sells) \(", line):
            ((good, many),) = ((thing, many) for thing, many in changed.items() if thing != "Astro")
            assert changed["Astro"] == -int(trade[1]) * many
            assert f"{good} at" in line
        if build := re.search(r"builds an? (.*?) \(", line):
            spent = {thing: -many for thing, many in changed.items() if many < 0}
            assert spent == COSTS[build[1]]
        if flight := re.search(r"up to (\d+) cards \(boosters (\d) \+ roll (\d)", line):
            limit, boosters, roll = map(int, flight.groups())
            assert boosters == self.ships[me]["level of boosters"]
            assert roll == self.roll
            assert limit == boosters + roll or f"the sector has {limit}" in line
        if roll := re.match(r"rolls a (\d)", line):
            self.roll = int(roll[1])


MODULE = r"\b(logistics|command|sensor|trade|science|production)"
COSTS = {
    "booster": {"fuel": 2},
    "booster of level II": {"fuel": 2, "science": 1},
    "cannon": {"carbon": 2},
    "cannon of level II": {"carbon": 2, "science": 1},
    "colony ship": {"ore": 1, "fuel": 1, "food": 1},
    "trade ship": {"ore": 1, "fuel": 1, "trade good": 1},
    "module": {"ore": 1, "carbon": 1, "food": 1},
    "module of level II": {"ore": 1, "carbon": 1, "food": 2},
}
"""As the rule text has them, p.10 and p.11."""


def stores(ship: dict) -> Counter:
    """What a ship of the facts holds, by the words of the lines."""
    held = Counter({good.replace("_", " "): many for good, many in (ship["goods"] | ship["hangar"]).items()})
    held |= Counter({f"level of {part}": sum(ship[part]) for part in ("boosters", "cannons")})
    return held | Counter({"Astro": ship["astro"], "science": ship["science"]})


@cache
def story_of(who: str, game: int) -> starship.Story:
    """The story of a game, explained once for all tests that read it."""
    _, captains, switches = GAMES[who]
    return starship.explain(game, captains=captains, switches=switches, turns=200 if ALL else 60)


@pytest.mark.long
@pytest.mark.parametrize("who", GAMES)
def test_story_lines_add_up_to_stores(who):
    for game in GAMES[who][0]:
        referee = Referee()
        for turn in story_of(who, game).as_dict()["turns"]:
            for line in turn["lines"]:
                if " begins with " in line:
                    referee.begin(line)
                else:
                    referee.read(line, turn["player"])
            for crest, points in zip(CRESTS, turn["points"], strict=True):
                held = referee.ships[crest]
                counted = Counter({thing: many for thing, many in held.items() if thing not in SCORED})
                assert +counted == +stores(turn[crest]), (game, turn["turn"], crest)
                assert held["points"] == points, (game, turn["turn"], crest)
                assert referee.modules[crest] == turn[crest]["modules"], (game, turn["turn"], crest)


SCORED = ("points", "medals", "friendship")


@pytest.mark.long
@pytest.mark.parametrize("who", GAMES)
def test_story_says_why_flight_ends(who):
    """Cards and actions are counted in the lines; only who could go on turns back."""
    for game in GAMES[who][0]:
        for turn in story_of(who, game).as_dict()["turns"]:
            flights = [n for n, line in enumerate(turn["lines"]) if line.startswith("flies to")]
            if not flights or "game is over" in turn["lines"][-1]:
                continue
            limit, allowed = map(
                int, re.search(r"up to (\d+) cards .* and (\d) actions", turn["lines"][flights[0]]).groups()
            )
            (end,) = (n for n, line in enumerate(turn["lines"]) if line.startswith(("the flight ends", "turns back")))
            cards = [line for line in turn["lines"][flights[0] + 1 : end] if not ASIDE.search(line)]
            actions = sum(len(re.findall(r"\bfounds|\bbuys|\bsells|\bfulfils", line)) for line in cards)
            rules = {
                f"all {limit} cards": len(cards) == limit,
                f"{allowed} of {allowed} actions are used": actions == allowed,
                "a fight was lost": any("fights and loses" in line for line in cards),
            }
            sentence = turn["lines"][end]
            assert {words: words in sentence for words in rules} == rules, (game, turn["turn"])
            assert sentence.startswith("turns back") == (not any(rules.values())), (game, turn["turn"])


ASIDE = re.compile(r"^looks at|^(Moon|Sun) (takes|loses) the")


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("sensible", "turns back after 1 of 3 cards: the captain expects"),
        ("sensible", "forces Sun to sell, by the trade module (−2 Astro, +1 fuel; Sun +2 Astro, −1 fuel)"),
        ("sensible", "takes the Hero of the Peoples (+1 point); medals: Moon 0, Sun 3"),
        ("sensible", "looks at 2 cards with the sensor: on top stay"),
        ("sensible", "lost planet takes its place"),
        ("sensible", "nothing, no room for"),
        ("sensible", "opens"),
        ("cautious", "takes its place, face down"),
    ],
)
def test_story_names_referee_facts(who, words):
    stories = (story_of(who, game) for game in GAMES[who][0])
    assert any(words in row["line"] for story in stories for row in story.rows())


def test_story_shows_payment_and_reward():
    """Famine on Picasso: a food is paid, and a good gained, which may be a food again."""
    lines = [row["line"] for game in GAMES["sensible"][0] for row in story_of("sensible", game).rows()]
    famines = [line for line in lines if "fulfils Famine" in line]
    assert famines
    assert all("−1 food" in line and "+1 medal" in line for line in famines)


def test_story_from_position_keeps_roll():
    for roll in (1, 2, 3):
        position = {"phase": "sector", "roll": roll, "moon": {"colonies": ["START01"]}}
        story = starship.explain(0, position=position, turns=1)
        assert story.turns[0].roll == roll
        assert any(f"boosters 2 + roll {roll}" in row["line"] for row in story.rows())


def test_story_shows_module_falling_level():
    """A pirate of strength 7 takes a level: the I below stays, and so does what it holds."""
    ship = {"modules": {"logistics": 2}, "goods": {"ore": 4}, "boosters": [1, 1], "cannons": []}
    table = {"phase": "sector", "roll": 3, "sectors": {1: ["IV07"]}, "reserve": []}
    gone = [card for card in STANDARD_RULES.card_by_id if card not in ("IV07", "START01", "START02")]
    lines = []
    for game in range(12):
        story = starship.explain(
            game, position=table | {"moon": ship, "gone": gone}, turns=1, captains=("passenger-fights", "sensible")
        )
        lines += [row["line"] for row in story.rows() if "dice" in row["line"]]
    assert lines
    assert all("(−1 ore, logistics fell to I, −1 point)" in line for line in lines)
