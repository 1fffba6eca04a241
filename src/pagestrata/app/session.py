"""A session: a browser, started for the first page, and an archive, opened on first use."""

from __future__ import annotations

import logging
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import quote

from pagestrata.app.planning.visits_by_hand import settle_by_hand
from pagestrata.app.sources import DOCUMENT_TYPES, Source, parse_source
from pagestrata.app.visit_traffic import Received, ResourcesAgain
from pagestrata.capturing.guard.addresses import check_url
from pagestrata.capturing.http.fetch import fetch_as
from pagestrata.capturing.kept_steps import with_secrets
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import (
    BrokenTransferError,
    BrowserNeededError,
    CaptureError,
    InputError,
    PagestrataError,
    UsageError,
)
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version, Visit, Watch
from pagestrata.visit.cascade import record_failure, visit
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions, cut, with_importance, with_topics
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plain_answers import of_response
from pagestrata.visit.plan import HISTORY_VISITS, VisitPlan, VisitRequest, judging_in, plan_visit
from pagestrata.visit.time_limit import EXAMINE_SECONDS
from pagestrata.weighing.volatility import Volatility

if TYPE_CHECKING:
    from pagestrata.capturing.browser.pool import BrowserPool
    from pagestrata.deciding.sides import Side
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.only_if import WishAnswer, WishQuestion
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

log = logging.getLogger(__name__)

FirstLook = Callable[[PageState, "CaptureOptions"], Fetched | None]  # requests a page without a browser


