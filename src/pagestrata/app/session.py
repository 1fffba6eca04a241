"""What one run needs: a browser, started at the first page, and an archive, opened at the first question."""

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
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pagestrata.app.received import Received
from pagestrata.app.sources import DOCUMENT_TYPES, Source, parse_source
from pagestrata.deciding.surroundings.sides import Side
from pagestrata.errors import (
    BrokenTransferError,
    BrowserNeededError,
    CaptureError,
    InputError,
    PagestrataError,
    UsageError,
)
from pagestrata.model.blocks import BlockTree
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Stage, Version, Visit, Watch
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.visit.cascade import visit
from pagestrata.visit.commit import commit
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions, cut, with_importance, with_topics
from pagestrata.visit.faults.failing import examine_failure, with_availability
from pagestrata.visit.faults.suspects import ends_in_the_middle
from pagestrata.visit.feeds import as_page, fetched_page, has_words, needs_no_browser
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions
from pagestrata.visit.plain_answers import of_response
from pagestrata.visit.plan import HISTORY_VISITS, VisitPlan, judging_in, plan_visit
from pagestrata.visit.time_limit import EXAMINE_SECONDS

if TYPE_CHECKING:
    from pagestrata.capturing.browser.pool import BrowserPool
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.store.archive import Archive
    from pagestrata.weighing.history.volatility import Volatility

log = logging.getLogger(__name__)

FirstLook = Callable[[PageState, "CaptureOptions"], Fetched | None]
"""How a server is asked without a browser."""

LARGEST_PICTURE = 8 * 1024 * 1024
"""Bytes of a picture that is asked for without a browser."""
PICTURE_SECONDS = 5.0
"""Time for the answer."""


