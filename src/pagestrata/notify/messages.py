"""The content of a notification: a sentence, the words that changed, a picture of them before and now, and links.

Users may write their own titles and bodies as Jinja2 templates, which run in Jinja's sandbox, in a process of their own
with limits on time and memory (see `template_worker`). They are checked when they are saved. If one still fails when a
message is due, the default message is sent with a line that says what is wrong with the template.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pagestrata.errors import UsageError
from pagestrata.locked.process import Limits, NoAnswerError, ask_worker
from pagestrata.model.events import Event
from pagestrata.model.plain_numbers import number_as_written
from pagestrata.notify.answer_links import AnswerKind, answer_link, answer_to
from pagestrata.notify.rules import UNCONDITIONAL
from pagestrata.notify.template_worker import render

TITLE = "{{ name }}: {{ change }}"
BODY = """{{ sentence }}
{% for words in marked %}
  {% for kind, text in words %}{{ {'old': '[-' ~ text ~ '-]', 'new': '[+' ~ text ~ '+]'}.get(kind, text) }} {% endfor %}
{% endfor %}
{% for label, address in links %}
{{ label }}: {{ address }}{% endfor %}
{% for label, address in answers %}
{{ label }}: {{ address }}{% endfor %}"""
HTML_BODY = """<p>{{ sentence }}</p>
{% for words in marked %}<p>{% for kind, text in words %}{% if kind == 'old' %}<del style="background:#fbe7da">{{ text }}</del>
{% elif kind == 'new' %}<ins style="background:#dff3ec;text-decoration:none">{{ text }}</ins>
{% else %}{{ text }} {% endif %}{% endfor %}</p>
{% endfor %}<!-- picture -->
<p>{% for label, address in links %}<a href="{{ address }}">{{ label }}</a>{% if not loop.last %}<br>
{% endif %}{% endfor %}</p>
{% if answers %}<p>{% for label, address in answers %}<a href="{{ address }}">{{ label }}</a>{% if not loop.last %}<br>
{% endif %}{% endfor %}</p>{% endif %}"""
PICTURE_PLACE = "<!-- picture -->"
"""Placeholder for the picture in the HTML of a message; channels that cannot embed it attach it."""
LONGEST_TEXT = 600
LONGEST_MESSAGE = 20_000
SHORT_TEXT = 60
TEMPLATE_SECONDS = 60.0  # on the clock: a machine may be busy
TEMPLATE_CPU_SECONDS = 5
TEMPLATE_MEMORY_BYTES = 512 * 1024 * 1024
TEMPLATE_ANSWER_BYTES = 10_000_000

_OWN = frozenset({TITLE, BODY, HTML_BODY, ""})
_WORKER = Path(__file__).with_name("template_worker.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A notification, ready to send. All messages about one event have the same `key`."""

    key: str
    title: str
    body: str
    is_html: bool = False
    picture_png: bytes | None = field(default=None, repr=False)
    page: str = ""  # the page it is about, by its name; a digest is ordered by pages
    weight: float = 0.0  # how important it is, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageTemplate:
    """Jinja2 templates; in an HTML body every value is escaped."""

    title: str = TITLE
    body: str = ""  # '': the default body
    is_html: bool = False

    @property
    def plain_body(self) -> str:
        return HTML_BODY if self.is_html else BODY


DEFAULT_TEMPLATE = MessageTemplate()


def template_from(settings: Mapping[str, Any]) -> MessageTemplate:
    """The template in a rule's settings: title, body, is_html. Raises UsageError if it is invalid."""
    unknown = sorted(set(settings) - {"title", "body", "is_html"})
    if unknown:
        raise UsageError(f"unknown template setting {unknown[0]!r}; give title, body or is_html")
    template = MessageTemplate(**settings)
    check_template(template.title)
    check_template(template.body, is_html=template.is_html)
    return template


def sentence(event: Event) -> str:
    """The event in one sentence."""
    if event.availability is not None:
        return f"{event.name} {event.what}."
    why = f": {event.why}" if event.why else ""
    if event.new_state == "lost":
        return f"{event.name} is no longer on the page{why}."
    if event.new_state == "uncertain":
        return f"It is unclear which part of the page is {event.name} now{why}."
    if event.old_state == "lost":
        return f"{event.name} is on the page again."
    return _sentence_of_change(event)


def _sentence_of_change(event: Event) -> str:
    change = change_of(event)
    if event.old_number is not None and event.new_number is not None and event.old_number != event.new_number:
        return f"{event.name} {'rose' if event.new_number > event.old_number else 'fell'}: {change}."
    return f"{event.name}: {change}." if change else f"{event.name} changed."


def change_of(event: Event) -> str:
    """What changed, without the name: '€ 129.00 → € 119.00'; '' if only the fact of a change is known."""
    old, new = " ".join(event.old_text.split()), " ".join(event.new_text.split())
    if event.kind == "trail" and old != new and 0 < len(old) <= SHORT_TEXT and 0 < len(new) <= SHORT_TEXT:
        return f"{old} → {new}"
    if event.old_number is not None and event.new_number is not None and event.old_number != event.new_number:
        was = number_as_written(event.old_number, event.old_text)
        return f"{was} → {number_as_written(event.new_number, event.new_text)}"
    return event.what


def _subject(event: Event, reasons: Sequence[str]) -> str:
    """The title after the name: what changed, and the condition that it meets."""
    happened = event.availability is not None or event.new_state != "found" or event.old_state == "lost"
    change = "" if happened else change_of(event)
    conditions = ", ".join(reason for reason in reasons if reason not in UNCONDITIONAL)
    if not change:
        return ", ".join(reasons)
    return f"{change} ({conditions})" if conditions else change


