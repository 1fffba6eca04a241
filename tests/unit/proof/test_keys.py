from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pagestrata.errors import InputError, UsageError
from pagestrata.proof.keys import (
    ALGORITHMS,
    Algorithm,
    CommandSigner,
    FileSigner,
    PublicKey,
    check_name,
    create_key,
    find_key,
    note_signature,
)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_key_is_private_and_its_signatures_are_checked_by_openssl(tmp_path: Path, algorithm: Algorithm) -> None:
    file = tmp_path / "keys" / "key.pem"
    create_key(file, algorithm)
    assert file.stat().st_mode & 0o777 == 0o600
    signer = FileSigner(file, "example.org")
    assert signer.public.algorithm == algorithm
    signature = signer.sign(b"data")
    assert signer.public.verifies(b"data", signature)
    assert not signer.public.verifies(b"other", signature)
    assert not signer.public.verifies(b"data", signature[:-1] + bytes([signature[-1] ^ 1]))
    (tmp_path / "pub.pem").write_text(signer.public.pem)
    (tmp_path / "data").write_bytes(b"data")
    (tmp_path / "sig").write_bytes(signature)
    commands = {
        "ed25519": ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "pub.pem", "-rawin", "-in", "data"],
        "p256": ["openssl", "dgst", "-sha256", "-verify", "pub.pem", "-signature", "sig", "data"],
    }
    command = commands[algorithm] + (["-sigfile", "sig"] if algorithm == "ed25519" else [])
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_a_key_is_never_overwritten_and_never_read_where_others_may(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    create_key(file)
    with pytest.raises(UsageError, match="already exists"):
        create_key(file)
    file.chmod(0o644)
    with pytest.raises(InputError, match="readable by others"):
        FileSigner(file, "name")
    file.chmod(0o600)
    file.write_text("nothing")
    with pytest.raises(InputError, match="contains no private key"):
        FileSigner(file, "name")
    with pytest.raises(InputError, match="cannot read the key"):
        FileSigner(tmp_path / "missing.pem", "name")


def test_another_program_may_keep_the_key(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    create_key(file, "p256")
    public = FileSigner(file, "agent").public
    signer = CommandSigner(f"openssl dgst -sha256 -sign {file}", public)
    assert public.verifies(b"data", signer.sign(b"data"))
    create_key(tmp_path / "other.pem", "p256")
    with pytest.raises(InputError, match="another key"):
        CommandSigner(f"openssl dgst -sha256 -sign {tmp_path / 'other.pem'}", public).sign(b"data")
    with pytest.raises(InputError, match="the signing program failed"):
        CommandSigner("false", public).sign(b"data")
    with pytest.raises(UsageError, match="is empty"):
        CommandSigner(" ", public)


def test_the_key_of_a_note_is_found_by_name_and_id(tmp_path: Path) -> None:
    signers = []
    for number in range(2):
        create_key(tmp_path / f"{number}.pem", ALGORITHMS[number])
        signers.append(FileSigner(tmp_path / f"{number}.pem", "example.org"))
    keys = [signer.public for signer in signers]
    for signer in signers:
        assert find_key(keys, note_signature(signer, "text\n")) == signer.public
    assert find_key([], note_signature(signers[0], "text\n")) is None


def test_what_is_no_key_or_no_name_is_refused() -> None:
    with pytest.raises(InputError, match="not a public key"):
        PublicKey(name="x", pem="nothing").verifies(b"", b"")
    with pytest.raises(UsageError, match="not a name of a key"):
        check_name("two words")
    assert check_name("example.org") == "example.org"


@pytest.mark.skipif(os.name != "posix", reason="keys of other kinds are made by openssl here")
def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-out", file],
        check=True,
        capture_output=True,
    )
    file.chmod(0o600)
    with pytest.raises(InputError, match="neither Ed25519 nor ECDSA"):
        FileSigner(file, "name")
