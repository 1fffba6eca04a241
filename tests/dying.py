"""A catalog whose program dies around one of its transactions, for tests of what is left behind."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from pagestrata.store.catalog.database import Catalog


class Died(BaseException):
    """Not an Exception: no program catches its own end."""


class DyingCatalog:
    """Passes everything on until the given transaction (the first is 0): it is not begun, or the last to be committed."""

    def __init__(self, catalog: Catalog, transaction: int, *, behind: bool) -> None:
        self._catalog = catalog
        self._left = transaction
        self._behind = behind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._catalog, name)

    @contextlib.contextmanager
    def writing(self, **how: bool) -> Iterator[Any]:
        dies = self._left == 0
        self._left -= 1
        if dies and not self._behind:
            raise Died
        with self._catalog.writing(**how) as connection:
            yield connection
        if dies:
            raise Died
