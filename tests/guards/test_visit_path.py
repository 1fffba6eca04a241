"""An address goes from the command line to the stored version through few files, which the architecture page lists.

A real visit runs under a profiler, which notes each file that is called with the address, or with a record of it.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pagestrata.cli.main import cli
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.plan import VisitPlan, VisitRequest
from servers import Asked, serving

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "explanation" / "architecture.md"
MOST_FILES = 12
RECORDS = (VisitRequest, VisitPlan, PageState, Snapshot, Visit, Version)
BROWSER = "capturing/browser/pool.py"  # a text document needs none


def listed_files() -> list[str]:
    section = ARCHITECTURE.read_text("utf-8").split("## A visit, file by file")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.M)


def carries(value: Any, url: str) -> bool:
    record = value.visit if isinstance(value, VisitResult) else value
    return record == url if isinstance(record, str) else isinstance(record, RECORDS) and record.url == url


def files_with(url: str, archive: Path) -> tuple[list[str], list[VisitRequest]]:
    """The files in the order in which they first get the address, and the requests that were made."""
    files: dict[str, None] = {}
    requests: list[VisitRequest] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        _, is_ours, file = code.co_filename.replace("\\", "/").rpartition("/src/pagestrata/")
        if event != "call" or not is_ours:
            return
        arguments = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]
        parts = [part for each in arguments for part in (each if isinstance(each, list | tuple) else (each,))]
        if any(carries(part, url) for part in parts):
            files.setdefault(file)
        requests.extend(part for part in parts if isinstance(part, VisitRequest) and part not in requests)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        cli.main(["--allow-private", "visit", url, "--archive", str(archive)], standalone_mode=False)
    finally:
        sys.setprofile(before)
    return list(files), requests


def answer(_: Asked) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\nOpen from 9 to 17"


def test_an_address_goes_through_the_listed_files_in_their_order(tmp_path: Path) -> None:
    listed = listed_files()
    assert 0 < len(listed) <= MOST_FILES
    with serving(answer) as server:
        entered, requests = files_with(f"{server.url}hours.txt", tmp_path / "archive")
    print(*entered, sep="\n")
    assert len(requests) == 1
    walked = [file for file in entered if file in listed]
    assert walked == [file for file in listed if file != BROWSER], entered


def test_a_visit_is_one_frozen_request() -> None:
    request = VisitRequest("http://site.test/")
    with pytest.raises(dataclasses.FrozenInstanceError):
        request.url = "http://other.test/"  # type: ignore[misc]
