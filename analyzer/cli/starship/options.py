"""The options of Starship Catan, each written once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.records import Mark
from analyzer.errors import AnalyzerError

PositionFile = Annotated[
    Path, typer.Argument(help="Ship or position file (.yaml).", metavar="SHIP|POSITION", show_default=False)
]
PositionFiles = Annotated[
    list[Path], typer.Argument(help="Ship or position files (.yaml).", metavar="SHIP|POSITION...", show_default=False)
]
Seed = Annotated[int, typer.Option(help="The seed fixes every deal, every shuffle and every roll.")]
Captain = Annotated[
    str,
    typer.Option(help="sensible, cautious, bold, trader, settler, passenger-fights, passenger-pays or a .yaml file."),
]
Other = Annotated[str, typer.Option(help="Who plays the other ship.")]
Switched = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="A point of the rules set otherwise, as reserve_face_down=yes; may be given several times.",
        metavar="NAME=VALUE",
        show_default=False,
    ),
]

Against = Annotated[
    Path | None,
    typer.Option(
        help="The other ship of every game; one of the start if not given.", metavar="SHIP", show_default=False
    ),
]
Deciding = Annotated[
    str | None,
    typer.Option(
        "--until",
        help="`decided`: stop as soon as it is certain, at 5%, which of every pair is better, or that they are equal "
        "within the margin.",
        metavar="decided",
        show_default=False,
    ),
]


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
        if name == "precision":
            return {
                "help": "Play until half the 95% interval of the score is at most that, or of another metric or "
                "chance, as points=0.01; may be given several times."
            }
        return {}


@dataclass(frozen=True)
class TableOptions:
    """Under which seed and rules, and who plays."""

    seed: Seed = 1
    switch: Switched = None

    def switches(self) -> dict[str, str]:
        """Switches by name; raises AnalyzerError for what cannot be read."""
        told = {}
        for text in self.switch or ():
            name, sign, value = map(str.strip, text.partition("="))
            if not (name and sign and value):
                raise AnalyzerError(f"--switch {text}: give a name and a value, as reserve_face_down=yes")
            told[name] = value
        return told


@dataclass(frozen=True)
class PlayerOptions:
    """Who plays."""

    captain: Captain = "sensible"
    other: Other = "sensible"
