"""Character references in HTML attributes, and text made safe to write into HTML."""

from __future__ import annotations

import re
from html import unescape

_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]{1,31}(;?)(?=(.?)))", re.DOTALL)


def decode_attribute(value: str) -> str:
    """The value with its references resolved as in an attribute: `&copy=` and `&notit` stay (HTML §13.2.5.73)."""
    return _REFERENCE.sub(_resolved, value) if "&" in value else value


def _resolved(reference: re.Match[str]) -> str:
    text, semicolon, following = reference.group(), reference.group(1), reference.group(2)
    plain = unescape(text)
    if semicolon is None:  # a numeric reference
        return plain
    # `unescape` also resolves a known name at the start of a longer word, which attributes do not
    complete = not plain.endswith(";") if semicolon else len(plain) == 1 and following != "="
    return plain if complete else text


def escape_text(source: str) -> str:
    """Text that stays text: no markup can start in it. References already in it are kept."""
    return source.replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    """A value for double quotes, safe even where the tag around it is not read as a tag."""
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
