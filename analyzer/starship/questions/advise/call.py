"""This decision, played on: every option that the rules allow, under the same coming cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from analyzer.answers.advice import ranked
from analyzer.answers.goal import check_goal
from analyzer.answers.rollouts import Rollouts
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.yamlfile import refuse_record
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captainfile import load_captain
from analyzer.starship.decisions.games_after import GamesAfter, Values, Wanted, play_together
from analyzer.starship.decisions.offer import Offer
from analyzer.starship.decisions.options import Open, open_decision
from analyzer.starship.decisions.step_words import phrase_step
from analyzer.starship.edition import played_by
from analyzer.starship.fights import fight
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.advise.answer import GOALS, Advice, Option
from analyzer.starship.questions.fight.pay_or_fight import strengths
from analyzer.starship.switches import load_switches
from analyzer.starship.tables import CRESTS
from analyzer.starship.thinking.gain import notes_on_captains
from analyzer.statistics.estimate import Estimate

GAMES, FEW = 4_000, 100
WIN_NOW = "win now: "
SURE = Estimate(1.0, 1.0, 1.0)
"""The chance of what wins without dice."""


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
        self.rollouts = Rollouts(len(open_.steps), self._play, GOALS[goal], captains)

    def advice(self, many: int) -> Advice:
        """What came of the games that were played; many: of each at most."""
        position = self.after.position
        words = [phrase_step(position, step) for step in self.open.steps]
        if self.open.win is not None and not words[self.open.win].startswith(WIN_NOW):
            words[self.open.win] = WIN_NOW + words[self.open.win]
        options = tuple(map(self._surely, ranked(self.rollouts, words, self.open.steps, GOALS, Option)))
        player = position.me if self.after.player is None else self.after.player
        names, switches = (self.after.captain.name, self.after.other.name), self.after.switches
        names = names if player == position.me else names[::-1]
        wins = wins_fight(position) if self.open.what == "pirate" else None
        on_captains = tuple(notes_on_captains((self.after.captain, self.after.other)))
        how: Any = {"on_captains": on_captains, "seed": self.after.seed}
        return Advice(position, self.open.what, *names, many, self.goal, options, switches, wins, player, **how)

    def _surely(self, option: Option) -> Option:
        """The option that wins in this turn, without a sampling error."""
        if self.open.win is None or option.value != self.open.steps[self.open.win]:
            return option
        return replace(option, is_win=True, results={**option.results, "won": SURE})

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
