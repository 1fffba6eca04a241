"""The pictures of README and docs, cut from what `make screens` made: `make pictures`.

python tests/doc_pictures.py build/screens docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

COLOURS = 256  # of a palette; an octree keeps the few green and red pixels that say something
MOST_BYTES = 200_000
PAPER = (201, 197, 186)  # between screens that stand side by side
GAP_PX = 18
CUTS: dict[str, tuple[tuple[str, ...], int, float]] = {
    "dashboard": (("pages-1440-light",), 640, 1.0),
    "compare": (("compare-1440-light",), 900, 1.0),
    "history": (("page-1440-light",), 1130, 0.75),
    "version": (("version-1440-light",), 1130, 0.75),
    "pick": (("pick-1440-light",), 1040, 0.75),
    "search": (("search-1440-light",), 900, 0.75),
    "reports": (("reports-1440-light",), 1000, 0.75),
    "phone": (("pages-rows-390-light", "trail-390-light", "compare-slider-390-dark"), 760, 0.75),
}
"""Name of a picture -> its screens from left to right, how many of their pixels are shown, and their scale."""


def main(screens: Path, target: Path) -> None:
    for name, (shown, height, scale) in CUTS.items():
        file = target / f"{name}.png"
        picture = _side_by_side([Image.open(screens / f"{screen}.png").convert("RGB") for screen in shown], height)
        size = round(picture.width * scale), round(picture.height * scale)
        picture.resize(size, Image.Resampling.LANCZOS).quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(
            file, optimize=True
        )
        if file.stat().st_size > MOST_BYTES:
            sys.exit(f"{file} has {file.stat().st_size} bytes; show less of the screen")


def _side_by_side(pictures: list[Image.Image], height: int) -> Image.Image:
    width = sum(picture.width for picture in pictures) + GAP_PX * (len(pictures) - 1)
    made = Image.new("RGB", (width, min(height, max(picture.height for picture in pictures))), PAPER)
    x = 0
    for picture in pictures:
        made.paste(picture, (x, 0))
        x += picture.width + GAP_PX
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
