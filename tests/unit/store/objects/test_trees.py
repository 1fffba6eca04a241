import json
from dataclasses import replace

from captures import START, capture
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.deltas.videlta_reading import read_videlta
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.store.objects.trees import read_delta, read_tree, shown_behind, write_delta, write_tree


def test_trees_and_deltas_come_back() -> None:
    _, old = capture(['one text with ID="0123456789abcdef0123456789abcdef" in it', "two"], picture=False)
    _, new = capture(["one text", "three"], picture=False)
    assert read_tree(write_tree(old)) == old
    delta = compare(old, new)
    assert read_delta(write_delta(delta)) == delta


def test_equal_trees_are_equal_bytes_whenever_they_were_taken() -> None:
    _, tree = capture(["one"], picture=False)
    later = replace(tree, captured_at=START, version="20260102030405-7", url="http://other.test/")
    assert write_tree(tree) == write_tree(later)


def test_hashes_that_follow_from_the_content_are_left_out() -> None:
    _, tree = capture(["one"], picture=False)
    assert b" ID=" not in write_tree(tree)


def _with_line_ends(texts: list[str]) -> BlockTree:
    """A tree whose leaves say these texts, in these lines."""
    _, tree = capture([text.replace("\n", " ") for text in texts], picture=False)
    ends = {text.replace("\n", " "): tuple(at for at, sign in enumerate(text) if sign == "\n") for text in texts}

    def lined(block: Block) -> Block:
        children = tuple(map(lined, block.children))
        return replace(block, children=children, line_ends=ends.get(block.text, ()))

    return replace(tree, blocks=tuple(map(lined, tree.blocks)))


def test_the_ends_of_lines_come_back_and_are_no_content() -> None:
    texts = ["Sunset\n16:21", "no line ends here", "1,204\nstars\n& <more>"]
    tree = _with_line_ends(texts)
    found = read_tree(write_tree(tree))
    assert found == tree
    assert [leaf.lined_text for leaf in found.leaves()] == [leaf.lined_text for leaf in tree.leaves()]
    assert [leaf.lined_text for leaf in found.leaves() if leaf.line_ends] == [texts[0], texts[2]]


def test_a_text_with_line_ends_of_its_own_comes_back_as_it_was() -> None:
    tree = _with_line_ends(["Sunset\n16:21", "two words"])
    verbatim = BlockTree(blocks=(*tree.blocks, Block(ref="2", text="as\nwritten")))
    found = read_tree(write_tree(verbatim))
    assert found == verbatim
    assert not any(leaf.line_ends for leaf in found.leaves())


def test_trees_stored_without_line_ends_are_read_as_ever() -> None:
    tree = BlockTree(blocks=(Block(ref="1", text="as\nwritten"),))
    assert read_tree(write_tree(tree)) == tree


def test_a_leaf_with_line_ends_keeps_all_that_is_known_of_it() -> None:
    leaf = Block(
        ref="1", text="Sunset 16:21", line_ends=(6,), links=(Link("Sunset", "/sun"),), images=(Image("sun", "/sun.png"),),
        layer="overlay", box=Box(1.5, 2.0, 30.0, 40.0), doc=7, role="table", importance=0.25, topic="sunset times",
        style=BlockStyle(font_size=20.0),
    )  # fmt: skip
    (found,) = read_tree(write_tree(BlockTree(blocks=(leaf,)))).blocks
    assert repr(found) == repr(leaf)
    assert found.line_ends == leaf.line_ends


def test_what_is_shown_of_a_delta_stands_behind_it_where_others_read_over_it() -> None:
    old, new = (BlockTree(blocks=(Block(ref="1", text=text),)) for text in ("was --> this", "is <!-- shown that -->"))
    delta = compare(old, new)
    plain = write_delta(delta)
    assert shown_behind(plain) == b""
    for shown in ("a --> b", "--", "<!-- shown x -->\n", "-" * 7, ""):
        record = json.dumps({"text": shown}).encode()
        written = write_delta(delta, record)
        assert json.loads(shown_behind(written)) == {"text": shown}
        assert read_delta(written) == delta
        assert read_videlta(written) == delta  # as a program reads it that knows of no such thing
    assert write_delta(delta, b"") == plain
