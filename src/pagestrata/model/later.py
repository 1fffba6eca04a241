"""Modules that are loaded on first use: optional libraries, and large ones that most commands do without."""

from __future__ import annotations

import importlib
from typing import Any


class Later:
    """A module that is loaded when one of its attributes is read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(importlib.import_module(self._name), attribute)
        setattr(self, attribute, found)  # read directly from now on
        return found
