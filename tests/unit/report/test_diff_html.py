from __future__ import annotations

import base64
import hashlib
import re

from lxml import html

from pagestrata.comparing.vidiff import compare
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_html import diff_html
from trees import leaf, page

OLD = page(
    leaf("1.1", "the price is 10 euros", box=Box(0, 0, 100, 20)),
    leaf("1.2", "a moved block", box=Box(0, 20, 100, 20)),
    leaf("1.3", "x y", box=Box(0, 40, 100, 20)),
    page_size=(200.0, 100.0),
)
NEW = page(
    leaf("1.1", "the price is 12 euros", box=Box(0, 0, 100, 20)),
    leaf("1.3", "x y", box=Box(0, 20, 100, 20)),
    leaf("1.2", "a moved block", box=Box(0, 40, 100, 20)),
    page_size=(200.0, 100.0),
)
DELTA = compare(OLD, NEW)
PNG = b"\x89PNG fake"


def test_both_versions_have_linked_marks_at_their_places():
    document = html.fromstring(diff_html(OLD, NEW, DELTA, old_png=PNG, new_png=PNG))
    sections = document.cssselect("section.group")
    assert len(sections) == 2
    for side in ("old", "new"):
        marks = document.cssselect(f"[data-side={side}] .mark")
        assert [mark.get("data-group") for mark in marks] == ["0", "1"]
        assert document.cssselect(f"[data-side={side}] img")[0].get("src").startswith("data:image/png;base64,")
    first = document.cssselect("[data-side=old] .mark")[0]
    assert first.get("style") == "left:0.0%;top:0.0%;width:50.0%;height:20.0%"


def test_texts_are_told_word_by_word():
    document = html.fromstring(diff_html(OLD, NEW, DELTA))
    assert [found.text for found in document.cssselect("del")] == ["10"]
    assert [found.text for found in document.cssselect("ins")] == ["12"]


def test_operations_can_be_filtered_and_keys_are_explained():
    document = html.fromstring(diff_html(OLD, NEW, DELTA))
    assert [box.get("data-op") for box in document.cssselect("input[data-op]")] == ["update", "move"]
    assert "next" in document.cssselect(".keys")[0].text_content()


def test_content_is_escaped_and_only_the_reports_own_script_may_run():
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'"
    new = page(leaf("1.1", evil, (evil,), role=evil, box=Box(0, 0, 9, 9)), title=evil, url=evil)
    decision = Decision(similar=False, score=1, probability=1, reasons=(evil,))
    report = diff_html(OLD, new, compare(OLD, new), weights=None, decision=decision)
    assert evil not in report
    document = html.fromstring(report)
    (script,) = document.cssselect("script")
    assert not document.cssselect("[onerror]")
    digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
    policy = document.cssselect("meta[http-equiv]")[0].get("content")
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_nothing_is_loaded_from_anywhere():
    report = diff_html(OLD, NEW, DELTA, old_png=PNG)
    assert not re.findall(r'(?:src|href)="(?!data:)|url\((?!#)|@import', report)


def test_without_screenshots_the_blocks_are_sketched():
    document = html.fromstring(diff_html(OLD, NEW, DELTA))
    assert document.cssselect("[data-side=new] .sketch")[0].text == "the price is 12 euros"
    assert not document.cssselect("img")


def test_unimportant_changes_are_folded():
    weights = Weights(total=0.3, change_importance=(0.3, 0.0))
    document = html.fromstring(diff_html(OLD, NEW, DELTA, weights=weights))
    assert len(document.cssselect("section.folded")) == 1
    assert document.cssselect("#unimportant")


def test_equal_versions_say_so():
    assert "Nothing changed." in diff_html(OLD, OLD, compare(OLD, OLD))


def test_an_element_that_moved_is_marked_where_it_arrived():
    old = page(leaf("1.1", "a b", ("News", "Home"), box=Box(0, 0, 9, 9)), leaf("1.2", "c d", box=Box(0, 9, 9, 9)))
    new = page(leaf("1.1", "a b", ("Home",), box=Box(0, 0, 9, 9)), leaf("1.2", "c d", ("News",), box=Box(0, 9, 9, 9)))
    document = html.fromstring(diff_html(old, new, compare(old, new)))
    assert [mark.get("aria-label") for mark in document.cssselect("[data-side=new] .mark.arrival")] == ["move 1.2"]
    assert not document.cssselect("[data-side=old] .mark.arrival")
