"""Both kinds of time services behind one seam: an OpenTimestamps calendar here, RFC 3161 authorities in test_stamping."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archives import keep, new_archive
from pagestrata.app.daemon.upkeep import complete_stamps as complete_in_daemon
from pagestrata.app.proving.check_proof import check_proof
from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.app.proving.stamping import (
    COMPLETED_WITHIN,
    checked_service,
    complete_stamps,
    service_at,
    stamp_head,
    stamp_text,
    stamp_where_due,
)
from pagestrata.errors import InputError, UsageError
from pagestrata.proof.open_timestamps import read_file
from pagestrata.store.archive import Archive
from scripted_calendar import ScriptedCalendar, header_with
from time_authority import TimeAuthority

URL = "http://site.test/"
BLOCK_AT = datetime(2026, 12, 1, 12, tzinfo=UTC)


def _now() -> datetime:
    return datetime.now(UTC)


def _proof(archive: Archive, file: Path) -> Path:
    file.write_bytes(make_proof(archive, ProofRequest(versions=(archive.versions.of(URL)[0],)), now=_now()))
    return file


def _by_script(file: Path, folder: Path) -> list[str]:
    with zipfile.ZipFile(file) as package:
        package.extractall(folder)
    done = subprocess.run(["sh", "check.sh"], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_a_promised_stamp_is_kept_completed_and_proves_the_time_of_its_block(proven: Archive, tmp_path: Path) -> None:
    calendar = ScriptedCalendar()
    (version,) = proven.versions.of(URL)[:1]
    with calendar.serving() as address:
        proven.settings.set("time_authorities", [address])
        (done,) = stamp_head(proven, now=_now())
        assert (done.at, done.state, done.problem) == (None, "promised by the calendar, not yet in Bitcoin", "")
        stamp_head(proven, now=_now())
        assert calendar.asked == ["/digest"]
        assert not proven.proof.stamp_times([version])  # a promise is no time
        report = check_proof(_proof(proven, tmp_path / "waiting.zip"))
        assert (report.problems, report.stamps) == ([], [])
        assert report.shown[-2:] == [
            "no time stamp: the time is only claimed by the owner of the key",
            f"OpenTimestamps: only promised by {calendar.address}, not yet in Bitcoin; that proves no time",
        ]
        place = proven.proof.place_of(version)
        assert place is not None
        assert proven.proof.open_timestamp(place) == done.state
        assert complete_stamps(proven) == 0
        calendar.height = 700
        assert complete_stamps(proven) == 1
        assert complete_stamps(proven) == 0
    head = proven.proof.signed_head()
    assert head is not None
    assert [kept.state for kept in proven.proof.stamps(head.head.size)] == ["in Bitcoin block 700"]
    assert proven.proof.open_timestamp(place) == "in Bitcoin block 700"
    file = _proof(proven, tmp_path / "whole.zip")
    assert "before Bitcoin block 700 if that block has the Merkle root" in check_proof(file).shown[-1]
    header = header_with(calendar.root_of(calendar.digests[0]), BLOCK_AT)
    report = check_proof(file, block_headers=[header])
    assert not report.problems
    assert "existed no later than 2026-12-01 12:00:00 UTC, says Bitcoin block 700 with the hash" in report.shown[-1]
    other = check_proof(file, block_headers=[header_with(bytes(32), BLOCK_AT)])
    assert "no header that you gave" in other.problems[0]
    lines = _by_script(file, tmp_path / "unpacked")
    assert lines[-1] == "PROOF VALID"
    assert "no time stamp that says a time" in lines
    assert any(line.startswith("not checked to its end: stamps/1.ots") for line in lines)
    report_html = (tmp_path / "unpacked" / "report.html").read_text()
    assert "in Bitcoin block 700" in report_html
    assert "only the owner of the key vouches for the time" in report_html


def test_a_calendar_learns_neither_the_head_nor_its_hash(proven: Archive) -> None:
    calendar = ScriptedCalendar()
    with calendar.serving() as address:
        service = service_at(address)
        first, second = (service.stamp(b"head", now=_now()) for _ in range(2))
    assert len(set(calendar.digests)) == 2
    assert read_file(first.token).message == read_file(second.token).message
    assert read_file(first.token).message not in calendar.digests


def test_a_file_of_another_head_in_a_proof_is_found(proven: Archive, tmp_path: Path) -> None:
    calendar = ScriptedCalendar()
    with calendar.serving() as address:
        proven.settings.set("time_authorities", [address])
        stamp_head(proven, now=_now())
        foreign = service_at(address).stamp(b"another head", now=_now()).token
    whole = _proof(proven, tmp_path / "proof.zip")
    with zipfile.ZipFile(whole) as package:
        files = {name: package.read(name) for name in package.namelist()}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for name, data in (files | {"stamps/1.ots": foreign}).items():
            package.writestr(name, data)
    whole.write_bytes(target.getvalue())
    assert any("for other data" in problem for problem in check_proof(whole).problems)


def test_a_stamp_with_a_time_is_preferred_to_a_promise(proven: Archive, tmp_path: Path) -> None:
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    calendar, authority = ScriptedCalendar(), TimeAuthority(tmp_path / "authority")
    with calendar.serving() as promising, authority.serving() as telling:
        proven.settings.set("time_authorities", [promising])
        stamp_head(proven, now=_now())
        keep(proven, "later", hours=50)
        proven.settings.set("time_authorities", [promising, telling])
        proven.settings.set("time_certificates", authority.root_pem.decode())
        promised, stamped = stamp_head(proven, now=_now())
        stamp_text(proven, "a package", now=_now())  # the calendar comes first and is not asked
    assert (promised.at, stamped.state) == (None, "stamped")
    with zipfile.ZipFile(_proof(proven, tmp_path / "proof.zip")) as package:
        names = {named["file"] for named in json.loads(package.read("proof.json"))["stamps"]}
    assert {name.rpartition(".")[2] for name in names} == {"ots", "tsr"}
    assert calendar.asked == ["/digest", "/digest"]


@pytest.mark.parametrize(
    ("instead", "words"),
    [
        ((500, b"busy"), "status 500"),
        ((302, b""), "status 302"),  # not followed
        ((200, b"<html>"), "step 0x3c"),
        ((200, b""), "truncated"),
        ((200, b"\x08"), "truncated"),
        ((200, b"x" * 2_000_000), "too large for a time stamp"),
    ],
)
def test_a_calendar_that_answers_nonsense_is_said_and_stops_nothing(
    proven: Archive, instead: tuple[int, bytes], words: str
) -> None:
    calendar = ScriptedCalendar()
    with calendar.serving() as address:
        proven.settings.set("time_authorities", [address])
        calendar.instead = instead
        (failed,) = stamp_head(proven, now=_now())
        assert words in failed.problem
        calendar.instead = None
        (done,) = stamp_head(proven, now=_now())
        assert not done.problem
        calendar.instead = instead
        assert complete_stamps(proven) == 0  # what it promised stays
    assert len(proven.proof.waiting_stamps()) == 1


def test_a_calendar_that_is_down_or_slow_is_asked_once_a_round(
    proven: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    calendar = ScriptedCalendar()
    with calendar.serving() as address:
        proven.settings.set("time_authorities", [address])
        stamp_head(proven, now=_now())
        keep(proven, "later", hours=50)
        stamp_head(proven, now=_now())
        calendar.wait_seconds = 1.0
        assert complete_stamps(proven, seconds=0.2) == 0
    assert len([path for path in calendar.asked if path != "/digest"]) == 1
    assert "does not answer" in caplog.text
    keep(proven, "last", hours=51)
    (down,) = stamp_head(proven, now=_now())
    assert "does not answer" in down.problem


def test_the_daemon_stamps_in_batches_and_gives_up_on_old_promises(proven: Archive) -> None:
    calendar = ScriptedCalendar()
    with calendar.serving() as address:
        proven.settings.set("time_authorities", [address])
        stamp_where_due(proven, now=_now())
        keep(proven, "later", hours=50)
        stamp_where_due(proven, now=_now() + timedelta(minutes=5))
        assert calendar.asked == ["/digest"]
        calendar.height = 700
        complete_in_daemon(proven, now=_now() + COMPLETED_WITHIN + timedelta(hours=1))
        assert calendar.asked == ["/digest"]
        proven.settings.set("time_authorities", ["http://127.0.0.1:9/"])
        complete_in_daemon(proven, now=_now())  # no longer in the settings
        assert calendar.asked == ["/digest"]
        proven.settings.set("time_authorities", [address])
        complete_in_daemon(proven, now=_now())
    assert not proven.proof.waiting_stamps()


def test_a_package_for_a_domain_needs_an_authority(proven: Archive) -> None:
    proven.settings.set("time_authorities", ["ots+http://127.0.0.1:9"])
    with pytest.raises(InputError, match="no time authority is set"):
        stamp_text(proven, "a package", now=_now())


@pytest.mark.parametrize("odd", ["ftp://host/", "ots+ftp://host", "ots+https://host/?a=b", "ots+", "ots:https://host"])
def test_what_is_no_address_of_a_service_is_refused(odd: str) -> None:
    with pytest.raises(
        UsageError, match=r"like https://host/path, and an OpenTimestamps calendar like ots\+https://host"
    ):
        checked_service(odd)


def test_addresses_of_both_kinds_are_taken() -> None:
    for address in ("https://freetsa.org/tsr", "ots+https://alice.btc.calendar.opentimestamps.org"):
        assert checked_service(address) == address


pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    opened, _ = new_archive(tmp_path)
    keep(opened, "one")
    opened.proof.create_key(now=datetime.now(UTC))
    with opened:
        yield opened


def _use(archive: Archive, authority: TimeAuthority, *addresses: str) -> None:
    archive.settings.set("time_authorities", list(addresses))
    archive.settings.set("time_certificates", authority.root_pem.decode())


def test_a_head_is_stamped_once_and_the_stamp_says_by_when_a_version_existed(archive: Archive, tmp_path: Path) -> None:
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        _use(archive, authority, address)
        (done,) = stamp_head(archive, now=_now())
        assert done.at is not None
        assert abs(done.at - _now()) < timedelta(minutes=2)
        stamp_head(archive, now=_now())
        assert authority.asked == 1
    (version,) = archive.versions.of("http://site.test/")
    assert archive.proof.stamp_times([version]) == {version.id: done.at}
    assert archive.proof.stamp_times([keep(archive, "two", hours=1)]) == {}


def test_stamps_come_in_batches(archive: Archive, tmp_path: Path) -> None:
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        _use(archive, authority, address)
        archive.settings.set("stamp_minutes", 30)
        stamp_where_due(archive, now=_now())
        keep(archive, "two", hours=1)
        stamp_where_due(archive, now=_now() + timedelta(minutes=4))
        assert authority.asked == 1
        archive.settings.set("stamp_minutes", 3)
        stamp_where_due(archive, now=_now() + timedelta(minutes=4))
        assert authority.asked == 2


def test_an_authority_that_is_down_or_slow_is_said_and_stops_nothing(archive: Archive, tmp_path: Path) -> None:
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        authority.wait_seconds = 3.0
        archive.settings.set("time_authorities", [address, "http://127.0.0.1:9/"])
        slow, down = stamp_head(archive, now=_now(), seconds=0.5)
    assert "does not answer" in slow.problem
    assert "does not answer" in down.problem
    keep(archive, "two", hours=1)
    assert archive.upkeep.verify().is_sound


def test_a_wrong_clock_is_refused_and_said(archive: Archive, tmp_path: Path) -> None:
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        _use(archive, authority, address)
        (done,) = stamp_head(archive, now=_now() + timedelta(hours=2))
    assert "the clock of the authority says" in done.problem
    assert archive.proof.last_stamp(address) is None


def test_an_authority_whose_certificate_expired_is_refused_and_said(archive: Archive, tmp_path: Path) -> None:
    with TimeAuthority(tmp_path / "authority", valid_days=(-60, -30)).serving() as address:
        archive.settings.set("time_authorities", [address])
        (done,) = stamp_head(archive, now=_now())
    assert "was valid until" in done.problem


def test_a_stamp_of_another_root_is_refused(archive: Archive, tmp_path: Path) -> None:
    other = TimeAuthority(tmp_path / "other")
    with TimeAuthority(tmp_path / "authority").serving() as address:
        _use(archive, other, address)
        (done,) = stamp_head(archive, now=_now())
    assert "cannot be traced to a trusted certificate" in done.problem


def test_what_is_missing_is_said(archive: Archive) -> None:
    with pytest.raises(UsageError, match="no time authority is set"):
        stamp_head(archive, now=_now())
    with pytest.raises(UsageError, match="not the address of a time authority"):
        checked_service("ftp://host/")
    stamp_where_due(archive, now=_now())


def test_an_authority_that_sends_its_certificates_in_its_own_order_is_understood(
    archive: Archive, tmp_path: Path
) -> None:
    """OpenSSL puts that of the signer first, whatever DER says of sets."""
    with TimeAuthority(tmp_path / "authority", sends_its_root=True).serving() as address:
        archive.settings.set("time_authorities", [address])
        (done,) = stamp_head(archive, now=_now())
    assert (done.problem, done.state) == ("", "stamped")
