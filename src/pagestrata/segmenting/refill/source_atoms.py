"""A page's source as a flat list of what can fill a block: texts, links and pictures, each with the skeleton around it.

The skeleton of an atom is the chain of elements above it with everything that decides how they look: tags, classes, inline
styles. Elements that show something that no block tree carries (an input, a frame, a drawing) are atoms too: they cannot be
refilled, but they must not have changed.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from urllib.parse import urljoin, urlsplit

from pagestrata.formats.html_source import LexborHTMLParser, LexborNode, parse_html
from pagestrata.model.blocks import Image, Link

Kind = Literal["text", "link", "image", "other"]

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "title", "-comment", "meta", "link"})
LOOKS = (
    "class",
    "style",
    "hidden",
    "align",
    "width",
    "height",
    "dir",
    "open",
    "colspan",
    "rowspan",
    "bgcolor",
    "color",
)
NAMING_ATTRIBUTES = ("aria-label", "title", "alt")
DEEPEST = 200

_DATA_TYPE = re.compile(r"json|x-component|importmap|text/template", re.I)
_STATE = re.compile(
    r"window\s*(?:\.|\[['\"])__|__NEXT_DATA__|__NUXT__|self\.__next_f|INITIAL_STATE|APOLLO_STATE|hydrat", re.I
)
_CACHE_BUSTER = re.compile(r"[?&](?:(?:v|ver|version|rev|t|ts|_|cb|hash|build|mtime)=)?[\w.-]*\d[\w.-]*$", re.I)
_MARK_OF_REQUEST = re.compile(r"\b(?:[0-9a-f]{8,}|\d{6,}|[0-9a-f]{8}-[0-9a-f-]{27})\b", re.I)


class Atom(NamedTuple):
    """One thing that fills a block; `skeleton` is the hash of everything around it."""

    kind: Kind
    skeleton: int
    content: str | Link | Image


@dataclass(slots=True)
class SourceAtoms:
    """The atoms of a page in document order, and what else decides what it shows."""

    atoms: list[Atom] = field(default_factory=list)
    title: str = ""
    looks: Counter[str] = field(default_factory=Counter)  # style sheets and styles
    data: Counter[str] = field(default_factory=Counter)  # embedded data that scripts read
    scripts: Counter[str] = field(default_factory=Counter)  # code, without the marks of one request


def read_atoms(body: bytes, url: str, content_type: str | None = None) -> SourceAtoms:
    """The atoms of a source. Raises InputError for one too large or nested too deeply."""
    document = parse_html(body, content_type)
    found = SourceAtoms()
    _read_unseen(document, found)
    base = document.css_first("base[href]")
    address = urljoin(url, (base.attributes.get("href") or "") if base is not None else "")
    root = document.css_first("html > body") or document.css_first("html > frameset")
    if root is not None:
        _Reader(address, found.atoms).read(root, hash(_looks(document.root)) if document.root else 0, 0)
    return found


def _read_unseen(document: LexborHTMLParser, found: SourceAtoms) -> None:
    title = document.css_first("title")
    found.title = " ".join((title.text() or "").split()) if title is not None else ""
    for node in document.css("style, link[rel~=stylesheet]"):
        address = _CACHE_BUSTER.sub("", node.attributes.get("href") or "")
        found.looks[f"{address} {node.text()}"] += 1
    for node in document.css("script"):
        text, kind = node.text() or "", node.attributes.get("type") or ""
        if _DATA_TYPE.search(kind) or _STATE.search(text[:2_000]):
            found.data[text] += 1
        else:
            found.scripts[_MARK_OF_REQUEST.sub("", f"{node.attributes.get('src')} {text}")] += 1


@dataclass(slots=True)
class _Reader:
    address: str
    atoms: list[Atom]

    def read(self, node: LexborNode, above: int, depth: int) -> None:
        """Adds the atoms of an element, its own first."""
        skeleton = hash((above, _looks(node)))
        begin = len(self.atoms)
        tag, attributes = str(node.tag), node.attributes
        if tag == "a" and "href" in attributes:
            self.atoms.append(Atom("link", skeleton, Link("", "")))  # named when its contents are known
        elif tag == "img":
            self.atoms.append(Atom("image", skeleton, self._image(node)))
        empty = True
        for child in node.iter(include_text=True) if depth < DEEPEST else ():
            empty = self._read_child(child, skeleton, depth) and empty
        if tag == "a" and "href" in attributes:
            name = _link_name(self.atoms[begin + 1 :], node)
            self.atoms[begin] = Atom("link", skeleton, Link(name, absolute(self.address, attributes["href"] or "")))
        elif empty and tag != "img":
            self.atoms.append(Atom("other", skeleton, _everything(node)))

    def _read_child(self, child: LexborNode, skeleton: int, depth: int) -> bool:
        """Adds what a child says; whether it says nothing at all."""
        if child.tag == "-text":
            words = " ".join((child.text_content or "").split())
            if words:
                self.atoms.append(Atom("text", skeleton, words))
            return not words
        if child.tag in UNSEEN:
            return True
        self.read(child, skeleton, depth + 1)
        return False

    def _image(self, node: LexborNode) -> Image | str:
        """The picture; everything about it where scripts or the window choose its address."""
        attributes = node.attributes
        if any(name == "srcset" or name.startswith("data-") for name in attributes):
            return _everything(node)
        return Image(
            " ".join((attributes.get("alt") or "").split()), absolute(self.address, attributes.get("src") or "")
        )


def _looks(node: LexborNode) -> tuple[str, ...]:
    attributes = node.attributes
    return (str(node.tag), *(f"{name}={attributes[name]}" for name in LOOKS if name in attributes))


def _everything(node: LexborNode) -> str:
    shown = sorted((name, value) for name, value in node.attributes.items() if name not in {"nonce", "id", "integrity"})
    if node.attributes.get("type") == "hidden":
        return "hidden"
    return f"{node.tag} {shown}"


def _link_name(inside: list[Atom], node: LexborNode) -> str:
    """What a reader sees of a link, as `segmenting.contents` has it."""
    texts = [atom.content for atom in inside if atom.kind == "text" and isinstance(atom.content, str)]
    pictures = [atom.content.name for atom in inside if isinstance(atom.content, Image)]
    labels = [" ".join((node.attributes.get(name) or "").split()) for name in NAMING_ATTRIBUTES]
    return next((name for name in (" ".join(texts), *pictures, *labels) if name), "")


def absolute(base: str, address: str) -> str:
    """The address as a browser has it, for the plain cases."""
    try:
        found = urljoin(base, address.strip())
        parts = urlsplit(found)
    except ValueError:
        return address
    return parts._replace(path="/").geturl() if parts.netloc and not parts.path else found
