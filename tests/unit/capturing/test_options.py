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
