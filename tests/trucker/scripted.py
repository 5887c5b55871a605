"""One flight under scripted dice: ships drawn in a line, cards written by hand, and all that is left at the end.

A ship is drawn as rows `row/first column` with one token a square, as in a ship file, but connectors may be left out:
`ship("6/7 CN^; 7/6 H2 SC H2; 8/7 EN")`. A part without connectors has universal ones wherever a part lies beside it (it
answers connectors that are written) and smooth sides elsewhere; the starting cabin has four universal ones, as printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyzer import Captain, Layout, Side
from analyzer.types import Edition
from tests.doors.printed import LETTERS, SIDES, Board, Card, CombatLine, Hit, Square, load_edition, side_named
from tests.doors.trucker_flights import ENDINGS, Convoy, ScriptedDice, fly_through, launch, listener, settle, story
from tests.doors.trucker_paper import parse_token, positions
from tests.trucker.twin.outcome import Outcome

ARROWS = "^>v<"
COLOURS = ("brown", "purple")

EDITION = load_edition("2007")
PLAIN = Captain(
    "plain", day=50, human=100, brown=200, purple=250, battery=50, component=200, stay=1000, dread=0, reserve=0
)
"""Prices that tests count with, in hundredths of a credit."""
SHORT = re.compile(r"([A-Z][A-Z0-9])(\d{4})?([\^>v<]*)")


def captain(**prices: int) -> Captain:
    """The plain captain with other prices."""
    return replace(PLAIN, **prices)


# Ships


def ship(
    drawing: str, board: str = "II", legal: bool = True, edition: str = "2007", reserve: int = 0, **aliens: Square
) -> Layout:
    """The ship so drawn; `brown` and `purple` name the cabins of aliens. Fails for a ship with flaws unless told."""
    on_board = load_edition(edition).board(board)
    drawn = dict(_drawn(drawing))
    placed = {square: parse_token(_completed(on_board, drawn, square)) for square in drawn}
    layout = Layout(drawing, on_board, placed, aliens, reserve)
    assert not legal or layout.flaws() == [], f"{drawing}: {layout.flaws()}"
    return layout


def _drawn(drawing: str) -> Iterable[tuple[Square, str]]:
    for line in drawing.split(";"):
        place, *tokens = line.split()
        row, first = map(int, place.split("/"))
        for column, token in enumerate(tokens, start=first):
            if token != ".":
                yield (row, column), token


def _completed(board: Board, drawn: dict[Square, str], square: Square) -> str:
    code, digits, arrows = _parts(drawn[square])
    if digits is None:
        digits = "".join(_connector(board, drawn, square, side) for side in SIDES)
    return code + digits + arrows


def _connector(board: Board, drawn: dict[Square, str], square: Square, side: Side) -> str:
    code, _, arrows = _parts(drawn[square])
    if code == "SC":
        return "3"
    beside = board.neighbour(square, side)
    if beside not in drawn or side in _blocked(code, arrows):
        return "0"
    other, digits, facing = _parts(drawn[beside])
    if digits is not None:
        return digits[side.opposite]
    return "0" if side.opposite in _blocked(other, facing) else "3"


def _parts(token: str) -> tuple[str, str | None, str]:
    match = SHORT.fullmatch(token)
    assert match, f"no token: {token}"
    return match.group(1), match.group(2), match.group(3)


def _blocked(code: str, arrows: str) -> set[Side]:
    """Muzzle or nozzle."""
    if code[0] == "E":
        return {Side.REAR}
    return {Side(ARROWS.index(arrow)) for arrow in arrows} if code in ("CN", "CD") else set()


# Cards


def card(kind: str, **facts: object) -> Card:
    """A card of that kind."""
    return Card(id=99, level=1, learning=False, kind=kind, **facts)  # type: ignore[arg-type]


def goods(letters: str) -> tuple[int, ...]:
    """Cubes by colour."""
    return tuple(letters.count(letter) for letter in LETTERS)


def hits(text: str) -> tuple[Hit, ...]:
    """Meteors or shots, as `small-front large-left`."""
    pairs = (word.split("-") for word in text.split())
    return tuple(Hit(size == "large", side_named(side)) for size, side in pairs)


def meteors(text: str) -> Card:
    """A swarm of those meteors."""
    return card("meteor_swarm", hits=hits(text))


def planets(text: str, days: int = 0) -> Card:
    """Planets with those goods, as `RR|YGB`."""
    return card("planets", planets=tuple(map(goods, text.split("|"))), days=days)


def abandoned_ship(crew: int, credits_: int, days: int = 1) -> Card:
    """A ship sold to that many of the crew."""
    return card("abandoned_ship", crew_required=crew, crew_lost=crew, credits=credits_, days=days)


def station(crew: int, letters: str, days: int = 1) -> Card:
    """A station that needs that crew."""
    return card("abandoned_station", crew_required=crew, goods=goods(letters), days=days)


def smugglers(strength: int, lost: int = 2, reward: str = "YGB", days: int = 1) -> Card:
    """Smugglers."""
    return card("smugglers", strength=strength, goods_lost=lost, goods=goods(reward), days=days)


def slavers(strength: int, lost: int = 2, credits_: int = 5, days: int = 1) -> Card:
    """Slavers."""
    return card("slavers", strength=strength, crew_lost=lost, credits=credits_, days=days)


def pirates(strength: int, shots: str, credits_: int = 4, days: int = 1) -> Card:
    """Pirates."""
    return card("pirates", strength=strength, hits=hits(shots), credits=credits_, days=days)


def shots(text: str) -> Card:
    """Pirates whom nobody beats: nothing but their shots."""
    return pirates(40, text)


def zone(*lines: str) -> Card:
    """A combat zone with lines as `crew>days:3` or `cannons>shots:small-rear large-rear`."""
    return card("combat_zone", lines=tuple(map(_line, lines)))


def _line(text: str) -> CombatLine:
    criterion, penalty, value = re.split("[>:]", text)
    fired = hits(value) if penalty == "shots" else ()
    return CombatLine(criterion, penalty, 0 if fired else int(value), fired)


OPEN = card("open_space")
STARDUST = card("stardust")
EPIDEMIC = card("epidemic")
SABOTAGE = card("sabotage")
QUIET = meteors("")
"""A card on which nothing happens."""


def printed(number: int, edition: Edition = EDITION) -> Card:
    """The card of that number, in the 2007 edition unless told."""
    return next(card for card in edition.cards if card.id == number)


# Flights


@dataclass(frozen=True)
class End(Outcome):
    """What is left of one ship: all figures of its outcome, and where everything lies."""

    ending: str  # type: ignore[assignment]
    position: int
    lost: set[Square]
    humans: int
    aliens: set[str]
    cargo: str
    humans_at: dict[Square, int]
    charges_at: dict[Square, int]
    cubes_at: dict[Square, str]


class Listening(listener.Listener):
    """A listener who knows whatever can happen."""

    def on_event(self, event: str, ship: Any, **facts: object) -> None:
        """Fails if nobody hears of it, or if a fact is missing."""
        assert listener.handler_of(event)
        assert all(fact is not None for fact in facts.values())
        super().on_event(event, ship, **facts)


Step = Card | int | tuple[Card | int, Sequence[int]]
"""A card (or its printed number), alone or with its rolls."""


def fly(
    ships: Sequence[Layout],
    *steps: Step,
    captains: Captain | Sequence[Captain] = PLAIN,
    order: Sequence[int] | None = None,
    removed: Sequence[int] | None = None,
    level: str | None = None,
    learning: bool = False,
) -> list[End]:
    """Fly one flight through those cards; `order` lists the ships in starting order, the first ship first if None.

    `learning`: by the rules of the edition's learning flight; aliens are to be left out of the drawing.
    Fails when a roll is missing or one is left over. The flight is flown twice at once, and both must end alike; then
    once more with somebody who listens: nothing is told that has no hearer, and whatever is told can be said in words.
    """
    edition = ships[0].edition
    deck, script = zip(*(_step(step, edition) for step in steps), strict=True)
    by_ship = [captains] * len(ships) if isinstance(captains, Captain) else list(captains)
    rules = edition.level(level or ships[0].board.name)
    assert all(each.board == edition.board(rules.board) for each in ships)
    basic = learning and edition.learning_by_basic_rules
    places = np.repeat(np.argsort(order or range(len(ships)))[:, None], 2, axis=1)
    hulls = [each.hull for each in ships]
    convoy = launch(hulls, by_ship, rules, np.arange(2), places, basic=basic)
    dice = ScriptedDice([script, script])
    fly_through(convoy, deck, np.tile(np.arange(len(deck)), (2, 1)), dice)
    assert dice.left_over() == [], f"rolls that nobody asked for (flight, card, number): {dice.left_over()}"
    told = launch(hulls, by_ship, rules, np.arange(1), places[:, :1], basic=basic)
    told.log = listening = Listening()
    fly_through(told, deck, np.arange(len(deck))[None, :], ScriptedDice([script]))
    for line in (line for lines in listening.lines.values() for line in lines):
        assert story.sentence(line, [each.name for each in ships]).isprintable()
    outcome = settle(convoy, places, removed or [0] * len(ships)).columns()
    ends = [[_end(convoy, outcome, number, flight) for number in range(len(ships))] for flight in range(2)]
    assert ends[0] == ends[1]
    return ends[0]


def alone(
    layout: Layout,
    *steps: Step,
    captain: Captain = PLAIN,
    removed: int = 0,
    level: str | None = None,
    learning: bool = False,
) -> End:
    """One ship flying alone."""
    return fly([layout], *steps, captains=captain, removed=[removed], level=level, learning=learning)[0]


def _step(step: Step, edition: Edition) -> tuple[Card, list[int]]:
    revealed, rolls = step if isinstance(step, tuple) else (step, ())
    return printed(revealed, edition) if isinstance(revealed, int) else revealed, list(rolls)


def _end(convoy: Convoy, outcome: dict[str, np.ndarray], number: int, flight: int) -> End:  # type: ignore[type-arg]
    figures = {name: int(column[number, flight]) for name, column in outcome.items()}
    state, hull, tokens = convoy.state, convoy.hulls[number], convoy.hulls[number].tokens
    alive = hull.squares_of(int(state.alive[number, flight]))
    crew = int(state.crew[number, flight])
    humans = positions(crew & int(tokens.humans.full))
    stowed = [positions(int(state.goods[colour, number, flight])) for colour in range(len(LETTERS))]

    def squares(tokens_at: list[int], seats: list[int]) -> Counter[Square]:
        return Counter(hull.squares[seats[token]] for token in tokens_at)

    cubes_at: dict[Square, str] = {}
    for letter, cubes in zip(LETTERS, stowed, strict=True):
        for square, many in squares(cubes, tokens.containers.at).items():
            cubes_at[square] = cubes_at.get(square, "") + letter * many
    return End(
        **{**figures, "ending": ENDINGS[figures["ending"]]},
        position=int(state.position[number, flight]),
        lost=set(hull.layout.components) - alive,
        humans=len(humans),
        aliens={colour for colour, bit in zip(COLOURS, tokens.alien, strict=True) if crew & int(bit)},
        cargo="".join(letter * len(cubes) for letter, cubes in zip(LETTERS, stowed, strict=True)),
        humans_at=dict(squares(humans, tokens.humans.at)),
        charges_at=dict(squares(positions(int(state.charge[number, flight])), tokens.charges.at)),
        cubes_at=cubes_at,
    )
