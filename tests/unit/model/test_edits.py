from __future__ import annotations

import random
import time
from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.edits import TextEdit, _differences, _same_ends, edited_text, text_edits
from pagestrata.model.words import lossless_pieces


@given(st.text("ab c.", max_size=40), st.text("ab c.", max_size=40))
def test_edits_lead_from_old_to_new(old, new):
    assert edited_text(old, text_edits(old, new)) == new


def test_one_changed_word_is_one_small_edit():
    assert text_edits("the price is 10 euros", "the price is 12 euros") == (TextEdit(13, 2, "12"),)


def test_equal_texts_need_no_edit():
    assert text_edits("same", "same") == ()


def test_a_text_of_a_megabyte_with_scattered_changes_takes_little_time():
    chance = random.Random(5)
    words = [f"word{chance.randrange(40_000)}" for _ in range(110_000)]
    changed = [word if chance.random() > 0.01 else "other" for word in words]
    old, new = " ".join(words), " ".join(changed)
    began = time.process_time()
    edits = text_edits(old, new)
    assert time.process_time() - began < 10
    assert edited_text(old, edits) == new
    assert sum(len(edit.inserted) for edit in edits) < len(new) / 5


@pytest.mark.parametrize("edit", [TextEdit(3, 9, ""), TextEdit(-1, 0, "x"), TextEdit(0, -1, "")])
def test_edits_that_do_not_fit_are_refused(edit):
    with pytest.raises(ValueError, match="does not fit"):
        edited_text("short", [edit])


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        ("one two three four", "one two 3 four", (8, 5, "3")),
        ("one two  three", "one two  four", (9, 5, "four")),
        ("one two", "one two three", (7, 0, " three")),
        ("  one", "  two", (2, 3, "two")),
    ],
)
def test_equal_ends_are_not_taken_apart_and_edits_stay_whole_words(old, new, edit):
    (found,) = text_edits(old, new)
    assert edited_text(old, (found,)) == new
    assert found == edit


@given(*[st.lists(st.sampled_from(["a", "b", "c", " ", "dd"]), max_size=24).map("".join)] * 2)
def test_stretches_that_stay_are_those_that_difflib_finds(old, new):
    """Its longest stretch first, of several the first one: what reports show and deltas store does not change."""
    begin, end = _same_ends(old, new) if old != new else (len(old), 0)
    before, after = (lossless_pieces(text[begin : len(text) - end]) for text in (old, new))
    start, behind = _same_pieces(before, after)
    first, second = before[start : len(before) - behind], after[start : len(after) - behind]
    steps = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    expected = [(start + i, start + i2, start + j, start + j2) for tag, i, i2, j, j2 in steps if tag != "equal"]
    assert list(_differences(before, after)) == expected


def _same_pieces(before, after):
    shortest = min(len(before), len(after))
    start = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    left = shortest - start
    return start, next((i for i in range(left) if before[-1 - i] != after[-1 - i]), left)
