from __future__ import annotations

import pytest

from captures import START
from pagestrata.errors import InputError
from pagestrata.formats.documents.document_pages import LARGEST_BYTES, as_document_page, is_document_page, read_document
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.visit.plain_answers import of_response
from pdfs import pdf

URL = "http://site.test/minutes"


def document(body: bytes, content_type: str) -> Snapshot:
    response = Response(
        url=URL, status=200, headers=(("Content-Type", content_type),), body=body, resource_type="document"
    )
    return of_response(response, START)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"Minutes\n\nThe bridge is closed.", "text/plain"),
        (b'{"title": "Minutes", "text": "The bridge is closed."}', "application/json"),
        (pdf(["Minutes"], ["The bridge is closed."], title="Minutes"), "application/pdf"),
    ],
)
def test_a_document_is_a_page_with_its_words(body: bytes, content_type: str) -> None:
    page = as_document_page(document(body, content_type))
    assert is_document_page(page)
    assert page.nodes is not None
    assert "The bridge is closed." in page.nodes.text_of(0)
    assert "The bridge is closed." in page.dom
    assert page.title == "Minutes"
    assert page.responses[0].body == body
    assert page.screenshot_png is None


def test_labels_are_headings() -> None:
    page = as_document_page(document(b'{"items": [{"id": 1}, {"id": 2}]}', "application/json"))
    assert page.nodes is not None
    assert "<h2>items[id=2]</h2><p>id: 2</p>" in page.dom


def test_what_is_no_document_is_refused() -> None:
    assert not is_document_page(document(b"x", "text/plain"))
    with pytest.raises(InputError, match="no document"):
        read_document(b"x", "image/png")
    with pytest.raises(InputError, match="at most"):
        read_document(b"x" * (LARGEST_BYTES + 1), "text/plain")
