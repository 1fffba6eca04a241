"""What the edit form of a page shows: its name, what is followed on it, who is notified, and what a threshold would mean.

The form that edits many pages at once is here too: an empty field leaves every page as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagestrata.app.notifications import mail_server
from pagestrata.app.watches import page_name
from pagestrata.deciding.decide import threshold_of
from pagestrata.errors import UsageError
from pagestrata.model.blocks import ROLES
from pagestrata.model.records import Version, Watch
from pagestrata.notify.mail import MailServer
from pagestrata.visit.news import name_of_trail
from pagestrata.web.api.watches import WatchShape
from pagestrata.web.views.alert_form import KINDS, RHYTHMS, ShownAlert, alerts_about
from pagestrata.web.views.watch_form import FIELDS as SINGLE_FIELDS
from pagestrata.web.views.watch_form import SECTIONS, FormField, FormSection, settings_from, span_text
from pagestrata.web.views.weight_rows import WeightRows, area_rows, entries_of, kind_rows

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LOOKED_BACK = 200


AS_BEFORE = "unchanged"
NONE = "usual"
"""The word that resets a setting of all pages."""
TAKEN_OVER = ("interval_seconds", "window", "threshold", "ignore", "capture.wait_for")
FIELDS: dict[str, FormField] = {
    "tags_added": FormField(name="tags_added", label="Add tags", kind="tags", placeholder="news, prices"),
    "tags_removed": FormField(name="tags_removed", label="Remove tags", kind="tags"),
    **{
        name: FormField(name=name, label=SINGLE_FIELDS[name].label, kind="text", placeholder=AS_BEFORE, hint=hint)
        for name, hint in (
            ("interval_seconds", "45 minutes, 6 hours, 2 days; “usual”: as often as each page needs."),
            ("window", "Mon-Fri 08:00-18:00 Europe/Berlin; “usual”: at any hour."),
            ("threshold", "60 %; “usual”: as for all pages."),
            ("ignore", "CSS selectors, separated by commas, to replace those of each page; “usual”: none."),
            ("capture.wait_for", "A CSS selector; “usual”: none."),
        )
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EditView:
    """A watched page to be edited."""

    watch: Watch
    name: str
    latest: Version | None
    blocks: Sequence[tuple[str, str]]  # followed ones: id and name
    alerts: Sequence[ShownAlert]
    probabilities: Sequence[float]  # of the last visits at which something was judged
    usual_threshold: float
    other: Sequence[str]  # names of settings that are changed elsewhere
    has_mail_server: bool
    sections: tuple[FormSection, ...] = SECTIONS
    kinds: tuple[tuple[str, str, str], ...] = KINDS
    rhythms: tuple[tuple[str, str], ...] = RHYTHMS


def edit_view(archive: Archive, watch: Watch) -> EditView:
    """The page as it is now."""
    trails = archive.trails.of(watch.url)
    latest = archive.versions.latest(watch.url)
    visits = archive.visits.of(watch.url, limit=LOOKED_BACK)
    return EditView(
        watch=watch,
        name=page_name(watch.url, watch, latest.title if latest else ""),
        latest=latest,
        blocks=[(trail.id, name_of_trail(trail)) for trail in trails],
        alerts=alerts_about(archive, watch, trails),
        probabilities=[round(visit.probability, 3) for visit in visits if visit.probability is not None],
        usual_threshold=threshold_of(archive.settings.all().get("threshold")),
        other=WatchShape.of(watch).other,
        has_mail_server=usable_mail_server() is not None,
    )


def weight_rows(archive: Archive, watch: Watch, values: Mapping[str, str]) -> dict[str, WeightRows]:
    """The rows of each setting that has rows; a single block is named by its words in the last version."""
    refs = {part for part, _ in entries_of(values["importance"])} - set(ROLES)
    latest = archive.versions.latest(watch.url) if refs else None
    blocks = archive.contents.tree(latest).by_ref() if latest else {}
    return {
        "importance": area_rows(values["importance"], {ref: blocks[ref].text for ref in refs & blocks.keys()}),
        "operation_weights": kind_rows(values["operation_weights"]),
    }


def usable_mail_server() -> MailServer | None:
    """The mail server of this machine; None if there is none, or its address is invalid."""
    try:
        return mail_server()
    except UsageError:
        return None


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
    """The current settings of the chosen pages."""
    intervals = {watch.settings.interval_seconds for watch in watches}
    shown_intervals = [f"every {span_text(seconds)}" if seconds else "as often as needed" for seconds in intervals]
    return BulkView(
        watches=watches,
        intervals=", ".join(sorted(shown_intervals)),
        tags=", ".join(sorted({tag for watch in watches for tag in watch.settings.tags})),
        has_mail_server=usable_mail_server() is not None,
        fields=FIELDS,
    )


def changes_from(sent: Mapping[str, str]) -> tuple[Callable[[Watch], dict[str, Any]], dict[str, str]]:
    """Return a function that gives the changed settings of a page, and the errors of the form by field."""
    named = {name: sent.get(name, "").strip() for name in TAKEN_OVER}
    texts = {name: text for name, text in named.items() if text and text.lower() != NONE}
    if "ignore" in texts:
        texts["ignore"] = texts["ignore"].replace(",", "\n")
    settings, problems = settings_from(texts)
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
