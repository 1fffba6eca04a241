import pytest

from pagestrata.model.blocks import ROLES
from pagestrata.web.views.weight_rows import area_rows, entries_of, in_words, kind_rows, sent_rows
from pagestrata.weighing.change_importance import ELEMENTS, OPERATIONS


def test_every_role_operation_and_element_can_be_chosen():
    ((_, areas),) = area_rows("", {}).groups
    assert [role for role, _ in areas] == list(ROLES)
    (_, happenings), (_, things), (_, both) = kind_rows("").groups
    assert (set(dict(happenings)), set(dict(things))) == (set(OPERATIONS), set(ELEMENTS))
    assert "insert:image" in dict(both)


def test_a_block_is_called_by_its_words_and_an_odd_weight_is_one_more_choice():
    shown = area_rows("1.2 = 0 %\n1.3 = 35 %\nfooter = 100 %", {"1.2": "37 people are looking"})
    assert [row.words for row in shown.rows] == [
        "“37 people are looking”",
        "a block that is no longer on the page",
        "the footer",
    ]
    assert in_words(shown) == (
        "“37 people are looking” never matters; a block that is no longer on the page matters 35 %; "
        "the footer always matters"
    )
    assert in_words(area_rows("", {})) == "nothing"


def test_sent_rows_become_the_text_of_the_setting():
    sent = {"w.0.part": "footer", "w.0.worth": "0", "w.1.part": "ad", "w.1.worth": "", "w.2.part": "", "w.2.worth": "0"}
    assert sent_rows(sent, "w") == "footer = 0 %"
    assert sent_rows({"title": "x"}, "w") is None


@pytest.mark.parametrize("text", ["", "footer", "footer = much"])
def test_what_cannot_be_read_has_no_row(text):
    assert entries_of(text) == []
