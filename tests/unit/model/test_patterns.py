from __future__ import annotations

import re

import pytest

from pagestrata.model.patterns import pattern


def test_it_answers_as_the_compiled_pattern_does() -> None:
    mine, usual = pattern(r"(\w)\d+", re.I), re.compile(r"(\w)\d+", re.I)
    text = "a1 B22 c"
    assert mine.findall(text) == usual.findall(text)
    assert mine.sub(r"\1", text) == usual.sub(r"\1", text)
    assert mine.search("none") is None
    assert (mine.pattern, mine.flags) == (usual.pattern, usual.flags)
    assert pattern(rb"\d").split(b"a1b") == [b"a", b"b"]


def test_it_is_compiled_on_first_use_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, given = [], re.compile
    monkeypatch.setattr(re, "compile", lambda *wanted: compiled.append(wanted) or given(*wanted))
    found = pattern("a+")
    assert compiled == []
    assert found.match("aab")
    assert found.search("baa")
    assert len(compiled) == 1


def test_a_pattern_that_cannot_be_read_is_reported_when_it_is_used() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.match("a")
