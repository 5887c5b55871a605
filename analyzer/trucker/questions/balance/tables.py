"""The tables of a balance report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.answers.description import COUNT, INTERVAL, NUMBER, PERCENT, SIGNED, TEXT, WORD, Column, Form, Row, Table
from analyzer.answers.description import in_words as words
from analyzer.statistics.interval import each_of
from analyzer.trucker.cards.cards_in_words import card_in_words, numbers_in_words
from analyzer.trucker.questions.balance.against import changes
from analyzer.trucker.questions.balance.cards import CardOnShips
from analyzer.trucker.questions.balance.columns import LEVEL, POINTS, SETTING, effect, flat, setting
from analyzer.trucker.questions.balance.contents import Contents
from analyzer.trucker.questions.balance.kinds import KindWorth
from analyzer.trucker.questions.balance.luck import PARTS
from analyzer.trucker.questions.balance.sample import FIELD, GROUPS

PLAIN_ONE = "a plain structural component with the same connectors"


def tables_of(balance: Contents) -> dict[str, Table]:
    """All tables by name."""
    tables = {"cards": cards(balance)} if balance.cards else {}
    tables |= {"components": components(balance)} if balance.kinds else {}
    tables |= {"levels": levels(balance)}
    tables |= {"places": places(balance)} if balance.places else {}
    if balance.luck:
        tables |= {"luck": luck(balance), "captains": captains(balance), "builds": builds(balance)}
    tables |= {"ships": ships(balance)}
    if balance.other is not None:
        tables = {"changes": changes(balance, balance.other)} | tables
    return tables


def card_confidence(balance: Contents) -> float:
    """That of each interval of a card."""
    return each_of(len(balance.cards))


def cards(balance: Contents) -> Table:
    """A row a sort of card, level and setting, the costliest first."""
    confidence = card_confidence(balance)
    rows = [Row(_card(one, confidence)) for one in sorted(balance.cards, key=lambda one: one.credits().mean)]
    columns = (
        Column("cards", "no.", Form(numbers_in_words), missing=("", "")),
        Column("words", "card", TEXT, "goods by letter: red, yellow, green, blue"),
        LEVEL,
        SETTING,
        Column("kind"),
        effect("credits", "credits", "what one meeting brings good ships on average; intervals hold for all "
               f"{len(rows)} rows at once"),
        Column("spread", "spread", NUMBER, "how far good ships differ in it: the standard deviation, without the part "
               "of chance"),
        Column("novices", "novices", SIGNED, "the same for ships built at random", flat=flat),
        Column("bounty", "paid", SIGNED, "credits that the card itself pays"),
        Column("goods_sold", "goods", SIGNED, "change of what goods sell for at the end"),
        Column("rewards", "rewards", SIGNED, "change of the rewards for order and looks at the end"),
        Column("penalty", "penalty", SIGNED, "change of the charge for lost components"),
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
    return Table("cards", columns, rows, "what each card takes and brings", labels=2, top=balance.top)


def _card(one: CardOnShips, confidence: float) -> dict[str, Any]:
    parts = ("bounty", "goods_sold", "rewards", "penalty", "components_lost", "crew", "days", "batteries", "arrived")
    return {
        "cards": tuple(card.id for card in one.cards),
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
    """A row a kind, the one that is worth most first."""
    confidence = each_of(len(balance.kinds))
    rows = [Row(_component(one, confidence)) for one in balance.kinds]
    rows.sort(key=lambda row: -row.values["worth"].mean if row.values["worth"] else float("inf"))
    columns = (
        Column("kind", "component", Form(words, is_number=False)),
        Column("ships", "ships", COUNT, "good ships that have one"),
        effect("worth", "worth", f"credits a flight above {PLAIN_ONE}; each ship counts once; intervals hold for "
               f"all {len(rows)} rows at once"),
        Column("spread", "spread", NUMBER, "how far good ships differ in it: the standard deviation"),
        Column("without", "more than\nnothing", SIGNED, "credits a flight above an empty square; only of components "
               "that hold no other in place", flat=flat),
        Column("novices", "novices", SIGNED, "the same for ships built at random", flat=flat),
        Column("lost", "lost", PERCENT, "share of flights in which a good ship loses it"),
        Column("verdict", "verdict", TEXT),
    )  # fmt: skip
    return Table("components", columns, rows, "what each kind of component is worth")


def _component(one: KindWorth, confidence: float) -> dict[str, Any]:
    worth = one.worth(confidence)
    verdict = "too few ships" if worth is None else worth.says("better than plain", "worse than plain", "open")
    return {
        "kind": one.kind,
        "ships": one.ships,
        "worth": worth,
        "spread": one.spread,
        "without": one.without(),
        "novices": one.to_novices(),
        "lost": one.lost,
        "verdict": verdict,
    }


def levels(balance: Contents) -> Table:
    """A row a level, setting and group of ships."""
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
    """A row a level and place at the start."""
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
    """A row a level and part of the variance."""
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
    """A row a level and captain other than sensible."""
    pairs = [(level, one, name) for level, one in balance.luck.items() for name in one.captains[1:]]
    confidence = each_of(len(pairs))
    rows = [Row({"level": level, "captain": name, "more": one.captain(name, confidence)}) for level, one, name in pairs]
    columns = (
        LEVEL,
        Column("captain", "captain", WORD),
        effect("more", "credits", f"a flight above sensible, mean over two ships of each group; intervals "
               f"hold for all {len(rows)} rows at once"),
    )  # fmt: skip
    return Table("captains", columns, rows, "what a captain is worth", labels=2)


def build_pairs(balance: Contents) -> Iterator[tuple[str, str, Any]]:
    """By level the groups that are compared with its reference ships."""
    for level, one in balance.luck.items():
        base = FIELD if FIELD in one.groups else one.groups[0]
        yield from ((level, group, (one, base)) for group in GROUPS if group in one.groups and group != base)


def builds(balance: Contents) -> Table:
    """A row a level and group of ships other than the reference ships."""
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
    """A row a ship."""
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
    return Table("ships", columns, rows, "the ships", top=balance.top)
