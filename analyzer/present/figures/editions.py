"""Figures about editions, for all games: steps between two editions, effects of things, effects by version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.balance.game import GameBalance
from analyzer.answers.balance.history import EditionHistory
from analyzer.answers.edition_steps import GameEditions
from analyzer.answers.numbers import with_noun
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.forest import Words, forest, row_of
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AT_EITHER_END = 8
"""The number of things that are drawn from each end of a long table."""


def plot_game_steps(answer: GameEditions, metric: str, *, width: float = 7.5) -> Figure:
    """Draw the change of a metric by each step from one edition to the other, and by all steps together.

    Args:
        answer: The comparison of two editions.
        metric: The metric, one of `STEPPED`.
        width: The width in inches.
    """
    metrics, (old, new) = answer.steps.metrics, answer.names
    scale = 100 if metrics[metric].is_chance else 1
    steps = [(row["step"], Estimate(row["difference"], row["low"], row["high"])) for row in answer.changes(metric)[1:]]
    if len(steps) > 1:
        steps.append((f"all steps: {new} minus {old}", answer.difference(metric)))
    rows = [row_of(step, Estimate(*(scale * end for end in change))) for step, change in steps]
    trials = some_trials(answer.trials, answer.steps.experiments[0].TRIAL)
    origin = f"{old} and {new}, {trials} of each, seed {answer.seed}, {answer.conditions}"
    words = answer.WORDS[metric]
    axis = f"change by this step: {words[0].lower()}{words[1:]}{', in points' * metrics[metric].is_chance}"
    return forest(rows, Words(axis, "step", "difference (95% interval)", origin), width)


def plot_effects(answer: GameBalance, name: str, *, width: float = 7.5) -> Figure:
    """Draw the effects of the things in one part of a report; of a long table only the lowest and the highest.

    Args:
        answer: The report on an edition's balance.
        name: The name of the part, e.g. `cards`.
        width: The width in inches.
    """
    part = next(one for one in answer.parts if one.name == name)
    every = sorted(answer.rows_of(name), key=lambda row: float(row["effect"].mean))
    ends = every if len(every) <= 2 * AT_EITHER_END else [*every[:AT_EITHER_END], *every[-AT_EITHER_END:]]
    rows = [row_of(f"{row['name']}", row["effect"]) for row in ends]
    origin = f"{answer.edition}, at least {answer.trials:,} {answer.TRIAL} of each, seed {answer.seed}"
    return forest(
        rows, Words(f"{part.effect}, {part.nouns}", part.noun, "effect (95%, for all at once)", origin), width
    )


def plot_history(answer: EditionHistory, name: str, *, width: float = 7.5) -> Figure:
    """Draw the effect of each thing of a table in each version of an edition.

    Args:
        answer: The reports on the edition.
        name: The name of the table.
        width: The width in inches.
    """
    table = next(one for one in answer.logged if one.name == name)
    rows = [
        row_of(f"{', '.join(key)}: {version}", effect)
        for key, versions in answer.effects(name).items()
        for version, (effect, _) in versions.items()
        if effect is not None
    ]
    origin = f"{answer.edition}, {with_noun(len(answer.runs), 'balance report')}"
    return forest(rows, Words(table.meaning, f"{', '.join(table.labels)}: version", table.value, origin), width)
