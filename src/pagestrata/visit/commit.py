"""VisitResult into the archive: version or visit, trails and messages, all or nothing."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.errors import UsageError
from pagestrata.model.notices import Delivery
from pagestrata.model.records import Visit

if TYPE_CHECKING:
    from pagestrata.model.visit_result import VisitResult
    from pagestrata.store.archive import Archive

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

log = logging.getLogger(__name__)


def commit(archive: Archive, findings: VisitResult) -> Visit:
    """Store what a visit found, in one transaction; the visit with the name of its version."""
    begin = time.perf_counter()
    version = archive.commit(findings, _messages(archive, findings))
    seconds = dict(findings.visit.seconds)
    if version is not None:
        seconds["store"] = round(time.perf_counter() - begin, 6)
    outcome = replace(findings.visit, version=version.id if version else None, seconds=seconds)
    verdict = "kept" if outcome.kept else "a fault" if outcome.fault else "nothing worth keeping"
    why = f": {outcome.reasons[0]}" if outcome.reasons else ""
    log.info("%s: %s, %d changes%s", outcome.url, verdict, outcome.changes, why)
    return outcome


def _messages(archive: Archive, findings: VisitResult) -> Sequence[Delivery]:
    """What somebody hears of a visit."""
    if not findings.events:
        return ()
    from pagestrata.notify.delivery import deliveries_for
    from pagestrata.notify.rules import subjects_of_event

    rules = archive.outbox.rules_about({subject for event in findings.events for subject in subjects_of_event(event)})
    root = _web_address(archive)
    key = _signing_key() if root and rules else b""
    return deliveries_for(rules, findings.events, now=findings.visit.visited_at, root=root, key=key)


def _signing_key() -> bytes:
    """The key of links that answer a mail; b"" where it cannot be kept: the mail goes out without them."""
    from pagestrata.notify.kept_addresses import message_key

    try:
        return message_key(os.environ)
    except UsageError as error:
        log.warning("mail is sent without answer links: %s", error)
        return b""


def _web_address(archive: Archive) -> str:
    """Where messages lead: the web application of this archive, '' if not set."""
    from pagestrata.store.people.settings import WEB_ADDRESS

    return str(archive.settings.get(WEB_ADDRESS) or "").rstrip("/")
