"""Everything that changed on a page as single findings a person could point at, each with the chance that it matters.

Blocks that are there in both versions are compared word by word (`text_edits`, `edit_kinds`); what came or went as a whole
block, linked titles, links that lead elsewhere, pictures and looks are findings too. Nothing is silenced by a role alone: a
contact box called 'footer' speaks. A finding is noise (chance 0) when its words are: clocks and counters, mended spelling,
what stands under a label such as 'most read', an advertisement whose words were all exchanged, and words that only moved.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from urllib.parse import parse_qsl, urlsplit

from pagestrata.deciding.edit_kinds import SPELLING, EditKind, kind_of
from pagestrata.deciding.idle_figures import Page, is_small_print, usual_font, why_idle
from pagestrata.deciding.idle_lines import is_countdown, is_feed_line, is_idle_line, line_at
from pagestrata.deciding.pairing import Pairing
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Element, Operation
from pagestrata.weighing.block_importance import is_overlay
from pagestrata.weighing.lined_texts import lined_pair
from pagestrata.weighing.noise import noise_spans, without_noise
from pagestrata.weighing.noise_context import FRAME, Place
from pagestrata.weighing.noise_grammar import Span
from pagestrata.weighing.quotations import is_another_voice, quotation_in
from pagestrata.weighing.rotating_labels import (
    RANKED_LABEL,
    RIGID_LABEL,
    begins_with_label,
    ends_with_label,
    rotating_labels,
)
from pagestrata.weighing.text_edits import Edit, edits_between, keys_in, words_in

BEFORE_CHARACTERS = 80
LABEL_REACH_CHARACTERS = 160
NEAR_LABEL_CHARACTERS = 24
REWRITTEN = 0.5
"""A block that lost this share of its words shows something else."""
ADVERTISEMENT_WORDS = 60
MOSTLY_LINKS = 0.7
MENU_CHANCE = 0.35
"""A link of one or two words that came or went in a frame or a list of links."""
BLOCK_CHANCES = {"ad": 0.1, "menu": 0.35, "search": 0.2, "header": 0.6, "footer": 0.6}
BLOCK_CHANCE = 0.8
LINK_CHANCE, FRAME_LINK_CHANCE = 0.7, 0.3
PICTURE_CHANCE, SMALL_PICTURE_CHANCE = 0.8, 0.3
"""Another picture at another address counts as much as one behind the same address (`always_keep`)."""
STYLE_CHANCE = 0.25
MOVED_CHANCE = 0.25
VOICE_CHANCE = 0.3
"""Of the word of one customer that gave way to that of another."""
REGROUPED_CHANCE = 0.05
"""Of a block that only stands elsewhere, or is cut otherwise: said, and never a reason to keep a version."""
LEAST_PICTURE_AREA_PX = 15_000.0
QUOTED_CHARACTERS = 160
LABEL_WORDS = 2
FIGURES = frozenset(("price", "percentage", "date", "time", "number", "score", "version"))
PLAIN_FIGURES = frozenset(("number", "time"))
MANY_MOVED_WORDS = 8
LEAF_END = "\n "
LONG_NAME = 8
"""A file name of so many letters is the same document at whatever address."""
_YEAR = re.compile(r"(?:(?:19|20)\d\d[\s-]*){1,3}")
VISIT_NAMES = frozenset(
    [
        "sid",
        "session",
        "phpsessid",
        "jsessionid",
        "token",
        "nonce",
        "ts",
        "t",
        "time",
        "timestamp",
        "rnd",
        "rand",
        "random",
        "cb",
        "cachebuster",
        "v",
        "ver",
        "ref",
        "fbclid",
        "gclid",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One change: where, what, and the chance that a person wants to know of it (0 for noise)."""

    kind: str
    chance: float
    op: Operation
    element: Element
    block: Block  # of the new version, of the old one for what was deleted
    old: str = ""
    new: str = ""
    label: str = ""  # what stands before the changed words
    old_ref: str = ""
    slot: str = ""  # the place in the text of the block, see `text_edits`
    words: frozenset[str] = frozenset()  # the words that gave way
    silent_because: str = ""  # 'clock', 'spelling', 'rotation', 'volatile', …: why it is noise

    @property
    def is_noise(self) -> bool:
        return self.chance <= 0.0

    def silenced(self, because: str) -> Finding:
        return replace(self, chance=0.0, silent_because=because)


