import asyncio
import threading

import pytest

from pagestrata.errors import NotFoundError, RefusedError
from pagestrata.model.records import Visit
from pagestrata.web.visit_jobs import VisitJob, VisitJobs
from web_fixtures import NOW, web_context

URL = "http://site.test/"


class Visitor:
    """Stands for a session: visits as it is told."""

    def __init__(self, outcome):
        self.outcome = outcome
        self.may_go = threading.Event()

    def visit(self, _request):
        self.may_go.wait(60)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def job_after(tmp_path, outcome):
    """How a visit ends that was asked for twice, and what open screens were told of it."""
    visitor = Visitor(outcome)

    async def told(context) -> tuple[VisitJob, str]:
        stream = context.events.listen()
        await anext(stream)
        jobs = VisitJobs(context)
        first = jobs.start(URL)
        assert jobs.start(URL).id == first.id  # not twice at once
        visitor.may_go.set()
        said = ""
        while '"state": "done"' not in said and '"state": "failed"' not in said:
            said += await anext(stream)  # what happens together is told together
        await stream.aclose()
        assert [job.id for job in jobs.recent()] == [first.id]
        return jobs.find(first.id), said

    with web_context(tmp_path, empty=True, session=visitor) as context:
        job, said = asyncio.run(told(context))
    assert [word for word in ("running", job.state) if f'"state": "{word}"' in said] == ["running", job.state]
    return job


def test_a_visit_is_made_in_the_background(tmp_path):
    visit = Visit(url=URL, visited_at=NOW, stage="render", version="v", kept=True)
    job = job_after(tmp_path, visit)
    assert (job.state, job.visit, job.error) == ("done", visit, None)


def test_a_visit_that_is_refused_or_breaks_says_so(tmp_path, caplog):
    assert job_after(tmp_path / "a", RefusedError("a private address")).error == "a private address"
    assert "log says what" in job_after(tmp_path / "b", RuntimeError("secret")).error
    assert "secret" in caplog.text


def test_a_job_that_nobody_asked_for_is_not_found(tmp_path):
    with web_context(tmp_path, empty=True) as context, pytest.raises(NotFoundError):
        VisitJobs(context).find("x")
