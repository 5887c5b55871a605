"""Bounds of the numbers of Starship Catan, and how they are shown."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from analyzer import AnalyzerError, starship
from tests.doors.runs import load_precision
from tests.doors.starship import OF_TURNS
from tests.doors.starship import metrics as metrics_module
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
MIDGAME = SHIPS / "midgame.yaml"
PLAYED = ("fly", "play", "swap")


def played(name: str, seed: int) -> starship.Turns | starship.Games:
    if name == "fly":
        return starship.fly(MIDGAME, 3, seed, captain="sensible")
    return starship.play(("sensible", "sensible"), 3, seed, swap=name == "swap")


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("seed", [1, 2])
def test_interval_ends_are_possible(name: str, seed: int) -> None:
    """Three trials: no end lies where no turn or game can end."""
    result = played(name, seed)
    for number, subject in enumerate(result.subjects):
        reach = result.reach(number)
        for metric in result.experiment.metrics.means:
            low, high = reach[metric.column]
            values = subject.histograms[metric.column].counts
            estimate = subject.measured(metric.name)
            assert low <= min(values) <= max(values) <= high, metric.name
            assert low <= estimate.low <= estimate.high <= high, metric.name


@pytest.mark.long
@pytest.mark.parametrize("swap", [False, True])
def test_turns_end_where_games_are_cut(*, swap: bool) -> None:
    """Captains who never win play 200 turns, and no game from the start has more."""
    straw = ROOT / "analyzer/starship/data/captains/passenger-pays.yaml"
    turns = starship.play(captains=(straw, straw), games=2, swap=swap).subjects[0].measured("turns")
    assert (turns.mean, turns.high) == ((1 + swap) * 200, (1 + swap) * 200)


@pytest.mark.parametrize("metrics", [OF_TURNS, metrics_module.OF_GAMES, metrics_module.OF_PAIRS])
def test_every_mean_has_bounds(metrics) -> None:
    """Only metrics that can be spent or lost go below zero; special cards count one point each."""
    assert {metric.column for metric in metrics.means} == set(metrics.reach)
    assert set(metrics.below_zero or ()) <= {"worth", "astro", "goods", "science", "points"}


def test_game_metrics_have_bounds() -> None:
    """An own turn flies at most ten cards, and a game has 100 of them; Astro are without limit (ruling "Money")."""
    assert {name for name, ends in metrics_module.OF_GAMES.bounds.items() if isinstance(ends, str)} == {"astro"}
    assert not any(isinstance(ends, str) for ends in metrics_module.OF_PAIRS.bounds.values())
    reach = metrics_module.OF_GAMES.reach
    assert (reach["cards_flown"], reach["fights_lost"]) == ((0, 1000), (0, 100))
    assert (reach["points"], metrics_module.OF_PAIRS.reach["points"]) == ((0, 32), (0, 64))


def test_turn_spends_its_purse_only() -> None:
    """A turn of `poor` costs at most the 3 Astro that are there; what it may bring is bounded by its trades.

    Four actions and two stations trade at most 4 each, at 6 Astro at most; ten pirates bring at most 6 each.
    """
    result = starship.fly({"moon": {"astro": 3, "crest": "moon"}, "turn": "moon"}, 2_000)
    (subject,) = result.subjects
    least, most = result.reach(0)["astro"]
    assert (least, max(subject.histograms["astro"].counts) < most < 400) == (-3, True)
    low, high = result.reach(0)["worth"]
    assert low < min(subject.histograms["worth"].counts) <= max(subject.histograms["worth"].counts) < high


def test_adventure_comes_no_later_than_asked() -> None:
    result = starship.adventures(MIDGAME, games=3, turns=4)
    assert result.reach(0)["turn"] == (0, 4)
    assert all(subject.measured("turn").high <= 4 for subject in result.subjects)


@pytest.mark.long
def test_adventures_run_until_chances_are_sure() -> None:
    """A run of no given length ends once each chance is known to one percentage point; `games` is exact."""
    sure, fixed = (starship.adventures(MIDGAME, games, turns=2, captain="sensible") for games in (None, 2_100))
    halves = [(chance.high - chance.low) / 2 for one in sure.subjects for chance in [one.measured("fulfilled")]]
    assert 2_048 <= sure.trials < 20_000
    assert max(halves) < 0.0105
    assert untold("\n".join(sure.notes()), "20,000", "2,048", "fulfilled") == []
    assert (fixed.trials, fixed.remarks) == (2_100, ())


def test_special_card_is_one_point() -> None:
    result = starship.play(("sensible", "sensible"), 3, 1)
    assert all(subject.measured("from_friend").high <= 1 for subject in result.subjects)


def test_worth_is_shown_in_astro() -> None:
    """The column holds tenths; tables and verdicts say Astro."""
    result = starship.fly(MIDGAME, 50)
    (subject,) = result.subjects
    line = next(line for line in str(result).splitlines() if line.strip().startswith("worth "))
    assert float(line.split()[1]) == pytest.approx(subject.measured("worth").mean / 10, abs=0.001)
    assert "tenths of an Astro" not in str(result)
    answer = starship.sectors(MIDGAME, 50)
    told = str(answer)
    assert "tenths of an Astro" not in told
    assert f"{answer.by_sector.ranking()[0]['worth'] / 10:.2f}" in told


def test_tables_have_worth_in_astro() -> None:
    """Tables and exports are for people; histograms, rows and JSON keep whole tenths."""
    result = starship.fly(MIDGAME, 50)
    (subject,) = result.subjects
    for table in (result.table(), subject.table()):
        row = table[table.metric == "worth"].iloc[0]
        assert row["mean"] == pytest.approx(subject.measured("worth").mean / 10)
        assert row["q50"] == subject.histograms["worth"].quantile(0.5) / 10
    by_sector = starship.sectors(MIDGAME, 50).by_sector
    shown, row = by_sector.ranking_table().iloc[1], by_sector.ranking()[1]
    assert shown["rank"] == 2
    for name in ("worth", "low", "behind", "spread"):
        assert shown[name] == pytest.approx(row[name] / 10)
    assert by_sector.table().iloc[0]["difference"] == pytest.approx(
        by_sector.difference("sector 1", "sector 2").mean / 10
    )


def test_programs_get_worth_in_astro_too(command, tmp_path: Path) -> None:
    """The old key keeps tenths; the key beside it, and the column of rows, hold a tenth of its numbers."""
    metrics = starship.fly(MIDGAME, 50).subjects[0].as_dict()["metrics"]
    assert metrics["worth"]["unit"] == "1/10 Astro"
    assert metrics["worth_astro"]["mean"] == pytest.approx(metrics["worth"]["mean"] / 10)
    assert metrics["worth_astro"]["q50"] == metrics["worth"]["q50"] / 10
    assert "unit" not in metrics["astro"]
    command("starship", "fly", str(MIDGAME), "--turns", "50", "--flights-out", str(tmp_path / "turns.parquet"))
    rows = pd.read_parquet(tmp_path / "turns.parquet")
    assert (rows["worth_astro"] * 10 == rows["worth"]).all()
    told = starship.sectors(MIDGAME, 50).as_dict()["sectors"]
    units = {row["metric"]: row.get("unit") for row in told["differences"]}
    assert (units["worth"], units["astro"], told["ranking"][0]["unit"]) == ("1/10 Astro", None, "1/10 Astro")


def test_precision_of_worth_is_in_astro() -> None:
    """The unit is that of the table: half a width of 0.5 Astro is 5 tenths."""
    goal = load_precision({"worth": 0.5}, OF_TURNS)
    result = starship.fly(MIDGAME, 300)
    (_, low, high) = result.subjects[0].measured("worth")
    assert goal.needed(result) == pytest.approx(300 * ((high - low) / 20 / 0.5) ** 2, abs=1)
    assert not untold(goal.shortfall_in_words(result), "Astro", "0.5")


def test_axes_number_worth_in_astro() -> None:
    """The axes of sectors, of further cards and of one turn: the number at a tick is a tenth of its place."""
    answer = starship.sectors(MIDGAME, 30)
    figures = [
        (answer.plot("sectors"), "x"),
        (answer.plot("cards"), "y"),
        (starship.fly(MIDGAME, 30).plot("worth"), "x"),
    ]
    for figure, name in figures:
        axis = getattr(figure.axes[0], f"{name}axis")
        assert axis.get_major_formatter()(500, 0) == "50"
        assert "Astro" in axis.get_label_text()
        assert "tenths" not in axis.get_label_text()


def test_plain_worth_is_shown_in_astro() -> None:
    """The legend names the plain mean beside the corrected one: both in the unit of the table."""
    result = starship.fly(MIDGAME, 600)
    counts = result.subjects[0].histograms["worth"].counts
    plain = sum(tenths * turns for tenths, turns in counts.items()) / 600 / 10
    assert f"mean of worth is {plain:.3f}" in " ".join(str(result).split())


def test_parts_left_out_are_named() -> None:
    names = starship.weak(SHIPS / "trader.yaml", 2).names
    assert "without Alioth VIII (START01)" in names


def test_flight_too_far_counts_waiting_pirate() -> None:
    """Three cards are in the file, and the pirate who waits is the fourth."""
    flight = {"sector": 1, "row": ["BASE18", "BASE19", "BASE20"], "demand": 3}
    place = {"moon": {"boosters": [1, 1]}, "phase": "flight", "roll": 1, "flight": flight}
    with pytest.raises(AnalyzerError) as refused:
        starship.load_position(place)
    assert not untold(str(refused.value), "4 cards", "waiting pirate")


@pytest.mark.parametrize(
    "verb", ["advise", "review", "fly", "sectors", "adventures", "weak", "modules", "memory", "play"]
)
def test_verb_help_names_thinker(command, verb: str) -> None:
    assert "thinker" in command("starship", verb, "--help").out


@pytest.mark.long
@pytest.mark.parametrize("name", ["advise", "review"])
def test_advice_and_reviews_note_captains(name: str) -> None:
    """The trade module and the thinker's strength, as beside the numbers of `play`."""
    if name == "advise":
        notes = starship.advise(SHIPS / "at-the-table.yaml", 4).notes()
    else:
        notes = starship.review(SHIPS / "example-record.yaml", 2).notes()
    assert any("trade module is worth more" in note for note in notes)
    assert any("Captain thinker" in note for note in notes)
