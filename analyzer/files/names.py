"""Names in files: any letters of any language, and nothing that is not seen."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StrictStr

from analyzer.errors import HIDDEN


def refuse_hidden(name: str) -> str:
    """The same name; raises ValueError where it has a control or direction character."""
    if hidden := HIDDEN.search(name):
        raise ValueError(f"character U+{ord(hidden[0]):04X} in it is not seen, but steers what is: leave it out")
    return name


Name = Annotated[StrictStr, Field(min_length=1, max_length=60), AfterValidator(refuse_hidden)]
ShortName = Annotated[StrictStr, Field(min_length=1, max_length=40), AfterValidator(refuse_hidden)]
