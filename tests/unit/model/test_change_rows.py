import json

from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.change_rows import MAX_VALUE_CHARACTERS, change_rows, clean
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Weights

DELTA = Delta(
    changes=(
        Change(op="insert", element="link", block="1.1", new=Link("name", "http://site.test/")),
        Change(op="update", element="image", block="1.1", old=Image("a", "b"), new=Image("a", "c"), importance=0.5),
        Change(op="delete", element="block", block="1.2", old=Block(ref="1.2", text="x" * 5000, role="ad")),
        Change(op="update", element="text", block="1.1", old="o" * 5000, new="lone \udc80 and \0"),
        Change(op="update", element="style", block="1.1", old=BlockStyle(), new=Box(1.0, 2.0, 3.0, 4.0)),
    )
)


def test_every_operation_is_a_row() -> None:
    rows = change_rows(DELTA, Weights(total=0.4, change_importance=(0.1,)))
    assert [row["number"] for row in rows] == [0, 1, 2, 3, 4]
    assert [row["importance"] for row in rows] == [0.1, 0.5, None, None, None]
    assert json.loads(rows[0]["new"]) == {"name": "name", "address": "http://site.test/"}
    assert json.loads(rows[1]["old"])["address"] == "b"
    assert json.loads(rows[2]["old"])["text"] == "x" * MAX_VALUE_CHARACTERS
    assert json.loads(rows[3]["old"]) == "o" * MAX_VALUE_CHARACTERS
    assert json.loads(rows[4]["new"]) == {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0}
    assert change_rows(None, None) == []


def test_text_is_made_fit_for_every_database() -> None:
    assert clean("plain") == "plain"
    assert clean("a\0b\udc80c é") == "a\ufffdb?c é"
