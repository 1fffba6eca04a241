"""Reasons of a verdict in plain sentences: the verdict with its cause first, what was ignored last.

Places are named as a person would: 'the header', 'the second story', 'the price box'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pagestrata.judging.findings import Finding, speaking
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.reasons import Reason

MOST_SENTENCES = 4
MADE_ROOM = 0.01
MOST_IGNORED = 3
QUOTED_WORDS, QUOTED_LETTERS = 24, 160

NOTHING = "no visible change"
NO_CHANGE = Reason(f"Skipped: {NOTHING}", kind="unchanged")

NOISE_NAMES: Mapping[str, str] = {
    "clock": "the clock", "date": "a date that is over", "age": "an age", "counter": "a counter",
    "copyright": "the copyright year", "machine": "technical data of the server", "moved": "text that only moved",
    "spelling": "the spelling", "rotation": "rotating content", "noise": "probable noise",
    "volatile": "what changes at every visit", "unsteady": "what differs from one look to the next",
    "design": "a design that the page had before", "frame": "text outside the main text",
    "importance": "what you muted", "weight": "what you set to weigh nothing",
}  # fmt: skip
KIND_NAMES: Mapping[str, str] = {
    "price": "the price", "percentage": "the percentage", "score": "the score", "version": "the version",
    "date": "the date", "time": "the time", "number": "the number", "code": "the code",
}  # fmt: skip
REGROUPED: Mapping[str, str] = {"split": "was divided", "merge": "was joined with another"}
_NOUNS = frozenset({
    "deadline", "hearing", "price", "fee", "rent", "fare", "rate", "age", "limit", "fine", "tax",
    "dose", "score", "version", "seats", "votes", "phone", "telephone", "address", "salary", "budget", "toll",
    "hours", "opening", "due", "date", "time", "temperature", "level", "capacity", "frist", "preis", "prix",
    "precio", "prezzo", "preço", "цена", "срок", "délai", "plazo", "scadenza", "prazo",
})  # fmt: skip
_LABELS = tuple(re.compile(rf"(?<!\w)([^\W\d_][\w{signs}' -]{{1,38}}?)\s?[:：]\s*\W{{0,2}}$") for signs in (",’", "’"))
"""The whole label, as in 'Day return, adults:', or the part after its last comma."""
MOST_LABEL_WORDS = 4
_WORDS = re.compile(r"[^\W\d_]+")


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NAMES: Mapping[str, str] = {
    "header": "the header", "footer": "the footer", "menu": "the menu", "sidebar": "the sidebar", "ad": "an advertisement",
    "search": "the search form", "form": "the form", "comments": "the comments", "overlay": "a layer over the page",
}  # fmt: skip
COUNTED: Mapping[str, str] = {"article": "story", "table": "table", "link list": "list", "image": "picture"}
STORY_CHARACTERS = 80
BOX_CHARACTERS = 200
PRICE_BOX = "price box"
HEADING_CHARACTERS = 40
MOST_MENU_WORDS = 4  # of a link, on average
HEADED = frozenset(("story", "list", "table"))
_PRICE = re.compile(r"[€$£¥₽₹₩]\s?\d|\d\s?[€$£¥₽₹₩]")


def reasons_of(
    findings: Sequence[Finding], names: Mapping[str, str], *, kept: bool, limit: float = 0.5, amount: str = ""
) -> list[Reason]:
    """Return the sentences. A finding above the chance `limit` is worth reporting. `amount` says how much changed, if a
    person's own model keeps the version and no single finding explains it."""
    heard, quiet = speaking(findings), [finding for finding in findings if finding.is_noise]
    if not heard:
        return _only_noise(quiet, names)
    doubted = _doubted(heard, limit)
    clear = [finding for finding in heard if finding not in doubted]
    told = _distinct([(finding, sentence_of(finding, names)) for finding in _in_telling_order(clear)])
    first, sentence = told[0]
    if amount:
        sentence = f"{amount}, most of all {sentence}"
    little = f"{sentence}; {first.doubt}" if first.doubt else f"too little changed: {sentence}"
    found = [_reason(first, f"Kept: {sentence}" if kept else f"Skipped: {little}")]
    found += [_reason(one, text) for one, text in told[1:MOST_SENTENCES]]
    if len(told) > MOST_SENTENCES:
        more = len(told) - MOST_SENTENCES
        found.append(Reason(f"and {more} more change{'s' * (more != 1)}", kind="more"))
    ignored = [*doubted, *quiet]
    if ignored:
        found += [Reason(f"ignored: {_ignored(ignored, names)}", kind="ignored"), *_doubts(ignored)]
    return found


