"""Every case is asked of the product and of its plain twin."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import FACES


@pytest.fixture(params=FACES, ids=lambda face: face.name)
def face(request):
    return request.param
