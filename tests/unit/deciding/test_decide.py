"""Similar or dissimilar: what matters is kept, what does not is skipped, and both are said why."""

import logging
import struct
import zlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laid_out_pages import Part, laid_out
from pagestrata.deciding.decide import decide
from pagestrata.deciding.reasons import NO_CHANGE
from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from pagestrata.judging.context import Known
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision
from pagestrata.segmenting import segment
from pagestrata.weighing.change_importance import OperationWeights, weigh

START = datetime(2026, 11, 5, 10, 41, tzinfo=UTC)
STORY = "The council has decided, after a long debate, to rebuild the old bridge over the river. "
WORDS = ["rivers", "stones", "clouds", "lamps", "bread", "wine", "glass", "wood", "wool", "iron"]
NEWS = "The minister resigned this morning after the report on the harbour became known to the public. "


def page(story: str = STORY, clock: str = "Updated 3 minutes ago", *more: Block) -> BlockTree:
    menu = tuple(Link(name=name, address=f"http://site.test/{name}") for name in ("Home", "News", "Sport"))
    blocks = (
        Block(ref="1", text="Home News Sport", links=menu, role="menu", box=Box(0, 0, 1366, 40)),
        Block(ref="2", text=story, role="article", box=Box(200, 80, 800, 600)),
        Block(ref="3", text=clock, role="footer", box=Box(0, 900, 1366, 40)),
        *more,
    )
    return BlockTree(blocks=blocks, viewport=(1366, 768), page_size=(1366.0, 1000.0), url="http://site.test/")


def picture(height: int, width: int = 400, *, shade: int = 255) -> bytes:
    """A PNG written by hand: plain, with a dark band in the middle."""
    pixels = np.full((height, width, 3), shade, np.uint8)
    pixels[height // 3 : height // 2, width // 4 : width // 2] = 40
    rows = b"".join(b"\x00" + row.tobytes() for row in pixels)
    return png(width, height, zlib.compress(rows))


def png(width: int, height: int, data: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_equal_pages_are_similar() -> None:
    decision = decide(page(), page())
    assert decision.similar
    assert decision.probability < 0.3
    assert decision.reasons[0] == "Skipped: no visible change"


def test_a_clock_alone_is_skipped_and_named() -> None:
    decision = decide(page(clock="Updated 3 minutes ago"), page(clock="Updated 2 hours ago"))
    assert decision.similar
    assert decision.reasons[0] == "Skipped: only an age in the footer changed"


def test_new_article_text_is_kept_and_quoted() -> None:
    decision = decide(page(), page(STORY + NEWS))
    assert not decision.similar
    assert decision.score > 0
    assert decision.reasons[0].startswith("Kept: new in the article: 'The minister resigned this morning")


def test_news_that_merely_moved_down_is_similar() -> None:
    old, new = page(), page()
    lower = tuple(
        Block(ref=f"9{b.ref}", text=b.text, links=b.links, role=b.role, box=b.box._replace(y=b.box.y + 500))
        for b in new.blocks
    )
    assert decide(old, BlockTree(blocks=lower, viewport=new.viewport, page_size=(1366.0, 1500.0))).similar


def test_a_consent_layer_that_comes_is_no_change() -> None:
    consent = Block(ref="4", text="We value your privacy. Accept all cookies? " * 5, layer=OVERLAY_LAYER)
    assert decide(page(), page(STORY, "Updated 3 minutes ago", consent)).similar


def test_the_threshold_is_the_watchers_choice() -> None:
    old, new = page(), page(STORY + NEWS)
    assert decide(old, new, threshold=1.0).similar
    assert not decide(old, new, threshold=0.0).similar


def test_weights_are_told_in_the_reasons() -> None:
    old, new = page(), page(STORY + NEWS)
    change = Change(op="update", element="text", block="2", old=STORY, new=STORY + NEWS)
    delta = Delta(changes=(change,))
    decision = decide(old, new, delta=delta, weights=weigh(old, delta))
    assert any(reason.startswith("importance 0.") for reason in decision.reasons)


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot decide about a str; pass a Side or a BlockTree"):
        decide("old", "new")


def sides(old: bytes | None, new: bytes | None, story: str = STORY) -> Decision:
    return decide(Side(tree=page(), screenshot_png=old), Side(tree=page(story), screenshot_png=new))


def test_equal_screenshots_of_equal_content_are_similar() -> None:
    assert sides(picture(1000), picture(1000)).similar


def test_blank_screenshots_decide_nothing() -> None:
    blank = png(200, 300, zlib.compress(b"".join(b"\x00" + b"\xff" * 600 for _ in range(300))))
    assert sides(blank, blank).similar
    assert not sides(blank, blank, STORY + NEWS * 3).similar


def test_screenshots_of_different_sizes_can_be_compared() -> None:
    assert not sides(picture(1000), picture(1700, 300), STORY + NEWS * 3).similar


def test_one_screenshot_missing_means_content_alone() -> None:
    assert sides(picture(1000), None) == sides(None, None)


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (png(60_000, 60_000, b""), "too large to compare (60000 x 60000 px)"),
        (png(0, 10, b""), "the screenshot is empty"),
        (b"GIF89a" + b"0" * 60, "not a PNG file"),
        (b"", "not a PNG file"),
    ],
)
def test_unusable_screenshots_are_named_and_content_decides(shot: bytes, says: str) -> None:
    decision = sides(picture(1000), shot, STORY + NEWS)
    assert not decision.similar
    assert any(says in reason and "decided by content alone" in reason for reason in decision.reasons)


