"""XML by hand: every text survives, and nothing strange is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagestrata.errors import InputError
from pagestrata.formats import xml_text
from pagestrata.formats.xml_text import attribute, load, number, plain, read_bytes


@given(
    st.text(
        st.one_of(st.characters(), st.sampled_from(list('\\u0041&<>"\t\n\r\x00\x0b\ufffe\uffff\ud800'))), max_size=20
    )
)
@settings(max_examples=80, deadline=None)
def test_every_text_comes_back_from_an_attribute(text):
    written = f'<a b="{attribute(text)}"/>'.encode()
    assert plain(etree.fromstring(written).get("b")) == text


def test_plain_texts_are_written_as_they_are():
    assert attribute("Größe > 'x' 中文") == "Größe > 'x' 中文"
    assert attribute("a\\b") == "a\\b"


def test_what_looks_like_an_escape_is_itself_escaped():
    assert attribute("\\u0041") == "\\u005cu0041"
    assert plain("\\u005cu0041") == "\\u0041"
    assert attribute("\x00") == "\\u0000"


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(max_examples=60, deadline=None)
def test_numbers_read_back_exactly(value):
    assert float(number(value)) == value


def test_numbers_are_short_and_always_numbers():
    assert number(12.0) == "12"
    assert number(0.1) == "0.1"
    assert [number(value) for value in (float("nan"), float("inf"), float("-inf"))] == ["0", "0", "0"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "a file cannot be read: .*; write it again from its page"),
        (b"<Delta><a></Delta>", "a file cannot be read: .*line 1"),
        (b"<other/>", "a file has the root element <other> instead of <Delta>; is it another format?"),
        (b"<XML><other/></XML>", "has the root element <other>"),
        (b"<!DOCTYPE Delta><Delta/>", "declares a document type, which is never needed; remove the <!DOCTYPE> line"),
        ("<!DOCTYPE Delta><Delta/>".encode("utf-16"), "declares a document type, which is never needed; remove it"),
    ],
)
def test_what_is_no_small_plain_file_is_refused(data, problem):
    with pytest.raises(InputError, match=problem):
        load(data, what="a file", root="Delta")


def test_a_root_may_stand_inside_xml_and_comments_are_not_seen():
    assert load(b"<XML><!-- x --><Delta/></XML>", what="a file", root="Delta").tag == "Delta"
    assert len(load(b"<Delta><!-- x --><?y z?><a/></Delta>", what="a file", root="Delta")) == 1


def test_files_are_read_by_path_up_to_a_limit(tmp_path, monkeypatch):
    path = tmp_path / "some.xml"
    path.write_bytes(b"<Delta/>")
    assert read_bytes(path, what="a file") == read_bytes(str(path), what="a file") == b"<Delta/>"
    monkeypatch.setattr(xml_text, "MAX_BYTES", 7)
    for source in (path, b"<Delta/>"):
        with pytest.raises(InputError, match="a file of 8 bytes is larger than 7; split it or shorten its texts"):
            read_bytes(source, what="a file")


@pytest.mark.parametrize("name", ["missing.xml", "", "nul\0byte"])
def test_a_file_that_cannot_be_opened_is_named(tmp_path, name):
    with pytest.raises(InputError, match=r"cannot be opened .*; check the name"):
        read_bytes(str(tmp_path / name), what="a file")
