import io
from datetime import timedelta

import PIL.Image
import pytest

from captures import START, capture, visit_of
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageState
from pagestrata.store.archive import open_archive
from pagestrata.visit.cut import cut
from pagestrata.visit.load import load_seen, load_trails
from pagestrata.visit.trails.trail_hints import TrailHints, with_pictures

TEXTS = ("Rain is expected in the north", "Boots cost 99 crowns today", "Imprint and contact of the paper")
URL = "http://site.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def followed(archive, *, archived):
    taken, tree = capture(TEXTS)
    version = archive.append(taken, tree, None, visit=visit_of(taken)).id if archived else None
    return add_trail(archive, taken, Choice(text="Boots"), url=URL, version=version)


def hints_for(archive, trail, later, times=1):
    """The hints that a visit to this page would ask."""
    states = load_trails(archive, [trail] * times, before=later.captured_at)
    state = PageState(url=URL, trails=states, seen=load_seen(archive, URL, states))
    return TrailHints(state, states, later, lambda: cut(later))


def test_the_block_around_is_found_again_by_the_comparison(archive):
    trail = followed(archive, archived=True)
    later, _ = capture(("News of the day", *TEXTS), hours=5)
    hint = hints_for(archive, trail, later)(0)
    assert hint is not None
    boots = next(row for row, text in enumerate(later.nodes.text) if text == TEXTS[1])
    assert boots in hint.parts["matched"]
    assert not any(row in hint.parts["matched"] for row in range(boots - 3, boots - 1))


def test_without_an_archived_version_there_is_no_hint(archive):
    trail = followed(archive, archived=False)
    later, _ = capture(TEXTS, hours=5)
    assert hints_for(archive, trail, later)(0) is None


def test_a_version_is_not_compared_with_itself(archive):
    trail = followed(archive, archived=True)
    same, _ = capture(TEXTS)
    assert same.captured_at == START < START + timedelta(hours=1)
    assert hints_for(archive, trail, same)(0) is None


def test_pages_are_cut_and_compared_once_for_all_blocks(archive):
    trail = followed(archive, archived=True)
    later, _ = capture(TEXTS, hours=5)
    hints = hints_for(archive, trail, later, times=2)
    assert hints(0) is not None
    assert hints(1) is not None
    assert len(hints._compared) == 1


def test_blocks_with_pictures_get_their_hashes_where_there_is_a_screenshot():
    photo = Block(ref="1.1", images=(Image("", "http://site.test/a.png"),), box=Box(0, 0, 40, 40))
    tree = BlockTree(blocks=(Block(ref="1", children=(photo,), box=Box(0, 0, 40, 40)),))
    shown = io.BytesIO()
    PIL.Image.linear_gradient("L").resize((40, 40)).convert("RGB").save(shown, "PNG")
    assert with_pictures(tree, shown.getvalue()).by_ref()["1.1"].picture_hash
    assert with_pictures(tree, None) is tree
    assert with_pictures(tree, b"no picture") is tree


def test_the_block_around_is_found_by_its_topic(archive):
    trail = followed(archive, archived=True)
    later, _ = capture(("News of the day", *TEXTS), hours=5)
    assert hints_for(archive, trail, later)(0).parts["topic"]
