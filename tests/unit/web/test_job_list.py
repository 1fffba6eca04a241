import asyncio
import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from compared_pages import URL as COMPARED_PAGES_URL
from compared_pages import page_on, visited_archive
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.errors import CaptureError, FollowedError, NotFoundError, RefusedError, UsageError
from pagestrata.model.records import Visit
from pagestrata.web import job_list
from pagestrata.web.context import WebContext
from pagestrata.web.job_list import Job, JobList, TrailJobs, VisitJob, VisitJobs
from pagestrata.web.refusals import TooManyRequestsError
from web_fixtures import NOW, ShowingSession, web_context

URL = "http://site.test/"


class Waits(JobList[Job]):
    """Jobs that end when they are told to."""

    def start(self, url: str) -> Job:
        return self._begin(Job, self._wait, url=url)

    def _wait(self, _job_id):
        self.may_end.wait(60)
        return {}


def test_only_so_many_wait_and_only_so_many_are_remembered(tmp_path, monkeypatch):
    monkeypatch.setattr(job_list, "MOST_WAITING", 3)
    with web_context(tmp_path, empty=True) as context:
        jobs = Waits(context)
        jobs.may_end = threading.Event()
        begun = [jobs.start(f"http://site.test/{place}") for place in range(3)]
        assert jobs.start("http://site.test/1").id == begun[1].id
        with pytest.raises(TooManyRequestsError, match="3 jobs are already waiting"):
            jobs.start("http://site.test/other")
        jobs.may_end.set()
        context.jobs.shutdown(wait=True)
        assert [(job.url[-1], job.state) for job in jobs.recent()] == [("2", "done"), ("1", "done"), ("0", "done")]


def test_the_oldest_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(job_list, "MOST_REMEMBERED", 2)
    with web_context(tmp_path, empty=True) as context:
        jobs = Waits(context)
        jobs.may_end = threading.Event()
        jobs.may_end.set()
        first, *rest = [jobs.start(f"http://site.test/{place}") for place in range(3)]
        context.jobs.shutdown(wait=True)
        assert {job.id for job in jobs.recent()} == {job.id for job in rest}
        with pytest.raises(NotFoundError):
            jobs.find(first.id)


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
    assert "see the server's log" in job_after(tmp_path / "b", RuntimeError("secret")).error
    assert "secret" in caplog.text


def test_a_job_that_nobody_asked_for_is_not_found(tmp_path):
    with web_context(tmp_path, empty=True) as context, pytest.raises(NotFoundError):
        VisitJobs(context).find("x")


@pytest.fixture
def archive(tmp_path):
    with visited_archive(tmp_path) as made:
        yield made


def context_of(archive, shown, **fields):
    return WebContext(archive=archive, session=ShowingSession(shown, archive), clock=lambda: NOW, **fields)


def ended(context, jobs, job):
    """The job when it is over."""
    context.jobs.shutdown(wait=True)
    return jobs.find(job.id)


def followed(archive):
    """A trail of the headline, which is a mistake: the price was meant."""
    headline = next(leaf.ref for leaf in archive.contents.tree(archive.versions.of(COMPARED_PAGES_URL)[0]).leaves())
    tree = archive.contents.tree(archive.versions.of(COMPARED_PAGES_URL)[0])
    return add_trail(
        archive,
        page_on(0),
        Choice(block=headline),
        url=COMPARED_PAGES_URL,
        version=archive.versions.of(COMPARED_PAGES_URL)[0].id,
        tree=tree,
    )


def price_in(archive, version):
    return next(leaf.ref for leaf in archive.contents.tree(version).leaves() if "Ferry" in leaf.text)


def test_a_correction_is_learned_behind_the_answer(archive):
    trail, version = followed(archive), archive.versions.of(COMPARED_PAGES_URL)[3]
    context = context_of(archive, page_on(3))
    jobs = TrailJobs(context)
    job = jobs.correct(trail.id, version, Choice(block=price_in(archive, version)))
    assert (job.kind, job.trail, job.url) == ("correct", trail.id, COMPARED_PAGES_URL)
    assert ended(context, jobs, job).state == "done"
    assert archive.trails.entries(trail.id, with_pictures=False)[-1].text == "Ferry ticket: 24.00 €"
    assert jobs.about(COMPARED_PAGES_URL) == []


def test_a_block_that_is_followed_already_names_its_trail(archive):
    trail, version = followed(archive), archive.versions.of(COMPARED_PAGES_URL)[0]
    with pytest.raises(FollowedError) as refused:
        followed(archive)
    assert refused.value.trail_id == trail.id
    assert f"see `pagestrata follow show {trail.id}`, or choose another" in str(refused.value)
    context = context_of(archive, refused.value)
    jobs = TrailJobs(context)
    job = ended(context, jobs, jobs.follow(version, Choice(block="1")))
    assert (job.state, job.trail, job.is_followed) == ("failed", trail.id, True)


def test_a_correction_on_another_page_is_refused_at_once(archive):
    trail, version = followed(archive), archive.versions.of(COMPARED_PAGES_URL)[3]
    jobs = TrailJobs(context_of(archive, page_on(3)))
    with pytest.raises(UsageError, match="is not a version of"):
        jobs.correct(trail.id, replace(version, url="http://other.test/"), Choice(block="1"))


def test_what_came_to_nothing_is_shown_for_an_hour(archive):
    version = archive.versions.of(COMPARED_PAGES_URL)[3]
    times = [NOW]
    context = context_of(archive, CaptureError("the browser is gone"))
    object.__setattr__(context, "clock", lambda: times[0])
    jobs = TrailJobs(context)
    job = ended(context, jobs, jobs.follow(version, Choice(block="1"), name="Ferry"))
    assert job.state == "failed"
    assert job.error == "the browser is gone"
    assert archive.trails.of(COMPARED_PAGES_URL) == []
    assert [each.id for each in jobs.about(COMPARED_PAGES_URL)] == [job.id]
    times[0] = NOW + timedelta(hours=2)
    assert jobs.about(COMPARED_PAGES_URL) == []


def test_where_nothing_can_be_rendered_nothing_is_begun(archive):
    jobs = TrailJobs(WebContext(archive=archive))
    with pytest.raises(UsageError, match="cannot be visited"):
        jobs.follow(archive.versions.of(COMPARED_PAGES_URL)[0], Choice(block="1"))
    assert jobs.recent() == []
