"""The history of a page: which slots keep changing, which texts were here before, which places rotate.

Every visit, kept or skipped, is compared with the visit before it. A slot is a line with its figures masked, in its column: it
stays the same while its figure changes, and survives a redesign that keeps the line. Lines of one shape share a slot, so that
thirty comment counters are one. Words that were replaced once have a slot from then on, and so have links of one name in a
column and the pictures of a place. Texts, links and pictures are known by their hash. The state is plain data of bounded size,
stored with the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from pagestrata.errors import InputError
from pagestrata.judging.words import key_of, lines_of, shape_of
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.judging.edits import Edit
    from pagestrata.model.blocks import Block, BlockTree


FORMAT = 5
READABLE = frozenset((4, FORMAT))
"""In format 4 the places also changed with their figures: they are learned again."""
GRID_PX = 48
MOST_SLOTS = 1_200
MOST_TEXTS = 4_000
MOST_PLACES = 600
MOST_VISITS = 64
"""Number of visits at which all counts are halved, so that old habits fade."""
LEAST_TEXT = 3
MOST_HELD = 120
MOSTLY = 0.5
"""A place rotates if at least this share of its old content is gone."""


class Slot(NamedTuple):
    """The last content of a slot or a place, how often it changed, and its first visit.

    `touched` counts visits at which anything in a place changed, `changes` those at which most of it did.
    """

    now: str
    changes: int = 0
    since: int = 0
    touched: int = 0


class Seen(NamedTuple):
    """How often a text appeared on the page, the last visit that saw it, and the first visit of its present stay."""

    times: int
    last: int
    since: int


class Rate(NamedTuple):
    """The number of changes and of visits."""

    changes: int
    visits: int


UNKNOWN = Rate(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHistory:
    """The change history of one page. Immutable: `after` returns the next state."""

    visits: int = 0
    slots: Mapping[str, Slot] = field(default_factory=dict)
    places: Mapping[str, Slot] = field(default_factory=dict)
    texts: Mapping[str, Seen] = field(default_factory=dict)

    @classmethod
    def of(cls, trees: Iterable[BlockTree]) -> PageHistory:
        """Return the history of these versions, oldest first."""
        state = cls()
        for tree in trees:
            state = state.after(tree)
        return state

    def after(self, tree: BlockTree, edits: Iterable[Edit] = ()) -> PageHistory:
        """Return the state after a visit that saw this page.

        `edits` are those since an earlier version: words that were replaced have a slot from then on.
        """
        now = self.visits + 1
        slots, places, texts = _contents(tree)
        known = _with_words(self.slots, edits, slots, self.visits)
        return PageHistory(
            visits=now,
            slots=_most(_next_slots(known, slots, now), MOST_SLOTS),
            places=_most(_next_places(self.places, places, now), MOST_PLACES),
            texts=_newest({**self.texts, **{text: self._seen(text, now) for text in texts}}, MOST_TEXTS),
        )._faded()

    def after_no_change(self) -> PageHistory:
        """Return the state after a visit that found the page unchanged."""
        now = self.visits + 1
        seen = {text: one._replace(last=now) if one.last == self.visits else one for text, one in self.texts.items()}
        return PageHistory(visits=now, slots=self.slots, places=self.places, texts=seen)._faded()

    def _seen(self, text: str, now: int) -> Seen:
        known = self.texts.get(text)
        if known is None:
            return Seen(1, now, now)
        return Seen(known.times, now, known.since) if known.last >= now - 1 else Seen(known.times + 1, now, now)

    def rate_of(self, slot: str) -> Rate:
        """Return how often a slot changed since its first visit."""
        known = self.slots.get(slot)
        return Rate(known.changes, self.visits - known.since) if known is not None else UNKNOWN

    def rate_of_place(self, place: str) -> Rate:
        known = self.places.get(place)
        return Rate(known.changes, self.visits - known.since) if known is not None else UNKNOWN

    def churn_of_place(self, place: str) -> Rate:
        """Return how often anything in a place changed."""
        known = self.places.get(place)
        return Rate(known.touched, self.visits - known.since) if known is not None else UNKNOWN

    def was_here(self, line: str) -> bool:
        """Return whether an earlier visit saw this line."""
        return self._text(line) is not None

    def stay_of(self, line: str) -> int:
        """Return at how many consecutive visits, up to the last one, a line was present."""
        known = self._text(line)
        return self.visits + 1 - known.since if known is not None and known.last == self.visits else 0

    def linked(self, document: str) -> bool:
        """Return whether an earlier visit saw a link to this document, or a picture at this address."""
        return _hash_of_link(document) in self.texts

    def habits(self) -> PageHistory:
        """Return what keeps changing, without the texts: for versions that this history has already seen."""
        return PageHistory(visits=self.visits, slots=self.slots, places=self.places)

    def has_returned(self, line: str) -> bool:
        """Return whether a line disappeared and came back."""
        known = self._text(line)
        return known is not None and known.times > 1

    def _text(self, line: str) -> Seen | None:
        return self.texts.get(hash_of(key_of(line))) if self.texts else None

    def _faded(self) -> PageHistory:
        if self.visits <= MOST_VISITS:
            return self
        half = self.visits // 2
        gone = self.visits - half
        return PageHistory(
            visits=half,
            slots={key: Slot(one.now, one.changes // 2, max(0, one.since - gone)) for key, one in self.slots.items()},
            places={
                key: Slot(one.now, one.changes // 2, max(0, one.since - gone), one.touched // 2)
                for key, one in self.places.items()
            },
            texts={
                key: Seen(one.times, max(0, one.last - gone), max(0, one.since - gone))
                for key, one in self.texts.items()
            },
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "visits": self.visits,
            "slots": {key: list(one) for key, one in self.slots.items()},
            "places": {key: list(one) for key, one in self.places.items()},
            "texts": {key: list(one) for key, one in self.texts.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PageHistory:
        """Raises InputError for another format; the history is then learned again."""
        try:
            if data["format"] not in READABLE:
                raise InputError(f"change history of format {data['format']!r}, this program reads {sorted(READABLE)}")
            places = data["places"] if data["format"] == FORMAT else {}
            return cls(
                visits=int(data["visits"]),
                slots={key: Slot(str(one[0]), int(one[1]), int(one[2])) for key, one in data["slots"].items()},
                places={key: Slot(str(one[0]), int(one[1]), int(one[2]), int(one[3])) for key, one in places.items()},
                texts={key: Seen(int(one[0]), int(one[1]), int(one[2])) for key, one in data["texts"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise InputError(f"change history: not readable ({error}); it is learned again") from error


@dataclass(frozen=True, slots=True)
class SiteHistory:
    """The change histories of other pages on the host, from which the first visits to a page learn."""

    pages: tuple[PageHistory, ...] = ()

    def rate_of(self, slot: str) -> Rate:
        """Return how often this slot changed on these pages."""
        rates = [page.rate_of(slot) for page in self.pages]
        return Rate(sum(one.changes for one in rates), sum(one.visits for one in rates))


TELLING_WORDS = 4
"""This many consecutive words identify a sentence without their neighbours."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The page when it was opened again seconds later. What differs changes by itself."""

    text: str = field(repr=False)  # the words of every line, one line each
    addresses: frozenset[str] = field(default=frozenset(), repr=False)  # of links and pictures

    @classmethod
    def at(cls, tree: BlockTree) -> SecondLook:
        lines = [key_of(line) for leaf in tree.leaves() for line in lines_of(leaf)]
        addresses = frozenset(address for leaf in tree.leaves() for address in _addresses_of(leaf))
        return cls("".join([f"\n {line} " for line in lines]) + "\n", addresses)

    def shows_most_of(self, tree: BlockTree) -> bool:
        """Return whether most of the text of a page is here, too: otherwise the second look met another template."""
        lines = [key_of(line) for leaf in tree.leaves() if not leaf.is_overlay for line in lines_of(leaf)]
        shown = {line.strip() for line in self.text.split("\n")}
        return sum(len(line) for line in lines if line in shown) >= MOSTLY * sum(map(len, lines))

    def says(self, before: str, words: Sequence[str], after: str) -> bool:
        """Return whether these words are present. Few words need their neighbours; '' is the end of a line."""
        if len(words) >= TELLING_WORDS:
            return f" {' '.join(words)} " in self.text
        said = " ".join((before or "\n", *words, after or "\n"))
        return f" {said} " in f" {self.text} " if before or after else said in self.text


