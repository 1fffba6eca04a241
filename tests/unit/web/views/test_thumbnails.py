import io

import pytest
from PIL import Image

from archived_site import URL
from archives import keep
from pagestrata.errors import NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.web.views.thumbnails import HEIGHT, WIDTH, Thumbnails, media_type_of
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
