"""Lists of pages that other tools keep: plain lists of addresses, sitemaps, OPML, changedetection.io, urlwatch, webchanges.

Only pages and how to watch them are read. Programs in such files (urlwatch can run shell commands) are never run; they are
listed in `left_out`, with every setting of a page that has no counterpart here.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from pagestrata.errors import InputError
from pagestrata.formats.monitor_filters import Filters, changedetection_filters, urlwatch_filters
from pagestrata.formats.recordings.wacz import ZIP_DAMAGES
from pagestrata.model.watch_settings import RANGES

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

ListKind = Literal["urls", "sitemap", "opml", "changedetection.io", "urlwatch", "pagestrata"]
_YAML_NUMBERS = frozenset({"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"})
OWN_KIND = "pagestrata watches"
MAX_LIST_BYTES = 64 * 1024 * 1024
MAX_YAML_BYTES = 4 * 1024 * 1024
"""A list of jobs is read by Python itself, half a minute for each megabyte."""
LONGEST_NAME = 500
"""Characters of a title or a tag. A folder's name goes to each page in it, so a long one would fill the memory."""
MOST_FOLDERS = 20
MOST_OPTIONS = 1_000
_LONGEST_INTERVAL_SECONDS = int(RANGES["interval_seconds"][1])
_DAMAGES = (*ZIP_DAMAGES, ValueError)
"""Exceptions raised by damaged or encrypted files."""