PHOTO = Block(ref="9", images=(Image("Harbour", "/h.png"),), role="image", box=Box(0, 100, 400, 800))


def test_a_damaged_screenshot_is_named_where_it_is_opened() -> None:
    """Content that says 'dissimilar', or shows no picture, needs no screenshot."""
    old = Side(tree=page(STORY, "Updated", PHOTO), screenshot_png=picture(1000))
    said = "new version: the screenshot is damaged; decided by content alone"
    damaged = replace(old, screenshot_png=png(100, 100, b"damage"))
    assert said in decide(old, damaged).reasons
    assert said not in decide(old, replace(damaged, tree=page(STORY + NEWS, "Updated", PHOTO))).reasons
    assert said not in sides(old.screenshot_png, damaged.screenshot_png).reasons


def test_a_price_alone_is_kept_and_named() -> None:
    decision = decide(page(STORY + "It costs $19.99."), page(STORY + "It costs $24.99."))
    assert not decision.similar
    assert decision.score > 0
    assert decision.reasons[0] == "Kept: the price changed from $19.99 to $24.99 in the article"


def test_another_picture_behind_the_same_address_is_kept_and_named() -> None:
    old, new = (
        Side(tree=replace(page(), blocks=(PHOTO,)), screenshot_png=shot)
        for shot in (picture(1000), picture(1000, shade=90))
    )
    assert decide(old, replace(new, screenshot_png=old.screenshot_png)).similar
    restyled = [replace(side, tree=page(STORY, "Updated", PHOTO)) for side in (old, new)]
    assert decide(*restyled).similar  # all of the page looks different: no picture was swapped
    decision = decide(old, new)
    assert not decision.similar
    assert decision.reasons[0] == "Kept: the picture is another one: 'Harbour'"


def test_what_changes_at_every_visit_is_silenced_and_said() -> None:
    def rotated(words: str) -> BlockTree:
        return page(STORY, "Updated", Block(ref="7", text=words, role="other", box=Box(0, 950, 600, 100)))

    quotes = [f"{a} {b} {c}" for a, b, c in zip(WORDS, WORDS[3:] + WORDS[:3], WORDS[5:] + WORDS[:5], strict=True)]
    known = Known(history=PageHistory.of(map(rotated, quotes)))
    old, new = rotated(quotes[-1]), rotated("elephants zebras giraffes")
    assert not decide(old, new).similar
    decision = decide(old, new, known=known)
    assert decision.similar
    assert not decide(old, page(STORY + NEWS * 2, "Updated", new.blocks[-1]), known=known).similar


