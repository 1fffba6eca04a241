import pytest

from pagestrata.capturing.browser.live import LivePage
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.errors import BrowserError, CaptureError, RefusedError, UsageError
from servers import serving

pytestmark = pytest.mark.browser

FORM = b"""HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!doctype html>
<style>body {margin: 0; height: 3000px} input, p {display: block; box-sizing: border-box; height: 50px; margin: 0}</style>
<input name="user"><input type="password" id="pw"><p onclick="this.textContent='clicked'"><b>not yet</b></p>"""


def test_what_is_done_on_the_page_is_recorded_as_steps_that_can_be_taken_again() -> None:
    with serving(FORM) as site:
        page = LivePage(site.url, CaptureOptions(allow_private=True))
        page.open()
        try:
            assert page.picture().startswith(b"\xff\xd8")
            with pytest.raises(UsageError, match="no field has the focus"):
                page.type("anna")
            done = [page.click(50, 25), page.type("anna"), page.click(50, 75)]
            assert done[:2] == [
                Step(action="click", selector='input[name="user"]'),
                Step(action="type", selector='input[name="user"]', text="anna"),
            ]
            assert page.focused() == ("#pw", True)
            assert page.click(20, 110).selector == "b"
            assert page.wait_for(20, 110) == Step(action="wait", selector="p")
            assert page.scroll(500).action == "scroll"
            assert page.origin() == site.url.rstrip("/")
            for step in done:
                page.take(step)
            elsewhere = Step(action="type", selector="#pw", text="x", secret="5f", origin="https://bank.test")
            with pytest.raises(CaptureError, match="not typed anywhere else"):
                page.take(elsewhere)
        finally:
            page.close()
        with pytest.raises(BrowserError, match="not open any more"):
            page.picture()


def test_private_addresses_are_refused_as_at_visits() -> None:
    with serving(FORM) as site, pytest.raises(RefusedError):
        LivePage(site.url, CaptureOptions()).open()
