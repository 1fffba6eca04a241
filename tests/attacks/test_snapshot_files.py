"""Snapshot files from strangers: nodes that form no tree, and files that fill the memory."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from builders import element, snapshot, words
from pagestrata.errors import InputError
from pagestrata.formats import snapshots
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import NodeTable, Snapshot

PAGE = snapshot(
    element(
        "html",
        (0, 0, 800, 600),
        element("p", (0, 0, 400, 20), words("The council met", (0, 0, 100, 20))),
        element("p", (0, 20, 400, 20), words("and decided nothing", (0, 20, 100, 20))),
    )
)


def nodes_of(page: Snapshot) -> NodeTable:
    assert page.nodes is not None
    return page.nodes


def with_column(name: str, change: Any) -> bytes:
    """The snapshot with one column changed."""
    return write_snapshot(replace(PAGE, nodes=replace(nodes_of(PAGE), **{name: change(getattr(PAGE.nodes, name))})))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("parent", np.arange),
        ("parent", lambda old: np.roll(old, 1)),
        ("parent", lambda old: old * 0 + 2_000_000),
        ("parent", lambda old: old * 0 - 1),
        ("parent", lambda old: old.astype(float)),
        ("end", lambda old: np.arange(len(old), dtype=np.int32)),
        ("end", lambda old: old * 0),
        ("end", lambda old: old + 9),
        ("end", lambda old: old * 0 + len(old)),
        ("tag", lambda old: old + 999),
        ("tag", lambda old: old - 999),
        ("display", lambda old: old + 999),
        ("position", lambda old: old - 999),
        ("rect_start", lambda old: old[::-1].copy()),
        ("rect_start", lambda old: old + 999),
        ("rects", lambda old: old.reshape(-1)),
        ("box", lambda old: old[:, :2]),
        ("box", lambda old: old.astype("U9")),
        ("visible", lambda old: old.astype("S9")),
        ("links", lambda _: {2_000_000: "http://site.test/"}),
        ("links", lambda _: {-1: "http://site.test/"}),
    ],
)
def test_nodes_that_form_no_tree_are_refused(name: str, change: Any) -> None:
    """Walking up a circle of parents, or along siblings that never advance, does not end."""
    with pytest.raises(InputError, match="not a recorded snapshot"):
        read_snapshot(
            with_column(name, change) if name != "parent" else with_column(name, lambda old: _of(change, old))
        )


def _of(change: Any, old: Any) -> Any:
    return change(len(old)) if change is np.arange else change(old)


def with_member(name: str, data: bytes) -> bytes:
    """The snapshot with one member of the file replaced."""
    source, target = zipfile.ZipFile(io.BytesIO(write_snapshot(PAGE))), io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in source.namelist():
            archive.writestr(member, data if member == name else source.read(member))
    return target.getvalue()


def claimed(shape: str) -> bytes:
    """An npz file whose first column claims a shape."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}".ljust(117).encode() + b"\n"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("parent.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
    return target.getvalue()


@pytest.mark.parametrize("shape", ["(10000000000000000,)", "(4611686018427387904, 8)", "(-1,)", "()"])
def test_columns_that_claim_all_memory_are_refused(shape: str) -> None:
    with pytest.raises(InputError, match="not a recorded snapshot"):
        read_snapshot(with_member("columns.npz", claimed(shape)))


def test_columns_that_unpack_to_all_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the file: its packed size says nothing."""
    monkeypatch.setattr(snapshots, "MAX_MEMBER_BYTES", 10_000_000)
    packed = io.BytesIO()
    np.savez_compressed(packed, parent=np.zeros(20_000_000, np.uint8))
    assert len(packed.getvalue()) < 100_000
    with pytest.raises(InputError, match="would unpack to"):
        read_snapshot(with_member("columns.npz", packed.getvalue()))


@pytest.mark.parametrize("nested", ["[" * 100_000, '{"nodes":' * 100_000, "9" * 100_000, '{"format": 1e999}'])
def test_odd_heads_are_refused(nested: str) -> None:
    with pytest.raises(InputError, match="not a recorded snapshot"):
        read_snapshot(with_member("snapshot.json", nested.encode()))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("url", 5), ("url", None), ("title", ["a"]), ("status", "200"), ("status", None), ("viewport", ["a", 1]),
        ("viewport", [1]), ("page_size", ["a", 1]), ("page_size", [1e999, 1]), ("page_size", [True, 1]),
        ("device_pixel_ratio", None), ("height_cap_px", 1.5), ("height_capped", 1), ("notes", 5), ("headers", [[1]]),
    ],
)  # fmt: skip
def test_values_of_another_kind_are_refused(name: str, value: object) -> None:
    head = json.loads(zipfile.ZipFile(io.BytesIO(write_snapshot(PAGE))).read("snapshot.json"))
    with pytest.raises(InputError, match="not a recorded snapshot"):
        read_snapshot(with_member("snapshot.json", json.dumps(head | {name: value}).encode()))


def test_a_snapshot_that_was_not_touched_is_read() -> None:
    head = json.loads(zipfile.ZipFile(io.BytesIO(write_snapshot(PAGE))).read("snapshot.json"))
    again = read_snapshot(with_member("snapshot.json", json.dumps(head).encode()))
    assert nodes_of(again).children_of(0) == nodes_of(PAGE).children_of(0)
