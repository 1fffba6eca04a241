"""Letting a loaded page come to rest: lazy content fetched, network and layout idle, everything that moves frozen.

All waits are short and adaptive, because most pages are still at once; every one has a cap.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pagestrata.capturing.browser.isolated_world import World
from pagestrata.capturing.browser.traffic import Traffic
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import PageTimeoutError, UsageError

QUIET_SECONDS = 0.12
POLL_SECONDS = 0.03
STEP_SECONDS = 0.02  # a little more than one frame: observers of the scroll position have run
FRAME_SECONDS = 0.5
FRAMES_SECONDS = 1.0  # at most for two frames, which take some 30 ms
AFTER_SCROLL_SECONDS = 2.0  # at least, for coming to rest after a long way down
GROWING_SECONDS = 12.0  # more, for a page that goes on when it is scrolled
GROWTH_SECONDS = 0.4  # how long the foot of the page may take to grow

_SCROLL = """(y) => { window.scrollTo({left: 0, top: y, behavior: 'instant'});
  const e = document.scrollingElement || document.documentElement; return e ? e.scrollHeight : 0; }"""
_SIZE = """const size = [0, 0]; for (const e of [document.documentElement, document.body]) if (e) {
  size[0] = Math.max(size[0], e.scrollWidth); size[1] = Math.max(size[1], e.scrollHeight); }"""
_STATE = f"""() => {{ {_SIZE} let waiting = document.fonts && document.fonts.status === 'loading' ? 1 : 0;
  for (const i of document.images) if (!i.complete && i.loading !== 'lazy') waiting++;
  return {{still: [...size, document.getElementsByTagName('*').length, location.href], waiting}}; }}"""
_FREEZE = f"""(scroll) => {{
  try {{ const sheet = new CSSStyleSheet();
    sheet.replaceSync('*,*::before,*::after{{transition:none!important;caret-color:transparent!important;' +
      'scroll-behavior:auto!important;animation-play-state:paused!important}}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }} catch (e) {{}}
  for (const a of (document.getAnimations ? document.getAnimations() : [])) {{
    try {{ const t = a.effect && a.effect.getComputedTiming();
      if (t && t.endTime !== Infinity && a.playbackRate > 0) a.finish(); else a.cancel(); }} catch (e) {{}} }}
  for (const m of document.querySelectorAll('video, audio')) {{ try {{ m.pause(); }} catch (e) {{}} }}
  if (scroll) window.scrollTo({{top: 0, left: 0, behavior: 'instant'}});
  {_SIZE} return size; }}"""
_TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A page at rest: its size, how far down it may be taken, and what a person should know about it."""

    size: tuple[float, float]
    depth_px: int
    notes: tuple[str, ...]


async def settle(world: World, traffic: Traffic, options: CaptureOptions) -> Settled:
    """Bring the page to rest."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + options.settle_seconds
    notes: list[str] = []
    depth = await _scroll_through(world, traffic, options, deadline, clock)
    if depth < options.height_cap_px:
        notes.append(f"the page goes on when it is scrolled; what is below {depth:,} px was left out")
    deadline = max(deadline, clock() + min(AFTER_SCROLL_SECONDS, options.settle_seconds))
    if not await _wait_until_still(world, traffic, deadline, clock):
        notes.append(f"settling stopped at its cap of {options.settle_seconds:g} s: the page was still changing")
    await _freeze_frames(world)
    width, height = await world.evaluate(_FREEZE, True)
    return Settled(size=(float(width), float(height)), depth_px=depth, notes=tuple(notes))


async def _freeze_frames(world: World) -> None:
    from playwright.async_api import Error

    for frame in await world.frames_below():
        try:
            async with asyncio.timeout(FRAME_SECONDS):
                await frame.evaluate(_FREEZE, False)
        except (Error, TimeoutError):
            continue  # a frame may go away, or be busy, at any moment: it is then taken as it is


async def _scroll_through(
    world: World, traffic: Traffic, options: CaptureOptions, deadline: float, clock: Callable[[], float]
) -> int:
    """Down to the end of the page or the height cap, so that lazy content is asked for; the depth it may be taken to.

    A page that grew and did not come to an end is endless as far as we know: it is cut at the scroll limit, always the
    same, and not where our time or the cap ends. Growing takes time, so there is more of it up to that limit.
    """
    may_grow = options.javascript and traffic.scripts_may_run
    step = options.viewport[1] if may_grow else 2 * options.viewport[1]
    first = height = await world.evaluate(_SCROLL, 0)
    y, cap, limit, grew = step, options.height_cap_px, options.max_scroll_px, False
    while y < cap and clock() < (deadline + GROWING_SECONDS if grew and y < limit else deadline):
        if y >= height:
            height = await _height_after_growth(world, traffic, y, clock, may_grow=may_grow)
            if y >= height:
                grew = False  # at its end
                break
        grew = grew or y >= first
        height = await world.evaluate(_SCROLL, y)
        await asyncio.sleep(STEP_SECONDS)
        y += step
    await world.evaluate(_SCROLL, 0)
    return min(cap, limit, y) if grew and first < limit else cap


async def _height_after_growth(
    world: World, traffic: Traffic, y: int, clock: Callable[[], float], *, may_grow: bool
) -> int:
    """At the foot of the page: its height once what was asked for on the way down has come, or at the deadline."""
    height = int(await world.evaluate(_SCROLL, y))
    if may_grow:
        await _wait_for_frames(world)
        height = int(await world.evaluate(_SCROLL, y))
    deadline = clock() + GROWTH_SECONDS
    while height <= y and traffic.open_requests and clock() < deadline:
        await asyncio.sleep(POLL_SECONDS)
        height = int(await world.evaluate(_SCROLL, y))
    return height


async def _wait_for_frames(world: World) -> None:
    """Let the page hear that it was scrolled: that happens with its next frame."""
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(FRAMES_SECONDS):
            await world.evaluate(_TWO_FRAMES, is_promised=True)
    except (Error, TimeoutError):
        return  # a page that goes elsewhere, or draws nothing, has nothing to hear


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
