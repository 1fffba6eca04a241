from __future__ import annotations

from pagestrata.follow.xpath_worker import answer

DOCUMENT = b"<html><body><p>one</p><p>two</p></body></html>"


def test_elements_are_numbered_in_document_order() -> None:
    assert answer(DOCUMENT, "//p[2] | //body") == {"numbers": [1, 3]}


def test_what_is_no_element_has_no_number() -> None:
    assert answer(DOCUMENT, "//p/text()") == {"numbers": []}
    assert answer(DOCUMENT, "count(//p)") == {"numbers": []}


def test_an_invalid_expression_is_an_error() -> None:
    assert "error" in answer(DOCUMENT, "//p[")
    assert "error" in answer(DOCUMENT, "//\x00")
