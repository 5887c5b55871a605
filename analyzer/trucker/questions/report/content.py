"""Reports on many ships: tables and pictures as the templates read them, and the public call."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.description import COUNT, WORD, Column, Described, Description, Form, Part, Row, Table
from analyzer.answers.tables import editions_of, ranking_table, sorts_table
from analyzer.errors import AnalyzerError, as_text, one_of
from analyzer.files.places import path_of
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.stretch import some_trials
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.amount import CHECKED
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.drawing.ship_svg import ship_svg
from analyzer.trucker.fleets.facts import QUARTER_CODES, by_layout, fleets_on
from analyzer.trucker.questions.cards import alike_table, sort_by_card
from analyzer.trucker.questions.compare import differ, in_other_setting, plan_each, with_note
from analyzer.trucker.questions.course import follow
from analyzer.trucker.questions.insure.answer import CostOfInsurance, FlightKey, Losses
from analyzer.trucker.questions.report.sentences import Contents, Provenance, summary
from analyzer.trucker.questions.report.sentences import Table as DataFile
from analyzer.trucker.ship.facts import inspect_ship
from analyzer.trucker.ship.shipfile import PRINTED, ShipsLike, write_ship

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.questions.course import Course
    from analyzer.trucker.result import ShipResult


LAYOUTS = ("layout", "chance", "share", "arrived", "credits", "ships_started", "ships", "components_lost")
"""Columns of the table of layouts on a page; the results of single ships are in a table of their own."""
JOINED = "quarters joined: " + ", ".join(f"{brief} {name.replace('_', ' ')}" for name, brief in QUARTER_CODES.items())
"""Sentence that explains the short codes of joined quarters."""


def insurance_of(ship: ShipResult, experiment: Experiment) -> CostOfInsurance:
    """Return the cost of insurance in a result's flights; money for premium and payment is assumed to suffice.

    No flight is flown again, because payments follow from the losses.
    """
    losses = {
        FlightKey(code, lost, 0): times
        for code, histograms in ship.parts.items()
        for lost, times in histograms["components_lost"].counts.items()
    }
    return CostOfInsurance(experiment, Losses((losses,)))


def fleet_tables(ship: ShipResult, experiment: Experiment) -> Iterator[Table]:
    """Yield the tables of one build: its layouts, its ships, and the cost of each premium by layout."""
    layouts, ships = by_layout(ship, fleets_on(ship.ship, experiment.route))
    yield layouts.only(*LAYOUTS)
    columns = [replace(one, explanation=JOINED) if one.name == "ship" else one for one in ships.columns]
    yield replace(ships, columns=columns)
    yield insurance_of(ship, experiment).ships[0].description().tables[0]


DOTS_AN_INCH = 160
"""Resolution of pictures, in dots per inch."""
WIDTH = 3.9
"""Width of a picture in inches; its smallest letters stay readable at the width of a telephone."""
OVERLAID = 6
"""Largest number of ships whose distributions share one picture."""


ON_PODIUM = 3
"""Number of ships on the podium."""


@dataclass(frozen=True)
class Picture:
    """A picture inside the page: a sentence on its content, and its image as a data URL."""

    shows: str
    data: str


def podium(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Yield rank, name, drawing, credits with interval, and groups of the first ships of the ranking.

    Ships of one group cannot be told apart. Nothing is yielded for a single ship.
    """
    rows = comparison.ranking()[:ON_PODIUM]
    for row in rows if len(comparison.names) > 1 else ():
        name, anchor = row["ship"], comparison.names.index(row["ship"]) + 1
        score = f"{row[comparison.score]:.1f} ({row['low']:.1f} to {row['high']:.1f})"
        yield {
            "rank": row["rank"],
            "name": name,
            "anchor": f"ship-{anchor}",
            "drawing": ship_svg(comparison.results[anchor - 1].ship, title=name),
            "score": score,
            "groups": row["groups"],
        }


def overview(comparison: Comparison) -> Iterator[Picture]:
    """Yield the pictures of the report that show all ships together."""
    from analyzer.present.figures.distributions import plot_ridgelines
    from analyzer.present.figures.forest import plot_differences
    from analyzer.trucker.figures.comparisons import plot_mean_against_loss

    best = [row["ship"] for row in comparison.ranking()[:OVERLAID]]
    drawn = [comparison[name] for name in best]
    if len(comparison.names) > 1:
        of_two = f"what {' has more than '.join(comparison.names)}, with intervals"
        of_many = "how far each ship is from the first of the ranking, with intervals"
        yield picture(plot_differences(comparison, width=WIDTH), of_two if len(comparison.names) == 2 else of_many)
    which = "" if len(drawn) == len(comparison.names) else f" of the first {OVERLAID} ships of the ranking"
    yield picture(plot_ridgelines(drawn, width=WIDTH), f"how the credits{which} are distributed")
    if len(drawn) > 1:
        yield picture(plot_mean_against_loss(comparison, width=WIDTH), "the mean against the chance of a loss")


