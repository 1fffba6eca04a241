"""Pages that people look at before they watch them: opened in the background, kept for a while, by an unguessable name."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagestrata.app.previews import Preview, look_at
from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from pagestrata.app.session import Session

log = logging.getLogger(__name__)

MOST_WAITING = 10
_REMEMBERED = 12
"""Each holds a screenshot and a page: some megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """A preview that is made, was made, or could not be."""

    id: str
    url: str
    preview: Preview | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        return self.preview is not None or bool(self.error)


class Previews:
    """The last few previews. Calls `changed` with finished ones."""

    def __init__(self, executor: Executor, *, changed: Callable[[Looking], None] = lambda _looking: None) -> None:
        self._executor, self._changed = executor, changed
        self._known: OrderedDict[str, Looking] = OrderedDict()
        self._lock = threading.Lock()
        self._pending = 0

    def begin(self, session: Session, url: str) -> Looking:
        """Open a page soon. TooManyRequestsError when too many wait already."""
        with self._lock:
            if self._pending >= MOST_WAITING:
                raise TooManyRequestsError(
                    f"{self._pending} pages are already waiting for a preview; try again when some are done"
                )
            self._pending += 1
        looking = Looking(id=secrets.token_urlsafe(12), url=url)
        self._remember(looking)
        self._executor.submit(self._look, session, looking)
        return looking

    def of(self, name: str) -> Looking:
        """Return a preview. Raises NotFoundError if it has expired."""
        with self._lock:
            found = self._known.get(name)
        if found is None:
            raise NotFoundError("this preview has expired; open the page again")
        return found

    def forget(self, name: str) -> None:
        with self._lock:
            self._known.pop(name, None)

    def _look(self, session: Session, looking: Looking) -> None:
        try:
            over = replace(looking, preview=look_at(session, looking.url))
        except PagestrataError as error:
            over = replace(looking, error=str(error))
        except Exception:
            log.exception("%s: the preview broke", looking.url)
            over = replace(looking, error="Internal error; see the server's log.")
        with self._lock:
            self._pending -= 1
        self._remember(over)
        self._changed(over)

    def _remember(self, looking: Looking) -> None:
        with self._lock:
            self._known[looking.id] = looking
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
