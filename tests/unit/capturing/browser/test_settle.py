from __future__ import annotations

import time
from typing import Any

import pytest

from pagestrata.capturing.browser import settle
from pagestrata.errors import PageTimeoutError, UsageError
from pagestrata.formats.pictures.pictures import png_size

pytestmark = pytest.mark.browser
PIXEL = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00"
    b"\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


def test_lazy_pictures_are_fetched(render) -> None:
    markup = "<p style='height: 9000px'>top</p><img loading=lazy src=/low.gif>"
    found = render(markup, files={"http://page.test/low.gif": PIXEL})
    assert any(r.url.endswith("/low.gif") for r in found.responses)


def test_content_that_comes_into_view_is_there(render) -> None:
    markup = """<p style="height: 5000px">top</p><div id=low></div><script>
      new IntersectionObserver((seen) => { if (seen[0].isIntersecting) low.textContent = 'seen'; }).observe(low);
      document.getElementById('low').style.height = '10px'; </script>"""
    assert render(markup).nodes.text_of(0) == "top seen"


ENDLESS = """<body><script>
      const add = () => { for (let i = 0; i < 20; i++) document.body.append(
        Object.assign(document.createElement('p'), {textContent: 'more', style: 'height: 100px'})); };
      add(); addEventListener('scroll', () => { if (scrollY + 2000 > document.body.scrollHeight) add(); });
      </script>"""


def test_an_endless_page_ends_at_a_fixed_depth(render) -> None:
    found = render(ENDLESS, settle_seconds=60.0, max_scroll_px=5000)
    assert found.height_capped
    assert (found.page_size, found.depth_px) == ((1366.0, 5000.0), 5000)
    assert "the page goes on when it is scrolled; what is below 5,000 px was left out" in found.notes


def test_an_endless_page_ends_at_the_same_depth_whatever_its_picture_shows(render) -> None:
    found = render(ENDLESS, settle_seconds=60.0, max_scroll_px=6000, height_cap_px=4000, screenshot=True)
    assert (found.page_size, found.depth_px) == ((1366.0, 6000.0), 6000)
    assert png_size(found.screenshot_png) == (1366, 4000)


@pytest.mark.parametrize("first_px", [21_000, 24_000])
def test_an_endless_page_that_is_long_from_the_start_ends_at_a_multiple_of_the_scroll_limit(render, first_px) -> None:
    markup = ENDLESS.replace("<body>", f"<body><p style='height: {first_px}px'>long</p>")
    found = render(markup, settle_seconds=60.0)
    assert (found.page_size, found.depth_px) == ((1366.0, 30_000.0), 30_000)


GROWING = """<body><script>
      const add = () => { for (let i = 0; i < 20; i++) document.body.append(
        Object.assign(document.createElement('p'), {textContent: 'more', style: 'height: 100px'})); };
      const isLow = () => scrollY + innerHeight + 300 > document.body.scrollHeight;
      add(); %s </script>"""
LATER = {
    "by a timer": "addEventListener('scroll', () => { if (isLow()) setTimeout(add, 80); });",
    "when scrolling has ended": """let waiting; addEventListener('scroll', () => {
      clearTimeout(waiting); waiting = setTimeout(() => { if (isLow()) add(); }, 250); });""",
}


@pytest.mark.parametrize("script", LATER.values(), ids=LATER)
def test_a_page_that_grows_some_time_after_it_was_scrolled_ends_at_the_same_depth(render, script) -> None:
    found = render(GROWING % script, settle_seconds=60.0, max_scroll_px=6000)
    assert (found.page_size, found.depth_px) == ((1366.0, 6000.0), 6000)


class SlowFiles(dict[str, bytes]):
    """A server that takes longer than anybody waits at the foot of a page."""

    def get(self, url: str, default: Any = None) -> Any:
        time.sleep(0.6 if url in self else 0)
        return super().get(url, default)


def test_a_page_that_grows_by_what_comes_late_ends_at_the_same_depth(render) -> None:
    script = """const foot = document.body.appendChild(document.createElement('i'));
      new IntersectionObserver(seen => { if (seen[0].isIntersecting) fetch('/more').then(() => {
        add(); document.body.append(foot); }); }).observe(foot);"""
    late = SlowFiles({"http://page.test/more": b"more"})
    found = render(GROWING % script, files=late, settle_seconds=60.0, max_scroll_px=6000)
    assert (found.page_size, found.depth_px) == ((1366.0, 6000.0), 6000)


def test_a_page_that_grows_and_ends_is_taken_whole(render) -> None:
    markup = """<body><p style="height: 2000px">top</p><script>
      let left = 4; addEventListener('scroll', () => { if (left-- > 0) document.body.append(
        Object.assign(document.createElement('p'), {textContent: 'more', style: 'height: 2000px'})); });
      </script>"""
    found = render(markup, max_scroll_px=3000, settle_seconds=60.0)
    assert (found.height_capped, found.depth_px, found.nodes.text_of(0)) == (False, None, "top more more more more")