def findings_of(old: BlockTree, new: BlockTree, pairing: Pairing) -> list[Finding]:
    """All findings, the likeliest first."""
    words = PageWords(old, new)
    places = Places(old, new)
    found: list[Finding] = []
    for before, after in pairing.changed:
        found += _between(before, after, places, words)
    for block in pairing.inserted:
        found += _whole(block, "insert", places, words)
    for block in pairing.deleted:
        found += _whole(block, "delete", places, words)
    found = _with_voices(found)
    found += [_restyle(before, after) for before, after in pairing.equal if _is_restyled(before, after)]
    found += [
        Finding(kind="moved", chance=REGROUPED_CHANCE, op=one.op, element="block", block=one.block, old_ref=one.old_ref)
        for one in pairing.regrouped
    ]
    return sorted(found, key=lambda one: -one.chance)


def _with_voices(found: Sequence[Finding]) -> list[Finding]:
    """The findings, of which those have little chance that give the word of one customer for that of another."""
    went, came = (
        [one for one in found if one.element == "block" and one.op == op and quotation_in(one.block.text)]
        for op in ("delete", "insert")
    )
    exchanged = {
        id(one)
        for old, new in zip(went, came, strict=False)
        if is_another_voice(quotation_in(old.block.text), quotation_in(new.block.text))
        for one in (old, new)
    }
    return [replace(one, kind="voice", chance=VOICE_CHANCE) if id(one) in exchanged else one for one in found]


class Places:
    """Where the text of a leaf stands, looked up for those that are asked for: of a large page few changed."""

    def __init__(self, *trees: BlockTree) -> None:
        self._pages = [list(tree.leaves()) for tree in trees]
        self._at = {id(leaf): (page, number) for page in self._pages for number, leaf in enumerate(page)}

    def of(self, block: Block) -> Place:
        """The place of a leaf; that of a page's first leaf for another block."""
        page, number = self._at.get(id(block), ((), 0))
        parts: list[str] = []
        reach = 0
        while number and reach < LABEL_REACH_CHARACTERS:
            number -= 1
            parts.append(page[number].lined_text[-BEFORE_CHARACTERS:])
            reach += 1 + len(parts[-1])
        above = "".join(f"\n{part}" for part in reversed(parts))[-LABEL_REACH_CHARACTERS:]
        return Place(role=block.role, before=parts[0] if parts else "", above=above)


class PageWords:
    """Both pages whole, to tell what moved from what came. Read as far as somebody asks: most leaves stayed as they were."""

    def __init__(self, old: BlockTree, new: BlockTree) -> None:
        self.page = Page(usual_font(list(new.leaves())), (old.captured_at, new.captured_at))
        self._leaves = tuple([leaf for leaf in tree.leaves() if not is_overlay(leaf)] for tree in (old, new))

    def only_moved(self, words: Sequence[str]) -> bool:
        """Whether a stretch of words is as often on both pages."""
        key = f" {' '.join(words)} "
        old_changed, new_changed = (page.count(key) for page in self._changed)
        if old_changed == new_changed and (old_changed or key in self._whole[0]):
            return True
        if len(words) < MANY_MOVED_WORDS or old_changed or key in self._whole[0]:
            return False
        old, new = (page.count(key) for page in self._undivided)
        return 0 < old == new

    @cached_property
    def _changed(self) -> tuple[str, ...]:
        """The words of leaves that are not on the other page, of each page: the others are as often on both."""
        old, new = (Counter(leaf.text for leaf in page) for page in self._leaves)
        return tuple(_words_of(texts.elements()) for texts in (old - new, new - old))

    @cached_property
    def _whole(self) -> tuple[str, ...]:
        known = cache(keys_in)  # nearly all leaves say the same on both pages
        return tuple(_words_of((leaf.text for leaf in page), known) for page in self._leaves)

    @cached_property
    def _undivided(self) -> tuple[str, ...]:
        """The words without the ends of leaves: a text may have been divided otherwise."""
        return tuple(page.replace(LEAF_END, "") for page in self._whole)

    @cached_property
    def old_addresses(self) -> frozenset[str]:
        return _documents(self._leaves[0])

    @cached_property
    def new_addresses(self) -> frozenset[str]:
        return _documents(self._leaves[1])


