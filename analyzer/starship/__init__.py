"""Starship Catan: its public names, which `__init__.pyi` lists."""

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first used."""
    from analyzer.errors import naming_arguments

    return naming_arguments(_listed, name, globals())
