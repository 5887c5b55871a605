"""Titles files: a list of titles, each with its name, metric and sense."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.yamlfile import check, line_of, parse_mapping
from analyzer.trucker.journey.titles import METRICS, SENSES, Title, faults_of


class TitleEntry(BaseModel):
    """One title; `most` is best if no sense is given."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=40)]
    metric: str
    sense: str = "most"

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


def parse_titles(text: str, where: str) -> tuple[Title, ...]:
    """The titles in a file's text; raises AnalyzerError with every fault and its line."""
    data = parse_mapping(text, where)
    entries = check(TitlesFile, data, where).titles
    if faults := faults_of([entry.name for entry in entries]):
        raise AnalyzerError([f"{where}, line {line_of(data, ('titles',))}: {fault}" for fault in faults])
    return tuple(Title(entry.name, entry.metric, entry.sense) for entry in entries)


def default_titles(edition: str) -> tuple[Title, ...]:
    """The titles that come with the edition; raises AnalyzerError where it has none."""
    entry = files("analyzer.trucker") / "data" / edition / "titles.yaml"
    if not entry.is_file():
        raise AnalyzerError(f"no titles come with the {edition} edition: the trek with titles is one of 2021")
    return parse_titles(entry.read_text(encoding="utf-8"), "titles.yaml")
