"""Tables of a balance report: cards, components, levels, places and luck, also against another edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.balance.verdicts import (
    CHECKS,
    MEANINGS,
    POINTS,
    VERDICT,
    VERDICT_COLUMNS,
    Judged,
    confidence_of_checks,
    effect,
    flat,
    judgement,
)
from analyzer.answers.description import COUNT, INTERVAL, NUMBER, PERCENT, SIGNED, TEXT, WORD, Column, Form, Row, Table
from analyzer.answers.description import in_words as words
from analyzer.statistics.estimate import CONFIDENCE, Estimate, each_of
from analyzer.trucker.cards.cards_in_words import card_in_words, card_name, numbers_in_words
from analyzer.trucker.edition import OwnEdition, load_edition
from analyzer.trucker.questions.balance.luck import PARTS, Luck
from analyzer.trucker.questions.balance.pay import Pay, Places
from analyzer.trucker.questions.balance.sample import FIELD, SHIP_GROUPS, LevelShips
from analyzer.trucker.questions.balance.switches import SwitchUse
from analyzer.trucker.questions.balance.verdicts import CardJudge, judged_kinds
from analyzer.trucker.questions.balance.worths import CardOnShips, KindWorth, cautious_mean
from analyzer.trucker.world import DEFAULT_CAPTAIN

IN_FIELD, ALONE = "in the field", "alone"
LEVEL, SETTING = Column("level", "level", WORD), Column("setting", "setting", WORD)


def setting(in_field: bool) -> str:
    """Return the setting in words: in the field or alone."""
    return IN_FIELD if in_field else ALONE


@dataclass(frozen=True, repr=False)
class Contents:
    """Measurements of a balance report on an edition, from which its tables are made.

    Attributes:
        key: key of the edition.
        flights: flights of each ship in each setting (in the field, and alone).
        seed: seed of the report.
        ships: ships of each level.
        pay: results, by level and setting (True in the field, False alone).
        cards: effects of each card, in the field and alone.
        kinds: worths of the kinds of components.
        places: worths of starting places by level.
        luck: variance components by level.
        left_out: sentences on levels that are missing.
        other: measurements of another edition to compare with, or None.
        command: command line that made the report; empty for a call in Python.
        meetings: number of meetings of each ship with each card.
        without: number of flights that each ship flies without each of its components.
        top: number of rows that people see first in a long table.
        targets: targets that the edition sets, each as its name and its text.
        switches: use of each switch.
        version: version that the edition's folder names; "" without one.
    """

    key: str
    flights: int
    seed: int
    ships: tuple[LevelShips, ...]
    pay: dict[tuple[str, bool], Pay]
    cards: tuple[CardOnShips, ...]
    kinds: tuple[KindWorth, ...]
    places: dict[str, Places]
    luck: dict[str, Luck]
    left_out: tuple[str, ...] = ()
    other: Contents | None = None
    command: str = ""
    meetings: int = field(default=0, kw_only=True)
    without: int = field(default=0, kw_only=True)
    top: int = field(default=10, kw_only=True)
    targets: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    switches: tuple[SwitchUse, ...] = field(default=(), kw_only=True)
    version: str = field(default="", kw_only=True)

    @property
    def edition(self) -> str:
        """Name of the edition."""
        return f"{self.key}"

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the levels on which the edition is reported."""
        return tuple(one.level for one in self.ships)

    @property
    def ship_count(self) -> int:
        """Number of ships in the report, over all levels."""
        return sum(len(one.ships) for one in self.ships)


MOST_NEW = 8
"""Largest number of new things that a sentence names."""
LEVEL_PAYS, CARD, COMPONENT, PLACE, PART = "level pays", "card", "component", "first place", "part of variance"
"""Kinds of measurements that are compared between two editions."""


