"""Convert filters of urlwatch, webchanges and changedetection.io to settings of a watch; list those without a counterpart.

Their filters work on lines, ours on blocks: an ignored line becomes an ignored block. Filters that only reformat text
(`html2text`, `strip`) are dropped, because blocks hold plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_FILTERS = 100
_ONLY_FORM = frozenset({
    "html2text", "strip", "striplines", "strip_each_line", "beautify", "absolute_links",
    "reformat", "pretty-xml", "format-xml", "format-json", "pdf2text", "csv2text", "ical2text",
})  # fmt: skip
"""Filters that change only how a text is written; documents and feeds are read as pages anyway."""
_MAIN_VALUE = {
    "css": "selector", "xpath": "path", "element-by-id": "id", "element-by-class": "class", "element-by-tag": "tag",
    "element-by-style": "style", "re.sub": "pattern", "delete_lines_containing": "text", "keep_lines_containing": "text",
    "grep": "re", "grepi": "re",
}  # fmt: skip
_BY_LINE = frozenset({"delete_lines_containing", "grepi", "keep_lines_containing", "grep"})
"""Filters that remove lines: those that match, or all others."""
_NAME = re.compile(r"-?[A-Za-z_][\w-]*")
_BACK_REFERENCE = re.compile(r"\\\d|\\g<")
_CD_SLASHES = re.compile(r"/(?P<pattern>.+)/(?P<flags>[aiLmsux]*)", re.DOTALL)


@dataclass(slots=True)
class Filters:
    """Converted filters. `left_out` lists those that were not converted."""

    select: str | None = None  # CSS or XPath of the part that counts
    ignore: list[str] = field(default_factory=list)  # CSS selectors of what does not count
    ignore_text: list[str] = field(default_factory=list)  # patterns of texts that do not
    left_out: list[str] = field(default_factory=list)


def urlwatch_filters(listed: Any) -> Filters:
    """The filters of one job, in any of the forms urlwatch and webchanges know."""
    found = Filters()
    for name, value in _each(listed):
        problem = _taken_over(found, name, value)
        if problem:
            found.left_out.append(problem)
    return found


def _each(listed: Any) -> Iterator[tuple[str, Any]]:
    """Name and value of each filter: `name`, `name:value`, `{name: value}`, `{name: {option: value}}`."""
    entries = listed if isinstance(listed, list) else [listed] if listed else []
    for entry in entries[:MOST_FILTERS]:
        if isinstance(entry, str):
            for part in entry.split(",") if not entry.startswith(("css:", "xpath:")) and ":" not in entry else [entry]:
                name, _, value = part.strip().partition(":")
                yield name, value
        elif isinstance(entry, dict):
            yield from ((str(name), value) for name, value in list(entry.items())[:MOST_FILTERS])


def _taken_over(found: Filters, name: str, value: Any) -> str:
    """Convert a filter; return a note if that is not possible, else ''."""
    if name in _ONLY_FORM:
        return ""
    options = value if isinstance(value, dict) else {_MAIN_VALUE.get(name, ""): value}
    text = options.get(_MAIN_VALUE.get(name, ""))
    text = str(text) if isinstance(text, str | int | float) else ""
    if name in {"css", "xpath"} or name.startswith("element-by-"):
        return _select(found, name, text, options)
    pattern = _pattern(name, text, options)
    if not pattern:
        return f"filter {name[:60]}"
    found.ignore_text.append(pattern)
    return ""


def _pattern(name: str, text: str, options: dict[str, Any]) -> str:
    """Return the pattern of the texts that a filter removes; '' for any other filter."""
    if name == "re.sub":
        repl = options.get("repl") or ""
        return text if isinstance(repl, str) and not _BACK_REFERENCE.search(repl) else ""
    if name not in _BY_LINE:
        return ""
    pattern = options.get("re")
    line = pattern if isinstance(pattern, str) else text if name in {"grep", "grepi"} else re.escape(text)
    if not line:
        return ""
    return f"!{line}" if name in {"keep_lines_containing", "grep"} else f".*(?:{line}).*"


def _select(found: Filters, name: str, text: str, options: dict[str, Any]) -> str:
    excluded = options.get("exclude")
    if isinstance(excluded, str) and name == "css":
        found.ignore.append(excluded)
    more = (
        sorted(set(options) - {_MAIN_VALUE[name]} - ({"exclude"} if name == "css" else set()))
        if name in _MAIN_VALUE
        else []
    )
    chosen = _css(name, text)
    is_css = name != "xpath"
    if not chosen:
        return f"filter {name}"
    if found.select is None:
        found.select = chosen
    elif is_css and not found.select.startswith(("/", "(")) and "," not in found.select + chosen:
        found.select = f"{found.select} {chosen}"  # a filter works on what the one before it left
    else:
        return f"filter {name} after another one"
    return f"{', '.join(more[:9])} of filter {name}" if more else ""


def _css(name: str, text: str) -> str:
    if name in {"css", "xpath"}:
        return text
    if name == "element-by-tag":
        return text if _NAME.fullmatch(text) else ""
    kind = {"element-by-id": "id=", "element-by-class": "class~=", "element-by-style": "style="}.get(name, "")
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{kind}"{quoted}"]' if kind and text and "\n" not in text else ""


def changedetection_filters(include: Sequence[Any], subtract: Sequence[Any], ignored: Sequence[Any]) -> Filters:
    """Return the filters of one watch of changedetection.io: included and removed elements, and ignored texts."""
    found = Filters()
    kinds = [_kind_of(str(entry)) for entry in include[:MOST_FILTERS]]
    usable = [text for kind, text in kinds if kind in {"css", "xpath"}]
    found.select = usable[0] if usable else None
    found.left_out += ["all but the first filter"] if len(usable) > 1 else []
    found.left_out += [f"filter {text[:60]!r}" for kind, text in kinds if kind == "other"]
    for entry in subtract[:MOST_FILTERS]:
        kind, text = _kind_of(str(entry))
        if kind == "css":
            found.ignore.append(text)
        else:
            found.left_out.append(f"subtractive selector {text[:60]!r}")
    for entry in ignored[:MOST_FILTERS]:
        slashed = _CD_SLASHES.fullmatch(str(entry))
        found.ignore_text.append(_flagged(slashed) if slashed else re.escape(str(entry)))
    return found


def _kind_of(text: str) -> tuple[str, str]:
    for prefix in ("xpath1:", "xpath:", "css:"):
        if text.startswith(prefix):
            return prefix.rstrip("1:"), text.removeprefix(prefix)
    if text.startswith(("json:", "jq:", "jqraw:")):
        return "other", text
    return ("xpath" if text.startswith("/") else "css"), text


def _flagged(found: re.Match[str]) -> str:
    flags = "".join(flag for flag in "ims" if flag in found["flags"])
    return f"(?{flags}:{found['pattern']})" if flags else found["pattern"]
