from datetime import UTC, datetime

import pytest

from histories import URL, history, leaf, picture, tree
from pagestrata.errors import UsageError
from pagestrata.query.first_and_last_said import first_and_last, folded, stem, stems_in, words_found

MENU = "Home Sports Weather Contact Imprint and all the other pages"


def archive():
    price = "The chair of solid oak wood with four legs and a cushion costs {} euros"
    return history(
        [
            tree(leaf("1.1", MENU), leaf("1.2", price.format(90))),
            tree(leaf("1.1", MENU), leaf("1.2", price.format(80))),
            tree(leaf("1.1", MENU + " now 80 euros"), leaf("1.2", price.format(90))),
            tree(leaf("1.1", MENU + " now 80 euros"), leaf("1.2", price.format(80))),
            tree(leaf("1.1", MENU + " now 80 euros"), leaf("1.2", price.format(70)), picture("1.3", "A Café")),
        ]
    )


def test_a_block_first_and_last_said_it():
    saying = first_and_last(archive(), URL, "80 euros", block="1.2")
    assert saying.first is not None
    assert saying.last is not None
    assert [said.version.captured_at.day for said in (saying.first, saying.last)] == [2, 4]
    assert (saying.versions, saying.of_versions) == (2, 5)
    assert saying.interrupted
    assert not saying.still
    assert saying.unsaid_since == datetime(2026, 1, 5, tzinfo=UTC)


def test_the_page_says_what_any_block_says():
    saying = first_and_last(archive(), URL, "80 EUROS")
    assert saying.versions == 4
    assert saying.still
    assert not saying.interrupted
    assert saying.unsaid_since is None
    assert saying.last is not None
    assert saying.last.block == "1.1"


def test_names_of_pictures_and_links_are_read_without_accents():
    saying = first_and_last(archive(), URL, "a cafe")
    assert saying.first == saying.last
    assert saying.first is not None
    assert (saying.first.block, saying.first.text) == ("1.3", "A Café")


def test_what_was_never_said():
    saying = first_and_last(archive(), URL, "100 euros")
    assert saying.first is saying.last is None
    assert (saying.versions, saying.still) == (0, False)


def test_nothing_to_look_for():
    with pytest.raises(UsageError, match="give the words"):
        first_and_last(archive(), URL, "  ")


def test_folding():
    assert folded("  Größe\n Ⅷ  ÀÉ ") == "grosse viii ae"


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
