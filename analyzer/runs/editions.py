"""Comparison of whole games in two editions, table by table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, Unpack

from analyzer.answers.edition import EditionCalls
from analyzer.answers.edition_steps import GameEditions
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_experiments
from analyzer.world import Experiment

Answer = TypeVar("Answer", bound=GameEditions)


def compare_steps(
    kind: type[Answer],
    calls: EditionCalls[Any],
    old: Any,
    new: Any,
    experiment_of: Callable[[str], Experiment],
    conditions: str,
    games: int | None,
    usual: int,
    **how_much: Unpack[HowMuch],
) -> Answer:
    """Play games by the rules of two editions and of every step between them, on the same deals and dice.

    Args:
        kind: class of the answer.
        calls: the game's calls on editions.
        old: the earlier edition: its name, its folder, or an object.
        new: the later edition.
        experiment_of: returns the games of an edition, given its key.
        conditions: who plays, in words.
        games: number of games of each step, or None for `usual`.
        usual: number of games if none is given.
        **how_much: how much is run, see `HowMuch`.
    """
    first, second = calls.key_of(old), calls.key_of(new)
    calls.folders.shelf.own.tell_apart([first, second])
    steps = calls.folders.steps(first, second)
    *between, last = steps
    keys = {f"{first}": first, **{f"+ {tables}": steps[tables] for tables in between}, f"{second}": second}
    experiments = {name: experiment_of(key) for name, key in keys.items()}
    compared = compare_experiments(experiments, games, by_number=True, usual=usual, **how_much)
    return kind(compared, f"+ {last}", conditions)
