"""Files to take along. A browser saves them and opens none of them here, whatever is in them."""

from __future__ import annotations

import re

from fastapi import Response

_OTHER = re.compile(r"[^\w.-]+", re.ASCII)


def download(data: bytes, name: str, *, media_type: str = "application/octet-stream") -> Response:
    """An answer that is saved as a file with this name."""
    headers = {
        "Content-Disposition": f'attachment; filename="{file_name(name)}"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(data, media_type=media_type, headers=headers)


def file_name(name: str) -> str:
    """A name that every system takes, and that no header can be broken with."""
    return _OTHER.sub("_", name).strip("._")[:120] or "file"
