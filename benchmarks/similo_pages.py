"""The element pairs of Similo as pages: popular sites in two versions that are years apart, rebuilt from records.

`PAGESTRATA_SIMILO` names a checkout of github.com/wuhonglei/Similo2-JS; only its data is read (test_data/website.json and
test_data/our_data), and it is never committed. Of the older version the records have the chosen elements alone, of the
newer one all visible elements with common tags: tag, classes, id, name, href, alt, the words in it, the words around it, its
box and its path. Elements on the way to a recorded one are rebuilt from its path, their ids from `idxpath`.

The order of siblings with different tags is not recorded: that of the records is taken, which is the document's.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from pagestrata.model.snapshot import TEXT, NodeTable, PageImage, Snapshot

VARIABLE = "PAGESTRATA_SIMILO"
ABSENT = (
    f"Similo's pairs are not here: set {VARIABLE} to a checkout of github.com/wuhonglei/Similo2-JS "
    "(the folder with test_data/website.json)"
)
Record = Mapping[str, Any]
Box = tuple[float, float, float, float]
_STEP = re.compile(r"([^/\[]+)\[(\d+)\]")
_ID = re.compile(r"^//\*\[@id='(.*?)'\](.*)$")
FIELDS = frozenset({"input", "textarea", "select"})


def similo_folder() -> Path | None:
    """The folder with Similo's data, or None where it is not there."""
    folder = os.environ.get(VARIABLE)
    found = Path(folder) / "test_data" if folder else None
    return found if found is not None and (found / "website.json").is_file() else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimiloSite:
    """Two versions of a page, the pairs of rows that are the same element, and their records by row."""

    name: str
    old: Snapshot
    new: Snapshot
    pairs: tuple[tuple[int, int], ...]
    old_records: Mapping[int, Record]
    new_records: Mapping[int, Record]


def similo_sites(*, with_neighbours: bool = True) -> Iterator[SimiloSite]:
    """Every site of which both versions were recorded. Raises SystemExit where the data is absent."""
    folder = similo_folder()
    if folder is None:
        raise SystemExit(ABSENT)
    for site in sorted(json.loads((folder / "website.json").read_text()), key=lambda entry: str(entry["name"])):
        properties = folder / "our_data" / "apps" / site["name"] / "properties"
        old, new = (_records(properties / f"{name}.json") for name in ("target", "candidate"))
        chosen = [(pair["old"], pair["new"]) for pair in site["xpath"] if pair["old"] in old and pair["new"] in new]
        if chosen:
            yield _site(site["name"], old, new, chosen, with_neighbours=with_neighbours)


def _records(path: Path) -> dict[str, Record]:
    """Records by path; some files hold a single record, or failures without a path."""
    if not path.is_file():
        return {}
    found = json.loads(path.read_text())
    return {entry["xpath"]: entry for entry in (found if isinstance(found, list) else [found]) if "xpath" in entry}


def _site(
    name: str, old: Mapping[str, Record], new: Mapping[str, Record], chosen: Sequence[tuple[str, str]],
    *, with_neighbours: bool,
) -> SimiloSite:  # fmt: skip
    before, rows_before = rebuilt(old.values(), with_neighbours=with_neighbours)
    after, rows_after = rebuilt(new.values(), with_neighbours=False)
    return SimiloSite(
        name=name,
        old=before,
        new=after,
        pairs=tuple((rows_before[one], rows_after[other]) for one, other in chosen),
        old_records={rows_before[path]: entry for path, entry in old.items()},
        new_records={rows_after[path]: entry for path, entry in new.items()},
    )


@dataclass(slots=True)
class _Element:
    tag: str
    path: str
    record: Record | None = None
    identifier: str = ""
    children: list[_Element] = field(default_factory=list)
    by_step: dict[str, _Element] = field(default_factory=dict)


def rebuilt(records: Any, *, with_neighbours: bool) -> tuple[Snapshot, dict[str, int]]:
    """The page of some records, and the row of each by its path."""
    root = _Element("html", "/html[1]")
    for record in records:
        _place(root, record)
    table = _Table()
    table.add(root, -1, with_neighbours=with_neighbours)
    return table.snapshot(), table.rows_by_path


def _place(root: _Element, record: Record) -> None:
    steps = _STEP.findall(record["xpath"])
    line, element = [root], root
    for tag, index in steps[1:]:
        step = f"{tag.lower()}[{index}]"
        if step not in element.by_step:
            made = _Element(tag.lower(), f"{element.path}/{step}")
            element.by_step[step] = made
            element.children.append(made)
        element = element.by_step[step]
        line.append(element)
    element.record = record
    element.tag = str(record["tag"]).lower()
    if match := _ID.match(record.get("idxpath") or ""):
        behind = len(_STEP.findall(match[2]))
        if behind < len(line):
            line[len(line) - 1 - behind].identifier = match[1]


def _recorded(element: _Element) -> Iterator[Record]:
    if element.record is not None:
        yield element.record
    for child in element.children:
        yield from _recorded(child)


def _visible(record: Record | None) -> list[str]:
    return [word for word in (record or {}).get("visibleText") or [] if word]


