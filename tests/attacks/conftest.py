"""One browser for all attacks that leave it alive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pagestrata.capturing.browser.pool import BrowserPool


@pytest.fixture(scope="session")
def pool() -> Iterator[BrowserPool]:
    with BrowserPool() as found:
        yield found