@dataclass(frozen=True)
class MeasuredMean:
    """A mean measured in an edition, with the single values of which it is the mean.

    Attributes:
        estimate: the mean with its interval.
        values: the single values, one per flight, meeting, ship or batch.
        keys: labels of the values; two editions are compared value by value only if these are equal.
    """

    estimate: Estimate
    values: npt.NDArray[np.float64]
    keys: tuple[Any, ...] = ()

    def difference_from(self, other: MeasuredMean, confidence: float) -> Estimate:
        """Return this mean less the same mean in another edition, with an interval.

        If both have the same labels and number of values, the interval comes from differences value by value. These
        vary less because the luck common to both editions cancels.
        """
        if self.keys != other.keys or self.values.shape != other.values.shape:
            return self.estimate.minus(other.estimate)
        middle, low, high = cautious_mean(self.values - other.values, confidence)
        mean = self.estimate.mean - other.estimate.mean
        return Estimate(mean, mean - (middle - low), mean + (high - middle))


def changes(balance: Contents, other: Contents) -> Table:
    """Return the table of all measurements that both editions have, with both values and the difference."""
    number = sum(1 for _ in _pairs(balance, other, CONFIDENCE))
    confidence = each_of(number)
    rows = []
    for what, name, here, there in _pairs(balance, other, confidence):
        values = {"what": what, "name": name, "here": here.estimate.mean, "there": there.estimate.mean}
        rows.append(Row({**values, "difference": here.difference_from(there, confidence)}))
    rows.sort(key=lambda row: (row.values["what"], -abs(row.values["difference"].mean)))
    columns = (
        Column("what", "what", WORD),
        Column("name", "which", Form(words, is_number=False)),
        Column("here", balance.edition, NUMBER),
        Column("there", other.edition, NUMBER),
        effect("difference", "difference", "in credits; of parts of the variance in percentage points; intervals hold "
               f"for all {len(rows)} rows at once", more_is=""),
    )  # fmt: skip
    return Table("changes", columns, rows, f"what differs from {other.edition}", labels=2)


def _pairs(
    balance: Contents, other: Contents, confidence: float
) -> Iterator[tuple[str, str, MeasuredMean, MeasuredMean]]:
    """Yield kind and name of each measurement that both editions have, with its mean in either edition."""
    both = [_measured(one, confidence) for one in (balance, other)]
    for key, here in both[0].items():
        if key in both[1]:
            yield *key, here, both[1][key]


def _measured(balance: Contents, confidence: float) -> dict[tuple[str, str], MeasuredMean]:
    """Return the measurements that can be compared with another edition, by kind and name."""
    values: dict[tuple[str, str], MeasuredMean] = {}
    for (level, in_field), pay in balance.pay.items():
        if FIELD in pay.groups:
            estimate = pay.group(FIELD, "credits", confidence)
            values[LEVEL_PAYS, f"{level}, {setting(in_field)}"] = MeasuredMean(estimate, pay.flight_by_flight(FIELD))
    for one in balance.cards:
        if one.in_field:
            numbers = ", ".join(str(card.id) for card in one.cards)
            name = f"{words(one.cards[0].kind)} no. {numbers}, level {one.level}"
            sure = each_of(CHECKS, confidence)
            values[CARD, name] = MeasuredMean(one.credits(sure), one.by_meeting / len(one.good))
    for kind in balance.kinds:
        worth, ships = kind.worth(confidence), kind.by_origin
        if worth is not None:
            values[COMPONENT, kind.kind] = MeasuredMean(worth, np.array([*ships.values()]), tuple(ships))
    for level, places in balance.places.items():
        values[PLACE, f"level {level}"] = MeasuredMean(places.worth(1, confidence), places.flight_by_flight(1))
    for level, luck in balance.luck.items():
        by_batch = luck.batch_by_batch()
        for part, share in luck.shares(confidence).items():
            percent = Estimate(*(100 * value for value in share))
            values[PART, f"{part}, level {level}"] = MeasuredMean(percent, 100 * by_batch[part])
    return values


