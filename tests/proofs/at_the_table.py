"""Advice, reviews and thinkers: against exact answers, against each other, and on broken files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

import analyzer
from analyzer import AnalyzerError, Estimate, load_captain
from analyzer.types import Advice, Record
from tests.doors.statistics import Moments
from tests.doors.trucker_flights import (
    Convoy,
    Experiment,
    open_decision,
    plan_position,
    plan_ship,
    record_flight,
    script,
    write_into,
)
from tests.doors.trucker_moments import position_after
from tests.doors.trucker_paper import Thinking
from tests.files.broken_texts import one_change
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn
from tests.texts import load_text, saved_text

GIVES_UP = "gives_up"
GOODS = "goods"

KINDS = ("land", "takes", "charges", "defends", "gives", "goods", "keeps")
LAST = ["2007/I/first-mile.yaml", "2007/II/steady-hauler.yaml", "2007/II/tin-kite.yaml", "2007/III/night-mail.yaml"]
PIECE, TRIALS = 25, 1_000
SHOULD_HOLD = 0.95


def advice_agrees_with_exact_answers(flights: int, share: Share = in_turn) -> Proven:
    """`advise` says of the options at the last card what an exact count over all rolls says.

    It is asked about the first decision at the last card of simulated flights, and about the cubes kept there, alone
    and in the field. In 95 of 100 decisions, less three standard errors, its intervals of how far options are behind
    the best hold for all options at once. Where the intervals hold, it never calls the exactly best option clearly
    worse.

    Fails if options are flown on otherwise than they are decided, if the best is chosen by other numbers than it is
    judged by, or if a kind of decision is missing.
    """
    pieces = [(path, first, min(PIECE, flights - first)) for path in LAST for first in range(0, flights, PIECE)]
    each = [decision for piece in share(judged_exactly, pieces) for decision in piece]
    holding = sum(holds for _, holds in each)
    least = SHOULD_HOLD - 3 * sqrt(SHOULD_HOLD * (1 - SHOULD_HOLD) / max(1, len(each)))
    faults = [f"{holding} of {len(each)} decisions hold"] if holding < least * len(each) else []
    kinds = Counter(what for what, _ in each)
    if flights >= PIECE:
        faults += [f"no decision: {what}" for what in KINDS if not kinds[what]]
    listed = ", ".join(f"{many} {what}" for what, many in kinds.most_common())
    return Proven(f"{len(each):,} decisions: {listed}", f"{holding:,} hold", tuple(faults))


def judged_exactly(path: str, first: int, flights: int) -> list[tuple[str, bool]]:
    """By decision at the last card of those flights what it is, and whether all intervals hold."""
    decisions = []
    for rivals in ("alone", "field"):
        for advice in last_decisions(path, range(first, first + flights), TRIALS, rivals=rivals):
            exact = [option.exact for option in advice.options if option.exact is not None]
            if len(exact) == len(advice.options):
                behind = [float(max(exact) - one) for one in exact]
                pairs = zip(advice.options, behind, strict=True)
                holds = all(
                    one.worse.low - 1e-9 <= true <= one.worse.high + 1e-9 for one, true in pairs if one.worse.mean
                )
                decisions.append((advice.what, holds))
    return decisions


def last_decisions(path: str, flights: range, trials: int, **how: Any) -> Iterator[Advice]:
    """Advice on your first decision at the last card of simulated flights, and on which cubes are kept there."""
    experiment = plan_ship(analyzer.load_ship(ROOT / "ships" / path), seed=9, **how)
    for flight in flights:
        *before, last = record_flight(experiment, flight).cards
        own = {what: values for what, values in last.decisions.get(0, {}).items() if what != GIVES_UP}
        if len(before) + 1 == experiment.route.length and own:
            position = replace(position_after(experiment, flight, len(before)), card=last.card, rolls=last.rolls)
            others = {ship: decided for ship, decided in last.decisions.items() if ship}
            order = [*own]
            for what in dict.fromkeys((order[0], *([GOODS] if GOODS in own else []))):
                mine = {name: own[name] for name in order[: order.index(what)]}
                yield analyzer.advise(replace(position, decisions=script(others | {0: mine})), trials)


PLAYERS = ("thinker", "sensible", "miser", "random")


def reviews_tell_players_apart(flights: int, share: Share = in_turn) -> Proven:
    """Reviews find fewer and smaller mistakes in flights of a thinker than in those of a miser, or of random play.

    The same flights, with the same cards and dice, are recorded under each captain and reviewed.

    Fails if a review confuses what a decision costs with what the dice brought, or judges other decisions than were
    made.
    """
    each: dict[str, list[list[float]]] = {who: [] for who in PLAYERS}
    for who, flight in [(who, flight) for who in PLAYERS for flight in range(flights)]:
        each[who] += share(reviewed, [(who, flight)])
    rows, means = [("player", "mistakes a flight", "their cost in credits")], {}
    for who, results in each.items():
        mistakes, cost = (sum(one[place] for one in results) / flights for place in (0, 1))
        means[who] = mistakes, cost
        rows.append((who, f"{mistakes:.2f}", f"{cost:.2f}"))
    worse = [
        who for who in ("miser", "random") if any(a > b for a, b in zip(means["thinker"], means[who], strict=True))
    ]
    faults = [f"the thinker makes more or dearer mistakes than {who}" for who in worse]
    return Proven(f"{flights:,} flights of each player", f"{len(worse)} told wrong", tuple(faults), tuple(rows))


def reviewed(who: str, flight: int) -> tuple[int, float]:
    """How many mistakes a review finds in a flight of a player, and what they cost."""
    ship = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")
    named = load_captain("thinker" if who == "thinker" else "miser" if who == "miser" else "sensible")
    captain = replace(named, thinks=Thinking(24)) if named.thinks else named
    plain = plan_ship(ship, seed=4, captain=captain, rivals="alone")
    experiment = AtRandom(plain.ships, plain.captains, plain.route, plain.seed) if who == "random" else plain
    review = analyzer.review(record_flight(experiment, flight), 200)
    return len(review.mistakes), sum(decision.cost.mean for decision in review.mistakes)


@dataclass(frozen=True)
class AtRandom(Experiment):
    """Flights of a lone ship for which everything is decided at random."""

    def on_the_start_line(self, first: int, flights: int) -> Convoy:
        convoy = super().on_the_start_line(first, flights)
        convoy.decisions = Random(random.Random(first))
        return convoy


class Random:
    """Decides at random among all that the rules allow; never gives up."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def card_revealed(self, convoy: Convoy) -> None:
        """Nothing to note."""

    def decide(self, ship: Any, what: str, choice: Any, legal: Any) -> Any:
        """Anything that is allowed."""
        if what in (GOODS, GIVES_UP):
            return choice
        decided = np.array(choice)
        for place in range(ship.cells.size):
            write_into(decided, place, self.rng.choice([*legal(place)]))
        return decided


