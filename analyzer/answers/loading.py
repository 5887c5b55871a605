"""Functions that are found by their names, `module:function`: answers know nothing of what shows them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def load_function(name: str) -> Callable[..., Any]:
    """The function of that name, loaded when it is called for."""
    module, attribute = name.split(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function


def page_of(answer: object, maker: str) -> str:
    """The page of an answer, by the name of the function that makes it."""
    page: str = load_function(maker)(answer)
    return page
