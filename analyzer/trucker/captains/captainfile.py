"""Captain files: a name and prices in credits, at most two decimals."""

from __future__ import annotations

from dataclasses import fields
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from analyzer.files.atomic import write_whole
from analyzer.files.named import as_text
from analyzer.files.names import ShortName
from analyzer.files.yamlfile import check, parse_mapping
from analyzer.trucker.captains.captain import Captain


def _number(price: object) -> object:
    if isinstance(price, bool) or (isinstance(price, float) and not isfinite(price)):
        raise ValueError("a price is a finite number of credits")
    return price


Price = Annotated[float, BeforeValidator(_number), Field(ge=0, le=10_000, strict=True)]


PRICES = tuple(field.name for field in fields(Captain) if field.name not in ("name", "reserve"))


class CaptainFile(BaseModel):
    """The schema. Every price is needed but `ruin`, `ship`, `doom`, 0 if not given, and `day_alone`, then as `day`."""

    model_config = ConfigDict(extra="forbid")

    name: ShortName
    day: Price
    human: Price
    brown: Price
    purple: Price
    battery: Price
    component: Price
    stay: Price
    dread: Price
    reserve: Annotated[int, Field(ge=0, le=64)]
    ruin: Price = 0
    day_alone: Price | None = None
    ship: Price = 0
    doom: Price = 0

    @field_validator(*PRICES)
    @classmethod
    def _in_hundredths(cls, price: float | None) -> float | None:
        if price is not None and Decimal(str(price)).as_tuple().exponent < -2:  # type: ignore[operator]
            raise ValueError(f"{price} has more than two decimals")
        return price


def parse_captain(text: str, where: str) -> dict[str, str | int]:
    """Name and prices in whole hundredths by field; raises AnalyzerError with every fault and its line."""
    file = check(CaptainFile, parse_mapping(text, where), where)
    prices = file.model_dump(exclude_none=True)
    return {key: value if key in ("name", "reserve") else round(value * 100) for key, value in prices.items()}


def write_captain(captain: Captain) -> str:
    """The captain as the text of a captain file."""
    return as_text(captain.as_prices())


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_captain(analyzer.load_captain("bold"), path)
    >>> analyzer.load_captain(path) == analyzer.load_captain("bold")
    True
    """
    write_whole(path, write_captain(captain))