def hash_of(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


def bare_address(address: str) -> str:
    """Return an address without scheme, query and fragment."""
    return address.partition("#")[0].partition("?")[0].rstrip("/").rpartition("://")[2]


def _hash_of_link(document: str) -> str:
    return hash_of(f"link {document}")


def _addresses_of(leaf: Block) -> Iterator[str]:
    """Yield the addresses of the links and pictures of a block, as the history knows them."""
    yield from (bare_address(link.address) for link in leaf.links)
    yield from (bare_address(image.address) for image in leaf.images)


def slot_of(block: Block, line: str) -> str:
    """Return the identity of a line whose figures may change: role, column and masked text."""
    return hash_of(f"{block.role}|{_column(block)}|{shape_of(line)}")


def slot_of_edit(edit: Edit) -> str:
    """Return the identity of the place of an edit: role, column and the words around it, whatever else the line says."""
    block = edit.old_block or edit.block
    return hash_of(f"{block.role}|{_column(block)}|{edit.before}|{edit.after}|words")


def link_slot_of(block: Block, name: str) -> str:
    """Return the identity of a link whose target may change: role, column and masked name."""
    return hash_of(f"{block.role}|{_column(block)}|link {shape_of(name)}")


def picture_slot_of(block: Block) -> str:
    """Return the identity of the pictures in a place of the layout."""
    return hash_of(f"{place_of(block)}|picture")


def place_between(leaves: Sequence[Block], at: int) -> str:
    """Return the place of a leaf by what stands before and after it, or '' at either end: a box has it whatever its size."""
    if not 0 < at < len(leaves) - 1:
        return ""
    return hash_of(f"{shape_of(leaves[at - 1].text)}|{shape_of(leaves[at + 1].text)}|between")


def place_of(block: Block) -> str:
    """Return the place of a block in the layout: role, column and width, but not its height on the page."""
    width = round(block.box.width / GRID_PX) if block.box.is_finite else 0
    return f"{block.role} {_column(block)} {width}"


def _column(block: Block) -> int:
    return round(block.box.x / GRID_PX) if block.box.is_finite else 0


def _contents(tree: BlockTree) -> tuple[dict[str, str], dict[str, list[str]], list[str]]:
    """Return the content of each slot and of each place, and all texts of a page."""
    slots: dict[str, list[str]] = {}
    shown: dict[str, set[str]] = {}  # slots of links and pictures, whose order does not count
    places: dict[str, list[str]] = {}
    texts: list[str] = []
    leaves = [leaf for leaf in tree.leaves() if not leaf.is_overlay]
    for at, leaf in enumerate(leaves):
        if between := place_between(leaves, at):
            places[between] = [hash_of(shape_of(leaf.text))]
        place = places.setdefault(place_of(leaf), [])
        texts += map(_hash_of_link, _addresses_of(leaf))
        for link in leaf.links:
            if link.name:
                shown.setdefault(link_slot_of(leaf, link.name), set()).add(bare_address(link.address))
        if leaf.images:
            shown.setdefault(picture_slot_of(leaf), set()).update(bare_address(image.address) for image in leaf.images)
        for line in lines_of(leaf):
            key = key_of(line)
            text = hash_of(key)
            place.append(hash_of(shape_of(line)))
            if any(map(str.isdecimal, line)):
                slots.setdefault(slot_of(leaf, line), []).append(key)
            if len(key) >= LEAST_TEXT:
                texts.append(text)
    found = {slot: hash_of("\n".join(lines)) for slot, lines in slots.items()}
    found |= {slot: hash_of("\n".join(sorted(addresses))) for slot, addresses in shown.items()}
    return found, places, texts


def _with_words(
    known: Mapping[str, Slot], edits: Iterable[Edit], contents: dict[str, str], visits: int
) -> Mapping[str, Slot]:
    """Add what replaced words now say to `contents`, and return the slots with one for each place that is new."""
    found = dict(known)
    for edit in edits:
        if edit.op == "update" and not any(map(str.isdecimal, edit.new)):
            slot = slot_of_edit(edit)
            contents[slot] = hash_of(" ".join(edit.new_words))
            found.setdefault(slot, Slot(hash_of(" ".join(edit.old_words)), 0, visits))
    return found


def _next_slots(known: Mapping[str, Slot], contents: Mapping[str, str], now: int) -> dict[str, Slot]:
    found = dict(known)
    for key, said in contents.items():
        old = known.get(key)
        found[key] = Slot(said, old.changes + (old.now != said), old.since) if old is not None else Slot(said, 0, now)
    return found


def _next_places(known: Mapping[str, Slot], contents: Mapping[str, list[str]], now: int) -> dict[str, Slot]:
    found = {
        key: old if key in contents or not old.now else Slot("", old.changes + 1, old.since, old.touched + 1)
        for key, old in known.items()
    }
    for key, texts in contents.items():
        old, held = known.get(key), " ".join(sorted({text[:6] for text in texts})[:MOST_HELD])
        if old is None:
            found[key] = Slot(held, 0, now)
            continue
        was = set(old.now.split())
        turned = len(was - set(held.split())) >= MOSTLY * len(was) if was else bool(held)
        found[key] = Slot(held, old.changes + turned, old.since, old.touched + (held != old.now))
    return found


def _most(slots: dict[str, Slot], most: int) -> dict[str, Slot]:
    """Keep the entries that change most."""
    if len(slots) <= most:
        return slots
    return dict(sorted(slots.items(), key=lambda item: (-item[1].changes, -item[1].since, item[0]))[:most])


def _newest(texts: dict[str, Seen], most: int) -> dict[str, Seen]:
    if len(texts) <= most:
        return texts
    return dict(sorted(texts.items(), key=lambda item: (-item[1].last, -item[1].times, item[0]))[:most])