THINKING = [
    *("I/first-mile", "I/brass-hornet", "I/pocket-freighter", "I/paper-arrow", "II/steady-hauler", "II/tin-kite"),
    *("II/hot-delivery", "II/iron-parcel", "II/stern-invoice", "III/night-mail", "III/grand-broadside"),
    *("III/vault-door", "III/long-receipt"),
    *("IIIa/anvil-chorus", "IIIa/deep-pantry", "IIIa/glass-comet", "IIIa/needle-post"),
]
"""Every ordinary ship of 2007. Each, at each setting, is one piece, which is kept; its flights share blocks."""
SETTINGS = ("alone", "field")


def thinking_pays(flights: int, share: Share = in_turn, ships: int = len(THINKING)) -> Proven:
    """A captain who simulates what follows each option earns no less than by prices; the table says how much more.

    The thinker flies the same flights as `sensible`, by whose prices it goes, and as `expert`, among rivals under
    `expert`. Gains are paired, with 95% intervals.

    Fails if thinking clearly costs a ship something, at any setting.
    """
    pieces = [(path, setting, flights) for setting in SETTINGS for path in THINKING[:ships]]
    rows, faults = [("ship", "setting", "sensible", "thinker earns more", "interval", "than expert", "interval")], []
    for (path, setting, _), (name, sensible, *gains) in zip(pieces, share(gain, pieces), strict=True):
        told = [text for mean, low, high in gains for text in (f"{mean:+.2f}", f"{low:+.2f} to {high:+.2f}")]
        rows.append((name, setting, f"{sensible:.2f}", *told))
        faults += [f"{path}, {setting}: {mean:+.2f}" for mean, _, high in gains if high < 0]
    means = (np.mean([float(row[place]) for row in rows[1:]]) for place in (3, 5))
    result = "{:+.2f} credits a flight on average, {:+.2f} more than expert".format(*means)
    return Proven(f"{len(pieces)} ships and settings, {flights:,} flights", result, tuple(faults), tuple(rows))


