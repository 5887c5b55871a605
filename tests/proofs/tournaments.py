"""Tournaments of captains by prices: every two of them meet in both seats, with the same cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer import Estimate, load_ship
from tests.doors.lorry import NAMED as LORRIES
from tests.doors.lorry import game_experiment
from tests.doors.starship import GameExperiment, load_switches
from tests.doors.starship import captain as starship_captains
from tests.doors.trucker_flights import plan
from tests.doors.trucker_paper import NAMED as TRUCKERS
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn

Played = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]
"""For each round: the share of wins of the first captain, and the margin over the second."""
SEED, NORMAL = 2033, 1.959964
"""Seed of all tournaments, and half a 95% interval in standard errors."""
BEST = "expert"
FLEETS = {
    "II": ("steady-hauler", "iron-parcel", "hot-delivery", "tin-kite"),
    "III": ("night-mail", "grand-broadside", "long-receipt", "vault-door"),
}


def in_fleet(level: str, first: str, second: str, rounds: int) -> Played:
    """Fly four ships twice, and exchange their captains for the second flight: who earns more in both together?"""
    ships = [load_ship(ROOT / "ships" / "2007" / level / f"{ship}.yaml") for ship in FLEETS[level]]

    def earned(captains: Sequence[str]) -> npt.NDArray[np.int64]:
        return np.asarray(plan(ships, level, SEED, captain=captains).run_block(0, rounds)["credits"])

    here, there = earned([first, second] * 2), earned([second, first] * 2)
    more = (here - there).T @ [1, -1, 1, -1]
    return (np.sign(more) + 1) / 2, more / 4


def on_one_deal(_: str, first: str, second: str, rounds: int) -> Played:
    """Play two games of Starship Catan on each deal, with the seats exchanged."""
    captains = starship_captains.load_captain(first), starship_captains.load_captain(second)
    columns = GameExperiment(captains, SEED, load_switches(None), swap=True).run_block(0, rounds)
    wins, points = (np.asarray(columns[name], np.float64) for name in ("wins", "points"))
    # A game that nobody wins within its turns counts half for both.
    return (wins[0] - wins[1] + 2) / 4, (points[0] - points[1]) / 2


def in_galaxy(galaxy: str, first: str, second: str, rounds: int) -> Played:
    """Play two games of Cosmic Lorry with the same dice, with the seats exchanged."""
    path = ROOT / "ships" / "lorry" / f"{galaxy}.yaml"

    def margin(captains: Sequence[str], seat: int) -> npt.NDArray[np.int64]:
        return np.asarray(game_experiment(path, captains, SEED).run_block(0, rounds)["margin"][seat])

    margins = np.stack([margin([first, second], 0), margin([second, first], 1)])
    return ((np.sign(margins) + 1) / 2).mean(axis=0), margins.mean(axis=0)


@dataclass(frozen=True)
class Tournament:
    """Captains who meet at one place.

    Attributes:
        meet: Function that plays the rounds of two captains at the place.
        place: What the function is told of the place.
        captains: Captains who decide by prices.
    """

    meet: Callable[[str, str, str, int], Played]
    place: str
    captains: Sequence[str]


TOURNAMENTS = {
    "Galaxy Trucker, level II": Tournament(in_fleet, "II", TRUCKERS),
    "Galaxy Trucker, level III": Tournament(in_fleet, "III", TRUCKERS),
    "Starship Catan": Tournament(on_one_deal, "", starship_captains.CAPTAINS),
    "Cosmic Lorry, default galaxy": Tournament(in_galaxy, "sixteen-by-ten", LORRIES),
    "Cosmic Lorry, crowded galaxy": Tournament(in_galaxy, "crowded", LORRIES),
}
HEAD = ("tournament", "captain", "wins against the others", "least wins", "margin")


def meeting(tournament: str, first: str, second: str, rounds: int) -> list[list[float]]:
    """Return the share of wins of the first captain and the margin, for each round."""
    held = TOURNAMENTS[tournament]
    return [each.tolist() for each in held.meet(held.place, first, second, rounds)]


def trucker_captains_are_ranked(rounds: int, share: Share = in_turn) -> Proven:
    """Among captains by prices, none is clearly better than `expert` in a tournament.

    Four ships of a level fly each deck twice, under two captains who exchange their ships for the second flight. The
    captain who earns more in the two flights together wins the round. The rating of a captain is the mean of the shares
    of rounds won against each other captain, with a 95% interval over rounds. A tie counts half. *Least wins* is the
    share against the captain who is hardest to beat. *Margin* is the mean lead in credits a flight. The thinker is too
    slow here; a proof of its own measures it.

    Fails if the rating of another captain by prices is clearly higher than that of `expert`.
    """
    return ranked("Galaxy Trucker", rounds, share)


def starship_captains_are_ranked(rounds: int, share: Share = in_turn) -> Proven:
    """Starship Catan: among captains by prices, none is clearly better than `expert` in a tournament.

    A round is two games on one deal with the same dice, with the seats exchanged. All else is as in the tournament of
    Galaxy Trucker, but the margin is in points a game. Fails if another captain by prices is clearly rated higher than
    `expert`.
    """
    return ranked("Starship Catan", rounds, share)


def lorry_captains_are_ranked(rounds: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: among captains by prices, none is clearly better than `expert` in a tournament.

    A round is two games of two traders with the same dice, with the seats exchanged. All else is as in the tournament
    of Galaxy Trucker, but the margin is in points a game. Fails if another captain by prices is clearly rated higher
    than `expert`.
    """
    return ranked("Cosmic Lorry", rounds, share)