@pytest.mark.parametrize("model", [b"damaged", b'{"kind": "pagestrata decision model", "format": 99}'])
def test_an_unusable_model_is_refused_and_the_evidence_decides(model: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        decision = decide(page(), page(STORY + NEWS), model=model)
    assert not decision.similar
    assert "decided by the evidence" in decision.reasons[-1]
    assert "the evidence decides" in caplog.text


def test_empty_pages() -> None:
    empty = BlockTree(blocks=())
    assert decide(empty, empty).similar
    assert not decide(empty, page(STORY + NEWS * 4)).similar


def test_nothing_new_is_never_kept_however_low_the_threshold() -> None:
    same = BlockTree(blocks=(Block(ref="1", text=STORY),))
    found = decide(same, same, threshold=0.0)
    assert (found.similar, found.probability, found.reasons) == (True, 0.0, ("Skipped: no visible change",))
    assert decide(Side(tree=same, screenshot_png=b"a"), Side(tree=same), threshold=0.0).similar


def test_strict_keeps_any_visible_change_but_noise_and_relaxed_keeps_fewer() -> None:
    crowd = page(STORY, "37 people are looking at this"), page(STORY, "52 people are looking at this")
    assert decide(*crowd).similar
    links = [replace(page(), blocks=(replace(page().blocks[0], links=(Link("Home", to),)),)) for to in ("/a", "/b")]
    assert decide(*links).similar
    assert not decide(*links, strict=True).similar
    assert decide(page(clock="Updated 5 May 2026"), page(clock="Updated 6 May 2026"), strict=True).similar
    word = BlockTree(blocks=(Block(ref="1", text="Ferries", links=(Link("Ferries", "/a"),)),))
    other = BlockTree(blocks=(Block(ref="1", text="Ferries", links=(Link("Ferries", "/b"),)),))
    assert not decide(word, other).similar
    assert decide(word, other, relaxed=True).similar
    assert not decide(page(STORY + "It costs $19."), page(STORY + "It costs $24."), relaxed=True).similar
    with pytest.raises(UsageError, match="strict and relaxed exclude each other"):
        decide(word, other, strict=True, relaxed=True)


def test_the_importance_of_a_block_decides() -> None:
    old, new = page(STORY + "It costs $19."), page(STORY + "It costs $24.")
    silent = decide(old, new, importance={"article": 0.0})
    assert silent.similar
    assert silent.reasons[0] == "Skipped: only what you muted in the article changed"
    assert decide(old, new, importance={"2": 0.001}).similar
    assert decide(old, new, importance={"2": 0.0, "article": 1.0}).similar  # a ref goes before a role
    assert decide(old, new, importance={"2": 1.0}).probability == 1.0
    assert decide(old, new, importance={"gone": 0.0}) == decide(old, new)
    with pytest.raises(UsageError, match=r"importance of 'article': 2\.0 is not in 0 to 1"):
        decide(old, new, importance={"article": 2.0})


def test_an_operation_that_weighs_nothing_is_silent() -> None:
    old, new = page(STORY + "It costs $19."), page(STORY + "It costs $24.")
    nothing = OperationWeights(pairs={("update", "text"): 0.0})
    assert decide(old, new, operation_weights=nothing).similar
    little = OperationWeights(pairs={("update", "text"): 0.01})
    assert decide(old, new, operation_weights=little).probability < decide(old, new).probability


@given(
    story=st.sampled_from([STORY, STORY + NEWS, STORY.replace("rebuild", "paint"), STORY + "It costs $24."]),
    footer=st.sampled_from(["Updated 3 minutes ago", "Updated now by Anna", "Call 555 1234", ""]),
    name=st.sampled_from(["article", "2", "footer", "3", "1"]),
    other=st.dictionaries(st.sampled_from(["article", "footer", "1"]), st.sampled_from([0.0, 0.2, 0.7]), max_size=2),
    values=st.lists(st.floats(0.0, 1.0), min_size=2, max_size=4),
)
def test_raising_the_importance_of_a_block_never_lowers_the_number(
    story: str, footer: str, name: str, other: dict[str, float], values: list[float]
) -> None:
    old, new = page(STORY + "It costs $19.", "Call 555 9999 or Updated 5 minutes ago"), page(story, footer)
    found = [decide(old, new, importance={**other, name: value}).probability for value in sorted(values)]
    assert found == sorted(found)


def test_reasons_point_at_their_block() -> None:
    first = decide(page(STORY + "It costs $19."), page(STORY + "It costs $24.")).reasons[0]
    assert (first.kind, first.block, first.operation) == ("price", "2", "update")


def test_a_stored_version_is_judged_against_a_new_rendering_as_a_rendered_one_is() -> None:
    def rendered(clock: str, status: str) -> BlockTree:
        lines = ("Hillcrest station", f"Thu 5 Nov, {clock}", f"The road to the summit is {status}")
        hours = timedelta(hours=5, minutes=37) if clock == "16:18" else timedelta()
        return replace(segment(laid_out(Part("div", "box", lines))), captured_at=START + hours)

    before = rendered("10:41", "open")
    stored = read_vixml(write_vixml(before))
    assert decide(stored, rendered("10:41", "open")).reasons == (NO_CHANGE,)
    for old in (before, stored):
        assert decide(old, rendered("16:18", "open")).similar
        assert not decide(old, rendered("16:18", "closed")).similar
