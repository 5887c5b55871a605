"""Messages that no page sends."""

from __future__ import annotations

import json
import random

KINDS = ("lay", "try", "turn", "in_hand", "take_off", "alien", "reserve", "rename", "captain", "company", "undo",
         "keep", "new", "open_text", "open_link", "save", "where", "gain", "cures", "recover", "discard",
         "recover_versions", "discard_versions",
         "nix", "__init__", None, 7)  # fmt: skip
WORST = (
    None,
    -1,
    0,
    10**400,
    1.5,
    "",
    "x" * 70,
    "SC3333",
    "CN0000>",
    [],
    [1],
    [7, 7],
    [99, 1],
    {},
    True,
    "\x00",
    "<b>",
)
FIELDS = ("part", "at", "taken", "by", "colour", "count", "name", "on", "board", "text", "held", "number", "id", "nix")


def hostile(chance: random.Random) -> str:
    if chance.random() < 0.1:
        return chance.choice(
            ["", "{", "[]", "null", '"hello"', "[" * 10_000, '{"kind": "lay",', "\x00", '{"kind": NaN}']
        )
    fields = {chance.choice(FIELDS): chance.choice(WORST) for _ in range(chance.randrange(5))}
    return json.dumps({"kind": chance.choice(KINDS), **fields})
