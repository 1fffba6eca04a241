from datetime import UTC, datetime, timedelta

import pytest

from histories import URL, history, leaf, tree
from pagestrata.errors import NotFoundError
from pagestrata.query.statistics import page_statistics

MENU = "Home Sports Weather Contact Imprint and all the other pages"


def test_how_a_page_has_been_changing():
    archive = history(
        [tree(leaf("1.1", MENU), leaf("1.2", f"Version {n} of the long news of the day")) for n in range(4)]
    )
    found = page_statistics(archive, URL)
    assert (found.versions, found.changes) == (4, 3)
    assert found.median_gap == timedelta(days=1)
    assert found.operations == {"update text": 3}
    assert found.busiest_blocks == (("1.2", 3),)
    assert found.median_importance == pytest.approx(0.3)
    assert (found.first_at, found.last_at) == (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 4, tzinfo=UTC))


def test_one_version_has_no_gap():
    assert page_statistics(history([tree(leaf("1.1", MENU))]), URL).median_gap is None


def test_no_version_is_said():
    with pytest.raises(NotFoundError, match="has no version in this time range"):
        page_statistics(history([]), URL)
