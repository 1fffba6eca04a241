"""Archived versions rendered again, so that people can point at their elements: made in the background, a few are kept."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagestrata.errors import PagestrataError
from pagestrata.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.model.records import Version
    from pagestrata.model.snapshot import Snapshot

log = logging.getLogger(__name__)

MOST_WAITING = 6
REMEMBERED = 4
"""Each holds a screenshot and a page: some megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """A version that is being rendered, was rendered, or could not be."""

    version: str
    snapshot: Snapshot | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        return self.snapshot is not None or bool(self.error)


class Renderings:
    """The versions that people point at. Threads may share it."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._known: OrderedDict[str, Rendering] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, session: Session, version: Version) -> Rendering:
        """The rendering of a version, started if missing. A failure is reported once, then tried again.

        Raises TooManyRequestsError when too many wait already.
        """
        with self._lock:
            known = self._known.get(version.id)
            if known is not None:
                self._known.move_to_end(version.id)
                if known.error:
                    del self._known[version.id]
                return known
            waiting = sum(not each.is_over for each in self._known.values())
            if waiting >= MOST_WAITING:
                raise TooManyRequestsError(
                    f"{waiting} versions are already waiting to be rendered; try again when some are done"
                )
            begun = self._known[version.id] = Rendering(version=version.id)
        self._executor.submit(self._render, session, version)
        return begun

    def ready(self, version_id: str) -> Snapshot | None:
        """A version that is rendered already; None for others."""
        with self._lock:
            known = self._known.get(version_id)
        return known.snapshot if known is not None else None

    def _render(self, session: Session, version: Version) -> None:
        begun = Rendering(version=version.id)
        try:
            over = replace(begun, snapshot=session.snapshot(f"{version.url}@{version.id}"))
        except PagestrataError as error:
            over = replace(begun, error=str(error))
        except Exception:
            log.exception("%s: it could not be rendered again", version.id)
            over = replace(begun, error="Internal error; see the server's log.")
        with self._lock:
            self._known[version.id] = over
            over_now = [name for name, each in self._known.items() if each.is_over]
            for name in over_now[: max(0, len(over_now) - REMEMBERED)]:
                del self._known[name]
