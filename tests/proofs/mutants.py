"""The score of mutation testing: `make mutants` writes it down with its date, the accuracy page tells it.

mutmut changes one thing at a time in the rules (adventures and convoy) and runs the scripted cases, the exact answers
and two convoys of the differential test on each change; a mutant that no test notices survives.
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
    killed, total = counts["killed"] + counts["timeout"], counts["total"]
    score = {"date": date.today().isoformat(), "mutants": total, "killed": killed, "survived": total - killed}
    SCORE.write_text(json.dumps(score, indent=2) + "\n", encoding="utf-8")
    print(tell_score())


def tell_score() -> str:
    """One paragraph for the page; empty if mutants were never run."""
    if not SCORE.exists():
        return ""
    score = json.loads(SCORE.read_text(encoding="utf-8"))
    return (
        f"{score['killed']} of {score['mutants']} mutants of the rules were killed "
        f"({score['killed'] / score['mutants']:.1%}), on {score['date']}; `make mutants` runs it again."
    )


if __name__ == "__main__":
    keep_score()
