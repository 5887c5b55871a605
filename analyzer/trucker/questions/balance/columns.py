"""Columns that several tables of a balance report have, and the words for settings."""

from __future__ import annotations

from typing import Any

from analyzer.answers.description import INTERVAL, SIGNED, WORD, Column, Form
from analyzer.answers.numbers import signed
from analyzer.statistics.estimate import Estimate

IN_FIELD, ALONE = "in the field", "alone"
POINTS = Form(lambda share: signed(100 * share, 1))
LEVEL, SETTING = Column("level", "level", WORD), Column("setting", "setting", WORD)


def setting(in_field: bool) -> str:
    """The setting in words."""
    return IN_FIELD if in_field else ALONE


def effect(name: str, heading: str, explanation: str = "", more_is: str = "better") -> Column:
    """A column of an estimate with its interval."""
    return Column(name, heading, SIGNED, explanation, INTERVAL, missing=("-", ""), flat=flat, more_is=more_is)


def flat(name: str, value: Estimate | None) -> dict[str, Any]:
    """The columns of an estimate that may be missing, in a tidy table."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), value or (None,) * 3, strict=True))