def gain(path: str, setting: Any, flights: int) -> tuple[str, float, Estimate, Estimate]:
    """Return a ship, what it earns under `sensible`, and what the thinker earns more than `sensible` and `expert`."""
    ship = analyzer.load_ship(ROOT / "ships/2007" / f"{path}.yaml")

    def credits(captain: str) -> np.ndarray[Any, np.dtype[np.int64]]:
        return np.asarray(plan_ship(ship, seed=1, captain=captain, rivals=setting).run_block(0, flights)["credits"][0])

    sensible, expert, thinker = map(credits, ("sensible", "expert", "thinker"))
    more, than_expert = (Moments.of(thinker - other).estimate() for other in (sensible, expert))
    return ship.name, float(sensible.mean()), more, than_expert


FIRST_SEED, BATCH = 70_000, 250


def broken_positions_and_records(files: int, share: Share = in_turn) -> Proven:
    """After one to four random changes a position or record is read, or refused with the name of its file.

    A position that is read is asked for its open decision, and a record that is read is replayed.

    Fails if anything but a fault of the file comes of it.
    """
    batches = share(broken_batch, [(first, min(BATCH, files - first)) for first in range(0, files, BATCH)])
    read, faults = sum(one[0] for one in batches), [fault for one in batches for fault in one[1]]
    refused = files - read - len(faults)
    result = f"{read:,} read, {refused:,} refused, {len(faults)} wrong"
    return Proven(f"{files:,} broken files", result, tuple(faults))


def broken_batch(first: int, size: int) -> tuple[int, list[str]]:
    """How many were read, and what went wrong."""
    rng, read, wrong = random.Random(FIRST_SEED + first), 0, []
    experiment = plan_ship(analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml"), seed=2, rivals="alone")
    record = saved_text(analyzer.save_record, record_flight(experiment, 0))
    position = saved_text(
        analyzer.save_position,
        replace(position_after(experiment, 0, 3), card=record_flight(experiment, 0).cards[3].card),
    )
    for number in range(first, first + size):
        is_record = bool(number % 2)
        text = record if is_record else position
        for _ in range(rng.randint(1, 4)):
            text = one_change(rng, text)
        try:
            _use(
                load_text(analyzer.load_record, text, "fuzz.yaml")
                if is_record
                else load_text(analyzer.load_position, text, "fuzz.yaml")
            )
            read += 1
        except AnalyzerError as error:
            if is_record and "fuzz.yaml" not in str(error):
                wrong.append(f"file {number}: {error}")
        except Exception as error:
            wrong.append(f"file {number}: {type(error).__name__}: {error}")
    return read, wrong


def _use(read: Any) -> None:
    """Replay a record; look what is open at a position."""
    if isinstance(read, Record):
        analyzer.replay(read)
    else:
        try:
            open_decision(plan_position(read))
        except AnalyzerError:
            return
