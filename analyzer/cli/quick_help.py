"""What typer shows help with, without two parts of rich that take long to import and are never used here.

Those are Markdown, as our help is not written in it, and tracebacks, which the command leaves to Python.
"""

from __future__ import annotations

import sys
from types import ModuleType

UNUSED = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}
"""By module the class that typer imports from it."""


def load_help() -> None:
    """Import `typer.rich_utils` with empty classes in place of those that are not used."""
    if "typer.rich_utils" in sys.modules:
        return
    stand_ins = {name: ModuleType(name) for name in UNUSED if name not in sys.modules}
    for name, module in stand_ins.items():
        setattr(module, UNUSED[name], type(UNUSED[name], (), {}))
    sys.modules.update(stand_ins)
    try:
        import typer.rich_utils  # noqa: F401
    finally:
        for name in stand_ins:
            del sys.modules[name]
