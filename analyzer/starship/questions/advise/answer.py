"""The options of a decision with their results, the best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from analyzer.answers.advice import CLOSE, RankedOptions
from analyzer.answers.advice import Option as AnyOption
from analyzer.answers.description import Description, Part, in_percent
from analyzer.answers.goal import Goal, goals
from analyzer.starship.decisions.options import MOST_ORDERED
from analyzer.starship.edition import of_its_edition
from analyzer.starship.experiment import notes_of
from analyzer.starship.position.position import Position
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.switches import USUAL, Switches
from analyzer.statistics.estimate import Estimate

GOALS = goals(
    Goal("won", "the best chance to win", is_chance=True),
    Goal("margin", "the largest margin in points", "points"),
    Goal("points", "the most points", "points"),
)
TRIAL = ("game", "games")


@dataclass(frozen=True)
class Option(AnyOption):
    """An option, with its results in so many games by name; value: the step in the words of a record.

    is_win: it wins in this turn without dice, as far as its steps go: `{"do": "win", "steps": [...]}`, or its only one.
    """

    is_win: bool = False

    @property
    def games(self) -> int:
        """How many games were played after it."""
        return self.trials

    @property
    def won(self) -> Estimate:
        """The chance to win the game."""
        return self.results["won"]

    @property
    def margin(self) -> Estimate:
        """Points at the end, less the other's."""
        return self.results["margin"]

    @property
    def points(self) -> Estimate:
        """Points at the end."""
        return self.results["points"]


@of_its_edition
@dataclass(frozen=True, repr=False)
class Advice(RankedOptions):
    """The options of the decision that is open, the best first.

    what: production, sector, sensor, pirate, reward, loss, card or trade; captain: who plays on, other: for the other
    player; games: after each at most; goal: by what options are ranked; wins_fight: at a pirate the exact chance to win
    the fight; player: who decides (0: Moon), who is at turn if None; on_captains: notes on how they play; seed: of the
    cards and dice to come.
    """

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL

    position: Position
    what: str
    captain: str
    other: str
    games: int
    goal: str
    options: tuple[Option, ...]
    switches: Switches = field(default=USUAL, repr=False)
    wins_fight: Fraction | None = None
    player: int | None = None
    on_captains: tuple[str, ...] = field(default=(), kw_only=True, repr=False)
    seed: int = field(kw_only=True)

    @property
    def edition(self) -> str:
        """By whose tables it is played."""
        return self.position.edition

    def conclusions(self) -> list[str]:
        """What to do, as far as that is clear, and what is known exactly."""
        win = next((option for option in self.options if option.is_win), None)
        if win is not None:
            return self._won(win)
        if self.wins_fight is None:
            return super().conclusions()
        exactly = f"{in_percent(float(self.wins_fight))} ({self.wins_fight})"
        return [*super().conclusions(), f"The chance to win the fight is exactly {exactly}."]

    def _won(self, win: Option) -> list[str]:
        """What wins in this turn, and what else does in every game that was played."""
        lines = [f"You {win.words}. That wins for sure: no dice are in it."]
        others = [one.words for one in self.options if not one.is_win and one.won.mean == 1]
        if others and self.goal == next(iter(GOALS)):
            named = " or ".join(others[:CLOSE]) + f" and {len(others) - CLOSE} more" * (len(others) > CLOSE)
            lines.append(f"With {self.captain} to play on, you also win in every game if you {named}.")
        if self.goal != next(iter(GOALS)) and not win.is_best:
            lines += super().conclusions()
        return lines

    def notes(self) -> list[str]:
        """What a reader should know."""
        after = "plays for both" if self.captain == self.other else f"plays for you, {self.other} for the other"
        is_offered = any(option.value["do"] in ("trade", "accept") for option in self.options)
        to_offer = "Of trades that the other would have to agree to only one that is given (give, get) is an option."
        agreed = [to_offer] if self.what == "trade" and not is_offered else []
        flight = self.position.flight
        if flight is not None and len(flight.looked_at) > MOST_ORDERED:
            agreed = [f"Of more than {MOST_ORDERED} cards at the sensor only orders as they lie were tried."]
        is_won = any(option.is_win for option in self.options)
        holds = "the winning option needs no play" if is_won else "against other play another option may be best"
        return [
            f"Every option that the rules allow was tried{', except as said below' * bool(agreed)}. After each option "
            f"{self.captain} {after}, also in the rest of this turn; {holds}.",
            "What the position does not say is dealt anew in every game. Differences are under the same coming cards "
            "and dice; their 95% intervals hold for all options at once.",
            *self.on_captains,
            *agreed,
            *notes_of(self.position, self.switches),
        ]

    def description(self) -> Description:
        """A row an option, and what to do."""
        wanted = self.GOALS[self.goal].wanted
        decides = self.position.ships[self.position.me if self.player is None else self.player]
        title = (
            f": {decides.name}, {where(self.position)}; you want {wanted}; {self.played(self.games)}, seed {self.seed}"
        )
        facts: dict[str, Any] = {
            name: getattr(self, name) for name in ("what", "goal", "games", "seed", "captain", "other")
        }
        facts |= {"position": self.position.to_dict(), "conclusions": self.conclusions()}
        facts["win"] = next((option.value for option in self.options if option.is_win), None)
        if self.wins_fight is not None:
            facts["wins_fight"] = self.wins_fight.as_integer_ratio()
        parts: tuple[Part, ...] = (self.options_table(), *self.conclusions())
        return Description(self.position.name, title, facts, parts, self.notes())


def where(position: Position) -> str:
    """Where in the turn the position lies, in words."""
    flight = position.flight
    if flight is None:
        rolled = "" if position.roll is None else f" after rolling a {position.roll}"
        return "trade and build" if position.phase == "trade" else f"turn {position.turn}{rolled}"
    if flight.looked_at:
        return f"sector {flight.sector}, the sensor shows {' and '.join(map(card_in_words, flight.looked_at))}"
    if flight.dice:
        return f"sector {flight.sector}, after a fight with {card_in_words(flight.at_hand)}"
    if flight.demand is not None:
        return f"sector {flight.sector}, a pirate asks for {flight.demand} Astro"
    at_hand = f", {card_in_words(flight.at_hand)} at hand" if flight.at_hand else ", before the next card"
    return f"sector {flight.sector}{at_hand}"