def slopes(both: BothSettings | None) -> Iterator[Picture]:
    """Yield the picture of mean credits in the field and alone, if the ships flew in both settings."""
    from analyzer.trucker.figures.comparisons import plot_slopes

    if both is not None:
        yield picture(plot_slopes(both, width=WIDTH), "what each ship earns in either setting")


def ship_pictures(ship: ShipResult, course: Course) -> Iterator[Picture]:
    """Yield the pictures of a ship: sources of its credits, components left card by card, and squares hit."""
    from analyzer.present.figures.distributions import plot_waterfall
    from analyzer.trucker.drawing.flights import plot_hits
    from analyzer.trucker.figures.flights import plot_course

    yield picture(plot_waterfall(ship, width=WIDTH), f"where the credits of {ship.name} come from and where they go")
    some = some_trials(course.trials, course.experiment.TRIAL)
    fan = f"components of {ship.name} left, card by card, and how many still fly: the first {some}"
    yield picture(plot_course(course, width=WIDTH), fan)
    yield picture(plot_hits(course, width=WIDTH), f"where {ship.name} is hit: the first {some}")


def fleet_pictures(ship: ShipResult, experiment: Experiment) -> Iterator[Picture]:
    """Yield the pictures of one build: earnings by layout, survival of its ships, and the cost of insurance."""
    from analyzer.trucker.drawing.flights import plot_fleet_survival
    from analyzer.trucker.figures.fleets import plot_by_layout, plot_insurance, plot_layouts_insured

    insurance = insurance_of(ship, experiment)
    yield picture(plot_by_layout(ship, width=WIDTH), f"what {ship.name} earns, layout by layout")
    survival = f"how the ships of {ship.name} survive along the cards, way by way"
    yield picture(plot_fleet_survival(ship, experiment.route, width=WIDTH), survival)
    yield picture(plot_insurance(insurance, width=WIDTH), f"what insurance of {ship.name} costs, by lost components")
    yield picture(
        plot_layouts_insured(insurance, width=WIDTH), f"what each premium saves {ship.name}, layout by layout"
    )


def picture(figure: Figure, shows: str) -> Picture:
    """Return a Matplotlib figure as a picture: a PNG image inside a data URL."""
    from analyzer.present.figures.style import house_style

    drawn = BytesIO()
    with house_style():
        figure.savefig(drawn, format="png", dpi=DOTS_AN_INCH)
    return Picture(shows, f"data:image/png;base64,{b64encode(drawn.getvalue()).decode()}")


FACTS = (Column("fact", "", WORD), Column("text", "", WORD))
SOURCES = (
    Column("table", "table", WORD),
    Column("rows", "rows", COUNT),
    Column("confidence", "confidence (rows)", WORD),
    Column("sources", "sources", WORD),
)
PRICE = Form("{:g}".format)
PRICED = {
    "day": "worth of a flight day; likewise of a crew member, a charge, a component, and of staying in the flight",
    "dread": "expected cost of each coming card to a ship that has lost all its components",
    "reserve": "charges held back for defence",
    "special": "a place in a special container, when a red cube from a planet fills it",
    "ruin": "running out of humans because crew was given up",
    "values": "version of the fitted values of places, crew, charges and cargo",
    "foresees": "1 if the charges of ships behind are foreseen in combat zones",
}
"""Explanation of the prices whose names do not explain them, by name of the price."""


def content_of(report: Contents, pictured: bool) -> dict[str, Any]:
    """Return the values of a report's template, with pictures or without; None marks an empty section."""
    comparison, both = report.comparison, report.settings
    pairs = zip(comparison.results, report.courses, strict=True)
    return {
        "title": report.title,
        "heading": report.heading(),
        "summary": list(summary(report)),
        "ranking": ranking_table(comparison),
        "settings": None if both is None or not both.differs() else both.in_both(),
        "layouts": layouts(comparison) if comparison.sorts and len(comparison.names) > 1 else None,
        "podium": list(podium(comparison)) if pictured else [],
        "overview": list(overview(comparison)) + list(slopes(both)) if pictured else [],
        "pages": [ship_page(place, ship, course, pictured) for place, (ship, course) in enumerate(pairs, start=1)],
        "cards": None if report.effects is None else list(cards(report)),
        "captains": captains(report.provenance),
        "notes": report.notes(),
        "made": report.provenance,
        "ships": ships(report.provenance),
        "sources": sources(report.provenance.tables),
    }


