"""What changed on a page, with the probability (`chance`) that a person wants to know of each change.

The evidence judges edits of text one by one. A block that was inserted or deleted is one finding with the chance of its most
likely line. New link targets, new pictures, new styles and moved blocks have a fixed chance each. An unlikely finding names the
evidence that counts most against it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, Pairing, pair_blocks
from pagestrata.judging.edits import MOST_EDITS, Edit, edits_of_block, edits_of_pair, old_side, part_around
from pagestrata.judging.evidence.around_the_edit import LOOK_NAMES, LinkOrPicture, look_evidence, share_of
from pagestrata.judging.model import AT, KEEPS_CHANGING, NAMES, EvidenceModel, Floats, default_model, evidence_of
from pagestrata.judging.page_history import UNKNOWN, link_slot_of, picture_slot_of
from pagestrata.judging.values import Value, whole_value
from pagestrata.judging.words import FRAME, noise_share
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta, Element, Operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One change: where, what, and the chance that a person wants to know of it. 0 means noise."""

    kind: str
    chance: float
    op: Operation
    element: Element
    block: Block  # of the new version, of the old one for what was deleted
    old: str = ""
    new: str = ""
    label: str = ""  # the words before the changed ones; for a link its name
    old_ref: str = ""
    words: frozenset[str] = frozenset()  # the changed words of both sides
    silent_because: str = ""  # 'clock', 'spelling', 'rotation', 'volatile', …: why it is noise
    doubt: str = ""  # the evidence that counts most against the change, in words
    is_swapped: bool = False  # a picture that differs in its pixels, not in its address

    @property
    def is_noise(self) -> bool:
        return self.chance <= 0.0

    def silenced(self, because: str) -> Finding:
        return replace(self, chance=0.0, silent_because=because)


def likeliest(findings: Iterable[Finding]) -> float:
    """Return the greatest chance of all findings; 0 without any."""
    return max((finding.chance for finding in findings), default=0.0)


