"""The new contents of each leaf: all its texts, and single links and pictures, put into what it held before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pagestrata.model.blocks import Block, Image, Link
from pagestrata.segmenting.refill.alignment import Step
from pagestrata.segmenting.refill.fillings import Fillings
from pagestrata.segmenting.refill.source_atoms import Picture

TELLING_CHARS = 12
"""Minimum length of a text that names a block: shorter ones are often dates, numbers and repeated labels."""
NAMING_TEXTS = 6
"""Only so many first texts of a block can name it, as in `segmenting.refs`."""

Element = Link | Image


@dataclass(slots=True)
class LeafEdit:
    """The new contents of one leaf."""

    texts: list[str] = field(default_factory=list)
    old_texts: int = 0
    replaced: list[tuple[Element, Element | None]] = field(default_factory=list)
    added: list[tuple[Element | None, Element]] = field(default_factory=list)  # behind which one
    keeps_name: bool = False  # the text that names it stays
    keeps_element: bool = False  # a link or a picture does
    _last: dict[str, Element] = field(default_factory=dict)  # of each kind, the last so far

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def is_same(self, leaf: Block) -> bool:
        """Return whether it is still the same block; otherwise another block took its place."""
        if self.keeps_name:
            return True
        return _alike(leaf.text, self.text) if leaf.text or self.text else self.keeps_element or not leaf.links

    def add_text(self, step: Step) -> None:
        """Advance to the next text of the leaf."""
        if step.old is not None:
            self.old_texts += 1
        if step.new is not None:
            self.texts.append(str(step.new.content))
        if not step.changed and max(self.old_texts, len(self.texts)) <= NAMING_TEXTS:
            self.keeps_name = self.keeps_name or len(self.texts[-1]) >= TELLING_CHARS

    def add_element(self, kind: str, was: Element | None, became: Element | None) -> None:
        """Advance to the next link or picture."""
        self.keeps_element = self.keeps_element or (was is not None and was == became)
        if was is not None and was != became:
            self.replaced.append((was, became))
        elif was is None and became is not None:
            self.added.append((self._last.get(kind), became))
        if became is not None:
            self._last[kind] = became


def find_edits(
    steps: Sequence[Step], placed: Sequence[str | None], fillings: Fillings, *, restyled: bool
) -> dict[str, LeafEdit] | None:
    """Return the edits of changed leaves; None if the viewport chooses a picture or a style sheet may add one.

    With `restyled`, where the style sheets changed, a changed skeleton around an edit also gives None.
    """
    in_leaves = [(step, ref) for step, ref in zip(steps, placed, strict=True) if ref is not None]
    edits = {ref: LeafEdit() for step, ref in in_leaves if step.changed}
    for step, ref in in_leaves:
        if ref not in edits:
            continue
        if (restyled and step.restyled) or (ref in fillings.with_icons and _may_have_icon(step)):
            return None
        if not _add(edits[ref], step, fillings):
            return None
    return edits


def _may_have_icon(step: Step) -> bool:
    """Return whether something changed next to which a style sheet may paint an icon."""
    return step.changed and step.kind == "link"


def _add(edit: LeafEdit, step: Step, fillings: Fillings) -> bool:
    """Advance to the next thing in a leaf; False if the viewport decides what it shows."""
    if step.kind == "text":
        edit.add_text(step)
        return True
    return step.kind == "other" or _add_element(edit, step, fillings)


def _add_element(edit: LeafEdit, step: Step, fillings: Fillings) -> bool:
    """Advance to the next link or picture of a leaf; False if the viewport decides what it shows."""
    was = fillings.elements.get(step.number) if step.number is not None else None
    became = was if not step.changed else _shown_now(step, was)
    edit.add_element(step.kind, was, became)
    return became is not None or step.new is None


def _shown_now(step: Step, was: Element | None) -> Element | None:
    """Return the new content of a leaf; None if it is empty or the viewport decides."""
    before, after = step.old.content if step.old else None, step.new.content if step.new else None
    if isinstance(after, Link):
        same_name = isinstance(before, Link) and was is not None and before.name == after.name
        return Link(was.name, after.address) if same_name and was is not None else after
    if not isinstance(after, Picture):
        return None
    choices = [content.addresses for content in (before, after) if isinstance(content, Picture)]
    return Image(after.name, after.addresses[0]) if all(len(choice) == 1 for choice in choices) else None


def _alike(old: str, new: str) -> bool:
    """Return whether two texts share more than half of their words; empty texts are alike."""
    before, after = Counter(old.split()), Counter(new.split())
    return old == new or 2 * (before & after).total() > max(before.total(), after.total())


def edited(old: Sequence[Link] | Sequence[Image], edit: LeafEdit, kind: type) -> list:  # type: ignore[type-arg]
    found = list(old)
    for was, became in edit.replaced:
        if type(was) is kind and was in found:
            place = found.index(was)
            found[place : place + 1] = [became] if became is not None else []
    for behind, added in edit.added:
        if type(added) is kind:
            place = found.index(behind) + 1 if behind in found else 0
            found.insert(place, added)
    return found
