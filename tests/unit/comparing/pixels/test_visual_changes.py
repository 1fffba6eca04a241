from __future__ import annotations

import cv2
import numpy as np
import pytest

from pagestrata.comparing.delta.apply import apply
from pagestrata.comparing.pixels.visual_changes import compare_pictures, open_screenshot, with_picture_hashes
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError
from pagestrata.model.deltas import Picture
from pagestrata.model.geometry import Box
from trees import leaf, page


def _screenshot(*pictures, height=600, top=0):
    """A white page with pictures at (x, y + top)."""
    canvas = np.full((height, 400, 3), 255, np.uint8)
    for x, y, pixels in pictures:
        canvas[y + top : y + top + pixels.shape[0], x : x + pixels.shape[1]] = pixels
    return cv2.imencode(".png", canvas)[1].tobytes()


def _photo(seed):
    coarse = np.random.default_rng(seed).integers(0, 255, (12, 16, 3), np.uint8)
    return cv2.resize(coarse, (160, 120), interpolation=cv2.INTER_CUBIC)


def _page(top=0.0):
    return page(
        leaf("1.1", "A heading", box=Box(10, 10.0 + top, 200, 20)),
        leaf("1.2", images=("photo",), box=Box(20, 50.0 + top, 160, 120)),
        leaf("1.3", images=("other",), box=Box(20, 200.0 + top, 160, 120)),
    )


def test_a_picture_swapped_behind_the_same_address_is_an_update_of_the_image():
    old, new = (
        _screenshot((20, 50, _photo(1)), (20, 200, _photo(2))),
        _screenshot((20, 50, _photo(3)), (20, 200, _photo(2))),
    )
    tree = _page()
    delta = compare_pictures(old, new, tree, tree, compare(tree, tree))
    (change,) = delta.changes
    assert (change.op, change.element, change.block) == ("update", "image", "1.2")
    assert isinstance(change.new, Picture)
    assert change.new.address == "http://site.test/photo.png"
    assert change.old.hash != change.new.hash
    assert apply(delta, tree) == tree


class _UnseenScreenshot:
    """A picture that nobody looks at."""

    size = (400, 600)
    file_name = "one"

    def part(self, left, top, right, bottom):
        raise AssertionError("somebody looked")

    def shows_part_of(self, other, mine, others):
        return False


class _KnownScreenshot(_UnseenScreenshot):
    """A picture that is known to show the same as every other."""

    file_name = "two"

    def shows_part_of(self, other, mine, others):
        return True


def test_the_same_file_is_not_looked_at_where_blocks_stayed():
    delta = compare(_page(), _page())
    assert compare_pictures(_UnseenScreenshot(), _UnseenScreenshot(), _page(), _page(), delta).changes == ()
    with pytest.raises(AssertionError, match="looked"):
        compare_pictures(_UnseenScreenshot(), _UnseenScreenshot(), _page(), _page(130), compare(_page(), _page(130)))


def test_parts_that_are_known_to_be_the_same_are_not_looked_at():
    delta = compare(_page(), _page(130))
    assert compare_pictures(_KnownScreenshot(), _UnseenScreenshot(), _page(), _page(130), delta).changes == ()
    with pytest.raises(AssertionError, match="looked"):  # drawn half a pixel lower, the same pixels cannot be expected
        compare_pictures(_KnownScreenshot(), _UnseenScreenshot(), _page(), _page(0.5), compare(_page(), _page(0.5)))


def test_a_page_that_moved_down_is_no_change():
    pictures = ((20, 50, _photo(1)), (20, 200, _photo(2)))
    old, new = _screenshot(*pictures), _screenshot(*pictures, top=130)
    delta = compare(_page(), _page(130))
    assert compare_pictures(old, new, _page(), _page(130), delta).changes == ()


def test_a_box_that_is_off_by_a_pixel_is_no_change():
    old, new = _screenshot((20, 50, _photo(1))), _screenshot((20, 51, _photo(1)))
    tree = page(leaf("1.2", images=("photo",), box=Box(20, 50, 160, 120)))
    assert compare_pictures(old, new, tree, tree, compare(tree, tree)).changes == ()


def test_compression_noise_is_no_change():
    photo = _photo(1)
    noisy = cv2.imdecode(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_COLOR)
    tree = page(leaf("1.2", images=("photo",), box=Box(20, 50, 160, 120)))
    found = compare_pictures(
        _screenshot((20, 50, photo)), _screenshot((20, 50, noisy)), tree, tree, compare(tree, tree)
    )
    assert found.changes == ()


def test_hashes_kept_in_the_trees_find_the_swap_without_the_screenshots():
    tree = _page()
    old = with_picture_hashes(tree, _screenshot((20, 50, _photo(1)), (20, 200, _photo(2))))
    new = with_picture_hashes(tree, _screenshot((20, 50, _photo(3)), (20, 200, _photo(2))))
    delta = compare(old, new)
    assert [(change.element, change.block) for change in delta.changes] == [("image", "1.2")]
    assert [block.picture_hash for block in apply(delta, old).walk()] == [block.picture_hash for block in new.walk()]


@pytest.mark.parametrize("png", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_what_is_no_screenshot_is_refused(png):
    with pytest.raises(InputError, match="screenshot is not a PNG picture; capture the page again"):
        open_screenshot(png, which="old")


def test_a_gigantic_screenshot_is_refused_before_it_is_unpacked():
    head = bytearray(_screenshot())
    head[16:24] = (100_000).to_bytes(4, "big") * 2
    with pytest.raises(InputError, match="too large to compare"):
        open_screenshot(bytes(head), which="new")