def _words_of(texts: Iterable[str], keys_of: Callable[[str], str] = keys_in) -> str:
    return " " + "".join([f"{keys_of(text)} {LEAF_END}" for text in texts if text])


def _documents(leaves: Iterable[Block]) -> frozenset[str]:
    return frozenset(document_of(link.address) for leaf in leaves for link in leaf.links)


def _between(before: Block, after: Block, places: Places, words: PageWords) -> Iterator[Finding]:
    """What changed in a block that is there in both versions."""
    old_place, new_place = places.of(before), places.of(after)
    texts = lined_pair(before, after)
    noise = noise_spans(texts[0], old_place), noise_spans(texts[1], new_place)
    yield from _noise_findings(before, after, texts, noise)
    edits = edits_between(*texts, old_noise=noise[0], new_noise=noise[1])
    if is_rotated_advertisement(before, after, edits):
        edit = edits[0]
        yield _finding(before, after, EditKind("rotation", 0.0, edit.old, edit.new), edit, texts).silenced("rotation")
        return
    if is_another_voice(*(quotation_in(block.text) for block in (before, after))):
        edit = edits[0]
        yield _finding(before, after, EditKind("voice", VOICE_CHANCE, before.text, after.text), edit, texts)
        return
    for edit in edits:
        yield _judged(edit, before, after, texts, (old_place, new_place), words)
    if not edits:
        yield from _links(before, after, words)
    for picture in _pictures(before, after):
        yield picture.silenced("rotation") if _is_labelled(after, new_place) else picture


def _judged(
    edit: Edit, before: Block, after: Block, texts: tuple[str, str], places: tuple[Place, Place], words: PageWords
) -> Finding:
    edit = _without_moved_side(edit, words)
    kind = kind_of(edit, *texts)
    found = _finding(before, after, kind, edit, texts)
    silent = _why_silent(edit, kind, after, texts, places, words.page)
    if silent:
        return found.silenced(silent)
    if _is_another_voice_in_line(edit, texts):
        return replace(found, kind="voice", chance=VOICE_CHANCE)
    if _is_moved(edit, words):
        return replace(found, kind="moved", chance=MOVED_CHANCE)
    if edit.operation != "update" and _is_menu_entry(edit, before if edit.old else after):
        return replace(found, kind="link", chance=MENU_CHANCE, element="link")
    return found


def _why_silent(
    edit: Edit, kind: EditKind, block: Block, texts: tuple[str, str], places: tuple[Place, Place], page: Page
) -> str:
    """What kind of noise an edit is, '' where it speaks."""
    if kind.name == SPELLING or _is_same_in_other_signs(edit.old, edit.new):
        return "spelling"
    if block.role == "footer" and _YEAR.fullmatch(f"{edit.old} {edit.new}".strip()):
        return "copyright"
    if _is_under_label(edit, texts, places[1], single_fact=_is_single_fact(kind, edit)):
        return "rotation"
    idle = why_idle(edit, texts, block, page, plain=kind.name in PLAIN_FIGURES)
    if idle:
        return idle
    if is_feed_line(edit, texts) or (_is_quiet(block, page) and is_idle_line(edit, texts, places)):
        return "counter"
    return "countdown" if edit.operation == "update" and is_countdown(edit, texts) else ""


