"""Addition of saved runs that have different seeds, or different trials of one seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import Any

from analyzer.answers.note import Note, warning
from analyzer.errors import AnalyzerError, brief, named_setting
from analyzer.montecarlo.blocks import columns_of
from analyzer.montecarlo.stretch import Stretch, merge_stretches
from analyzer.runs.store import Run, SaveFile, check_new, differences, read, read_identity, write_new
from analyzer.world import rebuild, result_of

MOST = 6
"""Maximum number of gaps that are listed."""
OWN = ("seed", "first")
"""Fields of a described experiment that may differ between saved runs that are added up."""


@dataclass(frozen=True)
class _Piece:
    """A range of trials of one run, without a gap, in one save file."""

    path: str
    described: dict[str, Any]
    stretch: Stretch
    counted: Any


def merge(
    paths: Sequence[str | Path], out: str | Path | None = None, *, plain: bool = False, whole: bool = False
) -> list[Any]:
    """Add up saved runs and return one result for each experiment that the files hold.

    The files must hold the same experiments under the same rules. Only their seeds and the numbers of their trials may
    differ.

    Args:
        paths: paths of the save files.
        out: path of a new save file for the sum, or None.
        plain: whether to leave means uncorrected by the known chances of the draws.
        whole: whether to keep all whole blocks of a damaged file, instead of refusing it. A note says how many.

    Raises:
        AnalyzerError: if the files differ in anything else, if two of them hold the same trial, or if `out` exists.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> from tempfile import mkdtemp
    >>> folder = mkdtemp()
    >>> for first in (0, 50):
    ...     flown = analyzer.fly([ship], flights=50, first=first, rivals="alone", save=f"{folder}/{first}")
    >>> [both] = analyzer.merge([f"{folder}/0", f"{folder}/50"])
    >>> both["First Mile"].credits.n
    100
    """
    is_list = isinstance(paths, Sequence) and not isinstance(paths, str) and len(paths) > 0
    if not is_list or not all(isinstance(path, str | Path) for path in paths):
        raise AnalyzerError(f"files {brief(paths)}: give a list of save files")
    if out is not None:
        check_new(out)
    identities = {str(path): read_identity(path) for path in paths}
    if len(identities) < len(paths):
        raise AnalyzerError("a file is named twice: name each once")
    (where, first), *others = identities.items()
    faults = [fault for path, identity in others for fault in _differences(where, first, path, identity)]
    if faults:
        raise AnalyzerError(faults)
    files = {path: read(path, whole=whole) for path in identities}
    groups = _groups(files)
    left_out = [*_left_out(files)]
    results = [_result(kind, pieces, plain) for kind, pieces in groups]
    results = [replace(one, remarks=(*one.remarks, *left_out)) for one in results] if left_out else results
    if out is not None:
        # A single file keeps all its runs, even those without trials, because its command continues with the new file.
        runs: list[dict[str, Any]] = [*next(iter(files.values())).identity["runs"]] if len(files) == 1 else []
        pieces: list[tuple[int, Run]] = []
        for piece in (piece for _, group in groups for piece in group):
            # By identity, because a ship that is named twice has two runs with equal descriptions.
            number = next((at for at, run in enumerate(runs) if run is piece.described), len(runs))
            runs += [piece.described] * (number == len(runs))
            pieces.append((number, Run(piece.stretch.first, piece.counted)))
        write_new(out, first | {"runs": runs}, pieces)
    return results


def _left_out(files: dict[str, SaveFile]) -> Iterator[Note]:
    """Yield a note on each damaged file: how many of its blocks are kept, and which trials are missing."""
    for path, saved in files.items():
        trials = _trials(saved.identity["runs"][0], path)
        if saved.left_out:
            kept = f"{saved.lines - 1:,} whole blocks with {saved.trials:,} {trials} are kept"
            yield warning(
                f"{path}: {kept}, {saved.left_out:,} damaged {'one is' if saved.left_out == 1 else 'are'} left out."
            )
        if gaps := dict.fromkeys(f"{gap[0]:,} to {gap[-1]:,}" for gap in saved.gaps()):
            listed = ", ".join([*gaps][:MOST]) + f" and {len(gaps) - MOST} more" * (len(gaps) > MOST)
            cure = "the command that wrote the file runs them if it saves to the merged file"
            yield warning(f"{path}: {trials} {listed} are missing: {cure}.")


def _kinds(identity: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the distinct experiments that a save file describes, without their seeds and first trials."""
    kinds: list[dict[str, Any]] = []
    for run in identity["runs"]:
        kind = {key: value for key, value in run.items() if key not in OWN}
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def _differences(where: str, first: dict[str, Any], path: str, identity: dict[str, Any]) -> Iterator[str]:
    """Yield lines on the runs in which a second file differs from the first; none if they hold the same experiments."""
    one, other = (each | {"runs": _kinds(each)} for each in (first, identity))
    differing = differences(one, other, f"in {where}", f"in {path}")
    if differing:
        yield f"{path}: holds other runs than {where}: merge files of the same ships, captains, route and version"
        yield from (f"  {each}" for each in differing)


