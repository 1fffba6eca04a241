"""Fixtures for all tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import settings

# the same examples every time, and no deadline: machines are shared and noisy
settings.register_profile("pagestrata", deadline=None, derandomize=True)
settings.load_profile("pagestrata")

# by path, because `import site` finds Python's own module
_spec = importlib.util.spec_from_file_location("changing_site_fixture", Path(__file__).with_name("site.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)

changing_site = _module.changing_site


@pytest.fixture(autouse=True)
def addresses_of_channels(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the addresses that the person who runs it keeps."""
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path_factory.getbasetemp() / "channels.json"))
