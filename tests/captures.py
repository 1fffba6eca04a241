"""Captures for tests of the archive: a page of paragraphs whose mark-up, rows and pixels fit together."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from PIL import Image as Picture

from builders import element, snapshot, table, words
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response, Snapshot

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
WIDTH, LINE = 320, 40


def capture(
    texts: Sequence[str],
    *,
    url: str = "http://site.test/",
    hours: float = 0,
    resources: Sequence[Response] = (),
    picture: bool = True,
    **fields: Any,
) -> tuple[Snapshot, BlockTree]:
    """A page with one paragraph and one block per text, taken `hours` after the start."""
    root = element("html", (0, 0, WIDTH, LINE * len(texts)), body := element("body", (0, 0, WIDTH, LINE * len(texts))))
    dom, spans = "<!DOCTYPE html><html><head><title>A page</title></head><body>", []
    for number, text in enumerate(texts):
        box = (0.0, float(LINE * number), float(WIDTH), float(LINE))
        body.children.append(element("p", box, words(text, box)))
        start = len(dom)
        dom += f'<p class="paragraph" data-kind="text of a paragraph">{text}</p>\n'
        spans.append((start, len(dom) - 1))
    dom += "</body></html>"
    rows = [2 + 2 * number for number in range(len(texts))]
    nodes = table(root)
    for row, (start, end) in zip(rows, spans, strict=True):
        nodes.dom_start[row], nodes.dom_end[row] = start, end
    blocks = tuple(
        Block(
            ref=f"1.{number + 1}",
            text=text.encode("utf-8", "replace").decode(),  # Vi-XML holds no lone surrogates
            links=(Link(f"more {number}", f"http://site.test/{number}"),),
            box=Box(0.0, float(LINE * number), float(WIDTH), float(LINE)),
            role="article",
            rows=(row, row + 1),
        )
        for number, (text, row) in enumerate(zip(texts, rows, strict=True))
    )
    body_bytes = dom.replace("<p ", "<P ").encode("utf-8", "surrogatepass")
    page = Response(
        url=url, status=200, headers=(("content-type", "text/html"),), body=body_bytes, resource_type="document"
    )
    values: dict[str, Any] = {
        "url": url,
        "requested_url": url,
        "captured_at": START + timedelta(hours=hours),
        "dom": dom,
        "nodes": nodes,
        "page_size": (float(WIDTH), float(LINE * len(texts))),
        "screenshot_png": png(paint(texts)) if picture else None,
        "responses": (page, *resources),
    }
    taken = replace(snapshot(root), **{**values, **fields})
    tree = BlockTree(
        blocks=(Block(ref="1", children=blocks, box=Box(0.0, 0.0, float(WIDTH), float(LINE * len(texts)))),),
        url=url,
        title="A page",
        viewport=taken.viewport,
        page_size=taken.page_size,
        segmenter="test",
    )
    return taken, tree


def visit_of(taken: Snapshot, **fields: Any) -> Visit:
    """The visit that made a capture."""
    values: dict[str, Any] = {
        "url": taken.url,
        "visited_at": taken.captured_at,
        "stage": "render",
        "version": None,
        "kept": True,
        "seconds": {"render": 1.5},
    }
    return Visit(**{**values, **fields})


def paint(texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """White lines with noise where a text would be, the same for the same text."""
    pixels = np.full((LINE * len(texts), WIDTH, 3), 255, np.uint8)
    for number, text in enumerate(texts):
        noise = np.random.default_rng(abs(hash_of(text))).integers(0, 256, (16, min(WIDTH - 20, 8 * len(text) + 1), 3))
        pixels[LINE * number + 10 : LINE * number + 26, 10 : 10 + noise.shape[1]] = noise
    return pixels


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode("utf-8", "surrogatepass")[:8].ljust(8, b"\0"), "big") + len(text)


def png(pixels: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    target = io.BytesIO()
    Picture.fromarray(pixels).save(target, "PNG")
    return target.getvalue()


def pixels(data: bytes | None) -> tuple[str, tuple[int, int], bytes]:
    """Mode, size and raw pixels of a picture, for comparing."""
    assert data is not None
    with Picture.open(io.BytesIO(data)) as picture:
        return picture.mode, picture.size, picture.tobytes()
