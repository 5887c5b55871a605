"""Cosmic Lorry: the public face of the third world, listed in `__init__.pyi`."""

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """What is listed."""
    from analyzer.errors import naming_arguments

    return naming_arguments(_listed, name, globals())
