"""Speed of weighing and deciding, on a page of 1366 x 4000 px made up here.

    python -m benchmarks.speed.weigh

Targets: weigh under 3 ms per page; decide with images under 150 ms, without under 5 ms. Screenshots are opened only where
the content is alike: the last line is the most expensive case. The page has four times the blocks of a usual one (the median of
the annotated pages is cut into 20 leaves): weighing is measured at both sizes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pagestrata.deciding.decide import decide
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.block_importance import weigh_blocks
from pagestrata.weighing.change_importance import weigh

BLOCKS, USUAL_BLOCKS, WORDS, REPEATS = 80, 20, 40, 15
WIDTH, HEIGHT = 1366, 4000
CHANGED = range(8, 16)


def page(edition: str, *, count: int = BLOCKS) -> BlockTree:
    """Blocks of 40 words, eight of which differ between two editions, and a photo."""
    blocks = []
    for number in range(count):
        mark = edition if number in CHANGED else ""
        text = " ".join(_word(number, i) + mark for i in range(WORDS)) + " 5 May 2026"
        links = tuple(
            Link(name=f"title {_word(number, i)}{mark}", address=f"http://a.test/{number}/{i}") for i in range(4)
        )
        box = Box(100.0 + 600 * (number % 2), 50.0 * (number // 2) * 2, 560.0, 90.0)
        blocks.append(Block(ref=f"1.{number}", text=text, links=links, box=box, style=BlockStyle(font_size=16.0)))
    photo = Block(
        ref="1.99", images=(Image("a photo", "http://a.test/photo.jpg"),), box=Box(100.0, 3_000.0, 600.0, 400.0)
    )
    root = Block(ref="1", children=(*blocks, photo))
    return BlockTree(
        blocks=(root,), viewport=(WIDTH, 768), page_size=(float(WIDTH), float(HEIGHT)), url="http://a.test/"
    )


def _word(number: int, place: int) -> str:
    """A word of letters: pages have far fewer digits than letters."""
    return "".join(chr(ord("a") + (number * 7 + place * 11 + step * 5) % 26) for step in range(3 + place % 6))


def delta(old: BlockTree, new: BlockTree) -> Delta:
    pairs = zip(old.leaves(), new.leaves(), strict=True)
    return Delta(
        changes=tuple(
            Change(op="update", element="text", block=a.ref, old=a.text, new=b.text) for a, b in pairs if a.id != b.id
        )
    )


def screenshot(seed: int) -> bytes:
    """Lines of dark dashes on white, as text looks."""
    import cv2

    random = np.random.default_rng(seed)
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    for y in range(20, HEIGHT - 20, 22):
        x = 100
        while x < WIDTH - 120:
            width = int(random.integers(10, 70))
            pixels[y : y + 9, x : x + width : 3] = 40
            x += width + 8
    return bytes(cv2.imencode(".png", pixels)[1])


def median_ms(action: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor time."""
    action()
    walls, cpus = [], []
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        action()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return 1000 * statistics.median(walls), 1000 * statistics.median(cpus)


def measure() -> dict[str, tuple[float, float]]:
    old, new = page("a"), page("b")
    changes = delta(old, new)
    usual = page("a", count=USUAL_BLOCKS)
    shots = screenshot(1), screenshot(2)
    sides = [Side(tree=tree, screenshot_png=shot) for tree, shot in zip((old, new), shots, strict=True)]
    return {
        "weigh, 20 blocks": median_ms(lambda: weigh(usual, changes, block_importance=weigh_blocks(usual))),
        "weigh, 80 blocks": median_ms(lambda: weigh(old, changes, block_importance=weigh_blocks(old))),
        "decide without images": median_ms(lambda: decide(old, new, delta=changes)),
        "decide with images": median_ms(lambda: decide(*sides, delta=changes)),
        "the same, content alike": median_ms(
            lambda: decide(sides[0], replace(sides[1], tree=old), delta=Delta(changes=()))
        ),
    }


def main() -> None:
    for name, (wall, cpu) in measure().items():
        print(f"{name:28} {wall:8.1f} ms   processor {cpu:8.1f} ms")


if __name__ == "__main__":
    main()
