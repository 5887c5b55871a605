"""The printed cards of 2007 by level, for tests that count decks."""

from __future__ import annotations

import numpy as np

from tests.doors.printed import load_edition

CARDS = {level: [card.id for card in load_edition("2007").cards if card.level == level] for level in (1, 2, 3)}
"""Numbers of the cards of each level."""
LEVEL_OF = np.array([level for _, level in sorted((card, level) for level in CARDS for card in CARDS[level])])
"""The level of each card by its number."""
PLACE_OF = np.array([CARDS[level].index(card) for card, level in enumerate(LEVEL_OF.tolist())])
"""The place of each card among those of its level."""
LAST = len(LEVEL_OF) - 1
"""The number of the last card."""
