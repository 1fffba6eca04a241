"""The area pattern: the rectangle of a block on the rendered page (paper 2 §4.1, §4.2, §5.2.1).

A = (left, right, width, top, bottom, height). Per axis a candidate scores 2 if at least two of the three components
agree, 1 for one, 0 otherwise; the similarity is the sum over both axes / 4. Where one area lies inside the other the
overlap ratio counts instead if it is larger.

Adaption keeps the components that two samples share within 10 px, as their mean, and empties the others (None). A
pattern with empty components is compared over its other components only: agreeing / non-empty, within the same 10 px.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import Page, Scores
from pagestrata.model.geometry import Box

ADAPTION_PX = 10.0
EXACT_PX = 0.5
"""Browsers report fractions of a pixel; the paper's 'same' means the same pixel."""


@dataclass(frozen=True, slots=True)
class AreaPattern:
    """left, right, width, top, bottom, height; None is the paper's * (not fixed)."""

    components: tuple[float | None, ...]

    @classmethod
    def of_box(cls, box: Box) -> AreaPattern:
        """The pattern of a box; one without area (not in the paper) says nothing, since all of them would agree."""
        if not box.area:
            return cls((None,) * 6)
        return cls((box.x, box.right, box.width, box.y, box.bottom, box.height))

    @property
    def is_complete(self) -> bool:
        return None not in self.components

    def adapted(self, sample: AreaPattern) -> AreaPattern:
        """The vague pattern that both fit."""
        pairs = zip(self.components, sample.components, strict=True)
        return AreaPattern(tuple(_merged(old, new) for old, new in pairs))

    def similarity(self, boxes: npt.NDArray[np.floating]) -> Scores:
        """Of each box [n, 4] (x, y, width, height)."""
        components = _components(boxes)
        if not self.is_complete:
            return self._vague_similarity(components)
        wanted = np.array(self.components, np.float64)
        agree = np.abs(components - wanted) <= EXACT_PX
        scores = (_axis_score(agree[:, :3]) + _axis_score(agree[:, 3:])) / 4.0
        return np.maximum(scores, _nested_overlap(wanted, components))

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements that agree in every component that is not empty."""
        fixed = [number for number, value in enumerate(self.components) if value is not None]
        if not fixed:
            return np.empty(0, np.intp)
        wanted = np.array([self.components[number] for number in fixed], np.float64)
        tolerance = EXACT_PX if self.is_complete else ADAPTION_PX
        agree = np.abs(_components(page.nodes.box)[:, fixed] - wanted) <= tolerance
        return np.flatnonzero(agree.all(axis=1) & page.is_element)

    def _vague_similarity(self, components: Scores) -> Scores:
        fixed = [number for number, value in enumerate(self.components) if value is not None]
        if not fixed:
            return np.zeros(len(components))
        wanted = np.array([self.components[number] for number in fixed], np.float64)
        return np.asarray((np.abs(components[:, fixed] - wanted) <= ADAPTION_PX).mean(axis=1))


def _merged(old: float | None, new: float | None) -> float | None:
    if old is None or new is None or abs(old - new) > ADAPTION_PX:
        return None
    return (old + new) / 2


def _components(boxes: npt.NDArray[np.floating]) -> Scores:
    x, y, width, height = boxes.astype(np.float64).T
    return np.stack([x, x + width, width, y, y + height, height], axis=1)


def _axis_score(agree: npt.NDArray[np.bool_]) -> npt.NDArray[np.int_]:
    return np.asarray(np.minimum(agree.sum(axis=1), 2))


def _nested_overlap(wanted: Scores, components: Scores) -> Scores:
    """Smaller area / larger area where one lies inside the other, else 0."""
    left, right, _, top, bottom, _ = components.T
    inside = (left >= wanted[0]) & (right <= wanted[1]) & (top >= wanted[3]) & (bottom <= wanted[4])
    around = (left <= wanted[0]) & (right >= wanted[1]) & (top <= wanted[3]) & (bottom >= wanted[4])
    own, theirs = wanted[2] * wanted[5], components[:, 2] * components[:, 5]
    larger = np.maximum(own, theirs)
    ratio = np.minimum(own, theirs) / np.where(larger > 0, larger, 1.0)
    return np.where(inside | around, ratio, 0.0)
