"""The options of every command that opens a page, and what they come to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.options import EXISTING_FILE, LOOK, NETWORK, Function, Settings, into_record, option, option_group
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions, Step

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

DEPTH = click.IntRange(100, 200_000)


class Viewport(click.ParamType[tuple[int, int]]):
    """A window size such as 1366x768."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        width, times, height = str(value).lower().partition("x")
        if not (
            times and width.isdigit() and height.isdigit() and 0 < int(width) <= 10_000 and 0 < int(height) <= 10_000
        ):
            self.fail(f"{value!r} is not a viewport size; write for example 1366x768", param, ctx)
        return int(width), int(height)


def capture_options(function: Function) -> Function:
    """The options of a capture. The command receives `page`, the `CaptureOptions`."""
    return option_group(_storable_options("--block", "--block-type"), _secret_options())(_page_record(function))


def capture_options_without_block(function: Function) -> Function:
    """The options of a capture, for commands whose `--block` names a block of the page."""
    return option_group(_storable_options("--block-type"), _secret_options())(_page_record(function))


def visit_capture_options(function: Function) -> Function:
    """The options of a capture, for commands that visit and may open the page a second time."""
    return option_group(_second_look, capture_options)(function)


def daemon_capture_options(function: Function) -> Function:
    """The options of `visit_capture_options`, for commands that visit any page later: a header must name its host."""
    secret = _secret_options(for_any_page=True)
    return option_group(_second_look, _storable_options("--block", "--block-type"), secret)(_page_record(function))


def watch_capture_options(function: Function) -> Function:
    """The options that an archive may store with a page. The command receives `capture`; none of them is a secret."""
    gathered = into_record(into_record(function, "capture", given_capture), "storable", _storable)
    return option_group(_second_look, _storable_options("--block-type"))(gathered)


def _page_record(function: Function) -> Function:
    return into_record(into_record(function, "page", _options), "storable", _storable)


_second_look = option(
    "--no-second-look",
    section=LOOK,
    rare=True,
    is_flag=True,
    help="Do not open the page a second time to confirm a change.",
)


def given_capture(storable: dict[str, Any]) -> dict[str, Any]:
    """Return the setting `capture` with the options that were given."""
    found = {name: list(value) if isinstance(value, tuple) else value for name, value in storable.items()}
    if "@" in found.get("proxy", ""):
        raise UsageError("the archive does not store passwords; give --proxy to `visit` or `run`, not to `watch`")
    return {"capture": found} if found else {}


def _storable_options(*block_types: str) -> Callable[[Function], Function]:
    return option_group(
        option(
            "--viewport", section=LOOK, rare=True, type=Viewport(), metavar="WxH", help="Viewport size.",
            show_default="1366x768",
        ),
        option("--wait-for", section=LOOK, metavar="CSS", help="Wait until an element matches."),
        option("--no-consent", section=LOOK, rare=True, is_flag=True, help="Do not refuse consent dialogs or close overlays."),
        option("--no-javascript", section=LOOK, rare=True, is_flag=True, help="Do not run scripts."),
        option(
            *block_types, "blocked", section=LOOK, rare=True, multiple=True, metavar="TYPE",
            help="Do not load resources of this type: image, media, font… Repeatable.",
        ),
        option(
            "--max-height", section=LOOK, rare=True, type=DEPTH, metavar="PX",
            help="Maximum height of the screenshot.", show_default="20000",
        ),
        option(
            "--max-scroll", section=LOOK, rare=True, type=DEPTH, metavar="PX",
            help="How far to scroll an endless page.", show_default="10000",
        ),
        option(
            "--timeout", section=NETWORK, rare=True, type=click.FloatRange(1, 3600), metavar="SECONDS",
            help="Time limit for one page.", show_default="60",
        ),
        option("--proxy", section=NETWORK, rare=True, metavar="URL", help="Connect through this proxy."),
        option("--user-agent", section=NETWORK, rare=True, metavar="TEXT", help="Replace the user agent."),
        option(
            "--contact", section=NETWORK, rare=True, metavar="URL_OR_MAIL", help="Add a contact to the user agent."
        ),
    )  # fmt: skip


