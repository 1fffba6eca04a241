"""Ten defects of a machine, each made real where that can be done: the doctor finds every one and names its mend.

What changes mounts happens in a mount namespace of its own, which ends with the program that was started in it.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pytest

from pagestrata.app.doctor.examination import doctor, is_healthy
from pagestrata.app.doctor.services import look_at_archive
from pagestrata.capturing.browser.start_advice import driver_program
from pagestrata.model.check_results import CheckResult, State
from pagestrata.store.archive import open_archive
from postgres_servers import postgres_server_of_its_own

_MAY_MOUNT = (
    subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0 if os.name == "posix" else False
)
mounts = pytest.mark.skipif(not _MAY_MOUNT, reason="mounting needs root: run the tests as root to try this")


def line(results: tuple[CheckResult, ...] | list[CheckResult], name: str) -> CheckResult:
    return next(result for result in results if result.name == name)


def doctor_behind(preparation: str, *options: str, **environment: str) -> dict[str, dict[str, str]]:
    """What the command says, by name, in a mount namespace that was prepared by a line of shell."""
    command = [sys.executable, "-m", "pagestrata.cli.main", "doctor", "--json", *options]
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-ec", f"{preparation}\nexec {shlex.join(command)}"],
        capture_output=True, text=True, timeout=120, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.stdout, done.stderr
    said = json.loads(done.stdout)
    assert done.returncode == (0 if said["healthy"] else 1)
    return {result["name"]: result for result in said["results"]}


@mounts
def test_a_removed_library_is_named_with_its_package(tmp_path: Path) -> None:
    listed = subprocess.run(
        [driver_program()], capture_output=True, text=True, env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}
    ).stdout
    place = next((row.split()[2] for row in listed.splitlines() if "libatomic.so.1 =>" in row), None)
    if place is None:
        pytest.skip("the driver of this machine needs no libatomic")
    folder = Path(place).resolve().parent
    preparation = (
        f"mount -t tmpfs none {tmp_path}\nmkdir {tmp_path}/upper {tmp_path}/work\n"
        f"mount -t overlay overlay -o lowerdir={folder},upperdir={tmp_path}/upper,workdir={tmp_path}/work {folder}\n"
        f"rm {folder}/libatomic.so.1*"
    )
    found = doctor_behind(preparation, "--no-browser", "--archive", str(tmp_path / "archive"))["driver"]
    assert found["state"] == "missing"
    assert "misses libatomic.so.1" in found["found"]
    assert "libatomic" in found["advice"]


@mounts
def test_a_read_only_archive_is_told(tmp_path: Path) -> None:
    open_archive(tmp_path / "archive").close()
    preparation = f"mount --bind {tmp_path} {tmp_path}\nmount -o remount,bind,ro {tmp_path}"
    found = doctor_behind(preparation, "--no-browser", "--archive", str(tmp_path / "archive"))["archive"]
    assert found["state"] == "missing"
    assert "cannot be written" in found["found"]
    assert "mount it for writing" in found["advice"]


@mounts
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    preparation = f"mount -t tmpfs -o size=4m none {tmp_path}\nhead -c 4000000 /dev/zero > {tmp_path}/filled"
    found = doctor_behind(preparation, "--no-browser", "--archive", str(tmp_path / "archive"))["disk (archive)"]
    assert found["state"] == "missing"
    assert "0 MB free of 4 MB" in found["found"]
    assert f"free space in {tmp_path}" in found["advice"]


@pytest.mark.browser
def test_no_font_for_chinese_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fontconfig is given one folder, without any font."""
    settings = tmp_path / "fonts.conf"
    folders = f"<dir>{tmp_path}/none</dir><cachedir>{tmp_path}/cache</cachedir>"
    settings.write_text(f'<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>{folders}</fontconfig>')
    monkeypatch.setenv("FONTCONFIG_FILE", str(settings))
    found = line(doctor(), "fonts")
    assert found.state is State.MISSING
    assert "Chinese" in found.found
    assert "boxes" in found.found
    assert "noto" in found.advice.lower()


