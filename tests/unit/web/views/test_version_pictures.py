import io
from pathlib import Path

import pytest
from PIL import Image

from archives import keep
from compared_pages import URL, visited_archive
from pagestrata.errors import NotFoundError
from pagestrata.web.views import version_pictures
from pagestrata.web.views.version_pictures import bands_of, block_picture, picture_band


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
