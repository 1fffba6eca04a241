from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.capturing.dom.serialise import escape_text, escape_value, serialise

PAGE = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html lang=en><head><title>a &amp; b</title><style>p > b { }</style><meta name=x content='"q" <&>'></head>
<body class="a&quot;b"><!-- a comment --><p>one &lt; two&nbsp;three<br>four<img alt="">
<pre>

two newlines</pre><textarea>
&lt;b&gt;</textarea><script>if (1 < 2 && 3 > 2) { "</p>" }</script><noscript><p>no & yes</p></noscript>
<svg viewBox="0 0 1 1"><linearGradient id=g></linearGradient><foreignObject><p>x</foreignObject></svg>
<math><mi>x</mi></math><ul><li>1<li>2</ul><table><tr><td>cell</table>
<template><li>in a template<template>inner</template></template><select><option selected>o</select>
<iframe srcdoc="<p>in</p>"></iframe><div id=host><b slot=s>light</b> unslotted</div>
<script>document.getElementById('host').attachShadow({mode: 'open'}).innerHTML = '<i>shadow <slot name=s></slot></i>'
</script></body></html>"""


@pytest.mark.browser
def test_parsing_the_mark_up_again_gives_the_same_page(render) -> None:
    first = render(PAGE)
    again = render(first.dom)
    assert again.dom == first.dom
    assert [row.tag for row in again.nodes] == [row.tag for row in first.nodes]
    assert again.nodes.text == first.nodes.text
    assert again.nodes.attributes == first.nodes.attributes


@pytest.mark.browser
def test_the_mark_up_says_everything(render) -> None:
    dom = render(PAGE).dom
    assert dom.startswith(
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
        '<html lang="en"><head>'
    )
    for piece in (
        "<title>a &amp; b</title>", "<style>p > b { }</style>", "<!-- a comment -->", "one &lt; two&nbsp;three<br>four",
        'content="&quot;q&quot; &lt;&amp;&gt;"', "<pre>\n\ntwo newlines</pre>", 'if (1 < 2 && 3 > 2) { "</p>" }',
        "<noscript><p>no & yes</p></noscript>", '<svg viewBox="0 0 1 1"><linearGradient id="g">',
        "<template><li>in a template<template>inner</template></li></template>",
        '<div id="host"><template shadowrootmode="open"><i>shadow <slot name="s"></slot></i></template>'
        '<b slot="s">light</b> unslotted</div>',
    ):  # fmt: skip
        assert piece in dom


@pytest.mark.browser
@pytest.mark.parametrize("page", [PAGE, "<p>plain <b>x</b></p>\n<ul><li>1<li>2</ul>"])
def test_every_row_knows_its_own_mark_up(render, page: str) -> None:
    found = render(page)
    nodes = found.nodes
    for row in nodes:
        own = found.dom[nodes.dom_start[row.row] : nodes.dom_end[row.row]]
        if nodes.dom_start[row.row] < 0:
            continue
        if row.tag == "#text":
            assert own.strip("\n") == escape_text(row.text).strip("\n")
        else:
            assert own.lower().startswith(f"<{row.tag}")
            assert own.endswith(">")
            if row.attributes.get("id"):
                assert f'id="{row.attributes["id"]}"' in own.partition(">")[0]


@pytest.mark.browser
def test_without_scripts_noscript_is_mark_up(render) -> None:
    assert (
        "<noscript>a &lt; <b>b</b></noscript>"
        in render("<body><noscript>a &lt; <b>b</b></noscript>", javascript=False).dom
    )


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.values: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.values += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_escaping_is_undone_by_a_parser(value: str, text: str) -> None:
    reader = Reader()
    reader.feed(f'<p title="{escape_value(value)}">{escape_text(text)}</p>')
    reader.close()
    assert (reader.values, reader.text) == ([value], text)


def test_depth_does_not_matter() -> None:
    count = 20_000
    strings = ["#document", "DIV", ""]
    nodes = {
        "parentIndex": [-1, *range(count)],
        "nodeType": [9] + [1] * count,
        "nodeName": [0] + [1] * count,
        "nodeValue": [-1] * (count + 1),
        "attributes": [[] for _ in range(count + 1)],
    }
    dom, starts, ends = serialise({"nodes": nodes, "publicId": -1, "systemId": -1}, strings)
    assert dom == "<div>" * count + "</div>" * count
    assert (starts[1], ends[1]) == (0, len(dom))
