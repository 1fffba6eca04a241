"""Two versions of a page between which one block was split, two were joined, and one moved to another place."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import timedelta
from textwrap import wrap
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from captures import START
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import Archive

URL = "http://regrouped.test/"
WIDTH, ROW = 900, 130
BRIDGE = (
    "The town council decided on Monday evening that the old harbour bridge stays closed for cars until the spring."
)
RUST = (
    "Engineers had found that the steel below the roadway has rusted more than they had feared in their first report."
)
FERRY = "The ferry to the island leaves every hour from the northern pier, and every half hour on market days."
TICKETS = "Tickets are sold on board and in the shop at the quay, which opens half an hour before the first ferry."
WEATHER = "Weather for the coast: strong winds from the west, rain in the afternoon, and nine degrees at noon."
MUSEUM = "The museum of fishing shows the nets, lamps and letters that the crew of the lost trawler left behind."


class Part(NamedTuple):
    """A block: where it stands (column, row, columns, rows) and what it says."""

    ref: str
    place: tuple[int, int, int, int]
    text: str


BEFORE = (
    Part("1.1", (0, 0, 2, 2), f"{BRIDGE} {RUST}"),
    Part("1.2", (0, 2, 1, 1), FERRY),
    Part("1.3", (1, 2, 1, 1), TICKETS),
    Part("1.4", (0, 3, 2, 1), MUSEUM),
    Part("1.5", (0, 4, 1, 1), WEATHER),
)
AFTER = (
    Part("1.1", (0, 0, 1, 2), BRIDGE),
    Part("1.2", (1, 0, 1, 2), RUST),
    Part("1.3", (1, 2, 1, 1), WEATHER),
    Part("1.4", (0, 3, 2, 1), f"{FERRY} {TICKETS}"),
    Part("1.5", (0, 4, 2, 1), MUSEUM),
)


def keep_regrouped(archive: Archive) -> tuple[Version, Version]:
    """Both versions, kept as visits keep them."""
    before = None
    versions = []
    for day, parts in enumerate((BEFORE, AFTER)):
        taken, tree = _snapshot(parts, day), _tree(parts)
        visit = Visit(
            url=URL, visited_at=taken.captured_at, stage="render", version=None, kept=True, probability=0.6,
            reasons=("Kept: the page was arranged otherwise",),
        )  # fmt: skip
        delta = compare(before, tree) if before is not None else None
        versions.append(archive.append(taken, tree, delta, visit=visit))
        before = tree
    return versions[0], versions[1]


def _tree(parts: Sequence[Part]) -> BlockTree:
    leaves = tuple(
        Block(ref=part.ref, text=part.text, box=_box(part), role="article", importance=1 / len(parts)) for part in parts
    )
    size = (float(WIDTH), float(5 * ROW))
    return BlockTree(blocks=(Block(ref="1", children=leaves, box=Box(0, 0, *size)),), url=URL, page_size=size)


def _box(part: Part) -> Box:
    column, row, columns, rows = part.place
    half = WIDTH / 2
    return Box(half * column + 12, ROW * row + 12.0, half * columns - 24, ROW * rows - 24.0)


def _snapshot(parts: Sequence[Part], day: int) -> Snapshot:
    page = Response(url=URL, status=200, headers=(), body=f"{day}".encode(), resource_type="document")
    return Snapshot(
        requested_url=URL,
        url=URL,
        status=200,
        headers=(("content-type", "text/html"),),
        title="A page that was arranged otherwise",
        captured_at=START + timedelta(days=day),
        viewport=(WIDTH, 5 * ROW),
        page_size=(float(WIDTH), float(5 * ROW)),
        height_cap_px=100_000,
        nodes=None,
        dom="",
        screenshot_png=_picture(parts),
        responses=(page,),
    )


def _picture(parts: Sequence[Part]) -> bytes:
    picture = Image.new("RGB", (WIDTH, 5 * ROW), "white")
    draw = ImageDraw.Draw(picture)
    for part in parts:
        box = _box(part)
        draw.rectangle((box.x, box.y, box.right, box.bottom), outline="#ccc")
        lines = wrap(part.text, round(box.width / 9.5))
        draw.multiline_text((box.x + 10, box.y + 8), "\n".join(lines), fill="#222", font=ImageFont.load_default(18))
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()