def only_in(key: str, other: str) -> Iterator[str]:
    """Yield a sentence on the cards, components and levels that only one of two editions has."""
    here, there = load_edition(key), load_edition(other)
    known = {(card.level, card.unnumbered()) for card in there.cards}
    new = [f"card {card.id} ({card_name(card)})" for card in here.cards
           if (card.level, card.unnumbered()) not in known]  # fmt: skip
    new += [f"component {words(kind)}" for kind, own in here.kinds.items()
            if there.kinds.get(kind) != own and any(part.kind == kind for part in here.box)]  # fmt: skip
    new += [f"level {level}" for level in here.levels if level not in there.levels]
    if new:
        more = f"; and {len(new) - MOST_NEW} more" * (len(new) > MOST_NEW)
        yield f"Only in {OwnEdition.name_of(key)}: {'; '.join(new[:MOST_NEW])}{more}."


def sentences_on_changes(table: Table, balance: Contents, other: Contents) -> Iterator[str]:
    """Yield sentences on what only one edition has, on rows that clearly differ, and on the largest differences."""
    rows = [row.values for row in table.rows]
    yield from only_in(balance.key, other.key)
    yield from only_in(other.key, balance.key)
    one, other_name = balance.edition, other.edition
    clear: list[Any] = [row for row in rows if not row["difference"].low <= 0 <= row["difference"].high]
    yield (
        f"Of {len(rows)} things that {one} and {other_name} both have, {len(clear)} clearly differ "
        f"(levels and cards {IN_FIELD} are compared by what they bring)."
    )
    in_credits = sorted(
        (row for row in clear if row["what"] != PART), key=lambda row: -abs(float(row["difference"].mean))
    )
    for row in in_credits[:3]:
        here, there, more = row["here"], row["there"], row["difference"]
        yield (
            f"{row['what']}, {words(row['name'])}: {here:.2f} in {one}, {there:.2f} in {other_name}, "
            f"{more.mean:+.2f} ({more.low:+.2f} to {more.high:+.2f})."
        )


PLAIN_ONE = "a plain structural component with the same connectors"


def tables_of(balance: Contents) -> dict[str, Table]:
    """Return all tables of a balance report by name."""
    tables = {"cards": cards(balance)} if balance.cards else {}
    tables |= {"components": components(balance)} if balance.kinds else {}
    tables |= {"levels": levels(balance)}
    tables |= {"places": places(balance)} if balance.places else {}
    if balance.luck:
        tables |= {"luck": luck(balance), "captains": captains(balance), "builds": builds(balance)}
    tables |= {"switches": switches(balance)} if balance.switches else {}
    tables |= {"ships": ships(balance)}
    if balance.other is not None:
        tables = {"changes": changes(balance, balance.other)} | tables
    return tables


def card_confidence(balance: Contents) -> float:
    """Return the confidence level of a single card's interval at which the intervals of all cards hold jointly.

    They hold jointly over repeated measurements of the cards, too.
    """
    return confidence_of_checks(len(balance.cards))


