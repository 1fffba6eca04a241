import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from archives import keep
from compared_pages import URL, visited_archive
from pagestrata.errors import NotFoundError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.web.views import version_pictures
from pagestrata.web.views.version_pictures import MOST_WORDS, bands_of, block_picture, picture_band, side_of, sketch_svg

SVG = "{http://www.w3.org/2000/svg}"


def size_of(jpeg: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as picture:
        return picture.size


def test_a_long_picture_comes_in_bands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_pictures, "BAND_PX", 250)
    assert bands_of(600.0) == [(0, 250), (1, 250), (2, 100)]
    with visited_archive(tmp_path, days=1) as archive:
        version = archive.versions.of(URL)[0]
        assert [size_of(picture_band(archive, version, number)) for number in range(3)] == [(800, 250)] * 2 + [
            (800, 100)
        ]
        for number in (3, -1):
            with pytest.raises(NotFoundError, match="no band"):
                picture_band(archive, version, number)


def test_single_blocks_have_pictures(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        version = archive.versions.of(URL)[0]
        leaf = next(archive.contents.tree(version).leaves())
        assert size_of(block_picture(archive, version, leaf.ref)) == (800, 100)
        with pytest.raises(NotFoundError, match=r"shows no block '9\.9'"):
            block_picture(archive, version, "9.9")


def test_a_version_without_a_picture_has_none(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=0) as archive:
        version = keep(archive, "words only")
        with pytest.raises(NotFoundError, match="without a picture"):
            picture_band(archive, version, 0)


def test_a_version_is_read_once_for_all_that_is_shown_of_it(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        version = archive.versions.of(URL)[0]
        side = side_of(archive, version)
        assert side.tree == archive.contents.tree(version)
        assert side_of(archive, version) is side


def test_few_versions_are_kept(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=0) as archive:
        versions = [keep(archive, f"words {number}") for number in range(9)]
        first = side_of(archive, versions[0])
        for version in versions[1:]:
            side_of(archive, version)
        assert side_of(archive, versions[0]) is not first


def test_blocks_are_drawn_with_their_first_words() -> None:
    leaves = (
        Block(ref="1", box=Box(0, 0, 140, 20), text="words"),
        Block(ref="2", box=Box(0, 30, 10, 60), text="x" * 500),
        Block(ref="3", box=Box(0, 30, 0, 60), text="nothing to be seen"),
    )
    drawn = ElementTree.fromstring(sketch_svg(BlockTree(blocks=leaves, page_size=(100.0, 50.0))))
    assert drawn.get("viewBox") == "0 0 140 90"
    assert [frames.get("d") for frames in drawn.iter(f"{SVG}path")] == ["M0 0h140v20h-140zM0 30h10v60h-10z", ""]
    assert [len(words.text or "") for words in drawn.iter(f"{SVG}text")] == [5, 91]


def test_of_many_blocks_the_last_have_lines_for_words() -> None:
    many = range(MOST_WORDS + 2)
    leaves = tuple(Block(ref=f"{number}", box=Box(0, 24.0 * number, 100, 24), text="word") for number in many)
    drawn = ElementTree.fromstring(sketch_svg(BlockTree(blocks=leaves)))
    assert len(list(drawn.iter(f"{SVG}text"))) == MOST_WORDS
    _, lines = drawn.iter(f"{SVG}path")
    assert lines.get("d") == "M6 7214h28M6 7238h28"


def test_nothing_that_a_page_says_is_markup() -> None:
    said = "</text><script>alert(1)</script>\x00\u202e\ufffe"
    drawn = sketch_svg(BlockTree(blocks=(Block(ref="1", box=Box(0, 0, 9, 9), text=said),)))
    assert b"<script" not in drawn
    words = ElementTree.fromstring(drawn).find(f".//{SVG}text")
    assert words is not None
    assert words.text == "</text><script>alert(1)</script>���"


def test_below_a_picture_only_what_it_does_not_show_is_drawn() -> None:
    leaves = tuple(Block(ref=f"{n}", box=Box(0, 20_000.0 * n, 100, 50), text=f"block {n}") for n in range(4))
    drawn = ElementTree.fromstring(sketch_svg(BlockTree(blocks=leaves, page_size=(100.0, 60_050.0)), (100, 20_000)))
    assert drawn.get("viewBox") == "0 20000 100 40050"
    assert [words.text for words in drawn.iter(f"{SVG}text")] == ["block 1", "block 2", "block 3"]
