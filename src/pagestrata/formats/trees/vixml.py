"""Vi-XML: a block tree as XML in the dialect of the Vi-DIFF authors, so that their program reads our files.

Their names are kept to the letter (`leafblock`, `ObjectRectWith` on the document). Fields that their dialect lacks are in
further attributes, which their program ignores: Box where the browser's numbers are fractions, Layer, Role,
Importance, Topic, Style, Picture, Signs on blocks; Viewport, Page, Captured, Segmenter on the document. Defaults are left out.
IDs are written for other readers and never believed: ours are computed from the content.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime

from lxml import etree

from pagestrata.errors import InputError
from pagestrata.formats.trees.vixml_blocks import make_block, note_ref, pos_values
from pagestrata.formats.trees.vixml_scan import scan
from pagestrata.formats.xml_text import MAX_DEPTH, attribute, load, number, plain, read_bytes
from pagestrata.model.blocks import PAGE_LAYER, Block, BlockStyle, BlockTree, Image, Link, digest
from pagestrata.model.geometry import Box
from pagestrata.model.signs import signs_to_words
from pagestrata.model.slots import in_bulk

ID_DIGITS = 16
"""Hexadecimal digits of an ID, of the 32 of its MD5 sum: enough to be unique on a page, and IDs are a fifth of a file."""


def write_vixml(tree: BlockTree, *, with_ids: bool = True) -> bytes:
    """The tree as a Vi-XML file. Without its IDs it is smaller and as good for us: they follow from the content."""
    width, height = tree.page_size
    page = f"{number(width)} {number(height)}"
    extras = [
        f' Viewport="{tree.viewport[0]}x{tree.viewport[1]}"' if tree.viewport != (0, 0) else "",
        f' Page="{page}"' if page != f"{_whole(width)} {_whole(height)}" else "",
        f' Captured="{tree.captured_at.isoformat()}"' if tree.captured_at else "",
        f' Segmenter="{attribute(tree.segmenter)}"' if tree.segmenter else "",
    ]
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<XML>\n<Document'
        f' url="{attribute(tree.url)}" Title="{attribute(tree.title)}" Version="{attribute(tree.version)}"'
        f' Pos="WindowWidth||PageRectLeft:{_whole(width)} WindowHeight||PageRectTop:{_whole(height)}'
        f' ObjectRectWith:0 ObjectRectHeight:0"{"".join(extras)}>\n'
    ]
    for block in tree.blocks:
        add_block(parts, block, with_ids=with_ids)
    parts.append("</Document>\n</XML>\n")
    return "".join(parts).encode()


def add_block(parts: list[str], block: Block, *, with_ids: bool = True, brief: bool = False) -> None:
    """Append the pieces of a block and all below it. Brief, as in deltas: a box instead of a Pos, no empty lists."""
    leaf = ' leafblock="1"' if block.is_leaf else ""
    known = f' ID="{block.id[:ID_DIGITS]}"' if with_ids else ""
    place = f'Box="{" ".join(map(number, block.box))}"' if brief else position(block.box)
    parts.append(
        f'<Block Ref="Block{attribute(block.ref)}"{leaf}{known} {place} Doc="{block.doc}"{"".join(_extras(block))}>'
    )
    if block.is_leaf or block.links or block.images or block.text:
        _add_content(parts, block, with_ids=with_ids, brief=brief)
    else:
        parts.append("\n")
    for child in block.children:
        add_block(parts, child, with_ids=with_ids, brief=brief)
    parts.append("</Block>\n")


def _add_content(parts: list[str], block: Block, *, with_ids: bool, brief: bool) -> None:
    for tag, item, address, values in (("Links", "link", "Adr", block.links), ("Imgs", "img", "Src", block.images)):
        if brief and not values:
            continue
        ids = [digest(*value)[:ID_DIGITS] for value in values] if with_ids else [""] * len(values)
        around = f' ID="{digest(*ids)[:ID_DIGITS]}" IDList="{",".join(ids)}"' if with_ids else ""
        parts.append(f"<{tag}{around}>" if values else f"<{tag}{around}/>")
        for value, known in zip(values, ids, strict=True):
            own = f' ID="{known}"' if known else ""
            parts.append(f'<{item}{own} Name="{attribute(value[0])}" {address}="{attribute(value[1])}"/>')
        if values:
            parts.append(f"</{tag}>")
    known = f' ID="{digest(block.text)[:ID_DIGITS]}"' if with_ids else ""
    parts.append(f'<Txts{known} Txt="{attribute(block.text)}"/>')


def position(box: Box) -> str:
    """The authors' Pos, and Box where whole pixels would lose something."""
    x, y, width, height = whole = tuple(map(_whole, box))
    exact = "" if whole == box else f' Box="{" ".join(map(number, box))}"'
    return (
        f'Pos="WindowWidth||PageRectLeft:{x} WindowHeight||PageRectTop:{y}'
        f' ObjectRectWidth:{width} ObjectRectHeight:{height}"{exact}'
    )