def _only_noise(quiet: Sequence[Finding], names: Mapping[str, str]) -> list[Reason]:
    if not quiet:
        return [NO_CHANGE]
    only = f"Skipped: only {_ignored(quiet, names)} changed"
    return [Reason(only, kind=_first_kind(quiet), block=_first_block(quiet)), *_doubts(quiet)]


def _doubted(heard: Sequence[Finding], limit: float) -> list[Finding]:
    """Return the findings that are ignored next to one worth reporting."""
    if all(finding.chance <= limit for finding in heard):
        return []
    return [finding for finding in heard if finding.doubt and finding.chance <= limit]


def _doubts(quiet: Sequence[Finding]) -> list[Reason]:
    """Return reasons that quote some silent changes and say why they are silent."""
    texts = dict.fromkeys(f"{_changed_words(one)}: {one.doubt}" for one in quiet if one.doubt)
    return [Reason(f"silent: {text}", kind="ignored") for text in list(texts)[:MOST_IGNORED]]


def _changed_words(finding: Finding) -> str:
    old, new = _quote(finding.old), _quote(finding.new)
    return f"'{old}' -> '{new}'" if old and new else f"'{old or new}'"


def _in_telling_order(heard: Sequence[Finding]) -> list[Finding]:
    """Return the most likely findings first; deletions follow what replaced them, a redesign stands for its styles."""
    if any(one.kind == "redesign" for one in heard):
        heard = sorted([one for one in heard if one.kind != "style"], key=lambda one: one.kind != "redesign")
    came = {_where(one): one.chance for one in reversed(heard) if one.op in {"insert", "update"}}

    def told_by(finding: Finding) -> float:
        made_room = finding.op == "delete" and _where(finding) in came
        return min(finding.chance, came[_where(finding)] - MADE_ROOM) if made_room else finding.chance

    return sorted(heard, key=lambda one: -told_by(one) if one.kind != "redesign" else -1.0)


def _where(finding: Finding) -> str:
    """Return the place of a finding: the page for whole blocks, else the block."""
    return "page" if finding.element == "block" else finding.block.ref


def sentence_of(finding: Finding, names: Mapping[str, str]) -> str:
    """Return what happened, and where."""
    place = name_of(finding.block, names)
    old, new = _quote(finding.old), _quote(finding.new)
    if finding.kind == "moved":
        return _move_sentence(finding, place, new or old)
    if finding.kind == "order":
        return f"the order changed in {place}, first at '{new or old}'"
    if finding.element == "block":
        return f"{'new' if finding.op == 'insert' else 'gone'}: {place} '{new or old}'"
    if finding.element == "link" and finding.op == "update":
        return f"the link '{_quote(finding.label)}' in {place} leads elsewhere: {old} -> {new}"
    if finding.element == "image":
        return _picture_sentence(place, new or old)
    if finding.element == "style":
        return new or f"{place} looks different"
    return _text_sentence(finding, place, old, new)


def _picture_sentence(place: str, name: str) -> str:
    is_picture = place.endswith("picture") or place.startswith("picture ")
    what = f"{place} is another one" if is_picture else f"another picture in {place}"
    return f"{what}: '{name}'" if name else what


def _move_sentence(finding: Finding, place: str, what: str) -> str:
    if finding.op in REGROUPED:
        return f"{place} {REGROUPED[finding.op]}"
    return f"{place} moved" if finding.element == "block" else f"'{what}' moved in {place}"


def _text_sentence(finding: Finding, place: str, old: str, new: str) -> str:
    if finding.op == "insert":
        return f"new in {place}: '{new}'"
    if finding.op == "delete":
        return f"gone from {place}: '{old}'"
    if finding.kind in KIND_NAMES:
        return f"{_noun(finding)} changed from {old} to {new} in {place}"
    return f"'{old}' became '{new}' in {place}"


def _noun(finding: Finding) -> str:
    """Return what the changed words stand for: the label before them, a known noun, or the kind."""
    labels = (one[1].strip() for one in (label.search(finding.label[-48:]) for label in _LABELS) if one is not None)
    label = next((one for one in labels if len(one.split()) <= MOST_LABEL_WORDS), None)
    if label is not None:
        return f"'{label}'"
    if finding.kind == "percentage":  # whatever it is of
        return KIND_NAMES[finding.kind]
    words = [word.lower() for word in _WORDS.findall(finding.label)[-5:]]
    noun = next((word for word in reversed(words) if word in _NOUNS), None)
    return f"the {noun}" if noun else KIND_NAMES[finding.kind]


