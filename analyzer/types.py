"""The classes of answers, to name them in annotations; listed in `types.pyi`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__.rpartition(".")[0], __file__)
