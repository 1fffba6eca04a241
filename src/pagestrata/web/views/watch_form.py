"""The form that edits a watch: its fields, their values, and the settings that a submitted form means.

Every setting that the HTTP API can change has one field here; a test compares the two. An empty field resets its setting,
so that the setting for all pages applies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from pagestrata.errors import UsageError
from pagestrata.model.plain_numbers import plain_number, read_plain_number
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.web.api.watches import WatchSettingsShape
from pagestrata.web.views.weight_rows import sent_rows

Kind = Literal["text", "lines", "tags", "share", "whole", "number", "choice", "yes", "interval", "weights", "size"]
_UNITS = {
    "s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86400, "day": 86400,
    "w": 604800, "week": 604800,
}  # fmt: skip
_SPAN = re.compile(r"(?:every\s+)?(\d+(?:[.,]\d+)?)?\s*([a-z]+?)s?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One field. `name` is that of the setting; options of the capture have the prefix `capture.`."""

    name: str
    label: str
    kind: Kind = "text"
    hint: str = ""
    placeholder: str = ""
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSection:
    """Fields that belong together; `is_folded`: most people never need them."""

    title: str
    fields: tuple[FormField, ...]
    is_folded: bool = False


PAGE = FormSection(
    title="The page",
    fields=(
        FormField(name="title", label="Name", hint="Used in lists and messages."),
        FormField(name="tags", label="Tags", kind="tags", placeholder="news, prices"),
    ),
)
OFTEN = FormSection(
    title="How often",
    fields=(
        FormField(
            name="interval_seconds",
            label="Visit it",
            kind="interval",
            hint="As often as needed: Pagestrata learns how often the page changes in a way that matters.",
        ),
        FormField(
            name="window",
            label="Hours",
            placeholder="Mon-Fri 08:00-18:00 Europe/Berlin",
            hint="Only visit during these hours. Leave it empty for any time.",
        ),
        FormField(
            name="page_weight",
            label="Importance compared with other pages",
            kind="number",
            placeholder="1",
            hint="2: visited as if its changes mattered twice as much. Only for pages without an interval.",
        ),
        FormField(
            name="robots",
            label="The site's robots.txt",
            kind="choice",
            choices=(("", "is obeyed"), ("obey", "is obeyed, set for this page"), ("ignore", "is ignored")),
        ),
    ),
)
COUNTS = FormSection(
    title="What counts",
    fields=(
        FormField(
            name="threshold",
            label="Keep a version if a change matters with a probability above",
            kind="share",
            placeholder="as for all pages",
        ),
        FormField(
            name="leaning",
            label="Or choose which changes to keep",
            kind="choice",
            choices=(
                ("", "as usual"),
                ("strict", "every visible change except noise"),
                ("relaxed", "only changes that clearly matter"),
            ),
        ),
        FormField(
            name="ignore",
            label="Parts of the page to ignore",
            kind="lines",
            placeholder=".advertisement\n#comments",
            hint="CSS selectors, one per line. Easier: choose a block in the picture, with the link below.",
        ),
        FormField(
            name="ignore_text",
            label="Texts to ignore",
            kind="lines",
            placeholder="\\d+ people are looking",
            hint="Regular expressions (RE2), one per line; \\d+ stands for any number.",
        ),
        FormField(
            name="importance",
            label="Parts that matter more or less than usual",
            kind="weights",
            hint="Includes the blocks that you ignored in the picture.",
        ),
    ),
)
OPENED = FormSection(
    title="How to open the page",
    fields=(
        FormField(name="capture.wait_for", label="Wait for an element", placeholder="#price", hint="A CSS selector."),
        FormField(name="capture.refuse_consent", label="Refuse cookies and close overlays", kind="yes"),
        FormField(name="capture.javascript", label="Run scripts", kind="yes"),
        FormField(name="capture.second_look", label="Open the page a second time to confirm a change", kind="yes"),
        FormField(name="capture.viewport", label="Window", kind="size", placeholder="1366x768"),
        FormField(name="capture.page_seconds", label="Time limit in seconds", kind="number", placeholder="60"),
        FormField(
            name="capture.blocked_resource_types",
            label="Do not load",
            kind="tags",
            placeholder="media, font",
            hint="image, media, font, stylesheet, script",
        ),
        FormField(
            name="capture.height_cap_px", label="Maximum height of the picture (px)", kind="whole", placeholder="20,000"
        ),
        FormField(
            name="capture.max_scroll_px",
            label="Scroll an endless page down to (px)",
            kind="whole",
            placeholder="10,000",
        ),
        FormField(name="capture.user_agent", label="User agent"),
        FormField(name="capture.contact", label="Contact in the user agent", placeholder="archive@example.org"),
    ),
)
YES_OR_NO = frozenset(("keep_errors", "only_if_overrules"))
"""Settings that are true, false or not set."""
MORE = FormSection(
    title="More",
    is_folded=True,
    fields=(
        FormField(name="keep_errors", label="Keep error pages, logins and bot checks as versions", kind="choice",
                  choices=(("", "no"), ("no", "no, set for this page"), ("yes", "yes"))),
        FormField(name="failures_reported", label="Report a fault after this many in a row", kind="whole", placeholder="3"),
        FormField(name="skipped_days", label="Days to keep the results of skipped visits", kind="number"),
        FormField(name="render_every_visits", label="Render the page at least once in this many visits",
                  kind="whole", placeholder="10"),
        FormField(name="render_every_hours", label="Render the page at least once in this many hours",
                  kind="number", placeholder="24"),
        FormField(
            name="only_if",
            label="Notify me only if …",
            hint="In your own words. The changed texts of this page are sent to your language model, which decides.",
            placeholder="the price falls below 20 euros",
        ),
        FormField(name="only_if_overrules", label="Let the model suppress prices and dates too",
                  kind="choice", choices=(("", "no"), ("no", "no, set for this page"), ("yes", "yes"))),
        FormField(
            name="judge",
            label="How changes are judged",
            kind="choice",
            choices=(
                ("", "as usual"),
                ("evidence", "by evidence, set for this page"),
                ("paper1", "only by how much of the page changed"),
                ("paper4", "by the similarity of structure and picture"),
            ),
        ),
        FormField(
            name="operation_weights", label="Kinds of change that matter more or less than usual", kind="weights"
        ),
    ),
)  # fmt: skip
SECTIONS = (PAGE, OFTEN, COUNTS, OPENED, MORE)
FIELDS = {entry.name: entry for section in SECTIONS for entry in section.fields}