def speaking(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are not noise."""
    return [finding for finding in findings if not finding.is_noise]


NOISE = 0.1
"""Findings with a lower chance are noise, even with `--strict`."""
EVEN = 0.5
MOST_DOUBTS = 60
"""Maximum number of findings of one page that name their counter-evidence."""
QUOTED_CHARACTERS = 160
PART_WORDS = 8
KINDS = {
    "money": "price", "percent": "percentage", "score": "score", "version": "version", "date": "date", "clock": "time",
    "span": "time", "measure": "number", "count": "number", "code": "code",
}  # fmt: skip
"""Names of kinds of values in reasons."""


LINK_CHANCE, FRAME_LINK_CHANCE = 0.7, 0.3
PICTURE_CHANCE, SMALL_PICTURE_CHANCE = 0.8, 0.3
"""A new picture at a new address counts as much as one swapped behind the same address (`visual_blocks`)."""
STYLE_CHANCE = 0.25
REGROUPED_CHANCE = 0.05
"""Chance of a block that only moved or was cut differently: reported, but never a reason to keep a version."""
LEAST_PICTURE_AREA_PX = 15_000.0
DRAWN = "urn:pagestrata:svg:"
"""Prefix of the address of an inline SVG; its digest follows."""


LONG_PICTURE_NAME = 16
"""Shortest name of a picture, in letters, that identifies it at another address."""
RESIZED_PX = 2.0
"""Smallest difference in width or height between two sizes of a block."""
LONG_NAME = 8
"""Shortest file name, in letters, that identifies a document at any address."""
VISIT_NAMES = frozenset((
    "sid", "session", "phpsessid", "jsessionid", "token", "nonce", "ts", "t", "time", "timestamp", "rnd", "rand", "random", "cb",
    "cachebuster", "v", "ver", "ref", "fbclid", "gclid",
))  # fmt: skip
"""Parameters of an address that differ from visit to visit."""


SILENT = {
    "second look differs": ("unsteady", "it was different again seconds later"),
    "time is explained": ("clock", "it moved as far as the visits are apart"),
    "is an age": ("age", "it only says how long ago"),
    "is a copyright year": ("copyright", "it is the copyright year"),
    "slot changes": ("volatile", "it changes at nearly every visit"),
    "slot keeps changing": ("volatile", "it changes at nearly every visit"),
    "was here before": ("rotation", "it was here before"),
    "comes and goes": ("rotation", "it comes and goes"),
    "short items turn": ("rotation", "this list shows something else at nearly every visit"),
    "items turn": ("rotation", "this list shows something else at nearly every visit"),
    "frame turns": ("rotation", "this list shows something else at nearly every visit"),
    "came lately": ("rotation", "it was only here for a visit or two"),
    "place turns": ("rotation", "this place shows something else at nearly every visit"),
    "site changes": ("volatile", "it changes on every page of the site"),
    "day is over": ("date", "its day is over"),
    "moved": ("moved", "it only moved on the page"),
    "is spelling": ("spelling", "only its spelling changed"),
    "link is known": ("rotation", "the page linked to it before"),
    "counter creeps": ("counter", "the page counts it itself"),
    "counter alone": ("counter", "the page counts it itself"),
    "time of the page": ("clock", "it is the time of the page itself"),
    "stamp alone": ("clock", "it is the time of the page itself"),
    "machine alone": ("machine", "it is what the server says of itself"),
    "called counts": ("counter", "the page's author calls it a counter"),
    "in ad": ("rotation", "it is an advertisement"),
    "outside of the text": ("frame", "it is outside of the text that makes up the page"),
    "frame of a text": ("frame", "it is in the menu or footer of a page that is one long text"),
    "linked item beside a text": ("frame", "it is a link on a page that is one long text"),
    "under turns": ("rotation", "its label says that the page chooses it by itself"),
}
"""Evidence -> code and words for why an edit is silent, if that evidence counts most against it."""
OFTEN = 0.65
"""Minimum share of visits, after the prior, at which a place must have changed to be called rotating."""
SELDOM = {
    "slot changes": ("slot keeps changing", KEEPS_CHANGING, "it changed at an earlier visit, too"),
    "slot keeps changing": ("slot keeps changing", KEEPS_CHANGING, "it changed at an earlier visit, too"),
    "short items turn": ("short items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "items turn": ("items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "frame turns": ("items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "place turns": ("place turns", OFTEN, "this place showed something else at an earlier visit, too"),
}
"""Evidence of habits -> the evidence and its minimum value for a habit, and the words below that value."""
WITHOUT_VISITS = dict.fromkeys(("slot changes", "place turns"), share_of(UNKNOWN) + 1e-9)
"""Evidence of habits -> its value before the first visit, which is no habit."""
NOTHING_SPECIAL = ("noise", "its place and form are typical of noise")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """One edit, the values of its two sides, its evidence and its log odds."""

    edit: Edit
    old: Value
    new: Value
    odds: float
    row: Floats

    @property
    def chance(self) -> float:
        return probability_of(self.odds)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardPair:
    """The leaf blocks of two versions side by side, and what changed between them."""

    pairing: Pairing
    findings: tuple[Finding, ...]

    @property
    def has_new_styles(self) -> bool:
        """Whether blocks look different, as after a redesign."""
        return any(one.kind == "style" for one in self.findings)


def heard_pair(
    old: BlockTree, new: BlockTree, delta: Delta | None = None, *, known: Known = NOTHING_KNOWN
) -> HeardPair:
    pairing = pair_blocks(old, new, delta)
    return HeardPair(pairing=pairing, findings=tuple(findings_of(old, new, pairing, known=known)))


def findings_of(old: BlockTree, new: BlockTree, pairing: Pairing, *, known: Known = NOTHING_KNOWN) -> list[Finding]:
    """Return everything that changed between two versions, most likely first. `known` is what the archive knows of the page."""
    context = Context(old, new, known)
    looks = weighed_looks(look_findings(old, pairing), context)
    found = [_unless_rotating(one, context) for one in (*text_findings(old, new, pairing, known=known), *looks)]
    return sorted(found, key=lambda one: -one.chance)


def _unless_rotating(finding: Finding, context: Context) -> Finding:
    """Return the finding, silenced if it is in a box of another host that shows something else at nearly every visit."""
    if finding.is_noise or id(finding.block) not in context.rotating_boxes:
        return finding
    return finding.silenced("rotation")


def text_findings(
    old: BlockTree,
    new: BlockTree,
    pairing: Pairing,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Finding]:
    """Return the findings in the texts of two versions, most likely first."""
    model = model or default_model()
    found = []
    for number, judged in enumerate(_one_a_block(judged_edits(old, new, pairing, known=known, model=model))):
        finding = _finding(judged)
        if finding.chance <= EVEN:
            doubt = doubt_about(judged.row, model) if number < MOST_DOUBTS else ""
            finding = replace(finding, doubt=doubt)
        found.append(finding.silenced(code_of(judged.row, model)) if finding.chance < NOISE else finding)
    return found


def judged_edits(
    old: BlockTree,
    new: BlockTree,
    pairing: Pairing,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Judged]:
    """Return all edits between two versions with their log odds, most likely first."""
    found = evidence_of(all_edits(pairing), Context(old, new, known))
    odds = (model or default_model()).log_odds(found.rows)
    order = np.argsort(-odds, kind="stable").tolist()
    return [
        Judged(
            edit=found.edits[at][0],
            old=found.edits[at][1],
            new=found.edits[at][2],
            odds=float(odds[at]),
            row=found.rows[at],
        )
        for at in order
    ]


def all_edits(pairing: Pairing) -> list[Edit]:
    """Return the edits of all changed, inserted and deleted blocks, at most `MOST_EDITS`."""
    found = [edit for before, after in pairing.changed for edit in edits_of_pair(before, after)]
    found += [edit for block in pairing.inserted for edit in edits_of_block(block, "insert")]
    found += [edit for block in pairing.deleted for edit in edits_of_block(block, "delete")]
    return found[:MOST_EDITS]


def probability_of(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-min(30.0, max(-30.0, odds)))))


def _one_a_block(judged: list[Judged]) -> Iterator[Judged]:
    """Yield the edits, but only the most likely one of each inserted or deleted block."""
    seen: set[int] = set()
    for one in judged:
        if one.edit.is_whole_block:
            if id(one.edit.block) in seen:
                continue
            seen.add(id(one.edit.block))
        yield one


def _finding(judged: Judged) -> Finding:
    edit = judged.edit
    old_ref = edit.old_block.ref if edit.old_block is not None else edit.block.ref if edit.op == "delete" else ""
    if edit.is_whole_block:
        quote = edit.block.text[:QUOTED_CHARACTERS]
        return Finding(
            kind="moved" if judged.row[AT["moved"]] > 0 else "block", chance=judged.chance, op=edit.op, element="block",
            block=edit.block, old_ref=old_ref,
            old=quote if edit.op == "delete" else "", new=quote if edit.op == "insert" else "",
        )  # fmt: skip
    kind = _kind(judged)
    if kind == "words" and edit.op == "update":
        old, new = _parts(edit)
    else:
        old = whole_value(edit.old_line, edit.old_start, edit.old_start + len(edit.old))
        new = whole_value(edit.new_line, edit.new_start, edit.new_start + len(edit.new))
    start = edit.new_start if edit.new_line else edit.old_start
    return Finding(
        kind=kind, chance=judged.chance, op=edit.op, element="text", block=edit.block, old_ref=old_ref, old=old, new=new,
        label=edit.line[:start], words=frozenset((*edit.old_words, *edit.new_words)),
    )  # fmt: skip


def _kind(judged: Judged) -> str:
    """Return the kind of a finding: the kind of its value, or 'words'."""
    if judged.row[AT["moved"]] > 0:
        return "moved"
    kinds = {value.kind for value in (judged.old, judged.new) if value.kind != "none"}
    return KINDS.get(kinds.pop(), "words") if len(kinds) == 1 else "words"


def _parts(edit: Edit) -> tuple[str, str]:
    """Return the part of the line around the changed words on both sides, if it is short: 'Out of stock', 'In stock'."""
    was = part_around(old_side(edit)).strip()
    now = part_around(edit).strip()
    return (was, now) if max(len(was.split()), len(now.split())) <= PART_WORDS else (edit.old, edit.new)


def look_findings(old: BlockTree, pairing: Pairing) -> Iterator[Finding]:
    """Yield the findings in links, pictures, styles and positions."""
    known = functools.cache(functools.partial(_documents_of, old))  # of thousands of links, asked for by few pages
    moved = functools.cache(functools.partial(_moved_pictures, pairing))
    for before, after in pairing.changed:
        yield from _link_findings(before, after, known)
        yield from _picture_findings(before, after, moved)
    yield from _picture_blocks(pairing.inserted, "insert")
    yield from _picture_blocks(pairing.deleted, "delete")
    for before, after in pairing.equal:
        if before.style is not None and after.style is not None and before.style != after.style:
            yield Finding(
                kind="style", chance=STYLE_CHANCE, op="update", element="style", block=after, old_ref=before.ref
            )
    for one in pairing.regrouped:
        yield Finding(
            kind="moved", chance=REGROUPED_CHANCE, op=one.op, element="block", block=one.block, old_ref=one.old_ref
        )


def weighed_looks(
    findings: Iterable[Finding], context: Context, model: EvidenceModel | None = None
) -> Iterator[Finding]:
    """Yield the findings, with the chances of links and pictures changed by what is known of their surroundings."""
    model, visits = model or default_model(), context.known.history.visits
    for finding in findings:
        if finding.element not in {"link", "image"}:
            yield finding
            continue
        numbers = look_evidence(_look_of(finding), context)
        odds = math.log(finding.chance / (1.0 - finding.chance)) + model.look_odds(numbers, visits)
        weighed = replace(finding, chance=probability_of(odds))
        if weighed.chance <= EVEN:
            row = np.zeros(len(NAMES))
            row[[AT[name] for name in LOOK_NAMES]] = numbers
            row[AT["visits known"]], row[AT["is new"]] = math.log1p(visits), 1.0
            weighed = replace(weighed, doubt=doubt_about(row, model))
            weighed = weighed.silenced(code_of(row, model)) if weighed.chance < NOISE else weighed
        yield weighed


def _look_of(finding: Finding) -> LinkOrPicture:
    """Return the slot of a link or picture. A picture that was swapped at its address has no history."""
    block, is_gone = finding.block, finding.op == "delete"
    if finding.element == "link":
        return LinkOrPicture(block, link_slot_of(block, finding.label), (finding.new,), is_link=True)
    addresses = () if is_gone or finding.is_swapped else tuple(image.address for image in block.images)
    slot = "" if finding.is_swapped else picture_slot_of(block)
    return LinkOrPicture(block, slot, addresses, is_link=False, is_gone=is_gone)


def _documents_of(tree: BlockTree) -> frozenset[str]:
    """Return the documents that the links of a page lead to."""
    return frozenset(document_of(link.address) for leaf in tree.leaves() if not leaf.is_overlay for link in leaf.links)


def _link_findings(before: Block, after: Block, known: Callable[[], frozenset[str]]) -> Iterator[Finding]:
    """Yield links with an unchanged name that lead to a document the old version does not link."""
    for was, now in zip(before.links, after.links, strict=False):
        if was.name != now.name or not any(map(str.isalpha, now.name)) or is_same_document(was.address, now.address):
            continue
        if document_of(now.address) in known() or _is_a_count(now.name):
            continue
        frame = after.role in FRAME or after.role == "ad"
        yield Finding(
            kind="link", chance=FRAME_LINK_CHANCE if frame else LINK_CHANCE, op="update", element="link", block=after,
            old=was.address, new=now.address, label=now.name, old_ref=before.ref,
        )  # fmt: skip


def _is_a_count(name: str) -> bool:
    """Return whether the name of a link only counts, such as '18 comments': teasers that move meet equal counts."""
    return any(map(str.isdecimal, name)) and (noise_share(name) or 0.0) >= 1.0


def _moved_pictures(pairing: Pairing) -> frozenset[str]:
    """Return the addresses and names of the pictures that both versions show, wherever they are."""
    olds = (*(old for old, _ in (*pairing.equal, *pairing.changed)), *pairing.deleted)
    news = (*(new for _, new in (*pairing.equal, *pairing.changed)), *pairing.inserted)
    both = [{key for block in blocks for key in (*_pictures_of(block), *_names_of(block))} for blocks in (olds, news)]
    return frozenset(both[0] & both[1])


def _names_of(block: Block) -> set[str]:
    """Return the names of pictures that are long enough to identify them in another crop or size."""
    return {image.name for image in block.images if len(image.name) >= LONG_PICTURE_NAME}


def _have_moved(here: Block, there: Block, moved: frozenset[str]) -> bool:
    """Return whether the other version has all pictures of a block, where `there` is its partner.

    A picture with a new address is another crop if its name was elsewhere, or if it is named after its teaser and that has
    another size now. A chart that is redrawn in its place keeps its size, and its name is not the headline.
    """
    names = (moved & _names_of(here)) - _names_of(there)
    if abs(here.box.height - there.box.height) > RESIZED_PX or abs(here.box.width - there.box.width) > RESIZED_PX:
        names |= {
            name for name in moved & _names_of(here) & _names_of(there) if name in here.text and name in there.text
        }
    images = [image for image in here.images if image.name not in names]
    return moved.issuperset(_pictures_of(replace(here, images=tuple(images))))


def _picture_findings(before: Block, after: Block, moved: Callable[[], frozenset[str]]) -> Iterator[Finding]:
    """Yield a finding if a block shows pictures at other addresses. Teasers that move take their pictures along."""
    was, now = (_pictures_of(block) for block in (before, after))
    if sorted(was) == sorted(now) or after.role == "ad":
        return
    if _have_moved(before, after, moved()) and _have_moved(after, before, moved()):
        return
    large = after.box.area >= LEAST_PICTURE_AREA_PX and after.role not in FRAME
    op: Operation = "update" if was and now else "insert" if now else "delete"
    yield Finding(
        kind="picture", chance=PICTURE_CHANCE if large and was and now else SMALL_PICTURE_CHANCE, op=op, element="image",
        block=after, old=_name_of_picture(before), new=_name_of_picture(after), old_ref=before.ref,
    )  # fmt: skip


def _picture_blocks(blocks: Iterable[Block], op: Operation) -> Iterator[Finding]:
    """Yield inserted or deleted blocks that consist of a picture."""
    for block in blocks:
        if block.images and not block.text and block.box.area >= LEAST_PICTURE_AREA_PX and block.role != "ad":
            name, old_ref = _name_of_picture(block), block.ref if op == "delete" else ""
            yield Finding(
                kind="picture", chance=SMALL_PICTURE_CHANCE, op=op, element="image", block=block, old_ref=old_ref,
                old=name if op == "delete" else "", new=name if op == "insert" else "",
            )  # fmt: skip


def _pictures_of(block: Block) -> list[str]:
    """Return the addresses of a block's pictures. Inline SVGs in a block with words are icons and do not count."""
    return [
        document_of(image.address).split("?")[0]
        for image in block.images
        if not (block.text and image.address.startswith(DRAWN))
    ]


def _name_of_picture(block: Block) -> str:
    return next((image.name or image.address.rsplit("/", 1)[-1] for image in block.images), "")


def document_of(address: str) -> str:
    """Return an address without fragment, tracking and session parameters."""
    try:
        parts = urlsplit(address)
        query = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in VISIT_NAMES and not k.startswith("utm_")]
    except ValueError:
        return address
    return f"{parts.netloc}{parts.path.rstrip('/')}?{query}" if query else f"{parts.netloc}{parts.path.rstrip('/')}"


