"""Work that somebody asked for here and that runs behind the answer: how far it is, and how it ended.

Jobs are remembered for as long as the program runs, the last so many of them; what they made is in the archive anyway.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.web.context import WebContext
from pagestrata.web.refusals import TooManyRequestsError

log = logging.getLogger(__name__)

MOST_REMEMBERED = 500
MOST_WAITING = 50
State = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something that was asked for; `error` says why nothing came of it."""

    id: str
    number: int  # the later, the larger
    url: str  # of the page it is about
    asked_at: datetime
    state: State = "waiting"
    error: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "failed"}


AJob = TypeVar("AJob", bound=Job)


class JobList(Generic[AJob]):
    """The jobs of one kind in one running application. Threads may share it."""

    event = "job"
    noun = "jobs"

    def __init__(self, context: WebContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, AJob] = OrderedDict()
        self._numbers = itertools.count(1)

    def find(self, job_id: str) -> AJob:
        with self._lock:
            job = self._jobs.get(job_id)
        if job is None:
            raise NotFoundError(f"nothing was asked for under {job_id[:60]!r}, or it is forgotten")
        return job

    def recent(self) -> list[AJob]:
        """Those remembered, the last asked for first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def _begin(self, make: Callable[..., AJob], work: Callable[[str], Mapping[str, Any]], **about: Any) -> AJob:
        """Begin a job about something; where one about the same waits or runs, that one.

        `work` gets the job's id and gives what is to be remembered of its end. TooManyRequestsError when too many wait.
        """
        with self._lock:
            pending = [job for job in self._jobs.values() if not job.is_over]
            for known in pending:
                if all(getattr(known, name) == value for name, value in about.items()):
                    return known
            if len(pending) >= MOST_WAITING:
                raise TooManyRequestsError(f"{len(pending)} {self.noun} wait already; ask again when some are done")
            job = make(id=secrets.token_hex(8), number=next(self._numbers), asked_at=self._context.clock(), **about)
            self._jobs[job.id] = job
            while len(self._jobs) > MOST_REMEMBERED:
                self._jobs.popitem(last=False)
        self._context.jobs.submit(self._run, job.id, work)
        return job

    def _run(self, job_id: str, work: Callable[[str], Mapping[str, Any]]) -> None:
        self._change(job_id, state="running")
        try:
            made = work(job_id)
        except PagestrataError as error:
            self._change(job_id, state="failed", error=str(error), **self._failure(error))
        except Exception:
            log.exception("something that was asked for ended with a bug")
            self._change(job_id, state="failed", error="something went wrong that should not; the log says what")
        else:
            self._change(job_id, state="done", **made)

    def _change(self, job_id: str, **fields: Any) -> None:
        with self._lock:
            if job_id in self._jobs:
                self._jobs[job_id] = replace(self._jobs[job_id], **fields)
            job = self._jobs.get(job_id)
        if job is not None:
            said = {"id": job.id, "url": job.url, "state": job.state, "error": job.error}
            self._context.events.publish(self.event, **said, **self._details(job))

    def _failure(self, error: PagestrataError) -> Mapping[str, Any]:
        """What is to be remembered of a failure beside its message."""
        return {}

    def _details(self, job: AJob) -> Mapping[str, Any]:
        """What open screens are told beside the state."""
        return {}
