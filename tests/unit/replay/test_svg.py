import pytest
from lxml import etree

from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.svg import rewrite_svg

PLACE = ReplayAddress(base="https://site.test/i/a.svg", timestamp="20260102030405")
OPEN = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


def rewritten(inside: bytes) -> bytes:
    found = rewrite_svg(OPEN + inside + b"</svg>", PLACE)
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
    found = rewrite_svg(b'<script xmlns="http://www.w3.org/2000/svg">hit()</script>', PLACE)
    assert found is not None
    assert b"hit" not in found


@pytest.mark.parametrize("body", [b"", b"<svg", b"not xml", b"\xff\xfe"])
def test_what_is_not_well_formed_is_no_picture(body):
    assert rewrite_svg(body, PLACE) is None


def test_entities_do_not_blow_up_or_read_files():
    bomb = (
        b'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
        + b"]>"
    )
    found = rewrite_svg(bomb + OPEN + b"<text>&j;</text></svg>", PLACE)
    assert found is None or len(found) < 10_000
    file = b'<!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]>' + OPEN + b"<text>&f;</text></svg>"
    found = rewrite_svg(file, PLACE)
    assert found is None or b"root:" not in found
