"""Every case is asked of the product and of its plain twin."""

from __future__ import annotations

import pytest

from tests.lorry.rules import by_engine, by_twin


@pytest.fixture(params=(by_twin, by_engine), ids=lambda face: face.name)
def face(request):
    return request.param
