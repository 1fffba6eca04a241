"""The options of every command that opens a page, and the record that they make."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.capturing.options import CaptureOptions, Step, load_seconds_of
from pagestrata.cli.options import (
    EXISTING_FILE,
    LOOK,
    NETWORK,
    Function,
    Settings,
    as_stored,
    given,
    off_option,
    option,
    option_record,
)
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

DEPTH = click.IntRange(100, 200_000)
Decorator = Callable[[Any], Any]


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
    return _page_options(*_storable_options("--block", "--block-type"), *_secret_options())(function)


def capture_options_without_block(function: Function) -> Function:
    """The options of a capture, for commands whose `--block` names a block of the page."""
    return _page_options(*_storable_options("--block-type"), *_secret_options())(function)


def visit_capture_options(function: Function) -> Function:
    """The options of a capture, for commands that visit and may open the page a second time."""
    storable = _storable_options("--block", "--block-type")
    return _page_options(_second_look, *storable, *_secret_options())(function)


def daemon_capture_options(function: Function) -> Function:
    """The options of `visit_capture_options`, for commands that visit any page later: a header must name its host."""
    storable = _storable_options("--block", "--block-type")
    return _page_options(_second_look, *storable, *_secret_options(for_any_page=True))(function)


def watch_capture_options(function: Function) -> Function:
    """The options that an archive may store with a page. The command receives `capture`; none of them is a secret."""
    storable = _storable_options("--block-type")
    record: Callable[[Function], Function] = option_record("capture", given_capture, _second_look, *storable)
    return record(function)


def _page_options(*options: Decorator) -> Callable[[Function], Function]:
    return option_record("page", _options, *options)


_second_look = off_option(
    "--no-second-look", "second_look", section=LOOK, help="Do not open the page a second time to confirm a change."
)


def given_capture(values: dict[str, Any]) -> dict[str, Any]:
    """Return the setting `capture` with the options that were given."""
    found = as_stored(_with_load_seconds(values))
    if "@" in found.get("proxy", ""):
        raise UsageError("the archive does not store passwords; give --proxy to `visit` or `run`, not to `watch`")
    return {"capture": found} if found else {}


def _storable_options(*block_types: str) -> tuple[Decorator, ...]:
    """What an archive may store with a page; parameters are named as the fields of `CaptureOptions`."""
    return (
        option(
            "--viewport", section=LOOK, rare=True, type=Viewport(), metavar="WxH", help="Viewport size.",
            show_default="1366x768",
        ),
        option("--wait-for", section=LOOK, metavar="CSS", help="Wait until an element matches."),
        off_option("--no-consent", "refuse_consent", section=LOOK, help="Do not refuse consent dialogs or close overlays."),
        off_option("--no-javascript", "javascript", section=LOOK, help="Do not run scripts."),
        option(
            *block_types, "blocked_resource_types", section=LOOK, rare=True, multiple=True, metavar="TYPE",
            help="Do not load resources of this type: image, media, font… Repeatable.",
        ),
        option(
            "--max-height", "height_cap_px", section=LOOK, rare=True, type=DEPTH, metavar="PX",
            help="Maximum height of the screenshot.", show_default="20000",
        ),
        option(
            "--max-scroll", "max_scroll_px", section=LOOK, rare=True, type=DEPTH, metavar="PX",
            help="How far to scroll an endless page.", show_default="10000",
        ),
        option(
            "--timeout", "page_seconds", section=NETWORK, rare=True, type=click.FloatRange(1, 3600), metavar="SECONDS",
            help="Time limit for one page.", show_default="60",
        ),
        option("--proxy", section=NETWORK, rare=True, metavar="URL", help="Connect through this proxy."),
        option("--user-agent", section=NETWORK, rare=True, metavar="TEXT", help="Replace the user agent."),
        option(
            "--contact", section=NETWORK, rare=True, metavar="URL_OR_MAIL", help="Add a contact to the user agent."
        ),
    )  # fmt: skip


def _secret_options(*, for_any_page: bool = False) -> tuple[Decorator, ...]:
    """What may hold a secret, or is read from the user's files. `for_any_page`: without headers for one page."""
    own = option(
        "--header", "headers", section=NETWORK, multiple=True, metavar="NAME:VALUE",
        help="Send this header to the page's origin. Repeatable.",
    )  # fmt: skip
    return (
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
    """A session with the archive, the browsers and the capture options of the command line."""
    from pagestrata.app.session import Session

    return Session(
        archive=settings.archive_address,
        browser=settings.browser,
        allow_private=settings.allow_private,
        options=page,
        browsers=browsers,
        creates_archive=creates_archive,
    )


def _options(values: dict[str, Any]) -> CaptureOptions:
    """The capture options that were given."""
    readers: dict[str, Callable[[Any], Any]] = {
        "headers": lambda lines: dict(map(_header, lines)),
        "headers_for": _headers_for,
        "cookies": _cookies,
        "storage_state": _storage_state,
        "steps": _steps,
    }
    found = given(_with_load_seconds(values))
    return CaptureOptions(**{name: readers[name](value) if name in readers else value for name, value in found.items()})


def _with_load_seconds(values: dict[str, Any]) -> dict[str, Any]:
    """The values, with the time limit for loading that follows from that for the whole page."""
    limit = values["page_seconds"]
    return {**values, "load_seconds": load_seconds_of(limit) if limit is not None else None}


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
        raise UsageError(f"--storage-state {path} contains neither cookies nor origins; {advice}")
    return path


def _headers_for(pairs: tuple[tuple[str, str], ...]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for host, text in pairs:
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
        raise UsageError(f"--cookies {path} must contain a JSON list of objects with name, value and url or domain")
    return tuple(cookies)
