"""The settlement of one flight in words: what each reward and loss comes to."""

from __future__ import annotations

from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.sayings.phrases import listed, many
from analyzer.trucker.story.flight_record import Record

TOTAL = "total"
"""The last item of an account."""


def settled(record: Record) -> list[tuple[str, int]]:
    """Every item of the account with its credits, then their total."""
    outcome = record.outcome
    account = [
        ("paid by cards", outcome["bounty"]),
        (_order(record), outcome["order_reward"]),
        (_looks(record), outcome["looks_reward"]),
        (_goods(record), outcome["goods_sold"]),
        (_losses(record), -outcome["penalty"]),
        *([("paid for insurance", -outcome["premium"])] if outcome.get("premium") else []),
        (TOTAL, outcome["credits"]),
    ]
    return account + ([("nobody pays more than they have, so the purse holds", 0)] if outcome["credits"] < 0 else [])


def _order(record: Record) -> str:
    place = record.outcome["place"]
    return f"order of arrival, place {place}" if place else "order of arrival, gave up"


def _looks(record: Record) -> str:
    others = [
        f"{name} {rival['exposed']}"
        for name, rival in zip(record.names[1:], record.rivals, strict=True)
        if rival["place"]
    ]
    against = f" (others that arrived: {', '.join(others)})" if others else ""
    return f"looks, {many(record.outcome['exposed'], 'exposed connector')}{against}"


def _goods(record: Record) -> str:
    last = record.cards[-1].state if record.cards else record.start
    aboard = sum(last.count_goods().values())
    if record.outcome["goods"] > aboard:
        aside = many(record.outcome["goods"] - aboard, "cube")
        return f"goods sold ({listed(last.count_goods())}; {aside} of ships that left, at half price, rounded up)"
    half = "" if ENDINGS[record.outcome["ending"]] == "arrived" else ", at half price, rounded up"
    return f"goods sold ({listed(last.count_goods())}){half}"


def _losses(record: Record) -> str:
    level, lost = record.experiment.route.level, record.outcome["components_lost"]
    cap = level.loss_cap
    if record.ship.insurance:
        cap = record.experiment.route.fleet_tables.insurance[record.ship.insurance]
    capped = "" if cap is None else f", at most {cap}"
    removed = len(record.experiment.removed[0]) + record.ship.reserve
    charged = removed and not record.experiment.route.basic
    repaired = f" ({removed} by repair or in reserve before launch)" if charged else ""
    return f"{many(lost, 'lost component')}{repaired} at {many(level.price_per_loss, 'credit')} each{capped}"