class Session:
    """A context manager. Everything it opened is closed at its end, the browser first."""

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
        from pagestrata.capturing.options import CaptureOptions

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
        """Raises BrowserNeededError in a session that opens none."""
        if not self._opens_browser:
            raise BrowserNeededError("this visit needs a browser; visit the page where there is one")
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
        """The archived version a source names. Raises UsageError for other sources."""
        found = parse_source(source)
        if found.kind != "archived":
            raise UsageError(f"{source} is not an archived version; write URL@TIME, for example {source}@latest")
        return self.archive.versions.at(found.place, found.time or "latest")

    def volatility(self, source: str) -> Volatility:
        """What was known to keep changing on a page before an archived version of it was taken; nothing for others."""
        from pagestrata.weighing.history.volatility import Volatility

        if parse_source(source).kind != "archived":
            return Volatility()
        version = self.version(source)
        earlier = [visit for visit in self.archive.visits.of(version.url) if visit.visited_at < version.captured_at]
        return Volatility.from_visits(sorted(earlier, key=lambda visit: visit.visited_at)[-HISTORY_VISITS:])

    def judging(self, source: str, asked: JudgeOptions) -> JudgeOptions:
        """How a source is judged: as asked; an archived version also as the watch of its page says, as its visit was."""
        found = parse_source(source)
        if found.kind != "archived":
            return asked
        return judging_in(self.archive, self.archive.watches.covering(found.place), asked)

    def snapshot(self, source: str | Source) -> Snapshot:
        """The page a source names, rendered (live and recorded pages) or read (recorded snapshots)."""
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
        """A page in the browser; what looks like a feed or a document is asked for plainly first."""
        if needs_no_browser(url):
            from pagestrata.capturing.guard.addresses import check_url

            fetched = ask_plainly(PageState(url=check_url(url, allow_private=self.options.allow_private)), self.options)
            if fetched is not None and (page := fetched_page(fetched, datetime.now(UTC))) is not None:
                return page
        return as_page(self.pool.capture(url, self.options))

    def _archived_snapshot(self, source: Source) -> Snapshot:
        """An archived version, rendered again from its stored responses alone."""
        from pagestrata.capturing.recorded.recordings import capture_recorded
        from pagestrata.replay.export_warc import export_warc

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
        """The blocks of an archived version, None for other sources."""
        return self.page(source).tree if source.kind == "archived" else None

    def page(
        self,
        source: str | Source,
        segmentation: SegmentOptions = BEST_AND_FINE,
        *,
        importance: Mapping[str, float] | None = None,
        picture_file: bool = True,
    ) -> Side:
        """The blocks of a source, with its picture and snapshot where there are any.

        `importance` is what a person says of blocks and roles; without it, stored blocks keep what was found then. Without
        `picture_file`, a stored picture is there to be looked at, and is not packed as a file.
        """
        found = parse_source(source) if isinstance(source, str) else source
        if found.kind == "vixml":
            from pagestrata.formats.trees.vixml import read_vixml

            if segmentation.segmenter is not None or segmentation.level is not None:
                raise UsageError(f"{found.text} is cut into blocks already; leave --segmenter and --level away")
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

    def visit(
        self,
        url: str,
        *,
        force: bool = False,
        segmentation: SegmentOptions | None = None,
        judging: JudgeOptions = AS_LEARNED,
        stage: Stage | None = None,
        keep_errors: bool = False,
    ) -> Visit:
        """One visit through the whole cascade, into the archive; messages about it are sent.

        `stage` ends it at the latest; 'render' asks no other stage. What stands in the place of the page (an error, a
        wall) is recorded as a fault and kept only with `keep_errors`.

        What is not said here about cutting and judging the page, its watch says, if there is one.
        """
        given: dict[str, Any] = {"segmentation": segmentation, "judging": judging, "stage": stage}
        outcome, error = self.attempt(url, force=force, keep_errors=keep_errors, **given)
        self._enter_into_schedule(outcome)
        self.tell_news()
        if error is not None:
            raise error
        return outcome

    def _enter_into_schedule(self, outcome: Visit) -> None:
        from pagestrata.app.planning.visits_by_hand import settle_by_hand

        settle_by_hand(self.archive, outcome)

    def attempt(
        self, url: str, *, first_look: FirstLook | None = None, may_look_again: bool = True, **asked: Any
    ) -> tuple[Visit, CaptureError | None]:
        """The same, for who goes on whatever happens: what was recorded, and the error where there was no capture.

        `first_look` is how the server is asked plainly; what it says is not asked for again. Whoever has to be careful with a
        server says that it may not be asked for the page twice.

        Messages are sent at once only where somebody wants to hear of this page; others wait for the next `tell_news`.
        """
        from pagestrata.capturing.guard.addresses import check_url

        address = check_url(url, allow_private=self.options.allow_private)
        clock = self.archive.clock
        plan = plan_visit(self.archive, address, now=clock.now(), examine_seconds=self._examine_seconds, **asked)
        options = self.options.filled(plan.watch.settings.capture) if plan.watch is not None else self.options
        received = Received(wants_links=plan.watch is not None and plan.watch.settings.scope is not None)

        def render(page: str, *, screenshot: bool = True) -> Snapshot:
            taken = self.pool.capture(page, options if screenshot else replace(options, screenshot=False))
            if may_look_again and self.archive.versions.latest(address) is None:
                _refuse_half_of_a_page(taken, options)
            return received.rendered(_later(taken, clock.ahead()))

        try:
            outcome = visit(
                plan,
                archive=self.archive,
                fetch=lambda state: received.plainly((first_look or ask_plainly)(state, options)),
                render=render,
                is_same_picture=lambda seen: _is_same_picture(seen, options, page_url=address),
                look_again=partial(render, screenshot=False) if options.second_look and may_look_again else None,
            )
        except CaptureError as error:
            return received.noted_in(self._record_failure(plan, error)), error
        if outcome.version is not None and plan.watch is not None and plan.watch.settings.select is not None:
            self._follow_selected(plan.watch, outcome, received.page)
        if plan.rules:
            self.tell_news()
        return received.noted_in(outcome), None

    def _follow_selected(self, watch: Watch, outcome: Visit, page: Snapshot | None) -> None:
        """Begin to follow what the list from which a page was imported had selected, unless something is followed."""
        from pagestrata.app.chosen_blocks import add_trail, selected

        if page is None or page.nodes is None or self.archive.trails.of(watch.url):
            return
        choice = selected(watch.settings.select or "")
        try:
            add_trail(
                self.archive, page, choice, url=watch.url, version=outcome.version, name=watch.settings.title or None
            )
        except PagestrataError as error:
            log.warning("%s: what its list selected cannot be followed: %s", watch.url, error)

    def _record_failure(self, plan: VisitPlan, error: CaptureError) -> Visit:
        state = PageState(url=plan.url, history=tuple(self.archive.visits.of(plan.url, limit=HISTORY_VISITS)))
        failed = commit(self.archive, with_availability(plan, state, examine_failure(plan, state, error)))
        if plan.rules:
            self.tell_news()
        return failed

    def tell_news(self) -> Counter[str]:
        """Send the messages that are due, those about what was stored last included; how many ended in which way."""
        if not self.archive.outbox.rules() and not self.archive.outbox.unsent():
            return Counter()
        from pagestrata.app.telling.notifications import tell_news

        hide, self._hides_addresses = self._hides_addresses, False  # once is enough: this program stores none
        return tell_news(self.archive, now=datetime.now(UTC), hide=hide)


