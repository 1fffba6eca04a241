from hypothesis import given
from hypothesis import strategies as st

from judged_pages import block, edits
from pagestrata.judging.edits import PageTexts, edits_between_texts, is_respelled

WORDS = st.lists(st.sampled_from(["open", "9", "17", "not", "the", "€", "12.50", "Road"]), min_size=1, max_size=12)


def told(old: str, new: str) -> list[tuple[str, str, str]]:
    return [(edit.op, edit.old, edit.new) for edit in edits(block("1", *old.split("\n")), block("1", *new.split("\n")))]


def test_an_edit_is_read_in_its_own_line() -> None:
    assert told("Open 9-17\nClosed on Sunday", "Open 9-18\nClosed on Sunday") == [("update", "17", "18")]


def test_a_line_that_came_is_new_and_the_others_stay() -> None:
    assert told("one story\nanother story", "fresh news today\none story\nanother story") == [
        ("insert", "", "fresh news today")
    ]


def test_unrelated_sentences_are_one_that_went_and_one_that_came() -> None:
    old = "Parking is free for all residents of the old town every day"
    new = "Dogs must be kept on a short lead between April and late July"
    assert [op for op, _, _ in told(old, new)] == ["delete", "insert"]


def test_lines_of_the_same_shape_belong_together_whatever_their_figures() -> None:
    old, new = "12 views of the page\nSome words", "Other letters\n15 views of the page\nMore terms"
    assert ("update", "12", "15") in told(old, new)


@given(WORDS)
def test_equal_texts_have_no_edit(words: list[str]) -> None:
    assert told(" ".join(words), " ".join(words)) == []


@given(WORDS, WORDS)
def test_edits_are_parts_of_their_lines(old: list[str], new: list[str]) -> None:
    for edit in edits(block("1", " ".join(old)), block("1", " ".join(new))):
        assert edit.old_line[edit.old_start :].startswith(edit.old)
        assert edit.new_line[edit.new_start :].startswith(edit.new)


def test_a_line_that_is_still_on_the_page_has_moved() -> None:
    old = [block("1", "first", "There was a separate track"), block("2", "last")]
    new = [block("1", "first"), block("2", "There was a separate track", "last")]
    texts = PageTexts(old, new)
    found = [*edits(old[0], new[0]), *edits(old[1], new[1])]
    assert [edit.op for edit in found] == ["delete", "insert"]
    assert all(map(texts.has_moved, found))


def test_a_line_that_left_the_page_has_not_moved() -> None:
    old, new = [block("1", "first", "second")], [block("1", "first")]
    assert not any(map(PageTexts(old, new).has_moved, edits(old[0], new[0])))


def test_a_mended_slip_is_spelling_and_another_word_is_not() -> None:
    assert is_respelled(edits(block("1", "die Veranstalltung"), block("1", "die Veranstaltung"))[0])
    assert is_respelled(edits(block("1", "you can not do it"), block("1", "you cannot do it"))[0])
    assert not is_respelled(edits(block("1", "is now open"), block("1", "is not open"))[0])
    assert not is_respelled(edits(block("1", "room 214"), block("1", "room 215"))[0])


def test_a_list_of_ten_thousand_items_is_compared() -> None:
    lines = [f"item number {number} of the list" for number in range(10_000)]
    changed = [*lines[:5_000], "something else", *lines[5_000:]]
    assert told("\n".join(lines), "\n".join(changed)) == [("insert", "", "something else")]


def test_a_text_of_a_megabyte_is_compared() -> None:
    text = "word " * 200_000
    assert edits(block("1", text.strip()), block("1", f"other {text.strip()}"))


def test_a_line_read_in_a_wrong_encoding_is_only_spelled_otherwise() -> None:
    line = "All advertisements must adhere to the ‘Code’ of 2020."
    (edit,) = edits(block("1", line), block("1", line.encode().decode("latin-1")))
    assert is_respelled(edit)


def test_a_sentence_and_the_figure_behind_it_are_two_edits() -> None:
    found = edits(block("1", "The pier is open all summer. 545"), block("1", "The pier is closed until autumn. 549"))
    assert [(one.old, one.new) for one in found] == [("open all summer", "closed until autumn"), ("545", "549")]


def test_entries_between_separators_are_edits_of_their_own() -> None:
    found = edits(block("1", "Now 13:05 · 15 °C"), block("1", "Now 16:22 · 17 °C"))
    assert [(one.old, one.new) for one in found] == [("13:05", "16:22"), ("15", "17")]


def test_the_edits_of_two_texts_are_found_once_though_several_ask() -> None:
    assert edits_between_texts("Boats at 9", "Boats at 10") is edits_between_texts("Boats at 9", "Boats at 10")
