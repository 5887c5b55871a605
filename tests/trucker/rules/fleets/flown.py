"""One flight of fleets under scripted dice, by the engine and by the twin, who must end alike.

A build is drawn as a ship is (tests/trucker/scripted.py) on board IVC: rows 3 to 11, columns 3 to 11. Left quarters
end with column 6, right ones begin with column 8, front ones end with row 7, rear ones begin with row 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from analyzer import Captain, Layout
from tests.doors.printed import LETTERS, Card, Square
from tests.doors.trucker_flights import ENDINGS, LEFT, Convoy, ScriptedDice, fleet, fly_through, launch, settle, story
from tests.doors.trucker_paper import Route, positions
from tests.trucker.scripted import PLAIN, Listening, Step, ship
from tests.trucker.twin import fly_one
from tests.trucker.twin.outcome import FleetOutcome

LEVEL_IV = Route(level_name="IV")
NO_CAP = 10**6
STEPPING = ("planets", "smugglers", "abandoned_station")


@dataclass(frozen=True)
class End:
    """What is left of one fleet: `told` are all figures of its outcome; then where everything lies.

    `lost` are the squares of components lost in flight; those of ships that left are not lost.
    """

    told: FleetOutcome
    ending: str
    lost: set[Square]
    charges_at: dict[Square, int]
    humans_at: dict[Square, int]
    cubes_at: dict[Square, str]
    aliens: set[str]

    def __getattr__(self, name: str) -> int:
        """Any figure of the outcome."""
        return getattr(self.told, name)  # type: ignore[no-any-return]

    @property
    def left(self) -> list[str]:
        """Why each of its ships no longer flies, in order; "flies" for one that does."""
        codes = [getattr(self.told, f"ship_{number}_left") for number in (1, 2, 3)]
        return [LEFT[code] for code in codes if LEFT[code] != "no_such_ship"]

    @property
    def met(self) -> list[int]:
        """How many cards each of its ships took part in."""
        return [getattr(self.told, f"ship_{number}_cards") for number in range(1, len(self.left) + 1)]

    @property
    def ships_lost(self) -> list[int]:
        """How many components each of its ships lost."""
        return [getattr(self.told, f"ship_{number}_lost") for number in range(1, len(self.left) + 1)]

    @property
    def quarters(self) -> str:
        """The quarters whose ship flies at the end, by their initials."""
        names = ("front_left", "front_right", "rear_left", "rear_right")
        return " ".join(name[0] + name.split("_")[1][0] for name in names if getattr(self.told, name))


def build(drawing: str, insurance: int = 0, reserve: int = 0, **aliens: Square) -> Layout:
    """The build so drawn; flaws are looked for where it flies."""
    return replace(ship(drawing, "IVC", legal=False, reserve=reserve, **aliens), insurance=insurance)


def fly(
    builds: Sequence[Layout],
    *steps: Step,
    joined: str = "L+R",
    captains: Captain | Sequence[Captain] = PLAIN,
    removed: Sequence[int] | None = None,
    has_twin: bool = True,
) -> list[End]:
    """Fly one flight through those cards, which are taken as met; the first build starts first.

    has_twin: whether the twin knows the kinds of these cards; it knows none of the user's own.

    Fails where a roll is missing or left over, where two flights of one convoy do not end alike, where what is told
    cannot be said, and where the twin tells another outcome.
    """
    deck, script = zip(*map(_step, steps), strict=True)
    by_ship = [captains] * len(builds) if isinstance(captains, Captain) else list(captains)
    fleets = [fleet(each, joined) for each in builds]
    for each in fleets:
        assert {flaw.kind for flaw in each.flaws()} <= {"disconnected"}, f"{each.name}: {each.flaws()}"
    hulls, level = [each.hull for each in fleets], LEVEL_IV.level
    caps = LEVEL_IV.fleet_tables.insurance
    insured = [(each.insurance, NO_CAP if (cap := caps[each.insurance]) is None else cap) for each in builds]
    places = np.repeat(np.arange(len(builds))[:, None], 2, axis=1)
    gone = list(removed or [0] * len(builds))

    convoy = launch(hulls, by_ship, level, np.arange(2), places)
    convoy.formation.set_out(convoy)
    dice = ScriptedDice([script, script])
    fly_through(convoy, deck, np.tile(np.arange(len(deck)), (2, 1)), dice)
    assert dice.left_over() == [], f"rolls that nobody asked for (flight, card, number): {dice.left_over()}"
    outcome = settle(convoy, places, gone, insured)
    told = launch(hulls, by_ship, level, np.arange(1), places[:, :1])
    told.formation.set_out(told)
    told.log = listening = Listening()
    fly_through(told, deck, np.arange(len(deck))[None, :], ScriptedDice([script]))
    for line in (line for lines in listening.lines.values() for line in lines):
        assert story.sentence(line, [each.name for each in builds]).isprintable()

    def column(name: str, number: int, flight: int) -> int:
        return int(getattr(outcome, name)[number, flight])

    names = [field.name for field in fields(FleetOutcome)]
    figures = [[{name: column(name, n, flight) for name in names} for n in range(len(builds))] for flight in (0, 1)]
    assert figures[0] == figures[1]
    ends = [_end(convoy, FleetOutcome(**own), number) for number, own in enumerate(figures[0])]
    if not has_twin:
        return ends
    rolled = [list(each) for each in script]
    plain = fly_one(
        list(builds), by_ship, level, list(deck), lambda card, roll: rolled[card][roll], list(range(len(builds))),
        removed=gone, joined=joined,
    )  # fmt: skip
    assert [end.told for end in ends] == plain
    return ends


def alone(
    layout: Layout,
    *steps: Step,
    joined: str = "L+R",
    captain: Captain = PLAIN,
    removed: int = 0,
    has_twin: bool = True,
) -> End:
    """One fleet flying alone."""
    return fly([layout], *steps, joined=joined, captains=captain, removed=[removed], has_twin=has_twin)[0]


def as_met(number: int) -> Card:
    """The card of that number as level IV has it."""
    return LEVEL_IV.rules.card(number)


def _step(step: Step) -> tuple[Card, list[int]]:
    revealed, rolls = step if isinstance(step, tuple) else (step, ())
    card = as_met(revealed) if isinstance(revealed, int) else revealed
    return replace(card, goods_step=int(card.kind in STEPPING)), list(rolls)


def _end(convoy: Convoy, told: FleetOutcome, number: int) -> End:
    state, hull, tokens = convoy.state, convoy.hulls[number], convoy.hulls[number].tokens
    here = int(state.alive[number, 0]) | int(state.withdrawn[number, 0])
    crew = int(state.crew[number, 0])

    def at(tokens_left: int, seats: list[int]) -> dict[Square, int]:
        return dict(Counter(hull.squares[seats[token]] for token in positions(tokens_left)))

    cubes: dict[Square, str] = {}
    for colour, letter in enumerate(LETTERS):
        for square, many in at(int(state.goods[colour, number, 0]), tokens.containers.at).items():
            cubes[square] = cubes.get(square, "") + letter * many
    return End(
        told=told,
        ending=ENDINGS[told.ending],
        lost=set(hull.layout.components) - hull.squares_of(here),
        charges_at=at(int(state.charge[number, 0]), tokens.charges.at),
        humans_at=at(crew & int(tokens.humans.full), tokens.humans.at),
        cubes_at=cubes,
        aliens={colour for colour, bit in zip(("brown", "purple"), tokens.alien, strict=True) if crew & int(bit)},
    )
