"""The promises in docs/explanation/security.md: every test that is named is there, every attack is named."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "security.md").read_text()
NAMED = set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE))


def test_every_test_against_a_threat_is_there() -> None:
    assert len(NAMED) > 15
    missing = sorted(name for name in NAMED if not (ROOT / name).is_file())
    assert not missing, f"docs/explanation/security.md names tests that are not there: {missing}"


def test_every_threat_names_a_test() -> None:
    table = PAGE.partition("## Threats")[2].partition("\n## ")[0]
    threats = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert threats
    assert [line for line in threats if "`tests/" not in line] == []


def test_every_attack_is_named() -> None:
    attacks = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "attacks").glob("test_*.py")}
    assert attacks - NAMED == set()


def test_the_way_to_report_leads_there() -> None:
    assert "docs/explanation/security.md" in (ROOT / "SECURITY.md").read_text()
