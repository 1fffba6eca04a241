"""The visible parts of an element: its children in order, without invisible ones.

White space is treated as in CSS: runs become one space, and none is kept at the edges of block-level elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pagestrata.comparing.quick.unseen import UNSEEN_ELEMENTS, Unseen, visible_attributes
from pagestrata.formats.html.html_source import LexborNode

TEXT = "-text"
_SPACE = re.compile(r"[ \t\n\r\f]+")
MANY = 200  # from this number of children on, only the needed part of an element's source is written
_EXACT = frozenset({"pre", "textarea", "listing", "xmp"})
_INLINE = frozenset(
    re.findall(
        r"\w+",
        "a abbr acronym audio b bdi bdo big br button canvas cite code data del dfn em embed font i iframe img input ins "
        "kbd label map mark meter object output picture progress q ruby rp rt s samp select small span strike strong sub "
        "sup svg textarea time tt u var video wbr",
    )
)


class Part:
    """A child: an element, or the text between two elements. The source of an element is serialized on first use."""

    __slots__ = ("_source", "node", "tag")

    def __init__(self, tag: str, source: str | None, node: LexborNode | None = None) -> None:
        self.tag, self._source, self.node = tag, source, node

    @property
    def source(self) -> str:
        """The source of an element; a text as it is shown."""
        if self._source is None:
            self._source = (self.node.html if self.node is not None else None) or ""
        return self._source

    @property
    def key(self) -> str:
        """Equal for parts with identical source; a text never equals an element."""
        return self.source if self.tag != TEXT else TEXT + self.source

    def begin(self, most: int) -> str:
        """The first characters of the source, serializing little more than these."""
        if self._source is not None or self.node is None:
            return self.source[:most]
        return "".join(_written(self.node, most))[:most]


def _written(node: LexborNode, most: int) -> Iterator[str]:
    """The source in pieces, child by child for large elements, until there are enough characters."""
    if node.tag == TEXT or next(islice(node.iter(), MANY - 1, None), None) is None:
        yield node.html or ""
        return
    names = "".join(
        f' {name}="{value}"' if value is not None else f" {name}" for name, value in node.attributes.items()
    )
    yield f"<{node.tag}{names}>"
    for child in node.iter(include_text=True):
        source = child.html or ""
        yield source
        most -= len(source)
        if most <= 0:
            return
    yield f"</{node.tag}>"


class Children:
    """The visible children of an element in order: elements and texts. Only children that differ become parts."""

    __slots__ = ("_keys", "contents", "keeps_spaces", "some_unseen", "tags")

    def __init__(
        self,
        tags: Sequence[str],
        contents: Sequence[LexborNode | str],
        *,
        some_unseen: bool = False,
        keeps_spaces: bool = False,
    ) -> None:
        self.tags, self.contents = tags, contents
        self.some_unseen = some_unseen  # whether there are others, which do not show
        self.keeps_spaces = keeps_spaces  # whether white space shows
        self._keys: list[str] | None = None

    def __len__(self) -> int:
        return len(self.tags)

    @property
    def keys(self) -> list[str]:
        """Return the key by which children are equal: their source; a text never equals an element."""
        if self._keys is None:
            self._keys = [
                content.html or "" if type(content) is LexborNode else TEXT + content  # type: ignore[operator]
                for content in self.contents
            ]
        return self._keys

    def part(self, number: int) -> Part:
        """One child."""
        content = self.contents[number]
        if isinstance(content, str):
            return Part(self.tags[number], content)
        return Part(self.tags[number], self._keys[number] if self._keys is not None else None, content)

    def parts(self, begin: int = 0, end: int | None = None) -> list[Part]:
        """The children from one place to before another."""
        return [self.part(number) for number in range(begin, len(self) if end is None else end)]


def parts_of(node: LexborNode, unseen: Unseen) -> list[Part]:
    """The children that may show."""
    return children_of(node, node.attributes, unseen, keeps_spaces=inside_exact(node.parent)).parts()


def children_of(
    node: LexborNode, attributes: Mapping[str, str | None], unseen: Unseen, *, keeps_spaces: bool
) -> Children:
    """The children that may show. `keeps_spaces`: whether white space shows around this element."""
    tag = node.tag
    if tag == "template":
        return Children([TEXT], [node.html or ""], some_unseen=True, keeps_spaces=keeps_spaces)
    tags, contents, some_unseen = _joined_texts(node, unseen)
    keeps_spaces = keeps_spaces or _is_exact(tag, attributes)
    if TEXT in tags and not keeps_spaces:
        tags, contents = _trimmed_texts(tags, contents, tag not in _INLINE, unseen)
    return Children(tags, contents, some_unseen=some_unseen, keeps_spaces=keeps_spaces)


def _joined_texts(node: LexborNode, unseen: Unseen) -> tuple[list[str], list[LexborNode | str], bool]:
    """Tags and contents, with texts joined across invisible parts, and whether anything is invisible."""
    tags: list[str] = []
    contents: list[LexborNode | str] = []
    some_unseen = False
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == TEXT:
            text = child.text_content or ""
            if tags and tags[-1] == TEXT:
                contents[-1] = f"{contents[-1]}{text}"
                continue
            tags.append(TEXT)
            contents.append(text)
        elif tag in UNSEEN_ELEMENTS and (kind := unseen_kind(child)) is not None:
            _note(child, kind, unseen)
            some_unseen = True
        else:
            tags.append(tag)
            contents.append(child)
    return tags, contents, some_unseen


def _note(child: LexborNode, kind: str, unseen: Unseen) -> None:
    """Note an invisible element; scripts and styles without their nonce."""
    if child.tag not in {"script", "style"}:
        unseen.note(kind, child.html or "")
        return
    attributes = visible_attributes(str(child.tag), child.attributes, unseen)
    unseen.note(kind, f"{attributes} {child.text() or ''}")


def unseen_kind(child: LexborNode) -> str | None:
    """The kind of an invisible element; None if it is visible."""
    kind = UNSEEN_ELEMENTS.get(str(child.tag))
    if child.tag == "meta" and "http-equiv" in child.attributes:
        return None if (child.attributes["http-equiv"] or "").lower() == "refresh" else kind
    if child.tag == "link" and "stylesheet" in (child.attributes.get("rel") or "").lower():
        return None
    return kind


def inside_exact(node: LexborNode | None) -> bool:
    """Whether white space is preserved in this element, by itself or an ancestor."""
    while node is not None and node.tag != "body":
        if _is_exact(node.tag, node.attributes):
            return True
        node = node.parent
    return False


def _is_exact(tag: str | None, attributes: Mapping[str, str | None]) -> bool:
    return tag in _EXACT or (tag != "body" and "white-space" in (attributes.get("style") or ""))


def _trimmed_texts(
    tags: list[str], contents: list[LexborNode | str], on_own_lines: bool, unseen: Unseen
) -> tuple[list[str], list[LexborNode | str]]:
    """The children with trimmed texts, without those that become empty."""
    shown_tags: list[str] = []
    shown: list[LexborNode | str] = []
    last = len(tags) - 1
    for number, (tag, content) in enumerate(zip(tags, contents, strict=True)):
        if isinstance(content, str):
            is_plain = "  " not in content and content.isprintable()
            text = content if is_plain else _SPACE.sub(" ", content)
            if on_own_lines if number == 0 else tags[number - 1] not in _INLINE:
                text = text.lstrip(" ")
            if on_own_lines if number == last else tags[number + 1] not in _INLINE:
                text = text.rstrip(" ")
            if text != content:
                unseen.note("white space", content)
            if not text:
                continue
            content = text
        shown_tags.append(tag)
        shown.append(content)
    return shown_tags, shown
