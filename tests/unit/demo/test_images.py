import io
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from pagestrata.demo.images import LOGO, PHOTO_HEIGHT, PHOTO_WIDTH, ad_svg, photo_png


def test_photographs_are_png_files_and_differ() -> None:
    pictures = [photo_png(number) for number in range(3)]
    for picture in pictures:
        with Image.open(io.BytesIO(picture)) as image:
            image.load()
            assert (image.format, image.size) == ("PNG", (PHOTO_WIDTH, PHOTO_HEIGHT))
            assert len(image.getcolors(100_000) or ()) > 50
    assert len(set(pictures)) == 3


@pytest.mark.parametrize("text", [LOGO, *(ad_svg(number) for number in range(5))])
def test_drawings_are_well_formed(text: str) -> None:
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


def test_advertisements_rotate() -> None:
    assert len({ad_svg(number) for number in range(4)}) == 4
    assert ad_svg(4) == ad_svg(0)
