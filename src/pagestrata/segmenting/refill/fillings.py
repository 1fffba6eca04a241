"""Find the leaf block that each atom of a source filled, by the contents of the blocks.

A block tree does not say where in the source its blocks come from; its leaves say what they hold. Every leaf's text must be the
texts of the source, one after another (others in between are hidden by style sheets), else scripts made it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.segmenting.refill.source_atoms import Atom, Picture

MOST_HIDDEN = 300
"""Maximum number of hidden texts between two texts of one block."""
MOST_MISSES = 5_000_000
"""Maximum number of texts compared without success."""
FEWEST_HITS, HITS_OF_TEXT = 20_000, 40
"""Texts of the source, in all and for each of them, that were found in leaves. A page that repeats one word needs more."""


@dataclass(slots=True)
class Fillings:
    """The leaf of each atom, and the leaves that do not follow from the source."""

    owner: dict[int, str] = field(default_factory=dict)  # number of an atom -> ref of its leaf
    texts: dict[str, list[int]] = field(default_factory=dict)  # ref -> its texts, in order
    elements: dict[int, Link | Image] = field(default_factory=dict)  # number of an atom -> what its leaf shows of it
    built_by_scripts: set[str] = field(default_factory=set)
    with_icons: set[str] = field(
        default_factory=set
    )  # leaves with pictures that style sheets paint next to single elements


def find_fillings(tree: BlockTree, atoms: Sequence[Atom]) -> Fillings:
    """Return every leaf with the texts, links and pictures that filled it."""
    finder = _Finder(atoms)
    for leaf in tree.leaves():
        finder.find_texts(leaf)
    for leaf in tree.leaves():
        finder.find_elements(leaf)
    finder.find_icons()
    return finder.found


def find_unsaid(tree: BlockTree, texts: Sequence[str]) -> set[str]:
    """Return the leaves whose words are not in these texts: scripts made them."""
    finder = _Finder([Atom("text", 0, text) for text in texts])
    for leaf in tree.leaves():
        finder.find_texts(leaf)
    return finder.found.built_by_scripts


class _Finder:
    def __init__(self, atoms: Sequence[Atom]) -> None:
        self.atoms, self.found, self._place = atoms, Fillings(), 0
        self._texts = [n for n, atom in enumerate(atoms) if atom.kind == "text"]
        self._misses, self._hits = MOST_MISSES, FEWEST_HITS + HITS_OF_TEXT * len(self._texts)  # that are left
        self._starts: dict[str, list[int]] = defaultdict(list)
        for position, number in enumerate(self._texts):
            self._starts[str(atoms[number].content).split(" ", 1)[0]].append(position)
        self._links: dict[Link, list[int]] = defaultdict(list)
        self._addresses: dict[str, list[int]] = defaultdict(list)
        self._pictures: dict[str, list[int]] = defaultdict(list)
        self._painted: dict[str, Counter[str]] = defaultdict(Counter)  # ref -> addresses of pictures without an atom
        for number, atom in enumerate(atoms):
            if isinstance(atom.content, Link):
                self._links[atom.content].append(number)
                self._addresses[atom.content.address].append(number)
            elif isinstance(atom.content, Picture):
                for address in atom.content.addresses:
                    self._pictures[address].append(number)

    def find_texts(self, leaf: Block) -> None:
        """Find the texts of a leaf: first after those of the previous leaf, then everywhere."""
        if not leaf.text:
            return
        starts = self._starts.get(leaf.text.split(" ", 1)[0], [])
        behind = bisect_left(starts, self._place)
        for position in chain(islice(starts, behind, None), islice(starts, behind)):
            if not self._hits or not self._misses:
                break
            if self._texts[position] not in self.found.owner and (numbers := self._match(leaf.text, position)):
                self.found.owner.update(dict.fromkeys(numbers, leaf.ref))
                self.found.texts[leaf.ref] = numbers
                self._place = position + 1
                return
        self.found.built_by_scripts.add(leaf.ref)

    def _match(self, text: str, position: int) -> list[int] | None:
        """Return the atoms whose joined texts equal this text; None without a match or after too many comparisons."""
        wanted, at, numbers, hidden, begin = f"{text} ", 0, list[int](), 0, position
        last = min(len(self._texts), position + self._hits + MOST_HIDDEN)
        while at < len(wanted) and position < last and hidden <= MOST_HIDDEN:
            number = self._texts[position]
            words = str(self.atoms[number].content)
            end = at + len(words)
            if number not in self.found.owner and wanted.startswith(words, at) and wanted.startswith(" ", end):
                numbers.append(number)
                at, hidden = end + 1, 0
            else:
                hidden += 1
            position += 1
        self._hits, self._misses = (
            max(0, self._hits - len(numbers)),
            max(0, self._misses - (position - begin - len(numbers))),
        )
        return numbers if at == len(wanted) else None

    def find_elements(self, leaf: Block) -> None:
        """Find the links and pictures of a leaf; of equal ones, the nearest to its texts.

        A picture without an atom is a drawing, or a style sheet paints it.
        """
        texts = self.found.texts.get(leaf.ref, [])
        middle = texts[len(texts) // 2] if texts else self._place
        for link in leaf.links:
            number = self._own(self._links.get(link, ()), leaf, middle)
            if number is None and not leaf.text:  # named by a drawing
                number = self._own(self._addresses.get(link.address, ()), leaf, middle)
            if number is not None:
                self.found.elements[number] = link
            elif not leaf.text:
                self.found.built_by_scripts.add(leaf.ref)
        for image in leaf.images:
            if (number := self._own(self._pictures.get(image.address, ()), leaf, middle)) is not None:
                self.found.elements[number] = image
                self._place = number
            else:
                self._painted[leaf.ref][image.address] += 1

    def find_icons(self) -> None:
        """Return the leaves with icons: a picture painted more than once in a block is next to single elements of it."""
        icons = {address for painted in self._painted.values() for address, count in painted.items() if count > 1}
        self.found.with_icons |= {ref for ref, painted in self._painted.items() if not icons.isdisjoint(painted)}

    def _own(self, numbers: Sequence[int], leaf: Block, middle: int) -> int | None:
        """Assign the nearest of these atoms that has no leaf yet to a leaf."""
        free = [number for number in numbers if number not in self.found.owner] if self._misses else []
        self._misses = max(0, self._misses - len(numbers))
        if not free:
            return None
        nearest = min(free, key=lambda number: abs(number - middle))
        self.found.owner[nearest] = leaf.ref
        return nearest
