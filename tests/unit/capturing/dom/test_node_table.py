from __future__ import annotations

import time

import numpy as np
import pytest

from pagestrata.model.snapshot import NodeTable

pytestmark = pytest.mark.browser


def by_id(nodes: NodeTable, name: str) -> int:
    return next(row for row in range(len(nodes)) if nodes.attributes[row].get("id") == name)


def check_tree(nodes: NodeTable) -> None:
    """What every table promises about its shape."""
    assert nodes.parent[0] == -1
    assert nodes.end[0] == len(nodes)
    rows = np.arange(1, len(nodes))
    parents = nodes.parent[1:]
    assert (parents < rows).all()
    assert (nodes.depth[1:] == nodes.depth[parents] + 1).all()
    assert (nodes.end[1:] <= nodes.end[parents]).all()
    assert (nodes.end > np.arange(len(nodes))).all()
    assert nodes.rect_start[-1] == len(nodes.rects)
    assert np.isfinite(nodes.box).all()
    assert (nodes.clipped[:, 2:] >= 0).all()


def test_rows_are_elements_and_texts_in_document_order(render) -> None:
    nodes = render(
        "<!doctype html><title>T</title><body><!-- c --><p>one <b>two</b>\n</p> <script>var x</script>"
        "<style>p{}</style><noscript><i>no</i></noscript><template><u>t</u></template>"
    ).nodes
    check_tree(nodes)
    assert [row.tag for row in nodes] == [
        "html", "head", "title", "#text", "body", "p", "#text", "b", "#text", "script", "style", "noscript", "template",
    ]  # fmt: skip
    assert [row.text for row in nodes if row.text] == ["T", "one ", "two"]
    assert nodes.path_of(8) == "body[1]/p[1]/b[1]/#text[1]"


def test_texts_have_one_rectangle_per_line(render) -> None:
    nodes = render(
        "<body style='margin:0'><p style='margin:0;width:100px;font:20px/30px monospace'>aaaaaaa bbbbbbb <i>c</i></p>"
        "<p style='margin:0;font:20px/30px monospace'>abc \u05d0\u05d1\u05d2 def</p>"
    ).nodes
    first = int(np.flatnonzero(nodes.is_text)[0])
    rects = nodes.rects[nodes.rect_start[first] : nodes.rect_start[first + 1]]
    assert len(rects) == 2
    assert rects[1][1] - rects[0][1] == pytest.approx(30)
    top, bottom = rects[:, 1].min(), (rects[:, 1] + rects[:, 3]).max()
    assert nodes.box[first].tolist() == pytest.approx([0, top, rects[:, 2].max(), bottom - top], abs=0.1)
    mixed = int(np.flatnonzero(nodes.is_text)[2])
    assert nodes.rect_start[mixed + 1] - nodes.rect_start[mixed] == 1  # three directions, one line
    assert nodes.rect_start[1] == 0  # elements have none


def test_shadow_roots_and_slots_are_flat(render) -> None:
    nodes = render(
        "<div id=host><b slot=s>slotted</b>left out</div><script>document.getElementById('host')"
        ".attachShadow({mode: 'open'}).innerHTML = '<p>before <slot name=s>spare</slot> after</p>'</script>"
    ).nodes
    check_tree(nodes)
    host = by_id(nodes, "host")
    assert nodes.text_of(host) == "before slotted after"
    slotted = next(row.row for row in nodes if row.tag == "b")
    assert nodes.tag_of(nodes.parent[slotted]) == "slot"
    assert nodes.visible[slotted]


