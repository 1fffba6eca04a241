"""What a person is shown of the changes between two versions: by block with their words, what is folded and why, and where
on the pictures they are.

A change is known by its number, from 1 in the order of importance; the same for the same two versions and settings, so
that an address can name it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pagestrata.deciding.reasons import NOISE_NAMES, place_names
from pagestrata.deciding.sides import Side
from pagestrata.judging.findings import Finding
from pagestrata.model.deltas import Delta
from pagestrata.model.plain_numbers import LIKELIHOODS, percent
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_groups import UNIMPORTANT, Group, Line, Piece, groups_of
from pagestrata.visit.shown.pane_marks import GAP_SHARE, Arrow, Pane, arrows_between, pane_of

LONGEST_PIECE = 3_000
LONGEST_LINE = 9_000
MOST_LINES = 60
LONGEST_COMPARED = 100_000
"""Characters of one text that are compared word by word; what is shown of them is less."""
_REFS = re.compile(r"(?:^|(?<= \+ ))\+?\d+(?:\.\d+)*: ")
"""'1.2: ' before the words of each block in 'a + b': the marks on the pictures say which they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPair:
    """Two versions of a page, compared, weighed and judged."""

    before: Side = field(repr=False)
    after: Side = field(repr=False)
    delta: Delta
    weights: Weights
    decision: Decision
    threshold: float  # the probability above which a version is kept
    findings: tuple[Finding, ...] = field(default=(), repr=False)  # single changes, as they count on this page


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOfBlock:
    """Everything that happened to one block."""

    number: int
    kind: str
    place: str  # 'the second story'
    group: Group
    chance: float  # that a person wants to know of it
    more_lines: int = 0
    is_cut: bool = False  # some text is too long to be shown whole
    why_folded: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown of its changes."""
        return self.group.lines

    @property
    def block(self) -> str:
        """The ref under which settings name the block: that of the newer version where it is there."""
        return self.group.new_ref or self.group.old_ref or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChanges:
    """All changes between two versions, and where they are on the pictures of both; the panes name no version."""

    changes: tuple[ChangeOfBlock, ...]
    panes: tuple[Pane, Pane]
    gap: float
    arrows: tuple[Arrow, ...]


def shown_changes(found: JudgedPair) -> ShownChanges:
    """The changes as a person reads them."""
    silent = silenced_by(found.findings)
    groups = groups_of(found.before.tree, found.after.tree, found.delta, found.weights, longest_text=LONGEST_COMPARED)
    chances = _chances(found)

    def chance(group: Group) -> float:
        return max(chances.get(ref, 0.0) for ref in (group.old_ref, group.new_ref) if ref is not None)

    def is_folded(group: Group) -> bool:
        is_little = group.folded or group.role == "ad"
        return bool(_noise(group, silent)) or (is_little and chance(group) <= found.threshold)

    folded = _with_cause([replace(group, folded=is_folded(group)) for group in groups], found.decision, chance)
    # What matters first, the likelier the earlier; then the rest, then what is folded; each in the order of importance.
    folded.sort(key=lambda group: (group.folded, *_rank(chance(group), found.threshold)))
    kinds = [kind_of(group) for group in folded]
    panes = (
        pane_of("old", "", found.before, folded, kinds),
        pane_of("new", "", found.after, folded, kinds),
    )
    gap = round(GAP_SHARE * max(pane.width for pane in panes))
    notes = _notes(found)
    gone = place_names(found.before.tree) if any(group.new_ref is None for group in folded) else {}
    names = (gone, place_names(found.after.tree))
    changes = tuple(
        _change(number, kind, _place(names, group), group, chance(group), _why(group, silent, notes))
        for number, (group, kind) in enumerate(zip(folded, kinds, strict=True), 1)
    )
    return ShownChanges(changes=changes, panes=panes, gap=gap, arrows=arrows_between(panes, gap=gap))


def _rank(chance: float, threshold: float) -> tuple[bool, int]:
    """Below the threshold no order; above it steps as coarse as the words for chances: nobody sees a finer difference."""
    return (True, 0) if chance <= threshold else (False, -sum(chance >= least for least, _ in LIKELIHOODS))


def _with_cause(groups: list[Group], decision: Decision, chance: Callable[[Group], float]) -> list[Group]:
    """The groups, where a version was kept with one that is not folded: its visit knew more than two versions tell."""
    if decision.similar or not groups or not all(group.folded for group in groups):
        return groups
    cause = max(groups, key=lambda group: (chance(group), group.importance or 0.0))
    return [replace(group, folded=False) if group is cause else group for group in groups]


def kind_of(group: Group) -> str:
    """The one word for what happened to a block."""
    return "restyle" if all(line.element == "style" for line in group.lines) else group.operation


def _chances(found: JudgedPair) -> dict[str, float]:
    """ref -> the chance of the likeliest thing that is to be said of a block."""
    chances: dict[str, float] = {}
    for finding in found.findings:
        for ref in (finding.block.ref, finding.old_ref):
            chances[ref] = max(chances.get(ref, 0.0), finding.chance)
    return chances


def _place(names: tuple[Mapping[str, str], Mapping[str, str]], group: Group) -> str:
    """How a person would name the block."""
    ref = group.new_ref if group.new_ref is not None else group.old_ref
    name = names[group.new_ref is not None].get(ref or "")
    return name or (f"the {group.role}" if group.role not in {"", "other"} else f"block {group.label}")


def _change(number: int, kind: str, place: str, group: Group, chance: float, why: str) -> ChangeOfBlock:
    lines = [short_line(line) for line in group.lines[:MOST_LINES]]
    return ChangeOfBlock(
        number=number,
        kind=kind,
        place=place,
        group=replace(group, lines=tuple(line for line, _ in lines)),
        chance=chance,
        more_lines=max(0, len(group.lines) - MOST_LINES),
        is_cut=any(is_cut for _, is_cut in lines),
        why_folded=why if group.folded else "",
    )


def short_line(line: Line) -> tuple[Line, bool]:
    """A line that fits a screen, without the refs of the blocks it names, and whether something of it was cut."""
    if line.op in {"split", "merge"}:
        line = replace(line, pieces=tuple(replace(each, text=_REFS.sub("", each.text)) for each in line.pieces))
    pieces: list[Piece] = []
    room = LONGEST_LINE
    for piece in line.pieces:
        text = piece.text[: min(room, LONGEST_PIECE)]
        pieces.append(piece if len(text) == len(piece.text) else replace(piece, text=f"{text}…"))
        room -= len(text)
        if room <= 0:
            break
    is_cut = sum(len(piece.text) for piece in pieces) < sum(len(piece.text) for piece in line.pieces)
    return replace(line, pieces=tuple(pieces)), is_cut or not line.is_whole


def _noise(group: Group, silent: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Why nothing of a block's changes is to be said; () where something is."""
    refs = [ref for ref in (group.new_ref, group.old_ref) if ref is not None]
    if not any(line.element in {"text", "link", "image", "block"} for line in group.lines):
        return ()
    return next((tuple(silent[ref]) for ref in refs if ref in silent), ())


