import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.store.objects.bundle_labels import (
    Label,
    LabelledObject,
    VersionNote,
    read_label,
    short_name,
    write_label,
)

OBJECTS = (
    LabelledObject(name=b"12345678", codec="zstd", size=900, start=0, stored=40, base=b""),
    LabelledObject(name=b"abcdefgh", codec="raw", size=7, start=40, stored=7, base=b"12345678"),
)
NOTE = VersionNote(url="http://a.test/é", captured_at=5, status=200, title="T\n", body=b"12345678", tree=b"abcdefgh")


def test_a_label_says_what_was_written() -> None:
    data = b"p" * 47 + write_label(OBJECTS, [NOTE, NOTE])
    assert read_label(data) == Label(OBJECTS, (NOTE,))


def test_a_label_is_small() -> None:
    assert len(write_label(OBJECTS * 6, [NOTE])) < 450


@pytest.mark.parametrize("data", [b"", b"payload only", b"x" * 40 + b"PSLABEL1", b"PSLABEL1"])
def test_bundles_without_a_label_have_none(data: bytes) -> None:
    assert read_label(data) is None


@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 255))
def test_a_damaged_label_never_raises_and_names_no_other_version(payload: bytes, place: int, value: int) -> None:
    data = bytearray(payload + write_label(OBJECTS, [NOTE]))
    data[place % len(data)] = value
    found = read_label(bytes(data))
    assert found is None or found.notes == (NOTE,)


def test_short_names() -> None:
    assert (short_name(b"0123456789"), short_name(None)) == (b"01234567", b"")
