"""Retention rules: which versions a rule keeps, which it would drop today, and the form that a person fills in for one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from pagestrata.model.plain_numbers import counted
from pagestrata.store.people.settings import KEEP
from pagestrata.store.upkeep.retention import DatedVersion

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MOST_PAGES = 50
"""The maximum number of listed pages; others are only counted."""
MOST_VERSIONS = 20_000
"""The maximum number of versions that are examined while a reader waits."""
EVERYTHING = "all"


AGES = (
    ("", "(not used)"),
    ("1d", "1 day"),
    ("7d", "7 days"),
    ("30d", "30 days"),
    ("90d", "90 days"),
    ("1y", "1 year"),
    ("3y", "3 years"),
)
EACH = (("1h", "hour"), ("1d", "day"), ("7d", "week"), ("30d", "month"), ("1y", "year"))
LEAST = (("0.4", "perhaps"), ("0.6", "likely"), ("0.8", "very likely"), ("0.95", "almost surely"))
FIELDS = ("first_age", "first_each", "second_age", "second_each", "least_age", "least")
USUAL = {"first_each": "1d", "second_each": "7d", "least": "0.6"}
_UNITS = {"h": "hour", "d": "day", "w": "week", "y": "year"}
_THIN = re.compile(r"thin(( \d{1,4}[hdwy]:\d{1,4}[hdwy]){1,2})")
_IMPORTANT = re.compile(r"important ([\d.]+)(?: after (\d{1,4}[hdwy]))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinnedPage:
    """A page that would lose versions, oldest first."""

    url: str
    versions: Sequence[DatedVersion]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionView:
    """The current rule, a proposed rule, and what the latter would delete now."""

    current: str  # '' for none: everything is kept
    proposed: str
    drops: int = 0  # versions
    is_whole: bool = True  # False: more versions are in the archive than were looked at, and may go too
    looked_at: int = MOST_VERSIONS  # at most
    pages: Sequence[ThinnedPage] = ()  # the most affected first
    more_pages: int = 0


def retention_view(archive: Archive, rule: str, *, now: datetime) -> RetentionView:
    """Return what a rule would delete today, without deleting it. Raises UsageError for an invalid rule."""
    current = str(archive.settings.get(KEEP) or "")
    if not rule.strip():
        return RetentionView(current=current, proposed="")
    found = archive.upkeep.dry_run(rule.strip(), now=now, most=MOST_VERSIONS)
    pages = [
        ThinnedPage(url=url, versions=list(group))
        for url, group in groupby(found.versions, lambda version: version.url)
    ]
    pages.sort(key=lambda page: (-len(page.versions), page.url))
    return RetentionView(
        current=current,
        proposed=rule.strip(),
        drops=len(found.versions),
        is_whole=found.is_whole,
        pages=pages[:MOST_PAGES],
        more_pages=max(0, len(pages) - MOST_PAGES),
    )


def set_rule(archive: Archive, rule: str, *, now: datetime, agreed: int) -> RetentionView | None:
    """Set a rule if it deletes at most `agreed` versions today; return None.

    Otherwise change nothing, and return what it would delete.
    """
    shown = retention_view(archive, rule, now=now)
    if shown.drops > agreed:
        return shown
    archive.settings.set(KEEP, None if shown.proposed in {"", EVERYTHING} else shown.proposed)
    return None


def rule_of_form(values: Mapping[str, str]) -> str:
    """The rule that the fields describe; 'all' if no field is set."""
    steps = [
        f"{values[f'{name}_age']}:{values[f'{name}_each']}" for name in ("first", "second") if values.get(f"{name}_age")
    ]
    parts = [f"thin {' '.join(steps)}"] if steps else []
    if values.get("least_age"):
        parts.append(f"important {values['least']} after {values['least_age']}")
    return ", ".join(parts) or "all"


def form_of_rule(rule: str) -> dict[str, str] | None:
    """Return the form fields of a rule, or None if the form cannot show it."""
    found = dict.fromkeys(FIELDS, "") | USUAL
    for part in (part.strip() for part in rule.split(",")):
        thin, important = _THIN.fullmatch(part), _IMPORTANT.fullmatch(part)
        if thin:
            for name, step in zip(("first", "second"), thin[1].split(), strict=False):
                found[f"{name}_age"], _, found[f"{name}_each"] = step.partition(":")
        elif important:
            found["least"], found["least_age"] = important[1], important[2] or "0d"
        elif part not in {"", "all"}:
            return None
    choices = {
        "first_age": AGES,
        "second_age": AGES,
        "least_age": AGES,
        "first_each": EACH,
        "second_each": EACH,
        "least": LEAST,
    }
    is_shown = all(found[name] in {value for value, _ in known} for name, known in choices.items())
    return found if is_shown else None


def rule_in_words(rule: str) -> str:
    """Return 'one version a day after 7 days'; the rule itself if it has another form."""
    parts = []
    for part in (part.strip() for part in rule.split(",")):
        thin, important = re.fullmatch(r"thin(( \d{1,4}[hdwy]:\d{1,4}[hdwy])+)", part), _IMPORTANT.fullmatch(part)
        if thin:
            steps = [step.split(":") for step in thin[1].split()]
            parts.append("; ".join(f"one version {_each(each)} after {_long(age)}" for age, each in steps))
        elif important:
            after = f" after {_long(important[2])}" if important[2] else ""
            parts.append(f"only versions that mattered with {round(100 * float(important[1]))} % or more{after}")
        elif part not in {"", "all"}:
            return rule
    return ", and ".join(parts) or "all versions"


def _long(span: str) -> str:
    return counted(int(span[:-1]), _UNITS[span[-1]])


def _each(span: str) -> str:
    return {"7d": "a week", "30d": "a month"}.get(span) or (
        f"{'an' if span == '1h' else 'a'} {_UNITS[span[-1]]}" if span[:-1] == "1" else f"every {_long(span)}"
    )
