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
            "inspect": "Show how far a ship flies, its odds against pirates, what rolls produce, its points, and what builds lack.",
            "fight": "Decide whether to pay a pirate or fight: your odds, and up to which cost of a defeat fighting is better.",
            "weak": "Measure what each part, colony and station adds to the chance to win: the same games without it.",
        },
        "About its turns": {
            "fly": "Play one turn of a ship many times: what do production, flight, trade and building bring?",
            "sectors": "Rank the sectors by the worth of one turn, and after how many cards to turn back.",
            "exact": "Compute one turn exactly, over every order of the cards and every roll, in a sector with ten known cards.",
            "adventures": "Estimate the chance to fulfil each open adventure within the next turns, and what prevents it.",
        },
        "At the table": {
            "advise": "Rank every option of the decision before you by playing the game to its end after each.",
            "table": "Note a game while you play it: a page in the browser with both ships, what may come next, and advice.",
            "review": "Judge every decision of a player in a record against all other options, and show what luck did.",
        },
        "Which is better": {
            "compare": "Play the ships against each other to the end of the game, in both seats: which wins more often?",
            "captain": "Tune a captain's prices to win more games on the same deals and dice, then confirm the best on new ones.",
            "modules": "Play all 36 pairs of starting modules, and measure what each module is worth, level I and II.",
            "memory": "Compare a captain who remembers seen cards with one who forgets them and one who sees hidden cards.",
        },
        "About whole games": {
            "play": "Play whole games of two captains: who wins, how long it takes, where the points come from.",
            "explain": "Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points.",
            "replay": "Check your games step by step: a step that breaks a rule is refused with the reason, all others are played.",
            "editions": "Play whole games by the rules of two editions: what changes, and which table changes it.",
        },
        "For a report": {
            "balance": "Report whether an edition is in balance: what cards, adventures, modules, the first player and captains do.",
            "report": "Write a page about ships: their parts, what a turn brings them, and how often they win.",
            "metrics": "List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names.",
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
