"""`-o` and `--review` of replay, review and explain: pages in HTML or Markdown, places without one, wrong goals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import ROOT

GAMES = ("starship", "lorry")


def record(game):
    return str(ROOT / "ships" / game / "example-record.yaml")


@pytest.mark.parametrize("game", GAMES)
def test_replay_writes_page_beside_output(command, game):
    alone = command(game, "replay", record(game))
    Path("page.html").write_text("of before", encoding="utf-8")
    said = command(game, "replay", record(game), "-o", "page.html")
    assert (said.code, said.out) == (0, f"{alone.out}\npage: page.html\n")
    assert "(refused)" in Path("page.html").read_text(encoding="utf-8")
    as_json = command(game, "replay", record(game), "-o", "other.html", "--json")
    assert as_json.out == command(game, "replay", record(game), "--json").out
    assert Path("other.html").exists()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("records", "page", "fault"),
    [
        (1, f"{__file__}/page.html", f"--output {__file__}/page.html: cannot be written: Not a directory"),
        (1, ".", "--output .: is a directory: name a file in it"),
        (2, "page.html", "--output page.html: a page holds one of them: name one, not 2"),
        (1, "page.csv", "--output page.csv: name a file that ends in .html or .md; --export saves tables"),
        (1, "page", "--output page: name a file that ends in .html or .md; --export saves tables"),
    ],
)
def test_unwritable_page_is_refused_first(command, game, records, page, fault):
    said = command(game, "replay", *[record(game)] * records, "-o", page)
    assert (said.code, said.out) == (2, "")
    assert f"error: {fault}" in said.err
    assert not Path("page.html").exists()


def test_missing_folders_are_made(command, tmp_path):
    page = tmp_path / "new" / "folder" / "page.html"
    assert command("lorry", "replay", record("lorry"), "-o", str(page)).code == 0
    assert page.exists()


PAGES = {
    "replay": ("lorry", "replay", record("lorry")),
    "review": ("lorry", "review", record("lorry"), "--games", "2", "--candidates", "1"),
    "explain": ("lorry", "explain", str(ROOT / "ships/lorry/small.yaml"), "--game", "3"),
    "a flight": ("explain", str(ROOT / "ships/2007/I/first-mile.yaml"), "--flight", "3", "--alone"),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            "replay",
            ["# A short game: 14 steps", "| 6 | Tom | curve NW in column 2, row 6 | 3-5: 6 | done |"],
        ),
        ("review", ["# A short game\n\nTom, ", "**Expected result after each step**"]),
        (
            "explain",
            [
                "# Cosmic Lorry, Small, game 3",
                "## Round 2, expert (2): white straight, orange branch\n\n- takes orange branch",
            ],
        ),
        ("a flight", ["# First Mile\n", "\n## 1. ", "\n## Settlement: "]),
    ],
)
def test_page_ending_in_md_is_markdown(command, asked, words):
    said = command(*PAGES[asked], "-o", "page.md")
    assert (said.code, said.out[-15:]) == (0, "\npage: page.md\n")
    page = Path("page.md").read_text(encoding="utf-8")
    assert page.startswith("# ")
    assert "<" not in page.replace("&lt;", "")
    assert [word for word in words if word not in page] == []


SHIP = str(ROOT / "ships/2007/II/steady-hauler.yaml")
VERBS = [
    (("explain", SHIP, "--flight", "1", "--alone"), ("--review",), "credits, arrived"),
    (("starship", "explain", "--game", "1"), ("--review", "moon"), "won, margin"),
    (("lorry", "explain", str(ROOT / "ships/lorry/tiny.yaml"), "--game", "1"), ("--review",), "won, margin"),
]


@pytest.mark.long
@pytest.mark.parametrize(("verb", "review", "goals"), VERBS)
def test_review_goal_is_checked(verb, review, goals, command) -> None:
    result = command(*verb, *review, "--goal", "fame")
    assert result.code == 2
    assert f"goal 'fame': use one of {goals}" in result.err


@pytest.mark.parametrize(("verb", "review", "goals"), VERBS)
def test_story_without_review_refuses_goal(verb, review, goals, command) -> None:
    result = command(*verb, "--goal", "won")
    assert (result.code, result.out) == (2, "")
    assert f"add {review[0]}" in result.err
