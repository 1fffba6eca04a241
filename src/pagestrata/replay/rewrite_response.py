"""One stored response as replay sends it: rewritten by its kind, with safe headers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pagestrata.formats.charsets import decode_text, detect_charset, known_charset
from pagestrata.model.snapshot import Response
from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.messages import PROTECTION, Header, ReplayResponse, media_type, original_headers
from pagestrata.replay.rewrite_html import rewrite_html, rewrite_svg
from pagestrata.replay.stylesheets import rewrite_css

_CSS_CHARSET = re.compile(rb'@charset "([a-zA-Z0-9_:.\-]+)";')
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_PASSED_ON = frozenset(
    {"application/json", "application/ld+json", "application/pdf", "text/plain", "text/csv", "text/vtt"}
)
_PASSED_ON_FAMILIES = ("image/", "font/", "audio/", "video/", "application/font", "application/x-font")
_FONTS = ("font/", "application/font", "application/x-font", "application/vnd.ms-fontobject")


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """Content ready to be sent."""

    content_type: str
    body: bytes


def show(response: Response, place: ReplayAddress, *, dom: str = "") -> Showing:
    """The response rewritten for replay; `dom`, the document after its scripts ran, is preferred where it is known."""
    declared = response.header("content-type") or ""
    kind = media_type(declared)
    if dom or kind in _HTML:
        return _html(response, place, dom)
    if kind == "text/css" or (response.resource_type == "stylesheet" and not kind.startswith("image/")):
        text = rewrite_css(_stylesheet_text(response.body, declared), place)
        return Showing(content_type="text/css; charset=utf-8", body=text.encode("utf-8", "replace"))
    if kind == "image/svg+xml":
        picture = rewrite_svg(response.body, place)
        if picture is not None:
            return Showing(content_type="image/svg+xml", body=picture)
        return Showing(content_type="text/plain", body=response.body)
    return Showing(content_type=_inert_type(kind, declared), body=response.body)


def _stylesheet_text(body: bytes, declared: str) -> str:
    """A stylesheet may name its encoding in its first line; what the server says goes first (CSS Syntax §3.2)."""
    inside = _CSS_CHARSET.match(body)
    named = None if "charset" in declared.lower() or inside is None else known_charset(inside.group(1).decode("ascii"))
    return decode_text(body, named or detect_charset(body, declared))


def _html(response: Response, place: ReplayAddress, dom: str) -> Showing:
    declared = response.header("content-type") or ""
    source = dom or decode_text(response.body, detect_charset(response.body, declared))
    xml_syntax = not dom and media_type(declared) == "application/xhtml+xml"
    text = rewrite_html(source, place, rendered=bool(dom), xml_syntax=xml_syntax)
    return Showing(content_type="text/html; charset=utf-8", body=text.encode("utf-8", "replace"))


def _inert_type(kind: str, declared: str) -> str:
    """The type to send: programs and unknown mark-up become plain text, the unknown becomes bytes."""
    if kind.startswith(_PASSED_ON_FAMILIES) or kind in _PASSED_ON:
        return kind if "text/" not in kind else kind + _charset(declared)
    readable = kind.startswith("text/") or kind.endswith(("javascript", "xml", "json"))
    return "text/plain" + _charset(declared) if readable else "application/octet-stream"


def _charset(declared: str) -> str:
    label = declared.lower().partition("charset=")[2].strip("\"' ;")
    known = known_charset(label)
    return f"; charset={known}" if known else ""


def replayed(response: Response, showing: Showing, place: ReplayAddress, *headers: Header) -> ReplayResponse:
    """The answer to the client: the archived status, safe headers and the content."""
    status = response.status if 200 <= response.status <= 599 else 200
    sent: list[Header] = [("Content-Type", showing.content_type), *headers]
    location = response.header("location")
    if 300 <= status < 400 and location:
        target = place.link(location)
        sent.append(("Location", target)) if target else None
    if showing.content_type.startswith(_FONTS):
        # a sandboxed page has no origin, and browsers load fonts only where the origin is allowed
        sent.append(("Access-Control-Allow-Origin", "*"))
    body = b"" if status in {204, 304} else showing.body
    return ReplayResponse(status=status, headers=(*sent, *PROTECTION, *original_headers(response.headers)), body=body)


def raw(response: Response) -> Showing:
    """The body byte for byte, for `id_` addresses: the same protection applies, so nothing in it runs."""
    declared = response.header("content-type") or ""
    kind = media_type(declared)
    return Showing(content_type=kind + _charset(declared), body=response.body)
