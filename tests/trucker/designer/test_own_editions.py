"""Ships of editions of the user's own: their box, boards, legality and risk, and what their kinds look like."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import Layout
from tests.conftest import Said
from tests.doors.present import ship_svg
from tests.doors.printed import OwnEdition
from tests.doors.trucker_designer import Drafts, Session, Setting, link_content
from tests.doors.trucker_designer import drafts as link
from tests.texts import load_text
from tests.trucker.designer.drawn import NEST, NEST_SHIP, fly, lying, refused, says, session, state


@pytest.fixture
def nest(tmp_path: Path) -> Layout:
    """A ship with a cabin that is a cannon too, and with a shield on all sides."""
    folder = tmp_path / "nest"
    folder.mkdir()
    for name, text in NEST.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_text(analyzer.load_ship, NEST_SHIP.format(folder=folder))


def drawn_on(ship: Layout, **more: Any) -> Session:
    return Session(ship, Setting("alone"), steps=(200,), **more)


def test_own_box_and_boards_offered(nest: Layout) -> None:
    one = drawn_on(nest)
    shown = state(one)
    left = {token: (number, whole) for token, number, whole, _ in shown["box"]}
    assert (left["GC0333^"], left["DO3333"], left["CA1222"]) == ((0, 1), (0, 1), (1, 1))
    assert {"nest-I", "nest-II", "2007-IVC", "2021-L"} <= {*shown["boards"]}
    assert (shown["kinds"]["GC"]["crew"], shown["kinds"]["GC"]["cannon"], shown["kinds"]["DO"]["shield"]) == (2, 1, 4)
    labels = {token: label for _, _, token, label in shown["tiles"]}
    assert labels["GC0333^"].startswith("gun cabin (2 crew, cannon 1) facing front")
    assert shown["facts"]["flaws"] == []
    says(one, "lay", part="CA1222", at=[5, 7])
    assert "a component lies directly before the muzzle" in str(state(one)["facts"]["flaws"])


def test_own_board_begins_and_undoes(nest: Layout) -> None:
    """A board of the user's edition can be begun and undone, and stays on offer."""
    one = drawn_on(nest)
    says(one, "new", board="2007-II")
    assert "GC" not in state(one)["kinds"]
    assert "unknown code 'GC'" in refused(one, "lay", part="GC0333^", at=[6, 7])[0]
    says(one, "new", board="nest-II")
    assert one.ship.board.title == "nest-II"
    says(one, "lay", part="GC0333^", at=[6, 7])
    assert lying(one)[6, 7] == "GC0333^"
    for _ in range(3):
        says(one, "undo")
    assert one.ship == nest


def test_own_edition_flies_as_fly(nest: Layout) -> None:
    (look,) = fly(drawn_on(nest))
    result = analyzer.fly([nest], flights=200, rivals="alone")["Nest"]
    rows = {row["name"]: row["mean"] for row in look["rows"]}
    assert (rows["credits"], rows["arrived"]) == (result.credits.mean, result.measured("arrived").mean)


def test_draft_names_edition_folder(nest: Layout, tmp_path: Path) -> None:
    one = drawn_on(nest, drafts=Drafts(tmp_path / "state"))
    says(one, "take_off", at=[7, 8])
    (draft,) = (tmp_path / "state").rglob("*.yaml")
    (way,) = re.findall("^edition: (.*)$", draft.read_text(encoding="utf-8"), re.MULTILINE)
    assert (draft.parent / way.strip('"')).resolve() == (tmp_path / "nest").resolve()


def test_command_begins_on_own_edition(
    nest: Layout, tmp_path: Path, command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command begins on a board of the named edition, or reads ships as ships of it."""
    begun: list[Session] = []
    monkeypatch.setattr("analyzer.trucker.verbs.searches.page_of", lambda *_: lambda session, _: begun.append(session))
    monkeypatch.setattr("analyzer.trucker.verbs.searches.serve", lambda *_: None)
    mile = session().ship
    for words in ((), ("--board", "II"), (link_content(mile),)):
        assert command("design", *words, "--edition", str(tmp_path / "nest")).code == 0
    first, second, linked = begun
    assert first.ship.board.edition == nest.board.edition
    assert len(first.ship.components) == 1
    assert second.ship.board.title == "nest-II"
    assert (linked.ship.board.title, linked.ship.components) == ("nest-I", mile.components)
    assert "nest-II" in state(linked)["boards"]


def test_pictures_show_own_kinds(nest: Layout) -> None:
    """The SVG has a stroke and two circles; components of 2007 have none."""
    tiles = ship_svg.ship_svg(nest).split("<title>")
    (nests,) = [tile for tile in tiles if tile.startswith("gun cabin (2 crew, cannon 1)")]
    assert nests.count("<circle") == 2
    (dome,) = [tile for tile in tiles if tile.startswith("dome (shield on all sides)")]
    assert "M8 5H32M35 8V32M8 35H32M5 8V32" in dome
    assert all("<circle" not in tile for tile in tiles if tile.startswith("single engine"))
    assert "GC gun cabin (2 crew, cannon 1)" in str(nest)


def test_drawing_text_names_full_edition(nest: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text and link name the whole path of the edition, so both open elsewhere, without that edition loaded."""
    (answer,) = Session(nest).receive('{"kind": "text"}').answers
    elsewhere = tmp_path / "far" / "away" / "pasted.yaml"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text(answer["text"], encoding="utf-8")
    assert f"edition: {tmp_path / 'nest'}\n" in answer["text"]
    monkeypatch.setattr(OwnEdition, "KNOWN", {})
    assert link.ship_in(answer["held"]).components == nest.components
    assert analyzer.load_ship(elsewhere).components == nest.components
    monkeypatch.chdir(tmp_path)
    analyzer.save_ship(nest, "ship.yaml")
    assert "edition: ./nest\n" in Path("ship.yaml").read_text(encoding="utf-8")
