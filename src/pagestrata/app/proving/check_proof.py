"""Checking a proof file on a machine that has no archive."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pagestrata.app.proving.judge_wacz import judge_wacz
from pagestrata.errors import InputError, PagestrataError
from pagestrata.formats.recordings.wacz import ZIP_DAMAGES
from pagestrata.proof.bundle import BundleReport, check_bundle
from pagestrata.proof.keys import PublicKey
from pagestrata.proof.server_certificates import chain_pem
from pagestrata.store.history.contents import screenshot_of_objects
from pagestrata.store.objects.responses import read_responses

MOST_BYTES = 1024**3
_DAMAGES = (*ZIP_DAMAGES, ValueError)


def check_proof(
    path: Path,
    *,
    roots: Sequence[bytes] = (),
    key: PublicKey | None = None,
    revocations: Sequence[bytes] = (),
    block_headers: Sequence[bytes] = (),
) -> BundleReport:
    """Check a proof file. `roots`: certificates to trust for time stamps; `key`: the one that must have signed;
    `revocations`: lists of certificates that time authorities revoked; `block_headers`: those of Bitcoin blocks to trust.
    """
    files = _unpacked(path)
    report = check_bundle(files, roots=roots, key=key, revocations=revocations, block_headers=block_headers)
    if report.is_valid:
        for version in report.versions:
            folder = f"versions/{version['version']}"
            report.problems += _screenshot_problems(files, folder)
            report.problems += _certificate_problems(files, folder)
        report.problems += _package_problems(files)
    return report


def _unpacked(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as package:
            names = package.namelist()
            if sum(info.file_size for info in package.infolist()) > MOST_BYTES or len(set(names)) != len(names):
                raise InputError(f"{path} is not a proof: it is too large, or contains a name twice")
            return {info.filename: package.read(info) for info in package.infolist()}
    except _DAMAGES as error:
        raise InputError(f"cannot read {path} as a proof ({error}); ask for the file again") from error


def _screenshot_problems(files: Mapping[str, bytes], folder: str) -> Iterator[str]:
    """The picture that people look at must be the one that the log names."""
    statement: dict[str, Any] = json.loads(files[f"{folder}/statement.json"])
    shown, recipe = files.get(f"{folder}/screenshot.png"), statement["screenshot_object"]
    if recipe is None or shown is None:
        if shown is not None or recipe is not None:
            yield f"{folder}: it has a screenshot and should not, or should and has none"
        return
    start = f"{folder}/objects/"
    objects = {name.removeprefix(start): data for name, data in files.items() if name.startswith(start)}
    try:
        kept = screenshot_of_objects(
            recipe, statement["screenshot_parts"], objects, str(statement["facts"].get("screenshot", ""))
        )
        is_same = kept == shown or _pixels(kept) == _pixels(shown)
    except (PagestrataError, KeyError, ValueError, OSError) as error:
        yield f"{folder}: its screenshot cannot be put together ({error})"
        return
    if not is_same:
        yield f"{folder}: screenshot.png is not the picture that the log names"


def _certificate_problems(files: Mapping[str, bytes], folder: str) -> Iterator[str]:
    """The certificates that people look at must be those of the responses that the log names."""
    listed = json.loads(files[f"{folder}/statement.json"])["responses_object"]
    responses = read_responses(files[f"{folder}/objects/{listed}"]) if listed is not None else ()
    kept = responses[0].certificates if responses else ()
    if files.get(f"{folder}/server.pem", b"") != chain_pem(kept):
        yield f"{folder}: server.pem is not what the server showed"


def _pixels(png: bytes) -> tuple[str, tuple[int, int], bytes]:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        return picture.mode, picture.size, picture.tobytes()


def _package_problems(files: Mapping[str, bytes]) -> Iterator[str]:
    found = judge_wacz(io.BytesIO(files["captures.wacz"]))
    if found.verdict != "valid":
        yield f"captures.wacz is {found.verdict}: {found.reason}"
