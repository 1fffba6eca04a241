from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import EMPTY_BOX, Box
from pagestrata.model.page_state import PageState, TrailState
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.segmenting.refill.alignment import align
from pagestrata.segmenting.refill.source_atoms import read_atoms
from pagestrata.visit.trails.trails_in_source import SEEN, find_trails_in_source

URL = "http://site.test/"
NOW = datetime(2026, 1, 2, tzinfo=UTC)
OLD, NEW = (f"<body><p>Bread</p><p>{price} crowns</p></body>" for price in (5, 6))
TREE = BlockTree(
    blocks=(
        Block(ref="1.1", text="Bread", box=Box(0, 0, 100, 20)),
        Block(ref="1.2", text="6 crowns", box=Box(0, 20, 100, 20)),
    ),
    url=URL,
)
DELTA = Delta(changes=(Change(op="update", element="text", block="1.2", old="5 crowns", new="6 crowns"),))
LAST = TrailEntry(found_at=NOW, version="7", state="found", confidence=0.9, path="body[1]/p[2]", text="5 crowns")


def entries(*last: TrailEntry | None) -> list[TrailEntry] | None:
    """What becomes of trails with these last entries."""
    steps = align(read_atoms(OLD.encode(), URL).atoms, read_atoms(NEW.encode(), URL).atoms)
    trails = tuple(
        TrailState(trail=Trail(id=f"t{n}", url=URL, origin={}, state={}), entries=(entry,) if entry else ())
        for n, entry in enumerate(last)
    )
    found = find_trails_in_source(PageState(url=URL, last=None, trails=trails), TREE, DELTA, steps, NOW)
    return None if found is None else [one.entry for one in found]


def at(y: float, **fields: object) -> TrailEntry:
    return replace(LAST, box=Box(0, y, 100, 20), **fields)  # type: ignore[arg-type]


def test_a_changed_block_gets_its_new_text_and_one_elsewhere_keeps_its_own() -> None:
    found = entries(at(20), at(0, text="Bread", path="body[1]/p[1]", change="text", alerts=("look",)))
    assert found is not None
    assert [(one.text, one.change, one.reasons, one.version) for one in found] == [
        ("6 crowns", "text", (SEEN,), None),
        ("Bread", None, (SEEN,), None),
    ]
    assert found[1].alerts == ()


def test_blocks_that_were_in_doubt_or_cannot_be_found_need_a_rendering() -> None:
    assert entries(None) is None
    assert entries(at(20, state="uncertain")) is None
    assert entries(replace(LAST, box=EMPTY_BOX)) is None
    assert entries(at(20, text="")) is None  # a picture where something changed


def test_a_picture_is_the_same_where_none_changed() -> None:
    found = entries(at(0, text=""))
    assert found is not None
    assert (found[0].text, found[0].change) == ("", None)


def test_places_say_nothing_of_texts() -> None:
    """Floating and hidden contents lie outside of the box of their element."""
    assert entries(at(0, text="7 crowns")) is None
    found = entries(at(900))
    assert found is not None
    assert found[0].text == "6 crowns"


def test_blocks_need_a_path() -> None:
    assert entries(at(20, path=None)) is None
    assert entries(at(20, text="7 crowns")) is None
