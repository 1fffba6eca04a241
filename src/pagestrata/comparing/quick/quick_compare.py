"""Compare two pages by their source alone, in milliseconds (paper 5).

The subtrees below BODY (or in a zone) are matched with their counterparts in the new page: equal ones first, then by content
among those with the same tag, then those whose tag changed. A subtree without a counterpart was removed or added. This also
finds the three cases that the paper misses: a changed, a new and a removed tag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pagestrata.comparing.quick.coefficients import (
    ATTRIBUTE_WEIGHTS,
    BALANCED,
    UNLIKE,
    Coefficients,
    Emphasis,
    intersect,
)
from pagestrata.comparing.quick.counterparts import find_counterparts
from pagestrata.comparing.quick.feed_items import compare_feeds
from pagestrata.comparing.quick.parts import Part, parts_of
from pagestrata.comparing.quick.subtrees import ALMOST, SubtreeComparison, count_nodes
from pagestrata.comparing.quick.unseen import Unseen, differences, renamed_throughout, visible_attributes
from pagestrata.formats.documents.feeds import is_feed, read_feed
from pagestrata.formats.html.html_source import LexborHTMLParser, LexborNode, parse_html, paths_of, select_zone
from pagestrata.model.quick_result import QuickResult, SubtreePair
from pagestrata.model.subsequences import out_of_order

LONGEST_SOURCE = 20_000  # characters of a changed subtree that a result carries


def quick_compare(
    old_html: bytes,
    new_html: bytes,
    *,
    zone: str | None = None,
    weights: Coefficients = BALANCED,
    emphasis: Mapping[str, Coefficients] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    old_type: str | None = None,
    new_type: str | None = None,
) -> QuickResult:
    """Compare two HTML pages or two feeds without a browser.

    `zone` limits a page to what a CSS selector names; `weights` are those of words, attributes and path, `emphasis`
    others for single tags; `old_type` and `new_type` are the Content-Type headers, where known. Raises InputError for
    what is too large, nested too deeply or no feed at all, UsageError for weights and zones that make no sense.
    """
    measure = Emphasis(weights, emphasis or {}, {**ATTRIBUTE_WEIGHTS, **(attribute_weights or {})}).checked()
    if is_feed(old_html, old_type) and is_feed(new_html, new_type):
        return compare_feeds(read_feed(old_html, old_type), read_feed(new_html, new_type))
    old = parse_html(old_html, old_type)
    is_same = old_html == new_html and old_type == new_type
    return _compare_documents(old, old if is_same else parse_html(new_html, new_type), measure, zone)


def compare_documents(old: LexborHTMLParser, new: LexborHTMLParser) -> QuickResult:
    """Compare two parsed pages with the default weights. Passing one document twice means the page is unchanged."""
    return _compare_documents(old, new, Emphasis(BALANCED, {}, ATTRIBUTE_WEIGHTS), None)


def _compare_documents(
    old: LexborHTMLParser, new: LexborHTMLParser, emphasis: Emphasis, zone: str | None
) -> QuickResult:
    before = _Page.of(old, zone)
    after = before if old is new else _Page.of(new, zone)
    return _PageComparison(old=before, new=after, emphasis=emphasis).run(with_head=zone is None)


@dataclass(slots=True)
class _Page:
    """One page, with the subtrees that are compared."""

    document: LexborHTMLParser
    unseen: Unseen
    subtrees: list[Part]
    zoned: bool

    @classmethod
    def of(cls, document: LexborHTMLParser, zone: str | None) -> _Page:
        unseen = Unseen()
        if zone is not None:
            subtrees = [Part(str(node.tag), None, node) for node in select_zone(document, zone)]
        else:
            shown = _shown_root(document)
            subtrees = parts_of(shown, unseen) if shown is not None else []
        return cls(document, unseen, subtrees, zone is not None)

    @property
    def source(self) -> str:
        return self.document.html or ""

    def frame(self, name: Literal["html", "body"]) -> LexborNode | None:
        """The element around the page, or around what it shows."""
        return self.document.root if name == "html" else self.document.body

    def paths(self) -> list[str]:
        """Where each subtree is; texts between elements are numbered among themselves."""
        if self.zoned:
            return paths_of([part.node for part in self.subtrees if part.node is not None])
        counts: Counter[str] = Counter()
        above = str(getattr(_shown_root(self.document), "tag", "body"))
        found = []
        for part in self.subtrees:
            name = "text()" if part.node is None else part.tag
            counts[name] += 1
            found.append(f"{above}/{name}[{counts[name]}]")
        return found


def _shown_root(document: LexborHTMLParser) -> LexborNode | None:
    """The body, or the frameset of a page that has none."""
    return document.body or document.css_first("html > frameset")


@dataclass(slots=True)
class _PageComparison:
    old: _Page
    new: _Page
    emphasis: Emphasis
    pairs: list[SubtreePair] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def run(self, *, with_head: bool) -> QuickResult:
        if with_head:
            self._compare_frame()
        matches = find_counterparts(self.old.subtrees, self.new.subtrees)
        both = [(i, j) for i, j in matches if i is not None and j is not None]
        out_of_place = set(out_of_order([j for _, j in both]))
        old_paths, new_paths = self.old.paths(), self.new.paths()
        for i, j in matches:
            self._add(i, j, old_paths, new_paths, moved=i is not None and j in out_of_place)
        changed = any(pair.changed for pair in self.pairs)
        return QuickResult(
            changed=changed,
            similarity=self._mean(changed=changed),
            subtrees=tuple(self.pairs),
            ignored=differences(self.old.unseen, self.new.unseen),
        )

    def _mean(self, *, changed: bool) -> float:
        total = sum(self.sizes)
        weighed = sum(pair.similarity * size for pair, size in zip(self.pairs, self.sizes, strict=True))
        return min(ALMOST, weighed / total) if changed else 1.0

    def _compare_frame(self) -> None:
        """Compare the head (title, style sheets, redirects) and the attributes of html and body; list only differences."""
        before, after = self.old.document.head, self.new.document.head
        if before is not None and after is not None and before.html != after.html:
            pair, size = self._compared(before, after, "head", "head", ())
            if pair.changed:
                self._append(pair, size)
        self._compare_attributes("html")
        self._compare_attributes("body")

    def _compare_attributes(self, name: Literal["html", "body"]) -> None:
        before, after = self.old.frame(name), self.new.frame(name)
        if before is None or after is None or before.attributes == after.attributes:
            return
        old, new = Unseen(), Unseen()
        same = visible_attributes(name, before.attributes, old) == visible_attributes(name, after.attributes, new)
        if same and renamed_throughout(old, new, lambda: (self.old.source, self.new.source)):
            self.old.unseen.add(old)
            self.new.unseen.add(new)
        else:
            self._append(SubtreePair(old=name, new=name, similarity=ALMOST), 2)

    def _add(
        self, i: int | None, j: int | None, old_paths: Sequence[str], new_paths: Sequence[str], *, moved: bool
    ) -> None:
        old = self.old.subtrees[i] if i is not None else None
        new = self.new.subtrees[j] if j is not None else None
        old_path, new_path = old_paths[i] if i is not None else None, new_paths[j] if j is not None else None
        similarity, size = 1.0, 0
        if old is None or new is None:
            similarity = UNLIKE
        elif old.node is not None and new.node is not None and (self._alone or old.source != new.source):
            compared, size = self._compared(old.node, new.node, old_path, new_path, ("body",))
            similarity = compared.similarity
        elif old.key != new.key:
            similarity = _text_similarity(old.source, new.source)
        pair = SubtreePair(old_path, new_path, similarity, moved)
        self._append(_with_sources(pair, old, new) if pair.changed else pair, size or _size(old) + _size(new))

    @property
    def _alone(self) -> bool:
        """Whether both pages have a single element around everything, whose source need not be serialized."""
        return len(self.old.subtrees) == len(self.new.subtrees) == 1

    def _compared(
        self, old: LexborNode, new: LexborNode, old_path: str | None, new_path: str | None, above: tuple[str, ...]
    ) -> tuple[SubtreePair, int]:
        found = SubtreeComparison(self.emphasis)
        same = found.compare(old, new, above)
        same = same and renamed_throughout(
            found.old_unseen, found.new_unseen, lambda: (self.old.source, self.new.source)
        )
        self.old.unseen.add(found.old_unseen)
        self.new.unseen.add(found.new_unseen)
        similarity = 1.0 if same else found.similarity()
        return SubtreePair(old=old_path, new=new_path, similarity=similarity), found.size

    def _append(self, pair: SubtreePair, size: int) -> None:
        self.pairs.append(pair)
        self.sizes.append(max(1, size))


def _size(part: Part | None) -> int:
    return 0 if part is None else max(1, count_nodes(part.source)) if part.node is not None else 1


def _text_similarity(old: str, new: str) -> float:
    """The CS of two texts, which have no attributes and equal paths."""
    return min(ALMOST, -1.0 + 2.0 * (0.4 * intersect(Counter(old.split()), Counter(new.split())) + 0.6))


def _with_sources(pair: SubtreePair, old: Part | None, new: Part | None) -> SubtreePair:
    before, after = (part.begin(LONGEST_SOURCE) if part else "" for part in (old, new))
    return pair._replace(old_source=before, new_source=after)
