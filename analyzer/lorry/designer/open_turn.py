"""The turn in progress, decision by decision: the open decision, its options, and the position after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.lorry.designer.messages import Take
from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.position.effects import NOTHING_YET, AtTurn, Effect, SoFar, scores_later
from analyzer.lorry.position.engine_table import GAME, Track
from analyzer.lorry.position.open_decision import (
    EXTRA,
    FILL,
    PAIR,
    AsteroidFirst,
    NothingOpen,
    OpenDecision,
    open_decision,
)
from analyzer.lorry.position.position import Position, why_not, why_not_filled
from analyzer.lorry.tables import TRACKS, TYPE_OF, track_of
from analyzer.lorry.turn.places import TraderView

Plain = dict[str, Any]
ROLL, DONE = "roll", "done"
"""States of a turn besides decisions: an asteroid's die is to be rolled; all of the turn is done."""
PROMPTS = {
    "die": "Which die is taken, and where is it drawn? Click a box with one of these tracks, or a line of the advice.",
    "box": "Where is this die drawn? Click a box, or a line of the advice.",
    PAIR: "Which of the joined pairs is scored?",
    EXTRA: "An extra track may be drawn: click a box or a line of the advice, or end the turn without one.",
    FILL: "A black hole may fill a box: click one or a line of the advice, or end the turn without filling.",
    ROLL: "The asteroid rolls the die again. What does it show?",
    DONE: "This turn is complete.",
}


def open_in(position: Position) -> OpenDecision | str | None:
    """Return the open decision of a position, or a word if the turn has none.

    Returns:
        The decision; ROLL if an asteroid's die must be rolled first; DONE if every decision of the turn is made; None
        before the roll, after the end of the game, or if the turn breaks a rule.
    """
    turn = position.turn
    if turn is None or not turn.dice or not all(kind for _, kind in turn.dice) or position.over:
        return None
    try:
        return open_decision(position)
    except AsteroidFirst:
        return ROLL
    except NothingOpen:
        return DONE
    except AnalyzerError:
        return None


def facts(position: Position) -> Plain | None:
    """Return the open decision in plain types: its kind, and where tracks may lie or what may be filled or scored."""
    now = open_in(position)
    if now is None or position.turn is None:
        return None
    what = now if isinstance(now, str) else now.what
    plain: Plain = {"what": what, "says": PROMPTS[what], "legal": {}, "fillable": [], "pairs": [], "kinds": []}
    plain["done"] = position.turn.so_far != NOTHING_YET
    if isinstance(now, str):
        return plain
    there, space = now.position, now.position.table.board.space
    if what == PAIR and now.place is not None:
        plain["pairs"] = [[*pair, boxes] for pair, boxes in _free(now, position.turn.picks).items()]
        plain["declines"] = there.table.board.switches.scoring_forced == "no"
    elif what == FILL:
        plain["fillable"] = there.fillable()
    else:
        sets = TraderView(there.table, position.turn.picks - 1, GAME).legal()
        plain["kinds"] = now.kinds
        plain["legal"] = {
            ends: [space.box(cell) for cell in space.listed(sets[number])[1]]
            for number, ends in enumerate(TRACKS)
            if TYPE_OF[ends] in now.kinds
        }
    return plain


def _free(now: OpenDecision, picks: int) -> dict[Pair, int]:
    """Return the pairs that may be scored for the track just drawn, each with the boxes on its way."""
    assert now.place is not None
    lies = any(track.trader == picks and (track.box, track.ends) == now.place for track in now.position.tracks)
    if lies:
        return dict(now.position.score_joined(picks, now.waiting[-1]).free)
    return dict(now.position.draw(picks, *now.place).free)


