from __future__ import annotations

from pathlib import Path

import pytest

from command_line import call
from pagestrata.store.archive import open_archive


def test_settings_of_the_archive_are_shown_changed_and_taken_away(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    open_archive(tmp_path).close()
    asked = ("--archive", tmp_path, "settings")
    assert call(capfdbinary, *asked).json == dict.fromkeys(
        (
            *("skipped_days", "model", "keep", "threshold", "budget", "web_address"),
            *("time_authorities", "time_certificates", "stamp_minutes"),
        )
    )
    assert call(capfdbinary, *asked, "--web-address", "https://a.example/").json["web_address"] == "https://a.example"
    assert call(capfdbinary, *asked, "--default", "web_address").json["web_address"] is None
    assert call(capfdbinary, *asked, "--skipped-days", "7").json["skipped_days"] == 7
    assert call(capfdbinary, *asked, "--format", "text").text.startswith("skipped days            7")
    assert call(capfdbinary, *asked, "--default", "skipped_days").json["skipped_days"] is None
    assert call(capfdbinary, *asked, "--skipped-days", "-1").code == 2
    assert call(capfdbinary, *asked, "--threshold", "0.3", "--budget", "20min/hour").json["threshold"] == 0.3
    assert call(capfdbinary, *asked, "--default", "threshold").json["budget"] == "20min/hour"
    assert call(capfdbinary, *asked, "--budget", "much").code == 2
    assert call(capfdbinary, *asked, "--keep", "thin 7d:1d").json["keep"] == "thin 7d:1d"
    assert call(capfdbinary, *asked, "--keep", "most of them").code == 2
    assert call(capfdbinary, *asked, "--default", "keep").json["keep"] is None


def test_time_authorities_are_addresses_and_their_certificates_are_kept(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    open_archive(tmp_path).close()
    (tmp_path / "root.pem").write_text("a certificate")
    asked = ("--archive", tmp_path, "settings", "--time-certificates", tmp_path / "root.pem")
    found = call(capfdbinary, *asked, "--time-authority", "https://a.test/tsr", "--stamp-minutes", 30).json
    assert (found["time_authorities"], found["stamp_minutes"]) == (["https://a.test/tsr"], 30)
    assert found["time_certificates"] == "a certificate"
    assert call(capfdbinary, *asked, "--time-authority", "ftp://a.test/").code == 2
