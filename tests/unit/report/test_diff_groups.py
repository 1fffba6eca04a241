from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Picture
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Weights
from pagestrata.report import diff_groups
from pagestrata.report.diff_groups import (
    colour_words,
    first_word_pieces,
    groups_of,
    resize_words,
    restyle_words,
    shortened,
    summary,
    word_pieces,
)
from trees import leaf, page, tree


def test_a_restyle_is_said_in_words() -> None:
    old = BlockStyle(font_size=14, font_weight=400, colour=0x000000FF, background=0xFFFFFFFF)
    new = BlockStyle(font_size=16, font_weight=700, colour=0x8B0000FF, background=0xFFFFFF00)
    assert restyle_words(old, new) == (
        "text grew from 14 to 16 px, became bold, text from black #000000 to dark red #8b0000, "
        "background from white #ffffff to transparent"
    )
    assert restyle_words(new, old).startswith("text shrank from 16 to 14 px, no longer bold")
    assert restyle_words(old, old) == "looks the same"


def test_a_weight_between_names_is_said_as_a_number() -> None:
    assert restyle_words(BlockStyle(font_weight=400), BlockStyle(font_weight=500)) == "heavier type (400 to 500)"
    assert restyle_words(BlockStyle(font_weight=900), BlockStyle(font_weight=700)) == "lighter type (900 to 700)"


@pytest.mark.parametrize(
    ("colour", "words"),
    [
        (0x333333FF, "dark grey #333333"),
        (0x0055CCFF, "blue #0055cc"),
        (0xFFFFFE80, "white #fffffe at 50 %"),
        (0x12345600, "transparent"),
    ],
)
def test_colours_have_names(colour: int, words: str) -> None:
    assert colour_words(colour) == words


def test_a_change_of_size_says_which_way() -> None:
    assert resize_words(Box(0, 0, 100, 50), Box(0, 0, 120, 40)) == "wider: 100 to 120 px, shorter: 50 to 40 px"
    assert resize_words(Box(0, 0, 100, 50), Box(9, 9, 80, 90)) == "narrower: 100 to 80 px, taller: 50 to 90 px"
    assert resize_words(Box(0, 0, 100, 50), Box(9, 9, 100.2, 50)) == "the same size"


OLD = page(leaf("1.1", "the price is 10 euros today"), leaf("1.2", "", ("Home", "News")), leaf("1.3", "a footer here"))
NEW = page(
    leaf("1.1", "the price is 12 euros today"), leaf("1.2", "", ("Home",)), leaf("1.3", "a footer here", ("Tip",))
)


def test_changes_are_grouped_by_block_and_the_important_come_first():
    delta = compare(OLD, NEW)
    assert [group.label for group in groups_of(OLD, NEW, delta)] == ["1.1", "1.2", "1.3"]
    weights = Weights(total=0.6, change_importance=(0.1, 0.0001, 0.4))
    groups = groups_of(OLD, NEW, delta, weights)
    assert [(group.label, group.folded) for group in groups] == [("1.3", False), ("1.1", False), ("1.2", True)]


def test_something_is_shown_even_when_nothing_is_important():
    delta = compare(OLD, NEW)
    groups = groups_of(OLD, NEW, delta, Weights(total=0.003, change_importance=(0.001, 0.001, 0.001)))
    assert not any(group.folded for group in groups)


def test_a_renumbered_block_shows_both_refs():
    old, new = (
        page(leaf("1.1", "first words of it"), leaf("1.2", "one two three four")),
        page(leaf("1.1", "something new here"), leaf("1.2", "first words of it"), leaf("1.3", "one two three five")),
    )
    labels = [group.label for group in groups_of(old, new, compare(old, new))]
    assert labels == ["1.2 → 1.3", "1.1"]


def test_texts_are_told_word_by_word_with_some_context():
    long = "x" * 200
    pieces = [
        (piece.kind, piece.text)
        for piece in word_pieces(f"{long} the price is 10 euros {long}", f"{long} the price is 12 euros {long}")
    ]
    assert ("old", "10") in pieces
    assert ("new", "12") in pieces
    assert pieces[0] == ("skip", " … ")
    assert pieces[-1] == ("skip", " … ")


def test_neighbouring_words_are_one_exchange():
    pieces = [(piece.kind, piece.text) for piece in word_pieces("a red old car", "a new blue car")]
    assert pieces == [("same", "a "), ("old", "red old"), ("new", "new blue"), ("same", " car")]


def test_every_kind_of_value_has_words():
    said = diff_groups._in_words
    assert said(Link("", "http://a/")) == "(no name) <http://a/>"
    assert said(Image("Logo", "l.png")) == "Logo <l.png>"
    assert said(Picture("", "http://a/b.png", "0123456789abcdef01020304")) == "b.png <http://a/b.png>"
    assert said(BlockStyle(font_size=16, font_weight=700, colour=0xFF0000FF)) == "bold 16 px, #ff0000 on #ffffff"
    assert said(Box(0, 0, 100, 50)) == "100 x 50 px"
    assert said(leaf("1", "words", ("a",), ("b", "c"))) == "words (1 link, 2 pictures)"
    assert said((leaf("1", "one"), leaf("2"))) == "1: one + 2: (empty)"


