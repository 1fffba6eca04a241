import json
import os
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.capturing.recorded.recordings import (
    capture_recorded,
    open_recording,
    recorded_pages,
    recorded_versions,
)
from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.formats.recordings.warc_writer import payload_digest
from pagestrata.formats.urls import parse_time
from pagestrata.model.snapshot import Response
from warcs import message, packed, record

Write = Callable[..., Path]
PAGE, OTHER, STYLE = "http://example.org/", "http://example.org/other", "http://example.org/style.css"


def at(day: int) -> datetime:
    return datetime(2024, 1, day, tzinfo=UTC)


def html(body: bytes, day: int, url: str = PAGE) -> bytes:
    return record(message(body), url=url, date=f"2024-01-{day:02}T00:00:00Z")


def css(body: bytes, day: int) -> bytes:
    return record(message(body, headers={"Content-Type": "text/css"}), url=STYLE, date=f"2024-01-{day:02}T00:00:00Z")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "site.warc.gz"
    path.write_bytes(
        packed(css(b"v1", 1), html(b"one", 1), css(b"v5", 5), html(b"five", 5), html(b"o", 6, OTHER), html(b"nine", 9))
    )
    return path


class Asking:
    """Stands where a pool stands and keeps what it was asked to render."""

    def capture(self, url: str, options: object, *, responder: Any, captured_at: datetime) -> Any:
        self.url, self.responder, self.captured_at = url, responder, captured_at
        return responder("GET", url)


def ask(path: Path, **options: Any) -> tuple[Asking, Response]:
    pool = Asking()
    page = capture_recorded(cast(BrowserPool, pool), path, None, **options)
    return pool, cast(Response, page)


def test_versions_are_those_of_the_first_page(recording: Path) -> None:
    assert recorded_versions(recording) == [(PAGE, at(1)), (PAGE, at(5)), (PAGE, at(9))]
    assert recorded_versions(recording, url=OTHER) == [(OTHER, at(6))]


@pytest.mark.parametrize(
    ("url", "time", "expected"),
    [
        (None, None, b"one"),
        (PAGE, None, b"one"),
        (OTHER, None, b"o"),
        (None, "first", b"one"),
        (None, "latest", b"nine"),
        (None, "~0", b"nine"),
        (None, "~2", b"one"),
        (None, "20240105", b"five"),
        (None, "20240108", b"five"),
        (None, "2023", b"one"),
        (None, "2025-01-01", b"nine"),
        (PAGE, at(9), b"nine"),
    ],
)
def test_the_version_that_is_meant_is_rendered(
    recording: Path, url: str | None, time: str | datetime | None, expected: bytes
) -> None:
    pool, page = ask(recording, url=url, at=time)
    assert page.body == expected
    assert pool.captured_at.tzinfo is not None


def test_recordings_without_a_telling_name_are_known_by_their_content(recording: Path, tmp_path: Path) -> None:
    for name, content in (("packed", recording.read_bytes()), ("plain", html(b"one", 1))):
        (tmp_path / name).write_bytes(content)
        assert ask(tmp_path / name)[1].body == b"one"


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    for name in ("missing.warc.gz", "missing"):
        with pytest.raises(InputError, match=rf"cannot open .*{name}.*check the path"):
            ask(tmp_path / name)


def test_resources_come_from_the_same_version(recording: Path) -> None:
    for day, expected in ((1, b"v1"), (5, b"v5"), (9, b"v5")):
        pool, _ = ask(recording, at=at(day))
        assert pool.responder("GET", STYLE).body == expected


def test_requests_outside_the_recording_are_refused(recording: Path) -> None:
    pool, _ = ask(recording)
    assert pool.responder("GET", "http://elsewhere.example/") is None
    assert pool.responder("POST", PAGE) is None


def test_a_resource_that_cannot_be_read_is_like_one_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "x.warc.gz"
    lost = record(b"", kind="revisit", url=STYLE, headers={"WARC-Payload-Digest": "sha1:NONE"})
    path.write_bytes(packed(html(b"page", 1), lost))
    assert ask(path)[0].responder("GET", STYLE) is None


