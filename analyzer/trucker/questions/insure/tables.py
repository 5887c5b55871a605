"""What insurance comes to, as tables: layouts, premiums in detail, layers of losses, builds side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    WORD,
    Column,
    Form,
    Row,
    Table,
    in_words,
)
from analyzer.trucker.questions.insure.premiums import InsuranceOf, in_detail

INDENT = "  "
EXACT = Form(str)
LAYERS = (
    Column("premium", "premium", EXACT, "the premium of this step, in credits"),
    Column(
        "losses",
        "losses",
        WORD,
        "lost components that this premium covers and the cheaper one before it does not",
    ),
    Column("price", "price", EXACT, "how many credits more it costs than the premium before"),
    Column("worth", "worth", NUMBER, "how many credits more it saves, on average", INTERVAL),
    Column("verdict", "verdict", WORD, "whether `worth` is clearly above or below `price`, at 95% confidence"),
)


def of_ship(each: Sequence[InsuranceOf]) -> Iterator[Table]:
    """The tables of one build: of all its flights, by layout and by way."""
    insured = [one for one in each if one.flights]
    yield _by_layout(insured)
    whole = [one for one in insured if not _is_one_of_several(one, insured)]
    yield in_detail(whole)
    title = "step by step: is the next premium worth its extra price?"
    yield Table("", LAYERS, [row for one in whole for row in _layers(one)], title, labels=2)


def of_ships(ships: Sequence[tuple[str, Mapping[str, InsuranceOf]]]) -> Table:
    """A row a build, a column a layout."""
    layouts = list(dict.fromkeys(layout for _, each in ships for layout in each))
    columns = [Column("build", "build", WORD), *(Column(name, in_words(name), EXACT) for name in layouts)]
    rows = [Row({"build": name, **{layout: _brief(one) for layout, one in each.items()}}) for name, each in ships]
    return Table(
        "", columns, rows, "which premium to take, by layout (several where they do not differ clearly)", gap=2
    )


def _by_layout(insured: Sequence[InsuranceOf]) -> Table:
    advice = (
        "the cheapest premium (none: fly without insurance), or several that do not differ clearly (95%, all pairs "
        "at once)"
    )
    least, *others = sorted(insured[0].caps)
    paid = f"{', '.join(map(str, others))}: with this premium; each cost is premium and payment for losses together"
    columns = (
        Column("layout", "layout", WORD),
        Column("chance", "chance", EXACT, "how often the dice make this layout, exactly"),
        Column("lost", "lost", NUMBER, "components lost, on average"),
        Column(str(least), str(least), NUMBER, f"average cost with no insurance, in credits; {paid}"),
        *(Column(str(premium), str(premium), NUMBER) for premium in others),
        Column("advice", "advice", explanation=advice),
    )
    title = "average cost of each premium, and which to take once the dice have fallen"
    return Table("", columns, [_layout(one, insured) for one in insured], title, gap=2)


def _layout(one: InsuranceOf, insured: Sequence[InsuranceOf]) -> Row:
    name = f"{INDENT}{one.joined}" if _is_one_of_several(one, insured) else one.in_words
    costs = {str(premium): choice.cost.mean for premium, choice in one.choices.items()}
    return Row({"layout": name, "chance": one.chance, "lost": one.lost.mean, **costs, "advice": one.advice()})


def _is_one_of_several(one: InsuranceOf, insured: Sequence[InsuranceOf]) -> bool:
    """Whether it is one of the ways in which the dice make a layout."""
    return bool(one.joined) and sum(other.layout == one.layout for other in insured) > 1


def _layers(one: InsuranceOf) -> Iterator[Row]:
    above = one.in_words
    for premium, layer in zip(sorted(one.caps)[1:], one.layers, strict=True):
        values = {"premium": premium, "losses": layer.name, "price": layer.price, "verdict": layer.verdict_or_reason}
        yield Row({**values, "worth": layer.worth.estimate()}, above=above)
        above = ""


def _brief(one: InsuranceOf) -> str:
    return " or ".join(map(str, one.advised)) if one.flights else "-"
