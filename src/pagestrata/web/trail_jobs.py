"""Following a block, and saying where a followed one is: versions are rendered again for both, which takes seconds each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.trails import correct_trail, find_trail, follow_block
from pagestrata.errors import FollowedError, PagestrataError, UsageError
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.web.job_list import Job, JobList

REPORTED = timedelta(hours=1)
"""For so long a failure is shown on the page's screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailJob(Job):
    """One block to be followed, or one correction; `trail` is what was made or corrected."""

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
        """Follow a block from a version on; UsageError where nothing can be rendered from here.

        `opened` is the version rendered already. `tell` gets the id of the trail, to make the alert that was asked for with it.
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
        """Say where a followed block is on a version, `opened` where it is rendered already; UsageError where none can be."""
        session, archive = self._context.visits, self._context.archive
        trail = find_trail(archive, trail_id)
        if trail.url != version.url:
            raise UsageError(f"{version.id} is no version of {trail.url[:200]}, on which the block is followed")

        def work(_job_id: str) -> Mapping[str, Any]:
            snapshot = opened or session.snapshot(f"{version.url}@{version.id}")
            tree = archive.contents.tree(version)
            correct_trail(archive, trail_id, snapshot, choice, version=version.id, tree=tree)
            return {}

        about = {"url": version.url, "kind": "correct", "version": version.id, "choice": choice, "trail": trail_id}
        return self._begin(TrailJob, work, **about)

    def about(self, url: str) -> list[TrailJob]:
        """Those about a page that are not over, or came to nothing within the last hour, the last first."""
        earliest = self._context.clock() - REPORTED
        found = (job for job in self.recent() if job.url == url and job.state != "done")
        return [job for job in found if not job.is_over or job.asked_at >= earliest]

    def _failure(self, error: PagestrataError) -> Mapping[str, Any]:
        return {"trail": error.trail_id, "is_followed": True} if isinstance(error, FollowedError) else {}

    def _details(self, job: TrailJob) -> Mapping[str, Any]:
        return {"seen": job.seen, "versions": job.versions}
