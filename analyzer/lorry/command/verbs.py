"""Table of all verbs of Cosmic Lorry, by panel of the help."""

from __future__ import annotations

from analyzer.cli.verbs import Game

GAME = Game(
    name="lorry",
    about="Cosmic Lorry: one galaxy, two to four traders, nine routes.",
    package="analyzer.lorry",
    answers={
        "About a galaxy": {
            "inspect": "Draw galaxies or positions; show how many boxes join each pair, with and without wrapping around.",
            "routes": "Compute for every pair of planets, alone: boxes, expected turns, chance within some turns, points a turn.",
            "dice": "Show the chance of each type of track at each place in the picking order, by set of dice.",
            "edition": "Start an edition of your own, check its tables, or list what it changes.",
        },
        "About a turn": {
            "turn": "Compute this turn exactly: the points each draw scores now, before and after the roll.",
            "advise": "Rank every option of the open decision (die, box, pair, extra track, fill) by playing each game to its end.",
            "exact": "Compute best play alone: exact fractions on a tiny galaxy, bounds on a larger one.",
        },
        "About whole games": {
            "fly": "Play a galaxy alone (not a rule of the game): totals, routes, stars, boxes used once or more often.",
            "race": "Play games of two to four traders: who wins, by how much, and where the points come from.",
            "pairs": "Show which pairs of planets are scored, by whom, when and for how much; how often each seat wins.",
            "explain": "Retell one game turn by turn: dice, draws, routes, and the draws considered; as a page with drawings.",
            "replay": "Check games of yours draw by draw: draws that break a rule are refused with the rule, the rest is played.",
            "review": "Judge every decision of a trader in a record against the other options, and show what luck did.",
        },
        "Which is better": {
            "compare": "Compare captains, dice, galaxies or rules on the same rolls, by margin and chance to win; alone, by total.",
            "specials": "Remove each star, rocket, asteroid and black hole in turn: how many points of margin does trader 1 lose?",
            "leave": "Leave each type of die to the next seat, in the same games: how much margin does it bring them?",
            "begin": "Begin at each planet, or head for each pair first, in the same games: what does that add to the margin?",
            "rulings": "Change every open point of the rules, one at a time: which of them change the numbers?",
            "captain": "Search for a captain whose prices gain more on the same rolls; confirm the winner on fresh ones.",
        },
        "For a report": {
            "report": "Write up a galaxy as a page: the league of captains, what totals are made of and where, which pairs pay.",
            "metrics": "List every metric with its unit and meaning; the names serve in tables, JSON, exports, Python and --precision.",
        },
        "Draw": {
            "design": "Draw a galaxy and a position in the browser, with advice beside it: a page on this machine only, until Ctrl-C.",
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
