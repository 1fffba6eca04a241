"""The rendered document as mark-up, with the place of every node in it.

Follows the HTML fragment serialisation algorithm (WHATWG HTML, 13.3): void elements, raw text elements and the escaping
of texts and attribute values; shadow roots become declarative ones. Works through the nodes in document order with a
stack, so depth does not matter.

The nodes of a DOM snapshot are the flat tree: without the content of templates, and with slotted nodes away from where
they stand in the document. A page that has templates or shadow roots is therefore serialised from its true tree
(CDP `DOM.getDocument`), which costs one more call.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

VOID = frozenset({
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
})  # fmt: skip
RAW_TEXT = frozenset({"style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"})
LEADING_NEWLINE = frozenset({"pre", "textarea", "listing"})
ELEMENT, TEXT, DOCUMENT, COMMENT, DOCTYPE = 1, 3, 9, 8, 10

Indexes = npt.NDArray[np.int64]


def serialise(document: dict[str, Any], strings: list[str], *, scripting: bool = True) -> tuple[str, Indexes, Indexes]:
    """The mark-up of one document of a DOM snapshot, and start and end of each node in it (-1 where it has none)."""
    nodes = document["nodes"]
    writer = _Writer(nodes["parentIndex"], [strings[i] for i in nodes["nodeName"]], scripting=scripting)
    pseudo = set(nodes.get("pseudoType", {"index": []})["index"])
    doctype = _doctype_tail(*(strings[i] if i >= 0 else "" for i in (document["publicId"], document["systemId"])))
    rows = zip(nodes["nodeType"], nodes["nodeValue"], nodes["attributes"], strict=True)
    for node, (kind, value, flat) in enumerate(rows):
        if node not in pseudo:
            attributes = [strings[i] if i >= 0 else "" for i in flat]
            writer.write(node, kind, strings[value] if value >= 0 else "", attributes, doctype)
    return writer.finish()


def serialise_true_tree(
    root: dict[str, Any], document: dict[str, Any], *, scripting: bool = True
) -> tuple[str, Indexes, Indexes]:
    """The same from the answer of `DOM.getDocument` (whole depth, pierced), in terms of the snapshot's nodes."""
    parents, true_nodes = _flattened(root)
    writer = _Writer(parents, [node["nodeName"] for node in true_nodes], scripting=scripting)
    for number, node in enumerate(true_nodes):
        tail = _doctype_tail(node.get("publicId", ""), node.get("systemId", ""))
        writer.write(number, node["nodeType"], node.get("nodeValue", ""), node.get("attributes", []), tail)
    dom, starts, ends = writer.finish()
    number_of = {node["backendNodeId"]: number for number, node in enumerate(true_nodes)}
    found = np.asarray([number_of.get(i, -1) for i in document["nodes"]["backendNodeId"]], np.int64)
    return dom, np.where(found >= 0, starts[found], -1), np.where(found >= 0, ends[found], -1)


def _flattened(root: dict[str, Any]) -> tuple[list[int], list[dict[str, Any]]]:
    """All nodes in the order of the mark-up with the number of their parents; shadow roots as template elements."""
    parents: list[int] = []
    nodes: list[dict[str, Any]] = []
    stack: list[tuple[int, dict[str, Any]]] = [(-1, root)]
    while stack:
        parent, node = stack.pop()
        number = len(nodes)
        parents.append(parent)
        nodes.append(node)
        shadows = [_as_template(s) for s in node.get("shadowRoots", ()) if s.get("shadowRootType") != "user-agent"]
        content = node["templateContent"].get("children", []) if "templateContent" in node else []
        below = [*shadows, *content, *node.get("children", ())]
        stack.extend((number, child) for child in reversed(below))
    return parents, nodes


def _as_template(shadow: dict[str, Any]) -> dict[str, Any]:
    return {
        "nodeType": ELEMENT,
        "nodeName": "TEMPLATE",
        "backendNodeId": shadow["backendNodeId"],
        "attributes": ["shadowrootmode", shadow["shadowRootType"]],
        "children": shadow.get("children", []),
    }


class _Writer:
    """Collects the pieces; nodes come in document order."""

    def __init__(self, parents: list[int], names: list[str], *, scripting: bool) -> None:
        self._parents = parents
        # HTML elements are spelt in capitals by the browser, those of SVG and MathML as in the document
        self._tags = [name.lower() if name.isupper() else name for name in names]
        self._raw = RAW_TEXT | {"noscript"} if scripting else RAW_TEXT
        self._parts: list[str] = []
        self._length = 0
        self._open: list[tuple[int, str]] = []
        self._starts = [-1] * len(parents)
        self._ends = [-1] * len(parents)

    def write(self, node: int, kind: int, value: str, attributes: list[str], doctype_tail: str) -> None:
        parent = self._parents[node]
        while self._open and self._open[-1][0] != parent:
            self._close()
        self._starts[node] = self._length
        tag = self._tags[node]
        if kind == ELEMENT:
            self._add(f"<{tag}{_attributes(attributes)}>")
            self._open.append((node, "" if tag in VOID else f"</{tag}>"))
        elif kind == TEXT:
            self._add(self._text(node, value))
        elif kind == COMMENT:
            self._add(f"<!--{value}-->")
        elif kind == DOCTYPE:
            self._add(f"<!DOCTYPE {tag}{doctype_tail}>")
        elif kind == DOCUMENT:
            self._open.append((node, ""))
        self._ends[node] = self._length

    def finish(self) -> tuple[str, Indexes, Indexes]:
        while self._open:
            self._close()
        return "".join(self._parts), np.asarray(self._starts, np.int64), np.asarray(self._ends, np.int64)

    def _text(self, node: int, value: str) -> str:
        parent = self._parents[node]
        tag = self._tags[parent]
        text = value if tag in self._raw else escape_text(value)
        if value.startswith("\n") and parent == node - 1 and tag in LEADING_NEWLINE:
            return "\n" + text  # the parser drops the first newline behind these start tags
        return text

    def _add(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)

    def _close(self) -> None:
        node, end_tag = self._open.pop()
        self._add(end_tag)
        self._ends[node] = self._length


def _attributes(flat: list[str]) -> str:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return "".join(f' {name}="{escape_value(value)}"' for name, value in pairs)


def _doctype_tail(public: str, system: str) -> str:
    if public:
        return f' PUBLIC "{public}"' + (f' "{system}"' if system else "")
    return f' SYSTEM "{system}"' if system else ""


def escape_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_value(value: str) -> str:
    escaped = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return escaped.replace("<", "&lt;").replace(">", "&gt;")
