import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.replay.tokens import (
    ESCAPABLE_RAW_TEXT,
    Doctype,
    EndTag,
    Raw,
    StartTag,
    Text,
    decode_attribute,
    decode_number,
    escape_attribute,
    escape_text,
    read_tokens,
)
from tokenizer_cases import PACKAGE, read_cases


def tags(source: str) -> list[str]:
    return [token.name for token in read_tokens(source) if isinstance(token, StartTag)]


def test_a_small_document_is_read_in_order():
    tokens = list(read_tokens("<!DOCTYPE html><p class=a>x &amp; y</P>"))
    assert tokens == [
        Doctype("<!DOCTYPE html>"),
        StartTag("p", "p", (("class", "a"),), False),
        Text("x &amp; y"),
        EndTag("p", "P"),
    ]


@pytest.mark.parametrize(
    ("source", "attributes"),
    [
        ("<a b=c d='e f' g=\"h>i\" j>", (("b", "c"), ("d", "e f"), ("g", "h>i"), ("j", ""))),
        ("<a/b/c>", (("b", ""), ("c", ""))),
        ("<a b = c>", (("b", "c"),)),
        ("<a b=1 B=2>", (("b", "1"),)),
        ("<a b=c/d>", (("b", "c/d"),)),
        ("<a =b>", (("=b", ""),)),
        ("<a b=>", (("b", ""),)),
        ("<a b='x&quot;&#65;'>", (("b", 'x"A'),)),
    ],
)
def test_attributes_are_read_as_browsers_read_them(source, attributes):
    (token,) = read_tokens(source)
    assert isinstance(token, StartTag)
    assert token.attributes == attributes


def test_only_html_white_space_separates():
    (token,) = read_tokens("<img\xa0src=x>")
    assert isinstance(token, StartTag)
    assert token.name == "img\xa0src=x"


@pytest.mark.parametrize("source", ["<!-- <p> -->", "<!--><!-- <p> --!>", "<?php <p ?>", "<!x <p>", "</ <p>"])
def test_comments_and_the_like_are_left_out(source):
    assert tags(source) == []


def test_an_empty_comment_ends_at_once():
    assert tags("<!--><p>") == ["p"]
    assert tags("<!---><p>") == ["p"]


@pytest.mark.parametrize("source", ["<p", "<p a", "<p a='x>", "</p"])
def test_an_unfinished_tag_is_dropped_to_the_end(source):
    assert [token for token in read_tokens("x" + source) if isinstance(token, StartTag)] == []


def test_raw_text_ends_at_its_own_end_tag():
    tokens = list(read_tokens("<style>a</b></STYLE ><p>"))
    assert tokens[1] == Raw("style", "a</b>")
    assert tags("<title><p></title><p>") == ["title", "p"]


def test_a_script_hides_an_end_tag_behind_a_comment_and_a_nested_script():
    tokens = list(read_tokens("<script><!--<script></script>--></script><p>"))
    assert tokens[1] == Raw("script", "<!--<script></script>-->")
    assert tags("<script><!-- </script><p>") == ["script", "p"]


def test_in_svg_a_closed_element_holds_no_text_and_cdata_is_text():
    assert tags("<svg><title/><path></svg>") == ["svg", "title", "path"]
    assert Text("a &amp; b") in list(read_tokens("<svg><text><![CDATA[a & b]]></text></svg>"))
    assert tags("<svg><div><textarea></svg><p></textarea>") == ["svg", "div", "textarea"]


def test_noscript_is_raw_where_scripts_ran():
    assert tags("<noscript><p></noscript>") == ["noscript", "p"]
    assert Raw("noscript", "<p>") in list(read_tokens("<noscript><p></noscript>", scripting=True))


@given(st.text(alphabet="<>/!-'\"= abscript\x00[]?&;CDATA", max_size=200))
@settings(deadline=None)
def test_any_text_is_read_to_the_end(source):
    for token in read_tokens(source):
        if isinstance(token, Text):
            assert token.source


# html5lib's tests, without what is left out here: comments, errors, and what exactly a doctype says.


def _decoded(text):
    return re.sub(
        r"&#(?:[0-9]+|[xX][0-9a-fA-F]+);?|&[A-Za-z][A-Za-z0-9]*;?",
        lambda found: decode_number(found[0]) if found[0][1] == "#" else html.unescape(found[0]),
        text,
    )


def _as_html5lib(token):
    if isinstance(token, Text):
        return ("Character", _decoded(token.source))
    if isinstance(token, Raw):
        return ("Character", _decoded(token.source) if token.element in ESCAPABLE_RAW_TEXT else token.source)
    if isinstance(token, StartTag):
        return ("StartTag", token.name, {name.lower(): value for name, value in token.attributes}, token.self_closing)
    return ("EndTag", token.name) if isinstance(token, EndTag) else ("DOCTYPE",)


def _wanted(token, *, in_data):
    kind = token[0]
    if kind == "Character":
        return (kind, token[1].replace("\0", "") if in_data else token[1])
    if kind == "StartTag":
        return (kind, token[1], token[2], len(token) > 3)
    return (kind,) if kind == "DOCTYPE" else tuple(token)


def _joined(tokens):
    """Neighbouring characters as one token."""
    joined = []
    for token in tokens:
        if joined and token[0] == joined[-1][0] == "Character":
            joined[-1] = ("Character", joined[-1][1] + token[1])
        elif token != ("Character", ""):
            joined.append(token)
    return joined


def _differences(cases):
    for case in cases:
        read = list(read_tokens(case.before + case.source))[1 if case.before else 0 :]
        in_data = case.before in ("", "<svg><![CDATA[")
        wanted = [
            _wanted(token, in_data=in_data) for token in case.tokens if token != "ParseError" and token[0] != "Comment"
        ]
        if _joined(map(_as_html5lib, read)) != _joined(wanted):
            yield case, read


@pytest.mark.skipif(not PACKAGE.is_file(), reason="html5lib's tests are not here; `make unit` fetches them")
def test_html5lib_s_tokenizer_tests_hold():
    cases = read_cases()
    assert len(cases) > 6_900
    assert list(_differences(cases)) == []


@pytest.mark.skipif(not PACKAGE.is_file(), reason="html5lib's tests are not here; `make unit` fetches them")
def test_html5lib_s_numbers_mean_the_same_in_attributes():
    for case in read_cases():
        if case.file == "numericEntities.test" and not case.before:
            (token,) = read_tokens(f'<a b="{case.source}">')
            wanted = "".join(token[1] for token in case.tokens if token[0] == "Character")
            assert token.attribute("b") == wanted, case.source


def test_only_ascii_letters_begin_a_tag():
    assert list(read_tokens("</é>x")) == [Text("x")]
    assert list(read_tokens("<é>x")) == [Text("<é>x")]


def test_nul_is_no_way_to_hide_a_name():
    assert tags("<scr\0ipt>") == ["scr\ufffdipt"]
    assert list(read_tokens("a\0b")) == [Text("ab")]
    assert list(read_tokens("<style>\0</style>"))[1] == Raw("style", "\ufffd")


def test_an_end_tag_that_never_ends_is_dropped():
    assert list(read_tokens("a</p ")) == [Text("a")]
    assert list(read_tokens("a</")) == [Text("a"), Text("</")]


def test_ends_of_lines_are_made_alike():
    assert list(read_tokens("a\r\nb\rc")) == [Text("a\nb\nc")]


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
