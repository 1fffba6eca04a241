"""Pages that send too many bytes or take too much memory."""

from __future__ import annotations

import gzip

import pytest

from attacks.canaries import internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import MEGABYTE, CaptureOptions
from pagestrata.errors import BrowserError, CaptureError
from pagestrata.model.snapshot import Response

pytestmark = pytest.mark.browser
ADDRESS = "http://far.invalid/"
OK = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"


def chunked(size: int) -> bytes:
    return OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n" % (size, b"/" * size) + b"0\r\n\r\n"


def compressed(size: int) -> bytes:
    body = gzip.compress(b"/" * size)
    return OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def until_the_end(size: int) -> bytes:
    return OK + b"\r\n" + b"/" * size


@pytest.mark.parametrize("packed", [chunked, compressed, until_the_end])
def test_a_body_of_unknown_size_is_counted_while_it_arrives(pool: BrowserPool, packed) -> None:  # type: ignore[no-untyped-def]
    answers = {
        ADDRESS: message("<p>words</p><script src=/large></script><script src=/small></script>"),
        f"{ADDRESS}large": packed(6 * MEGABYTE),
        f"{ADDRESS}small": packed(1000),
    }
    with internet(lambda url: answers.get(url, message(""))) as far:
        options = CaptureOptions(proxy=far.proxy, max_resource_bytes=MEGABYTE, screenshot=False)
        found = pool.capture(ADDRESS, options)
    kept = {response.url: len(response.body) for response in found.responses}
    assert kept[f"{ADDRESS}small"] == 1000
    assert f"{ADDRESS}large" not in kept
    assert f"{ADDRESS}large neither kept nor shown: more than {MEGABYTE} bytes" in found.notes


def test_a_compressed_page_is_counted_too(pool: BrowserPool) -> None:
    with internet(lambda _: compressed(6 * MEGABYTE)) as far, pytest.raises(CaptureError, match="is larger than 1 MB"):
        pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, max_page_bytes=MEGABYTE))


def test_a_page_that_takes_all_memory_is_ended_and_the_next_one_works() -> None:
    """The page would go on to 8 GB; the ceiling is what an empty browser needs, and some more."""
    hungry = """<p>words<script>const kept = [];
      function more() { kept.push(new Uint8Array(16 * 2 ** 20).fill(kept.length + 1));
                        if (kept.length < 500) setTimeout(more, 5); }
      more()</script>"""

    def respond(_method: str, url: str) -> Response | None:
        body = hungry.encode() if url == ADDRESS else b"<p>fine" if url.endswith("next") else None
        return (body and Response(url=url, status=200, headers=(("Content-Type", "text/html"),), body=body)) or None

    options = CaptureOptions(screenshot=False, settle_seconds=50.0, wait_for="#never", load_seconds=50.0)
    with BrowserPool(memory_ceiling_mb=1200) as pool:
        with pytest.raises(
            CaptureError, match=r"needed more than 1200 MB for http://far\.invalid/ and was ended"
        ) as said:
            pool.capture(ADDRESS, options, responder=respond)
        assert not isinstance(said.value, BrowserError)
        found = pool.capture(f"{ADDRESS}next", CaptureOptions(screenshot=False), responder=respond)
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "fine"
