"""Pages (HTML) of stories, checked records and reviews of Galaxy Trucker, with a picture of the ship at each step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import WORD, Column, Form, Row, Table
from analyzer.present.page import record_page, render_story
from analyzer.present.review_page import review_page
from analyzer.trucker.cards.cards_in_words import card_in_words, kind_in_words
from analyzer.trucker.drawing.ship_svg import own_ship, ship_svg
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.story.lines import ShipState
from analyzer.trucker.story.story import TOTAL, settled

if TYPE_CHECKING:
    from analyzer.trucker.questions.review import Review
    from analyzer.trucker.records.replay import Replayed
    from analyzer.trucker.story.story import Story


ACCOUNT = (Column("item", "", WORD), Column("credits", "", Form(lambda credits: f"{credits:+d}" if credits else "0")))


def story_page(story: Story) -> str:
    """Return the HTML page of a story, with a picture of the ship after each card."""
    launch = {
        "heading": "At launch",
        "card": "",
        "lines": [],
        "state": story.state_words(story.start),
        "picture": _drawing(story, story.start, "at launch"),
    }
    steps = [launch, *(_card(story, number) for number in range(len(story.cards)))]
    title = f"{story.names[0]}, flight {story.flight}"
    items = [Row({"item": item, "credits": credits}, bold=item == TOTAL) for item, credits in settled(story)]
    return render_story("trucker", story, title, "step", steps, account=Table("", ACCOUNT, items))


def _card(story: Story, number: int) -> dict[str, Any]:
    """Return the values that the page's template needs for one card."""
    card = story.cards[number]
    before = story.cards[number - 1].state if number else story.start
    _, _, figures = card_in_words(card.card).partition(": ")
    return {
        "heading": f"{number + 1}. {kind_in_words(card.card)}",
        "card": card.card.id,
        "figures": figures,
        "lines": story.lines_of(card),
        "state": story.state_words(card.state),
        "picture": _drawing(story, card.state, f"after card {number + 1}", before),
    }


def _drawing(story: Story, state: ShipState, when: str, before: ShipState | None = None) -> str:
    plan: Plan = story.ship
    if story.fleet is not None:
        there = {at: part for at, part in story.fleet.components.items() if at not in state.away}
        plan = replace(story.fleet, components=there)
    return ship_svg(
        plan,
        alive=state.alive,
        crew=state.crew,
        charges=state.charges,
        goods=state.goods,
        just_lost=before.alive - state.alive - state.away if before else (),
        title=f"{story.names[0]} {when}",
    )


def replay_page(replayed: Replayed) -> str:
    """Return the HTML page of a checked record."""
    before = replayed.record.start
    pictures = []
    for number, step in enumerate(replayed.steps, start=1):
        pictures.append(own_ship(step.after, before, f"after card {number}"))
        before = step.after
    return record_page(replayed, pictures)


def page_of_review(review: Review) -> str:
    """Return the HTML page of a review."""
    before, pictures = review.record.start, []
    for number, step in enumerate(review.steps):
        now = step.position or before
        pictures.append(own_ship(now, before, f"at step {number}"))
        before = now
    return review_page(review, pictures)
