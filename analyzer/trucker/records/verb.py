"""`analyzer replay`: flights that were really flown, checked card by card."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import RecordFiles, StoryOptions


def replay(
    records: RecordFiles,
    *,
    to: Annotated[StoryOptions, Only("page")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Check flights of yours card by card: cards that break a rule are refused with the rule, the rest is flown."""
    to.check(output, len(records))
    from analyzer.errors import all_or_faults
    from analyzer.trucker.records.flight_record import load_record
    from analyzer.trucker.records.replay import replay as replay_record

    to.tell([replay_record(record) for record in all_or_faults(load_record, records)], output)
