"""Paying or fighting: odds against pirates, and games played on after each choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite, sqrt
from numbers import Real
from typing import Any

import numpy as np

from analyzer.answers.advice import POINTS
from analyzer.answers.description import (
    INTERVAL,
    PERCENT,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
    in_percent,
    main_columns,
)
from analyzer.answers.edition import own_edition_notes
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.montecarlo.blocks import AWAITED
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import is_first_figure_awaited, report_answers
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.decisions.games_after import GamesAfter, Values
from analyzer.starship.fights import Fight, fight_by
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import entered_in, load_position, nobody_asks
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import STANDARD_RULES, OwnEdition, Rules, default_rules, load_switches, rules_of
from analyzer.starship.turn.setup import possible
from analyzer.starship.turn.table import BEATEN, LOST_FIGHTS
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import MeanWithError

PLAYED_ON_COLUMNS = (
    Column("after", "after", WORD),
    Column("wins_game", "you win the game", PERCENT, interval=INTERVAL, flat=main_columns),
    Column("margin", "margin in points"),
)


@dataclass(frozen=True)
class ContinuedGames:
    """Games played on after paying a pirate, and after fighting it.

    Attributes:
        games: Number of games after each choice.
        captain: Name of the captain who plays on for both players.
        paid: Chance to win the game after paying; None if there is too little Astro.
        fought: Chance to win the game after fighting.
        beaten: Chance to win the game after a won fight; None if no fight was won.
        lost: Chance to win the game after a lost fight; None if no fight was lost.
        margins: Mean points less the other player's, by `paying`, `fighting`, `a victory` and `a defeat`.
        costs: Decrease of the chance to win the game after a defeat, compared with paying in the same games.
        brings: Increase of the chance to win the game after a victory, compared with paying in the same games.
    """

    games: int
    captain: str
    paid: Estimate | None
    fought: Estimate
    beaten: Estimate | None
    lost: Estimate | None
    margins: dict[str, float]
    costs: Estimate | None
    brings: Estimate | None = None

    @property
    def needed(self) -> float | None:
        """Chance to win the fight above which fighting is better than paying; None if the games cannot tell.

        At this chance the expected gain by a victory equals the expected loss by a defeat. Both are measured
        against paying in the same games, so it does not matter that victories and defeats come from different
        games.
        """
        if self.costs is None or self.brings is None or self.brings.mean + self.costs.mean <= 0:
            return None
        return self.costs.mean / (self.brings.mean + self.costs.mean)

    @property
    def needed_between(self) -> tuple[float, float] | None:
        """Interval of 95% for `needed`; (0, 1) if the games say nothing about it.

        It is the interval for a ratio of two means (Fieller 1954). A chance p lies in it if the expected gain and the
        expected loss do not clearly differ. The gain is p times `brings`, the loss 1 - p times `costs`.
        """
        if self.needed is None or self.costs is None or self.brings is None:
            return None
        # The ends solve (p both - costs)^2 = p^2 v + (1 - p)^2 w for p, where v and w are the squared half-widths of
        # `brings` and `costs`: Fieller's quadratic. Without a positive leading coefficient it excludes nothing.
        costs, both = self.costs.mean, self.brings.mean + self.costs.mean
        of_costs, of_brings = (((one.high - one.low) / 2) ** 2 for one in (self.costs, self.brings))
        square, middle = both**2 - of_costs - of_brings, both * costs - of_costs
        if square <= 0:
            return 0.0, 1.0
        root = max(middle**2 - square * (costs**2 - of_costs), 0.0)
        low, high = ((middle + side * sqrt(root)) / square for side in (-1, 1))
        return min(max(low, 0.0), 1.0), min(max(high, 0.0), 1.0)

    def table(self) -> Table:
        """Return the table of results after paying, fighting, a victory and a defeat, one row each."""
        each = {"paying": self.paid, "fighting": self.fought, "a victory": self.beaten, "a defeat": self.lost}
        rows = [
            Row({"after": name, "wins_game": one, "margin": round(self.margins[name], 2)})
            for name, one in each.items()
            if one is not None
        ]
        return Table(
            "played_on",
            PLAYED_ON_COLUMNS,
            rows,
            f"After paying and after fighting: {self.games:,} games each, played to the end by {self.captain}",
        )

    def sentences(self, chance: float) -> Iterator[str]:
        """Yield sentences on the cost of a defeat, and on the chance above which fighting is better.

        Args:
            chance: The chance to win the fight.
        """
        if self.paid is None:
            yield "You have too little Astro to pay, so you must fight."
        if self.costs is not None:
            low, high = POINTS.write(self.costs.low), POINTS.write(self.costs.high)
            cost = f"{POINTS.write(self.costs.mean)} percentage points ({low} to {high})"
            yield (
                f"A lost fight lowers your chance to win the game by {cost}, compared with paying in the same games."
            )
        if self.needed is not None and self.needed_between is not None:
            least, most = self.needed_between
            open_still = ", so it is not clear which is better" if least <= chance <= most and most > least else ""
            yield (
                f"Fight if your chance to win the fight is above {in_percent(min(max(self.needed, 0), 1))} "
                f"({in_percent(least)} to {in_percent(most)}); it is {in_percent(chance)}{open_still}."
            )


def play_continued_games(
    games: GamesAfter, can_pay: bool, many: int, progress: Callable[[int], None] | None = None
) -> ContinuedGames:
    """Play games on after paying, and as many after fighting.

    Args:
        games: The games from a position where a pirate waits.
        can_pay: Whether there is enough Astro to pay.
        many: Number of games after each choice.
        progress: Called with the number of games just played.
    """
    steps = [{"do": "fight"}, *([{"do": "pay"}] if can_pay else [])]
    values = games.play(steps, 0, many)
    # The turn is played once more, with the same dice, to see who won the fight.
    ends = games.ends_of_turn(steps[:1], 0, many)[0]
    counts = ends.counts[games.position.me]
    is_beaten = counts[BEATEN] > 0
    is_lost = ~is_beaten & (counts[LOST_FIGHTS] > 0)
    if progress is not None:
        progress(many * len(steps))
    fought, paid = values[0], values[1] if can_pay else None
    parts = {"fighting": fought, "a victory": _those(fought, is_beaten), "a defeat": _those(fought, is_lost)}
    parts |= {"paying": paid} if paid is not None else {}
    wins = {name: _share(part) for name, part in parts.items()}
    costs = brings = None
    if paid is not None and is_lost.any():
        costs = _more(paid, fought, is_lost)
    if paid is not None and is_beaten.any():
        brings = _more(fought, paid, is_beaten)
    return ContinuedGames(
        games=many,
        captain=games.captain.name,
        paid=wins.get("paying"),
        fought=wins["fighting"] or Estimate(0.0, 0.0, 1.0),
        beaten=wins["a victory"],
        lost=wins["a defeat"],
        margins={name: float(part["margin"].mean()) for name, part in parts.items() if part["margin"].size},
        costs=costs,
        brings=brings,
    )


def _those(values: Values, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Values:
    """Return the results of the games for which `which` is true, by goal."""
    return {goal: each[which] for goal, each in values.items()}


def _more(one: Values, other: Values, games: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Estimate:
    """Return the chance to win the game after one choice less that after another, measured in the same games.

    Args:
        one: Results after the first choice, by goal.
        other: Results after the second choice, by goal.
        games: Whether each game counts. Shape (games,).
    """
    return MeanWithError.of_differences(one["won"][games], other["won"][games], is_chance=True).estimate()


def _share(values: Values) -> Estimate | None:
    """Return the share of games won, with its interval; None if there are no games."""
    won = values["won"]
    return Estimate.from_share(int(won.sum()), won.size) if won.size else None


GAMES = 4_000
"""Default number of games after each choice."""
COLUMNS = (
    Column(
        "strength", "strength", explanation="of the pirate; all: all strengths together, as before you see the card"
    ),
    Column("believed", "believed", PERCENT, "how likely the pirate has this strength, before you see the card"),
    Column("win", "you win", PERCENT, "the chance to win the fight; a tie wins"),
    Column(
        "equal_at",
        "equal at",
        Form(lambda price: f"{price:.1f} Astro"),
        "fight if a defeat costs you less than this, pay if it costs you more",
        missing=("always fight", ""),
    ),
)


@dataclass(frozen=True, repr=False)
class PayOrFight(Described):
    """The odds of a ship against a pirate, and the cost of a defeat at which paying is as good as fighting.

    Attributes:
        cannon_strength: Levels of the ship's cannons added up.
        demand: The Astro that the pirate asks for.
        entered: Number of reserve cards that have come into play.
        gain: Worth of a victory in Astro: a medal and a good.
        owned: Ids of the pirates that either player has beaten.
        source: Words for the source of `entered`; "" if it was not given and all reserve cards are assumed in play.
        played: Games played on from a position where the pirate waits; None elsewhere.
        shares: Chance of each strength of the pirate, as the position shows; empty without a position.
        edition: Key of the edition of the cards.
    """

    cannon_strength: int
    demand: int
    entered: int = STANDARD_RULES.reserve_size
    gain: float = 0.0
    owned: frozenset[str] = frozenset()
    source: str = "given"
    played: ContinuedGames | None = None
    shares: Mapping[int, Fraction] = field(default_factory=dict)
    edition: str = field(kw_only=True)

    @property
    def rules(self) -> Rules:
        """Tables of its edition."""
        return rules_of(self.edition)

    @property
    def believed(self) -> dict[int, Fraction]:
        """Chance of each strength of the pirate, from the position (`shares`) or else by weights.

        A pirate with this demand weighs 1. If its card belongs to a stack of the reserve, it weighs the share of the
        stack that has come into play.
        """
        if self.shares:
            return dict(self.shares)
        weights: dict[int, Fraction] = {}
        for card in self.rules.cards:
            if card.demand == self.demand and card.id not in self.owned:
                stack = self.rules.reserve.get(card.stack, range(1))
                in_play = min(max(self.entered - stack.start, 0), len(stack))
                weight = Fraction(in_play, len(stack)) if card.stack in self.rules.reserve else Fraction(1)
                weights[card.strength] = weights.get(card.strength, Fraction(0)) + weight
        total = sum(weights.values())
        return {strength: weight / total for strength, weight in sorted(weights.items()) if weight}

    @property
    def chance(self) -> Fraction:
        """Chance to win the fight, over all possible strengths."""
        each = self.believed.items()
        return sum((share * self._fight(strength).chance for strength, share in each), Fraction(0))

    def _fight(self, strength: int) -> Fight:
        """Return the fight of the ship against a pirate of a strength."""
        return fight_by(self.rules, self.cannon_strength, strength)

    def equal_at(self, chance: Fraction) -> float | None:
        """Return the cost of a lost fight in Astro at which paying and fighting are equally good.

        Args:
            chance: The chance to win the fight.

        Returns:
            The cost; None if the fight is never lost.

        >>> from analyzer import starship
        >>> odds = starship.pay_or_fight(3, demand=3, entered=0)
        >>> odds.chance, odds.equal_at(odds.chance)
        (Fraction(3, 4), 12.0)
        """
        lost = 1 - chance
        return float((self.demand + chance * Fraction(self.gain)) / lost) if lost else None

    def notes(self) -> list[str]:
        """Return notes on the assumptions behind the numbers."""
        of_edition = own_edition_notes(OwnEdition, self.edition)
        if self.shares:
            return [
                "`believed` counts the pirates that may lie in this sector by what the position says.",
                f"`equal at` assumes that a victory (a medal and a good) is worth {self.gain:g} Astro to you.",
                f"After paying or fighting, {self.played.captain if self.played else ''} plays on for both players.",
                *of_edition,
            ]
        names = ", ".join(card_in_words(self.rules, card) for card in sorted(self.owned))
        beaten = f"{names} {'is' if len(self.owned) == 1 else 'are'} beaten" if names else "no pirate is beaten or seen"
        implied = ", as in the position" * (self.source == "the position")
        notes = [
            f"`believed` assumes that {self.entered} of {self.rules.reserve_size} reserve cards have come into play"
            f"{implied}, and that {beaten}.",
            f"`equal at` assumes that a victory (a medal and a good) is worth {self.gain:g} Astro to you.",
            *of_edition,
        ]
        return notes if self.source else [*notes, self._late()]

    def _late(self) -> str:
        """Return a note that all reserve cards were assumed to be in play (`entered`), and how to change that."""
        early = {card.strength for card in self.rules.cards if card.stack == "BASE" and card.demand == self.demand}
        others = " and ".join(map(str, sorted(early)))
        who = f"only strengths {others} ask" if early else "no pirate asks"
        first = f"At the start of a game {who} for {self.demand} Astro"
        how = f"e.g. {named_setting('entered', 5)}, or a position"
        return (
            f"This assumes that all {self.rules.reserve_size} reserve cards are in play, as late in a game. {first}: "
            f"for an earlier moment give {how}."
        )

    def description(self) -> Description:
        """Return the table of odds: a row for each strength, and one for all of them together."""
        facts: dict[str, Any] = {name: getattr(self, name) for name in ("cannon_strength", "demand", "entered", "gain")}
        title = f" against a pirate who asks for {self.demand} Astro"
        rows = Table("rows", COLUMNS, [*self._rows()])
        parts: tuple[Part, ...] = (rows,)
        if self.played is not None:
            facts |= {"costs": self.played.costs, "brings": self.played.brings}
            facts |= {"needed": self.played.needed, "needed_between": self.played.needed_between}
            facts |= {"games": self.played.games}
            parts = (rows, self.played.table(), *self.played.sentences(float(self.chance)))
        return Description(f"cannon strength {self.cannon_strength}", title, facts, parts, self.notes())

    def _rows(self) -> Iterator[Row]:
        """Yield a row for each possible strength, then one for all of them together."""
        odds = [(str(strength), share, self._fight(strength).chance) for strength, share in self.believed.items()]
        for strength, share, win in [*odds, ("all", Fraction(1), self.chance)]:
            row = {"strength": strength, "believed": float(share), "win": float(win), "equal_at": self.equal_at(win)}
            yield Row(row)


def pay_or_fight(
    cannon_strength: int | None = None,
    demand: int | None = None,
    entered: int | None = None,
    gain: float = 0.0,
    *,
    position: PositionLike | None = None,
    games: int | None = None,
    seed: int = 1,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> PayOrFight:
    """Return the odds of a fight against a pirate, and whether paying is better.

    Where a pirate waits in the position, the game is played on after paying and after the fight. This shows the
    cost of a lost fight. Otherwise only the odds are given.

    Args:
        cannon_strength: Levels of the cannons added up; those of the ship in the position if None, or 1 without
            one.
        demand: The Astro that the pirate asks for; 3 if None and no pirate waits.
        entered: Number of the 28 reserve cards that have come into play; if None as in the position, or all without
            one.
        gain: Worth of a victory (a medal and a good) in Astro.
        position: A ship or position: its file, its fields, or an object. Pirates beaten in it are gone.
        games: Number of games after each choice where a pirate waits, 4,000 if None.
        seed: Seed of the cards and dice to come.
        captain: The captain who plays on for both players: a name, a file or a `Captain`.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        progress: Called with the number of games just played.

    Returns:
        The odds by strength, and where a pirate waits the games after each choice.

    Raises:
        AnalyzerError: If no pirate asks for this demand, or an argument contradicts the position.

    >>> from analyzer import starship
    >>> starship.pay_or_fight(3, demand=3, entered=0).believed     # only Pirate 2 and Pirate 3 lie in the sectors
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    if not isinstance(gain, Real) or not isfinite(gain) or gain < 0:
        raise AnalyzerError(f"{named_setting('gain', gain)}: give a finite number of Astro, at least 0")
    trials = whole_number(GAMES if games is None else games, "games", 2, MOST_KEPT)
    place = None if position is None else load_position(position)
    how, player = load_switches(switches), load_captain(captain)
    waits = None if place is None else demand_of(place)
    if place is None or waits is None:
        return _by_strength(cannon_strength, 3 if demand is None else demand, entered, gain, place)
    _refuse_numbers(place, waits, demand, cannon_strength, entered)
    after = GamesAfter(place, player, player, seed, how)
    own, owned, believed = place.own.cannon_strength, _beaten(place), strengths(place)

    odds = PayOrFight(own, waits, entered_in(place), gain, owned, "the position", None, believed, edition=place.edition)

    def answer(many: int, progress: Callable[[int], None] | None = None) -> PayOrFight:
        return replace(odds, played=play_continued_games(after, place.own.astro >= waits, many, progress))

    is_awaited = is_first_figure_awaited() and not after.is_slow
    report_answers(lambda: [odds])
    if is_awaited and trials > AWAITED:
        few = answer(AWAITED)
        report_answers(lambda: [few])
    return answer(trials, progress)


