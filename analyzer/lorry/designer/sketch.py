"""Drawing on the board, valid or not: galaxy, tracks, fills, routes, and turn."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from analyzer.errors import AnalyzerError
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.flaws import Flaw
from analyzer.host.drafts import read_json
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.boxes import EMPTY, LARGEST, MARK_OF, MARKS, PLANETS, Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.effects import AtTurn
from analyzer.lorry.position.engine_table import ScoredRoute, Track
from analyzer.lorry.position.open_decision import turn_flaws
from analyzer.lorry.position.position import Position, named, position_flaws
from analyzer.lorry.tables import DEFAULT, MOST_TRADERS, OwnEdition, rules_of

NAME = "New galaxy"
Plain = dict[str, Any]


class DraftFields(BaseModel):
    """Fields of a drawing in a draft; a drawing with faults is allowed as long as pages can show it."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=1_000)]
    columns: Annotated[int, Field(ge=1, le=LARGEST)]
    rows: Annotated[int, Field(ge=1, le=LARGEST)]
    wrap: Literal["both", "columns", "rows", "none"]
    end_after: Annotated[int, Field(ge=1, le=36)]
    marks: tuple[tuple[Box, Literal[".", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "r", "a", "o"]], ...]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=MOST_TRADERS)]
    tracks: tuple[Track, ...]
    filled: tuple[Box, ...]
    scored: tuple[ScoredRoute, ...]
    turn: AtTurn | None
    others: str
    edition: str = STANDARD


@dataclass(frozen=True)
class Sketch:
    """A drawing on the board, which need not be a valid position.

    Attributes:
        marks: mark in each box of the map: a planet's digit or the sign of a special box.
        others: other fields of the galaxy's file, dice and switches, as JSON.
        edition: edition by whose tables it is played.
    """

    name: str = NAME
    columns: int = 10
    rows: int = 6
    wrap: str = "both"
    end_after: int = field(default_factory=lambda: rules_of(DEFAULT.name()).scoring["end_after"])
    marks: tuple[tuple[Box, str], ...] = ()
    names: tuple[str, ...] = ("trader 1", "trader 2")
    tracks: tuple[Track, ...] = ()
    filled: tuple[Box, ...] = ()
    scored: tuple[ScoredRoute, ...] = ()
    turn: AtTurn | None = None
    others: str = "{}"
    edition: str = field(default_factory=DEFAULT.name)

    @classmethod
    def of(cls, position: Position) -> Sketch:
        """Return the drawing of a position."""
        galaxy = position.galaxy
        plain = galaxy.to_dict()
        others = {name: plain[name] for name in ("dice", "switches") if name in plain}
        planets = tuple((box, str(number)) for box, number in galaxy.planet_at.items())
        specials = tuple((special.box, MARK_OF[special.kind]) for special in galaxy.specials)
        return cls(
            position.name,
            *(galaxy.columns, galaxy.rows, galaxy.wrap, galaxy.end_after),
            planets + specials,
            position.names,
            position.tracks,
            position.filled,
            position.scored,
            position.turn,
            json.dumps(others),
            galaxy.edition,
        )

    def as_draft(self) -> str:
        """Return the drawing as text, valid or not; `of_draft` reads it."""
        return json.dumps(asdict(self) | {"edition": OwnEdition.FOLDERS.get(self.edition, self.edition)}) + "\n"

    @classmethod
    def of_draft(cls, text: str) -> Sketch:
        """Return the drawing in a draft.

        Raises:
            AnalyzerError: the text holds no drawing.
        """
        try:
            (plain,) = [read_json(line) for line in text.splitlines() if not line.startswith("#")]
            read = DraftFields.model_validate(plain)
            others = read_json(read.others)
            if not isinstance(others, dict) or not {*others} <= {"dice", "switches"}:
                raise ValueError("others")
        except ValueError:
            raise AnalyzerError("the draft cannot be read: it holds no drawing") from None
        return cls(**{**dict(read), "edition": FOLDERS.named(read.edition)})

    def but(self, **changed: Any) -> Sketch:
        """Return a copy with some fields changed."""
        return replace(self, **changed)

    def marked(self, box: Box, mark: str) -> Sketch:
        """Return a copy with a planet, a special box or nothing in a box; each planet is in one box only."""
        left = tuple(one for one in self.marks if one[0] != box and (one[1] != mark or mark not in PLANETS))
        return replace(self, marks=left if mark == EMPTY else (*left, (box, mark)))

    def erased(self, box: Box) -> Sketch:
        """Return a copy without the last track in a box, and without its fill."""
        there = [number for number, track in enumerate(self.tracks) if track.box == box]
        tracks = tuple(track for number, track in enumerate(self.tracks) if number not in there[-1:])
        return replace(self, tracks=tracks, filled=tuple(one for one in self.filled if one != box))

    def resized(self, columns: int, rows: int) -> Sketch:
        """Return a copy of another size, without marks, tracks and filled boxes outside; scored routes stay."""

        def is_inside(box: Box) -> bool:
            return box[0] <= columns and box[1] <= rows

        return replace(
            self,
            columns=columns,
            rows=rows,
            marks=tuple(one for one in self.marks if is_inside(one[0])),
            tracks=tuple(track for track in self.tracks if is_inside(track.box)),
            filled=tuple(filter(is_inside, self.filled)),
        )

    @property
    def dice(self) -> tuple[str, ...]:
        """Colours of the usual dice for the number of traders."""
        return rules_of(self.edition).dice_for(len(self.names))

    @property
    def is_galaxy(self) -> bool:
        """Whether nothing but the galaxy is drawn."""
        return not (self.tracks or self.filled or self.scored or self.turn)

    def _of_galaxy(self) -> Plain:
        """Return the fields of the drawn galaxy's file."""
        planets = {mark: list(box) for box, mark in self.marks if mark in PLANETS}
        specials = [[MARKS[mark], *box] for box, mark in self.marks if mark in MARKS]
        size = {"columns": self.columns, "rows": self.rows, "wrap": self.wrap, "end_after": self.end_after}
        return {"name": self.name, **size, "planets": planets, "specials": specials, **json.loads(self.others)}

    def galaxy(self) -> Galaxy:
        """Return the drawn galaxy.

        Raises:
            AnalyzerError: the drawing is no galaxy yet.
        """
        return Galaxy.from_dict(self._of_galaxy(), self.edition)

    def checked(self) -> tuple[Position | None, list[Plain]]:
        """Return the drawn position and the faults of the drawing.

        Returns:
            The position, or None if the drawing is no valid position. Then each fault: its `text`, and as `box` the box
            that it is about, None for no box.
        """
        try:
            galaxy = self.galaxy()
            named(self.names)
        except AnalyzerError as error:
            return None, [{"text": fault.text, "box": None} for fault in error.faults]
        flaws = position_flaws(galaxy, len(self.names), self.tracks, self.filled, self.scored)
        if flaws:
            return None, [{"text": flaw.text, "box": self._box_of(flaw)} for flaw in flaws]
        position = Position(galaxy, self.names, self.tracks, self.filled, self.scored, self.turn, self.name)
        return position, [{"text": flaw.text, "box": None} for flaw in turn_flaws(position)]

    def _box_of(self, flaw: Flaw) -> Box | None:
        """Return the box that a flaw is about; None if it is about none."""
        match flaw.path:
            case ("tracks", int(number)) if number < len(self.tracks):
                return self.tracks[number].box
            case ("filled", int(number)) if number < len(self.filled):
                return self.filled[number]
        return None
