from __future__ import annotations

import pytest

from pagestrata.comparing.quick.unseen import (
    Unseen,
    differences,
    renamed_throughout,
    visible_attributes,
    without_cache_buster,
)


def shown(tag: str, **attributes: str) -> dict[str, str]:
    return visible_attributes(tag, {name.replace("_", "-"): value for name, value in attributes.items()}, Unseen())


@pytest.mark.parametrize(
    ("address", "rest"),
    [
        ("a.png?v=12", "a.png?"),
        ("a.png?width=100&ver=1.2.3", "a.png?width=100&"),
        ("a.css?1712345678", "a.css?"),
        ("a.js?3f2a1b9c", "a.js?"),
        ("a.png?page=2", "a.png?page=2"),
        ("a.png?cat", "a.png?cat"),
        ("a.png?d=2024", "a.png?d=2024"),
    ],
)
def test_only_what_defeats_caches_is_taken_from_an_address(address: str, rest: str) -> None:
    assert without_cache_buster(address, Unseen()) == rest


@pytest.mark.parametrize(
    "name", ["css-1q2w3e", "sc-bdVaJa", "Card_title__x1Y2z", "_title_1a2b3_12", "nav-4f5e6", "ember12", "a1b2c3d4"]
)
def test_names_of_builds_are_masked(name: str) -> None:
    assert name not in shown("p", **{"class": name})["class"]


@pytest.mark.parametrize("name", ["title", "is-hidden", "col-12", "nav__item", "h1", "w-full", "active"])
def test_names_of_people_are_not(name: str) -> None:
    assert shown("p", **{"class": name})["class"] == name


def test_data_counts_unless_it_is_the_mark_of_one_request() -> None:
    assert shown("p", data_price="12") == {"data-price": "12"}
    assert shown("p", data_request_id="0123456789abcdef") == {}
    assert shown("p", data_token="free text that shows") == {"data-token": "free text that shows"}


def test_scoped_attributes_are_masked_by_name() -> None:
    unseen = Unseen()
    assert visible_attributes("p", {"data-v-1a2b3c": ""}, unseen) == {"data-v": ""}
    assert unseen.names == ["data-v-1a2b3c"]


def test_differences_are_counted_by_kind() -> None:
    old, new = Unseen(), Unseen()
    for side, values in ((old, "aab"), (new, "abc")):
        for value in values:
            side.note("comments", value)
        side.note("styles", "same")
    assert differences(old, new) == {"comments": 1}


@pytest.mark.parametrize(
    ("old", "new", "renamed"),
    [
        (["a1", "a1"], ["b1", "b1"], True),
        (["a1", "a1"], ["b1", "b2"], False),
        (["a1", "a2"], ["b1", "b1"], False),
        (["a1"], ["a1", "a1"], False),
        (["a1"], ["still"], False),
    ],
)
def test_a_build_renames_one_for_one_and_everywhere(old: list[str], new: list[str], renamed: bool) -> None:
    sources = (" ".join([*old, "still"]), " ".join(new))
    assert renamed_throughout(Unseen(names=old), Unseen(names=new), lambda: sources) is renamed
