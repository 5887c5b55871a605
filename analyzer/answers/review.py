"""A record reviewed: what each decision gave away against the best option, and luck apart from decisions.

The expected result after each step is the mean of the trials that were played on from there. What it changes by over a
decision is what the decision cost; what it changes by over dice, cards and other players is luck. Both parts and the
expected result at the start add up to the result at the end, as in backgammon (GNU Backgammon's luck analysis).
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
from analyzer.statistics.moments import Measured

BEST, SAME, CLOSE, WORSE = "best", "no difference", "no clear difference", "worse"
MOST_TURNING = 3
"""Turning points that are named."""
TURNING = "<"
TURNING_POINTS = (
    f"{TURNING}: a turning point: one of the steps, at most {MOST_TURNING}, that clearly changed it most (at 95% "
    "confidence for all steps at once)"
)
JUDGES_ONE = (
    "{unit} less than the option with the best result brings: says of this decision alone whether it was a mistake"
)
VERDICTS = f"{BEST}: no other option had a better result, which may be chance; {CLOSE}: it may be as good as the best"
ADDS_UP = (
    "what the decision gave away, estimated so that it adds up: expected before + luck - decision cost = expected. One "
    "half of the {trials} chooses the best option, the other half judges it, so it may differ from `behind best`, "
    "and chance can make it negative; 0.00 to 0.00 says only that either half chooses what was decided"
)


@dataclass(frozen=True)
class Judged:
    """A decision: its options as they were then, the best first, and what was decided.

    value: in plain types, as of the option; cost: what it gave away, measured so that costs add up
    (`Rollouts.cost`); place: where it was taken, by name of a column, each an attribute too (`decision.round`);
    is_written: whether the record says it, or the captain decided in its place; refused: the entry of the record that
    the rules refuse, in words, where the captain decided because of that; advice: the options as they were then, with
    the position at that moment; second: what was chosen as judged where another captain plays on, None where nobody
    else was asked.
    """

    options: tuple[Option, ...]
    value: Any
    cost: Measured
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
        """The option that was chosen in words, marked where the record does not say it."""
        if self.is_written:
            return self.chosen.words
        return f"{self.chosen.words} ({f'assumed: {self.refused} was refused' if self.refused else 'not written'})"

    @property
    def verdict(self) -> str:
        """Whether it was best, as good, or clearly worse."""
        return verdict_of(self.chosen)


def verdict_of(option: Option) -> str:
    """Return whether an option is best, as good, or clearly worse."""
    if option.is_best:
        return BEST
    if option.is_same:
        return SAME
    return WORSE if option.is_clearly_worse else CLOSE


@dataclass(frozen=True)
class ReviewStep:
    """A step of a record: what dice, cards and others did, in lines, and the decision behind it if there was one.

    expected: the result that is expected after the step, decision included: the mean of its trials, which are no other
    step's trials; without an error where the step is the end; position: how things are behind it, or were at the
    decision.
    """

    heading: str
    lines: tuple[str, ...]
    expected: Measured
    decision: Judged | None = None
    position: Any = None


@dataclass(frozen=True, repr=False)
class Review(Described):
    """The decisions of one player in a record.

    subject: what the record is called; player: whose decisions; captain: who plays on after every option; trials:
    after every option at most; goal: by which options are ranked; steps: the first is the start; seed: of the cards and
    dice of all trials; second: who else played on after decisions that are clearly worse, "" for nobody.

    GOALS: those there are; TRIAL: what a trial is called, and several; PLACES: columns that say where a decision was
    taken; PAGE: what makes the page, `module:function`.
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
        """What the player wants."""
        return self.GOALS[self.goal]

    @property
    def decisions(self) -> tuple[Any, ...]:
        """All decisions, in order."""
        return tuple(step.decision for step in self.steps if step.decision is not None)

    @property
    def mistakes(self) -> tuple[Any, ...]:
        """Decisions that were clearly worse than the best option, also those that a captain made in your place."""
        return tuple(one for one in self.decisions if one.verdict == WORSE)

    # luck and decisions

    @property
    def cost(self) -> Measured:
        """What all decisions cost together."""
        return Measured.total(decision.cost for decision in self.decisions)

    @property
    def luck(self) -> Measured:
        """What dice, cards and others brought together: all that decisions do not explain of the way to the end."""
        if not self.steps:
            return Measured(0.0)
        start, end = self.steps[0].expected, self.steps[-1].expected
        return Measured.total([end.less(start), self.cost]) if len(self.steps) > 1 else self.cost

    def luck_at(self, number: int) -> Measured:
        """What dice, cards and others brought in one step: from the result expected before it to that of the best
        decision behind it."""
        if number == 0:
            return Measured(0.0)
        step = self.steps[number]
        change = step.expected.less(self.steps[number - 1].expected)
        return Measured.total([change, step.decision.cost]) if step.decision else change

    @property
    def turning_points(self) -> list[int]:
        """The numbers of the steps, at most three, that changed the expected result most, and clearly.

        Clear is what holds for the changes of all steps at once.
        """
        changes, each = {}, each_of(len(self.steps) - 1)
        for number, (before, step) in enumerate(pairwise(self.steps), start=1):
            change = step.expected.less(before.expected).estimate(each)
            if change.low > 0 or change.high < 0:
                changes[number] = abs(change.mean)
        return sorted(sorted(changes, key=lambda number: -changes[number])[:MOST_TURNING])

    # words

    def conclusions(self) -> list[str]:
        """How well was decided, and how lucky it was."""
        return [*self._verdict_in_words(), *self._luck_in_words()]

    def _verdict_in_words(self) -> list[str]:
        """Return how many of the decisions in the table were clearly worse, and how many of those a captain made."""
        mistakes, many = self.mistakes, len(self.decisions)
        none_written = not any(decision.is_written for decision in self.decisions)
        unnamed = ["The record names no decision of yours that can be judged."] if none_written else []
        if not mistakes:
            return unnamed or ["No decision was clearly worse than another option."]
        together = Measured.total(decision.cost for decision in mistakes).estimate()
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
        """Return how many of the mistakes are none where another captain plays on, as a sentence."""
        asked = [one.second for one in self.mistakes if one.second is not None]
        if not asked:
            return []
        others = sum(verdict_of(option) != WORSE for option in asked)
        subject = "it is" if len(asked) == 1 else f"{others} of them {'is' if others == 1 else 'are'}" if others else ""
        verdict = "not clearly worse, so that may depend on who plays on" if others else "clearly worse too"
        return [f"If {self.second} plays on for everybody, {subject or 'they are'} {verdict}."]

    def _luck_in_words(self) -> list[str]:
        if len(self.steps) < 2:
            return []
        brought = self.wanted.change(self.luck.estimate())
        cost = self.wanted.amount(self.cost.estimate()) if any(self.cost) else "nothing"
        return [f"{self.chance()} brought {brought}; all decisions together cost {cost}."]

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice, cards and the others"

    def ending(self) -> str:
        """How it ended, and how well was decided."""
        return " ".join(self.conclusions())

    def notes(self) -> list[str]:
        """What a reader should know."""
        return [
            f"Each decision is judged by what was known when it was made: what {self.chance().lower()} brought later "
            "counts for nothing.",
            *self.rest_of_play(),
            "Luck is every change of the expected result that your decisions did not make. If you find an option that "
            "the captain who plays on would have missed, that gain counts as luck too.",
            "Intervals are at 95% confidence, those of a decision for all its options at once.",
        ]

    def rest_of_play(self) -> list[str]:
        """Who plays on after each option."""
        return [f"After the decision {self.captain} plays on for everybody."]

    def setting(self) -> str:
        """Who plays on, and what else was set, in a few words."""
        return f"captain {self.captain}"

    def description(self) -> Description:
        """A row a decision, and a row a step."""
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
        """A row a decision."""
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
        """A row a step: the expected result, and what luck and the decision did to it."""
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
        brought = f"{self.wanted.unit} that {self.chance().lower()} brought"
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

    def options_of(self, decision: Judged) -> Table:
        """The options of a decision, a row each."""
        return options_table(decision.options, self.GOALS, self.goal, self.TRIAL)

    def html(self) -> str:
        """It as a page of its own: step by step, with the expected result as a line."""
        return page_of(self, self.PAGE)
