"""The form that edits many pages at once: a field that is left empty leaves every page as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pagestrata.errors import UsageError
from pagestrata.model.records import Watch
from pagestrata.web.views.alert_form import KINDS, RHYTHMS
from pagestrata.web.views.watch_edit import has_mail_server
from pagestrata.web.views.watch_form import FIELDS as SINGLE_FIELDS
from pagestrata.web.views.watch_form import FormField, settings_from, span_text

AS_BEFORE = "as it is on each page"
NONE = "usual"
"""What somebody types to take a setting away from all pages."""
TAKEN_OVER = ("interval_seconds", "window", "threshold", "ignore", "capture.wait_for")
FIELDS: dict[str, FormField] = {
    "tags_added": FormField(name="tags_added", label="Add tags", kind="tags", placeholder="news, prices"),
    "tags_removed": FormField(name="tags_removed", label="Remove tags", kind="tags"),
    **{
        name: FormField(name=name, label=SINGLE_FIELDS[name].label, kind="text", placeholder=AS_BEFORE, hint=hint)
        for name, hint in (
            ("interval_seconds", "45 minutes, 6 hours, 2 days; “usual”: as urgent as each page is."),
            ("window", "Mon-Fri 08:00-18:00 Europe/Berlin; “usual”: at any hour."),
            ("threshold", "60 %; “usual”: as for all pages."),
            ("ignore", "CSS selectors with a comma between, in the place of those each page has; “usual”: none."),
            ("capture.wait_for", "A CSS selector; “usual”: none."),
        )
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkView:
    """The pages that are edited, and how they differ."""

    watches: Sequence[Watch]
    intervals: str  # those there are, in words
    tags: str
    has_mail_server: bool
    fields: Mapping[str, FormField]
    kinds: tuple[tuple[str, str, str], ...] = KINDS
    rhythms: tuple[tuple[str, str], ...] = RHYTHMS


def bulk_view(watches: Sequence[Watch]) -> BulkView:
    """What the chosen pages have now."""
    intervals = {watch.settings.interval_seconds for watch in watches}
    said = [f"every {span_text(seconds)}" if seconds else "as urgent as it is" for seconds in intervals]
    return BulkView(
        watches=watches,
        intervals=", ".join(sorted(said)),
        tags=", ".join(sorted({tag for watch in watches for tag in watch.settings.tags})),
        has_mail_server=has_mail_server(),
        fields=FIELDS,
    )


def changes_from(sent: Mapping[str, str]) -> tuple[Callable[[Watch], dict[str, Any]], dict[str, str]]:
    """What a sent form means for a page, as a function of the page; and what is wrong, by field."""
    named = {name: sent.get(name, "").strip() for name in TAKEN_OVER}
    given = {name: text for name, text in named.items() if text and text.lower() != NONE}
    if "ignore" in given:
        given["ignore"] = given["ignore"].replace(",", "\n")
    settings, problems = settings_from(given)
    capture = settings.pop("capture")
    problems = {name: words for name, words in problems.items() if name in TAKEN_OVER}
    chosen = {name: settings.get(name) for name, text in named.items() if text and "." not in name}
    if named["capture.wait_for"]:
        chosen["capture"] = {"wait_for": capture.get("wait_for")}
    added, removed = (_tags(sent.get(name, "")) for name in ("tags_added", "tags_removed"))

    def changes(watch: Watch) -> dict[str, Any]:
        if not added and not removed:
            return dict(chosen)
        tags = [tag for tag in watch.settings.tags if tag not in removed]
        return {**chosen, "tags": [*tags, *(tag for tag in added if tag not in tags)] or None}

    return changes, problems


def _tags(text: str) -> list[str]:
    found = [tag.strip() for tag in text.split(",") if tag.strip()]
    if any(len(tag) > 200 for tag in found):
        raise UsageError("a tag has at most 200 characters; write shorter ones")
    return found
