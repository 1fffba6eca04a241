"""Judging signed WACZ packages, ours and those of others: whether all files are those that were signed."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from pagestrata.errors import UsageError
from pagestrata.formats.recordings.wacz import ZIP_DAMAGES
from pagestrata.proof.wacz_signature import WaczVerdict, judge

_DAMAGES = (*ZIP_DAMAGES, ValueError)
_READ_BYTES = 1 << 20
_MOST_DESCRIPTION_BYTES = 64 * 1024 * 1024


def judge_wacz(source: Path | IO[bytes]) -> WaczVerdict:
    """Judge a package: valid, unsigned, broken, or unchecked where the extra package for signatures is missing."""
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
