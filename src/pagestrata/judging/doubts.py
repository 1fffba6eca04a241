"""The evidence that speaks most against telling an edit: in words for people, and as a short code."""

from __future__ import annotations

import math

from pagestrata.judging.model import AT, EvidenceModel, Floats

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
    "under turns": ("rotation", "its label says that the page chooses it by itself"),
}
"""Evidence -> why an edit is silent, where that evidence speaks most against it."""
NOTHING_SPECIAL = ("noise", "little speaks for it: where it is and what it is made of are those of noise")


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
    against = {name: shares[name] for name in SILENT if row[AT[name]] > 0 and shares[name] < 0}
    return SILENT[min(against, key=against.__getitem__)] if against else NOTHING_SPECIAL


def _siblings_that_speak_most(row: Floats, model: EvidenceModel) -> int:
    """How many items changed alike, where that speaks more against an edit than anything else; 0 elsewhere."""
    alike = row[AT["siblings changed"]]
    if alike <= 0:
        return 0
    shares = model.shares(row)
    own = shares["siblings changed"] + shares["share of siblings changed"]
    strongest = min((shares[name] for name in SILENT if row[AT[name]] > 0), default=0.0)
    return round(math.expm1(alike)) + 1 if own < min(strongest, 0.0) else 0
