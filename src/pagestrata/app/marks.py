"""Feedback about changes: marks become training pairs, and ignored blocks become settings of the watch."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from pagestrata.app.comparisons import compare_archived
from pagestrata.app.learning import Scope, store_model
from pagestrata.app.watches import watch_for
from pagestrata.deciding.learning.selection import most_added
from pagestrata.deciding.learning.shipped_pairs import default_base_pairs
from pagestrata.deciding.learning.training import DISSIMILAR, SIMILAR, LabelledPair, beside, example_of, train_examples
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.records import Feedback, Version, Watch
from pagestrata.visit.judge import JudgeOptions

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Verdict = Literal["mattered", "noise"]
BY_ITS_BLOCKS = "by the marks of its blocks"  # note of a mark that was derived from marks of single changes
MOST_MARKS = 100  # most recent marks of a page that a model learns from
LOOKED_BACK = 8  # versions for which the effect of another setting is shown


def mark_change(
    archive: Archive, old: Version, new: Version, verdict: Verdict, *, now: datetime, note: str = ""
) -> Feedback:
    """Store whether the change between two versions of a page mattered, replacing an earlier mark."""
    if old.url != new.url or old.id == new.id:
        raise UsageError(f"{old.id} and {new.id} are not two versions of one page")
    word = Feedback(old_version=old.id, new_version=new.id, verdict=verdict, given_at=now, note=note)
    archive.feedback.add(word)
    return word


def mark_block(
    archive: Archive,
    old: Version,
    new: Version,
    block: str,
    verdict: Verdict | None,
    *,
    shown: Collection[str],
    now: datetime,
) -> Mapping[str, str]:
    """Store whether the change of one block mattered (None removes the mark), and return all marks by ref.

    `shown` are the blocks whose changes the user sees. If one of them mattered, the change as a whole did; if all were noise, it
    was noise. Otherwise a mark of the whole change stays.
    """
    if old.url != new.url or old.id == new.id:
        raise UsageError(f"{old.id} and {new.id} are not two versions of one page")
    marks = archive.feedback.mark_block(old.id, new.id, block, verdict, given_at=now)
    whole = _whole_verdict(marks, shown)
    known = archive.feedback.about(old.id, new.id)
    if whole is not None:
        if known is None or known.verdict != whole:
            mark_change(archive, old, new, whole, now=now, note=BY_ITS_BLOCKS)
    elif known is not None and known.note == BY_ITS_BLOCKS:
        without_mark(archive, old, new)
    return marks


def _whole_verdict(marks: Mapping[str, str], shown: Collection[str]) -> Verdict | None:
    if "mattered" in marks.values():
        return "mattered"
    return "noise" if shown and all(marks.get(ref) == "noise" for ref in shown) else None


def keep_skipped(archive: Archive, found: Version, *, now: datetime) -> Version:
    """Keep what a skipped visit found as a version, and mark its change as one that mattered."""
    before = archive.versions.before(found.url, found.captured_at - timedelta(microseconds=1))
    kept = archive.skipped.keep(found)
    if before is not None:
        mark_change(archive, before, kept, "mattered", now=now, note="kept afterwards")
    return kept


def set_block_importance(archive: Archive, url: str, ref: str, value: float | None) -> Watch:
    """Set the importance of a block, 0 to ignore it; None resets it.

    A page without a watch gets a paused one: the setting is stored, and the page is not visited.
    """
    known = archive.watches.of(url)
    importance = {**known.settings.importance} if known else {}
    importance.pop(ref, None)
    importance |= {ref: value} if value is not None else {}
    paused = {} if known else {"paused": True}
    return watch_for(archive, url, {"importance": importance or None, **paused})


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The decision about one version, and what another setting would decide."""

    version: Version
    probability: float
    was_kept: bool
    probability_then: float
    would_be_kept: bool

    @property
    def differs(self) -> bool:
        return self.was_kept != self.would_be_kept


def effects_of_importance(archive: Archive, url: str, ref: str, value: float) -> list[Effect]:
    """The effect of another importance of a block on the last versions of its page, newest first."""
    return list(_effects(archive, url, JudgeOptions(importance={ref: value})))


def effects_of_marks(archive: Archive, url: str) -> list[Effect]:
    """The effect of a model learned from the marks of a page on its last versions, newest first. NotFoundError without marks."""
    return list(_effects(archive, url, JudgeOptions(model=learned_model(archive, url))))


def _effects(archive: Archive, url: str, options: JudgeOptions) -> Iterator[Effect]:
    for old, new in _last_pairs(archive, url):
        was, then = compare_archived(archive, old, new), compare_archived(archive, old, new, options)
        yield Effect(
            version=new,
            probability=was.decision.probability,
            was_kept=not was.decision.similar,
            probability_then=then.decision.probability,
            would_be_kept=not then.decision.similar,
        )


def learn_from_marks(archive: Archive, url: str) -> str:
    """Train a model on the marks of a page and the shipped pairs, and use it for the page; returns its name."""
    data = learned_model(archive, url)
    if archive.watches.of(url) is None:
        watch_for(archive, url, {"paused": True})
    return store_model(archive, Scope(title=url, urls=(url,)), data)


def learned_model(archive: Archive, url: str) -> bytes:
    """The file of a model learned from the marks of a page and the shipped pairs."""
    pairs = list(_marked_pairs(archive, url))
    if not pairs:
        raise NotFoundError(
            f"no change of {url[:200]} is marked yet; mark changes that mattered and changes that were noise"
        )
    examples = []
    for old, new, verdict in pairs:
        found = compare_archived(archive, old, new)
        label = DISSIMILAR if verdict == "mattered" else SIMILAR
        pair = LabelledPair(site=url, url=url, old=old.id, new=new.id, label=label)
        words = most_added(len(pairs)) > 0
        examples.append(example_of(pair, found.before, found.after, found.delta, visual_words=words))
    return train_examples(
        beside(default_base_pairs(), examples), card={"pairs": len(examples), "for": url}
    ).model.to_json()


def _marked_pairs(archive: Archive, url: str) -> Iterator[tuple[Version, Version, Verdict]]:
    """The marked versions of a page that still exist, latest marks first."""
    found = 0
    for word in reversed(archive.feedback.all()):
        try:
            old, new = archive.versions.named(word.old_version), archive.versions.named(word.new_version)
        except NotFoundError:
            continue  # a version was dropped since
        if new.url == url and found < MOST_MARKS:
            found += 1
            yield old, new, word.verdict


def _last_pairs(archive: Archive, url: str) -> Iterator[tuple[Version, Version]]:
    """The last versions of a page, each with the one before it."""
    versions = archive.listings.versions(url, limit=LOOKED_BACK + 1)
    yield from zip(versions[1:], versions[:-1], strict=True)


def without_mark(archive: Archive, old: Version, new: Version) -> None:
    """Remove the mark of a change between two versions."""
    archive.feedback.remove(old.id, new.id)
