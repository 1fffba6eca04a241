import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree, html

from attacks.markup import ATTACKS
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.rewrite_html import looks_active, rewrite_attributes, rewrite_html, rewrite_svg
from pagestrata.replay.tokens import StartTag

PLACE = ReplayAddress(base="https://site.test/a/b.html", timestamp="20260102030405")
ROOT = "/web/20260102030405/https://site.test/"
FORBIDDEN = {"script", "base", "object", "embed", "applet", "portal", "bgsound", "xmp", "plaintext"}
INTO_ARCHIVE = re.compile(r"/web/20260102030405/https?://|#|data:(image|font|audio|video)/|mailto:|tel:")
ADDRESSES = {"href", "src", "action", "formaction", "xlink:href", "data", "poster", "background", "srcset"}


def active_parts(source: str) -> list[str]:
    """Whatever in a document could run or lead out of the archive, found by another parser than the one under test."""
    if not source.strip():
        return []
    found: list[str] = []
    for element in html.document_fromstring(f"<body>{source}").iter():
        if not isinstance(element.tag, str):
            found.append(f"a comment or instruction {element!r}")
            continue
        if element.tag.lower() in FORBIDDEN or "href" in element.attrib.get("attributename", "").lower():
            found.append(f"<{element.tag}>")
        for name, value in element.attrib.items():
            plain = re.sub(r"[\x00-\x20]", "", value).lower()
            if name.lower().startswith("on") or name.lower() in {"action", "formaction", "ping", "target"}:
                found.append(f"{name}={value}")
            if re.match(r"(javascript:|vbscript:|data:text|blob:|file:)", plain) and name.lower() != "title":
                found.append(f"{name}={value}")
            if name.lower() in ADDRESSES and plain and not INTO_ARCHIVE.match(plain):
                found.append(f"{name}={value}")
            if name.lower() == "srcdoc":
                found += active_parts(value)
            if name.lower() == "http-equiv" and plain not in {"content-language", "default-style"}:
                found.append(f"http-equiv={value}")
    return found


def test_a_page_that_was_locked_behind_a_wall_scrolls() -> None:
    locked = "<html style='overflow: hidden'><head></head><body style='overflow: hidden'>x"
    assert "html{overflow-y:auto!important}" in rewrite_html(locked, PLACE, rendered=True)
    assert "overflow-y" not in rewrite_html(locked, PLACE)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_survives(attack):
    assert active_parts(rewrite_html(attack, PLACE)) == []
    assert active_parts(rewrite_html(attack, PLACE, rendered=True)) == []
    assert active_parts(rewrite_html(attack, PLACE, xml_syntax=True)) == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_rewriting_again_finds_nothing_more_to_remove(attack):
    once = rewrite_html(attack, PLACE)
    again = rewrite_html(once, PLACE)
    assert len(re.findall("<", again)) == len(re.findall("<", once))


FRAGMENTS = """<svg> </svg> <math> <style> </style> <title> </title> <!-- --> <![CDATA[ ]]> <noscript> </noscript>
<textarea> <iframe/srcdoc=' <template> </p> = > < &lt; / \x00 " '"""
PIECES = st.one_of(st.sampled_from(ATTACKS), st.sampled_from(FRAGMENTS.split()), st.text(max_size=8))


@given(st.lists(PIECES, max_size=12).map("".join))
@example("<svg><title/><style><!--</style><img src=x onerror=hit()>")
@settings(max_examples=150, deadline=None)
def test_no_mixture_of_attacks_survives(source):
    assert active_parts(rewrite_html(source, PLACE)) == []
    assert active_parts(rewrite_html(source, PLACE, rendered=True)) == []


