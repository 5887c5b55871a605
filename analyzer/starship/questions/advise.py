"""Advice on one decision: play every legal option on with the same cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from analyzer.answers.advice import CLOSE, Goal, RankedOptions, Rollouts, check_goal, goals, ranked
from analyzer.answers.advice import Option as AnyOption
from analyzer.answers.description import Description, Part, in_percent
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.yamlfile import refuse_record
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.decisions.games_after import GamesAfter, Values, Wanted, play_together
from analyzer.starship.decisions.lines import MOST_LEVELS
from analyzer.starship.decisions.options import MOST_ORDERED, Offer, Open, open_decision, phrase_step
from analyzer.starship.experiment import notes_of
from analyzer.starship.fights import fight
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.fight import strengths
from analyzer.starship.ship.ship import card_in_words, points
from analyzer.starship.tables import CRESTS, USUAL, Switches, load_switches, of_its_edition, played_by, start
from analyzer.starship.thinking.thinker import notes_on_captains
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
            *wins_looked_for([self.position] * (not is_won)),
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


def wins_looked_for(positions: Sequence[Position]) -> list[str]:
    """Return a note on the sure wins that were not looked for, where a player at turn is near the goal."""
    owned = (points(*position.ships)[CRESTS[position.me]] for position in positions)
    if not any(have + MOST_LEVELS >= start()["goal"] for have in owned):
        return []
    return [
        "Before any game was played, a sure win was looked for in the rest of the turn, without dice. Not looked for "
        "were wins by a deal with the other player, by a fight, or by further cards, also those of the sensor."
    ]


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


GAMES, FEW = 4_000, 100
WIN_NOW = "win now: "


def advise(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    goal: str = "won",
    player: str | None = None,
    give: Mapping[str, int] | None = None,
    get: Mapping[str, int] | None = None,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best option of the decision that is open at a position: each is taken, and the game played to its end.

    games: 4,000 after each option at most if None, 100 if somebody thinks; captain: who plays on for the player at
    turn, other: for the other player; goal: won, margin (points less the other's) or points, by which options are
    ranked. The open decision is
    which colony produces, where to fly, how the sensor arranges cards, pay or fight, what to do at the card at hand
    (passing, flying on and turning back among it), what to gain or lose once the dice of a fight are known, or what to
    build and trade. give, get: what you would swap with the other player, e.g. {"ore": 1} for {"astro": 3}: an option
    in trade and build; player: who decides, moon or sun, who is at turn if None: in the other's turn which colony
    produces, or whether to agree to a trade. Raises AnalyzerError where nothing is open, and with every fault of the
    position.

    >>> from analyzer import starship
    >>> starship.advise("ships/starship/at-the-table.yaml", 50).what
    'card'
    """
    check_goal(goal, GOALS)
    refuse_record(position, "starship", "steps")
    now, how = load_position(position), load_switches(switches)
    seat = now.me if player is None else seat_of(player)
    own, others = load_captain(captain), load_captain(other)
    own, others = (own, others) if seat == now.me else (others, own)
    after = GamesAfter(now, own, others, seed, how, player=seat)
    offer = Offer(dict(give or {}), dict(get or {})) if give or get else None
    many = whole_number((FEW if after.is_slow else GAMES) if games is None else games, "games", 2)
    with played_by(now.edition):
        contest = Contest(after, open_decision(now, seed, how, seat, offer), goal)
        run_together([contest], many, progress)
        return contest.advice(many)


def seat_of(player: str) -> int:
    """The number of a player, 0 for Moon; raises AnalyzerError for who is none."""
    if player not in CRESTS:
        raise AnalyzerError(f"player {player!r}: {one_of(player, CRESTS)}")
    return CRESTS.index(player)


class Contest:
    """The options of a decision, and what their games came to so far; those that are left are played side by side."""

    def __init__(self, after: GamesAfter, open_: Open, goal: str) -> None:
        self.after, self.open, self.goal = after.deciding(open_.what), open_, goal
        self.played: dict[tuple[int, int, int], Values] = {}
        captains = self.after.captains_step(open_.steps)
        exact = () if open_.win is None else (open_.win,)
        self.rollouts = Rollouts(len(open_.steps), self._play, GOALS[goal], captains, exact=exact)

    def advice(self, many: int) -> Advice:
        """What came of the games that were played; many: of each at most."""
        position = self.after.position
        words = [phrase_step(position, step) for step in self.open.steps]
        if self.open.win is not None and not words[self.open.win].startswith(WIN_NOW):
            words[self.open.win] = WIN_NOW + words[self.open.win]
        options = tuple(map(self._marked, ranked(self.rollouts, words, self.open.steps, GOALS, Option)))
        player = position.me if self.after.player is None else self.after.player
        names, switches = (self.after.captain.name, self.after.other.name), self.after.switches
        names = names if player == position.me else names[::-1]
        wins = wins_fight(position) if self.open.what == "pirate" else None
        on_captains = tuple(notes_on_captains((self.after.captain, self.after.other)))
        how: Any = {"on_captains": on_captains, "seed": self.after.seed}
        return Advice(position, self.open.what, *names, many, self.goal, options, switches, wins, player, **how)

    def _marked(self, option: Option) -> Option:
        """The option, marked if it wins in this turn, or if it won in every game as the one that does."""
        if self.open.win is None:
            return option
        is_win = option.value == self.open.steps[self.open.win]
        also = not is_win and not option.is_best and self.goal == next(iter(GOALS)) and option.won.mean == 1
        return replace(option, is_win=is_win, is_same=option.is_same or also)

    def _play(self, option: int, first: int, games: int) -> Values:
        """What games after an option come to, by goal; they were played by `run_together`."""
        return self.played.pop((option, first, games))


def run_together(
    contests: Sequence[Contest],
    many: int,
    progress: Callable[[int], None] | None = None,
    *,
    firsts: Sequence[int] = (0,),
    whole: Sequence[int] | None = None,
) -> None:
    """Play on until the best option of each contest is clear, many games of each option at most.

    All are decisions of one turn, whose games are played side by side. firsts: the number of the first game of each;
    whole: an option of each of which all games are played.
    """
    at_all = [()] * len(contests) if whole is None else [(one,) for one in whole]
    looks = [
        contest.rollouts.looks(many, progress, first=first, whole=options)
        for contest, first, options in zip(contests, firsts, at_all, strict=True)
    ]
    for needed in zip(*looks, strict=True):
        wanted: list[Wanted] = []
        options: list[tuple[Contest, list[int]]] = []
        for contest, plays in zip(contests, needed, strict=True):
            for first, games in dict.fromkeys(play[1:] for play in plays):
                some = [option for option, *when in plays if when == [first, games]]
                wanted.append(Wanted(contest.after, tuple(contest.open.steps[one] for one in some), first, games))
                options.append((contest, some))
        for one, (contest, some), values in zip(wanted, options, play_together(wanted) if wanted else (), strict=True):
            contest.played |= {(option, one.first, one.games): each for option, each in zip(some, values, strict=True)}


def wins_fight(position: Position) -> Fraction:
    """The chance to win against the pirate who waits, by what may be believed of them before the card is shown."""
    shares = strengths(position).items()
    return sum(
        (share * fight(position.own.cannon_strength, strength).chance for strength, share in shares), Fraction(0)
    )
