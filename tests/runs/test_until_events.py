"""Flying until so many rare events came up, with an interval that allows for having stopped then."""

from __future__ import annotations

from math import comb

import pytest

import analyzer
from analyzer import Estimate
from tests.doors.montecarlo import blocks
from tests.doors.statistics import of_stopped_share
from tests.facts import untold
from tests.places import ROOT

MILE = ROOT / "ships/2007/I/first-mile.yaml"
LOOK = 2048
"""Flights after which it is looked, in place of 32,768."""


def chance(n, k, p):
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def outcomes(wanted, look, share, looks):
    """Where a run stops, as (hits, trials), with its chance: every way there, look by look."""
    going = {0: 1.0}
    for number in range(1, looks + 1):
        ahead: dict[int, float] = {}
        for hits, weight in going.items():
            for more in range(look + 1):
                ahead[hits + more] = ahead.get(hits + more, 0.0) + weight * chance(look, more, share)
        ends = {hits: weight for hits, weight in ahead.items() if hits >= wanted and weight > 1e-9}
        yield from (((hits, number * look), weight) for hits, weight in ends.items())
        going = {hits: weight for hits, weight in ahead.items() if hits < wanted}


@pytest.mark.long
@pytest.mark.slow(but=1)
@pytest.mark.parametrize("share", [0.1, 0.4])
def test_stopped_share_interval_covers(share):
    """All ways in which such a run can end are counted: the truth is outside by 2.5% at most on either side."""
    low = high = total = 0.0
    for (hits, trials), weight in outcomes(3, 8, share, 18):
        ends = of_stopped_share(hits, trials, 3, 8)
        low += weight * (share < ends[0])
        high += weight * (share > ends[1])
        total += weight
    assert total > 0.9999
    assert low <= 0.025
    assert high <= 0.025


def test_first_look_gives_clopper_pearson():
    """The interval is Clopper and Pearson's: 10 of 10 gives 0.025 ** (1 / 10) = 0.69150 to 1."""
    low, high = of_stopped_share(10, 10, 3, 10)
    assert low == pytest.approx(0.025 ** (1 / 10))
    assert high == 1.0


def test_late_stop_widens_the_interval():
    """Waiting for the first event, one trial a look: trial n is reached with (1 - p) ** (n - 1), which is 2.5%."""
    low, high = of_stopped_share(1, 50, 1, 1)
    assert high == pytest.approx(1 - 0.025 ** (1 / 49))
    assert low == pytest.approx(1 - 0.975 ** (1 / 50))


class TestFlying:
    @pytest.fixture(autouse=True)
    def looks(self, monkeypatch):
        monkeypatch.setattr(blocks, "CHECK_STEP", LOOK)

    @pytest.mark.long
    def test_until_events_stops_at_first_look(self):
        """Among equal flights of one number the first look has as many as any run of that many flights."""
        ship = analyzer.load_ship(MILE)
        counted = analyzer.fly([ship], flights=LOOK, seed=3, rivals="alone")["First Mile"].loss.counts[1]
        at_once = analyzer.fly([ship], seed=3, until_events={"loss": counted}, rivals="alone")
        assert at_once.flights == LOOK
        assert at_once["First Mile"].measured("loss")[1:] == pytest.approx(
            of_stopped_share(counted, LOOK, counted, LOOK)
        )
        later = analyzer.fly([ship], seed=3, until_events={"loss": counted + 1}, rivals="alone")
        hits = later["First Mile"].loss.counts[1]
        assert (later.flights, hits > counted) == (2 * LOOK, True)
        told = later["First Mile"].measured("loss")
        assert told[1:] == pytest.approx(of_stopped_share(hits, 2 * LOOK, counted + 1, LOOK))
        assert told != Estimate.from_share(hits, 2 * LOOK)
        assert later["First Mile"].loss.interval() == told[1:]
        arrived = later["First Mile"].arrived
        assert later["First Mile"].measured("arrived") == arrived.estimate()
        assert not untold(later.notes(), "interval of loss")

    @pytest.mark.long
    def test_until_events_resumes_with_same_output(self, command, tmp_path):
        args = ("fly", str(MILE), "--alone", "--until-events", "loss=10", "--save", "run")
        first, again = command(*args), command(*args)
        assert first.code == 0, first.err
        assert first.out == again.out
        assert not untold(" ".join(first.out.split()), "loss 10 times", "2,048 flights")

    def test_until_events_notes_missing_events(self):
        ship = analyzer.load_ship(MILE)
        result = analyzer.fly([ship], flights=100, until_events={"gave_up": 5}, rivals="alone")
        assert not untold(result.notes(), "gave_up", "First Mile", "0 times", "5")

    @pytest.mark.parametrize(
        ("given", "told"),
        [
            (["credits=5"], "until events: 'credits' is no event: use one of"),
            (["loss"], "--until-events loss: give an ending and a number, e.g. no_humans=1000"),
            (["loss=0"], "until events: 0 of loss: give a whole number from 1"),
            (["loss=1e3"], "--until-events loss=1e3: give an ending and a number"),
            (["loss=5", "--until-events", "loss=6"], "5 were asked for before: give one number"),
            (["loss=5", "--precision", "1"], "choose one of until, a precision and events to wait for"),
        ],
    )
    def test_until_events_refuses_bad_input(self, command, given, told):
        said = command("fly", str(MILE), "--until-events", *given)
        assert (said.code, "Traceback" in said.err) == (2, False)
        assert told in said.told

    def test_until_events_needs_a_dict(self):
        with pytest.raises(analyzer.AnalyzerError, match="give a dict of numbers by ending"):
            analyzer.fly([analyzer.load_ship(MILE)], flights=10, until_events="loss=5")
