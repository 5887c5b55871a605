"""Table of all verbs of Galaxy Trucker, including those that every game shares."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="analyzer",
    about="I have a ship and a route: what will happen to me?",
    package="analyzer.trucker",
    of_all="analyzer.trucker.command.options:RulesOption",
    answers={
        "About a ship": {
            "new": "Print a ship file to start from: the board drawn in a comment, the starting cabin in place.",
            "import": "Turn a ship of another program (tile numbers, rotations and squares, as JSON, YAML or CSV) into a ship file.",
            "parts": "List what one box holds by kind, what remains once a ship is built, or what may lie on a square of the ship.",
            "inspect": "Draw ships and list their strengths, flaws with cures, weak points, and which meteors hit which lines.",
            "strike": "Show what one meteor or shot does to the intact ship.",
            "hazards": "Show for every hazard and side how many come in a flight, how likely one damages the intact ship, and where.",
            "weak": "Show what each component is worth: the ship is flown with and without it, in the same flights.",
            "swap": "Rank every component that could lie on a square instead, from what the box still holds, in the same flights.",
        },
        "A better ship": {
            "design": "Draw a ship in the browser with its risk beside it: a page on this machine only, until Ctrl-C.",
            "place": "Find what to do with one to four components in hand: fly and rank every legal way to lay them.",
            "improve": "Look for a better ship under the conditions of your game, and confirm it on fresh flights.",
            "explore": "Make a map of good ships: the best ship for each number of components used and lost, or for any two metrics.",
        },
        "About its flights": {
            "fly": "Fly each ship many times: in the field of its board, against rivals of your choice, or alone.",
            "race": "Fly two to four ships in one convoy: who wins, and who beats whom.",
            "advise": "Rank every option of the decision that is open for your ship by flying the rest of the flight after each.",
            "explain": "Retell one flight card by card: rolls, hits, decisions and the values behind them, days and credits.",
            "table": "Note a flight while you play it: a page in the browser with your ship, what may come next, and advice.",
            "replay": "Check your own flights card by card: what breaks a rule is refused with the rule, and the rest is flown.",
            "review": "Judge your decisions in a record by what you knew then, against all other options, and show what luck did.",
            "deck": "List the cards of an edition by number, with what is printed on them, or search them by words.",
            "cards": "Measure what each card changes for each ship: in the field, against other rivals or alone.",
            "exact": "Calculate exactly what a card or a short route does to a ship: every roll of the dice is counted.",
        },
        "About fleets of class IVC": {
            "insure": "Show what each insurance premium costs on average, by layout and over all layouts, and which to take.",
            "layouts": "Show what each layout earns: the build is flown in every layout that the dice may make, side by side.",
        },
        "Which is better": {
            "compare": "Compare ships flight by flight on the same cards and dice: in the field, against other rivals or alone.",
            "crew": "Compare every legal way to place aliens, and a crew of humans only, in the same flights.",
            "captain": "Search for the captain's prices with which a ship earns most, and confirm them on fresh flights.",
        },
        "About a whole game, and about editions": {
            "journey": "Fly a journey, one ship for each flight: money is kept, and used cards leave the game.",
            "editions": "Fly each ship under the rules of two editions: what changes, and which rule changes it.",
            "edition": "Start an edition of your own, check its tables, or list what it changes.",
            "balance": "Report whether an edition is in balance: what cards, components, levels, places, captains and luck do.",
        },
        "For a report": {
            "report": "Write a report on ships: a ranking on the same decks and dice, pictures, and what each card does.",
            "sheets": "Write sheets to print and cut: components and cards of an edition, with tables and decks; or a page of a ship.",
            "metrics": "List every metric with its unit and meaning; the names serve in tables, JSON, exports, Python and --precision.",
            "sweep": "Fly every combination of a plan, and show all of them in one table.",
            "merge": "Add up saved runs that differ only in their seed or in their trial numbers.",
            "plot": "Draw a saved run or an exported table: points with intervals, by any columns. Nothing is run again.",
        },
    },
    modules={
        "About a ship": "ships",
        "A better ship": "searches",
        "About its flights": "flights",
        "About fleets of class IVC": "fleets",
        "Which is better": "comparisons",
        "About a whole game, and about editions": "journeys",
        "For a report": "reports",
    },
    other_modules={
        "merge": "analyzer.cli.saved",
        "plot": "analyzer.cli.saved",
    },
)
