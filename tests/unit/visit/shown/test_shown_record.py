import json
from dataclasses import replace

import pytest

from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, weigh_sides
from pagestrata.visit.shown import shown_record
from pagestrata.visit.shown.shown_changes import JudgedPair, ShownChanges, shown_changes
from pagestrata.visit.shown.shown_record import key_of, read_record, record_of, threshold_in, write_record
from pagestrata.visit.shown.single_changes import single_changes

KEPT = Decision(similar=False, score=1.0, probability=0.9, reasons=())


def page(*texts: str) -> Side:
    blocks = tuple(
        Block(
            ref=f"1.{place}", text=text, box=Box(0, 40.0 * place, 300.5, 39), links=(Link("more", f"http://a.test/{place}"),)
        )
        for place, text in enumerate(texts, 1)
    )  # fmt: skip
    return Side(
        tree=BlockTree(blocks=(Block(ref="1", children=blocks, box=Box(0, 0, 400, 900)),), page_size=(400, 900))
    )


BEFORE = page("Ferry ticket: 18.00 € -- one way", "Updated 09:15", "Open today", "A \ud800 stray sign")
AFTER = page("Ferry ticket: 21.50 € -- one way", "Updated 10:41", "A \ud800 stray word", "Quite another story <b>")


def judged(judging: JudgeOptions = AS_LEARNED) -> tuple[bytes, ShownChanges]:
    delta = replace(compare(BEFORE.tree, AFTER.tree), from_version="20260101000000-1")
    weights = weigh_sides(BEFORE, delta)
    found = single_changes(BEFORE, AFTER, delta)
    pair = JudgedPair(
        before=BEFORE, after=AFTER, delta=delta, weights=weights, decision=KEPT,
        threshold=threshold_in(judging), findings=found.as_they_count(judging),
    )  # fmt: skip
    return record_of(found, delta, weights, KEPT, judging), shown_changes(pair)


def test_what_is_shown_comes_back() -> None:
    record, shown = judged()
    assert len(shown.changes) > 2
    assert any(mark.is_folded for pane in shown.panes for mark in pane.marks)
    assert read_record(record, AS_LEARNED, from_version="20260101000000-1") == shown


@pytest.mark.parametrize(
    "other",
    [
        JudgeOptions(threshold=0.7),
        JudgeOptions(leaning="strict"),
        JudgeOptions(model=b"another"),
        JudgeOptions(ignore_text=("Open.*",)),
        JudgeOptions(importance={"1.1": 0.0}),
        JudgeOptions(operation_weights={"insert": 0.1}),
    ],
)
def test_a_record_holds_for_the_settings_and_models_that_made_it(other: JudgeOptions) -> None:
    record, _ = judged()
    assert read_record(record, other, from_version="20260101000000-1") is None
    assert read_record(judged(other)[0], other, from_version="20260101000000-1") is not None


def test_a_record_holds_for_the_versions_and_the_rules_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = judged()
    assert read_record(record, AS_LEARNED, from_version="20260101000000-2") is None
    key = key_of(AS_LEARNED)
    assert key_of(AS_LEARNED) == key
    monkeypatch.setattr(shown_record, "_rules", lambda: "others")
    assert key_of(AS_LEARNED) != key
    assert read_record(record, AS_LEARNED, from_version="20260101000000-1") is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b'{"key": 1}', b"\xff\xfe"])
def test_what_is_no_record_is_as_none(damage: bytes) -> None:
    assert read_record(damage, AS_LEARNED, from_version="") is None


@pytest.mark.parametrize("part", ["changes", "panes", "gap"])
@pytest.mark.parametrize("damage", [None, [1, 2], [[1], [2]], {"a": 1}, "words"])
def test_a_damaged_record_is_as_none(part: str, damage: object) -> None:
    record, _ = judged()
    broken = json.dumps({**json.loads(record), part: damage}).encode()
    assert read_record(broken, AS_LEARNED, from_version="20260101000000-1") is None


def test_what_is_too_large_leaves_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    _, shown = judged()
    monkeypatch.setattr(shown_record, "MOST_BYTES", 100)
    assert write_record(shown, AS_LEARNED, from_version="") == b""