def values_of(settings: WatchSettings) -> dict[str, str]:
    """The value of each field of the form."""
    stored = settings.to_json()
    return {name: _shown(entry, _value(stored, name)) for name, entry in FIELDS.items()}


def _value(stored: Mapping[str, Any], name: str) -> Any:
    group, dot, option = name.rpartition(".")
    return stored.get(group, {}).get(option) if dot else stored.get(name)


def with_weights(sent: Mapping[str, str]) -> dict[str, str]:
    """A sent form, with one text for each setting that was entered in rows."""
    named = {name: sent_rows(sent, name) for name, entry in FIELDS.items() if entry.kind == "weights"}
    return {**sent, **{name: text for name, text in named.items() if text is not None}}


def settings_from(sent: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the settings of a sent form, None for those it resets, and the errors by field."""
    settings: dict[str, Any] = {"capture": {}}
    problems: dict[str, str] = {}
    for name, entry in FIELDS.items():
        try:
            value = _READERS[entry.kind](sent.get(name, "").strip())
        except UsageError as error:
            problems[name] = str(error)
            continue
        group, dot, option = name.rpartition(".")
        if dot:
            settings[group][option] = value
        else:
            settings[name] = value if name not in YES_OR_NO else {"": None, "no": False, "yes": True}[value or ""]
    if not problems:
        problems = _unfit(settings)
    return settings, problems


def _unfit(settings: Mapping[str, Any]) -> dict[str, str]:
    """What the API would refuse, by field."""
    try:
        WatchSettingsShape.model_validate(settings)
    except ValidationError as error:
        return {_field_of(found["loc"]): f"{found['msg'][:1].lower()}{found['msg'][1:]}" for found in error.errors()}
    return {}


def _field_of(place: Sequence[int | str]) -> str:
    first = str(place[0])
    return f"{first}.{place[1]}" if first == "capture" and len(place) > 1 else first


def _shown(entry: FormField, value: Any) -> str:
    if entry.kind == "yes":
        return "" if value is False else "yes"
    if entry.name in YES_OR_NO:
        return {None: "", False: "no", True: "yes"}[value]
    return "" if value is None else _WRITERS[entry.kind](value)


def _share(text: str) -> float | None:
    value = _number(text)
    if value is None:
        return None
    share = value / 100 if "%" in text or value > 1 else value
    if not 0 <= share <= 1:
        raise UsageError(f"{text[:20]!r} is not a percentage; give 0 % to 100 %")
    return round(share, 6)


def _number(text: str) -> float | None:
    if not text:
        return None
    value = read_plain_number(text)
    if value is None:
        raise UsageError(f"{text[:40]!r} is not a number")
    return value


def _whole(text: str) -> int | None:
    value = _number(text)
    if value is not None and value != int(value):
        raise UsageError(f"{text[:40]!r} is not a whole number")
    return None if value is None else int(value)


def _weights(text: str) -> dict[str, float] | None:
    found = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        name, sign, value = line.rpartition("=")
        share = _share(value.strip()) if sign and name.strip() else None
        if share is None:
            raise UsageError(f"{line.strip()[:60]!r} has no weight; write it like footer = 0 %")
        found[name.strip()] = share
    return found or None


def read_span(text: str) -> int | None:
    """Seconds of 'every 45 minutes', '6 hours', '3600'; None for nothing. Raises UsageError with examples."""
    if not text or text.isdecimal():
        return int(text) if text else None
    found = _SPAN.fullmatch(text)
    unit = _UNITS.get(found[2].lower()) if found else None
    if found is None or unit is None:
        raise UsageError(f"{text[:40]!r} is not an interval; write it like 45 minutes, 6 hours or 2 days")
    return round(float((found[1] or "1").replace(",", ".")) * unit)


def span_text(seconds: int) -> str:
    """'6 hours', as `read_span` reads it: never rounded."""
    for unit, name in ((604800, "week"), (86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds % unit == 0:
            count = seconds // unit
            return f"{count} {name}{'s' * (count != 1)}"
    return str(seconds)


def _size(text: str) -> list[int] | None:
    if not text:
        return None
    found = re.fullmatch(r"(\d{2,5})\s*[x×]\s*(\d{2,5})", text.lower())
    if found is None:
        raise UsageError(f"{text[:20]!r} is not a window size; write it like 1366x768")
    return [int(found[1]), int(found[2])]


def _listed(text: str, separator: str) -> list[str] | None:
    return [part.strip() for part in text.split(separator) if part.strip()] or None


_READERS: dict[Kind, Callable[[str], Any]] = {
    "text": lambda text: text or None,
    "choice": lambda text: text or None,
    "lines": lambda text: _listed(text, "\n"),
    "tags": lambda text: _listed(text, ","),
    "share": _share,
    "whole": _whole,
    "number": _number,
    "yes": lambda text: None if text else False,
    "interval": read_span,
    "weights": _weights,
    "size": _size,
}
_WRITERS: dict[Kind, Callable[[Any], str]] = {
    "text": str,
    "choice": str,
    "lines": "\n".join,
    "tags": ", ".join,
    "share": lambda value: f"{plain_number(100 * value)} %",
    "whole": lambda value: str(int(value)),
    "number": plain_number,
    "interval": span_text,
    "weights": lambda value: "\n".join(f"{name} = {plain_number(100 * share)} %" for name, share in value.items()),
    "size": lambda value: f"{value[0]}x{value[1]}",
}


def in_words(name: str, value: str) -> str:
    """The value of a field in words, to be compared with another one."""
    entry = FIELDS[name]
    if entry.kind == "yes":
        return "yes" if value else "no"
    if entry.kind == "interval":
        return value or "as often as needed"
    if entry.kind == "choice":
        return dict(entry.choices).get(value, value)
    return value or "nothing"
