"""JSON as sections: one for each item of a list and each larger member, with their paths as labels.

Items bear no numbers, which would change with every item before them; one that names itself (`id`, `name`, …) is labelled
by that: `items[id=7]`. A section has a line for each value, by its path inside the section.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pagestrata.errors import InputError
from pagestrata.formats.charsets import decode_text, detect_charset
from pagestrata.formats.documents.documents import LONGEST_SECTION, MOST_CHARACTERS, Document, Section, document_of

FEW_VALUES = 12
"""A member with no more values than this is one section."""
DEEPEST = 40
"""Levels that have paths; what lies deeper is shown as it is written."""
MOST_VALUES = 200_000
LONGEST_PATH = 200
_NAMES = ("id", "guid", "uuid", "key", "slug", "name", "title", "code", "sku", "url", "date", "version")
_TITLES = ("title", "name", "headline")


def read_json(body: bytes, content_type: str | None) -> Document:
    """The sections of a JSON document. Raises InputError if it is invalid or is nested too deeply."""
    if len(body) > 4 * MOST_CHARACTERS:
        raise InputError(f"the JSON has {len(body):,} bytes; at most {4 * MOST_CHARACTERS:,} are read")
    try:
        found = json.loads(decode_text(body, detect_charset(body, content_type)))
    except RecursionError:
        raise InputError("the JSON is nested too deeply; it is not read") from None
    except ValueError as error:
        raise InputError(f"this is not JSON: {str(error)[:200]}") from error
    sections = list(_limited(_sections(found, "", 0)))
    return document_of(_title(found), sections or [Section(lines=(_written(found),))])


def _limited(sections: Iterator[Section]) -> Iterator[Section]:
    left = MOST_VALUES
    for section in sections:
        left -= len(section.lines)
        if left < 0:
            return
        yield section


def _title(found: Any) -> str:
    titles = (found.get(name) for name in _TITLES) if isinstance(found, dict) else ()
    return next((text[:120] for text in titles if isinstance(text, str)), "")


def _sections(value: Any, path: str, depth: int) -> Iterator[Section]:
    """Yield one section for a small value; else one for the single values of this level, and those of each larger member."""
    if not isinstance(value, dict | list) or depth >= DEEPEST or _is_small(value):
        lines = tuple(_lines(value, "", depth))
        if lines:
            yield Section(label=path, lines=lines)
        return
    if isinstance(value, list):
        for item in value:
            yield from _sections(item, f"{path}[{_named(item)}]"[:LONGEST_PATH], depth + 1)
        return
    plain = {name: found for name, found in value.items() if not isinstance(found, dict | list)}
    if plain:
        yield Section(label=path, lines=tuple(_lines(plain, "", depth)))
    for name, found in value.items():
        if name not in plain:
            yield from _sections(found, _below(path, name), depth + 1)


def _is_small(value: dict[str, Any] | list[Any]) -> bool:
    """Return whether a value makes one section: it has few values, and no list of several composite items."""
    if isinstance(value, list) and sum(isinstance(item, dict | list) for item in value) > 1:
        return False
    members = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict) and any(isinstance(found, list) and not _is_small(found) for found in members):
        return False
    return _counted(value, FEW_VALUES + 1) <= FEW_VALUES


def _counted(value: Any, most: int) -> int:
    """Count single values up to `most`; not recursive, because hostile JSON would exhaust the stack."""
    count, waiting = 0, [value]
    while waiting and count < most:
        found = waiting.pop()
        if isinstance(found, dict | list):
            waiting.extend(list(found.values() if isinstance(found, dict) else found)[: most + 1])
            count += not found
        else:
            count += 1
    return count + (len(waiting) if count >= most else 0)


def _lines(value: Any, path: str, depth: int) -> Iterator[str]:
    if depth < DEEPEST and isinstance(value, dict) and value:
        for name, found in value.items():
            yield from _lines(found, _below(path, name), depth + 1)
    elif depth < DEEPEST and isinstance(value, list) and value:
        for found in value:
            yield from _lines(found, f"{path}[]" if isinstance(found, dict | list) else path, depth + 1)
    else:
        yield f"{path}: {_written(value)}" if path else _written(value)


def _below(path: str, name: str) -> str:
    return (f"{path}.{name}" if path else name)[:LONGEST_PATH]


def _named(item: Any) -> str:
    """Return the name that an item gives itself; '' if it has none."""
    if not isinstance(item, dict):
        return ""
    for name in _NAMES:
        found = item.get(name)
        if isinstance(found, str | int) and not isinstance(found, bool) and str(found).strip():
            return f"{name}={' '.join(str(found).split())[:60]}"
    return ""


def _written(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())[:LONGEST_SECTION]
    try:
        return json.dumps(value, ensure_ascii=False)[:LONGEST_SECTION]
    except (RecursionError, ValueError):
        return "…"