def _notes(found: JudgedPair) -> dict[str, str]:
    """ref -> remarks of the weighing about a block: '; only dates or counters', 'changes at 94 % of visits'."""
    return {share.block.lstrip("+"): share.reason.partition("; ")[2] for share in found.weights.shares}


def _why(group: Group, silent: Mapping[str, Sequence[str]], notes: Mapping[str, str]) -> str:
    noise = _noise(group, silent)
    if noise:
        return f"only {', '.join(NOISE_NAMES.get(reason, reason) for reason in noise)} changed"
    note = next((notes[ref] for ref in (group.old_ref, group.new_ref) if ref is not None and notes.get(ref)), "")
    if note:
        return note
    if group.role == "ad":
        return "an advertisement without anything worth keeping"
    return f"{percent(group.importance or 0.0, 2)} of the page's importance, less than {percent(UNIMPORTANT, 1)}"


def silenced_by(findings: tuple[Finding, ...]) -> Mapping[str, tuple[str, ...]]:
    """ref -> why the changes of a block are noise, for the blocks of which nothing else is to be said."""
    speaking = {ref for finding in findings if not finding.is_noise for ref in _refs(finding)}
    found: dict[str, dict[str, None]] = {}
    for finding in findings:
        for ref in _refs(finding):
            if finding.is_noise and ref not in speaking:
                found.setdefault(ref, {})[finding.silent_because] = None
    return {ref: tuple(reasons) for ref, reasons in found.items()}


def _refs(finding: Finding) -> set[str]:
    return {ref for ref in (finding.block.ref, finding.old_ref) if ref}
