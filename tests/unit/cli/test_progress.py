from __future__ import annotations

import sys

import pytest

from pagestrata.cli.progress import progress


def test_items_are_counted_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(progress("abc", total=3, what="pages")) == ["a", "b", "c"]
    assert capsys.readouterr().err.endswith("\r3 of 3 pages\n")


def test_elsewhere_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress("abc", total=3, what="pages")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
