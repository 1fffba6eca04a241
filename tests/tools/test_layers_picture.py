"""The picture of the layers is that of the code."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import etree

from tools.layers_picture import layers, picture

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pagestrata"
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"
ROWS = layers((ROOT / "pyproject.toml").read_text())


def test_the_picture_is_drawn_from_the_layers_of_today() -> None:
    assert PICTURE.read_text() == picture(ROWS), (
        "draw it again: python -m tools.layers_picture docs/pictures/layers.svg"
    )


def test_every_package_and_module_of_the_source_is_in_it() -> None:
    there = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for row in ROWS for name in row} == there - {"__init__", "__main__"}


def test_a_layer_with_many_packages_takes_several_lines() -> None:
    made = picture([["top"], [f"p{number}" for number in range(9)]])
    heights = [int(found) for found in re.findall(r'class="package" x="\d+" y="(\d+)"', made)]
    assert len(set(heights)) == 3
    assert etree.fromstring(made.encode()).tag.endswith("svg")
