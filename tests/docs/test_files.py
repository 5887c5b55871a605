"""The pages on files: their tables are those of the schemas, and their examples are files that are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import analyzer
from analyzer import load_titles, lorry, starship
from analyzer.lorry import load_record
from docs.builder import fields
from docs.builder.commands import Typed, steps
from tests.doors.lorry import schema as schema_module
from tests.doors.starship import STEPS
from tests.doors.trucker_paper import load_mapping
from tests.doors.trucker_questions import sweep
from tests.places import ROOT

DOCS = ROOT / "docs"
PAGES = {page: (DOCS / page).read_text(encoding="utf-8") for page in fields.pages()}
TRUCKER, STARSHIP, LORRY = (f"reference/files-{game}.md" for game in ("trucker", "starship", "lorry"))
MESSAGES = (
    *("analyzer.host.messages", "analyzer.host.notes"),
    *("analyzer.trucker.designer.messages", "analyzer.lorry.designer.messages"),
)
NO_FILES = (*MESSAGES, "analyzer.lorry.designer.sketch")
"""Modules whose schemas read what pages send and the drafts of a designer: nobody writes those by hand."""
LOADERS: dict[str, dict[str, Callable[[Path], Any]]] = {
    TRUCKER: {
        "ship.yaml": analyzer.load_ship,
        "components.yaml": analyzer.load_ship,
        "mapping.yaml": load_mapping,
        "mine/edition.yaml": lambda path: analyzer.load_edition(path.parent),
        "captain.yaml": analyzer.load_captain,
        "forecast.yaml": analyzer.load_forecast,
        "position.yaml": analyzer.load_position,
        "record.yaml": analyzer.replay,
        "titles.yaml": lambda path: load_titles(path, "2021"),
        "plan.yaml": sweep.load_plan,
    },
    STARSHIP: {
        "ship.yaml": starship.load_ship,
        "position.yaml": starship.load_position,
        "record.yaml": starship.replay,
        "captain.yaml": starship.load_captain,
    },
    LORRY: {
        "galaxy.yaml": lorry.load_galaxy,
        "position.yaml": lorry.load_position,
        "record.yaml": lorry.replay,
        "captain.yaml": lorry.load_captain,
    },
}


def written(page: str, folder: Path) -> dict[str, Any]:
    """By name of each example what its loader made of it."""
    files = [step for step in steps(PAGES[page]) if isinstance(step, Typed)]
    for file in files:
        file.write(folder)
    return {file.name: LOADERS[page][file.name](folder / file.name) for file in files}


def schemas_of_files() -> Iterator[str]:
    """Every schema of the package that has fields of its own, by module and name."""
    paths = [path for path in sorted((ROOT / "analyzer").rglob("*.py")) if "pydantic" in path.read_text("utf-8")]
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths)
    modules = [import_module(name) for name in names if name not in NO_FILES]  # all of them: one may extend another's
    for module in modules:
        for name, one in vars(module).items():
            is_schema = isinstance(one, type) and issubclass(one, BaseModel) and one.__module__ == module.__name__
            if is_schema and one.model_fields and not one.__subclasses__():
                yield f"{module.__name__}:{name}"


# Tables


@pytest.mark.parametrize("page", PAGES)
def test_page_tables_match_schemas(page: str) -> None:
    """Run `python -m docs.builder.fields` to write them anew where they differ."""
    assert fields.filled(PAGES[page]) == PAGES[page]


def test_every_file_schema_has_table() -> None:
    tables = {schema for text in PAGES.values() for schema in fields.schemas(text)}
    tables |= {f"{step.schema.__module__}:{step.schema.__name__}" for step in STEPS.values()}
    assert {*schemas_of_files()} - tables == set()
    assert {*PAGES} == {TRUCKER, STARSHIP, LORRY}


def test_tables_list_exactly_schema_fields() -> None:
    """Counted in the page, by the fields that pydantic knows."""
    for text in PAGES.values():
        for place in fields.PLACE.finditer(text):
            if place[2] == "fields":
                schema = fields.named(place[3])
                listed = re.findall(r"^\| `(\w+)` \|", place[0], re.MULTILINE)
                names = {name: field.alias or name for name, field in schema.model_fields.items()}
                own = [there for name, there in names.items() if there in listed or name in schema.__annotations__]
                assert listed == own, place[3]


def test_field_rows_describe_types_in_words() -> None:
    rows = dict(fields.rows(fields.named("analyzer.starship.ship.schema:ShipFile")))
    assert rows["astro"] == ("whole number from 0 to 10,000", "`25`", "Astro in the purse.")
    assert rows["crest"][0] == "`moon`, `sun`"
    assert rows["boosters"][:2] == ("list of at most 20 whole numbers from 1 to 2", "`[1, 1]`")
    assert rows["stations"][0] == "list of at most 70 stations"
    drawn = dict(fields.rows(fields.named("analyzer.lorry.records.game_record:DrawFields")))
    assert (drawn["die"][1], drawn["box"][:2]) == ("needed", ("[column, row]", ""))
    assert drawn["then"][0] == "list of [special boxes](#a-special-box)"


# Examples


@pytest.mark.parametrize("page", LOADERS)
def test_page_examples_are_read(page: str, tmp_path: Path) -> None:
    assert {*written(page, tmp_path)} == {*LOADERS[page]}


def test_starship_example_record_uses_every_step(tmp_path: Path) -> None:
    replayed = written(STARSHIP, tmp_path)["record.yaml"]
    assert replayed.reasons == [None] * len(replayed.steps)
    assert {*replayed.steps} == {*STEPS}


def test_lorry_example_record_shows_every_box(tmp_path: Path) -> None:
    replayed = written(LORRY, tmp_path)["record.yaml"]
    assert replayed.refused == ()
    draws = [draw for one in load_record(tmp_path / "record.yaml").rounds for draw in one.draws]
    said = {name for draw in draws for then in draw.then for name in then.model_fields_set}
    assert said == {*schema_module.ThenFields.model_fields}
    assert any(draw.score for draw in draws)
