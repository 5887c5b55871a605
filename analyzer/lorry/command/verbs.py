"""Table of all verbs of Cosmic Lorry, by panel of the help."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="lorry",
    about="Cosmic Lorry: one galaxy, two to four traders, nine routes.",
    package="analyzer.lorry",
    answers={
        "About a galaxy": {
            "inspect": "Draw galaxies or positions, and show how many boxes join each pair, with and without crossing the edges.",
            "routes": "Compute how fast one trader alone joins each pair of planets: boxes, turns, chances, points a turn.",
            "dice": "Show the chance to get each type of track when you pick first, second and so on, by set of dice.",
            "edition": "Start an edition of your own, check its tables, or list what it changes.",
        },
        "About a turn": {
            "turn": "Compute this turn exactly: the points each draw scores now, before and after the roll.",
            "advise": "Rank the options of one decision (die, box, pair, extra track, fill) by playing games to the end after each.",
            "exact": "Compute the best possible total of one trader alone: exactly on a tiny galaxy, else between two bounds.",
        },
        "About whole games": {
            "fly": "Play games of one trader alone, which the rules do not have: totals, routes, stars, how boxes are used.",
            "race": "Play games of two to four traders: who wins, by how much, and where the points come from.",
            "pairs": "Show which pairs of planets are scored, by whom, when and for how much; how often each seat wins.",
            "explain": "Retell one game turn by turn: dice, draws, routes, draws considered. With --output, as a page with drawings.",
            "table": "Note a game while you play it: a page in the browser with the galaxy, what may come next, and advice.",
            "replay": "Check your games draw by draw: a draw that breaks a rule is refused with the rule, all others are played.",
            "editions": "Play whole games by the rules of two editions: what changes, and which table changes it.",
            "review": "Judge every decision of a trader in a record against the other options, and show what luck did.",
        },
        "Which is better": {
            "compare": "Compare captains, dice, galaxies or rules on the same rolls, by margin and chance to win; alone, by total.",
            "specials": "Remove each star, rocket, asteroid and black hole in turn, and show the margin that trader 1 loses by it.",
            "leave": "Measure how much margin a die of each type brings the trader who picks second, if it is left on the table.",
            "begin": "Measure what beginning at each planet, or heading for each pair first, adds to the margin of trader 1.",
            "rulings": "Change the unclear points of the rules, one at a time, and show what each does to the total of trader 1.",
            "captain": "Tune a captain's prices to gain more on the same rolls, then confirm the best on new ones.",
        },
        "For a report": {
            "balance": "Report whether an edition is in balance: what planets, special boxes, dice, the first player and captains do.",
            "report": "Write a page about a galaxy: a ranking of captains, where their points come from, which pairs pay.",
            "metrics": "List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names.",
        },
        "Draw": {
            "design": "Draw a galaxy or a position in the browser, with advice beside it. The page runs here until Ctrl-C.",
        },
    },
    of_all="analyzer.lorry.command.options:EditionOption",
    modules={
        "About a galaxy": "galaxies",
        "About a turn": "turns",
        "About whole games": "games",
        "Which is better": "comparisons",
        "For a report": "reports",
        "Draw": "drawing",
    },
)
