"""Old public names warn, and stand for the new ones."""

import pytest

import analyzer


def test_former_name_warns_and_works():
    with pytest.warns(DeprecationWarning, match="Estimate.less is now called minus"):
        less = analyzer.Estimate(3, 2, 4).less
    assert less(analyzer.Estimate(1, 0.5, 1.5)) == (2, 0.5, 3.5)


def test_former_class_method_builds_subclass():
    with pytest.warns(DeprecationWarning, match="from_share"):
        share = analyzer.Estimate.of_share
    assert share(5, 10) == analyzer.Estimate.from_share(5, 10)
