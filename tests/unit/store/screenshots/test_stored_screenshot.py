from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from archives import keep
from captures import LINE, WIDTH, capture, pixels
from pagestrata.errors import ArchiveError
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.model.screenshots import is_same_file
from pagestrata.store.archive import Archive
from pagestrata.store.screenshots import stored_screenshot
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
