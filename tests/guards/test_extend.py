"""The four examples of docs/how-to/extend.md work as they stand there, and each is short."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from builders import element, snapshot, words
from pagestrata import segmenting
from pagestrata.errors import ArchiveError
from pagestrata.judging.edits import Edit
from pagestrata.model.blocks import Block
from pagestrata.notify.messages import Message

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "extend.md").read_text("utf-8")
EXAMPLES = dict(re.findall(r"^## (.+?)\n.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))
MOST_LINES = 32


def names_of(title: str) -> dict[str, Any]:
    """What an example defines."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(EXAMPLES[title], f"extend.md: {title}", "exec"), names)
    return names


def test_there_are_four_short_examples() -> None:
    assert list(EXAMPLES) == ["A segmenter", "A channel", "An evidence", "A store"]
    assert {title for title, code in EXAMPLES.items() if code.count("\n") > MOST_LINES} == set()


def test_places_that_the_page_names_are_there() -> None:
    root = Path(__file__).parents[2]
    places = re.findall(r"`((?:src|tests)/[\w/.]+)`", PAGE)
    assert len(places) >= 8
    assert [place for place in places if not (root / place).exists()] == []
    for name, file in (("_OUTLINES", "segmenting/__init__"), ("open_channel", "notify/channels")):
        assert name in (root / f"src/pagestrata/{file}.py").read_text()


def test_the_segmenter_cuts_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(segmenting._OUTLINES, "bands", names_of("A segmenter")["outline_bands"])
    bands = [element("div", (0, y, 800, 100), words(text, (0, y, 300, 20))) for y, text in ((0, "Top"), (200, "Below"))]
    page = snapshot(element("html", (0, 0, 800, 400), element("body", (0, 0, 800, 400), *bands)))
    tree = segmenting.segment(page, "bands")
    assert [block.text for block in tree.blocks[0].children] == ["Top", "Below"]


def test_the_channel_speaks_or_says_why_not(tmp_path: Path) -> None:
    channel = names_of("A channel")["SpokenChannel"]
    program = tmp_path / "say"
    program.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/said\n')
    program.chmod(0o755)
    message = Message(key="k", title="The price fell", body="")
    assert channel(str(program)).send(message) is None
    assert (tmp_path / "said").read_text() == "The price fell\n"
    assert "there is no program /nowhere/say" in channel("/nowhere/say").send(message)


def test_the_evidence_is_a_number_for_each_name() -> None:
    names = names_of("An evidence")
    edit = Edit(op="update", old="closed today", new="CLOSED TODAY", block=Block(ref="1"))
    assert dict(zip(names["NAMES"], names["shouting"](edit), strict=True)) == {"is shouted": 1, "shouting changed": 1}
    assert names["shouting"](Edit(op="insert", new="open", block=Block(ref="1"))) == (0, 0)


def test_the_store_keeps_what_the_contract_asks() -> None:
    blobs, data = names_of("A store")["MemoryBlobs"](), b"strata" * 9
    digest = hashlib.sha256(data).hexdigest()
    blobs.put(digest, data)
    assert (blobs.has(digest), blobs.get(digest), list(blobs.digests())) == (True, data, [digest])
    assert blobs.read([(digest, 6, 3), (digest, 0, 2)]) == [b"str", b"st"]
    blobs.delete(digest)
    blobs.delete(digest)
    with pytest.raises(ArchiveError, match="is missing in memory"):
        blobs.get(digest)
