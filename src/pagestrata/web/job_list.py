"""Jobs that a person started here and that run behind the answer: how far they are, and how they ended.

Jobs are remembered while the program runs, up to a limit; their results are in the archive anyway. Visits run one at a time for
each address. Following a block, or correcting where it is, renders versions again, which takes seconds each.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Generic, Literal, TypeVar

from starlette.requests import Request

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.trails import correct_trail, find_trail, follow_block
from pagestrata.errors import FollowedError, NotFoundError, PagestrataError, UsageError
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.plan import VisitRequest
from pagestrata.web.context import WebContext
from pagestrata.web.refusals import TooManyRequestsError

log = logging.getLogger(__name__)

MOST_REMEMBERED = 500
MOST_WAITING = 50
State = Literal["waiting", "running", "done", "failed"]


REPORTED = timedelta(hours=1)
"""For so long a failure is shown on the page's screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A requested job; `error` says why it failed."""

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
            raise NotFoundError(f"there is no job {job_id[:60]!r}, or it has expired")
        return job

    def recent(self) -> list[AJob]:
        """Return the remembered jobs, newest first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def _begin(self, make: Callable[..., AJob], work: Callable[[str], Mapping[str, Any]], **about: Any) -> AJob:
        """Begin a job, or return the one that waits or runs for the same subject.

        `work` gets the job's id and gives what is to be remembered of its end. TooManyRequestsError when too many wait.
        """
        with self._lock:
            pending = [job for job in self._jobs.values() if not job.is_over]
            for known in pending:
                if all(getattr(known, name) == value for name, value in about.items()):
                    return known
            if len(pending) >= MOST_WAITING:
                raise TooManyRequestsError(
                    f"{len(pending)} {self.noun} are already waiting; try again when some are done"
                )
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
            log.exception("a request failed")
            self._change(job_id, state="failed", error="internal error; see the server's log")
        else:
            self._change(job_id, state="done", **made)

    def _change(self, job_id: str, **fields: Any) -> None:
        with self._lock:
            if job_id in self._jobs:
                self._jobs[job_id] = replace(self._jobs[job_id], **fields)
            job = self._jobs.get(job_id)
        if job is not None:
            state = {"id": job.id, "url": job.url, "state": job.state, "error": job.error}
            self._context.events.publish(self.event, **state, **self._details(job))

    def _failure(self, error: PagestrataError) -> Mapping[str, Any]:
        """What to remember of a failure in addition to its message."""
        return {}

    def _details(self, job: AJob) -> Mapping[str, Any]:
        """What open screens get in addition to the state."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitJob(Job):
    """A requested visit; `visit` is its result."""

    visit: Visit | None = None


class VisitJobs(JobList[VisitJob]):
    """The requested visits of a running application."""

    noun = "visits"

    def start(self, url: str, *, force: bool = False) -> VisitJob:
        """Begin a visit, or return the one to this address that waits or runs. Raises TooManyRequestsError if too many wait.

        Raises UsageError if this server cannot visit pages.
        """
        session = self._context.visits
        return self._begin(VisitJob, lambda _id: {"visit": session.visit(VisitRequest(url, force=force))}, url=url)


def visit_jobs_of(request: Request) -> VisitJobs:
    """The requested visits of the application that got a request."""
    found: VisitJobs = request.app.state.visit_jobs
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailJob(Job):
    """A block to follow, or a correction; `trail` is the id of the followed block."""

    kind: Literal["follow", "correct"]
    version: str
    choice: Choice
    name: str = ""
    trail: str = ""  # its id
    is_followed: bool = False  # it failed, since `trail` follows the block already
    seen: int = 0  # versions looked at
    versions: int = 0  # those there are to look at; 0: not known yet


class TrailJobs(JobList[TrailJob]):
    """The blocks that people chose in one running application."""

    event = "trail"
    noun = "chosen blocks"

    def follow(
        self,
        version: Version,
        choice: Choice,
        *,
        name: str = "",
        opened: Snapshot | None = None,
        tell: Callable[[str], None] = lambda _trail: None,
    ) -> TrailJob:
        """Follow a block from a version on. Raises UsageError if this server cannot render pages.

        `opened` is the version if it is already rendered. `tell` is called with the id of the trail, to add its alert.
        """
        session = self._context.visits

        def work(job_id: str) -> Mapping[str, Any]:
            made = follow_block(
                session,
                f"{version.url}@{version.id}",
                choice,
                name=name or None,
                opened=opened,
                progress=lambda seen, count: self._change(job_id, seen=seen, versions=count),
            )
            tell(made.id)
            return {"trail": made.id}

        about = {"url": version.url, "kind": "follow", "version": version.id, "choice": choice, "name": name}
        return self._begin(TrailJob, work, **about)

    def correct(self, trail_id: str, version: Version, choice: Choice, *, opened: Snapshot | None = None) -> TrailJob:
        """Correct the position of a followed block on a version, `opened` if it is already rendered.

        Raises UsageError if this server cannot render pages.
        """
        session, archive = self._context.visits, self._context.archive
        trail = find_trail(archive, trail_id)
        if trail.url != version.url:
            raise UsageError(f"{version.id} is not a version of {trail.url[:200]}, on which the block is followed")

        def work(_job_id: str) -> Mapping[str, Any]:
            snapshot = opened or session.snapshot(f"{version.url}@{version.id}")
            tree = archive.contents.tree(version)
            correct_trail(archive, trail_id, snapshot, choice, version=version.id, tree=tree)
            return {}

        about = {"url": version.url, "kind": "correct", "version": version.id, "choice": choice, "trail": trail_id}
        return self._begin(TrailJob, work, **about)

    def about(self, url: str) -> list[TrailJob]:
        """Return the jobs of a page that are running or failed within the last hour, newest first."""
        earliest = self._context.clock() - REPORTED
        found = (job for job in self.recent() if job.url == url and job.state != "done")
        return [job for job in found if not job.is_over or job.asked_at >= earliest]

    def _failure(self, error: PagestrataError) -> Mapping[str, Any]:
        return {"trail": error.trail_id, "is_followed": True} if isinstance(error, FollowedError) else {}

    def _details(self, job: TrailJob) -> Mapping[str, Any]:
        return {"seen": job.seen, "versions": job.versions}


def trail_jobs_of(request: Request) -> TrailJobs:
    """The jobs that follow or correct blocks of the application that got a request."""
    found: TrailJobs = request.app.state.trail_jobs
    return found
