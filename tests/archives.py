"""Small archives for tests of the store: the catalog in a folder, the blobs in memory where tests can damage them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from captures import START, capture, visit_of
from pagestrata.errors import CollectedMeanwhileError
from pagestrata.interfaces import Span
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.page_state import PageMemory
from pagestrata.model.records import Feedback, Trail, TrailEntry, Version, Watch
from pagestrata.model.snapshot import Response
from pagestrata.model.visit_result import TrailFinding, VisitResult
from pagestrata.store.archive import Archive
from pagestrata.store.opening import open_parts
from pagestrata.store.people.accounts import Account, ApiToken


class MemoryBlobs:
    """A blob store whose blobs are there to be damaged."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, digest: str, data: bytes) -> None:
        self.kept.setdefault(digest, data)

    def get(self, digest: str) -> bytes:
        if digest not in self.kept:
            raise CollectedMeanwhileError(f"blob {digest} is missing in memory; run `pagestrata verify --repair`")
        return self.kept[digest]

    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        return [self.get(digest)[start : start + length] for digest, start, length in spans]

    def has(self, digest: str) -> bool:
        return digest in self.kept

    def delete(self, digest: str) -> None:
        self.kept.pop(digest, None)

    def digests(self) -> Iterator[str]:
        return iter(sorted(self.kept))


def new_archive(folder: Path) -> tuple[Archive, MemoryBlobs]:
    """An empty archive; close it at the end."""
    catalog, _ = open_parts(folder / "archive", create=True, read_only=False)
    blobs = MemoryBlobs()
    return Archive(catalog, blobs), blobs


def keep(archive: Archive, *texts: str, hours: float = 0, delta: Any = None, **options: Any) -> Version:
    """Append a page with these paragraphs, without a picture unless asked for one."""
    taken, tree = capture(texts, hours=hours, **{"picture": False, **options})
    return archive.append(taken, tree, delta, visit=visit_of(taken))


def texts_of(archive: Archive, version: Version) -> Sequence[str]:
    return [leaf.text for leaf in archive.contents.tree(version).leaves()]


_DELTA = Delta(changes=(Change(op="update", element="text", block="1.1", old="text of hour 0", new="text of hour 1"),))


def add_user(archive: Archive) -> None:
    """Somebody with a token who did something; from then on everybody has to log in."""
    archive.accounts.add(Account(name="ann", role=3, password_hash="$argon2id$", created_at=START))
    archive.accounts.add_token(ApiToken(id="a1", account="ann", label="all", role=3, created_at=START), "secret")
    archive.accounts.note("ann", "made a token", "a1", now=START)


def fill_every_table(archive: Archive) -> None:
    """Something of everything that an archive can hold, but no user."""
    for hour in range(2):
        style = Response(url="http://site.test/a.css", status=200, headers=(), body=b"p { margin: %d }" % hour)
        taken, tree = capture([f"text of hour {hour}", "a text that stays"], hours=hour, resources=(style,))
        visit, memory = visit_of(taken, kept=True), PageMemory(used_refs={"1.1": "x"})
        found = VisitResult(visit=visit, snapshot=taken, tree=tree, delta=_DELTA if hour else None, memory=memory)
        archive.commit(found)
    taken, tree = capture(["text of hour 2", "a text that stays"], hours=2)
    archive.commit(VisitResult(visit=visit_of(taken, kept=False), snapshot=taken, tree=tree, delta=_DELTA))
    archive.settings.set("skipped_days", 7)
    archive.settings.add_model(b"{}")
    old, new = archive.versions.of("http://site.test/")
    archive.trails.save(Trail(id="t1", url=old.url, origin={"select": "p"}, state={"seen": 1}))
    for version, price in ((old, "10"), (new, "12")):
        entry = TrailEntry(
            found_at=version.captured_at,
            version=version.id,
            state="found",
            confidence=0.9,
            text=price,
            picture_png=b"x",
        )
        add_entry(archive, "t1", entry)
    archive.watches.save(Watch(id="w1", url=old.url))
    archive.feedback.add(Feedback(old_version=old.id, new_version=new.id, verdict="mattered", given_at=START))
    archive.outbox.add_rule(
        NoticeRule(id="r1", kind="watch", subject="w1", channel="json://site.test", created_at=START)
    )
    times = {"created_at": START, "release_at": START, "due_at": START}
    archive.outbox.queue([Delivery(key="k", rule="r1", place="json", title="t", body="b", **times)], now=START)


def add_entry(archive: Archive, trail_id: str, entry: TrailEntry) -> None:
    """Stores one more line of a trail that is there."""
    trail = archive.trails.with_id(trail_id)
    assert trail is not None
    archive.trails.record([TrailFinding(trail=trail, entry=entry)], version=entry.version)
