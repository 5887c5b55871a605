"""Arguments that several calls and verbs of Galaxy Trucker share."""

from analyzer.arguments import Argument
from analyzer.trucker.world import CAPTAINS, DEFAULT_CAPTAIN

NAMED_CAPTAINS = ", ".join(f"{name} (default)" if name == DEFAULT_CAPTAIN else name for name in CAPTAINS)

RIVALS = Argument(
    "field",
    "`field`: fly against the three reference ships of the board; `alone`: against nobody; or against up to three ship "
    "files.",
    "Ships may stand in place of their files. Of class IVC two reference builds fly along, never the ship itself.",
)
CAPTAIN = Argument(
    DEFAULT_CAPTAIN,
    f"{NAMED_CAPTAINS}, thinker (slow) or a captain file (.yaml). Give one for all ships or one for each.",
    "Or pass a `Captain`.",
)
RIVALS_CAPTAIN = Argument(
    DEFAULT_CAPTAIN, f"Captain of all rivals: {NAMED_CAPTAINS}, or a captain file (.yaml).", "Or pass a `Captain`."
)
LEARNING = Argument(False, "Fly the learning flight: level I with the eight starred cards.")
CARDS = Argument((), "Fly through these cards in this order. Name each by its number or by words, e.g. `pirates 6`.")
START = Argument(None, "Place in the starting order, from 1 (default: drawn for each flight).")
REPAIR = Argument(
    False,
    "Take components off flawed ships before launch. They are charged as lost, except in the learning flight of 2007.",
)
FORECAST = Argument(
    None, "File with the cards that were seen in the piles (.yaml). The others are drawn.", "Or a `Forecast`."
)
PROGNOSTIC = Argument(
    False, "Stack the four piles in order, the fourth at the bottom, instead of shuffling them together."
)
CARDS_FILE = Argument(None, "Replace printed cards with those of this table (.csv).")

RIVALS_OF_RACES = Argument(
    "alone", "`alone`: nobody else flies along; or `field`, reference ships of the board, or ships, up to four in all."
)
RIVALS_OF_JOURNEYS = Argument(
    None,
    "`field`: fly against three truckers with the reference ships of each board; `alone`: against nobody; or the ships "
    "of each other trucker. The default is `field` for one trucker, and `alone` for several, who fly against each "
    "other.",
)
LEARNING_OF_JOURNEYS = Argument(
    False, "Fly the learning flight first, as in the first game of 2007, which goes on to levels II and III."
)
CARDS_OF_JOURNEYS = Argument((), "For each flight the cards in a fixed order, by number or by words, e.g. `pirates 6`.")

JOINED = Argument(None, "Borders that grew together: F front, B behind, L left, R right, e.g. F+L.")
DICE = Argument(None, "Result of the two dice that join the quarters, e.g. 1,2.")
LAYOUT = Argument(None, "Only flights with this layout: two_behind, two_beside, three, one_large or L_and_tiny.")
INSURANCE = Argument(
    None,
    "Premium to pay: 0, 2, 5 or 8 (default: that of the ship file); or `advised`: for each layout the one that "
    "`insure` finds cheapest in other flights. Give one for all ships or one for each.",
)
TABLES = Argument(None, "Folder with tables of your own: board.csv, dice.csv, insurance.csv and so on.")
