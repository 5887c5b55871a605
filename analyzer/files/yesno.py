"""Yes and no in files: YAML 1.2 reads them as words, and `true` and `false` say the same."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, StrictBool

WORDS = {word: said == "yes" for said in ("yes", "no") for word in (said, said.capitalize(), said.upper())}


def _truth(value: object) -> object:
    """What such a word says, or the value itself."""
    return WORDS.get(value, value) if isinstance(value, str) else value


YesOrNo = Annotated[StrictBool, BeforeValidator(_truth)]
"""Of a schema: a field that says yes or no."""
