"""The verb `exact` from end to end: chances worked out by hand, the facts of the Python face, and wrong values."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import exact_all, load_captain, load_field
from tests.conftest import Said
from tests.doors.files import naming_options
from tests.doors.printed import load_edition
from tests.doors.trucker_questions import exact
from tests.facts import untold
from tests.places import ROOT

BUDGET = 200000

SHIPS = ROOT / "ships" / "2007"
MILE = str(SHIPS / "I" / "first-mile.yaml")
HORNET = str(SHIPS / "I" / "brass-hornet.yaml")
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
KITE = str(SHIPS / "II" / "tin-kite.yaml")
VAULT = str(SHIPS / "III" / "vault-door.yaml")
QUIZ = str(SHIPS / "flawed" / "quiz.yaml")
LONE = 'name: "[red]Lone[/] Cabin"\nedition: 2007\nboard: I\ngrid: |2\n  7\n  7 SC3333\n'


@pytest.fixture
def said(tmp_path: Path, command: Callable[..., Said]) -> Callable[..., Said]:
    """Run `analyzer exact` in a directory with the lone cabin."""
    (tmp_path / "lone.yaml").write_text(LONE, encoding="utf-8")
    return partial(command, "exact")


@pytest.fixture(autouse=True)
def options() -> Iterator[None]:
    """Notes of the Python face name options, as those of the command do."""
    with naming_options():
        yield


@pytest.fixture
def shown(said: Callable[..., Said]) -> Callable[..., str]:
    """What a command that succeeds prints."""

    def run(*args: str) -> str:
        told = said(*args)
        assert not told.code, told.err
        assert told.err == ""
        return told.out

    return run


def row(out: str, label: str) -> str:
    """The one line with that label, blanks joined; not that of the legend."""
    (line,) = [line for line in out.splitlines() if re.match(rf"{label}(?!:)", line)]
    return " ".join(line.removeprefix(label).split())


def plain(facts: Any) -> Any:
    """Facts as JSON gives them back."""
    return json.loads(json.dumps(facts))


# By hand


def test_three_meteors_hit_lone_cabin(shown):
    """Card 8: one large from the front, small ones from left and right, each hits line 7 with 6 of 36 ways.

    The cabin has no cannon, no shield and connectors all around: it survives (5/6)**3 = 125/216 = 57.87%. Two humans go
    with it, so it loses 1 component and 2 crew with 91/216 = 42.13%, and the flight ends for want of humans.
    """
    out = shown("lone.yaml", "--card", "8")
    assert out.startswith("[red]Lone[/] Cabin: card 8 (meteor swarm), captain expert, alone, 2 outcomes, ")
    assert row(out, "components lost") == "0.421 0: 57.87%, 1: 42.13%"
    assert row(out, "crew lost") == "0.843 0: 57.87%, 2: 42.13%"
    assert row(out, "batteries spent") == "0 0: 100%"
    assert row(out, "still flying") == "57.87%"
    assert row(out, "no humans") == "42.13%"
    assert "starting cabin at row 7 column 7 42.13%" in out
    assert "stuck" not in out
    captain = load_captain("sensible")
    harm = Fraction(91, 216) * (captain.component + 2 * captain.human + captain.stay) / 100
    assert row(out, "harm in credits").split()[0] == f"{float(harm):.3f}"


def test_json_chances_are_fractions(shown):
    told = json.loads(shown("lone.yaml", "--card", "2007/8", "--json"))
    assert told["distribution"]["components_lost"]["1"]["exact"] == "91/216"
    assert told["mean"]["crew_lost"]["exact"] == "91/108"
    assert told["ending"]["no_humans"]["exact"] == "91/216"
    assert told["lost_squares"] == [{"square": [7, 7], "chance": {"value": 91 / 216, "exact": "91/216"}}]


def test_route_of_two_swarms(shown):
    """Card 8 twice: the cabin survives (5/6)**6 = 33.49%."""
    out = shown("lone.yaml", "--cards", "8, 8")
    assert "cards 8 (meteor swarm), 8 (meteor swarm), captain" in out
    assert row(out, "components lost").endswith("0: 33.49%, 1: 66.51%")


def test_engineless_ship_ends_in_space(shown):
    out = shown("lone.yaml", "--card", "4")
    assert row(out, "still flying") == "0%"
    assert row(out, "no engines") == "100%"
    assert "No component is ever lost." in out
    assert "1 outcome, exact" in " ".join(out.split())


def test_stardust_costs_days_per_connector(shown):
    out = shown("lone.yaml", "--card", "3")
    assert row(out, "days") == "-4 -4: 100%"


# As the Python face


@pytest.mark.long
@pytest.mark.parametrize(
    ("args", "given"),
    [
        (["--card", "28"], {"card": 28}),
        (["--card", "2007/28", "--captain", "miser"], {"card": 28, "captain": "miser"}),
        (["--cards", "28,29,8"], {"cards": (28, 29, 8)}),
        (["--cards", "28,pirates 6"], {"cards": (28, 22)}),
        (["--card", "28", "--budget", "20"], {"card": 28, "budget": 20}),
        (
            ["--card", "35", "--rivals", KITE, HAULER, "--start", "2"],
            {"card": 35, "start": 2, "rivals": [KITE, HAULER]},
        ),
    ],
    ids=["card", "captain", "route", "words", "budget", "rivals"],
)
def test_exact_json_matches_python(shown, args, given):
    given["rivals"] = [analyzer.load_ship(path) for path in given.get("rivals", [])]
    assert json.loads(shown(HAULER, *args, "--json")) == plain(
        analyzer.exact(analyzer.load_ship(HAULER), **given).as_dict()
    )


def test_exact_takes_field_as_rivals(shown):
    field = load_field("II")
    told = json.loads(shown(HAULER, "--card", "35", "--rivals", "field", "--json"))
    assert told["rivals"] == [ship.name for ship in field]
    assert told == plain(analyzer.exact(analyzer.load_ship(HAULER), card=35, rivals=field).as_dict())
    out = shown("--rivals", "field", HAULER, "--card", "35", "--start", "2")
    assert f"place 2 at the start, in the field ({', '.join(ship.name for ship in field)})" in " ".join(out.split())
    assert "note:" not in out


def test_exact_table_matches_python(shown):
    found = analyzer.exact(analyzer.load_ship(HAULER), card=28)
    out = shown(HAULER, "--card", "28")
    lost = found.distribution("components_lost")
    assert f"{len(found.chances)} outcomes, exact" in " ".join(out.split())
    assert row(out, "components lost").startswith(
        f"{float(found.mean('components_lost')):.3f} 0: {exact.percent(lost[0])}"
    )
    squares = sorted(found.lost_squares.items(), key=lambda item: (-item[1], item[0]))[:8]
    lines = out.split("most often lost")[1].split("note:")[0].rstrip().splitlines()[1:]
    for line, ((down, across), chance) in zip(lines, squares, strict=True):
        assert f"at row {down} column {across} " in line
        assert line.endswith(exact.percent(chance))


def test_rare_values_are_summed_up(shown):
    """Rare values share one entry, and the chances of a line add up to 100%."""
    out = shown(HAULER, "--cards", "28,29,8")
    told = out.split("components lost")[1].split("crew lost")[0]
    assert "others from 7 to " in " ".join(told.split())
    assert sum(map(float, re.findall(r"([\d.]+)%", told))) == pytest.approx(100, abs=0.08)


def test_rare_values_keep_their_chance():
    """A chance below 1 in 2000 is rare: 1 and 2 in 10,000 come to 0.03%; a single rare value stands for itself."""
    rare = {5: Fraction(1, 10_000), 9: Fraction(2, 10_000)}
    assert exact.compact({0: 1 - sum(rare.values()), **rare}) == "0: 99.97%, others from 5 to 9: 0.03%"
    assert exact.compact({0: Fraction(9999, 10_000), 5: rare[5]}) == "0: 99.99%, 5: 0.01%"


def test_dropped_states_are_told(shown):
    found = analyzer.exact(analyzer.load_ship(HAULER), card=28, budget=20)
    out = shown(HAULER, "--card", "28", "--budget", "20")
    assert f"20 outcomes, exact within {exact.percent(found.pruned)}" in " ".join(out.split())
    assert "larger --budget" in out
    assert "larger --budget" not in shown(HAULER, "--card", "28")


@pytest.mark.parametrize(("number", "kinds"), [("35", "combat zones"), ("43", "sabotage")])
def test_spared_ship_shows_no_numbers(shown, number, kinds):
    out = shown(VAULT, "--card", number)
    assert not untold(out, "alone", kinds, "--rivals field")
    assert not [word for word in ("harm", "lost", "still flying") if word in out]
    assert json.loads(shown(VAULT, "--card", number, "--json"))["is_spared"]
    assert "harm in credits" in shown(VAULT, "--card", number, "--rivals", "field")
    assert "flown alone" not in shown(VAULT, "--card", "28")


def test_overview_puts_spared_cards_last(shown):
    lines = shown(HAULER, "--all").splitlines()
    assert lines[0].startswith(f"Steady Hauler: {len(analyzer.deck('II').cards)} cards of a level II flight, ")
    first = lines.index("not struck: flown alone:") + 1
    spared = [line.split() for line in lines[first : first + 2]]
    assert [row[:3] for row in spared] == [[number, "combat", "zone"] for number in ("15", "35")]
    assert {*spared[0][3:], *spared[1][3:]} == {"-"}


def test_percent_never_rounds_to_certainty():
    told = [Fraction(0), Fraction(1, 10**9), Fraction(1, 3), 1 - Fraction(1, 10**9), Fraction(1)]
    assert [exact.percent(chance) for chance in told] == ["0%", "<0.01%", "33.33%", ">99.99%", "100%"]


def test_default_budget_matches_python(said: Callable[..., Said]) -> None:
    assert inspect.signature(analyzer.exact).parameters["budget"].default == BUDGET
    assert f"[default: {BUDGET}]" in said("--help").out


# All cards


@pytest.mark.long
@pytest.mark.parametrize(("path", "levels"), [(MILE, {1}), (HAULER, {1, 2}), (VAULT, {1, 2, 3})])
def test_overview_starts_with_most_harmful(shown, path, levels):
    told = json.loads(shown(path, "--all", "--json"))
    cards = load_edition("2007").cards
    assert sorted(one["cards"][0] for one in told) == [card.id for card in cards if card.level in levels]
    harms = [Fraction(one["harm"]["exact"]) for one in told]
    assert harms == sorted(harms, reverse=True)
    ship = analyzer.load_ship(path)
    assert told == [plain(analyzer.exact(ship, card=one["cards"][0]).as_dict()) for one in told]


def test_overview_names_every_card(shown):
    """Open space of three levels is one row; nothing is cut at 80 columns."""
    out = shown(VAULT, "--all")
    lines = out.split("harm\n")[1].split("credits: paid")[0].replace("not struck: flown alone:", "").splitlines()
    assert "…" not in out
    assert max(map(len, lines)) <= 80
    numbers: list[int] = []
    for line in lines:
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", re.split("[a-z]", line)[0]):
            numbers += range(int(first), int(last or first) + 1)
    assert sorted(numbers) == [card.id for card in analyzer.deck().cards]
    assert not untold(out, "alone", "combat zones", "sabotage")


def test_overview_lines_match_exact(shown):
    """Sorted by harm; for the lone cabin card 8 is as worked out above, and open space ends every flight."""
    found = {one.cards[0]: one for one in exact_all(analyzer.load_ship(MILE))}
    out = shown(MILE, "--all")
    struck = out.split("harm\n")[1].split("not struck: flown alone:")[0].splitlines()
    harms = [float(line.split()[-1]) for line in struck if re.match(r"\d+ ", line)]
    assert harms == sorted(harms, reverse=True)
    (line,) = [line for line in out.splitlines() if line.startswith("8 ")]
    told = [float(found[8].mean(name)) for name in ("components_lost", "crew_lost", "batteries_spent")]
    assert [float(word) for word in line.split()[3:6]] == pytest.approx(told, abs=0.006)
    lone = shown("lone.yaml", "--all")
    (line,) = [line for line in lone.splitlines() if line.startswith("8 ")]
    assert line.split()[1:5] == ["meteor", "swarm", "0.42", "0.84"]
    assert line.split()[-2] == "42.13%"
    (line,) = [line for line in lone.splitlines() if line.startswith("4-7 ")]
    assert line.split()[-2] == "100%"


def test_overview_takes_the_rivals(shown):
    told = json.loads(shown(MILE, "--all", "--rivals", HORNET, "--start", "2", "--json"))
    rival, ship = analyzer.load_ship(HORNET), analyzer.load_ship(MILE)
    (zone,) = [one for one in told if one["cards"] == [15]]
    assert zone == plain(analyzer.exact(ship, card=15, rivals=[rival], start=2).as_dict())
    assert [one["cards"][0] for one in told] == [one.cards[0] for one in exact_all(ship, rivals=[rival], start=2)]


# Wrong values

CHOICE = ("exactly one of --card, --cards and --all",)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([HAULER], CHOICE),
        ([HAULER, "--card", "28", "--all"], CHOICE),
        ([HAULER, "--card", "28", "--cards", "28"], CHOICE),
        ([HAULER, "--card", "28", "--cards", "29", "--all", "--json"], CHOICE),
        ([HAULER, "--card", "99"], ("no card 99", "0 to ")),
        ([HAULER, "--card", "2007/99"], ("no card 99", "0 to ")),
        ([HAULER, "--card", "2021/3"], ("2021/3", "use 2007/3")),
        ([HAULER, "--card", "-1"], ("'-1'", "e.g. 2007/28")),
        ([HAULER, "--card", ""], ("e.g. 2007/28",)),
        ([HAULER, "--card", "9" * 5000], ("e.g. 2007/28",)),
        ([HAULER, "--card", "²"], ("`analyzer deck` lists",)),
        ([HAULER, "--cards", "28,x"], ("card 'x'", "`analyzer deck` lists")),
        ([HAULER, "--cards", "28,pirates"], ("card 'pirates': ", " cards", "22 (pirates: strength 6")),
        ([HAULER, "--cards", ""], ("e.g. 28,pirates 6,41",)),
        ([HAULER, "--cards", "28,98,99"], ("no card 98", "no card 99", "0 to ")),
        ([HAULER, "--cards", ",".join(["4"] * 65)], ("65 cards", "at most 64")),
        ([HAULER, "--card", "28", "--budget", "0"], ("budget 0", "at least 1")),
        ([HAULER, "--all", "--budget", "-5"], ("budget -5", "at least 1")),
        ([HAULER, "--card", "28", "--budget", "many"], ("--budget", "give a whole number")),
        ([HAULER, "--card", "28", "--start", "2"], ("start 2", "alone there is one place", "--rivals")),
        ([HAULER, "--card", "28", "--start", "0", "--rivals", KITE], ("start 0", "from 1 to 2")),
        ([HAULER, "--card", "28", "--captain", "bould"], ("bould", "did you mean bold")),
        ([HAULER, "--card", "28", "--rivals", KITE, KITE, KITE, KITE], ("5 ships", "at most 4")),
        ([HAULER, "--all", "--rivals", "nowhere.yaml"], ("nowhere.yaml", "no such file")),
        ([HAULER, "--card", "28", "--rivals", MILE], ("First Mile", "board 2007-I", "choose another ship")),
        (["nowhere.yaml", "--card", "28"], ("nowhere.yaml", "no such file")),
        ([QUIZ, "--card", "8"], ("Quiz", "construction flaws", "Mend the file")),
        ([MILE, "--all", "--rivals", QUIZ], ("Quiz", "construction flaws", "Mend the file")),
    ],
)
def test_exact_refuses_wrong_values(said, args, words):
    told = said(*args)
    assert "Traceback" not in told.err + told.out
    assert told.code == 2
    assert told.out == ""
    assert [word for word in words if word not in told.told] == [], told.told


def test_no_missing_option_is_suggested(said, tmp_path):
    assert "--repair" not in said(QUIZ, "--card", "8").told
    build = analyzer.load_ship(SHIPS / "IVC" / "four-winds.yaml")
    parts = {**build.components, (7, 8): analyzer.Component("starting_cabin", (3, 3, 3, 3))}
    analyzer.save_ship(replace(build, components=parts), tmp_path / "flawed.yaml")
    told = said(str(tmp_path / "flawed.yaml"), "--card", "8").told
    assert "Mend the file" in told
    assert "--repair" not in told
