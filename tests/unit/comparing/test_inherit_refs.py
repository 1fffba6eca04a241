"""One identity per block: what keeps its ref from version to version, and what gets a new one."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import Spec, element, snapshot, words
from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.inherit_refs import UsedRefs
from pagestrata.comparing.vidiff import compare_versions
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.segmenting import segment
from trees import block_trees, everything, leaf, page, tree


def inherited(old: BlockTree, new: BlockTree, *, used_refs: UsedRefs | None = None) -> tuple[BlockTree, Delta]:
    """`compare_versions`, with its laws."""
    named, delta = compare_versions(old, new, used_refs=used_refs or {})
    assert not delta.patch.renames
    assert all(match.old == match.new for match in delta.matches)
    assert everything(apply(delta, old)) == everything(named)
    assert everything(apply(invert(delta), named)) == everything(old)
    return named, delta


def refs(found: BlockTree) -> list[str]:
    return [block.ref for block in found.leaves()]


def part(y: float, *texts: str, tag: str = "div") -> Spec:
    lines = [words(text, (0, y + 25 * place, 300, 20)) for place, text in enumerate(texts)]
    return element(tag, (0, y, 300, 25 * len(texts)), *lines)


def cut(*parts: Spec) -> BlockTree:
    return segment(snapshot(element("html", (0, 0, 1366, 900), element("body", (0, 0, 1366, 900), *parts))), pdoc=10)


def by_text(found: BlockTree) -> dict[str, str]:
    return {block.text: block.ref for block in found.leaves()}


def test_an_edited_release_renames_no_other_release() -> None:
    def releases(newest: str) -> BlockTree:
        return cut(part(0, "What is new here"), part(100, newest), part(200, "Release 1.0"), part(300, "Get it today"))

    old = releases("Release 2.0")
    new, _ = inherited(old, releases("Version 2.0 is out"))
    assert by_text(new)["Release 1.0"] == by_text(old)["Release 1.0"]
    assert by_text(new)["Version 2.0 is out"] == by_text(old)["Release 2.0"]


def test_a_second_navigation_does_not_rename_the_first() -> None:
    menu, story = part(0, "Home and news", "About this site", tag="nav"), part(200, "A story about cats")
    old = cut(menu, story)
    new, _ = inherited(old, cut(menu, story, part(300, "Imprint and terms", "Contact and help", tag="nav")))
    parents, before = new.parents(), old.parents()
    assert by_text(old).items() <= by_text(new).items()
    assert parents[by_text(new)["Home and news"]] == before[by_text(old)["Home and news"]]


def test_another_price_is_the_same_block() -> None:
    def offer(price: str) -> BlockTree:
        return cut(part(0, "A sailing boat"), part(100, price), part(200, "Call us in the evening"))

    first = offer("5200 €")
    second, _ = inherited(first, offer("5300 €"))
    third, delta = inherited(second, offer("4.999 €"))
    assert refs(first) == refs(second) == refs(third)
    assert [(change.op, change.element) for change in delta.changes] == [("update", "text")]


def test_a_price_without_a_word_is_the_same_block_between_its_neighbours() -> None:
    old = page(leaf("1.5", "A sailing boat"), leaf("1.6", "5200"), leaf("1.7", "Call us in the evening"))
    new = page(leaf("1.5", "A sailing boat"), leaf("1.9", "5300"), leaf("1.7", "Call us in the evening"))
    assert refs(inherited(old, new)[0]) == refs(old)


@given(block_trees(), block_trees(), st.dictionaries(st.sampled_from(["1", "1.1", "1.2", "2", "3.1"]), st.just("")))
@settings(max_examples=60, deadline=None)
def test_every_pair_has_one_name_and_the_delta_leads_both_ways(
    old: BlockTree, new: BlockTree, used_refs: dict[str, str]
) -> None:
    named, delta = inherited(old, new, used_refs=used_refs)
    names = [block.ref for block in named.walk()]
    fresh = set(names) - {match.new for match in delta.matches}
    parts = {block.ref for change in delta.changes if isinstance(change.new, tuple) for block in _leaves(change.new)}
    assert len(set(names)) == len(names)
    assert not (fresh - parts - {"1"}) & {*used_refs, *old.by_ref()}
    assert [block.text for block in named.walk()] == [block.text for block in new.walk()]


def _leaves(value: object) -> list[Block]:
    blocks = [found for found in value if isinstance(found, Block)] if isinstance(value, tuple) else []
    return [inner for block in blocks for inner in block.walk()]


@given(block_trees())
@settings(max_examples=30, deadline=None)
def test_an_unchanged_tree_keeps_all_its_refs(found: BlockTree) -> None:
    named, delta = inherited(found, found)
    assert named is found
    assert not delta


def test_a_block_that_moved_and_changed_keeps_its_ref() -> None:
    old = tree(
        Block(ref="1", children=(leaf("1.1", "a b c d e f"), leaf("1.2", "g h", ("x",)))),
        Block(ref="2", children=(leaf("2.1", "p q"), leaf("2.2", "r s"))),
    )
    new = tree(
        Block(ref="1", children=(leaf("1.2", "g h", ("x",)),)),
        Block(ref="2", children=(leaf("2.1", "p q"), leaf("2.2", "r s"), leaf("2.3", "a b c d e z"))),
    )
    named, delta = inherited(old, new)
    assert refs(named) == ["1.2", "2.1", "2.2", "1.1"]
    assert ("move", "1.1", "1.1") in [(change.op, change.block, change.to_block) for change in delta.changes]


def test_the_name_of_a_block_that_is_there_is_not_given_to_a_new_one() -> None:
    old = page(leaf("1.5", "cats and dogs and mice"), leaf("1.6", "birds and fish in the sea"))
    new = page(
        leaf("1.5", "quite new"), leaf("1.7", "cats and dogs and mice"), leaf("1.6", "birds and fish in the sea")
    )
    named, _ = inherited(old, new)
    assert refs(named)[1:] == ["1.5", "1.6"]
    assert refs(named)[0] not in {"1.5", "1.6", "1.7"}


def test_names_once_used_are_not_given_to_other_blocks() -> None:
    old, new = page(leaf("1.5", "cats")), page(leaf("1.5", "cats"), leaf("1.6", "a story of dogs"))
    assert refs(inherited(old, new)[0]) == ["1.5", "1.6"]
    renamed, _ = inherited(old, new, used_refs={"1.6": ""})
    assert refs(renamed)[0] == "1.5"
    assert refs(renamed)[1] not in {"1.5", "1.6"}
    assert refs(renamed) == refs(inherited(old, new, used_refs={"1.6": ""})[0])


def test_a_block_that_comes_back_has_its_own_name_again() -> None:
    story = leaf("1.6", "a story of dogs")
    old, new = page(leaf("1.5", "cats")), page(leaf("1.5", "cats"), leaf("1.9", "a story of dogs"))
    assert refs(inherited(old, new, used_refs={"1.6": story.id, "1.9": "another"})[0]) == ["1.5", "1.6"]


def test_a_block_that_is_there_twice_has_its_former_name_once() -> None:
    story = leaf("1.6", "a story of dogs")
    twice = page(leaf("1.5", "cats"), leaf("1.8", "a story of dogs"), leaf("1.9", "a story of dogs"))
    found = refs(inherited(page(leaf("1.5", "cats")), twice, used_refs={"1.6": story.id})[0])
    assert found == ["1.5", "1.6", "1.9"]


def test_of_a_split_block_the_largest_part_keeps_the_name() -> None:
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward to the far shore"
    old = page(leaf("1.1", "x y z"), leaf("1.2", f"{first} {second}"))
    named, delta = inherited(old, page(leaf("1.1", "x y z"), leaf("1.7", first), leaf("1.8", second)))
    assert [change.op for change in delta.changes] == ["split"]
    assert refs(named) == ["1.1", "1.7", "1.2"]


def test_a_merged_block_has_the_name_of_its_largest_part() -> None:
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward to the far shore"
    old = page(leaf("1.1", "x y z"), leaf("1.7", first), leaf("1.8", second))
    named, delta = inherited(old, page(leaf("1.1", "x y z"), leaf("1.2", f"{first} {second}")))
    assert [change.op for change in delta.changes] == ["merge"]
    assert refs(named) == ["1.1", "1.8"]


def test_new_blocks_inside_an_overlay_are_named_after_its_inherited_root() -> None:
    def overlaid(root: str, *texts: str) -> BlockTree:
        layer = Block(
            ref=root,
            layer="overlay",
            children=tuple(leaf(f"{root}.{place}", text, layer="overlay") for place, text in enumerate(texts, 3)),
        )
        return tree(Block(ref="1", children=(leaf("1.5", "cats"), leaf("1.6", "dogs"))), layer)

    named, _ = inherited(
        overlaid("44", "Please accept our cookies", "Accept all"),
        overlaid("55", "Please accept our cookies", "Accept all", "Only the needed ones"),
    )
    assert refs(named) == ["1.5", "1.6", "44.3", "44.4", "44.5"]


def test_the_page_is_the_page_whatever_is_in_it() -> None:
    members = [leaf(f"1.{number}", f"story {number} about cats") for number in range(2, 6)]
    others = [leaf(f"1.{number}", f"never heard of {number * 77}") for number in range(20, 40)]
    new = page(Block(ref="1.9", children=tuple(members)), *others)
    named, _ = inherited(page(*members), new)
    assert named.blocks[0].ref == "1"
    assert refs(named)[:4] == [f"1.{number}" for number in range(2, 6)]


def test_what_is_known_only_under_the_final_refs_is_added_before_the_delta_is_made() -> None:
    def weighed(found: BlockTree) -> BlockTree:
        (top,) = found.blocks
        children = tuple(replace(child, importance=float(child.ref == "1.5")) for child in top.children)
        return replace(found, blocks=(replace(top, children=children),))

    old = weighed(page(leaf("1.5", "cats and dogs and mice"), leaf("1.6", "birds")))
    new = page(leaf("1.8", "cats and dogs and rats"), leaf("1.6", "birds"))
    named, delta = compare_versions(old, new, finish=weighed)
    assert [block.importance for block in named.leaves()] == [1.0, 0.0]
    assert everything(apply(delta, old)) == everything(named)
    assert not delta.patch
