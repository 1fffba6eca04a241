"""Letting a loaded page come to rest: lazy content fetched, network and layout idle, everything that moves frozen.

All waits are short and adaptive, because most pages are still at once; every one has a cap.
"""

from __future__ import annotations

import asyncio
from typing import Any

from pagestrata.capture.options import CaptureOptions
from pagestrata.capture.traffic import Traffic

QUIET_SECONDS = 0.12
POLL_SECONDS = 0.03

# one step of the way down the page; answers with the height now and whether anything is still on its way
_SCROLL = """(y) => { window.scrollTo({top: y, behavior: 'instant'});
  const e = document.scrollingElement || document.documentElement;
  return [e ? e.scrollHeight : 0, document.scripts.length]; }"""
_STATE = """() => { const e = document.documentElement; if (!e) return [0, 0, 0, true];
  let waiting = 0; for (const i of document.images) if (!i.complete && i.loading !== 'lazy') waiting++;
  return [e.scrollHeight, document.getElementsByTagName('*').length, waiting,
          !document.fonts || document.fonts.status === 'loaded']; }"""
_FREEZE = """() => {
  try { const still = new CSSStyleSheet();
    still.replaceSync('*,*::before,*::after{transition:none!important;caret-color:transparent!important;' +
      'scroll-behavior:auto!important;animation-play-state:paused!important}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]; } catch (e) {}
  for (const a of (document.getAnimations ? document.getAnimations() : [])) {
    try { const t = a.effect && a.effect.getComputedTiming();
      if (t && t.endTime !== Infinity && a.playbackRate > 0) a.finish(); else a.cancel(); } catch (e) {} }
  for (const m of document.querySelectorAll('video, audio')) { try { m.pause(); } catch (e) {} }
  window.scrollTo({top: 0, left: 0, behavior: 'instant'}); }"""


async def settle(page: Any, traffic: Traffic, options: CaptureOptions) -> list[str]:
    """Bring the page to rest. Returns what a person should know about it."""
    deadline = asyncio.get_running_loop().time() + options.settle_seconds
    notes: list[str] = []
    await _scroll_through(page, options, deadline)
    if not await _wait_until_still(page, traffic, deadline):
        notes.append(f"settling stopped at its cap of {options.settle_seconds:g} s: the page was still changing")
    for frame in page.frames:
        await _freeze(frame, required=frame == page.main_frame)
    return notes


async def _freeze(frame: Any, *, required: bool) -> None:
    from playwright.async_api import Error

    try:
        await frame.evaluate(_FREEZE)
    except Error:  # a frame may go away or refuse scripts at any moment; the page itself may not
        if required:
            raise


async def _scroll_through(page: Any, options: CaptureOptions, deadline: float) -> None:
    """Down to the end (of a growing page too) or the height cap, so that lazy content is asked for."""
    clock = asyncio.get_running_loop().time
    height, scripts = await page.evaluate(_SCROLL, 0)
    step = options.viewport[1]
    y = step
    while y < min(height, options.height_cap_px) and clock() < deadline:
        height, scripts = await page.evaluate(_SCROLL, y)
        await asyncio.sleep(0.02 if scripts and options.javascript else 0.01)
        y += step
    await page.evaluate(_SCROLL, 0)


async def _wait_until_still(page: Any, traffic: Traffic, deadline: float) -> bool:
    """Wait until network, layout, pictures and fonts have been at rest for a moment; False at the cap."""
    clock = asyncio.get_running_loop().time
    last: list[Any] = []
    still_since = clock()
    while clock() < deadline:
        state = await page.evaluate(_STATE)
        now = clock()
        busy = traffic.open_requests > 0 or state[2] > 0 or not state[3]
        if state[:2] != last or busy:
            last, still_since = state[:2], now
        if now - max(still_since, traffic.quiet_since) >= QUIET_SECONDS:
            return True
        await asyncio.sleep(POLL_SECONDS)
    return False
