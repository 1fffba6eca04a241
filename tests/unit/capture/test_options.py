from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from pagestrata.capture.options import CaptureOptions


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
