"""Vi-XML: a block tree as XML in the dialect of the Vi-DIFF authors, so that their program reads our files.

Their names are kept to the letter (`leafblock`, `ObjectRectWith` on the document). What their dialect has no place for
stands in further attributes, which their program ignores: Box where the browser's numbers are fractions, Layer, Role,
Importance, Topic, Style, Picture on blocks; Viewport, Page, Captured, Segmenter on the document. Defaults are left out.
IDs are written for other readers and never believed: ours are computed from the content.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime

from lxml import etree

from pagestrata.errors import InputError
from pagestrata.formats.xml_text import MAX_DEPTH, attribute, load, number, plain
from pagestrata.model.blocks import PAGE_LAYER, Block, BlockStyle, BlockTree, Image, Link, digest
from pagestrata.model.geometry import Box

MAX_BLOCKS = 200_000


def write_vixml(tree: BlockTree) -> bytes:
    """The tree as a Vi-XML file."""
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
        add_block(parts, block)
    parts.append("</Document>\n</XML>\n")
    return "".join(parts).encode()


def add_block(parts: list[str], block: Block) -> None:
    """Append the pieces of a block and all below it."""
    leaf = ' leafblock="1"' if block.is_leaf else ""
    parts.append(
        f'<Block Ref="Block{attribute(block.ref)}"{leaf} ID="{block.id}" {position(block.box)} Doc="{block.doc}"'
        f"{''.join(_extras(block))}>"
    )
    if block.is_leaf or block.links or block.images or block.text:
        _add_content(parts, block)
    else:
        parts.append("\n")
    for child in block.children:
        add_block(parts, child)
    parts.append("</Block>\n")


def _add_content(parts: list[str], block: Block) -> None:
    for tag, item, address, values in (("Links", "link", "Adr", block.links), ("Imgs", "img", "Src", block.images)):
        ids = [digest(*value) for value in values]
        parts.append(f'<{tag} ID="{digest(*ids)}" IDList="">' if ids else f'<{tag} ID="{digest()}" IDList=""/>')
        for value, known in zip(values, ids, strict=True):
            parts.append(f'<{item} ID="{known}" Name="{attribute(value[0])}" {address}="{attribute(value[1])}"/>')
        if ids:
            parts.append(f"</{tag}>")
    parts.append(f'<Txts ID="{digest(block.text)}" Txt="{attribute(block.text)}"/>')


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


def _whole(value: float) -> int:
    return round(float(number(value)))


def read_vixml(source: bytes | str | os.PathLike[str]) -> BlockTree:
    """The tree in a Vi-XML file, given as bytes or as a path. Raises InputError with the line for anything else."""
    root = load(source, what="Vi-XML file", root="XML")
    document = root.find("Document")
    if document is None:
        raise InputError("Vi-XML file has no <Document> inside <XML>; is it another format?")
    seen: set[str] = set()
    get = document.get
    captured, viewport, page = get("Captured"), get("Viewport", "0x0"), get("Page")
    try:
        width, height = page.split() if page else _pos_values(get("Pos", ""))[:2]
        left, _, right = viewport.partition("x")
        return BlockTree(
            blocks=tuple([read_block(child, seen) for child in document if child.tag == "Block"]),
            url=plain(get("url", "")),
            title=plain(get("Title", "")),
            version=plain(get("Version", "")),
            captured_at=datetime.fromisoformat(captured) if captured else None,
            viewport=(int(left), int(right)),
            page_size=(float(width), float(height)),
            segmenter=plain(get("Segmenter", "")),
        )
    except ValueError as error:
        raise InputError(f"Vi-XML file, line {document.sourceline}: {error}; write it again from its page") from error


def read_block(element: etree._Element, seen: set[str], depth: int = 1) -> Block:
    """The block an element describes. `seen` collects refs: each must be there once."""
    get = element.get
    ref = plain(get("Ref", "")).removeprefix("Block")
    if not ref or ref in seen:
        raise _at(element, f"Ref {ref!r} occurs twice" if ref else "a block without Ref")
    seen.add(ref)
    if depth > MAX_DEPTH or len(seen) > MAX_BLOCKS:
        raise _at(element, f"more than {MAX_DEPTH} blocks inside each other or {MAX_BLOCKS} in all")
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
        importance, style = get("Importance"), get("Style")
        return Block(
            ref=ref,
            children=tuple(children),
            links=links,
            images=images,
            text=text,
            layer=plain(get("Layer", PAGE_LAYER)),
            box=read_box(element),
            doc=int(get("Doc", "10")),
            role=plain(get("Role", "other")),
            importance=float(importance) if importance else None,
            topic=plain(get("Topic", "")),
            style=read_style(style) if style else None,
            picture_hash=plain(get("Picture", "")),
        )
    except ValueError as error:
        raise _at(element, str(error)) from error


def read_box(element: etree._Element) -> Box:
    """The box of a block or a change, exact where the file says so."""
    exact = element.get("Box")
    values = exact.split() if exact else _pos_values(element.get("Pos", ""))
    box = Box(*map(float, values)) if len(values) == 4 else None
    if box is None or not box.is_finite:
        raise ValueError(f"{element.get('Box') or element.get('Pos')!r} is not a box of four numbers")
    return box


def read_style(words: str) -> BlockStyle:
    """The style in its four words."""
    values = words.split()
    if len(values) != 4:
        raise ValueError(f"{words!r} is not a style of four words")
    size, weight, colour, background = values
    return BlockStyle(
        font_size=float(size), font_weight=int(weight), colour=int(colour, 16), background=int(background, 16)
    )


def _pos_values(pos: str) -> list[str]:
    return [word.rpartition(":")[2] for word in pos.split()] or ["0", "0", "0", "0"]


def _at(element: etree._Element, problem: str) -> InputError:
    return InputError(f"Vi-XML file, line {element.sourceline}: {problem}; correct it or write the file again")
