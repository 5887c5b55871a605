"""What layouts are worth to a build, as tables: layouts, quarters, engines on paper, changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    TEXT,
    WORD,
    Column,
    Form,
    Row,
    Table,
    in_words,
)
from analyzer.answers.worths import rule_of_verdicts, verdict_or_reason
from analyzer.trucker.fleets.held_back import WayOnPaper
from analyzer.trucker.questions.layouts.values import ChangeValue, QuarterAlone, WayValue

INDENT = "  "
BRIEF = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
EXACT = Form(str)
LAYOUTS = (
    Column("ship", in_json=False),
    Column("name", "layout", WORD, flat=None, in_json=False),
    Column("layout"),
    Column("joined"),
    Column("chance", "chance", EXACT, "how often the dice make this layout, exactly"),
    Column("alternative_chance", "alternative", EXACT, "the same by the alternative table of the dice (see notes)"),
    Column("credits", "credits", NUMBER, interval=INTERVAL),
    Column("arrived", "arrived", PERCENT),
    Column("components_lost", "lost", NUMBER, "components lost, on average"),
    Column("more", "more", SIGNED, "credits above the average over the dice, in the same flights", INTERVAL),
)
QUARTERS = (
    Column("quarter", "quarter"),
    Column("chance", "alone", EXACT, "how often the dice leave this quarter a ship of its own"),
    Column("home", "home", PERCENT, "how often it comes home then", INTERVAL),
    Column("credits", "credits", NUMBER, "what the whole fleet earns then", INTERVAL),
    Column(
        "engines", "engines", Form(str), "engine strength of the quarter alone, without charges to with all its own"
    ),
    Column("slowest", "slowest", EXACT, "how often its ship is the slowest of the fleet (in all layouts)"),
    Column("lacks", "lacks", EXACT, "engine strength that its ship lacks at most to keep up with the next slowest"),
    Column("stands", "stands", EXACT, "how often its ship has no engine strength and cannot move"),
)
ENGINES = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("fleet", "fleet", EXACT, "engine strength of the fleet, which is that of its slowest ship"),
    Column("ships", "ships", explanation="the quarters of each ship (fl: front left, ...) and its engine strength"),
    Column("held_back", "held back by", explanation="the slowest ship, and what it lacks to the next slowest"),
)
CHANGES = (
    Column("change", "change", TEXT),
    Column("gain", "gain", SIGNED, "credits more than the build as it is, on average over the dice", INTERVAL),
    Column("verdict", "verdict", explanation=rule_of_verdicts("flights")),
    Column("alternative", "by the alternative", SIGNED, "the gain by the alternative table of the dice"),
)


def of_layouts(ship: str, values: Sequence[WayValue]) -> Table:
    """A row a layout, and behind one of several ways those, indented."""
    often = Counter(value.layout for value in values)
    rows = [_layout(ship, value, often[value.layout] > 1) for value in values]
    return Table("layouts", LAYOUTS, rows, "what each layout is worth", gap=2, is_flat=True)


def of_quarters(quarters: Sequence[QuarterAlone]) -> Table:
    """A row a quarter that flies alone in some way."""
    return Table("", QUARTERS, list(map(_quarter, quarters)), "quarters that fly alone", gap=2)


def of_engines(ways: Sequence[WayOnPaper]) -> Table:
    """A row a way."""
    return Table("", ENGINES, list(map(_engines, ways)), "engine strength with all charges of each ship", gap=2)


def of_changes(changes: Sequence[ChangeValue]) -> Table:
    """A row a change."""
    rows = [
        Row({"change": one.change.in_words(), "gain": one.gain, "verdict": verdict, "alternative": one.alternative})
        for one in changes
        for verdict in [verdict_or_reason(one.verdict, one.gain, "flights")]
    ]
    return Table(
        "", CHANGES, rows, "single components, moved or added, that help most (intervals hold for all of these)"
    )


def _layout(ship: str, value: WayValue, is_one_of_several: bool) -> Row:
    name = f"{INDENT}{value.joined}" if value.joined and is_one_of_several else in_words(value.layout)
    metrics = ("layout", "joined", "chance", "credits", "arrived", "components_lost", "more")
    values = {metric: getattr(value, metric) for metric in metrics}
    return Row({"ship": ship, "name": name, "alternative_chance": value.alternative, **values})


def _quarter(one: QuarterAlone) -> Row:
    paper = one.paper
    engines = "does not start" if paper.bare is None else f"{paper.bare} to {paper.charged}"
    figures = {"quarter": one.quarter, "chance": one.chance, "home": one.home, "credits": one.credits}
    held = {"slowest": paper.holds_back, "lacks": paper.lacks or None, "stands": paper.stands}
    return Row({**figures, "engines": engines, **held})


def _engines(way: WayOnPaper) -> Row:
    ships = ", ".join(
        f"{_brief(quarters)} {strength}" for quarters, strength in zip(way.quarters, way.charged, strict=True)
    )
    slowest = " and ".join(_brief(way.quarters[number]) for number in way.slowest)
    held_back = f"{slowest}: lacks {way.lacks}" if slowest else "no ship"
    return Row({"joined": way.joined, "fleet": min(way.charged, default=0), "ships": ships, "held_back": held_back})


def _brief(quarters: Sequence[str]) -> str:
    return " ".join(BRIEF[quarter] for quarter in quarters)