def is_same_document(was: str, now: str) -> bool:
    """Return whether two addresses name the same document, or the same file at a new place."""
    first, second = document_of(was), document_of(now)
    if first == second:
        return True
    names = [one.split("?")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0].lower() for one in (first, second)]
    return names[0] == names[1] and len(names[0]) > LONG_NAME and "?" not in first + second


def doubt_about(row: Floats, model: EvidenceModel) -> str:
    """Return why an edit is silent, in words."""
    count = _siblings_that_speak_most(row, model)
    if count:
        return f"the same kind of value changed in {count} items like it"
    return _strongest(row, model)[1]


def code_of(row: Floats, model: EvidenceModel) -> str:
    """Return why an edit is silent, as a code."""
    return "counter" if _siblings_that_speak_most(row, model) else _strongest(row, model)[0]


def _strongest(row: Floats, model: EvidenceModel) -> tuple[str, str]:
    shares = model.shares(row)
    against = {
        name: shares[name] for name in SILENT if row[AT[name]] > WITHOUT_VISITS.get(name, 0.0) and shares[name] < 0
    }
    return _words_for(min(against, key=against.__getitem__), row) if against else NOTHING_SPECIAL


def _words_for(name: str, row: Floats) -> tuple[str, str]:
    """Return code and words of an evidence; a single change is not a habit yet."""
    code, words = SILENT[name]
    by, least, seldom = SELDOM.get(name, (name, -math.inf, ""))
    return code, words if row[AT[by]] >= least else seldom


def _siblings_that_speak_most(row: Floats, model: EvidenceModel) -> int:
    """Return how many items changed alike if that counts most against an edit, else 0."""
    alike = row[AT["siblings changed"]]
    if alike <= 0:
        return 0
    shares = model.shares(row)
    own = shares["siblings changed"] + shares["share of siblings changed"]
    strongest = min((shares[name] for name in SILENT if row[AT[name]] > 0), default=0.0)
    return round(math.expm1(alike)) + 1 if own < min(strongest, 0.0) else 0
