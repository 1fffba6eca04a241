from __future__ import annotations

import json
from typing import Any

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.documents.documents import MOST_SECTIONS
from pagestrata.formats.documents.json_documents import DEEPEST, read_json


def said(value: Any) -> dict[str, tuple[str, ...]]:
    found = read_json(json.dumps(value).encode(), "application/json")
    return {section.label: section.lines for section in found.sections}


def test_small_things_are_one_section_with_a_line_a_value() -> None:
    assert said({"name": "Bread", "price": {"amount": 2.1, "currency": "EUR"}, "tags": ["new", "rye"]}) == {
        "": ("name: Bread", "price.amount: 2.1", "price.currency: EUR", "tags: new", "tags: rye")
    }
    assert said("text") == {"": ("text",)}
    assert said({}) == {"": ("{}",)}
    assert said([]) == {"": ("[]",)}


def test_each_item_of_a_list_is_a_section_that_bears_no_number() -> None:
    items = {"total": 2, "items": [{"id": 7, "title": "Bread"}, {"id": 9, "title": "Milk"}]}
    assert said(items) == {
        "": ("total: 2",),
        "items[id=7]": ("id: 7", "title: Bread"),
        "items[id=9]": ("id: 9", "title: Milk"),
    }
    found = read_json(b'[{"x": 1}, {"x": 2}]', None)
    assert [section.label for section in found.sections] == ["[]", "[]"]


def test_large_members_are_divided_and_titles_taken() -> None:
    large = {"title": "Shop", "a": {f"k{n}": n for n in range(20)}, "b": {"c": 1}}
    assert said(large)["a"][:2] == ("k0: 0", "k1: 1")
    assert said(large)["b"] == ("c: 1",)
    assert read_json(json.dumps(large).encode(), None).title == "Shop"
    assert read_json(b'{"title": 3}', None).title == ""


def test_order_of_members_is_kept_and_white_space_folded() -> None:
    assert said({"text": "two\n  lines", "none": None, "yes": True}) == {
        "": ("text: two lines", "none: null", "yes: true")
    }


@pytest.mark.parametrize("body", [b"{", b"no", b"", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 5_000])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(InputError):
        read_json(body, "application/json")


def test_deep_and_long_documents_have_limits() -> None:
    deep: Any = "end"
    for _ in range(DEEPEST * 3):
        deep = {"a": deep, "b": list(range(20))}
    assert read_json(json.dumps(deep).encode(), None).sections
    many = read_json(json.dumps([{"id": n} for n in range(20_000)]).encode(), None)
    assert len(many.sections) <= MOST_SECTIONS
    with pytest.raises(InputError, match="at most"):
        read_json(b" " * 9_000_000, None)
