"""Watches: the pages that users want to be visited, with their settings."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pagestrata.capturing.options import CaptureOptions, load_seconds_of
from pagestrata.crawl.windows import read_window
from pagestrata.errors import NotFoundError, PagestrataError, UsageError
from pagestrata.formats.urls import canonical_url
from pagestrata.model.blocks import ROLES
from pagestrata.model.records import Watch
from pagestrata.visit.ignore import check_patterns, check_selectors
from pagestrata.visit.judge import JudgeOptions

if TYPE_CHECKING:
    from pagestrata.formats.documents.feeds import LinkedFeed
    from pagestrata.formats.watch_lists import ListedPage
    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

REF = re.compile(r"\d+(\.\w+)*")  # the ref of a block


def watch_id(url: str) -> str:
    """Derive a watch id from the address, so that a list can be imported again."""
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def page_name(url: str, watch: Watch | None, title: str = "") -> str:
    """What people call a page: the title of its watch, else that of its newest version, else its address."""
    return (watch.settings.title if watch else "") or title or url


def watch_for(archive: Archive, url: str, settings: Mapping[str, Any] | None = None) -> Watch:
    """The watch of a page, created if missing, updated with these settings."""
    known = archive.watches.of(url)
    if known is not None and not settings:
        return known
    address = canonical_url(url)
    watch = known or Watch(id=watch_id(address), url=address)
    return change_watch(archive, watch, settings or {})


def usable_page(page: ListedPage) -> tuple[ListedPage, list[str]]:
    """The page without selectors and patterns that no visit could use, and a message about each of them."""

    def works(check: Callable[[Sequence[str]], None], text: str) -> bool:
        try:
            check((text,))
        except UsageError:
            problems.append(f"{page.url[:200]}: {text[:80]!r} cannot be used here and was not imported")
            return False
        return True

    problems: list[str] = []
    ignore = tuple(text for text in page.ignore if works(check_selectors, text))
    ignore_text = tuple(text for text in page.ignore_text if works(check_patterns, text))
    return replace(page, ignore=ignore, ignore_text=ignore_text), problems


def import_watch(archive: Archive, page: ListedPage, *, source: str) -> Watch:
    """The watch of a page in another tool's list. Existing settings stay: a list may be imported again.

    Raises UsageError for invalid settings.
    """
    listed = {
        "source": source,
        "title": page.title or None,
        "tags": list(page.tags) or None,
        "interval_seconds": page.interval_seconds,
        "select": page.select,
        "ignore": list(page.ignore) or None,
        "ignore_text": list(page.ignore_text) or None,
        "paused": page.paused or None,
        **page.settings,
    }
    known = archive.watches.of(page.url)
    set_before = known.settings.to_json() if known else {}
    settings = {name: value for name, value in listed.items() if name not in set_before}
    address = canonical_url(page.url)
    check_settings(known or Watch(id=watch_id(address), url=address), settings)
    return watch_for(archive, page.url, settings)


def change_watch(archive: Archive, watch: Watch, settings: Mapping[str, Any]) -> Watch:
    """Change settings of a watch; None resets one."""
    changed = replace(watch, settings=watch.settings.changed(settings))
    archive.watches.save(changed)
    return changed


def find_watch(archive: Archive, text: str) -> Watch:
    """The watch with this address, or the one whose id begins with this."""
    if "://" in text:
        found = archive.watches.of(text)
        matching = [found] if found else []
    else:
        matching = [watch for watch in archive.watches.all() if watch.id.startswith(text)]
    if len(matching) != 1:
        raise NotFoundError(f"{len(matching)} watches match {text[:200]!r}; see `pagestrata watch list`")
    return matching[0]


def feeds_of(archive: Archive, url: str) -> list[LinkedFeed]:
    """The feeds that the last version of a page links to; none if there is no readable version."""
    from pagestrata.formats.documents.feeds import linked_feeds

    last = archive.versions.latest(url)
    if last is None:
        return []
    try:
        response = archive.contents.response(last)
        return linked_feeds(response.body, response.url, response.header("content-type"))
    except PagestrataError:
        return []


def remove_watch(archive: Archive, watch: Watch) -> None:
    """Remove a watch, its rules and the list of pages of its site. The versions of the pages stay."""
    for rule in archive.outbox.rules_about({("watch", watch.id)}):
        archive.outbox.remove_rule(rule.id)
    archive.watches.remove(watch.id)
    archive.site_pages.remove_site(watch.id)


def watch_with_id(archive: Archive, name: str) -> Watch:
    """The watch with exactly this id. NotFoundError if it does not exist."""
    found = archive.watches.with_id(name)
    if found is None:
        raise NotFoundError(f"there is no watch {name[:60]!r}; `pagestrata watch list` shows all watches")
    return found


def check_settings(watch: Watch, settings: Mapping[str, Any]) -> Watch:
    """The watch with these settings, without storing it. Raises UsageError for invalid settings."""
    changed = replace(watch, settings=watch.settings.changed(_with_load_seconds(settings)))
    CaptureOptions().filled(changed.settings.capture)
    JudgeOptions.from_settings(changed.settings).check()
    check_selectors(changed.settings.ignore)
    if changed.settings.window:
        read_window(changed.settings.window)
    unknown = [name for name in changed.settings.importance if name not in ROLES and not REF.fullmatch(name)]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is neither a role nor the ref of a block; roles are {', '.join(ROLES)}")
    return changed


def _with_load_seconds(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings, with the time limit for loading derived from that for the whole page."""
    capture = settings.get("capture")
    if not capture or "page_seconds" not in capture:
        return dict(settings)
    whole = capture["page_seconds"]
    return {**settings, "capture": {**capture, "load_seconds": load_seconds_of(whole) if whole else None}}


def edit_watch(archive: Archive, seen: Watch, settings: Mapping[str, Any]) -> Watch | None:
    """Change a watch from the state that a user saw; None, and nothing stored, if it was changed in between."""
    changed = check_settings(seen, settings)
    return changed if archive.watches.replace(seen, changed) else None
