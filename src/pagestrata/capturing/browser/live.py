"""A page that somebody sees and acts on, in a guarded browser of its own: each act becomes a step that a visit can take.

The guard, the rules of the page and the limits of its browser are those of visits.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.isolated_world import World
from pagestrata.capturing.browser.page import PageCapture
from pagestrata.capturing.browser.steps import take_step
from pagestrata.capturing.browser.traffic import Traffic
from pagestrata.capturing.browser.worker import Worker
from pagestrata.capturing.guard.routes import PagePass, check_before, rules_for
from pagestrata.capturing.kept_steps import NOT_KEPT_YET
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.errors import BrowserError, CaptureError, UsageError

MEMORY_MB = 1024.0
OPEN_SECONDS, ACT_SECONDS, LOADED_SECONDS = 60.0, 20.0, 5.0
QUALITY = 60
_SELECTOR = """
  const quoted = (text) => JSON.stringify(text);
  const only = (selector, target) => {
    const all = document.querySelectorAll(selector);
    return all.length === 1 && all[0] === target;
  };
  const selectorOf = (target) => {
    const tag = target.localName, own = (name) => target.getAttribute(name);
    const tries = [];
    if (target.id && !/\\d{4,}/.test(target.id)) tries.push(`#${CSS.escape(target.id)}`);
    for (const name of ["data-testid", "name", "aria-label", "placeholder", "title", "href", "type", "role", "alt"])
      if (own(name) && own(name).length < 200) tries.push(`${tag}[${name}=${quoted(own(name))}]`);
    for (const name of target.classList) tries.push(`${tag}.${CSS.escape(name)}`);
    tries.push(tag);
    const found = tries.find((each) => only(each, target));
    if (found) return found;
    const around = target.parentElement;
    if (!around) return tag;
    const place = [...around.children].filter((each) => each.localName === tag).indexOf(target) + 1;
    return `${selectorOf(around)} > ${tag}:nth-of-type(${place})`;
  };
"""
_AT = f"""(x, y, isForClick) => {{ {_SELECTOR}
  const hit = document.elementFromPoint(x, y);
  if (!hit) return null;
  const acted = "a, button, input, select, textarea, label, summary, [role=button], [role=link]";
  return selectorOf((isForClick && hit.closest(acted)) || hit);
}}"""
_ACTIVE = f"""() => {{ {_SELECTOR}
  const target = document.activeElement;
  const fields = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, [contenteditable]";
  if (!target || !target.matches(fields)) return null;
  return {{ selector: selectorOf(target), isSecret: target.type === "password" }};
}}"""

T = TypeVar("T")


class LivePage(Worker):
    """One page in one browser. `open` first; not for several threads at once. `close` ends the browser."""

    def __init__(self, url: str, options: CaptureOptions, *, executable: str | None = None) -> None:
        super().__init__(find_browser(executable), pages_per_browser=1, memory_ceiling_mb=MEMORY_MB)
        self._url = url
        self._options = replace(options, record_responses=False, screenshot=False, steps=())
        self._gate: PagePass | None = None
        self._opened: PageCapture | None = None
        self._world: World | None = None
        self._traffic: Traffic | None = None
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Load the page. Raises CaptureError where it cannot be loaded, RefusedError for an address that may not be."""
        check_before(self._url, self._options)
        try:
            self._run(self._within(OPEN_SECONDS, self._open_page))
        except BaseException:
            self.close()
            raise

    def picture(self) -> bytes:
        """What the window shows now, as JPEG."""
        page = self._page()
        return bytes(self._run(self._within(ACT_SECONDS, lambda: page.screenshot(type="jpeg", quality=QUALITY))))

    def origin(self) -> str:
        """The origin of the page as it is now."""
        return str(self._run(self._within(ACT_SECONDS, lambda: self._known_world().evaluate("() => location.origin"))))

    def click(self, x: float, y: float) -> Step:
        """Click at a point of the window; the step that does the same."""
        selector = self._selector_at(x, y, is_for_click=True)
        page = self._page()
        self._run(self._within(ACT_SECONDS, lambda: page.mouse.click(x, y)))
        self._let_load()
        return Step(action="click", selector=selector)

    def focused(self) -> tuple[str, bool] | None:
        """The field that has the focus and whether it is for a secret; None where none has it."""
        found = self._run(self._within(ACT_SECONDS, lambda: self._known_world().evaluate(_ACTIVE)))
        return (str(found["selector"]), bool(found["isSecret"])) if found else None

    def type(self, text: str, *, is_secret: bool = False) -> Step:
        """Type into the field that has the focus, where it is for passwords as a secret. Raises UsageError where none has it."""
        field = self.focused()
        if field is None:
            raise UsageError("no field has the focus; click the field first, then type")
        step = Step(action="type", selector=field[0], text=text)
        if is_secret or field[1]:
            step = replace(step, secret=NOT_KEPT_YET, origin=self.origin())
        self.take(step)
        return step

    def scroll(self, down_px: float) -> Step:
        """Scroll; the step brings what is in the middle of the window then into sight."""
        page = self._page()
        self._run(self._within(ACT_SECONDS, lambda: page.mouse.wheel(0, down_px)))
        self._run(asyncio.sleep(0.2))
        width, height = self._options.viewport
        return Step(action="scroll", selector=self._selector_at(width / 2, height / 2, is_for_click=False))

    def wait_for(self, x: float, y: float) -> Step:
        """The step that waits until what is at this point is there."""
        return Step(action="wait", selector=self._selector_at(x, y, is_for_click=False))

    def take(self, step: Step) -> None:
        """Take a step. Raises CaptureError where it cannot be taken."""
        page, world = self._page(), self._known_world()
        limit = max(ACT_SECONDS, step.seconds + 1)
        self._run(self._within(limit, lambda: take_step(page, world, step, seconds=ACT_SECONDS / 2, url=self._url)))
        self._let_load()

    def close(self) -> None:
        """End the browser. May be called twice."""
        if self._watching is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._watching.cancel)
            self._watching = None
        super().close()

    async def _open_page(self) -> None:
        guard, process = await self._ensure_browser()
        self._gate = guard.admit(rules_for(self._options, recorded=False))
        self._opened = PageCapture(process.browser, self._url, self._options, None, None, gate=self._gate)
        self._watching = asyncio.get_running_loop().create_task(self._watch_over(process, self._opened))
        self._world, self._traffic = await self._opened.open()

    async def _within(self, seconds: float, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in time, and say in our own words why it failed."""
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(seconds):
                return await work()
        except TimeoutError as error:
            raise CaptureError(f"{self._url} did not answer within {seconds:g} s; begin again") from error
        except Error as error:
            said = error.message.splitlines()[0] if error.message else type(error).__name__
            raise CaptureError(f"{self._url}: {said}; begin again") from error

    def _let_load(self) -> None:
        """Give a page that the act led to some time to load."""
        page = self._page()
        with contextlib.suppress(CaptureError):
            self._run(self._within(LOADED_SECONDS, lambda: page.wait_for_load_state("load")))

    def _selector_at(self, x: float, y: float, *, is_for_click: bool) -> str:
        world = self._known_world()
        found = self._run(self._within(ACT_SECONDS, lambda: world.evaluate(_AT, x, y, is_for_click)))
        if not found:
            raise UsageError("there is nothing at that point of the page")
        return str(found)

    def _page(self) -> Any:
        if self._opened is None or self._opened.page is None or self._loop is None:
            raise BrowserError(f"{self._url} is not open any more; begin again")
        return self._opened.page

    def _known_world(self) -> World:
        self._page()
        assert self._world is not None
        return self._world
