"""The accessible names of elements without words, computed as browsers do (WAI-ARIA accname 1.2).

In this order: what aria-labelledby points at, aria-label, what its tag offers (the label of a field, the value of a button,
the text for a picture, caption, legend), its own words, title, placeholder. Departure: a field without
any of these is named by its value or its name attribute, which often survive a redesign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import numpy as np

from pagestrata.model.snapshot import NodeTable

NAMING = frozenset(
    {"aria-labelledby", "aria-label", "alt", "title", "placeholder", "value", "name"}
)  # what an element may be called by; a field without any is called by its label only where it has an id
_NOT_CALLED = (NAMING | {"id", "type"}).isdisjoint
BUTTON_TYPES = frozenset({"submit", "button", "reset", "image"})
SILENT_TYPES = frozenset({"hidden", "password", "checkbox", "radio"})
"""Types of fields whose value is not shown."""
FIELDS = frozenset({"input", "textarea", "select"})
CAPTIONS = {"fieldset": "legend", "figure": "figcaption", "table": "caption"}
MOST_REFERENCES = 8


class AccessibleNames:
    """The names of the elements of one page."""

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes

    def name_of(self, row: int) -> str:
        """The accessible name of an element, '' where it has none."""
        own = self._nodes.attributes[row]
        return (
            self._referenced(own)
            or own.get("aria-label", "").strip()
            or self._by_its_tag(row, own)
            or self._nodes.text_of(row)
            or own.get("title", "").strip()
            or own.get("placeholder", "").strip()
        )

    def without_words(self, rows: Iterable[int]) -> Iterator[tuple[int, str]]:
        """Yield those of some elements without text that have a name, with their names."""
        attributes = self._nodes.attributes
        for row in rows:
            own = attributes[row]
            if _NOT_CALLED(own):
                continue
            is_field = self._nodes.tag_of(row) in FIELDS
            if is_field and own.get("type", "").lower() == "hidden":
                continue
            if name := self.name_of(row) or (_field_name(own) if is_field else ""):
                yield row, name

    def _referenced(self, own: Mapping[str, str]) -> str:
        if "aria-labelledby" not in own:
            return ""
        rows = [self._rows_by_id.get(identifier) for identifier in own["aria-labelledby"].split()[:MOST_REFERENCES]]
        texts = [
            self._nodes.attributes[row].get("aria-label") or self._nodes.text_of(row) for row in rows if row is not None
        ]
        return " ".join(filter(None, texts)).strip()

    def _by_its_tag(self, row: int, own: Mapping[str, str]) -> str:
        nodes, tag = self._nodes, self._nodes.tag_of(row)
        if tag in FIELDS:
            kind = own.get("type", "").lower()
            if tag == "input" and kind in BUTTON_TYPES and (said := own.get("value") or own.get("alt")):
                return said.strip()
            return self._label_of(row, own)
        if tag in ("img", "area"):
            return own.get("alt", "").strip()
        if caption := CAPTIONS.get(tag):
            inside = (child for child in nodes.children_of(row) if nodes.tag_of(child) == caption)
            return next((nodes.text_of(child) for child in inside), "")
        return ""

    def _label_of(self, row: int, own: Mapping[str, str]) -> str:
        """The text of the label that points at a field or encloses it."""
        if (identifier := own.get("id")) and identifier in self._labels:
            return self._nodes.text_of(self._labels[identifier])
        around = self._nodes.tag_code("label")
        if around < 0:
            return ""
        parent = int(self._nodes.parent[row])
        for _ in range(3):  # a label closely encloses its field
            if parent < 0:
                break
            if self._nodes.tag[parent] == around:
                return self._nodes.text_of(parent)
            parent = int(self._nodes.parent[parent])
        return ""

    @cached_property
    def _labels(self) -> dict[str, int]:
        nodes = self._nodes
        rows = np.flatnonzero(nodes.tag == nodes.tag_code("label")).tolist()
        return {own["for"]: row for row in reversed(rows) if (own := nodes.attributes[row]).get("for")}

    @cached_property
    def _rows_by_id(self) -> dict[str, int]:
        rows = range(len(self._nodes) - 1, -1, -1)
        return {own["id"]: row for row in rows if (own := self._nodes.attributes[row]).get("id")}


def _field_name(own: Mapping[str, str]) -> str:
    value = own.get("value", "").strip() if own.get("type", "").lower() not in SILENT_TYPES else ""
    return value or own.get("name", "").strip()
