"""Visits as the work of an engine: every worker has a browser and the archive for itself, and is told only an address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagestrata.model.records import Visit

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVisits:
    """What is known of a page is loaded, and what a visit finds committed, by whoever has it in hand."""

    archive: str
    browser: str | None
    options: CaptureOptions

    @contextmanager
    def __call__(self) -> Iterator[Callable[[str], Visit]]:
        from pagestrata.app.session import Session

        allowed = self.options.allow_private
        with Session(
            archive=self.archive, browser=self.browser, allow_private=allowed, options=self.options
        ) as session:
            yield lambda url: session.attempt(url)[0]
