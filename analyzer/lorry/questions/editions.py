"""Comparison of whole games of Cosmic Lorry in two editions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Unpack

from analyzer.answers.edition_steps import GameEditions
from analyzer.errors import whole_number
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry.api import CaptainLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.captain import load_captain
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy.galaxy import galaxy_of_edition
from analyzer.lorry.questions.edition import CALLS, EditionLike
from analyzer.lorry.tables import MOST_TRADERS, rules_of
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_steps

GAMES = 2_000


@dataclass(frozen=True, repr=False)
class TwoEditions(GameEditions):
    """Whole games of traders with one captain, by the rules of two editions and of the steps between them."""

    WORDS: ClassVar = {
        "total": "Points of a trader",
        "rounds": "Rounds of a game",
        "star_points": "Points of stars of a trader",
    }
    STEPPED: ClassVar = tuple(WORDS)


def compare_editions(
    edition: EditionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    against: EditionLike = STANDARD,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    traders: int = 2,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> TwoEditions:
    """Play the same games by the rules of two editions, and of every step between, with one more table replaced.

    Args:
        edition: the later edition: `standard`, a folder, or an `Edition`.
        games: number of games of each step; 2,000 if None.
        seed: fixes who begins, and all rolls.
        against: the earlier edition.
        captain: captain of all traders.
        traders: number of traders, 2 to 4.
        switches: rule switches; the usual ones if None.
        **how_much: how much is run, see `HowMuch`.

    Returns:
        The games of trader 1 in both editions, with every step between.

    Raises:
        AnalyzerError: for an edition that cannot be read, and for two with the same tables.

    >>> from analyzer import lorry
    >>> found = lorry.compare_editions("ships/lorry/bright-stars", games=50)
    >>> [row["step"] for row in found.changes("total")]
    ['standard', '+ scoring']
    """
    player, traders = load_captain(captain), whole_number(traders, "traders", 2, MOST_TRADERS)

    def experiment_of(key: str) -> GameExperiment:
        games_of = game_experiment(galaxy_of_edition(rules_of(key)), [player] * traders, seed, switches=switches)
        return games_of.but(by_total=True)

    conditions = f"{traders} traders, captain {player.name}"
    return compare_steps(TwoEditions, CALLS, against, edition, experiment_of, conditions, games, GAMES, **how_much)