@pytest.mark.browser
@pytest.mark.skipif(sys.platform == "win32", reason="Chromium has another sandbox there")
def test_a_browser_without_sandbox_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_NO_SANDBOX", "1")
    found = line(doctor(), "sandbox")
    assert found.state is State.WEAK
    assert "off" in found.found
    assert "ordinary user" in found.advice or "remove PAGESTRATA_NO_SANDBOX" in found.advice


def test_a_missing_browser_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = line(doctor(browser="/nowhere/chrome"), "browser")
    assert found.state is State.MISSING
    assert "no browser /nowhere/chrome" in found.found
    assert found.advice


def test_a_clock_in_the_past_is_told() -> None:
    results = doctor(now=datetime(2001, 1, 1, tzinfo=UTC), opens_browser=False)
    found = line(results, "clock")
    assert found.state is State.MISSING
    assert "2001-01-01 00:00 UTC is before Pagestrata was installed" in found.found
    assert "set the clock" in found.advice
    assert not is_healthy(results)


@pytest.fixture
def own_server() -> Iterator[tuple[str, Callable[[], None]]]:
    """A PostgreSQL server of this test alone, and what stops it."""
    with postgres_server_of_its_own() as server:
        yield server.get_uri(), server.cleanup


@pytest.mark.slow
def test_postgresql_down_is_told(own_server: tuple[str, Callable[[], None]], tmp_path: Path) -> None:
    uri, stop = own_server
    place = f"{uri}&blobs={tmp_path}/blobs"
    open_archive(place).close()
    condition, before = look_at_archive(place)
    assert condition is not None
    assert [result.state for result in before] == [State.FINE] * 3
    stop()
    found = line(look_at_archive(place)[1], "PostgreSQL")
    assert found.state is State.MISSING
    assert "does not answer" in found.found
    assert "start its PostgreSQL server" in found.advice


def test_a_wrong_password_is_told(new_database: Callable[[], str], postgres_server: str) -> None:
    import psycopg

    place = new_database()
    open_archive(place).close()
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guarded")
        connection.execute("CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'right'")
        rules = Path(connection.execute("SHOW hba_file").fetchone()[0])  # type: ignore[index]
        before = rules.read_text()
        rules.write_text(f"local all guarded scram-sha-256\nhost all guarded all scram-sha-256\n{before}")
        connection.execute("SELECT pg_reload_conf()")
        try:
            _until_refused(place)
            right = look_at_archive(_as_guarded(place, "right"))[1]
            wrong = line(look_at_archive(_as_guarded(place, "wr:ong"))[1], "PostgreSQL")
        finally:
            rules.write_text(before)
            connection.execute("SELECT pg_reload_conf()")
    assert line(right, "PostgreSQL").state is State.FINE
    assert wrong.state is State.MISSING
    assert "refuses the password" in wrong.found
    assert "PGPASSWORD" in wrong.advice
    assert "wr:ong" not in str(wrong)
    assert quote("wr:ong") not in str(wrong)


def _as_guarded(place: str, password: str) -> str:
    scheme, _, rest = place.partition("://")
    return f"{scheme}://guarded:{quote(password, safe='')}@{rest.rpartition('@')[2]}"


def _until_refused(place: str) -> None:
    """The server reads its rules a moment after it was told to."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if line(look_at_archive(_as_guarded(place, "none"))[1], "PostgreSQL").state is State.MISSING:
            return
        time.sleep(0.1)


def test_a_revoked_bucket_key_is_told(s3_place: str, s3_server: str, tmp_path: Path) -> None:
    """The server asks for a key that its accounts know, from now on, and knows none."""
    import httpx

    place = f"{tmp_path}/archive?blobs={s3_place}"
    open_archive(place).close()
    alone = str(tmp_path / "archive")
    assert line(look_at_archive(alone)[1], "bucket").state is State.FINE
    httpx.post(f"{s3_server}/moto-api/reset-auth", content=b"0").raise_for_status()
    try:
        found = line(look_at_archive(alone)[1], "bucket")
    finally:
        httpx.post(f"{s3_server}/moto-api/reset-auth", content=b"inf").raise_for_status()
    assert found.state is State.MISSING
    assert s3_place in found.found
    assert "the key is revoked" in found.advice
    assert line(look_at_archive(alone)[1], "bucket").state is State.FINE