def ship_page(place: int, ship: ShipResult, course: Course, pictured: bool) -> dict[str, Any]:
    """Return the values of the template for one ship.

    Args:
        place: number of the ship on the page, from 1.
        ship: result of the ship.
        course: its course, card by card.
        pictured: whether to draw pictures.
    """
    pictures = list(ship_pictures(ship, course)) if pictured else []
    if pictured and ship.sorts:
        pictures += fleet_pictures(ship, course.experiment)
    metrics, *others = ship.parts_of_description(has_rivals=len(course.experiment.ships) > 1)
    return {
        "name": ship.name,
        "anchor": f"ship-{place}",
        "drawing": ship_svg(ship.ship, title=ship.name) if pictured else "",
        "file": write_ship(ship.ship, file=PRINTED),
        "facts": Table("", FACTS, list(facts(ship)), "before launch"),
        "metrics": metrics,
        "pictures": pictures,
        "others": [*others, *(fleet_tables(ship, course.experiment) if ship.sorts else ())],
    }


def facts(ship_result: ShipResult) -> Iterator[Row]:
    """Yield the rows of facts about a ship before launch, and its captain."""
    ship = inspect_ship(ship_result.ship)
    aliens = ", ".join(f"{colour} alien" for colour in ship.aliens)
    counted = " (with aliens)" if ship.aliens else ""
    known = {
        "board": f"{ship.edition}-{ship.board}, {ship.components} components",
        f"cannons, engines{counted}": f"{_range(ship.cannons)}, {_range(ship.engines)}",
        "crew": f"{ship.humans} humans" + (f", {aliens}" if aliens else ""),
        "batteries": str(ship.batteries),
        "containers": f"{ship.containers} plain, {ship.special_containers} special",
        "shields": ", ".join(ship.shielded_sides) or "none",
        "exposed connectors": str(ship.exposed_connectors),
        "captain": ship_result.captain.name,
    }
    yield from (Row({"fact": fact, "text": text}) for fact, text in known.items())


def _range(strengths: tuple[float, ...]) -> str:
    low, high = f"{strengths[0]:g}", f"{strengths[-1]:g}"
    return low if low == high else f"{low} to {high}"


def layouts(comparison: Comparison) -> Table:
    """Return the ranking of the builds in each layout; the name of the layout stands above its rows."""
    return sorts_table(comparison).only(comparison.word, comparison.score, "behind", "groups")


def cards(report: Contents) -> Iterator[Table]:
    """Yield a table of card effects per edition, because ships meet only their own edition's cards.

    Cards with the same effect share a row, the most harmful on average first. Intervals hold for all rows and ships at
    once, so coloured entries are not chance.
    """
    editions = editions_of(report.comparison.experiments) or [""] * len(report.comparison.names)
    for edition in dict.fromkeys(editions):
        ships = [number for number, own in enumerate(editions) if own == edition]
        yield _cards(report, ships, f"the cards of {edition}" if edition else "")


def _cards(report: Contents, ships: list[int], heading: str) -> Table:
    """Return the table of card effects on some ships, given by their indices in the comparison."""
    names = [report.comparison.names[place] for place in ships]
    by_card: dict[tuple[tuple[int, ...], str], dict[str, Any]] = {}
    for place, name in zip(ships, names, strict=True):
        for one in report.card_effects[place]:
            by_card.setdefault((one.numbers, one.words), dict(one.as_row().values))[f"of {name}"] = one.credits
    for values in by_card.values():
        measured = [values[f"of {name}"].mean for name in names if values.get(f"of {name}")]
        values["mean"] = sum(measured) / len(measured) if measured else 0.0
    number, words, effect = alike_table([*report.card_effects[ships[0]]]).only("cards", "words", "credits").columns
    columns = [replace(effect, name=f"of {name}", heading=name, explanation="") for name in names]
    rows = sorted(by_card.values(), key=lambda values: values["mean"])
    return Table("", [number, words, Column("mean", "mean", effect.form), *columns], list(map(Row, rows)), heading)


def captains(made: Provenance) -> Table:
    """Return the prices of every captain, including the rivals'."""
    prices = [captain.as_prices() for captain in made.captains]
    # Not every captain has every field: `foresees` is left out where it is no, `values` where there are none.
    names = [name for name in dict.fromkeys(chain(*prices)) if name != "name"]
    columns = [Column("name", "captain", WORD), *(Column(name, name, PRICE, PRICED.get(name, "")) for name in names)]
    return Table("", columns, list(map(Row, prices)), "captains' prices, in credits")


def ships(made: Provenance) -> Table:
    """Return the table of ships as flown, with fingerprint and captain."""
    names = ("ship", "fingerprint", "captain")
    rows = [Row(dict(zip(names, ship, strict=True))) for ship in made.ships]
    return Table("", [Column(name, name, WORD) for name in names], rows, "ships as flown")