def why_not_now(position: Position, box: Box, ends: str | None) -> str:
    """Return the rule that forbids a track at the open decision, "" if none does.

    Args:
        position: the position.
        box: box of the track.
        ends: ends of the track; None asks about filling the box.
    """
    now = open_in(position)
    if not isinstance(now, OpenDecision) or position.turn is None:
        return "no track can be drawn now"
    table = now.position.table
    if ends is None:
        return why_not_filled(table, box, now.position.fillable())
    return why_not(table, Track(*box, position.turn.picks, track_of(ends) or ends))


def taken(position: Position, message: Take) -> AtTurn:
    """Return the turn with one more decision made.

    Raises:
        AnalyzerError: no such decision is open.
    """
    turn, now = position.turn, open_in(position)
    if turn is None or now is None:
        raise AnalyzerError("say who picks and what the dice show first")
    so_far, score = turn.so_far, message.score
    ends = track_of(message.ends) if message.ends else None
    what = now if isinstance(now, str) else now.what
    if what == ROLL and message.shows:
        return _with(turn, Effect(message.shows))
    if what == PAIR and score is not None and isinstance(now, OpenDecision):
        if (so_far.box, so_far.ends) == now.place:
            return replace(turn, so_far=replace(so_far, score=score))
        then = [replace(one, score=score) if (one.box, one.ends) == now.place else one for one in so_far.then]
        return replace(turn, so_far=replace(so_far, then=tuple(then)))
    if what == FILL and message.fill is not None:
        return _with(turn, Effect(fill=message.fill))
    if what == EXTRA and message.box is not None:
        last = so_far.then[-1] if so_far.then else None
        rolled = last.shows if last is not None and last.box is None else None
        before = replace(turn, so_far=replace(so_far, then=so_far.then[:-1])) if rolled else turn
        return _with(before, Effect(rolled, message.box, ends, score))
    if what in ("die", "box") and message.box is not None and ends is not None:
        return replace(turn, so_far=SoFar(TYPE_OF[ends], message.box, ends, score))
    raise AnalyzerError(f"that is not open now: {PROMPTS[what]}")


def _with(turn: AtTurn, effect: Effect) -> AtTurn:
    """Return the turn with one more effect of a special box."""
    return replace(turn, so_far=replace(turn.so_far, then=(*turn.so_far.then, effect)))


def after(position: Position) -> Position:
    """Return the position after everything that was done so far in the turn, with no turn in progress.

    Extra tracks and fills that the turn does not state count as declined.
    """
    turn = position.turn
    assert turn is not None
    now, waiting = position.with_turn(None), []
    steps: list[SoFar | Effect] = [turn.so_far, *turn.so_far.then]
    for number, done in enumerate(steps):
        if done.box is not None and done.ends is not None:
            laid = now.lay(turn.picks, done.box, done.ends)
            if scores_later(laid.position.table, done.box, is_extra=number > 0):
                waiting.append((laid.joined, done.score))
                now = laid.position
            else:
                now = laid.position.score_joined(turn.picks, laid.joined, done.score).position
        elif isinstance(done, Effect) and done.fill is not None:
            now = now.fill(done.fill)
    for joined, score in reversed(waiting):
        now = now.score_joined(turn.picks, joined, score).position
    return now


def ended(position: Position) -> Position:
    """Return the position after the turn.

    If dice are left, the next trader picks from them; else a new round begins, before its roll.

    Raises:
        AnalyzerError: nothing was drawn yet.
    """
    turn, traders = position.turn, position.traders
    assert turn is not None
    dice = list(turn.dice)
    kind = turn.so_far.die or (TYPE_OF[turn.so_far.ends] if turn.so_far.ends else "")
    die = next((one for one in dice if one[1] == kind), None)
    if die is None:
        raise AnalyzerError("nothing was drawn yet: draw a track first, or change who picks")
    dice.remove(die)
    if traders > 1 and dice:
        return after(position).with_turn(AtTurn(turn.picks % traders + 1, tuple(dice)))
    # The last to pick sits just before the trader who began; the next round begins one seat after that trader.
    first = (turn.picks + 1) % traders + 1 if traders > 1 else 1
    return after(position).with_turn(AtTurn(first))
