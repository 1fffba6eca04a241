"""Pagestrata: a visual web archive and change monitor.

The public names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES: dict[str, str] = {
    "PagestrataError": "pagestrata.errors",
    "Box": "pagestrata.model.geometry",
    "Snapshot": "pagestrata.model.snapshot",
    "Block": "pagestrata.model.blocks",
    "BlockTree": "pagestrata.model.blocks",
    "Change": "pagestrata.model.deltas",
    "Delta": "pagestrata.model.deltas",
    "Weights": "pagestrata.model.weights",
    "Decision": "pagestrata.model.weights",
    "Archive": "pagestrata.store.archive",
    "Follower": "pagestrata.follow.follower",
    "apply": "pagestrata.compare.apply",
    "capture": "pagestrata.assemble.api",
    "compare": "pagestrata.compare.changes",
    "decide": "pagestrata.assemble.api",
    "invert": "pagestrata.compare.apply",
    "load_page": "pagestrata.assemble.api",
    "open_archive": "pagestrata.store.archive",
    "read_videlta": "pagestrata.formats.videlta",
    "read_vixml": "pagestrata.formats.vixml",
    "segment": "pagestrata.segment",
    "weigh": "pagestrata.weigh.changes",
    "write_videlta": "pagestrata.formats.videlta",
    "write_vixml": "pagestrata.formats.vixml",
}

if TYPE_CHECKING:  # so that type checkers see functions where packages have the same names
    from pagestrata.assemble.api import capture as capture
    from pagestrata.assemble.api import decide as decide
    from pagestrata.assemble.api import load_page as load_page
    from pagestrata.compare.apply import apply as apply
    from pagestrata.compare.apply import invert as invert
    from pagestrata.compare.changes import compare as compare
    from pagestrata.errors import PagestrataError as PagestrataError
    from pagestrata.follow.follower import Follower as Follower
    from pagestrata.formats.videlta import read_videlta as read_videlta
    from pagestrata.formats.videlta import write_videlta as write_videlta
    from pagestrata.formats.vixml import read_vixml as read_vixml
    from pagestrata.formats.vixml import write_vixml as write_vixml
    from pagestrata.model.blocks import Block as Block
    from pagestrata.model.blocks import BlockTree as BlockTree
    from pagestrata.model.deltas import Change as Change
    from pagestrata.model.deltas import Delta as Delta
    from pagestrata.model.geometry import Box as Box
    from pagestrata.model.snapshot import Snapshot as Snapshot
    from pagestrata.model.weights import Decision as Decision
    from pagestrata.model.weights import Weights as Weights
    from pagestrata.segment import segment as segment
    from pagestrata.store.archive import Archive as Archive
    from pagestrata.store.archive import open_archive as open_archive
    from pagestrata.weigh.changes import weigh as weigh

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pagestrata' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """`capture`, `segment`, `compare` and `weigh` name a package and its function: here the function wins.

    The import system sets every imported sub-package as an attribute of its parent; for a public name that is ignored.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
