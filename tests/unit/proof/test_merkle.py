from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.proof.merkle import (
    EMPTY_ROOT,
    GrowingTree,
    Subtree,
    canonical,
    completed_by,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    last_leaf_of,
    leaf_hash,
    moment_text,
    node_hash,
    root,
    root_from_inclusion,
)

# The tree that certificate-transparency's own tests use, with the roots and proofs that they expect.
KNOWN_LEAVES = [
    bytes.fromhex(text)
    for text in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
_96A2 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
_5F08 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
_6B47 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
_CA85 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
_BC1A = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
_0EBC = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
KNOWN_INCLUSIONS = [
    (0, 1, []),
    (0, 8, [_96A2, _5F08, _6B47]),
    (5, 8, [_BC1A, _CA85, KNOWN_ROOTS[3]]),
    (2, 3, [KNOWN_ROOTS[1]]),
    (1, 5, [KNOWN_ROOTS[0], _5F08, _BC1A]),
]
KNOWN_CONSISTENCIES = [
    (1, 1, []),
    (1, 8, [_96A2, _5F08, _6B47]),
    (6, 8, [_0EBC, _CA85, KNOWN_ROOTS[3]]),
    (2, 5, [_5F08, _BC1A]),
]


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """The definition of RFC 6962, word by word."""
    if len(leaves) < 2:
        return leaf_hash(leaves[0]) if leaves else EMPTY_ROOT
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return node_hash(naive_root(leaves[:split]), naive_root(leaves[split:]))


def subtrees(leaves: Sequence[bytes]) -> Subtree:
    """Complete subtrees as the archive stores them: with the leaf that completes each."""
    rows: list[list[bytes]] = []

    def stored(level: int, number: int) -> bytes:
        return rows[last_leaf_of(level, number)][level]

    for place, data in enumerate(leaves):
        rows.append(completed_by(place, leaf_hash(data), stored))
    return stored


def _hex(hashes: Sequence[bytes]) -> list[str]:
    return [found.hex() for found in hashes]


def test_the_roots_are_those_of_certificate_transparency() -> None:
    stored = subtrees(KNOWN_LEAVES)
    assert [root(size, stored).hex() for size in range(1, 9)] == KNOWN_ROOTS
    assert root(0, stored).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(("place", "size", "path"), KNOWN_INCLUSIONS)
def test_inclusion_proofs_are_those_of_certificate_transparency(place: int, size: int, path: list[str]) -> None:
    assert _hex(inclusion_proof(place, size, subtrees(KNOWN_LEAVES))) == path


@pytest.mark.parametrize(("old", "size", "path"), KNOWN_CONSISTENCIES)
def test_consistency_proofs_are_those_of_certificate_transparency(old: int, size: int, path: list[str]) -> None:
    assert _hex(consistency_proof(old, size, subtrees(KNOWN_LEAVES))) == path


_TREES = st.lists(st.binary(max_size=3), min_size=1, max_size=40)


@given(_TREES)
def test_every_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    stored, growing = subtrees(leaves), GrowingTree()
    for size, data in enumerate(leaves, start=1):
        growing.add(leaf_hash(data))
        assert root(size, stored) == naive_root(leaves[:size]) == growing.root()


@given(_TREES, st.data())
def test_an_inclusion_proof_leads_to_the_root_and_to_no_other_place(leaves: list[bytes], data: st.DataObject) -> None:
    size = data.draw(st.integers(1, len(leaves)))
    place = data.draw(st.integers(0, size - 1))
    stored, found = subtrees(leaves), naive_root(leaves[:size])
    path = inclusion_proof(place, size, stored)
    leaf = leaf_hash(leaves[place])
    assert root_from_inclusion(leaf, place, size, path) == found
    assert root_from_inclusion(leaf_hash(b"never added"), place, size, path) != found
    assert root_from_inclusion(leaf, place, size, [*path, leaf]) != found
    assert root_from_inclusion(leaf, size, size, path) is None
    if path:
        assert root_from_inclusion(leaf, place, size, path[:-1]) != found


@given(_TREES, st.data())
def test_a_consistency_proof_holds_for_a_beginning_and_for_nothing_else(
    leaves: list[bytes], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(leaves)))
    old = data.draw(st.integers(0, size))
    stored = subtrees(leaves)
    old_root, new_root = naive_root(leaves[:old]), naive_root(leaves[:size])
    path = consistency_proof(old, size, stored)
    assert is_consistent(old, old_root, size, new_root, path)
    if old > 0:
        changed = [*leaves[: old - 1], b"rewritten", *leaves[old:]]
        other = naive_root(changed[:size])
        assert not is_consistent(old, old_root, size, other, consistency_proof(old, size, subtrees(changed)))
        assert not is_consistent(old, naive_root(changed[:old]), size, new_root, path)


@pytest.mark.parametrize(("place", "size"), [(3, 3), (-1, 3), (0, 0)])
def test_a_leaf_outside_the_tree_has_no_proof(place: int, size: int) -> None:
    with pytest.raises(ValueError, match="is not in a tree of"):
        inclusion_proof(place, size, subtrees(KNOWN_LEAVES))


def test_a_larger_tree_is_no_beginning() -> None:
    with pytest.raises(ValueError, match="is not the beginning of"):
        consistency_proof(5, 3, subtrees(KNOWN_LEAVES))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), _JSON))
def test_a_statement_has_one_spelling_whatever_the_order_of_its_parts(statement: dict[str, object]) -> None:
    written = canonical(statement)
    assert canonical(dict(reversed(statement.items()))) == written
    assert canonical(json.loads(written)) == written
    assert written.isascii()


def test_moments_have_one_length() -> None:
    assert moment_text(0) == "1970-01-01T00:00:00.000000Z"
    assert moment_text(1_767_323_045_000_001) == "2026-01-02T03:04:05.000001Z"
