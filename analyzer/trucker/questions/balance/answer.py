"""Answer of a balance report, and the sentences that its intervals support."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyzer.answers.balance.report import BalanceReport, Dot, PageTexts, verdicts_in_words
from analyzer.answers.balance.tiles import Tile, overall
from analyzer.answers.description import Description, Table, in_percent
from analyzer.answers.description import in_words as words
from analyzer.answers.leaders import Leaders, leaders_by_interval
from analyzer.answers.numbers import join_names, signed
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.cards.cards_in_words import numbers_in_words
from analyzer.trucker.questions.balance.luck import SKILL
from analyzer.trucker.questions.balance.sample import FIELD, FITTED, NAMED_SHIPS, NOVICE, SEARCHED, SHIP_GROUPS
from analyzer.trucker.questions.balance.summary import tiles_of
from analyzer.trucker.questions.balance.switches import NOT_FLOWN
from analyzer.trucker.questions.balance.tables import ALONE, IN_FIELD, Contents, sentences_on_changes, tables_of
from analyzer.trucker.world import DEFAULT_CAPTAIN

SHIPS_OF = {
    FIELD: "the reference ships",
    NAMED_SHIPS: "the ships named",
    SEARCHED: "ships found by search",
    FITTED: "ships fitted with what others lack",
    NOVICE: "ships built at random",
}
"""Description of the ships of each group."""
FLOWN_BY_NONE = "; ".join(f"{switch} ({why})" for switch, why in NOT_FLOWN.items())
"""Switches that flights of a report cannot use, with the reason."""
Values = Mapping[str, Any]
"""Values of a table row, by name of the column."""


def sentences_of(balance: Contents, tables: Mapping[str, Table]) -> dict[str, list[str]]:
    """Return the conclusions from each table as sentences, by name of the table."""
    rows = {name: [row.values for row in table.rows] for name, table in tables.items()}
    of_table = {
        "cards": _cards,
        "components": _components,
        "levels": _levels,
        "places": _places,
        "luck": _luck,
        "captains": _captains,
        "builds": _builds,
        "switches": _switches,
    }
    sentences = {name: [*says(rows[name])] for name, says in of_table.items() if name in rows}
    if balance.other is not None:
        changes = sentences_on_changes(tables["changes"], balance, balance.other)
        sentences = {"changes": [*changes]} | sentences
    return sentences


def span(value: Estimate) -> str:
    """Format a difference with its interval."""
    return f"{signed(value.mean)} ({signed(value.low)} to {signed(value.high)})"


def _share(value: Estimate) -> str:
    """Format a share in whole percent with its interval."""
    return f"{in_percent(value.mean, 0)} ({in_percent(value.low, 0)} to {in_percent(value.high, 0)})"


def _card(row: Values) -> str:
    """Describe the card of a row with its number and level."""
    return f"{row['name']} (no. {numbers_in_words(row['cards'])}, level {row['level']})"


def _cards(rows: Sequence[Values]) -> Iterator[str]:
    """Yield sentences on cards met in the field: verdicts, and which cost most, bring most, and decide flights."""
    own = [row for row in rows if row["setting"] == IN_FIELD]
    yield from _verdicts(own, "cards", _card)
    counted = " (at each level whose decks deal them, equal cards count once)" * (
        len({row["level"] for row in rows}) > 1
    )
    costly, good = (
        [row for row in own if row["credits"].high < 0],
        [row for row in own if row["credits"].low > 0],
    )
    yield (
        f"In the field, {len(costly) or 'none'} of {len(own)} cards clearly cost good ships credits, and "
        f"{len(good) or 'none'} clearly bring some{counted}."
    )
    in_order = sorted(own, key=lambda row: (row["level"], row["cards"]))
    for does, some, value in (
        ("costs", costly, lambda row: row["credits"].negated),
        ("brings", good, lambda row: row["credits"]),
    ):
        if some:
            most = leaders_by_interval(in_order, value)
            cards = most.names(lambda row: f"{_card(row)} {span(row['credits'])}")
            yield f"In the field, the card that {does} most credits each time it is met is {cards}{_open(most)}."
    if any(row["decides"] for row in own):
        most = leaders_by_interval(in_order, lambda row: row["decides_estimate"])
        cards = most.names(lambda row: f"{_card(row)} in {_share(row['decides_estimate'])} of meetings")
        decides = "decides most often whether a good ship arrives, or is the richest"
        if 2 * len(most.items) > most.of:  # A list of more than half of the cards says nothing.
            yield f"In the field, these flights cannot tell which of {len(most.items)} cards {decides}."
        else:
            yield f"In the field, the card that {decides}, is {cards}{_open(most)}."
    else:
        yield "In the field, no card decided whether a good ship arrives, or is the richest."


def _verdicts(rows: Sequence[Values], nouns: str, name: Callable[[Values], str]) -> Iterator[str]:
    """Yield the number of rows with each verdict, and the reason for each verdict other than in range."""
    by_level = ", equal cards once at each level" * (len({row.get("level") for row in rows}) > 1)
    return verdicts_in_words(rows, nouns, name, by_level)


def _open(most: Leaders[Values]) -> str:
    return most.open_in_words("these flights")


def _components(rows: Sequence[Values]) -> Iterator[str]:
    """Yield sentences on kinds of components: verdicts, the most valuable, and those worse than a plain one."""
    yield from _verdicts(rows, "kinds", lambda row: words(row["kind"]))
    worths = [row for row in rows if row["worth"] is not None]
    if not worths:
        return
    middle = sum(row["worth"].mean for row in worths) / len(worths)
    wanted = [
        row for row in worths if row["worth"].low > max(0.0, _mean_upper_end([one for one in worths if one is not row]))
    ]
    if wanted:
        kinds = "; ".join(f"{words(row['kind'])} {span(row['worth'])}" for row in wanted)
        average = f"the average kind ({signed(middle)} credits a flight above a plain component)"
        yield f"Worth clearly more than {average}: {kinds}."
    else:
        most = leaders_by_interval(sorted(worths, key=lambda row: str(row["kind"])), lambda row: row["worth"])
        ahead = most.names(lambda row: f"{words(row['kind'])} {span(row['worth'])}")
        none = "No kind is clearly worth more than the average kind"
        first = "" if most.is_open else f" Worth most is {ahead} credits a flight{_open(most)}."
        yield f"{none}.{first}"
    harmful = [row for row in worths if row["worth"].high < 0]
    if harmful:
        kinds = "; ".join(f"{words(row['kind'])} {span(row['worth'])}" for row in harmful)
        yield f"Worse than a plain component on these ships: {kinds}."
    unclear = [words(row["kind"]) for row in worths if row["worth"].low <= 0 <= row["worth"].high]
    if unclear:
        yield f"Not clearly better than a plain component on these ships: {join_names(unclear)}."


def _mean_upper_end(rows: Sequence[Values]) -> float:
    """Return the mean of the upper ends of the intervals of `worth`; 0 without rows."""
    return sum(float(row["worth"].high) for row in rows) / max(1, len(rows))


def _levels(rows: Sequence[Values]) -> Iterator[str]:
    """Yield sentences on the earnings of good ships at each level: in the field, then alone.

    Each level is represented by its first group of good ships in the order of the rows.
    """
    for setting in (IN_FIELD, ALONE):
        own = [row for row in rows if row["setting"] == setting and row["group"] != NOVICE]
        first: dict[str, Values] = {}
        for row in own:
            if row["level"] not in first:
                first[row["level"]] = row
        for group in dict.fromkeys(row["group"] for row in first.values()):
            credits = {row["level"]: row["credits"] for row in first.values() if row["group"] == group}
            pays = "; ".join(
                f"level {level} {mean:.1f} ({low:.1f} to {high:.1f})" for level, (mean, low, high) in credits.items()
            )
            yield f"{setting.capitalize()}, {SHIPS_OF[group]} earn, in credits a flight: {pays}."


def _places(rows: Sequence[Values]) -> Iterator[str]:
    """Yield a sentence on the worth of the first starting place at each level."""
    first = [row for row in rows if row["place"] == 1]
    worth = "; ".join(f"level {row['level']} {span(row['worth'])}" for row in first)
    yield f"Starting first is worth, in credits a flight above a place drawn at random: {worth}."


def _luck(rows: Sequence[Values]) -> Iterator[str]:
    """Yield a sentence per level on the shares of skill and luck in the variance of credits."""
    by_level: dict[str, dict[str, Values]] = {}
    for row in rows:
        by_level.setdefault(row["level"], {})[row["part"]] = row
    for level, parts in by_level.items():
        shares = {part: row["share"] for part, row in parts.items()}
        good = [parts[part]["among_good"] for part in SKILL]
        without = "" if None in good else f", and {in_percent(sum(one.mean for one in good), 0)} among good ships alone"
        yield (
            f"Level {level}, among these ships and captains: of the variance of credits the ship is "
            f"{_share(shares['build'])}, the captain {_share(shares['captain'])}, the deck {_share(shares['deck'])}, "
            f"the starting order {_share(shares['starting order'])}, and the dice {_share(shares['dice'])}. Skill, "
            f"that is ship and captain, is {in_percent(sum(shares[part].mean for part in SKILL), 0)}{without}."
        )


def _captains(rows: Sequence[Values]) -> Iterator[str]:
    """Yield sentences on the captains clearly better and clearly worse than the default captain."""
    better = [f"{row['captain']} at level {row['level']} {span(row['more'])}" for row in rows if row["more"].low > 0]
    worse = [row for row in rows if row["more"].high < 0]
    yield (
        f"Clearly better than {DEFAULT_CAPTAIN}, in credits a flight: {'; '.join(better)}."
        if better
        else f"No captain is clearly better than {DEFAULT_CAPTAIN}."
    )
    if worse:
        most = leaders_by_interval(rows, lambda row: row["more"].negated)
        worst = most.names(lambda row: f"{row['captain']} at level {row['level']}, {span(row['more'])}")
        yield (
            f"Clearly worse than {DEFAULT_CAPTAIN} in {len(worse)} of {len(rows)} rows; the worst is {worst} credits a "
            f"flight{_open(most)}."
        )


def _switches(rows: Sequence[Values]) -> Iterator[str]:
    """Yield sentences on which switches no good ship uses, and on those that clearly change what ships earn."""
    used = {row["switch"] for row in rows if row["users"]}
    unused = [name for name in dict.fromkeys(row["switch"] for row in rows) if name not in used]
    if unused:
        yield f"No flight of a good ship ends differently with another value of: {join_names(unused)}."
    for row in rows:
        if not row["credits"].low <= 0 <= row["credits"].high:
            yield (
                f"{row['switch']} {row['value']} instead of {row['other']} brings good ships, in credits a flight at "
                f"level {row['level']}: {span(row['credits'])}."
            )


def _builds(rows: Sequence[Values]) -> Iterator[str]:
    """Yield a sentence for each group of ships on how much more they earn than the reference ships."""
    for group in dict.fromkeys(row["group"] for row in rows):
        own = [row for row in rows if row["group"] == group]
        differences = "; ".join(f"level {row['level']} {span(row['more'])}" for row in own)
        than = SHIPS_OF[own[0]["than"]]
        yield f"Compared with {than}, {SHIPS_OF[group]} earn, in credits a flight: {differences}."


TEXTS = PageTexts(
    titles={
        "changes": "what differs",
        "cards": "cards",
        "components": "components",
        "levels": "levels",
        "places": "the first place",
        "luck": "skill and luck",
        "captains": "captains",
        "builds": "building",
        "switches": "switches",
        "ships": "ships",
    },
    first_columns={
        "cards": ("name", "level", "verdict", "credits", "printed", "why"),
        "components": ("kind", "ships", "verdict", "worth", "printed", "why"),
        "levels": ("level", "setting", "group", "credits", "arrived", "loss"),
        "ships": ("ship", "level", "group", "credits", "alone", "arrived"),
    },
    strip="A dot is a card: the credits that one meeting brings a good ship in the field. Full dots are the edition's "
    "own cards. Red dots are out of range or blank.",
    strip_label="what one meeting of each card brings a good ship in the field, in credits, by level; the table of "
    "cards has all numbers",
    method=(
        "All ships of a level meet the same decks and the same dice. A card is met twice in the same flight: as it is, "
        "and as a card that does nothing; all other cards, rolls and starting places are the same. A component is "
        "compared with a plain structural one with the same connectors, and with an empty square. Places at the start "
        "are compared on the same cards and dice. For the parts of the variance, every ship flies each deck under "
        "every captain, from four starting orders with four sets of dice. Intervals of these parts come from leaving "
        "out each of sixteen batches of decks in turn.",
        "A verdict compares a card with the printed cards of its level. While the verdict on a card is open, its "
        "meetings are doubled, up to four times. The chance that any verdict of the table is wrong is at most 5%.",
        "Captains decide by fixed rules. The numbers hold for ships that are flown by these rules; better play exists.",
    ),
)


@dataclass(frozen=True, repr=False)
class Balance(Contents, BalanceReport):
    """A balance report on an edition, shown as sentences and tables, or as a page."""

    PAGE = "analyzer.trucker.questions.balance.page:page_of"
    TEXTS = TEXTS

    @cached_property
    def tables(self) -> dict[str, Table]:
        """All tables of the report by name, as in JSON."""
        return tables_of(self)

    @cached_property
    def sentences(self) -> dict[str, list[str]]:
        """Conclusions from each table as sentences, by name of the table."""
        return sentences_of(self, self.tables)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Verdict on each part of the report, with the number on which it rests."""
        return tuple(tiles_of(self, self.tables))

    def dots(self) -> Mapping[str, Sequence[Dot]]:
        """Return the dots of the strip plot by level, e.g. `level II`; a dot stands at a card's effect in the field."""
        if not self.cards:
            return {}
        met = [row.values for row in self.tables["cards"].rows if row.values["setting"] == IN_FIELD]
        return {
            f"level {level}": [
                Dot(_numbered(row), row["credits"], row["verdict"], bool(row["is_own"]))
                for row in met if row["level"] == level
            ]
            for level in self.levels
        }  # fmt: skip

    def logged(self) -> dict[str, Any]:
        """Return the data for the edition's log: flights, levels, cards in the field, and components."""
        kept = {
            "cards": ("cards", "name", "level", "verdict", "credits", "is_own"),
            "components": ("kind", "verdict", "worth", "is_own"),
        }
        rows = {"cards": [row for row in self.rows_of("cards") if row["setting"] == IN_FIELD]}
        rows["components"] = self.rows_of("components")
        things = {table: [{name: row[name] for name in kept[table]} for row in rows[table]] for table in kept}
        return {"flights": self.flights, "levels": self.levels, **things}

    def first_table(self, name: str) -> Table:
        """Return a table with the columns that the page shows first; the table of cards has only rows in the field."""
        table = super().first_table(name)
        if name != "cards":
            return table
        rows = [row for row in table.rows if row.values["setting"] == IN_FIELD]
        return replace(table, rows=[replace(row, values={**row.values, "name": _numbered(row.values)}) for row in rows])

    def description(self) -> Description:
        """Describe the edition: the sentences and tables, with the first rows of long tables."""
        facts: dict[str, Any] = {
            "edition": self.edition,
            "flights": self.flights,
            "seed": self.seed,
            "version": self.version,
            "levels": list(self.levels),
            "sample": {one.level: dict(one.counts()) for one in self.ships},
            "verdicts": {tile.name: tile.as_dict() for tile in self.tiles},
            "sentences": self.sentences,
        }
        if self.other is not None:
            facts["against"] = self.other.edition
        parts = [overall(self.edition, self.tiles)[1]]
        parts += [part for name, table in self.tables.items() for part in (*self.sentences.get(name, ()), table)]
        version = f", version {self.version}" * bool(self.version)
        where = f"level{'s' * (len(self.levels) > 1)} {', '.join(self.levels)}"
        title = f"{version}: balance report, {self.ship_count} ships at {where}, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, parts, self.notes())

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        present = [group for group in SHIP_GROUPS if any(one.counts()[group] for one in self.ships)]
        groups = "; ".join(
            f"{group} ({sum(one.counts()[group] for one in self.ships)}): {SHIP_GROUPS[group]}" for group in present
        )
        notes = [
            f"The ships: {groups}. Good ships are all but the novices.",
            f"Each ship flew {self.flights:,} flights in the field and as many alone.",
            *[f"It met each card {self.meetings:,} times, or less if fewer decks held the card."] * bool(self.cards),
            *[f"It flew {self.without:,} flights without each component."] * bool(self.kinds),
            "Intervals are at 95% confidence; those of cards, of components, of levels, of places, of captains and of "
            "builds hold for all rows of their table at once.",
            "Intervals of components allow for other ships like these. All other intervals allow for other decks and "
            "dice with these same ships. For components, a ship that was searched or fitted counts as one with "
            "the ship that it was made from.",
            "A card's effect is the difference between a flight with the card and the same flight with a blank card in "
            "its place.",
            *(f"Missing from all good ships of level {one.level}: {join_names([words(kind) for kind in one.lacking])}."
              for one in self.ships if one.lacking),
            *[f"Switches that no flight of a report uses: {FLOWN_BY_NONE}."] * bool(self.switches),
            *self.left_out,
            *(f"Level {one.level} has no reference ships: the first of the other ships are the rivals."
              for one in self.ships if not one.has_field),
        ]  # fmt: skip
        caveats = (note for one in self.ships for note in one.in_field[0].notes())
        return list(dict.fromkeys([*notes, *caveats]))


def _numbered(row: Values) -> str:
    """Return the number and the name of the card of a row."""
    return f"{numbers_in_words(row['cards'])} {row['name']}"
