r"""Fast writing of XML attributes, and safe reading of XML from untrusted sources.

Page texts may hold characters XML 1.0 has no way to say (control characters, lone surrogates). They are written as
`\uXXXX`; a backslash that happens to precede such a pattern is itself written as `\u005c`, so that reading gives
back exactly what was there.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

from lxml import etree

from pagestrata.errors import InputError
from pagestrata.model.patterns import pattern

MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 250

_SPECIAL = pattern('[&<"\t\n\r\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff\\\\]')
_UNSAYABLE = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|\\\\(?=u[0-9a-f]{4})")
_ESCAPED = pattern(r"\\u([0-9a-f]{4})")


def attribute(value: str) -> str:
    """Escape a value for an attribute in double quotes."""
    plainly = value.isprintable() and not ("&" in value or "<" in value or '"' in value or "\\" in value)
    if plainly or not _SPECIAL.search(value):  # nearly every value is printable, which is known in half the time
        return value
    value = _UNSAYABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", value)
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return value.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")


def plain(value: str) -> str:
    """Undo the escapes of `attribute` that XML does not know; call it after the XML parser."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value) if "\\" in value else value


def number(value: float) -> str:
    """The shortest spelling that reads back exactly; numbers that are not finite become 0."""
    if not math.isfinite(value):
        return "0"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def load(source: bytes | str | os.PathLike[str], *, what: str, root: str) -> etree._Element:
    """The root element of a file or of bytes. Raises InputError for anything that is not a small, plain XML file."""
    data = read_bytes(source, what=what)
    if b"<!DOCTYPE" in data:
        raise InputError(f"{what} declares a document type, which is never needed; remove the <!DOCTYPE> line")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        found = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InputError(f"{what} cannot be read: {error}; write it again from its page") from error
    if found.getroottree().docinfo.internalDTD is not None:
        raise InputError(f"{what} declares a document type, which is never needed; remove it")
    if found.tag == "XML" and root != "XML":
        found = next(iter(found), found)
    if found.tag != root:
        raise InputError(f"{what} has the root element <{found.tag}> instead of <{root}>; is it another format?")
    return found


def read_bytes(source: bytes | str | os.PathLike[str], *, what: str) -> bytes:
    """The bytes themselves or those of the file, up to a limit."""
    size, path = len(source) if isinstance(source, bytes) else 0, Path()
    try:
        if not isinstance(source, bytes):
            path = Path(source)
            size = path.stat().st_size
        if size > MAX_BYTES:
            raise InputError(f"{what} of {size} bytes is larger than {MAX_BYTES}; split it or shorten its texts")
        return source if isinstance(source, bytes) else path.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{what} {path} cannot be opened ({error}); check the name") from error
