"""Balance reports of Cosmic Lorry: effects are differences of whole games, and dear stars are the edition's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer import AnalyzerError, lorry, starship
from tests.conftest import Said
from tests.doors.answers import with_printed
from tests.doors.lorry import BOXES, GameExperiment, things_of
from tests.facts import untold
from tests.places import ROOT

DEAR_STARS = ROOT / "ships" / "lorry" / "bright-stars"
STEADY = ("--captain", "steady")
GAMES = 10


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report may take fewer games than users may ask for, and takes no more for open verdicts."""
    monkeypatch.setattr("analyzer.runs.balance.FEWEST_GAMES", GAMES)
    monkeypatch.setattr("analyzer.answers.balance.things.CHECKS", 1)


@pytest.mark.long
@pytest.mark.usefixtures("few_games")
def test_box_effect_is_difference_of_totals():
    answer = lorry.balance(games=GAMES, captain="steady", only=["boxes"], workers=1)
    galaxy = lorry.load_edition("standard").galaxy
    star = next(special for special in galaxy.specials if special.kind == "star")
    steady = (lorry.load_captain("steady"),) * 2
    without = replace(galaxy, specials=tuple(one for one in galaxy.specials if one != star))
    there, gone = (
        GameExperiment(one, steady, one.dice_for(2), 1).run_block(0, GAMES)["total"].sum() for one in (galaxy, without)
    )
    rows = {row.values["name"]: row.values for row in answer.tables["boxes"].rows}
    row = rows[f"star ({star.column}, {star.row})"]
    assert row["effect"].mean == pytest.approx((there - gone) / GAMES / 2)
    assert len(rows) == len(galaxy.specials)


def test_dear_stars_are_own():
    """Stars of five points are not printed, so they are compared with those of the standard edition."""
    key = lorry.load_edition(DEAR_STARS).edition
    steady = (lorry.load_captain("steady"),) * 2
    own, printed = (things_of(edition, steady, 1, BOXES, is_listed=edition == key) for edition in (key, "standard"))
    assert {thing.group for thing in own if thing.is_own} == {"star"}
    assert [thing for thing in with_printed(own, printed) if thing not in own] == [
        thing for thing in printed if thing.group == "star"
    ]


@pytest.mark.long
@pytest.mark.usefixtures("few_games")
def test_fix_plays_editions_with_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """The effect of a star at 3 and at 5 points is that in the standard galaxy, and in the one with dear stars."""
    monkeypatch.setattr("analyzer.answers.balance.fix.FIRST", 2)
    monkeypatch.setattr("analyzer.answers.balance.fix.MEASUREMENTS", (1,))
    fix = lorry.fix_figure(DEAR_STARS, "star_points.value", GAMES, captain="steady", workers=1)
    assert [[tried.value for tried in level.tried] for level in fix.levels] == [[0, 3, 5, 9]] * 6
    assert all(level.holds(3) for level in fix.levels), "as printed they are in range"
    effects = {
        tried.value: tried.effect.mean for level in fix.levels if level.level == "(5, 3)" for tried in level.tried
    }
    steady = (lorry.load_captain("steady"),) * 2
    for value, edition in ((3, "standard"), (5, DEAR_STARS)):
        galaxy = lorry.load_edition(edition).galaxy
        without = replace(galaxy, specials=tuple(one for one in galaxy.specials if (one.column, one.row) != (5, 3)))
        there, gone = (
            GameExperiment(one, steady, one.dice_for(2), 1).run_block(0, GAMES)["total"].sum()
            for one in (galaxy, without)
        )
        assert effects[value] == pytest.approx((there - gone) / GAMES / 2)


