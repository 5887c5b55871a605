"""Docstrings and signatures as the reference of the Python API shows them."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import unwrap
from typing import Any

from griffe import Extension, Function, Parameter, ParameterKind

from analyzer.arguments import shared_keywords
from docs.builder.text import fenced


class Examples(Extension):
    """Puts doctests in fences, and shows shared keywords one by one, while the sources are read."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change the docstring of every object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_function(self, *, func: Function, **_: Any) -> None:
        """Show each keyword of `**options: Unpack[Record]` in the signature and below the docstring."""
        unpacked = [one for one in func.parameters if "Unpack[" in str(one.annotation)]
        if not unpacked or not func.docstring or func.parent.is_class:
            return
        del func.parameters[unpacked[0].name]
        meanings = []
        for name, annotation, argument in shared_keywords(unwrap(getattr(import_module(func.parent.path), func.name))):
            default, kind = repr(argument.default), ParameterKind.keyword_only
            func.parameters.add(Parameter(name, annotation=annotation, kind=kind, default=default))
            meanings.append(f"    {name}: {argument.meaning}")
        # `**options` is no argument of its own: what its entry says goes above the arguments.
        entry = re.compile(rf"\n +\*\*{unpacked[0].name}: (.*?)(?=\n\n|\n {{4}}\w+:|\Z)", re.DOTALL)
        said, text = entry.search(func.docstring.value), entry.sub("", func.docstring.value)
        if said:
            text = text.replace("\n\nArgs:", f"\n\nKeywords: {' '.join(said[1].split())}\n\nArgs:", 1)
        func.docstring.value = text
        func.docstring.value += "\n\nKeyword Args:\n" + "\n".join(meanings)
