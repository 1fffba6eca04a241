"""Why a version was kept or skipped, in plain sentences made from the evidence that weighed most."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pagestrata.judging.context import make_of
from pagestrata.judging.findings import Finding
from pagestrata.judging.model import AT
from pagestrata.model.reasons import Reason

MOST_SENTENCES = 4
QUOTED_CHARACTERS = 120
EVEN = 0.5
KIND_NAMES = {
    "money": "the price", "percent": "the percentage", "score": "the score", "version": "the version", "date": "the date",
    "clock": "the time", "span": "the span of time", "measure": "the figure", "count": "the number", "code": "the code",
}  # fmt: skip
NO_CHANGE = Reason("Skipped: no visible change", kind="unchanged")

SILENT = {
    "second look differs": "it was different again seconds later",
    "time is explained": "it moved as far as the visits are apart",
    "slot changes": "it changes at nearly every visit",
    "slot keeps changing": "it changes at nearly every visit",
    "was here before": "it was here before",
    "comes and goes": "it comes and goes",
    "place turns": "this place shows something else at nearly every visit",
    "site changes": "it changes on every page of the site",
    "day is over": "its day is over",
    "moved": "it only moved on the page",
    "is spelling": "only its spelling changed",
    "link is known": "the page linked to it before",
    "counter creeps": "the page counts it itself",
    "time of the page": "it is the time of the page itself",
}
"""Evidence -> why an edit is silent, where that evidence spoke most against it."""


def reasons_of(findings: Sequence[Finding], *, kept: bool) -> list[Reason]:
    """The sentences: the verdict with its cause first, what was ignored last."""
    if not findings:
        return [NO_CHANGE]
    heard = [finding for finding in findings if finding.probability > EVEN] if kept else []
    silent = findings[len(heard) :]
    found = []
    if heard:
        found.append(_reason(heard[0], f"Kept: {sentence_of(heard[0])}"))
        found += [_reason(one, sentence_of(one)) for one in heard[1:MOST_SENTENCES]]
        if len(heard) > MOST_SENTENCES:
            found.append(Reason(f"and {len(heard) - MOST_SENTENCES} more", kind="more"))
    else:
        first = findings[0]
        verdict = "Kept" if kept else "Skipped"
        found.append(_reason(first, f"{verdict}: {sentence_of(first)}; silent: {why_silent(first)}"))
        silent = findings[1:]
    told = list(dict.fromkeys(f"{_quote(one)}: {why_silent(one)}" for one in silent))
    return [*found, *(Reason(f"silent: {text}", kind="ignored") for text in told[: MOST_SENTENCES - 1])]


def sentence_of(finding: Finding) -> str:
    """What happened, and where."""
    edit, place = finding.edit, _place(finding)
    old, new = _short(edit.old), _short(edit.new)
    if edit.op == "insert":
        return f"new in {place}: '{new}'"
    if edit.op == "delete":
        return f"gone from {place}: '{old}'"
    name = KIND_NAMES.get(finding.new.kind) if finding.new.kind == finding.old.kind else None
    return f"{name} changed from {old} to {new} in {place}" if name else f"'{old}' became '{new}' in {place}"


def why_silent(finding: Finding) -> str:
    """The evidence that spoke most against telling an edit."""
    row, alike = finding.row, AT["siblings changed"]
    shares = finding.shares
    present = {name: shares[name] for name in SILENT if row[AT[name]] > 0 and shares[name] < 0}
    siblings = shares["siblings changed"] + shares["share of siblings changed"]
    if row[alike] > 0 and siblings < min(present.values(), default=0.0):
        return f"the same kind of value changed in {round(math.expm1(row[alike])) + 1} items like it"
    if present:
        return SILENT[min(present, key=present.__getitem__)]
    return "little speaks for it: where it is and what it is made of are those of noise"


def _place(finding: Finding) -> str:
    role = str(make_of(finding.edit.block)[0])
    return f"the {role}" if role not in {"other", "image"} else "the page"


def _quote(finding: Finding) -> str:
    edit = finding.edit
    return f"'{_short(edit.old)}' -> '{_short(edit.new)}'" if edit.op == "update" else f"'{_short(edit.said)}'"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= QUOTED_CHARACTERS else f"{words[: QUOTED_CHARACTERS - 1]}…"


def _reason(finding: Finding, text: str) -> Reason:
    return Reason(text, kind=finding.new.kind if finding.new.kind != "none" else finding.old.kind,
                  block=finding.edit.block.ref, operation=finding.edit.op)  # fmt: skip
