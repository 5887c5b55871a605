"""Small changes of a layout that keep it legal: swap, turn, move, replace, mirror, rebuild a corner, another crew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from analyzer.trucker.ship.box import box_of
from analyzer.trucker.ship.component import COLOURS, START
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.chance import Chance
from analyzer.trucker.workshop.freedom import Freedom
from analyzer.trucker.workshop.space import Space, State, Tile, printed, turns

TRIES = 30
"""How often a move that failed is begun anew."""
PIECES = 24
"""Components of the box that are tried on a square."""
MOVES_AT_ONCE = (1, 1, 1, 2, 2, 3)
"""How many moves lead to a neighbour, one of these by chance."""
OTHER_CREW = 0.1
"""The chance that a neighbour has another crew, too."""
LIFTED = 4
"""The most components that are lifted and laid again."""


class Build(NamedTuple):
    """What lies where, by number of the square, and by colour where aliens live."""

    state: tuple[Tile | None, ...]
    aliens: tuple[tuple[str, int], ...] = ()


Move = Callable[[State, Chance], bool]
"""Changes the state; False where it failed, and the state is of no use any more."""


class Moves:
    """The moves that are allowed from a ship on; `crewed`: whether aliens may be aboard."""

    def __init__(self, ship: Layout, allowed: Freedom, *, crewed: bool = True) -> None:
        self.ship, self.allowed, self.crewed = ship, allowed, crewed
        self.space = Space(ship.board)
        fixed = {self.space.number[square] for square in allowed.keep} | {self.space.start}
        self.open = [number for number in range(len(self.space.squares)) if number not in fixed]
        self._opened = frozenset(self.open)
        self.origin = self.space.state(ship.components)
        self.own = Counter(printed(one) for one in self.origin if one is not None)
        box = box_of(ship.board.edition)
        self.box = Counter({part: number for part, number in box.items() if part.kind != START})
        self._parts = [*self.box.elements()]
        self._weighed = self._moves()

    @property
    def begin(self) -> Build:
        """The ship as it is."""
        aliens = self.ship.aliens.items() if self.crewed else ()
        return Build(tuple(self.origin), tuple((colour, self.space.number[square]) for colour, square in aliens))

    def layout(self, build: Build, name: str) -> Layout:
        """The build as a layout."""
        aliens = {colour: self.space.squares[at] for colour, at in build.aliens}
        components = self.space.components([*build.state])
        return Layout(name, self.ship.board, components, aliens, self.ship.reserve)

    def build(self, layout: Layout) -> Build:
        """A layout of the same board as a build."""
        aliens = tuple((colour, self.space.number[square]) for colour, square in layout.aliens.items())
        return Build(tuple(self.space.state(layout.components)), aliens)

    def neighbour(self, build: Build, chance: Chance) -> Build:
        """A legal layout one to three moves away; the build itself where none was found."""
        state = [*build.state]
        for _ in range(chance.one_of(MOVES_AT_ONCE)):
            state = self._moved(state, chance)
        return Build(tuple(state), self._crew(state, dict(build.aliens), chance))

    def smaller(self, build: Build, components: int, chance: Chance) -> Build:
        """The build with so many components less, as far as the rest hangs together."""
        state = [*build.state]
        for _ in range(components):
            tried = [*state]
            if self._take_off(tried, chance) and self.space.is_whole(tried):
                state = tried
        return Build(tuple(state), self._crew(state, dict(build.aliens), chance))

    def _moves(self) -> list[Move]:
        """What is allowed, each move as often as it is worth trying."""
        if self.allowed.free:
            often = {self._replace: 8, self._move: 5, self._rebuild: 3, self._turn: 2, self._take_off: 1}
        elif self.allowed.rearrange:
            often = {self._move: 8, self._rebuild: 6, self._turn: 3}
        else:
            return [self._exchange]
        moves: list[Move] = [move for move, times in often.items() for _ in range(times)]
        moves.append(self._mirror)
        return moves + [self._exchange] * (4 * (self.allowed.change is not None))

    def _moved(self, state: State, chance: Chance) -> State:
        for _ in range(TRIES):
            tried = [*state]
            if chance.one_of(self._weighed)(tried, chance) and self._allowed(tried) and self.space.is_whole(tried):
                return tried
        return state

    def _allowed(self, state: State) -> bool:
        """Whether no more is changed than may be."""
        if self.allowed.free or self.allowed.change is None:
            return True
        if not self.allowed.rearrange:
            changed = sum(one is not was for one, was in zip(state, self.origin, strict=True))
            return changed <= self.allowed.change
        others = Counter(printed(one) for one in state if one is not None) - self.own
        return others.total() <= self.allowed.change

    # moves

    def _turn(self, state: State, chance: Chance) -> bool:
        """One component the other way."""
        at = self._built(state, chance)
        if at is None:
            return False
        was = state[at]
        assert was is not None
        state[at] = None
        return self._lay(state, at, [one for one in turns(printed(was)) if one is not was], chance)

    def _move(self, state: State, chance: Chance) -> bool:
        """One component to another square; what lies there takes its place."""
        at, to = self._built(state, chance), chance.one_of(self.open) if self.open else None
        if at is None or to is None or at == to:
            return False
        moved, other = state[at], state[to]
        assert moved is not None
        state[at] = state[to] = None
        if not self._lay(state, to, turns(printed(moved)), chance):
            return False
        return other is None or self._lay(state, at, turns(printed(other)), chance)

    def _replace(self, state: State, chance: Chance) -> bool:
        """A component of the box on any square."""
        return bool(self.open) and self._from_box(state, chance.one_of(self.open), chance)

    def _exchange(self, state: State, chance: Chance) -> bool:
        """A component of the box in place of one of the ship; one that was exchanged may come back for it."""
        changed = [at for at in self.open if state[at] is not self.origin[at]]
        if changed and not self.allowed.rearrange and len(changed) == self.allowed.change:
            back = chance.one_of(changed)
            state[back] = self.origin[back]
        at = self._built(state, chance)
        return at is not None and self._from_box(state, at, chance) and self._fit_together(state)

    def _take_off(self, state: State, chance: Chance) -> bool:
        """One component less."""
        at = self._built(state, chance)
        if at is None:
            return False
        state[at] = None
        return True

    def _rebuild(self, state: State, chance: Chance) -> bool:
        """Some components lifted, near each other, and laid again wherever they join."""
        at = self._built(state, chance)
        if at is None:
            return False
        lifted, waiting = [at], [at]
        most = 2 + chance.below(LIFTED - 1)
        while waiting and len(lifted) < most:
            here = waiting.pop(chance.below(len(waiting)))
            for beside in chance.shuffled(self.space.near[here]):
                if beside in self._opened and beside not in lifted and state[beside] is not None:
                    lifted.append(beside)
                    waiting.append(beside)
        tiles = [state[each] for each in lifted[:most]]
        for each in lifted[:most]:
            state[each] = None
        return all(one is not None and self._lay_anywhere(state, one, chance) for one in chance.shuffled(tiles))

    def _mirror(self, state: State, chance: Chance) -> bool:
        """The components of one row on the other side of the ship."""
        row = chance.one_of(self.ship.board.rows)
        across = {
            at: there
            for at in self.open
            if self.space.squares[at][0] == row
            and (there := self.space.opposite[at]) is not None
            and there in self._opened
        }
        lifted = {at: state[at] for at in across}
        for at in across:
            state[at] = None
        laid = [(across[at], one) for at, one in lifted.items() if one is not None]
        return bool(laid) and all(self._lay(state, at, turns(printed(one)), chance) for at, one in laid)

    # what moves are made of

    def _built(self, state: State, chance: Chance) -> int | None:
        """A square that may be changed and on which something lies."""
        built = [at for at in self.open if state[at] is not None]
        return chance.one_of(built) if built else None

    def _lay(self, state: State, at: int, ways: Sequence[Tile], chance: Chance) -> bool:
        """One of these on the square, if any fits."""
        fitting = [one for one in ways if self.space.fits(state, at, one)]
        if fitting:
            state[at] = chance.one_of(fitting)
        return bool(fitting)

    def _lay_anywhere(self, state: State, one: Tile, chance: Chance) -> bool:
        """The component on any free square that holds it."""
        ways = turns(printed(one))
        places = [
            (at, way)
            for at in self.open
            if state[at] is None
            for way in ways
            if self.space.is_held(state, at, way) and self.space.fits(state, at, way)
        ]
        if places:
            at, way = chance.one_of(places)
            state[at] = way
        return bool(places)

    def _from_box(self, state: State, at: int, chance: Chance) -> bool:
        """Another component that the box still has on that square."""
        was, state[at] = state[at], None
        used = Counter(printed(one) for one in state if one is not None)
        for _ in range(PIECES):
            part = chance.one_of(self._parts)
            if used[part] < self.box[part]:
                ways = [one for one in turns(part) if one is not was and self.space.fits(state, at, one)]
                if ways:
                    state[at] = chance.one_of(ways)
                    return True
        return False

    def _fit_together(self, state: State) -> bool:
        """Whether all that was brought back fits what came since."""
        return all(one is None or self.space.fits(state, at, one) for at, one in enumerate(state))

    def _crew(self, state: State, aliens: dict[str, int], chance: Chance) -> tuple[tuple[str, int], ...]:
        """Aliens where they lived, or elsewhere if that is no home any more; sometimes one more, or one less."""
        if not self.crewed:
            return ()
        homes = self.space.homes(state)
        if chance.share() < OTHER_CREW:
            colour = chance.one_of(COLOURS)
            if aliens.pop(colour, None) is None and homes[colour]:
                aliens[colour] = chance.one_of(homes[colour])
        crew: dict[str, int] = {}
        for colour, home in aliens.items():
            possible = [at for at in homes[colour] if at not in crew.values()]
            if possible:
                crew[colour] = home if home in possible else chance.one_of(possible)
        return tuple(sorted(crew.items()))
