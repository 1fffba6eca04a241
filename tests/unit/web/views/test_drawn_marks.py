from xml.etree import ElementTree

from pagestrata.model.geometry import Box
from pagestrata.visit.shown.pane_marks import Mark, Pane
from pagestrata.web.views.drawn_marks import drawn_marks


def pane(*marks: Mark) -> Pane:
    return Pane(side="new", version="name", width=100.0, height=50.0, has_picture=True, marks=marks)


def test_each_change_is_framed_and_labelled() -> None:
    first = Mark(change=1, kind="update", box=Box(1.5, 30.0, 10.0, 12.0), label="1")
    moved = Mark(change=2, kind="move", box=Box(0.0, 0.0, 5.0, 5.0), is_arrival=True, is_folded=True)
    drawn = ElementTree.fromstring(drawn_marks(pane(first, moved), 100, 10, 2))
    assert drawn.get("class") == "marks marks--new"
    one, other = drawn
    assert (one.get("class"), one.get("data-change")) == ("mark mark--update", "1")
    assert [(part.tag, part.get("x"), part.get("y")) for part in one] == [
        ("rect", "101.5", "30"),
        ("rect", "101.5", "16.5"),
        ("text", "104.5", "26.5"),
    ]
    assert one[2].text == "U1"
    assert other.get("class") == "mark mark--move mark--folded mark--arrival is-selected"
    assert len(other) == 1


def test_a_label_at_the_top_stays_on_the_picture() -> None:
    drawn = drawn_marks(pane(Mark(change=3, kind="insert", box=Box(0.0, 2.0, 5.0, 5.0), label="3")), 0, 10, None)
    flag = ElementTree.fromstring(drawn)[0][1]
    assert (flag.get("class"), flag.get("y")) == ("mark__flag", "0.0")