def cards(balance: Contents) -> Table:
    """Return the table of cards: a row per group of cards with equal effect, level and setting.

    The most urgent verdicts come first, then the cards that cost most.
    """
    confidence, verdicts = card_confidence(balance), verdicts_on_cards(balance)
    rows = [
        Row(_card(one, confidence) | judgement(verdicts.get(one)), bold=one in verdicts and verdicts[one].is_own)
        for one in sorted(balance.cards, key=lambda one: (_urgency(verdicts.get(one)), one.credits().mean))
    ]
    columns = (
        Column("cards", "no.", Form(numbers_in_words), missing=("", "")),
        Column("name", "card", WORD),
        Column("words"),
        LEVEL,
        SETTING,
        Column("kind"),
        VERDICT,
        effect("credits", "credits", "what one meeting brings good ships on average; intervals hold for all "
               f"{len(rows)} rows at once"),
        *VERDICT_COLUMNS,
        Column("spread", "spread", NUMBER, "how far good ships differ in it: the standard deviation, without the part "
               "of chance"),
        Column("novices", "novices", SIGNED, "the same for ships built at random", flat=flat),
        Column("bounty", "paid", SIGNED, "credits that the card itself pays"),
        Column("goods_sold", "goods", SIGNED, "change of what goods sell for at the end"),
        Column("rewards", "rewards", SIGNED, "change of the rewards for order and looks at the end"),
        Column("penalty", "penalty", SIGNED, "change of what lost components cost"),
        Column("components_lost", "compo-\nnents\nlost", SIGNED),
        Column("crew", "crew", SIGNED, "change of the crew at the end"),
        Column("days", "days", SIGNED, "change of the flight days"),
        Column("batteries", "batteries", SIGNED, "change of the battery charges at the end"),
        Column("arrived", "arrives,\npoints", POINTS, "change of the chance to arrive, in percentage points"),
        Column("changed", "does\nsomething", PERCENT, "share of meetings after which anything at all ends differently"),
        Column("decides", "decides", PERCENT, "share of meetings in which the card alone decides whether the ship "
               "arrives, or whether any ship has more credits"),
        Column("changed_estimate", flat=flat),
        Column("decides_estimate", flat=flat),
        Column("meetings", "meetings", COUNT),
    )  # fmt: skip
    return Table("cards", columns, rows, "what each card takes and brings", labels=2, visible_rows=balance.top)


def _urgency(judged: Judged | None) -> tuple[bool, int]:
    """Return a key that sorts cards met in the field first, and by verdict."""
    return judged is None, [*MEANINGS].index(judged.verdict) if judged else 0


def verdicts_on_cards(balance: Contents) -> dict[CardOnShips, Judged]:
    """Return the verdict on each card met in the field."""
    judges = [CardJudge(ships, balance.cards, card_confidence(balance)) for ships in balance.ships]
    return {one: judge.judged(one) for judge in judges for one in judge.effects}


def _card(one: CardOnShips, confidence: float) -> dict[str, Any]:
    """Return the values of a card's row, with intervals at the given confidence level."""
    parts = ("bounty", "goods_sold", "rewards", "penalty", "components_lost", "crew", "days", "batteries", "arrived")
    return {
        "cards": tuple(card.id for card in one.cards),
        "name": card_name(one.cards[0]),
        "words": card_in_words(one.cards[0]),
        "kind": one.cards[0].kind,
        "level": one.level,
        "setting": setting(one.in_field),
        "credits": one.credits(confidence),
        "spread": one.spread,
        "novices": one.novices(),
        "changed": one.changed,
        "decides": one.decides,
        "changed_estimate": one.share(one.changed, confidence),
        "decides_estimate": one.share(one.decides, confidence),
        "meetings": one.meetings,
    } | {part: one.average(part).mean for part in parts}


def components(balance: Contents) -> Table:
    """Return the table of components: a row per kind, sorted by worth."""
    confidence = each_of(len(balance.kinds))
    verdicts = judged_kinds(balance.kinds, balance.key, confidence)
    rows = [
        Row(_component(one, confidence) | judgement(verdicts[one.kind]), bold=verdicts[one.kind].is_own)
        for one in balance.kinds
    ]
    rows.sort(key=lambda row: -row.values["worth"].mean if row.values["worth"] else float("inf"))
    columns = (
        Column("kind", "component", Form(words, is_number=False)),
        Column("ships", "ships", COUNT, "good ships that have one"),
        VERDICT,
        effect("worth", "worth", f"credits a flight above {PLAIN_ONE}; each ship counts once; intervals hold for "
               f"all {len(rows)} rows at once"),
        *VERDICT_COLUMNS,
        Column("spread", "spread", NUMBER, "how far good ships differ in it: the standard deviation"),
        Column("without", "more than\nnothing", SIGNED, "credits a flight above an empty square; only of components "
               "that hold no other in place", flat=flat),
        Column("novices", "novices", SIGNED, "the same for ships built at random", flat=flat),
        Column("lost", "lost", PERCENT, "share of flights in which a good ship loses it"),
    )  # fmt: skip
    return Table("components", columns, rows, "what each kind of component is worth")


