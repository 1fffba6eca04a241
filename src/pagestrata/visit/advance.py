"""What is known of a page after a visit, without an archive in between: the same that loading it again would give."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.formats.recordings.http_messages import find_header
from pagestrata.formats.urls import timestamp14
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.plan import HISTORY_VISITS


def advanced(state: PageState, findings: VisitResult) -> PageState:
    """The page after a visit; nobody follows blocks of it."""
    history = (findings.visit, *state.history)[:HISTORY_VISITS]
    known = replace(state, history=history, memory=findings.memory or state.memory)
    snapshot, tree = findings.snapshot, findings.tree
    if not findings.visit.kept or findings.visit.fault or snapshot is None or tree is None:
        return known
    return replace(known, last=_version(state.url, findings, snapshot), tree=tree, screenshot=screenshot_of(snapshot))


def _version(url: str, findings: VisitResult, snapshot: Snapshot) -> Version:
    body = snapshot.responses[0].body if snapshot.responses else b""
    return Version(
        id=timestamp14(snapshot.captured_at),
        url=url,
        captured_at=snapshot.captured_at,
        status=snapshot.status,
        title=snapshot.title,
        importance=findings.visit.importance,
        probability=findings.visit.probability,
        changes=findings.visit.changes,
        digest=hashlib.sha256(body).hexdigest(),
        etag=find_header(snapshot.headers, "etag"),
        last_modified=find_header(snapshot.headers, "last-modified"),
        redirects=snapshot.redirects,
        depth_px=snapshot.depth_px,
    )
