"""What is in an edition of the user's own, what was written to begin one, and what differs between two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from analyzer.answers.edition import EditionContents, EditionDifferences, NewEdition
from analyzer.answers.names import listed
from analyzer.files.editions.key import OwnTables
from analyzer.trucker.edition import Edition, load_edition
from analyzer.trucker.tables.differing import pairs
from analyzer.trucker.tables.folder import FIELD

__all__ = ["EditionContents", "EditionDifferences", "NewEdition", "contents"]


def contents(folder: Path, key: OwnTables) -> EditionContents:
    """What an edition in a folder holds."""
    edition = load_edition(key)
    numbers = {
        "cards": len(edition.cards),
        "kinds": len(edition.kinds),
        "components": len(edition.box),
        "boards": len(edition.boards),
        "levels": len(edition.levels),
        "goods": len(edition.good_values),
        "switches": None,
    }
    ships = sum(name.startswith(FIELD) for name, _ in key.texts)
    own = tuple(difference for pair in pairs(key.base, key) for difference in pair.differences())
    more = {"own_reference_ships": ships}
    return EditionContents(folder, key, edition, numbers, own, tuple(_forgotten(edition)), more)


def _forgotten(edition: Edition) -> Iterator[str]:
    """What may have been forgotten."""
    levels = edition.levels.values()
    in_box = {part.kind for part in edition.box}
    yield from (f"The box has no {name}: add it to components.csv." for name in edition.kinds if name not in in_box)
    lost: dict[int, list[int]] = {}
    for card in edition.cards:
        if not any(level.may_reveal(card) or (card.learning and level.learning == "choice") for level in levels):
            lost.setdefault(card.level, []).append(card.id)
    for level, cards in sorted(lost.items()):
        which = f"card{'s' * (len(cards) > 1)} {listed(list(map(str, cards)))}"
        yield f"No flight ever meets {which}: no pile of levels.csv has level {level}: add it to one."