def ranked(game: str, rounds: int, share: Share) -> Proven:
    """Play the tournaments of a game, and rank its captains."""
    names = [name for name in TOURNAMENTS if name.startswith(game)]
    pieces = [(name, *pair, rounds) for name in names for pair in combinations(TOURNAMENTS[name].captains, 2)]
    met: dict[str, dict[str, dict[str, Played]]] = {}
    for (name, first, second, _), played in zip(pieces, share(meeting, pieces), strict=True):
        wins, margin = (np.array(each) for each in played)
        met.setdefault(name, {}).setdefault(first, {})[second] = (wins, margin)
        met[name].setdefault(second, {})[first] = (1 - wins, -margin)
    rows, faults = [HEAD], []
    for name, captains in met.items():
        rated = {captain: rating_of([wins for wins, _ in rivals.values()]) for captain, rivals in captains.items()}
        for captain in sorted(rated, key=lambda one: -rated[one].mean):
            rows.append((name, captain, percent(rated[captain]), *in_words(captains[captain])))
            if rated[captain].low > rated[BEST].high:
                faults.append(f"{name}: {captain} {percent(rated[captain])}, {BEST} {percent(rated[BEST])}")
    first = ", ".join(f"{row[1]} {row[2]}" for before, row in pairwise(rows) if before[0] != row[0])
    size = f"{len(pieces)} pairs, {rounds:,} rounds each"
    return Proven(size, f"first: {first}", tuple(faults), tuple(rows))


def rating_of(won: Sequence[npt.NDArray[np.float64]]) -> Estimate:
    """Return the mean of the shares of wins against several captains, with its 95% interval.

    Round n has the same cards and dice against every captain, so the mean is taken round by round first.

    >>> rating_of([np.array([1.0, 0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0, 1.0])]).mean
    0.5
    """
    won_in_round = np.mean(won, axis=0)
    mean, half = float(won_in_round.mean()), NORMAL * float(won_in_round.std(ddof=1)) / won_in_round.size**0.5
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def in_words(rivals: Mapping[str, Played]) -> tuple[str, str]:
    """Return a captain's least wins and mean margin."""
    least = min(rivals, key=lambda rival: rivals[rival][0].mean())
    margin = np.mean([margin.mean() for _, margin in rivals.values()])
    return f"{100 * rivals[least][0].mean():.1f}% ({least})", f"{margin:+.1f}"


def percent(one: Any) -> str:
    """Return a share with its interval, in percent."""
    return f"{100 * one.mean:.1f}% ({100 * one.low:.1f} to {100 * one.high:.1f})"
