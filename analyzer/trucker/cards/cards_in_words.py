"""Cards in a few words, and the search for a card by words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from analyzer.errors import AnalyzerError, named_setting, nearest
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.cards.forecast import UNKNOWN
from analyzer.trucker.edition import LETTERS, OWN, Card, Edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.sayings.phrases import printed_level
from analyzer.trucker.ship.component import SIDE_NAMES

NAMED = 8
"""Largest number of cards that an error message names."""
SHORTEST = 3
"""Smallest number of letters of a word that may match the beginning of a longer word."""
LONGEST = 9
"""Largest number of digits in the number of a card."""


def kind_in_words(card: Card) -> str:
    """Return the kind of a card in words, e.g. `meteor swarm`."""
    return card.kind.replace("_", " ")


def card_in_words(card: Card) -> str:
    """Return kind and numbers of a card, e.g. `abandoned ship: 3 crew for 4 credits, 1 day`.

    Goods are letters: R red, Y yellow, G green, B blue.
    """
    figures = ", ".join(KINDS[card.kind].figures(card))
    return f"{kind_in_words(card)}: {figures}" if figures else kind_in_words(card)


def card_name(card: Card) -> str:
    """Return the name that the card's table gives it, or else a short one from the amounts printed on the card.

    >>> from analyzer.trucker.edition import load_edition
    >>> [card_name(load_edition("2007").card(number)) for number in (2, 8, 11, 18)]
    ['pirates 5 for 4', 'meteor swarm 1 large 2 small', '4 planets, 14 cubes', 'abandoned station 5 for YG']
    """
    if card.name:
        return card.name
    kind, large = kind_in_words(card), sum(hit.large for hit in card.hits)
    if card.planets:
        return f"{len(card.planets)} planets, {sum(map(sum, card.planets))} cubes"
    asks = card.strength or card.crew_required or card.crew_lost
    if asks:
        cubes = "".join(letter * number for letter, number in zip(LETTERS, card.goods, strict=True))
        return f"{kind} {asks} for {card.credits or cubes or 'nothing'}"
    sizes = {"large": large, "small": len(card.hits) - large}
    return " ".join([kind, *(f"{number} {size}" for size, number in sizes.items() if number)])


def other_figures(printed: Card, revealed: Card) -> str:
    """Return a card's printed amounts (strength, credits, days, ...) in words; "" if the level does not change them."""
    words = card_in_words(printed)
    return "" if words == card_in_words(revealed) else words.partition(": ")[2]


def numbers_in_words(numbers: Iterable[int]) -> str:
    """Return numbers of cards in order, with consecutive ones joined: `4-7, 25-27`."""
    # Along consecutive numbers, number minus index stays the same.
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in (list(run) for _, run in runs)]
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ends)


def shots(card: Card) -> list[dict[str, str]]:
    """Return side and size of each meteor or shot of a card, in printed order.

    Shots in the lines of a combat zone are included.
    """
    hits = [*card.hits, *(shot for line in card.lines for shot in line.shots)]
    return [{"side": SIDE_NAMES[hit.side], "size": KINDS[card.kind].sends[hit.large].split("_")[0]} for hit in hits]


def shots_in_words(card: Card) -> str:
    """Return side and size of each meteor or shot, e.g. `front large, right small`; "" if the card has none."""
    return ", ".join(f"{shot['side']} {shot['size']}" for shot in shots(card))


def matching(words: str, cards: Iterable[Card]) -> list[Card]:
    """Return the cards whose name, kind, level or printed contents have every word of a text, in any order.

    Sides and sizes of meteors and shots count too. A number must be on the card exactly as given. A word of three
    letters or more may be the beginning of a longer one.

    >>> from analyzer.trucker.edition import load_edition
    >>> [card.id for card in matching("pirates 6", load_edition("2007").cards)]
    [22]
    """
    wanted = _words(words)
    return [card for card in cards if all(_has(card, word) for word in wanted)]


def card_named(words: str, edition: str, cards: Sequence[Card]) -> int:
    """Return the number of the only card of an edition that matches all the words of a text.

    Raises:
        AnalyzerError: If no card matches, or more than one; the message names the cards that may be meant.
    """
    found = matching(words, cards) if _words(words) else []
    if len(found) == 1:
        return found[0].id
    text = f"card {words[:40]!r}"
    if found:
        raise AnalyzerError(f"{text}: {len(found)} cards have these words: write the number of one: {_listed(found)}")
    raise AnalyzerError(f"{text}: no card of the {edition} edition has these words: {meant_by(words, cards)}")


def meant_by(words: str, cards: Sequence[Card]) -> str:
    """Return a hint on the words and cards that the user may have meant, for words that match no card."""
    wanted = _words(words)
    known = [word for word in wanted if any(_has(card, word) for card in cards)]
    near = matching(" ".join(known), cards) if known else []
    every = {one for card in cards for one in _of(card)}
    meant = [name for word in wanted if word not in known and (name := nearest(word, every))]
    cure = f"did you mean {' '.join(meant)}?" if meant else "`analyzer deck` lists all cards"
    return f"{cure}; with {' '.join(known)}: {_listed(near)}" if near and len(near) < len(cards) else cure


def card_number(card: Any, edition: Edition) -> Any:
    """Return the number of a card given as `2007/28`, `mine/60` or `FOLDER/60`, or in words.

    Any other value is returned unchanged.

    Raises:
        AnalyzerError: If the words do not name exactly one card, or if the number is of another edition.
    """
    if not isinstance(card, str) or card == UNKNOWN:
        return card
    named, slash, number = card.rpartition("/")
    if slash and number.isascii() and number.isdigit() and len(number) <= LONGEST:
        if named not in (edition.name, str(edition.name)) and not _is_folder_of(named, edition.name):
            of = f"the ship is of the {edition.name} edition: use {edition.name}/{number}"
            own = f", or read the ship as one of that folder: {named_setting('edition', named)}"
            raise AnalyzerError(f"card {card[:80]!r}: {of}{own * os.path.isdir(named)}")
        return int(number)
    if not re.search(r"[^\W\d_]", card):
        cure = "give its number, e.g. 2007/28 or 28 without quotes, or words that name it, e.g. pirates 6"
        raise AnalyzerError(f"card {card[:40]!r}: {cure}")
    return card_named(card, edition.name, edition.cards)


def _is_folder_of(named: str, edition: str) -> bool:
    """Return whether the edition was read from the named folder, or equals the edition in that folder."""
    return os.path.isdir(named) and edition in OWN and named_edition(named) == edition


def _listed(cards: Sequence[Card]) -> str:
    """Return numbers and words of the first cards, and how many more there are."""
    named = "; ".join(f"{card.id} ({card_in_words(card)})" for card in cards[:NAMED])
    return f"{named}; and {len(cards) - NAMED} more" if len(cards) > NAMED else named


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", text.lower())


def _of(card: Card) -> list[str]:
    """Return every word by which a search can find a card: name, kind, printed contents, and level."""
    return _words(f"{card.name} {card_in_words(card)} {shots_in_words(card)} {printed_level(card.level)}")


def _has(card: Card, word: str) -> bool:
    of_card = _of(card)
    is_beginning = len(word) >= SHORTEST and word.isalpha()
    return word in of_card or (is_beginning and any(one.startswith(word) for one in of_card))
