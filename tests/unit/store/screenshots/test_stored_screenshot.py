from __future__ import annotations

import io
import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from archives import keep
from captures import LINE, WIDTH, capture, paint, pixels, png
from pagestrata.errors import ArchiveError
from pagestrata.formats.pictures.screenshots import PngScreenshot, screenshot_of
from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import PixelEdges, is_same_file
from pagestrata.store.archive import Archive
from pagestrata.store.screenshots import stored_screenshot
from pagestrata.store.screenshots.block_pictures import cut, read_png
from pagestrata.store.screenshots.stored_screenshot import StoredScreenshot, UnpackedSheets

TEXTS = ("rain today", "the weather", "imprint")


def stored(archive: Archive, *texts: str, hours: float = 0) -> StoredScreenshot:
    found = archive.contents.picture(keep(archive, *texts, hours=hours, picture=True))
    assert isinstance(found, StoredScreenshot)
    return found


def test_every_part_is_what_the_capture_shows(archive: Archive) -> None:
    found, taken = stored(archive, *TEXTS), screenshot_of(capture(TEXTS)[0])
    assert taken is not None
    assert found.size == taken.size
    for edges in ((0, 0, WIDTH, LINE), (5, 17, 200, 90), (0, 0, WIDTH, LINE * 3)):
        assert np.array_equal(found.part(*edges), taken.part(*edges))
    assert is_same_file(found, taken)
    assert pixels(found.png()) == pixels(taken.png)


def test_it_can_be_sent_to_another_process_without_what_was_unpacked(archive: Archive) -> None:
    found = stored(archive, *TEXTS)
    before = len(pickle.dumps(found))
    found.part(0, 0, WIDTH, LINE)
    assert len(pickle.dumps(found)) == before
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert np.array_equal(again.part(0, 0, WIDTH, LINE), found.part(0, 0, WIDTH, LINE))


def test_a_sheet_is_unpacked_only_where_somebody_looks(archive: Archive) -> None:
    stored(archive, *TEXTS)
    found = stored(archive, TEXTS[0], "a line of the next day", TEXTS[2], hours=1)
    newest = max(found.sheets)
    assert len(found.sheets) == 2
    broken = replace(found, sheets={**found.sheets, newest: b"no picture"})
    assert broken.part(0, 0, WIDTH, LINE).any()
    with pytest.raises(ArchiveError, match="run `pagestrata verify`"):
        broken.part(0, LINE, WIDTH, 2 * LINE)


def test_a_piece_that_is_another_is_damage(archive: Archive) -> None:
    found = stored(archive, *TEXTS)
    forged = replace(found, pieces=tuple(replace(piece, digest=bytes(20)) for piece in found.pieces))
    with pytest.raises(ArchiveError, match="is damaged; run `pagestrata verify`"):
        forged.part(0, 0, WIDTH, LINE)


def test_a_sheet_that_several_screenshots_have_is_unpacked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    monkeypatch.setattr(
        stored_screenshot, "read_sheet", lambda data: read.append(data) or np.zeros((4, 4, 3), np.uint8)
    )
    sheets = UnpackedSheets(most_bytes=100)
    for packed in (b"one", b"one", b"two", b"two", b"three", b"one"):
        assert sheets.sheet(packed).pixels.shape == (4, 4, 3)
    assert read == [b"one", b"two", b"three", b"one"]  # two have room


def test_more_sheets_are_held_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    monkeypatch.setattr(
        stored_screenshot, "read_sheet", lambda data: read.append(data) or np.zeros((4, 4, 3), np.uint8)
    )
    sheets = UnpackedSheets(most_bytes=100)
    with sheets.holding(1000):
        for packed in (b"one", b"two", b"three", b"one", b"two", b"three"):
            sheets.sheet(packed)
    assert read == [b"one", b"two", b"three"]
    for packed in (b"three", b"two", b"one"):
        sheets.sheet(packed)
    assert read == [b"one", b"two", b"three", b"one"]  # the oldest was dropped


def seen(*texts: str, top: int = 0) -> PngScreenshot:
    """The file of a page with these lines, some pixels further down."""
    return PngScreenshot(png(np.vstack([np.full((top, WIDTH, 3), 200, np.uint8), paint(texts)])))


def line(number: int, *, top: int = 0) -> PixelEdges:
    return 0, top + LINE * number, WIDTH, top + LINE * (number + 1)


def test_a_part_is_known_by_its_pieces_and_nothing_is_unpacked(archive: Archive) -> None:
    found = stored(archive, *TEXTS)
    packed = replace(found, sheets=dict.fromkeys(found.sheets, b"no picture"))
    moved = seen(TEXTS[0], "another line", TEXTS[1], top=7)
    assert packed.shows_part_of(moved, line(0), line(0, top=7))
    assert packed.shows_part_of(moved, line(1), line(2, top=7))
    assert not packed.shows_part_of(moved, line(1), line(1, top=7))
    assert not packed.shows_part_of(moved, line(0), line(0, top=6))
    assert not packed.shows_part_of(moved, line(0), line(9))
    assert set(moved.cut_parts) == {line(0, top=7), line(2, top=7)}


def test_one_other_pixel_is_another_part(archive: Archive) -> None:
    found, page = stored(archive, *TEXTS), paint(TEXTS)
    for x, y in ((0, 0), (WIDTH - 1, LINE - 1), (12, 12), (WIDTH - 1, 12)):
        other = page.copy()
        other[y, x] ^= 1
        assert not found.shows_part_of(PngScreenshot(png(other)), line(0), line(0))
        assert found.shows_part_of(PngScreenshot(png(other)), line(1), line(1))


def test_a_part_that_the_picture_shows_in_part_is_compared_as_far_as_both_show_it(archive: Archive) -> None:
    found, whole = stored(archive, *TEXTS), seen(*TEXTS)
    left, top, right, bottom = line(2)
    assert found.shows_part_of(whole, (left, top, right + 50, bottom + 50), (left, top, right + 50, bottom + 50))
    longer = seen(*TEXTS, "below")
    assert not found.shows_part_of(longer, (left, top, right, bottom + 50), (left, top, right, bottom + 50))


def test_pages_with_a_pattern_or_transparency_are_looked_at(archive: Archive) -> None:
    found = stored(archive, *TEXTS)
    head = json.loads(found.recipe)
    for other in ({"mode": "RGBA"}, {"ground": {}}):
        assert not replace(found, recipe=json.dumps(head | other).encode()).shows_part_of(
            seen(*TEXTS), line(0), line(0)
        )
    assert not found.shows_part_of(found, line(0), line(0))
    target = io.BytesIO()
    Image.fromarray(paint(TEXTS)).convert("RGBA").save(target, "PNG")
    assert not found.shows_part_of(PngScreenshot(target.getvalue()), line(0), line(0))


def test_pieces_of_compared_parts_are_not_cut_again_and_the_recipe_is_the_same(archive: Archive) -> None:
    found, taken = stored(archive, *TEXTS), seen(*TEXTS)
    assert all(found.shows_part_of(taken, line(number), line(number)) for number in range(2))
    boxes = [Box(0.0, float(LINE * number), float(WIDTH), float(LINE)) for number in range(3)]
    pixels_and_mode = read_png(taken)
    assert pixels_and_mode is not None
    again = cut(*pixels_and_mode, boxes, cut_parts=taken.cut_parts)
    alone = cut(*read_png(seen(*TEXTS)), boxes)
    assert (again.recipe, again.places, again.digests()) == (alone.recipe, alone.places, alone.digests())
    assert 0 < len(again.known) < len(again.places)
