import io
import struct
import zlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pagestrata.formats.pictures.pictures import decode_png, png_chunks
from pagestrata.formats.pictures.plain_png import pack_strip, png_of_strips, read_plain_png, write_plain_png
from pagestrata.store.screenshots.block_pictures import read_png

WIDTH, HEIGHT = 20, 30
PIXELS = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
ROWS = b"".join(b"\0" + row.tobytes() for row in PIXELS)


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(stream: bytes | None = None, *more: bytes, form: tuple[int, ...] = (8, 2, 0, 0, 0)) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, *form))
    stored = chunk(b"IDAT", zlib.compress(ROWS) if stream is None else stream)
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + stored + chunk(b"IEND")


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_every_pixel_is_what_pillow_reads(width: int, height: int, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG")
    found = read_plain_png(target.getvalue())
    assert found is not None
    assert np.array_equal(found[..., :3], pixels)
    assert (found[..., 3] == 255).all()


def as_browsers_pack(pixels: np.ndarray, *, filters: bytes | None = None) -> bytes:
    """A file whose rows are differences to the row above."""
    height, width, _ = pixels.shape
    rows = np.diff(pixels, axis=0, prepend=np.zeros((1, width, 3), np.uint8))
    kinds = filters or b"\2" * height
    packed = zlib.compress(b"".join(bytes([kind]) + row.tobytes() for kind, row in zip(kinds, rows, strict=True)))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    stored = chunk(b"IDAT", packed[:10]) + chunk(b"IDAT", packed[10:])
    return b"\x89PNG\r\n\x1a\n" + head + stored + chunk(b"IEND")


@pytest.mark.parametrize("height", [1, 2, 255, 256, 257, 700])
def test_pages_are_read_by_strips_as_pillow_reads_them(height: int) -> None:
    pixels = np.random.default_rng(height).integers(0, 256, (height, 7, 3), dtype=np.uint8)
    data = as_browsers_pack(pixels)
    found, known = read_plain_png(data), decode_png(data, "RGB")
    assert found is not None
    assert known is not None
    assert found.flags.writeable
    assert np.array_equal(found[..., :3], known)
    assert np.array_equal(known, pixels)


@pytest.mark.parametrize("height", [1, 255, 256, 257, 600])
def test_what_is_written_is_what_everybody_reads(height: int) -> None:
    pixels = np.random.default_rng(height).integers(0, 256, (height, 9, 3), dtype=np.uint8)
    data = write_plain_png(pixels)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.mode == "RGB"
        assert np.array_equal(np.asarray(picture), pixels)
    assert np.array_equal(decode_png(data, "RGB"), pixels)
    found = read_plain_png(data)
    assert found is not None
    assert np.array_equal(found[..., :3], pixels)


@pytest.mark.parametrize("cuts", [[0, 300], [0, 1, 300], [0, 100, 101, 250, 300]])
def test_strips_in_any_number_make_a_file_that_everybody_reads(cuts: list[int]) -> None:
    pixels = np.random.default_rng(len(cuts)).integers(0, 256, (300, 9, 3), dtype=np.uint8)
    strips = [pack_strip(pixels[top:end]) for top, end in pairwise(cuts)]
    data = png_of_strips(9, 300, strips)
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()  # checks the sums of all chunks
        assert np.array_equal(np.asarray(picture), pixels)
    packed = b"".join(content for kind, content in png_chunks(data) if kind == b"IDAT")
    assert len(zlib.decompress(packed)) == 300 * (1 + 27)  # the sum over all strips is right, or this would fail
    found = read_plain_png(data)
    assert found is not None
    assert np.array_equal(found[..., :3], pixels)


def test_rows_packed_in_several_ways_are_read_too() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (3, 7, 3), dtype=np.uint8)
    pixels[0] = 0  # the same whatever it is packed against
    found = read_plain_png(as_browsers_pack(pixels, filters=b"\1\2\2"))
    assert found is not None
    assert np.array_equal(found[..., :3], pixels)


@pytest.mark.parametrize("cut", [b"", b"\0\0\0\0"])
def test_pages_that_do_not_add_up_are_left_to_pillow(cut: bytes) -> None:
    data = as_browsers_pack(PIXELS)
    assert read_plain_png(data[:-20] + cut + data[-16:]) is None
    assert read_plain_png(data[:60] + bytes([data[60] ^ 1]) + data[61:]) is None


def test_a_plain_file_is_read_as_colours() -> None:
    read = read_png(png(None, chunk(b"sRGB", b"\0")))
    assert read is not None
    assert np.array_equal(read[0], PIXELS)
    assert read[1] == "RGB"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        png()[:-12],
        png()[:80],
        png() + b"more that is not a chunk",
        png(zlib.compress(ROWS)[:-9]),
        png(zlib.compress(ROWS[:-100])),
        png(None, chunk(b"tRNS", bytes(6))),
        png(None, chunk(b"gAMA", struct.pack(">I", 100_000))),
        png(None, chunk(b"acTL", bytes(8))),
        png(form=(16, 2, 0, 0, 0)),
        png(form=(8, 6, 0, 0, 0)),
        png(form=(8, 2, 0, 0, 1)),
        png().replace(chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0))[8:16], b"\xff" * 8),
    ],
)
def test_everything_else_is_left_to_pillow(data: bytes) -> None:
    assert read_plain_png(data) is None
