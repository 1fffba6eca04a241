import pytest

from pagestrata.replay.charset import decode_page, decode_stylesheet, standard_encoding


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("é".encode(), "", "é"),
        ("é".encode("latin-1"), "", "é"),
        ("é€".encode("cp1252"), "text/html; charset=ISO-8859-1", "é€"),
        (b'<meta charset="shift_jis">' + "日本".encode("cp932"), "", '<meta charset="shift_jis">日本'),
        (b'<meta charset="latin1">' + "é".encode(), 'text/html; charset="utf-8"', '<meta charset="latin1">é'),
        (b"\xef\xbb\xbf" + "é".encode(), "text/html; charset=latin1", "é"),
        (b"\xff\xfe" + "é".encode("utf-16-le"), "", "é"),
        (b'<meta charset="utf-16">' + "é".encode(), "", '<meta charset="utf-16">é'),
        ("ü".encode("gb18030"), "text/html; charset=gb2312", "ü"),
        (b'<?xml version="1.0" encoding="koi8-r"?>' + "ж".encode("koi8-r"), "",
         '<?xml version="1.0" encoding="koi8-r"?>ж'),
    ],
)  # fmt: skip
def test_pages_are_decoded_as_browsers_decode_them(body, content_type, text):
    assert decode_page(body, content_type) == text


@pytest.mark.parametrize("label", ["utf-7", "rot13", "hex", "unicode_escape", "idna", "punycode", "nonsense", "\x00"])
def test_encodings_outside_the_standard_are_ignored(label):
    assert standard_encoding(label) is None


def test_utf_7_does_not_make_markup():
    assert "<script" not in decode_page(b"+ADw-script+AD4-", "text/html; charset=utf-7")


def test_a_stylesheet_names_its_own_encoding():
    assert decode_stylesheet(b'@charset "windows-1251";' + "ж".encode("cp1251")).endswith("ж")
    assert decode_stylesheet("ж".encode("cp1251"), "text/css; charset=windows-1251") == "ж"
