"""The score of mutation testing: what is counted, and how it is told."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.facts import untold
from tests.proofs import afresh, mutants

CODES = {"a_1": 1, "a_2": 0, "a_3": 33, "a_4": None, "a_5": 36, "a_6": 0}
"""Killed, survived, reached by no test, not run, took too long, survived."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What mutmut leaves of two files of a world and one of another."""
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    for path, codes in (("starship/turn/a", CODES), ("starship/b", {"b_1": 1}), ("lorry/c", {"c_1": 1})):
        meta = tmp_path / "analyzer" / f"{path}.py.meta"
        meta.parent.mkdir(parents=True, exist_ok=True)
        meta.write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    (tmp_path / "docs").mkdir()
    return tmp_path


def score(folder: Path) -> dict[str, object]:
    return json.loads((folder / "docs" / "mutants-starship.json").read_text(encoding="utf-8"))


def test_mutants_are_counted_per_game(folder: Path) -> None:
    mutants.keep_score("starship", {}, (), folder)
    told = score(folder)
    assert (told["mutants"], told["tried"], told["killed"], told["survived"]) == (7, 6, 3, 3)
    assert told["survivors"] == ["a_2", "a_3", "a_6"]


def test_mutant_sample_counts_drawn_only(folder: Path) -> None:
    mutants.keep_score("starship", {"sample": 4, "seed": 3}, ("a_1", "a_2", "a_4", "b_1"), folder)
    told = score(folder)
    assert (told["mutants"], told["tried"], told["killed"], told["survivors"]) == (7, 3, 2, ["a_2"])
    sentence = mutants.tell_score()
    assert not untold(sentence, "Starship Catan", "2 of 3", "7")
    assert sentence.endswith("`make mutants WORLD=starship SAMPLE=4 SEED=3` runs it again.")


def test_explained_survivors_are_counted(folder: Path) -> None:
    mutants.keep_score("starship", {}, (), folder)
    listed = "- {mutant: a_2, change: a -> b, why: both are 1}\n- {mutant: a_9, change: c -> d, why: gone since}\n"
    (folder / "docs" / "mutants-starship-survivors.yaml").write_text(listed, encoding="utf-8")
    assert mutants.tell_score().endswith(
        "runs it again. Of the 3 that survived, 1 do what the original does ([why](mutants-starship-survivors.yaml))."
    )


def test_caches_are_cleared_per_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches of the product are cleared at the start, and before each test while coverage is learnt."""
    calls = []
    module = SimpleNamespace(cached=lru_cache(calls.append), plain=len)
    monkeypatch.setitem(afresh.sys.modules, "analyzer.made_up", module)
    for when, hook in (("", afresh.pytest_sessionstart), ("stats", afresh.pytest_runtest_setup)):
        monkeypatch.setenv("MUTANT_UNDER_TEST", when)
        module.cached(1)
        module.cached(1)
        hook()
    monkeypatch.setenv("MUTANT_UNDER_TEST", "a_1")
    module.cached(1)
    afresh.pytest_runtest_setup()
    module.cached(1)
    assert calls == [1, 1, 1]