def _is_quiet(block: Block, page: Page) -> bool:
    """Whether a block is small print or the frame of a page, and no table."""
    return block.role != "table" and (block.role in FRAME or is_small_print(block, page))


def _is_another_voice_in_line(edit: Edit, texts: tuple[str, str]) -> bool:
    starts = edit.old_start, edit.new_start
    return is_another_voice(*(quotation_in(line_at(text, at)) for text, at in zip(texts, starts, strict=True)))


def _without_moved_side(edit: Edit, words: PageWords) -> Edit:
    """An edit of which one side stands elsewhere on the other page, and the other does not: those words came, or went."""
    if edit.operation != "update":
        return edit
    moved = [
        len(side) > 1 and words.only_moved([word.key for word in side]) for side in (edit.old_words, edit.new_words)
    ]
    if moved == [True, False]:
        return edit._replace(old="", old_words=())
    return edit._replace(new="", new_words=()) if moved == [False, True] else edit


def _is_moved(edit: Edit, words: PageWords) -> bool:
    """Whether the words of an edit, more than one on each side it has, are as often on both pages."""
    sides = [side for side in (edit.old_words, edit.new_words) if side]
    return all(len(side) > 1 and words.only_moved([word.key for word in side]) for side in sides)


def _is_same_in_other_signs(old: str, new: str) -> bool:
    """Whether two texts differ only by the script of their digits or the width of their letters: ٥٠ and 50."""
    return old != new and bool(old) and _in_plain_signs(old) == _in_plain_signs(new)


def _in_plain_signs(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in plain)


def _finding(before: Block, after: Block, kind: EditKind, edit: Edit, texts: tuple[str, str]) -> Finding:
    text, start = (texts[1], edit.new_start) if edit.new_words else (texts[0], edit.old_start)
    return Finding(
        kind=kind.name,
        chance=kind.chance,
        op=edit.operation,  # type: ignore[arg-type]
        element="text",
        block=after,
        old=kind.old,
        new=kind.new,
        label=text[max(0, start - BEFORE_CHARACTERS) : start],
        old_ref=before.ref,
        slot=edit.slot,
        words=frozenset(word.key for word in edit.old_words),
    )


def _noise_findings(
    before: Block, after: Block, texts: tuple[str, str], noise: tuple[Sequence[Span], Sequence[Span]]
) -> Iterator[Finding]:
    """One finding for each kind of noise that changed in a block."""
    was, now = (
        Counter((span.kind, " ".join(text[span.start : span.end].split())) for span in spans)
        for text, spans in zip(texts, noise, strict=True)
    )
    seen: set[str] = set()
    for kind, text in now - was or was - now:
        if kind not in seen:
            seen.add(kind)
            gone = next((one for other, one in was - now if other == kind), "")
            yield Finding(
                kind=kind, chance=0.0, op="update", element="text", block=after, old=gone, new=text,
                old_ref=before.ref, silent_because=kind,
            )  # fmt: skip


def _is_single_fact(kind: EditKind, edit: Edit) -> bool:
    """Whether one figure changed and the words around it stayed: no tip is rotated this way."""
    few = max(len(edit.old_words), len(edit.new_words)) <= 2
    return kind.name in FIGURES and edit.operation == "update" and few and edit.old_words[0].key[0].isdecimal()


def _is_under_label(edit: Edit, texts: tuple[str, str], place: Place, *, single_fact: bool) -> bool:
    """Whether the words stand under a label such as 'most read' or 'sponsored'."""
    text, start = (texts[1], edit.new_start) if edit.new_words else (texts[0], edit.old_start)
    before = text[max(0, start - LABEL_REACH_CHARACTERS) : start]
    label = max(rotating_labels(before), key=re.Match.end, default=None)
    if label is not None:
        between = before[label.end() :]
        if single_fact and not any(one.search(label.group()) for one in (RIGID_LABEL, RANKED_LABEL)):
            return False
        if len(between) <= NEAR_LABEL_CHARACTERS:
            return True
        return RANKED_LABEL.search(label.group()) is not None and not _ends_sentence(between)
    return len(place.before) <= NEAR_LABEL_CHARACTERS * 2 and ends_with_label(place.before)


