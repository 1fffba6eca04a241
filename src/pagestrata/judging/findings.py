"""What changed on a page, with the chance that a person wants to know of each change.

Edits of text are judged one by one by the evidence; an unlikely one names the evidence that speaks most against it. A block that
was added or removed is one finding, whatever its lines are: its chance is that of its likeliest line. Links that lead elsewhere,
other pictures, another look and blocks that moved have a fixed chance each.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, Pairing
from pagestrata.judging.edits import MOST_EDITS, Edit, edits_of_block, edits_of_pair, old_side, part_around
from pagestrata.judging.evidence.around_the_edit import share_of
from pagestrata.judging.model import AT, KEEPS_CHANGING, EvidenceModel, Floats, default_model, evidence_of
from pagestrata.judging.page_history import UNKNOWN
from pagestrata.judging.values import Value, whole_value
from pagestrata.judging.words import FRAME
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Element, Operation


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
    label: str = ""  # the words before the changed ones; for a link its name
    old_ref: str = ""
    words: frozenset[str] = frozenset()  # the changed words of both sides
    silent_because: str = ""  # 'clock', 'spelling', 'rotation', 'volatile', …: why it is noise
    doubt: str = ""  # the evidence that speaks most against telling it, in words

    @property
    def is_noise(self) -> bool:
        return self.chance <= 0.0

    def silenced(self, because: str) -> Finding:
        return replace(self, chance=0.0, silent_because=because)


def speaking(findings: Iterable[Finding]) -> list[Finding]:
    """Those that are no noise."""
    return [finding for finding in findings if not finding.is_noise]


NOISE = 0.1
"""A finding with less chance is noise: even who wants every visible change does not want it."""
EVEN = 0.5
MOST_DOUBTS = 60
"""Findings of one page whose counter-evidence is put into words."""
QUOTED_CHARACTERS = 160
PART_WORDS = 8
KINDS = {
    "money": "price", "percent": "percentage", "score": "score", "version": "version", "date": "date", "clock": "time",
    "span": "time", "measure": "number", "count": "number", "code": "code",
}  # fmt: skip
"""What a value is called where people read of it."""


LINK_CHANCE, FRAME_LINK_CHANCE = 0.7, 0.3
PICTURE_CHANCE, SMALL_PICTURE_CHANCE = 0.8, 0.3
"""Another picture at another address counts as much as one behind the same address (`visual_blocks`)."""
STYLE_CHANCE = 0.25
REGROUPED_CHANCE = 0.05
"""Of a block that is only elsewhere, or cut otherwise: said, and never a reason to keep a version."""
LEAST_PICTURE_AREA_PX = 15_000.0
DRAWN = "urn:pagestrata:svg:"
"""Where the address of an SVG in the page's own markup begins; its digest follows."""


LONG_NAME = 8
"""A file name of so many letters is the same document at whatever address."""
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
"""Evidence -> why an edit is silent, where that evidence speaks most against it."""
OFTEN = 0.65
"""Share of visits at which a place showed something else: more than one of one, or two of three."""
SELDOM = {
    "slot changes": ("slot keeps changing", KEEPS_CHANGING, "it changed at an earlier visit, too"),
    "slot keeps changing": ("slot keeps changing", KEEPS_CHANGING, "it changed at an earlier visit, too"),
    "short items turn": ("short items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "items turn": ("items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "frame turns": ("items turn", KEEPS_CHANGING, "this list changed at an earlier visit, too"),
    "place turns": ("place turns", OFTEN, "this place showed something else at an earlier visit, too"),
}
"""Evidence of habits -> the number from which it is one, and what is said below it."""
WITHOUT_VISITS = dict.fromkeys(("slot changes", "place turns"), share_of(UNKNOWN) + 1e-9)
"""Evidence of habits -> what it is before the first visit, which is no habit to tell."""
NOTHING_SPECIAL = ("noise", "little speaks for it: where it is and what it is made of are those of noise")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """One edit, what its two sides are, and how much speaks for telling it."""

    edit: Edit
    old: Value
    new: Value
    odds: float
    row: Floats

    @property
    def chance(self) -> float:
        return probability_of(self.odds)


def findings_of(old: BlockTree, new: BlockTree, pairing: Pairing, *, known: Known = NOTHING_KNOWN) -> list[Finding]:
    """Everything that changed between two versions, the likeliest first. `known` is what the archive knows of the page."""
    found = [*text_findings(old, new, pairing, known=known), *look_findings(old, pairing)]
    return sorted(found, key=lambda one: -one.chance)


def text_findings(
    old: BlockTree,
    new: BlockTree,
    pairing: Pairing,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Finding]:
    """The findings in the texts of two versions, the likeliest first."""
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
    """All edits between two versions, judged by the evidence, the likeliest first."""
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
    """The edits of all blocks that changed, came or went, up to a limit that no page needs to tell what it is worth."""
    found = [edit for before, after in pairing.changed for edit in edits_of_pair(before, after)]
    found += [edit for block in pairing.inserted for edit in edits_of_block(block, "insert")]
    found += [edit for block in pairing.deleted for edit in edits_of_block(block, "delete")]
    return found[:MOST_EDITS]


def probability_of(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-min(30.0, max(-30.0, odds)))))


def _one_a_block(judged: list[Judged]) -> Iterator[Judged]:
    """The edits, of a block that came or went only the likeliest one."""
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
    """What changed, in a word: of a figure what it is, else 'words'."""
    if judged.row[AT["moved"]] > 0:
        return "moved"
    kinds = {value.kind for value in (judged.old, judged.new) if value.kind != "none"}
    return KINDS.get(kinds.pop(), "words") if len(kinds) == 1 else "words"