def _component(one: KindWorth, confidence: float) -> dict[str, Any]:
    """Return the values of the row of a component kind, with intervals at the given confidence level."""
    worth = one.worth(confidence)
    return {
        "kind": one.kind,
        "ships": one.ships,
        "worth": worth,
        "spread": one.spread,
        "without": one.without(),
        "novices": one.to_novices(),
        "lost": one.lost,
    }


def switches(balance: Contents) -> Table:
    """Return the table of switches: a row per level and switch."""
    confidence = each_of(len(balance.switches))
    rows = [
        Row({
            "level": one.level, "switch": one.switch, "value": one.value, "other": one.other, "users": one.users,
            "ships": len(one.by_ship), "changed": one.changed, "credits": one.credits(confidence),
        })
        for one in sorted(balance.switches, key=lambda one: one.switch)
    ]  # fmt: skip
    columns = (
        Column("switch", "switch", WORD),
        LEVEL,
        Column("value", "value", COUNT),
        Column("other", "instead of", COUNT, "value with which it is compared: that of the base edition if it differs, "
               "or else 0 or 1"),
        Column("users", "ships", COUNT, "good ships with a flight that ends differently"),
        Column("ships"),
        Column("changed", "flights", PERCENT, "share of flights that end differently"),
        effect("credits", "credits", "what the value brings good ships a flight more than the other one; intervals "
               f"hold for all {len(rows)} rows at once"),
    )  # fmt: skip
    return Table("switches", columns, rows, "what the switches do", labels=2)


def levels(balance: Contents) -> Table:
    """Return the table of levels: a row per level, setting and group of ships."""
    rows, confidence = [], each_of(sum(len(pay.groups) for pay in balance.pay.values()))
    for (level, in_field), pay in balance.pay.items():
        for group in pay.groups:
            values = {
                what: pay.group(group, what, confidence)
                for what in ("credits", "arrived", "loss", "richest", "components_lost")
            }
            rows.append(
                Row({"level": level, "setting": setting(in_field), "group": group, "ships": pay.groups[group]} | values)
            )
    columns = (
        LEVEL,
        SETTING,
        Column("group", "ships of", WORD),
        Column("ships", "number", COUNT),
        Column(
            "credits",
            "credits",
            NUMBER,
            f"a flight, mean over these ships; intervals hold for all {len(rows)} rows at once",
            INTERVAL,
            flat=flat,
        ),
        Column("arrived", "arrives", PERCENT, flat=flat),
        Column("loss", "loss", PERCENT, "share of flights that end below 0 credits", flat=flat),
        Column("richest", "richest", PERCENT, "no ship of the convoy has more credits", flat=flat),
        Column("components_lost", "compo-\nnents\nlost", NUMBER, flat=flat),
    )
    return Table("levels", columns, rows, "what each level pays", labels=3)


def places(balance: Contents) -> Table:
    """Return the table of starting places: a row per level and place."""
    every = [(level, one, place) for level, one in balance.places.items() for place in range(1, one.places + 1)]
    confidence = each_of(len(every))
    rows = [
        Row(
            {"level": level, "place": place, "worth": one.worth(place, confidence), "wins": one.wins(place, confidence)}
        )
        for level, one, place in every
    ]
    columns = (
        LEVEL,
        Column("place", "place at\nthe start", COUNT),
        effect("worth", "worth", f"credits a flight above a place drawn at random, good ships in the field; "
               f"intervals hold for all {len(rows)} rows at once"),
        Column("wins", "richest,\npoints", POINTS, "change of the chance to be richest, in percentage points",
               flat=flat),
    )  # fmt: skip
    return Table("places", columns, rows, "what a place at the start is worth", labels=2)


