"""WACZ packages signed for an archive, with a key that is kept next to that of its log."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from pagestrata.app.proving.stamping import stamp_text
from pagestrata.errors import InputError
from pagestrata.proof.keys import require_cryptography
from pagestrata.proof.wacz_signature import sign_digest, sign_digest_for_domain
from pagestrata.store.archive import Archive
from pagestrata.store.merkle_log.log_keys import key_file

CERTIFICATE, CERTIFICATE_KEY = "PAGESTRATA_WACZ_CERTIFICATE", "PAGESTRATA_WACZ_KEY"
"""Files with the chain of certificates of a domain, and with its private key, in PEM."""


def package_signer(archive: Archive, *, software: str, created: datetime) -> Callable[[bytes], bytes]:
    """Return what signs the description of a package. Packages need ECDSA, so theirs is a key of its own.

    Where the environment names the certificate of a domain, that signs, and the authorities of the settings stamp it.
    """
    require_cryptography()
    if named := os.environ.get(CERTIFICATE):
        try:
            chain = Path(named).read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {named} ({error.strerror}); {CERTIFICATE} names a file in PEM") from error
        key, stamp = Path(os.environ.get(CERTIFICATE_KEY, named)), partial(stamp_text, archive, now=created)
        return partial(
            sign_digest_for_domain, certificate_pem=chain, key_file=key, software=software, created=created, stamp=stamp
        )
    own = key_file(archive.proof.name() or "pagestrata/packages")
    path = own.with_name(f"{own.stem}-wacz.pem")
    return partial(sign_digest, key_file=path, software=software, created=created)


def head_text(archive: Archive) -> str:
    """Return the signed head of the log for an export, '' where no head was signed."""
    note = archive.proof.signed_head()
    return note.written() if note is not None else ""


def head_files(archive: Archive) -> dict[str, bytes]:
    """Return the signed head of the log as a file of a package; nothing where no head was signed."""
    head = head_text(archive)
    return {"log/head.note": head.encode()} if head else {}
