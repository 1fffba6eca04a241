"""What the screen about two versions shows: the changes by block with their words, what is folded and why, and where on
the pictures they are.

A change is known by its number, from 1 in the order of importance; the same for the same two versions and settings, so
that an address can name it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pagestrata.app.comparisons import Comparison, compare_archived, side_of_version, silenced_by
from pagestrata.deciding.place_names import place_names
from pagestrata.deciding.reasons import NOISE_NAMES
from pagestrata.deciding.sides import Side
from pagestrata.errors import PagestrataError
from pagestrata.model.records import Version
from pagestrata.model.weights import Decision
from pagestrata.report.diff_groups import UNIMPORTANT, Group, Line, Piece, groups_of
from pagestrata.web.views.bounded_cache import BoundedCache
from pagestrata.web.views.pane_marks import GAP_SHARE, Arrow, Pane, arrows_between, pairs_of_leaves, pane_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Mode = Literal["side", "slider", "overlay", "blink"]
Show = Literal["important", "all"]
Kind = Literal["insert", "delete", "update", "move", "split", "merge", "restyle"]
MODES: tuple[Mode, ...] = get_args(Mode)
KINDS: tuple[Kind, ...] = get_args(Kind)
LEAST = (0.0, 0.005, 0.02, 0.1)
"""Shares of the page that one may ask for at least."""
CHANGES_AT_A_TIME = 100
LONGEST_PIECE = 3_000
LONGEST_LINE = 9_000
MOST_LINES = 60
LONGEST_COMPARED = 100_000
"""Characters of one text that are compared word by word; what is shown of them is less."""
COMPARISONS_KEPT = 32
SIDES_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareState:
    """What is shown of a comparison, as its address says."""

    mode: Mode = "side"
    show: Show = "important"
    kinds: tuple[Kind, ...] = ()  # none: all
    least: float = 0.0  # share of the page
    change: int | None = None  # the one that is looked at
    after: int = 0  # the list begins behind this change

    @classmethod
    def read(cls, values: Mapping[str, Sequence[str]]) -> CompareState:
        """From the query of an address; what makes no sense counts as not said."""
        mode, show = _first(values, "mode"), _first(values, "show")
        return cls(
            mode=next((known for known in MODES if known == mode), "side"),
            show="all" if show == "all" else "important",
            kinds=tuple(kind for kind in KINDS if kind in values.get("op", ())),
            least=_number(_first(values, "least"), most=1.0),
            change=int(_number(_first(values, "change"), most=1e6)) or None,
            after=int(_number(_first(values, "after"), most=1e6)),
        )

    def query(self) -> dict[str, object]:
        """What an address needs to say; nothing for what it need not."""
        said: dict[str, object] = {"mode": self.mode if self.mode != "side" else None}
        said |= {"show": self.show if self.show != "important" else None, "op": list(self.kinds) or None}
        said |= {"least": self.least or None, "change": self.change, "after": self.after or None}
        return {name: value for name, value in said.items() if value is not None}

    def but(self, **changes: object) -> dict[str, object]:
        """The query of the same state but for this."""
        return replace(self, **changes).query()  # type: ignore[arg-type]

    def toggled(self, kind: Kind) -> dict[str, object]:
        """The query of the same state with one kind of change more, or less."""
        kinds = set(self.kinds) ^ {kind}
        return replace(self, kinds=tuple(one for one in KINDS if one in kinds), change=None, after=0).query()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOfBlock:
    """Everything that happened to one block."""

    number: int
    kind: str
    place: str  # 'the second story'
    group: Group
    chance: float  # that a person wants to know of it
    lines: tuple[Line, ...]
    more_lines: int = 0
    is_cut: bool = False  # some text is too long to be shown whole
    why_folded: str = ""

    @property
    def block(self) -> str:
        """The ref under which settings name the block: that of the newer version where it is there."""
        return self.group.new_ref or self.group.old_ref or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonView:
    """Two versions, ready to be shown; the same for everybody who asks."""

    found: Comparison = field(repr=False)
    changes: tuple[ChangeOfBlock, ...]
    panes: tuple[Pane, Pane]
    gap: float
    arrows: tuple[Arrow, ...]
    counts: Mapping[str, int]  # kind -> how many changes

    def shown(self, state: CompareState) -> list[ChangeOfBlock]:
        """The changes that this state asks for, folded ones included."""
        return [change for change in self.changes if self._is_asked_for(change, state)]

    def _is_asked_for(self, change: ChangeOfBlock, state: CompareState) -> bool:
        is_kind = not state.kinds or change.kind in state.kinds
        return is_kind and (not state.least or (change.group.importance or 0.0) >= state.least)

    def pairs(self) -> list[list[int]]:
        """Blocks that are in both pictures."""
        return pairs_of_leaves(self.found.before, self.found.after, self.found.delta)

    def change(self, number: int | None) -> ChangeOfBlock | None:
        return self.changes[number - 1] if number is not None and 0 < number <= len(self.changes) else None


class ShownBlocks(NamedTuple):
    """The refs of blocks that changed between two versions."""

    all: frozenset[str]
    unfolded: frozenset[str]


def shown_blocks(archive: Archive, old: Version, new: Version) -> ShownBlocks:
    """The blocks that a comparison lists, and those of them whose changes are not folded."""
    changes = [change for change in comparison_view(archive, old, new).changes if change.block]
    return ShownBlocks(
        all=frozenset(change.block for change in changes),
        unfolded=frozenset(change.block for change in changes if not change.group.folded),
    )


_REFS = re.compile(r"(?:^|(?<= \+ ))\+?\d+(?:\.\d+)*: ")
"""'1.2: ' before the words of each block in 'a + b': the marks on the pictures say which they are."""
_COMPARISONS: BoundedCache[ComparisonView] = BoundedCache(most=COMPARISONS_KEPT)
_SIDES: BoundedCache[Side] = BoundedCache(most=SIDES_KEPT)


def comparison_view(archive: Archive, old: Version, new: Version) -> ComparisonView:
    """The two versions as the page's watch wants them judged; made once for the same settings."""
    watch = archive.watches.of(new.url)
    said = json.dumps(watch.settings.to_json(), sort_keys=True, default=str) if watch else ""
    key = (old.id, new.id, said, archive.settings.get("model"))
    return _COMPARISONS.get(archive, key, lambda: made_view(compare_archived(archive, old, new, side_of=_side_of)))


