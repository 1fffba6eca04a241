"""Which characters the bytes of a page mean: byte order mark, header, `<meta>`, and only then a guess.

The order and the labels are those of the WHATWG Encoding and HTML standards, which browsers follow: `latin1` means
windows-1252, `gb2312` means gbk, a `<meta>` that claims UTF-16 means UTF-8. Where nothing is declared, bytes that are
valid UTF-8 are UTF-8; the rest is guessed.
"""

from __future__ import annotations

import re

from pagestrata.model.patterns import pattern

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

PRESCAN_BYTES = 1024
_GUESS_BYTES = 64 * 1024

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))

_LABELS_BY_NAME = {
    "utf-8": "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "ibm866": "866 cp866 csibm866",
    "iso-8859-2": "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3": "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4": "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5": "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
    "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
    "iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
    "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso-8859-10": "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13": "iso8859-13 iso885913",
    "iso-8859-14": "iso8859-14 iso885914",
    "iso-8859-15": "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16": "",
    "koi8-r": "cskoi8r koi koi8 koi8_r",
    "koi8-u": "koi8-ru",
    "macintosh": "csmacintosh mac x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620",
    "windows-1250": "cp1250 x-cp1250",
    "windows-1251": "cp1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252",
    "windows-1253": "cp1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "x-cp1254",
    "windows-1255": "cp1255 x-cp1255",
    "windows-1256": "cp1256 x-cp1256",
    "windows-1257": "cp1257 x-cp1257",
    "windows-1258": "cp1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-ukrainian",
    "gbk": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
    "gb18030": "",
    "big5": "big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese x-euc-jp",
    "iso-2022-jp": "csiso2022jp",
    "shift_jis": "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis",
    "euc-kr": "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "utf-16be": "unicodefffe",
    "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16",
}
_NAMES = {label: name for name, labels in _LABELS_BY_NAME.items() for label in (name, *labels.split())}
_CODECS = {
    "ibm866": "cp866", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874",
    "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc-kr": "cp949",
}  # fmt: skip

_HEADER = pattern(r"(?i)charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))")
_COMMENT = pattern(rb"<!--.*?(?:-->|$)", re.DOTALL)
_META = pattern(rb"<meta[\s/]([^>]*)", re.IGNORECASE)
_ATTRIBUTE = pattern(rb"([^\s=/>\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")


def known_charset(label: str | None) -> str | None:
    """The standard's name of an encoding, None for labels it does not know."""
    return _NAMES.get(label.strip("\t\n\f\r ").lower()) if label else None


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
