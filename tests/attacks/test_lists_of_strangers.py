"""Lists of pages from strangers: none fills the memory, blocks the import, or stops visits to other pages."""

from __future__ import annotations

import gzip
import io
import json
import struct
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import new_archive
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import import_watch, watch_for
from pagestrata.errors import InputError, UsageError
from pagestrata.formats.watch_lists import LONGEST_NAME, OWN_KIND, read_watch_list
from web_fixtures import NOW

MOST_SECONDS = 5.0
"""Processor seconds."""
MEMBER = "url-watches.json"


def package(*, change: Callable[[bytearray], None]) -> bytes:
    """A backup of changedetection.io, with something changed in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(MEMBER, "{}" * 5_000)
    content = bytearray(made.getvalue())
    change(content)
    return bytes(content)


def encrypted(content: bytearray) -> None:
    content[6] |= 1
    content[content.find(b"PK\x01\x02") + 8] |= 1


def packed_otherwise(content: bytearray) -> None:
    listed = content.find(b"PK\x01\x02")
    content[8:10] = content[listed + 10 : listed + 12] = struct.pack("<H", 97)


def damaged(content: bytearray) -> None:
    start = 30 + len(MEMBER)
    content[start : start + 5] = b"\xff" * 5


def damaged_gzip() -> bytes:
    content = bytearray(gzip.compress(bytes(range(256)) * 400))
    content[30:60] = b"\xff" * 30
    return bytes(content)


def monitored(days: str) -> bytes:
    watch = f'{{"url": "http://a.test/", "time_between_check": {{"days": {days}}}}}'
    return f'{{"watching": {{"a": {watch}}}}}'.encode()


REFUSED = {
    "damaged gzip": damaged_gzip(),
    "encrypted": package(change=encrypted),
    "unknown compression": package(change=packed_otherwise),
    "damaged zip": package(change=damaged),
    "an interval without end": monitored("1e999"),
    "merged mappings": "\n".join(
        [
            "url: http://a.test/",
            "m0: &m0 {k: v}",
            *(f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 12)),
        ]
    ).encode(),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_one_clear_error(kind: str, tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_bytes(REFUSED[kind])
    begin = time.process_time()
    with pytest.raises(InputError, match="cannot"):
        read_watch_list(listed)
    assert time.process_time() - begin < MOST_SECONDS


def test_options_that_jobs_share_are_read(tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_text("x: &usual {tags: [news]}\n---\nurl: http://a.test/\nmore: &more {name: The page}\n<<: [*more]\n")
    (page,) = read_watch_list(listed).pages
    assert page.title == "The page"


def test_a_number_as_long_as_a_page_is_no_number(tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_text("url: http://a.test/\nname: 1" + ":1" * 200_000)
    begin = time.process_time()
    (page,) = read_watch_list(listed).pages
    assert time.process_time() - begin < MOST_SECONDS
    assert page.title.startswith("1:1:1")


def test_the_name_of_a_folder_is_not_repeated_at_any_length(tmp_path: Path) -> None:
    listed = tmp_path / "list"
    pages = "".join(f"<outline text='a' xmlUrl='http://a.test/{number}'/>" for number in range(50))
    listed.write_text(f"<opml><body><outline text='{'t' * 1_000_000}'>{pages}</outline></body></opml>")
    found = read_watch_list(listed).pages
    assert len(found) == 50
    assert {len(tag) for page in found for tag in page.tags} == {LONGEST_NAME}


def test_an_interval_of_another_monitor_is_not_longer_than_ours_may_be(tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_bytes(monitored("9" * 300))
    (page,) = read_watch_list(listed).pages
    assert page.interval_seconds == 366 * 86_400


@pytest.mark.parametrize(
    "poison",
    [
        {"interval_seconds": 10**18},
        {"interval_seconds": -5},
        {"page_weight": float("nan")},
        {"page_weight": 1e308},
        {"page_weight": -1e308},
        {"threshold": float("nan")},
        {"render_every_hours": 1e300},
        {"skipped_days": 1e300},
        {"scope_depth": 10**20},
        {"scope_pages": -1},
        {"failures_reported": -1},
        {"importance": {"main": float("inf")}},
        {"importance": {"main": "much"}},
        {"operation_weights": {"insert": 1e308}},
    ],
    ids=str,
)
def test_no_page_of_a_list_stops_the_visits_of_the_others(tmp_path: Path, poison: dict[str, Any]) -> None:
    listed = tmp_path / "list.json"
    listed.write_text(json.dumps({"kind": OWN_KIND, "watches": [{"url": "http://poison.test/", **poison}]}))
    archive, _ = new_archive(tmp_path / "archive")
    watch_for(archive, "http://own.test/")
    for page in read_watch_list(listed).pages:
        with pytest.raises(UsageError, match=next(iter(poison))):
            import_watch(archive, page, source="pagestrata")
    Planner().replan(archive, now=NOW)
    watches = {watch.id: watch for watch in archive.watches.all()}
    assert [watch.url for watch in watches.values()] == ["http://own.test/"]
    archive.close()