def _by_strength(
    cannon_strength: int | None, demand: int, entered: int | None, gain: float, place: Position | None
) -> PayOrFight:
    """Return the odds against a pirate of a given demand that does not wait in the position.

    Args:
        cannon_strength: Levels of the cannons added up; as in the position if None.
        demand: The Astro that the pirate asks for.
        entered: Number of reserve cards that have come into play; as in the position if None.
        gain: Worth of a victory in Astro.
        place: The position, if there is one.
    """
    rules = default_rules() if place is None else place.rules
    demands = sorted({card.demand for card in rules.cards if card.demand})
    if demand not in demands:
        raise AnalyzerError(f"demand {demand!r}: pirates ask for {' or '.join(map(str, demands))} Astro")
    implied, strength = (rules.reserve_size, 1) if place is None else (entered_in(place), place.own.cannon_strength)
    many = implied if entered is None else whole_number(entered, "entered", 0, rules.reserve_size)
    if place is not None:
        _fits(place, many)
    own = strength if cannon_strength is None else whole_number(cannon_strength, "cannons", 0, 99)
    source = "given" if entered is not None else "" if place is None else "the position"
    owned = _beaten(place) if place else frozenset()
    answer = PayOrFight(own, demand, many, gain, owned, source, edition=rules.edition)
    if not answer.believed:
        raise AnalyzerError(
            nobody_asks(
                rules,
                demand,
                many,
                lambda first: f"give {named_setting('entered', first)} or more, or another demand",
                "are beaten",
            )
        )
    return answer


