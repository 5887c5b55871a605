"""Cards as level IV reveals them: level III cards, most a little harder and paying a little more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.edition import Card, CombatLine, Hit, Level, load_edition
from analyzer.trucker.fleets.tables import EDITION, FleetTables, fleet_tables


def card(name: str | int, level: str | None = None, tables: FleetTables | None = None) -> Card:
    """The card of that number (`28`, `"2007/28"`) as printed, or as that level reveals it.

    >>> import analyzer
    >>> [hit.side.name for hit in analyzer.card("2007/48").hits[:2]]
    ['RIGHT', 'RIGHT']
    >>> len(analyzer.card("2007/48", level="IV").hits) - len(analyzer.card("2007/48").hits)
    1

    Raises AnalyzerError for a card or a level that is not there.
    """
    edition, _, number = str(name).rpartition("/")
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise AnalyzerError(f"card {str(name)[:40]!r}: give edition and number, e.g. 2007/28")
    rules = load_edition(edition or EDITION)
    printed = rules.card(int(number))
    if level is None or not rules.level(level).harder:
        return printed
    return as_revealed(printed, dict((tables or fleet_tables()).level_iv))


def revealed_at(level: Level, printed: Card) -> Card:
    """The printed card as that level has it."""
    return as_revealed(printed, dict(level.harder)) if level.harder else printed


def as_revealed(printed: Card, more: Mapping[str, int]) -> Card:
    """The printed card as level IV changes it; a figure that is not printed stays away.

    Enemies are stronger, the abandoned ask for more crew (and ships take it), what is paid in credits, lost in crew or
    goods rises, and the first meteor or shot comes twice, each with a roll of its own. Days stay.
    """
    asks = printed.crew_required > 0
    lost = more["crew_given_to_abandoned_ships"] if asks else more["crew_or_goods_lost"]
    return replace(
        printed,
        strength=_raised(printed.strength, more["enemy_strength"]),
        crew_required=_raised(printed.crew_required, more["crew_asked"]),
        crew_lost=_raised(printed.crew_lost, lost),
        goods_lost=_raised(printed.goods_lost, more["crew_or_goods_lost"]),
        credits=_raised(printed.credits, more["credits_paid_by_cards"]),
        hits=_first_again(printed.hits, more["first_hit"]),
        lines=_lines(printed.lines, more),
        goods_step=more["goods_step"] if any(printed.goods) or printed.planets else 0,
    )


def _raised(number: int, by: int) -> int:
    return number + by if number else 0


def _first_again(hits: tuple[Hit, ...], times: int) -> tuple[Hit, ...]:
    return hits[:1] * times + hits[1:]


def _lines(lines: tuple[CombatLine, ...], more: Mapping[str, int]) -> tuple[CombatLine, ...]:
    """Crew and goods that are lost rise; the first shot on the card, whichever line it stands in, comes twice."""
    first = next((number for number, line in enumerate(lines) if line.shots), None)
    changed = []
    for number, line in enumerate(lines):
        amount = line.amount + more["crew_or_goods_lost"] * (line.penalty in ("crew", "goods"))
        shots = _first_again(line.shots, more["first_hit"]) if number == first else line.shots
        changed.append(replace(line, amount=amount, shots=shots))
    return tuple(changed)
