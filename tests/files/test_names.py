"""Names are any letters, and nothing that is not seen: in all kinds of files, in options and in the designer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer import load_ship, lorry, starship
from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captainfile import load_captain as load_lorry_captain
from analyzer.starship.captains.captainfile import load_captain as load_starship_captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.designer import messages
from analyzer.trucker.journey.titlesfile import load_titles
from tests.places import ROOT

SHIPS, GAMES = ROOT / "ships", ROOT / "analyzer"
FILES = {
    "ship": (SHIPS / "2007" / "I" / "first-mile.yaml", load_ship),
    "captain": (GAMES / "trucker" / "data" / "captains" / "sensible.yaml", load_captain),
    "starship ship": (SHIPS / "starship" / "trader.yaml", starship.load_ship),
    "starship captain": (GAMES / "starship" / "data" / "captains" / "sensible.yaml", load_starship_captain),
    "galaxy": (SHIPS / "lorry" / "small.yaml", lorry.load_galaxy),
    "position": (SHIPS / "lorry" / "late.yaml", lorry.load_position),
    "lorry captain": (GAMES / "lorry" / "data" / "captains" / "steady.yaml", load_lorry_captain),
}
HIDDEN = ["a\\e[31m", "\\x9b2J", "a\\u202eb", "a\\u2066b", "a\\nb", "a\\u2028b", "\\x00", "a\\u200fb"]


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("kind", FILES)
def test_hidden_characters_are_refused_in_names(kind: str, name: str, tmp_path: Path) -> None:
    path, load = FILES[kind]
    text = re.sub("(?m)^name:.*$", lambda _: f'name: "{name}"', path.read_text(encoding="utf-8"))
    (tmp_path / "it.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError, match=r"name: character U\+[0-9A-F]{4} in it is not seen.*leave it out"):
        load(tmp_path / "it.yaml")


@pytest.mark.parametrize("name", ["Émile", "שלום", "👩‍🚀", "=1+1", "<b>"])
def test_all_letters_may_stand_in_names(name: str, tmp_path: Path) -> None:
    path, load = FILES["ship"]
    text = re.sub("(?m)^name:.*$", lambda _: f'name: "{name}"', path.read_text(encoding="utf-8"))
    (tmp_path / "it.yaml").write_text(text, encoding="utf-8")
    assert load(tmp_path / "it.yaml").name == name  # type: ignore[attr-defined]


def test_traders_and_titles_have_visible_names(tmp_path: Path) -> None:
    late = (SHIPS / "lorry" / "late.yaml").read_text(encoding="utf-8")
    (tmp_path / "late.yaml").write_text(late.replace("[Tom, Uli]", '["Tom\\e[2J", Uli]'))
    with pytest.raises(AnalyzerError, match=r"U\+001B"):
        lorry.load_position(tmp_path / "late.yaml")
    (tmp_path / "titles.yaml").write_text('titles:\n  - {name: "a\\u202e", metric: credits}\n')
    with pytest.raises(AnalyzerError, match=r"U\+202E"):
        load_titles(tmp_path / "titles.yaml", "2007")


@pytest.mark.parametrize("args", [("new", "I", "--name", "a\x9b"), ("journey", "s.yaml", "--name", "a\u202e")])
def test_hidden_characters_are_refused_in_options(command, args) -> None:
    said = command(*args)
    assert said.code == 2
    assert not re.search("[\x9b\u202e]", said.out + said.err)


def test_hidden_characters_are_refused_in_the_designer() -> None:
    for message in ('{"kind": "rename", "name": "a\\u202e"}', '{"kind": "save", "path": "a\\u009b.yaml"}'):
        with pytest.raises(AnalyzerError, match="is not seen"):
            messages.read(message)
