"""The table of Starship Catan's verbs, by panel of the help."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="starship",
    about="Starship Catan: two ships, four sectors of ten cards.",
    package="analyzer.starship",
    answers={
        "About the cards": {
            "cards": "List all cards by name: what is printed on each, how many there are, their names in files, how sure each is.",
            "edition": "Start an edition of your own, check its tables, or list what it changes.",
        },
        "About a ship": {
            "inspect": "Show speeds, odds against each pirate, what each roll produces, points by source, what builds still need.",
            "fight": "Decide whether to pay or fight: your odds by the pirate's strength, and when both cost the same.",
            "weak": "Measure what each booster, cannon, module, colony and station is worth: the same games without it.",
        },
        "About its turns": {
            "fly": "Play one turn of a ship many times: what do production, flight, trade and building bring?",
            "sectors": "Rank the sectors to fly to, and after how many cards to turn back, in the same turns.",
            "exact": "Compute one turn in a sector whose cards are known, over every order and roll, as exact fractions.",
            "adventures": "Estimate the chance to fulfil each open adventure within some turns, and why it fails.",
        },
        "At the table": {
            "advise": "Rank every option of the decision that is open by playing the game to its end after each.",
            "review": "Judge every decision of a player in a record against all other options, and show what luck did.",
        },
        "Which is better": {
            "compare": "Play the ships against each other to the end of the game, in both seats: which wins more often?",
            "captain": "Search for a captain whose prices win more on the same deals and dice; confirm the winner on fresh ones.",
            "modules": "Play all 36 pairs of starting modules, and measure what each module is worth, level I and II.",
            "memory": "Compare a captain who remembers seen cards with one who takes no notes and one who peeks, in both seats.",
        },
        "About whole games": {
            "play": "Play whole games of two captains: who wins, how long it takes, where the points come from.",
            "explain": "Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points.",
            "replay": "Check games of yours step by step: steps that break a rule are refused with the reason, the rest is played.",
        },
        "For a report": {
            "report": "Write up ships as a page: what each is, what a turn brings, how they do to the end of the game.",
            "metrics": "List every metric with its unit and meaning; the names serve in tables, JSON, exports, Python and --precision.",
        },
    },
    of_all="analyzer.starship.command.options:EditionOption",
    modules={
        "About the cards": "cards",
        "About a ship": "ships",
        "About its turns": "turns",
        "At the table": "decisions",
        "Which is better": "comparisons",
        "About whole games": "games",
        "For a report": "reports",
    },
)
