"""Where editions of the user's own are read: folders of tables, and files that name one."""

from __future__ import annotations

from analyzer.files.editions.standard import StandardFolders, standard_shelf
from analyzer.lorry.edition import IN_FORCE
from analyzer.lorry.editions import columns, judged

SHELF = standard_shelf(
    IN_FORCE,
    tables=columns.TABLES,
    keys=columns.KEYS,
    singular=columns.SINGULAR,
    judges=judged.BETWEEN,
    fixed=columns.FIXED,
    rests_on=judged.RESTS_ON,
    many=columns.MANY,
    command="analyzer lorry edition",
)
FOLDERS = StandardFolders(SHELF, in_force=IN_FORCE)
named_edition = FOLDERS.named
reading = FOLDERS.reading
