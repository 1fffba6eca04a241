from datetime import UTC, datetime

import pytest

from archived_site import TEXTS, URL, archived_site, page
from captures import capture, visit_of
from command_line import call
from pagestrata.store.archive import open_archive
from warcs import message, packed, record


def test_a_list_becomes_watches_once(tmp_path, capfdbinary):
    listed = tmp_path / "list.txt"
    listed.write_text("https://A.test/#x news\nhttps://b.test/\nbad\n")
    archive = tmp_path / "archive"
    for known in (0, 2):
        answer = call(capfdbinary, "import", listed, "--archive", archive)
        assert answer.code == 0
        (found,) = answer.json["files"]
        assert (found["kind"], found["watches"], found["captures"]) == ("urls", 2, 0)
        assert found["known"] == known
        assert found["problems"] == ["'bad' is not an http(s) address"]
        assert "'bad' is not an http(s) address" in answer.err
    assert call(capfdbinary, "watch", "edit", "https://a.test/", "--threshold", "0.2", "--archive", archive).code == 0
    assert call(capfdbinary, "import", listed, "--archive", archive).code == 0  # what a person set stays
    with open_archive(archive) as opened:
        watches = {watch.url: watch.settings.to_json() for watch in opened.watches.all()}
    assert watches.keys() == {"https://a.test/", "https://b.test/"}
    assert watches["https://a.test/"] == {"tags": ["news"], "source": "urls", "threshold": 0.2}


def test_what_cannot_be_read_is_one_message(tmp_path, capfdbinary):
    missing = call(capfdbinary, "import", tmp_path / "none.warc.gz", "--archive", tmp_path / "archive")
    assert (missing.code, missing.out) == (2, b"")
    assert "not found" in missing.err
    broken = tmp_path / "broken.warc.gz"
    broken.write_bytes(b"\x1f\x8b nothing")
    answer = call(capfdbinary, "import", broken, "--archive", tmp_path / "archive")
    assert answer.code == 2
    assert "holds no WARC response that can be read" in answer.err


@pytest.mark.browser
@pytest.mark.slow
def test_an_export_comes_in_again_as_the_same_versions(tmp_path, capfdbinary):
    archived_site(tmp_path / "old").close()
    file = tmp_path / "out.wacz"
    assert call(capfdbinary, "export", "-o", file, "--archive", tmp_path / "old").code == 0
    answer = call(capfdbinary, "import", file, "--archive", tmp_path / "new")
    assert answer.code == 0, answer.err
    (found,) = answer.json["files"]
    assert (found["kind"], found["captures"], found["versions"], found["problems"]) == ("wacz", 3, 3, [])
    with open_archive(tmp_path / "new") as archive:
        versions = archive.versions.of(URL)
        assert [version.captured_at.day for version in versions] == [2, 3, 4]
        assert [archive.contents.response(version).body for version in versions] == [page(texts) for texts in TEXTS]
        assert any("nine" in block.text for block in archive.contents.tree(versions[0]).leaves())
        assert versions[1].changes > 0


def test_a_recording_without_pages_says_so(tmp_path, capfdbinary):
    file = tmp_path / "pictures.warc"
    file.write_bytes(record(message(b"\x89PNG", headers={"Content-Type": "image/png"})))
    answer = call(capfdbinary, "import", file, "--archive", tmp_path / "archive")
    assert answer.code == 1
    assert "it contains no page (HTML response); nothing was imported" in answer.err


def test_what_a_damaged_recording_lost_is_said(tmp_path, capfdbinary):
    picture = message(b"\x89PNG", headers={"Content-Type": "image/png"})
    file = tmp_path / "cut.warc.gz"
    file.write_bytes(packed(record(picture), record(message(), url="http://example.org/page"))[:-20])
    answer = call(capfdbinary, "import", file, "--archive", tmp_path / "archive")
    assert answer.code == 1
    damage = "bytes before its Content-Length says"
    assert damage in answer.json["files"][0]["problems"][0]
    assert damage in answer.err
    assert "; the rest is imported; import an undamaged copy for this part" in answer.err


