"""The edition by which a game is played just now, and what is worked out once for each edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property, wraps
from types import FunctionType
from typing import Any, TypeVar

from analyzer.files.csvfile import text_of
from analyzer.files.editions.rules import MOST_RULES as MOST
from analyzer.files.editions.rules import DefaultEdition
from analyzer.files.editions.shelf import STANDARD, OwnTables

__all__ = ["STANDARD", "InForce"]
Made = TypeVar("Made")
Class = TypeVar("Class", bound=type)


class InForce(DefaultEdition):
    """Which edition of a game is in force. Rules read its tables, and know of no other one.

    What is bound to an edition (an experiment, a ship on paper) puts it in force wherever it is asked anything:
    see `of_its_edition`.
    """

    def __init__(self, package: str, own: type[OwnTables]) -> None:
        super().__init__(package)
        self.package, self.own = package, own
        self.played_by = self.within

    def text(self, table: str) -> str:
        """The text of a table of the edition in force."""
        return self.text_of(self.name(), table)

    def text_of(self, edition: str, table: str) -> str:
        """The text of a table of that edition."""
        own = dict(self.own.KNOWN[edition].texts) if edition != STANDARD else {}
        text: str = own[table] if table in own else text_of(self.package, table)
        return text

    def as_described(self, described: Mapping[str, Any]) -> AbstractContextManager[None]:
        """Within it the edition is in force of which runs were described; raises KeyError where that is broken."""
        own = self.own.read_plain(described)
        return self.played_by(own[0] if own else STANDARD)

    def per_edition(self, work_out: Callable[..., Made]) -> Callable[..., Made]:
        """What the function says, worked out once for each edition and each set of arguments."""
        known: dict[str, dict[Any, Made]] = {}
        edition = self.edition

        @wraps(work_out)
        def worked_out(*arguments: Any) -> Made:
            own = known.get(edition.get())
            if own is None:
                if len(known) >= MOST:
                    known.clear()
                own = known.setdefault(edition.get(), {})
            try:
                return own[arguments]
            except KeyError:
                if len(own) >= 4 * MOST:
                    own.clear()
                return own.setdefault(arguments, work_out(*arguments))

        return worked_out

    def of_its_edition(self, owner: Class) -> Class:
        """The class, every public method and property of which is worked out by the tables of `self.edition`."""
        for name, member in list(vars(owner).items()):
            if isinstance(member, FunctionType) and (not name.startswith("_") or name in ("__post_init__", "__repr__")):
                setattr(owner, name, self._in_edition(member))
            elif isinstance(member, property) and member.fget is not None and name != "edition":
                setattr(owner, name, property(self._in_edition(member.fget)))
            elif isinstance(member, cached_property):
                member.func = self._in_edition(member.func)
        return owner

    def _in_edition(self, function: Callable[..., Any]) -> Callable[..., Any]:
        edition = self.edition

        @wraps(function)
        def within(owner: Any, *arguments: Any, **settings: Any) -> Any:
            if owner.edition == edition.get():
                return function(owner, *arguments, **settings)
            with self.played_by(owner.edition):
                return function(owner, *arguments, **settings)

        return within
