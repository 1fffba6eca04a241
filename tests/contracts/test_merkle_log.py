"""The log over an archive on every database: what enters it, what it proves, and what it says of removed versions."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from archives import add_user, fill_every_table, keep
from captures import START, capture, visit_of
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.proof.merkle import is_consistent, leaf_hash, root_from_inclusion
from pagestrata.proof.open_timestamps import MAGIC
from pagestrata.proof.pinned_head import read_pinned
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.log_entries import Kind, entries_between, entries_of, log_size
from pagestrata.store.catalog.rows import version_facts
from pagestrata.store.merkle_log.check_log import _make_hashes_again
from pagestrata.store.merkle_log.entering import enter, new_entries
from pagestrata.store.merkle_log.removals import removal_words
from pagestrata.store.merkle_log.stamps import WAITING, KeptStamp
from pagestrata.store.people.accounts import AUDIT_DAYS
from scripted_calendar import in_block, promise

URL = "http://site.test/"


@pytest.fixture
def archive(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with open_archive(place) as opened:
        yield opened


def _kinds(archive: Archive) -> list[str]:
    with archive._catalog.reading() as connection:
        return [Kind(entry.kind).name for entry in entries_between(connection, 0, log_size(connection))]


def _write(archive: Archive, statement: str) -> None:
    """What somebody with full access to the database does."""
    with archive._catalog.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_versions_visits_and_audit_lines_enter_the_log_with_their_rows(archive: Archive) -> None:
    keep(archive, "one", url="http://other.test/")
    add_user(archive)
    assert _kinds(archive) == ["BEGIN", "VERSION", "VISIT", "AUDIT"]
    fill_every_table(archive)
    report = archive.upkeep.verify()
    assert report.log is not None
    assert report.is_sound
    assert report.log.entries == len(_kinds(archive))


def test_versions_from_before_the_software_was_noted_stay_proven(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_form_1(*given: Any) -> str:
        facts = json.loads(version_facts(*given))
        del facts["software"]
        return json.dumps(facts)

    with monkeypatch.context() as patched:
        patched.setattr("pagestrata.store.history.writing.version_facts", of_form_1)
        old = keep(archive, "one")
    new = keep(archive, "two", hours=1)
    assert archive.upkeep.verify().is_sound
    statements = [json.loads(archive.proof.inclusion(version).statement) for version in (old, new)]
    assert [statement.get("form") for statement in statements] == [None, 2]
    assert statements[1]["facts"]["software"].startswith("pagestrata/")


def test_a_version_with_its_visit_costs_the_log_two_statements(archive: Archive) -> None:
    keep(archive, "one")
    asked: list[str] = []
    sql.event.listen(archive._catalog.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    for hour in range(1, 5):
        keep(archive, f"text of hour {hour}", hours=hour)
    assert len([statement for statement in asked if "log_entry" in statement]) == 4 * 2


def test_what_is_rolled_back_does_not_enter_the_log(archive: Archive) -> None:
    keep(archive, "one")
    before = _kinds(archive)
    with contextlib.suppress(RuntimeError), archive._catalog.writing() as connection:
        enter(connection, Kind.VERSION, [1])
        raise RuntimeError("broken")
    add_user(archive)
    assert _kinds(archive) == [*before, "AUDIT"]


def test_collections_change_nothing_that_the_log_says(archive: Archive) -> None:
    fill_every_table(archive)
    for hour in range(3, 9):
        keep(archive, f"text {hour}", "a text that stays", hours=hour, picture=True)
    before = _kinds(archive)
    archive.upkeep.gc()
    assert _kinds(archive) == before
    assert archive.upkeep.verify().is_sound


def test_a_version_is_proven_to_be_in_the_log_and_the_log_to_grow(archive: Archive) -> None:
    versions = [keep(archive, f"text {hour}", hours=hour) for hour in range(7)]
    old = archive.proof.head(now=START)
    versions += [keep(archive, f"text {hour}", hours=hour) for hour in range(7, 12)]
    head = archive.proof.head(now=START)
    for version in versions:
        proof = archive.proof.inclusion(version)
        assert json.loads(proof.statement)["page_sha256"] == version.digest
        assert root_from_inclusion(leaf_hash(proof.statement), proof.place, proof.size, proof.path) == head.root
    path = archive.proof.consistency(old.size, head.size)
    assert is_consistent(old.size, old.root, head.size, head.root, path)


def test_a_removed_version_keeps_its_leaf_and_verify_says_who_removed_it(archive: Archive) -> None:
    for hour in range(4):
        keep(archive, f"text {hour}", hours=hour)
    head = archive.proof.head(now=START)
    gone = archive.upkeep.retain("thin 1h:1d", now=START + timedelta(days=3))
    archive.upkeep.gc()
    report = archive.upkeep.verify()
    assert report.is_sound
    assert report.log is not None
    assert list(report.log.removed) == [
        f"version {version.id} was removed by the rule 'thin 1h:1d' on 2026-01-05" for version in gone
    ]
    with pytest.raises(NotFoundError, match="was removed by the rule 'thin 1h:1d' on 2026-01-05"):
        archive.versions.named(gone[0].id)
    now = archive.proof.head(now=START)
    assert is_consistent(head.size, head.root, now.size, now.root, archive.proof.consistency(head.size, now.size))


def _without_pages(archive: Archive) -> None:
    """Make the entries of removals as earlier releases wrote them."""
    _write(archive, "UPDATE log_entry SET subject = 0 WHERE kind = 4")


@pytest.mark.parametrize("is_from_before", [False, True])
def test_lists_name_removed_versions_with_rule_and_date(archive: Archive, is_from_before: bool) -> None:
    for hour in range(4):
        keep(archive, f"text {hour}", hours=hour, url=URL)
        keep(archive, f"other {hour}", hours=hour, url="http://other.test/")
    gone = archive.upkeep.retain("thin 1h:1d", now=START + timedelta(days=3), url=URL)
    assert gone
    if is_from_before:
        _without_pages(archive)
        assert archive.upkeep.verify().is_sound
    removed = archive.versions.removed(URL)
    assert [(one.name, one.captured_at) for one in removed] == [(version.id, version.captured_at) for version in gone]
    assert {str(one.removal) for one in removed} == {"removed by the rule 'thin 1h:1d' on 2026-01-05"}
    assert archive.versions.all_removed() == {URL: removed}
    assert not archive.versions.removed("http://other.test/")
    assert not archive.versions.removed("http://nobody.test/")
    assert archive.versions.removed(URL, since=gone[1].captured_at, until=gone[1].captured_at) == removed[1:2]
    words = f"{len(removed)} versions removed by the rule 'thin 1h:1d' on 2026-01-05"
    assert removal_words(removed) == words
    other = replace(removed[0], removal=replace(removed[0].removal, rule="important 0.3", place=99))
    assert removal_words([*removed, other]) == (
        f"{len(removed) + 1} versions removed by rules, the last by the rule 'important 0.3' on 2026-01-05"
    )


def test_stamps_with_a_time_and_files_that_wait_for_a_block_are_told_apart(archive: Archive) -> None:
    version = keep(archive, "text")
    archive.proof.create_key(now=START)
    note, place = archive.proof.signed_head(), archive.proof.place_of(version)
    assert note is not None
    assert place is not None
    size, file = note.head.size, MAGIC + b"\x01\x08" + bytes(32)
    waiting = KeptStamp(size=size, authority="c", at=START, token=file + promise("http://c.test"), certificates=b"")
    archive.proof.add_stamp(waiting, note)
    assert archive.proof.waiting_stamps() == [waiting]
    assert archive.proof.stamp_times([version]) == {}
    assert archive.proof.open_timestamp(place) == WAITING
    whole = replace(waiting, token=file + b"\xff" + promise("http://c.test") + in_block(700))
    archive.proof.complete_stamp(whole)
    assert (archive.proof.waiting_stamps(), archive.proof.last_stamp("c")) == ([], whole)
    assert archive.proof.open_timestamp(place) == "in Bitcoin block 700"
    assert archive.proof.stamp_times([version]) == {}
    later = keep(archive, "more", hours=1)
    newer = archive.proof.signed_head()
    assert newer is not None
    assert archive.proof.proving_head([version]) == note
    at = START + timedelta(hours=2)
    archive.proof.add_stamp(
        KeptStamp(size=newer.head.size, authority="a", at=at, token=b"an answer", certificates=b""), newer
    )
    assert archive.proof.stamp_times([version, later]) == {version.id: at, later.id: at}
    assert archive.proof.proving_head([version]) == newer  # a time is worth more than a block to look up


def test_audit_lines_that_are_too_old_are_removed_by_their_rule(archive: Archive) -> None:
    archive.accounts.note("ann", "POST", "/a", now=START)
    archive.accounts.note("ann", "POST", "/b", now=START + timedelta(days=AUDIT_DAYS + 1))
    report = archive.upkeep.verify()
    assert report.is_sound
    assert report.log is not None
    assert [text.partition(" was")[0] for text in report.log.removed] == ["audit 1"]


def test_an_archive_from_before_begins_its_log_when_it_is_opened(archive: Archive, place: str) -> None:
    fill_every_table(archive)
    add_user(archive)
    _write(archive, "DELETE FROM log_entry")
    with open_archive(place) as again:
        report = again.upkeep.verify()
        assert report.is_sound
        assert report.log is not None
        (note,) = report.log.notes
        assert "proves something from" in note
        assert "(2 versions, 3 visits)" in note
        kept = keep(again, "one more", hours=30)
        assert again.proof.inclusion(kept).size == 9
        assert again.upkeep.verify().is_sound


def test_writers_of_several_pages_enter_the_log_one_after_another(archive: Archive, place: str) -> None:
    def write(number: int) -> None:
        with open_archive(place) as own:
            for hour in range(6):
                keep(own, f"page {number} hour {hour}", hours=hour, url=f"http://site.test/{number}")

    writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(_kinds(archive)) == 1 + 2 * 18
    assert archive.upkeep.verify().is_sound


def test_a_changed_row_is_named_even_where_its_seal_fits(archive: Archive) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(3)]
    _write(archive, "UPDATE version SET title = 'Another title' WHERE id = 2")
    report = archive.upkeep.verify()
    assert report.log is not None
    assert [problem.name for problem in report.log.problems] == [kept[1].id]
    _write(archive, "DELETE FROM visit WHERE id = 3")
    report = archive.upkeep.verify()
    assert report.log is not None
    assert [(problem.kind, problem.number) for problem in report.log.problems] == [("version", 2), ("visit", 3)]


def test_a_repair_leaves_a_log_that_fits_and_says_what_it_did(archive: Archive) -> None:
    for hour in range(3):
        keep(archive, f"text {hour}", hours=hour)
    _write(archive, "UPDATE version SET title = 'Another title' WHERE id = 2")
    _write(archive, "UPDATE log_entry SET nodes = (SELECT nodes FROM log_entry WHERE place = 2) WHERE place = 3")
    assert not archive.upkeep.verify().is_sound
    report = archive.upkeep.verify(repair=True)
    assert report.is_sound
    assert "version 2: sealed its row again" in report.repaired
    assert _kinds(archive)[-1] == "VERSION"  # as it is now
    assert any("log entries" in text for text in report.repaired)


def test_heads_are_signed_with_every_commit_once_there_is_a_key(archive: Archive) -> None:
    keep(archive, "one")
    assert archive.proof.signed_head() is None
    key = archive.proof.create_key(now=START)
    first = archive.proof.signed_head()
    assert first is not None
    keep(archive, "two", hours=1)
    second = archive.proof.signed_head()
    assert second is not None
    assert second.head.size == first.head.size + 2
    assert second.head.root == archive.proof.head(now=START).root
    assert key.public.verifies(second.text.encode(), second.signatures[0].signature)
    with archive._catalog.reading() as connection:
        assert connection.execute(sql.text("SELECT count(*) FROM log_head")).scalar_one() == 1


@pytest.mark.parametrize("algorithm", ["ed25519", "p256"])
def test_a_rotated_key_is_signed_by_the_one_before(archive: Archive, algorithm: str) -> None:
    keep(archive, "one")
    first = archive.proof.create_key(now=START, algorithm=algorithm)  # type: ignore[arg-type]
    pinned = read_pinned(archive.proof.pinned(now=START))
    second = archive.proof.rotate_key(now=START)
    assert first.public.fingerprint != second.public.fingerprint
    assert second.vouched
    keep(archive, "two", hours=1)
    assert archive.upkeep.verify(against=pinned).is_sound
    with pytest.raises(UsageError, match="already has a key"):
        archive.proof.create_key(now=START)


def test_a_lost_key_stops_no_visit_and_its_successor_is_not_vouched_for(
    archive: Archive, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keep(archive, "one")
    archive.proof.create_key(now=START)
    pinned = read_pinned(archive.proof.pinned(now=START))
    (file,) = (tmp_path / "config" / "pagestrata" / "keys").glob("*.pem")
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    with open_archive(_place(archive)) as again:
        keep(again, "two", hours=1)
        assert "is not signed" in caplog.text
        report = again.upkeep.verify()
        assert report.is_sound
        assert report.log is not None
        assert report.log.notes == ("2 entries of the log are not signed yet",)
        assert not again.proof.rotate_key(now=START, lost=True).vouched
        report = again.upkeep.verify(against=pinned)
        assert not report.is_sound  # nothing that the witness trusts vouches for what came since


def _place(archive: Archive) -> str:
    if archive.folder is not None:
        return str(archive.folder)
    url = archive._catalog.engine.url.set(drivername="postgresql")
    blobs = archive._blobs._folder  # type: ignore[attr-defined]
    return f"{url.render_as_string(hide_password=False)}&blobs={blobs}"


def test_a_revoked_key_signs_its_revocation_and_nothing_after_it(archive: Archive) -> None:
    keep(archive, "one")
    archive.proof.create_key(now=START)
    revoked = archive.proof.revoke_key(now=START, reason="stolen")
    assert (revoked.revoked_at is not None, revoked.reason) == (True, "stolen")
    head = archive.proof.signed_head()
    keep(archive, "two", hours=1)
    assert archive.proof.signed_head() == head
    assert archive.upkeep.verify().is_sound
    assert archive.proof.create_key(now=START).public.fingerprint != revoked.public.fingerprint


def test_against_a_head_from_before_a_rewritten_log_is_found_and_the_first_entry_named(archive: Archive) -> None:
    for hour in range(4):
        keep(archive, f"text {hour}", hours=hour)
    pinned = read_pinned(archive.proof.pinned(now=START))
    assert archive.upkeep.verify(against=pinned).is_sound
    _write(archive, "UPDATE version SET title = 'Another title' WHERE id = 2")
    with archive._catalog.writing() as connection:  # with all hashes made again, as this program would
        (entry,) = new_entries(connection, Kind.VERSION, [2])
        row = entries_of(connection, Kind.VERSION, [2])[0]
        connection.execute(
            sql.text("UPDATE log_entry SET nodes = :nodes WHERE place = :place"),
            {"nodes": entry.leaf, "place": row.place},
        )
        _make_hashes_again(connection)
    assert archive.upkeep.verify().log.is_sound  # type: ignore[union-attr]
    report = archive.upkeep.verify(against=pinned)
    assert report.log is not None
    assert [(problem.kind, problem.number) for problem in report.log.problems] == [("log", 0), ("version", 2)]


def test_a_skipped_visit_that_is_kept_enters_once_more(archive: Archive) -> None:
    fill_every_table(archive)
    (skipped,) = archive.skipped.of()
    archive.skipped.keep(skipped)
    assert _kinds(archive)[-2:] == ["VERSION", "VISIT"]
    assert archive.upkeep.verify().is_sound


def test_a_capture_that_is_there_already_enters_nothing(archive: Archive) -> None:
    taken, tree = capture(["one"], picture=False)
    archive.append(taken, tree, None, visit=visit_of(taken))
    before = _kinds(archive)
    archive.append(taken, tree, None, visit=visit_of(taken))
    assert _kinds(archive) == before
