"""Lines of save files: none may be missing, twice, in another place or of another file; all else is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from tests.conftest import all_but
from tests.doors.montecarlo import blocks
from tests.doors.runs import Store, read, rebuild
from tests.doors.runs import store as stores
from tests.doors.trucker_flights import Experiment
from tests.facts import untold
from tests.places import ROOT

MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"
BOTH = [analyzer.load_ship(path) for path in (MILE, MILE.with_name("paper-arrow.yaml"))]
STEP = 4
"""Trials of a line."""
Lines = tuple[bytes, ...]


GAMES: dict[str, Callable[..., Any]] = {
    "flights": lambda trials, **how: analyzer.fly(BOTH[:1], flights=trials, rivals="alone", **how),
    "comparison": lambda trials, **how: analyzer.compare(BOTH, flights=trials, rivals="alone", **how),
    "two runs": lambda trials, **how: analyzer.fly(BOTH, flights=trials, rivals="alone", **how),
    "starship": lambda trials, **how: starship.fly(ROOT / "ships" / "starship" / "midgame.yaml", trials, **how),
    "lorry": lambda trials, **how: lorry.fly(ROOT / "ships" / "lorry" / "small.yaml", trials, **how),
}


@pytest.fixture(autouse=True)
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHECK_STEP", "FIRST"):
        monkeypatch.setattr(blocks, name, STEP)


@pytest.fixture(autouse=True)
def rebuilt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of equal headers are put together once: that takes longer than all else."""
    monkeypatch.setattr(stores, "rebuild", lambda run, where: rebuilt(json.dumps(run)))


@cache
def rebuilt(run: str) -> Any:
    return rebuild(json.loads(run), "here")


