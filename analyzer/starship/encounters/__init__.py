"""Kinds of cards that a flight meets, each with its rule, choice, words and steps in one module of the package."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from analyzer.starship.encounters.kind import CardKind


def find_kinds() -> dict[str, CardKind]:
    """Return every kind of card by name; kinds with dice come last.

    A module holds several kinds by name in KINDS, or one kind in KIND, whose name is that of the module.
    """
    kinds: dict[str, CardKind] = {}
    for name in (module.name for module in iter_modules(__path__)):
        module = import_module(f"{__name__}.{name}")
        kinds |= getattr(module, "KINDS", {}) | ({name: module.KIND} if hasattr(module, "KIND") else {})
    if sum(kind.throws_dice for kind in kinds.values()) > 1:
        raise ValueError(
            "two kinds of cards throw dice: only one may, as dice change the lanes of the cards resolved after it"
        )
    return dict(sorted(kinds.items(), key=lambda named: (named[1].throws_dice, named[0])))


KINDS = find_kinds()
