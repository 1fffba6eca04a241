"""Signatures of WACZ packages: sign those of an archive, and judge ours and those of others."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Any

from pagestrata.app.proving.stamping import stamp_text
from pagestrata.errors import InputError, UsageError
from pagestrata.formats.recordings.wacz import ZIP_DAMAGES
from pagestrata.proof.keys import require_cryptography
from pagestrata.proof.wacz_signature import WaczVerdict, judge, sign_digest, sign_digest_for_domain
from pagestrata.store.archive import Archive
from pagestrata.store.merkle_log.log_keys import key_file

_DAMAGES = (*ZIP_DAMAGES, ValueError)
_READ_BYTES = 1 << 20
_MOST_DESCRIPTION_BYTES = 64 * 1024 * 1024


def judge_wacz(source: Path | IO[bytes]) -> WaczVerdict:
    """Judge a package: valid, unsigned, broken, or unchecked if the optional package for signatures is missing."""
    try:
        with zipfile.ZipFile(source) as package:
            names = set(package.namelist())
            description = _small(package, "datapackage.json")
            digest = _small(package, "datapackage-digest.json") if "datapackage-digest.json" in names else None
            found = judge(description, digest)
            if found.verdict != "valid":
                return found
            listed = {str(part["path"]): part for part in json.loads(description)["resources"]}
            wrong = next((path for path, part in listed.items() if not _fits(package, path, part)), None)
    except UsageError as error:
        return WaczVerdict(verdict="unchecked", reason=str(error))
    except _DAMAGES as error:
        return WaczVerdict(verdict="broken", reason=f"it cannot be read ({error})"[:300])
    if wrong is not None:
        return WaczVerdict(verdict="broken", reason=f"{wrong[:200]} is not the file that was signed", by=found.by)
    if extra := sorted(names - listed.keys() - {"datapackage.json", "datapackage-digest.json"}):
        return WaczVerdict(verdict="broken", reason=f"{extra[0][:200]} was added after signing", by=found.by)
    return found


def _small(package: zipfile.ZipFile, name: str) -> bytes:
    if package.getinfo(name).file_size > _MOST_DESCRIPTION_BYTES:
        raise ValueError(f"{name} is too large")
    return package.read(name)


def _fits(package: zipfile.ZipFile, path: str, part: Mapping[str, Any]) -> bool:
    kind, _, wanted = str(part["hash"]).partition(":")
    if kind not in {"sha256", "sha512"}:
        return False
    digest = hashlib.new(kind)
    with package.open(path) as file:
        while data := file.read(_READ_BYTES):
            digest.update(data)
    return digest.hexdigest() == wanted


CERTIFICATE, CERTIFICATE_KEY = "PAGESTRATA_WACZ_CERTIFICATE", "PAGESTRATA_WACZ_KEY"
"""Files with the chain of certificates of a domain, and with its private key, in PEM."""


def package_signer(archive: Archive, *, software: str, created: datetime) -> Callable[[bytes], bytes]:
    """Return the function that signs the description of a package, with an ECDSA key as packages need it.

    If the environment names the certificate of a domain, its key signs, and the time authorities of the settings stamp it.
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
    """The signed head of the log for an export; '' if no head was signed."""
    note = archive.proof.signed_head()
    return note.written() if note is not None else ""


def head_files(archive: Archive) -> dict[str, bytes]:
    """The signed head of the log as a file of a package; empty if no head was signed."""
    head = head_text(archive)
    return {"log/head.note": head.encode()} if head else {}