class Session:
    """A context manager that closes everything it opened, the browser first."""

    def __init__(
        self,
        *,
        archive: str | Path | None = None,
        browser: str | None = None,
        allow_private: bool = False,
        options: CaptureOptions | None = None,
        browsers: int = 1,
        opens_browser: bool = True,
        creates_archive: bool = True,
        examine_seconds: float = EXAMINE_SECONDS,
    ) -> None:
        self._archive_address = archive
        self._browser = browser
        self.options = replace(options or CaptureOptions(), allow_private=allow_private)
        self._closing = ExitStack()
        self._pool: BrowserPool | None = None
        self._browsers = browsers
        self._opens_browser = opens_browser
        self._creates_archive = creates_archive
        self._examine_seconds = examine_seconds
        self._starting = threading.Lock()
        self._archive: Archive | None = None
        self._hides_addresses = True

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    @property
    def pool(self) -> BrowserPool:
        """The browsers. Raises BrowserNeededError in a session that may not open any."""
        if not self._opens_browser:
            raise BrowserNeededError("this visit needs a browser; visit the page on a machine that has one")
        with self._starting:
            if self._pool is None:
                from pagestrata.capturing.browser.pool import BrowserPool

                started = BrowserPool(executable=self._browser, browsers=self._browsers)
                self._pool = self._closing.enter_context(started)
            return self._pool

    @property
    def archive(self) -> Archive:
        if self._archive is None:
            if self._archive_address is None:
                raise UsageError("no archive named; give --archive FOLDER or postgresql://…, or set PAGESTRATA_ARCHIVE")
            from pagestrata.store.archive import open_archive

            self._archive = self._closing.enter_context(
                open_archive(self._archive_address, create=self._creates_archive)
            )
        return self._archive

    def version(self, source: str) -> Version:
        """The archived version that a source names. Raises UsageError for other sources."""
        found = parse_source(source)
        if found.kind != "archived":
            raise UsageError(f"{source} is not an archived version; write URL@TIME, for example {source}@latest")
        return self.archive.versions.at(found.place, found.time or "latest")

    def volatility(self, source: str) -> Volatility:
        """The volatility of a page before an archived version of it was taken; empty for other sources."""
        if parse_source(source).kind != "archived":
            return Volatility()
        version = self.version(source)
        earlier = [visit for visit in self.archive.visits.of(version.url) if visit.visited_at < version.captured_at]
        return Volatility.from_visits(sorted(earlier, key=lambda visit: visit.visited_at)[-HISTORY_VISITS:])

    def judging(self, source: str, options: JudgeOptions) -> JudgeOptions:
        """How a source is judged: by these options, and an archived version also with the settings of its watch."""
        found = parse_source(source)
        if found.kind != "archived":
            return options
        return judging_in(self.archive, self.archive.watches.covering(found.place), options)

    def snapshot(self, source: str | Source) -> Snapshot:
        """The page that a source names, rendered (live and recorded pages) or read (recorded snapshots)."""
        from pagestrata.visit.feeds import as_page

        found = parse_source(source) if isinstance(source, str) else source
        if found.kind == "live":
            return self._live_snapshot(found.place)
        if found.kind in {"warc", "html"}:
            from pagestrata.capturing.recorded.recordings import capture_recorded

            return as_page(capture_recorded(self.pool, found.path, self.options, url=found.url, at=found.time))
        if found.kind == "document":
            return _document(found)
        if found.kind == "snapshot":
            from pagestrata.formats.snapshots import read_snapshot

            with _named(found):
                return read_snapshot(found.path.read_bytes())
        if found.kind == "archived":
            return self._archived_snapshot(found)
        raise InputError(
            f"{found.text} has no rendered page: give an address, a saved page, a WARC or a .snapshot file"
        )

    def _live_snapshot(self, url: str) -> Snapshot:
        """A page in the browser; an apparent feed or document is first requested without one."""
        from pagestrata.visit.feeds import as_page, fetched_page, needs_no_browser

        if needs_no_browser(url):
            fetched = ask_plainly(PageState(url=check_url(url, allow_private=self.options.allow_private)), self.options)
            if fetched is not None and (page := fetched_page(fetched, datetime.now(UTC))) is not None:
                return page
        return as_page(self.pool.capture(url, self.options))

    def _archived_snapshot(self, source: Source) -> Snapshot:
        """An archived version, rendered again from its stored responses alone."""
        from pagestrata.capturing.recorded.recordings import capture_recorded
        from pagestrata.replay.export_warc import export_warc
        from pagestrata.visit.feeds import as_page, has_words

        version = self.archive.versions.at(source.place, source.time or "latest")
        page = self.archive.contents.response(version)
        if page.status < 400 and has_words(page.body, page.header("content-type")):
            return as_page(of_response(page, version.captured_at))
        with tempfile.TemporaryDirectory(prefix="pagestrata-") as folder:
            file = Path(folder) / "version.warc"
            with file.open("wb") as target:
                list(export_warc(self.archive, [version], target, filename=file.name, software="Pagestrata"))
            snapshot = capture_recorded(self.pool, file, self.options, url=page.url, as_visited=True)
        return as_page(replace(snapshot, captured_at=version.captured_at))

    def stored_tree(self, source: Source) -> BlockTree | None:
        """The blocks of an archived version; None for other sources."""
        return self.page(source).tree if source.kind == "archived" else None

    def page(
        self,
        source: str | Source,
        segmentation: SegmentOptions = BEST_AND_FINE,
        *,
        importance: Mapping[str, float] | None = None,
        picture_file: bool = True,
    ) -> Side:
        """The blocks of a source, with its picture and snapshot if available.

        `importance` overrides that of blocks and roles; without it, stored blocks keep theirs. Without `picture_file`, a stored
        picture is not packed as a PNG file.
        """
        from pagestrata.deciding.sides import Side  # only now: a visit that finds nothing new has no sides

        found = parse_source(source) if isinstance(source, str) else source
        if found.kind == "vixml":
            from pagestrata.formats.trees.vixml import read_vixml

            if segmentation.segmenter is not None or segmentation.level is not None:
                raise UsageError(f"{found.text} is already cut into blocks; omit --segmenter and --level")
            with _named(found):
                tree = read_vixml(found.path)
            return Side(tree=with_importance(tree, importance) if importance else tree)
        if found.kind == "archived" and segmentation == BEST_AND_FINE:
            version = self.archive.versions.at(found.place, found.time or "latest")
            contents = self.archive.contents
            tree = contents.tree(version)
            return Side(
                tree=with_importance(tree, importance) if importance else tree,
                screenshot_png=contents.screenshot(version) if picture_file else None,
                screenshot=None if picture_file else contents.picture(version),
                depth_px=version.depth_px,
            )
        snapshot = self.snapshot(found)
        tree = with_topics(cut(snapshot, segmentation, importance=importance), snapshot)
        return Side(tree=tree, screenshot_png=snapshot.screenshot_png, snapshot=snapshot, depth_px=snapshot.depth_px)

    def visit(self, request: VisitRequest) -> Visit:
        """Make one visit, store what it found and send notifications. Raises CaptureError if the page cannot be opened."""
        outcome, error = self.attempt(request)
        settle_by_hand(self.archive, outcome)
        self.send_messages()
        if error is not None:
            raise error
        return outcome

    def print_pdf(self, document: str) -> bytes:
        """Print one of our HTML documents to PDF. Raises BrowserError if the browser is missing or fails."""
        from pagestrata.capturing.browser.print_pdf import print_pdf

        return print_pdf(document, self._browser)

    def attempt(
        self, request: VisitRequest, *, first_look: FirstLook | None = None
    ) -> tuple[Visit, CaptureError | None]:
        """Make one visit and return what was recorded, with the error if the page could not be opened.

        `first_look` requests the page without a browser; its answer is not requested again. Notifications are sent at once
        only if a rule applies to this page; others wait for the next `send_messages`.
        """
        address = check_url(request.url, allow_private=self.options.allow_private)
        clock = self.archive.clock
        request = replace(request, url=address)
        plan = plan_visit(self.archive, request, now=clock.now(), examine_seconds=self._examine_seconds)
        options = self.options_of(plan.watch)
        received = Received(wants_links=plan.watch is not None and plan.watch.settings.scope is not None)

        def render(page: str) -> Snapshot:
            taken = self.pool.capture(page, options)
            if request.may_look_again and self.archive.versions.latest(address) is None:
                _refuse_half_of_a_page(taken, options, is_patient=not _failed_often_enough(self.archive, address))
            return received.rendered(_later(taken, clock.ahead()))

        def look_again(page: str) -> Snapshot:
            # its picture and files are not kept, and both take as long as the page itself
            taken = self.pool.capture(page, replace(options, screenshot=False, record_responses=False))
            return received.seen_again(_later(taken, clock.ahead()))

        try:
            outcome = visit(
                plan,
                archive=self.archive,
                # a plain request does not get behind steps
                fetch=lambda state: (
                    None if options.steps else received.plainly((first_look or ask_plainly)(state, options))
                ),
                render=render,
                ask_again=ResourcesAgain(page_url=address, options=options, received=received.more_bytes),
                look_again=look_again if options.second_look and request.may_look_again else None,
                ask_wish=partial(_ask_wish, clock.now()),
            )
        except CaptureError as error:
            return received.noted_in(self._record_failure(plan, error)), error
        if outcome.version is not None and plan.watch is not None and plan.watch.settings.select is not None:
            self._follow_selected(plan.watch, outcome, received.page)
        if plan.rules:
            self.send_messages()
        return received.noted_in(outcome), None

    def options_of(self, watch: Watch | None) -> CaptureOptions:
        """How a page is opened: as set in this session, else by its watch, with the secrets of its steps."""
        if watch is None:
            return self.options
        options = self.options.filled(watch.settings.capture)
        if not any(step.secret for step in options.steps):
            return options
        from pagestrata.app.kept_secrets import kept_secrets

        return replace(options, steps=with_secrets(options.steps, kept_secrets().find))

    def _follow_selected(self, watch: Watch, outcome: Visit, page: Snapshot | None) -> None:
        """Follow the element that an imported list selected, unless something on the page is followed already."""
        from pagestrata.app.chosen_blocks import add_trail, selected

        if page is None or page.nodes is None or self.archive.trails.of(watch.url):
            return
        choice = selected(watch.settings.select or "")
        try:
            add_trail(
                self.archive, page, choice, url=watch.url, version=outcome.version, name=watch.settings.title or None
            )
        except PagestrataError as error:
            log.warning("%s: the selection of the imported list cannot be followed: %s", watch.url, error)

    def _record_failure(self, plan: VisitPlan, error: CaptureError) -> Visit:
        failed = record_failure(plan, error, archive=self.archive)
        if plan.rules:
            self.send_messages()
        return failed

    def send_messages(self) -> Counter[str]:
        """Send the messages that are due, including those just stored; count them by outcome."""
        if not self.archive.outbox.rules() and not self.archive.outbox.unsent():
            return Counter()
        from pagestrata.app.notifications import send_messages

        hide, self._hides_addresses = self._hides_addresses, False  # once is enough: this program stores none
        return send_messages(self.archive, now=datetime.now(UTC), hide=hide)


