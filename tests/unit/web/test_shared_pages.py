import threading
from itertools import count
from types import SimpleNamespace

import pytest

from pagestrata.web.shared_pages import (
    BUSY_SECONDS,
    MANY,
    READING_SECONDS,
    RENEWED_SECONDS,
    SAME_SECONDS,
    SharedPages,
)


class Asked:
    """An archive whose revision, and a clock whose time, the test sets; and pages that are numbered as they are made."""

    def __init__(self) -> None:
        self.time, self.written = 0.0, 0
        self.pages = SharedPages(clock=lambda: self.time)
        self.archive = SimpleNamespace(revision=lambda: self.written)
        self._numbers = count(1)

    def get(self, key: str = "/", *, who: str = "", is_urgent: bool = False) -> str:
        self.time += 0.01
        return self.pages.get(
            self.archive,  # type: ignore[arg-type]
            key,
            lambda: f"{key} {next(self._numbers)}",
            who=who,
            is_urgent=is_urgent,
        )


def test_a_page_is_made_once_while_nothing_happens() -> None:
    asked = Asked()
    assert [asked.get(), asked.get(), asked.get("/other")] == ["/ 1", "/ 1", "/other 2"]


def test_whatever_is_written_is_seen() -> None:
    asked = Asked()
    asked.get()
    asked.written += 1
    assert [asked.get(), asked.get()] == ["/ 2", "/ 2"]


def test_times_on_a_page_do_not_grow_old() -> None:
    asked = Asked()
    asked.get()
    asked.time += SAME_SECONDS
    assert asked.get() == "/ 2"


def test_where_many_ask_a_page_may_be_a_moment_old_but_not_for_who_changed_something() -> None:
    asked = Asked()
    asked.get()
    asked.written += 1
    with many_asking(asked.pages):
        assert asked.get() == "/ 1"
        assert asked.get(is_urgent=True) == "/ 2"
        asked.written += 1
        asked.pages.changed_here()
        assert asked.get() == "/ 3"
        asked.written += 1
        asked.time += BUSY_SECONDS
        assert asked.get() == "/ 4"
    asked.written += 1
    assert asked.get() == "/ 5"


def test_where_many_read_a_page_of_a_moment_ago_is_made_again_for_those_who_ask_next() -> None:
    asked, renewed = Asked(), threading.Event()

    def make() -> str:
        renewed.set()
        return "/ renewed"

    for number in range(MANY):
        asked.written += 1
        assert asked.get(who=f"reader {number}") == f"/ {min(number, MANY - 2) + 1}"
    asked.time += RENEWED_SECONDS
    assert asked.pages.get(asked.archive, "/", make, who="reader 0") == f"/ {MANY - 1}"  # type: ignore[arg-type]
    assert renewed.wait(60)
    asked.pages.close()  # which waits for it
    asked.written += 1
    assert asked.get(who="reader 0") == "/ renewed"
    asked.time += READING_SECONDS  # nobody reads any more
    assert asked.get(who="reader 0") == f"/ {MANY}"
    asked.written += 1
    assert asked.get(who="reader 0") == f"/ {MANY + 1}"


def test_what_cannot_be_made_again_is_tried_by_who_asks_next() -> None:
    asked, failed = Asked(), threading.Event()

    def fail() -> str:
        failed.set()
        raise ValueError("not now")

    asked.get()
    with many_asking(asked.pages):
        asked.time += RENEWED_SECONDS
        asked.written += 1
        assert asked.pages.get(asked.archive, "/", fail) == "/ 1"  # type: ignore[arg-type]
        assert failed.wait(60)
        asked.time += BUSY_SECONDS
        assert asked.get() == "/ 2"


def test_those_who_ask_for_the_same_page_wait_for_it() -> None:
    pages, archive = SharedPages(), SimpleNamespace(revision=lambda: 0)
    begun, may_end, made = threading.Event(), threading.Event(), []

    def make() -> str:
        begun.set()
        may_end.wait(60)
        made.append(1)
        return "page"

    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(pages.get(archive, "/", make)))  # type: ignore[arg-type]
        for _ in range(3)
    ]
    threads[0].start()
    begun.wait(60)
    for thread in threads[1:]:
        thread.start()
    may_end.set()
    for thread in threads:
        thread.join()
    assert (found, len(made)) == (["page"] * 3, 1)


def test_a_page_that_cannot_be_made_is_tried_again() -> None:
    asked = Asked()

    def fail() -> str:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        asked.pages.get(asked.archive, "/", fail)  # type: ignore[arg-type]
    assert asked.get() == "/ 1"


def test_old_pages_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagestrata.web.shared_pages.MOST_CHARACTERS", 6)
    asked = Asked()
    assert [asked.get("/a"), asked.get("/b"), asked.get("/a")] == ["/a 1", "/b 2", "/a 3"]


class many_asking:  # noqa: N801 - reads as a word
    """While it lasts: others ask for a page of theirs that is not ready, so many that the server is busy."""

    def __init__(self, pages: SharedPages) -> None:
        self._pages, self._may_end = pages, threading.Event()

    def __enter__(self) -> None:
        begun = threading.Event()

        def make() -> str:
            begun.set()
            self._may_end.wait(60)
            return ""

        archive = SimpleNamespace(revision=lambda: 0)
        self._threads = [threading.Thread(target=self._pages.get, args=(archive, "another", make)) for _ in range(MANY)]
        for thread in self._threads:
            thread.start()
        begun.wait(60)
        while self._pages.asking < MANY:
            threading.Event().wait(0.001)

    def __exit__(self, *_: object) -> None:
        self._may_end.set()
        for thread in self._threads:
            thread.join()
