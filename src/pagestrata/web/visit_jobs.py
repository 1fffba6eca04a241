"""Visits that somebody asked for here: they run behind the answer, one at a time for each address, and can be asked about.

Jobs are remembered for as long as the program runs, the last so many of them; what they found is in the archive anyway.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.model.records import Visit
from pagestrata.web.context import WebContext
from pagestrata.web.refusals import TooManyRequestsError

log = logging.getLogger(__name__)

MOST_REMEMBERED = 500
MOST_WAITING = 50
State = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitJob:
    """One visit that was asked for; `visit` is what came of it, `error` why nothing did."""

    id: str
    number: int  # the later, the larger
    url: str
    asked_at: datetime
    state: State = "waiting"
    visit: Visit | None = None
    error: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "failed"}


class VisitJobs:
    """The visits asked for in one running application. Threads may share it."""

    def __init__(self, context: WebContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, VisitJob] = OrderedDict()
        self._numbers = itertools.count(1)

    def start(self, url: str, *, force: bool = False) -> VisitJob:
        """Begin a visit; where one to this address waits or runs, that one. TooManyRequestsError when too many wait.

        Raises UsageError where nothing can be visited from here.
        """
        session = self._context.visits
        with self._lock:
            pending = [job for job in self._jobs.values() if not job.is_over]
            if (known := next((job for job in pending if job.url == url), None)) is not None:
                return known
            if len(pending) >= MOST_WAITING:
                raise TooManyRequestsError(f"{len(pending)} visits wait already; ask again when some are done")
            job = VisitJob(id=secrets.token_hex(8), number=next(self._numbers), url=url, asked_at=self._context.clock())
            self._jobs[job.id] = job
            while len(self._jobs) > MOST_REMEMBERED:
                self._jobs.popitem(last=False)
        self._context.jobs.submit(self._run, job.id, lambda: session.visit(url, force=force))
        return job

    def find(self, job_id: str) -> VisitJob:
        with self._lock:
            job = self._jobs.get(job_id)
        if job is None:
            raise NotFoundError(
                f"no visit was asked for under {job_id[:60]!r}, or it is forgotten; see the page's visits"
            )
        return job

    def recent(self) -> list[VisitJob]:
        """Those remembered, the last asked for first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def _run(self, job_id: str, visit: Callable[[], Visit]) -> None:
        self._change(job_id, state="running")
        try:
            found = visit()
        except PagestrataError as error:
            self._change(job_id, state="failed", error=str(error))
        except Exception:
            log.exception("a visit that was asked for ended with a bug")
            self._change(job_id, state="failed", error="something went wrong that should not; the log says what")
        else:
            self._change(job_id, state="done", visit=found)

    def _change(self, job_id: str, **fields: object) -> None:
        with self._lock:
            if job_id in self._jobs:
                self._jobs[job_id] = replace(self._jobs[job_id], **fields)  # type: ignore[arg-type]
            job = self._jobs.get(job_id)
        if job is not None:
            self._context.events.publish("job", id=job.id, url=job.url, state=job.state, error=job.error)
