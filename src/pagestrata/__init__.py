"""Pagestrata: a visual web archive and change monitor.

The public names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - who runs the source with an older one is told so, not shown a name that is missing
    raise ImportError(f"Pagestrata needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}")

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

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
    "QuickResult": "pagestrata.model.quick_result",
    "Proportions": "pagestrata.comparing.simulate.simulator",
    "Archive": "pagestrata.store.archive",
    "Follower": "pagestrata.follow.follower",
    "analyse": "pagestrata.app.api",
    "apply": "pagestrata.comparing.delta.apply",
    "capture": "pagestrata.app.api",
    "compare": "pagestrata.comparing.vidiff",
    "decide": "pagestrata.app.api",
    "doctor": "pagestrata.app.doctor.examination",
    "invert": "pagestrata.comparing.delta.apply",
    "load_page": "pagestrata.app.api",
    "main_content": "pagestrata.weighing.blocks.main_content",
    "open_archive": "pagestrata.store.archive",
    "quick_compare": "pagestrata.comparing.quick.quick_compare",
    "read_videlta": "pagestrata.formats.deltas.videlta",
    "read_vixml": "pagestrata.formats.trees.vixml",
    "refill": "pagestrata.segmenting.refill.refill",
    "segment": "pagestrata.segmenting",
    "simulate": "pagestrata.comparing.simulate.simulator",
    "weigh": "pagestrata.weighing.change_importance",
    "write_videlta": "pagestrata.formats.deltas.videlta",
    "write_vixml": "pagestrata.formats.trees.vixml",
}

if TYPE_CHECKING:  # so that type checkers see what is loaded at first use
    from pagestrata.app.api import analyse as analyse
    from pagestrata.app.api import capture as capture
    from pagestrata.app.api import decide as decide
    from pagestrata.app.api import load_page as load_page
    from pagestrata.app.doctor.examination import doctor as doctor
    from pagestrata.comparing.delta.apply import apply as apply
    from pagestrata.comparing.delta.apply import invert as invert
    from pagestrata.comparing.quick.quick_compare import quick_compare as quick_compare
    from pagestrata.comparing.simulate.simulator import Proportions as Proportions
    from pagestrata.comparing.simulate.simulator import simulate as simulate
    from pagestrata.comparing.vidiff import compare as compare
    from pagestrata.errors import PagestrataError as PagestrataError
    from pagestrata.follow.follower import Follower as Follower
    from pagestrata.formats.deltas.videlta import read_videlta as read_videlta
    from pagestrata.formats.deltas.videlta import write_videlta as write_videlta
    from pagestrata.formats.trees.vixml import read_vixml as read_vixml
    from pagestrata.formats.trees.vixml import write_vixml as write_vixml
    from pagestrata.model.blocks import Block as Block
    from pagestrata.model.blocks import BlockTree as BlockTree
    from pagestrata.model.deltas import Change as Change
    from pagestrata.model.deltas import Delta as Delta
    from pagestrata.model.geometry import Box as Box
    from pagestrata.model.quick_result import QuickResult as QuickResult
    from pagestrata.model.snapshot import Snapshot as Snapshot
    from pagestrata.model.weights import Decision as Decision
    from pagestrata.model.weights import Weights as Weights
    from pagestrata.segmenting import segment as segment
    from pagestrata.segmenting.refill.refill import refill as refill
    from pagestrata.store.archive import Archive as Archive
    from pagestrata.store.archive import open_archive as open_archive
    from pagestrata.weighing.blocks.main_content import main_content as main_content
    from pagestrata.weighing.change_importance import weigh as weigh

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
