"""Read a page's source as a flat list of atoms that can fill blocks: texts, links and pictures, with their skeletons.

The skeleton of an atom is the chain of elements above it with everything that decides their look: tags, classes, inline
styles. Elements with content that block trees do not hold (inputs, frames, drawings) are atoms, too: they cannot be
refilled, but they must be unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import urljoin

from pagestrata.formats.html.html_source import LexborHTMLParser, LexborNode, parse_html
from pagestrata.model.blocks import Link

Kind = Literal["text", "link", "image", "other"]

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "title", "-comment", "meta", "link"})
LOOKS = frozenset(
    ["class", "style", "hidden", "align", "width", "height", "dir", "open", "colspan", "rowspan", "bgcolor", "color"]
)
NAMING_ATTRIBUTES = ("aria-label", "title", "alt")
LINK_TAGS = frozenset({"a", "area"})
DEEPEST = 200

_BETWEEN_TEXTS = "\x00"
"""Never occurs in a parsed text."""
_ADDRESS = re.compile(r"(?:https?:)?/|[\w./%~-]+\.(?:jpe?g|png|gif|webp|avif|svg)", re.I)
_CONTROL = re.compile(r"[\t\n\r]")
_DATA_TYPE = re.compile(r"json|x-component|importmap|text/template", re.I)
_STATE = re.compile(
    r"window\s*(?:\.|\[['\"])__|__NEXT_DATA__|__NUXT__|self\.__next_f|INITIAL_STATE|APOLLO_STATE|hydrat", re.I
)
_CACHE_BUSTER = re.compile(r"[?&](?:(?:v|ver|version|rev|t|ts|_|cb|hash|build|mtime)=)?[^&#]*\d[^&#]*$", re.I)
_MARK_OF_REQUEST = re.compile(r"\b(?:[0-9a-f]{8,}|\d{6,}|[0-9a-f]{8}-[0-9a-f-]{27})\b", re.I)


class Picture(NamedTuple):
    """A picture in the source: its name, and all addresses that scripts and the viewport choose from."""

    name: str
    addresses: tuple[str, ...]


Content = str | Link | Picture


class Atom(NamedTuple):
    """One thing that fills a block; `skeleton` is the hash of everything around it."""

    kind: Kind
    skeleton: int
    content: Content
    above: tuple[int, ...] = ()  # the numbers of the elements around it, outermost first

    @property
    def key(self) -> tuple[Kind, int, Content]:
        """Equal for atoms with equal content and skeleton."""
        return self[:3]


@dataclass(slots=True)
class SourceAtoms:
    """The atoms of a page in document order, and the scripts, data and styles that affect it."""

    atoms: list[Atom] = field(default_factory=list)
    title: str = ""
    looks: Counter[str] = field(default_factory=Counter)  # style sheets and styles
    data: Counter[str] = field(default_factory=Counter)  # embedded data that scripts read
    scripts: Counter[str] = field(default_factory=Counter)  # code, without the marks of one request
    classes: dict[str, int] = field(default_factory=dict)  # how often each is used, in the order of their first use


def read_atoms(
    source: bytes | LexborHTMLParser,
    url: str,
    content_type: str | None = None,
    *,
    renamed: Mapping[str, str] | None = None,
) -> SourceAtoms:
    """Return the atoms of a source, parsed or not. Raises InputError for one too large or nested too deeply.

    `renamed` maps new class names of a build to the old ones.
    """
    document = parse_html(source, content_type) if isinstance(source, bytes) else source
    found = SourceAtoms()
    _read_unseen(document, found)
    address = base_address(document, url)
    root = document.css_first("html > body") or document.css_first("html > frameset")
    if root is not None:
        reader = _Reader(address, found.atoms, found.classes, renamed or {})
        reader.read(root, hash(reader.looks(document.root)) if document.root else 0, ())
    return found


def read_texts(document: LexborHTMLParser) -> list[str]:
    """Return the texts of a page in document order, without scripts, styles and <noscript>."""
    if document.body is None:
        return []
    unseen = Counter(
        text for node in document.css("body script, body style, body noscript, body template") for text in _texts(node)
    )
    found = []
    for text in _texts(document.body):
        if unseen.get(text):
            unseen[text] -= 1
        elif words := " ".join(text.split()):
            found.append(words)
    return found


def _texts(node: LexborNode) -> list[str]:
    return (node.text(separator=_BETWEEN_TEXTS) or "").split(_BETWEEN_TEXTS)


def link_addresses(document: LexborHTMLParser, url: str) -> list[str]:
    """Return the addresses of the links of a page, in document order."""
    base = base_address(document, url)
    return [absolute(base, node.attributes["href"] or "") for node in document.css("a[href], area[href]")]


def base_address(document: LexborHTMLParser, url: str) -> str:
    """Return the base address of the page."""
    base = document.css_first("base[href]")
    return urljoin(url, (base.attributes.get("href") or "") if base is not None else "")


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
    classes: dict[str, int]
    renamed: Mapping[str, str]
    _elements: int = 0
    _sources: list[str] = field(default_factory=list)  # of the `picture` that is being read

    def read(self, node: LexborNode, outside: int, above: tuple[int, ...]) -> None:
        """Add the atoms of an element, its own first."""
        tag, attributes = str(node.tag), node.attributes
        skeleton = hash((outside, self.looks(node)))
        self._elements += 1
        above = (*above, self._elements)
        begin = len(self.atoms)
        if own := self._own(tag, attributes):
            self.atoms.append(Atom(own[0], skeleton, own[1], above))
        empty = True
        for child in node.iter(include_text=True) if len(above) < DEEPEST and tag != "svg" else ():
            empty = self._read_child(child, skeleton, above) and empty
        if own and isinstance(own[1], Link):  # named when its contents are known
            link = Link(_link_name(self.atoms[begin + 1 :], node), own[1].address)
            self.atoms[begin] = Atom("link", skeleton, link, above)
        elif empty and len(self.atoms) == begin and tag != "source":
            self.atoms.append(Atom("other", skeleton, _everything(node), above))

    def _own(self, tag: str, attributes: Mapping[str, str | None]) -> tuple[Kind, Content] | None:
        """Return the link or picture that an element itself is."""
        if tag in LINK_TAGS and "href" in attributes:
            return "link", Link("", absolute(self.address, attributes["href"] or ""))
        if tag == "img":
            return "image", self._picture(attributes)
        if tag == "video" and attributes.get("poster"):
            return "image", Picture("", (absolute(self.address, attributes["poster"] or ""),))
        if tag in {"picture", "source"}:
            self._sources = [*(self._sources if tag == "source" else ()), attributes.get("srcset") or ""]
        return None

    def _read_child(self, child: LexborNode, skeleton: int, above: tuple[int, ...]) -> bool:
        """Add the content of a child. Return whether it is empty."""
        if child.tag == "-text":
            words = " ".join((child.text_content or "").split())
            if words:
                self.atoms.append(Atom("text", skeleton, words, above))
            return not words
        if child.tag in UNSEEN:
            return True
        self.read(child, skeleton, above)
        return False

    def _picture(self, attributes: Mapping[str, str | None]) -> Picture:
        written = [attributes.get("src") or ""]
        sets = [*self._sources, attributes.get("srcset") or ""]
        for name, value in attributes.items():
            if name.startswith("data-") and value and _ADDRESS.match(value):
                (sets if "set" in name else written).append(value)
        self._sources = []
        written += [part.split()[0] for parts in sets for part in parts.split(", ") if part.strip()]
        addresses = tuple(dict.fromkeys(absolute(self.address, address) for address in written if address))
        return Picture(" ".join((attributes.get("alt") or "").split()), addresses)

    def looks(self, node: LexborNode) -> tuple[str, ...]:
        """Return everything that decides an element's look, with old names of classes."""
        attributes = node.attributes
        if not attributes:
            return (str(node.tag),)
        found = [str(node.tag)]
        for name in sorted(LOOKS.intersection(attributes)):
            value = attributes[name] or ""
            if name == "class":
                value = " ".join([self._class(word) for word in value.split()])
            found.append(f"{name}={value}")
        return tuple(found)

    def _class(self, name: str) -> str:
        self.classes[name] = self.classes.get(name, 0) + 1
        return self.renamed.get(name, name)


