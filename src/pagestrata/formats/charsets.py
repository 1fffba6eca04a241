"""The character encoding of a page: from its byte order mark, header or `<meta>`, and only then by a guess.

The order and the labels are those of the WHATWG Encoding and HTML standards, which browsers follow: `latin1` means
windows-1252, `gb2312` means gbk, a `<meta>` that claims UTF-16 means UTF-8. Where nothing is declared, bytes that are
valid UTF-8 are UTF-8; the rest is guessed.
"""

from __future__ import annotations

import re

import webencodings

from pagestrata.model.patterns import pattern

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

PRESCAN_BYTES = 1024
_GUESS_BYTES = 64 * 1024

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))

_UNREAD = frozenset({"replacement", "x-user-defined"})
"""Encodings of the standard that are not used to decode pages."""
_CODECS = {
    "ibm866": "cp866", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874",
    "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc-kr": "cp949",
}  # fmt: skip

_HEADER = pattern(r"(?i)charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))")
_COMMENT = pattern(rb"<!--.*?(?:-->|$)", re.DOTALL)
_META = pattern(rb"<meta[\s/]([^>]*)", re.IGNORECASE)
_ATTRIBUTE = pattern(rb"([^\s=/>\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")


def known_charset(label: str | None) -> str | None:
    """Return the name of an encoding in the WHATWG standard; None for unknown labels."""
    found = webencodings.lookup(label) if label else None
    if found is None or found.name in _UNREAD:
        return None
    return str(found.name).removesuffix("-i")  # Hebrew in logical order is decoded like Hebrew in visual order


def declared_charset(body: bytes, content_type: str | None) -> str | None:
    """The encoding that the page declares by mark, header or `<meta>`, in this order; None when it declares none."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return name
    return _from_header(content_type) or _from_meta(body)


def detect_charset(body: bytes, content_type: str | None) -> str:
    """The declared encoding, else UTF-8 where the bytes allow it, else a guess, else windows-1252 as browsers do."""
    declared = declared_charset(body, content_type)
    if declared is not None:
        return declared
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(body[:_GUESS_BYTES])
    return "utf-8"


def decode_text(body: bytes, charset: str) -> str:
    """The text of a body, without its byte order mark; bytes that mean nothing become replacement characters."""
    return body.decode(_CODECS.get(charset, charset), "replace").removeprefix("\ufeff")


def _from_header(content_type: str | None) -> str | None:
    found = _HEADER.search(content_type or "")
    return known_charset(next(filter(None, found.groups()), None)) if found else None


def _from_meta(body: bytes) -> str | None:
    start = _COMMENT.sub(b"", body[:PRESCAN_BYTES])
    for meta in _META.finditer(start):
        attributes: dict[bytes, str] = {}
        for name, *values in _ATTRIBUTE.findall(meta[1]):
            attributes.setdefault(name.lower(), next(filter(None, values), b"").decode("latin-1"))
        name = known_charset(attributes.get(b"charset"))
        if name is None and attributes.get(b"http-equiv", "").strip().lower() == "content-type":
            name = _from_header(attributes.get(b"content"))
        if name is not None:
            return "utf-8" if name.startswith("utf-16") else name
    return None


def _guessed(sample: bytes) -> str:
    import charset_normalizer

    best = charset_normalizer.from_bytes(sample).best()
    return (known_charset(best.encoding.replace("_", "-")) if best else None) or "windows-1252"
