from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import UsageError


def test_the_documented_defaults() -> None:
    options = CaptureOptions()
    assert options.viewport == (1366, 768)
    assert options.device_pixel_ratio == 1.0
    assert options.height_cap_px == 20_000
    assert options.page_seconds == 60
    assert not options.allow_private


def test_options_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        CaptureOptions().javascript = False  # type: ignore[misc]


@pytest.mark.parametrize("viewport", [(0, 768), (1366, -1), (1366, 10_001)])
def test_a_window_that_cannot_be_is_refused(viewport: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="is not a window size; give 1 to 10000 px"):
        CaptureOptions(viewport=viewport)


@pytest.mark.parametrize("name", ["Host", "content-length", "Proxy-Authorization"])
def test_headers_that_frame_a_request_cannot_be_given(name: str) -> None:
    with pytest.raises(UsageError, match=f"the header {name} is the browser's own business"):
        CaptureOptions(headers={name: "x"})
    with pytest.raises(UsageError, match="cannot be given"):
        CaptureOptions(headers_for={"a.test": {name: "x"}})


def test_stored_options_fill_what_nobody_said() -> None:
    stored = {"viewport": [390, 844], "wait_for": ".price", "blocked_resource_types": ["media"], "javascript": False}
    filled = CaptureOptions(wait_for="main").filled(stored)
    assert (filled.viewport, filled.wait_for, filled.javascript) == ((390, 844), "main", False)
    assert filled.blocked_resource_types == ("media",)
    assert CaptureOptions().filled({}) == CaptureOptions()


@pytest.mark.parametrize("name", ["headers", "cookies", "allow_private", "nonsense"])
def test_nothing_secret_and_no_rights_come_from_an_archive(name: str) -> None:
    with pytest.raises(UsageError, match=name):
        CaptureOptions().filled({name: "x"})