def _fits(place: Position, entered: int) -> None:
    """Raise AnalyzerError if `entered` reserve cards cannot have come into play in the position."""
    if place.reserve is not None and entered != entered_in(place):
        listed = (
            f"the reserve of {place.name} lists {len(place.reserve)} cards, so {entered_in(place)} have come into play"
        )
        raise AnalyzerError(f"{named_setting('entered', entered)}: {listed}: leave one of the two out")
    least = max(place.proven, min(len(place.taken), place.rules.reserve_size))
    if entered < least:
        shown = f"{place.name} shows that at least {least} reserve cards have come into play"
        raise AnalyzerError(f"{named_setting('entered', entered)}: {shown}: give {least} or more")


def _beaten(place: Position) -> frozenset[str]:
    """Return the ids of the pirates that either player has beaten."""
    return frozenset(pirate for ship in place.ships for pirate in ship.pirates)


def _refuse_numbers(place: Position, waits: int, *named: int | None) -> None:
    """Raise AnalyzerError if the user gives a number that the position, in which a pirate waits, already sets.

    Args:
        place: The position.
        waits: The Astro that the waiting pirate asks for.
        *named: The demand, the cannon strength and the number of entered cards, each None if the user does not give it.
    """
    wrong = [name for name, value in zip(("demand", "cannons", "entered"), named, strict=True) if value is not None]
    if wrong:
        raise AnalyzerError(
            f"{place.name}: a pirate waits there who asks for {waits} Astro, and the position says all else: leave out "
            f"{', '.join(named_setting(name, '...') for name in wrong)}"
        )


def demand_of(position: Position) -> int | None:
    """Return the Astro that the waiting pirate asks for, or None if no pirate waits."""
    flight = position.flight
    if flight is None or flight.demand is not None:
        return None if flight is None else flight.demand
    return position.rules.card_by_id[flight.at_hand].demand or None if flight.at_hand else None


def strengths(position: Position) -> dict[int, Fraction]:
    """Return the chance of each strength of the waiting pirate, given what the position says."""
    assert position.flight is not None
    if position.flight.demand is None:
        return {position.rules.card_by_id[position.flight.at_hand].strength: Fraction(1)}
    ways = possible(position)
    weights: dict[int, Fraction] = {}
    for way in ways:
        strength = position.rules.card_by_id[way.pirate].strength
        weights[strength] = weights.get(strength, Fraction(0)) + way.weight
    total = sum(weights.values())
    return {strength: weight / total for strength, weight in sorted(weights.items())}
