"""Adventures: one file a kind of card, found by itself; it resolves the card for a whole convoy, and has its words."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from analyzer.trucker.adventures.kind import Adventure as Adventure
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.adventures.rules_file import Kinds


def find_kinds() -> dict[str, CardKind]:
    """The KIND of every module of this package that ends with one, by the module's name, the simplest kind first."""
    names = [module.name for module in iter_modules(__path__)]
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    kinds = {name: module.KIND for name, module in modules.items() if hasattr(module, "KIND")}
    return dict(sorted(kinds.items(), key=lambda named: (named[1].place, named[0])))


KINDS = Kinds(find_kinds())
"""By name all that are known here, those of the user's own behind the printed ones."""
ADVENTURES: dict[str, Adventure] = {name: kind.resolve for name, kind in KINDS.items()}
"""How those that are printed are resolved."""
