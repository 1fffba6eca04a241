from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from captures import capture, visit_of
from command_line import call
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.documents.feeds import read_feed
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


def test_a_feed_is_json_for_programs_and_lines_for_people(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with open_archive(tmp_path) as archive:
        old, old_tree = capture(["Boots 99 €", "Imprint"], picture=False)
        new, new_tree = capture(["Boots 89 €", "Imprint"], hours=1, picture=False)
        archive.append(old, old_tree, None, visit=visit_of(old))
        archive.append(new, new_tree, compare(old_tree, new_tree), visit=visit_of(new))
    found = read_feed(call(capfdbinary, "feed", "--json", "--archive", tmp_path).out)
    assert found.title == "All changes"
    assert [item.link for item in found.items] == ["http://site.test/"]
    (line,) = call(capfdbinary, "feed", "--format", "text", "--archive", tmp_path).text.splitlines()
    assert found.items[0].title in line
    assert line.endswith("http://site.test/")
