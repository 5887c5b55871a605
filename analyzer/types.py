"""Classes of answers, for type annotations; `types.pyi` lists them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__.rpartition(".")[0], __file__)
