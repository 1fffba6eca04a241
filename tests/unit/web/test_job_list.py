import threading

import pytest

from pagestrata.errors import NotFoundError
from pagestrata.web import job_list
from pagestrata.web.job_list import Job, JobList
from pagestrata.web.refusals import TooManyRequestsError
from web_fixtures import web_context


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
        with pytest.raises(TooManyRequestsError, match="3 jobs wait already"):
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
