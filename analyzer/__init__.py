"""Monte Carlo ship and route analyser for tabletop space trucking: the public face, listed in `__init__.pyi`."""

import _signal
import sys

if sys.platform != "win32":  # Ctrl-C waits until the command can answer
    _mask_before = _signal.pthread_sigmask(_signal.SIG_BLOCK, {_signal.SIGINT})
    from analyzer import interrupts

    interrupts.end_command_at_once()
    _signal.pthread_sigmask(_signal.SIG_SETMASK, _mask_before)

import lazy_loader

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """What is listed; for programs of before also pictures and classes of answers, which have rooms of their own."""
    from analyzer.errors import naming_arguments

    room = "plots" if name.startswith("plot_") else "types" if name[:1].isupper() else ""
    if name in __all__ or not room:
        return naming_arguments(_listed, name, globals())
    return getattr(_listed(room), name)


__version__ = "0.1.0"
