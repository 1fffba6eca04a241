"""Stylesheets with every address turned towards the archive.

Only the parts of CSS that can hold an address are read (CSS Syntax §4): comments and strings are passed over so that
nothing inside them is taken for a rule.
"""

from __future__ import annotations

import re

from pagestrata.replay.places import Place

_STRING = r""""(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?"""
_PART = re.compile(
    rf"""(?P<comment>/\*[\s\S]*?(?:\*/|$))
    |(?P<import>@import\s*)(?P<imported>{_STRING})
    |(?P<url>\b(?:url|src)\(\s*)(?:(?P<quoted>{_STRING})|(?P<bare>(?:\\[0-9a-f]{{1,6}}\s?|\\[\s\S]|[^"'()\\\s])*))\s*(?P<close>\)?)
    |(?P<set>\b(?:-webkit-)?image-set\()
    |(?P<paren>[()])
    |(?P<hidden><!--|-->)
    |(?P<string>{_STRING})
    |(?P<active>\bexpression\s*\(|-moz-binding\s*:|\bbehavior\s*:)""",
    re.IGNORECASE | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(\n)|([\s\S]))")
_TAG_START = re.compile(r"<(?=[a-zA-Z/!?]|\Z)")


def rewrite_css(source: str, place: Place) -> str:
    """The stylesheet, or the declarations of a style attribute, with its addresses rewritten."""
    writer = _Writer(place)
    return _PART.sub(writer.part, source)


def rewrite_style_element(source: str, place: Place) -> str:
    """The inside of a <style>, such that it stays inside wherever the element stands (in SVG it is read as markup)."""
    plain = source.replace("<![CDATA[", "").replace("]]>", "")
    return _TAG_START.sub(r"\\3c ", rewrite_css(plain, place))


class _Writer:
    """Rewrites part after part; knows how deep inside an image-set() it stands, where bare strings are addresses."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._set_depth = 0

    def part(self, part: re.Match[str]) -> str:
        kind = part.lastgroup
        if part["import"]:
            return f"{part['import']}{self._address(_plain_string(part['imported']))}"
        if part["url"]:
            inside = _plain_string(part["quoted"]) if part["quoted"] else _unescaped(part["bare"])
            return f"url({self._address(inside)})"
        if kind == "set":
            self._set_depth += 1
        elif kind == "paren" and self._set_depth:
            self._set_depth += 1 if part.group() == "(" else -1
        elif kind == "string" and self._set_depth == 1:
            return self._address(_plain_string(part.group()))
        elif kind == "hidden":  # the marks that hid styles from old browsers mean nothing
            return " "
        elif kind == "active":
            return "unsupported:"
        # an empty comment still keeps apart what it stood between
        return "/**/" if kind == "comment" else part.group()

    def _address(self, address: str) -> str:
        """The rewritten address as a CSS string; an empty one where there is nothing safe to load."""
        rewritten = self._place.resource(address) or ""
        return '"' + re.sub(r'["\\\n\r\f<>]', lambda m: f"\\{ord(m.group()):x} ", rewritten) + '"'


def _plain_string(quoted: str) -> str:
    inside = quoted[1:-1] if len(quoted) > 1 and quoted[-1] == quoted[0] else quoted[1:]
    return _unescaped(inside)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if not escape.group(1):
        return escape.group(3) or ""
    code = int(escape.group(1), 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\N{REPLACEMENT CHARACTER}"
