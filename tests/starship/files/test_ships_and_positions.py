"""Files of Starship Catan: they round-trip, what is left out is as at the start, and every fault is told at once."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError, starship
from tests.doors.starship import lay_out
from tests.facts import untold
from tests.places import ROOT
from tests.starship.shipyard import any_captain
from tests.starship.twin.box import MODULES
from tests.texts import saved_text

SHIPS = ROOT / "ships" / "starship"
ALL = sorted(SHIPS.glob("*.yaml"))
ALONE = [path for path in ALL if "moon:" not in path.read_text(encoding="utf-8")]
NAMED_TWICE = "modules: one is named twice: name each of the six once, the most wanted first"
SPARE_IS_DEARER = "good_wanted is below good_spare: a missing good must be worth at least as much as a spare one"
WRONG = """game: starship
astro: -2
goods: {ore: 9}
hangar: {colony_ship: 2, trade_ship: 1}
cannons: [1, 1, 1, 1]
colonies: [START01, BASE13, BASE99]
stations: [BASE05, BASE18]
pirates: [BASE11, BASE11]
adventures: [famin, merchant_gift]
science: 7
"""
WRONG_POSITION = """game: starship
moon: {modules: {logistics: 2}, colonies: [START01, BASE05]}
sun: {modules: {logistics: 2}, colonies: [START02, BASE05]}
sectors: {1: [BASE05, BASE01, BASE01]}
reserve: [BASE03]
open: [famine, famine]
seen: {2: [BASE01], 3: [BASE02, BASE02]}
"""


def faults(text: str, path: Path, read) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        read(path)
    return list(refused.value.faults)


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_shipped_ships_round_trip(path, tmp_path):
    ship = starship.load_ship(path)
    assert ship.flaws() == []
    starship.save_ship(ship, tmp_path / "again.yaml")
    assert starship.load_ship(tmp_path / "again.yaml") == ship == starship.Ship.from_dict(ship.to_dict())


def test_list_as_key_names_its_line(tmp_path):
    told = faults("game: starship\nhangar:\n  ? {1: [BASE11]}\n  : 2\n", tmp_path / "odd.yaml", starship.load_ship)
    assert [fault.partition("odd.yaml")[2] for fault in told] == [
        ", line 3: a list cannot be the name of a field: write `field: value`"
    ]


def test_ships_folder_has_both_starts():
    assert len(ALONE) >= 6
    assert {"moon-start", "sun-start"} < {path.stem for path in ALONE}


def test_ship_defaults_are_the_start():
    moon, sun = starship.Ship.from_dict({}), starship.Ship.from_dict({"crest": "sun"})
    assert (moon.astro, moon.goods, moon.science, moon.boosters, moon.cannons) == (25, (0, 0, 0, 0, 2), 1, (1, 1), (1,))
    assert (moon.colonies, sun.colonies) == (("START01",), ("START02",))
    assert starship.Ship.from_dict({"goods": {"ore": 1}}).goods == (1, 0, 0, 0, 0)
    assert starship.Ship.from_dict({"hangar": {}}).colony_ships == 0


def test_ship_faults_name_their_lines(tmp_path):
    told = faults(WRONG, tmp_path / "wrong.yaml", starship.load_ship)
    lines = [fault.partition(", line ")[2].partition(":")[0] for fault in told]
    assert lines == ["2", "3", "4", "5", "6", "6", "7", "7", "8", "9", "9", "10"]
    assert all(str(tmp_path) in fault for fault in told)


def test_position_faults_are_all_named(tmp_path):
    told = "\n".join(faults(WRONG_POSITION, tmp_path / "wrong.yaml", starship.load_position))
    for part in (
        "both ships have logistics II",
        "Dubhe IV (BASE05) is in two places, Moon's colonies and Sun's colonies",
        "(BASE01) is listed twice in sector 1",
        "(BASE03) is no card of the reserve",
        "famine is listed twice in the open adventures",
        "(BASE01) is seen in sector 2, but lies in sector 1",
        "(BASE02) is listed twice in seen",
    ):
        assert part in told, part


def test_file_of_other_game_names_command():
    hauler = SHIPS.parent / "2007" / "II" / "steady-hauler.yaml"
    with pytest.raises(AnalyzerError, match="try `analyzer inspect"):
        starship.load_ship(hauler)
    with pytest.raises(AnalyzerError, match="another game: try `analyzer starship inspect"):
        analyzer.load_ship(SHIPS / "midgame.yaml")


@pytest.mark.parametrize("text", ["", "- 1", "game: starship\nmoon: [1", "\x00", "moon: 3", "sectors: 4"])
def test_odd_texts_raise_no_traceback(text, tmp_path):
    for read in (starship.load_ship, starship.load_position, starship.replay):
        assert faults(text, tmp_path / "odd.yaml", read)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_shipped_file_is_a_position(path):
    """Any verb that plays can be given `ships/starship/*.yaml`; a record is played from where it begins."""
    assert starship.load_position(path).flaws() == []


@pytest.mark.parametrize("steps", [{"do": 1}, [1], [{"do": "fly"}], [{"do": "jump"}], [{"do": "next", "far": 3}]])
def test_malformed_steps_are_refused(steps):
    with pytest.raises(AnalyzerError, match="step"):
        starship.replay({"steps": steps})


def test_captain_file_round_trips_with_faults(tmp_path):
    bold = starship.load_captain("bold")
    starship.save_captain(bold, tmp_path / "mine.yaml")
    assert starship.load_captain(tmp_path / "mine.yaml") == bold
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    wrong = (
        text.replace("good_spare: ", "good_spare: 99").replace("plans: ", "plans: 9").replace("[trade", "[warehouse")
    )
    told = faults(wrong, tmp_path / "wrong.yaml", starship.load_captain)
    assert len(told) == 3
    for part in ("good_spare", "plans", "modules"):
        assert any(part in fault for fault in told), part


CAPTAIN = saved_text(
    starship.save_captain, replace(starship.load_captain("passenger-pays"), name="mine", modules=MODULES)
)


@pytest.mark.parametrize("number", range(15))
def test_random_captain_file_round_trips(number, tmp_path):
    captain = replace(any_captain(random.Random(number)), name=f'José "{number}"')
    starship.save_captain(captain, tmp_path / "any.yaml")
    assert starship.load_captain(tmp_path / "any.yaml") == captain


def test_captain_file_is_plain_text():
    """Whole prices without a point, words without quotes, letters as they are."""
    captain = replace(starship.load_captain("passenger-pays"), name="José", point=400, medal=72, held=0)
    lines = saved_text(starship.save_captain, captain).splitlines()
    assert lines[:4] == ["game: starship", 'name: "José"', "point: 40", "medal: 7.2"]
    assert {"held: 0", "remembers: all", "pirates: pay", "acts: no"} <= set(lines)
    assert f"modules: [{', '.join(captain.modules)}]" in lines


@pytest.mark.parametrize(
    ("written", "instead", "line", "told"),
    [
        ("acts: no", "acts: maybe", 25, "acts: give yes or no"),
        ("acts: no", "acts: 1", 25, "acts: give yes or no"),
        ("[logistics, command", "[logistics, logistics", 1, NAMED_TWICE),
        ("good_spare: ", "good_spare: 9", 1, SPARE_IS_DEARER),
        ("medal: ", "medal: 1.2", 4, "has more than one decimal"),
        ("point: 40", "point: 200.1", 3, "point: give at most 200"),
        ("held: 2", "held: 101", 19, "held: give at most 100"),
        ("plans: 2", "plans: 0", 21, "plans: give 1 or more"),
        ("colony_ships: 1", "colony_ships: 3", 20, "colony_ships: give at most 2"),
        (
            "plans: 2",
            "goods: {ore: [4, 3]}\nplans: 2",
            21,
            "name each of the five: ore, fuel, food, carbon, trade_good",
        ),
        ("plans: 2", "goods: {ore: [3, 4]}\nplans: 2", 21, "of a missing unit, must be at least the second one"),
        ("plans: 2", "astro: [[12, 1], [0, 2]]\nplans: 2", 21, "rise, as in [[0, 1.4], [12, 0.8]]"),
        ("plans: 2", "astro: [[0, 20]]\nplans: 2", 21, "astro, entry 1, entry 2: give at most 10"),
    ],
)
def test_captain_faults_name_their_lines(written, instead, line, told, tmp_path):
    assert written in CAPTAIN
    (fault,) = faults(CAPTAIN.replace(written, instead), tmp_path / "wrong.yaml", starship.load_captain)
    assert fault.startswith(f"{tmp_path / 'wrong.yaml'}, line {line}: ")
    assert fault.endswith(told)


@pytest.mark.parametrize(("written", "acts"), [("yes", True), ("no", False), ("true", True), ("false", False)])
def test_captain_acts_accepts_yes_and_no(written, acts, tmp_path):
    (tmp_path / "mine.yaml").write_text(CAPTAIN.replace("acts: no", f"acts: {written}"), encoding="utf-8")
    assert starship.load_captain(tmp_path / "mine.yaml").acts is acts


def test_captain_file_has_defaults(tmp_path):
    """One colony ship; modules in the order of the rules, all that was seen remembered, pirates judged, and it acts."""
    unsaid = ("colony_ships:", "modules:", "remembers:", "pirates:", "acts:")
    lines = [line for line in CAPTAIN.splitlines(keepends=True) if not line.startswith(unsaid)]
    (tmp_path / "mine.yaml").write_text("".join(lines), encoding="utf-8")
    captain = starship.load_captain(tmp_path / "mine.yaml")
    said = (captain.colony_ships, captain.modules, captain.remembers, captain.pirates, captain.acts)
    assert said == (1, MODULES, "all", "judge", True)


# Cards by their printed names


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (
            "sectors:\n  2: [III04]\nreserve: [III02,\n  I03, I04]\n",
            4,
            "(I03) lies in the reserve, but Theta Pegasi II (III04) in sector 2",
        ),
        ("moon: {pirates: [II07]}\nreserve: [I03, III02]\n", 2, "(II07) in Moon's pirates"),
        ("seen: {1: [II04]}\nreserve: [I03]\n", 2, "(II04) in sector 1"),
        ("reserve: [I03,\n  II01,\n  I04]\n", 3, "list the cards of I, II, III and IV in this order"),
        ("moon: {stations: [BASE16]}\nreserve: RESERVE\n", 2, "every owned card (1 in all): list at most 27"),
    ],
)
def test_impossible_reserve_is_refused(tmp_path: Path, text: str, line: int, told: str) -> None:
    """Stacks come one after another, and every card that is owned was replaced."""
    stacks = (f"{stack}0{number}" for stack in ("I", "II", "III", "IV") for number in range(1, 8))
    text = text.replace("RESERVE", f"[{', '.join(stacks)}]")
    (fault,) = faults(text, tmp_path / "wrong.yaml", starship.load_position)
    assert fault.line == line
    assert told in fault


def test_empty_place_proves_empty_reserve() -> None:
    """Rules, flight phase: every card that leaves the row is replaced at once from the reserve."""
    flight = {"sector": 1, "row": ["BASE18"], "cards": 2, "done": True}
    begun = {"phase": "flight", "roll": 2, "flight": flight}
    position = starship.load_position(begun)
    assert position.proven == 28
    assert not untold(position.assumed, "at least 28", "reserve")
    assert lay_out(position, 1, 0, 3).left.tolist() == [0, 0, 0]
    assert starship.load_position({**begun, "reserve": []}).reserve == ()
    with pytest.raises(AnalyzerError, match=r"not replaced.*reserve"):
        starship.load_position({**begun, "reserve": ["IV07"]})


def test_cards_gone_allow_shorter_reserve() -> None:
    """A variant without stack IV, and with a reserve that is shorter."""
    position = {"gone": [f"IV0{number}" for number in range(1, 8)], "reserve": ["I01", "II01", "II02"]}
    assert starship.load_position(position).assumed.startswith(
        "The reserve lists 3 cards. The file does not place 18 more"
    )


def test_whole_reserve_assumes_nothing() -> None:
    reserve = [f"{stack}0{number}" for stack in ("II", "III", "IV") for number in range(1, 8)]
    gone = [f"BASE0{number}" for number in range(1, 8)]
    assert starship.load_position({"reserve": reserve, "gone": gone}).assumed == ""


def test_position_accepts_printed_card_names(tmp_path):
    text = (
        "moon: {colonies: [Alioth VIII, heka ii], stations: [Mintaka II, BASE13]}\n"
        "sectors: {1: [Kopernikus II, BASE30, Beowulf's Bane]}\nreserve: [Greens, I01]\ngone: [Median]\n"
        "seen: {2: [Leedsi X]}\n"
    )
    (tmp_path / "named.yaml").write_text(text, encoding="utf-8")
    position = starship.load_position(tmp_path / "named.yaml")
    assert position.moon.colonies == ("START01", "BASE10")
    assert position.moon.stations == ("BASE16", "BASE13")
    assert position.sectors == {1: ("BASE38", "BASE30", "BASE35")}
    assert (position.reserve, position.gone, position.seen) == (("I03", "I01"), ("IV05",), {2: ("BASE32",)})
    assert starship.Ship.from_dict({"stations": ["Mintaka II"]}).stations == ("BASE16",)


def test_unknown_station_names_possible_stations(tmp_path):
    text = "stations: [Mintaka II,\n  Saif VI]\ncolonies: [Diplomats]\n"
    told = faults(text, tmp_path / "wrong.yaml", starship.load_ship)
    assert [fault.line for fault in told] == [2, 3]
    printed = (
        "Alnitak IX, Beteigeuze VI, Aigel X, Mintaka II, Saiph VI, Greens, Diplomats with H, Scientists, Merchants"
    )
    assert all(name in told[0] for name in (*printed.split(", "), "Merchants", "Median"))
    assert told[0].endswith("did you mean Saiph VI?")
    assert "name one by its id: BASE39 or BASE40" in told[1]
    (no_station,) = faults("stations: [Leedsi X]\n", tmp_path / "wrong.yaml", starship.load_ship)
    assert not untold(no_station, "Leedsi X (BASE32)", "no H", "station")


def test_record_steps_accept_printed_names():
    here = ["BASE26", "BASE13", "BASE09"]
    steps = [
        {"do": "produce", "roll": 2, "moon": "Heka II"},
        {"do": "fly", "sector": 1, "order": ["Litigus IX", "Alnitak IX"]},
        {"do": "next"},
        {"do": "end"},
        {"do": "sell", "goods": {"fuel": 1}, "station": "Mintaka II"},
    ]
    moon = {"colonies": ["START01", "Heka II", "Dubhe IV"], "stations": ["BASE16"], "goods": {"fuel": 1}}
    replayed = starship.replay({"moon": moon, "sectors": {1: here}, "steps": steps})
    assert replayed.reasons == [None] * 5
    assert replayed.ships["moon"].goods == (1, 0, 0, 0, 0)


def test_wrong_field_hides_no_other_fault(tmp_path):
    """The wrong name and the surplus food are both reported; a wrong logistics level hides its consequences."""
    text = "game: starship\nname: 5\ngoods: {food: 22}\n"
    path = tmp_path / "ship.yaml"
    for said, lines in ((text, [2, 3]), (f"{text}modules: {{logistics: 9}}\n", [2, 4])):
        path.write_text(said, encoding="utf-8")
        with pytest.raises(AnalyzerError) as refused:
            starship.load_ship(path)
        assert [fault.line for fault in refused.value.faults] == lines


def test_flawed_ships_hide_no_position_fault(tmp_path):
    """Both players own one card, though a name and an amount are wrong; a wrong roll is not missing besides."""
    path = tmp_path / "position.yaml"
    path.write_text(
        "game: starship\nmoon:\n  name: 5\n  pirates: [BASE11]\nsun:\n  astro: -1\n  pirates: [BASE11]\n"
        "phase: flight\nroll: 9\nflight: {sector: 1, row: [BASE16]}\n",
        encoding="utf-8",
    )
    with pytest.raises(AnalyzerError) as refused:
        starship.load_position(path)
    assert [fault.line for fault in refused.value.faults] == [3, 6, 7, 9]


@pytest.mark.parametrize(
    "fields",
    [{"astro": "x"}, {"boosters": (3,)}, {"goods": (1,)}, {"modules": (1, 2)}, {"crest": "star"}, {"cannons": 2}],
    ids=str,
)
def test_ship_refuses_impossible_values(fields):
    with pytest.raises(AnalyzerError, match=next(iter(fields))):
        starship.Ship(**fields)
