from __future__ import annotations

import io

import pytest
from PIL import Image

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from servers import serving

pytestmark = pytest.mark.browser

NOTE = "what lay over the page was taken off its picture"
TEXT = f"<p style='margin: 0; line-height: 40px'>{'words ' * 3000}</p>"
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def bar(colour: str, place: str) -> str:
    style = f"position: fixed; left: 0; width: 100%; height: 60px; background: {colour}; {place}"
    return f"<div style='{style}'>Subscribe</div>"


@pytest.mark.parametrize(
    ("markup", "y", "colour", "notes"),
    [
        (TEXT + bar("red", "bottom: 0"), 830, WHITE, (NOTE,)),
        (f"<div style='padding-top: 60px'>{TEXT}</div>" + bar("blue", "top: 0"), 30, BLUE, ()),
        (f"<div style='height: 400px; background: red'></div>{TEXT}" + bar("blue", "top: 0"), 30, BLUE, ()),
        (f"<p>Home</p><div style='position: fixed; inset: 0; background: red'>{TEXT}</div>", 2, RED, ()),
    ],
)
def test_only_what_covers_the_page_is_taken_off_its_picture(pool: BrowserPool, markup, y, colour, notes):
    page = f"<!doctype html><title>A page</title><body style='margin: 0; background: white'>{markup}"
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()
    with serving(body) as server:
        found = pool.capture(server.url, CaptureOptions(allow_private=True, viewport=(1000, 860)))
    assert found.screenshot_png is not None
    picture = Image.open(io.BytesIO(found.screenshot_png)).convert("RGB")
    assert (picture.getpixel((990, y)), found.notes) == (colour, notes)
    assert found.nodes is not None
    assert "Subscribe" in found.nodes.text_of(0) or "Home" in found.nodes.text_of(0)
