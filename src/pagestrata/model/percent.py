"""Shares as people read them, written alike in every message."""

from __future__ import annotations


def percent(share: float, decimals: int = 0) -> str:
    """'60 %' of .6."""
    return f"{100 * share:.{decimals}f} %"
