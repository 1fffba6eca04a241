from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archives import keep, new_archive
from pagestrata.app.proving.stamping import stamp_head, stamp_where_due
from pagestrata.app.proving.time_services import checked_service
from pagestrata.errors import UsageError
from pagestrata.store.archive import Archive
from time_authority import TimeAuthority

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


def _now() -> datetime:
    return datetime.now(UTC)


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
