"""Where editions of the user's own are read: folders of tables, and files that name one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.csvfile import text_of
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.in_force import STANDARD
from analyzer.files.editions.shelf import Shelf
from analyzer.files.flaws import Flaw, in_file
from analyzer.starship.edition import IN_FORCE, PACKAGE, OwnEdition, played_by
from analyzer.starship.editions.columns import FIXED, KEYS, SINGULAR, TABLES
from analyzer.starship.editions.judged import BETWEEN, RESTS_ON

SHELF = Shelf(
    tables=TABLES,
    keys=KEYS,
    singular=SINGULAR,
    shipped=(STANDARD,),
    text=lambda edition, table: text_of(PACKAGE, table),
    own=OwnEdition,
    judges=BETWEEN,
    fixed=FIXED,
    rests_on=RESTS_ON,
    names=("name", "planet", "source", "confidence"),
    command="analyzer starship edition",
)
FOLDERS = Folders(SHELF)


def named_edition(name: str, where: str = "") -> str:
    """`standard`, or the key of the edition in a folder, seen from the file `where` on.

    Raises AnalyzerError for an edition that is neither, and with every fault of a folder.
    """
    key = FOLDERS.named(name, where)
    if key != STANDARD and key not in OwnEdition.KNOWN:
        raise AnalyzerError(f"no edition {str(name)[:40]!r}: {one_of(name, [STANDARD])}, or name a folder")
    return key


@contextmanager
def reading(data: Any, where: str) -> Iterator[None]:
    """Within it the edition is in force that a file's mapping names.

    What names none is read by the edition in force; so is every file where one was put in force, as by `--edition`.
    """
    named = data.get("edition") if isinstance(data, Mapping) else None
    if not isinstance(named, str) or (IN_FORCE.edition.get(None) is not None and named not in OwnEdition.KNOWN):
        yield
        return
    try:
        key = named_edition(named, where)
    except AnalyzerError as error:
        own = [fault for fault in error.faults if not fault.path]
        raise AnalyzerError(
            in_file([Flaw(("edition",), fault.text) for fault in own], data, where) or error.faults
        ) from None
    with played_by(key):
        yield
