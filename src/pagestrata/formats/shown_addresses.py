"""Addresses of archives and buckets as they may be shown: in messages, logs and on screens."""

from __future__ import annotations

import re

HIDDEN = "***"
_PASSWORD = re.compile(r"(?<=://)([^/?#@:]*):[^/?#]*(?=@)")
_SECRET_OPTION = re.compile(
    r"((?:[?&;]|%26|%3[fF])[^=&]*(?:pass|secret|token|key|signature|credential)[^=&]*=)[^&#]*", re.IGNORECASE
)


def without_secrets(address: str) -> str:
    """The address with its password, and options that hold one, hidden. Folders stay as they are."""
    if "://" not in address:
        return address
    return _SECRET_OPTION.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1:{HIDDEN}", address))
