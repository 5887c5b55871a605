"""Tables of the fields of files, made from the schemas that read them and the docstrings below their fields.

A page marks the place of a table with `<!-- fields MODULE:SCHEMA -->` (or `<!-- steps MODULE:STEPS -->`) and
`<!-- end -->`. `python -m docs.builder.fields` writes the tables anew; `tests/docs/test_files.py` says if they are old.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from textwrap import dedent
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from docs.builder.paths import DOCS

PLACE = re.compile(r"(<!-- (fields|steps) (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
SHARED = "analyzer.files"
"""Package of schemas whose fields the files of every game have."""
STEP = "do"
"""Field by which a record names a step."""
HEAD = "| field | what it holds | default | what it means |\n|---|---|---|---|"
STEPS_HEAD = "| `do:` | its fields | what they hold | default | what it means |\n|---|---|---|---|---|"
BY_HAND = {
    "starship.PositionFile.moon": "the fields of a ship, or the path of a ship file",
    "starship.PositionFile.sun": "the fields of a ship, or the path of a ship file",
    "starship.PositionFile.turn": "`moon`, `sun`, or a whole number from 1 to 200",
    "starship.CaptainFile.goods": "for each good: list of two numbers",
    "starship.CaptainFile.astro": "list of [whole number from 0 to 40, number from 0 to 10]",
    "starship.PositionFile.sectors": "by sector, 1 to 4: list of cards",
    "starship.PositionFile.seen": "by sector, 1 to 4: list of cards",
    "starship.PositionFile.seen_by_other": "by sector, 1 to 4: list of cards",
    "lorry.PositionFile.filled": "list of [column, row]",
    "lorry.PositionFile.scored": "list of [planet, planet, trader, points]",
    "lorry.PositionFile.tracks": "list of [column, row, trader, ends]",
    "lorry.GalaxyFile.planets": "by number: [column, row]",
    "lorry.GalaxyFile.specials": "list of [kind, column, row]",
    "lorry.GalaxyFile.dice": "by colour: by type of track: number of faces",
    "trucker.PlanFile.precision": "number, or by metric: number",
    "trucker.PlanFile.rivals": "list of words, or of lists of ship files",
    "trucker.PositionFile.ship": "a ship file, or the fields of a ship",
    "trucker.PositionFile.own_cards": "a table of cards (.csv), or list of [rows](../how-to/own-cards.md)",
    "trucker.PositionFile.rivals": "`field`, `alone`, or a list of ship files and of fields `ship` to `left`",
    "trucker.DecisionFields.ship": "name or number of a ship",
    "trucker.DecisionFields.keeps": "[row, column], or a list of them",
    "trucker.PositionFile.piles": "list of lists of whole numbers and `?`",
    "trucker.ForecastFile.level": "name of a level",
    "trucker.ForecastFile.piles": "list of lists of whole numbers and `?`",
}
"""Descriptions of values that the schema does not tell, as `game.Schema.field`."""
NOUNS = {
    "ThenFields": "special box",
    "ThinkingFile": "thinker",
    "GoodsFields": "cargo",
    "HoldEntry": "container",
    "BatteryEntry": "battery pack",
}
"""Nouns for schemas within a file whose name does not tell."""
PLURALS = {"text": "texts", "card": "cards", "colony": "colonies", "station": "stations", "adventure": "adventures"}
PLURALS |= {"whole number": "whole numbers", "number": "numbers", "name": "names"}
SCALARS = {"string": "text", "boolean": "yes or no", "integer": "whole number", "number": "number", "null": "nothing"}


def pages() -> list[str]:
    """Return the pages of docs/ that hold such tables."""
    texts = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
    return [page for page, text in texts.items() if PLACE.search(text)]


def filled(text: str) -> str:
    """Return the text of a page with every table made anew from its schema."""
    return PLACE.sub(lambda found: f"{found[1]}{table(found[2], found[3])}\n{found[4]}", text)


def schemas(text: str) -> list[str]:
    """Return the schemas of a page's tables as `module:name`, in order."""
    return [found[3] for found in PLACE.finditer(text)]


def named(where: str) -> Any:
    """Return the object that `module:name` names."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def table(kind: str, where: str) -> str:
    """Return the table of a schema's fields, or of the steps of records.

    Args:
        kind: `fields` or `steps`.
        where: schema or mapping of steps, as `module:name`.
    """
    if kind == "steps":
        return "\n".join([STEPS_HEAD, *(row for name, step in named(where).items() for row in _step(name, step))])
    return "\n".join([HEAD, *(f"| `{name}` | {' | '.join(cells)} |" for name, cells in rows(named(where)))])


def rows(schema: type[BaseModel]) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield the name of each field with its kind of value, its default and its meaning."""
    whole = schema.model_json_schema(by_alias=False)
    means, game = meanings(schema), schema.__module__.split(".")[1]
    for name in own_fields(schema):
        by_hand = BY_HAND.get(f"{game}.{schema.__name__}.{name}")
        holds = by_hand or in_words(whole["properties"][name])
        yield (
            schema.model_fields[name].alias or name,
            (holds.replace("|", "\\|"), default_of(schema.model_fields[name]), means[name]),
        )


