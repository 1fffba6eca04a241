"""Block trees of rendered pages, cut once and kept beside the renderings.

A tree is kept under a key of the code that makes it (`MADE_BY`), so that a change of that code cuts the pages again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.pages import ROOT, cache_folder
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cut import cut

T = TypeVar("T")
SOURCE = ROOT / "src" / "pagestrata"
MADE_BY = (
    "segmenting",
    "weighing/blocks",
    "weighing/data",
    "formats",
    "learned",
    "visit/cut.py",
    "model/blocks.py",
    "model/geometry.py",
    "model/signs.py",
    "model/slots.py",
)
"""Folders and files of the package that a tree depends on; one that is no longer there counts as empty."""


class CutPage(NamedTuple):
    """A page cut into blocks as a visit does it, and how far down it was taken (None: whole)."""

    tree: BlockTree
    depth_px: int | None


def cut_page(snapshot: Snapshot) -> CutPage:
    return CutPage(cut(snapshot), snapshot.depth_px)


def kept_tree(name: str, load: Callable[[], Snapshot]) -> CutPage:
    """The page of that name from the cache, else cut now; `load` is asked for its snapshot only then."""
    return kept(name, lambda: cut_page(load()))


def kept_trees(name: str, load: Callable[[], dict[str, Snapshot]]) -> dict[str, CutPage]:
    """Many small pages that are kept in one file, by their names."""
    return kept(name, lambda: {key: cut_page(snapshot) for key, snapshot in load().items()})


def kept(name: str, make: Callable[[], T]) -> T:
    """What was made under that name and the present code, else made and kept now."""
    file = tree_folder() / f"{name}.pickle"
    if file.is_file():
        found: T = pickle.loads(file.read_bytes())
        return found
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(f".{os.getpid()}.partial")
    partial.write_bytes(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
    partial.replace(file)
    return made


@cache
def tree_folder() -> Path:
    """Where trees of the present code are kept."""
    digest = hashlib.sha256()
    for name in MADE_BY:
        place = SOURCE / name
        for path in sorted(place.rglob("*")) if place.is_dir() else (place,):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(SOURCE).as_posix().encode() + b"\0" + path.read_bytes())
    return cache_folder() / f"trees-{digest.hexdigest()[:16]}"