def sources(files: Iterable[DataFile]) -> Table:
    """Return the table of an edition's data files, each with its number of rows, confidence and sources."""
    rows = []
    for one in files:
        sure = "; ".join(f"{confidence} ({rests})" for confidence, rests in one.confidence)
        rows.append(Row({"table": one.name, "rows": one.rows, "confidence": sure, "sources": " | ".join(one.sources)}))
    return Table("", SOURCES, rows, "tables of facts, and what their rows rest on")


FLIGHTS = 20_000
"""Largest number of flights of each ship, if none is given."""
FORMATS = ("html", "md")
"""Suffixes of the files that a report can be saved as."""
COURSE_SHARE = 4
"""Divisor that gives the number of flights that are followed card by card."""
PASSES = 2 + 1 / COURSE_SHARE
"""Number of times that a ship's flights are flown for a report.

They are flown for the comparison and for the effects of cards, and a share of them for the course. Several ships are
also compared in the other setting, on at most CHECKED flights each.
"""


@dataclass(frozen=True, repr=False)
class Report(Contents, Described):
    """A report on ships as a page or as Markdown, shown as title, ranking and summary."""

    def description(self) -> Description:
        """Describe the report: the ranking, the summary sentences, and how to save the whole report."""
        save = 'The whole report: save("report.html") or save("report.md").'
        parts: list[Part] = [ranking_table(self.comparison), *summary(self), save]
        facts = {"title": self.title, "comparison": self.comparison}
        title = f": {self.heading()}"
        return Description(self.title, title, facts, parts, self.notes(), flat=self.comparison.ranking_rows)

    def html(self) -> str:
        """Return the report as one self-contained page, with styles and pictures inside.

        It needs no network, and is readable in print and in dark mode.
        """
        from analyzer.present.page import render

        return render("report.html", report=content_of(self, pictured=True))

    def markdown(self) -> str:
        """Return the report as Markdown, without pictures."""
        from analyzer.present.page import render

        return render("report.md", report=content_of(self, pictured=False))

    def save(self, path: str | Path, form: str | None = None) -> None:
        """Write the report to a file; raise AnalyzerError if that fails.

        Args:
            path: path of the file.
            form: "html" or "md"; taken from the file's suffix if None.
        """
        from analyzer.present.page import write

        form = form or path_of(path, "a file").suffix.removeprefix(".")
        if form not in FORMATS:
            raise AnalyzerError(f"{path}: no format {form!r}: {one_of(form, FORMATS)}")
        write(path, self.html() if form == "html" else self.markdown())


def report(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    title: str | None = None,
    workers: Workers = AUTO,
    progress: Callable[[int], None] | None = None,
    command: str = "",
    **conditions: Unpack[Conditions],
) -> Report:
    """Fly each ship by itself on common decks and dice, and gather all results in one report.

    Ships fly alone, or each against the same rivals. Several ships are also compared in the other setting. They may be
    of several editions, each then in the field of its own; the ranking has a column `edition`.

    Args:
        ships: ships, or the paths of their files.
        level: flight level; that of the first ship's board if None.
        flights: flights of each ship. If None, at most 20,000; several ships fly until no 95% interval of a difference
            is wider than a quarter of a credit.
        seed: fixes all decks and dice.
        title: title of the report.
        workers: number of processes, "auto" for as many as shorten the run; the result does not depend on it.
        progress: called with the work just done, counted in flights of one ship.
        command: command line that the report quotes.
        **conditions: conditions of the flights, see `Conditions`.

    Returns:
        The report. It can be saved as a page or as Markdown.

    Raises:
        AnalyzerError: with every reason why these ships cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> "First Mile" in analyzer.report([ship], flights=50).markdown()
    True
    """
    title, command = None if title is None else as_text(title, "title"), as_text(command, "command")
    experiments = plan_each(ships, level, seed, **conditions)
    many, several = len(experiments), differ(experiments)
    how: Any = {"by_number": several, "units": many, "workers": workers, "progress": progress}
    comparison = compare_experiments(experiments, flights, usual=FLIGHTS, is_most=many > 1, **how)
    flights = comparison.flights
    comparison = with_note(comparison) if several else comparison
    every = list(experiments.values())
    short = max(1, flights // COURSE_SHARE)
    courses = follow(every, short, workers=workers, progress=progress)
    checked = None
    if len(every) > 1:
        there, fewer = in_other_setting(experiments), min(flights, CHECKED)
        checked = compare_experiments(there, fewer, **how)
    route = every[0].route
    effects = None
    if not (route.cards or route.learning):
        effects = tuple(sort_by_card(every, flights, workers=workers, progress=progress))
    title = title or f"{many} ships at level {route.level_name}"
    return Report(title, comparison, tuple(courses), effects, command, checked)


def passes(ships: int, flights: int) -> float:
    """Return the work of a report on `ships` ships, as a multiple of the flights of one ship."""
    return ships * (PASSES + min(flights, CHECKED) / flights * (ships > 1))
