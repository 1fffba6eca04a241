import codecs

import pytest
from webencodings.labels import LABELS

from pagestrata.formats import charsets
from pagestrata.formats.charsets import declared_charset, decode_text, detect_charset, known_charset


@pytest.mark.parametrize(
    ("body", "header", "expected"),
    [
        (b"\xef\xbb\xbf<p>", "text/html; charset=latin1", "utf-8"),
        (b"\xff\xfe<\0", None, "utf-16le"),
        (b"<meta charset=utf-8>", "text/html; charset=ISO-8859-1", "windows-1252"),
        (b"<meta charset=utf-8>", "text/html; charset=nonsense", "utf-8"),
        (b"<meta charset=utf-8>", 'text/html; Charset="Shift_JIS"', "shift_jis"),
        (b"<META CHARSET='gb2312'>", None, "gbk"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', None, "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r" name="x">', None, None),
        (b"<!-- <meta charset=koi8-r> --><meta charset=big5>", None, "big5"),
        (b"<meta charset=utf-16>", None, "utf-8"),
        (b" " * 1100 + b"<meta charset=big5>", None, None),
        (b"<p>nothing", "text/html", None),
    ],
)
def test_declarations_follow_the_standard(body: bytes, header: str | None, expected: str | None) -> None:
    assert declared_charset(body, header) == expected


def test_undeclared_utf_8_is_recognised_and_the_rest_guessed() -> None:
    assert detect_charset("grüße".encode(), "text/html") == "utf-8"
    assert detect_charset(b"", None) == "utf-8"
    russian = ("Съешь ещё этих мягких французских булок, да выпей чаю. " * 20).encode("cp1251")
    assert "французских" in decode_text(russian, detect_charset(russian, None))


def test_text_comes_without_mark_and_never_fails() -> None:
    assert decode_text("\ufeffcafé".encode(), "utf-8") == "café"
    assert decode_text(b"caf\xe9 \x80", "windows-1252") == "café €"
    assert decode_text(b"\xff\xff", "utf-8") == "\ufffd\ufffd"


def test_every_known_encoding_can_be_decoded() -> None:
    names = {name for label in LABELS if (name := known_charset(label)) is not None}
    assert len(names) > 35
    for name in names:
        assert decode_text(b"plain  text!", name)
        codecs.lookup(charsets._CODECS.get(name, name))


def test_labels_are_trimmed_and_unknown_ones_are_none() -> None:
    assert known_charset(" Latin1\n") == "windows-1252"
    assert known_charset("klingon") is None
    assert known_charset("iso-2022-kr") is None
    assert known_charset("logical") == known_charset("visual") == "iso-8859-8"
    assert known_charset(None) is None
