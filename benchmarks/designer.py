"""Benchmark of the designer: `python -m benchmarks.designer [--field]`. Printed, never asserted.

Milliseconds from a drop or a move until the answer is painted, in headless Chromium. Needs chromium and chromedriver.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from itertools import pairwise
from typing import Any

from rich.table import Table

import analyzer
from analyzer.trucker.designer.session import Session
from analyzer.trucker.designer.setting import Setting
from benchmarks import measure
from benchmarks.measure import Scale
from tests.host.browsing import CHROMIUM, DRIVER, browser
from tests.trucker.designer.seen import Seen
from tests.trucker.designer.served import served

SHIP = measure.ROOT / "ships" / "2007" / "II" / "steady-hauler.yaml"
SQUARES = ((4, 7), (5, 6), (5, 8), (6, 5), (6, 9), (4, 7))
"""Squares whose components can be taken off without a fault; each component is dragged over the next square."""
STEPS = (1_000, 4_000, 20_000)
"""Numbers of flights after which the page updates the shown risk."""
TO_REACH = {"hover": 20, "hover again": 20, "facts": 100, "risk 1000": 250, "risk 20000": 1500, "undo": 100}
"""Target times, in milliseconds, by kind of answer, for a ship that flies alone."""
PAINTED = """
const [name, done] = arguments;
new PerformanceObserver((list, observer) => {
  if (list.getEntriesByName(name).length) { observer.disconnect(); done(); }
}).observe({type: "measure", buffered: true});
"""


def answers_table(scale: Scale, driver: Any, setting: str = "alone") -> Table:
    """Measure answers while components are dragged off the board into the box one by one, and put back by undo."""
    steps = STEPS[: scale.times(len(STEPS))]
    risks = [f"risk {flights}" for flights in steps]
    times: dict[str, list[float]] = {name: [] for name in ("hover", "hover again", "facts", *risks, "undo")}
    ship = analyzer.load_ship(SHIP)
    with served(Session(ship, Setting(setting), steps=steps)) as page:
        seen = Seen(driver, page)
        seen.load()
        until_painted = partial(driver.execute_async_script, PAINTED)
        until_painted(risks[-1])
        box = seen.offered("CN0003^")
        for square, another in pairwise(SQUARES[: 1 + scale.times(len(SQUARES) - 1)]):
            seen.js("performance.clearMeasures()")
            seen.mouse("mousePressed", seen.centre(*square))
            seen.mouse("mouseMoved", seen.centre(*another), buttons=1)
            until_painted("hover")
            times["hover"] += measures(seen, "hover")[:1]
            seen.js("performance.clearMeasures()")
            seen.mouse("mouseMoved", seen.centre(*square), buttons=1)
            until_painted("hover")
            times["hover again"] += measures(seen, "hover")[:1]
            seen.mouse("mouseMoved", box, buttons=1)
            seen.mouse("mouseReleased", box)
            until_painted(risks[-1])
            for name in ("facts", *risks):
                times[name] += measures(seen, name)[:1]
            assert square not in seen.session.ship.components
            seen.js("performance.clearMeasures()")
            seen.press("z", control=True)
            until_painted(risks[-1])
            times["undo"] += measures(seen, risks[-1])
    table = Table(f"{ship.name}, {setting}: milliseconds until painted", "median", "most", "times", "to reach (alone)")
    for name, each in times.items():
        table.add_row(
            name, f"{statistics.median(each):.0f}", f"{max(each):.0f}", f"{len(each)}", str(TO_REACH.get(name, ""))
        )
    return table


def measures(seen: Seen, name: str) -> list[Any]:
    """Return the durations, in milliseconds, that the page measured under a name."""
    return list(seen.js("return performance.getEntriesByName(arguments[0], 'measure').map(one => one.duration)", name))


if __name__ == "__main__":
    if CHROMIUM and DRIVER:
        settings = ("alone", "field") if "--field" in sys.argv else ("alone",)
        with browser() as driver:
            measure.print_tables(*(partial(answers_table, driver=driver, setting=setting) for setting in settings))
    else:
        print("The designer is not measured: chromium and chromedriver are not on the path.")
