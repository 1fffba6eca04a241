"""The rendered document as mark-up, with the place of every node in it.

Follows the HTML fragment serialisation algorithm (WHATWG HTML, 13.3): void elements, raw text elements and the escaping of
texts and attribute values. Works through the nodes in document order with a stack, so depth does not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
RAW_TEXT = frozenset("style script xmp iframe noembed noframes plaintext noscript".split())
LEADING_NEWLINE = frozenset({"pre", "textarea", "listing"})
ELEMENT, TEXT, COMMENT, DOCTYPE = 1, 3, 8, 10

Indexes = npt.NDArray[np.int64]


def serialise(document: dict[str, Any], strings: list[str]) -> tuple[str, Indexes, Indexes]:
    """The mark-up of one document of a DOM snapshot, and start and end of each node in it (-1 where it has none)."""
    nodes = document["nodes"]
    parents, types, names = nodes["parentIndex"], nodes["nodeType"], nodes["nodeName"]
    values, attributes = nodes["nodeValue"], nodes["attributes"]
    pseudo = set(nodes.get("pseudoType", {"index": []})["index"])
    count = len(types)
    starts, ends = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    parts: list[str] = []
    length = 0
    open_elements: list[tuple[int, str]] = []  # node and its end tag ('' for the document and void elements)
    is_raw = {index: strings[index].lower() in RAW_TEXT for index in set(names)}

    for node in range(count):
        if node in pseudo:
            continue
        while open_elements and open_elements[-1][0] != parents[node]:
            closed, end_tag = open_elements.pop()
            parts.append(end_tag)
            length += len(end_tag)
            ends[closed] = length
        kind, name = types[node], strings[names[node]]
        starts[node] = length
        if kind == ELEMENT:
            tag = name.lower() if name.isupper() else name
            piece = f"<{tag}{_attributes(attributes[node], strings)}>"
            open_elements.append((node, "" if tag in VOID else f"</{tag}>"))
        elif kind == TEXT:
            text = strings[values[node]] if values[node] >= 0 else ""
            piece = text if is_raw[names[parents[node]]] else escape_text(text)
        elif kind == COMMENT:
            piece = f"<!--{strings[values[node]] if values[node] >= 0 else ''}-->"
        elif kind == DOCTYPE:
            piece = _doctype(name, document, strings)
        else:
            piece = ""
            open_elements.append((node, ""))
        if kind == TEXT and piece.startswith("\n") and _swallows_newline(node, parents, names, strings):
            piece = "\n" + piece
        parts.append(piece)
        length += len(piece)
        ends[node] = length
    while open_elements:
        closed, end_tag = open_elements.pop()
        parts.append(end_tag)
        length += len(end_tag)
        ends[closed] = length
    return "".join(parts), starts, ends


def _swallows_newline(node: int, parents: list[int], names: list[int], strings: list[str]) -> bool:
    """The parser drops a newline right behind these start tags, so one that is meant needs another before it."""
    return parents[node] == node - 1 and strings[names[node - 1]].lower() in LEADING_NEWLINE


def _attributes(flat: list[int], strings: list[str]) -> str:
    if not flat:
        return ""
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return "".join(f' {strings[name]}="{escape_value(strings[value]) if value >= 0 else ""}"' for name, value in pairs)


def _doctype(name: str, document: dict[str, Any], strings: list[str]) -> str:
    public, system = (strings[i] if i >= 0 else "" for i in (document["publicId"], document["systemId"]))
    if public:
        return f'<!DOCTYPE {name} PUBLIC "{public}"' + (f' "{system}">' if system else ">")
    return f'<!DOCTYPE {name} SYSTEM "{system}">' if system else f"<!DOCTYPE {name}>"


def escape_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_value(value: str) -> str:
    escaped = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return escaped.replace("<", "&lt;").replace(">", "&gt;")
