"""What the audit log says to a person: it holds methods and paths, as they were asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagestrata.store.people.accounts import AuditEntry

ONE = r"([^/]+)"
WORDS: tuple[tuple[str, str, str], ...] = (
    ("/login", "logged in", ""),
    ("/logout", "logged out", ""),
    ("/first", "made the first user", "/users"),
    ("/account", "changed their password", ""),
    ("/answer", "answered a mail", ""),
    (f"/answer/noise/{ONE}/{ONE}/{ONE}", "said that a change was noise", "/compare/{0}/{1}"),
    (f"/answer/never/{ONE}/{ONE}/{ONE}", "asked not to be told of a block", "/compare/{0}/{1}"),
    ("/demo", "began to watch the demo site", "/"),
    ("/add", "looked at a page", ""),
    (f"/add/{ONE}", "began to watch a page, or changed how it is watched", "/"),
    (f"/watches/{ONE}/edit", "edited a page or its alerts", "/watches/{0}/edit"),
    (f"/watches/{ONE}/steps", "edited the steps of a page", "/watches/{0}/steps"),
    (f"/watches/{ONE}/steps/replay", "tried the steps of a page", "/watches/{0}/steps"),
    (f"/watches/{ONE}/live", "opened a page to record steps", "/watches/{0}/steps"),
    (f"/live/{ONE}/act", "did something on an open page", ""),
    (f"/live/{ONE}/keep", "kept recorded steps", ""),
    (f"/live/{ONE}/close", "closed a page that was open to record steps", ""),
    ("/pages/edit", "edited several pages", "/"),
    ("/pages/visit", "had pages visited", "/"),
    ("/pages/pause", "paused pages", "/?state=paused"),
    ("/pages/resume", "resumed pages", "/"),
    ("/pages/tag", "gave pages a tag", "/"),
    ("/pages/remove", "stopped watching pages", "/"),
    (f"/versions/{ONE}/keep", "kept what a skipped visit found", "/versions/{0}"),
    (f"/compare/{ONE}/{ONE}/mark", "said whether a change mattered", "/compare/{0}/{1}"),
    (f"/compare/{ONE}/{ONE}/ignore", "said whether to be told of a block", "/compare/{0}/{1}"),
    (f"/compare/{ONE}/{ONE}/learn", "let a page be judged by its marks", "/compare/{0}/{1}"),
    (f"/pick/{ONE}/follow", "followed a block", "/versions/{0}"),
    (f"/pick/{ONE}/correct", "said where a followed block is", "/versions/{0}"),
    (f"/pick/{ONE}/ignore", "asked not to be told of a block", "/versions/{0}"),
    (f"/trails/{ONE}/rules", "had somebody told of a followed block", "/trails/{0}"),
    (f"/trails/{ONE}/rules/{ONE}/test", "sent a test message", "/trails/{0}"),
    (f"/trails/{ONE}/rules/{ONE}/remove", "ended messages about a followed block", "/trails/{0}"),
    (f"/trails/{ONE}/remove", "stopped following a block", ""),
    ("/settings", "changed settings", "/settings"),
    ("/settings/retention", "changed how long versions are kept", "/settings/retention"),
    ("/settings/channels", "had somebody told", "/settings/channels"),
    (f"/settings/channels/{ONE}/test", "sent a test message", "/settings/channels"),
    (f"/settings/channels/{ONE}/remove", "ended messages", "/settings/channels"),
    ("/settings/mail", "changed the mail server", "/settings/channels"),
    ("/settings/tokens", "made a token", "/settings/tokens"),
    (f"/settings/tokens/{ONE}/revoke", "revoked a token", "/settings/tokens"),
    ("/mcp", "asked or changed something as an assistant", ""),
    ("/ask/summary", "had changes summed up by a language model", "/ask"),
    ("/users", "added a user", "/users"),
    (f"/users/{ONE}", "changed or removed a user", "/users"),
)
"""The path of something that can be changed on a screen, what was done there, and where it is seen."""
_KNOWN = tuple((re.compile(path), words, place) for path, words, place in WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """Who did what; `request` is what was asked for, `place` where it can be seen ('': nowhere)."""

    happened_at: datetime
    who: str
    what: str
    request: str
    place: str


def audit_line(entry: AuditEntry) -> AuditLine:
    """An entry in words; what a program asked for stays as it was asked."""
    request = f"{entry.action} {entry.subject}"
    what, place = request, ""
    for path, words, where in _KNOWN:
        found = path.fullmatch(entry.subject) if entry.action == "POST" else None
        if found:
            what, place = words, where.format(*found.groups())
    return AuditLine(happened_at=entry.happened_at, who=entry.who, what=what, request=request, place=place)
