"""The edition by which Starship Catan is played: the one that comes with the game, or tables of the user's own."""

from __future__ import annotations

from analyzer.files.editions.in_force import InForce
from analyzer.files.editions.key import OwnTables


class OwnEdition(OwnTables):
    """The key of an edition of the user's own, which holds its tables."""

    __slots__ = ()


IN_FORCE = InForce("analyzer.starship", OwnEdition)
edition_in_force = IN_FORCE.name
text_in_force = IN_FORCE.text
played_by = IN_FORCE.played_by
played_as_described = IN_FORCE.as_described
per_edition = IN_FORCE.per_edition
of_its_edition = IN_FORCE.of_its_edition
