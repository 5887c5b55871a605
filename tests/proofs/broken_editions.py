"""Broken editions of all games are refused with their place, or played; so are kinds of cards that break."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import analyzer
from analyzer import lorry, starship
from tests.lorry.files.broken_editions import broken as broken_lorry
from tests.lorry.files.broken_editions import refused_or_plays as lorry_refused_or_plays
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn
from tests.starship.files.broken_editions import broken as broken_starship
from tests.starship.files.broken_editions import refused_or_plays as starship_refused_or_plays
from tests.trucker.files.broken_editions import broken as broken_trucker
from tests.trucker.files.broken_editions import refused_or_flies
from tests.trucker.files.broken_rules import BREAKS, refused_with_its_line

BATCH = 50
FIRST_SEED = 60_000
EXAMPLE = ROOT / "ships" / "own-edition"
KITE = ROOT / "ships" / "2007" / "II" / "tin-kite.yaml"
TABLE = EXAMPLE / "field" / "W" / "long-table.yaml"


def broken_editions_are_refused_or_fly(size: int, share: Share = in_turn) -> Proven:
    """After one to three random changes an edition of Galaxy Trucker flies, or every fault names its place.

    Faults in rules of cards name their file and line, too.

    Fails if a fault has no place in the folder, or if anything else is raised.
    """
    return _proven(size, share, of_trucker)


def broken_starship_editions_are_refused_or_play(size: int, share: Share = in_turn) -> Proven:
    """After one to three random changes an edition of Starship Catan is played, or every fault names its place.

    Fails if a fault has no place in the folder, or if anything else is raised.
    """
    return _proven(size, share, of_starship)


def broken_lorry_editions_are_refused_or_play(size: int, share: Share = in_turn) -> Proven:
    """After one to three random changes an edition of Cosmic Lorry is played, or every fault names its place.

    Fails if a fault has no place in the folder, or if anything else is raised.
    """
    return _proven(size, share, of_lorry)


def _proven(size: int, share: Share, batch: Callable[[int, int], tuple[int, list[str]]]) -> Proven:
    batches = share(batch, [(first, min(BATCH, size - first)) for first in range(0, size, BATCH)])
    played, wrong = sum(one[0] for one in batches), [fault for one in batches for fault in one[1]]
    refused = size - played - len(wrong)
    return Proven(
        f"{size:,} broken editions",
        f"{played:,} were played, {refused:,} refused with their place, {len(wrong)} wrong",
        tuple(wrong),
    )


def of_trucker(first: int, size: int) -> tuple[int, list[str]]:
    """How many flew, and what went wrong.

    Of four the first and third are broken copies of the example, the second is one of 2007, and the fourth has a kind
    of cards with a broken rule.
    """

    def one(number: int, whole: Path, folder: Path) -> str:
        dice = random.Random(FIRST_SEED + number)
        if number % 4 == 3:
            return refused_with_its_line(folder, dice.choice(BREAKS), dice, KITE)
        example = number % 2 == 0
        broken_trucker(EXAMPLE if example else whole, folder, dice)
        return refused_or_flies(folder, TABLE if example else KITE)

    return _batch(first, size, lambda whole: analyzer.new_edition(whole, "2007"), one)


def of_starship(first: int, size: int) -> tuple[int, list[str]]:
    """How many were played, and what went wrong."""

    def one(number: int, whole: Path, folder: Path) -> str:
        broken_starship(whole, folder, random.Random(FIRST_SEED + number))
        return starship_refused_or_plays(folder)

    return _batch(first, size, starship.new_edition, one)


def of_lorry(first: int, size: int) -> tuple[int, list[str]]:
    """How many were played, and what went wrong."""

    def one(number: int, whole: Path, folder: Path) -> str:
        broken_lorry(whole, folder, random.Random(FIRST_SEED + number))
        return lorry_refused_or_plays(folder)

    return _batch(first, size, lorry.new_edition, one)


def _batch(
    first: int, size: int, write: Callable[[Path], object], one: Callable[[int, Path, Path], str]
) -> tuple[int, list[str]]:
    """How many of those editions were played; of the others that were not refused what was raised."""
    played, wrong = 0, []
    with TemporaryDirectory() as place:
        write(Path(place) / "whole")
        for number in range(first, first + size):
            try:
                played += one(number, Path(place) / "whole", Path(place) / f"mine-{number}") != "refused"
            except Exception as error:
                wrong.append(f"edition {number}: {type(error).__name__}: {error}"[:400])
    return played, wrong
