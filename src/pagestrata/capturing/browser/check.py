"""Proving that the browser found here can capture a page."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from pagestrata.capturing.browser.find import browser_version, find_browser
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError
from pagestrata.model.snapshot import Response

_ADDRESS = "http://check.pagestrata.invalid/"
SCRIPTS = {"Latin": "A", "Chinese": "中", "Japanese": "あ", "Korean": "한", "Arabic": "ع", "emoji": "😀"}
"""A letter of each script that pages are tried with: one without a font is archived as a box."""
_WORKS = "The browser works."
_BOXES = "Drawn as boxes:"
# A letter without a font looks as one that no font can have: unassigned, or nothing at all where there is no font.
_PAGE = f"""<!doctype html><meta charset="utf-8"><title>check</title><p>{_WORKS}</p><p id="boxes"></p><script>
function drawn(letter) {{
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 48;
  const context = canvas.getContext("2d");
  context.font = "32px sans-serif";
  context.fillText(letter, 4, 36);
  return Array.from(context.getImageData(0, 0, 48, 48).data).join();
}}
const boxes = new Set([0x20, 0x378, 0x10fffd].map(number => drawn(String.fromCodePoint(number))));
const missing = Object.entries({json.dumps(SCRIPTS)}).filter(([, letter]) => boxes.has(drawn(letter)));
document.getElementById("boxes").textContent = "{_BOXES} " + missing.map(([script]) => script).join(", ") + ".";
</script>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserCheck:
    """Which browser is used, what it says it is, and how long a first capture took.

    `is_direct`: we spoke to it ourselves, without Playwright's driver. `without_font` names those of `SCRIPTS` whose
    letters it draws as boxes.
    """

    path: str
    version: str
    seconds: float
    is_direct: bool = False
    without_font: tuple[str, ...] = ()


def check_browser(executable: str | None = None) -> BrowserCheck:
    """Find the browser and let it show a page of ours. Raises BrowserError when anything is missing."""
    path = find_browser(executable)
    version = browser_version(path)
    started = time.monotonic()
    with BrowserPool(path) as pool:
        snapshot = pool.capture(_ADDRESS, CaptureOptions(page_seconds=30.0), responder=_respond)
        is_direct = pool.is_direct
    shown = snapshot.nodes.text_of(0) if snapshot.nodes is not None else ""
    if _WORKS not in shown:
        raise BrowserError(f"the browser {path} shows a test page wrongly; name another with --browser")
    said = shown.partition(_BOXES)[2]
    return BrowserCheck(
        path=path,
        version=version,
        seconds=time.monotonic() - started,
        is_direct=is_direct,
        without_font=tuple(script for script in SCRIPTS if script in said),
    )


def _respond(_method: str, url: str) -> Response | None:
    if url != _ADDRESS:
        return None
    return Response(url=url, status=200, headers=(("content-type", "text/html; charset=utf-8"),), body=_PAGE.encode())
