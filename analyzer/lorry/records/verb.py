"""`analyzer lorry replay`: games that were really played, checked draw by draw."""

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
    """Check games of yours draw by draw: draws that break a rule are refused with the rule, the rest is played."""
    to.check(output, len(records))
    from analyzer.errors import all_or_faults
    from analyzer.lorry.records.game_record import load_record
    from analyzer.lorry.records.replay import replay as replay_record

    to.tell([replay_record(record) for record in all_or_faults(load_record, records)], output)
