"""Ranges of trials that were counted: a seed, the number of the first trial, and the number of trials."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Stretch:
    """Range of trials of one seed: `first` to `first + trials - 1`."""

    seed: int
    first: int
    trials: int

    @property
    def end(self) -> int:
        """Number of the first trial after the range."""
        return self.first + self.trials

    def as_dict(self, trials: str) -> dict[str, int]:
        """Return the range as a dict for JSON; `trials` is the name of the trials, e.g. `flights`."""
        return {"seed": self.seed, "first": self.first, trials: self.trials}


def merge_stretches(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Return the ranges of trials in order, with adjoining ones merged."""
    out: list[Stretch] = []
    for stretch in sorted(stretches):
        if out and (out[-1].seed, out[-1].end) == (stretch.seed, stretch.first):
            out[-1] = Stretch(stretch.seed, out[-1].first, out[-1].trials + stretch.trials)
        else:
            out.append(stretch)
    return tuple(out)


def in_words(stretches: Sequence[Stretch], trials: str) -> str:
    """Name the seeds, and also the trial numbers if some range does not begin at trial 0.

    The result looks like `seed 1`, `seeds 1 to 4, 9` or `seed 1 (games 10 to 19)`.
    """
    if any(stretch.first for stretch in stretches):
        return ", ".join(f"seed {one.seed} ({trials} {one.first} to {one.end - 1})" for one in stretches)
    seeds = sorted({stretch.seed for stretch in stretches})
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    listed = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return f"seed{'s' * (len(seeds) > 1)} {', '.join(listed)}"


def some_trials(number: int, trial: tuple[str, str]) -> str:
    """Return a number of trials with its noun: `1 game`, `20,000 games`."""
    return f"{number:,} {trial[number != 1]}"
