"""Character references in HTML attributes, and text made safe to write into HTML."""

from __future__ import annotations

import re
from html import unescape

_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]{1,31}(;?)(?=(.?)))", re.DOTALL)

_WINDOWS_1252 = {
    code: bytes([code]).decode("windows-1252")
    for code in range(0x80, 0xA0)
    if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}


def decode_attribute(value: str) -> str:
    """The value with its references resolved as in an attribute: `&copy=` and `&notit` stay (HTML §13.2.5.73)."""
    return _REFERENCE.sub(_resolved, value) if "&" in value else value


def _resolved(reference: re.Match[str]) -> str:
    text, semicolon, following = reference.group(), reference.group(1), reference.group(2)
    if semicolon is None:
        return decode_number(text)
    plain = unescape(text)
    # `unescape` also resolves a known name at the start of a longer word, which attributes do not
    complete = not plain.endswith(";") if semicolon else len(plain) == 1 and following != "="
    return plain if complete else text


def decode_number(reference: str) -> str:
    """The character of a reference like `&#65;` or `&#x41` (HTML §13.2.5.80)."""
    digits, base = reference[2:].rstrip(";"), 10
    if digits[0] in "xX":
        digits, base = digits[1:], 16
    code = int(digits.lstrip("0")[:9] or "0", base)  # nine digits are more than there are characters
    if 0x80 <= code <= 0x9F:
        return _WINDOWS_1252.get(code, chr(code))
    is_character = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if is_character else "\N{REPLACEMENT CHARACTER}"


def escape_text(source: str) -> str:
    """Text that stays text: no markup can start in it. References already in it are kept."""
    return source.replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    """A value for double quotes, safe even where the tag around it is not read as a tag."""
    plain = value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    return plain.replace("\r", "&#13;")  # which would be read as the end of a line
