"""The rendered document as mark-up, with the place of every node in it.

Follows the HTML fragment serialisation algorithm (WHATWG HTML, 13.3): void elements, raw text elements and the escaping
of texts and attribute values; shadow roots become declarative ones. Works through the nodes in document order with a
stack, so depth does not matter.

The nodes of a DOM snapshot are the flat tree: without the content of templates, and with slotted nodes away from where
they stand in the document. A page that has templates or shadow roots is therefore serialised from its true tree
(CDP `DOM.getDocument`), which costs one more call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    pseudo = set(nodes.get("pseudoType", {"index": []})["index"])
    doctype = _doctype_tail(*(strings[i] if i >= 0 else "" for i in (document["publicId"], document["systemId"])))
    columns = zip(nodes["nodeType"], nodes["nodeValue"], nodes["attributes"], strict=True)
    rows = (
        (node, kind, doctype if kind == DOCTYPE else strings[value] if value >= 0 else "",
         [strings[i] if i >= 0 else "" for i in flat])
        for node, (kind, value, flat) in enumerate(columns)
        if node not in pseudo
    )  # fmt: skip
    return _written(rows, nodes["parentIndex"], [strings[i] for i in nodes["nodeName"]], scripting=scripting)


def serialise_true_tree(
    root: dict[str, Any], document: dict[str, Any], *, scripting: bool = True
) -> tuple[str, Indexes, Indexes]:
    """Serialise the answer of `DOM.getDocument` (whole depth, pierced), with indexes of the snapshot's nodes."""
    parents, true_nodes = _flattened(root)
    rows = (
        (number, node["nodeType"], _true_value(node), node.get("attributes", ()))
        for number, node in enumerate(true_nodes)
    )
    dom, starts, ends = _written(rows, parents, [node["nodeName"] for node in true_nodes], scripting=scripting)
    number_of = {node["backendNodeId"]: number for number, node in enumerate(true_nodes)}
    found = np.asarray([number_of.get(i, -1) for i in document["nodes"]["backendNodeId"]], np.int64)
    return dom, np.where(found >= 0, starts[found], -1), np.where(found >= 0, ends[found], -1)


def _true_value(node: dict[str, Any]) -> str:
    if node["nodeType"] == DOCTYPE:
        return _doctype_tail(node.get("publicId", ""), node.get("systemId", ""))
    return str(node.get("nodeValue", ""))


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


def _written(
    rows: Iterable[tuple[int, int, str, Sequence[str]]],
    parents: Sequence[int],
    names: Sequence[str],
    *,
    scripting: bool,
) -> tuple[str, Indexes, Indexes]:
    """The mark-up of nodes in document order: number, kind, value (of a doctype what follows its name), attributes."""
    # HTML elements are spelt in capitals by the browser, those of SVG and MathML as in the document
    spelt = {name: name.lower() if name.isupper() else name for name in set(names)}
    tags = [spelt[name] for name in names]
    end_tags = {tag: f"</{tag}>" for tag in spelt.values() if tag not in VOID and not tag.startswith("#")}
    raw = RAW_TEXT | {"noscript"} if scripting else RAW_TEXT
    parts: list[str] = []
    opened: list[int] = []
    length = 0
    starts, ends = [-1] * len(parents), [-1] * len(parents)
    for node, kind, value, attributes in rows:
        parent, tag = parents[node], tags[node]
        while opened and opened[-1] != parent:
            length = _closed(opened.pop(), tags, end_tags, parts, length, ends)
        starts[node] = length
        if kind == TEXT:
            piece = _text(value, tags[parent], raw, is_first=parent == node - 1)
        else:
            piece = _mark_up(kind, tag, value, attributes)
            if kind in {ELEMENT, DOCUMENT}:
                opened.append(node)
        parts.append(piece)
        length += len(piece)
        ends[node] = length
    while opened:
        length = _closed(opened.pop(), tags, end_tags, parts, length, ends)
    return "".join(parts), np.asarray(starts, np.int64), np.asarray(ends, np.int64)


def _text(value: str, inside: str, raw: frozenset[str], *, is_first: bool) -> str:
    piece = value if inside in raw else escape_text(value)
    # The parser drops the first newline behind some start tags.
    return "\n" + piece if is_first and inside in LEADING_NEWLINE and value.startswith("\n") else piece


def _mark_up(kind: int, tag: str, value: str, attributes: Sequence[str]) -> str:
    """What stands at the beginning of a node that is no text."""
    if kind == ELEMENT:
        return f"<{tag}{_attributes(attributes)}>" if attributes else f"<{tag}>"
    if kind == COMMENT:
        return f"<!--{value}-->"
    return f"<!DOCTYPE {tag}{value}>" if kind == DOCTYPE else ""


def _closed(
    node: int, tags: list[str], end_tags: dict[str, str], parts: list[str], length: int, ends: list[int]
) -> int:
    """The length of the mark-up behind the end tag of a node."""
    end_tag = end_tags.get(tags[node], "")
    parts.append(end_tag)
    ends[node] = length + len(end_tag)
    return ends[node]


def _attributes(flat: Sequence[str]) -> str:
    return "".join([f' {name}="{escape_value(value)}"' for name, value in zip(flat[::2], flat[1::2], strict=True)])


def _doctype_tail(public: str, system: str) -> str:
    if public:
        return f' PUBLIC "{public}"' + (f' "{system}"' if system else "")
    return f' SYSTEM "{system}"' if system else ""


def escape_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_value(value: str) -> str:
    escaped = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return escaped.replace("<", "&lt;").replace(">", "&gt;")