def _ignored(quiet: Sequence[Finding], names: Mapping[str, str]) -> str:
    parts = dict.fromkeys(
        f"{NOISE_NAMES.get(one.silent_because or 'noise', one.silent_because)} in {name_of(one.block, names)}"
        for one in quiet
    )
    listed = list(parts)
    if len(listed) > MOST_IGNORED:
        listed = [*listed[:MOST_IGNORED], f"{len(listed) - MOST_IGNORED} more"]
    return " and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))


def _distinct(told: Sequence[tuple[Finding, str]]) -> list[tuple[Finding, str]]:
    """Return each sentence once."""
    seen: dict[str, Finding] = {}
    for finding, sentence in told:
        seen.setdefault(sentence, finding)
    return [(finding, sentence) for sentence, finding in seen.items()]


def _reason(finding: Finding, text: str) -> Reason:
    return Reason(text, kind=finding.kind, block=finding.block.ref, operation=finding.op)


def _first_kind(findings: Sequence[Finding]) -> str:
    return findings[0].silent_because if findings else "unchanged"


def _first_block(findings: Sequence[Finding]) -> str:
    return findings[0].block.ref if findings else ""


def _quote(text: str) -> str:
    """Return a quotation that fits a sentence."""
    words = text.split()
    return in_short(" ".join(words[:QUOTED_WORDS])) + (" …" if len(words) > QUOTED_WORDS else "")


def in_short(text: str) -> str:
    """A quotation that fits a sentence, also of a page that writes a million letters without a space."""
    return text if len(text) <= QUOTED_LETTERS else f"{text[:QUOTED_LETTERS].rstrip()}…"


def place_names(tree: BlockTree) -> dict[str, str]:
    """ref -> name, for every leaf of the page."""
    leaves = [leaf for leaf in tree.leaves() if not leaf.is_overlay]
    kinds = {leaf.ref: _kind(leaf) for leaf in leaves}
    if list(kinds.values()).count(PRICE_BOX) > 1:  # a table of figures, or a list of offers
        kinds = {ref: "the text" if kind == PRICE_BOX else kind for ref, kind in kinds.items()}
    names: dict[str, str] = {}
    for kind in set(kinds.values()):
        of_kind = [ref for ref, other in kinds.items() if other == kind]
        names.update(zip(of_kind, _numbered(kind, len(of_kind)), strict=True))
    return {**names, **_headed(leaves, kinds)}


def _headed(leaves: Sequence[Block], kinds: Mapping[str, str]) -> dict[str, str]:
    """ref -> "'Latest news'" for stories and lists right below a short line in larger or bolder letters."""
    return {
        leaf.ref: f"'{heading.text}'"
        for heading, leaf in pairwise(leaves)
        if kinds[leaf.ref] in HEADED and _is_heading(heading, leaf)
    }


def _is_heading(heading: Block, leaf: Block) -> bool:
    if heading.style is None or leaf.style is None or heading.role in NAMES:
        return False
    above, below = heading.style, leaf.style
    louder = (above.font_size, above.font_weight) > (
        below.font_size,
        below.font_weight,
    ) or above.font_weight > below.font_weight
    return louder and 0 < len(heading.text) <= HEADING_CHARACTERS


def name_of(block: Block, names: Mapping[str, str]) -> str:
    """Return the name of a block, also of a deleted one."""
    return names.get(block.ref) or NAMES.get(block.role) or f"the {COUNTED.get(block.role, 'text')}"


def _kind(leaf: Block) -> str:
    if leaf.role in NAMES and not _is_row_of_offers(leaf):
        return NAMES[leaf.role]
    if leaf.role == "menu":
        return COUNTED["link list"]
    if leaf.role not in COUNTED and len(leaf.text) <= BOX_CHARACTERS and _PRICE.search(leaf.text):
        return PRICE_BOX
    if leaf.role in COUNTED and (leaf.role != "article" or len(leaf.text) >= STORY_CHARACTERS):
        return COUNTED[leaf.role]
    return "the page" if not leaf.text else "story" if len(leaf.text) >= STORY_CHARACTERS else "the text"


def _is_row_of_offers(leaf: Block) -> bool:
    """Return whether a row of links lists offers: half of the links have a price, or more words than menu entries."""
    if leaf.role != "menu" or not leaf.links:
        return False
    words = sum(len(link.name.split()) for link in leaf.links) / len(leaf.links)
    return words > MOST_MENU_WORDS or 2 * sum(bool(_PRICE.search(link.name)) for link in leaf.links) >= len(leaf.links)


def _numbered(kind: str, count: int) -> list[str]:
    if kind.startswith(("the ", "a ", "an ")):
        return [kind] * count
    if count == 1:
        return [f"the {kind if kind != 'story' else 'article'}"]
    return [f"the {ORDINALS[i]} {kind}" if i < len(ORDINALS) else f"{kind} {i + 1}" for i in range(count)]
