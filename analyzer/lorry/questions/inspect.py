"""Facts of a galaxy on paper: fewest boxes of every pair of planets, with and without wrapping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.answers.description import COUNT, Column, Described, Description, Form, Lines, Part, Row, Table, in_words
from analyzer.answers.numbers import with_noun
from analyzer.lorry.galaxy.boxes import Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import ending_notes, paper_notes, room_in_words
from analyzer.lorry.position.position import Position
from analyzer.lorry.tables import Switches, load_switches

NO_WAY = ("no way", "")
COLUMNS = (
    Column(
        "planets", "pair", Form(lambda pair: "-".join(map(str, pair)), is_number=False), "numbers of the two planets"
    ),
    Column("boxes", "boxes", COUNT, "fewest boxes that join the two planets", missing=NO_WAY),
    Column(
        "boxes_without_going_round",
        "without wrapping",
        COUNT,
        "the same, if no way could leave at one edge and come back at the opposite one",
        missing=NO_WAY,
    ),
    Column(
        "specials",
        "special boxes on shortest ways",
        Form(lambda ways: ", ".join(f"{in_words(way['kind'])} {way['box']}" for way in ways), is_number=False),
        "special boxes on a way of so few boxes, with (column, row)",
    ),
)


@dataclass(frozen=True, repr=False)
class GalaxyFacts(Described):
    """Facts that follow from the galaxy of a position, without playing any game."""

    position: Position

    @property
    def galaxy(self) -> Galaxy:
        """Galaxy of the position."""
        return self.position.galaxy

    def boxes(self) -> dict[Pair, tuple[int | None, int | None]]:
        """Return the fewest boxes that join each pair, with the galaxy's wrapping and without any.

        None stands for a pair that cannot be joined.
        """
        plain = self.galaxy.with_wrap("none")
        return {pair: (self.galaxy.fewest_boxes(*pair), plain.fewest_boxes(*pair)) for pair in self.galaxy.pairs}

    def on_the_way(self, pair: Pair) -> list[tuple[str, tuple[int, int]]]:
        """Return kind and box of each special box on a shortest way of the pair, in reading order."""
        boxes = self.galaxy.on_shortest_ways(*pair)
        return [(special.kind, special.box) for special in self.galaxy.specials if special.box in boxes]

    def counts(self) -> dict[str, int]:
        """Return the number of special boxes by kind."""
        kinds = [special.kind for special in self.galaxy.specials]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    def description(self) -> Description:
        """Describe the galaxy: its drawing, its rules and a row per pair of planets."""
        facts = {"galaxy": self.galaxy.to_dict(), "specials": self.counts()}
        state = [self.position.heading()] * bool(self.position.tracks)
        drawing = Lines(("", *self.position.drawing(), ""))
        rows = []
        for pair, (here, plain) in self.boxes().items():
            specials = [{"kind": kind, "box": box} for kind, box in self.on_the_way(pair)]
            rows.append(Row({"planets": pair, "boxes": here, "boxes_without_going_round": plain, "specials": specials}))
        parts: list[Part] = [*state, drawing, *self._rules(), Table("pairs", COLUMNS, rows)]
        return Description(self.galaxy.name, self.galaxy.summary(), facts, parts, self.notes())

    @property
    def switches(self) -> Switches:
        """Rule switches of the galaxy."""
        return load_switches(dict(self.galaxy.switches))

    def notes(self) -> list[str]:
        """Return warnings if the rules never end a game in this galaxy, and notes on the galaxy's source."""
        return [*self._warnings(), *self.galaxy.notes()]

    def _warnings(self) -> list[str]:
        """Return warnings if the rules can never end a game of this galaxy or position."""
        if self.position.over:
            return []
        if self.position.tracks:
            return ending_notes(self.galaxy, self.position.traders, self.switches)
        return paper_notes(self.galaxy)

    def _rules(self) -> Iterator[str]:
        """Yield sentences on special boxes, the end of the game and changed rules."""
        specials = ", ".join(with_noun(number, in_words(kind)) for kind, number in self.counts().items()) or "none"
        yield f"Special boxes: {specials}. The game ends after {with_noun(self.galaxy.end_after, 'route')}."
        if self.switches.end_by == "routes":
            yield f"Most routes that can be scored: {room_in_words(self.galaxy)}."
        if self.galaxy.switches:
            yield f"Changed rules: {', '.join(f'{name}={value}' for name, value in self.galaxy.switches)}."
