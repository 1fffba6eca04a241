"""Rows of the catalog as the records of the model, and back, with the checksums that seal them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from pagestrata import __version__
from pagestrata.model.records import Version
from pagestrata.store.catalog.names import from_microseconds, skipped_name, version_name

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Redirect, Snapshot

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

_USUAL_TYPE, _USUAL_VIEWPORT = "text/html", (1366, 768)
_VERSION_SEALED = itemgetter(
    "page_id", "captured_at", "status", "title", "importance", "changes", "digest", "etag", "last_modified", "facts",
    "body_id", "responses_id", "layout_id", "recipe_id", "tree_id", "delta_id", "blocks", "slices", "pieces",
    "resources",
)  # fmt: skip
_CHANGE_SEALED = itemgetter("number", "op", "element", "block", "to_block", "old", "new", "importance")


def to_version(row: Any) -> Version:
    """Return the record of a version's row joined with its page's url."""
    return Version(
        id=version_name(row.id, row.captured_at),
        url=row.url,
        captured_at=from_microseconds(row.captured_at),
        status=row.status,
        title=row.title,
        importance=row.importance,
        probability=row.probability,
        changes=row.changes,
        digest=row.digest.hex(),
        etag=row.etag,
        last_modified=row.last_modified,
        redirects=_redirects(row.facts),
        depth_px=_depth(row.facts),
        notes=_notes(row.facts),
    )


def to_skipped(row: Any) -> Version:
    """Return the record of a skipped visit's row joined with its page's url: a version with another kind of name."""
    return replace(to_version(row), id=skipped_name(row.id, row.captured_at))


def _redirects(facts: str) -> tuple[Redirect, ...]:
    found = json.loads(facts).get("redirects") if '"redirects"' in facts else None
    if not found:
        return ()
    from pagestrata.model.snapshot import Redirect

    return tuple(Redirect(url=url, status=status, location=location) for url, status, location in found)


def _depth(facts: str) -> int | None:
    found = json.loads(facts).get("height_cap_px") if '"height_cap_px"' in facts else None
    return found if isinstance(found, int) else None


def _notes(facts: str) -> tuple[str, ...]:
    found = json.loads(facts).get("notes") if '"notes"' in facts else None
    return tuple(map(str, found)) if isinstance(found, list) else ()


def version_facts(snapshot: Snapshot, segmenter: str, picture: str = "") -> str:
    """Return the facts of a version that have no column and are not as usual; `picture` names its screenshot's file."""
    redirects = [[hop.url, hop.status, hop.location] for hop in snapshot.redirects]
    facts = {
        "content_type": _unless(snapshot.content_type, _USUAL_TYPE),
        "viewport": _unless(snapshot.viewport, _USUAL_VIEWPORT),
        "url": _unless(snapshot.url, snapshot.requested_url),
        "device_pixel_ratio": _unless(snapshot.device_pixel_ratio, 1.0),
        "page_size": snapshot.page_size if any(snapshot.page_size) else None,
        "segmenter": segmenter or None,
        "screenshot": picture or None,
        "redirects": redirects or None,
        "height_cap_px": snapshot.depth_px,
        "notes": snapshot.notes or None,
        "software": f"pagestrata/{__version__} {snapshot.software}".strip(),
    }
    return json.dumps({name: value for name, value in facts.items() if value is not None}, separators=(",", ":"))


def _unless(value: Any, usual: Any) -> Any:
    """Return the value, or None if it is the usual one."""
    return None if value == usual else value


def _words(values: Iterable[object]) -> str:
    return "\x1f".join(map(repr, values))


def change_words(changes: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the operations of a version as bytes to hash."""
    return "\x1e".join(map(_words, map(_CHANGE_SEALED, changes))).encode("utf-8", "surrogatepass")


def version_seal(row: Mapping[str, Any], changes: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the checksum of a version's row together with the rows of its changes."""
    parts = [_words(_VERSION_SEALED(row)), *map(_words, map(_CHANGE_SEALED, changes))]
    return hashlib.blake2b("\x1e".join(parts).encode("utf-8", "surrogatepass"), digest_size=12).digest()[:8]


def block_seal(topic: str, text: str) -> int:
    return zlib.crc32(f"{topic}\x1f{text}".encode("utf-8", "surrogatepass"))
