"""Pagestrata: a visual web archive and change monitor.

The public names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

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
}

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
