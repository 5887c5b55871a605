"""All proofs, each with its two sizes, how long it takes, and the code it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.proofs.agreement import engine_equals_twin
from tests.proofs.at_the_table import (
    advice_agrees_with_exact_answers,
    broken_positions_and_records,
    reviews_tell_players_apart,
    thinking_pays,
)
from tests.proofs.balance import (
    copies_are_seldom_out_of_range,
    effects_of_cards_hold_all_at_once,
    planted_cards_are_named,
)
from tests.proofs.broken_editions import (
    broken_editions_are_refused_or_fly,
    broken_lorry_editions_are_refused_or_play,
    broken_starship_editions_are_refused_or_play,
)
from tests.proofs.captaincy import sensible_is_nearly_the_best
from tests.proofs.controls import mistakes_are_caught
from tests.proofs.coverage import (
    intervals_cover_the_exact_mean,
    intervals_of_a_flight_hold,
    intervals_of_every_metric_hold,
)
from tests.proofs.digests import digest_of_proof, digest_of_tree
from tests.proofs.enumeration import exact_equals_brute_force
from tests.proofs.fairness import dice_are_fair
from tests.proofs.false_winners import equals_are_seldom_told_apart
from tests.proofs.fuzzing import mutated_files_load_or_name_a_line
from tests.proofs.interrupting import ctrl_c_ends_every_command
from tests.proofs.lorry import (
    lorry_dice_are_fair,
    lorry_equals_twin,
    lorry_exact_equals_brute_force,
    lorry_intervals_hold,
    lorry_last_routes_are_right,
    lorry_mistakes_are_caught,
    lorry_sampled_equals_counted,
)
from tests.proofs.lorry_table import (
    lorry_broken_files_are_told,
    lorry_games_written_down_end_alike,
    lorry_reviews_tell_captains_apart,
    lorry_thinking_pays,
)
from tests.proofs.proof import Proof
from tests.proofs.remote import a_cluster_gives_the_bytes_of_one_machine
from tests.proofs.same_bytes import the_seed_fixes_every_byte
from tests.proofs.sampling import sampled_equals_exact
from tests.proofs.sharper import (
    sharper_effects_have_their_exact_values,
    sharper_equals_are_seldom_told_apart,
    sharper_means_hold,
    short_routes_have_their_exact_means,
)
from tests.proofs.starship import (
    starship_broken_files_are_told,
    starship_dice_are_fair,
    starship_equals_twin,
    starship_exact_equals_brute_force,
    starship_intervals_hold,
    starship_luck_holds,
    starship_mistakes_are_caught,
    starship_sampled_equals_exact,
)
from tests.proofs.starship_table import (
    starship_advice_prefers_nothing_dominated,
    starship_regrets_hold,
    starship_reviews_tell_captains_apart,
    starship_wins_in_hand_are_taken,
)
from tests.proofs.stopping import stopped_comparisons_hold
from tests.proofs.suite import every_test_passes
from tests.proofs.table_options import advice_and_reviews_have_one_answer, advice_never_prefers_what_is_dominated
from tests.proofs.tournaments import (
    lorry_captains_are_ranked,
    starship_captains_are_ranked,
    trucker_captains_are_ranked,
)
from tests.proofs.unseen import expert_pays_on_found_ships
from tests.proofs.written_down import flights_that_are_written_down_end_alike


@dataclass(frozen=True)
class Task:
    """A proof with its two sizes, and the minutes of one processor core that it takes at the large one.

    world: the game whose rules it is about, if not all that there is; beyond: what else of the product and its ships
    decides what comes out.
    """

    name: str
    title: str
    proof: Proof
    small: int
    large: int
    minutes: float
    world: str | None = "trucker"
    beyond: tuple[str, ...] = ()

    def digest(self) -> str:
        """Of the code that it is about."""
        if self.world is None:
            return digest_of_tree()
        return digest_of_proof(self.proof.__module__, self.world, self.beyond)


SHIPS = "ships/2007"
STOPPED = ("analyzer/interrupts.py", "analyzer/cli", "analyzer/runs", "analyzer/present", "analyzer/trucker/designer")
EXACT = ("analyzer/trucker/questions/exact.py", SHIPS)
INTERVALS, FILES = ("analyzer/statistics",), ("analyzer/errors.py", "analyzer/files")
COMPARED = (*INTERVALS, "analyzer/answers/together.py", "analyzer/runs/compare.py")
SHARPER = (*INTERVALS, "analyzer/montecarlo", SHIPS)
TABLES = (*FILES, "analyzer/trucker/editions.py", "ships/own-edition")
READ = (*FILES, "analyzer/trucker/ship", "ships")
TABLE = (
    *INTERVALS,
    *("analyzer/answers", "analyzer/trucker/questions/advise.py", "analyzer/trucker/questions/review.py"),
    *("analyzer/trucker/records", SHIPS),
)
AT_THE_TABLE = ("analyzer/lorry/position", "analyzer/lorry/records", "analyzer/lorry/questions", "ships/lorry")
STARSHIP_TABLE = (
    *(*INTERVALS, "analyzer/answers", "analyzer/starship/decisions", "analyzer/starship/position"),
    *("analyzer/starship/records", "analyzer/starship/questions/advise.py", "analyzer/starship/questions/review.py"),
)
STARSHIP_EXACT = ("analyzer/starship/questions/exact.py",)

_SUITE = Task("tests", "Every test", every_test_passes, 1, 1, 30, None)
_INTERRUPTS = Task("interrupts", "Ctrl-C at any time", ctrl_c_ends_every_command, 1, 81, 75, beyond=STOPPED)
_TRUCKER = (
    Task("brute-force", "Exact answers against brute force", exact_equals_brute_force, 2, 200, 1.5),
    Task("twin", "Engine against twin", engine_equals_twin, 12, 100, 5),
    Task(
        *("sampled", "Sampled flights against exact answers", sampled_equals_exact, 40_000, 1_000_000, 2.5),
        beyond=EXACT,
    ),
    Task("dice", "Dice", dice_are_fair, 1_000_000, 100_000_000, 0.1),
    Task("intervals", "Intervals", intervals_cover_the_exact_mean, 50, 2000, 0.1, beyond=(*EXACT, *INTERVALS)),
    Task(
        *("metrics", "Intervals of every metric", intervals_of_every_metric_hold, 3, 400, 1),
        beyond=(*INTERVALS, "analyzer/answers/metrics.py", "analyzer/answers/result.py", SHIPS),
    ),
    Task(
        *("coverage", "Intervals by metric and size", intervals_of_a_flight_hold, 2, 2000, 40),
        beyond=(*SHARPER, "analyzer/answers/metrics.py", "analyzer/answers/result.py"),
    ),
    Task(
        *("stopping", "Intervals of stopped comparisons", stopped_comparisons_hold, 2, 2000, 5),
        beyond=(*EXACT, *COMPARED, "analyzer/answers/comparison.py"),
    ),
    Task("winners", "False winners", equals_are_seldom_told_apart, 2, 2000, 3.5, beyond=(*EXACT, *COMPARED)),
    Task(
        *("balance", "Balance reports", effects_of_cards_hold_all_at_once, 10, 3000, 0.3),
        beyond=(*INTERVALS, "analyzer/answers/balance", "analyzer/trucker/questions/balance", SHIPS),
    ),
    Task(
        *("planted", "Verdicts on planted cards", planted_cards_are_named, 1, 20, 25),
        beyond=("analyzer/answers/balance", "analyzer/trucker/questions/balance", SHIPS),
    ),
    Task(
        *("copies", "Verdicts on copies of cards", copies_are_seldom_out_of_range, 5, 200, 22),
        beyond=("analyzer/answers/balance", "analyzer/trucker/questions/balance", SHIPS),
    ),
    Task("sharper", "Known chances of the cards", sharper_means_hold, 5, 1000, 4, beyond=SHARPER),
    Task(
        *("sharper-exact", "Known chances, short routes", short_routes_have_their_exact_means, 15, 4000, 1.5),
        beyond=(*EXACT, *SHARPER),
    ),
    Task(
        *("sharper-effects", "Known chances, effects of cards", sharper_effects_have_their_exact_values, 10, 4000, 1.5),
        beyond=(*EXACT, *SHARPER, "analyzer/trucker/questions/cards.py"),
    ),
    Task(
        *("sharper-winners", "Known chances, false winners", sharper_equals_are_seldom_told_apart, 1, 2000, 10),
        beyond=(*EXACT, *COMPARED),
    ),
    Task("bytes", "Same seed, same bytes", the_seed_fixes_every_byte, 12, 20_000, 0.2, beyond=(SHIPS,)),
    Task(
        *("cluster", "More than one machine", a_cluster_gives_the_bytes_of_one_machine, 3000, 1_000_000, 5),
        beyond=("analyzer/runs", SHIPS),
    ),
    Task(
        *("written", "Flights written down", flights_that_are_written_down_end_alike, 3, 5000, 12),
        beyond=("analyzer/trucker/records", "analyzer/trucker/story/lines.py", SHIPS, "ships/2021"),
    ),
    Task("advice", "Advice against exact answers", advice_agrees_with_exact_answers, 1, 200, 4, beyond=TABLE),
    Task("reviews", "Reviews of players", reviews_tell_players_apart, 1, 60, 2, beyond=TABLE),
    Task("thinker", "The thinker", thinking_pays, 2, 200, 35, beyond=(*INTERVALS, SHIPS)),
    Task("dominated", "Dominated options", advice_never_prefers_what_is_dominated, 1, 100, 3, beyond=TABLE),
    Task("table-bytes", "Same advice, same bytes", advice_and_reviews_have_one_answer, 2, 300, 1, beyond=TABLE),
    Task("table-files", "Broken positions and records", broken_positions_and_records, 40, 5000, 0.5, beyond=READ),
    Task("files", "Broken ship files", mutated_files_load_or_name_a_line, 120, 20_000, 0.4, beyond=READ),
    Task("editions", "Broken editions", broken_editions_are_refused_or_fly, 8, 2_000, 4, beyond=TABLES),
    Task(
        *("captain", "The sensible captain", sensible_is_nearly_the_best, 60, 2000, 10),
        beyond=(*COMPARED, "analyzer/trucker/questions/captain.py", "ships"),
    ),
    Task("tournament", "Captains against each other", trucker_captains_are_ranked, 4, 1000, 1, beyond=(SHIPS,)),
    Task("found", "Ships that no fit has seen", expert_pays_on_found_ships, 20, 4000, 1, beyond=INTERVALS),
    Task("mistakes", "Deliberate mistakes", mistakes_are_caught, 40, 60, 2, beyond=(*EXACT, *INTERVALS, *READ)),
)
_STARSHIP = (
    Task("twin", "engine against twin", starship_equals_twin, 300, 5000, 4.5),
    Task(
        *("brute", "exact turns against brute force", starship_exact_equals_brute_force, 10, 50, 0.1),
        beyond=STARSHIP_EXACT,
    ),
    Task(
        *("sampled", "sampled against exact", starship_sampled_equals_exact, 1000, 200_000, 0.3),
        beyond=STARSHIP_EXACT,
    ),
    Task(
        *("luck", "known chances of cards, rolls and fights", starship_luck_holds, 8, 2000, 1),
        beyond=(*INTERVALS, "analyzer/montecarlo", "ships/starship"),
    ),
    Task(
        *("coverage", "intervals by metric and size", starship_intervals_hold, 2, 2000, 8),
        beyond=(*INTERVALS, "analyzer/montecarlo", "analyzer/answers/result.py", "ships/starship"),
    ),
    Task("dice", "dice and shuffles", starship_dice_are_fair, 100_000, 10_000_000, 0.1),
    Task(
        *("files", "broken files", starship_broken_files_are_told, 60, 5000, 0.2),
        beyond=(*FILES, "analyzer/starship", "ships/starship"),
    ),
    Task(
        *("editions", "broken editions", broken_starship_editions_are_refused_or_play, 4, 2_000, 4),
        beyond=(*FILES, "analyzer/starship"),
    ),
    Task("mistakes", "deliberate mistakes", starship_mistakes_are_caught, 1, 1, 0.1),
    Task("regrets", "advice on tiny positions", starship_regrets_hold, 6, 1000, 0.5, beyond=STARSHIP_TABLE),
    Task(
        *("dominated", "dominated options", starship_advice_prefers_nothing_dominated, 6, 2000, 0.8),
        beyond=STARSHIP_TABLE,
    ),
    Task("reviews", "reviews", starship_reviews_tell_captains_apart, 1, 20, 9, beyond=STARSHIP_TABLE),
    Task("tournament", "captains against each other", starship_captains_are_ranked, 2, 200, 2),
    Task("wins", "wins in hand", starship_wins_in_hand_are_taken, 2, 200, 2, beyond=STARSHIP_TABLE),
)
_LORRY = (
    Task("twin", "engine against twin", lorry_equals_twin, 300, 3000, 1.5),
    Task(
        *("brute", "exact answers against brute force", lorry_exact_equals_brute_force, 8, 60, 0.3),
        beyond=("analyzer/lorry/questions",),
    ),
    Task("sampled", "sampled against counted out", lorry_sampled_equals_counted, 300, 20_000, 1.5),
    Task(
        *("coverage", "intervals by metric and size", lorry_intervals_hold, 2, 2000, 60),
        beyond=(*INTERVALS, "analyzer/answers/result.py", "ships/lorry"),
    ),
    Task("dice", "dice", lorry_dice_are_fair, 30_000, 1_000_000, 0.1),
    Task(
        *("editions", "broken editions", broken_lorry_editions_are_refused_or_play, 2, 2_000, 4),
        beyond=(*FILES, "analyzer/lorry"),
    ),
    Task("mistakes", "deliberate mistakes", lorry_mistakes_are_caught, 1, 1, 0.1),
    Task("last", "the last route", lorry_last_routes_are_right, 1, 200, 0.5, beyond=AT_THE_TABLE),
    Task("files", "broken files", lorry_broken_files_are_told, 60, 5000, 0.3, beyond=(*FILES, *AT_THE_TABLE)),
    Task("written", "games written down", lorry_games_written_down_end_alike, 2, 2000, 6, beyond=AT_THE_TABLE),
    Task("reviews", "reviews", lorry_reviews_tell_captains_apart, 1, 12, 4, beyond=AT_THE_TABLE),
    Task("thinker", "the thinker", lorry_thinking_pays, 2, 96, 25, beyond=(*INTERVALS, "ships/lorry")),
    Task("tournament", "captains against each other", lorry_captains_are_ranked, 2, 100, 5, beyond=("ships/lorry",)),
)


def of_world(world: str, game: str, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Those proofs with the game in their names."""
    return tuple(
        replace(task, name=f"{world}-{task.name}", title=f"{game}: {task.title}", world=world) for task in tasks
    )


TASKS = (
    _SUITE,
    _INTERRUPTS,
    *_TRUCKER,
    *of_world("starship", "Starship Catan", _STARSHIP),
    *of_world("lorry", "Cosmic Lorry", _LORRY),
)
