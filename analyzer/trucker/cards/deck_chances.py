"""Exact chances of cards at the places of a deck, singly and in pairs, as control variates need them.

A pool is a set of cards about which nothing is known but their level and how many of them are drawn. Its cards are
exchangeable, so the chances of one card follow from those of its pool. `DeckChances` holds the chances of single places
and of pairs of places.
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
from analyzer.trucker.edition import Card

Chances = npt.NDArray[np.float64]


class CardPool(NamedTuple):
    """A set of exchangeable cards, some of which are drawn into a deck.

    Attributes:
        cards: Indices of the cards in the edition.
        drawn: Number of them that are drawn into a deck.
    """

    cards: tuple[int, ...]
    drawn: int


@dataclass(frozen=True, eq=False)
class DeckChances:
    """The chances that the cards of each pool lie at each place of a deck.

    Attributes:
        pools: The pools of cards.
        place_chances: Chance that the card at each place is of each pool. Shape (pools, places).
        pair_chances: Chance that the cards at two places are of two pools. Shape (pools, pools, places, places).
        edition_size: Number of cards in the edition.
    """

    pools: tuple[CardPool, ...]
    place_chances: Chances
    pair_chances: Chances
    edition_size: int

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Indices of all cards that may be in the deck, pool by pool.

        Each card has two control variates: whether it is in the deck, and its place.
        """
        return tuple(card for pool in self.pools for card in pool.cards)

    @cached_property
    def rows(self) -> npt.NDArray[np.intp]:
        """Index in `cards` of each card of the edition; len(cards) for cards that cannot be dealt."""
        rows = np.full(self.edition_size, len(self.cards), np.intp)
        rows[[*self.cards]] = np.arange(len(self.cards))
        return rows

    def weighed(self, pool: int) -> Chances:
        """Return the mean number of a pool's cards in the deck, and the mean sum of these cards' places. Shape (2,)."""
        return np.array(
            [self.place_chances[pool].sum(), self.place_chances[pool] @ np.arange(1, self.place_chances.shape[1] + 1)]
        )

    def law(self) -> Law:
        """Return the mean and covariance of the control variates of all cards, two for each card.

        The first ones are 1 for each card in the deck, else 0. The others are its place, counted from 1; 0 if it is not
        in the deck.
        """
        return self._law(self.cards)

    def law_given(self, some: Collection[int], number: int) -> Law:
        """Return mean and covariance of the control variates in decks that hold exactly `number` of the given cards.

        Raises:
            ValueError: If no deck holds so many.
        """
        by_drawn = {drawn: chance for drawn, chance in self._drawn_chances(some).items() if sum(drawn) == number}
        return Law.mixed([self._split(some, drawn)._law(self.cards) for drawn in by_drawn], [*by_drawn.values()])

    def numbers(self, some: Collection[int]) -> dict[int, float]:
        """Return, for n = 0, 1, ..., the chance that a deck holds exactly n of the given cards."""
        chances: Counter[int] = Counter()
        for drawn, chance in self._drawn_chances(some).items():
            chances[sum(drawn)] += chance  # type: ignore[assignment]
        return dict(chances)

    def _drawn_chances(self, some: Collection[int]) -> dict[tuple[int, ...], float]:
        """Return the chance of each tuple of numbers: how many of the given cards are drawn from each pool."""
        by_drawn: dict[tuple[int, ...], float] = {(): 1.0}
        for pool in self.pools:
            # Hypergeometric: n of the `own` cards among those drawn of the pool.
            own, size = len({*some} & {*pool.cards}), len(pool.cards)
            chances = {
                n: comb(own, n) * comb(size - own, pool.drawn - n) / comb(size, pool.drawn)
                for n in range(min(own, pool.drawn) + 1)
            }
            by_drawn = {
                (*drawn, n): so_far * chance for drawn, so_far in by_drawn.items() for n, chance in chances.items()
            }
        return {drawn: chance for drawn, chance in by_drawn.items() if chance}

    def _split(self, some: Collection[int], drawn: Sequence[int]) -> DeckChances:
        """Return the chances of a deck in which the number of given cards drawn from each pool is known.

        Each pool splits into the given cards and the others. Both parts share the place chances of the pool by their
        numbers of drawn cards, because places do not depend on which cards are drawn.
        """
        of, pools = [], []
        for number, (pool, many) in enumerate(zip(self.pools, drawn, strict=True)):
            own = tuple(card for card in pool.cards if card in some)
            others = tuple(card for card in pool.cards if card not in some)
            parts = [part for part in (CardPool(own, many), CardPool(others, pool.drawn - many)) if part.cards]
            of += [number] * len(parts)
            pools += parts
        many_of, whole = (np.array([pool.drawn for pool in each], np.float64) for each in (pools, self.pools))
        # The share of pairs of two pools that are pairs of two of their parts.
        pairs = _ordered(many_of) / np.maximum(1, _ordered(whole))[np.ix_(of, of)]
        pair_chances = self.pair_chances[np.ix_(of, of)] * pairs[:, :, None, None]
        return DeckChances(
            tuple(pools), self.place_chances[of] * (many_of / whole[of])[:, None], pair_chances, self.edition_size
        )

    def _law(self, cards: Sequence[int]) -> Law:
        """Return mean and covariance of the control variates (see `law`), with the cards in the given order."""
        sizes = [len(pool.cards) for pool in self.pools]
        places = self.place_chances.shape[1]
        # A control variate is the sum over the places of weight x (1 if the card lies there): weight 1 says whether the
        # card is in the deck, weight t says where.
        weights = np.stack([np.ones(places), np.arange(1, places + 1)])
        # Axes: a, b controls (is it there, where); g, h pools; t, u places. The first product is of a card with
        # itself, which lies at one place only.
        mean = np.einsum("at,gt,g->ag", weights, self.place_chances, 1 / np.array(sizes))
        same = np.einsum("at,bt,gt,g->abg", weights, weights, self.place_chances, 1 / np.array(sizes))
        pairs = np.array([[n * (n - 1) if g == h else n * m for h, m in enumerate(sizes)] for g, n in enumerate(sizes)])
        unlike = np.einsum("at,ghtu,bu->abgh", weights, self.pair_chances, weights, optimize=True) / np.maximum(
            pairs, 1
        )
        by_card = {card: number for number, pool in enumerate(self.pools) for card in pool.cards}
        pool_of = np.array([by_card[card] for card in cards])
        products = unlike[:, :, pool_of][:, :, :, pool_of]
        each = np.arange(pool_of.size)
        products[:, :, each, each] = same[:, :, pool_of]
        # Order of the variates: "is it there" of all cards, then "where" of all cards. Covariance is E[xy] - E[x]E[y].
        means = mean[:, pool_of].ravel()
        size = means.size
        return Law(means, products.transpose(0, 2, 1, 3).reshape(size, size) - np.outer(means, means))


