"""The <Patch> of a Vi-Delta."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from lxml import etree

from pagestrata.formats.deltas.videlta_patch import add_patch, read_patch
from pagestrata.model.blocks import BlockStyle
from pagestrata.model.deltas import Children, Details, Order, Patch
from pagestrata.model.geometry import Box


def _written(patch):
    parts = []
    add_patch(parts, patch)
    return "".join(parts)


def _back(patch):
    return read_patch(etree.fromstring(_written(patch)))


def _read(inside):
    return read_patch(etree.fromstring(f"<Patch>{inside}</Patch>"))


def test_an_empty_patch_takes_no_room():
    assert _written(Patch()) == ""


def test_refs_of_all_kinds_come_back():
    refs = ("1.2", "B 1", "a=b", "é", "%41", '"<&', "\ud800")
    patch = Patch(
        renames=tuple((ref, f"{ref}x") for ref in refs),
        children=(Children(old_block="1", new_block="é", old=refs, new=refs[::-1]),),
    )
    assert _back(patch) == patch


def test_plain_refs_are_written_plainly():
    assert '<Renames List="1.2=1.3 B1=B2"/>' in _written(Patch(renames=(("1.2", "1.3"), ("B1", "B2"))))


def test_children_of_the_page_of_gone_and_of_new_blocks():
    patch = Patch(
        children=(
            Children(old_block="", new_block="", old=("1", "2"), new=("2", "1")),
            Children(old_block="1", new_block="1", old=("1.1",), new=("1.1",)),
            Children(old_block="3", new_block=None, old=("3.1",)),
            Children(old_block=None, new_block="4", new=("4.1",)),
            Children(old_block="5", new_block="5", old=("5.1",), new=()),
        )
    )
    assert _back(patch) == patch
    assert _written(patch).count("newRef") == 3, "what is the same on both sides is written once"


def test_orders_and_every_field_come_back():
    before = {
        "box": Box(0.5, 1, 2, 3.25),
        "doc": 4,
        "role": "menu",
        "importance": None,
        "topic": "a\n\x00b",
        "style": None,
        "picture_hash": "",
        "layer": "page",
    }
    after = {
        **before,
        "importance": 0.125,
        "style": BlockStyle(font_size=16.5, font_weight=700, colour=0x010203FF, background=0),
        "doc": 10,
    }
    page = {
        "url": "http://a/?b&c",
        "title": '"x"',
        "captured_at": datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
        "viewport": (1366, 768),
        "page_size": (1366.0, 768.25),
        "segmenter": "vips",
        "version": "v1",
    }
    patch = Patch(
        orders=(Order(block="1", element="link", order=(1, 0)), Order(block="2", element="image", order=())),
        details=(
            Details(block="1", old=before, new=after),
            Details(block="", old=page, new={**page, "captured_at": None}),
        ),
    )
    assert _back(patch) == patch
    box = _back(patch).details[0].old["box"]
    assert isinstance(box, Box)
    assert isinstance(_back(patch).details[1].old["viewport"][0], int)


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ('<Details Ref="1" box="1 2 3" newbox="1 2 3 4"/>', "'1 2 3' has the wrong count of numbers for box"),
        ('<Details Ref="" viewport="1 2 3"/>', "wrong count of numbers for viewport"),
        ('<Details Ref="" viewport="inf 1"/>', "'inf 1' is not finite, which viewport must be"),
        ('<Details Ref="1" box="1 2 nan 4"/>', "is not finite, which box must be"),
        ('<Details Ref="1" children="x"/>', "'children' is not a field of a block or page"),
        ('<Details Ref="1" newrows="1"/>', "'rows' is not a field of a block or page"),
        ('<Details Ref="1" doc="x"/>', "invalid literal"),
        ('<Details Ref="1" style="bold"/>', "'bold' is not a style of four words"),
        ('<Details Ref="" captured_at="today"/>', "Invalid isoformat"),
        ('<Order Ref="1" Of="link" List="1 x"/>', "invalid literal"),
    ],
)
def test_what_makes_no_sense_is_refused(inside, problem):
    with pytest.raises(ValueError, match=problem):
        _read(inside)


def test_of_boxes_sizes_and_styles_only_the_words_that_changed_are_repeated():
    patch = Patch(
        details=(
            Details(block="", old={"page_size": (1366.0, 900.5)}, new={"page_size": (1366.0, 901.0)}),
            Details(
                block="1",
                old={"box": Box(0, 1.5, 10, 20), "style": BlockStyle(font_size=16)},
                new={"box": Box(0, 7.5, 10, 20), "style": BlockStyle(font_size=20)},
            ),
            Details(block="2", old={"style": None}, new={"style": BlockStyle()}),
        )
    )
    written = _written(patch)
    assert 'newpage_size="= 901"' in written
    assert 'newbox="= 7.5 = ="' in written
    assert 'newstyle="20 = = ="' in written
    assert _back(patch) == patch


def test_words_said_to_have_stayed_must_be_there():
    with pytest.raises(ValueError, match="'= 2 = =' does not follow from '1 2'"):
        _read('<Details Ref="1" box="1 2" newbox="= 2 = ="/>')


def test_whether_boxes_are_chained_is_kept():
    assert _back(Patch(chained=True)) == Patch(chained=True)
    assert not _read("").chained


def test_a_patch_is_read_without_its_details_where_nobody_needs_them():
    details = (Details(block="1", old={"topic": ""}, new={"topic": "news"}),)
    patch = Patch(renames=(("1", "2"),), details=details, chained=True)
    read = read_patch(etree.fromstring(_written(patch)), with_details=False)
    assert read == Patch(renames=(("1", "2"),), chained=True)
