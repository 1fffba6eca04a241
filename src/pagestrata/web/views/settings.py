"""The settings for all pages, the effect of other thresholds, all alerts, and the audit log in words."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pagestrata.app.planning.planning import DEFAULT_BUDGET
from pagestrata.app.watches import page_name
from pagestrata.deciding.decide import threshold_of
from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Trail, Watch
from pagestrata.model.visit_result import SKIPPED_DAYS
from pagestrata.visit.news import name_of_trail
from pagestrata.web.views.alert_form import ShownAlert, shown_alerts

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.store.people.accounts import AuditEntry

MONTH = timedelta(days=30)
STEPS = 20


ONE = r"([^/]+)"
WORDS: tuple[tuple[str, str, str], ...] = (
    ("/login", "logged in", ""),
    ("/logout", "logged out", ""),
    ("/first", "created the first user", "/users"),
    ("/account", "changed their password", ""),
    ("/answer", "answered an email", ""),
    (f"/answer/noise/{ONE}/{ONE}/{ONE}", "marked a change as noise", "/compare/{0}/{1}"),
    (f"/answer/never/{ONE}/{ONE}/{ONE}", "ignored a block", "/compare/{0}/{1}"),
    ("/demo", "started to watch the demo site", "/"),
    ("/add", "opened a page", ""),
    (f"/add/{ONE}", "added or changed a watch", "/"),
    (f"/watches/{ONE}/edit", "edited a page or its alerts", "/watches/{0}/edit"),
    (f"/watches/{ONE}/steps", "edited the steps of a page", "/watches/{0}/steps"),
    (f"/watches/{ONE}/steps/replay", "tried the steps of a page", "/watches/{0}/steps"),
    (f"/watches/{ONE}/live", "opened a page to record steps", "/watches/{0}/steps"),
    (f"/live/{ONE}/act", "acted on an open page", ""),
    (f"/live/{ONE}/keep", "kept recorded steps", ""),
    (f"/live/{ONE}/close", "closed a page that was open to record steps", ""),
    ("/pages/edit", "edited several pages", "/"),
    ("/pages/visit", "visited pages", "/"),
    ("/pages/pause", "paused pages", "/?state=paused"),
    ("/pages/resume", "resumed pages", "/"),
    ("/pages/tag", "tagged pages", "/"),
    ("/pages/remove", "stopped watching pages", "/"),
    (f"/versions/{ONE}/keep", "kept the result of a skipped visit", "/versions/{0}"),
    (f"/compare/{ONE}/{ONE}/mark", "marked a change", "/compare/{0}/{1}"),
    (f"/compare/{ONE}/{ONE}/ignore", "ignored a block or stopped ignoring it", "/compare/{0}/{1}"),
    (f"/compare/{ONE}/{ONE}/learn", "trained a model for a page", "/compare/{0}/{1}"),
    (f"/pick/{ONE}/follow", "followed a block", "/versions/{0}"),
    (f"/pick/{ONE}/correct", "corrected a followed block", "/versions/{0}"),
    (f"/pick/{ONE}/ignore", "ignored a block", "/versions/{0}"),
    (f"/trails/{ONE}/rules", "added an alert for a followed block", "/trails/{0}"),
    (f"/trails/{ONE}/rules/{ONE}/test", "sent a test message", "/trails/{0}"),
    (f"/trails/{ONE}/rules/{ONE}/remove", "removed an alert for a followed block", "/trails/{0}"),
    (f"/trails/{ONE}/remove", "stopped following a block", ""),
    ("/settings", "changed settings", "/settings"),
    ("/settings/retention", "changed how long versions are kept", "/settings/retention"),
    ("/settings/channels", "added an alert", "/settings/channels"),
    (f"/settings/channels/{ONE}/test", "sent a test message", "/settings/channels"),
    (f"/settings/channels/{ONE}/remove", "removed an alert", "/settings/channels"),
    ("/settings/mail", "changed the mail server", "/settings/channels"),
    ("/settings/tokens", "created a token", "/settings/tokens"),
    (f"/settings/tokens/{ONE}/revoke", "revoked a token", "/settings/tokens"),
    ("/mcp", "used the archive through an assistant", ""),
    ("/ask/summary", "had a language model summarise changes", "/ask"),
    ("/users", "added a user", "/users"),
    (f"/users/{ONE}", "changed or removed a user", "/users"),
)
"""The path of each change on a screen, the words of the audit log for it, and the screen that shows the result."""
_KNOWN = tuple((re.compile(path), words, place) for path, words, place in WORDS)


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


def settings_view(archive: Archive, *, now: datetime) -> SettingsView:
    """The settings, and how many visits of the last month other thresholds would have kept."""
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
    )


def _kept(ordered: Sequence[float], threshold: float) -> int:
    return len(ordered) - bisect.bisect_right(ordered, threshold)


def all_alerts(archive: Archive) -> list[ShownAlert]:
    """Return the alerts, newest first."""
    watches = {watch.id: watch for watch in archive.watches.all()}
    trails = {trail.id: trail for trail in archive.trails.of()}
    rules = sorted(archive.outbox.rules(), key=lambda rule: rule.created_at, reverse=True)
    return shown_alerts(archive, rules, lambda rule: _subject(rule, watches, trails))


MOST_SUBJECTS = 500
"""Pages, tags and blocks that a form lists; others are typed."""


def subjects(archive: Archive) -> list[tuple[str, str]]:
    """Return the possible subjects of an alert: the value of the form, and the name that people know."""
    watches = archive.watches.all()
    tags = sorted({tag for watch in watches for tag in watch.settings.tags})
    pages = [(watch.url, page_name(watch.url, watch)) for watch in watches]
    blocks = [(trail.id, f"{name_of_trail(trail)} on {trail.url}") for trail in archive.trails.of()]
    return [*((f"tag:{tag}", f"every page tagged {tag}") for tag in tags), *blocks, *pages][:MOST_SUBJECTS]


def _subject(rule: NoticeRule, watches: Mapping[str, Watch], trails: Mapping[str, Trail]) -> str:
    if rule.kind == "watch" and rule.subject in watches:
        return page_name(watches[rule.subject].url, watches[rule.subject])
    if rule.kind == "trail" and rule.subject in trails:
        trail = trails[rule.subject]
        return f"{trail.origin.get('name') or f'block {trail.id}'} on {trail.url}"
    return f"{'block' if rule.kind == 'trail' else rule.kind} {rule.subject}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """An entry of the audit log; `request` is the method and path, `place` the screen that shows the result (or '')."""

    happened_at: datetime
    who: str
    what: str
    request: str
    place: str


def audit_line(entry: AuditEntry) -> AuditLine:
    """Return an entry in words; requests of programs stay as they are."""
    request = f"{entry.action} {entry.subject}"
    what, place = request, ""
    for path, words, where in _KNOWN:
        found = path.fullmatch(entry.subject) if entry.action == "POST" else None
        if found:
            what, place = words, where.format(*found.groups())
    return AuditLine(happened_at=entry.happened_at, who=entry.who, what=what, request=request, place=place)
