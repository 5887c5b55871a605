"""Exact answers over one card or a short route: every roll is branched, no sampling error is left."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.trucker.captains.captain import Captain, refuse_thinkers
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.cards.cards_in_words import card_named
from analyzer.trucker.cards.cardsfile import load_cards
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import Flown, launch, seat
from analyzer.trucker.edition import Card, Edition, Level, with_cards
from analyzer.trucker.edition_key import OWN
from analyzer.trucker.fleets.class_ivc import class_of
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.flight.dice import PAIRS
from analyzer.trucker.flight.enumerated import BUDGET, EnumeratedDice, weigh
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.launchable import unfit
from analyzer.trucker.questions.exact.answer import Exact
from analyzer.trucker.rivals import ALONE, RivalsLike, company_of, load_rivals, with_rivals
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike
from analyzer.trucker.tables.folder import named_edition


def exact(
    ship: ShipLike | Fleet,
    card: str | int | None = None,
    *,
    cards: Sequence[int | str] = (),
    rivals: RivalsLike = ALONE,
    captain: str | Captain = "sensible",
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
    cards_file: str | Path | None = None,
) -> Exact:
    """The exact distribution over one card (`28` or `"2007/28"`) or a short route of cards in this order.

    Of a build of class IVC the two dice that join its quarters are counted too; a Fleet is one of their results, and
    so is a build whose file says what grows together. `tables`: those of class IVC, where they are not ours.
    `cards_file`: a table of cards in place of the printed ones of the same number.

    `rivals`: "alone", "field" (the reference ships of the board), or ships; they fly along under the sensible captain,
    and the ship starts at place `start`. Alone, combat zones and sabotage do nothing. At most `budget` states are kept;
    what is dropped is told in `pruned`.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> sum(analyzer.exact(ship, card="2007/8").distribution("components_lost").values())
    Fraction(1, 1)

    Raises AnalyzerError for unknown cards, ships that cannot be launched, or a budget below 1.
    """
    ship = as_ship_or_fleet(ship)
    replaced = () if cards_file is None else load_cards(cards_file, ship.board.edition)
    edition = with_cards(ship.board.edition, replaced)
    named = cards if card is None else (card_number(card, edition),)
    numbers = tuple(card_number(one, edition) if isinstance(one, str) else one for one in named)
    if not numbers:
        raise AnalyzerError("no card: name one, e.g. 2007/28")
    build = None if isinstance(ship, Fleet) else ship
    joined = (ship.joined,) if ship.joined else ()
    texts = tables.texts if tables else ()
    route = Route(ship.board.edition, home_level(ship), cards=numbers, replaced=replaced, joined=joined, tables=texts)
    others = load_rivals(rivals, route.level_name, route.edition, [build] if build else [])
    faults = [fault for one in (build, *others) if one is not None for fault in unfit(one, route)]
    if isinstance(ship, Fleet) and not ship.starting:
        faults.append(f"{ship.name}: no ship of its fleet flies: each is not begun or carries no human")
    if faults:
        raise AnalyzerError(faults)
    route.places(0, 0, 1, 1 + len(others))
    captains = with_rivals([load_captain(captain)], len(others))
    first = whole_number(start, "start", 1, 1 + len(others)) - 1
    places = [first, *(place for place in range(1 + len(others)) if place != first)]
    met = [route.rules.cards[index] for index in route.deal(0, 0, 1)[0].tolist()]
    dice = EnumeratedDice(whole_number(budget, "budget", 1))
    ship_class = class_of(route)
    hulls = [ship.hull if build is None else ship_class.hulls(build, route)]
    hulls += [ship_class.hulls(rival, route) for rival in others]
    convoy = branch_through(hulls, captains, route.level, met, places, dice, list(route.outcomes.values()))
    return _answer(convoy, ship, captains[0], route, others, first, dice.pruned)


def exact_all(
    ship: ShipLike | Fleet,
    *,
    rivals: RivalsLike = ALONE,
    captain: str | Captain = "sensible",
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
    cards_file: str | Path | None = None,
) -> list[Exact]:
    """Every card that a flight of the ship's level can meet, each alone as by `exact`, the most harmful first.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> all(sum(one.distribution("components_lost").values()) == 1 for one in analyzer.exact_all(ship))
    True
    """
    ship = as_ship_or_fleet(ship)
    level = ship.edition.level(home_level(ship))
    replaced = () if cards_file is None else load_cards(cards_file, ship.board.edition)
    cards = with_cards(ship.board.edition, replaced).cards
    dealt = [card for card in cards if level.may_reveal(card)]
    met: dict[Card, Exact] = {}
    for card in dealt:
        if card.unnumbered() not in met:
            met[card.unnumbered()] = exact(
                ship,
                card.id,
                rivals=rivals,
                captain=load_captain(captain),
                start=start,
                budget=budget,
                tables=tables,
                cards_file=cards_file,
            )
    answers = [replace(met[card.unnumbered()], cards=(card.id,)) for card in dealt]
    return sorted(answers, key=lambda one: (-one.harm(), one.cards))


def branch_through(
    hulls: Sequence[Flown],
    captains: Sequence[Captain],
    level: Level,
    cards: Sequence[Card],
    places: Sequence[int],
    dice: EnumeratedDice,
    ways: Sequence[int] = (1,),
) -> Convoy:
    """All that can come of flying those cards in order, as the weighted flights of a convoy.

    `places` are the ships' places in the starting order, from 0; `ways`: how often the dice make each of the fleets
    that a build may become.
    """
    refuse_thinkers(captains)
    ways = ways if len(ways) > 1 else (1,)
    which = np.arange(len(ways))
    seats = [seat([one], which.size, which) for one in hulls]
    convoy = launch(seats, captains, level, which, np.repeat(np.array(places)[:, None], which.size, axis=1))
    convoy.formation.set_out(convoy)
    weigh(convoy, ways)
    convoy.state.spent = np.zeros((len(seats), which.size), np.int16)
    for slot, card in enumerate(cards):
        convoy.slot, convoy.cards_left = slot, len(cards) - slot - 1
        check_before_card(convoy, len(cards) - slot)
        resolve(convoy, card, dice)
        convoy.state.spent[1:] = 0  # nobody asks about rivals: their states differ in nothing more than before
        dice.gather(convoy)
    return convoy


def card_number(card: str | int, tables: Edition) -> int:
    """Return the number in `2007/28`, `mine/60`, `FOLDER/60` or `28`, or that of the one card called `pirates 6`.

    Raises AnalyzerError for anything else.
    """
    edition = tables.name
    named, _, number = str(card).rpartition("/")
    if not named and re.search(r"[^\W\d_]{2}", number):
        return card_named(number, edition, tables.cards)
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise AnalyzerError(f"card {str(card)[:40]!r}: give edition and number, e.g. 2007/28, or words: pirates 6")
    if named not in ("", edition, str(edition)) and not _is_folder_of(named, edition):
        of = f"the ship is of the {edition} edition: use {edition}/{number}"
        own = f", or read the ship as one of that folder: {named_setting('edition', named)}"
        raise AnalyzerError(f"card {str(card)[:80]!r}: {of}{own * os.path.isdir(named)}")
    return int(number)


def _is_folder_of(named: str, edition: str) -> bool:
    """Whether the edition was read from that folder, or says the same as it does."""
    return os.path.isdir(named) and edition in OWN and named_edition(named) == edition


def _answer(
    convoy: Convoy,
    ship: Layout | Fleet,
    captain: Captain,
    route: Route,
    rivals: Sequence[Layout],
    first: int,
    pruned: Fraction,
) -> Exact:
    state, wrecks = convoy.state, convoy.wrecks
    total = PAIRS ** int(state.rolled.max())
    whole = sum(int(weight) for weight in state.weight) + pruned * total
    hull_of = wrecks.hulls_of(state.wreck[..., 0, :])
    crew, charges = (wrecks.stack.array(f"tokens.{sort}").take(hull_of) for sort in ("crew", "charges.full"))
    cubes = np.bitwise_count(state.goods[:, 0]).astype(np.int64) + state.aside[:, 0]
    lost = wrecks.stack.array("whole")[:, 0].take(hull_of) & ~(state.alive[0] | state.withdrawn[0])
    spent = state.spent[0].astype(np.int64)
    columns = {
        "components_lost": count(lost),
        "crew_lost": count(crew) - count(state.crew[0]),
        "batteries_spent": spent,
        "batteries_lost": count(charges) - count(state.charge[0]) - spent,
        "goods": cubes.sum(axis=0),
        "goods_value": np.array(ship.edition.good_values) @ cubes,
        "credits": state.bounty[0],
        "days": state.position[0] - route.level.starts[first],
        "ending": state.ending[0],
    }
    return Exact(
        ship,
        captain,
        route.cards,
        tuple(rival.name for rival in rivals),
        chances=tuple(Fraction(int(weight)) / whole for weight in state.weight),
        columns={name: tuple(column.tolist()) for name, column in columns.items()},
        lost=tuple(lost.tolist()),
        pruned=pruned * total / whole,
        company=company_of(rivals, route.level_name, route.edition),
        start=first + 1,
        tables=route.fleet_tables,
        replaced=route.replaced,
    )
