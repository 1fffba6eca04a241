import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.weighing.noise.noisy_texts import noise_spans
from pagestrata.weighing.texts.text_edits import edits_between, is_respelled, is_slip, keys_in, word_keys, words_in


def told(old: str, new: str) -> list[tuple[str, str, str]]:
    return [(edit.operation, edit.old, edit.new) for edit in edits_between(old, new)]


def test_edits_are_words_and_whole_numbers_in_order() -> None:
    assert told("It costs €5,299.00 in Rome", "It costs €4,899.00 in Oslo") == [
        ("update", "5,299.00", "4,899.00"), ("update", "Rome", "Oslo"),
    ] or told("It costs €5,299.00 in Rome", "It costs €4,899.00 in Oslo") == [
        ("update", "5,299.00 in Rome", "4,899.00 in Oslo")
    ]  # fmt: skip
    assert told("It is not open", "It is open") == [("delete", "not", "")]
    assert told("The pass", "The pass is open") == [("insert", "", "is open")]


def test_case_punctuation_and_space_are_no_edit() -> None:
    assert told("Hello,  World!", "hello world") == []
    assert told("“Quoted”", '"Quoted"') == []


def test_noise_is_left_out() -> None:
    old, new = "Rain 12:05 today, updated 3 minutes ago", "Snow 12:05 today, updated 9 minutes ago"
    edits = edits_between(old, new, old_noise=noise_spans(old), new_noise=noise_spans(new))
    assert [(edit.old, edit.new) for edit in edits] == [("Rain", "Snow")]


def test_a_slot_is_named_by_its_neighbours() -> None:
    assert [edit.slot for edit in edits_between("sponsored by Acme today", "sponsored by Bolt today")] == ["by | today"]
    assert [edit.slot for edit in edits_between("a", "a new")] == ["a | $"]


def test_scripts_without_spaces_and_marks() -> None:
    assert told("今天开放", "今天关闭") == [("update", "开放", "关闭")]
    assert [word.key for word in words_in("मिनट पहले ٤٥")] == ["मिनट", "पहले", "٤٥"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goverment", "government"), ("recieve", "receive"), ("teh", "the"), ("seperate", "separate"),
        ("extention", "extension"), ("licence", "license"),
    ],
)  # fmt: skip
def test_slips(old: str, new: str) -> None:
    assert is_slip(old, new)
    assert is_slip(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [("now", "not"), ("may", "must"), ("close", "closed"), ("hire", "fire"), ("12", "13"), ("open", "opens"), ("on", "no"),
     ("bail", "ball"), ("winter", "winner")],
)  # fmt: skip
def test_other_words_are_no_slips(old: str, new: str) -> None:
    assert not is_slip(old, new)


def test_joined_words_are_respelled() -> None:
    (edit,) = edits_between("our web site", "our website")
    assert is_respelled(edit)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(old: str, new: str) -> None:
    edits = edits_between(old, new)
    assert bool(edits) == ([w.key for w in words_in(old)] != [w.key for w in words_in(new)])
    assert all(edit.old in old and edit.new in new for edit in edits)


def test_edits_are_told_line_by_line() -> None:
    assert told("Online 31\nNewest pelican\nEnd", "Online 27\nLatest oldsalt\nEnd") == [
        ("update", "31", "27"), ("update", "Newest pelican", "Latest oldsalt"),
    ]  # fmt: skip
    assert told("a\nb c", "x y") == [("update", "a\nb c", "x y")]


@given(st.text(max_size=60) | st.text(alphabet="aB’'ß1.2,3 €\u0130語\u0301", max_size=60))
def test_the_keys_of_a_text_are_those_of_its_words(text: str) -> None:
    assert keys_in(text) == " ".join(word.key for word in words_in(text))
    assert word_keys(text) == [word.key for word in words_in(text)]
