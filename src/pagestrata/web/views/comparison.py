"""What the screen about two versions shows, filtered as its address says."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pagestrata.app.comparisons import (
    Comparison,
    compare_archived,
    compared_sides,
    judged_by_visit,
)
from pagestrata.errors import PagestrataError
from pagestrata.model.records import Version
from pagestrata.model.weights import Decision
from pagestrata.visit.shown.pane_marks import Arrow, Pane, pairs_of_leaves
from pagestrata.visit.shown.shown_changes import ChangeOfBlock, ShownChanges, shown_changes
from pagestrata.visit.time_limit import SCREEN_SECONDS, within_time
from pagestrata.web.views.bounded_cache import BoundedCache
from pagestrata.web.views.version_pictures import side_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Mode = Literal["side", "slider", "overlay", "blink"]
Show = Literal["important", "all"]
Kind = Literal["insert", "delete", "update", "move", "split", "merge", "restyle"]
MODES: tuple[Mode, ...] = get_args(Mode)
KINDS: tuple[Kind, ...] = get_args(Kind)
LEAST = (0.0, 0.005, 0.02, 0.1)
"""The minimum shares of the page by which changes can be filtered."""
CHANGES_AT_A_TIME = 100
COMPARISONS_KEPT = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareState:
    """The mode, the filters and the selected change of a comparison, as in its address."""

    mode: Mode = "side"
    show: Show = "important"
    kinds: tuple[Kind, ...] = ()  # none: all
    least: float = 0.0  # share of the page
    change: int | None = None  # the selected one
    after: int = 0  # the list begins behind this change
    hushed: str = ""  # the block that was just ignored, or is no longer ignored

    @classmethod
    def read(cls, values: Mapping[str, Sequence[str]]) -> CompareState:
        """Read the state from the query of an address. Invalid values are ignored."""
        mode, show = _first(values, "mode"), _first(values, "show")
        return cls(
            mode=next((known for known in MODES if known == mode), "side"),
            show="all" if show == "all" else "important",
            kinds=tuple(kind for kind in KINDS if kind in values.get("op", ())),
            least=_number(_first(values, "least"), most=1.0),
            change=int(_number(_first(values, "change"), most=1e6)) or None,
            after=int(_number(_first(values, "after"), most=1e6)),
            hushed=_first(values, "hushed")[:200],
        )

    def query(self) -> dict[str, object]:
        """The state as the query of an address, without default values."""
        query: dict[str, object] = {"mode": self.mode if self.mode != "side" else None}
        query |= {"show": self.show if self.show != "important" else None, "op": list(self.kinds) or None}
        query |= {"least": self.least or None, "change": self.change, "after": self.after or None}
        query |= {"hushed": self.hushed or None}
        return {name: value for name, value in query.items() if value is not None}

    def but(self, **changes: object) -> dict[str, object]:
        """The query of this state with some changes."""
        return replace(self, **{"hushed": "", **changes}).query()  # type: ignore[arg-type]

    def toggled(self, kind: Kind) -> dict[str, object]:
        """The query of this state with one kind of change added or removed."""
        kinds = set(self.kinds) ^ {kind}
        return replace(
            self, kinds=tuple(known for known in KINDS if known in kinds), change=None, after=0, hushed=""
        ).query()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonView:
    """A comparison, ready to be shown."""

    old: Version
    new: Version
    decision: Decision
    threshold: float  # the probability above which a version is kept
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

    def at_block(self, state: CompareState, block: str) -> CompareState:
        """This state with a block selected that was just ignored; its change may have a new number."""
        found = self.of_block(block)
        if found is None:
            return replace(state, change=None, hushed=block)
        number = found.number
        is_listed = state.after < number <= state.after + CHANGES_AT_A_TIME
        return replace(state, change=number, after=state.after if is_listed else number - 1, hushed=block)

    def of_block(self, block: str) -> ChangeOfBlock | None:
        """The change of a block; None if it did not change."""
        return next((change for change in self.changes if block and change.block == block), None)

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


_VIEWS: BoundedCache[ComparisonView] = BoundedCache(most=COMPARISONS_KEPT)
_COMPARISONS: BoundedCache[Comparison] = BoundedCache(most=COMPARISONS_KEPT)


def comparison_view(archive: Archive, old: Version, new: Version) -> ComparisonView:
    """Two versions, judged with the settings of the watch; cached until the settings change."""
    return _VIEWS.get(archive, _key(archive, old, new), lambda: _view(archive, old, new))


def comparison_of(archive: Archive, old: Version, new: Version) -> Comparison:
    """Two versions and all changes between them, judged now unless a visit did so; cached until the settings change."""
    make = partial(compare_archived, archive, old, new, side_of=side_of)
    return _COMPARISONS.get(archive, _key(archive, old, new), make)


def pairs_between(archive: Archive, old: Version, new: Version) -> list[list[int]]:
    """The blocks that are in both pictures."""
    before, after, delta, _ = compared_sides(archive, old, new, side_of=side_of)
    return pairs_of_leaves(before, after, delta)


def _key(archive: Archive, old: Version, new: Version) -> tuple[object, ...]:
    watch = archive.watches.of(new.url)
    settings = json.dumps(watch.settings.to_json(), sort_keys=True, default=str) if watch else ""
    return (old.id, new.id, settings, archive.settings.get("model"))


def _view(archive: Archive, old: Version, new: Version) -> ComparisonView:
    """The view that the visit stored, else one made now."""
    found = judged_by_visit(archive, old, new)
    if found is None:
        return made_view(comparison_of(archive, old, new))
    return _shown_view(old, new, found.shown, found.decision, found.threshold)


def prepare_comparison(archive: Archive, url: str) -> None:
    """Make the comparison of the last two versions of a page, since it will be opened next. Ignores what was removed."""
    with contextlib.suppress(PagestrataError):
        newest = archive.listings.versions(url, limit=2)
        if len(newest) == 2:
            comparison_view(archive, newest[1], newest[0])


def made_view(found: Comparison) -> ComparisonView:
    """The view of a comparison."""
    what = f"showing what changed on {found.new.url[:200]}"
    shown = within_time(SCREEN_SECONDS, what, partial(shown_changes, found))
    return _shown_view(found.old, found.new, shown, found.decision, found.threshold)


def _shown_view(
    old: Version, new: Version, shown: ShownChanges, decision: Decision, threshold: float
) -> ComparisonView:
    before, after = shown.panes
    return ComparisonView(
        old=old,
        new=new,
        decision=decision,
        threshold=threshold,
        changes=shown.changes,
        panes=(replace(before, version=old.id), replace(after, version=new.id)),
        gap=shown.gap,
        arrows=shown.arrows,
        counts=Counter(change.kind for change in shown.changes),
    )


def _first(values: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(values.get(name, ())), "")


def _number(text: str, *, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0.0 <= value <= most else 0.0
