"""Cosmic Lorry at the table: broken files, games written down, and whose reviews show more mistakes."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from analyzer import AnalyzerError, Estimate, lorry
from tests.doors.lorry import game_experiment, write_record
from tests.files.broken_texts import one_change
from tests.places import ROOT
from tests.proofs.costs import Costs, as_table, in_short, together, told_wrong
from tests.proofs.proof import Proven, Share, in_turn
from tests.texts import load_text

FILES = ROOT / "ships" / "lorry"
FUZZED, RECORDED, AFTER_EACH = 250, 20, 50
EXTRA = """galaxy: small.yaml
traders: [Tom, Uli]
turn: {picks: Tom, dice: [white straight, orange branch], die: branch, box: [8, 5], ends: NES, then: [{shows: curve}]}
"""
GALAXIES = {"small.yaml": "the small galaxy", "sixteen-by-ten.yaml": "the default galaxy"}
CAPTAINS = (["steady", "trunk"], ["random", "stargazer", "spoiler"], ["random"] * 4, ["sprinter", "random"], ["random"])


def lorry_broken_files_are_told(size: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: after one to six random changes a file is read, or every fault names its file and line.

    The files are positions, turns that have begun, and records. A record that can be read is replayed as well, and a
    position is asked for its open decision.

    Fails if an error of another sort comes through, or if a fault of the file itself names no line.
    """
    batches = share(_fuzzed, [(first, min(FUZZED, size - first)) for first in range(0, size, FUZZED)])
    read = sum(one[0] for one in batches)
    faults = tuple(fault for one in batches for fault in one[1])
    result = f"{read:,} read, {size - read - len(faults):,} refused, {len(faults)} wrong"
    return Proven(f"{size:,} broken files", result, faults)


def _fuzzed(first: int, many: int) -> tuple[int, list[str]]:
    """How many could be read, and what went wrong."""
    rng, read, wrong = random.Random(9000 + first), 0, []
    texts = [
        EXTRA,
        *((FILES / name).read_text("utf-8") for name in ("late.yaml", "example-record.yaml", "crowded.yaml")),
    ]
    for number in range(first, first + many):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 6)):
            text = one_change(rng, text)
        try:
            if "rounds:" in text:
                lorry.replay(load_text(lorry.load_record, text, "fuzz.yaml", FILES))
            else:
                load_text(lorry.load_position, text, "fuzz.yaml", FILES)
            read += 1
        except AnalyzerError as error:
            # A text with no field of a position is refused as a whole, which no line can name.
            placed = re.compile(r"\.yaml, line \d+|fuzz\.yaml: is not a position file")
            bare = [fault for fault in error.faults if not placed.search(fault) and "fuzz.yaml" in fault]
            wrong += [f"file {number}: {bare[0]}"] if bare or not error.faults else []
        except Exception as error:
            wrong.append(f"file {number}: {error!r}")
    return read, wrong


def lorry_games_written_down_end_alike(size: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: simulated games, written down as records, are accepted draw by draw and end with the same totals.

    Two to four traders, and one alone, play under captains of all sorts in the shipped galaxies. Each record is written
    to text and read again.

    Fails if a draw, a pair, an extra track or a fill is written down wrongly, or if referee and engine differ about a
    rule.
    """
    batches = share(_recorded, [(first, min(RECORDED, size - first)) for first in range(0, size, RECORDED)])
    faults = tuple(fault for one in batches for fault in one)
    return Proven(f"{size:,} games", f"{len(faults)} differ", faults)


def _recorded(first: int, many: int) -> list[str]:
    wrong = []
    for number in range(first, first + many):
        name = ("small", "tiny", "crowded", "sixteen-by-ten")[number % 4]
        story = lorry.explain(FILES / f"{name}.yaml", number, captains=CAPTAINS[number % 5])
        text = write_record(story.record())
        replayed = lorry.replay(load_text(lorry.load_record, text))
        if replayed.refused or replayed.position.totals != story.turns[-1].totals or replayed.record != story.record():
            wrong.append(f"game {number}: {replayed.refused[:1]}")
    return wrong


def costs_of(captain: str, games: int, after_each: int, galaxy: str = "tiny.yaml") -> Costs:
    """Reviews of so many games that a captain plays against steady, whose seats they take in turn."""
    return together([costs_of_game(captain, game, after_each, galaxy) for game in range(games)])


def costs_of_game(captain: str, game: int, after_each: int, galaxy: str) -> list[float]:
    """The decisions and clear mistakes in one game, and what all decisions cost, with its standard error."""
    pair = [captain, "steady"] if game % 2 == 0 else ["steady", captain]
    record = lorry.explain(FILES / galaxy, game, captains=pair).record()
    review = lorry.review(
        record, after_each, 7 + game, trader=1 + game % 2, candidates=8, goal="margin", captain="steady"
    )
    return [len(review.decisions), len(review.mistakes), review.cost.mean, review.cost.error]


def lorry_reviews_tell_captains_apart(games: int, share: Share = in_turn) -> Proven:
    """Cosmic Lorry: reviews of a thinker's games show fewer and smaller mistakes than those of steady and of random.

    Those of steady show no clearly larger ones than those of random. All play against steady in the small galaxy. The
    table gives shares of clear mistakes, and the mean cost of a decision with its standard error.

    Fails if a review calls good decisions mistakes, or does not see bad ones.
    """
    names = ("thinker", "steady", "random")
    pieces = [(name, game, AFTER_EACH, "small.yaml") for game in range(games) for name in names]
    costs = share(costs_of_game, pieces)
    each = {name: together(costs[number :: len(names)]) for number, name in enumerate(names)}
    faults = told_wrong(each, games, [("thinker", "random"), ("thinker", "steady")], [("steady", "random")])
    return Proven(f"{games} games each", in_short(each), faults, as_table(each))


PLAYED_AT_ONCE = 32
"""Games of a piece: a thinker imagines those of many games side by side."""


def lorry_thinking_pays(games: int, share: Share = in_turn, galaxies: Mapping[str, str] = GALAXIES) -> Proven:
    """Cosmic Lorry: the thinker, who imagines games, wins more than half of the games against steady.

    So many games in the small galaxy, and in the default one; two traders, shared wins count for both. Fails if the
    thinker surely wins less often.
    """
    pieces = [
        (galaxy, first, min(PLAYED_AT_ONCE, games - first))
        for galaxy in galaxies
        for first in range(0, games, PLAYED_AT_ONCE)
    ]
    played = [(galaxy, *counted) for (galaxy, *_), counted in zip(pieces, share(thinker_wins, pieces), strict=True)]
    rows, faults = [("galaxy", "games", "thinker wins", "margin, points a game")], []
    for galaxy, name in galaxies.items():
        wins, margin = (sum(one[place] for one in played if one[0] == galaxy) for place in (1, 2))
        won = Estimate.from_share(wins, games)
        told = f"{100 * won.mean:.1f}% ({100 * won.low:.1f} to {100 * won.high:.1f})"
        rows.append((name, f"{games:,}", told, f"{margin / games:+.1f}"))
        faults += [f"{galaxy}: {told}"] if won.high < 0.5 else []
    return Proven(f"{games:,} games in each galaxy", "; ".join(row[2] for row in rows[1:]), tuple(faults), tuple(rows))


def thinker_wins(galaxy: str, first: int, many: int) -> tuple[int, int]:
    """How many of those games against steady the thinker wins, shared wins included, and the sum of the margins."""
    columns = game_experiment(FILES / galaxy, ["thinker", "steady"], 1).run_block(first, many)
    return int(columns["won"][0].sum()), int(columns["margin"][0].sum())
