from __future__ import annotations

from pagestrata.formats.html.page_writer import PageWriter, kind_of


def test_rows_and_mark_up_are_written_side_by_side() -> None:
    writer = PageWriter("http://site.test/a/", kind="thing", title="A & B")
    with writer.element("h1", {"id": "top"}, size=24.0):
        writer.text("Bread & butter", 24.0)
    with writer.element("p"), writer.link("../c"):
        writer.text("See c")
    writer.picture("d.png")
    writer.gap()
    nodes, dom, height = writer.finished()
    assert kind_of(nodes) == "thing"
    assert "<title>A &amp; B</title>" in dom
    assert [nodes.tag_of(row) for row in range(len(nodes))] == [
        "html", "body", "h1", "#text", "p", "a", "#text", "img"
    ]  # fmt: skip
    assert nodes.text_of(2) == "Bread & butter"
    assert dom[int(nodes.dom_start[2]) : int(nodes.dom_end[2])] == '<h1 id="top">Bread &amp; butter</h1>'
    assert nodes.links == {5: "http://site.test/c"}
    assert nodes.images[7].address == "http://site.test/a/d.png"
    tops = [float(nodes.box[row][1]) for row in (2, 4, 7)]
    assert tops == sorted(tops)
    assert height > tops[-1]


def test_an_address_that_is_none_stays_as_it_is_and_other_pages_have_no_kind() -> None:
    writer = PageWriter("http://site.test/", kind="thing", title="")
    writer.picture("http://[broken")
    nodes, _, _ = writer.finished()
    assert nodes.images[2].address == "http://[broken"
    assert kind_of(None) is None