def test_a_page_beyond_the_end_of_its_picture_is_taken_whole_and_says_so(render) -> None:
    found = render("<p style='height: 9000px'>tall</p><p>low", height_cap_px=4000, screenshot=True)
    assert (found.depth_px, found.height_capped, found.nodes.text_of(0)) == (None, False, "tall low")
    assert any("px high; its picture ends at 4,000 px" in note for note in found.notes)


def test_content_that_loads_far_below_the_end_of_the_picture_is_there(render) -> None:
    markup = """<p style="height: 50000px">top</p><div id=low style="height: 10px"></div><script>
      new IntersectionObserver((seen) => { if (seen[0].isIntersecting) low.textContent = 'seen'; }).observe(low);
      </script>"""
    assert render(markup, settle_seconds=60.0).nodes.text_of(0) == "top seen"


def test_a_long_page_that_grows_while_its_pictures_come_is_not_endless(render) -> None:
    markup = """<p style="height: 42000px">top</p><div id=late></div><p>low</p><script>
      addEventListener('scroll', () => { if (scrollY > 5000) late.style.height = '30000px'; }); </script>"""
    found = render(markup, settle_seconds=60.0)
    assert (found.depth_px, found.nodes.text_of(0)) == (None, "top low")
    assert found.page_size[1] > 72_000
    assert found.notes == ()


def test_a_way_down_that_is_too_long_is_said(render, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle, "MOST_SCREENS", 3)
    found = render("<p style='height: 90000px'>top</p><p>low")
    assert found.nodes.text_of(0) == "top low"
    assert found.depth_px is None
    assert "what loads only when it is scrolled to may be missing below 2,304 px" in found.notes


def test_the_page_is_back_at_its_top(render) -> None:
    markup = "<p style='height: 3000px'>x</p><div id=bar style='position: fixed; top: 0; height: 20px'>bar</div>"
    found = render(markup)
    bar = next(row for row in found.nodes if row.attributes.get("id") == "bar")
    assert bar.box.y == 0


def test_animations_end_and_carets_are_hidden(render) -> None:
    markup = """<style>@keyframes grow { from { width: 10px } to { width: 300px } }
      @keyframes spin { from { width: 50px } to { width: 90px } } div { height: 10px }
      #once { width: 10px; animation: grow 60s forwards } #ever { width: 30px; animation: spin 1s infinite }
      #slow { transition: width 60s } </style>
      <div id=once></div><div id=ever></div><div id=slow style="width: 10px"></div>
      <script>addEventListener('load', () => { slow.offsetWidth; slow.style.width = '400px'; })</script>"""
    found = render(markup)
    widths = {row.attributes["id"]: row.box.width for row in found.nodes if "id" in row.attributes}
    assert widths == {"once": 300, "ever": 30, "slow": 400}
    assert "caret-color" not in found.dom  # the freezing style is not part of the page


def test_late_content_is_waited_for(render) -> None:
    files = {"http://page.test/late.txt": b"late"}
    markup = """<p id=p>early</p><script>setTimeout(() => fetch('/late.txt').then(r => r.text())
      .then(t => p.textContent = t), 60)</script>"""
    assert render(markup, files=files).nodes.text_of(0) == "late"


def test_a_page_that_never_rests_is_taken_at_the_cap(render) -> None:
    markup = "<p id=p>0</p><script>setInterval(() => p.append(document.createElement('i')), 20)</script>"
    found = render(markup, settle_seconds=0.5)
    assert found.notes == ("settling stopped at its cap of 0.5 s: the page was still changing",)


def test_a_redirect_by_script_is_followed(render) -> None:
    files = {"http://page.test/next": b"<title>next</title>"}
    found = render("<script>location.replace('/next')</script>", files=files)
    assert (found.url, found.title) == ("http://page.test/next", "next")
    assert found.responses[0].url == "http://page.test/next"


def test_wait_for_an_element(render) -> None:
    markup = "<script>setTimeout(() => document.body.append(document.createElement('hr')), 300)</script><p>x"
    assert "<hr>" in render(markup, wait_for="hr").dom


def test_wait_for_what_never_comes(render) -> None:
    with pytest.raises(PageTimeoutError, match=r"nothing on http://page\.test/ matches '#never' within 0\.2 s"):
        render("<p>x", wait_for="#never", load_seconds=0.2)


def test_wait_for_something_that_is_no_selector(render) -> None:
    with pytest.raises(UsageError, match="'p]' is not a CSS selector"):
        render("<p>x", wait_for="p]")


def test_without_javascript(render) -> None:
    found = render(
        "<p>x</p><noscript><b>no script</b></noscript><script>document.title = 'ran'</script>", javascript=False
    )
    assert found.title == ""
    assert found.nodes.text_of(0) == "x no script"
