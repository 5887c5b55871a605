"""Titles files: a list of titles, each with its name, metric and sense."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, field_validator

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.names import ShortName
from analyzer.files.yamlfile import check, parse_mapping, read_text
from analyzer.trucker.journey.titles import METRICS, SENSES, Title, faults_of

TitlesLike = bool | str | Path | Sequence[Title]
"""True for the titles that come with the edition, a titles file, or titles; False for none."""


class TitleEntry(BaseModel):
    """One title; `most` is best if no sense is given."""

    model_config = ConfigDict(extra="forbid")

    name: ShortName
    """What it is called."""
    metric: str
    """By which metric it is won, e.g. crew, batteries or cannon_strength."""
    sense: str = "most"
    """`most` or `fewest`: which wins it."""

    @field_validator("metric")
    @classmethod
    def _known(cls, metric: str) -> str:
        if metric not in METRICS:
            raise ValueError(f"no metric {metric[:40]!r}: {one_of(metric, METRICS)}")
        return metric

    @field_validator("sense")
    @classmethod
    def _either(cls, sense: str) -> str:
        if sense not in SENSES:
            raise ValueError(f"{sense[:40]!r}: {one_of(sense, SENSES)}")
        return sense


class TitlesFile(BaseModel):
    """The schema."""

    model_config = ConfigDict(extra="forbid")

    titles: list[TitleEntry]
    """The titles, in the order of keeping."""


def load_titles(titles: TitlesLike, edition: str) -> tuple[Title, ...]:
    """The titles: those of the edition, of a file, or as given; raises AnalyzerError with every fault.

    >>> [title.metric for title in load_titles(True, "2021")][:2]
    ['crew', 'batteries']
    """
    if titles is False:
        return ()
    if titles is True:
        return default_titles(edition)
    if isinstance(titles, str | Path):
        return parse_titles(read_text(Path(titles)), str(titles))
    listed = [title for title in titles if isinstance(title, Title)] if isinstance(titles, Sequence) else []
    if not listed or len(listed) < len(titles):
        raise AnalyzerError("titles: give True, a titles file (.yaml) or a list of Title")
    if faults := faults_of([title.name for title in listed]):
        raise AnalyzerError([f"titles: {fault}" for fault in faults])
    return tuple(listed)


def parse_titles(text: str, where: str) -> tuple[Title, ...]:
    """The titles in a file's text; raises AnalyzerError with every fault and its line."""
    data = parse_mapping(text, where)
    entries = check(TitlesFile, data, where).titles
    if faults := faults_of([entry.name for entry in entries]):
        raise AnalyzerError(in_file((Flaw(("titles",), fault) for fault in faults), data, where))
    return tuple(Title(entry.name, entry.metric, entry.sense) for entry in entries)


def default_titles(edition: str) -> tuple[Title, ...]:
    """The titles that come with the edition; raises AnalyzerError where it has none."""
    entry = files("analyzer.trucker") / "data" / edition / "titles.yaml"
    if not entry.is_file():
        raise AnalyzerError(f"no titles come with the {edition} edition: the trek with titles is one of 2021")
    return parse_titles(entry.read_text(encoding="utf-8"), "titles.yaml")
