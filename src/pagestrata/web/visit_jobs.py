"""Visits that somebody asked for here: they run behind the answer, one at a time for each address."""

from __future__ import annotations

from dataclasses import dataclass

from pagestrata.model.records import Visit
from pagestrata.visit.plan import VisitRequest
from pagestrata.web.job_list import Job, JobList


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitJob(Job):
    """One visit that was asked for; `visit` is what came of it."""

    visit: Visit | None = None


class VisitJobs(JobList[VisitJob]):
    """The visits asked for in one running application."""

    noun = "visits"

    def start(self, url: str, *, force: bool = False) -> VisitJob:
        """Begin a visit; where one to this address waits or runs, that one. TooManyRequestsError when too many wait.

        Raises UsageError where nothing can be visited from here.
        """
        session = self._context.visits
        return self._begin(VisitJob, lambda _id: {"visit": session.visit(VisitRequest(url, force=force))}, url=url)
