"""Output of stories, checked records and reviews: as text, JSON, page or record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.cli.option_records import argument, option
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.files.places import check_ending, check_output, check_yaml, written_yaml
from analyzer.present.view import view_of_descriptions
from analyzer.runs.watched import Watch
from analyzer.world import beside

if TYPE_CHECKING:
    from analyzer.answers.review import Review
    from analyzer.answers.story import CheckedRecord

RECORD_FILE = argument(..., "Record file (.yaml).", metavar="RECORD")
RECORD_FILES = argument(..., "Record files (.yaml).", metavar="RECORD...")
REVIEWED = option(False, "Judge the decisions instead of retelling them; see `review`.", "--review")
QUICKER, FEWEST = 5, 2
PAGES = (".html", ".md")


class RecordableStory(Protocol):
    """Protocol of a story that can be turned into a record of the game."""

    def record(self) -> Any:
        """Return the record."""


@dataclass(frozen=True)
class StoryOptions:
    """Options on the page and record of a story, and on its review."""

    page: Path | None = option(
        None, "Write the answer as a page to this file (.html or .md).", "--output", "-o", metavar="FILE"
    )
    record: Path | None = option(
        None, "Write the story as a record (.yaml), which `replay` and `review` read.", metavar="FILE"
    )
    quick: bool = option(False, "Try each option a fifth as often: sooner, with wider intervals.")
    goal: str | None = option(None, "With --review: what options are judged by.")

    def check(
        self, output: OutputOptions, stories: int = 1, load_record: Callable[[Path], object] | None = None
    ) -> None:
        """Raise AnalyzerError before anything is run if a file cannot be written, or a page would hold several stories.

        Args:
            output: The options of output.
            stories: The number of stories.
            load_record: Read a record of the game, if the verb has --record.
        """

        def check_record() -> None:
            if load_record is not None:
                check_yaml(self.record, "--record", "record", load_record)

        all_or_faults(lambda each: each(), [output.check, lambda: self._check_page(stories), check_record])

    def wanted(self, *, is_review: bool) -> dict[str, Any]:
        """Return the goal as an argument of a review; {} if none is named.

        Raises:
            AnalyzerError: A goal is named but nothing is reviewed.
        """
        if self.goal is not None and not is_review:
            raise AnalyzerError("--goal: decisions are judged by it: add --review")
        return {} if self.goal is None else {"goal": self.goal}

    def judged(self, judge: Callable[[int, Watch], Review], amount: AmountOptions, usual: int | None = None) -> Review:
        """Return the review that `judge` makes, while a progress line is shown.

        Args:
            judge: Make the review with a number of trials after each option and a watch.
            amount: The options on the amount.
            usual: The default number of trials, if it depends on the captain.
        """
        most = usual if usual is not None and amount.flights is None else amount.amount().most()
        with amount.progress(0) as watch:
            return judge(max(FEWEST, most // QUICKER) if self.quick else most, watch)

    def tell(
        self,
        answers: Sequence[CheckedRecord | Review | Any],
        output: OutputOptions,
        story: RecordableStory | None = None,
    ) -> None:
        """Print the answers, and write the page of the first one and the record of the story."""
        output.tell(view_of_descriptions(answers), *self._writes(answers[0], story))

    def _check_page(self, stories: int) -> None:
        """Raise AnalyzerError if the page cannot be written, or would hold several stories."""
        if self.page is None:
            return
        if stories > 1:
            raise AnalyzerError(f"--output {self.page}: a page holds one of them: name one, not {stories}")
        check_page(self.page, "--output", PAGES, "; --export saves tables")

    def _writes(self, answer: Any, story: RecordableStory | None) -> Iterator[Callable[[], str]]:
        """Yield the functions that write the page and the record, if they are asked for."""

        def write_page() -> str:
            from analyzer.present.page import write

            is_markdown = self.page is not None and self.page.suffix == ".md"
            write(str(self.page), answer.markdown() if is_markdown else answer.html())
            return f"\npage: {self.page}"

        def write_record() -> str:
            # Cosmic Lorry writes records in the module that reads them.
            module: Any = beside(record, "recording") or beside(record, "game_record")
            module.save_record(record, self.record)
            return f"\nrecord: {written_yaml(self.record)}"

        if self.page is not None:
            yield write_page
        if self.record is not None:
            assert story is not None
            # The record is made before anything is printed, because flights of class IVC are refused here.
            record = story.record()
            yield write_record


def check_page(page: Path, option: str = "--out", endings: Sequence[str] = PAGES[:1], more: str = "") -> None:
    """Raise AnalyzerError before anything is run if a page cannot be written.

    Args:
        page: The file.
        option: The option that named it.
        endings: The endings that are allowed.
        more: A hint for another ending.
    """
    check_output(page, f"{option} {page}")
    check_ending(page, f"{option} {page}", endings, more)
