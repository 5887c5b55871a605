"""Options of a decision with their results, the best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from analyzer.answers.advice import (
    Goal,
    Option,
    RankedOptions,
    explanation_of_exact,
    explanation_of_marks,
    goals,
    join_by_or,
    trials_after,
)
from analyzer.answers.description import (
    COUNT,
    EXACT,
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Description,
    Form,
    Row,
    Table,
    columns_of,
    in_percent,
    main_columns,
)
from analyzer.lorry.captains.thinker import FIXED_PRICES, THINKER_NOTE
from analyzer.lorry.galaxy.boxes import Box, Pair, box_in_words
from analyzer.lorry.position.open_decision import BOX, DIE, EXTRA, FILL, PAIR
from analyzer.lorry.position.position import Position
from analyzer.lorry.tables import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED
from analyzer.statistics.estimate import Estimate

GOALS = goals(
    Goal("won", "to win", "percentage points of the chance to win", is_chance=True),
    Goal("margin", "a large margin above the best rival", "points of margin"),
    Goal("total", "a large total", "points of total", least=0),
)
USUAL_GOAL = "won"
"""Default goal by which options are ranked if the trader has rivals."""
TRIAL = ("game", "games")
NONE = Estimate(0.0, 0.0, 0.0)
DECIDES = {
    DIE: "picks a die",
    BOX: "chooses a box for the die",
    PAIR: "chooses which pair is scored",
    EXTRA: "may draw an extra track",
    FILL: "may fill a box",
}
"""Words for what the trader does, by kind of open decision."""
OF_SEVERAL = (
    ("margin", SIGNED, "total minus the best rival's total"),
    ("won", PERCENT, "the chance to win, shared wins included"),
)
"""Columns that a table has only if the trader has rivals."""


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """An option of a decision with its results; the option is a draw with the pair it scores, or a fill.

    Attributes:
        score: value by the captain's prices, in points.
        scores: whether the option scores a route.
        final: totals of all traders if the option ends the game, so that its result is exact; else None.
    """

    score: float
    scores: bool = False
    final: tuple[int, ...] | None = None

    @property
    def type(self) -> str | None:
        """Type of the option's track, or of the die taken without drawing; None for fills and declined extra tracks."""
        kind: str | None = self.value["type"]
        return kind

    @property
    def box(self) -> Box | None:
        """Box that is drawn on or filled, as (column, row); None for none."""
        box: Box | None = self.value["box"]
        return box

    @property
    def ends(self) -> str | None:
        """Sides of the ends of the option's track, one of TRACKS; None if it draws no track."""
        ends: str | None = self.value["ends"]
        return ends

    @property
    def pair(self) -> Pair | None:
        """Pair of planets that the option scores; None if there is no choice between pairs."""
        pair: Pair | None = self.value["pair"]
        return pair

    @property
    def declines(self) -> bool:
        """Whether the route is left unscored."""
        return bool(self.value["declines"])

    @property
    def games(self) -> int:
        """Number of games played after this option."""
        return self.trials

    @property
    def total(self) -> Estimate:
        """Mean points at the end of the game."""
        return self.results["total"]

    @property
    def margin(self) -> Estimate:
        """Mean points above the best rival at the end of the game."""
        return self.results["margin"]

    @property
    def won(self) -> Estimate:
        """Share of games that the trader wins, shared wins included."""
        return self.results["won"]

    def as_row(self) -> Row:
        """Return the option as a table row."""
        pair = "none" if self.declines else "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"
        column, row = self.box or (None, None)
        worse = None if self.is_best else self.worse
        place = {"type": self.type, "column": column, "row": row, "box": self.box, "ends": self.ends, "pair": pair}
        shown = {"worse": worse, "mark": self.mark, "games": trials_after(self)}
        return Row(vars(self) | dict(self.results) | place | shown)

    def __str__(self) -> str:
        return track_in_words(self.value) or "nothing"


@dataclass(frozen=True)
class SecondOpinion:
    """Result of one option in games in which another captain plays on.

    Attributes:
        captain: name of the captain who plays on.
        games: largest number of games after each option.
        best: options, in words, that are not clearly behind the best in these games.
        own: the judged option, with its results in these games.
    """

    captain: str
    games: int
    best: tuple[str, ...]
    own: Choice

    @property
    def agrees(self) -> bool:
        """Whether the option is not clearly worse under the other captain."""
        return not self.own.is_clearly_worse

    def sentence(self, goal: Goal) -> str:
        """Return a sentence on whether the option is also among the best under the other captain."""
        if self.own.is_best:
            return f"The best option is the same if {self.captain} plays on for everybody."
        if self.agrees:
            return f"If {self.captain} plays on for everybody, no option is clearly better than this one either."
        behind = f"to {self.own.words} is then worse by {goal.amount(self.own.worse)}"
        return f"It depends on who plays on. If {self.captain} does, it is best to {join_by_or(self.best)}; {behind}."


