"""Run the programs of `make bench` one after another, and show their output.

With --keep it is also written into docs/performance.md, program by program.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from datetime import UTC, datetime

from benchmarks.measure import ROOT

PROGRAMS = ("verbs", "bench", "starship", "lorry", "fleets", "controls", "memory", "cluster", "designer")
HEADINGS = {"verbs": "## What takes how long\n"}
"""Headings of sections in docs/performance.md that are not named after their program, by program."""
PAGE = ROOT / "docs" / "performance.md"


def main() -> None:
    """Run the programs that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("programs", metavar="PROGRAM", nargs="*", help=f"{', '.join(PROGRAMS)} (default: all)")
    parser.add_argument("--keep", metavar="MACHINE", help='the machine in words, e.g. "four cores of a laptop, 16 GB"')
    options = parser.parse_args()
    for name in options.programs or PROGRAMS:
        output = run(f"benchmarks.{name}")
        if options.keep:
            page = PAGE.read_text(encoding="utf-8")
            source = f"{datetime.now(UTC):%Y-%m-%d}, {options.keep}"
            PAGE.write_text(with_output(page, name, source, output), encoding="utf-8")


def run(module: str) -> str:
    """Run a module and return its output, which is shown as it comes.

    Raises:
        SystemExit: the module fails.
    """
    lines = []
    command, env = [sys.executable, "-m", module], {"OMP_NUM_THREADS": "1", **os.environ}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise SystemExit(f"{module} failed")
    return "".join(lines)


def with_output(page: str, name: str, source: str, output: str) -> str:
    """Return the page with a program's new output in place of its old one.

    Args:
        page: text of the page.
        name: name of the program.
        source: date and machine.
        output: output of the program.

    Raises:
        SystemExit: the page has no section for the program.
    """
    heading = HEADINGS.get(name, f"### `python -m benchmarks.{name}`\n")
    shown = output.rstrip() if output.startswith("|") else f"```text\n{output.rstrip()}\n```"
    section = f"{heading}\n{source}:\n\n{shown}\n"
    page, replaced = re.subn(rf"{re.escape(heading)}.*?(?=\n##|\Z)", lambda _: section, page, flags=re.DOTALL)
    if replaced != 1:
        raise SystemExit(f"{PAGE.name} has no section for benchmarks.{name}")
    return page


if __name__ == "__main__":
    main()
