"""Computed styles as columns: each distinct value is parsed once, however many nodes have it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.model.snapshot import BoolColumn, ColourColumn, FloatColumn, IntColumn

_SIDES = ("top", "right", "bottom", "left")
PROPERTIES = (
    "display", "position", "visibility", "opacity", "overflow-x", "overflow-y", "background-color", "background-image",
    "color", "font-size", "font-weight", "clip", "clip-path", "transform",
    *(f"border-{side}-width" for side in _SIDES),
    *(f"border-{side}-style" for side in _SIDES),
    *(f"border-{side}-color" for side in _SIDES),
    *(f"padding-{side}" for side in _SIDES),
)  # fmt: skip
_NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")
_CLIPPING = frozenset({"hidden", "clip", "scroll", "auto", "overlay"})
TRANSPARENT = 0x00000000

Indexes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Styles:
    """One column per property, one row per row of the table. Text rows have their parent's text properties only."""

    display_names: tuple[str, ...]
    display: IntColumn
    positions: tuple[str, ...]
    position: IntColumn
    visible: BoolColumn  # computed visibility
    opacity: FloatColumn
    clips_x: BoolColumn
    clips_y: BoolColumn
    cut_away: BoolColumn  # clip or clip-path leave nothing
    transformed: BoolColumn
    background: ColourColumn  # own, perhaps transparent
    background_image: tuple[str, ...]  # '' where none
    colour: ColourColumn
    font_size: FloatColumn
    font_weight: IntColumn
    border: FloatColumn  # [n, 4] visible widths
    border_width: FloatColumn  # [n, 4] also of invisible borders
    padding: FloatColumn  # [n, 4]

    @classmethod
    def read(
        cls,
        documents: list[dict[str, Any]],
        strings: list[str],
        layout: Indexes,
        is_text: BoolColumn,
        parent: Indexes,
    ) -> Styles:
        reader = _Reader(documents, strings, layout, is_text, parent)
        visible_border = np.column_stack([reader.values(f"border-{side}-style", _is_drawn) for side in _SIDES])
        shown = np.column_stack([reader.values(f"border-{side}-color", colour_of) for side in _SIDES]) & 0xFF
        width = np.column_stack([reader.values(f"border-{side}-width", pixels) for side in _SIDES])
        width = np.where(reader.own[:, None] & (visible_border > 0), width, 0).astype(np.float32)
        display_names, display = reader.names("display", text_value="inline")
        positions, position = reader.names("position", text_value="static")
        images = reader.texts("background-image")
        return cls(
            display_names=display_names,
            display=display,
            positions=positions,
            position=position,
            visible=reader.values("visibility", lambda value: value == "visible", inherited=True) > 0,
            opacity=reader.own_values("opacity", number, 1.0).astype(np.float32),
            clips_x=reader.own_values("overflow-x", lambda value: value in _CLIPPING, 0) > 0,
            clips_y=reader.own_values("overflow-y", lambda value: value in _CLIPPING, 0) > 0,
            cut_away=(reader.own_values("clip", _clip_leaves_nothing, 0) > 0)
            | (reader.own_values("clip-path", _path_leaves_nothing, 0) > 0),
            transformed=reader.own_values("transform", lambda value: value not in {"none", ""}, 0) > 0,
            background=reader.own_values("background-color", colour_of, TRANSPARENT).astype(np.uint32),
            background_image=images,
            colour=reader.values("color", colour_of, inherited=True).astype(np.uint32),
            font_size=reader.values("font-size", pixels, inherited=True).astype(np.float32),
            font_weight=reader.values("font-weight", number, inherited=True).astype(np.int32),
            border=np.where(shown > 0, width, 0).astype(np.float32),
            border_width=width,
            padding=np.column_stack([reader.own_values(f"padding-{side}", pixels, 0.0) for side in _SIDES]).astype(
                np.float32
            ),
        )


