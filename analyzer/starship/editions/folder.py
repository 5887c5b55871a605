"""Where editions of the user's own are read: folders of tables, and files that name one."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from analyzer.files.csvfile import text_of
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.in_force import STANDARD, known_edition
from analyzer.files.editions.shelf import Shelf
from analyzer.starship.edition import IN_FORCE, OwnEdition
from analyzer.starship.editions.columns import FIXED, KEYS, SINGULAR, TABLES
from analyzer.starship.editions.judged import BETWEEN, RESTS_ON

SHELF = Shelf(
    tables=TABLES,
    keys=KEYS,
    singular=SINGULAR,
    shipped=(STANDARD,),
    text=lambda edition, table: text_of(IN_FORCE.package, table),
    own=OwnEdition,
    judges=BETWEEN,
    fixed=FIXED,
    rests_on=RESTS_ON,
    names=("name", "planet", "source", "confidence"),
    command="analyzer starship edition",
)
FOLDERS = Folders(SHELF)


def named_edition(name: str, where: str = "") -> str:
    """`standard`, or the key of the edition in a folder, seen from the file `where` on; raises AnalyzerError."""
    return known_edition(FOLDERS, name, where)


def reading(data: Any, where: str) -> AbstractContextManager[None]:
    """Within it the edition is in force that a file's mapping names; raises AnalyzerError with every fault of it."""
    return IN_FORCE.reading(FOLDERS, data, where)
