"""The characters of a stored page, decoded as browsers decode it.

WHATWG HTML §13.2.3 (encoding sniffing): a byte order mark, then the charset the server named, then a <meta> near the
start; WHATWG Encoding §4.2 maps names to what they mean in practice (latin1 is windows-1252, gb2312 is gb18030).
Departure: without any of these, valid UTF-8 is taken for UTF-8, where browsers go by the reader's language;
otherwise windows-1252. Names outside the standard, UTF-7 above all, are ignored: they turn harmless bytes into markup.
"""

from __future__ import annotations

import codecs
import re

_PRESCANNED_BYTES = 4096
_META_CHARSET = re.compile(rb"""<meta[\s/][^>]*?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([a-zA-Z0-9_:.\-]+)""")
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_CSS_CHARSET = re.compile(rb"""^@charset "([a-zA-Z0-9_:.\-]+)";""")
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "cp1252", "shift_jis": "cp932", "euc_kr": "cp949",
    "johab": "cp949", "big5": "big5hkscs", "utf-16": "utf-16-le",
}  # fmt: skip
_STANDARD = frozenset({
    "utf-8", "utf-16-le", "utf-16-be", "cp866", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6",
    "iso8859-7", "iso8859-8", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15", "iso8859-16", "koi8-r",
    "koi8-u", "mac-roman", "mac-cyrillic", "cp874", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255",
    "cp1256", "cp1257", "cp1258", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949",
})  # fmt: skip
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decode_page(body: bytes, content_type: str = "") -> str:
    """The text of an HTML or XHTML page."""
    start = body[:_PRESCANNED_BYTES]
    return _decode(body, content_type, (_META_CHARSET.search(start), _XML_ENCODING.search(start)))


def decode_stylesheet(body: bytes, content_type: str = "") -> str:
    """The text of a stylesheet."""
    return _decode(body, content_type, (_CSS_CHARSET.search(body[:_PRESCANNED_BYTES]),))


def _decode(body: bytes, content_type: str, said_inside: tuple[re.Match[bytes] | None, ...]) -> str:
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    by_server = _HEADER_CHARSET.search(content_type)
    named = standard_encoding(by_server.group(1)) if by_server else None
    for found in said_inside:
        if named is None and found is not None:
            inside = standard_encoding(found.group(1).decode("ascii"))
            # text that names UTF-16 in single bytes is not UTF-16
            named = "utf-8" if inside and inside.startswith("utf-16") else inside
    if named is not None:
        return body.decode(named, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def standard_encoding(label: str) -> str | None:
    """The codec a label of the WHATWG standard stands for; None for any other."""
    try:
        name = codecs.lookup(label.removeprefix("x-") if label != "x-user-defined" else "cp1252").name
    except (LookupError, ValueError):
        return None
    meant = _MEANT.get(name, name)
    return meant if meant in _STANDARD else None
