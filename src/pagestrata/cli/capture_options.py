"""The options of every command that opens a page, and what they come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagestrata.cli.settings import Settings
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions, Step

Function = TypeVar("Function", bound=Callable[..., Any])
DEPTH = click.IntRange(100, 200_000)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


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
            self.fail(f"{value!r} is not a window size; write for example 1366x768", param, ctx)
        return int(width), int(height)


def capture_options(function: Function) -> Function:
    """Adds the options of a capture to a command, which receives them as `**page` and passes them to `read_options`."""
    return _capture_options(function, "--block", "--block-type")


def capture_options_beside_blocks(function: Function) -> Function:
    """The same for commands whose `--block` is a block of the page."""
    return _capture_options(function, "--block-type")


def visit_capture_options(function: Function) -> Function:
    """The same for commands that visit, and so may look twice."""
    return _second_look(capture_options(function))


def daemon_capture_options(function: Function) -> Function:
    """Those for commands that visit whatever page somebody asks for later: a header must name the host that it is for."""
    options = (*_storable_options("--block", "--block-type"), *_secret_options()[1:])
    return _second_look(_decorated(function, options))


def watch_capture_options(function: Function) -> Function:
    """Those that can be kept beside a page, for `watch`; `given_capture` reads them. What holds a secret is not among them."""
    return _second_look(_decorated(function, _storable_options("--block-type")))


def _second_look(function: Function) -> Function:
    said = "Decide by one look: do not open the page once more before a version is kept."
    return click.option("--no-second-look", is_flag=True, help=said)(function)


def given_capture(values: dict[str, Any]) -> dict[str, Any]:
    """The setting `capture` as far as it was given."""
    found = {name: list(v) if isinstance(v, tuple) else v for name, v in _storable(values).items() if v is not None}
    if "@" in found.get("proxy", ""):
        raise UsageError("an archive keeps no passwords: give --proxy to `visit` or `run`, not to `watch`")
    return {"capture": found} if found else {}


def _capture_options(function: Function, *block_types: str) -> Function:
    return _decorated(function, (*_storable_options(*block_types), *_secret_options()))


def _decorated(function: Function, options: Sequence[Callable[[Function], Function]]) -> Function:
    for decorate in reversed(options):
        function = decorate(function)
    return function


def _storable_options(*block_types: str) -> tuple[Callable[[Function], Function], ...]:
    return (
        click.option("--viewport", type=Viewport(), help="Window size. [default: 1366x768]"),
        click.option("--proxy", metavar="URL", help="Reach the web through this proxy."),
        click.option("--user-agent", metavar="TEXT", help="Another user agent."),
        click.option("--contact", metavar="URL_OR_MAIL", help="Contact added to the user agent."),
        click.option("--wait-for", metavar="CSS", help="Wait until this element is there."),
        click.option("--no-javascript", is_flag=True, help="Do not run scripts."),
        click.option("--no-consent", is_flag=True, help="Leave consent dialogs and what covers the page as they are."),
        click.option(
            *block_types, "blocked", multiple=True, metavar="TYPE", help="Block resources: image, media, font…"
        ),
        click.option("--max-height", type=DEPTH, metavar="PX", help="End the picture of a page here. [default: 20000]"),
        click.option(
            "--max-scroll", type=DEPTH, metavar="PX", help="Take an endless page this far down. [default: 10000]"
        ),
        click.option("--timeout", type=click.FloatRange(1, 3600), help="Seconds one page may take. [default: 60]"),
    )


def _secret_options() -> tuple[Callable[[Function], Function], ...]:
    """What may hold a secret, or is read from a file of the person who asks."""
    return (
        click.option(
            "--header",
            "headers",
            multiple=True,
            metavar="NAME:VALUE",
            help="Send this header to the page's origin.",
        ),
        click.option(
            "--header-for",
            "headers_for",
            multiple=True,
            nargs=2,
            metavar="HOST NAME:VALUE",
            help="Send this header to another host.",
        ),
        click.option("--cookies", type=FILE, help="JSON file with a list of cookies."),
        click.option("--storage-state", type=FILE, help="A logged-in profile, as Playwright saves it."),
        click.option("--steps", type=FILE, help="YAML file with steps: click, type, wait."),
    )


def open_session(
    settings: Settings, page: dict[str, Any], *, browsers: int = 1, creates_archive: bool = True
) -> Session:
    """A session as a person set it up: the archive, the browsers, and how pages are opened."""
    from pagestrata.app.session import Session

    return Session(
        archive=settings.archive_address,
        browser=settings.browser,
        allow_private=settings.allow_private,
        options=read_options(page),
        browsers=browsers,
        creates_archive=creates_archive,
    )


def read_options(page: dict[str, Any]) -> CaptureOptions:
    """The capture options a person gave."""
    from pagestrata.capturing.options import CaptureOptions

    given: dict[str, Any] = {
        **_storable(page),
        "headers": dict(_header(text) for text in page.get("headers", ())) or None,
        "headers_for": _headers_for(page["headers_for"]) or None,
        "cookies": _cookies(page["cookies"]) if page["cookies"] else None,
        "storage_state": _storage_state(page["storage_state"]) if page["storage_state"] else None,
        "steps": _steps(page["steps"]) if page["steps"] else None,
    }
    return CaptureOptions(**{name: value for name, value in given.items() if value is not None})


def _storable(page: dict[str, Any]) -> dict[str, Any]:
    """What was given of the options that hold no secret, by their names in `CaptureOptions`."""
    from pagestrata.capturing.options import load_seconds_of

    return {
        "viewport": page["viewport"],
        "proxy": page["proxy"],
        "user_agent": page["user_agent"],
        "contact": page["contact"],
        "wait_for": page["wait_for"],
        "javascript": False if page["no_javascript"] else None,
        "refuse_consent": False if page["no_consent"] else None,
        "second_look": False if page.get("no_second_look") else None,
        "blocked_resource_types": page["blocked"] or None,
        "height_cap_px": page["max_height"],
        "max_scroll_px": page["max_scroll"],
        "page_seconds": page["timeout"],
        "load_seconds": load_seconds_of(page["timeout"]) if page["timeout"] else None,
    }


def _steps(path: Path) -> tuple[Step, ...]:
    from pagestrata.capturing.browser.steps import read_steps

    return read_steps(path.read_bytes())


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
