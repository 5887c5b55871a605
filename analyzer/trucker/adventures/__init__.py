"""Adventures: one module for each kind of card, found automatically, with its rule for a convoy and its sentences."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from analyzer.trucker.adventures.kind import Adventure as Adventure
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.adventures.rules_file import Kinds


def find_kinds() -> dict[str, CardKind]:
    """Return the built-in kinds of cards by name, sorted by `CardKind.place`, then by name.

    They are the constants KIND in the modules of this package; a kind has the name of its module.
    """
    names = [module.name for module in iter_modules(__path__)]
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    kinds = {name: module.KIND for name, module in modules.items() if hasattr(module, "KIND")}
    return dict(sorted(kinds.items(), key=lambda named: (named[1].place, named[0])))


KINDS = Kinds(find_kinds())
"""Kinds of cards by name: the printed kinds, then those of the user's rules files."""
ADVENTURES: dict[str, Adventure] = {name: kind.resolve for name, kind in KINDS.items()}
"""Function that resolves each printed kind of card, by name of the kind."""