def _later(page: Snapshot, by: timedelta) -> Snapshot:
    """A page as it is on a clock that is ahead of this machine's."""
    return replace(page, captured_at=page.captured_at + by) if by else page


def _refuse_half_of_a_page(page: Snapshot, options: CaptureOptions) -> None:
    """Ask plainly for a page whose source has no end. Raises BrokenTransferError where that answer breaks off, too.

    Browsers show what came of a broken transfer without a word, and over https nobody else sees it. Without an earlier
    version nothing else tells half of a page from a whole one.
    """
    from pagestrata.capturing.http.fetch import fetch_as

    if page.status != 200 or not ends_in_the_middle(page):
        return
    try:
        fetch_as(page.requested_url, options)
    except BrokenTransferError:
        raise
    except CaptureError as error:
        log.info("%s: its source has no end, and it cannot be asked for plainly (%s)", page.url, error)


def ask_plainly(state: PageState, options: CaptureOptions) -> Fetched | None:
    """Ask the server cheaply; whatever fails goes to the browser.

    A page that needs scripts, cookies or steps may show something new behind the same bytes: it is always rendered.
    """
    from pagestrata.capturing.http.fetch import fetch_as

    last = state.last
    if options.steps or options.cookies or options.storage_state:
        return None
    validators = {"etag": last.etag, "last_modified": last.last_modified} if last is not None else {}
    try:
        return fetch_as(state.url, options, **validators)
    except CaptureError as error:
        log.info("%s: the cheap request failed (%s); opening the page in the browser", state.url, error)
        return None


def _is_same_picture(seen: Response, options: CaptureOptions, *, page_url: str) -> bool:
    """Ask for a picture of a page again, with the validators it came with; whatever fails is not the same."""
    from pagestrata.capturing.http.fetch import fetch_as

    options = replace(
        options,
        max_page_bytes=min(options.max_page_bytes, LARGEST_PICTURE),
        load_seconds=min(options.load_seconds, PICTURE_SECONDS),
    )
    validators = {"etag": seen.header("etag"), "last_modified": seen.header("last-modified")}
    try:
        found = fetch_as(seen.url, options, page_url=page_url, **validators)
    except PagestrataError as error:
        log.info("%s: cannot be asked for cheaply (%s)", seen.url, error)
        return False
    return found.not_modified or (found.status == seen.status and found.body == seen.body)


def _document(source: Source) -> Snapshot:
    """A file that is no HTML, as if a server had sent it. Raises InputError where its words cannot be read."""
    path, suffix = source.path, source.path.suffix.lower()
    headers = (("Content-Type", DOCUMENT_TYPES[suffix]),)
    url = f"http://saved.invalid/{quote(path.name)}"
    sent = Response(url=url, status=200, headers=headers, body=path.read_bytes(), resource_type="document")
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(microsecond=0)
    page = as_page(of_response(sent, modified))
    if page.nodes is None:
        raise InputError(f"{source.place}: {page.notes[-1] if page.notes else 'this is not what its name says'}")
    return page


@contextmanager
def _named(source: Source) -> Iterator[None]:
    """While a file is read: an error names it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{source.place}: {error}") from error
