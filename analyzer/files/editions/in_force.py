"""The edition in force, by which a game is currently played, and values cached for each edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property, partial, wraps
from types import FunctionType
from typing import Any, TypeVar

from analyzer.files.csvfile import text_of
from analyzer.files.editions.shelf import OwnTables

Made = TypeVar("Made")
Class = TypeVar("Class", bound=type)
STANDARD = "standard"
"""Name of the edition that comes with a game that has only one."""
MOST = 64
"""Maximum number of editions for which computed values are kept."""


class InForce:
    """Record of the edition by which a game is currently played; the rules read its tables.

    Objects bound to an edition (an experiment, a ship on paper) put it in force whenever a method is called: see
    `of_its_edition`.

    Args:
        package: package of the game.
        own: class of the keys of user-made editions.
    """

    def __init__(self, package: str, own: type[OwnTables]) -> None:
        self.package, self.own = package, own
        self.edition: ContextVar[str] = ContextVar(f"edition of {package}", default=STANDARD)

    def name(self) -> str:
        """Return the edition in force: `standard`, or the key of a user-made one."""
        return self.edition.get()

    def text(self, table: str) -> str:
        """Return the text of a table of the edition in force."""
        return self.text_of(self.name(), table)

    def text_of(self, edition: str, table: str) -> str:
        """Return the text of a table of an edition."""
        own = dict(self.own.KNOWN[edition].texts) if edition != STANDARD else {}
        text: str = own[table] if table in own else text_of(self.package, table)
        return text

    def as_described(self, described: Mapping[str, Any]) -> AbstractContextManager[None]:
        """Return a context in which the edition of a saved run is in force.

        Args:
            described: description of the run in a save file.

        Raises:
            KeyError: if the description is broken.
        """
        own = self.own.read_plain(described)
        return self.played_by(own[0] if own else STANDARD)

    @contextmanager
    def played_by(self, edition: str) -> Iterator[None]:
        """Put an edition in force inside this context."""
        before = self.edition.set(edition)
        try:
            yield
        finally:
            self.edition.reset(before)

    def as_here(self) -> Callable[[], AbstractContextManager[None]]:
        """Return a function that makes contexts, for any thread, with the edition that is in force in this thread.

        If no edition was put in force here, the contexts change nothing.
        """
        # get(None) tells "never put in force" from "standard put in force".
        edition = self.edition.get(None)
        return nullcontext if edition is None else partial(self.played_by, edition)

    def per_edition(self, work_out: Callable[..., Made]) -> Callable[..., Made]:
        """Cache a function's results for each edition and each set of arguments."""
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
        """Make every public method and property of a class use the tables of the object's `edition`."""
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
