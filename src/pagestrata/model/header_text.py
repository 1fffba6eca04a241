"""Convert the bytes of an HTTP header to text and back, exactly.

Headers are bytes of no said encoding: mostly ASCII, sometimes UTF-8, sometimes ISO 8859-1. Records keep them as text whose
UTF-8 is those bytes; bytes that are not UTF-8 become lone surrogates (PEP 383), so that what is written is what came.
Such text is for writing out again. People, browsers and databases get `readable_header`.
"""

from __future__ import annotations


def header_text(raw: bytes) -> str:
    """The text that keeps the bytes."""
    return raw.decode("utf-8", "surrogateescape")


def header_bytes(text: str) -> bytes:
    """The bytes that `header_text` kept; what no header can have been is replaced."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates that do not represent a byte
        return text.encode("utf-8", "replace")


def readable_header(text: str) -> str:
    """The text as it is meant: UTF-8 where it is that, ISO 8859-1 otherwise."""
    if text.isascii():
        return text
    raw = header_bytes(text)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
