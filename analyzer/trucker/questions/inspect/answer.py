"""A ship as it is inspected: what can be said of it on paper, its flaws with their cures, the meteors that hit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.described import Described
from analyzer.answers.description import WORD, Column, Description, Drawing, Form, Labelled, Row, Table
from analyzer.errors import named_setting
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.sayings.ship_facts import labelled, title_of, weakest
from analyzer.trucker.ship.board import Square, ways
from analyzer.trucker.ship.cures import Cure, cures
from analyzer.trucker.ship.facts import ShipFacts, Threat
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.layout import Layout

DRAW = "analyzer.trucker.drawing.draw:draw_removed"


def lines(rolls: Sequence[int]) -> str:
    """Dice sums, three or more in a row as a range, and their ways of 36: `4-6, 9 (16)`."""
    return f"{', '.join(_ranges(rolls))} ({sum(map(ways, rolls))})" if rolls else "-"


def _ranges(rolls: Sequence[int]) -> Iterator[str]:
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and runs[-1][-1] == roll - 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    for run in runs:
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))


def _damage(damage: tuple[float, float]) -> str:
    """With batteries, and where that is more without them."""
    charged, empty = (f"{hits:.2f}" for hits in damage)
    return charged if charged == empty else f"{charged} to {empty}"


LINES = Form(lines, is_number=False)
METEORS = (
    Column("size", "size", WORD),
    Column("side", "from", WORD),
    Column(
        "a_flight",
        "per flight",
        Form(lambda number: f"{number:.2f}" if number else "never"),
        "how many such meteors the cards send in a flight, on average; never: no card sends one",
    ),
    Column(
        "undefended",
        "no defence",
        LINES,
        "columns or rows in which one does damage whatever is done, and how many of 36 rolls that is",
    ),
    Column(
        "needs_battery",
        "battery needed",
        LINES,
        "columns or rows in which only a shield or double cannon with a battery helps",
    ),
    Column(
        "damage",
        "damage per flight",
        Form(_damage),
        "expected hits, ship intact: with batteries, without if more",
        flat=lambda name, damage: dict(zip((name, f"{name}_unpowered"), damage or (0.0, 0.0), strict=True)),
    ),
)


@dataclass(frozen=True, repr=False)
class Inspected(Described):
    """A ship and its facts; `removed`: the squares that a repair emptied, None where none was asked for.

    filed: the ship before the repair.
    """

    BY_SHIP: ClassVar = True

    layout: Layout
    facts: ShipFacts
    filed: Layout
    removed: tuple[Square, ...] | None = None

    @cached_property
    def cures(self) -> Mapping[Flaw, Cure | None]:
        """The cheapest cure of every flaw, None where no single change mends it."""
        return cures(self.layout)

    def description(self) -> Description:
        """The drawing, what stands beside it, and how often meteors come and hit."""
        title = f" ({title_of(self.facts)}{', mended' if self.removed else ''})"
        weak = {"Weak points": "\n".join(weakest(self.facts)) or "none: no component takes another with it"}
        words = Labelled({**self._mending(), **labelled(self.facts), **weak})
        drawing = Drawing("", DRAW, (self.layout, self.removed or ()))
        meteors = Table("", METEORS, [*map(self._row, self.facts.worst_first())], self._meteors(), labels=2, gap=2)
        return Description(self.facts.name, title, self._facts(), (drawing, words, meteors))

    def _meteors(self) -> str:
        return f"Meteors of {self.facts.route.title}, and the lines (columns or rows) in which they hit"

    def _row(self, threat: Threat) -> Row:
        comes = float(self.facts.coming[threat.hazard, threat.side].a_flight)
        values = asdict(threat) | {"size": threat.hazard.removesuffix("_meteor"), "a_flight": comes}
        damage = self.facts.damage_a_flight(threat) if comes else None
        return Row(values | {"damage": damage}, faint=not comes)

    def _mending(self) -> Mapping[str, str]:
        """What was taken off, and the flaws, each with its cheapest cure."""
        parts = self.filed.components
        gone = [f"the {in_words(parts[square].kind)} at {at(square)}" for square in self.removed or ()]
        gone += [f"the {colour} alien stays at home" for colour in self._left_at_home()]
        taken = {} if self.removed is None else {"Taken off": "\n".join(gone) or "nothing: the ship had no flaws"}
        flaws = [f"{flaw}\n  {_cure_in_words(cure)}" for flaw, cure in self.cures.items()]
        if flaws and self.removed is None:
            flaws.append(
                f"{named_setting('repair', True)} takes off as few components as possible and shows what is left"
            )
        return {**taken, "Flaws": "\n".join(flaws) or "none"}

    def _facts(self) -> dict[str, Any]:
        """What programs get: the facts, flaws with their cures, and what was taken off if it was mended."""
        facts = self.facts.as_dict()
        for flaw, cure in zip(facts["flaws"], self.cures.values(), strict=True):
            flaw["cure"] = None if cure is None else cure.as_dict()
        mended = {"removed": self.removed, "left_at_home": self._left_at_home()}
        return facts if self.removed is None else facts | mended

    def _left_at_home(self) -> list[str]:
        """The colours of the aliens that the repair left at home."""
        return [colour for colour in self.filed.aliens if colour not in self.layout.aliens]


def _cure_in_words(cure: Cure | None) -> str:
    return f"cure: {cure}" if cure else "no single change mends it"
