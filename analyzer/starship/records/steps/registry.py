"""Every step of a record by its name: those of the turn and its phases, and those that kinds of cards bring."""

from __future__ import annotations

from analyzer.starship.encounters import KINDS
from analyzer.starship.records.steps import building, exchange, flight, founding, production, trading
from analyzer.starship.records.steps.schema import (
    Build,
    Exchange,
    Fly,
    Produce,
    RecordStep,
    Step,
    Take,
    Trade,
    Upgrade,
)

STEPS: dict[str, RecordStep] = {
    "produce": RecordStep(Produce, production.produce),
    "fly": RecordStep(Fly, flight.fly),
    "next": RecordStep(Step, flight.go_on),
    "buy": RecordStep(Exchange, exchange.buy),
    "sell": RecordStep(Exchange, exchange.sell),
    "found": RecordStep(Step, founding.found_planet),
    **{name: step for kind in KINDS.values() for name, step in kind.steps.items()},
    "end": RecordStep(Step, flight.end),
    "build": RecordStep(Build, building.build),
    "upgrade": RecordStep(Upgrade, building.upgrade),
    "take": RecordStep(Take, trading.take),
    "trade": RecordStep(Trade, trading.trade),
    "done": RecordStep(Step, trading.done),
}
