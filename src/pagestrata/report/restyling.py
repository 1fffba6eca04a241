"""A restyle in words: 'text grew from 14 to 16 px, became bold, from black to dark red'."""

from __future__ import annotations

from collections.abc import Iterator

from pagestrata.model.blocks import BlockStyle
from pagestrata.model.geometry import Box
from pagestrata.model.percent import percent

BOLD_FROM = 600
_NAMED = {
    "black": (0, 0, 0), "dark grey": (85, 85, 85), "grey": (128, 128, 128), "light grey": (211, 211, 211),
    "white": (255, 255, 255), "red": (220, 20, 30), "dark red": (139, 0, 0), "pink": (255, 182, 193),
    "orange": (255, 140, 0), "brown": (139, 90, 43), "yellow": (255, 225, 0), "cream": (255, 248, 220),
    "green": (34, 139, 34), "dark green": (0, 80, 0), "light green": (170, 230, 170), "teal": (0, 128, 128),
    "blue": (30, 100, 220), "dark blue": (0, 0, 110), "light blue": (173, 216, 240), "purple": (120, 30, 150),
}  # fmt: skip


def restyle_words(old: BlockStyle, new: BlockStyle) -> str:
    """What became of a look; 'looks as before' where the two are the same."""
    return ", ".join(_differences(old, new)) or "looks as before"


def resize_words(old: Box, new: Box) -> str:
    """What became of the size of a block."""
    parts = [
        f"{'wider' if after > before else 'narrower'}: {before:.0f} to {after:.0f} px"
        if name == "width"
        else f"{'taller' if after > before else 'shorter'}: {before:.0f} to {after:.0f} px"
        for name, before, after in (("width", old.width, new.width), ("height", old.height, new.height))
        if round(before) != round(after)
    ]
    return ", ".join(parts) or "the same size"


def _differences(old: BlockStyle, new: BlockStyle) -> Iterator[str]:
    if old.font_size != new.font_size:
        grew = "grew" if new.font_size > old.font_size else "shrank"
        yield f"text {grew} from {old.font_size:g} to {new.font_size:g} px"
    if old.font_weight != new.font_weight:
        yield _weight(old.font_weight, new.font_weight)
    if old.colour != new.colour:
        yield f"text from {colour_words(old.colour)} to {colour_words(new.colour)}"
    if old.background != new.background:
        yield f"background from {colour_words(old.background)} to {colour_words(new.background)}"


def _weight(old: int, new: int) -> str:
    if (old >= BOLD_FROM) == (new >= BOLD_FROM):
        return f"{'heavier' if new > old else 'lighter'} type ({old} to {new})"
    return "became bold" if new >= BOLD_FROM else "no longer bold"


def colour_words(colour: int) -> str:
    """'dark red #8b0000' for 0x8B0000FF; 'transparent' for an invisible colour."""
    red, green, blue, alpha = (colour >> shift & 0xFF for shift in (24, 16, 8, 0))
    if alpha == 0:
        return "transparent"

    def distance(name: str) -> float:
        r, g, b = _NAMED[name]
        mean = (red + r) / 2  # of a colour's parts, the eye weighs green most, red the more the redder it is
        return (2 + mean / 256) * (red - r) ** 2 + 4 * (green - g) ** 2 + (2 + (255 - mean) / 256) * (blue - b) ** 2

    share = f" at {percent(alpha / 255)}" if alpha < 255 else ""
    return f"{min(_NAMED, key=distance)} #{red:02x}{green:02x}{blue:02x}{share}"
