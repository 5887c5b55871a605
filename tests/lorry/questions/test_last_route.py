"""Forced draws before the last route: captains and advice against a plain trial of every legal draw."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.lorry.questions.last_route import forced, wrong


@pytest.mark.long
def test_forced_last_routes_are_found() -> None:
    found = [*islice(forced(1), 12)]
    assert {one.wins for one in found} == {True, False}
    assert [wrong(one) for one in found] == [[]] * 12
