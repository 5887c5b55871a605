"""Arguments that several verbs share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

ShipFiles = Annotated[list[Path], typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print the same facts as JSON.")]


def print_json(facts: Any) -> None:
    """Facts in plain types, as JSON on standard output."""
    print(json.dumps(facts, indent=2, ensure_ascii=False))
