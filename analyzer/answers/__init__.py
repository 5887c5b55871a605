"""What came of a run, for any world: tables with intervals, comparisons, verdicts in words."""
