from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import call
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import open_archive


def test_a_feed_goes_to_standard_output_or_a_file(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    place = tmp_path / "archive"
    with open_archive(place) as archive:
        archive.watches.save(Watch(id="w", url="http://site.test/", settings=WatchSettings(tags=("news",))))
    done = call(capfdbinary, "feed", "--archive", place)
    assert done.code == 0
    assert ElementTree.fromstring(done.out).tag.endswith("feed")
    file = tmp_path / "out" / "news.atom"
    done = call(capfdbinary, "feed", "tag:news", "--root", "http://me.test/", "-o", file, "--archive", place)
    assert (done.code, done.out) == (0, b"")
    assert b'href="http://me.test/feed/tag/news"' in file.read_bytes()


def test_a_feed_of_nothing_is_exit_1(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    open_archive(tmp_path).close()
    done = call(capfdbinary, "feed", "tag:none", "--archive", tmp_path)
    assert (done.code, done.out) == (1, b"")
    assert "there is no tag 'none'" in done.err
