from __future__ import annotations

import pytest

from pagestrata.model.snapshot import NodeTable

pytestmark = pytest.mark.browser

HIDDEN = """<style>p { margin: 0 }</style>
  <p class=no style="display: none">a</p><p class=no style="visibility: hidden">a <b>a</b></p>
  <div style="visibility: hidden"><p class=yes style="visibility: visible">a</p></div>
  <p class=no style="opacity: 0">a <b class=no>a</b></p>
  <p class=no style="position: absolute; left: -9999px">a</p>
  <p class=no style="position: absolute; width: 1px; height: 1px; overflow: hidden">a <b class=no>a</b></p>
  <p class=no style="position: absolute; clip: rect(0, 0, 0, 0)">a</p>
  <p class=no style="clip-path: inset(50%)">a</p>
  <p class=no style="height: 0; overflow: hidden">a <b class=no>a</b></p>
  <p class=no style="transform: scale(0)">a</p>
  <details class=yes><summary class=yes>a</summary><p class=no>a</p></details>
  <p class=yes>a</p><p class=yes style="opacity: 0.2">a</p><img class=yes width=1 height=1>
  <p class=yes style="height: 5px; overflow: visible">a</p>"""


def rows(nodes: NodeTable, name: str) -> list[int]:
    return [row for row in range(len(nodes)) if nodes.attributes[row].get("class") == name]


def box(nodes: NodeTable, name: str, *, clipped: bool = True) -> list[float]:
    return (nodes.clipped if clipped else nodes.box)[rows(nodes, name)[0]].tolist()


def test_what_can_be_seen_is_visible(render) -> None:
    nodes = render(HIDDEN).nodes
    assert len(rows(nodes, "no")) == 13
    assert [nodes[row] for row in rows(nodes, "no") if nodes.visible[row]] == []
    assert [nodes[row] for row in rows(nodes, "yes") if not nodes.visible[row]] == []


def test_overflow_clips_what_is_inside(render) -> None:
    nodes = render(
        "<body style='margin:0'><div style='overflow:hidden;width:100px;height:100px;border:10px solid'>"
        "<p class=a style='margin:0;width:300px;height:50px'>x</p></div>"
        "<div style='overflow-x:clip;width:50px;height:10px'><p class=b style='margin:0;width:90px;height:30px'>x</div>"
    ).nodes
    assert box(nodes, "a", clipped=False) == [10, 10, 300, 50]
    assert box(nodes, "a") == [10, 10, 100, 50]
    assert box(nodes, "b") == [0, 120, 50, 30]


def test_absolute_and_fixed_boxes_are_clipped_by_their_containing_block_only(render) -> None:
    nodes = render(
        "<body style='margin:0'><div style='position:relative'>"
        "<div style='overflow:hidden;width:100px;height:20px'><div style='height:500px'>"
        "<i class=a style='position:absolute;top:0;left:0;width:300px;height:30px'>x</i>"
        "<i class=f style='position:fixed;top:50px;left:0;width:200px;height:40px'>x</i></div></div></div>"
        "<div style='overflow:hidden;width:100px;height:20px;position:relative'>"
        "<i class=b style='position:absolute;top:0;left:0;width:300px;height:30px'>x</i></div>"
        "<div style='overflow:hidden;width:100px;height:20px;transform:translateX(0)'>"
        "<i class=t style='position:fixed;top:0;left:0;width:200px;height:40px'>x</i></div>"
    ).nodes
    assert box(nodes, "a") == [0, 0, 300, 30]
    assert box(nodes, "f") == [0, 50, 200, 40]
    assert box(nodes, "b") == [0, 20, 100, 20]
    assert box(nodes, "t") == [0, 40, 100, 20]


def test_the_overflow_of_the_body_belongs_to_the_window(render) -> None:
    nodes = render(
        "<body style='overflow-x:hidden;margin:0;height:100px'><p class=p style='margin:0;height:900px'>x"
    ).nodes
    assert box(nodes, "p") == [0, 0, 1366, 900]


def test_the_page_clips_what_lies_beside_it(render) -> None:
    nodes = render("<body style='margin:0'><p class=p style='margin:-20px 0 0 -30px;width:100px;height:60px'>x").nodes
    assert box(nodes, "p", clipped=False) == [-30, -20, 100, 60]
    assert box(nodes, "p") == [0, 0, 70, 40]


def test_an_element_without_a_box_has_that_of_its_content(render) -> None:
    nodes = render(
        "<body style='margin:0'><div class=c style='display:contents'><p style='margin:0;height:10px'>a</p>"
        "<p style='margin:0;height:20px'>b</p></div><div class=n style='display:none'><p>x"
    ).nodes
    row = rows(nodes, "c")[0]
    assert nodes.box[row].tolist() == [0, 0, 1366, 30]
    assert nodes.visible[row]
    assert nodes.displays[nodes.display[row]] == "contents"
    hidden = rows(nodes, "n")[0]
    assert nodes.box[hidden].tolist() == [0, 0, 0, 0]
    assert nodes.displays[nodes.display[hidden]] == "none"


def test_backgrounds_show_through(render) -> None:
    nodes = render(
        "<body style='background:#102030'><div class=a>x</div><div class=b style='background:rgba(255,255,255,.5)'>"
        "<p class=c>x</p><p class=d style='background:#fff'>x</p></div>"
    ).nodes
    shades = {name: int(nodes.background[rows(nodes, name)[0]]) for name in "abcd"}
    assert shades == {"a": 0x102030FF, "b": 0x889098FF, "c": 0x889098FF, "d": 0xFFFFFFFF}
