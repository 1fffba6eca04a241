"""Small similarity measures that several packages share. All are in 0 to 1, and 1 for two empty sides."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

T = TypeVar("T")


def jaccard(first: Collection[T], second: Collection[T]) -> float:
    """Shared members over all members, as sets."""
    left, right = set(first), set(second)
    union = len(left | right)
    return len(left & right) / union if union else 1.0
