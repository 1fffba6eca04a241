"""Letting a loaded page come to rest: lazy content fetched, network and layout idle, everything that moves frozen.

All waits are short and adaptive, because most pages are still at once; every one has a cap.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pagestrata.capturing.browser.devtools_pipe import browser_errors_and
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
GROWING_SECONDS = 12.0  # more, for a long page and for one that goes on when it is scrolled
GROWTH_SECONDS = 0.4  # how long the foot of the page may take to grow
LOOKS = 14  # at the foot of a page that hears of being scrolled
LOOK_MILLISECONDS = 30
ENDLESS_AFTER_PX = 10_000  # beyond the scroll limit: a page that is still growing there has no end
FAR_FROM_END_PX = 10_000  # a long page that grows here got its pictures; nobody asked for more of it
MOST_SCREENS = 130  # scrolled through for what loads only then; what lies lower is taken as it is

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
# Looks are counted, not timed: timers of one page run in their order, however busy the machine is, so that whatever the
# page put off for less than all looks take has happened by the last one.
_GROWTH = """(y, looks, milliseconds) => new Promise(done => { const look = () => {
  const e = document.scrollingElement || document.documentElement, height = e ? e.scrollHeight : 0;
  if (height > y || looks-- <= 0) done(height); else setTimeout(look, milliseconds); }; look(); })"""
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
    """A page at rest: its size, how far down it may be taken (None: to its end), and what a person should know about it."""

    size: tuple[float, float]
    depth_px: int | None
    notes: tuple[str, ...]


async def settle(world: World, traffic: Traffic, options: CaptureOptions) -> Settled:
    """Bring the page to rest."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + options.settle_seconds
    notes: list[str] = []
    way = WayDown(world, traffic, options, deadline)
    await way.go()
    is_still = await _wait_until_still(world, traffic, _rest_until(deadline, options), clock)
    while await way.has_grown_since():
        await way.go()
        is_still = await _wait_until_still(world, traffic, _rest_until(deadline, options), clock)
    if way.depth_px is not None:
        notes.append(f"the page goes on when it is scrolled; what is below {way.depth_px:,} px was left out")
    if not is_still:
        notes.append(f"settling stopped at its cap of {options.settle_seconds:g} s: the page was still changing")
    await _freeze_frames(world)
    width, height = await world.evaluate(_FREEZE, True)
    if way.depth_px is None and way.y < height:
        notes.append(f"what loads only when it is scrolled to may be missing below {way.y:,} px")
    return Settled(size=(float(width), float(height)), depth_px=way.depth_px, notes=tuple(notes))


def _rest_until(deadline: float, options: CaptureOptions) -> float:
    """After a long way down there is some time left, whatever the deadline says."""
    now = asyncio.get_running_loop().time()
    return max(deadline, now + min(AFTER_SCROLL_SECONDS, options.settle_seconds))


async def _freeze_frames(world: World) -> None:
    for frame in await world.frames_below():
        try:
            async with asyncio.timeout(FRAME_SECONDS):
                await frame.evaluate(_FREEZE, False)
        except browser_errors_and(TimeoutError):
            continue  # a frame may go away, or be busy, at any moment: it is then taken as it is


class WayDown:
    """Down to the end of the page, so that lazy content is asked for.

    A page that grew and did not come to an end is endless as far as we know: it is cut at the scroll limit, always the
    same, and not where our time ends. One that was longer than that from the start is cut at a multiple of the limit.
    Growing takes time, and so does a long way: there is more of it up to that limit, or to the known end. Whether a page
    is at its end is hard to tell where it hears of being scrolled, or has grown before: it gets time to grow, and one that
    grew after all while it came to rest is gone down once more. A page that does not grow is taken whole, even where the
    way down ends before it.
    """

    def __init__(self, world: World, traffic: Traffic, options: CaptureOptions, deadline: float) -> None:
        self._world, self._traffic, self._options = world, traffic, options
        self._deadline = deadline
        self._may_grow = options.javascript and traffic.scripts_may_run
        self._step = options.viewport[1] if self._may_grow else 2 * options.viewport[1]
        self._y = self._step
        self._first: int | None = None
        self._height = 0
        self._is_at_end = False
        self._grew = False

    @property
    def depth_px(self) -> int | None:
        """Down to where an endless page is taken; None for a page with an end."""
        return min(self._limit_px, self._y) if self._grew and not self._is_at_end else None

    @property
    def y(self) -> int:
        """How far down it led."""
        return self._y

    @property
    def _limit_px(self) -> int:
        """The scroll limit, or as many times it as the page is long before it grows."""
        limit = self._options.max_scroll_px
        return limit * max(1, math.ceil((self._first or 0) / limit))

    async def go(self) -> None:
        """Down from where it was ended, and back to the top."""
        self._height = await self._world.evaluate(_SCROLL, 0)
        self._first = self._height if self._first is None else self._first
        self._is_at_end = False
        while self._y < self._ends_at() and _now() < self._patience_ends():
            if self._y >= self._height:
                self._height = await self._height_after_growth()
                if self._y >= self._height:
                    self._is_at_end = True
                    break
            self._grew = self._grew or self._y >= self._first
            self._height = await self._world.evaluate(_SCROLL, self._y)
            self._first = self._first_height_now(self._first)
            await asyncio.sleep(STEP_SECONDS)
            self._y += self._step
        await self._world.evaluate(_SCROLL, 0)

    async def has_grown_since(self) -> bool:
        """Whether the page is longer than when its end was found, and there is time to go there."""
        if not (self._may_grow and self._is_at_end and _now() < self._patience_ends()):
            return False
        return int(await self._world.evaluate(_SCROLL, 0)) > max(self._y, self._height)

    def _first_height_now(self, first: int) -> int:
        """The height before the end was reached: that of a long page also grows with the pictures that come on the way."""
        is_far = first > self._options.max_scroll_px and self._y + FAR_FROM_END_PX < first
        return max(first, self._height) if is_far else first

    def _ends_at(self) -> int:
        return self._limit_px + ENDLESS_AFTER_PX if self._grew else self._step * MOST_SCREENS

    def _patience_ends(self) -> float:
        is_longer = self._y < (self._limit_px if self._grew else self._height)
        return self._deadline + GROWING_SECONDS if is_longer else self._deadline

    async def _height_after_growth(self) -> int:
        """At the foot of the page: its height once what was asked for on the way down has come, or at the deadline."""
        height = int(await self._world.evaluate(_SCROLL, self._y))
        if self._may_grow:
            await _promised(self._world, _TWO_FRAMES, seconds=FRAMES_SECONDS)
            if self._grew or await self._world.hears_of("scroll"):
                looks = (self._y, LOOKS, LOOK_MILLISECONDS)
                await _promised(self._world, _GROWTH, *looks, seconds=self._options.settle_seconds)
            height = int(await self._world.evaluate(_SCROLL, self._y))
        deadline = self._patience_ends() if self._grew else _now() + GROWTH_SECONDS
        while height <= self._y and self._traffic.open_requests and _now() < deadline:
            await asyncio.sleep(POLL_SECONDS)
            height = int(await self._world.evaluate(_SCROLL, self._y))
        return height


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _promised(world: World, function: str, *arguments: object, seconds: float) -> None:
    """Let the page get as far as that; one that goes elsewhere, or draws nothing, does not."""
    try:
        async with asyncio.timeout(seconds):
            await world.evaluate(function, *arguments, is_promised=True)
    except browser_errors_and(TimeoutError):
        return


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
