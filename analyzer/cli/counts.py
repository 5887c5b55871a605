"""Options whose words depend on what is counted: turns, games; and points of the rules as NAME=VALUE."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analyzer.cli.options import ON_A_CLUSTER
from analyzer.cli.records import Mark
from analyzer.errors import AnalyzerError


class Counts(Mark):
    """What the number of trials is called: --turns, --games."""

    def __init__(self, word: str, shown: str = "", *, also: str = "") -> None:
        self.word, self.shown, self.also = word, shown, also

    def help_of(self, name: str) -> dict[str, Any]:
        """Its own name for --flights, and words that fit."""
        if name == "flights":
            names = (f"--{self.word}", *[f"--{self.also}"] * bool(self.also))
            told = {"param_decls": names, "help": f"How many {self.word}; with --precision, at most."}
            return told | ({"show_default": self.shown} if self.shown else {})
        if name == "first":
            return {"help": f"Number of the first of the {self.word}; machines that share a seed take others."}
        if name == "workers":
            return {"help": "Processes to play with; results do not depend on it."}
        if name == "scheduler":
            return {"help": ON_A_CLUSTER.replace("Fly", "Play")}
        if name == "precision":
            return {
                "help": "Play until half the 95% interval of the score is at most that, or of another metric or "
                "chance, as points=0.01; may be given several times."
            }
        return {}


def read_switches(given: Iterable[str] | None, example: str) -> dict[str, str]:
    """Switches by name; raises AnalyzerError for what cannot be read."""
    told = {}
    for text in given or ():
        name, sign, value = map(str.strip, text.partition("="))
        if not (name and sign and value):
            raise AnalyzerError(f"--switch {text}: give a name and a value, as {example}")
        told[name] = value
    return told
