"""Whole pages for journeys without a browser: parts one below another, with the tags and classes that real pages have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from builders import Spec, element, snapshot, words
from captures import START
from pagestrata.model.snapshot import Response, Snapshot

URL = "http://site.test/"
WIDTH, LINE = 1000.0, 30.0


class Part(NamedTuple):
    """A part of a page: its element, its class, and its lines; a line with an address is a link. `itemprop` is its microdata."""

    tag: str
    name: str
    lines: Sequence[str | tuple[str, str]]
    font_px: float = 16.0
    itemprop: str = ""


def laid_out(*parts: Part, minutes: float = 0, url: str = URL, background: int = 0xFFFFFFFF) -> Snapshot:
    """The page with these parts, taken some minutes after the start."""
    top, made, source = 0.0, [], ""
    for part in parts:
        height = LINE * (len(part.lines) + 1)
        made.append(_part(part, top, height))
        named = "".join(f' {name}="{value}"' for name, value in _attributes(part).items())
        source += f"<{part.tag}{named}>{''.join(map(_markup, part.lines))}</{part.tag}>\n"
        top += height
    body = element("body", (0.0, 0.0, WIDTH, top), *made, background=background)
    root = element("html", (0.0, 0.0, WIDTH, top), body)
    source = f"<!DOCTYPE html><html><body>{source}</body></html>"
    response = Response(
        url=url,
        status=200,
        headers=(("content-type", "text/html"),),
        body=source.encode(),
        resource_type="document",
    )
    return replace(
        snapshot(root),
        url=url,
        requested_url=url,
        captured_at=START + timedelta(minutes=minutes),
        page_size=(WIDTH, top),
        dom=source,
        responses=(response,),
    )


def _markup(line: str | tuple[str, str]) -> str:
    return f"<p>{line}</p>" if isinstance(line, str) else f'<p><a href="{line[1]}">{line[0]}</a></p>'


def _part(part: Part, top: float, height: float) -> Spec:
    box = (0.0, top, WIDTH, height)
    lines = [_line(line, top + LINE * place, part.font_px) for place, line in enumerate(part.lines)]
    return element(part.tag, box, *lines, attributes=_attributes(part))


def _attributes(part: Part) -> dict[str, str]:
    return {"class": part.name, **({"itemprop": part.itemprop} if part.itemprop else {})}


def _line(line: str | tuple[str, str], top: float, font_px: float) -> Spec:
    text = line if isinstance(line, str) else line[0]
    box = (0.0, top, min(WIDTH, 9.0 * len(text)), LINE)
    shown = words(text, box, font_size=font_px)
    if isinstance(line, str):
        return element("p", box, shown)
    return element("p", box, element("a", box, shown, attributes={"href": line[1]}))