def test_pages_and_versions_that_are_not_there_are_not_found(recording: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=rf"holds no HTML page http://nowhere/; pages in it: {PAGE}, {OTHER}"):
        ask(recording, url="http://nowhere/")
    with pytest.raises(NotFoundError, match=r"has 3 versions of the page; ~3 goes back beyond the first"):
        ask(recording, at="~3")
    with pytest.raises(UsageError, match=r"'~x' is not a time; write ~N"):
        ask(recording, at="~x")
    styles = tmp_path / "styles.warc.gz"
    styles.write_bytes(packed(css(b"v1", 1)))
    with pytest.raises(NotFoundError, match=r"holds no HTML page among its 1 responses"):
        ask(styles)


def test_an_index_is_kept_until_the_file_changes(recording: Path) -> None:
    first = open_recording(recording)
    assert open_recording(recording) is first
    recording.write_bytes(packed(html(b"new and longer than before", 1)))
    assert open_recording(recording) is not first
    with pytest.raises(InputError, match=r"cannot open .*; check the path"):
        open_recording(recording.with_name("none.warc"))


def test_the_pages_of_a_recording_are_listed(recording: Path, tmp_path: Path) -> None:
    assert [(e.url, e.recorded_at.day) for e in recorded_pages(recording)] == [
        (PAGE, 1),
        (PAGE, 5),
        (OTHER, 6),
        (PAGE, 9),
    ]
    package = tmp_path / "pages.wacz"
    lines = f'{{"url": "{PAGE}", "ts": "2024-01-05T00:00:00Z"}}\n{{"url": "http://gone/", "ts": "2024"}}\n'
    for listed, days in ((lines, [5]), ("", [1, 5, 6, 9])):
        with zipfile.ZipFile(package, "w") as writing:
            writing.writestr("archive/data.warc.gz", recording.read_bytes())
            writing.writestr("pages/pages.jsonl", listed)
        assert [entry.recorded_at.day for entry in recorded_pages(package)] == days


def test_saved_pages_are_versions_too(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>saved")
    pool, page = ask(path)
    assert page.body == b"<p>saved"
    assert recorded_versions(path) == [(pool.url, pool.captured_at)]


@pytest.mark.browser
def test_a_recorded_page_is_rendered_the_same_every_time(tmp_path: Path) -> None:
    path = tmp_path / "page.warc.gz"
    page = b"<!doctype html><link rel=stylesheet href=/style.css><img src=http://elsewhere.example/i.png><p id=p>Hello"
    path.write_bytes(packed(html(page, 3), css(b"body, p { margin: 0 } img { display: none } p { height: 1200px }", 3)))
    with BrowserPool() as pool:
        first, second = (capture_recorded(pool, path, CaptureOptions()) for _ in range(2))
    assert first.captured_at == at(3)
    assert first.page_size == second.page_size == (1366.0, 1200.0)
    assert first.screenshot_png == second.screenshot_png
    assert first.dom == second.dom
    assert [response.url for response in first.responses] == [PAGE, STYLE]


DATA = Path(os.environ.get("PAGESTRATA_DATA", Path(__file__).parents[5] / "shared" / "data"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no real pages in {DATA}; set PAGESTRATA_DATA")


@needs_data
@pytest.mark.data
def test_the_first_page_of_every_real_recording_is_the_page_meant() -> None:
    truths = sorted((DATA / "segmentation").glob("*.truth.json"))
    assert truths
    for truth in truths:
        recording = truth.with_name(truth.name.replace(".truth.json", ".warc.gz"))
        assert recorded_versions(recording)[0][0] == json.loads(truth.read_text())["url"]


@needs_data
@pytest.mark.data
def test_every_real_version_is_found_with_its_bytes() -> None:
    for site in json.loads((DATA / "sequences" / "index.json").read_text()):
        path = DATA / "sequences" / f"{site['site']}.warc.gz"
        index = open_recording(path)
        assert index.damages == ()
        expected = [(v["url"], parse_time(v["time"]), v["html_bytes"]) for v in site["versions"]]
        found = [(e.url, e.recorded_at, len(index.read(e).body)) for e in index.captures(site["url"])]
        assert found == expected


@needs_data
@pytest.mark.data
def test_every_body_of_a_real_recording_has_the_digest_it_claims() -> None:
    for path in sorted(DATA.glob("*/*.warc.gz"))[::5]:
        index = open_recording(path)
        for entry in index.entries:
            assert payload_digest(index.read(entry).body) == entry.payload_digest
