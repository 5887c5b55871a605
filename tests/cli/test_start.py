"""The command starts quickly: help loads no heavy library, and no verb but its own."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from inspect import getdoc

import pytest

from tests.doors.runs import WORLDS

HEAVY = {"numpy", "pandas", "scipy", "matplotlib", "joblib", "pydantic", "markdown_it", "pygments"}
LOADED = """
import sys
sys.argv[1:] = [*sys.argv[1:], "--help"]
from analyzer.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def modules_of_help(*args: str) -> set[str]:
    """What is loaded once help is shown."""
    run = subprocess.run([sys.executable, "-c", LOADED, *args], capture_output=True, text=True, check=False)
    assert (run.returncode, "Usage" in run.stdout) == (0, True)
    return {*run.stderr.split()}


@pytest.mark.parametrize("args", [(), ("starship",), ("lorry",)])
def test_game_help_loads_no_heavy_library(args):
    """No verb is loaded either."""
    loaded = modules_of_help(*args)
    assert not HEAVY & loaded
    own = [name.split(".") for name in loaded if name.startswith("analyzer.")]
    assert not [parts for parts in own if (parts[2:3] == ["verbs"] and parts[3:]) or parts[-1] == "options"]


@pytest.mark.parametrize("args", [("fly",), ("starship", "play"), ("lorry", "race")])
def test_verb_help_loads_no_heavy_library(args):
    assert not HEAVY & modules_of_help(*args)


def test_help_leaves_rich_modules_whole():
    """Modules that help skips are the real ones for whoever imports them later."""
    script = LOADED + "    from rich.markdown import Markdown\n    assert Markdown('a').parsed"
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)


@pytest.mark.parametrize("world", WORLDS)
def test_help_lists_first_docstring_lines(world):
    game = import_module(f"analyzer.{world}.command.verbs").GAME
    for verbs in game.answers.values():
        for name, line in verbs.items():
            first, *_ = str(getdoc(game.verb(name))).split("\n\n")
            assert line == " ".join(first.split())
