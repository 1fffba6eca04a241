import pytest

from pagestrata.replay.entities import decode_attribute, escape_attribute, escape_text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("?a=1&copy=2", "?a=1&copy=2"),
        ("?a=1&amp;copy=2", "?a=1&copy=2"),
        ("&copy", "©"),
        ("&copy;", "©"),
        ("&notit;", "&notit;"),
        ("&notin;", "∉"),
        ("&lt", "<"),
        ("java&#115;cript", "javascript"),
        ("java&#x73cript", "java\u073cript"),
        ("&#9;", "\t"),
        ("&#1;&#x7f;", "\x01\x7f"),
        ("&#128;&#x81;", "€\x81"),
        ("&#0;&#xd800;&#x110000;&#99999999999999999999;", "\ufffd" * 4),
        (f"&#x{'0' * 5_000}41;", "A"),
        ("&unknown;", "&unknown;"),
        ("a & b", "a & b"),
    ],
)
def test_references_in_attributes(written, meant):
    assert decode_attribute(written) == meant


def test_nothing_escaped_can_start_markup():
    assert escape_text("<p> &lt;") == "&lt;p&gt; &lt;"
    assert escape_attribute('"<&>') == "&quot;&lt;&amp;&gt;"


def test_a_carriage_return_stays_one():
    assert escape_attribute("a\rb") == "a&#13;b"
