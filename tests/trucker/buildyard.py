"""Random builds of class IVC for tests: four quarters grown from one box, then what lies between them.

What is built clashes with nothing beside it, so that a build is legal whatever the dice join, but for loose pieces,
which are part of the rules: a quarter that was begun in two places, or quarters that nothing holds together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from functools import cache

from analyzer import Component, Layout, Side
from tests.doors.printed import Square, connectors_join, kinds, load_edition
from tests.trucker.shipyard import NOTHING, STARTING_CABIN, Site, fitting_loosely, room_left, with_aliens
from tests.trucker.twin.quarters import QUARTERS, squares_of

BOARD = "IVC"
PREMIUMS = (0, 2, 5, 8)
Wish = Callable[[Component], float]
"""How much a component is wanted."""


def grow_build(
    rng: random.Random,
    taste: Mapping[str, float] | None = None,
    name: str = "grown build",
    small: bool = False,
    broadside: bool = False,
) -> Layout:
    """A random build; `taste` weighs kinds as in `grow_ship`. Legal whatever the dice join, but for loose pieces.

    There are at least three cabins in its quarters, of which aliens may take two. Some quarters are not begun, some
    have no cabin or no engine; `small` builds have few components, `broadside` ones cannons to
    the sides in every quarter.
    """
    taste = {kind: rng.choice((0.3, 1.0, 3.0)) for kind in kinds()} if taste is None else taste

    def wish(part: Component) -> float:
        return taste.get(part.kind, 1.0)

    while True:
        site = Site(load_edition("2007").board(BOARD))
        _build_quarters(rng, site, wish, small, broadside)
        homes = [at for quarter in QUARTERS for at in squares_of(quarter) if at in site.placed]
        if sum(site.placed[at].is_a.cabin for at in homes) > 2:
            break
    for border in ("join_front", "join_rear"):
        _bridge(rng, site, wish, squares_of(border))
    layout = Layout(name, site.board, site.placed, reserve=rng.choice((0, 0, 1, 2)), insurance=rng.choice(PREMIUMS))
    return with_aliens(rng, layout)


def _build_quarters(rng: random.Random, site: Site, wish: Wish, small: bool, broadside: bool) -> None:
    """Quarter after quarter, in any order; the first one that is begun often has the starting cabin."""
    sprawl, starting_cabin = rng.choice((1, 2, 3)), rng.random() < 0.6
    for quarter in rng.sample(QUARTERS, len(QUARTERS)):
        squares = squares_of(quarter)
        size = rng.randint(1, 4) if small else rng.randint(3, len(squares) + 4)
        if rng.random() < 0.06:
            continue
        for place in range(rng.choice((1, 1, 1, 1, 2))):
            if starting_cabin:
                square = rng.choice(sorted(squares))
                if all(need == NOTHING for need in site.needs(square)) and square not in site.kept_clear():
                    site.placed[square], starting_cabin = STARTING_CABIN, False
                    continue
            _begin(rng, site, wish, squares, cabin=place == 0 and rng.random() < 0.85)
        if rng.random() < 0.9:
            _grow(rng, site, lambda part: wish(part) * bool(part.is_a.engine), sprawl, squares)
        if broadside:
            for side in rng.sample((Side.LEFT, Side.RIGHT, Side.LEFT, Side.RIGHT), 3):
                _grow(rng, site, lambda part, side=side: wish(part) * _fires(part, side), sprawl, squares)
        while sum(square in site.placed for square in squares) < size and _grow(rng, site, wish, sprawl, squares):
            pass


def _fires(part: Component, side: Side) -> bool:
    return part.is_a.cannon > 0 and part.facing == (side,)


def _begin(rng: random.Random, site: Site, wish: Wish, squares: Collection[Square], cabin: bool) -> None:
    """One component on any square of the quarter that holds to nothing yet."""
    closed = site.kept_clear() | set(site.placed)
    for square in rng.sample(sorted(squares), len(squares)):
        fit = fitting_loosely(site.board.edition, site.needs(square)) if square not in closed else ()
        choices = [(number, part) for number, part in site.left(fit) if part.is_a.cabin or not cabin]
        if choices:
            weights = [wish(part) * sum(map(bool, part.connectors)) for _, part in choices]
            if sum(weights) > 0:
                site.build(square, *rng.choices(choices, weights)[0])
                return


def _grow(
    rng: random.Random,
    site: Site,
    wish: Wish,
    sprawl: int,
    squares: Collection[Square],
    both: bool = False,
) -> bool:
    """One more component on those squares, held by one on them; False if none fits.

    `both`: on joining squares, held from any side, preferred if from both.
    """
    free = [square for square in site.open_squares() if square in squares]
    rng.shuffle(free)
    on_board = set(site.board.squares)
    for square in free:
        beside = site.beside(square)
        empty = tuple(spot in on_board and spot not in site.placed for spot in beside)
        own = [both or spot in squares for spot in beside]
        needs = tuple(need if mine else NOTHING for need, mine in zip(site.needs(square), own, strict=True))
        held = [(one, _held(one[1], needs)) for one in site.choices(square)]
        choices = [one for one, times in held if times]
        weights = [
            wish(part) * room_left(part, empty) ** sprawl * (20**times if both else 1)
            for (_, part), times in held
            if times
        ]
        if sum(weights) > 0:
            site.build(square, *rng.choices(choices, weights)[0])
            return True
    return False


@cache
def _held(part: Component, needs: tuple[int, ...]) -> int:
    """By how many neighbours the component is held."""
    return sum(
        connectors_join(mine, need) for mine, need in zip(part.connectors, needs, strict=True) if need != NOTHING
    )


def _bridge(rng: random.Random, site: Site, wish: Wish, squares: Collection[Square]) -> None:
    """Components on the joining squares, on most of them."""
    for _ in range(rng.randint(0, len(squares)) or 1):
        if not _grow(rng, site, wish, 1, squares, both=True):
            return
