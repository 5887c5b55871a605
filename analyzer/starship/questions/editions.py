"""Comparison of whole games of Starship Catan in two editions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Unpack

from analyzer.answers.edition_steps import GameEditions
from analyzer.files.editions.shelf import STANDARD
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_steps
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.games import GameExperiment
from analyzer.starship.questions.edition import CALLS, EditionLike
from analyzer.starship.tables import load_switches
from analyzer.starship.world import DEFAULT_CAPTAIN

GAMES = 2_000


@dataclass(frozen=True, repr=False)
class TwoEditions(GameEditions):
    """Whole games of two players with one captain, by the rules of two editions and of each step from one to the other.

    Each step takes over one more table of the later edition.
    """

    WORDS: ClassVar = {
        "turns": "Turns of both players together",
        "won": "Games that the first player, Moon, wins",
        "unfinished": "Games that nobody wins within 200 turns",
    }
    STEPPED: ClassVar = tuple(WORDS)


def compare_editions(
    edition: EditionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    against: EditionLike = STANDARD,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> TwoEditions:
    """Play the same games by the rules of two editions, and of every step between, with one more table replaced.

    Args:
        edition: the later edition: `standard`, a folder, or an `Edition`.
        games: number of games of each step; 2,000 if None.
        seed: fixes all deals and dice.
        against: the earlier edition.
        captain: captain of both players.
        switches: switches of the rules, as `Switches` or by name; the usual ones if None.
        **how_much: how much is run, see `HowMuch`.

    Returns:
        Moon's games in both editions, with every step between.

    Raises:
        AnalyzerError: for an edition that cannot be read, and for two with the same tables.

    >>> from analyzer import starship
    >>> found = starship.compare_editions("ships/starship/quick", games=50)
    >>> [row["step"] for row in found.changes("turns")]
    ['standard', '+ cards', '+ costs', '+ start']
    """
    player, how = load_captain(captain), load_switches(switches)
    return compare_steps(
        TwoEditions,
        CALLS,
        against,
        edition,
        lambda key: GameExperiment((player, player), seed, how, edition=key),
        f"captain {player.name}",
        games,
        GAMES,
        **how_much,
    )
