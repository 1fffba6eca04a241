from captures import capture
from pagestrata.app.previews import Preview
from pagestrata.web.views.preview import shown_page


def test_blocks_are_shown_where_they_are():
    taken, tree = capture(["one", "two"])
    shown = shown_page(Preview(url=taken.url, snapshot=taken, tree=tree, fault="a wall"))
    assert (shown.width, shown.height, shown.fault) == (320.0, 80.0, "a wall")
    assert [(block.ref, block.y, block.text) for block in shown.blocks] == [("1.1", 0.0, "one"), ("1.2", 40.0, "two")]
