"""The public face: every name is there whatever was asked for before, and no module stands in the way of a function."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import analyzer.starship as face

FOLDER = Path(face.__file__).parent
ALL_THEN = """
from analyzer import starship
for name in [*starship.__all__, *reversed(starship.__all__)]:
    assert callable(getattr(starship, name)), name
"""


def test_public_names_differ_from_modules():
    modules = {path.stem for path in FOLDER.iterdir()}
    assert len(face.__all__) > 30
    assert not modules & {*face.__all__}


@pytest.mark.long
def test_public_names_load_in_any_order():
    assert subprocess.run([sys.executable, "-c", ALL_THEN], check=False).returncode == 0


def test_command_starts_without_heavy_imports():
    code = (
        "import sys; from analyzer.starship.command.verbs import GAME; [*map(GAME.verb, GAME.question)]; "
        "sys.exit(bool({*sys.argv[1:]} & {*sys.modules}))"
    )
    heavy = ("pandas", "scipy", "matplotlib", "numpy")
    assert subprocess.run([sys.executable, "-c", code, *heavy], check=False).returncode == 0