def test_frames_hang_below_their_row_at_their_place(render) -> None:
    files = {
        "http://other.test/f": b"<body style='margin:0'><p style='margin:0;height:400px'>up<p id=low>low"
        b"<script>scrollTo(0, 100)</script>"
    }
    nodes = render(
        "<body style='margin:0'><iframe src=http://other.test/f width=200 height=100 style='margin:50px 0 0 30px;"
        "border:2px solid;padding:3px 5px'></iframe><p>behind",
        files=files,
    ).nodes
    check_tree(nodes)
    frame = next(row.row for row in nodes if row.tag == "iframe")
    root = nodes.children_of(frame)
    assert [nodes.tag_of(row) for row in root] == ["html"]
    up = next(row.row for row in nodes if row.text == "up")
    assert nodes.box[nodes.parent[up]].tolist() == [37, -45, 200, 400]  # 30+2+5, 50+2+3 less 100 scrolled
    assert nodes.clipped[nodes.parent[up]].tolist() == [37, 55, 200, 100]
    assert not nodes.visible[by_id(nodes, "low")]
    assert nodes.dom_start[root[0]] == -1
    assert nodes[len(nodes) - 1].text == "behind"
    rect = nodes.rects[nodes.rect_start[up]]
    assert rect[:2].tolist() == nodes.box[up][:2].tolist()


def test_pseudo_elements_have_rows_with_their_text(render) -> None:
    nodes = render("<style>p::before { content: 'Note: ' }</style><p>x").nodes
    before = next(row for row in nodes if row.tag == "::before")
    assert before.attributes == {"content": "Note: "}
    assert before.text == ""
    assert nodes.dom_start[before.row] == -1


def test_styles_become_columns(render) -> None:
    nodes = render(
        "<p id=p style='color:#123456;font:bold 20px serif;position:relative;border:solid red;"
        "border-width:1px 2px 3px 0;background:rgba(0,0,255,.5)'>x</p>"
        "<p id=q style='border:5px solid transparent'>y</p><p id=r hidden>z</p>"
    ).nodes
    row = by_id(nodes, "p")
    assert nodes.colour[row] == 0x123456FF
    assert nodes.background[row] == 0x7F7FFFFF  # half blue over white
    assert nodes.background[row + 1] == 0x7F7FFFFF
    assert (nodes.font_size[row], nodes.font_weight[row]) == (20, 700)
    assert nodes.font_size[row + 1] == 20
    assert nodes.border[row].tolist() == [1, 2, 3, 0]
    assert nodes.border[row + 1].tolist() == [0, 0, 0, 0]
    assert nodes.border[by_id(nodes, "q")].tolist() == [0, 0, 0, 0]
    assert nodes.positions[nodes.position[row]] == "relative"
    assert nodes.positions[nodes.position[row + 1]] == "static"
    assert nodes.displays[nodes.display[row]] == "block"
    assert nodes.displays[nodes.display[row + 1]] == "inline"
    assert nodes.displays[nodes.display[by_id(nodes, "r")]] == "none"


def test_what_is_painted_later_has_a_higher_order(render) -> None:
    nodes = render("<p id=under>a</p><p id=over style='position:absolute;top:0;z-index:5'>b</p>").nodes
    assert nodes.paint_order[by_id(nodes, "over")] > nodes.paint_order[by_id(nodes, "under")]


def test_own_time_does_not_grow_with_the_square_of_the_page(render) -> None:
    """A quadratic step would take a hundred times as long; benchmarks/speed/capture.py measures the growth itself."""

    def quickest_seconds(rows: int) -> tuple[int, float]:
        found = [render("<body>" + "<div class=a><p>some <b>words</b></p></div>" * rows) for _ in range(3)]
        return len(found[0].nodes), min(one.seconds["own"] for one in found)

    small_rows, small = quickest_seconds(300)
    large_rows, large = quickest_seconds(3000)
    assert large_rows > 9 * small_rows
    assert large < 30 * small


@pytest.mark.slow
def test_a_page_of_two_hundred_thousand_nodes(render) -> None:
    started = time.monotonic()
    found = render("<body>" + "<i>x</i>" * 100_000, page_seconds=180.0, settle_seconds=60.0, load_seconds=120.0)
    assert len(found.nodes) == 200_003
    assert found.nodes.text[-1] == "x"
    assert time.monotonic() - started < 180


def test_a_frame_that_could_not_be_loaded_is_empty(render) -> None:
    found = render("<iframe src=http://refused.test/></iframe><p>page")
    assert found.nodes.text_of(0) == "page"
    assert found.notes == ("1 frames could not be loaded",)
