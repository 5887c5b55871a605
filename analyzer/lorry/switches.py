"""The points in which the rules can be changed (docs/lorry-rulings.md); wrapping at edges belongs to the galaxy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from analyzer.files.switched import Switched
from analyzer.lorry.tables import rows


@dataclass(frozen=True)
class Switches(Switched):
    """Which of the rules are changed; `data/switches.csv` lists the values of each."""

    end_by: str = "routes"
    rotate_tracks: str = "yes"
    tracks_per_box: str = "one"
    dead_ends: str = "allowed"
    surrounding: str = "sides"
    passed_over_pairs: str = "lost"
    route_length: str = "shortest"
    chains: str = "yes"
    scoring_forced: str = "yes"
    special_order: str = "score_first"
    fill_beside: str = "side"
    no_place: str = "other_die"
    first_player: str = "random"

    ROWS: ClassVar = partial(rows, "switches")
    AS: ClassVar[str] = "{'surrounding': 'off'}"


USUAL = Switches()


def load_switches(values: Switches | Mapping[str, Any] | None) -> Switches:
    """Switches from a mapping of names to values; yes and no may be True and False."""
    return Switches.loaded(values)