def links_of(event: Event, root: str) -> list[tuple[str, str]]:
    """Links to the comparison, the version and the live page. `root` is the address of the web application."""
    if not root or event.availability == "failing":
        return [("The page", event.url)]
    query = urlencode({"url": event.url, "at": event.version})
    found = [
        ("What changed", f"{root}/change?{query}"),
        ("The archived version", f"{root}/change?{query}&show=version"),
    ]
    if event.kind == "trail":
        found.append((f"History of {event.name}", f"{root}/trails/{event.subject}"))
    return [*found, ("The page", event.url)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPlace:
    """How a message can be answered: in the web application at `root`, with links signed by `key`, about the alert `rule`."""

    root: str = ""
    key: bytes = field(default=b"", repr=False)
    rule: str = ""


NO_ANSWERS = AnswerPlace()


def answers_to(event: Event, place: AnswerPlace) -> list[tuple[str, str]]:
    """Signed links to answer a message about a change; none without a key or a web application."""
    if not place.root or not place.key or event.availability is not None or not event.operations:
        return []

    def link(say: AnswerKind, block: str = "", rule: str = "") -> str:
        answer = answer_to(say, event.url, event.version, now=event.time, block=block, rule=rule)
        return answer_link(place.root, place.key, answer)

    noise = [("This was noise", link("noise"))]
    if event.kind == "watch":
        return [*noise, ("Ignore this part of the page", link("never", event.block))] if event.block else noise
    is_change = event.has_version and event.old_state == event.new_state == "found"
    stop = [("Stop notifying me about this block", link("stop", event.subject, place.rule))] if place.rule else []
    return [*(noise if is_change else []), *stop]


def compose(
    event: Event,
    reasons: Sequence[str],
    template: MessageTemplate = DEFAULT_TEMPLATE,
    place: AnswerPlace = NO_ANSWERS,
) -> Message:
    """The message for an event, with links to the web application at `place`. A failing template raises nothing."""
    values = _values(event, reasons, place)
    title, title_error = _rendered(template.title, TITLE, values)
    body, body_error = _rendered(
        template.body or template.plain_body, template.plain_body, values, is_html=template.is_html
    )
    if not template.is_html and (body_error or not template.body):
        body = re.sub(r"\s*\n(\s*\n)+", "\n\n", re.sub(r"[ \t]+\n", "\n", body))
    problems = [problem for problem in (title_error, body_error) if problem]
    if problems:
        complaint = f"(Your template was not used: {'; '.join(problems)})"
        body += f"<p>{escape(complaint)}</p>" if template.is_html else f"\n\n{complaint}"
    return Message(
        key=event.key,
        title=" ".join(title.split())[:200],
        body=body.strip()[:LONGEST_MESSAGE],
        is_html=template.is_html,
        picture_png=event.picture_png,
    )


def check_template(source: str, *, is_html: bool = False) -> None:
    """Raises UsageError, with the line, for an invalid template."""
    time = datetime(2026, 1, 1, tzinfo=UTC)
    sample = Event(subject="1", kind="trail", name="Block", url="http://site.test/", version="1", time=time)
    _, problem = _rendered(source, "", _values(sample, ("it changed",)), is_html=is_html)
    if problem:
        names = ", ".join(sorted(_values(sample, ())))
        raise UsageError(f"the message template does not work: {problem}; it may use {names}")


def _values(event: Event, reasons: Sequence[str], place: AnswerPlace = NO_ANSWERS) -> dict[str, Any]:
    return {
        "name": event.name,
        "url": event.url,
        "time": event.time.isoformat(),
        "version": event.version,
        "sentence": sentence(event),
        "change": _subject(event, reasons),
        "marked": _marked(event),
        "links": [[label, address] for label, address in links_of(event, place.root)],
        "answers": [[label, address] for label, address in answers_to(event, place)],
        "reasons": list(reasons),
        "probability": event.probability,
        "importance": event.probability,  # its name in templates that were written before there was one scale
        "old_text": _short(event.old_text),
        "new_text": _short(event.new_text),
        "old_number": event.old_number,
        "new_number": event.new_number,
        "state": event.new_state,
        "tags": list(event.tags),
    }


def _marked(event: Event) -> list[list[list[str]]]:
    """The changed words in context, else the texts before and now; nothing if the sentence already contains both."""
    if event.old_text == event.new_text or event.availability is not None:
        return []
    if event.kind == "trail" and event.new_state == event.old_state == "found" and "→" in change_of(event):
        return []
    if event.marked:
        return [[[kind, text] for kind, text in words] for words in event.marked]
    pairs = (("old", _short(event.old_text)), ("new", _short(event.new_text)))
    words = [[kind, text] for kind, text in pairs if text]
    return [[["same", "perhaps now:"], *words] if event.new_state == "uncertain" else words] if words else []


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _rendered(source: str, fallback: str, values: dict[str, Any], *, is_html: bool = False) -> tuple[str, str | None]:
    """The rendered text, and the problem of the template if the text is that of the fallback."""
    problem = None
    if source not in _OWN:
        found = _in_own_process(source, values, is_html=is_html)
        if "text" in found:
            return found["text"], None
        problem, source = found["problem"], fallback
    return render(source, values, is_html=is_html)["text"], problem


def _in_own_process(source: str, values: dict[str, Any], *, is_html: bool) -> dict[str, str]:
    limits = Limits(
        seconds=TEMPLATE_SECONDS,
        cpu_seconds=TEMPLATE_CPU_SECONDS,
        memory_bytes=TEMPLATE_MEMORY_BYTES,
        answer_bytes=TEMPLATE_ANSWER_BYTES,
        opens_files=True,
    )
    try:
        return ask_worker(_WORKER, {"source": source, "values": values, "is_html": is_html}, limits=limits)
    except NoAnswerError:
        return {"problem": "it takes too long or needs too much memory"}
