"""The verbs of Cosmic Lorry that play games: each answers in words and as JSON, and refuses with exit code 2."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from analyzer import lorry
from tests.doors.lorry import NAMED
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
SMALL, LATE, TINY = (str(SHIPS / f"{name}.yaml") for name in ("small", "late", "tiny"))
STEADY = ("--captain", "steady", "--captain", "steady")
VERBS = {
    "fly": (SMALL, "--games", "20", "--captain", "trunk"),
    "race": (SMALL, "--games", "20", "--captain", "steady", "--captain", "trunk", "--switch", "surrounding=off"),
    "compare": (SMALL, "--games", "20", "--captain", "steady", "--captain", "trunk"),
    "advise": (LATE, "--games", "4", "--candidates", "3", "--captain", "steady"),
    "explain": (SMALL, "--game", "7", *STEADY),
    "specials": (TINY, "--games", "20", "--captain", "steady"),
    "leave": (TINY, "--games", "20", "--round", "1", *STEADY),
    "begin": (TINY, "--games", "20", *STEADY),
    "pairs": (SMALL, "--games", "20", *STEADY),
}


@pytest.mark.long
@pytest.mark.slow(but=4)
@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("verb", VERBS)
def test_verbs_answer_in_text_and_json(command, verb):
    said = command("lorry", verb, *VERBS[verb], "--verbose")
    assert said.code == 0, said.told
    assert len(said.out.splitlines()) > 8
    assert "No source prints" in said.out
    facts = command("lorry", verb, *VERBS[verb], "--json")
    assert facts.code == 0
    json.loads(facts.out)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("race", SMALL, "--captain", "steady"), "2 to 4"),
        (("race", SMALL, "--dice", "white,white"), "2 traders roll white, orange"),
        (("fly", SMALL, "--captain", "trunck"), "did you mean trunk"),
        (("fly", SMALL, "--switch", "surrounding"), "give a name and a value"),
        (("compare", SMALL), "nothing to compare"),
        (("advise", SMALL), "dice"),
        (("advise", LATE, "--goal", "fame"), "margin"),
        (("advise", LATE, "--captain", "thinker"), "simulates games, as this verb does"),
        (("explain", SMALL, "--game", "-1"), "game -1"),
        (("leave", SMALL, "--captain", "steady"), "nobody picks second"),
        (("leave", SMALL, "--round", "0"), "round 0"),
        (("begin", SMALL, "--by", "star"), "planet, pair"),
    ],
    ids=lambda value: " ".join(map(str, value[:1])) if isinstance(value, tuple) else "",
)
def test_verbs_refuse_impossible_arguments(command, args, told):
    said = command("lorry", *args)
    assert said.code == 2
    assert told in said.told
    assert "Traceback" not in said.told


@pytest.mark.long
def test_race_saves_pictures_and_tables(command, undrawn, tmp_path):
    said = command("lorry", "race", TINY, "--games", "2", "--plot", str(tmp_path), "--export", str(tmp_path / "a.csv"))
    assert said.code == 0, said.told
    saved = {path.name for path in tmp_path.rglob("*")}
    assert {"total.png", "total.svg", "a.csv", "where-tracks-lie.png", "where-points-come-from.svg"} <= saved


@pytest.mark.long
@pytest.mark.usefixtures("sketched")
def test_report_page_uses_given_options(command, tmp_path):
    told = ("--captain", "steady", "--captain", "trunk", "--against", "random", "--against", "random", "--wrap", "none")
    told += ("--switch", "surrounding=off", "--dice", "white,orange,orange", "--games", "2", "--seed", "3")
    said = command("lorry", "report", str(SHIPS / "tiny.yaml"), *told, "-o", str(tmp_path / "page.html"))
    assert said.code == 0, said.told
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for words in (
        "against random and random, 3 traders",
        "Changed rule: surrounding=off.",
        "ends at its edges",
        "default",
    ):
        assert words in page
    assert "dice white, orange, orange" in page
    assert not re.search(r"sprinter|stargazer|spoiler", page)
    assert page.count('<svg class="galaxy"') == 2
    assert 'src="http' not in page
    assert len(re.findall(r"(steady|trunk|random): [0-9.]+ points a game", page)) == 3


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--captain", "trunk"), "nothing to compare"),
        (("--against", "a.yaml", "--against", "trunck"), "did you mean trunk"),
        (("--against", "steady") * 4, "name one to 3 rivals"),
        (("--wrap", "round"), "both, columns, rows, none"),
        (("--dice", "white"), "2 traders roll white, orange"),
        (("--dice", ","), "--dice: names nothing"),
    ],
)
def test_report_refuses_impossible_arguments(command, args, told, tmp_path):
    said = command("lorry", "report", SMALL, *args, "-o", str(tmp_path / "page.html"))
    assert said.code == 2
    assert told in said.told
    assert not list(tmp_path.iterdir())


def test_table_refuses_empty_names(command):
    said = command("lorry", "table", SMALL, "--traders", ",", "--no-browser")
    assert (said.code, said.told) == (2, "error: --traders: names nothing: give a value, or leave the option out")


def test_explain_writes_record_that_replays(command, tmp_path):
    record = str(tmp_path / "game.yaml")
    said = command("lorry", "explain", SMALL, "--game", "7", *STEADY, "--record", record)
    assert (said.code, f"record: {record}" in said.out) == (0, True)
    rounds = lorry.load_record(record).rounds
    assert rounds == lorry.explain(SMALL, 7, captains=["steady"] * 2).record().rounds
    # a draw is told in the words of the story
    for ends, column, row in re.findall(r"draws .* ([NESW]+) in column (\d+), row (\d+)", said.out):
        assert f"box: [{column}, {row}], ends: {ends}" in Path(record).read_text()
    assert "0 refused" in command("lorry", "replay", record).out


ANYBODY = ("race", "fly", "explain", "pairs", "specials", "leave", "compare", "report", "rulings")
BY_PRICES = ("advise", "review", "exact", "design")


def words_of(text: str) -> str:
    """Return the help in one line, without the frame of its table."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


@pytest.mark.parametrize("verb", ANYBODY)
def test_help_names_accepted_captains(command, verb):
    said = words_of(command("lorry", verb, "--help").out)
    assert all(name in said for name in (*NAMED, "thinker"))


@pytest.mark.parametrize("verb", BY_PRICES)
def test_help_omits_refused_captains(command, verb):
    said = words_of(command("lorry", verb, "--help").out)
    assert all(name in said for name in NAMED if name != "random")
    assert "thinker" not in said