@given(st.lists(PIECES, max_size=12).map("".join))
@settings(max_examples=150, deadline=None)
def test_no_tag_outside_the_written_form_appears(source):
    """Every '<' in the result starts a tag or doctype written here: values and texts are escaped."""
    rewritten = rewrite_html(source, PLACE)
    inside_style = re.sub(r"(?s)(<style[^>]*>).*?(</style>|\Z)", r"\1\2", rewritten, flags=re.IGNORECASE)
    for tag in re.findall(r"<[^>]*>?", inside_style):
        assert re.fullmatch(
            r"</?[A-Za-z][\w:.\-]*( [\w:.\-]+=\"[^\"<>]*\")*/?>|<!doctype[^<>]*>", tag, re.IGNORECASE
        ), tag


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("<a href=x target=_top>y</a>", f'<a href="{ROOT}a/x">y</a>'),
        ("<IMG SRC='/i.png' ALT='a &amp; b'>", f'<IMG SRC="{ROOT}i.png" ALT="a &amp; b">'),
        ("<p>a &lt; b &nbsp; c</p>", "<p>a &lt; b &nbsp; c</p>"),
        ("<svg viewBox='0 0 1 1'><linearGradient/></svg>", '<svg viewBox="0 0 1 1"><linearGradient/></svg>'),
        ("<link rel=stylesheet href=x.css integrity=a crossorigin>", f'<link rel="stylesheet" href="{ROOT}a/x.css">'),
        ("<div style='background:url(x.png)'>", f'<div style="background:url(&quot;{ROOT}a/x.png&quot;)">'),
        ("<svg><rect fill='url(#a)'/></svg>", '<svg><rect fill="url(&quot;#a&quot;)"/></svg>'),
        ("<form action=/s method=post><input name=q></form>", '<form><input name="q"></form>'),
        ("<iframe src=f.html>x</iframe>", f'<iframe src="{ROOT}a/f.html" sandbox=""></iframe>'),
        ("<xmp><b></xmp>", "<pre>&lt;b&gt;</pre>"),
        ("<object data=x><p>fallback</p></object>", "<p>fallback</p>"),
        ("<head><meta charset=latin1><title>a<b</title>", '<head><meta charset="utf-8"><title>a&lt;b</title>'),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0//EN'>", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0//EN'>"),
        ("<!DOCTYPE html [<!ENTITY x 'y'>]>", "<!DOCTYPE html>]&gt;"),
        ("<base href='/deep/'><a href=x>", f'<a href="{ROOT}deep/x">'),
        ("<a href=x><base href='/late/'>", f'<a href="{ROOT}late/x">'),
    ],
)  # fmt: skip
def test_what_is_harmless_is_kept(written, expected):
    assert rewrite_html(written, PLACE) == expected


def test_noscript_shows_only_where_scripts_never_ran():
    assert rewrite_html("<noscript><p>x</noscript>", PLACE) == "<noscript><p>x</noscript>"
    assert rewrite_html("<noscript><p>x</noscript>", PLACE, rendered=True) == "<noscript></noscript>"


def test_in_xhtml_a_closed_element_is_whole():
    assert rewrite_html("<p><i/>x<br/></p>", PLACE, xml_syntax=True) == "<p><i></i>x<br/></p>"


def test_documents_in_documents_end():
    deep = "<p>innermost</p>"
    for _ in range(6):
        deep = f'<iframe srcdoc="{deep.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe>'
    assert "innermost" not in rewrite_html(deep, PLACE)


