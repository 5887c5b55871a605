"""The settlement of one flight in words: what each reward and loss comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.sayings.phrases import listed, many

if TYPE_CHECKING:
    from analyzer.trucker.explain.story import Story


def settled(story: Story) -> list[tuple[str, int]]:
    """Every item of the account with its credits, the last being what they come to."""
    outcome = story.outcome
    account = [
        ("paid by cards", outcome["bounty"]),
        (_order(story), outcome["order_reward"]),
        (_looks(story), outcome["looks_reward"]),
        (_goods(story), outcome["goods_sold"]),
        (_losses(story), -outcome["penalty"]),
        ("comes to", outcome["credits"]),
    ]
    return account + ([("all that can be paid, so the purse holds", 0)] if outcome["credits"] < 0 else [])


def _order(story: Story) -> str:
    place = story.outcome["place"]
    return f"order of arrival, place {place}" if place else "order of arrival, gave up"


def _looks(story: Story) -> str:
    others = [
        f"{name} {rival['exposed']}"
        for name, rival in zip(story.names[1:], story.rivals, strict=True)
        if rival["place"]
    ]
    against = f" (others that arrived: {', '.join(others)})" if others else ""
    return f"looks, {many(story.outcome['exposed'], 'exposed connector')}{against}"


def _goods(story: Story) -> str:
    last = story.cards[-1].state if story.cards else story.start
    half = "" if ENDINGS[story.outcome["ending"]] == "arrived" else ", at half price, rounded up"
    return f"goods sold ({listed(last.count_goods())}){half}"


def _losses(story: Story) -> str:
    level, lost = story.experiment.route.level, story.outcome["components_lost"]
    capped = "" if level.loss_cap is None else f", at most {level.loss_cap}"
    removed = len(story.experiment.removed[0]) + story.ship.reserve
    charged = removed and not story.experiment.route.basic
    repaired = f" ({removed} by repair or in reserve before launch)" if charged else ""
    return f"{many(lost, 'lost component')}{repaired} at {many(level.price_per_loss, 'credit')} each{capped}"
