"""`analyzer starship replay`: games that were really played, checked step by step."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import RecordFiles, StoryOptions
from analyzer.starship.command.options import TableOptions


def replay(
    records: RecordFiles,
    *,
    to: Annotated[StoryOptions, Only("page")],
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Check games of yours step by step: steps that break a rule are refused with the reason, the rest is played."""
    to.check(output, len(records))
    from analyzer.errors import all_or_faults
    from analyzer.starship.records.game_record import load_record
    from analyzer.starship.records.replay import replay as replay_record

    loaded = all_or_faults(load_record, records)
    to.tell(replay_record([*loaded], seed=table.seed, switches=table.switches()), output)
