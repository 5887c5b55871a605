"""Advice on one decision: every legal option is played on under the same cards and dice."""

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
from analyzer.montecarlo.blocks import SharedWork
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import is_first_figure_awaited, report_answers
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.decisions.games_after import GamesAfter, GamesRequest, Values, play_shared
from analyzer.starship.decisions.lines import MOST_LEVELS
from analyzer.starship.decisions.options import MOST_ORDERED, Offer, OpenDecision, open_decision, phrase_step
from analyzer.starship.experiment import notes_of
from analyzer.starship.fights import fight_by
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.position.schema import KIND
from analyzer.starship.questions.fight import strengths
from analyzer.starship.ship.ship import card_in_words, points
from analyzer.starship.tables import CRESTS, USUAL, Switches, load_switches
from analyzer.starship.thinking.thinker import notes_on_captains
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.estimate import Estimate

GOALS = goals(
    Goal("won", "the best chance to win", is_chance=True),
    Goal("margin", "the largest margin in points", "points"),
    Goal("points", "the most points", "points"),
)
TRIAL = ("game", "games")


@dataclass(frozen=True)
class Option(AnyOption):
    """An option of a decision, with its results over the games played after it.

    Its `value` is the step in the words of a record, e.g. `{"do": "fly", "sector": 2}`.

    Attributes:
        is_win: Whether it wins in this turn without any dice. It is then a sequence of steps, `{"do": "win", "steps":
            [...]}`, or the only step of such a sequence.
    """

    is_win: bool = False

    @property
    def games(self) -> int:
        """Number of games that were played after it."""
        return self.trials

    @property
    def won(self) -> Estimate:
        """Chance to win the game."""
        return self.results["won"]

    @property
    def margin(self) -> Estimate:
        """Mean points at the end, less the other player's."""
        return self.results["margin"]

    @property
    def points(self) -> Estimate:
        """Mean points at the end."""
        return self.results["points"]


