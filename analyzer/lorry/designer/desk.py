"""Desk of the designer's page: it passes messages between pages and session, and computes advice in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.host.server import Files
from analyzer.host.server import Page as AnyPage
from analyzer.lorry.designer.session import Session
from analyzer.lorry.position.position import Position
from analyzer.lorry.questions.advise.answer import Advice
from analyzer.lorry.questions.advise.contest import Contest, Moment, goal_for, with_second, without_thinking
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.lorry.world import DEFAULT_CAPTAIN

Plain = dict[str, Any]
SHOWN_AFTER = (50, 200, 800)
"""Numbers of games after each option at which advice is shown."""
CANDIDATES, SHOWN = 12, 8
"""Numbers of options that are tried and that are shown."""


class DrawingChanged(Exception):
    """Exception that stops advice because the drawing was changed."""


class Desk:
    """Mediator between a session, its advice and all open pages; any thread may call it."""

    def __init__(
        self, session: Session, show: Callable[[Plain], None], captain: str = DEFAULT_CAPTAIN, seed: int = 1
    ) -> None:
        self.session, self._show = session, show
        self._captain, self._seed = without_thinking(captain), seed
        self._one_at_a_time = threading.Lock()
        self._wanted = threading.Event()
        self._is_over = False
        threading.Thread(target=self._advise, daemon=True).start()
        self._wanted.set()

    def receive(self, raw: str | bytes) -> list[Plain]:
        """Handle a message of a page, and return the messages for that page alone.

        Messages for all pages, e.g. the changed drawing, are sent from here.
        """
        with self._one_at_a_time:
            reply = self.session.receive(raw)
            for message in reply.to_all:
                self._show(message)
            if reply.changed:
                self._wanted.set()
        return reply.answers

    def stop(self) -> None:
        """End all advice."""
        self._is_over = True
        self._wanted.set()

    def _advise(self) -> None:
        """Advise on the present drawing whenever it has changed."""
        while self._wanted.wait() and not self._is_over:
            self._wanted.clear()
            with self._one_at_a_time:
                position, change, goal = self.session.position, self.session.change, self.session.goal
            if position is None or position.turn is None:
                continue
            try:
                self._play(position, change, goal)
            except AnalyzerError as error:
                self._tell({"kind": "advice", "change": change, "says": error.lines, "rows": [], "games": 0})
            except DrawingChanged:
                pass

    def _play(self, position: Position, change: int, goal: str) -> None:
        """Play games after each option of a position and send the advice; stop if the drawing changes."""
        moment = Moment(position, self._captain, self._seed, TURNS_ALONE)
        contest = Contest(moment, goal_for(goal, position.traders), CANDIDATES)

        def check(_: int) -> None:
            if self._is_over or self.session.change != change:
                raise DrawingChanged

        for games in SHOWN_AFTER:
            advice = contest.run(games, check).advice(games)
            self._tell(_told(advice, change, games))
        advice = with_second(advice, contest, games, CANDIDATES, check)
        if advice.second is not None:
            self._tell(_told(advice, change, games))

    def _tell(self, advice: Plain) -> None:
        """Send advice to all pages, unless the drawing has changed."""
        with self._one_at_a_time:
            for message in self.session.on_advice(advice):
                self._show(message)


def _told(advice: Advice, change: int, games: int) -> Plain:
    """Return the message with advice for one change of the drawing."""
    rows = [
        {
            "words": option.words,
            "worse": None if option.is_best else option.worse,
            "won": option.won.mean,
            "margin": option.margin.mean,
            "mark": option.mark,
            "is_exact": option.is_exact,
            **{name: option.value[name] for name in ("box", "ends", "pair", "type", "declines")},
        }
        for option in advice.options[:SHOWN]
    ]
    says = advice.conclusions()
    return {"kind": "advice", "change": change, "says": says, "rows": rows, "games": games, "what": advice.what}


FRONT = files("analyzer.lorry.designer") / "front"
FILES: Files = {
    "/designer.js": (FRONT / "board.js", "text/javascript"),
    "/pane.js": (FRONT / "pane.js", "text/javascript"),
    "/designer.css": (FRONT / "board.css", "text/css"),
}


class Page(AnyPage):
    """Server of the designer's page for one session."""

    def __init__(
        self, session: Session, port: int | None = None, captain: str = DEFAULT_CAPTAIN, seed: int = 1
    ) -> None:
        super().__init__(lambda show: Desk(session, show, captain, seed), FILES, port)
        self.session = session