@pytest.mark.browser
def test_the_rest_of_a_damaged_recording_is_imported(tmp_path, capfdbinary):
    file = tmp_path / "long.warc"
    too_long = record(message(), url="http://example.org/" + "a" * 100_000)
    file.write_bytes(record(message()) + too_long + record(message(), url="http://example.org/2"))
    answer = call(capfdbinary, "import", file, "--archive", tmp_path / "archive")
    (found,) = answer.json["files"]
    assert (answer.code, found["captures"], found["versions"]) == (1, 2, 2)
    assert "target address of 100019 characters" in found["problems"][0]


def test_captures_dated_in_the_future_are_said(tmp_path, capfdbinary):
    taken, tree = capture(["words"], captured_at=datetime(2999, 1, 2, 3, 4, 5, tzinfo=UTC))
    with open_archive(tmp_path / "archive") as archive:
        archive.append(taken, tree, None, visit=visit_of(taken))
    file = tmp_path / "dated.warc"
    file.write_bytes(record(message(), url=taken.url, date="2999-01-02T03:04:05Z"))
    answer = call(capfdbinary, "import", file, "--archive", tmp_path / "archive")
    (sentence,) = answer.json["files"][0]["future"]
    assert "http://site.test/ is dated in the future (2999-01-02T03:04:05+00:00)" in sentence
    assert sentence in answer.err
    assert (answer.code, answer.json["files"][0]["known"], answer.json["files"][0]["problems"]) == (0, 1, [])
    log = call(capfdbinary, "log", taken.url, "--archive", tmp_path / "archive", "--format", "text")
    assert b"2999-01-02T03:04:05Z (in the future)" in log.out


@pytest.mark.browser
@pytest.mark.slow
def test_pages_imported_by_several_workers_are_those_imported_one_by_one(tmp_path, capfdbinary):
    def recorded(name, *captures):
        made = [
            record(message(f"<title>{text}</title><p>{text}".encode()), url=url, date=f"2024-01-0{day}T00:00:00Z")
            for url, day, text in captures
        ]
        (tmp_path / name).write_bytes(packed(*made))
        return tmp_path / name

    bridge, shop, other = "http://a.test/", "http://b.test/", "http://c.test/"
    one = recorded("one.warc.gz", (bridge, 1, "The bridge opens"), (shop, 1, "A shop"), (bridge, 3, "It is open"))
    two = recorded("two.warc.gz", (bridge, 2, "The bridge is closed"), (other, 1, "Another page"))
    answers = {}
    for name, words in {"alone": (), "together": ("--workers", 2)}.items():
        answer = call(capfdbinary, "import", one, two, *words, "--archive", tmp_path / name)
        assert answer.code == 0, answer.err
        answers[name] = [(found["captures"], found["versions"]) for found in answer.json["files"]]
    assert answers["alone"] == answers["together"] == [(3, 3), (2, 2)]
    with open_archive(tmp_path / "together") as archive:
        versions = archive.versions.of("http://a.test/")
        assert [version.captured_at.day for version in versions] == [1, 2, 3]
        assert [version.title for version in versions] == ["The bridge opens", "The bridge is closed", "It is open"]
        assert archive.upkeep.verify().is_sound
    again = call(capfdbinary, "import", one, "--workers", 2, "--archive", tmp_path / "together")
    assert (again.json["files"][0]["known"], again.json["files"][0]["captures"]) == (3, 0)


def test_a_cluster_needs_an_archive_that_all_nodes_reach(tmp_path, capfdbinary):
    file = tmp_path / "one.warc.gz"
    file.write_bytes(packed(record(message(), url="http://a.test/")))
    answer = call(capfdbinary, "import", file, "--engine", "ray", "--archive", tmp_path / "archive")
    assert answer.code == 2
    assert "give --archive postgresql://" in answer.err
