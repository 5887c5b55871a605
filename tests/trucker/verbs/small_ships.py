"""Small ships as texts, whose facts can be worked out by hand."""

from __future__ import annotations

from pathlib import Path

SMALL = """\
name: Small [b]Ship[/b]
edition: 2007
board: II
grid: |
       5       6       7       8       9
  6    .       .       CN0010^ .       .
  7    CD0100^ B20301  SC3333  CA0203  SH1002^>
  8    .       .       EN1001  .       .
"""
"""Cannons to the front in columns 5 (double) and 7, a shield to front and right, two open connectors."""
CREWED = """\
name: Crewed
edition: 2007
board: II
aliens: {purple: [7, 8], brown: [7, 6]}
grid: |
       6       7       8       9
  6    LB1031  CN0030^ CN0010> .
  7    CA1333  SC3333  CA1313  CN0001>
  8    ED3000  EN3000  LP1000  .
"""
FLAWED = """\
name: Flawed
edition: 2007
board: I
grid: |
       7       8       9       10
  5    B23333  .       .       .
  6    CN0010^ .       .       .
  7    SC3333  CA0001  .       .
  8    CA1000  .       ST3333  ST3333
"""


def saved(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return path