def _groups(files: dict[str, SaveFile]) -> list[tuple[dict[str, Any], list[_Piece]]]:
    """Return each distinct experiment with the trials of it that the files hold, ordered by seed and trial."""
    groups: list[tuple[dict[str, Any], list[_Piece]]] = []
    path, saved = next(iter(files.items()))
    for kind in _kinds(saved.identity):
        pieces = sorted(_pieces(files, kind), key=lambda piece: piece.stretch)
        if pieces:
            _check_disjoint(pieces)
            groups.append((kind, pieces))
    if not groups:
        raise AnalyzerError(
            f"{', '.join(files)}: no {_trials(saved.identity['runs'][0], path)} are saved there yet: run some first"
        )
    return groups


def _pieces(files: dict[str, SaveFile], kind: dict[str, Any]) -> Iterator[_Piece]:
    """Yield the trials of one experiment that the files hold; seeds may differ."""
    for path, file in files.items():
        met: list[dict[str, Any]] = []
        for number, described in enumerate(file.identity["runs"]):
            # the same ship named twice was run twice through the same trials
            again = described in met
            met.append(described)
            if not again and {**described, **dict.fromkeys(OWN)} == {**kind, **dict.fromkeys(OWN)}:
                for run in (run for at, run in file.pieces() if at == number):
                    yield _Piece(path, described, Stretch(described["seed"], run.first, run.trials), run.counted)


def _check_disjoint(pieces: list[_Piece]) -> None:
    """Raise AnalyzerError if two ranges of trials, sorted by seed and trial, have a trial in common."""
    faults = []
    for one, other in pairwise(pieces):
        if one.stretch.seed == other.stretch.seed and other.stretch.first < one.stretch.end:
            last = min(one.stretch.end, other.stretch.end) - 1
            faults.append(
                f"{other.path}: {_trials(one.described, one.path)} {other.stretch.first} to {last} of seed "
                f"{one.stretch.seed} are in {one.path} too: leave out one of the files, or run with another "
                f"{named_setting('seed')} or {named_setting('first')}"
            )
    if faults:
        raise AnalyzerError(faults)


def _trials(kind: dict[str, Any], path: str) -> str:
    """Return the name of an experiment's trials, in the plural."""
    several: str = rebuild(kind, path).TRIAL[1]
    return several


def _result(kind: dict[str, Any], pieces: list[_Piece], plain: bool) -> Any:
    """Return the result of all trials of one experiment; raise AnalyzerError if this version counts other metrics."""
    where = pieces[0].path
    experiment = rebuild(kind | {"seed": pieces[0].stretch.seed}, where)
    try:
        # One trial shows which metrics this version counts.
        expected = experiment.count(columns_of(experiment, 0, 1)).shape
    except AnalyzerError as error:
        raise AnalyzerError(fault if fault.path else fault.in_file(where) for fault in error.faults) from error
    if any(piece.counted.shape != expected for piece in pieces):
        raise AnalyzerError(f"{where}: holds other metrics than this version of analyzer counts: start a new file")
    counted = reduce(add, (piece.counted for piece in pieces))
    return result_of(experiment, counted, merge_stretches(each.stretch for each in pieces), plain)
