"""Where editions of the user's own are read: folders of tables, and files that name one."""

from __future__ import annotations

from functools import partial

from analyzer.files.editions.standard import StandardFolders, standard_shelf
from analyzer.lorry.edition import IN_FORCE
from analyzer.lorry.editions import columns, judged
from analyzer.world import edition_of_other_world

SHELF = standard_shelf(
    IN_FORCE,
    tables=columns.TABLES,
    keys=columns.KEYS,
    singular=columns.SINGULAR,
    judges=judged.BETWEEN,
    fixed=columns.FIXED,
    empty=columns.EMPTY,
    rests_on=judged.RESTS_ON,
    many=columns.MANY,
    elsewhere=partial(edition_of_other_world, "lorry"),
    command="analyzer lorry edition",
)
FOLDERS = StandardFolders(SHELF, in_force=IN_FORCE)
named_edition = FOLDERS.named
reading = FOLDERS.reading
