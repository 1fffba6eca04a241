"""Every key that a command wrote as JSON in the last release is still written (docs/reference/stability.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from json_keys import NOT_CALLED, commands_with_json, json_keys, keys_in
from tools.public_surface import OF_ANSWERS, broken_promises

FILE = "tests/guards/data/public_surface.json"
RECORD: dict[str, Any] = json.loads((Path(__file__).parents[2] / FILE).read_text())
WHAT_TO_DO = (
    "write the key as before, beside its new name if it has one, list it in DEPRECATED of tests/json_keys.py and under "
    "*Deprecated* in CHANGELOG.md; the next major version may drop it (docs/reference/stability.md). What no release had yet "
    "may go: then write the record again with `make surface`"
)


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return {"version": RECORD["version"], **json_keys()}


def test_no_key_of_an_answer_is_gone(now: dict[str, Any]) -> None:
    broken = broken_promises(RECORD, now)
    assert not broken, f"{broken}: {WHAT_TO_DO}"


def test_new_keys_are_in_the_record(now: dict[str, Any]) -> None:
    """A key that nobody recorded could be renamed without anybody noticing."""
    new = sorted(set(now[OF_ANSWERS]) - set(RECORD[OF_ANSWERS]))
    assert not new, f"{new}: add them to the record with `make surface`"


def test_every_command_that_answers_in_json_is_recorded() -> None:
    recorded = {name.partition(":")[0] for name in RECORD[OF_ANSWERS]}
    assert recorded == commands_with_json() - NOT_CALLED - {"query"}  # it answers with what a query made


def test_a_key_that_is_renamed_is_noticed(now: dict[str, Any]) -> None:
    names = now[OF_ANSWERS]
    renamed = {name.replace("versions[].sentence", "versions[].summary"): told for name, told in names.items()}
    (said,) = broken_promises(RECORD, {**now, OF_ANSWERS: renamed})
    assert said.startswith("JSON: log: versions[].sentence is gone")


def test_keys_are_found_wherever_they_are() -> None:
    answer = {"versions": [{"id": 1}, {"name": 2}], "seconds": {"fetch": 1}, "operations": {"update text": 3}}
    assert set(keys_in(answer)) == {"versions", "versions[].id", "versions[].name", "seconds", "operations"}
    assert set(keys_in([{"a": {"b c": 1}}])) == {"[].a", "[].a.*"}
