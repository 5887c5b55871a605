"""Reviews of recorded games: what each decision cost against the best option, and what luck brought.

The expected result after each step is the mean of the trials that were played on from there. Its change over a decision
is the decision's cost; its change over dice, cards and other players is luck. Luck, costs and the expected result at
the start add up to the result at the end, as in backgammon (GNU Backgammon's luck analysis).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

from analyzer.answers.advice import Goal, Option, options_table
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
    columns_of,
    page_of,
)
from analyzer.statistics.estimate import each_of
from analyzer.statistics.moments import MeanWithError

BEST, SAME, CLOSE, WORSE = "best", "no difference", "no clear difference", "worse"
MOST_TURNING = 3
"""The most turning points that a review names."""
TURNING = "<"
TURNING_POINTS = (
    f"{TURNING}: a turning point: one of up to {MOST_TURNING} steps that clearly changed the expected result most (95% "
    "confidence, for all steps at once)"
)
JUDGES_ONE = "{unit} less than the option with the best result; it judges this decision alone"
VERDICTS = f"{BEST}: no other option had a better result, which may be chance; {CLOSE}: it may be as good as the best"
ADDS_UP = (
    "what the decision gave away: expected before + luck - decision cost = expected. One half of the {trials} chooses "
    "the best option, the other half measures it. So it may differ from `behind best`, and small negative values are "
    "chance; 0.00 to 0.00: both halves chose your decision"
)


@dataclass(frozen=True)
class JudgedDecision:
    """A decision of a recorded game, with its options ranked by what was known at that moment.

    Attributes:
        options: The options, the best first.
        value: The chosen option in plain types, as in `Option.value`.
        cost: The cost of the choice, measured such that the costs of many decisions add up (`Rollouts.cost`).
        place: The place of the decision in the game, e.g. its round and turn, by column name. Each value is also an
            attribute, e.g. `decision.round`.
        is_written: Whether the record contains the decision; otherwise a captain (the computer player) decided.
        refused: The entry of the record that broke the rules, so that a captain decided instead; "" for none.
        advice: The full advice on the decision, with the position at that moment.
        second: The chosen option, judged in trials in which another captain plays on; None without such trials.
    """

    options: tuple[Option, ...]
    value: Any
    cost: MeanWithError
    place: Mapping[str, Any] = field(default_factory=dict)
    is_written: bool = True
    refused: str = ""
    advice: Any = None
    second: Option | None = None

    def __getattr__(self, name: str) -> Any:
        place: Mapping[str, Any] = vars(self).get("place", {})
        if name not in place:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return place[name]

    @property
    def chosen(self) -> Option:
        """The option that was chosen."""
        return next(option for option in self.options if option.value == self.value)

    @property
    def words(self) -> str:
        """The chosen option in words, with a mark if the record does not contain the decision."""
        if self.is_written:
            return self.chosen.words
        return f"{self.chosen.words} ({f'assumed: {self.refused} was refused' if self.refused else 'not written'})"

    @property
    def verdict(self) -> str:
        """The verdict on the choice: best, as good, or clearly worse."""
        return verdict_of(self.chosen)


def verdict_of(option: Option) -> str:
    """Return the verdict on an option: best, as good (`no difference`, `no clear difference`), or clearly worse."""
    if option.is_best:
        return BEST
    if option.is_same:
        return SAME
    return WORSE if option.is_clearly_worse else CLOSE


@dataclass(frozen=True)
class ReviewStep:
    """A step of a recorded game: events of dice, cards and other players, then a decision if there was one.

    Attributes:
        heading: The name of the step.
        lines: The events, a line each.
        expected: The expected result after the step, decision included. It is the mean of trials that no other step
            uses. After the last step of a finished game it is the result itself, without error.
        decision: The decision; None if there was none.
        position: The position after the step, or at its decision.
    """

    heading: str
    lines: tuple[str, ...]
    expected: MeanWithError
    decision: JudgedDecision | None = None
    position: Any = None


@dataclass(frozen=True, repr=False)
class Review(Described):
    """A review of one player's decisions in a record.

    Attributes:
        subject: The name of the record.
        player: The player whose decisions are judged.
        captain: The captain who plays on after every option.
        trials: The most trials that were played after each option.
        goal: The goal by which options are ranked.
        steps: The steps; the first is the start.
        seed: The seed of the cards and dice of all trials.
        second: Another captain, who also played on after clearly worse decisions, as a check; "" for none.
        GOALS: All goals by name.
        TRIAL: The words for one trial and for several.
        PLACES: Columns that say when a decision was taken, e.g. in which round.
        PAGE: The name of the function that makes the page, `module:function`.
    """

    GOALS: ClassVar[Mapping[str, Goal]]
    TRIAL: ClassVar[tuple[str, str]]
    PLACES: ClassVar[tuple[Column, ...]] = ()
    PAGE: ClassVar[str] = "analyzer.present.review_page:review_page"

    subject: str
    player: str
    captain: str
    trials: int
    goal: str
    steps: tuple[ReviewStep, ...]
    seed: int = field(kw_only=True)
    second: str = field(default="", kw_only=True)

    @property
    def wanted(self) -> Goal:
        """The goal by which the options are ranked."""
        return self.GOALS[self.goal]

    @property
    def decisions(self) -> tuple[Any, ...]:
        """All decisions, in order."""
        return tuple(step.decision for step in self.steps if step.decision is not None)

    @property
    def mistakes(self) -> tuple[Any, ...]:
        """The decisions that were clearly worse than the best option, including any that a captain made."""
        return tuple(one for one in self.decisions if one.verdict == WORSE)

    # luck and decisions

    @property
    def cost(self) -> MeanWithError:
        """The cost of all decisions together."""
        return MeanWithError.total(decision.cost for decision in self.decisions)

    @property
    def luck(self) -> MeanWithError:
        """The luck of the whole record: the change of the expected result that decisions do not explain."""
        if not self.steps:
            return MeanWithError(0.0)
        start, end = self.steps[0].expected, self.steps[-1].expected
        return MeanWithError.total([end.minus(start), self.cost]) if len(self.steps) > 1 else self.cost

    def luck_at(self, number: int) -> MeanWithError:
        """Return the luck in one step: the change of the expected result without the cost of the step's decision.

        Args:
            number: The number of the step, from 0; the start has no luck.
        """
        if number == 0:
            return MeanWithError(0.0)
        step = self.steps[number]
        change = step.expected.minus(self.steps[number - 1].expected)
        return MeanWithError.total([change, step.decision.cost]) if step.decision else change

    @property
    def turning_points(self) -> list[int]:
        """The numbers of the steps, at most three, that clearly changed the expected result most.

        A change is clear if its interval leaves out 0; the intervals hold for all steps at once.
        """
        changes, each = {}, each_of(len(self.steps) - 1)
        for number, (before, step) in enumerate(pairwise(self.steps), start=1):
            change = step.expected.minus(before.expected).estimate(each)
            if change.low > 0 or change.high < 0:
                changes[number] = abs(change.mean)
        return sorted(sorted(changes, key=lambda number: -changes[number])[:MOST_TURNING])

    # words

    def conclusions(self) -> list[str]:
        """Return sentences on how good the decisions were and what luck brought."""
        return [*self._verdict_in_words(), *self._luck_in_words()]

    def _verdict_in_words(self) -> list[str]:
        """Return sentences on how many decisions were clearly worse, and how many of those a captain made."""
        mistakes, many = self.mistakes, len(self.decisions)
        none_written = not any(decision.is_written for decision in self.decisions)
        unnamed = ["The record names no decision of yours that can be judged."] if none_written else []
        if not mistakes:
            return unnamed or ["No decision was clearly worse than another option."]
        together = MeanWithError.total(decision.cost for decision in mistakes).estimate()
        one, not_written = len(mistakes) == 1, sum(not decision.is_written for decision in mistakes)
        count = (
            f"{len(mistakes)} {'decision' if one else 'decisions'} of {many} {'was' if one else 'were'} clearly worse "
            f"than another option and cost {self.wanted.amount(together)}."
        )
        whose = "It is" if one else f"{not_written} of them {'is' if not_written == 1 else 'are'}"
        refused = any(decision.refused for decision in mistakes)
        lacking = "not in the record, or refused" if refused else "not in the record"
        by_captain = [f"{whose} {lacking}: a captain decided."] if not_written else []
        return [*unnamed, count, *by_captain, *self._second_in_words()]

    def _second_in_words(self) -> list[str]:
        """Return a sentence on how many mistakes are not clearly worse if the second captain plays on.

        The list is empty if no mistake was judged with a second captain.
        """
        asked = [one.second for one in self.mistakes if one.second is not None]
        if not asked:
            return []
        others = sum(verdict_of(option) != WORSE for option in asked)
        subject = "it is" if len(asked) == 1 else f"{others} of them {'is' if others == 1 else 'are'}" if others else ""
        verdict = "not clearly worse, so that may depend on who plays on" if others else "clearly worse too"
        return [f"If {self.second} plays on for everybody, {subject or 'they are'} {verdict}."]

    def _luck_in_words(self) -> list[str]:
        """Return a sentence on what luck brought and what all decisions cost; [] if the only step is the start."""
        if len(self.steps) < 2:
            return []
        brought = self.wanted.change(self.luck.estimate())
        cost = self.wanted.amount(self.cost.estimate()) if any(self.cost) else "nothing"
        return [f"{self.chance_in_words()} brought {brought}; all decisions together cost {cost}."]

    def chance_in_words(self) -> str:
        """Return the sources of luck in this game, in words."""
        return "Dice, cards and the other players"

    def ending(self) -> str:
        """Return the conclusions as one text."""
        return " ".join(self.conclusions())

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        return [
            "Each decision is judged by what was known when it was made: "
            f"what {self.chance_in_words().lower()} brought later does not count.",
            *self.rest_of_play(),
            "Luck is every change of the expected result that does not come from your decisions. A gain from an option "
            "that the captain who plays on would have missed counts as luck too.",
            "Intervals are at 95% confidence; those of a decision hold for all its options at once.",
        ]

    def rest_of_play(self) -> list[str]:
        """Return a note on who plays on after each option."""
        return [f"After the decision {self.captain} plays on for everybody."]

    def setting(self) -> str:
        """Return a few words on the captain who plays on, and on further settings of a game's review."""
        return f"captain {self.captain}"

    def description(self) -> Description:
        """Return a table of decisions, a table of steps, and conclusions."""
        facts = {
            "goal": self.goal,
            self.TRIAL[1]: self.trials,
            "seed": self.seed,
            "captain": self.captain,
            "conclusions": self.conclusions(),
            "mistakes": len(self.mistakes),
            "luck": self.luck.estimate(),
            "cost": self.cost.estimate(),
        }
        many = len(self.decisions)
        decided = f"{many} decision{'s' * (many != 1)}"
        played = f"at most {self.trials:,} {self.TRIAL[1]} after each option, seed {self.seed}"
        title = f": {self.player}, {decided}; you want {self.wanted.wanted}; {played}; {self.setting()}"
        parts: tuple[Part, ...] = (self.decisions_table(), self.steps_table(), *self.conclusions())
        return Description(self.subject, title, facts, parts, self.notes())

    def decisions_table(self) -> Table:
        """Return a table with a row for each decision."""
        rows = []
        for number, decision in enumerate(self.decisions, start=1):
            is_best = decision.verdict in (BEST, SAME)
            values = {
                "number": number,
                "decision": decision.words,
                "verdict": decision.verdict,
                "best": "" if is_best else decision.options[0].words,
                "worse": None if decision.chosen.is_best else decision.chosen.worse,
                "second": "" if decision.second is None else verdict_of(decision.second),
                "is_written": decision.is_written,
                "refused": decision.refused,
            }
            rows.append(Row(values | dict(decision.place)))
        columns = (
            Column("number", "", COUNT),
            *self.PLACES,
            Column("decision", "your decision", WORD),
            Column("verdict", "verdict", WORD, VERDICTS),
            Column("best", "best option", WORD),
            Column(
                "worse",
                "behind best",
                self.wanted.form,
                JUDGES_ONE.format(unit=self.wanted.unit),
                "interval",
                flat=columns_of,
            ),
            Column(
                "second",
                f"with {self.second}" if self.second else None,
                WORD,
                f"the verdict if {self.second} plays on, of decisions that are clearly worse" if self.second else "",
            ),
            Column("is_written"),
            Column("refused"),
        )
        return Table("decisions", columns, rows, labels=1 + len(self.PLACES), ranked_by=("decision", "worse"))

    def steps_table(self) -> Table:
        """Return a table with a row for each step: its luck, the cost of its decision, and the expected result."""
        turning = self.turning_points
        rows = [
            Row(
                {
                    "step": number,
                    "heading": step.heading,
                    "luck": self.luck_at(number).estimate() if number else None,
                    "cost": step.decision.cost.estimate() if step.decision else None,
                    "expected": step.expected.estimate(),
                    "mark": number in turning,
                    "is_turning_point": number in turning,
                },
                bold=number in turning,
            )
            for number, step in enumerate(self.steps)
        ]
        form = PERCENT if self.wanted.is_chance else NUMBER
        brought = f"{self.wanted.unit} that {self.chance_in_words().lower()} brought"
        columns = (
            Column("step", "", COUNT),
            Column("heading", "step", WORD),
            Column("luck", "luck", self.wanted.form, brought, "interval", flat=columns_of),
            Column("cost", "decision cost", self.wanted.form, ADDS_UP.format(trials=self.TRIAL[1]), "interval"),
            Column("expected", "expected", form, f"mean result of the {self.TRIAL[1]} played on from there", INTERVAL),
            Column("mark", "", Form(TURNING.__mul__, is_number=False), TURNING_POINTS, flat=None, in_json=False),
            Column("is_turning_point"),
        )
        return Table(
            "steps", columns, rows, "Expected result after each step", labels=2, ranked_by=("expected", "mark")
        )

    def options_of(self, decision: JudgedDecision) -> Table:
        """Return a table with a row for each option of a decision."""
        return options_table(decision.options, self.GOALS, self.goal, self.TRIAL)

    def html(self) -> str:
        """Return a complete HTML page that shows the steps, with the expected result as a line."""
        return page_of(self, self.PAGE)
