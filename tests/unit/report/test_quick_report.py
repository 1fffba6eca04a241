from __future__ import annotations

from pagestrata.model.quick_result import QuickResult, SubtreePair
from pagestrata.report.quick_report import quick_html, quick_text

RESULT = QuickResult(
    changed=True,
    similarity=0.25,
    subtrees=(
        SubtreePair("body/p[1]", "body/p[1]", 1.0),
        SubtreePair("body/p[2]", "body/p[3]", 0.5, False, "<p>old <b>x</b></p>", "<p>new <b>x</b></p>"),
        SubtreePair("body/hr[1]", None, -1.0, False, "<hr>"),
        SubtreePair(None, "body/i[1]", -1.0, False, "", "<i>'</i>"),
    ),
    ignored={"nonces": 2},
)


def test_text_says_the_changed_parts_the_least_alike_first() -> None:
    lines = quick_text(RESULT).splitlines()
    assert lines[0] == "3 of 4 subtrees changed; similarity 0.2500"
    assert lines[1].endswith("body/hr[1] removed")
    assert lines[3].endswith("body/p[2] -> body/p[3]")
    assert lines[4] == "not counted: nonces (2)"
    same = QuickResult(changed=False, similarity=1.0)
    assert quick_text(same) == "nothing visible changed in 0 subtrees\n"


def test_the_page_marks_what_changed_and_runs_nothing_of_the_sources() -> None:
    page = quick_html(RESULT, "old<script>.html", "new.html")
    assert "<del>old </del>" in page
    assert "<ins>new </ins>" in page
    assert "<script" not in page
    assert "<b>x" not in page
    assert "body/p[1]" not in page
