"""The edition by which Starship Catan is played: the one that comes with the game, or tables of the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from analyzer.files.csvfile import text_of
from analyzer.files.editions.in_force import STANDARD, InForce
from analyzer.files.editions.key import OwnTables

PACKAGE = "analyzer.starship"


class OwnEdition(OwnTables):
    """The key of an edition of the user's own, which holds its tables."""

    __slots__ = ()

    KNOWN: ClassVar[dict[str, Any]] = {}
    FOLDERS: ClassVar[dict[str, str]] = {}


IN_FORCE = InForce("Starship Catan")
per_edition = IN_FORCE.per_edition
of_its_edition = IN_FORCE.of_its_edition
played_by = IN_FORCE.played_by


def played_as_described(described: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Within it the edition is in force of which runs were described; raises KeyError where that is broken."""
    own = OwnEdition.read_plain(described)
    return played_by(own[0] if own else STANDARD)


def edition_in_force() -> str:
    """The edition whose tables are read just now: `standard`, or the key of one of the user's own."""
    return IN_FORCE.edition.get()


def text_in_force(table: str) -> str:
    """The text of a table of the edition in force."""
    return table_text(edition_in_force(), table)


def table_text(edition: str, table: str) -> str:
    """The text of a table of that edition."""
    own = dict(OwnEdition.KNOWN[edition].texts) if edition != STANDARD else {}
    return own[table] if table in own else text_of(PACKAGE, table)
