"""Where a scheduler listens: `tcp://host:8786`."""

from __future__ import annotations

import re

from analyzer.errors import AnalyzerError, whole_number

SCHEMES = ("tcp", "tls")
LAST_PORT = 65535
_ADDRESS = re.compile(r"(?P<scheme>[a-z]+)://(?P<host>\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]@?#]+):(?P<port>[0-9]{1,5})/?")


def checked_address(given: object) -> str:
    """The address of a scheduler; raises AnalyzerError for what is none.

    >>> checked_address("tcp://node-7:8786/")
    'tcp://node-7:8786'
    """
    found = _ADDRESS.fullmatch(given) if isinstance(given, str) else None
    if found is None or found["scheme"] not in SCHEMES:
        raise AnalyzerError(f"scheduler {given!r}: give the address at which it listens, as tcp://host:8786")
    port = whole_number(int(found["port"]), f"scheduler {given}: port", 1, LAST_PORT)
    return f"{found['scheme']}://{found['host']}:{port}"
