from __future__ import annotations

from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from pagestrata.app.stages import not_modified
from pagestrata.capturing.options import CaptureOptions
from pagestrata.demo.site import ChangingSite
from pagestrata.model.records import Version


def version(**fields: Any) -> Version:
    return Version(
        id="1", url="http://site.test/", captured_at=datetime(2026, 1, 1, tzinfo=UTC), status=200, title="", **fields
    )


LOCAL = CaptureOptions(allow_private=True)


def test_a_server_that_says_not_modified_is_believed(changing_site: ChangingSite) -> None:
    import httpx

    answer = httpx.get(changing_site.url)
    last = version(etag=answer.headers["etag"], last_modified=answer.headers.get("last-modified"))
    assert not_modified(changing_site.url, last, LOCAL)
    changing_site.apply("new headline")
    assert not not_modified(changing_site.url, last, LOCAL)


def test_a_page_behind_steps_or_cookies_is_always_rendered(changing_site: ChangingSite) -> None:
    import httpx

    last = version(etag=httpx.get(changing_site.url).headers["etag"])
    options = CaptureOptions(allow_private=True, cookies=({"name": "a", "value": "b", "url": changing_site.url},))
    assert not not_modified(changing_site.url, last, options)


def test_a_failing_request_goes_to_the_browser() -> None:
    assert not not_modified("http://127.0.0.1:9/", version(), LOCAL)


@pytest.mark.parametrize(("body", "unchanged"), [(b"<p>static", True), (b"<script>1</script>", False)])
def test_the_same_bytes_count_unless_a_script_may_show_something_new(body: bytes, unchanged: bool) -> None:
    import hashlib

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        last = version(digest=hashlib.sha256(body).hexdigest())
        assert not_modified(f"http://127.0.0.1:{server.server_port}/", last, LOCAL) is unchanged
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
