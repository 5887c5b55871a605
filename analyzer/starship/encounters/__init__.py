"""Kinds of cards that a flight meets, each in one module with the rule, the choice, the words and the steps."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from analyzer.starship.encounters.kind import CardKind


def find_kinds() -> dict[str, CardKind]:
    """Return every kind of card by name; kinds with dice come last.

    A module of the package names its kinds in KINDS, or has one in KIND, which is named like the module.
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
