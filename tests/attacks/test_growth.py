"""No function takes more than linear time: ten times the text takes at most twelve times as long.

One page whose text took quadratic time blocked every other visit, the web application and the interrupt key. Every
function that reads text is measured here with 65 repeated units. The test suite measures a part, in a minute of processor
time; `make growth` measures everything.
"""

from __future__ import annotations

import gzip
import logging
import os

import pytest
import zstandard

from attacks.growing_texts import SIZES, UNITS, grown, growth_faults
from attacks.text_functions import ENTRANCES, NO_TEXTS_OF_PAGES, WORD_CHARACTERS, TextFunction, text_functions
from pagestrata.formats.recordings.codings import decode_content

FUNCTIONS = sorted(text_functions())
PLAIN = [function for function in FUNCTIONS if function.name not in ENTRANCES]
IN_FULL = "PAGESTRATA_GROWTH" in os.environ
FEW_UNITS = UNITS if IN_FULL else UNITS[:: len(UNITS) // 7]
"""For the steps of a visit, which take up to half a second each."""
BUDGET_SECONDS = float("inf") if IN_FULL else 0.12
"""Processor seconds for one function."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ENTRANCES))
def test_the_time_of_a_step_grows_with_the_text_and_no_faster(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    assert growth_faults(TextFunction(name, ENTRANCES[name]), FEW_UNITS) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", PLAIN, ids=[function.name for function in PLAIN])
def test_the_time_of_a_function_grows_with_its_text_and_no_faster(
    function: TextFunction, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    assert growth_faults(function, budget=BUDGET_SECONDS) == []


@pytest.mark.parametrize(
    ("coding", "part"),
    [
        ("gzip", gzip.compress(b"", mtime=0)),
        ("gzip", gzip.compress(b"words", mtime=0)),
        ("deflate", gzip.compress(b"", mtime=0)),
        ("zstd", zstandard.compress(b"")),
        ("zstd", zstandard.compress(b"words")),
    ],
    ids=["empty gzip", "gzip", "empty gzip called deflate", "empty zstd", "zstd"],
)
def test_the_time_to_unpack_a_body_grows_with_its_parts_and_no_faster(coding: str, part: bytes) -> None:
    unpack = TextFunction(coding, lambda text: decode_content(part * len(text), coding))
    assert growth_faults(unpack, ["a"]) == []


def test_functions_of_text_are_found() -> None:
    names = {function.name for function in FUNCTIONS}
    assert len(UNITS) >= 60
    assert len(names) > 400
    assert {"pagestrata.model.edits.text_edits", "pagestrata.follow.series.numbers_in", *ENTRANCES} <= names
    assert {"pagestrata.judging.edits._partners", "pagestrata.judging.values.value_of"} <= names
    assert names.isdisjoint(NO_TEXTS_OF_PAGES)


def test_growth_is_noticed() -> None:
    def squared(text: str) -> int:
        return sum(1 for place in range(0, len(text), 4) if text[place:].count("b") > len(text))

    assert growth_faults(TextFunction("squared", squared), ["a"])
    assert not growth_faults(TextFunction("linear", str.split), ["a", "a "])


@pytest.mark.parametrize("unit", UNITS)
def test_texts_of_all_sizes_end_alike(unit: str) -> None:
    ends = {grown(unit, size)[-WORD_CHARACTERS:-6] for size in SIZES}
    assert len(ends) == 1


def test_what_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_text: str) -> None:
        while True:
            pass

    monkeypatch.setattr("attacks.growing_texts.LIMIT_SECONDS", 0.1)
    (fault,) = growth_faults(TextFunction("endless", endless), ["a"])
    assert "took longer than 0.1 s" in fault