@pytest.mark.parametrize(
    ("figure", "says"),
    [
        ("star_points", "name a thing and one of its figures"),
        ("end_after.value", "no verdict rests on end_after alone"),
        ("white.straight", "no figure of dice decides a verdict alone"),
        ("planet 33.row", "no such thing: did you mean planet 3?"),
        ("star (5, 3).rwo", "did you mean row? Use one of column, row"),
    ],
)
def test_fix_refuses_wrong_figure(figure: str, says: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        lorry.fix_figure("standard", figure)
    assert says in str(caught.value)


def test_balance_refuses_captain_without_prices():
    with pytest.raises(AnalyzerError, match="captain random: name one who plays by prices alone"):
        lorry.balance(captain="random")


def test_balance_refuses_unknown_target(tmp_path: Path) -> None:
    (tmp_path / "edition.yaml").write_text("from: standard\ntargets: {arrive: at least 80%}\n")
    with pytest.raises(AnalyzerError, match="targets: 'arrive'"):
        lorry.balance(tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """An edition whose stars of five points are its own, in version 2."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for file in DEAR_STARS.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    with (folder / "edition.yaml").open("a") as head:
        head.write("version: 2\n")
    return folder


def logged(version: str, date: str, effect: float) -> dict[str, object]:
    """Return the line of a log on a star of the edition's own, and on a printed asteroid."""
    star = {"name": "star (5, 3)", "group": "star", "verdict": "strong", "is_own": True}
    asteroid = star | {"name": "asteroid (6, 1)", "group": "asteroid", "is_own": False}
    boxes = [one | {"effect": [effect, effect - 1, effect + 1]} for one in (star, asteroid)]
    return {"date": date, "key": "mine@1", "version": version, "games": 50, "verdicts": {}, "boxes": boxes}


def test_history_keeps_latest_of_version(mine: Path) -> None:
    lines = (logged("1", "2026-01-01", 3.0), logged("1", "2026-01-02", 2.0), logged("2", "2026-01-03", 1.0))
    (mine / "balance.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    history = lorry.balance_history(mine)
    frame = history.table()
    assert [*zip(frame["version"], frame["effect"], strict=True)] == [("1", 2.0), ("2", 1.0)]
    assert {*frame["special box"]} == {"star (5, 3)"}, "printed boxes are left out beside the edition's own"
    assert [*history.figures()] == ["balance-history-boxes"]


@pytest.mark.long
def test_report_adds_line_to_log(command: Callable[..., Said], mine: Path) -> None:
    made = command("lorry", "balance", str(mine), "--games", "50", "--only", "seats", "--workers", "1", *STEADY)
    assert made.code == 0
    (line,) = (mine / "balance.jsonl").read_text().splitlines()
    assert (json.loads(line)["version"], json.loads(line)["games"]) == ("2", 50)
    assert "1 balance report" in command("lorry", "balance", str(mine), "--history").out


@pytest.mark.long
def test_report_needs_no_log(command: Callable[..., Said], mine: Path) -> None:
    """The folder of an edition may be closed to writing: here a folder lies in the way of the log."""
    (mine / "balance.jsonl").mkdir()
    made = command("lorry", "balance", str(mine), "--games", "50", "--only", "seats", "--workers", "1", *STEADY)
    assert made.code == 0
    assert not untold(made.out, "log: none, because", "balance.jsonl")


@pytest.mark.long
def test_luck_part_adds_up(command: Callable[..., Said]) -> None:
    said = command("lorry", "balance", "--games", "50", "--only", "luck", "--workers", "1", "--json", *STEADY)
    assert said.code == 0
    answer = json.loads(said.out)
    shares = {row["part"]: row["share"] for row in answer["luck"]}
    assert [*shares] == ["captains", "first player", "cards and dice"]
    assert sum(one["mean"] for one in shares.values()) == pytest.approx(1)
    assert not untold(answer["sentences"]["luck"][0], "a game of two", "captains", "cards and dice")


@pytest.mark.long
@pytest.mark.usefixtures("few_games")
def test_changes_are_differences_of_effects(mine: Path) -> None:
    """The effect of a die is a mean over the same games, so two editions differ by the difference of two means."""
    how = {"games": GAMES, "captain": "steady", "only": ["dice"], "workers": 1}
    here, there = (
        {row["name"]: row["effect"].mean for row in lorry.balance(one, **how).rows_of("dice")}
        for one in (mine, "standard")
    )
    compared = lorry.balance(mine, **how, against="standard")
    changes = {row["name"]: row["difference"].mean for row in compared.rows_of("changes")}
    assert changes == pytest.approx({name: here[name] - there[name] for name in here})
    assert any(changes.values()), "dear stars change what dice bring"
    assert "star" in compared.sentences["changes"][0]


@pytest.mark.parametrize("game", ["starship", "lorry"])
@pytest.mark.parametrize(
    ("edition", "args", "fault"),
    [
        ("standard", (), "standard is the edition of the report itself: name another one"),
        (None, ("--only", "seats"), "the parts seats, captains and luck are not compared"),
    ],
)
def test_balance_refuses_empty_comparison(command: Callable[..., Said], game, edition, args, fault) -> None:
    own = {"starship": ROOT / "ships" / "starship" / "quick", "lorry": DEAR_STARS}[game]
    said = command(game, "balance", edition or str(own), *args, "--against", "standard")
    assert said.code == 2
    assert fault in said.told


def test_history_refuses_page(command: Callable[..., Said], mine: Path, tmp_path: Path) -> None:
    said = command("lorry", "balance", str(mine), "--history", "-o", str(tmp_path / "page.html"))
    assert said.code == 2
    assert "leave out --against, --out and --only" in said.told


@pytest.mark.parametrize("game", [lorry, starship])
def test_history_names_command_that_begins_it(game, tmp_path: Path) -> None:
    (tmp_path / "edition.yaml").write_text("from: standard\n")
    with pytest.raises(AnalyzerError, match=f"analyzer {game.__name__.rpartition('.')[2]} balance .* begins it"):
        game.balance_history(tmp_path)