def _later(page: Snapshot, by: timedelta) -> Snapshot:
    """A page dated by a clock that is ahead of this machine's."""
    return replace(page, captured_at=page.captured_at + by) if by else page


def _failed_often_enough(archive: Archive, url: str) -> bool:
    """Whether all recent visits to a page without a version failed, so that its current state counts."""
    from pagestrata.visit.faults.suspects import LOOKS

    last = archive.visits.of(url, limit=LOOKS)
    return len(last) == LOOKS and all(visit.fault is not None for visit in last)


def _refuse_half_of_a_page(page: Snapshot, options: CaptureOptions, *, is_patient: bool) -> None:
    """Raises BrokenTransferError if the response of a page ended early, confirmed by a request without the browser.

    Browsers show half of a page without a warning, and over https nothing else sees the transfer. Without an earlier version,
    half of a page looks like a whole one. If the second request fails otherwise, the result is unknown: `is_patient` callers get
    a BrokenTransferError and retry later.
    """
    from pagestrata.visit.faults.suspects import ends_in_the_middle

    if page.status != 200 or not ends_in_the_middle(page):
        return
    try:
        fetch_as(page.requested_url, options)
    except BrokenTransferError:
        raise
    except CaptureError as error:
        if is_patient:
            raise BrokenTransferError(
                f"{page.url}: its response ended early and may be incomplete ({error}); try again; a second failure is recorded"
            ) from error
        log.info("%s: its response ended early, and a request without the browser failed (%s)", page.url, error)