class _Table:
    """Rows in document order, made into a snapshot at the end."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, str, dict[str, str], str, Box]] = []
        self.ends: list[int] = []
        self.rows_by_path: dict[str, int] = {}

    def add(
        self, element: _Element, parent: int, *, with_neighbours: bool, depth: int = 0, is_inside: bool = False
    ) -> list[str]:
        """Add an element with all that is in it, `is_inside` another recorded one; its words."""
        row = self._row(parent, depth, element.tag, _attributes(element), "", _box(element))
        if element.record is not None:
            self.rows_by_path[element.record["xpath"]] = row
        words = [] if element.tag in FIELDS else _visible(element.record)
        at, found = 0, list[str]()
        for child in element.children:
            inside = _visible(child.record) if child.tag not in FIELDS else []
            begin = _find(words, inside, at)
            if begin is not None and inside:
                self._text(row, depth + 1, words[at:begin])
                at = begin + len(inside)
            is_recorded = is_inside or element.record is not None
            found += self.add(child, row, with_neighbours=with_neighbours, depth=depth + 1, is_inside=is_recorded)
        self._text(row, depth + 1, words[at:] if at or not found else [])
        self.ends[row] = len(self.rows)
        if with_neighbours and element.record is not None and not is_inside:  # or they would be words of another record
            for record in _recorded(element):
                self._text(parent, depth, [word for word in record.get("neighborText") or [] if word])
        return words or found

    def _text(self, parent: int, depth: int, words: Sequence[str]) -> None:
        if words:
            row = self._row(parent, depth, TEXT, {}, " ".join(words), self.rows[parent][5])
            self.ends[row] = row + 1

    def _row(self, parent: int, depth: int, tag: str, attributes: dict[str, str], text: str, box: Box) -> int:
        self.rows.append((parent, depth, tag, attributes, text, box))
        self.ends.append(0)
        return len(self.rows) - 1

    def snapshot(self) -> Snapshot:
        for row in range(len(self.rows) - 1, 0, -1):  # texts that were added behind an element belong to its parent
            parent = self.rows[row][0]
            self.ends[parent] = max(self.ends[parent], self.ends[row])
        nodes = self._nodes()
        return Snapshot(
            requested_url="http://similo.test/", url="http://similo.test/", status=200,
            headers=(("content-type", "text/html"),), title="", captured_at=datetime(2026, 1, 1, tzinfo=UTC),
            viewport=(1920, 1080), page_size=(1920.0, 1080.0), height_cap_px=20_000, nodes=nodes, dom="",
            screenshot_png=None,
        )  # fmt: skip

    def _nodes(self) -> NodeTable:
        parents, depths, names, attributes, texts, given = zip(*self.rows, strict=True)
        count, tags = len(self.rows), tuple(dict.fromkeys(names))
        boxes, is_text = np.array(given, np.float32), np.array([name == TEXT for name in names])
        return NodeTable(
            parent=np.array(parents, np.int32), end=np.array(self.ends, np.int32), depth=np.array(depths, np.int32),
            tags=tags, tag=np.array([tags.index(name) for name in names], np.int32), attributes=attributes, text=texts,
            box=boxes, clipped=boxes.copy(), visible=np.ones(count, bool),
            rect_start=np.concatenate([[0], np.cumsum(is_text)]).astype(np.int32), rects=boxes[is_text],
            displays=("block",), display=np.zeros(count, np.int32), positions=("static",),
            position=np.zeros(count, np.int32), background=np.full(count, 0xFFFFFFFF, np.uint32),
            colour=np.full(count, 0x000000FF, np.uint32), font_size=np.full(count, 16.0, np.float32),
            font_weight=np.full(count, 400, np.int32), border=np.zeros((count, 4), np.float32),
            paint_order=np.arange(count, dtype=np.int32),
            links={row: own["href"] for row, own in enumerate(attributes) if own.get("href")},
            images={
                row: PageImage(address="", name=own.get("alt", ""), kind="img")
                for row, own in enumerate(attributes) if names[row] == "img"
            },
            dom_start=np.zeros(count, np.int32), dom_end=np.zeros(count, np.int32),
        )  # fmt: skip


def _attributes(element: _Element) -> dict[str, str]:
    record = element.record or {}
    own = {
        "id": record.get("id") or element.identifier,
        "class": " ".join(record.get("classList") or []),
        **{name: record.get(name) or "" for name in ("name", "href", "alt")},
    }
    if element.tag in FIELDS and (words := _visible(element.record)):
        own["value" if record.get("isButton") else "placeholder"] = " ".join(words)
    return {name: str(value) for name, value in own.items() if value}


def _box(element: _Element) -> Box:
    if element.record is not None:
        place = element.record["location"]
        return float(place["x"]), float(place["y"]), float(place["width"]), float(place["height"])
    inside = [_box(child) for child in element.children]
    if not inside:
        return 0.0, 0.0, 0.0, 0.0
    left, top = min(box[0] for box in inside), min(box[1] for box in inside)
    right, bottom = max(box[0] + box[2] for box in inside), max(box[1] + box[3] for box in inside)
    return left, top, right - left, bottom - top


def _find(words: Sequence[str], inside: Sequence[str], start: int) -> int | None:
    size = len(inside)
    return next((at for at in range(start, len(words) - size + 1) if list(words[at : at + size]) == list(inside)), None)