def style_words(style: BlockStyle) -> str:
    """A style as four words: size, weight, colour and background."""
    return f"{number(style.font_size)} {style.font_weight} {style.colour:08x} {style.background:08x}"


def _extras(block: Block) -> Iterable[str]:
    if block.layer != PAGE_LAYER:
        yield f' Layer="{attribute(block.layer)}"'
    if block.role != "other":
        yield f' Role="{attribute(block.role)}"'
    if block.importance is not None:
        yield f' Importance="{number(block.importance)}"'
    if block.topic:
        yield f' Topic="{attribute(block.topic)}"'
    if block.style is not None:
        yield f' Style="{style_words(block.style)}"'
    if block.picture_hash:
        yield f' Picture="{attribute(block.picture_hash)}"'
    if block.signs:
        yield f' Signs="{signs_to_words(block.signs)}"'


def _whole(value: float) -> int:
    return round(float(number(value)))


@in_bulk
def read_vixml(source: bytes | str | os.PathLike[str]) -> BlockTree:
    """The tree in a Vi-XML file, given as bytes or as a path. Raises InputError with the line for anything else."""
    data = read_bytes(source, what="Vi-XML file")
    scanned = scan(data)
    if scanned is not None:
        attributes, found = scanned
        return _tree(attributes, found, line=1)
    root = load(data, what="Vi-XML file", root="XML")
    document = root.find("Document")
    if document is None:
        raise InputError("Vi-XML file has no <Document> inside <XML>; is it another format?")
    seen: set[str] = set()
    blocks = [read_block(child, seen) for child in document if child.tag == "Block"]
    return _tree(_attributes(document), blocks, line=document.sourceline)


def _tree(attributes: dict[str, str], blocks: list[Block], *, line: object) -> BlockTree:
    get = attributes.get
    captured, page = get("Captured"), get("Page")
    try:
        width, height = page.split() if page else pos_values(get("Pos", ""))[:2]
        left, _, right = get("Viewport", "0x0").partition("x")
        return BlockTree(
            blocks=tuple(blocks),
            url=get("url", ""),
            title=get("Title", ""),
            version=get("Version", ""),
            captured_at=datetime.fromisoformat(captured) if captured else None,
            viewport=(int(left), int(right)),
            page_size=(float(width), float(height)),
            segmenter=get("Segmenter", ""),
        )
    except ValueError as error:
        raise InputError(f"Vi-XML file, line {line}: {error}; write it again from its page") from error


def read_block(element: etree._Element, seen: set[str], depth: int = 1) -> Block:
    """The block an element describes, with everything in it. `seen` collects refs: each must be there once."""
    if depth > MAX_DEPTH:
        raise _at(element, f"more than {MAX_DEPTH} blocks inside each other")
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    text = ""
    children: list[Block] = []
    for child in element:
        tag = child.tag
        if tag == "Links":
            links = tuple([Link(plain(e.get("Name", "")), plain(e.get("Adr", ""))) for e in child])
        elif tag == "Imgs":
            images = tuple([Image(plain(e.get("Name", "")), plain(e.get("Src", ""))) for e in child])
        elif tag == "Txts":
            text = plain(child.get("Txt", ""))
        elif tag == "Block":
            children.append(read_block(child, seen, depth + 1))
    try:
        block = make_block(_attributes(element), tuple(children), links, images, text)
        note_ref(block.ref, seen)
        return block
    except ValueError as error:
        raise _at(element, str(error)) from error


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(key): plain(str(value)) for key, value in element.attrib.items()}


def _at(element: etree._Element, problem: str) -> InputError:
    return InputError(f"Vi-XML file, line {element.sourceline}: {problem}; correct it or write the file again")
