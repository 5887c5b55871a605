"""How many flights a picture is of, for its title."""

from analyzer.montecarlo.stretch import some_trials
from analyzer.trucker.experiment import Experiment


def many_flights(number: int) -> str:
    """So many, as `1 flight` or `20,000 flights`."""
    return some_trials(number, Experiment.TRIAL)
