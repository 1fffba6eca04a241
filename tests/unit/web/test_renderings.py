from concurrent.futures import Future
from typing import Any

import pytest

from archived_site import URL, archived_site
from builders import element, snapshot
from pagestrata.errors import CaptureError
from pagestrata.web.refusals import TooManyRequestsError
from pagestrata.web.renderings import MOST_WAITING, REMEMBERED, Renderings


class Later:
    """An executor that runs what it was given when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Any, tuple[Any, ...]]] = []

    def submit(self, work: Any, *given: Any) -> Future[Any]:
        self.waiting.append((work, given))
        return Future()

    def run(self) -> None:
        for work, given in self.waiting:
            work(*given)
        self.waiting.clear()


class Browser:
    """A session that renders one page, or fails."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.problem: Exception | None = None

    def snapshot(self, source: str) -> Any:
        self.asked.append(source)
        if self.problem is not None:
            raise self.problem
        return snapshot(element("html", (0, 0, 10, 10)))


@pytest.fixture
def versions(tmp_path: Any) -> Any:
    with archived_site(tmp_path) as archive:
        (first, *_) = archive.versions.of(URL)
        from dataclasses import replace

        yield [replace(first, id=f"20260102030405-{number}") for number in range(1, 12)]


def test_a_version_is_rendered_once_in_the_background(versions: Any) -> None:
    later, browser = Later(), Browser()
    kept = Renderings(later)
    assert not kept.of(browser, versions[0]).is_over
    assert not kept.of(browser, versions[0]).is_over
    assert kept.ready(versions[0].id) is None
    later.run()
    assert kept.of(browser, versions[0]).snapshot is kept.ready(versions[0].id)
    assert browser.asked == [f"{versions[0].url}@{versions[0].id}"]


def test_a_failure_is_said_once_then_tried_again(versions: Any) -> None:
    later, browser = Later(), Browser()
    kept = Renderings(later)
    browser.problem = CaptureError("the browser died")
    kept.of(browser, versions[0])
    later.run()
    assert kept.of(browser, versions[0]).error == "the browser died"
    browser.problem = ValueError("a bug")
    kept.of(browser, versions[0])
    later.run()
    assert "server's log" in kept.of(browser, versions[0]).error
    browser.problem = None
    kept.of(browser, versions[0])
    later.run()
    assert kept.ready(versions[0].id) is not None


def test_few_are_kept_and_few_may_wait(versions: Any) -> None:
    later, browser = Later(), Browser()
    kept = Renderings(later)
    for version in versions[:MOST_WAITING]:
        kept.of(browser, version)
    with pytest.raises(TooManyRequestsError, match="versions are already waiting to be rendered"):
        kept.of(browser, versions[MOST_WAITING])
    later.run()
    ready = [version.id for version in versions if kept.ready(version.id) is not None]
    assert ready == [version.id for version in versions[MOST_WAITING - REMEMBERED : MOST_WAITING]]
