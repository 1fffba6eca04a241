import numpy as np
import pytest

from builders import element, snapshot, words
from pagestrata.errors import InputError
from pagestrata.follow.hide import with_real_id, without_element, without_ids
from pagestrata.follow.states import Found

PAGE, LINE = (0, 0, 800, 600), (0, 0, 100, 20)


def form():
    return snapshot(
        element(
            "html",
            PAGE,
            element(
                "body",
                PAGE,
                element("label", LINE, words("Name", LINE), attributes={"for": "name", "class": "name"}),
                element("input", LINE, attributes={"id": "name", "name": "name", "aria-describedby": "hint"}),
                element("a", LINE, words("up", LINE), attributes={"href": "http://site.test/#name", "title": "#name"}),
                element("img", LINE, attributes={"src": "http://site.test/a.png", "alt": "a picture"}),
            ),
        ),
        dom="<p id=name>",
    )


def test_no_trace_of_an_id_is_left():
    hidden = without_ids(form())
    assert "name" not in {value for own in hidden.nodes.attributes for key, value in own.items() if key != "class"}
    assert all("#" not in value for own in hidden.nodes.attributes for value in own.values())
    assert set(hidden.nodes.links.values()) == {"http://site.test/"}
    assert hidden.dom == ""


def test_what_is_no_reference_stays():
    own = without_ids(form()).nodes.attributes
    assert {"class": "name"} in own
    assert {"src": "http://site.test/a.png", "alt": "a picture"} in own


def test_the_original_is_left_alone():
    page = form()
    without_ids(page)
    assert page.nodes.attributes[4]["id"] == "name"


@pytest.mark.parametrize("row", [2, 4, 5, 7])
def test_a_page_without_an_element_is_the_page_built_without_it(row):
    whole = form()
    path = whole.nodes.path_of(row)
    cut = without_element(whole, row).nodes
    expected = [whole.nodes.path_of(r) for r in range(len(whole.nodes)) if not row <= r < whole.nodes.end[row]]
    tag = path.rpartition("/")[2].partition("[")[0]
    assert [p.rpartition("/")[2].partition("[")[0] for p in expected[1:]] == [cut.tag_of(r) for r in range(1, len(cut))]
    assert cut.end[0] == len(cut) == len(expected)
    assert tag not in {cut.tag_of(r) for r in cut.children_of(1)}
    assert len(cut.rects) == cut.rect_start[-1]
    assert all(cut.tag_of(link) == "a" for link in cut.links)
    assert all(cut.tag_of(image) == "img" for image in cut.images)
    assert all(cut.parent[r] < r < cut.end[cut.parent[r]] for r in range(1, len(cut)))


def test_rectangles_stay_with_their_texts():
    whole = form()
    cut = without_element(whole, 2).nodes
    row = cut.text.index("up")
    assert np.array_equal(cut.rects[cut.rect_start[row] : cut.rect_start[row + 1]], [LINE])


def test_a_page_that_is_not_html_cannot_be_blinded():
    pdf = snapshot(element("html", PAGE), nodes=None, headers=(("content-type", "application/pdf"),))
    with pytest.raises(InputError, match=r"application/pdf.*follow a block of an HTML page"):
        without_ids(pdf)


def test_an_answer_about_a_page_without_ids_gets_the_real_one():
    found = Found(state="found", confidence=1.0, gap=1.0, row=4)
    assert with_real_id(found, form()).id == "name"
    lost = Found(state="lost", confidence=0.0, gap=0.0)
    assert with_real_id(lost, form()) is lost
