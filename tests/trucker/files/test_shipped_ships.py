"""The ships that come with the project: every one loads, flies, can be built, and is what its notes say."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
import yaml

import analyzer
from analyzer import Layout, load_field, load_ship, missing_from_box, save_ship
from tests.places import ROOT
from tests.texts import round_trip

SHIPS = ROOT / "ships" / "2007"
BOARDS = ("I", "II", "III", "IIIa")
PATHS = {
    f"{path.parent.name}/{path.stem}": path
    for path in sorted(SHIPS.glob("*/*.yaml"))
    if path.parent.name != "IVC"  # builds, of which dice make fleets: see test_fleets
}
LEGAL = [name for name in PATHS if not name.startswith(("flawed/", "unfinished/"))]
ALL_ROUND = {"I": (3, 2, 6, 3), "II": (4, 3, 8, 6), "III": (6, 4, 10, 12), "IIIa": (4.5, 4, 10, 8)}
"""What every ship of the field has at least: cannons and engines without a charge, crew, charges."""


def read(name: str) -> Layout:
    return load_ship(PATHS[name])


def notes(name: str) -> str:
    return yaml.safe_load(PATHS[name].read_text(encoding="utf-8"))["notes"]


def field() -> dict[str, list[str]]:
    shelf = files("analyzer.trucker") / "data" / "2007" / "field"
    return {board: sorted(Path(entry.name).stem for entry in (shelf / board).iterdir()) for board in BOARDS}


def charges(ship: Layout) -> int:
    return sum(part.is_a.batteries for part in ship.components.values())


def containers(ship: Layout) -> int:
    return sum(part.is_a.containers + part.is_a.special_containers for part in ship.components.values())


def crew(ship: Layout) -> int:
    return 2 * sum(part.is_a.cabin for part in ship.components.values()) - len(ship.aliens)


def shielded_sides(ship: Layout) -> set[int]:
    return {side for part in ship.components.values() if part.is_a.shield for side in part.facing}


def cannons(ship: Layout, batteries: int = 0) -> float:
    return ship.cannon_strength(batteries, purple_alien="purple" in ship.aliens)


def engines(ship: Layout, batteries: int = 0) -> int:
    return ship.engine_strength(batteries, brown_alien="brown" in ship.aliens)


def character(ship: Layout) -> tuple[float, ...]:
    power = charges(ship)
    return cannons(ship, power), engines(ship, power), crew(ship), power, containers(ship), ship.exposed_connectors()


@pytest.mark.parametrize("name", LEGAL)
def test_shipped_ship_is_legal(name):
    assert read(name).flaws() == []


@pytest.mark.parametrize("name", PATHS)
def test_shipped_ship_fits_one_box(name):
    assert missing_from_box(read(name)) == []


@pytest.mark.parametrize("name", LEGAL)
def test_ship_lies_in_board_folder(name):
    ship = read(name)
    assert name == f"{ship.board.name}/{ship.name.lower().replace(' ', '-')}"


@pytest.mark.parametrize("form", ["grid", "components"])
@pytest.mark.parametrize("name", PATHS)
def test_shipped_ship_survives_round_trip(name, form, tmp_path):
    ship = read(name)
    assert round_trip(analyzer.save_ship, analyzer.load_ship, ship, form=form) == ship
    save_ship(ship, tmp_path / "ship.yaml", form)
    assert load_ship(tmp_path / "ship.yaml") == ship


def test_both_forms_are_shown():
    texts = [path.read_text(encoding="utf-8") for path in PATHS.values()]
    assert any("\ncomponents:" in text for text in texts)
    assert any("\ngrid:" in text for text in texts)


@pytest.mark.parametrize("name", PATHS)
def test_notes_describe_the_ship(name):
    assert 20 < len(notes(name)) < 140


@pytest.mark.parametrize("name", LEGAL)
def test_shipped_ship_is_whole(name):
    ship = read(name)
    assert len(ship.components) >= len(ship.board.squares) - 2
    assert crew(ship) >= 6
    assert charges(ship) >= 3
    assert min(cannons(ship), engines(ship)) >= 2


@pytest.mark.parametrize("board", BOARDS)
def test_boards_have_four_characters(board):
    ships = [read(name) for name in LEGAL if name.startswith(f"{board}/")]
    assert len(ships) >= 4
    assert len({ship.name for ship in ships}) == len(ships)
    assert len({character(ship) for ship in ships}) == len(ships)


@pytest.mark.parametrize(
    ("measure", "best"),
    [
        (
            lambda ship: cannons(ship, charges(ship)),
            {"brass-hornet", "stern-invoice", "grand-broadside", "anvil-chorus"},
        ),
        (lambda ship: engines(ship, charges(ship)), {"paper-arrow", "hot-delivery", "night-mail", "needle-post"}),
        (containers, {"pocket-freighter", "steady-hauler", "long-receipt", "deep-pantry"}),
    ],
    ids=["gunships", "racers", "haulers"],
)
def test_specialist_is_best_on_board(measure, best):
    """Each specialist is the best on its board at its own figure."""
    for board in BOARDS:
        names = [name for name in LEGAL if name.startswith(f"{board}/")]
        assert max(names, key=lambda name: measure(read(name))).split("/")[1] in best


@pytest.mark.parametrize("name", ["II/iron-parcel", "III/vault-door"])
def test_armoured_ships_expose_nothing(name):
    ship = read(name)
    assert ship.exposed_connectors() == 0
    assert shielded_sides(ship) == {0, 1, 2, 3}
    alone = sum(len(ship.pieces(without=[square])) == 1 for square in ship.components)
    assert alone >= len(ship.components) - 4


@pytest.mark.parametrize("name", ["I/paper-arrow", "II/tin-kite", "IIIa/glass-comet"])
def test_fragile_ships_are_open(name):
    ship = read(name)
    assert ship.exposed_connectors() >= 9
    assert shielded_sides(ship) == set()


def test_some_ships_carry_aliens():
    colours = [tuple(read(name).aliens) for name in LEGAL]
    assert {("brown",), ("purple",), ("brown", "purple")} <= set(colours)


def test_steady_hauler_has_its_figures():
    """The ship of the examples: figures counted on the drawing."""
    ship = read("II/steady-hauler")
    assert (ship.name, ship.board.title, len(ship.components)) == ("Steady Hauler", "2007-II", 27)
    assert ship.exposed_connectors() == 2
    assert [ship.cannon_strength(n) for n in (0, 9)] == [4, 4]
    assert [ship.engine_strength(n) for n in (0, 1, 9)] == [4, 6, 6]
    assert (crew(ship), charges(ship), containers(ship)) == (8, 9, 22)


class TestField:
    def test_field_has_three_ships(self):
        assert tuple(field()) == BOARDS
        for board, stems in field().items():
            assert len(set(stems)) == 3
            assert all(f"{board}/{stem}" in LEGAL for stem in stems)
            assert load_field(board) == [read(f"{board}/{stem}") for stem in stems]

    def test_field_excludes_steady_hauler(self):
        assert "steady-hauler" not in field()["II"]
        assert "first-mile" in field()["I"]

    @pytest.mark.parametrize("board", BOARDS)
    def test_field_ships_are_solid(self, board):
        ships = [read(f"{board}/{stem}") for stem in field()[board]]
        for ship in ships:
            assert ship.exposed_connectors() <= 3
            figures = cannons(ship), engines(ship), crew(ship), charges(ship)
            assert all(has >= least for has, least in zip(figures, ALL_ROUND[board], strict=True)), ship.name
            assert board == "I" or shielded_sides(ship) == {0, 1, 2, 3}


class TestFlawed:
    """The flaws were found by eye on the drawings, by the list of the rules."""

    def found(self, name: str) -> list[tuple[object, ...]]:
        return [(flaw.kind, flaw.square, flaw.other) for flaw in read(name).flaws()]

    def test_quiz_has_six_flaws(self):
        assert self.found("flawed/quiz") == [
            ("disconnected", (5, 7), None),  # the battery before the muzzle is joined to nothing
            ("cannon_blocked", (6, 7), (5, 7)),
            ("connector_mismatch", (7, 8), (8, 8)),  # double on single
            ("engine_direction", (7, 9), None),
            ("engine_blocked", (8, 7), (9, 7)),
            ("outside_board", (9, 7), None),
        ]

    def test_quiz_can_be_repaired(self):
        ship = read("flawed/quiz")
        assert ship.without([(5, 7), (9, 7), (6, 8), (7, 8), (7, 9)]).flaws() == []
        assert ship.without([(5, 7), (9, 7), (7, 9), (8, 8), (8, 9), (9, 8)]).flaws() == []

    def test_loose_screws_has_two_flaws(self):
        assert self.found("flawed/loose-screws") == [
            ("connector_mismatch", (8, 10), (9, 10)),  # a connector on a smooth side
            ("cannon_blocked", (9, 9), (8, 9)),
        ]

    @pytest.mark.parametrize("name", ["flawed/quiz", "flawed/loose-screws"])
    def test_flawed_ships_keep_starting_cabin(self, name):
        ship = read(name)
        assert ship.components[ship.board.start].kind == "starting_cabin"
