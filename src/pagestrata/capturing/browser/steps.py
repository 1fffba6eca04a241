"""Steps to take on a page before it is captured, written as a small YAML list.

- click: "#accept-cookies"
- type: {selector: "input[name=q]", text: "strata"}
- type: {selector: "#password", text: "…", secret: true}   # kept outside the archive where steps are stored
- wait: ".results"        # until something matches
- wait: 1.5               # seconds
- scroll: "#reviews"      # until it can be seen; `scroll: end` goes to the end of the page
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from pagestrata.capturing.browser.devtools_pipe import browser_errors
from pagestrata.capturing.browser.isolated_world import World
from pagestrata.capturing.browser.settle import wait_for
from pagestrata.capturing.kept_steps import NOT_KEPT_YET, in_words
from pagestrata.capturing.options import Step
from pagestrata.errors import CaptureError, StepFailedError, UsageError

LONGEST_WAIT_SECONDS = 60.0
_HINT = (
    "write `- click: CSS`, `- type: {selector: CSS, text: WORDS}`, `- wait: CSS or SECONDS` or `- scroll: CSS or end`"
)


def read_steps(text: bytes | str) -> tuple[Step, ...]:
    """The steps of a YAML text. Raises UsageError that names the step which makes no sense."""
    import yaml

    try:
        entries = yaml.safe_load(text)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"the steps are not YAML ({' '.join(str(error).split())}); {_HINT}") from error
    if entries is None:
        return ()
    if not isinstance(entries, list):
        raise UsageError(f"the steps are a {type(entries).__name__}, not a list; {_HINT}")
    return tuple(_step(number, entry) for number, entry in enumerate(entries, 1))


def _step(number: int, entry: object) -> Step:
    if not isinstance(entry, dict) or len(entry) != 1:
        raise UsageError(f"step {number} is not one action but {entry!r}; {_HINT}")
    ((action, value),) = entry.items()
    found = _READERS[action](value) if action in _READERS else None
    if found is None:
        raise UsageError(f"step {number} cannot be understood: {action!r}: {value!r}; {_HINT}")
    if not 0 <= found.seconds <= LONGEST_WAIT_SECONDS:
        raise UsageError(f"step {number} waits {value} s; 0 to {LONGEST_WAIT_SECONDS:g} s are possible")
    return found


def _click(value: object) -> Step | None:
    return Step(action="click", selector=value) if isinstance(value, str) and value.strip() else None


def _type(value: object) -> Step | None:
    if not isinstance(value, dict) or not {"selector", "text"} <= set(value) <= {"selector", "text", "secret"}:
        return None
    if not isinstance(value["selector"], str) or not isinstance(value.get("secret", False), bool):
        return None
    text = "" if value["text"] is None else str(value["text"])
    return Step(
        action="type", selector=value["selector"], text=text, secret=NOT_KEPT_YET if value.get("secret") else ""
    )


def _wait(value: object) -> Step | None:
    if isinstance(value, str) and value.strip():
        return Step(action="wait", selector=value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Step(action="wait", seconds=float(value))


def _scroll(value: object) -> Step | None:
    if not isinstance(value, str) or not value.strip():
        return None
    return Step(action="scroll", selector="" if value == "end" else value)


_READERS: dict[object, Callable[[object], Step | None]] = {
    "click": _click,
    "type": _type,
    "wait": _wait,
    "scroll": _scroll,
}
_SCROLL = """(selector) => selector
  ? document.querySelector(selector).scrollIntoView({block: "center"})
  : window.scrollTo(0, document.documentElement.scrollHeight)"""


_HIDE = (
    """(selector) => document.querySelector(selector).style.setProperty("-webkit-text-security", "disc", "important")"""
)
"""Shows a dot for each character, in pictures too, where a later step clicks 'show password'."""


_ASKS = """(selector) => {
  const field = document.querySelector(selector);
  return field?.type === "password" && field.checkVisibility({visibilityProperty: true});
}"""


async def refused_login(world: World, steps: tuple[Step, ...], *, url: str) -> StepFailedError | None:
    """The failure of a login whose every step could be taken: the settled page still asks for the password.

    A wrong or expired password is answered with the form again on most sites. What the page shows then is not its content.
    """
    for number, step in enumerate(steps, 1):
        if not step.secret or all(later.action != "click" for later in steps[number:]):
            continue
        with contextlib.suppress(*browser_errors(), CaptureError):  # an odd selector: said by the step itself
            if await world.evaluate(_ASKS, step.selector):
                return StepFailedError(
                    f"step {number} ({in_words(step)}) failed on {url}: after all steps the page still asks for it, so the "
                    "login was refused or has expired; check the password and record the login again"
                )
    return None


async def take_steps(page: Any, world: World, steps: tuple[Step, ...], *, seconds: float, url: str) -> None:
    """Take the steps one after the other, each within `seconds`. Raises StepFailedError that names the one that failed."""
    for number, step in enumerate(steps, 1):
        try:
            await take_step(page, world, step, seconds=seconds, url=url)
        except CaptureError as error:
            raise StepFailedError(f"step {number} ({step.action} {step.selector}) failed on {url}: {error}") from error


async def take_step(page: Any, world: World, step: Step, *, seconds: float, url: str) -> None:
    """Take one step. Raises CaptureError where it cannot be taken in time."""
    from playwright.async_api import Error

    if step.action == "wait" and not step.selector:
        await asyncio.sleep(step.seconds)
        return
    if step.selector:
        await wait_for(world, step.selector, seconds=seconds, url=url)
    if step.secret and await world.evaluate("() => location.origin") != step.origin:
        raise CaptureError(
            f"the secret is for {step.origin or 'another page'} and is not typed anywhere else; record the step again"
        )
    try:
        if step.action == "scroll":
            await world.evaluate(_SCROLL, step.selector)
        elif step.action == "click":
            await page.click(step.selector, timeout=seconds * 1000)
        elif step.action == "type":
            if step.secret:
                await world.evaluate(_HIDE, step.selector)
            await page.fill(step.selector, step.text, timeout=seconds * 1000)
    except Error as error:
        if page.is_closed():
            raise
        raise CaptureError(f"{error.message.splitlines()[0]}; check that it is visible") from error
