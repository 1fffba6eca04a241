"""The bodies of pages and feeds as servers sent them, for comparisons without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pagestrata.app.sources import Source, parse_source
from pagestrata.errors import InputError

if TYPE_CHECKING:
    from pagestrata.app.session import Session

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

LARGEST_FILE = 64 * 1024 * 1024
RECORDED = (".warc", ".warc.gz", ".wacz", ".snapshot")


class Body(NamedTuple):
    """A response body and its Content-Type, None if unknown."""

    data: bytes
    content_type: str | None = None


def body_of(session: Session, text: str) -> Body:
    """The body of a page or a feed: a file, an address, a recorded page, or an archived version."""
    if Path(text).is_file() and not text.lower().endswith(RECORDED):
        return Body(_read(Path(text)))
    source = parse_source(text)
    if source.kind == "live":
        from pagestrata.capturing.guard.addresses import check_url
        from pagestrata.capturing.http.fetch import fetch_as

        fetched = fetch_as(check_url(text, allow_private=session.options.allow_private), session.options)
        return Body(fetched.body, fetched.header("content-type"))
    if source.kind == "archived":
        response = session.archive.contents.response(session.version(text))
        return Body(response.body, response.header("content-type"))
    return _recorded(source)


def _recorded(source: Source) -> Body:
    if source.kind == "snapshot":
        from pagestrata.formats.snapshots import read_snapshot

        responses = read_snapshot(source.path.read_bytes()).responses
        if not responses:
            raise InputError(f"{source.text} was recorded without its response; give the page or a WARC file")
        return Body(responses[0].body, responses[0].header("content-type"))
    if source.kind == "warc":
        from pagestrata.capturing.recorded.recordings import recorded_response

        response = recorded_response(source.path, url=source.url, at=source.time)
        return Body(response.body, response.header("content-type"))
    return Body(_read(source.path))


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InputError(f"{path} is larger than {LARGEST_FILE:,} bytes, too large for a page")
    return data