@dataclass(frozen=True, repr=False)
class Advice(RankedOptions):
    """Ranked options of the decision that is open at a position.

    Attributes:
        position: position before the decision.
        trader: number of the trader who decides, from 1.
        captain: name of the captain who plays on for everybody.
        games: largest number of games after each option.
        goal: name of the goal that ranks the options.
        legal: number of draws or fills that the rules allow.
        turns: turns left in a game alone, None with rivals.
        at_most: upper bound of the total of a game alone, None with rivals.
        options: the options, the best first.
        what: kind of decision: `die`, `box`, `pair`, `extra` (track) or `fill`.
        seed: seed of the dice to come.
        wins_more: options that clearly win more often than the best option, if another goal ranks.
        widest: of the options that may win most often, those that may bring the largest margin. Empty if that leaves
            out none of them, or if another goal than `won` ranks.
        second: result of the best option if another captain plays on, None if that was not tried.
    """

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL

    position: Position
    trader: int
    captain: str
    games: int
    goal: str
    legal: int
    turns: int | None
    at_most: int | None
    options: tuple[Choice, ...]
    what: str = DIE
    seed: int = field(kw_only=True)
    wins_more: tuple[Choice, ...] = field(default=(), kw_only=True)
    widest: tuple[Choice, ...] = field(default=(), kw_only=True)
    second: SecondOpinion | None = field(default=None, kw_only=True)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Options, the best first."""
        return self.options

    def conclusions(self) -> list[str]:
        """Return sentences on what to decide, as far as that is clear."""
        lines = super().conclusions()
        if self.second is not None:
            lines.append(self.second.sentence(self.GOALS[self.goal]))
        if self.at_most is not None:
            lines.append(f"No draws and rolls can bring a total above {self.at_most}.")
        return lines

    def by_other_goals(self) -> list[str]:
        """Return sentences on an option that ends the game, and on options that are better by another goal."""
        lines = []
        best = self.options[0]
        if best.final is not None:
            lines.append(f"That ends the game: {self._ended(best.final)}.")
        if self.wins_more:
            often = in_percent(self.wins_more[0].won.mean)
            certain = " and ends the game" * (self.wins_more[0].final is not None)
            lines.append(
                f"To win more often, {join_by_or([one.words for one in self.wins_more])}: this wins {often}{certain}; "
                f"to {best.words} wins {in_percent(best.won.mean)}."
            )
        if self.widest:
            lines.append(
                f"Of these options, the largest margin comes with: {join_by_or([one.words for one in self.widest])}."
            )
        return lines

    def _ended(self, final: tuple[int, ...]) -> str:
        """Return a phrase on how a game with these final totals ended for the trader, e.g. `won 5 to 0`."""
        if len(final) == 1:
            return f"{final[0]} points"
        own, rival = final[self.trader - 1], max(final[: self.trader - 1] + final[self.trader :])
        return f"{'won' if own > rival else 'a shared win' if own == rival else 'lost'} {own} to {rival}"

    def notes(self) -> list[str]:
        """Return notes on how the options were tried, and on the limits of the result."""
        return [
            self._screening_in_words(),
            f"After each option {self.captain} plays for everybody and makes every further choice: extra tracks, boxes "
            "to fill, and pairs where none is named. If the traders decide differently, another option may be best.",
            THINKER_NOTE if self.turns is None else FIXED_PRICES,
            "Options are compared under the same coming dice; the 95% intervals hold for all options at once.",
            *self.position.galaxy.notes(),
        ]

    def _screening_in_words(self) -> str:
        """Return a sentence on which of the legal options were tried."""
        tried = {(one.box, one.ends, one.type): one.scores for one in self.choices}
        scoring = sum(tried.values())
        what = {FILL: "boxes to fill", PAIR: "pairs", EXTRA: "extra tracks"}.get(self.what, "legal draws")
        if self.what == PAIR or len(tried) >= self.legal:
            return f"Tried all {len(self.choices) if self.what == PAIR else self.legal} {what}."
        pairs = "; a draw that may score several pairs has a line for each" * (self.what != FILL)
        besides = ", and all others that score a route" if scoring else ""
        many = f"{len(tried)} of {self.legal} {what}: the most promising by the prices of {self.captain}"
        return f"Tried {many}{besides}{pairs}."

    def description(self) -> Description:
        """Describe the decision: a row per option, then the conclusions."""
        wanted = self.GOALS[self.goal].wanted
        alone = "" if self.turns is None else f"; {self.turns} turn{'s' * (self.turns != 1)} left, alone"
        who = self.position.names[self.trader - 1]
        played = f"{self.played(self.games)}, all played by {self.captain}, seed {self.seed}"
        title = f"; {who} {DECIDES[self.what]} and wants {wanted}; {played}{alone}"
        names = ("trader", "captain", "games", "seed", "goal", "legal", "turns", "at_most", "what")
        facts = {name: getattr(self, name) for name in names} | {"conclusions": self.conclusions()}
        facts["second"] = (second := self.second) and {
            "captain": second.captain,
            "games": second.games,
            "best": list(second.best),
            "agrees": second.agrees,
            "option": second.own.words,
            "worse": second.own.worse,
        }
        rows = [choice.as_row() for choice in self.choices]
        how: dict[str, Any] = {"is_flat": True, "ranked_by": (self.goal, "worse")}
        choices = Table("choices", self._columns(), rows, labels=1 if self.what == FILL else 3 + self._has_pairs, **how)
        return Description(self.position.heading(), title, facts, (choices, *self.conclusions()), self.notes())

    @property
    def _has_pairs(self) -> bool:
        """Whether any option names the pair that it scores."""
        return any(choice.pair or choice.declines for choice in self.choices)

    def _columns(self) -> tuple[Column, ...]:
        """Return the columns of the table of options, without columns that this kind of decision does not need."""
        draws, has_rivals = self.what != FILL, self.turns is None
        goal = self.GOALS[self.goal]
        interval = {"total": INTERVAL, self.goal: INTERVAL}
        pair = "the two planets whose route the draw scores"
        return (
            Column("type", "type" if draws else None, missing=("none", "")),
            Column("column"),
            Column("row"),
            Column("box", COLUMN_ROW, WORD, BOX_EXPLAINED, flat=None, missing=("none", "")),
            Column("ends", "ends" if draws else None, explanation=ENDS_EXPLAINED * draws),
            Column("pair", "pair" if self._has_pairs else None, explanation=pair * self._has_pairs),
            Column("is_captain", "", Form(lambda yes: "captain's choice" * yes, is_number=False)),
            Column("total", "total", NUMBER, "points at the end of the game", INTERVAL, flat=main_columns),
            *(
                Column(name, name if has_rivals else None, form, explanation * has_rivals, interval.get(name, ""))
                for name, form, explanation in OF_SEVERAL
            ),
            Column("worse", "worse", goal.form, f"{goal.unit} behind the first", "interval", flat=_worse),
            Column("games", "games", COUNT, explanation_of_exact(self.choices, self.TRIAL), missing=(EXACT, "")),
            Column("mark", "", WORD, explanation_of_marks(self.choices, self.TRIAL), flat=None, in_json=False),
            Column("is_same"),
            Column("dropped"),
            Column("is_exact"),
            Column("scores"),
            Column("score", flat=lambda _, score: {"captain_says": score}),
        )


def in_words(what: str, value: Mapping[str, Any]) -> str:
    """Return an option as an order to the trader, e.g. `draw curve NE in column 3, row 2`.

    Args:
        what: kind of open decision.
        value: the option in plain types.
    """
    where = track_in_words(value)
    if what == FILL:
        return f"fill {where or 'no box'}"
    if what == PAIR:
        return f"score {_pair_in_words(value)}"
    if not where:
        return "draw no extra track" if value["type"] is None else f"take the {value['type']} and draw nothing"
    return f"draw {where}"


def track_in_words(value: Mapping[str, Any]) -> str:
    """Return the track or filled box of an option in words, "" for none."""
    if value["box"] is None:
        return ""
    box, pair = box_in_words(value["box"]), _pair_in_words(value)
    return f"{value['type']} {value['ends']} in {box}{', scoring ' * bool(pair)}{pair}" if value["ends"] else box


def _pair_in_words(value: Mapping[str, Any]) -> str:
    """Return the pair of planets that an option scores as text, `nothing` if the route is declined."""
    return "nothing" if value["declines"] else "-".join(map(str, value["pair"] or ()))


def _worse(name: str, worse: Estimate | None) -> dict[str, Any]:
    """Return an option's distance behind the best as columns of the tidy table."""
    return columns_of(name, worse or NONE)
