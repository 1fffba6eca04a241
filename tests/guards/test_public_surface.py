"""What was public in the last release still is, or was deprecated in it (docs/reference/stability.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.public_surface import OF_ANSWERS, broken_promises, public_surface

ROOT = Path(__file__).parents[2]
RECORD: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "public_surface.json").read_text())
STABILITY = (ROOT / "docs" / "reference" / "stability.md").read_text()


def surface(version: str, **names: bool) -> dict[str, Any]:
    return {"version": version, "command line": names}


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return public_surface()


def test_no_promise_of_the_last_release_is_broken(now: dict[str, Any]) -> None:
    broken = broken_promises(RECORD, now)
    assert not broken, (
        f"{broken}: keep it and mark it as deprecated (docs/reference/stability.md). What no release had yet may go: "
        "then write the record again with `make surface`"
    )


def test_what_is_gone_without_a_warning_is_a_broken_promise() -> None:
    (said,) = broken_promises(surface("1.2.0", show=False, log=False), surface("2.0.0", log=False))
    assert said == "command line: show is gone and was not deprecated in 1.2.0"


def test_what_was_deprecated_stays_until_the_next_major_version() -> None:
    before = surface("1.2.0", show=True)
    assert broken_promises(before, surface("1.3.0")) == [
        "command line: show is deprecated and stays until the next major version"
    ]
    assert broken_promises(before, surface("2.0.0")) == []


def test_more_is_no_broken_promise() -> None:
    assert broken_promises(surface("1.0.0", log=False), surface("1.1.0", log=True, show=False)) == []


def test_the_record_is_not_empty_and_the_page_names_every_kind() -> None:
    assert all(len(RECORD[kind]) > 15 for kind in RECORD if kind != "version")
    for name in ("Command line", "JSON", "Python", "HTTP API", "Archives", "Vi-XML"):
        assert f"| {name}" in STABILITY


@pytest.mark.parametrize("kind", [kind for kind in RECORD if kind not in {"version", OF_ANSWERS}])
def test_a_name_that_goes_is_noticed(kind: str, now: dict[str, Any]) -> None:
    gone = next(name for name in now[kind])
    left = {name: told for name, told in now[kind].items() if name != gone}
    assert any(gone in said for said in broken_promises(RECORD, {**now, kind: left}))


def test_a_key_that_an_operation_no_longer_answers_with_is_noticed(now: dict[str, Any]) -> None:
    operation = "GET /api/v1/pages → items[].url"
    left = {name: told for name, told in now["HTTP API"].items() if name != operation}
    (said,) = broken_promises(RECORD, {**now, "HTTP API": left})
    assert operation in said