class _Reader:
    def __init__(
        self,
        documents: list[dict[str, Any]],
        strings: list[str],
        layout: Indexes,
        is_text: BoolColumn,
        parent: Indexes,
    ) -> None:
        nothing = [-1] * len(PROPERTIES)  # the document node has a layout but no styles
        rows = [style or nothing for document in documents for style in document["layout"]["styles"]]
        self._ids = np.asarray(rows, np.int64).reshape(-1, len(PROPERTIES))
        self._strings = strings
        self._layout = layout
        self._nearest = _nearest_laid_out(layout, parent)
        self.own = (layout >= 0) & ~is_text

    def values(self, name: str, parse: Callable[[str], float], *, inherited: bool = False) -> npt.NDArray[Any]:
        """The parsed value of each row; rows without layout have 0, or with `inherited` that of the nearest above."""
        layout = self._layout[self._nearest] if inherited else self._layout
        ids = self._ids[layout, PROPERTIES.index(name)]
        distinct, inverse = np.unique(ids, return_inverse=True)
        parsed = np.asarray([parse(self._strings[i]) if i >= 0 else 0 for i in distinct.tolist()])
        return np.where(layout >= 0, parsed[inverse], 0)

    def own_values(self, name: str, parse: Callable[[str], float], default: float) -> npt.NDArray[Any]:
        """The value of elements with a layout, the default for all others and for texts."""
        return np.where(self.own, self.values(name, parse), default)

    def names(self, name: str, *, text_value: str) -> tuple[tuple[str, ...], IntColumn]:
        ids = np.where(self.own, self._ids[self._layout, PROPERTIES.index(name)], -1)
        distinct, inverse = np.unique(ids, return_inverse=True)
        spelt = [self._strings[i] if i >= 0 else text_value for i in distinct.tolist()]
        codes: dict[str, int] = {}
        mapped = np.asarray([codes.setdefault(value, len(codes)) for value in spelt], np.int32)
        return tuple(codes), mapped[inverse].astype(np.int32)

    def texts(self, name: str) -> tuple[str, ...]:
        ids = np.where(self.own, self._ids[self._layout, PROPERTIES.index(name)], -1)
        used = ids.tolist()  # a set of them: `np.unique` without an option loads all of `numpy.ma`
        found = {i: self._strings[i] for i in set(used) if i >= 0}
        found = {i: "" if value == "none" else value for i, value in found.items()}
        return tuple([found.get(i, "") for i in used])


def _nearest_laid_out(layout: Indexes, parent: Indexes) -> Indexes:
    """For each row itself or the nearest ancestor with a layout (the root when there is none)."""
    nearest, above = list(range(len(layout))), parent.tolist()
    for row in np.flatnonzero(layout < 0).tolist():
        if above[row] >= 0:
            nearest[row] = nearest[above[row]]
    return np.asarray(nearest, np.int64)


def number(value: str) -> float:
    found = _NUMBER.search(value)
    return float(found[0]) if found else 0.0


def pixels(value: str) -> float:
    return number(value) if value.endswith("px") else 0.0


def _is_drawn(value: str) -> bool:
    return value not in {"none", "hidden", ""}


def _clip_leaves_nothing(value: str) -> bool:
    """`clip: rect(...)` of a pixel or less: the usual way to leave a text to screen readers only."""
    if not value.startswith("rect("):
        return False
    sides = [pixels(part.strip()) if part.strip() != "auto" else None for part in re.split(r"[, ]+", value[5:-1])]
    if len(sides) != 4 or None in sides:
        return False
    top, right, bottom, left = (side or 0.0 for side in sides)
    return right - left <= 1 or bottom - top <= 1


def _path_leaves_nothing(value: str) -> bool:
    """`clip-path: inset(50%)` or more, and circles without a radius."""
    if value.startswith("inset("):
        shares = [float(share) for share in re.findall(r"([\d.]+)%", value)]
        return bool(shares) and (min(shares) >= 50 or (len(shares) == 1 and shares[0] >= 50) or max(shares) >= 100)
    return value.startswith(("circle(0px", "circle(0 ", "circle(0%"))


def colour_of(value: str) -> int:
    """0xRRGGBBAA of a computed colour: rgb(), rgba() or color(srgb ...)."""
    numbers = [float(found) for found in _NUMBER.findall(value.partition("(")[2])]
    if value.startswith("rgb") and len(numbers) >= 3:
        red, green, blue = (min(255, max(0, round(part))) for part in numbers[:3])
    elif value.startswith("color(") and len(numbers) >= 3:
        red, green, blue = (min(255, max(0, round(part * 255))) for part in numbers[:3])
    else:
        return TRANSPARENT
    alpha = numbers[3] if len(numbers) > 3 else 1.0
    return red << 24 | green << 16 | blue << 8 | min(255, max(0, round(alpha * 255)))
