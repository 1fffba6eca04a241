"""Stylesheets with every address turned towards the archive.

tinycss2 reads the sheet (CSS Syntax Level 3), so that escapes, comments, strings and nesting mean here what they mean
to a browser. What it found is not written out again but edited in place: the old hacks
that stylesheets are full of stay as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import tinycss2

from pagestrata.replay.archive_addresses import ReplayAddress

# Without any of these there is nothing to rewrite, as in most style attributes.
_WORTH_READING = re.compile(r"\\|/\*|<!--|-->|url|src|import|image-set|expression|-moz-binding|behavior", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"([0-9]{300})[0-9]+")
"""Python refuses to read numbers of some thousand digits, and so does tinycss2."""
_STRING = re.compile(r""""(?:\\(?:[\s\S]|\Z)|[^"\\\n])*"?|'(?:\\(?:[\s\S]|\Z)|[^'\\\n])*'?""")
_UP_TO_CLOSING = re.compile(r"(?:\\(?:[\s\S]|\Z)|[^\\)])*\)?")
_SPACE = re.compile(r"[ \n\t]*")
_UNSAFE_IN_STRINGS = re.compile(r'["\\\n\r\f<>]')
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_TAG_START = re.compile(r"<(?=[a-zA-Z/!?]|\Z)")

_ADDRESS_FUNCTIONS = frozenset({"url", "src"})
_IMAGE_SETS = frozenset({"image-set", "-webkit-image-set"})
_ACTIVE_PROPERTIES = frozenset({"-moz-binding", "behavior"})
_BLOCKS = frozenset({"{} block", "[] block", "() block", "function"})
_PASSED_OVER = frozenset({"whitespace", "comment"})
_WITHOUT_ADDRESSES = frozenset({"whitespace", "number", "dimension", "percentage", "hash", "unicode-range"})
_BAD_URL = "url( ( )"
"""Stays one, and names nothing."""


def rewrite_css(source: str, place: ReplayAddress) -> str:
    """The stylesheet, or the declarations of a style attribute, with its addresses rewritten."""
    if not _WORTH_READING.search(source):
        return source
    source = _LONG_NUMBER.sub(r"\1", source.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n"))
    return _Editor(source, place).edited()


def rewrite_style_element(source: str, place: ReplayAddress) -> str:
    """The inside of a <style>, escaped so that it stays inside wherever the element is (in SVG it is read as markup)."""
    plain = source.replace("<![CDATA[", "").replace("]]>", "")
    return _TAG_START.sub(r"\\3c ", rewrite_css(plain, place))


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class _Editor:
    """One stylesheet and the places of its tokens."""

    def __init__(self, source: str, place: ReplayAddress) -> None:
        self._source, self._place = source, place
        self._line_starts = [0, *(newline.end() for newline in re.finditer("\n", source))]

    def edited(self) -> str:
        parts: list[str] = []
        done = 0
        for start, end, text in self._edits(tinycss2.parse_component_value_list(self._source)):
            parts += (self._source[done:start], text)
            done = end
        return "".join((*parts, self._source[done:]))

    def _edits(self, nodes: Sequence[Any]) -> Iterator[_Edit]:
        """The edits in the order of the sheet. Not recursive: blocks may be nested as deep as the sheet is long."""
        stack = [self._siblings(nodes, inside="")]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
            elif isinstance(step, _Edit):
                yield step
            else:
                content = step.arguments if step.type == "function" else step.content
                stack.append(self._siblings(content, inside=step.lower_name if step.type == "function" else ""))

    def _siblings(self, nodes: Sequence[Any], *, inside: str) -> Iterator[Any]:
        """The edits to the nodes of one block (of the function `inside`), and the blocks in it to go into."""
        at_rule = ""  # where its address may follow
        for number, node in enumerate(nodes):
            kind = node.type
            if kind in _WITHOUT_ADDRESSES:
                continue
            if kind == "at-keyword":
                at_rule = node.lower_value
                continue
            if kind == "string" and (at_rule == "import" or inside in _IMAGE_SETS):
                yield self._string_edit(node)
            elif at_rule != "namespace":  # whose address is a name and not loaded
                edit = self._edit(node, nodes, number)
                if edit is not None:
                    yield edit
            if kind in _BLOCKS and not _is_address_function(node):
                yield node
            if node == ";" or (at_rule == "import" and kind != "comment"):
                at_rule = ""

    def _edit(self, node: Any, nodes: Sequence[Any], number: int) -> _Edit | None:
        match node.type:
            case "comment":
                return self._comment_edit(node)
            case "literal" if node.value in ("<!--", "-->"):  # which hid styles from old browsers and mean nothing
                return _Edit(self._offset(node), self._offset(node) + len(node.value), " ")
            case "url":
                return _Edit(self._offset(node), self._closing(node), f"url({self._address(node.value)})")
            case "error" if node.kind == "bad-url":
                return _Edit(self._offset(node), self._closing(node), _BAD_URL)
            case "function":
                return self._function_edit(node)
            case "ident" if node.lower_value in _ACTIVE_PROPERTIES and _is_property(nodes, number):
                return _Edit(self._offset(node), self._offset(nodes[number + 1]), "unsupported")
        return None

    def _comment_edit(self, node: Any) -> _Edit:
        """An empty comment still separates its neighbours."""
        start = self._offset(node)
        end = self._source.find("*/", start + 2)
        return _Edit(start, end + 2 if end >= 0 else len(self._source), "/**/")

    def _function_edit(self, node: Any) -> _Edit | None:
        start = self._offset(node)
        if node.lower_name == "expression":
            return _Edit(start, self._source.index("(", start), "unsupported")
        if not _is_address_function(node):
            return None
        string = next((argument for argument in node.arguments if argument.type == "string"), None)
        if string is None:
            return _Edit(start, self._source.index("(", start), "unsupported")
        _, end, address = self._string_edit(string)
        space = _SPACE.match(self._source, end)
        return _Edit(start, space.end() if space else end, f"url({address}")

    def _string_edit(self, node: Any) -> _Edit:
        start = self._offset(node)
        string = _STRING.match(self._source, start)
        assert string is not None
        return _Edit(start, string.end(), self._address(node.value))

    def _offset(self, node: Any) -> int:
        """Where a node begins."""
        line, column = int(node.source_line), int(node.source_column)  # both count from 1
        return self._line_starts[line - 1] + column - 1

    def _closing(self, node: Any) -> int:
        """Where an address without quotes ends, its closing parenthesis included."""
        rest = _UP_TO_CLOSING.match(self._source, self._offset(node))
        assert rest is not None
        return rest.end()

    def _address(self, address: str) -> str:
        """Return the rewritten address as a CSS string; an empty string if nothing safe can be loaded."""
        rewritten = self._place.resource(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", address)) or ""
        return '"' + _UNSAFE_IN_STRINGS.sub(lambda found: f"\\{ord(found.group()):x} ", rewritten) + '"'


def _is_address_function(node: Any) -> bool:
    return node.type == "function" and node.lower_name in _ADDRESS_FUNCTIONS


def _is_property(nodes: Sequence[Any], number: int) -> bool:
    """Whether a colon follows."""
    for following in range(number + 1, len(nodes)):
        if nodes[following].type not in _PASSED_OVER:
            return bool(nodes[following] == ":")
    return False
