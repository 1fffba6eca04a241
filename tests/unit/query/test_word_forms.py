import pytest

from pagestrata.query.word_forms import stem, stems_in, words_found


@pytest.mark.parametrize(
    "forms",
    [
        ("announce", "announces", "announced", "Announcing"),
        ("price", "PRICES"),
        ("city", "cities"),
        ("café", "cafes"),
        ("7", "7"),
    ],
)
def test_forms_of_one_word_have_one_stem(forms):
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("rower", "row"), ("section", "sector"), ("7", "77")])
def test_other_words_have_other_stems(one, other):
    assert stem(one) != stem(other)


def test_words_are_found_in_any_order_and_form():
    stems = stems_in("Mayor announces her resignation, at six o'clock")
    assert words_found(["resignations", "mayor", "ferry", "o'clock"], stems) == {"resignations", "mayor", "o'clock"}
