from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.capturing.dom.styles import _clip_leaves_nothing, _path_leaves_nothing, colour_of, number, pixels


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("rgb(1, 2, 3)", 0x010203FF),
        ("rgba(255, 0, 128, 0.5)", 0xFF008080),
        ("rgba(0, 0, 0, 0)", 0x00000000),
        ("color(srgb 1 0.5 0)", 0xFF8000FF),
        ("color(srgb 1 0.5 0 / 0.5)", 0xFF800080),
        ("currentcolor", 0),
        ("", 0),
    ],
)
def test_colours(value: str, colour: int) -> None:
    assert colour_of(value) == colour


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_every_rgb_colour_keeps_its_channels(red: int, green: int, blue: int) -> None:
    assert colour_of(f"rgb({red}, {green}, {blue})") == (red << 24 | green << 16 | blue << 8 | 0xFF)


def test_lengths() -> None:
    assert pixels("12.5px") == 12.5
    assert pixels("auto") == 0
    assert number("1e-05") == 1e-05


@pytest.mark.parametrize("value", ["rect(0px, 0px, 0px, 0px)", "rect(1px, 1px, 1px, 1px)", "rect(0px 1px 1px 0px)"])
def test_a_clip_for_screen_readers_leaves_nothing(value: str) -> None:
    assert _clip_leaves_nothing(value)


@pytest.mark.parametrize("value", ["auto", "rect(0px, 90px, 90px, 0px)", "rect(auto, auto, auto, auto)"])
def test_other_clips_leave_something(value: str) -> None:
    assert not _clip_leaves_nothing(value)


def test_clip_paths() -> None:
    assert _path_leaves_nothing("inset(50%)")
    assert _path_leaves_nothing("inset(100%)")
    assert _path_leaves_nothing("circle(0px at 50% 50%)")
    assert not _path_leaves_nothing("inset(10px 20%)")
    assert not _path_leaves_nothing("none")
