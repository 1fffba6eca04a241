import io

import pytest
from PIL import Image, ImageDraw

from builders import element, snapshot, words
from pagestrata.model.records import SeenImage
from pagestrata.model.snapshot import Response
from pagestrata.visit.trails.block_images import BlockImages, is_same_image, share_of_others

STRIPES, PLAIN = "0f0f0f0f0f0f0f0f80808040", "000000000000000020202000"


def seen(address="a.png", digest="", picture_hash=""):
    return SeenImage(address=address, digest=digest, picture_hash=picture_hash)


def screenshot(colour="navy"):
    picture = Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(picture).rectangle((20, 20, 79, 59), fill=colour)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def page(*images, **fields):
    block = element("div", (10, 10, 300, 200), words("Boots", (10, 180, 50, 20)), *images)
    body = element("body", (0, 0, 400, 300), block, element("img", (0, 250, 50, 50), attributes={"src": "other.png"}))
    return snapshot(element("html", (0, 0, 400, 300), body), **fields)


def photo(src="photo.png", box=(20, 20, 60, 40), **options):
    return element("img", box, attributes={"src": src}, **options)


def answer(url, body):
    return Response(url=url, status=200, headers=(), body=body, resource_type="image")


def test_the_pictures_of_a_block_are_those_inside_it_that_can_be_seen():
    spacer, hidden = photo("dot.gif", (20, 20, 1, 1)), photo("hidden.png", visible=False)
    taken = page(photo(), spacer, hidden, screenshot_png=screenshot(), responses=(answer("photo.png", b"bytes"),))
    (image,) = BlockImages(taken).inside(2)
    assert image.address == "photo.png"
    assert len(image.digest) == 16
    assert image.picture_hash[16:22] == "000080"  # navy, as the screenshot shows it


def test_a_picture_that_is_followed_itself_counts():
    assert [image.address for image in BlockImages(page(photo())).inside(4)] == ["photo.png"]


def test_nothing_is_known_without_an_element_or_a_screenshot():
    taken = page(photo(), screenshot_png=b"no picture")
    assert BlockImages(taken).inside(None) is None
    assert BlockImages(taken).inside(2) == (seen("photo.png"),)
    assert BlockImages(page(photo(), screenshot_png=screenshot(), device_pixel_ratio=2.0)).inside(2) == (
        seen("photo.png"),
    )


def test_an_address_that_holds_the_picture_is_its_digest():
    (first,) = BlockImages(page(photo("data:image/png;base64," + "A" * 5_000))).inside(2)
    (second,) = BlockImages(page(photo("data:image/png;base64," + "A" * 4_999 + "B"))).inside(2)
    assert len(first.address) == 2_000
    assert not is_same_image(first, second)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (seen(), seen(), True),
        (seen(), seen("b.png"), False),
        (seen(digest="1"), seen("a.png?v=2", digest="1"), True),  # another address for the same bytes
        (seen(digest="1"), seen(digest="2"), False),  # swapped behind its address
        (seen(digest="1", picture_hash=PLAIN), seen(digest="2", picture_hash=PLAIN), True),  # packed again
        (seen(digest="1", picture_hash=PLAIN), seen(digest="2", picture_hash=STRIPES), False),
        (seen(digest="1", picture_hash=PLAIN), seen(digest="1", picture_hash=STRIPES), True),  # animated, or covered
        (seen(picture_hash=PLAIN), seen(picture_hash=STRIPES), False),
        (seen(picture_hash=PLAIN), seen("b.png", picture_hash=PLAIN), True),
        (seen(digest="1"), seen(), True),
    ],
)
def test_the_same_picture(old, new, same):
    assert is_same_image(old, new) is same
    assert is_same_image(new, old) is same


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        (None, (seen(),), 0.0),
        ((seen(),), None, 0.0),
        ((), (), 0.0),
        ((seen(), seen("b.png")), (seen(), seen("c.png")), 0.5),
        ((seen(),), (), 1.0),
        ((seen(),), (seen(), seen("b.png")), 0.5),
    ],
)
def test_the_share_of_other_pictures(old, new, share):
    assert share_of_others(old, new) == share


def test_a_picture_that_the_screenshot_ends_in_is_known_by_its_address_only():
    cut, below = photo("cut.png", (20, 280, 60, 40)), photo("below.png", (20, 400, 60, 40))
    taken = page(photo(), cut, below, screenshot_png=screenshot())
    shown, *others = BlockImages(taken).inside(2)
    assert shown.picture_hash
    assert others == [seen("cut.png"), seen("below.png")]
