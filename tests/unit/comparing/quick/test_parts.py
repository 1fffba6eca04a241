from __future__ import annotations

import pytest

from pagestrata.comparing.quick.parts import parts_of
from pagestrata.comparing.quick.unseen import Unseen
from pagestrata.formats.html.html_source import parse_html


def shown(page: str, selector: str = "body") -> list[str]:
    node = parse_html(page.encode()).css_first(selector)
    assert node is not None
    return [part.source if part.node is None else f"<{part.tag}>" for part in parts_of(node, Unseen())]


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        ("<body> <p>a</p> <p>b</p> ", ["<p>", "<p>"]),
        ("<body>a <b>b</b> c", ["a ", "<b>", " c"]),
        ("<body>a <p>b</p> c", ["a", "<p>", "c"]),
        ("<body>a<!-- x -->b<script>1</script>c", ["abc"]),
        ("<body>a \n\t b", ["a b"]),
        ("<body>a\N{NO-BREAK SPACE} b", ["a\N{NO-BREAK SPACE} b"]),
    ],
)
def test_white_space_is_as_a_browser_shows_it(page: str, parts: list[str]) -> None:
    assert shown(page) == parts


def test_preformatted_text_keeps_every_space() -> None:
    assert shown("<pre>a  b\n </pre>", "pre") == ["a  b\n "]
    assert shown("<p style='white-space:pre'>a  b", "p") == ["a  b"]


def test_style_sheets_and_redirects_show_other_metadata_does_not() -> None:
    page = "<link rel=stylesheet href=a.css><link rel=next href=b><meta name=x content=y><meta http-equiv=Refresh content=1>"
    assert shown(page + "<title>t</title>", "head") == ["<link>", "<meta>", "<title>"]
