"""HTML as tokens, read as browsers read it.

Archived pages are rewritten token by token (WHATWG HTML §13.2.5, tokenization), not parsed into a tree and written
out again. A tree would have to be built by some parser and then be read by another, the browser's, and every page on
which the two disagree is a page whose script gets through (mutation XSS). A token that is written out normalised is
read as the same token in any context, and the browser builds from the tokens the tree it always built.

Departures: CDATA sections and the end of a raw text element inside SVG or MathML depend on the tree; a small stack of
open foreign elements replaces it. Where that guess is wrong a page may look different; it is never less safe.
html5lib's tokenizer tests, which browsers share, are run over this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

RAW_TEXT = frozenset({"style", "script", "xmp", "iframe", "noembed", "noframes"})
ESCAPABLE_RAW_TEXT = frozenset({"title", "textarea"})
_FOREIGN = frozenset({"svg", "math"})
_INTEGRATION = frozenset({"foreignobject", "desc", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"})
_BREAKOUT = frozenset({
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
    "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
    "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
})  # fmt: skip

_MAX_FOREIGN_DEPTH = 256

_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
# the white space of HTML, which is less than Python's \s
_TAG_NAME = re.compile(r"[^\t\n\f\r />]+")
_BEFORE_ATTRIBUTE = re.compile(r"[\t\n\f\r /]*")
_ATTRIBUTE_NAME = re.compile(r"=?[^\t\n\f\r />=]*")
_EQUALS = re.compile(r"[\t\n\f\r ]*=[\t\n\f\r ]*")
_UNQUOTED = re.compile(r"[^\t\n\f\r >]*")
_COMMENT_END = re.compile(r"--!?>")
_SCRIPT_TURN = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as in the source, character references included."""

    source: str


@dataclass(frozen=True, slots=True)
class Raw:
    """The inside of a style, script, title or other element that is not read as markup."""

    element: str
    source: str


@dataclass(frozen=True, slots=True)
class StartTag:
    """`name` is lower case, `spelling` as written; attribute values have their character references resolved."""

    name: str
    spelling: str
    attributes: tuple[tuple[str, str], ...]
    self_closing: bool

    def attribute(self, name: str) -> str | None:
        return next((value for key, value in self.attributes if key.lower() == name), None)


@dataclass(frozen=True, slots=True)
class EndTag:
    name: str
    spelling: str


@dataclass(frozen=True, slots=True)
class Doctype:
    source: str


Token = Text | Raw | StartTag | EndTag | Doctype


