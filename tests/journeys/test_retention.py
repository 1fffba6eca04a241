"""Retention by the number that decided: what mattered when it came is not dropped for being small."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from captures import START
from laid_out_pages import URL, Part, laid_out
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import open_archive
from visits import visit_page

PACKAGES = ("libxml", "openssl", "curl", "nginx", "sudo", "vim", "perl", "bind", "cups", "git")
PAST = [f"DSA-{5000 + number} {PACKAGES[number % 10]}: a flaw in the parser was corrected" for number in range(60)]


def security_page(entries: int, hours: float) -> Snapshot:
    new = [f"DSA-{6000 + number} {PACKAGES[number]}: a remote attacker could run code" for number in range(entries)]
    return laid_out(
        Part("header", "top", ["Security information"]),
        Part("main", "entries", [*reversed(new), *PAST]),
        Part("footer", "footer", ["Contact the security team"]),
        minutes=60 * hours,
    )


def test_versions_that_brought_security_entries_stay(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        visits = [visit_page(archive, security_page(number, hours=24 * number)) for number in range(8)]
        assert all(visit.kept for visit in visits), [visit.reasons[:1] for visit in visits]
        small = [visit for visit in visits[1:-1] if (visit.importance or 0.0) < 0.05]
        assert small, "E of one entry among many is small: that is why it may not decide"
        now = START + timedelta(days=365)
        assert archive.upkeep.superfluous("important 0.05 after 30d", now=now) == []
        assert archive.upkeep.superfluous("important 0.5 after 30d", now=now) == []
        assert all((version.probability or 0.0) > 0.5 for version in archive.versions.of(URL))


def test_an_imported_version_is_judged_for_retention(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        for day, stamp in enumerate(("12:01", "12:02", "12:03")):
            shown = laid_out(
                Part("main", "text", ["A page that never changes", f"Updated {stamp}"]), minutes=1440 * day
            )
            assert visit_page(archive, shown, is_import=True).kept
        dropped = archive.upkeep.superfluous("important 0.3 after 30d", now=START + timedelta(days=365))
        assert [version.captured_at for version in dropped] == [START + timedelta(days=1)]