@cache
def saved(game: str, seed: int, trials: int) -> Lines:
    """The lines of a save file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.save"
        GAMES[game](trials, seed=seed, save=path)
        return tuple(path.read_bytes().splitlines(keepends=True))


def one_change(lines: Lines, others: Sequence[Lines]) -> Iterator[Lines]:
    """All that is made of a file by taking out, exchanging, doubling, replacing or putting in one line."""
    every = range(len(lines))
    yield from (lines[:at] + lines[at + 1 :] for at in every)
    for one, other in combinations(every, 2):
        yield (*lines[:one], lines[other], *lines[one + 1 : other], lines[one], *lines[other + 1 :])
    for line in {line for each in (lines, *others) for line in each}:
        yield from ((*lines[:at], line, *lines[at:]) for at in range(len(lines) + 1))
        yield from ((*lines[:at], line, *lines[at + 1 :]) for at in every)


def every_file(lines: Lines, others: Sequence[Lines]) -> Iterator[Lines]:
    """Every file of up to four lines of these files, or of three where there are many."""
    known = sorted({line for each in (lines, *others) for line in each})
    for size in range(1, 5 if len(known) < 12 else 4):
        yield from product(known, repeat=size)


def check(path: Path, lines: Lines, whole: Sequence[Lines]) -> bool:
    """Whether a file of those lines is refused, by whoever reads or goes on; only one that was begun so is not."""
    text = b"".join(lines)
    path.write_bytes(text)
    if any(lines and each[: len(lines)] == lines for each in whole):
        assert read(path).complete_bytes == len(text)
        return False
    for use in (read, go_on):
        with pytest.raises(AnalyzerError, match=str(path)):
            use(path)
    assert path.read_bytes() == text
    return True


def go_on(path: Path) -> None:
    """Open the file to add to it, as the run does whose header it has."""
    identity = json.loads(path.read_bytes().partition(b"\n")[0] or "{}").get("identity", {})
    with Store(path, identity, [rebuilt(json.dumps(run)) for run in identity.get("runs", ())]):
        pass


@pytest.mark.long
@pytest.mark.parametrize("changes", all_but({every_file}, [one_change, every_file]))
@pytest.mark.parametrize("game", all_but({"two runs", "starship"}, [*GAMES]))
def test_changed_lines_are_refused(tmp_path, game, changes):
    """Lines of two seeds and of a shorter run, cut within a line or at its end, are mixed."""
    lines, *others = whole = [
        saved(game, seed, trials) for seed, trials in ((1, 3 * STEP), (2, 3 * STEP), (1, STEP + 1), (1, 2 * STEP))
    ]
    refused = [check(tmp_path / "run.save", changed, whole) for changed in changes(lines, others)]
    assert sum(refused) > 50


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda one, other: one[:1] + one[2:], "line 2: damaged: it was line 3 of this file"),
        (lambda one, other: one[:1] + other[1:], "line 2: damaged: it belongs to another file"),
        (lambda one, other: one + one[-1:], "line 5: damaged: it was line 4 of this file"),
    ],
)
def test_command_names_the_damaged_line(command, tmp_path, changed, says):
    path = tmp_path / "s"
    path.write_bytes(b"".join(changed(saved("flights", 1, 3 * STEP), saved("flights", 2, 3 * STEP))))
    before = path.read_bytes()
    for verb in (("fly", str(MILE), "--alone", "--flights", "99", "--save", "s"), ("merge", "s")):
        refused = command(*verb)
        assert (refused.code, refused.out) == (2, "")
        assert f"s, {says}: " in refused.told
        assert ("merge s --whole --out NEW" in refused.told) == ("another file" not in says)
    assert path.read_bytes() == before


def damaged(line: bytes) -> bytes:
    return line.replace(b'"run":', b'"rum":')


CUTS: dict[str, tuple[Callable[[Lines], bytes], int, int]] = {
    "last": (lambda lines: b"".join([*lines[:-1], damaged(lines[-1]), b"more"]), 2, 2),
    "between": (lambda lines: b"".join([*lines[:2], damaged(lines[2]), *lines[3:]]), 2, 1),
    "first": (lambda lines: b"".join([lines[0], damaged(lines[1]), *lines[2:]]), 2, 1),
    "beginning": (lambda lines: b"".join([*lines[:2], lines[2].replace(b"header", b"HEADER"), *lines[3:]]), 2, 1),
    "line end": (lambda lines: b"".join(lines[:2])[:-1] + b"?" + b"".join(lines[2:]), 3, 1),
    "blank": (lambda lines: b"".join([*lines[:2], bytes(len(lines[2])), *lines[3:]]), 2, 1),
    "missing": (lambda lines: b"".join([*lines[:2], *lines[3:]]), 2, 0),
    "twice": (lambda lines: b"".join([*lines, lines[2]]), 3, 1),
    "torn": (lambda lines: b"".join([*lines[:2], lines[2][:-40], *lines[3:]]), 2, 1),
}
"""Damages to a file of three blocks, each with the numbers of whole blocks and of lines that are left out."""


@pytest.mark.parametrize("cut", CUTS)
def test_damaged_file_keeps_whole_blocks(command, tmp_path, cut):
    """Blocks after the damage are kept too; the run fills the gap and ends as if nothing had happened."""
    lines = saved("flights", 1, 3 * STEP)
    damage, blocks_kept, left_out = CUTS[cut]
    (tmp_path / "s").write_bytes(text := damage(lines))
    offer = f"{blocks_kept} whole blocks ({blocks_kept * STEP} trials)", f"{left_out} cannot"
    assert not untold(command("merge", "s").told, *offer)
    told = command("merge", "s", "--whole", "--out", "new")
    assert told.code == 0
    note = f"{blocks_kept} whole blocks with {blocks_kept * STEP} flights"
    said = " ".join(told.out.split())
    assert (note in said) == (left_out > 0)
    assert (f"flights {STEP} to {2 * STEP - 1} are missing" in said) == (
        cut not in ("last", "first", "line end", "twice")
    )
    assert sum(run.trials for _, run in read(tmp_path / "new").pieces()) == blocks_kept * STEP
    GAMES["flights"](3 * STEP, seed=1, save=tmp_path / "new")
    assert read(tmp_path / "new").runs == read_whole(tmp_path, lines)
    assert (tmp_path / "s").read_bytes() == text


def test_gap_is_filled_once(tmp_path, monkeypatch):
    """Only trials that are missing run again, in blocks of any size, before and after an interruption."""
    lines = saved("flights", 1, 5 * STEP)
    (tmp_path / "s").write_bytes(b"".join([*lines[:2], *lines[4:]]))
    analyzer.merge([tmp_path / "s"], tmp_path / "new", whole=True)
    ran: list[range] = []
    run_block = Experiment.run_block

    def watched(self: Any, first: int, trials: int) -> Any:
        ran.append(range(first, first + trials))
        return run_block(self, first, trials)

    monkeypatch.setattr(Experiment, "run_block", watched)
    GAMES["flights"](2 * STEP, seed=1, save=tmp_path / "new")
    result = GAMES["flights"](6 * STEP, seed=1, save=tmp_path / "new")
    assert sorted(trial for each in ran for trial in each) == [*range(STEP, 3 * STEP), *range(5 * STEP, 6 * STEP)]
    assert result.trials == 6 * STEP
    assert read(tmp_path / "new").runs == read_whole(tmp_path, saved("flights", 1, 6 * STEP))


def test_run_without_blocks_starts_again(tmp_path):
    lines = saved("two runs", 1, 2 * STEP)
    (tmp_path / "s").write_bytes(b"".join([*lines[:3], *map(damaged, lines[3:]), b"more"]))
    analyzer.merge([tmp_path / "s"], tmp_path / "new", whole=True)
    GAMES["two runs"](2 * STEP, seed=1, save=tmp_path / "new")
    assert read(tmp_path / "new").runs == read_whole(tmp_path, lines)


def read_whole(folder: Path, lines: Sequence[bytes]) -> dict[int, Any]:
    """The runs of a file that was never damaged."""
    (folder / "whole").write_bytes(b"".join(lines))
    return read(folder / "whole").runs


@pytest.mark.long
def test_torn_last_line_is_cut(tmp_path):
    """A line is torn if no checksum fits, wherever it was cut."""
    path, lines = tmp_path / "run.save", saved("flights", 1, 3 * STEP)
    for cut in range(1, len(lines[-1]), 97):
        path.write_bytes(b"".join(lines)[:-cut])
        assert read(path).runs[0].trials == 2 * STEP
        GAMES["flights"](3 * STEP, seed=1, save=path)
        assert path.read_bytes() == b"".join(lines)