def _parts(edit: Edit) -> tuple[str, str]:
    """The part of the line that the changed words are in, on both sides, where it is short: 'Out of stock', 'In stock'."""
    was = part_around(old_side(edit)).strip()
    now = part_around(edit).strip()
    return (was, now) if max(len(was.split()), len(now.split())) <= PART_WORDS else (edit.old, edit.new)


def look_findings(old: BlockTree, pairing: Pairing) -> Iterator[Finding]:
    """All findings of a page beside those in its text."""
    known = functools.cache(functools.partial(_documents_of, old))  # of thousands of links, asked for by few pages
    for before, after in pairing.changed:
        yield from _link_findings(before, after, known)
        yield from _picture_findings(before, after)
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


def _documents_of(tree: BlockTree) -> frozenset[str]:
    """What the links of a page lead to."""
    return frozenset(document_of(link.address) for leaf in tree.leaves() if not leaf.is_overlay for link in leaf.links)


def _link_findings(before: Block, after: Block, known: Callable[[], frozenset[str]]) -> Iterator[Finding]:
    """Links of the same name that lead to a document the other version does not know."""
    for was, now in zip(before.links, after.links, strict=False):
        if was.name != now.name or not any(map(str.isalpha, now.name)) or is_same_document(was.address, now.address):
            continue
        if document_of(now.address) in known():
            continue
        frame = after.role in FRAME or after.role == "ad"
        yield Finding(
            kind="link", chance=FRAME_LINK_CHANCE if frame else LINK_CHANCE, op="update", element="link", block=after,
            old=was.address, new=now.address, label=now.name, old_ref=before.ref,
        )  # fmt: skip


def _picture_findings(before: Block, after: Block) -> Iterator[Finding]:
    """That a block shows other pictures, at other addresses."""
    was, now = (_pictures_of(block) for block in (before, after))
    if sorted(was) == sorted(now) or after.role == "ad":
        return
    large = after.box.area >= LEAST_PICTURE_AREA_PX and after.role not in FRAME
    op: Operation = "update" if was and now else "insert" if now else "delete"
    yield Finding(
        kind="picture", chance=PICTURE_CHANCE if large and was and now else SMALL_PICTURE_CHANCE, op=op, element="image",
        block=after, old=_name_of_picture(before), new=_name_of_picture(after), old_ref=before.ref,
    )  # fmt: skip


def _picture_blocks(blocks: Iterable[Block], op: Operation) -> Iterator[Finding]:
    """Blocks of nothing but a picture that came or went."""
    for block in blocks:
        if block.images and not block.text and block.box.area >= LEAST_PICTURE_AREA_PX and block.role != "ad":
            name, old_ref = _name_of_picture(block), block.ref if op == "delete" else ""
            yield Finding(
                kind="picture", chance=SMALL_PICTURE_CHANCE, op=op, element="image", block=block, old_ref=old_ref,
                old=name if op == "delete" else "", new=name if op == "insert" else "",
            )  # fmt: skip


def _pictures_of(block: Block) -> list[str]:
    """The addresses of a block's pictures. Drawings inside the page are icons where the block has words."""
    return [
        document_of(image.address).split("?")[0]
        for image in block.images
        if not (block.text and image.address.startswith(DRAWN))
    ]


def _name_of_picture(block: Block) -> str:
    return next((image.name or image.address.rsplit("/", 1)[-1] for image in block.images), "")


def document_of(address: str) -> str:
    """An address without what differs from visit to visit: fragment, tracking and session parameters."""
    try:
        parts = urlsplit(address)
        query = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in VISIT_NAMES and not k.startswith("utm_")]
    except ValueError:
        return address
    return f"{parts.netloc}{parts.path.rstrip('/')}?{query}" if query else f"{parts.netloc}{parts.path.rstrip('/')}"


def is_same_document(was: str, now: str) -> bool:
    """Whether two addresses are the same but for what differs from visit to visit, or the same file moved elsewhere."""
    first, second = document_of(was), document_of(now)
    if first == second:
        return True
    names = [one.split("?")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0].lower() for one in (first, second)]
    return names[0] == names[1] and len(names[0]) > LONG_NAME and "?" not in first + second


def doubt_about(row: Floats, model: EvidenceModel) -> str:
    """Why an edit is silent, for people."""
    count = _siblings_that_speak_most(row, model)
    if count:
        return f"the same kind of value changed in {count} items like it"
    return _strongest(row, model)[1]


def code_of(row: Floats, model: EvidenceModel) -> str:
    """Why an edit is silent, in a word."""
    return "counter" if _siblings_that_speak_most(row, model) else _strongest(row, model)[0]


def _strongest(row: Floats, model: EvidenceModel) -> tuple[str, str]:
    shares = model.shares(row)
    against = {
        name: shares[name] for name in SILENT if row[AT[name]] > WITHOUT_VISITS.get(name, 0.0) and shares[name] < 0
    }
    return _words_for(min(against, key=against.__getitem__), row) if against else NOTHING_SPECIAL


def _words_for(name: str, row: Floats) -> tuple[str, str]:
    """What is said of evidence: one change is no habit yet."""
    code, words = SILENT[name]
    by, least, seldom = SELDOM.get(name, (name, -math.inf, ""))
    return code, words if row[AT[by]] >= least else seldom


def _siblings_that_speak_most(row: Floats, model: EvidenceModel) -> int:
    """How many items changed alike, where that speaks more against an edit than anything else; 0 elsewhere."""
    alike = row[AT["siblings changed"]]
    if alike <= 0:
        return 0
    shares = model.shares(row)
    own = shares["siblings changed"] + shares["share of siblings changed"]
    strongest = min((shares[name] for name in SILENT if row[AT[name]] > 0), default=0.0)
    return round(math.expm1(alike)) + 1 if own < min(strongest, 0.0) else 0
