"""What holds for all pages, and what other values would have meant."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pagestrata.app.planning.planning import DEFAULT_BUDGET
from pagestrata.deciding.decide import threshold_of
from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Trail, Watch
from pagestrata.model.visit_result import SKIPPED_DAYS
from pagestrata.notify.channels import name_of
from pagestrata.notify.condition_words import conditions_in_words

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MONTH = timedelta(days=30)
STEPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAt:
    """How many of the judged visits would have been kept above a threshold."""

    threshold: float
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsView:
    """The settings of an archive."""

    threshold: float
    is_default_threshold: bool
    judged: int  # visits of the last month at which something was judged
    kept: int  # of them, at this threshold
    curve: Sequence[KeptAt]
    budget: str
    default_budget: str
    web_address: str
    skipped_days: float
    default_skipped_days: float


def settings_view(archive: Archive, *, now: datetime) -> SettingsView:
    """What is set, with what the last month would have been like at other thresholds."""
    values: dict[str, Any] = archive.settings.all()
    probabilities = sorted(archive.overview.probabilities(since=now - MONTH))
    threshold = values.get("threshold")
    shown = threshold_of(threshold)
    return SettingsView(
        threshold=shown,
        is_default_threshold=threshold is None,
        judged=len(probabilities),
        kept=_kept(probabilities, shown),
        curve=[KeptAt(threshold=step / STEPS, kept=_kept(probabilities, step / STEPS)) for step in range(STEPS + 1)],
        budget=values.get("budget") or "",
        default_budget=f"{DEFAULT_BUDGET.per_hour:g}/hour",
        web_address=values.get("web_address") or "",
        skipped_days=values.get("skipped_days", SKIPPED_DAYS),
        default_skipped_days=SKIPPED_DAYS,
    )


def _kept(ordered: Sequence[float], threshold: float) -> int:
    return len(ordered) - bisect.bisect_right(ordered, threshold)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleView:
    """A rule for messages, without the secrets of its channel."""

    id: str
    subject: str
    place: str
    when: str
    created_at: datetime


def rule_views(archive: Archive) -> list[RuleView]:
    """Who is told about what, the newest first."""
    watches = {watch.id: watch for watch in archive.watches.all()}
    trails = {trail.id: trail for trail in archive.trails.of()}
    return [
        RuleView(
            id=rule.id,
            subject=_subject(rule, watches, trails),
            place=name_of(rule.channel),
            when="; ".join(conditions_in_words(rule.conditions)) or "every change that matters",
            created_at=rule.created_at,
        )
        for rule in sorted(archive.outbox.rules(), key=lambda rule: rule.created_at, reverse=True)
    ]


def _subject(rule: NoticeRule, watches: Mapping[str, Watch], trails: Mapping[str, Trail]) -> str:
    if rule.kind == "watch" and rule.subject in watches:
        return str(watches[rule.subject].settings.title or watches[rule.subject].url)
    if rule.kind == "trail" and rule.subject in trails:
        trail = trails[rule.subject]
        return f"{trail.origin.get('name') or f'block {trail.id}'} on {trail.url}"
    return f"{'block' if rule.kind == 'trail' else rule.kind} {rule.subject}"
