from __future__ import annotations

import base64
import gzip
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archived_site import URL, archived_site
from command_line import Called, call
from pagestrata.store.archive import open_archive
from pagestrata.web.context import WebContext
from scripted_calendar import ScriptedCalendar, header_with
from web_fixtures import client_of


@pytest.fixture
def run(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Called]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    archived_site(tmp_path / "archive").close()
    return lambda *words: call(capfdbinary, *words, "--archive", tmp_path / "archive")


def test_a_version_is_proven_and_checked(run: Callable[..., Called], tmp_path: Path) -> None:
    file = tmp_path / "proof.zip"
    refused = run("prove", URL, "-o", file)
    assert (refused.code, "pagestrata key create" in refused.err) == (2, True)
    run("key", "create")
    made = run("prove", f"{URL}@latest", "--no-pdf", "-o", file, "--json").json
    assert (made["file"], len(made["versions"])) == (str(file), 1)
    checked = run("check", file)
    assert (checked.code, checked.text.splitlines()[-1]) == (0, "proof valid")
    assert run("check", file, "--json").json["valid"] is True
    (tmp_path / "key.pem").write_bytes(run("key", "show", "--pem").out)
    assert run("check", file, "--key", tmp_path / "key.pem").code == 0
    with zipfile.ZipFile(file, "a") as package:
        package.writestr("more.txt", "more")
    broken = run("check", file)
    assert (broken.code, "more.txt" in broken.text) == (1, True)


def test_two_versions_are_proven_with_what_changed(run: Callable[..., Called], tmp_path: Path) -> None:
    run("key", "create")
    file = tmp_path / "proof.zip"
    made = run("prove", URL, "--between", "latest", "first", "--no-pdf", "-o", file, "--json").json
    assert made["versions"] == sorted(made["versions"])
    assert len(made["versions"]) == 2
    with zipfile.ZipFile(file) as package:
        assert "What changed" in package.read("report.html").decode()


def test_a_head_from_before_shows_what_was_rewritten(run: Callable[..., Called], tmp_path: Path) -> None:
    run("key", "create")
    head = tmp_path / "head.json"
    assert run("prove", "--head", "-o", head).code == 0
    assert run("verify", "--against", head).code == 0
    with sqlite3.connect(tmp_path / "archive" / "catalog.sqlite") as connection:
        connection.execute("UPDATE version SET title = 'Another' WHERE id = 2")
    found = run("verify", "--against", head, "--json")
    assert found.code == 1
    assert [problem["number"] for problem in found.json["log"]["problems"]] == [2]
    assert "log: version" in run("verify", "--against", head).text
    head.write_text("nothing")
    assert run("verify", "--against", head).code == 2


def test_a_package_is_signed_and_judged(run: Callable[..., Called], tmp_path: Path) -> None:
    file = tmp_path / "captures.wacz"
    assert run("export", URL, "--sign", "-o", tmp_path / "captures.warc").code == 2
    assert run("export", URL, "--sign", "-o", file).code == 0
    found = run("check", file, "--json")
    assert (found.code, found.json["verdict"]) == (0, "valid")
    assert run("export", URL, "-o", tmp_path / "plain.wacz").code == 0
    plain = run("check", tmp_path / "plain.wacz", "--json")
    assert (plain.code, json.loads(plain.out)["verdict"]) == (1, "unsigned")


def test_requests_that_make_no_sense_are_refused(run: Callable[..., Called]) -> None:
    assert "name the version to prove" in run("prove").err
    assert "name the file to write" in run("prove", URL).err
    assert "--head covers the whole log" in run("prove", URL, "--head").err
    assert "no time authority is set" in run("stamp").err


def test_every_export_carries_the_signed_head(run: Callable[..., Called], tmp_path: Path) -> None:
    assert run("export", "-o", tmp_path / "before.warc.gz").code == 0
    assert b"log-head" not in gzip.decompress((tmp_path / "before.warc.gz").read_bytes())
    run("key", "create")
    with open_archive(tmp_path / "archive") as archive:
        note = archive.proof.signed_head()
        (version,) = archive.versions.of(URL)[:1]
        assert note is not None
        head = note.written()
        with client_of(WebContext(archive=archive)) as client:
            files = [client.get(f"/versions/{version.id}/files/{name}").content for name in ("page.warc", "page.wacz")]
    run("export", "-o", tmp_path / "a.warc.gz")
    run("export", "-o", tmp_path / "a.wacz")
    shown = run("show", f"{URL}@latest", "--format", "warc").out
    for warc in ((tmp_path / "a.warc.gz").read_bytes(), shown, files[0]):
        first = gzip.decompress(warc) if warc[:2] == b"\x1f\x8b" else warc
        (line,) = re.findall(rb"^log-head: (.*)\r$", first, re.MULTILINE)
        assert base64.b64decode(line).decode() == head
    for packed in ((tmp_path / "a.wacz").read_bytes(), files[1]):
        with zipfile.ZipFile(io.BytesIO(packed)) as package:
            assert package.read("log/head.note").decode() == head


def test_a_calendar_is_set_asked_and_its_file_checked_with_the_header_of_its_block(
    run: Callable[..., Called], tmp_path: Path
) -> None:
    calendar, file = ScriptedCalendar(), tmp_path / "proof.zip"
    run("key", "create")
    assert run("settings", "--time-authority", "ots+gopher://host").code == 2
    with calendar.serving() as address:
        run("settings", "--time-authority", address)
        (done,) = run("stamp", "--json").json
        assert (done["stamped_at"], done["state"]) == (None, "promised by the calendar, not yet in Bitcoin")
        calendar.height = 700
        stamped = run("stamp", "--json")
        assert (stamped.code, stamped.json[0]["state"]) == (0, "in Bitcoin block 700")
    run("prove", f"{URL}@latest", "--no-pdf", "-o", file)
    header = tmp_path / "block.hex"
    header.write_text(header_with(calendar.root_of(calendar.digests[0]), datetime(2026, 12, 1, tzinfo=UTC)).hex())
    assert "no time stamp: the time is only claimed by the owner of the key" in run("check", file).text
    checked = run("check", file, "--bitcoin-header", header)
    assert (checked.code, "existed no later than 2026-12-01 00:00:00 UTC" in checked.text) == (0, True)
    header.write_text("00")
    odd = run("check", file, "--bitcoin-header", header)  # says nothing about the proof
    assert (odd.code, "160 hex digits" in odd.err, odd.text) == (2, True, "")
    assert run("check", file, "--bitcoin-header", tmp_path / "missing").code == 2