def ask_plainly(state: PageState, options: CaptureOptions) -> Fetched | None:
    """Request the page without the browser; None if that fails, and the browser must open it.

    A page that needs steps or cookies may show something new behind the same bytes: it is always rendered.
    """
    last = state.last
    if options.steps or options.cookies or options.storage_state:
        return None
    validators = {"etag": last.etag, "last_modified": last.last_modified} if last is not None else {}
    try:
        return fetch_as(state.url, options, **validators)
    except CaptureError as error:
        log.info("%s: the cheap request failed (%s); opening the page in the browser", state.url, error)
        return None


def _document(source: Source) -> Snapshot:
    """A file that is not HTML, as if a server had sent it. Raises InputError if its text cannot be read."""
    from pagestrata.model.snapshot import Response
    from pagestrata.visit.feeds import as_page

    path, suffix = source.path, source.path.suffix.lower()
    headers = (("Content-Type", DOCUMENT_TYPES[suffix]),)
    url = f"http://saved.invalid/{quote(path.name)}"
    sent = Response(url=url, status=200, headers=headers, body=path.read_bytes(), resource_type="document")
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(microsecond=0)
    page = as_page(of_response(sent, modified))
    if page.nodes is None:
        raise InputError(
            f"{source.place}: {page.notes[-1] if page.notes else 'the content does not match the file name'}"
        )
    return page


@contextmanager
def _named(source: Source) -> Iterator[None]:
    """Prefix errors with the name of the file that is read."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{source.place}: {error}") from error


def _ask_wish(now: datetime, question: WishQuestion) -> WishAnswer:
    """Ask the configured language model whether a change meets a wish."""
    from pagestrata.app.language_model.only_if import configured_wish_asker

    return configured_wish_asker(now)(question)
