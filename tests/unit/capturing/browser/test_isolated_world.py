from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser


def test_pages_cannot_break_our_functions(render) -> None:
    markup = """<p style="height: 2000px">fine</p><script>
      window.scrollTo = document.querySelector = () => { throw new Error('no'); };
      Object.defineProperty(Array.prototype, 'toJSON', {value: () => 'broken'});
      Element.prototype.getElementsByTagName = null; window.JSON = null; document.getAnimations = null;
      </script><form><input name=scripts><input name=images></form>"""
    found = render(markup)
    assert found.nodes.text_of(0) == "fine"
    assert found.notes == ()


def test_frames_of_other_origins_are_reached(render) -> None:
    frame = b"<style>@keyframes a { to { width: 90px } } div { animation: a 60s forwards; height: 5px }</style><div>in"
    found = render("<iframe src='http://other.test/'></iframe>", files={"http://other.test/": frame})
    inner = next(row for row in found.nodes if row.tag == "div")
    assert inner.box.width == 90
