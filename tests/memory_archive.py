"""A small archive in memory, for tests of replay and queries that do not need a database."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

from pagestrata.errors import NotFoundError
from pagestrata.formats.urls import canonical_url, parse_time
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Holding, RecordedChange, Version
from pagestrata.model.snapshot import Response

HTML = (("Content-Type", "text/html; charset=utf-8"),)


def response(url: str, body: bytes, content_type: str = "text/html; charset=utf-8", **fields: object) -> Response:
    headers = (("Content-Type", content_type), *fields.pop("headers", ()))  # type: ignore[misc]
    return Response(**{"url": url, "status": 200, "headers": headers, "body": body, **fields})  # type: ignore[arg-type]


class MemoryArchive:
    """Keeps what it is given; versions are in the order of their times. It is all faces of an archive in one."""

    def __init__(self) -> None:
        self._versions: dict[str, list[Version]] = {}
        self._responses: dict[tuple[str, str], Response] = {}
        self._doms: dict[str, str] = {}
        self._trees: dict[str, BlockTree] = {}
        self._deltas: dict[str, Delta] = {}
        self._screenshots: dict[str, bytes] = {}

    @property
    def versions(self) -> MemoryArchive:
        return self

    @property
    def contents(self) -> MemoryArchive:
        return self

    @property
    def queries(self) -> MemoryArchive:
        return self

    def add(
        self,
        url: str,
        time: str,
        page: Response | bytes,
        *resources: Response,
        dom: str = "",
        tree: BlockTree | None = None,
        delta: Delta | None = None,
        screenshot: bytes | None = None,
        importance: float | None = None,
    ) -> Version:
        url = canonical_url(url)
        page = page if isinstance(page, Response) else response(url, page)
        known = self._versions.setdefault(url, [])
        version = Version(
            id=f"{url} {time}",
            url=url,
            captured_at=parse_time(time),
            status=page.status,
            title="A page",
            importance=importance,
            changes=len(delta.changes) if delta else 0,
            digest=hashlib.sha256(page.body).hexdigest(),
        )
        known.append(version)
        known.sort(key=lambda each: each.captured_at)
        self._responses[version.id, ""] = page
        self._responses.update({(version.id, canonical_url(each.url)): each for each in resources})
        self._doms[version.id] = dom
        if tree:
            self._trees[version.id] = tree
        if delta:
            self._deltas[version.id] = delta
        if screenshot:
            self._screenshots[version.id] = screenshot
        return version

    def pages(self) -> Sequence[str]:
        return list(self._versions)

    def of(self, url: str) -> Sequence[Version]:
        return tuple(self._versions.get(canonical_url(url), ()))

    def at(self, url: str, when: str | datetime, *, nearest: bool = False) -> Version:
        versions = self.of(url)
        if not versions:
            raise NotFoundError(f"{url} is not in the archive")
        if when in {"latest", "first"}:
            return versions[-1 if when == "latest" else 0]
        moment = when if isinstance(when, datetime) else parse_time(when)
        before = [version for version in versions if version.captured_at <= moment]
        if not before and not nearest:
            raise NotFoundError(f"{url} has no version as early as {when}")
        return before[-1] if before else versions[0]

    def response(self, version: Version, url: str | None = None) -> Response:
        key = (version.id, canonical_url(url) if url else "")
        if key not in self._responses:
            raise NotFoundError(f"{url} is not among the resources of {version.url}")
        return self._responses[key]

    def holding(self, url: str, when: datetime) -> Version | None:
        held = [holding.version for holding in self.holdings(url)]
        before = [version for version in held if version.captured_at <= when]
        return before[-1] if before else held[0] if held else None

    def holdings(self, url: str | None = None) -> Sequence[Holding]:
        """Every version that holds a resource, as if each brought it again."""
        versions = {version.id: version for listed in self._versions.values() for version in listed}
        found = [Holding(url=address, version=versions[owner]) for owner, address in self._responses if address]
        wanted = [holding for holding in found if url is None or holding.url == canonical_url(url)]
        return sorted(wanted, key=lambda holding: (holding.url, holding.version.captured_at))

    def responses(self, version: Version) -> Mapping[str | None, Response]:
        return {url or None: found for (owner, url), found in self._responses.items() if owner == version.id}

    def dom(self, version: Version) -> str:
        if not self._doms[version.id]:
            raise NotFoundError(f"{version.id} was stored without a rendered document")
        return self._doms[version.id]

    def tree(self, version: Version) -> BlockTree:
        return self._trees[version.id]

    def delta(self, version: Version) -> Delta | None:
        return self._deltas.get(version.id)

    def changes(
        self, url: str | None = None, *, since: datetime | None = None, until: datetime | None = None
    ) -> Sequence[RecordedChange]:
        return [
            RecordedChange(
                url=version.url, version=version.id, captured_at=version.captured_at, number=number, op=change.op,
                element=change.element, block=change.block, to_block=change.to_block, old=change.old, new=change.new,
                importance=change.importance,
            )
            for page in ([canonical_url(url)] if url else self._versions)
            for version in reversed(self._versions.get(page, ()))
            if version.id in self._deltas and (not since or since <= version.captured_at)
            and (not until or version.captured_at <= until)
            for number, change in enumerate(self._deltas[version.id].changes)
        ]  # fmt: skip

    def screenshot(self, version: Version) -> bytes | None:
        return self._screenshots.get(version.id)