def deck_of(route: Route) -> DeckChances | None:
    """Return the chances of a route's deck; None if cards are chosen and nothing is drawn."""
    if route.cards:
        return None
    if route.learning:
        cards = tuple(i for i, card in enumerate(route.rules.cards) if card.learning)
        return deck_in_any_order([CardPool(cards, len(cards))], len(route.rules.cards))
    piles = route.piles
    return _laid(piles) if piles.prognostic else deck_with_own_on_top(*_pools(piles), len(piles.cards))


def _pools(piles: Piles) -> tuple[list[CardPool], int]:
    """Return the pools of cards in a deck, and how many of them are of the flight's own level; these stand first."""
    pools, own = [], 0
    for level, many in piles.dealt().items():
        of_level = [i for i, card in enumerate(piles.cards) if card.level == level]
        known = tuple(i for i in of_level if piles.cards[i].id in piles.forecast.known)
        drawable = tuple(i for i in piles.drawable(level) if i not in known)
        pools += [pool for pool in (CardPool(known, len(known)), CardPool(drawable, many - len(known))) if pool.drawn]
        own = own or len(pools)
    return pools, own


def deck_in_any_order(pools: Sequence[CardPool], edition_size: int) -> DeckChances:
    """Return the chances of a deck in which all orders of the drawn cards are equally likely."""
    drawn = np.array([pool.drawn for pool in pools], np.float64)
    places = int(drawn.sum())
    place_chances = np.repeat(drawn[:, None] / places, places, axis=1)
    pair_chances = np.zeros((len(pools), len(pools), places, places))
    pair_chances[:] = _ordered(drawn)[:, :, None, None] / max(1, places * (places - 1))
    return DeckChances(tuple(pools), place_chances, _exclude_same_place(pair_chances), edition_size)


def deck_with_own_on_top(pools: Sequence[CardPool], own: int, edition_size: int) -> DeckChances:
    """Return the chances of a shuffled deck whose top card is of the flight's own level.

    Args:
        pools: The pools of cards, those of the flight's own level first.
        own: Number of pools of the flight's own level.
        edition_size: Number of cards in the edition.
    """
    drawn = np.array([pool.drawn for pool in pools], np.float64)
    places = int(drawn.sum())
    top = np.where(np.arange(len(pools)) < own, drawn, 0) / drawn[:own].sum()
    below = max(1, places - 1)
    place_chances = np.repeat(((drawn - top) / below)[:, None], places, axis=1)
    place_chances[:, 0] = top
    pair_chances = np.zeros((len(pools), len(pools), places, places))
    left = [drawn - (np.arange(len(pools)) == on_top) for on_top in range(len(pools))]
    # Given the pool on top, the others lie below in any order.
    with_top = np.array([top[on_top] * left[on_top] for on_top in range(len(pools))]) / below
    pairs = sum(top[on_top] * _ordered(left[on_top]) for on_top in range(own))
    pair_chances[:, :, 1:, 1:] = np.asarray(pairs)[:, :, None, None] / max(1, below * (below - 1))
    pair_chances[:, :, 0, 1:] = with_top[:, :, None]
    pair_chances[:, :, 1:, 0] = with_top.T[:, :, None]
    return DeckChances(tuple(pools), place_chances, _exclude_same_place(pair_chances), edition_size)


