from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagestrata.errors import InputError
from pagestrata.proof.keys import FileSigner, create_key, note_signature
from pagestrata.proof.pinned_head import read_pinned, write_pinned
from pagestrata.proof.signed_note import Head, read_note, write_note

HEAD = Head(log="pagestrata/0123", size=2, root=bytes(32), at=datetime(2026, 1, 2, tzinfo=UTC))
LEAVES, ITEMS = [b"a" * 32, b"b" * 32], ["b0", "v1"]


@pytest.fixture
def signer(tmp_path: Path) -> FileSigner:
    create_key(tmp_path / "key.pem")
    return FileSigner(tmp_path / "key.pem", "example.org")


def _written(signer: FileSigner) -> str:
    note = read_note(write_note(HEAD.text(), (note_signature(signer, HEAD.text()),)))
    return write_pinned(HEAD, note=note, key=signer.public, leaves=LEAVES, items=ITEMS)


def test_a_head_for_somebody_else_is_read_as_it_was_written(signer: FileSigner) -> None:
    found = read_pinned(_written(signer))
    assert (found.head, found.key, found.items) == (HEAD, signer.public, ("b0", "v1"))
    assert list(found.short_leaves()) == [b"aaaa", b"bbbb"]


def test_a_head_without_a_key_and_a_note_alone_are_read_too(signer: FileSigner) -> None:
    unsigned = read_pinned(write_pinned(HEAD, note=None, key=None, leaves=LEAVES, items=ITEMS))
    assert (unsigned.head, unsigned.key) == (HEAD, None)
    note = read_pinned(json.loads(_written(signer))["head"])
    assert (note.head, note.key, list(note.short_leaves())) == (HEAD, None, [])


def test_a_wrong_signature_is_refused(signer: FileSigner) -> None:
    found = json.loads(_written(signer))
    found["head"] = found["head"].replace("\n2\n", "\n3\n", 1)
    with pytest.raises(InputError, match="does not match its key"):
        read_pinned(json.dumps(found))


@pytest.mark.parametrize("text", ["{}", "{", '{"head": 1, "key": 2}', "nothing"])
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="head"):
        read_pinned(text)
