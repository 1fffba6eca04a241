from __future__ import annotations

import pytest

from captures import capture
from followed_pages import news_page
from pagestrata.app.watches import watch_for
from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block, Link
from pagestrata.model.signs import Sign
from pagestrata.store.archive import Archive
from pagestrata.visit.cut import SegmentOptions, cut
from pagestrata.visit.ignore import check_patterns, check_selectors, without_elements, without_texts
from trees import leaf, tree
from visits import visit_page

URL = "http://site.test/"
TEXTS = ["The council meets on Monday in the town hall", "Boots cost 99 crowns today"]


def test_ignored_elements_are_in_no_block_and_rows_stay_what_they_are() -> None:
    page = news_page()
    shown = cut(page, SegmentOptions(ignore=(".shop", ".missing")))
    assert not any("Price of the week" in block.text for block in shown.walk())
    assert any("Stories today" in block.text for block in shown.walk())
    hidden = without_elements(page, [".shop"])
    assert len(hidden.nodes) == len(page.nodes)
    assert page.nodes.visible.sum() > hidden.nodes.visible.sum()
    assert without_elements(page, []) is without_elements(page, [".missing"]) is page


def test_ignored_texts_are_taken_out_of_texts_and_names_of_links() -> None:
    watched = Block(ref="1", text="Boots 7 people watching 99 €", links=(Link("8 people watching", "/a"),))
    found = without_texts(tree(watched, leaf("2", "quiet")), ["[0-9]+ PEOPLE watching"])
    assert (found.blocks[0].text, found.blocks[0].links[0].name) == ("Boots 99 €", "")
    plain = tree(leaf("1", "quiet"))
    assert without_texts(plain, ["x"]) is plain
    assert without_texts(plain, []) is plain


def test_a_pattern_for_all_others_leaves_only_the_lines_that_match() -> None:
    text = "Now 1,204 visitors Sold out until May Sold out until June"
    lines = Block(ref="1", text=text, line_ends=(18, 37), links=(Link("Home", "/"), Link("Sold out", "/s")))
    found = without_texts(tree(lines, leaf("2", "quiet")), ["!sold out", "until [A-Z]"])
    assert [block.text for block in found.blocks] == ["Sold out ay Sold out une", ""]
    assert [link.name for link in found.blocks[0].links] == ["", "Sold out"]
    with pytest.raises(UsageError, match="--ignore-text"):
        check_patterns(["!("])


@pytest.mark.parametrize("pattern", ["(", r"(a)\1", "x" * 1_001])
def test_a_pattern_that_cannot_be_run_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="--ignore-text"):
        check_patterns([pattern])


def test_a_selector_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="--ignore 'p >' is not a CSS selector"):
        check_selectors([".fine", "p >"])


def test_a_hostile_pattern_takes_no_time() -> None:
    page = tree(leaf("1", "a" * 50_000))
    assert without_texts(page, ["(a+)+$"]).blocks[0].text == ""


def test_what_a_watch_ignores_keeps_no_version_and_says_so(archive: Archive) -> None:
    visit_page(archive, capture([*TEXTS, "Mayor Smith resigns over the bridge"])[0])
    watch_for(archive, URL, {"ignore_text": ["mayor .*"]})
    skipped = visit_page(archive, capture([*TEXTS, "Mayor Jones elected by the council"], hours=1)[0])
    assert not skipped.kept
    assert "not looked at, as you asked: text like 'mayor .*'" in [str(reason) for reason in skipped.reasons]
    assert visit_page(archive, capture([TEXTS[0], "Boots cost 79 € today", "Mayor x"], hours=2)[0]).kept


def test_the_signs_of_a_text_stay_with_what_is_left_of_it() -> None:
    shown = tree(leaf("1", "Today 3 boats, read 1204 times", signs=(Sign("counter", 20, 24),)))
    (left,) = without_texts(shown, ["3 boats, "]).leaves()
    assert [left.text[one.start : one.end] for one in left.signs] == ["1204"]
