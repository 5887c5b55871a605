"""Names are any letters, and nothing that is not seen: in all kinds of files, in options and in the designer."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from shutil import copyfile

import pytest
import yaml

import analyzer
from analyzer import (
    AnalyzerError,
    check_edition,
    load_captain,
    load_edition,
    load_ship,
    load_titles,
    lorry,
    new_edition,
    starship,
)
from analyzer.lorry import load_captain as load_lorry_captain
from analyzer.starship import load_captain as load_starship_captain
from tests.doors.trucker_designer import Session
from tests.files.own_folders import written
from tests.places import ROOT
from tests.trucker.files.own_editions import ship

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
def test_hidden_characters_in_names_are_refused(kind: str, name: str, tmp_path: Path) -> None:
    path, load = FILES[kind]
    text = re.sub("(?m)^name:.*$", lambda _: f'name: "{name}"', path.read_text(encoding="utf-8"))
    (tmp_path / "it.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError, match=r"name: character U\+[0-9A-F]{4}.*leave it out"):
        load(tmp_path / "it.yaml")


@pytest.mark.parametrize("name", ["Émile", "שלום", "👩‍🚀", "=1+1", "<b>"])
def test_names_accept_all_letters(name: str, tmp_path: Path) -> None:
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
def test_hidden_characters_in_options_are_refused(command, args) -> None:
    said = command(*args)
    assert said.code == 2
    assert not re.search("[\x9b\u202e]", said.out + said.err)


def test_designer_refuses_hidden_characters() -> None:
    for message in ('{"kind": "rename", "name": "a\\u202e"}', '{"kind": "save", "path": "a\\u009b.yaml"}'):
        with pytest.raises(AnalyzerError, match="is not seen"):
            Session.handlers.read(message)


ODD_FOLDERS = ["my edition", "[x]", "a: b #c", "-x", "it's", "a\nb", "l" * 60]


@pytest.mark.long
@pytest.mark.parametrize("name", ODD_FOLDERS)
@pytest.mark.parametrize("game", [[], ["starship"], ["lorry"]])
def test_new_edition_works_in_odd_folder(command, tmp_path, monkeypatch, game, name) -> None:
    """Paste the printed command with its quotes, and name the folder as the written file says."""
    monkeypatch.chdir(tmp_path)
    written = command(*game, "edition", "new", "--json", "--", name)
    assert (written.code, json.loads(written.out)["folder"]) == (0, name)
    head = (tmp_path / name / "edition.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(re.search("`(edition: .*)`", head)[1]) == {"edition": name}  # type: ignore[index]
    (told,) = re.findall(r"`analyzer (.* edition check|edition check) (.*)` lists", head)
    assert as_bash_reads(told[1]) in (name, f"./{name}")
    checked = command(*game, "edition", "check", f"./{name}")
    assert (checked.code, "no faults" in " ".join(checked.out.split())) == (0, True), checked.err


def as_bash_reads(word: str) -> str:
    """Return the word as an argument of a command, without a shell for words in common quotes."""
    if word.startswith("$'"):
        return word[2:-1].encode().decode("unicode_escape")
    (argument,) = shlex.split(word)
    return argument


@pytest.mark.parametrize(("name", "called"), [("2007", "own-2021"), ("*", "own-2021"), ("mine", "mine")])
def test_new_edition_has_usable_name(tmp_path: Path, name: str, called: str) -> None:
    """A folder that is called as a printed edition, or by no letter, gets a name in its file."""
    new_edition(tmp_path / name, "2021")
    assert check_edition(tmp_path / name).name == called


def test_folder_without_letters_asks_name(tmp_path: Path) -> None:
    folder = written(tmp_path / "()", "2007")
    with pytest.raises(AnalyzerError, match=r"edition\.yaml.*'\(\)'.*`name:`"):
        load_edition(folder)


def test_ship_names_edition_in_odd_folder(tmp_path: Path) -> None:
    own = ship(load_edition(written(tmp_path / "a: b #c", "2007")), [((7, 8), "cabin", "")])
    analyzer.save_ship(own, tmp_path / "it.yaml")
    assert load_ship(tmp_path / "it.yaml") == own


@pytest.mark.parametrize(
    ("words", "file", "other"),
    [
        (["fly"], "starship/trader.yaml", "starship inspect"),
        (["fly"], "2007/example-record.yaml", "replay"),
        (["fly", "--from"], "2007/I/first-mile.yaml", "fly"),
        (["starship", "inspect"], "2007/I/first-mile.yaml", "inspect"),
        (["lorry", "inspect"], "starship/trader.yaml", "starship inspect"),
    ],
)
def test_printed_command_quotes_its_file(command, tmp_path, words, file, other) -> None:
    path = tmp_path / "my [2] file.yaml"
    copyfile(SHIPS / file, path)
    said = command(*words, str(path))
    assert (said.code, f"`analyzer {other} '{path}'`" in said.err) == (2, True), said.err
