"""The demo newspaper for tests: a local site that changes on command.

Python has a module `site` of its own, so tests do not import this one but ask for the fixture `changing_site`.
"""
# ruff: noqa: A005

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pagestrata.demo.site import ChangingSite

__all__ = ["ChangingSite", "changing_site"]


@pytest.fixture
def changing_site() -> Iterator[ChangingSite]:
    """A site of the test's own, at its first version."""
    with ChangingSite() as site:
        yield site
