"""Shares of build, captain, deck, starting order and dice in the variance of credits, from paired and nested flights.

Every ship flies under every captain through the same decks. Each deck is flown from several starting orders, and each
order with several sets of dice. Variance components are estimated by the method of moments (S. R. Searle, G. Casella,
C. E. McCulloch, "Variance Components", 1992, chapter 3). Their intervals come from a jackknife over batches of decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.trucker.captains import Captain, captain_of, named_captain
from analyzer.trucker.questions.balance.sample import FITTED, NOVICE, SHIP_GROUPS, LevelShips, with_decks
from analyzer.trucker.questions.balance.worths import AT_ONCE
from analyzer.trucker.stacks import cost
from analyzer.trucker.workshop.moves import Chance
from analyzer.trucker.world import CAPTAINS, DEFAULT_CAPTAIN

ORDERS, DICE = 4, 4
"""Number of starting orders of each deck, and number of sets of dice of each order."""
EACH = ORDERS * DICE
"""Number of flights of each ship under each captain on one deck."""
BATCHES = 16
"""Number of batches of decks; intervals come from the differences between them."""
OF_EACH_GROUP = 2
"""Number of ships of each group that take part; it is equal so that no group counts more than another."""
RANDOM = 2
"""Number of captains whose prices are drawn."""
STREAM = 97
"""Stream of random words that draws the prices of captains."""
PARTS = {
    "build": "which ship flies, of the ships compared here",
    "captain": f"who flies it: {', '.join(CAPTAINS)}, or one whose prices are drawn at random",
    "build and captain": "that some ships suit some captains",
    "deck": "which cards come, and in which order",
    "starting order": "who starts where",
    "dice": "all rolls",
}
"""Parts of the variance of credits, with their meaning."""
SKILL = ("build", "captain", "build and captain")
"""Parts of the variance of credits that come from skill."""
Floats = npt.NDArray[np.float64]


def captains(seed: int) -> list[Captain]:
    """Return the named captains and RANDOM captains with random prices.

    Each random price is the price of captain `sensible` times a factor from 1/8 to 8, drawn on a logarithmic scale. The
    reserve is drawn from 0 to 4.
    """
    usual = named_captain("sensible").as_prices()
    chance = Chance(seed, STREAM)
    drawn = []
    for number in range(1, RANDOM + 1):
        # 8**u with u drawn evenly from -1 to 1: a price is halved as often as it is doubled.
        prices = {
            key: value if key in ("name", "reserve") else round(value * 8 ** (2 * chance.share() - 1), 2)
            for key, value in usual.items()
        }
        drawn.append(captain_of(prices | {"name": f"random {number}", "reserve": chance.below(5)}))
    return [*map(named_captain, CAPTAINS), *drawn]


def chosen_ships(ships: LevelShips) -> list[int]:
    """Return the indices of the ships that measure luck: at most OF_EACH_GROUP of each group, but no fitted ships."""
    groups = (group for group in SHIP_GROUPS if group != FITTED)
    return [number for group in groups for number in ships.numbers(group)[:OF_EACH_GROUP]]


@dataclass(frozen=True)
class LuckTask:
    """A task that flies every ship under every captain through some batches of decks of a level.

    Attributes:
        ships: ships of the level.
        first: number of the first batch.
        batches: number of batches.
        decks: number of decks in a batch.
    """

    ships: LevelShips
    first: int
    batches: int
    decks: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        return cost(self.batches * flights_of_batch(self.ships, self.decks), self.ships.slots)

    def measured(self) -> list[Batch]:
        """Fly the batches and return their means and variances."""
        experiments = [self.ships.in_field[number] for number in chosen_ships(self.ships)]
        every = captains(self.ships.seed)
        # Flight n has deck n // EACH: every deck serves EACH flights, DICE of them in a row from one starting order.
        # Flights are numbered over all batches, so the list begins with the decks of earlier ones.
        numbers = tuple(number for number in range((self.first + self.batches) * self.decks) for _ in range(EACH))
        route = with_decks(experiments[0].route, numbers, DICE)
        pairs = [(replace(one, route=route), captain) for one in experiments for captain in every]
        flown = pairs[0][0].outcomes_by_convoy(
            [one.hulls for one, _ in pairs],
            self.first * self.decks * EACH,
            self.batches * self.decks * EACH,
            captains=[(captain, *one.captains[1:]) for one, captain in pairs],
        )
        credits = np.array([outcome.credits[0] for outcome in flown], np.float64)
        by_batch = credits.reshape(len(experiments), len(every), self.batches, self.decks, ORDERS, DICE)
        return [Batch.of(by_batch[:, :, number]) for number in range(self.batches)]


def flights_of_batch(ships: LevelShips, decks: int) -> int:
    """Return the number of flights in a batch of decks, of all ships under all captains."""
    return len(chosen_ships(ships)) * (len(CAPTAINS) + RANDOM) * decks * EACH


@dataclass(frozen=True)
class Batch:
    """Means and variances of credits in a batch of decks; variances are averaged over captains.

    Attributes:
        means: mean credits, (ships, captains).
        dice: variance between sets of dice, (ships,).
        orders: variance between starting orders, (ships,).
        decks: variance between decks, (ships,).
    """

    means: Floats
    dice: Floats
    orders: Floats
    decks: Floats

    @classmethod
    def of(cls, credits: Floats) -> Batch:
        """Build a batch from credits of shape (ships, captains, decks, orders, dice)."""
        # Nested means still hold 1/DICE of the variance by dice, and 1/ORDERS of that by orders: both are taken off.
        of_order, of_deck = credits.mean(axis=4), credits.mean(axis=(3, 4))
        dice = credits.var(axis=4, ddof=1).mean(axis=(1, 2, 3))
        orders = of_order.var(axis=3, ddof=1).mean(axis=(1, 2)) - dice / DICE
        decks = of_deck.var(axis=2, ddof=1).mean(axis=1) - orders / ORDERS - dice / EACH
        return cls(of_deck.mean(axis=2), dice, orders, decks)

    def among(self, ships: Sequence[int]) -> Batch:
        """Return the batch restricted to the ships with the given indices."""
        rows = [*ships]
        return Batch(self.means[rows], self.dice[rows], self.orders[rows], self.decks[rows])


@dataclass(frozen=True)
class Luck:
    """Parts of the variance of credits at one level, e.g. of ships, captains and dice, from all batches of decks.

    Attributes:
        level: name of the level.
        ships: names of the ships.
        groups: group of each ship.
        captains: names of the captains.
        batches: the batches.
    """

    level: str
    ships: tuple[str, ...]
    groups: tuple[str, ...]
    captains: tuple[str, ...]
    batches: tuple[Batch, ...]

    def among_good(self) -> Luck | None:
        """Return the variance components among ships built with care; None if there are fewer than two such ships."""
        good = [number for number, group in enumerate(self.groups) if group != NOVICE]
        names, groups = (tuple(some[number] for number in good) for some in (self.ships, self.groups))
        batches = tuple(one.among(good) for one in self.batches)
        return replace(self, ships=names, groups=groups, batches=batches) if len(good) > 1 else None

    def variances(self) -> dict[str, float]:
        """Return the variance of a flight's credits that each part causes; an estimate below 0 counts as 0."""
        return {part: max(0.0, variance) for part, variance in self._unbiased().items()}

    def _unbiased(self, left_out: int | None = None) -> dict[str, float]:
        """Return unbiased estimates of the variances, which may be below 0.

        Args:
            left_out: index of a batch that is not used; None to use all.
        """
        some = [one for number, one in enumerate(self.batches) if number != left_out]
        within = [float(np.mean([getattr(one, name) for one in some])) for name in ("decks", "orders", "dice")]
        return dict(zip(PARTS, [*unbiased_skill(some), *within], strict=True))

    def shares(self, confidence: float = CONFIDENCE) -> dict[str, Estimate]:
        """Return each part's share of the variance among these ships and captains, with jackknife intervals."""
        n, whole = len(self.batches), _shares(self.variances())
        by_batch = self.batch_by_batch()
        errors = {part: sqrt(float(values.var(ddof=1)) / n) for part, values in by_batch.items()}
        return {
            part: Estimate.from_standard_error(share, errors[part], n, confidence).clipped(0, 1)
            for part, share in whole.items()
        }

    def skill(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of skill in the variance, i.e. of ship, captain, and both together."""
        whole, by_batch = _shares(self.variances()), self.batch_by_batch()
        mean, values = (sum(of[part] for part in SKILL) for of in (whole, by_batch))
        error = sqrt(float(np.var(values, ddof=1)) / len(self.batches))
        return Estimate.from_standard_error(float(mean), error, len(self.batches), confidence).clipped(0, 1)

    def batch_by_batch(self) -> dict[str, Floats]:
        """Return the jackknife pseudo-values of each part's share, one for each batch of decks, (batches,).

        Their mean estimates the share. Its standard error follows as if they were independent measurements. Estimates
        below 0 are not raised to 0. Otherwise a part could be 0 in every batch and look certain.
        """
        n, whole = len(self.batches), _shares(self._unbiased())
        less = [_shares(self._unbiased(number)) for number in range(n)]
        return {part: n * share - (n - 1) * np.array([one[part] for one in less]) for part, share in whole.items()}

    def deviations(self) -> dict[str, float]:
        """Return the standard deviation of each part, in credits."""
        return {part: sqrt(variance) for part, variance in self.variances().items()}

    def captain(self, name: str, confidence: float) -> Estimate:
        """Return the mean credits under a captain less those under the default captain, over all ships."""
        at, usual = self.captains.index(name), self.captains.index(DEFAULT_CAPTAIN)
        return self._mean([float((one.means[:, at] - one.means[:, usual]).mean()) for one in self.batches], confidence)

    def group(self, name: str, than: str, confidence: float) -> Estimate:
        """Return the mean credits of one group of ships less those of another group, under the default captain."""
        usual = self.captains.index(DEFAULT_CAPTAIN)
        some, others = ([n for n, group in enumerate(self.groups) if group == one] for one in (name, than))
        values = [float(one.means[some, usual].mean() - one.means[others, usual].mean()) for one in self.batches]
        return self._mean(values, confidence)

    @staticmethod
    def _mean(values: Sequence[float], confidence: float) -> Estimate:
        """Return the mean of values, one per batch, with its interval."""
        return Estimate.from_mean(float(np.mean(values)), float(np.var(values, ddof=1)), len(values), confidence)


def unbiased_skill(batches: Sequence[Batch]) -> list[float]:
    """Return the variances of build, captain and their interaction, corrected for luck; they may be below 0.

    Variances of means are too large because the means contain luck. In a single one of n batches, luck adds n times as
    much as in all batches together, so the difference shows how much to subtract.
    """
    whole = skill(np.mean([one.means for one in batches], axis=0))
    each = np.mean([skill(one.means) for one in batches], axis=0)
    # With n batches E[whole] = skill + luck / n and E[each] = skill + luck, which this solves for the skill.
    values: list[float] = ((len(batches) * whole - each) / (len(batches) - 1)).tolist()
    return values


def skill(means: Floats) -> Floats:
    """Return the variances of build, captain and their interaction, given exact means of shape (ships, captains)."""
    ships, players = means.shape
    by_ship, by_captain = means.mean(axis=1), means.mean(axis=0)
    # Two-way analysis of variance without replication: the rest is the interaction.
    rest = means - by_ship[:, None] - by_captain[None, :] + means.mean()
    both = float((rest**2).sum()) / max(1, (ships - 1) * (players - 1))
    return np.array(
        [float(by_ship.var(ddof=1)) - both / players, float(by_captain.var(ddof=1)) - both / ships, both], np.float64
    )


def _shares(variances: dict[str, float]) -> dict[str, float]:
    """Scale variances so that they add up to 1."""
    whole = sum(variances.values()) or 1.0
    return {part: variance / whole for part, variance in variances.items()}


def luck_tasks(ships: LevelShips, decks: int) -> Iterator[LuckTask]:
    """Yield tasks that cover all batches of decks of a level, each with as many batches as one stack holds."""
    step = max(1, AT_ONCE // flights_of_batch(ships, decks))
    for first in range(0, BATCHES, step):
        yield LuckTask(ships, first, min(step, BATCHES - first), decks)


def luck_of(ships: LevelShips, batches: Sequence[Batch]) -> Luck:
    """Return the variance components of a level from its batches."""
    numbers = chosen_ships(ships)
    names = tuple(ships.ships[number].name for number in numbers)
    groups = tuple(ships.groups[number] for number in numbers)
    return Luck(ships.level, names, groups, tuple(one.name for one in captains(ships.seed)), tuple(batches))
