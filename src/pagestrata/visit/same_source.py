"""Whether the source of a page shows that a second look at it would be the same.

A second look opens the page once more and shows what changes by itself. That takes as long as the first look. A visit requests
the source without a browser before it opens the page. Where the browser got the same bytes, and all that changed was written by
the server, a second look would show the same.

The server wrote a text if the source of its version has it more often than the source of the other version. Scripts may have
written every other text, or chosen it among several that are in the source: then only a second look can tell. A source without
scripts has nothing that could choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pagestrata.errors import InputError
from pagestrata.formats.html.html_source import LexborHTMLParser, parse_html
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.patterns import pattern
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.segmenting.refill.source_atoms import link_addresses, read_texts

_MAY_CHOOSE = pattern(rb"(?i)<script|<i?frame|<embed|<object|javascript:|[\s\"']on[a-z]+\s*=")
"""What may show something else each time although the source stays the same."""


def was_sent_twice(fetched: Fetched | None, shown: Snapshot) -> bool:
    """Whether the browser got the bytes that a request without it had got just before."""
    if fetched is None or not shown.responses:
        return False
    page = shown.responses[0]
    return (fetched.status, fetched.body) == (page.status, page.body)


def is_written_by_server(state: PageState, found: VisitResult) -> bool:
    """Whether all that came or went follows from what changed in the source. `state` has the source of the last version."""
    tree, delta, before = found.tree, found.delta, state.tree
    if found.snapshot is None or not found.snapshot.responses or state.body is None:
        return False
    if tree is None or delta is None or before is None:
        return False
    page = found.snapshot.responses[0]
    if not (_MAY_CHOOSE.search(state.body) or _MAY_CHOOSE.search(page.body)):
        return True
    touched = _Touched.by(delta, before, tree)
    if touched is None:
        return False
    try:
        old = _Source(parse_html(state.body, state.body_type), before.url)
        new = _Source(parse_html(page.body, page.header("content-type")), tree.url)
    except InputError:  # too large, too deep
        return False
    return touched.went.is_only_in(old, new) and touched.came.is_only_in(new, old)


class _Source:
    """What the source of one version says."""

    def __init__(self, document: LexborHTMLParser, url: str) -> None:
        self._texts = [_squeezed(text) for text in read_texts(document)]
        self.addresses = Counter(link_addresses(document, url))
        self.markup = document.html or ""
        self._starts: dict[str, list[int]] = {}
        for number, text in enumerate(self._texts):
            self._starts.setdefault(text[:1], []).append(number)

    def count(self, text: str) -> int:
        """How often the source has a text, as one or more whole texts that follow one another."""
        wanted = _squeezed(text)
        return sum(self._has(wanted, start) for start in self._starts.get(wanted[:1], ()))

    def _has(self, wanted: str, start: int) -> bool:
        at = 0
        while at < len(wanted) and start < len(self._texts) and wanted.startswith(self._texts[start], at):
            at += len(self._texts[start])
            start += 1
        return at == len(wanted)


@dataclass(slots=True)
class _Side:
    """What only one version shows: texts of leaf blocks, addresses of links, names of files of pictures."""

    texts: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    places: list[tuple[str, ...]] = field(default_factory=list)  # of a moved text: itself with the texts on either side

    def is_only_in(self, own: _Source, other: _Source) -> bool:
        """Whether one source has all of it more often than the other."""
        return (
            all(own.count(text) > other.count(text) for text in self.texts)
            and all(any(own.count(text) > other.count(text) for text in place) for place in self.places)
            and all(own.addresses[link] > other.addresses[link] for link in self.links)
            and all(name and name in own.markup and name not in other.markup for name in self.files)
        )

    def add_leaves(self, leaves: Iterable[Block]) -> None:
        for leaf in leaves:
            self.files.update(_file_name(image) for image in leaf.images)
            if leaf.text:
                self.texts.add(leaf.text)
            else:
                self.links.update(link.address for link in leaf.links)

    def add(self, value: object) -> None:
        """Add a link or a picture."""
        if isinstance(value, Link):
            self.links.add(value.address)
        elif isinstance(value, Image):
            self.files.add(_file_name(value))


@dataclass(slots=True)
class _Touched:
    """What the old version and the new one have for themselves."""

    went: _Side = field(default_factory=_Side)
    came: _Side = field(default_factory=_Side)

    @classmethod
    def by(cls, delta: Delta, old: BlockTree, new: BlockTree) -> _Touched | None:
        """What changed between two trees; None where a change may be one that a script made."""
        found, before, after = cls(), old.by_ref(), new.by_ref()
        now = {match.old: match.new for match in delta.matches}
        for change in delta.changes:
            if change.element == "style" or isinstance(change.new, Picture):
                continue  # a second look tells nothing of looks and pixels
            if change.element != "block":
                found._add_edit(change, before.get(change.block), after.get(now.get(change.block, "")))
            elif change.op == "insert" and change.block in after:
                found.came.add_leaves(_leaves_of(after[change.block]))
            elif change.op == "delete" and change.block in before:
                found.went.add_leaves(_leaves_of(before[change.block]))
            elif not found._add_rearranged(change, new, now):
                return None
        return found

    def _add_rearranged(self, change: Change, new: BlockTree, now: Mapping[str, str]) -> bool:
        """Add that a block stands elsewhere; False where its words changed on the way."""
        if change.op != "move":
            return _words_of(change.old) == _words_of(change.new)
        leaves, moved = list(new.leaves()), now.get(change.block, "")
        for before, leaf, behind in zip([None, *leaves], leaves, [*leaves[1:], None], strict=False):
            if leaf.ref == moved and leaf.text:
                beside = [f"{before.text} {leaf.text}"] if before is not None else []
                beside += [f"{leaf.text} {behind.text}"] if behind is not None else []
                self.came.places.append(tuple(beside))
                return True
        return False

    def _add_edit(self, change: Change, old: Block | None, new: Block | None) -> None:
        texts = old.text if old is not None else "", new.text if new is not None else ""
        if texts[0] != texts[1]:
            self.went.texts.update(filter(None, texts[:1]))
            self.came.texts.update(filter(None, texts[1:]))
        if _address_of(change.old) != _address_of(change.new):
            self.went.add(change.old)
            self.came.add(change.new)


def _leaves_of(block: Block) -> Iterator[Block]:
    if not block.children:
        yield block
    for child in block.children:
        yield from _leaves_of(child)


def _words_of(blocks: object) -> str:
    leaves = (leaf for block in blocks for leaf in _leaves_of(block)) if isinstance(blocks, tuple) else ()
    return _squeezed("".join(leaf.text for leaf in leaves))


def _address_of(value: object) -> str:
    return value.address if isinstance(value, Link | Image) else ""


def _file_name(image: Image) -> str:
    """The last part of the address of a picture: pages write the rest of it in many ways."""
    return urlsplit(image.address).path.rpartition("/")[2]


def _squeezed(text: str) -> str:
    return "".join(text.split())