def luck(balance: Contents) -> Table:
    """Return the table of luck: a row per level and part of the variance."""
    rows = []
    for level, one in balance.luck.items():
        deviations, good = one.deviations(), one.among_good()
        among_good = {} if good is None else good.shares()
        for part, share in one.shares().items():
            values = {"level": level, "part": part, "share": share, "deviation": deviations[part], "what": PARTS[part]}
            rows.append(Row(values | {"among_good": among_good.get(part)}))
    columns = (
        LEVEL,
        Column("part", "part", WORD),
        Column("share", "share", PERCENT, "of the variance of a flight's credits, where ship and captain are drawn "
               "from those compared; two ships of each group, in the field", INTERVAL, flat=flat),
        Column("deviation", "standard\ndeviation", NUMBER, "in credits"),
        Column("among_good", "share among\ngood ships", PERCENT, "the same without ships built at random", INTERVAL,
               missing=("-", ""), flat=flat),
        Column("what", "what it is", TEXT),
    )  # fmt: skip
    return Table("luck", columns, rows, "what decides: skill and luck", labels=2)


def captains(balance: Contents) -> Table:
    """Return the table of captains: a row per level and captain other than the default one."""
    pairs = [(level, one, name) for level, one in balance.luck.items() for name in one.captains[1:]]
    confidence = each_of(len(pairs))
    rows = [Row({"level": level, "captain": name, "more": one.captain(name, confidence)}) for level, one, name in pairs]
    columns = (
        LEVEL,
        Column("captain", "captain", WORD),
        effect("more", "credits", f"a flight above {DEFAULT_CAPTAIN}, mean over two ships of each group; "
               f"intervals hold for all {len(rows)} rows at once"),
    )  # fmt: skip
    return Table("captains", columns, rows, "what a captain is worth", labels=2)


def build_pairs(balance: Contents) -> Iterator[tuple[str, str, Any]]:
    """Yield level, name and a pair for each group of ships that is compared with the base group.

    The pair is the `Luck` of the level, which holds the results, and the name of the base group.
    The base group is the reference ships, or the first group if there are none.
    """
    for level, one in balance.luck.items():
        base = FIELD if FIELD in one.groups else one.groups[0]
        yield from ((level, group, (one, base)) for group in SHIP_GROUPS if group in one.groups and group != base)


def builds(balance: Contents) -> Table:
    """Return the table of builds: a row per level and group, except the group that the others are compared with."""
    pairs = [*build_pairs(balance)]
    confidence = each_of(len(pairs))
    rows = [
        Row({"level": level, "group": group, "than": base, "more": one.group(group, base, confidence)})
        for level, group, (one, base) in pairs
    ]
    columns = (
        LEVEL,
        Column("group", "ships of", WORD),
        Column("than", "more than", WORD),
        effect("more", "credits", "a flight in the field, mean over two ships of each group; intervals hold for all "
               f"{len(rows)} rows at once"),
    )  # fmt: skip
    return Table("builds", columns, rows, "what building is worth", labels=3)


def ships(balance: Contents) -> Table:
    """Return the table of the ships in the report, a row each."""
    rows = []
    for one in balance.ships:
        field, alone = (balance.pay[one.level, in_field] for in_field in (True, False))
        for number, (ship, group) in enumerate(zip(one.ships, one.groups, strict=True)):
            values = {"ship": ship.name, "level": one.level, "group": group, "components": len(ship.components)}
            values |= {"credits": field.ship(number, "credits"), "alone": alone.ship(number, "credits")}
            values |= {what: field.ship(number, what) for what in ("arrived", "richest", "components_lost")}
            rows.append(Row(values))
    columns = (
        Column("ship", "ship", WORD),
        LEVEL,
        Column("group", "group", WORD),
        Column("components", "compo-\nnents", COUNT),
        Column("credits", "credits", NUMBER, "a flight in the field"),
        Column("alone", "alone", NUMBER, "credits a flight alone"),
        Column("arrived", "arrives", PERCENT),
        Column("richest", "richest", PERCENT),
        Column("components_lost", "lost", NUMBER, "components a flight"),
    )
    return Table("ships", columns, rows, "the ships", visible_rows=balance.top)
