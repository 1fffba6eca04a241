"""Visits as the work of an engine: the worker loads the page state and commits the result.

A visit begins without a browser, on any free worker. If the cheap stages cannot finish it, it continues on a worker with a
browser. The server's answer is passed on, so that the server is not asked twice.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagestrata.app.session import Session, ask_plainly
from pagestrata.errors import BrowserNeededError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.visit.plan import VisitRequest

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunVisit:
    """A visit that needs a browser, with the answer to the plain request, if there was one."""

    url: str
    answer: Fetched | None = None
    may_look_again: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedVisit:
    """A recorded visit, with the name of the machine that made it."""

    visit: Visit
    node: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVisits:
    """The work of one worker, which opens the archive itself, and a browser if `opens_browser`."""

    archive: str
    browser: str | None
    options: CaptureOptions
    opens_browser: bool = True

    @contextmanager
    def __call__(self) -> Iterator[Callable[[BegunVisit], EndedVisit | BegunVisit]]:
        with Session(
            archive=self.archive,
            browser=self.browser,
            allow_private=self.options.allow_private,
            options=self.options,
            opens_browser=self.opens_browser,
        ) as session:
            yield lambda begun: go_on(session, begun)


def go_on(session: Session, begun: BegunVisit) -> EndedVisit | BegunVisit:
    """Continue a visit: return its end, or what another worker needs if there is no browser here."""
    answers = [begun.answer]

    def first_look(state: PageState, options: CaptureOptions) -> Fetched | None:
        answers[0] = answers[0] or ask_plainly(state, options)
        return answers[0]

    try:
        visit, _ = session.attempt(VisitRequest(begun.url, may_look_again=begun.may_look_again), first_look=first_look)
        return EndedVisit(visit=visit, node=platform.node())
    except BrowserNeededError:
        return replace(begun, answer=answers[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitsElsewhere:
    """Makes visits, `cheaply` first and `in_browser` if necessary; thread-safe. `noted` is called with the machine of each."""

    cheaply: Callable[[BegunVisit], EndedVisit | BegunVisit]
    in_browser: Callable[[BegunVisit], EndedVisit | BegunVisit]
    noted: Callable[[str, Visit], None] = lambda _node, _visit: None

    def visit(self, url: str, *, may_look_again: bool = True) -> Visit:
        found = self.cheaply(BegunVisit(url=url, may_look_again=may_look_again))
        if isinstance(found, BegunVisit):
            found = self.in_browser(found)
        if isinstance(found, BegunVisit):
            raise BrowserNeededError(
                f"{url} was assigned to a worker without a browser; assign it to one that has a browser"
            )
        self.noted(found.node, found.visit)
        return found.visit
