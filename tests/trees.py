"""Block trees for tests: small ones by hand, random ones for laws, page-sized ones for speed."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box


def leaf(ref: str, text: str = "", links: tuple[str, ...] = (), images: tuple[str, ...] = (), **fields: Any) -> Block:
    """A leaf block; links and images are given by name and have addresses made of them."""
    return Block(
        ref=ref,
        text=text,
        links=tuple(Link(name, f"http://site.test/{name}") for name in links),
        images=tuple(Image(name, f"http://site.test/{name}.png") for name in images),
        **fields,
    )


def tree(*blocks: Block, **fields: Any) -> BlockTree:
    return BlockTree(blocks=blocks, **fields)


def page(*leaves: Block, **fields: Any) -> BlockTree:
    """Leaf blocks inside one block '1'."""
    return tree(Block(ref="1", children=leaves), **fields)


def page_sized_tree(
    seed: int = 1, *, leaves: int = 110, words_per_text: int = 40, links_per_leaf: int = 6
) -> BlockTree:
    """A tree like that of a real page: 110 leaves give about 140 KB of Vi-XML."""
    chance = random.Random(seed)

    def words(count: int) -> str:
        return " ".join(f"w{chance.getrandbits(14):x}" for _ in range(count))

    groups = []
    for g in range(1, (leaves + 9) // 10 + 1):
        members = [
            Block(
                ref=f"1.{g}.{i}",
                links=tuple(
                    Link(words(3), f"http://site.test/news/{chance.getrandbits(48):x}") for _ in range(links_per_leaf)
                ),
                images=(Image(words(2), f"http://site.test/i/{chance.getrandbits(40):x}.png"),),
                text=words(words_per_text),
                box=Box(10.5, g * 100.0 + i * 10, 300, 10),
                doc=9,
                role="article",
            )
            for i in range(1, 11)
        ]
        groups.append(Block(ref=f"1.{g}", children=tuple(members), box=Box(10, g * 100.0, 300, 100), doc=5))
    root = Block(ref="1", children=tuple(groups), box=Box(0, 0, 1366, 4000), doc=1)
    return BlockTree(blocks=(root,), url="http://site.test/", viewport=(1366, 768), page_size=(1366.0, 4000.0))


_names = st.sampled_from(["", "a", "b", "More", "Home", "x y"])
_addresses = st.sampled_from(["", "http://a/", "http://b/", "http://c/?q=1&r=2"])
_texts = st.one_of(
    st.sampled_from(["", "one", "one two three four", "one two three five", "six seven", "中文 文本", "\x00\\u0041"]),
    st.text(max_size=12),
)
_boxes = st.builds(Box, *[st.sampled_from([0.0, 1.0, 10.5, 99.25, 0.1])] * 2, *[st.sampled_from([10.0, 20.0, 0.3])] * 2)
_styles = st.one_of(st.none(), st.builds(BlockStyle, font_size=st.sampled_from([12.0, 16.5]), font_weight=st.just(700)))


@st.composite
def block_trees(draw: st.DrawFn, *, deepest: int = 3) -> BlockTree:
    """Any tree: refs by position or shuffled, elements from a small stock so that equal ones are common."""
    numbers = iter(range(1, 1000))
    positional = draw(st.booleans())

    def block(ref: str, depth: int) -> Block:
        count = draw(st.integers(0, 3)) if depth < deepest else 0
        children = tuple(block(f"{ref}.{i}", depth + 1) for i in range(1, count + 1))
        own: dict[str, Any] = {}
        if not count:
            own["links"] = tuple(draw(st.lists(st.builds(Link, _names, _addresses), max_size=4)))
            own["images"] = tuple(draw(st.lists(st.builds(Image, _names, _addresses), max_size=2)))
            own["text"] = draw(_texts)
        return Block(
            ref=ref if positional else f"{next(numbers)}",
            children=children,
            layer=draw(st.sampled_from(["page", "page", "page", "overlay"])),
            box=draw(_boxes),
            doc=draw(st.integers(1, 10)),
            role=draw(st.sampled_from(["other", "menu"])),
            importance=draw(st.sampled_from([None, 0.25])),
            topic=draw(st.sampled_from(["", "Topic"])),
            style=draw(_styles),
            picture_hash=draw(st.sampled_from(["", "0" * 24, "f" * 24])),
            **own,
        )

    roots = tuple(block(str(i), 1) for i in range(1, draw(st.integers(0, 3)) + 1))
    return BlockTree(
        blocks=roots,
        url=draw(st.sampled_from(["", "http://a/?x&y"])),
        title=draw(st.text(max_size=5)),
        captured_at=draw(st.sampled_from([None, datetime(2026, 1, 2, tzinfo=UTC)])),
        page_size=draw(st.sampled_from([(0.0, 0.0), (1366.0, 768.25)])),
        version=draw(st.sampled_from(["", "v1"])),
    )


FIELDS = ("box", "doc", "role", "importance", "topic", "style", "picture_hash", "layer", "id")
TREE_FIELDS = ("url", "title", "captured_at", "viewport", "page_size", "segmenter", "version")


def everything(found: BlockTree) -> list[Any]:
    """All that equality leaves out, to check that nothing is lost."""
    return [
        [getattr(found, name) for name in TREE_FIELDS],
        *[[block.ref, *[getattr(block, name) for name in FIELDS]] for block in found.walk()],
    ]