def _ends_sentence(text: str) -> bool:
    return any(text[at - 1 : at].isalpha() and text[at : at + 2] in {". ", "! "} for at in range(3, len(text)))


def _is_menu_entry(edit: Edit, block: Block) -> bool:
    """Whether the words are those of short links in a frame or in a list of nothing but links, or numbers of pages."""
    words, said = edit.new_words or edit.old_words, (edit.new or edit.old).casefold()
    names = [link.name.casefold() for link in block.links]
    if said in names and all(word.key[0].isdecimal() for word in words):
        return True
    if block.role == "menu" or not _is_all_links(block):
        return block.role == "menu"
    if block.role in FRAME:
        return True
    numbered = any(word.key[0].isdecimal() for word in words)
    return block.role in {"link list", "sidebar"} and not numbered and _is_made_of_short_names(said, names)


def _is_made_of_short_names(said: str, names: Sequence[str]) -> bool:
    within = [name for name in names if name and name in said]
    return sum(map(len, within)) >= MOSTLY_LINKS * len(said) and all(len(name.split()) <= 3 for name in within)


def is_rotated_advertisement(before: Block, after: Block, edits: Sequence[Edit]) -> bool:
    """Whether a block shows another advertisement: hardly a word stayed, and it is one by role or by its links."""
    if not edits:
        return False
    sizes = [len(words_in(block.text)) for block in (before, after)]
    kept = sizes[0] - sum(len(edit.old_words) for edit in edits)
    if max(sizes) > ADVERTISEMENT_WORDS or kept > REWRITTEN * max(1, min(sizes)):
        return False
    if after.role == "ad" or before.role == "ad":
        return True
    outside = [_is_outside(block) for block in (before, after)]
    return all(outside) and bool(before.images) == bool(after.images)


def _is_outside(block: Block) -> bool:
    """Whether every link of a block says that it is an advertisement's: counted clicks, known networks."""
    signs = (
        "doubleclick",
        "adservice",
        "/ads/",
        "/ad/",
        "adclick",
        "utm_medium=",
        "aclk",
        "sponsor",
        "taboola",
        "outbrain",
    )
    return bool(block.links) and all(any(sign in link.address for sign in signs) for link in block.links)


def _whole(block: Block, op: Operation, places: Places, words: PageWords) -> Iterator[Finding]:
    """A block that came or went."""
    place = places.of(block)
    said = without_noise(block.lined_text, place)
    chance = BLOCK_CHANCES.get(block.role, BLOCK_CHANCE)
    quote = said[:QUOTED_CHARACTERS]
    found = Finding(
        kind="block", chance=chance, op=op, element="block", block=block, old_ref=block.ref if op == "delete" else "",
        old=quote if op == "delete" else "", new=quote if op == "insert" else "",
    )  # fmt: skip
    keys = [word.key for word in words_in(said)]
    if len(keys) <= LABEL_WORDS and len(keys) < len(words_in(block.text)):  # 'Updated', and the time is taken out
        yield found.silenced("clock")
    elif keys:
        yield _with_words(found, keys, said, place, words)
    elif block.images and block.box.area >= LEAST_PICTURE_AREA_PX and block.role != "ad":
        picture = replace(found, kind="picture", element="image", chance=SMALL_PICTURE_CHANCE)
        yield picture.silenced("rotation") if _is_labelled(block, place) else picture


