import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.header_text import header_bytes, header_text, readable_header


@given(st.binary())
def test_every_byte_comes_back(raw: bytes) -> None:
    assert header_bytes(header_text(raw)) == raw


@given(st.text(st.characters()))
def test_what_people_read_can_be_written_everywhere(text: str) -> None:
    shown = readable_header(text)
    assert shown.encode().decode() == shown


@pytest.mark.parametrize(
    ("raw", "meant"),
    [(b"caf\xe9", "café"), ("café".encode(), "café"), (b"plain", "plain"), (b"\xc3\xa9 \xe9", "Ã© é")],
)
def test_headers_read_as_they_are_meant(raw: bytes, meant: str) -> None:
    assert readable_header(header_text(raw)) == meant


def test_surrogates_that_stand_for_no_byte_are_replaced() -> None:
    assert header_bytes("a\ud800b") == b"a?b"
