"""What is put in the place of something else, as a deliberate mistake: whether there is such a thing, called alike."""

from __future__ import annotations

from inspect import Parameter, isfunction, signature
from typing import Any

BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def why_it_cannot_stand_in(where: Any, name: str, instead: Any) -> str:
    """What keeps `instead` from taking the place of that attribute; "" if nothing does.

    A function has to take all arguments that the real one may be called with.
    """
    missing = object()
    real = getattr(where, name, missing)
    if real is missing:
        return f"{where}: no {name}"
    if not (isfunction(real) and isfunction(instead)):
        return ""
    most = sum(one.kind in BY_PLACE for one in signature(real).parameters.values())
    try:
        signature(instead).bind(*range(most))
    except TypeError as fault:
        return f"{name} with {most} arguments: {fault}"
    return ""
