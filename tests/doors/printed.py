"""Printed components, cards and editions of Galaxy Trucker. No rule: the twin may use it."""

from analyzer.trucker.edition import (
    EDITIONS,
    LETTERS,
    OWN,
    RUNNABLE,
    SHELF,
    Card,
    CombatLine,
    Hit,
    Level,
    OwnEdition,
    load_edition,
)
from analyzer.trucker.ship.component import (
    SIDE_NAMES,
    SIDES,
    Board,
    Kind,
    Square,
    component_of,
    connectors_join,
    kinds,
    mismatched,
    side_named,
)
