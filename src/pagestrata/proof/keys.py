"""Keys that sign heads and proofs: Ed25519, or ECDSA over P-256 with SHA-256, by the library `cryptography`.

`Signer` is the seam: a key in a file (`FileSigner`) or in a program that keeps it, such as an agent or a smart card
(`CommandSigner`). Public keys are PEM everywhere, so that `openssl` reads them.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pagestrata.errors import InputError, UsageError
from pagestrata.proof.library import ec, ed25519, exceptions, hashes, serialization
from pagestrata.proof.signed_note import NoteSignature, key_id

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes


# Imports inside functions: cryptography is optional; the rest works without.

Algorithm = Literal["ed25519", "p256"]
ALGORITHMS: tuple[Algorithm, ...] = ("ed25519", "p256")
_NOTE_KINDS: dict[Algorithm, int] = {"ed25519": 1}
COMMAND_SECONDS = 20.0
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
_HINT = "signing needs another package; pip install 'pagestrata[proof]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicKey:
    """A public key: `pem` as openssl writes it, `name` as its owner calls it."""

    name: str
    pem: str

    @property
    def algorithm(self) -> Algorithm:
        return _algorithm_of(_load_public(self.pem))

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the key in DER, as `openssl pkey -pubin -outform DER | sha256sum` prints it."""
        return hashlib.sha256(der_of(self.pem)).hexdigest()

    def verifies(self, data: bytes, signature: bytes) -> bool:
        """Return whether the owner of this key signed these bytes."""

        key = _load_public(self.pem)
        try:
            if isinstance(key, ed25519.Ed25519PublicKey):
                key.verify(signature, data)
            else:
                key.verify(signature, data, ec.ECDSA(hashes.SHA256()))
        except exceptions.InvalidSignature:
            return False
        return True

    def note_id(self) -> bytes:
        """Return the short id of this key in signed notes."""
        return _note_id(self.name, self.pem)


@lru_cache(maxsize=64)
def _note_id(name: str, pem: str) -> bytes:

    key = _load_public(pem)
    if (algorithm := _algorithm_of(key)) == "ed25519":
        return key_id(
            name, _NOTE_KINDS[algorithm], key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        )
    return hashlib.sha256(der_of(pem)).digest()[:4]


class Signer(Protocol):
    """A signer: knows its public key and makes signatures, wherever the private key is kept."""

    @property
    def public(self) -> PublicKey: ...
    def sign(self, data: bytes) -> bytes:
        """Return a signature over the data. Raises InputError where the key cannot be used now."""
        ...


def note_signature(signer: Signer, text: str) -> NoteSignature:
    """Return a signer's signature of the text of a note."""
    public = signer.public
    return NoteSignature(name=public.name, key_id=public.note_id(), signature=signer.sign(text.encode()))


class FileSigner:
    """A private key in a PEM file that only its owner may read."""

    def __init__(self, path: Path, name: str) -> None:
        self._key = _load_private(path)
        self.public = PublicKey(name=name, pem=_public_pem(self._key))

    def sign(self, data: bytes) -> bytes:

        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(data)
        assert isinstance(self._key, ec.EllipticCurvePrivateKey)
        return self._key.sign(data, ec.ECDSA(hashes.SHA256()))


class CommandSigner:
    """A private key that another program keeps: it reads the bytes from its input and writes the signature to its output.

    So an agent, `openssl` with a PKCS#11 provider, or a script that asks a server may sign.
    """

    def __init__(self, command: str, public: PublicKey) -> None:
        self._command, self.public = shlex.split(command), public
        if not self._command:
            raise UsageError("the signing command is empty; name a program that reads bytes and writes a signature")

    def sign(self, data: bytes) -> bytes:
        try:
            done = subprocess.run(self._command, input=data, capture_output=True, timeout=COMMAND_SECONDS, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError(f"the signing program failed ({error}); run it by hand to see why") from error
        if not self.public.verifies(data, done.stdout):
            raise InputError("the signing program used another key; check its configuration")
        return done.stdout


def create_key(path: Path, algorithm: Algorithm = "ed25519") -> str:
    """Create a private key in a new file that only its owner may read; return the public key."""
    require_cryptography()

    key: Any = (
        ed25519.Ed25519PrivateKey.generate() if algorithm == "ed25519" else ec.generate_private_key(ec.SECP256R1())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
    except FileExistsError as error:
        raise UsageError(f"{path} already exists; replace a key with `pagestrata key rotate`") from error
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}; name another file in PAGESTRATA_KEY") from error
    return _public_pem(key)


def load_ecdsa(path: Path) -> ec.EllipticCurvePrivateKey:
    """Return the P-256 key of a file. Raises InputError for anything else."""

    key = _load_private(path)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise InputError(f"{path} contains no ECDSA key; move it away to create a new one")
    return key


def require_cryptography() -> None:
    """Raise UsageError with what to install where signatures cannot be made or checked."""
    try:
        import cryptography  # noqa: F401 - only to say what to install
    except ImportError as error:
        raise UsageError(_HINT) from error


def can_check_signatures() -> bool:
    """Return whether the package for signatures is installed."""
    try:
        require_cryptography()
    except UsageError:
        return False
    return True


def check_name(name: str) -> str:
    """Return the name of a key. Raises UsageError for one that a note cannot hold."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name[:100]!r} is not a name of a key; use letters, digits, dots and dashes, as in example.org"
        )
    return name


def der_of(pem: str) -> bytes:
    """Return the bytes inside a PEM file."""
    lines = [line for line in pem.splitlines() if line and not line.startswith("-----")]
    try:
        return base64.b64decode("".join(lines), validate=True)
    except ValueError as error:
        raise InputError(f"this is not a key in PEM ({error}); ask for the file again") from error


def find_key(keys: Sequence[PublicKey], signature: NoteSignature) -> PublicKey | None:
    """Return the key that a signature of a note names."""
    return next((key for key in keys if key.name == signature.name and key.note_id() == signature.key_id), None)


def _algorithm_of(key: Any) -> Algorithm:

    if isinstance(key, ed25519.Ed25519PublicKey):
        return "ed25519"
    if isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
        return "p256"
    raise InputError("this key is neither Ed25519 nor ECDSA over P-256; create one with `pagestrata key create`")


def _load_public(pem: str) -> Any:
    require_cryptography()

    try:
        key = serialization.load_pem_public_key(pem.encode())
    except (ValueError, exceptions.UnsupportedAlgorithm) as error:
        raise InputError(f"this is not a public key in PEM ({error}); ask for the file again") from error
    _algorithm_of(key)
    return key


def _load_private(path: Path) -> PrivateKeyTypes:
    require_cryptography()

    try:
        if path.stat().st_mode & 0o077:
            raise InputError(f"the key {path} is readable by others; make it private with `chmod 600 {path}`")
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise InputError(
            f"cannot read the key {path}: {error.strerror}; restore it, or replace it with `pagestrata key rotate`"
        ) from error
    except (ValueError, TypeError, exceptions.UnsupportedAlgorithm) as error:
        raise InputError(f"{path} contains no private key in PEM ({error}); restore it from a backup") from error
    _algorithm_of(key.public_key())
    return key


def _public_pem(key: Any) -> str:

    pem: bytes = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return pem.decode()
