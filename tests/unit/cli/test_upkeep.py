import contextlib
import sqlite3

import pytest

from archived_site import TEXTS, URL, archived_site, page
from command_line import call
from pagestrata.store.archive import open_archive


@pytest.fixture
def place(tmp_path):
    archived_site(tmp_path / "archive").close()
    return tmp_path / "archive"


def test_stats_have_the_agreed_keys(run):
    answer = run("stats", "--format", "json").json
    assert (answer["pages"], answer["versions"], answer["visits"]) == (1, 3, 3)
    assert {"html", "dom", "resources", "screenshots", "trees", "database", "total"} <= answer["bytes"].keys()
    assert answer["bytes"]["total"] >= answer["bytes"]["database"] > 0


def test_stats_for_people(run):
    lines = run("stats").text.splitlines()
    assert "versions                3" in lines
    assert any(line.startswith("  html") for line in lines)


def test_stats_of_a_page(run):
    answer = run("stats", URL, "--json").json
    assert (answer["versions"], answer["changes"], answer["median_gap_seconds"]) == (3, 2, 86400)
    assert answer["operations"] == {"update text": 2}
    assert {"block": "1.1", "versions": 1} in answer["busiest_blocks"]
    shown = run("stats", URL).text
    assert "median gap              1 day, 0:00:00\n" in shown
    assert "blocks that changed in most versions\n  1.1                   1\n" in shown
    assert run("stats", "http://other.test/").code == 1


def test_a_sound_archive_is_exit_0(run):
    answer = run("verify")
    assert answer.code == 0
    assert "3 versions" in answer.text
    assert answer.text.endswith("sound\n")
    assert run("verify", "--json").json["sound"] is True


def test_damage_is_exit_1_and_names_the_versions(run, place):
    blob = max((item for item in (place / "blobs").rglob("*") if item.is_file()), key=lambda item: item.stat().st_size)
    data = bytearray(blob.read_bytes())
    data[len(data) // 2] ^= 1
    blob.chmod(0o644)
    blob.write_bytes(data)
    answer = run("verify", "--json")
    assert answer.code == 1
    assert answer.json["sound"] is False
    assert any(problem["versions"] for problem in answer.json["problems"])
    assert "damaged: " in run("verify").text


def test_gc_drops_by_rule_and_frees(run):
    assert "0 versions deleted" in run("gc").text
    answer = run("gc", "--keep", "thin 1d:52w", "--yes", "--json").json
    assert len(answer["dropped_versions"]) == 1
    assert len(run("log", URL, "--json").json["versions"]) == 2
    assert run("gc", "--keep", "sometimes").code == 2


def test_a_page_that_is_not_there_is_named_with_what_is(run):
    for words in (("stats", "http://other.test/"), ("gc", "--keep", "all", "--url", "http://other.test/")):
        answer = run(*words)
        assert answer.code == 1
        assert "http://other.test/ is not in the archive, which holds" in answer.err


def test_a_page_for_collecting_needs_a_rule(run):
    answer = run("gc", "--url", URL)
    assert answer.code == 2
    assert "add --keep RULE" in answer.err


def test_blobs_that_are_all_elsewhere_are_no_reason_to_drop_everything(run, place):
    (place / "blobs").rename(place / "elsewhere")
    assert run("verify").code == 1
    answer = run("verify", "--repair")
    assert answer.code == 2
    assert "was probably moved or is not mounted; nothing was repaired" in answer.err
    (place / "elsewhere").rename(place / "blobs")
    assert run("verify").code == 0
    assert len(run("log", URL).text.splitlines()) == 3


def test_gc_shows_what_a_rule_would_drop_and_drops_nothing_unasked(run):
    shown = run("gc", "--keep", "thin 1d:52w", "--dry-run")
    assert shown.code == 0
    assert "would delete 20260103" in shown.text
    assert shown.text.endswith("1 version would be deleted\n")
    assert len(run("gc", "--keep", "thin 1d:52w", "--dry-run", "--json").json["would_drop"]) == 1
    refused = run("gc", "--keep", "thin 1d:52w")
    assert refused.code == 2
    assert "would delete 1 version permanently; check with --dry-run, then add --yes" in refused.err
    assert run("gc", "--keep", "all").code == 0  # nothing to drop, nothing to ask
    assert len(run("log", URL, "--json").json["versions"]) == 3
    assert "add --keep RULE" in run("gc", "--dry-run").err


def overwritten(file):
    file.write_bytes(b"\xa5" * file.stat().st_size)


@pytest.mark.parametrize("ruin", [overwritten, lambda file: file.unlink(), lambda file: file.write_bytes(b"")])
def test_a_catalogue_of_which_nothing_can_be_read_is_made_again_from_the_blobs(tmp_path, capfdbinary, ruin):
    archived_site(tmp_path).close()
    for name in ("-wal", "-shm"):
        (tmp_path / f"catalog.sqlite{name}").unlink(missing_ok=True)
    ruin(tmp_path / "catalog.sqlite")
    refused = call(capfdbinary, "log", URL, "--archive", tmp_path)
    assert refused.code == 2
    assert "verify --repair" in refused.err
    answer = call(capfdbinary, "verify", "--repair", "--archive", tmp_path)
    assert answer.code == 0, answer.err
    said = answer.out.decode()
    assert "repaired: 3 versions of 1 pages were recovered from the blobs, 3 of them complete" in said
    assert "not in the blobs, so not recovered: rendered documents, screenshots, changes" in said
    with open_archive(tmp_path) as archive:
        bodies = [archive.contents.response(version).body for version in archive.versions.of(URL)]
    assert bodies == [page(texts) for texts in TEXTS]


def test_a_catalogue_that_can_be_read_in_part_is_left_alone(tmp_path, capfdbinary):
    archived_site(tmp_path).close()
    file = tmp_path / "catalog.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'visit'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(file.read_bytes())
    data[(root - 1) * size : root * size] = b"\xa5" * size
    file.write_bytes(data)
    answer = call(capfdbinary, "verify", "--repair", "--archive", tmp_path)
    assert answer.code == 2
    assert "parts of it can be read; restore it from a backup" in answer.err
    assert file.read_bytes() == data