UNITS = ["<", "<a ", "<!--", "<p a='", "<svg>", "</", "<style>", "&", "<script><!--<script>", "a=", "</desc>"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_large_hostile_page_takes_no_time(unit):
    source = "<svg>" * 5_000 + unit * 20_000
    assert len(rewrite_html(source, PLACE)) < 10 * len(source)


DATA = Path(os.environ.get("PAGESTRATA_DATA", Path(__file__).parents[4] / "shared" / "data"))


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no real pages in {DATA}; set PAGESTRATA_DATA")
def test_nothing_in_real_pages_survives():
    rewritten = 0
    for file in sorted(DATA.glob("segmentation/*.warc.gz"))[::4]:
        index = WarcIndex.open(file)
        for entry in index.captures():
            body = index.read(entry).body.decode("utf-8", "replace")
            assert active_parts(rewrite_html(body, PLACE)) == [], f"{file.name} {entry.url}"
            rewritten += 1
    assert rewritten > 15


SITE = ReplayAddress(base="https://site.test/", timestamp="20260102030405")
SITE_ROOT = "/web/20260102030405/https://site.test/"


def kept(tag: str, **attributes: str) -> dict[str, str]:
    named = tuple((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return dict(rewrite_attributes(StartTag(tag, tag, named, False), SITE))


def test_what_acts_is_left_out():
    assert kept("a", onclick="x", ping="/p", target="_top", download="f", integrity="i", is_="x-y") == {}
    assert kept("form", action="/", method="post", class_="c") == {"class": "c"}
    assert kept("p", title="javascript:alert(1)") == {}


def test_addresses_follow_the_kind_of_element():
    picture = "data:image/png;base64,AA"
    assert kept("img", src=picture) == {"src": picture}
    assert kept("a", href=picture) == {}
    assert kept("iframe", src=picture) == {}
    assert kept("link", rel="icon", href=picture) == {"rel": "icon", "href": picture}
    assert kept("link", rel="stylesheet", href=picture) == {"rel": "stylesheet"}
    assert kept("video", poster="p.png") == {"poster": SITE_ROOT + "p.png"}


def test_names_that_are_none_are_left_out():
    assert dict(rewrite_attributes(StartTag("p", "p", (("<x", "1"), ('"', "2"), ("@click", "3")), False), SITE)) == {}


def test_styles_and_painted_addresses():
    assert kept("rect", fill="url(a.svg#b)") == {"fill": f'url("{SITE_ROOT}a.svg#b")'}
    assert kept("p", data_x="url(a)") == {"data-x": "url(a)"}


@pytest.mark.parametrize(
    "value", ["javascript:x", " java\nscript:x", "VBScript:x", "data:text/html,x", "\u200bjavascript:x"]
)
def test_values_that_might_run(value):
    assert looks_active(value)


@pytest.mark.parametrize("value", ["about javascript: a book", "data:image/png,x", "", "javascript"])
def test_values_that_do_not(value):
    assert not looks_active(value)


SVG_PLACE = ReplayAddress(base="https://site.test/i/a.svg", timestamp="20260102030405")
OPEN = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


def rewritten(inside: bytes) -> bytes:
    found = rewrite_svg(OPEN + inside + b"</svg>", SVG_PLACE)
    assert found is not None
    etree.fromstring(found)
    return found


@pytest.mark.parametrize(
    "inside",
    [
        b"<script>hit()</script>",
        b"<g onclick='hit()'/>",
        b"<a xlink:href='javascript:hit()'><text>x</text></a>",
        b"<a href='java&#10;script:hit()'/>",
        b"<animate attributeName='href' to='javascript:hit()'/>",
        b"<x:script xmlns:x='http://www.w3.org/1999/xhtml'>hit()</x:script>",
        b"<foreignObject><iframe xmlns='http://www.w3.org/1999/xhtml' srcdoc='hit()'/></foreignObject>",
        b"<?xml-stylesheet href='javascript:hit()'?><!-- hit() -->",
        b"<image href='data:text/html,hit()'/>",
        b"<style>a{b:url(javascript:hit())}</style>",
    ],
)
def test_nothing_in_a_picture_runs(inside):
    assert b"hit()" not in rewritten(inside)


def test_addresses_lead_into_the_archive_and_shapes_are_kept():
    found = rewritten(b"<image xlink:href='b.png'/><path d='M0 0' style='fill:url(#a)'/><use href='#x'/>")
    assert b'xlink:href="/web/20260102030405/https://site.test/i/b.png"' in found
    assert b'd="M0 0"' in found
    assert b'href="#x"' in found


def test_a_root_that_is_a_script_leaves_an_empty_picture():
    found = rewrite_svg(b'<script xmlns="http://www.w3.org/2000/svg">hit()</script>', SVG_PLACE)
    assert found is not None
    assert b"hit" not in found


@pytest.mark.parametrize("body", [b"", b"<svg", b"not xml", b"\xff\xfe"])
def test_what_is_not_well_formed_is_no_picture(body):
    assert rewrite_svg(body, SVG_PLACE) is None


def test_entities_do_not_blow_up_or_read_files():
    bomb = (
        b'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
        + b"]>"
    )
    found = rewrite_svg(bomb + OPEN + b"<text>&j;</text></svg>", SVG_PLACE)
    assert found is None or len(found) < 10_000
    file = b'<!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]>' + OPEN + b"<text>&f;</text></svg>"
    found = rewrite_svg(file, SVG_PLACE)
    assert found is None or b"root:" not in found
