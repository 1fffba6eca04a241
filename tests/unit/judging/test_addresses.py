"""The document that an address names."""

from pagestrata.judging.addresses import document_of, is_same_document


def test_addresses_that_cannot_be_read_are_themselves() -> None:
    assert document_of("http://[broken") == "http://[broken"


def test_what_differs_from_visit_to_visit_names_no_other_document() -> None:
    assert document_of("http://a.test/rules/?utm_source=a&sid=1&page=2#top") == "a.test/rules?[('page', '2')]"
    assert is_same_document("http://a.test/rules?sid=1", "http://a.test/rules?sid=2#x")
    assert is_same_document("http://a.test/code_of_conduct.md", "http://b.test/x/CODE_OF_CONDUCT")
    assert not is_same_document("http://a.test/rules-2025.pdf", "http://a.test/rules-2026.pdf")