def read_tokens(source: str, *, scripting: bool = False) -> Iterator[Token]:
    """The tokens of a document. Comments, processing instructions and an unfinished last tag are omitted.

    With `scripting` the inside of a <noscript> is not read as markup, as in a browser that runs scripts.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    foreign: list[str] = []
    position = 0
    while position < len(source):
        found = _MARKUP.search(source, position)
        start = found.start() if found else len(source)
        text = source[position:start].replace("\0", "")  # as browsers ignore it when they build the tree
        if text:
            yield Text(text)
        if found is None:
            return
        token, position = _read_markup(source, start, in_foreign=_in_foreign(foreign))
        if token is not None:
            yield token
        if isinstance(token, StartTag):
            _enter(foreign, token)
            if _starts_raw_text(token, foreign) or (scripting and token.name == "noscript"):
                raw, position = _read_raw(source, position, token.name)
                yield raw
        elif isinstance(token, EndTag):
            _leave(foreign, token.name)


def _in_foreign(foreign: list[str]) -> bool:
    return bool(foreign) and foreign[-1] in _FOREIGN


def _enter(foreign: list[str], tag: StartTag) -> None:
    if _in_foreign(foreign) and tag.name in _BREAKOUT:
        foreign.clear()
    if (
        len(foreign) < _MAX_FOREIGN_DEPTH
        and not tag.self_closing
        and (tag.name in _FOREIGN or (foreign and tag.name in _INTEGRATION))
    ):
        foreign.append(tag.name)


def _leave(foreign: list[str], name: str) -> None:
    if name in foreign:
        del foreign[len(foreign) - 1 - foreign[::-1].index(name) :]


def _starts_raw_text(tag: StartTag, foreign: list[str]) -> bool:
    if _in_foreign(foreign) and (tag.self_closing or tag.name not in {"style", "script", "title"}):
        return False
    return tag.name in RAW_TEXT or tag.name in ESCAPABLE_RAW_TEXT or tag.name == "plaintext"


def _read_markup(source: str, start: int, *, in_foreign: bool) -> tuple[Token | None, int]:
    following = source[start + 1]
    if following == "!":
        return _read_declaration(source, start, in_foreign=in_foreign)
    if following == "?":
        return None, _behind(source, ">", start)
    if following == "/":
        return _read_end_tag(source, start)
    return _read_start_tag(source, start)


def _behind(source: str, mark: str, start: int) -> int:
    """The position behind the next `mark`, or the end of the document."""
    end = source.find(mark, start)
    return len(source) if end < 0 else end + len(mark)


def _read_declaration(source: str, start: int, *, in_foreign: bool) -> tuple[Token | None, int]:
    if source.startswith("<!--", start):
        if source.startswith((">", "->"), start + 4):
            return None, _behind(source, ">", start)
        end = _COMMENT_END.search(source, start + 4)
        return None, end.end() if end else len(source)
    if in_foreign and source.startswith("<![CDATA[", start):
        end_position = _behind(source, "]]>", start)
        inside = source[start + 9 : end_position].removesuffix("]]>")
        return Text(inside.replace("\0", "").replace("&", "&amp;")), end_position
    end_position = _behind(source, ">", start)
    if source[start + 2 : start + 9].lower() == "doctype":
        return Doctype(source[start:end_position]), end_position
    return None, end_position


def _read_end_tag(source: str, start: int) -> tuple[Token | None, int]:
    following = source[start + 2 : start + 3]
    if not following:
        return Text("</"), len(source)
    if not (following.isascii() and following.isalpha()):
        return None, _behind(source, ">", start)
    name = _TAG_NAME.match(source, start + 2)
    assert name is not None
    attributes, _, end = _read_attributes(source, name.end())
    if attributes is None:
        return None, len(source)
    spelling = _without_nul(name.group())
    return EndTag(spelling.lower(), spelling), end


def _read_start_tag(source: str, start: int) -> tuple[Token | None, int]:
    name = _TAG_NAME.match(source, start + 1)
    assert name is not None
    attributes, self_closing, end = _read_attributes(source, name.end())
    if attributes is None:
        return None, len(source)
    spelling = _without_nul(name.group())
    return StartTag(spelling.lower(), spelling, attributes, self_closing), end


def _without_nul(text: str) -> str:
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _read_attributes(source: str, position: int) -> tuple[tuple[tuple[str, str], ...] | None, bool, int]:
    """The attributes up to the closing '>', whether a '/' preceded it, and where it ends; None if it never ends."""
    found: dict[str, tuple[str, str]] = {}
    while True:
        gap = _BEFORE_ATTRIBUTE.match(source, position)
        assert gap is not None
        position = gap.end()
        if position >= len(source):
            return None, False, len(source)
        if source[position] == ">":
            return tuple(found.values()), gap.group().endswith("/"), position + 1
        name = _ATTRIBUTE_NAME.match(source, position)
        assert name is not None
        value, position = _read_value(source, name.end())
        if position < 0:
            return None, False, len(source)
        # the first of several attributes of one name counts
        spelling = _without_nul(name.group())
        found.setdefault(spelling.lower(), (spelling, decode_attribute(_without_nul(value))))


def _read_value(source: str, position: int) -> tuple[str, int]:
    """The value behind an attribute name and where it ends; the end is -1 when a quote is never closed."""
    equals = _EQUALS.match(source, position)
    if equals is None:
        return "", position
    position = equals.end()
    quote = source[position : position + 1]
    if quote and quote in "\"'":
        end = source.find(quote, position + 1)
        return (source[position + 1 : end], end + 1) if end >= 0 else ("", -1)
    unquoted = _UNQUOTED.match(source, position)
    assert unquoted is not None
    return unquoted.group(), unquoted.end()


def _read_raw(source: str, start: int, element: str) -> tuple[Raw, int]:
    """The inside of a raw text element; its end tag is left for the next token."""
    if element == "plaintext":
        return Raw(element, _without_nul(source[start:])), len(source)
    end = _script_end(source, start) if element == "script" else _end_tag_of(source, start, element)
    return Raw(element, _without_nul(source[start:end])), end


def _end_tag_of(source: str, start: int, element: str) -> int:
    found = re.compile(rf"</{element}(?=[\t\n\f\r />])", re.IGNORECASE).search(source, start)
    return found.start() if found else len(source)


def _script_end(source: str, start: int) -> int:
    """Where a script ends: `<!-- <script>` hides one end tag (the 'double escaped' state)."""
    commented = hidden = False
    for turn in _SCRIPT_TURN.finditer(source, start):
        mark = turn.group()
        if mark == "<!--":
            commented = True
        elif mark == "-->":
            commented = hidden = False
        elif turn.group(1):
            if not hidden:
                return turn.start()
            hidden = False
        elif commented:
            hidden = True
    return len(source)


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
