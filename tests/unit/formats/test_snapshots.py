from __future__ import annotations

import io
import json
import zipfile
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import element, snapshot, words
from pagestrata.errors import InputError
from pagestrata.formats import snapshots
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import NodeTable, Redirect, Response

PAGE = snapshot(
    element(
        "html",
        (0, 0, 800, 600),
        element("a", (0, 0, 40, 20), words("Näme \ud800", (0, 0, 40, 20)), attributes={"href": "http://site.test/a"}),
        element("img", (0, 20, 40, 20), attributes={"src": "x.png", "alt": "X"}),
    ),
    dom="<html>…</html>",
    screenshot_png=b"\x89PNG not really",
    responses=(Response(url="http://site.test/", status=200, headers=(("a", "b"),), body=b"\x00\xff"),),
    redirects=(Redirect(url="http://site.test/old", status=301, location="/"),),
    notes=("a note",),
    seconds={"load": 0.5},
)


def test_a_snapshot_comes_back_whole() -> None:
    again = read_snapshot(write_snapshot(PAGE))
    for field in fields(PAGE):
        if field.name != "nodes":
            assert getattr(again, field.name) == getattr(PAGE, field.name), field.name
    assert PAGE.nodes is not None
    assert again.nodes is not None
    for field in fields(NodeTable):
        np.testing.assert_array_equal(getattr(again.nodes, field.name), getattr(PAGE.nodes, field.name))


def test_a_page_without_nodes_comes_back() -> None:
    again = read_snapshot(write_snapshot(replace(PAGE, nodes=None, screenshot_png=None, dom="")))
    assert again.nodes is None
    assert again.screenshot_png is None


def test_numbers_that_are_not_finite_become_zero() -> None:
    assert PAGE.nodes is not None
    box = PAGE.nodes.box.copy()
    box[1] = [np.nan, np.inf, -np.inf, 3]
    again = read_snapshot(write_snapshot(replace(PAGE, nodes=replace(PAGE.nodes, box=box))))
    assert again.nodes is not None
    assert again.nodes.box[1].tolist() == [0, 0, 0, 3]


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip at all", write_snapshot(PAGE)[:-30]])
def test_what_is_no_snapshot_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"not a recorded snapshot"):
        read_snapshot(data)


def test_another_format_is_refused() -> None:
    with pytest.raises(InputError, match=r"format 99"):
        read_snapshot(_with_head({"format": 99}))


def test_columns_of_unequal_length_are_refused() -> None:
    assert PAGE.nodes is not None
    odd = replace(PAGE, nodes=replace(PAGE.nodes, depth=PAGE.nodes.depth[:-1]))
    with pytest.raises(InputError, match=r"column depth"):
        read_snapshot(write_snapshot(odd))


@pytest.mark.parametrize("limit", ["MAX_MEMBER_BYTES", "MAX_BYTES"])
def test_a_bomb_is_refused_before_it_unpacks(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, limit, 100)
    with pytest.raises(InputError, match=r"would unpack to"):
        read_snapshot(write_snapshot(PAGE))


@given(st.binary(max_size=300), st.integers(0, 2000))
def test_damage_gives_a_snapshot_or_a_clear_error(noise: bytes, place: int) -> None:
    data = write_snapshot(PAGE)
    damaged = data[: place % len(data)] + noise + data[place % len(data) + len(noise) :]
    try:
        found = read_snapshot(damaged)
    except InputError:
        return
    assert found.viewport


def _with_head(changes: dict[str, object]) -> bytes:
    source = zipfile.ZipFile(io.BytesIO(write_snapshot(PAGE)))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            data = source.read(name)
            if name == "snapshot.json":
                data = json.dumps(json.loads(data) | changes).encode()
            archive.writestr(name, data)
    return target.getvalue()
