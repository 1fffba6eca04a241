from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from archived_site import archived_site
from builders import element, snapshot
from captures import capture
from pagestrata.errors import CaptureError, NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.web.opened_pages import Previews, Renderings
from pagestrata.web.refusals import TooManyRequestsError
from web_fixtures import ShowingSession

URL = "http://site.test/"


def looked_at(tmp_path, shown):
    over = []
    with open_archive(tmp_path) as archive, ThreadPoolExecutor(1) as executor:
        previews = Previews(executor, changed=over.append)
        begun = previews.begin(ShowingSession(shown, archive), "http://127.0.0.1/")
    assert over == [previews.of(begun.id)]
    return previews, over[0]


def test_a_page_is_opened_in_the_background(tmp_path):
    previews, page = looked_at(tmp_path, capture(["some words"], url=URL)[0])
    assert page.is_over
    assert not page.error
    assert page.content.tree.page_size == (320.0, 40.0)
    previews.forget(page.id)
    with pytest.raises(NotFoundError, match="open the page again"):
        previews.of(page.id)


def test_a_page_that_cannot_be_opened_says_so(tmp_path, caplog):
    assert looked_at(tmp_path / "a", CaptureError("no such host"))[1].error == "no such host"
    assert "see the server's log" in looked_at(tmp_path / "b", RuntimeError("secret"))[1].error
    assert "secret" in caplog.text


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
        yield [replace(first, id=f"20260102030405-{number}") for number in range(1, 12)]


def test_a_version_is_rendered_once_in_the_background(versions: Any) -> None:
    later, browser = Later(), Browser()
    kept = Renderings(later)
    assert not kept.of(browser, versions[0]).is_over
    assert not kept.of(browser, versions[0]).is_over
    assert kept.ready(versions[0].id) is None
    later.run()
    assert kept.of(browser, versions[0]).content is kept.ready(versions[0].id)
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
    for version in versions[: Renderings.most_waiting]:
        kept.of(browser, version)
    with pytest.raises(TooManyRequestsError, match="versions are already waiting to be rendered"):
        kept.of(browser, versions[Renderings.most_waiting])
    later.run()
    ready = [version.id for version in versions if kept.ready(version.id) is not None]
    assert ready == [
        version.id for version in versions[Renderings.most_waiting - Renderings.most_kept : Renderings.most_waiting]
    ]
