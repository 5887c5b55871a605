"""Files from standard input and into standard output, one verb's JSON in another, and numbers as people write them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tests.conftest import Said
from tests.places import ROOT

MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"
IMPROVE = ("improve", str(MILE), "--rearrange", "--flights", "20", "--confirm", "2")
Command = Callable[..., Said]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Send a text into the standard input of the next command."""

    def send(text: str) -> None:
        data = io.BytesIO(text.encode())
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=data, closed=False, isatty=lambda: False))

    return send


def test_ship_comes_from_standard_input(command: Command, piped: Callable[[str], None]) -> None:
    piped(MILE.read_text(encoding="utf-8"))
    assert "First Mile" in command("inspect", "-").out


@pytest.mark.parametrize(
    ("verb", "file", "fact"),
    [
        (("lorry", "inspect", "-"), "lorry/tiny.yaml", "Tiny"),
        (("starship", "inspect", "-"), "starship/midgame.yaml", "Midgame"),
    ],
)
def test_every_game_reads_standard_input(command, piped, verb, file, fact):
    piped((ROOT / "ships" / file).read_text(encoding="utf-8"))
    said = command(*verb)
    assert (said.code, said.err) == (0, "")
    assert fact in said.out


def test_position_from_standard_input(command, piped):
    text = (ROOT / "ships" / "2007" / "at-the-table.yaml").read_text(encoding="utf-8")
    piped(text.replace("II/", f"{ROOT}/ships/2007/II/"))
    assert "Half way out" in command("inspect", "-").out


def test_json_of_new_ship_is_read(command, piped):
    piped(command("new", "I", "--json").out)
    assert "New Ship" in command("inspect", "-").out


@pytest.mark.long
def test_improved_ship_flies_from_json(command, piped):
    told = command(*IMPROVE, "--json").out
    piped(told)
    assert json.loads(told)["found"]["name"] in command("inspect", "-").out


@pytest.mark.long
def test_out_hyphen_writes_only_ship(command, piped):
    said = command(*IMPROVE, "-o", "-")
    assert "fresh flights" in said.err
    piped(said.out)
    assert command("inspect", "-").code == 0


def test_json_and_ship_share_no_output(command):
    said = command(*IMPROVE, "-o", "-", "--json")
    assert (said.code, said.out) == (2, "")
    assert "choose one" in said.err


def test_faults_name_standard_input(command, piped):
    piped("name: A\nboard: I\ngrid: x\nedition: 2007\n")
    said = command("inspect", "-")
    assert said.code == 2
    assert "standard input, line 4" in said.err or "standard input, line 3" in said.err


def test_other_game_on_standard_input(command, piped):
    """The command that the message names can be typed as it is."""
    piped((ROOT / "ships" / "starship" / "midgame.yaml").read_text(encoding="utf-8"))
    assert "try `analyzer starship inspect -`" in command("lorry", "inspect", "-").err


@pytest.mark.parametrize("text", ["", "\x00", "x" * 1_000_002, "[" * 200])
def test_hostile_standard_input_is_refused(command, piped, text):
    piped(text)
    said = command("inspect", "-")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("error: ")


def test_terminal_as_input_is_refused(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(closed=False, isatty=lambda: True))
    assert "nothing comes from standard input" in command("inspect", "-").err


@pytest.mark.parametrize("number", ["2e1", "2_0", "0.2e2", "20"])
def test_number_of_flights_is_read(command, number):
    assert ", 20 flights," in command("fly", str(MILE), "--alone", "--flights", number).out.replace("\n", " ")


@pytest.mark.parametrize("number", ["2.5e0", "1e-3", "1e", "e3", "20.5", "1e400"])
def test_other_numbers_are_refused(command, number):
    assert command("fly", str(MILE), "--alone", "--flights", number).code == 2
