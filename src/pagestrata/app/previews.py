"""Preview a page before it is watched: open it once, cut it into blocks, and keep it as the first version on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.watches import watch_for
from pagestrata.capturing.guard.addresses import check_url
from pagestrata.errors import NotFoundError
from pagestrata.follow.page import nodes_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Trail, Visit, Watch
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cascade import visit
from pagestrata.visit.cut import SegmentOptions, cut
from pagestrata.visit.faults.page_faults import fault_of_page
from pagestrata.visit.plan import VisitRequest, plan_visit
from pagestrata.visit.time_limit import SCREEN_SECONDS, within_time

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive

LONGEST_NAME = 40
IGNORED = 0.0  # the importance of a block that a person does not want to hear about


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The current page and its blocks."""

    url: str
    snapshot: Snapshot
    tree: BlockTree
    fault: str = ""  # a sentence about the error page, login or bot check
    asks_for_login: bool = False  # it shows a password field


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The watch, visit and trails made from a preview."""

    watch: Watch
    visit: Visit
    trails: Sequence[Trail] = ()


def look_at(session: Session, url: str) -> Preview:
    """Open a page in the browser. Raises CaptureError if that fails."""
    address = check_url(url, allow_private=session.options.allow_private)
    snapshot = session.snapshot(address)
    known = session.archive.watches.of(address)
    last = session.archive.versions.latest(address)
    previous = session.archive.contents.tree(last) if last is not None else None
    options = SegmentOptions.from_settings(known.settings) if known else SegmentOptions()
    fault = fault_of_page(snapshot, PageState(url=address))
    return Preview(
        url=address,
        snapshot=snapshot,
        tree=within_time(SCREEN_SECONDS, f"cutting {address}", partial(cut, snapshot, options, previous=previous)),
        fault=f"This looks like a fault ({fault.kind}): {fault.why}" if fault else "",
        asks_for_login=has_password_field(snapshot),
    )


def has_password_field(snapshot: Snapshot) -> bool:
    """Whether the page shows a password field."""
    nodes = nodes_of(snapshot)
    inputs = (nodes.tag == nodes.tag_code("input")).nonzero()[0].tolist()
    return any(nodes.visible[row] and nodes.attributes[row].get("type", "").lower() == "password" for row in inputs)


def watch_preview(
    archive: Archive,
    preview: Preview,
    *,
    settings: Mapping[str, Any],
    follow: Sequence[str] = (),
    ignore: Sequence[str] = (),
    picked: Choice | None = None,
    picked_name: str = "",
) -> Kept:
    """Watch the page from now on, with this capture as a version; follow some of its blocks, ignore others.

    Blocks are named by their refs in the preview; `picked` is one element, called `picked_name`. Raises NotFoundError for a
    missing block.
    """
    if picked is not None:
        picked.row(preview.snapshot, preview.tree)  # before anything is stored
    blocks = preview.tree.by_ref()
    missing = [ref for ref in (*follow, *ignore) if ref not in blocks]
    if missing:
        raise NotFoundError(f"there is no block {missing[0][:40]!r} on this page; open the page again")
    known = archive.watches.of(preview.url)
    importance = {**(known.settings.importance if known else {}), **dict.fromkeys(ignore, IGNORED)}
    watch = watch_for(archive, preview.url, {**settings, **({"importance": importance} if importance else {})})
    plan = plan_visit(archive, VisitRequest(preview.url, stage="render"), now=datetime.now(UTC))
    made = visit(plan, archive=archive, fetch=lambda _state: None, render=lambda _url: preview.snapshot)
    called = watch.settings.title or preview.snapshot.title.strip() or None
    named = [(Choice(block=ref), blocks[ref].text, "") for ref in follow]
    if picked is not None:
        named.insert(0, (picked, picked_text(preview.snapshot, picked), picked_name))
    trails = [
        add_trail(
            archive,
            preview.snapshot,
            choice,
            url=preview.url,
            version=made.version,
            tree=preview.tree,
            name=name or (called if len(named) == 1 else _name_among(text, called)),
        )
        for choice, text, name in named
    ]
    return Kept(watch=watch, visit=made, trails=trails)


def picked_text(snapshot: Snapshot, choice: Choice) -> str:
    """The text of the chosen element."""
    return nodes_of(snapshot).text_of(choice.row(snapshot))


def _name_among(text: str, page: str | None) -> str | None:
    """The name of one of several followed blocks: its first words, and its page."""
    words = shorten(" ".join(text.split()), LONGEST_NAME, placeholder="…")
    return " on ".join(filter(None, (f"‘{words}’" if words else "", page))) or None