def _side_of(archive: Archive, version: Version) -> Side:
    """A version to compare, kept for a while: who goes from one change to the next sees each version twice."""
    return _SIDES.get(archive, version.id, lambda: side_of_version(archive, version))


def prepare_comparison(archive: Archive, url: str) -> None:
    """Make the comparison of the last two versions of a page: somebody was just told of them. What is no more is left."""
    with contextlib.suppress(PagestrataError):
        newest = archive.listings.versions(url, limit=2)
        if len(newest) == 2:
            comparison_view(archive, newest[1], newest[0])


def made_view(found: Comparison) -> ComparisonView:
    """A comparison as a person reads it."""
    silent = silenced_by(found.findings)
    groups = groups_of(found.before.tree, found.after.tree, found.delta, found.weights, longest_text=LONGEST_COMPARED)
    chances = _chances(found)

    def chance(group: Group) -> float:
        return max(chances.get(ref, 0.0) for ref in (group.old_ref, group.new_ref) if ref is not None)

    def is_folded(group: Group) -> bool:
        is_little = group.folded or group.role == "ad"
        return bool(_noise(group, silent)) or (is_little and chance(group) <= found.threshold)

    folded = _with_cause([replace(group, folded=is_folded(group)) for group in groups], found.decision, chance)
    # What surely matters first, then the rest, then what is folded, each in the order of importance.
    folded.sort(key=lambda group: (group.folded, chance(group) <= found.threshold))
    kinds = [kind_of(group) for group in folded]
    panes = (
        pane_of("old", found.old.id, found.before, folded, kinds),
        pane_of("new", found.new.id, found.after, folded, kinds),
    )
    gap = round(GAP_SHARE * max(pane.width for pane in panes))
    notes = _notes(found)
    gone = place_names(found.before.tree) if any(group.new_ref is None for group in folded) else {}
    names = (gone, place_names(found.after.tree))
    changes = tuple(
        _change(number, kind, _place(names, group), group, chance(group), _why(group, silent, notes))
        for number, (group, kind) in enumerate(zip(folded, kinds, strict=True), 1)
    )
    return ComparisonView(
        found=found,
        changes=changes,
        panes=panes,
        gap=gap,
        arrows=arrows_between(panes, gap=gap),
        counts=Counter(kinds),
    )


def _with_cause(groups: list[Group], decision: Decision, chance: Callable[[Group], float]) -> list[Group]:
    """The groups, where a version was kept with one that is not folded: its visit knew more than two versions tell."""
    if decision.similar or not groups or not all(group.folded for group in groups):
        return groups
    cause = max(groups, key=lambda group: (chance(group), group.importance or 0.0))
    return [replace(group, folded=False) if group is cause else group for group in groups]


def kind_of(group: Group) -> str:
    """The one word for what happened to a block."""
    return "restyle" if all(line.element == "style" for line in group.lines) else group.operation


def _chances(found: Comparison) -> dict[str, float]:
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
        group=group,
        chance=chance,
        lines=tuple(line for line, _ in lines),
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


def _notes(found: Comparison) -> dict[str, str]:
    """ref -> what the weighing says of a block beside the numbers: '; only dates or counters', 'changes at 94 % of visits'."""
    return {share.block.lstrip("+"): share.reason.partition("; ")[2] for share in found.weights.shares}


def _why(group: Group, silent: Mapping[str, Sequence[str]], notes: Mapping[str, str]) -> str:
    noise = _noise(group, silent)
    if noise:
        return f"only {', '.join(NOISE_NAMES.get(reason, reason) for reason in noise)} changed"
    note = next((notes[ref] for ref in (group.old_ref, group.new_ref) if ref is not None and notes.get(ref)), "")
    if note:
        return note
    if group.role == "ad":
        return "an advertisement, and nothing in it that you would want to keep"
    return f"{group.importance or 0.0:.2%} of what the page is worth, less than {UNIMPORTANT:.1%}"


def _first(values: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(values.get(name, ())), "")


def _number(text: str, *, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0.0 <= value <= most else 0.0
