import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.replay.tokens import Doctype, EndTag, Raw, StartTag, Text, read_tokens


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
