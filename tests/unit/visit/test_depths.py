from __future__ import annotations

import pytest

from captures import LINE, capture
from pagestrata.deciding.sides import Side
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.visit.depths import above, depth_reasons, is_kept_for_depth, shared_depth, to_shared_depth
from pagestrata.visit.judge import judge
from visits import visit_page

URL = "http://site.test/"
TEXTS = [f"Report number {number} about the harbour and its boats" for number in range(8)]


@pytest.mark.parametrize(
    ("old", "new", "shared"),
    [(None, None, None), (500, 500, None), (500, None, 500), (None, 400, 400), (900, 400, 400)],
)
def test_depths_that_differ_share_the_smaller(old: int | None, new: int | None, shared: int | None) -> None:
    assert shared_depth(old, new) == shared


def test_blocks_that_reach_the_depth_are_not_compared() -> None:
    _, tree = capture(TEXTS)
    assert [leaf.text for leaf in above(tree, 3 * LINE + 1).leaves()] == TEXTS[:3]
    assert [leaf.text for leaf in above(tree, 3 * LINE).leaves()] == TEXTS[:2]
    assert above(tree, 10).blocks == ()


def side(texts: list[str], depth: int | None) -> Side:
    return Side(tree=capture(texts)[1], depth_px=depth)


def test_nothing_below_the_shared_depth_is_a_change() -> None:
    deep, shallow = side(TEXTS, 8 * LINE), side(TEXTS[:5], 5 * LINE)
    verdict = judge(deep, shallow)
    assert verdict.delta.changes == ()
    assert verdict.decision.similar
    assert list(verdict.decision.reasons)[-2:] == [
        f"only the first {5 * LINE} px of the page were examined",
        f"compared down to {5 * LINE} px: the two versions were captured to different depths",
    ]
    changed = judge(deep, side(["The harbour is closed since Monday, said the mayor", *TEXTS[1:5]], 5 * LINE))
    assert changed.delta.changes


def test_sides_of_one_depth_stay_as_they_are() -> None:
    old, new = side(TEXTS, 300), side(TEXTS, 300)
    assert to_shared_depth(old, new) == (old, new)
    assert [reason.kind for reason in depth_reasons(old, new)] == ["depth"]
    assert depth_reasons(None, side(TEXTS, None)) == ()


def test_a_visit_stores_its_depth_says_it_and_compares_no_further(archive: Archive) -> None:
    deep, _ = capture(TEXTS, height_capped=True, page_size=(320.0, 8.0 * LINE))
    first = visit_page(archive, deep)
    assert any("only the first 320 px" in reason for reason in first.reasons)
    assert archive.versions.at(URL, "latest").depth_px == 320
    shallow, _ = capture(TEXTS[:5], hours=1, height_capped=True, page_size=(320.0, 5.0 * LINE))
    second = visit_page(archive, shallow)
    assert (second.kept, second.changes) == (False, 0)
    assert any("compared down to 200 px" in reason for reason in second.reasons)


WHOLE = [*TEXTS, "A page that goes on below", "and ends here"]


def visited_cut_then_whole(archive: Archive, texts: list[str]) -> Visit:
    """A version that an earlier program cut at 8 lines, then a visit that takes the page whole."""
    visit_page(archive, capture(TEXTS, height_capped=True, page_size=(320.0, 8.0 * LINE + 1))[0])
    return visit_page(archive, capture(texts, hours=1)[0])


def test_a_page_taken_whole_for_the_first_time_is_kept_and_nothing_below_is_new(archive: Archive) -> None:
    made = visited_cut_then_whole(archive, WHOLE)
    assert (made.kept, made.changes) == (True, 0)
    assert str(made.reasons[0]) == (
        "Kept: captured in full for the first time; the last version ends at 321 px and nothing above matters"
    )
    assert is_kept_for_depth(made)
    again = visit_page(archive, capture(WHOLE, hours=2)[0])
    assert not again.kept
    changed = visit_page(
        archive, capture([*TEXTS, "Everybody has to pay 300 euros by Monday.", *WHOLE[-2:]], hours=3)[0]
    )
    assert changed.kept
    assert not is_kept_for_depth(changed)
    assert "pay 300 euros" in " ".join(map(str, changed.reasons))


def test_what_changed_above_is_the_reason_where_the_page_is_taken_whole_for_the_first_time(archive: Archive) -> None:
    made = visited_cut_then_whole(archive, ["The harbour is closed since Monday, said the mayor", *WHOLE[1:]])
    assert made.kept
    assert not is_kept_for_depth(made)
    assert "compared down to 321 px: the two versions were captured to different depths" in map(str, made.reasons)


def test_a_page_that_is_shorter_now_is_not_kept_for_its_depth(archive: Archive) -> None:
    visit_page(archive, capture(TEXTS, height_capped=True, page_size=(320.0, 9.0 * LINE))[0])
    assert not visit_page(archive, capture(TEXTS, hours=1)[0]).kept
