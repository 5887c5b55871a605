"""Verbs of Galaxy Trucker under "For a report" in the help."""

from __future__ import annotations

from dataclasses import replace
from os.path import isdir
from pathlib import Path
from typing import Annotated

from analyzer.cli.multiword_options import as_typed
from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.saved import PAGE, Output, tell_metrics
from analyzer.cli.story import PAGES
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, as_argument, one_of
from analyzer.files.places import check_ending, check_folder, check_output
from analyzer.present.view import View, view_of_descriptions
from analyzer.trucker.command.options import (
    IN_EDITIONS,
    SHIP_FILES,
    AllOptions,
    conditions_of,
    in_one,
    load_in_editions,
    load_ships,
)

Amount = Annotated[
    AmountOptions,
    OnlyFields("flights", "workers", "scheduler", "quiet"),
    Trials(20_000, is_most=True),
    HelpTexts(flights="Number of flights of each ship."),
]


def report(
    ships: list[Path] = SHIP_FILES,
    *,
    out: Path = option(..., "Write the report to this file (.html or .md).", "-o", "--out", metavar="FILE"),
    form: str | None = option(None, "html or md (default: what the file's name ends in).", "--format"),
    title: str | None = option(None, "Title of the report."),
    edition: list[str] | None = IN_EDITIONS,
    flight: Annotated[AllOptions, WithoutFields("edition")],
    amount: Amount,
) -> None:
    """Write a report on ships: a ranking on the same decks and dice, pictures, and what each card does."""
    from analyzer.trucker.questions.report.content import passes
    from analyzer.trucker.questions.report.content import report as write_up

    form = _form(out, form)
    layouts = load_in_editions(ships, edition)
    conditions = conditions_of(layouts, in_one(flight, edition))
    most, workers = amount.amount().most(), amount.run_by()
    is_open = amount.flights is None and len(layouts) > 1
    with progress(int(most * passes(len(layouts), most)), fixed=True, at_most=is_open, called="flights") as watch:
        written = write_up(
            layouts, flight.level, amount.flights, flight.seed,
            title=title, workers=workers, progress=watch, command=as_typed(), **conditions,
        )  # fmt: skip

    def show(*, verbose: bool) -> None:
        from analyzer.trucker.questions.report.sentences import summary

        print(f"{written.heading()}:", *summary(written), sep="\n")

    def write() -> str:
        written.save(out, form)
        return f"report: {out} ({out.stat().st_size / 1e6:.1f} MB)"

    OutputOptions().tell(View(lambda: None, show), write)


def sheets(
    edition: str = argument(..., "2007, 2021, a folder of tables, or a ship file (.yaml).", metavar="EDITION|SHIP"),
    *,
    out: Path = option(..., "Write the files into this folder.", "-o", "--out", metavar="FOLDER"),
    own: bool = option(False, "Write only what your own edition adds to its base edition."),
) -> None:
    """Write sheets to print and cut: components and cards of an edition, with tables and decks; or a page of a ship."""
    from analyzer.trucker.edition import EDITIONS, OwnEdition
    from analyzer.trucker.editions import named_edition

    is_edition = edition in EDITIONS or isdir(edition)
    check_folder(out, f"--out {out}")
    if is_edition:
        key = named_edition(edition)
    else:
        ship = load_ships([Path(edition)])[0]
    from analyzer.trucker.drawing.print_sheets import save_sheets, save_ship_page

    if not is_edition and own:
        raise AnalyzerError("--own: is for an edition: leave it out for a ship")
    out.mkdir(parents=True, exist_ok=True)
    written = save_sheets(key, OwnEdition.name_of(key), out, own=own) if is_edition else save_ship_page(ship, out)
    if not written:
        raise AnalyzerError(f"{edition}: adds no component and no card: leave --own out")
    names = ", ".join(path.name for path in written if path.suffix != ".svg")
    print(f"{out}: {len(written)} files: {names}, and pages as .svg")


def _form(out: Path, form: str | None) -> str:
    """Return the format of the report, `html` or `md`, from the option or the file's name.

    Raises:
        AnalyzerError: The page cannot be written, would replace another file, or has an unknown format.
    """
    from analyzer.trucker.questions.report.content import FORMATS

    check_output(out, f"--out {out}")
    if form is None or out.exists():
        check_ending(out, f"--out {out}", PAGES)
    form = form or out.suffix.removeprefix(".")
    if form not in FORMATS:
        raise AnalyzerError(f"--format {form}: {one_of(form, FORMATS)}")
    return form


def metrics(*, out: Path | None = PAGE, output: Output) -> None:
    """List every metric with its unit and meaning; the names serve in tables, JSON, exports, Python and --precision."""
    tell_metrics(out, output, "trucker", "starship", "lorry")


def sweep(
    plan: Path = argument(..., "Plan file (.yaml).", metavar="PLAN"),
    *,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "scheduler", "save", "quiet"),
        Trials(default_text="as the plan says, else at most 100,000; 40 with captain thinker"),
        HelpTexts(
            flights="Number of flights of each combination.",
            save="Save progress in this file (default: the plan's name with .save). The same plan, or a longer one, "
            "continues from it.",
        ),
    ],
    output: Annotated[OutputOptions, OnlyFields("export", "as_json", "plot", "verbose")],
) -> None:
    """Fly every combination of a plan, and show all of them in one table.

    A plan lists ships, captains, rivals, levels and conditions:

    ships: [ships/2007/II/*.yaml]; captains: [sensible, bold]; rivals: [field, alone]; conditions: [{start: 1}]
    """
    output.check(amount)
    from analyzer.runs.watched import Watcher
    from analyzer.trucker.questions.sweep import amount_of, fly_cells, planned

    plan_file, cells = planned(plan)
    save = amount.save or plan.with_suffix(".save")
    how_much = amount_of(plan_file, amount.flights, amount.run_by(), save)
    open_ended = how_much.precision or how_much.until_events
    with progress(0 if open_ended else how_much.most() * len(cells), called="flights") as watch:
        answer = fly_cells(cells, how_much, Watcher(watch))
    view = view_of_descriptions([answer])

    def show(*, verbose: bool) -> None:
        view.show(verbose=verbose)
        print(f"saved: {save} (figures of it: analyzer plot {as_argument(save)})")

    output.tell(replace(view, show=show))
