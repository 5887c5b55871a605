"""Where editions of the user's own are read: folders of tables, reference ships and rules of kinds of cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.files.editions.folder import Folders, NumberOrText, is_own_file
from analyzer.files.editions.key import Texts
from analyzer.files.editions.shelf import Line, Shelf
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import EDITIONS, text_of
from analyzer.trucker.edition_key import OWN, OwnEdition
from analyzer.trucker.tables.columns import EMPTY, KEYS, PROVENANCE, SINGULAR, TABLES
from analyzer.trucker.tables.judged import BETWEEN, RESTS_ON, row_faults
from analyzer.world import edition_of_other_world

__all__ = ["FIELD", "FOLDERS", "SHELF", "NumberOrText", "named_edition", "seen_from"]

FIELD = "field"
MOST_SHIPS = 64
"""Reference ships of one edition."""
SHELF = Shelf(
    tables=TABLES,
    keys=KEYS,
    singular=SINGULAR,
    shipped=EDITIONS,
    text=text_of,
    own=OwnEdition,
    judges=BETWEEN,
    many=("boards",),
    provenance=PROVENANCE,
    inherits={"cards": ("level", "learning")},
    empty=EMPTY,
    rests_on=RESTS_ON,
    of_row=row_faults,
    names=("board", "level", "source", "confidence", "caveat"),
    known=lambda: tuple(KINDS),
    elsewhere=partial(edition_of_other_world, "trucker"),
)


def reference_ships(path: Path, base: str) -> Texts:
    """The reference ships of the folder and of the edition it stands on, by `field/BOARD/FILE`."""
    places = sorted(place for place in (path / FIELD).glob("*/*.yaml") if is_own_file(place.name))
    if len(places) > MOST_SHIPS:
        raise AnalyzerError(f"{path / FIELD}: {len(places)} ships: an edition has at most {MOST_SHIPS} reference ships")
    own = {f"{FIELD}/{place.parent.name}/{place.name}": read_text(place) for place in places}
    inherited = dict(text for text in (OWN[base].texts if base in OWN else ()) if text[0].startswith(FIELD))
    return tuple(sorted((inherited | own).items()))


def _rules(tables: Mapping[str, list[Line]]) -> Texts:
    """The rules of the kinds of cards in the table."""
    return tuple(KINDS.rules_of({row["kind"] for _, row in tables["cards"]}))


FOLDERS = Folders(SHELF, reference_ships, _rules)
named_edition = FOLDERS.named
seen_from = OwnEdition.seen_from