def test_a_summary_counts_operations():
    assert summary(compare(OLD, NEW)) == "1 insert, 1 delete, 1 update"
    assert summary(compare(OLD, OLD)) == "no changes"


def test_long_texts_are_cut_at_a_word():
    assert shortened("one two three", 9) == "one two…"
    assert shortened("short", 9) == "short"


def test_context_ends_at_whole_words():
    around = "some words that stay as they are and are many more than anyone wants to read again " * 2
    kinds = [
        piece.text for piece in word_pieces(f"{around}old {around}", f"{around}new {around}") if piece.kind == "same"
    ]
    before, after = kinds
    assert f" {around} ".find(f" {before.strip()} ") != -1
    assert f" {around} ".find(f" {after.strip()} ") != -1


def test_a_split_marks_all_its_parts_and_a_merge_all_it_came_from():
    words = [f"w{n}" for n in range(40)]
    whole = page(leaf("1.1", " ".join(words)), leaf("1.9", "stays"))
    parts = page(leaf("1.1", " ".join(words[:20])), leaf("1.2", " ".join(words[20:])), leaf("1.9", "stays"))
    (split,) = groups_of(whole, parts, compare(whole, parts))
    assert (split.operation, split.refs("old"), split.refs("new")) == ("split", ["1.1"], ["1.1", "1.2"])
    (merge,) = groups_of(parts, whole, compare(parts, whole))
    assert (merge.operation, merge.refs("old"), merge.refs("new")) == ("merge", ["1.1", "1.2"], ["1.1"])


def test_a_group_knows_where_its_elements_went():
    old = page(leaf("1.1", "a b", ("News", "Home")), leaf("1.2", "c d", ("About",)))
    new = page(leaf("1.1", "a b", ("Home",)), leaf("1.2", "c d", ("About", "News")))
    (group,) = groups_of(old, new, compare(old, new))
    assert (group.operation, group.refs("new"), group.arrivals) == ("move", ["1.1"], ("1.2",))


def test_a_new_block_around_old_ones_is_called_a_frame():
    blocks = (leaf("1.1", "first words of it"), leaf("1.2", "one two three four"))
    old, new = tree(*blocks), tree(Block(ref="1", children=blocks))
    (group,) = groups_of(old, new, compare(old, new))
    assert [(line.op, line.pieces[0].text) for line in group.lines] == [("insert", diff_groups.FRAME)]


def test_a_swapped_picture_is_told_in_words():
    old, new = (Picture("Boat", "http://a/b.png", f"{digit}123456789abcdef01020304") for digit in "01")
    change = Change(op="update", element="image", block="1", old=old, new=new)
    told = "".join(piece.text for piece in diff_groups._pieces(change))
    assert told == "Boat <http://a/b.png>: a different picture at the same address"


def test_of_very_long_texts_a_part_is_compared_from_where_they_differ():
    same, later = "the same words " * 1000, " and more words" * 1000
    old, new = f"{same}old{later} end", f"{same}new{later} other"
    pieces = list(first_word_pieces(old, new, 500))
    assert [piece.text for piece in pieces if piece.kind in {"old", "new"}] == ["old", "new"]
    assert pieces[0].kind == pieces[-1].kind == "skip"
    assert pieces[-1].text == " … (14,551 more characters were not compared here)"
    assert list(first_word_pieces(old, new, None)) == list(word_pieces(old, new))
    assert list(first_word_pieces(old, new, len(new))) == list(word_pieces(old, new))


def test_a_line_says_whether_its_texts_were_compared_whole():
    before, after = page(leaf("1.1", "old words " * 9)), page(leaf("1.1", "old words " * 8 + "new"))
    delta = compare(before, after)
    assert groups_of(before, after, delta)[0].lines[0].is_whole
    assert not groups_of(before, after, delta, longest_text=50)[0].lines[0].is_whole


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("One euro is 1.2549 francs", "One euro is 1.2236 francs", [("old", "1.2549"), ("new", "1.2236")]),
        ("21,081 page views", "21,903 page views", [("old", "21,081"), ("new", "21,903")]),
        ("Now 129.00 €.", "Now 119.00 €.", [("old", "129.00"), ("new", "119.00")]),
        ("at 13:19", "at 14:33", [("old", "13:19"), ("new", "14:33")]),
        ("Room 21, floor 3", "Room 24, floor 3", [("old", "21"), ("new", "24")]),
        ("a 1 b", "a 1.5 b", [("old", "1"), ("new", "1.5")]),
    ],
)
def test_no_mark_is_inside_a_number(old, new, marked):
    pieces = list(word_pieces(old, new))
    assert [(piece.kind, piece.text) for piece in pieces if piece.kind in {"old", "new"}] == marked
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "old") == new


@given(st.text("0123., :ab", max_size=30), st.text("0123., :ab", max_size=30))
def test_the_pieces_are_both_texts_whatever_changed(old, new):
    pieces = list(word_pieces(old, new))
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "old") == new
