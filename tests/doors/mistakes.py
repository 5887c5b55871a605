"""The place of a deliberate mistake: any module of the product, by its name. For the negative controls alone."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def parts(package: str, names: str) -> list[ModuleType]:
    """Return the modules of a package of the product in which mistakes are planted, e.g. `turn.dice turn.board`."""
    return [import_module(f"analyzer.{package}.{name}") for name in names.split()]