def own_fields(schema: type[BaseModel]) -> list[str]:
    """Return the fields of a schema, without those of another file of the game that it includes.

    Those stand in the table of that file.
    """
    others = {
        name
        for base in schema.__mro__[1:]
        if issubclass(base, BaseModel) and base is not BaseModel and _is_of_another_file(base, schema)
        for name in base.model_fields
    }
    return [name for name in schema.model_fields if name not in others]


def _is_of_another_file(base: type, schema: type) -> bool:
    return base.__module__ != schema.__module__ and not base.__module__.startswith(SHARED)


def meanings(schema: type[BaseModel]) -> dict[str, str]:
    """Return the docstring below each field in the source."""
    found: dict[str, str] = {}
    # Pydantic does not keep docstrings of fields, so they are read from the source; a subclass wins.
    for each in reversed(schema.__mro__):
        if issubclass(each, BaseModel) and each is not BaseModel:
            (tree,) = ast.parse(dedent(inspect.getsource(each))).body
            assert isinstance(tree, ast.ClassDef)
            for field, text in zip(tree.body, tree.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    assert isinstance(field.target, ast.Name)
                    found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


def in_words(known: Mapping[str, Any]) -> str:
    """Return the kind of value of a field in words, from its JSON schema."""
    if "description" in known or "const" in known or "enum" in known:
        values = known.get("enum", [known.get("const")])
        return str(known.get("description") or ", ".join(f"`{value}`" for value in values))
    if "$ref" in known:
        return f"[the fields of a {noun_of(known)}](#{anchor_of(known)})"
    if "anyOf" in known:
        return _either([in_words(one) for one in known["anyOf"] if one.get("type") != "null"])
    if known.get("type") == "array":
        return _list(known)
    if known.get("type") == "object":
        keys = in_words(known["propertyNames"]) if "propertyNames" in known else "name"
        return f"by {keys}: {in_words(known['additionalProperties'])}"
    return SCALARS[known["type"]] + _limits(known)


def noun_of(known: Mapping[str, Any]) -> str:
    """Return the noun for a schema within a file, from the JSON schema that refers to it."""
    schema = known["$ref"].rpartition("/")[2]
    return NOUNS.get(schema) or re.sub(r"(Fields|File|Entry)$", "", schema).lower()


def anchor_of(known: Mapping[str, Any]) -> str:
    """Return the anchor of the heading on a schema within a file, from the JSON schema that refers to it."""
    return f"a-{noun_of(known).replace(' ', '-')}"


def _either(words: list[str]) -> str:
    one, *others = sorted(words, key=len)
    return f"{one}, or a list of them" if others == [f"list of {one}"] else " or ".join(words)


def _list(known: Mapping[str, Any]) -> str:
    if "prefixItems" in known:
        return f"[{', '.join(in_words(one) for one in known['prefixItems'])}]"
    low, high = known.get("minItems", 0), known.get("maxItems")
    many = f"{low} " if high == low else f"at most {high} " if high else ""
    if "$ref" in known["items"]:
        noun = noun_of(known["items"])
        return f"list of {many}[{noun}{'es' if noun.endswith('x') else 's'}](#{anchor_of(known['items'])})"
    words = in_words(known["items"])
    plural = re.sub(rf"^({'|'.join(PLURALS)})\b", lambda noun: PLURALS[noun[0]], words)
    return f"list of {many}{plural}"


def _limits(known: Mapping[str, Any]) -> str:
    low, high = known.get("minimum", known.get("ge")), known.get("maximum", known.get("le"))
    if low is not None:
        return f" from {low:,} to {high:,}" if high is not None else f", at least {low:,}"
    return f" of at most {known['maxLength']:,} characters" if "maxLength" in known else ""


def default_of(field: FieldInfo) -> str:
    """Return the default of a field as shown in a table."""
    if field.is_required():
        return "needed"
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined or value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return "no" if not value else "yes"
    if isinstance(value, list) and isinstance(value[0], BaseModel):
        return "one without fields"
    return f"`{value if isinstance(value, str) else json.dumps(value).replace(chr(34), '')}`"


def _step(name: str, step: Any) -> Iterator[str]:
    """Yield the rows of a step: its docstring, then its fields."""
    yield f"| `{name}` | | | | {' '.join((inspect.getdoc(step.do) or '').split())} |"
    for field, cells in rows(step.schema):
        if field != STEP:
            yield f"| | `{field}` | {' | '.join(cells)} |"


def main() -> None:
    """Write the tables of all pages anew."""
    for page in pages():
        path = DOCS / page
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