def renamed_classes(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, str]:
    """Return new name -> old name of renamed classes: same number, same counts, same order; {} otherwise."""
    gone = [(name, count) for name, count in old.items() if name not in new]
    came = [(name, count) for name, count in new.items() if name not in old]
    if [count for _, count in gone] != [count for _, count in came]:
        return {}
    return {after: before for (before, _), (after, _) in zip(gone, came, strict=True)}


def _everything(node: LexborNode) -> str:
    if node.tag == "svg":
        return node.html or ""
    shown = sorted((name, value) for name, value in node.attributes.items() if name not in {"nonce", "id", "integrity"})
    if node.attributes.get("type") == "hidden":
        return "hidden"
    return f"{node.tag} {shown}"


def _link_name(inside: list[Atom], node: LexborNode) -> str:
    """Return the visible name of a link, as `segmenting.contents` does."""
    texts = [atom.content for atom in inside if atom.kind == "text" and isinstance(atom.content, str)]
    pictures = [atom.content.name for atom in inside if isinstance(atom.content, Picture)]
    labels = [" ".join((node.attributes.get(name) or "").split()) for name in NAMING_ATTRIBUTES]
    return next((name for name in (" ".join(texts), *pictures, *labels) if name), "")


@lru_cache(maxsize=4_096)  # sources of a page share most addresses, as do pages of a site
def absolute(base: str, address: str) -> str:
    """Return the address as in a snapshot (`capturing.dom.attributes`)."""
    cleaned = _CONTROL.sub("", address).strip()
    if cleaned.lower().startswith(("javascript:", "data:", "mailto:", "tel:", "blob:", "about:")):
        return cleaned
    try:
        return urljoin(base, cleaned).replace(" ", "%20")
    except ValueError:
        return cleaned