def _laid(piles: Piles) -> DeckChances:
    """Return the chances of a deck whose piles are laid on each other in order, without a shuffle.

    Within each pile the unknown cards share the places that known cards leave.
    """
    levels = [level for level, many in piles.dealt().items() if many]
    known = {piles.cards[i].id for i in range(len(piles.cards))} & set(piles.forecast.known)
    card_sets = [tuple(i for i in piles.drawable(level) if piles.cards[i].id not in known) for level in levels]
    blanks = [*_blanks(piles, levels)]
    drawn = np.sum([many for _, many in blanks], axis=0)
    pools = [CardPool(card_set, int(many)) for card_set, many in zip(card_sets, drawn, strict=True)]
    places = piles.level.piles * len(piles.level.pile)
    place_chances, pair_chances = np.zeros((len(pools), places)), np.zeros((len(pools), len(pools), places, places))
    for here, many in blanks:
        place_chances[:, here] = (many / max(1, len(here)))[:, None]
    # Different piles are independent; places within one pile are corrected below.
    pair_chances[:] = place_chances[:, None, :, None] * place_chances[None, :, None, :]
    for here, many in blanks:
        inside = np.ix_(range(len(pools)), range(len(pools)), here, here)
        pair_chances[inside] = _ordered(many)[:, :, None, None] / max(1, len(here) * (len(here) - 1))
    comes = [number for number, pool in enumerate(pools) if pool.drawn]
    some = tuple(pools[number] for number in comes)
    return DeckChances(
        some, place_chances[comes], _exclude_same_place(pair_chances[np.ix_(comes, comes)]), len(piles.cards)
    )


def _blanks(piles: Piles, levels: Sequence[int]) -> Iterator[tuple[list[int], Chances]]:
    """Yield, for each pile, the deck places of its unknown cards, and how many of these cards are of each level."""
    size, level_of = len(piles.level.pile), {card.id: card.level for card in piles.cards}
    for number, pile in enumerate(piles.whole_piles()):
        here = [number * size + place for place, card in enumerate(pile) if card is None]
        seen = [level_of[card] for card in pile if card is not None]
        many = [piles.level.pile.count(level) - seen.count(level) for level in levels]
        yield here, np.array(many, np.float64)


def _ordered(drawn: Chances) -> Chances:
    """Return the number of ordered pairs of two different cards, by the pools of both cards. Shape (pools, pools).

    Args:
        drawn: Number of drawn cards of each pool.
    """
    return np.asarray(np.outer(drawn, drawn) - np.diag(drawn))


def _exclude_same_place(pair_chances: Chances) -> Chances:
    """Return `pair_chances` with zeros where two cards would lie at one place."""
    each = np.arange(pair_chances.shape[2])
    pair_chances[:, :, each, each] = 0
    return pair_chances


Alike = tuple[int, ...]
"""Indices, in the edition, of cards with the same effect."""


def alike(route: Route) -> list[Alike]:
    """Return the cards from which the level's decks are dealt, as groups of indices; cards of a group do the same."""
    by_rules: dict[Card, list[int]] = {}
    for i, card in enumerate(route.rules.cards):
        if card.level in route.level.pile:
            by_rules.setdefault(card.unnumbered(), []).append(i)
    return [tuple(indices) for indices in by_rules.values()]


def rows_by_number(route: Route) -> dict[Alike, range]:
    """Return, for each group of two or more cards with the same effect, the rows that `with_numbers` adds for it.

    The added rows follow those of single cards. The first row of a group marks decks with exactly one of its cards, the
    next row decks with two, and so on.
    """
    rows, behind = {}, len(route.rules.cards)
    for same in alike(route):
        if len(same) > 1:
            rows[same] = range(behind, behind + len(same))
            behind += len(same)
    return rows


def with_numbers(route: Route, dealt: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return `dealt` with rows added for the groups of cards with the same effect.

    Each added row marks the decks that hold exactly n cards of one group (see `rows_by_number`).

    Args:
        route: The route of the decks.
        dealt: 1 if a card lies in a trial's deck, else 0. Shape (cards, trials).

    Returns:
        Zeros and ones in shape (cards + added rows, trials).
    """

    def by_number() -> Iterator[npt.NDArray[np.int64]]:
        for same in rows_by_number(route):
            number = dealt[list(same)].sum(axis=0)
            yield from ((number == many).astype(np.int64) for many in range(1, len(same) + 1))

    return np.vstack([dealt, *by_number()])
