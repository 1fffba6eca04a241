import gzip
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import InputError
from pagestrata.formats.recordings.codings import decode_content, remove_chunks

PACKERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
    "identity": bytes,
}


@pytest.mark.parametrize("coding", PACKERS)
@given(body=st.binary(max_size=300))
def test_every_coding_is_undone(coding: str, body: bytes) -> None:
    assert decode_content(PACKERS[coding](body), coding) == body


def test_codings_are_undone_last_first() -> None:
    assert decode_content(brotli.compress(gzip.compress(b"twice")), "gzip, br") == b"twice"


def test_raw_deflate_and_several_gzip_members_are_read_as_browsers_do() -> None:
    raw = zlib.compressobj(wbits=-15)
    assert decode_content(raw.compress(b"raw") + raw.flush(), "deflate") == b"raw"
    assert decode_content(gzip.compress(b"one ") + gzip.compress(b"two"), "gzip") == b"one two"
    assert decode_content(gzip.compress(b"page") + b"trailing rubbish", "gzip") == b"page"


def test_a_body_that_is_cut_off_keeps_what_came() -> None:
    text = bytes(range(256)) * 40
    assert text.startswith(decode_content(gzip.compress(text)[:-200], "gzip"))


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_stops_at_the_limit(coding: str) -> None:
    bomb = PACKERS[coding](bytes(5_000_000))
    assert len(bomb) < 10_000
    with pytest.raises(InputError, match=r"unpacks to more than 1000000 bytes; raise the limit"):
        decode_content(bomb, coding, max_bytes=1_000_000)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_is_not_so_coded_is_a_value_error(coding: str) -> None:
    with pytest.raises(ValueError, match=r"not compressed as its headers say"):
        decode_content(b"<html>plain text, whatever the header says</html>", coding)


def test_an_unknown_coding_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"'compress-o-matic' is not known; ask the server for gzip"):
        decode_content(b"x", "compress-o-matic")


def test_chunks_are_joined() -> None:
    assert remove_chunks(b"4;name=value\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n") == b"Wikipedia"


@pytest.mark.parametrize("body", [b"", b"<html>", b"zz\r\nab\r\n", b"-1\r\nab\r\n", b"ff\r\nshort\r\n0\r\n\r\n"])
def test_chunks_that_do_not_fit_are_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"chunk"):
        remove_chunks(body)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_what_is_cut_off_is_given_unless_it_must_be_whole(coding: str) -> None:
    body = bytes(range(256)) * 40
    packed = PACKERS[coding](body)
    half = packed[: len(packed) // 2]
    assert body.startswith(decode_content(half, coding))
    assert decode_content(packed, coding, whole=True) == body
    with pytest.raises(ValueError, match="body is"):
        decode_content(half, coding, whole=True)


def test_a_body_is_not_coded_any_number_of_times() -> None:
    body = b"words"
    for _ in range(5):
        body = gzip.compress(body)
    assert decode_content(body, "identity, gzip, gzip, gzip, gzip,, gzip") == b"words"
    with pytest.raises(ValueError, match="it is coded 6 times, more than 5"):
        decode_content(gzip.compress(body), ", ".join(["gzip"] * 6))


def test_a_damaged_member_behind_whole_ones_is_left_out() -> None:
    damaged = bytearray(gzip.compress(bytes(range(256)) * 40))
    damaged[-8] ^= 1  # its checksum
    assert decode_content(gzip.compress(b"words") + bytes(damaged), "gzip") == b"words"
    with pytest.raises(ValueError, match="not compressed as its headers say"):
        decode_content(bytes(damaged), "gzip")
