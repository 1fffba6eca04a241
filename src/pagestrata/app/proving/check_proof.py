"""Check a proof file on a machine that has no archive.

The author of the file may have signed anything with their own key. So the file is read within limits, and every error
while reading is reported as a problem of the proof.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import PngImagePlugin

from pagestrata.app.proving.wacz_signatures import judge_wacz
from pagestrata.errors import InputError
from pagestrata.formats.pictures.pictures import is_too_large, png_size
from pagestrata.formats.recordings.wacz import ZIP_DAMAGES
from pagestrata.proof.bundle import BundleReport, chain_pem, check_bundle
from pagestrata.proof.keys import PublicKey
from pagestrata.store.history.contents import screenshot_of_objects
from pagestrata.store.objects.responses import read_responses
from pagestrata.store.screenshots.recipes import Recipe, pieces_of

# Imports inside functions: the module exists on Unix only.

MOST_BYTES = 1024**3  # of all files together, unpacked
MOST_MEMORY_BYTES = 4 * 1024**3
MOST_DESCRIBING_BYTES = 4 * 1024 * 1024
"""Of a file that describes others: read as JSON, it takes up to twenty times as much memory."""
MOST_LISTED_BYTES = 32 * 1024 * 1024  # of the list of responses
_CONTENTS = re.compile(r"(versions/[^/]+/(objects/\w+|page\.bin|screenshot\.png)|report\.(html|pdf)|captures\.wacz)")
"""Files that are pages and pictures: these may be large."""
_DAMAGES = (*ZIP_DAMAGES, ValueError)


def check_proof(
    path: Path,
    *,
    roots: Sequence[bytes] = (),
    key: PublicKey | None = None,
    revocations: Sequence[bytes] = (),
    block_headers: Sequence[bytes] = (),
) -> BundleReport:
    """Check a proof file.

    `roots` are trusted certificates for time stamps, `key` must have signed the proof, `revocations` are revocation lists of time
    authorities, `block_headers` those of trusted Bitcoin blocks.
    """
    try:
        with _limited_memory(MOST_MEMORY_BYTES):
            files = _unpacked(path)
            report = check_bundle(files, roots=roots, key=key, revocations=revocations, block_headers=block_headers)
            if report.is_valid:
                report.problems += _content_problems(files, report.versions)
    except MemoryError as error:
        raise InputError(f"{path} is not a proof: it takes more memory than any proof does") from error
    return report


@contextmanager
def _limited_memory(most_bytes: int) -> Iterator[None]:
    """Raise MemoryError above this limit, on systems that support it."""
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (most_bytes, soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _content_problems(files: Mapping[str, bytes], versions: Sequence[Mapping[str, Any]]) -> list[str]:
    """The problems of the pages and pictures, whose hashes are correct."""
    found: list[str] = []
    try:
        for version in versions:
            folder = f"versions/{version['version']}"
            found += _screenshot_problems(files, folder)
            found += _certificate_problems(files, folder)
        found += _package_problems(files)
    except Exception as error:  # noqa: BLE001 - the parsers of our archive may raise anything on forged input
        problem = f"the file {error} is missing" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"
        found.append(f"the proof cannot be read to its end: {problem}"[:500])
    return found


def _unpacked(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as package:
            names = package.namelist()
            if sum(info.file_size for info in package.infolist()) > MOST_BYTES or len(set(names)) != len(names):
                raise InputError(f"{path} is not a proof: it is too large, or contains a name twice")
            for info in package.infolist():
                if info.file_size > MOST_DESCRIBING_BYTES and not _CONTENTS.fullmatch(info.filename):
                    raise InputError(f"{path} is not a proof: {info.filename[:100]!r} is larger than any such file is")
            return {info.filename: package.read(info) for info in package.infolist()}
    except _DAMAGES as error:
        raise InputError(f"cannot read {path} as a proof ({error}); ask for the file again") from error


def _screenshot_problems(files: Mapping[str, bytes], folder: str) -> Iterator[str]:
    """The visible picture must be the one in the log."""
    statement: dict[str, Any] = json.loads(files[f"{folder}/statement.json"])
    shown, recipe = files.get(f"{folder}/screenshot.png"), statement["screenshot_object"]
    if recipe is None or shown is None:
        if shown is not None or recipe is not None:
            yield f"{folder}: the log and the proof disagree on whether there is a screenshot"
        return
    start = f"{folder}/objects/"
    objects = {name.removeprefix(start): data for name, data in files.items() if name.startswith(start)}
    if (size := png_size(shown)) is None or is_too_large(size) or size != _painted_size(objects, statement):
        yield f"{folder}: screenshot.png has another size than the picture in the log"
        return
    kept = screenshot_of_objects(
        recipe, statement["screenshot_parts"], objects, str(statement["facts"].get("screenshot", ""))
    )
    if kept != shown and _pixels(kept) != _pixels(shown):
        yield f"{folder}: screenshot.png is not the picture in the log"


def _painted_size(objects: Mapping[str, bytes], statement: Mapping[str, Any]) -> tuple[int, int] | None:
    """Width and height of the picture in the log; None if its pieces overlap too often."""
    written, parts = objects[statement["screenshot_object"]], statement["screenshot_parts"]
    if written == b"png":
        return png_size(objects[parts[0]])
    recipe = Recipe(written, pieces=len(pieces_of(written) or ()))
    _, _, widths, heights, _ = recipe.places
    is_once = int((widths * heights).sum()) <= 2 * recipe.width * recipe.height
    return (recipe.width, recipe.height) if is_once else None


def _certificate_problems(files: Mapping[str, bytes], folder: str) -> Iterator[str]:
    """The visible certificates must be those of the responses in the log."""
    listed = json.loads(files[f"{folder}/statement.json"])["responses_object"]
    written = files[f"{folder}/objects/{listed}"] if listed is not None else b""
    if len(written) > MOST_LISTED_BYTES:
        yield f"{folder}: its list of responses is longer than any such list is"
        return
    responses = read_responses(written)
    kept = responses[0].response.certificates if responses else ()
    if files.get(f"{folder}/server.pem", b"") != chain_pem(kept):
        yield f"{folder}: server.pem does not match the certificates in the log"


def _pixels(png: bytes) -> tuple[str, tuple[int, int], bytes]:
    with PngImagePlugin.PngImageFile(io.BytesIO(png)) as picture:
        return picture.mode, picture.size, picture.tobytes()


def _package_problems(files: Mapping[str, bytes]) -> Iterator[str]:
    found = judge_wacz(io.BytesIO(files["captures.wacz"]))
    if found.verdict != "valid":
        yield f"captures.wacz is {found.verdict}: {found.reason}"
