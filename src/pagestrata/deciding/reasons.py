"""Why a version was kept or skipped, in plain sentences: the verdict with its cause first, what was ignored last."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pagestrata.deciding.findings.finding_record import Finding, speaking
from pagestrata.deciding.surroundings.place_names import name_of
from pagestrata.model.reasons import Reason
from pagestrata.weighing.texts.wording import in_short

MOST_SENTENCES = 4
MADE_ROOM = 0.01
MOST_IGNORED = 3
QUOTED_WORDS = 24

NOTHING = "no visible change"
NO_CHANGE = Reason(f"Skipped: {NOTHING}", kind="unchanged")

NOISE_NAMES: Mapping[str, str] = {
    "clock": "the clock", "date": "the date", "age": "how long ago", "label": "how long ago", "counter": "a counter",
    "crowd": "a counter", "total": "a counter", "votes": "the votes of a poll",
    "cart": "a counter of the visitor's own", "play": "the clock of the match",
    "copyright": "the copyright year", "speed": "the render time", "identifier": "an identifier",
    "revision": "a revision mark", "countdown": "the countdown", "machine": "what the server says of itself",
    "weather": "the weather of the hour",
    "spelling": "the spelling", "rotation": "rotating content",
    "volatile": "what changes at every visit", "unsteady": "what differs from one look to the next",
    "design": "a design that the page had before",
    "importance": "what you set to 0", "weight": "what you set to weigh nothing",
}  # fmt: skip
KIND_NAMES: Mapping[str, str] = {
    "price": "the price", "availability": "the availability", "percentage": "the percentage", "score": "the score",
    "version": "the version", "date": "the date", "time": "the time", "number": "the number", "name": "the name",
}  # fmt: skip
REGROUPED: Mapping[str, str] = {"split": "was divided", "merge": "was joined with another"}
_NOUNS = frozenset({
    "deadline", "hearing", "price", "fee", "rent", "fare", "rate", "age", "limit", "fine", "tax",
    "dose", "score", "version", "seats", "votes", "phone", "telephone", "address", "salary", "budget", "toll",
    "hours", "opening", "due", "date", "time", "temperature", "level", "capacity", "frist", "preis", "prix",
    "precio", "prezzo", "preço", "цена", "срок", "délai", "plazo", "scadenza", "prazo",
})  # fmt: skip
_LABELS = tuple(re.compile(rf"(?<!\w)([^\W\d_][\w{signs}' -]{{1,38}}?)\s?[:：]\s*\W{{0,2}}$") for signs in (",’", "’"))
"""Whole, as in 'Day return, adults:', or what follows its last comma."""
MOST_LABEL_WORDS = 4
_WORDS = re.compile(r"[^\W\d_]+")


def reasons_of(findings: Sequence[Finding], names: Mapping[str, str], *, kept: bool, amount: str = "") -> list[Reason]:
    """The sentences; `amount` says how much changed, for what is kept though no single finding says why."""
    heard = speaking(findings)
    quiet = [finding for finding in findings if finding.is_noise]
    ignored = _ignored(quiet, names)
    if not heard:
        only = Reason(f"Skipped: only {ignored} changed", kind=_first_kind(quiet), block=_first_block(quiet))
        return [only if quiet else NO_CHANGE]
    told = _distinct([(finding, sentence_of(finding, names)) for finding in _in_telling_order(heard)])
    first, sentence = told[0]
    if amount:
        sentence = f"{amount}, most of all {sentence}"
    verdict = f"Kept: {sentence}" if kept else f"Skipped: too little changed: {sentence}"
    found = [_reason(first, verdict), *[_reason(one, text) for one, text in told[1:MOST_SENTENCES]]]
    if len(told) > MOST_SENTENCES:
        more = len(told) - MOST_SENTENCES
        found.append(Reason(f"and {more} more change{'s' * (more != 1)}", kind="more"))
    return [*found, Reason(f"ignored: {ignored}", kind="ignored")] if quiet else found


def _in_telling_order(heard: Sequence[Finding]) -> list[Finding]:
    """The likeliest first; but what went to make room comes behind what came, and a redesign stands for all its looks."""
    if any(one.kind == "redesign" for one in heard):
        heard = sorted([one for one in heard if one.kind != "style"], key=lambda one: one.kind != "redesign")
    came = {_where(one): one.chance for one in reversed(heard) if one.op == "insert"}

    def told_by(finding: Finding) -> float:
        made_room = finding.op == "delete" and _where(finding) in came
        return min(finding.chance, came[_where(finding)] - MADE_ROOM) if made_room else finding.chance

    return sorted(heard, key=lambda one: -told_by(one) if one.kind != "redesign" else -1.0)


def _where(finding: Finding) -> str:
    """Whole blocks that came and went are of one place, words those of their block."""
    return "page" if finding.element == "block" else finding.block.ref


def sentence_of(finding: Finding, names: Mapping[str, str]) -> str:
    """What happened, and where."""
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
    """What the changed words stand for: the label before them, a telling noun, or the kind."""
    labels = (one[1].strip() for one in (label.search(finding.label[-48:]) for label in _LABELS) if one is not None)
    label = next((one for one in labels if len(one.split()) <= MOST_LABEL_WORDS), None)
    if label is not None:
        return f"'{label}'"
    words = [word.lower() for word in _WORDS.findall(finding.label)[-5:]]
    noun = next((word for word in reversed(words) if word in _NOUNS), None)
    return f"the {noun}" if noun else KIND_NAMES[finding.kind]


def _ignored(quiet: Sequence[Finding], names: Mapping[str, str]) -> str:
    parts = dict.fromkeys(
        f"{NOISE_NAMES.get(one.silent_because, one.silent_because)} in {name_of(one.block, names)}" for one in quiet
    )
    listed = list(parts)
    more = f" and {len(listed) - MOST_IGNORED} more" if len(listed) > MOST_IGNORED else ""
    return ", ".join(listed[:MOST_IGNORED]) + more


def _distinct(told: Sequence[tuple[Finding, str]]) -> list[tuple[Finding, str]]:
    """Each sentence once."""
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
    """A quotation that fits a sentence."""
    words = text.split()
    return in_short(" ".join(words[:QUOTED_WORDS])) + (" …" if len(words) > QUOTED_WORDS else "")
