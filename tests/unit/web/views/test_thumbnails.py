import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from archived_site import URL
from archives import keep
from pagestrata.errors import NotFoundError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.archive import open_archive
from pagestrata.web.views.thumbnails import HEIGHT, WIDTH, Thumbnails, media_type_of, text_card
from web_fixtures import site_archive


def test_a_thumbnail_is_the_top_of_the_page_and_made_once(tmp_path):
    with site_archive(tmp_path) as archive:
        version = archive.versions.latest(URL)
        thumbnails = Thumbnails()
        made = thumbnails.of(archive, version.id)
        assert thumbnails.of(archive, version.id) is made
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.format, picture.size) == ("WEBP", (WIDTH, HEIGHT))


def test_what_has_no_screenshot_shows_its_words(tmp_path):
    with open_archive(tmp_path) as archive:
        version = keep(archive, "words")
        made = Thumbnails().of(archive, version.id)
        assert b"words" in made
        assert media_type_of(made) == "image/svg+xml"
        with pytest.raises(NotFoundError):
            Thumbnails().of(archive, "20260101000000-99")


def tree_of(*texts):
    return BlockTree(blocks=tuple(Block(ref=f"{number}", text=text) for number, text in enumerate(texts, 1)))


def test_a_feed_or_document_shows_its_title_and_first_lines():
    drawn = ElementTree.fromstring(
        text_card("Harbour news", tree_of("Bridge closed " * 20, "Ferry sails", "Harbour news"))
    )
    said = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert said[0] == "Harbour news"
    assert said.count("Harbour news") == 1
    assert said[1].startswith("Bridge closed")
    assert "Ferry sails" in said
    assert all(float(element.get("y")) < HEIGHT for element in drawn.iter("{http://www.w3.org/2000/svg}text"))


def test_what_a_document_says_is_no_markup():
    drawn = text_card("<script>alert(1)</script>", tree_of("</text><script/>", "\x1b[31m\u202e red"))
    assert b"<script" not in drawn
    assert b"\x1b" not in drawn
    ElementTree.fromstring(drawn)


def test_a_version_without_words_has_a_sheet_all_the_same():
    assert text_card("", BlockTree(blocks=(Block(ref="1"),))).startswith(b"<svg")
