"""Kinds of cards that a flight meets: one module each with the rule, the captain's choice, the words and the steps."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from analyzer.starship.encounters.kind import CardKind


def find_kinds() -> dict[str, CardKind]:
    """Return every kind of card by name, from KIND in each module of the package; kinds with dice come last."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    by_module = [(module.__name__.rpartition(".")[2], module.KIND) for module in modules if hasattr(module, "KIND")]
    kinds = {name: kind for module, kind in by_module for name in kind.names or (module,)}
    if sum(kind.throws_dice for kind in kinds.values()) > 1:
        raise ValueError(
            "two kinds of cards throw dice: only one may, as dice change the lanes of the cards resolved after it"
        )
    return dict(sorted(kinds.items(), key=lambda named: (named[1].throws_dice, named[0])))


KINDS = find_kinds()