@dataclass(frozen=True, repr=False)
class Advice(RankedOptions):
    """The options of an open decision, the best first.

    Attributes:
        position: The position at which somebody decides.
        what: The kind of decision: production, sector, sensor, pirate, reward, loss, card or trade.
        captain: Name of the captain who plays on for the deciding player.
        other: Name of the captain who plays on for the other player.
        games: Maximum number of games that were played after each option.
        goal: The goal that ranks the options: won, margin or points.
        options: The options, the best first.
        switches: Switches of the rules that were used.
        wins_fight: At a pirate, the exact chance to win the fight; None elsewhere.
        player: Number of the deciding player (0: Moon); None for the active player.
        on_captains: Notes on the strength of the captains who play on.
        seed: Seed of the cards and dice to come.
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
        """Key of the edition by whose tables the position is played."""
        return self.position.edition

    def conclusions(self) -> list[str]:
        """Return sentences on the best option, as far as it is clear, and on exactly known chances."""
        win = next((option for option in self.options if option.is_win), None)
        if win is not None:
            return self._won(win)
        if self.wins_fight is None:
            return super().conclusions()
        exactly = f"{in_percent(float(self.wins_fight))} ({self.wins_fight})"
        return [*super().conclusions(), f"The chance to win the fight is exactly {exactly}."]

    def _won(self, win: Option) -> list[str]:
        """Return sentences on the option that wins in this turn, and on others that won in every game."""
        lines = [f"You {win.words}. That wins for certain, because no die has to be rolled for it."]
        others = [one.words for one in self.options if not one.is_win and one.won.mean == 1]
        if others and self.goal == next(iter(GOALS)):
            named = " or ".join(others[:CLOSE]) + f" and {len(others) - CLOSE} more" * (len(others) > CLOSE)
            lines.append(f"With {self.captain} to play on, you also win in every game if you {named}.")
        if self.goal != next(iter(GOALS)) and not win.is_best:
            lines += super().conclusions()
        return lines

    def notes(self) -> list[str]:
        """Return the notes that a reader of the advice needs."""
        after = "plays for both" if self.captain == self.other else f"plays for you, {self.other} for the other"
        is_offered = any(option.value["do"] in ("trade", "accept") for option in self.options)
        to_offer = "A trade with the other player is an option only if you name it (give, get)."
        agreed = [to_offer] if self.what == "trade" and not is_offered else []
        flight = self.position.flight
        if flight is not None and len(flight.looked_at) > MOST_ORDERED:
            agreed = [f"The sensor shows more than {MOST_ORDERED} cards: only the order in which they lie was tried."]
        is_won = any(option.is_win for option in self.options)
        holds = (
            "the winning option ends the game at once"
            if is_won
            else "if the players decide differently, another option may be best"
        )
        return [
            f"Every option that the rules allow was tried{', but for the exception named below' * bool(agreed)}. After "
            f"each option {self.captain} {after}, also in the rest of this turn; {holds}.",
            "What the position does not say is dealt anew in every game. Options are compared under the same coming "
            "cards and dice; the 95% intervals hold for all options at once.",
            *wins_looked_for([self.position] * (not is_won)),
            *self.on_captains,
            *agreed,
            *notes_of(self.edition, self.position, self.switches),
        ]

    def description(self) -> Description:
        """Return the table of options, one row each, followed by the conclusions."""
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
    """Return a note on sure wins that the search cannot find, if the active player of a position is near the goal."""
    if not any(
        points(*position.ships)[CRESTS[position.me]] + MOST_LEVELS >= position.rules.start["goal"]
        for position in positions
    ):
        return []
    return [
        "The rest of this turn was searched for a win that needs no dice, and none was found. Wins by a deal with the "
        "other player, by a fight or by further cards (those the sensor shows, too) were not searched for."
    ]


def where(position: Position) -> str:
    """Return the place of a position within its turn in words, e.g. `sector 2, before the next card`."""
    rules, flight = position.rules, position.flight
    if flight is None:
        rolled = "" if position.roll is None else f" after rolling a {position.roll}"
        return "trade and build" if position.phase == "trade" else f"turn {position.turn}{rolled}"
    if flight.looked_at:
        shown = " and ".join(card_in_words(rules, card) for card in flight.looked_at)
        return f"sector {flight.sector}, the sensor shows {shown}"
    if flight.dice:
        return f"sector {flight.sector}, after a fight with {card_in_words(rules, flight.at_hand)}"
    if flight.demand is not None:
        return f"sector {flight.sector}, a pirate asks for {flight.demand} Astro"
    at_hand = f", {card_in_words(rules, flight.at_hand)} at hand" if flight.at_hand else ", before the next card"
    return f"sector {flight.sector}{at_hand}"


GAMES, FEW = 4_000, 100
WIN_NOW = "win now: "


def advise(
    position: PositionLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    goal: str = "won",
    player: str | None = None,
    give: Mapping[str, int] | None = None,
    get: Mapping[str, int] | None = None,
    switches: SwitchesLike = None,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """Rank the options of the open decision at a position by playing many games to their ends after each option.

    The open decision may be which colony produces, where to fly, or how the sensor arranges cards. It may be to pay
    or fight, or what to do at the card at hand: act, fly on or turn back. It may be what to gain or lose once the
    dice of a fight are known, or what to build and trade. All options meet the same coming cards and dice.

    Args:
        position: A position or ship: its file, its fields, or a `Position` or `Ship`.
        games: Maximum number of games after each option; if None 4,000, or 100 if a captain imagines games (a
            thinker).
        seed: Seed of the cards and dice to come.
        captain: The captain who plays on for the deciding player: a name, a file or a `Captain`.
        other: The captain who plays on for the other player.
        goal: The goal that ranks the options: won, margin (points less the other's) or points.
        player: The deciding player, moon or sun; the active player if None. In the other's turn a player decides
            which of their colonies produces, or whether to agree to a trade.
        give: Goods, science and Astro that a trade with the other player gives, e.g. `{"ore": 1}`. Such a trade is
            an option in trade and build.
        get: Goods, science and Astro that this trade brings, e.g. `{"astro": 3}`.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        workers: Number of processes, or "auto" for as many as shorten the run. The result does not depend on it.
        progress: Called with the number of games just played.

    Returns:
        The options, the best first, with 95% intervals that hold for all options at once.

    Raises:
        AnalyzerError: If nothing is to be decided, the position has faults (all are listed), or the offered trade
            is not allowed.

    >>> from analyzer import starship
    >>> starship.advise("ships/starship/at-the-table.yaml", 50).what
    'card'
    """
    check_goal(goal, GOALS)
    refuse_record(position, KIND, "steps", "analyzer starship review")
    now, how = load_position(position), load_switches(switches)
    seat = now.me if player is None else seat_of(player)
    own, others = load_captain(captain), load_captain(other)
    own, others = (own, others) if seat == now.me else (others, own)
    after = GamesAfter(now, own, others, seed, how, player=seat)
    offer = Offer(dict(give or {}), dict(get or {})) if give or get else None
    many = whole_number((FEW if after.is_slow else GAMES) if games is None else games, "games", 2, MOST_KEPT)
    shared = SharedWork(checked_processes(workers))
    contest = Contest(after, open_decision(now, seed, how, seat, offer), goal)
    run_together([contest], many, progress, shared=shared, tell=lambda: report_answers(lambda: [contest.advice(many)]))
    return contest.advice(many)


def seat_of(player: str) -> int:
    """Return the number of a player, 0 for moon and 1 for sun."""
    if player not in CRESTS:
        raise AnalyzerError(f"player {player!r}: {one_of(player, CRESTS)}")
    return CRESTS.index(player)


class Contest:
    """The options of one decision, their results so far, and which of them still get games."""

    def __init__(self, after: GamesAfter, open_: OpenDecision, goal: str) -> None:
        self.after, self.open, self.goal = after.for_decision(open_.what), open_, goal
        self.played: dict[tuple[int, int, int], Values] = {}
        captains = self.after.captains_step(open_.steps)
        exact = () if open_.win is None else (open_.win,)
        self.rollouts = Rollouts(len(open_.steps), self._play, GOALS[goal], captains, exact=exact)

    def advice(self, many: int) -> Advice:
        """Return the advice that follows from the games played so far.

        Args:
            many: Maximum number of games that were to be played after each option.
        """
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
        """Return the option with `is_win` and `is_same` set.

        `is_win` is true for the option that wins in this turn. If there is one, and options are ranked by games won,
        `is_same` is also true for every other option that won all its games.
        """
        if self.open.win is None:
            return option
        is_win = option.value == self.open.steps[self.open.win]
        also = not is_win and not option.is_best and self.goal == next(iter(GOALS)) and option.won.mean == 1
        return replace(option, is_win=is_win, is_same=option.is_same or also)

    def _play(self, option: int, first: int, games: int) -> Values:
        """Return, by goal, the results of games after an option, which `run_together` has just played."""
        return self.played.pop((option, first, games))


def run_together(
    contests: Sequence[Contest],
    many: int,
    progress: Callable[[int], None] | None = None,
    *,
    firsts: Sequence[int] = (0,),
    whole: Sequence[int] | None = None,
    tell: Callable[[], None] | None = None,
    shared: SharedWork | None = None,
) -> None:
    """Play on in several contests until the best option of each is clear.

    The contests are decisions of one turn, and their games are played side by side. Clearly worse options are dropped
    early.

    Args:
        contests: The decisions with their options.
        many: Maximum number of games after each option.
        progress: Called with the number of games just played.
        firsts: Number of the first game of each contest.
        whole: For each contest, the index of an option that is never dropped, even if it is clearly worse.
        tell: Called whenever games after all options have been played.
        shared: Processes that share the games; None for this process alone.
    """
    shared = shared or SharedWork()
    awaited = tell is not None and is_first_figure_awaited()
    at_all = [()] * len(contests) if whole is None else [(one,) for one in whole]
    checks = [
        contest.rollouts.run_by_check(many, progress, first=first, whole=options, is_awaited=awaited)
        for contest, first, options in zip(contests, firsts, at_all, strict=True)
    ]
    # Every contest yields the games it needs for its next check: triples of option, first game and number of games.
    # Options that need the same games are played in one call, because tables of one turn can share their lanes.
    for needed in zip(*checks, strict=True):
        if tell is not None and contests[0].rollouts.trials(0):
            tell()
        wanted: list[GamesRequest] = []
        options: list[tuple[Contest, list[int]]] = []
        for contest, plays in zip(contests, needed, strict=True):
            for first, games in dict.fromkeys(play[1:] for play in plays):
                some = [option for option, *when in plays if when == [first, games]]
                wanted.append(GamesRequest(contest.after, tuple(contest.open.steps[one] for one in some), first, games))
                options.append((contest, some))
        for one, (contest, some), values in zip(wanted, options, play_shared(wanted, shared), strict=True):
            contest.played |= {(option, one.first, one.games): each for option, each in zip(some, values, strict=True)}


def wins_fight(position: Position) -> Fraction:
    """Return the chance to win against the waiting pirate, over all strengths it may have before its card is shown."""
    shares = strengths(position).items()
    rules, cannons = position.rules, position.own.cannon_strength
    return sum((share * fight_by(rules, cannons, strength).chance for strength, share in shares), Fraction(0))
