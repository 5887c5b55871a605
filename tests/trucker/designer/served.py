"""A page of the designer served in this process, and a browser to look at it with."""

from __future__ import annotations

from contextlib import AbstractContextManager

from analyzer.trucker.designer.server import Page
from analyzer.trucker.designer.session import Session
from tests.host.browsing import browser, in_browser, serving, sized

__all__ = ["browser", "in_browser", "served", "sized"]


def served(session: Session, port: int = 0) -> AbstractContextManager[Page]:
    """The page, served by a thread; `port`: 0 for any."""
    return serving(Page(session, port))
