"""The score of mutation testing: `make mutants` writes it down with its date, the accuracy page tells it.

mutmut changes one thing at a time in the rules, the flight, the deck, the hull and the metrics, and runs the scripted
cases, the exact answers, two convoys of the differential test and the tests of dice, forecasts and metrics on each
change; a mutant that no test notices survives. A run that was ended early goes on where it ended.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
COUNTED = ROOT / "mutants" / "mutmut-cicd-stats.json"
SCORE = ROOT / "docs" / "mutants.json"


def keep_score() -> None:
    """Write the last run's score and date to docs/mutants.json."""
    counts = json.loads(COUNTED.read_text(encoding="utf-8"))
    killed = counts["killed"] + counts["timeout"]
    tried = killed + counts["survived"] + counts["no_tests"]
    score = {
        "date": date.today().isoformat(),
        "mutants": counts["total"],
        "tried": tried,
        "killed": killed,
        "survived": tried - killed,
    }
    SCORE.write_text(json.dumps(score, indent=2) + "\n", encoding="utf-8")
    print(tell_score())


def tell_score() -> str:
    """One paragraph for the page; empty if mutants were never run."""
    if not SCORE.exists():
        return ""
    score = json.loads(SCORE.read_text(encoding="utf-8"))
    tried = score["tried"]
    of = "" if tried == score["mutants"] else f" that were tried, of {score['mutants']},"
    return (
        f"{score['killed']} of {tried} mutants of the rules{of} were killed "
        f"({score['killed'] / tried:.1%}), on {score['date']}; `make mutants` runs it again."
    )


if __name__ == "__main__":
    keep_score()
