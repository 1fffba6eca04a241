"""Our own style sheets, scripts and pictures. One digest over all of them is in their addresses, so browsers keep them.

The digest precedes the path, so that a module's `import "./other.js"` and a sheet's `url(…)` stay inside it.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from fastapi import APIRouter, Response

from pagestrata.errors import NotFoundError

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
FOR_EVER = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


@functools.cache
def _files() -> dict[str, bytes]:
    found = (path for path in sorted(FOLDER.rglob("*")) if path.suffix in TYPES)
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in found}


@functools.cache
def digest() -> str:
    """A digest of all static files."""
    hashed = hashlib.sha256()
    for name, data in _files().items():
        hashed.update(f"{name}\0{len(data)}\0".encode())
        hashed.update(data)
    return hashed.hexdigest()[:16]


def static_path(name: str) -> str:
    """Return the address of a static file. Raises KeyError if it is missing, so that a test finds it."""
    _files()[name]
    return f"/static/{digest()}/{name}"


@router.get("/static/{asked}/{path:path}")
async def static_file(asked: str, path: str) -> Response:
    """Return a file; under an old digest, the current one without caching. Files are in memory, so no thread is needed."""
    data = _files().get(path)
    if data is None:
        raise NotFoundError(f"there is no file {path[:100]!r}")
    keeping = FOR_EVER if asked == digest() else "no-cache"
    return Response(data, media_type=TYPES[Path(path).suffix], headers={"Cache-Control": keeping})
