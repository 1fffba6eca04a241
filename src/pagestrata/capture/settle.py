"""Letting a loaded page come to rest: lazy content fetched, network and layout idle, everything that moves frozen.

All waits are short and adaptive, because most pages are still at once; every one has a cap.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pagestrata.capture.options import CaptureOptions
from pagestrata.capture.traffic import Traffic
from pagestrata.capture.world import World
from pagestrata.errors import PageTimeoutError, UsageError

QUIET_SECONDS = 0.12
POLL_SECONDS = 0.03
STEP_SECONDS = 0.02  # a little more than one frame: observers of the scroll position have run
GROWTH_SECONDS = 0.4  # how long the foot of the page may take to grow

_ALL_DOCUMENTS = """const documents = [document];
  for (let i = 0; i < documents.length && i < 200; i++)
    for (const f of documents[i].querySelectorAll('iframe, frame, object'))
      { try { if (f.contentDocument) documents.push(f.contentDocument); } catch (e) {} }"""
_SCROLL = """(y) => { window.scrollTo({left: 0, top: y, behavior: 'instant'});
  const e = document.scrollingElement || document.documentElement; return e ? e.scrollHeight : 0; }"""
_STATE = f"""() => {{ {_ALL_DOCUMENTS}
  let waiting = 0, nodes = 0, height = 0, width = 0;
  for (const d of documents) {{
    for (const i of d.images) if (!i.complete && i.loading !== 'lazy') waiting++;
    if (d.fonts && d.fonts.status === 'loading') waiting++;
    nodes += d.getElementsByTagName('*').length; }}
  for (const e of [document.documentElement, document.body]) if (e) {{
    height = Math.max(height, e.scrollHeight); width = Math.max(width, e.scrollWidth); }}
  return {{still: [nodes, width, height, location.href], waiting}}; }}"""
_FREEZE = f"""() => {{ {_ALL_DOCUMENTS}
  const rule = '*,*::before,*::after{{transition:none!important;caret-color:transparent!important;' +
    'scroll-behavior:auto!important;animation-play-state:paused!important}}';
  for (const d of documents) {{
    try {{ const sheet = new d.defaultView.CSSStyleSheet(); sheet.replaceSync(rule);
      d.adoptedStyleSheets = [...d.adoptedStyleSheets, sheet]; }} catch (e) {{}}
    for (const a of (d.getAnimations ? d.getAnimations() : [])) {{
      try {{ const t = a.effect && a.effect.getComputedTiming();
        if (t && t.endTime !== Infinity && a.playbackRate > 0) a.finish(); else a.cancel(); }} catch (e) {{}} }}
    for (const m of d.querySelectorAll('video, audio')) {{ try {{ m.pause(); }} catch (e) {{}} }} }}
  window.scrollTo({{top: 0, left: 0, behavior: 'instant'}});
  const sizes = [0, 0];
  for (const e of [document.documentElement, document.body]) if (e) {{
    sizes[0] = Math.max(sizes[0], e.scrollWidth); sizes[1] = Math.max(sizes[1], e.scrollHeight); }}
  return sizes; }}"""
_FIND = "(selector) => { try { return document.querySelector(selector) ? 1 : 0; } catch (e) { return -1; } }"


async def wait_for(world: World, selector: str, *, seconds: float, url: str) -> None:
    """Wait until an element with that selector is there."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    while True:
        found = await world.evaluate(_FIND, selector)
        if found > 0:
            return
        if found < 0:
            raise UsageError(f"{selector!r} is not a CSS selector; correct the option wait-for or the step")
        if clock() > deadline:
            raise PageTimeoutError(f"nothing on {url} matches {selector!r} within {seconds:g} s; check the selector")
        await asyncio.sleep(POLL_SECONDS)


async def settle(world: World, traffic: Traffic, options: CaptureOptions) -> tuple[tuple[float, float], list[str]]:
    """Bring the page to rest. Returns its size and what a person should know about it."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + options.settle_seconds
    notes: list[str] = []
    await _scroll_through(world, traffic, options, deadline, clock)
    if not await _wait_until_still(world, traffic, deadline, clock):
        notes.append(f"settling stopped at its cap of {options.settle_seconds:g} s: the page was still changing")
    width, height = await world.evaluate(_FREEZE)
    return (float(width), float(height)), notes


async def _scroll_through(
    world: World, traffic: Traffic, options: CaptureOptions, deadline: float, clock: Callable[[], float]
) -> None:
    """Down to the end (of a growing page too) or the height cap, so that lazy content is asked for."""
    step = options.viewport[1] if options.javascript and traffic.scripts_may_run else 2 * options.viewport[1]
    height, y = await world.evaluate(_SCROLL, 0), step
    while y < options.height_cap_px and clock() < deadline:
        if y >= height:
            height = await _height_after_growth(world, traffic, y, min(deadline, clock() + GROWTH_SECONDS), clock)
            if y >= height:
                break
        height = await world.evaluate(_SCROLL, y)
        await asyncio.sleep(STEP_SECONDS)
        y += step
    await world.evaluate(_SCROLL, 0)


async def _height_after_growth(
    world: World, traffic: Traffic, y: int, deadline: float, clock: Callable[[], float]
) -> int:
    """At the foot of the page: its height once what was asked for on the way down has come, or at the deadline."""
    height = int(await world.evaluate(_SCROLL, y))
    while height <= y and traffic.open_requests and clock() < deadline:
        await asyncio.sleep(POLL_SECONDS)
        height = int(await world.evaluate(_SCROLL, y))
    return height


async def _wait_until_still(world: World, traffic: Traffic, deadline: float, clock: Callable[[], float]) -> bool:
    """Wait until network, layout, pictures and fonts have been at rest for a moment; False at the cap."""
    last: list[Any] = []
    still_since = clock()
    while clock() < deadline:
        state = await world.evaluate(_STATE)
        now = clock()
        busy = traffic.open_requests > 0 or (state["waiting"] > 0 and now - still_since < 1.0)
        if state["still"] != last or traffic.open_requests > 0:
            last, still_since = state["still"], now
        if not busy and now - max(still_since, traffic.quiet_since) >= QUIET_SECONDS:
            return True
        await asyncio.sleep(POLL_SECONDS)
    return False
