"""Pages written for a benchmark, rendered once and kept like the recorded ones, and the verdict on two of them."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.pages import Renderer, cache_folder
from pagestrata.deciding.sides import Side
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Decision
from pagestrata.visit.cut import cut
from pagestrata.visit.judge import judge


class Case(NamedTuple):
    """Two pages of which one thing differs, and whether that matters."""

    group: str
    matters: bool
    old_html: str
    new_html: str
    said: str  # where it stands and what changed
    second_html: str | None = None  # what a second look shows, where that is another page than the new one


class Result(NamedTuple):
    """One case, whether it was kept, and the first reason."""

    case: Case
    kept: bool
    why: str

    @property
    def right(self) -> bool:
        return self.kept == self.case.matters


def key_of(html: str) -> str:
    return hashlib.sha256(html.encode()).hexdigest()[:24]


def snapshot_of(renderer: Renderer, html: str) -> Snapshot:
    """The page as the browser shows it."""
    kept = cache_folder() / "made" / f"{key_of(html)}.snapshot"
    if kept.is_file():
        return read_snapshot(kept.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        found = renderer.saved(page)
    kept.parent.mkdir(parents=True, exist_ok=True)
    partial = kept.with_suffix(f".{os.getpid()}.partial")
    partial.write_bytes(write_snapshot(found))
    partial.replace(kept)
    return found


def verdict(renderer: Renderer, old_html: str, new_html: str) -> Decision:
    """What is decided about two such pages, as a visit would."""
    return verdict_on(*(snapshot_of(renderer, html) for html in (old_html, new_html)))


def verdict_on(old: Snapshot, new: Snapshot) -> Decision:
    """The verdict on two rendered pages, as `pagestrata diff` gives it."""
    sides = (Side(tree=cut(page), screenshot_png=page.screenshot_png) for page in (old, new))
    return judge(*sides).decision
