"""Galaxy files: YAML to Galaxy and back, with every fault at once, each with file, line, box and cure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, brief
from analyzer.files.atomic import write_whole
from analyzer.files.flaws import Flaw, by_line, in_file
from analyzer.files.yamlfile import as_scalar, judge, parse_mapping, read_text
from analyzer.lorry.edition import OwnEdition, played_by
from analyzer.lorry.editions.folder import reading
from analyzer.lorry.galaxy.boxes import NAME
from analyzer.lorry.galaxy.ending import beyond
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.schema import GalaxyFile, galaxy_fields
from analyzer.lorry.tables import scoring
from analyzer.world import refuse_other_world

GalaxyLike = str | Path | Mapping[str, Any] | Galaxy
"""A galaxy, or the path or the fields of its file."""
OF_POSITIONS = ("galaxy", "traders", "grid", "tracks", "filled", "scored", "turn")
"""Fields that only positions have."""
TAKE_POSITIONS = ("inspect", "routes", "turn", "advise", "exact")
"""The verbs that may be given a position."""


def load_galaxy(source: GalaxyLike) -> Galaxy:
    """The galaxy in a galaxy file, or in the fields of one; raises AnalyzerError with every fault.

    >>> from analyzer import lorry
    >>> lorry.load_galaxy("ships/lorry/sixteen-by-ten.yaml").fewest_boxes(2, 3)
    7
    """
    if isinstance(source, Galaxy):
        return source
    if isinstance(source, Mapping):
        with reading(source, "galaxy"):
            return Galaxy.from_dict(source)
    if not isinstance(source, str | Path):
        raise AnalyzerError(f"{brief(source)}: give the path of a galaxy file")
    return parse_galaxy(read_text(Path(source)), str(source))


def parse_galaxy(text: str, where: str = "galaxy") -> Galaxy:
    """The galaxy in the text of a file; `where` names it in faults."""
    data = parse_mapping(text, where, "lorry")
    refuse_other_world(data, where, "lorry")
    return galaxy_of(data, where)


def galaxy_of(data: Any, where: str) -> Galaxy:
    """The galaxy of a file's mapping; raises AnalyzerError with every fault and its line, also for a position."""
    with reading(data, where):
        return _galaxy_of(data, where)


def _galaxy_of(data: Any, where: str) -> Galaxy:
    if flaws := list(_other_sort(data)):
        raise AnalyzerError(in_file(flaws, data, where))
    judged = judge(GalaxyFile, data)
    made, flaws = galaxy_fields(judged.right, data)
    faults = by_line(in_file([*judged.flaws, *flaws], data, where))
    if faults:
        raise AnalyzerError(faults)
    galaxy = Galaxy(**made)
    if flaws := beyond(galaxy, data):
        raise AnalyzerError(in_file(flaws, data, where))
    return galaxy


def _other_sort(data: Any) -> Iterator[Flaw]:
    """That the file is a position or a record, and who takes those."""
    names = data if isinstance(data, Mapping) else ()
    if "rounds" in names:
        yield Flaw(("rounds",), "this is the record of a game, not a galaxy: check it with `analyzer lorry replay`")
    elif field := next((field for field in OF_POSITIONS if field in names), None):
        verbs = f"{', '.join(TAKE_POSITIONS[:-1])} and {TAKE_POSITIONS[-1]}"
        yield Flaw(
            (field,),
            f"this is a position, and a galaxy is needed here: {verbs} take positions, race and pairs with --from",
        )


def write_galaxy(galaxy: Galaxy, where: str | Path | None = "") -> str:
    """The galaxy as the text of a file that reads back as the same.

    where: the file from which its edition is seen; None: its edition is not named.
    """
    own = where is not None and galaxy.edition in OwnEdition.KNOWN
    lines = [f"edition: {as_scalar(OwnEdition.seen_from(galaxy.edition, where or 'galaxy.yaml'))}"] if own else []
    lines += [f"name: {json.dumps(galaxy.name, ensure_ascii=False)}"] if galaxy.name != NAME else []
    lines += [f"wrap: {galaxy.wrap}"]
    with played_by(galaxy.edition):
        usual = scoring("end_after")
    if galaxy.end_after != usual or not beyond(galaxy, {"end_after": usual}):
        lines.append(f"end_after: {galaxy.end_after}")
    lines += ["map: |", *(f"  {' '.join(row)}" for row in galaxy.map_rows())]
    plain = galaxy.to_dict()
    if "dice" in plain:
        lines.append(f"dice: {_flow({colour: _flow(faces) for colour, faces in plain['dice'].items()})}")
    if "switches" in plain:
        lines.append(f"switches: {_flow({name: json.dumps(value) for name, value in plain['switches'].items()})}")
    return "\n".join(lines) + "\n"


def _flow(fields: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + "}"


def save_galaxy(galaxy: GalaxyLike, path: str | Path) -> None:
    """Write a galaxy file; raises AnalyzerError where none can be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> lorry.save_galaxy(lorry.default_galaxy(wrap="rows"), path)
    >>> lorry.load_galaxy(path) == lorry.default_galaxy(wrap="rows")
    True
    """
    write_whole(path, write_galaxy(load_galaxy(galaxy), path))
