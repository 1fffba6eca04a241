"""What elements say about themselves: the attributes later steps use, links and pictures with absolute addresses."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urljoin

from pagestrata.capturing.dom.layout import Layout
from pagestrata.capturing.dom.row_tree import RowTree
from pagestrata.capturing.dom.styles import Styles
from pagestrata.model.snapshot import IntColumn, PageImage

KEPT = frozenset({  # and all of aria-*
    "id", "class", "role", "href", "src", "alt", "title", "type", "name", "for", "value", "placeholder", "lang",
    "dir", "datetime", "itemprop", "itemtype", "rel", "content", "property", "data-testid", "poster", "data",
    "action", "method", "colspan", "rowspan", "open", "hidden", "width", "height",
})  # fmt: skip
LINK_TAGS = frozenset({"a", "area"})
LONGEST_DATA_ADDRESS = 256
_CSS_ADDRESS = re.compile(r"""url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)\s]*))\s*\)""")

Attributes = tuple[Mapping[str, str], ...]
_NOTHING: Mapping[str, str] = {}


def kept_attributes(tree: RowTree) -> Attributes:
    """The kept attributes of each row. A pseudo-element has its generated text as `content`."""
    strings = tree.strings
    wanted: dict[int, str | None] = {}
    found: list[Mapping[str, str]] = []
    flat_lists = [document["nodes"]["attributes"] for document in tree.documents]
    for document, node in zip(tree.document.tolist(), tree.node.tolist(), strict=True):
        flat = flat_lists[document][node]
        if not flat:
            found.append(_NOTHING)
            continue
        mine = {}
        for position in range(0, len(flat), 2):
            index = flat[position]
            if index not in wanted:
                name = strings[index].lower()
                wanted[index] = name if name in KEPT or name.startswith("aria-") else None
            if (kept := wanted[index]) is not None:
                value = flat[position + 1]
                mine[kept] = strings[value] if value >= 0 else ""
        found.append(mine)
    _add_generated_texts(tree, found)
    return tuple(found)


def _add_generated_texts(tree: RowTree, found: list[Mapping[str, str]]) -> None:
    rows = [row for row, name in enumerate(tree.names) if name.startswith("::")]
    if not rows:
        return
    texts: dict[tuple[int, int], str] = {}
    for number, document in enumerate(tree.documents):
        for node, text in zip(document["layout"]["nodeIndex"], document["layout"]["text"], strict=True):
            if text >= 0:
                texts[number, node] = texts.get((number, node), "") + tree.strings[text]
    for row in rows:
        text = texts.get((int(tree.document[row]), int(tree.node[row])), "")
        found[row] = {"content": text} if text else _NOTHING


def find_links(tree: RowTree, attributes: Attributes) -> dict[int, str]:
    """Row -> absolute address of every link and image map area."""
    bases = [tree.strings[document["baseURL"]] for document in tree.documents]
    return {
        row: absolute(bases[tree.document[row]], attributes[row]["href"])
        for row, name in enumerate(tree.names)
        if name.lower() in LINK_TAGS and "href" in attributes[row]
    }


def absolute(base: str, address: str) -> str:
    """The address as the browser would open it; `javascript:` and addresses that make no sense stay as they are."""
    cleaned = re.sub(r"[\t\n\r]", "", address).strip()
    if cleaned.lower().startswith(("javascript:", "data:", "mailto:", "tel:", "blob:", "about:")):
        return cleaned
    return _joined(base, cleaned)


@lru_cache(maxsize=4_096)  # the links of a page come again in its other blocks, and at its next visit
def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address).replace(" ", "%20")
    except ValueError:
        return address


def find_images(
    tree: RowTree,
    attributes: Attributes,
    styles: Styles,
    layout: Layout,
    dom: str,
    dom_start: IntColumn,
    dom_end: IntColumn,
) -> dict[int, PageImage]:
    """Row -> the picture shown there. A background counts only where the element shows nothing of its own."""
    bases = [tree.strings[document["baseURL"]] for document in tree.documents]
    current = _current_sources(tree)
    images: dict[int, PageImage] = {}
    in_svg_until = 0
    for row, spelt in enumerate(tree.names):
        name = spelt.lower()
        if row < in_svg_until:
            continue
        base = bases[tree.document[row]]
        if name == "svg":
            in_svg_until = int(tree.end[row])
            if tree.layout[row] >= 0:
                markup = dom[dom_start[row] : dom_end[row]] if dom_start[row] >= 0 else repr(attributes[row])
                images[row] = PageImage(address=_urn("svg", markup), name=_svg_name(tree, attributes, row), kind="svg")
            continue
        kind, address = _own_picture(name, attributes[row], current.get(row, ""))
        if not kind and styles.background_image[row] and layout.visible[row]:
            kind, address = "background", _css_address(styles.background_image[row])
        if kind and (address or kind in {"img", "canvas"}):
            address = _short(absolute(base, address)) if address else _without_address(kind, attributes[row])
            images[row] = PageImage(address=address, name=_name(attributes[row]), kind=kind)
    return images


def _own_picture(name: str, attributes: Mapping[str, str], current: str) -> tuple[str, str]:
    """Kind and address of the picture an element is, ('', '') when it is none."""
    if name == "img":
        return "img", current or attributes.get("src", "")
    if name == "input" and attributes.get("type", "").lower() == "image":
        return "input", current or attributes.get("src", "")
    if name == "video":
        return "video", attributes.get("poster", "") or current or attributes.get("src", "")
    if name == "canvas":
        return "canvas", ""
    if name in {"object", "embed"}:
        return "object", attributes.get("data", "") or attributes.get("src", "")
    return "", ""


def _without_address(kind: str, attributes: Mapping[str, str]) -> str:
    return f"urn:pagestrata:canvas:{attributes.get('id', '')}" if kind == "canvas" else ""


def _current_sources(tree: RowTree) -> dict[int, str]:
    """Row -> the address the browser chose among src, srcset and picture sources."""
    found: dict[int, str] = {}
    row_of = {(d, n): row for row, (d, n) in enumerate(zip(tree.document.tolist(), tree.node.tolist(), strict=True))}
    for number, document in enumerate(tree.documents):
        rare = document["nodes"].get("currentSourceURL", {"index": [], "value": []})
        for node, value in zip(rare["index"], rare["value"], strict=True):
            row = row_of.get((number, node))
            if row is not None and value >= 0:
                found[row] = tree.strings[value]
    return found


def _css_address(value: str) -> str:
    found = _CSS_ADDRESS.search(value)
    return re.sub(r"\\(.)", r"\1", found[1] or found[2] or found[3] or "") if found else ""


def _name(attributes: Mapping[str, str]) -> str:
    names = (attributes.get(key, "").strip() for key in ("alt", "aria-label", "title"))
    return next(filter(None, names), "")


def _svg_name(tree: RowTree, attributes: Attributes, row: int) -> str:
    if name := _name(attributes[row]):
        return name
    for below in range(row + 1, min(int(tree.end[row]), row + 4)):
        if tree.names[below] == "title" and below + 1 < len(tree) and tree.is_text[below + 1]:
            document, node = int(tree.document[below + 1]), int(tree.node[below + 1])
            value: int = tree.documents[document]["nodes"]["nodeValue"][node]
            return tree.strings[value].strip()
    return ""


def _short(address: str) -> str:
    """Pictures written into the page as data keep a name instead of all their bytes."""
    return _urn("data", address) if address.startswith("data:") and len(address) > LONGEST_DATA_ADDRESS else address


def _urn(kind: str, content: str) -> str:
    digest = hashlib.sha1(content.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    return f"urn:pagestrata:{kind}:{digest}"
