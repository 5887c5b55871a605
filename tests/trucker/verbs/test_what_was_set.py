"""Whatever is set away from its default is told with the result: in its heading, or in a note below it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from tests.conftest import Said
from tests.doors.command import fleet_options, trucker_options
from tests.places import ROOT
from tests.trucker.files.own_editions import written

SHIPS = ROOT / "ships" / "2007"
PRINTED = ROOT / "analyzer" / "trucker" / "data" / "2007" / "IVC"
OWN_CARDS = "id,kind,strength,credits,days,hits\n3,pirates,7,4,1,small-front\n"
FIRST, LATER = "I/first-mile.yaml", "I/paper-arrow.yaml"
BUILDS = ["IVC/four-winds.yaml", "IVC/spare-barns.yaml"]

SET = {
    "level": ([FIRST, LATER], ["--level", "I"], "level I,"),
    "seed": ([FIRST, LATER], ["--seed", "7"], "seed 7"),
    "start": ([FIRST, LATER], ["--start", "2"], "starts at place 2 of the starting order"),
    "learning": ([FIRST, LATER], ["--learning"], "learning flight"),
    "repair": (["flawed/quiz.yaml", FIRST], ["--repair"], "repaired before launch"),
    "cards": ([FIRST, LATER], ["--cards", "8,9"], "cards 8, 9"),
    "forecast": (["II/steady-hauler.yaml", "II/tin-kite.yaml"], ["--forecast", str(SHIPS / "forecast-II.yaml")],
                 "Forecast: cards 28 3 31 | 35 ? 12"),
    "prognostic": ([FIRST, LATER], ["--prognostic"], "Prognostic variant"),
    "cards_file": ([FIRST, LATER], ["--cards-file", "own.csv"], "Card 3 is not the printed one."),
    "edition": ([FIRST, LATER], ["--edition", "mine"], "The mine edition is the user's own: its cards differ"),
    "captain": ([FIRST, LATER], ["--captain", "bold"], "captain bold"),
    "rivals": ([FIRST, LATER], ["--rivals", str(SHIPS / "I" / "brass-hornet.yaml")], "against Brass Hornet"),
    "alone": ([FIRST, LATER], ["--alone"], "alone"),
    "joined": (BUILDS, ["--joined", "F+L"], "F+L"),
    "dice": (BUILDS, ["--dice", "1,2"], "F+L joined"),
    "layout": (BUILDS, ["--layout", "one_large"], "F+B+L+R joined"),
    "insurance": (BUILDS, ["--insurance", "5"], "for 5 credits"),
    "tables": (BUILDS, ["--tables", "own"], "is the user's own"),
}  # fmt: skip
"""By field of the options: two ships that can have it, how it is set, and what a reader then finds."""
FLOWN = {
    "fly": ["--flights", "2"],
    "race": ["--flights", "2"],
    "compare": ["--flights", "2"],
    "cards": ["--flights", "2"],
}
NOT_HERE = {("cards", "learning"), ("cards", "cards"), ("race", "rivals"), ("race", "alone")}
"""`cards` measures nothing where every flight meets the same cards; the ships of a race are each other's rivals."""
EXACT = {
    ("exact", "--card", "3"): {"I/first-mile.yaml": {"--cards-file own.csv": "Card 3 is not the printed one."}},
    ("exact", "--card", "8"): {
        "I/first-mile.yaml": {
            "--captain bold": "captain bold",
            "--rivals field": "in the field (Brass Hornet, First Mile, Pocket Freighter)",
            "--rivals field --start 3": "place 3 at the start",
            "--budget 2": "exact within",
            "--edition mine": "The mine edition is the user's own: its cards differ",
        },
        "IVC/four-winds.yaml": {
            "--joined F+L": "F+L joined",
            "--dice 1,2": "F+L joined",
            "--tables own": "is the user's own",
        },
    },
    ("hazards",): {
        "I/first-mile.yaml": {
            "--learning": "learning flight",
            "--cards 8,9": "cards 8, 9",
            "--cards-file own.csv": "Card 3 is not the printed one.",
            "--batteries 1": "1 charge",
        },
        "IVC/four-winds.yaml": {"--dice 1,2 --tables own": "is the user's own"},
    },
    ("strike", "--hazard", "large_meteor", "--from", "front", "--roll", "7"): {
        "I/first-mile.yaml": {"--captain bold": "captain bold", "--batteries 1": "1 charge"},
        "IVC/four-winds.yaml": {"--joined F+L": "F+L joined", "--dice 1,2 --captain bold": "captain bold"},
    },
}
"""By verb and ship how it is set, and what a reader then finds."""


@pytest.fixture
def own_files(tmp_path: Path) -> None:
    """A table of cards, an edition with it and tables of class IVC, where the command runs."""
    (tmp_path / "own.csv").write_text(OWN_CARDS, encoding="utf-8")
    written(tmp_path / "mine", cards=OWN_CARDS.strip().replace("\n", ";"))
    shutil.copytree(PRINTED, tmp_path / "own")
    insurance = tmp_path / "own" / "insurance.csv"
    insurance.write_text(insurance.read_text(encoding="utf-8").replace("19", "18"), encoding="utf-8")


def test_every_option_is_tested() -> None:
    options = (
        trucker_options.TripOptions,
        trucker_options.DeckOptions,
        fleet_options.FleetOptions,
        trucker_options.RivalOptions,
        trucker_options.PlayerOptions,
    )
    assert {*SET} == {field.name for record in options for field in fields(record)} - {"otherwise"}


@pytest.mark.slow(but=7)
@pytest.mark.usefixtures("own_files")
@pytest.mark.parametrize(
    ("verb", "name"), [(verb, name) for verb in FLOWN for name in SET if (verb, name) not in NOT_HERE]
)
def test_set_option_is_told(command: Callable[..., Said], verb: str, name: str) -> None:
    ships, option, words = SET[name]
    paths = [str(SHIPS / ship) for ship in ships]
    said = command(verb, *paths, *FLOWN[verb], *option, "--verbose")
    assert not said.code, said.err
    assert words in " ".join(said.out.split())


@pytest.mark.slow(but=6)
@pytest.mark.usefixtures("own_files")
@pytest.mark.parametrize(
    ("verb", "ship", "option", "words"),
    [
        (verb, ship, option, words)
        for verb, ships in EXACT.items()
        for ship, options in ships.items()
        for option, words in options.items()
    ],
)
def test_set_option_is_told_exactly(
    command: Callable[..., Said], verb: tuple[str, ...], ship: str, option: str, words: str
) -> None:
    name, *how = verb
    said = command(name, str(SHIPS / ship), *how, *option.split())
    assert not said.code, said.err
    assert words in " ".join(said.out.split())
