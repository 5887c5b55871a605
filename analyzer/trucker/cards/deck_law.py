"""How likely every card lies at every place of a deck: exactly, and for two cards at once, as control variates need.

Cards of one sort, those of a level that nobody knows more of, are exchangeable: where one of them lies follows from
where a card of its sort lies. A `Deck` says that for single places and for pairs of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import Law
from analyzer.trucker.cards.piles import Piles
from analyzer.trucker.cards.route import Route

Chances = npt.NDArray[np.float64]


class Sort(NamedTuple):
    """Cards of which some are drawn, each as likely as any other; cards: indices into those of the edition."""

    cards: tuple[int, ...]
    drawn: int


@dataclass(frozen=True, eq=False)
class Deck:
    """one (sorts, places): the chance that a card of a sort lies at a place; two (sorts, sorts, places, places): that
    of two cards at two places; known: how many cards the edition has.
    """

    sorts: tuple[Sort, ...]
    one: Chances
    two: Chances
    known: int

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """All cards that may come, sort by sort: a card has two controls, whether it is there, and where."""
        return tuple(card for sort in self.sorts for card in sort.cards)

    @cached_property
    def rows(self) -> npt.NDArray[np.intp]:
        """(known,) By index of a card which one it is of `cards`, from 0; one more for all others."""
        rows = np.full(self.known, len(self.cards), np.intp)
        rows[[*self.cards]] = np.arange(len(self.cards))
        return rows

    def weighed(self, sort: int) -> Chances:
        """(2,) How many cards of a sort there are, and the sum of their places, on average."""
        return np.array([self.one[sort].sum(), self.one[sort] @ np.arange(1, self.one.shape[1] + 1)])

    def law(self) -> Law:
        """Of controls: for every card 1 if it is in the deck, else 0; then for every card its place, from 1, or 0."""
        return self._law(self.cards)

    def law_given(self, some: Collection[int], number: int) -> Law:
        """That of the same controls in the decks which hold so many of some cards; raises ValueError if none does."""
        ways = {drawn: chance for drawn, chance in self._ways(some).items() if sum(drawn) == number}
        return Law.mixed([self._split(some, drawn)._law(self.cards) for drawn in ways], [*ways.values()])

    def numbers(self, some: Collection[int]) -> dict[int, float]:
        """How many of some cards a deck may hold, with the chance of that."""
        chances: Counter[int] = Counter()
        for drawn, chance in self._ways(some).items():
            chances[sum(drawn)] += chance  # type: ignore[assignment]
        return dict(chances)

    def _ways(self, some: Collection[int]) -> dict[tuple[int, ...], float]:
        """How many of some cards may be drawn of each sort, with the chance of that."""
        ways: dict[tuple[int, ...], float] = {(): 1.0}
        for sort in self.sorts:
            own, size = len({*some} & {*sort.cards}), len(sort.cards)
            chances = {
                n: comb(own, n) * comb(size - own, sort.drawn - n) / comb(size, sort.drawn)
                for n in range(min(own, sort.drawn) + 1)
            }
            ways = {(*way, n): so_far * chance for way, so_far in ways.items() for n, chance in chances.items()}
        return {way: chance for way, chance in ways.items() if chance}

    def _split(self, some: Collection[int], drawn: Sequence[int]) -> Deck:
        """The deck if so many of some cards are drawn of each sort: they and the others of their sort are sorts then.

        Where the cards of a sort lie does not depend on which of them are drawn, and any of those may lie at each of
        their places.
        """
        of, sorts = [], []
        for number, (sort, many) in enumerate(zip(self.sorts, drawn, strict=True)):
            own = tuple(card for card in sort.cards if card in some)
            others = tuple(card for card in sort.cards if card not in some)
            parts = [part for part in (Sort(own, many), Sort(others, sort.drawn - many)) if part.cards]
            of += [number] * len(parts)
            sorts += parts
        many_of, whole = (np.array([sort.drawn for sort in each], np.float64) for each in (sorts, self.sorts))
        pairs = _ordered(many_of) / np.maximum(1, _ordered(whole))[np.ix_(of, of)]
        two = self.two[np.ix_(of, of)] * pairs[:, :, None, None]
        return Deck(tuple(sorts), self.one[of] * (many_of / whole[of])[:, None], two, self.known)

    def _law(self, cards: Sequence[int]) -> Law:
        """As `law`, the cards in that order."""
        sizes = [len(sort.cards) for sort in self.sorts]
        places = self.one.shape[1]
        weights = np.stack([np.ones(places), np.arange(1, places + 1)])
        mean = np.einsum("at,gt,g->ag", weights, self.one, 1 / np.array(sizes))
        same = np.einsum("at,bt,gt,g->abg", weights, weights, self.one, 1 / np.array(sizes))
        pairs = np.array([[n * (n - 1) if g == h else n * m for h, m in enumerate(sizes)] for g, n in enumerate(sizes)])
        unlike = np.einsum("at,ghtu,bu->abgh", weights, self.two, weights, optimize=True) / np.maximum(pairs, 1)
        by_card = {card: number for number, sort in enumerate(self.sorts) for card in sort.cards}
        sort_of = np.array([by_card[card] for card in cards])
        products = unlike[:, :, sort_of][:, :, :, sort_of]
        each = np.arange(sort_of.size)
        products[:, :, each, each] = same[:, :, sort_of]
        means = mean[:, sort_of].ravel()
        size = means.size
        return Law(means, products.transpose(0, 2, 1, 3).reshape(size, size) - np.outer(means, means))


def deck_of(route: Route) -> Deck | None:
    """That of a route; None where cards are chosen, and nothing is drawn."""
    if route.cards:
        return None
    if route.learning:
        cards = tuple(i for i, card in enumerate(route.rules.cards) if card.learning)
        return deck_in_any_order([Sort(cards, len(cards))], len(route.rules.cards))
    piles = route.piles
    return _laid(piles) if piles.prognostic else deck_with_own_on_top(*_sorts(piles), len(piles.cards))


def _sorts(piles: Piles) -> tuple[list[Sort], int]:
    """The sorts of cards of a deck, and how many of the first ones may lie on top."""
    sorts, own = [], 0
    for level, many in piles.dealt().items():
        of_level = [i for i, card in enumerate(piles.cards) if card.level == level]
        known = tuple(i for i in of_level if piles.cards[i].id in piles.forecast.known)
        drawable = tuple(i for i in piles.drawable(level) if i not in known)
        sorts += [sort for sort in (Sort(known, len(known)), Sort(drawable, many - len(known))) if sort.drawn]
        own = own or len(sorts)
    return sorts, own


def deck_in_any_order(sorts: Sequence[Sort], known: int) -> Deck:
    """All cards in any order; known: how many cards the edition has."""
    drawn = np.array([sort.drawn for sort in sorts], np.float64)
    places = int(drawn.sum())
    one = np.repeat(drawn[:, None] / places, places, axis=1)
    two = np.zeros((len(sorts), len(sorts), places, places))
    two[:] = _ordered(drawn)[:, :, None, None] / max(1, places * (places - 1))
    return Deck(tuple(sorts), one, _apart(two), known)


def deck_with_own_on_top(sorts: Sequence[Sort], own: int, known: int) -> Deck:
    """Any card of the first `own` sorts on top, all others below in any order."""
    drawn = np.array([sort.drawn for sort in sorts], np.float64)
    places = int(drawn.sum())
    top = np.where(np.arange(len(sorts)) < own, drawn, 0) / drawn[:own].sum()
    below = max(1, places - 1)
    one = np.repeat(((drawn - top) / below)[:, None], places, axis=1)
    one[:, 0] = top
    two = np.zeros((len(sorts), len(sorts), places, places))
    left = [drawn - (np.arange(len(sorts)) == on_top) for on_top in range(len(sorts))]
    with_top = np.array([top[on_top] * left[on_top] for on_top in range(len(sorts))]) / below
    pairs = sum(top[on_top] * _ordered(left[on_top]) for on_top in range(own))
    two[:, :, 1:, 1:] = np.asarray(pairs)[:, :, None, None] / max(1, below * (below - 1))
    two[:, :, 0, 1:] = with_top[:, :, None]
    two[:, :, 1:, 0] = with_top.T[:, :, None]
    return Deck(tuple(sorts), one, _apart(two), known)


def _laid(piles: Piles) -> Deck:
    """Piles laid on each other in order: within each, cards that nobody knows share the places that are left."""
    levels = [level for level, many in piles.dealt().items() if many]
    known = {piles.cards[i].id for i in range(len(piles.cards))} & set(piles.forecast.known)
    pools = [tuple(i for i in piles.drawable(level) if piles.cards[i].id not in known) for level in levels]
    blanks = [*_blanks(piles, levels)]
    drawn = np.sum([many for _, many in blanks], axis=0)
    sorts = [Sort(pool, int(many)) for pool, many in zip(pools, drawn, strict=True)]
    places = piles.level.piles * len(piles.level.pile)
    one, two = np.zeros((len(sorts), places)), np.zeros((len(sorts), len(sorts), places, places))
    for here, many in blanks:
        one[:, here] = (many / max(1, len(here)))[:, None]
    two[:] = one[:, None, :, None] * one[None, :, None, :]
    for here, many in blanks:
        inside = np.ix_(range(len(sorts)), range(len(sorts)), here, here)
        two[inside] = _ordered(many)[:, :, None, None] / max(1, len(here) * (len(here) - 1))
    comes = [number for number, sort in enumerate(sorts) if sort.drawn]
    some = tuple(sorts[number] for number in comes)
    return Deck(some, one[comes], _apart(two[np.ix_(comes, comes)]), len(piles.cards))


def _blanks(piles: Piles, levels: Sequence[int]) -> Iterator[tuple[list[int], Chances]]:
    """For every pile its places in the deck of which nothing is known, and how many cards of each level lie there."""
    size, level_of = len(piles.level.pile), {card.id: card.level for card in piles.cards}
    for number, pile in enumerate(piles.whole_piles()):
        here = [number * size + place for place, card in enumerate(pile) if card is None]
        seen = [level_of[card] for card in pile if card is not None]
        many = [piles.level.pile.count(level) - seen.count(level) for level in levels]
        yield here, np.array(many, np.float64)


def _ordered(drawn: Chances) -> Chances:
    """(sorts, sorts) In how many ways two different cards are taken, one of each sort."""
    return np.asarray(np.outer(drawn, drawn) - np.diag(drawn))


def _apart(two: Chances) -> Chances:
    """No two cards lie at one place."""
    each = np.arange(two.shape[2])
    two[:, :, each, each] = 0
    return two