def _secret_options(*, for_any_page: bool = False) -> Callable[[Function], Function]:
    """What may hold a secret, or is read from the user's files. `for_any_page`: without headers for one page."""
    own = option(
        "--header", "headers", section=NETWORK, multiple=True, metavar="NAME:VALUE",
        help="Send this header to the page's origin. Repeatable.",
    )  # fmt: skip
    return option_group(
        *(() if for_any_page else (own,)),
        option(
            "--header-for", "headers_for", section=NETWORK, rare=not for_any_page, multiple=True, nargs=2,
            metavar="HOST NAME:VALUE", help="Send this header to one host. Repeatable.",
        ),
        option("--cookies", section=NETWORK, type=EXISTING_FILE, help="Cookies, as a JSON list."),
        option(
            "--storage-state", section=NETWORK, rare=True, type=EXISTING_FILE, help="Logged-in profile, as saved by Playwright."
        ),
        option("--steps", section=LOOK, type=EXISTING_FILE, help="Steps to take on the page (click, type, wait), as YAML."),
    )  # fmt: skip


def open_session(
    settings: Settings, page: CaptureOptions, *, browsers: int = 1, creates_archive: bool = True
) -> Session:
    """A session as a person set it up: the archive, the browsers, and how pages are opened."""
    from pagestrata.app.session import Session

    return Session(
        archive=settings.archive_address,
        browser=settings.browser,
        allow_private=settings.allow_private,
        options=page,
        browsers=browsers,
        creates_archive=creates_archive,
    )


def _options(
    storable: dict[str, Any],
    headers_for: tuple[tuple[str, str], ...],
    cookies: Path | None,
    storage_state: Path | None,
    steps: Path | None,
    headers: tuple[str, ...] = (),
) -> CaptureOptions:
    """The capture options a person gave."""
    from pagestrata.capturing.options import CaptureOptions

    given: dict[str, Any] = {
        "headers": dict(_header(text) for text in headers),
        "headers_for": _headers_for(headers_for),
        "cookies": _cookies(cookies) if cookies else None,
        "storage_state": _storage_state(storage_state) if storage_state else None,
        "steps": _steps(steps) if steps else None,
    }
    return CaptureOptions(**storable, **{name: value for name, value in given.items() if value})


def _storable(
    viewport: tuple[int, int] | None,
    proxy: str | None,
    user_agent: str | None,
    contact: str | None,
    wait_for: str | None,
    no_javascript: bool,
    no_consent: bool,
    blocked: tuple[str, ...],
    max_height: int | None,
    max_scroll: int | None,
    timeout: float | None,
    no_second_look: bool = False,
) -> dict[str, Any]:
    """Return the given options without secrets, by their names in `CaptureOptions`."""
    from pagestrata.capturing.options import load_seconds_of

    given = {
        "viewport": viewport,
        "proxy": proxy,
        "user_agent": user_agent,
        "contact": contact,
        "wait_for": wait_for,
        "javascript": False if no_javascript else None,
        "refuse_consent": False if no_consent else None,
        "second_look": False if no_second_look else None,
        "blocked_resource_types": blocked or None,
        "height_cap_px": max_height,
        "max_scroll_px": max_scroll,
        "page_seconds": timeout,
        "load_seconds": load_seconds_of(timeout) if timeout else None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _steps(path: Path) -> tuple[Step, ...]:
    from pagestrata.capturing.browser.steps import read_steps

    # a file that is read at each visit holds its secrets itself
    return tuple(replace(step, secret="") for step in read_steps(path.read_bytes()))


def _storage_state(path: Path) -> Path:
    advice = "save one with Playwright's `context.storage_state(path=…)`"
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        raise UsageError(f"--storage-state {path} is not JSON ({error}); {advice}") from error
    if not isinstance(found, dict) or not {"cookies", "origins"} & set(found):
        raise UsageError(f"--storage-state {path} holds neither cookies nor origins; {advice}")
    return path


def _headers_for(given: tuple[tuple[str, str], ...]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for host, text in given:
        if not host or set(host) & set(":/ "):
            raise UsageError(
                f"--header-for {host!r} is not a host name; write for example --header-for api.example.org A:b"
            )
        found.setdefault(host.lower(), {}).update([_header(text)])
    return found


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip() or "\n" in text or "\r" in text:
        raise UsageError(f"--header {text!r} is not a header; write NAME:VALUE")
    return name.strip(), value.strip()


def _cookies(path: Path) -> tuple[dict[str, Any], ...]:
    try:
        cookies = json.loads(path.read_bytes())
    except ValueError as error:
        raise UsageError(f"--cookies {path} is not JSON ({error}); export the cookies as a JSON list") from error
    if not isinstance(cookies, list) or not all(isinstance(cookie, dict) for cookie in cookies):
        raise UsageError(f"--cookies {path} must hold a JSON list of objects with name, value and url or domain")
    return tuple(cookies)
