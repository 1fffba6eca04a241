import pytest

from pagestrata.follow.page import KIND_BITS
from pagestrata.follow.portraits.traits import (
    PART_KINDS,
    address_parts,
    counted_ids,
    family_of,
    field_name,
    identity_of,
    looks_generated,
    parts_of,
    plain_address,
    telling_parts,
)


@pytest.mark.parametrize("part", ["iWlUOU", "bdVaJa", "1q2w3e", "80382d12a07c", "20174", "FSgW2", "xkcdfg"])
def test_parts_that_a_program_made(part):
    assert looks_generated(part)


@pytest.mark.parametrize("part", ["search", "navProMenu", "headerNav2", "h2", "col", "12", "URLBar", "搜索"])
def test_parts_that_a_person_wrote(part):
    assert not looks_generated(part)


def test_classes_are_cut_into_telling_parts():
    assert telling_parts("nav__search-button sc-bdVaJa navProMenu") == ("nav", "search", "button", "sc", "pro", "menu")


def test_an_id_counts_only_where_it_is_not_generated():
    assert identity_of("searchInput") != 0
    assert identity_of("post-12345") != 0
    assert [identity_of(name) for name in ("", "ember123", ":r1:", "id-80382d12a07c", "iWlUOU")] == [0] * 5


def test_an_address_is_the_same_with_and_without_what_only_tells_where_a_visitor_came_from():
    assert plain_address("https://www.shop.test/Cart/?utm_source=mail&ref=nav") == plain_address(
        "http://shop.test/cart"
    )
    assert plain_address("https://shop.test/item?id=1") != plain_address("https://shop.test/item?id=2")
    assert plain_address("http://[broken") == ""


def test_an_address_is_cut_into_host_path_and_query():
    assert address_parts("https://www.film.test/title/reviews.html?page=fol_tw") == (
        "//film.test", "title", "reviews", "html", "fol", "tw",
    )  # fmt: skip


def test_parts_know_their_kind():
    found = parts_of({"class": "box", "name": "q", "src": "/img/lens.svg"}, "http://a.test/find")
    kinds = [PART_KINDS[part >> KIND_BITS] for part in found]
    assert kinds == ["class", "address", "address", "address", "address", "field"]
    assert parts_of({}, "") == ()


def test_fields_are_called_the_same_in_any_case():
    assert field_name("Q") == field_name("q")


def test_tags_that_replace_each_other_are_a_family():
    assert family_of("a") == family_of("button")
    assert family_of("h1") == family_of("h6")
    assert family_of("td") != family_of("li")
    assert family_of("custom-tag") == "custom-tag"


def test_ids_that_count_elements_are_told_from_those_of_a_database():
    counted = ["cb1", "cb2", "cb3", "menu0", "menu1"]
    others = ["post-1374", "post-1391", "h1", "title", "step2", "year-2025", "year-2026", ""]
    assert counted_ids([*counted, *others]) == set(counted)
