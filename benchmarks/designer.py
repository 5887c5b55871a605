"""How soon the designer answers a hand: in headless Chromium, from the drop (or the move) until it is painted.

Run as `python -m benchmarks.designer [--field]`; needs chromium and chromedriver.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

import analyzer
from analyzer.designer.session import Session
from analyzer.designer.setting import Setting
from tests.designer.seen import Seen
from tests.designer.served import CHROMIUM, DRIVER, browser, served

SHIP = Path(__file__).parent.parent / "ships" / "2007" / "II" / "steady-hauler.yaml"
WANTED = {"hover": 20, "facts": 100, "risk 1000": 250, "risk 4000": None, "risk 20000": 1500, "undo": 100}
"""Milliseconds, as it was promised of flights alone."""
PAUSE = 0.5
SQUARES = ((4, 7), (5, 6), (5, 8), (6, 5), (6, 9))
"""What lies there can be taken off, and leaves no flaw."""


def measures(seen: Seen, name: str) -> list[float]:
    return list(seen.js("return performance.getEntriesByName(arguments[0], 'measure').map(one => one.duration)", name))


def until_known(seen: Seen) -> None:
    """Wait without asking often: who asks takes time from who is measured."""
    while not measures(seen, "risk 20000"):
        time.sleep(PAUSE)


def run(company: Any) -> dict[str, list[float]]:
    """What was measured, in milliseconds."""
    found: dict[str, list[float]] = {name: [] for name in WANTED}
    ship = analyzer.load_ship(SHIP)
    with served(Session(ship, Setting(company), steps=(1_000, 4_000, 20_000))) as page, browser() as driver:
        seen = Seen(driver, page)
        seen.load()
        seen.until(lambda: measures(seen, "risk 20000"), 60)
        for square in SQUARES:
            seen.js("performance.clearMeasures()")
            seen.drag(seen.centre(*square), seen.offered("CN0003^"))
            until_known(seen)
            for name in ("hover", "facts", "risk 1000", "risk 4000", "risk 20000"):
                found[name] += measures(seen, name)[:1]
            assert square not in seen.session.ship.components
            seen.js("performance.clearMeasures()")
            seen.press("z", control=True)
            until_known(seen)
            found["undo"] += measures(seen, "risk 20000")
    return found


def main() -> None:
    if not (CHROMIUM and DRIVER):
        print("the designer is not measured: chromium and chromedriver are not on the path")
        return
    for company in ("alone", *(["field"] if "--field" in sys.argv else [])):
        print(f"designer, {SHIP.stem}, {company}: milliseconds until painted (median, worst of so many; wanted alone)")
        for name, times in run(company).items():
            wanted = f"{WANTED[name]:>8}" if WANTED[name] else ""
            print(f"  {name:<12}{statistics.median(times):>8.0f}{max(times):>8.0f}{len(times):>5}{wanted}")


if __name__ == "__main__":
    main()
