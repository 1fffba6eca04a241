from dataclasses import replace

from captures import START, capture
from pagestrata.comparing.vidiff import compare
from pagestrata.store.objects.trees import read_delta, read_tree, write_delta, write_tree


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
