from __future__ import annotations

import pytest

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.guard.routes import PagePass, PageRules, Unreached, Upstream, check_before, rules_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError, RefusedError
from servers import serving


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://a.test/", "javascript:alert(1)", "data:text/html,x"])
def test_other_schemes_are_refused_before_any_request(url: str) -> None:
    with pytest.raises(RefusedError, match="use http or https"):
        check_before(url, CaptureOptions(allow_private=True))


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost:8000/", "http://10.1.2.3/", "http://[::1]/"])
def test_private_addresses_need_permission(url: str) -> None:
    with pytest.raises(RefusedError, match="--allow-private"):
        check_before(url, CaptureOptions())
    check_before(url, CaptureOptions(allow_private=True))


def test_each_kind_of_capture_has_its_rules() -> None:
    live = CaptureOptions(allow_private=True, proxy="http://me:pw@p.test:81")
    assert rules_for(live, recorded=True) == PageRules(recorded=True)
    assert rules_for(CaptureOptions(), recorded=False) == PageRules()
    upstream = Upstream(host="p.test", port=81, tls=False, credential="Basic bWU6cHc=")
    assert rules_for(live, recorded=False) == PageRules(allow_private=True, upstream=upstream)
    assert Upstream.of("https://p.test") == Upstream(host="p.test", port=443, tls=True, credential=None)
    with pytest.raises(CaptureError, match="is not a proxy that can be used"):
        rules_for(CaptureOptions(proxy="socks5://p.test"), recorded=False)


def test_a_pass_is_secret_and_remembers_what_was_not_reached() -> None:
    page, other = PagePass(rules=PageRules()), PagePass(rules=PageRules())
    assert len({page.password, page.mark, other.password, other.mark}) == 4
    assert page.password not in repr(page)
    page.note("far.test", 443, Unreached(reason="TimedOut", message="silent"))
    found = page.unreached("https://FAR.test/page")
    assert found is not None
    assert (found.message, found.is_refused) == ("silent", False)
    assert page.unreached("http://far.test/") is None


@pytest.mark.browser
def test_a_private_page_is_refused_by_the_pool(pool: BrowserPool) -> None:
    with serving(b"HTTP/1.1 200 OK\r\n\r\nsecret") as server:
        with pytest.raises(RefusedError, match="private address"):
            pool.capture(server.url)
        assert server.asked == []


@pytest.mark.browser
def test_a_page_behind_a_proxy_with_a_password(pool: BrowserPool) -> None:
    """The proxy is asked for the full address, with the password that was given for it."""

    def proxy(asked) -> bytes:
        if asked.headers.get("proxy-authorization") != "Basic bWU6c2VjcmV0":
            return b'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n'
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>through " + asked.path.encode()

    with serving(proxy) as server:
        address = f"127.0.0.1:{server.port}"
        options = CaptureOptions(allow_private=True, screenshot=False, proxy=f"http://me:secret@{address}")
        found = pool.capture("http://far.test/page", options)
        with pytest.raises(CaptureError, match="the proxy does not accept the credentials"):
            pool.capture("http://far.test/page", CaptureOptions(allow_private=True, proxy=f"http://me:x@{address}"))
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "through http://far.test/page"


@pytest.mark.browser
def test_the_guard_keeps_pages_away_from_the_machine(pool: BrowserPool) -> None:
    """Seen from a page on a public host (which a proxy stands in for), loopback addresses cannot be reached."""
    with serving(b"HTTP/1.1 200 OK\r\n\r\nsecret") as inside:

        def outside(asked) -> bytes:
            if asked.path.endswith("/leads-inside"):
                return b"HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n" % inside.url.encode()
            page = f"<p>page<img src='{inside.url}x.gif'><script>fetch('{inside.url}fetch')</script>"
            return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()

        with serving(outside) as proxy:
            options = CaptureOptions(screenshot=False, proxy=f"http://127.0.0.1:{proxy.port}")
            found = pool.capture("http://far.invalid/", options)
            with pytest.raises(RefusedError, match="private address"):
                pool.capture("http://far.invalid/leads-inside", options)
        assert inside.asked == []
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "page"
