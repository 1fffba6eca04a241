from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sql

from archives import MemoryBlobs
from captures import capture, visit_of
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import bundle, object_, version


def leaf(text: str, ref: str) -> Block:
    return Block(ref=ref, text=text, role="article", links=(Link(text, f"http://site.test/{text}"),))


def keep(archive: Archive, hours: float, *groups: list[str]) -> Version:
    """A version with one level of groups above its blocks."""
    taken, tree = capture([text for group in groups for text in group], hours=hours, picture=False)
    outer = tuple(
        Block(ref=f"1.{g}", children=tuple(leaf(text, f"1.{g}.{n}") for n, text in enumerate(group, start=1)))
        for g, group in enumerate(groups, start=1)
    )
    nested = replace(tree, blocks=(Block(ref="1", children=outer),))
    return archive.append(taken, nested, None, visit=visit_of(taken))


def lose_tree(catalog: Catalog, blobs: MemoryBlobs, number: int) -> None:
    with catalog.reading() as connection:
        query = sql.select(object_.c.start, object_.c.stored, bundle.c.digest).join(bundle)
        tree_id = connection.execute(sql.select(version.c.tree_id).where(version.c.id == number)).scalar_one()
        row = connection.execute(query.where(object_.c.id == tree_id)).one()
    data = bytearray(blobs.kept[row.digest.hex()])
    data[row.start : row.start + row.stored] = bytes(row.stored)
    blobs.kept[row.digest.hex()] = bytes(data)


def outline(tree: BlockTree) -> list[object]:
    def of(block: Block) -> object:
        return [of(child) for child in block.children] if block.children else block.text

    return [of(block) for block in tree.blocks]


def test_a_lost_tree_takes_the_shape_of_its_neighbour(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    first = keep(archive, 0, ["a", "b"], ["c", "d"])
    second = keep(archive, 1, ["a", "new"], ["c"])
    lose_tree(catalog, blobs, 2)
    report = archive.upkeep.verify(repair=True)
    assert report.is_sound
    assert f"version 2: rebuilt its tree in the shape of version {first.id}" in report.repaired
    found = archive.contents.tree(second)
    assert outline(found) == [[["a", "new"], ["c"]]]
    assert found.segmenter == "repaired"
    leaves = {block.text: block for block in found.leaves()}
    assert leaves["c"].ref == "1.2.1"
    assert leaves["c"].links == (Link("c", "http://site.test/c"),)
    assert leaves["new"].role == "article"
    assert len({block.ref for block in found.walk()}) == len(list(found.walk()))


def test_blocks_before_all_others_stand_first(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, 0, ["a"], ["c"])
    second = keep(archive, 1, ["x", "a"], ["c"])
    lose_tree(catalog, blobs, 2)
    archive.upkeep.verify(repair=True)
    assert [block.text for block in archive.contents.tree(second).leaves()] == ["x", "a", "c"]


def test_with_no_block_in_common_the_tree_is_flat(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, 0, ["a"], ["b"])
    second = keep(archive, 1, ["x"], ["y"])
    lose_tree(catalog, blobs, 2)
    assert any("without nesting" in sentence for sentence in archive.upkeep.verify(repair=True).repaired)
    assert outline(archive.contents.tree(second)) == [["x", "y"]]
