from __future__ import annotations

import base64
from datetime import UTC, datetime

import pytest

from pagestrata.errors import InputError
from pagestrata.proof.signed_note import Head, NoteSignature, key_id, read_head, read_note, write_note

HEAD = Head(log="pagestrata/0123", size=7, root=bytes(range(32)), at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))


def test_a_head_is_written_as_other_logs_write_theirs_and_read_again() -> None:
    text = HEAD.text()
    assert text.splitlines() == [
        "pagestrata/0123",
        "7",
        base64.b64encode(bytes(range(32))).decode(),
        "time 2026-01-02T03:04:05Z",
    ]
    signature = NoteSignature(name="pagestrata/0123", key_id=b"abcd", signature=b"signed")
    note = read_note(write_note(text, (signature,)))
    assert (note.head, note.text, note.signatures) == (HEAD, text, (signature,))


def test_the_id_of_a_key_is_that_of_the_specification() -> None:
    # From the documentation of golang.org/x/mod/sumdb/note: PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW
    public = base64.b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:]
    assert key_id("PeterNeumann", 1, public).hex() == "c74f20a3"


@pytest.mark.parametrize(
    "text",
    [
        "pagestrata/0123\n7\n",
        HEAD.text().replace("\n7\n", "\n07\n"),
        HEAD.text().replace("\n7\n", "\n-7\n"),
        HEAD.text().replace("time ", "at "),
        HEAD.text().replace("AAEC", "AAE"),
        HEAD.text() + "more\n",
    ],
)
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="head"):
        read_head(text)


def test_a_note_without_signatures_or_with_odd_ones_is_refused() -> None:
    with pytest.raises(InputError, match="no empty line"):
        read_note(HEAD.text())
    with pytest.raises(InputError, match="not a signature"):
        read_note(HEAD.text() + "\nsigned by me\n")
