"""Pages that are opened in the background: previews of pages to watch, and archived versions rendered again.

Only the last few are stored: each has a screenshot and a page, some megabytes.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from pagestrata.app.previews import Preview, look_at
from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.model.snapshot import Snapshot
from pagestrata.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.model.records import Version

log = logging.getLogger(__name__)

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPage(Generic[Content]):
    """A page that is being opened, is open, or could not be opened."""

    id: str
    url: str
    content: Content | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        return self.content is not None or bool(self.error)


class OpenedPages(Generic[Content]):
    """The pages opened last. Threads may share it. Calls `changed` with each page that is open, or could not be opened."""

    most_waiting: int
    most_kept: int
    waiting_words: str  # what waits, in the message to whoever has to try again

    def __init__(
        self, executor: Executor, *, changed: Callable[[OpenedPage[Content]], None] = lambda _page: None
    ) -> None:
        self._executor, self._changed = executor, changed
        self._pages: OrderedDict[str, OpenedPage[Content]] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, page_id: str) -> OpenedPage[Content] | None:
        with self._lock:
            if page_id in self._pages:
                self._pages.move_to_end(page_id)
            return self._pages.get(page_id)

    def forget(self, page_id: str) -> None:
        with self._lock:
            self._pages.pop(page_id, None)

    def _begin(self, page: OpenedPage[Content], load: Callable[[], Content]) -> OpenedPage[Content]:
        """Open a page soon, unless that has begun already. Raises TooManyRequestsError if too many wait."""
        with self._lock:
            if page.id in self._pages:
                return self._pages[page.id]
            waiting = sum(not each.is_over for each in self._pages.values())
            if waiting >= self.most_waiting:
                raise TooManyRequestsError(f"{waiting} {self.waiting_words}; try again when some are done")
            self._pages[page.id] = page
        self._executor.submit(self._open, page, load)
        return page

    def _open(self, page: OpenedPage[Content], load: Callable[[], Content]) -> None:
        try:
            over = replace(page, content=load())
        except PagestrataError as error:
            over = replace(page, error=str(error))
        except Exception:
            log.exception("%s could not be opened", page.url)
            over = replace(page, error="Internal error; see the server's log.")
        with self._lock:
            self._pages[page.id] = over
            finished = [name for name, each in self._pages.items() if each.is_over]
            for name in finished[: max(0, len(finished) - self.most_kept)]:
                del self._pages[name]
        self._changed(over)


class Previews(OpenedPages[Preview]):
    """Previews of pages before they are watched, by unguessable names."""

    most_waiting = 10
    most_kept = 12
    waiting_words = "pages are already waiting for a preview"

    def begin(self, session: Session, url: str) -> OpenedPage[Preview]:
        """Open a page soon. Raises TooManyRequestsError if too many wait already."""
        return self._begin(OpenedPage(id=secrets.token_urlsafe(12), url=url), partial(look_at, session, url))

    def of(self, page_id: str) -> OpenedPage[Preview]:
        """Return a preview. Raises NotFoundError if it has expired."""
        found = self.known(page_id)
        if found is None:
            raise NotFoundError("this preview has expired; open the page again")
        return found


class Renderings(OpenedPages[Snapshot]):
    """Archived versions rendered again, so that people can point at their elements."""

    most_waiting = 6
    most_kept = 4
    waiting_words = "versions are already waiting to be rendered"

    def of(self, session: Session, version: Version) -> OpenedPage[Snapshot]:
        """Return the rendering of a version, and start it if missing. A failure is reported once, then tried again.

        Raises TooManyRequestsError if too many wait already.
        """
        known = self.known(version.id)
        if known is None:
            source = f"{version.url}@{version.id}"
            return self._begin(OpenedPage(id=version.id, url=source), partial(session.snapshot, source))
        if known.error:
            self.forget(version.id)
        return known

    def ready(self, version_id: str) -> Snapshot | None:
        """Return a version that is already rendered, or None."""
        known = self.known(version_id)
        return known.content if known is not None else None