_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_CD_DATABASE = "url-watches.json"
_CD_LEFT_OUT = (
    "headers", "body", "proxy", "browser_steps", "trigger_text", "text_should_not_be_present", "extract_text",
    "notification_urls", "notification_body", "notification_title", "webdriver_js_execute_code", "webdriver_delay",
    "conditions", "time_schedule_limit", "check_unique_lines", "sort_text_alphabetically", "remove_duplicate_lines",
    "track_ldjson_price_data", "text_should_be_present", "ignore_status_codes",
)  # fmt: skip
"""Settings of changedetection.io without a counterpart here."""
_CD_FILTERS = ("include_filters", "subtractive_selectors", "ignore_text")
"""Filters of changedetection.io; those of the page, of its groups and of all pages apply together."""
_CD_USUAL = {
    "method": "GET", "processor": "text_json_diff", "filter_text_added": True, "filter_text_removed": True,
    "filter_text_replaced": True,
}  # fmt: skip
"""Default settings of changedetection.io."""
_JOB_KNOWN = {"url", "navigate", "name", "filter", "filters", "tags", "kind", "use_browser", "enabled"}
_CD_UNITS = {"weeks": 604_800, "days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}

_SETTING_KINDS: dict[tuple[type, ...], frozenset[str]] = {
    (bool,): frozenset({"paused", "keep_errors", "only_if_overrules"}),
    (int,): frozenset(
        {"interval_seconds", "level", "render_every_visits", "failures_reported", "scope_depth", "scope_pages"}
    ),
    (int, float): frozenset({"page_weight", "threshold", "render_every_hours", "skipped_days"}),
    (int, str): frozenset({"pdoc"}),
    (str,): frozenset(
        {"title", "window", "robots", "select", "judge", "leaning", "segmenter", "signals", "scope", "only_if"}
    ),
    (list,): frozenset({"tags", "ignore", "ignore_text", "scope_include", "scope_exclude"}),
    (dict,): frozenset({"importance", "operation_weights", "capture"}),
}
"""The settings of a watch that mean the same in another archive, by what they hold; a trained model stays where it is."""

_STAYS_HERE = frozenset({"proxy"})
"""Capture options for one machine only: a proxy may contain a password, and in a stranger's list it could intercept traffic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPage:
    """One page of a list, with its settings."""

    url: str
    title: str = ""
    tags: tuple[str, ...] = ()
    interval_seconds: int | None = None
    select: str | None = None  # CSS or XPath of the part that counts
    ignore: tuple[str, ...] = ()  # CSS selectors of what does not count
    ignore_text: tuple[str, ...] = ()  # patterns of texts that do not
    paused: bool = False
    settings: Mapping[str, Any] = field(
        default_factory=dict
    )  # of our own lists: all settings that differ from the defaults


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchList:
    """The pages of a list in its order, each once, and what of it could not be used."""

    kind: ListKind
    pages: tuple[ListedPage, ...]
    left_out: tuple[str, ...] = field(default=())


def read_watch_list(path: Path) -> WatchList:
    """Read a list, whatever its kind. Raises InputError if it is invalid."""
    data = _content(path)
    start = data[:512].lstrip()
    readers: dict[ListKind, Callable[[bytes, list[str]], Iterator[ListedPage]]] = {
        "sitemap": _sitemap, "opml": _opml, "changedetection.io": _changedetection, "urlwatch": _urlwatch, "urls": _urls,
        "pagestrata": _own,
    }  # fmt: skip
    kind: ListKind = "urls"
    if start.startswith(b"<"):
        kind = "opml" if re.search(rb"<opml[\s>]", data[:4096], re.IGNORECASE) else "sitemap"
    elif start.startswith(b"{"):
        kind = "pagestrata" if OWN_KIND.encode() in start else "changedetection.io"
    elif re.search(rb"(?m)^(?:url|navigate|command)\s*:", data):
        kind = "urlwatch"
    left_out: list[str] = []
    try:
        found = {page.url: page for page in readers[kind](data, left_out)}
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(f"{path} looks like a list for {kind} but cannot be read ({error}); check the file") from error
    if not found:
        raise InputError(
            f"{path} names no page; give a list of http(s) addresses, a sitemap, OPML, or the file of changedetection.io, "
            f"urlwatch or webchanges"
        )
    return WatchList(kind=kind, pages=tuple(found.values()), left_out=tuple(left_out))


def _content(path: Path) -> bytes:
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_LIST_BYTES else b""
        if data.startswith(b"\x1f\x8b"):
            with gzip.open(io.BytesIO(data)) as packed:
                data = packed.read(MAX_LIST_BYTES + 1)
        elif data.startswith(b"PK"):
            data = _member(data)
    except _DAMAGES as error:
        raise InputError(f"cannot read {path} ({error}); check that it is complete") from error
    if not data or len(data) > MAX_LIST_BYTES:
        raise InputError(f"{path} is empty or larger than {MAX_LIST_BYTES} bytes unpacked; split it")
    return data


def _member(data: bytes) -> bytes:
    """Return the list inside a backup of changedetection.io; no other member is read."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = [name for name in package.namelist() if name.rpartition("/")[2] == _CD_DATABASE]
        if not names:
            raise ValueError(f"no {_CD_DATABASE} in the zip file")
        with package.open(names[0]) as member:
            return member.read(MAX_LIST_BYTES + 1)


def _urls(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    """One address per line; words behind it are tags, as changedetection.io exports them; # starts a comment."""
    for line in data.decode("utf-8-sig", "replace").splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        address = _ADDRESS.match(text)
        if address is None:
            left_out.append(f"{text[:100]!r} is not an http(s) address")
            continue
        behind = re.split(r"(?:^|\s)#", text[address.end() :], maxsplit=1)[0]
        tags = [tag.strip() for tag in behind.split(",")]
        yield ListedPage(url=address.group(), tags=tuple(tag for tag in tags if tag))


def _xml(data: bytes) -> Any:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error


def _opml(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    """The feeds of a reader, or the pages where an entry has no feed; folders become tags."""
    for outline in _xml(data).iter("outline"):
        name = _first(outline, "title", "text")
        address = _first(outline, "xmlUrl", "htmlUrl", "url").strip()
        if _ADDRESS.fullmatch(address):
            parents = islice(outline.iterancestors("outline"), MOST_FOLDERS)
            folders = [_first(parent, "text", "title") for parent in parents]
            yield ListedPage(url=address, title=name, tags=tuple(folder for folder in reversed(folders) if folder))
        elif address or not len(outline):
            left_out.append(f"{(name or address)[:100]!r} has no http(s) address")


def _first(element: Any, *names: str) -> str:
    """The first of these attributes that is not empty."""
    return next((str(value)[:LONGEST_NAME] for name in names if (value := element.get(name))), "")


def _sitemap(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    from lxml import etree

    root = _xml(data)
    for element in root.iter("{*}loc"):
        parent = element.getparent()
        address = (element.text or "").strip()
        if parent is not None and etree.QName(parent).localname == "sitemap":
            left_out.append(f"{address[:200]} is another sitemap; import it by itself")
        elif _ADDRESS.fullmatch(address):
            yield ListedPage(url=address)
        else:
            left_out.append(f"{address[:100]!r} is not an http(s) address")


def _changedetection(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    content = json.loads(data)
    settings = content.get("settings", {}).get("application", {})
    groups = settings.get("tags", {})
    names = {key: tag.get("title", "") for key, tag in groups.items()}
    if settings.get("notification_urls"):
        left_out.append(
            "for all pages: notification_urls not taken over; `pagestrata notify` or a page's edit form sets alerts"
        )
    for watch in content.get("watching", {}).values():
        url = str(watch.get("url", "")).strip()
        if not _ADDRESS.fullmatch(url):
            left_out.append(f"{url[:100]!r} is not an http(s) address")
            continue
        of_watch = [watch, *(groups[tag] for tag in _listed(watch.get("tags")) if tag in groups)]
        for_all = {
            name.removeprefix("global_"): value for name, value in settings.items() if name.startswith("global_")
        }
        filters = changedetection_filters(
            *([entry for of in (*of_watch, for_all) for entry in _listed(of.get(name))] for name in _CD_FILTERS)
        )
        unknown = [*sorted({name for of in of_watch for name in _not_taken_over(of)}), *filters.left_out]
        if unknown:
            left_out.append(f"{url[:200]}: {', '.join(unknown)} not taken over")
        yield _changedetection_page(url, watch, names, filters)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _not_taken_over(watch: dict[str, Any]) -> list[str]:
    """Return the settings of a page that have no counterpart here."""
    unknown = [name for name in _CD_LEFT_OUT if watch.get(name)]
    unknown += [name for name, usual in _CD_USUAL.items() if watch.get(name, usual) != usual]
    return sorted(unknown)


def _changedetection_page(url: str, watch: dict[str, Any], names: dict[str, str], filters: Filters) -> ListedPage:
    tags = [names.get(tag, tag) for tag in _listed(watch.get("tags"))]
    return ListedPage(
        url=url,
        title=str(watch.get("title") or ""),
        tags=tuple(tag for tag in tags if tag),
        interval_seconds=_interval(watch.get("time_between_check") or {}),
        select=filters.select,
        ignore=tuple(filters.ignore),
        ignore_text=tuple(filters.ignore_text),
        paused=bool(watch.get("paused")),
    )


def _own(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    """Read a list written by `write_watch_list`."""
    for entry in json.loads(data)["watches"]:
        url = str(entry.get("url", "")).strip()
        settings = {name: value for name, value in entry.items() if name != "url"}
        wrong = sorted(name for name, value in settings.items() if not _is_setting(name, value))
        if isinstance(capture := settings.get("capture"), dict) and _STAYS_HERE & capture.keys():
            wrong += sorted(f"capture.{name}" for name in _STAYS_HERE & capture.keys())
            settings["capture"] = {name: value for name, value in capture.items() if name not in _STAYS_HERE}
        if not _ADDRESS.fullmatch(url):
            left_out.append(f"{url[:100]!r} is not an http(s) address")
            continue
        if wrong:
            left_out.append(f"{url[:200]}: {', '.join(wrong)[:200]} not taken over")
        yield ListedPage(url=url, settings={name: value for name, value in settings.items() if name not in wrong})


def _is_setting(name: str, value: object) -> bool:
    kinds = next((kinds for kinds, names in _SETTING_KINDS.items() if name in names), None)
    return kinds is not None and isinstance(value, kinds) and (isinstance(value, bool) is (kinds == (bool,)))


def write_watch_list(pages: Sequence[tuple[str, Mapping[str, Any]]]) -> bytes:
    """Addresses with their settings, to be read again by `read_watch_list`, in another archive too."""
    portable = frozenset().union(*_SETTING_KINDS.values())
    watches = [
        {"url": url, **{name: _portable(value) for name, value in settings.items() if name in portable}}
        for url, settings in pages
    ]
    return json.dumps({"kind": OWN_KIND, "watches": watches}, indent=1, ensure_ascii=False).encode()


def _portable(value: Any) -> Any:
    return (
        {name: option for name, option in value.items() if name not in _STAYS_HERE}
        if isinstance(value, dict)
        else value
    )


def _interval(parts: dict[str, Any]) -> int | None:
    seconds = sum(int(parts.get(unit) or 0) * length for unit, length in _CD_UNITS.items())
    return max(0, min(seconds, _LONGEST_INTERVAL_SECONDS)) or None


def _urlwatch(data: bytes, left_out: list[str]) -> Iterator[ListedPage]:
    for job in _jobs(data):
        if not isinstance(job, dict):
            continue
        url = _text(job.get("url") or job.get("navigate")).strip()
        if not _ADDRESS.fullmatch(url):
            named = _text(job.get("name") or job.get("command")) or url
            left_out.append(f"the job {named[:100]!r} has no http(s) address")
            continue
        filters = urlwatch_filters(job.get("filter") or job.get("filters"))
        unknown = [*sorted(_text(name) for name in job if name not in _JOB_KNOWN), *filters.left_out]
        if unknown:
            left_out.append(f"{url[:200]}: {', '.join(unknown[:20])} not taken over")
        tags = job.get("tags") or []
        yield ListedPage(
            url=url,
            title=_text(job.get("name")),
            tags=tuple(_text(tag) for tag in (tags if isinstance(tags, list) else [tags])[:100]),
            select=filters.select,
            ignore=tuple(filters.ignore),
            ignore_text=tuple(filters.ignore_text),
            paused=job.get("enabled") is False,
        )


def _jobs(data: bytes) -> list[Any]:
    """The documents of a YAML file. Raises ValueError."""
    import yaml

    class Loader(yaml.SafeLoader):
        """A YAML loader with limits against small files that expand without end."""

        def flatten_mapping(self, node: yaml.MappingNode) -> None:
            """Mappings merged into mappings (`<<`) can grow ninefold with each line."""
            super().flatten_mapping(node)
            if len(node.value) > MOST_OPTIONS:
                raise ValueError(f"one of its mappings has more than {MOST_OPTIONS} entries")

    # numbers of base 60 take the square of their length, and nothing here is such a number
    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in known if tag not in _YAML_NUMBERS]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    if len(data) > MAX_YAML_BYTES:
        raise ValueError(f"it is larger than {MAX_YAML_BYTES} bytes; split it")
    try:
        return list(yaml.load_all(data.decode("utf-8-sig", "replace"), Loader))
    except yaml.YAMLError as error:
        raise ValueError(str(error).splitlines()[0]) from error


def _text(value: Any) -> str:
    """A text or number as text. Lists are none: YAML can write an endless one in a few lines."""
    return str(value) if isinstance(value, str | int | float) else ""