def _with_words(found: Finding, keys: Sequence[str], said: str, place: Place, words: PageWords) -> Finding:
    """What a block that came or went with these words is: rotated, moved, an entry of a menu, or news."""
    block, op = found.block, found.op
    labelled = ends_with_label(place.before) or begins_with_label(said)
    if labelled or block.role == "ad":
        return found.silenced("rotation")
    linked = _is_all_links(block)
    known = linked and all(document_of(link.address) in _other(words, op) for link in block.links)
    if known or words.only_moved(keys):
        return replace(found, kind="moved", op="move", chance=MOVED_CHANCE)
    if block.role in FRAME and linked:
        return replace(found, kind="link", element="link", chance=MENU_CHANCE)
    return found


def _is_labelled(block: Block, place: Place) -> bool:
    """Whether a label such as 'Advertisement' stands over a picture: in the block before, or as all the text of its own."""
    return ends_with_label(place.before) or (begins_with_label(block.text) and ends_with_label(block.text))


def _other(words: PageWords, op: Operation) -> frozenset[str]:
    return words.old_addresses if op == "insert" else words.new_addresses


def _is_all_links(block: Block) -> bool:
    return bool(block.links) and sum(len(link.name) for link in block.links) >= MOSTLY_LINKS * len(block.text)


def _links(before: Block, after: Block, words: PageWords) -> Iterator[Finding]:
    """Links of the same name that lead to a document the other version does not know."""
    for was, now in zip(before.links, after.links, strict=False):
        if was.name != now.name or not any(map(str.isalpha, now.name)) or _is_same_document(was.address, now.address):
            continue
        if document_of(now.address) in words.old_addresses:
            continue
        frame = after.role in FRAME or after.role == "ad"
        yield Finding(
            kind="link", chance=FRAME_LINK_CHANCE if frame else LINK_CHANCE, op="update", element="link", block=after,
            old=was.address, new=now.address, label=now.name, old_ref=before.ref,
        )  # fmt: skip


def _is_same_document(was: str, now: str) -> bool:
    """Whether two addresses are the same but for what differs from visit to visit, or the same file moved elsewhere."""
    first, second = document_of(was), document_of(now)
    if first == second:
        return True
    names = [one.split("?")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0].lower() for one in (first, second)]
    return names[0] == names[1] and len(names[0]) > LONG_NAME and "?" not in first + second


def document_of(address: str) -> str:
    """An address without what differs from visit to visit: fragment, tracking and session parameters."""
    try:
        parts = urlsplit(address)
        query = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in VISIT_NAMES and not k.startswith("utm_")]
    except ValueError:
        return address
    return f"{parts.netloc}{parts.path.rstrip('/')}?{query}" if query else f"{parts.netloc}{parts.path.rstrip('/')}"


def _pictures(before: Block, after: Block) -> Iterator[Finding]:
    was, now = ([document_of(image.address).split("?")[0] for image in block.images] for block in (before, after))
    if sorted(was) == sorted(now) or after.role == "ad":
        return
    large = after.box.area >= LEAST_PICTURE_AREA_PX and after.role not in FRAME
    op: Operation = "update" if was and now else "insert" if now else "delete"
    yield Finding(
        kind="picture", chance=PICTURE_CHANCE if large and was and now else SMALL_PICTURE_CHANCE, op=op, element="image",
        block=after, old=_name_of_picture(before), new=_name_of_picture(after), old_ref=before.ref,
    )  # fmt: skip


def _name_of_picture(block: Block) -> str:
    return next((image.name or image.address.rsplit("/", 1)[-1] for image in block.images), "")


def _is_restyled(before: Block, after: Block) -> bool:
    return before.style is not None and after.style is not None and before.style != after.style


def _restyle(before: Block, after: Block) -> Finding:
    return Finding(kind="style", chance=STYLE_CHANCE, op="update", element="style", block=after, old_ref=before.ref)


def speaking(findings: Iterable[Finding]) -> list[Finding]:
    """Those that are no noise."""
    return [finding for finding in findings if not finding.is_noise]
