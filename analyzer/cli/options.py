"""Arguments that several verbs share."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer

ShipFiles = Annotated[list[Path], typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]
ShipFile = Annotated[Path, typer.Argument(help="Ship file (.yaml).", metavar="SHIP", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print the same facts as JSON.")]


def print_json(facts: Any) -> None:
    """Facts in plain types, as JSON on standard output; intervals without end are null."""
    print(json.dumps(finite(facts), indent=2, allow_nan=False))


def finite(facts: Any) -> Any:
    """The same facts with None for numbers that are not finite."""
    if isinstance(facts, dict):
        return {key: finite(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [finite(value) for value in facts]
    return None if isinstance(facts, float) and not isfinite(facts) else facts
