from __future__ import annotations

from pagestrata.comparing.vidiff import compare
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_text import diff_text
from trees import leaf, page

OLD = page(leaf("1.1", "the price is 10 euros", role="article"), leaf("1.2", "", ("Home", "News")))
NEW = page(leaf("1.1", "the price is 12 euros", role="article"), leaf("1.2", "", ("Home",), ("logo",)))
DELTA = compare(OLD, NEW)
WEIGHTS = Weights(total=0.31, change_importance=(0.31, 0.0, 0.0))


def test_a_report_without_weights_shows_everything_in_plain_text():
    assert diff_text(OLD, NEW, DELTA) == (
        "old → new: 1 insert, 1 delete, 1 update\n"
        "\n"
        "1.1  article  the price is 10 euros\n"
        "  ~ update text   the price is [-10-]{+12+} euros\n"
        "\n"
        "1.2  other  Home News\n"
        "  - delete link   News <http://site.test/News>\n"
        "  + insert image  logo <http://site.test/logo.png>\n"
    )


def test_unimportant_changes_are_folded_unless_asked_for():
    decision = Decision(similar=False, score=0.7, probability=0.8, reasons=("the article changed",))
    text = diff_text(OLD, NEW, DELTA, weights=WEIGHTS, decision=decision)
    assert "dissimilar, matters with probability 0.80, importance 0.31" in text
    assert "\n  the article changed" in text
    assert "and 2 unimportant changes in 1 block (--all shows them)" in text
    assert "News" not in text
    assert "News" in diff_text(OLD, NEW, DELTA, weights=WEIGHTS, show_all=True)


def test_colours_appear_only_when_asked_for():
    assert "\x1b" not in diff_text(OLD, NEW, DELTA)
    assert "\x1b[31;9m10\x1b[0m\x1b[32m12\x1b[0m" in diff_text(OLD, NEW, DELTA, coloured=True)


def test_page_texts_cannot_drive_the_terminal():
    evil = page(leaf("1.1", "the price is \x1b[2J\x07\u202e10 euros"))
    text = diff_text(evil, NEW, compare(evil, NEW))
    assert not set(text) & {"\x1b", "\x07", "\u202e"}


def test_moves_name_their_target():
    old = page(leaf("1.1", "a b", ("News", "Home")), leaf("1.2", "c d", ("About",)))
    new = page(leaf("1.1", "a b", ("Home",)), leaf("1.2", "c d", ("About", "News")))
    assert "> move   link   News <http://site.test/News> → 1.2" in diff_text(old, new, compare(old, new))


def test_no_changes_are_one_line():
    assert diff_text(OLD, OLD, compare(OLD, OLD)) == "old → new: no changes\n"


def test_words_that_only_came_or_only_went_are_marked_too():
    longer, shorter = page(leaf("1.1", "one two three four five")), page(leaf("1.1", "one two four five"))
    assert "one two {+three +}four five" in diff_text(shorter, longer, compare(shorter, longer))
    assert "one two [-three -]four five" in diff_text(longer, shorter, compare(longer, shorter))
