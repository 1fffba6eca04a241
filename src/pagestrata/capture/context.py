"""The browser context of one capture: what Playwright is told about viewport, identity and network."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from pagestrata.capture.options import CaptureOptions, Cookie
from pagestrata.errors import InputError

CLOSED_PROXY = "http://127.0.0.1:9"
"""Nobody listens there: what a recording does not answer goes nowhere."""


async def context_options(browser: Any, options: CaptureOptions, proxy: str | None) -> dict[str, Any]:
    """The arguments of Playwright's `new_context`."""
    width, height = options.viewport
    found: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": options.device_pixel_ratio,
        "java_script_enabled": options.javascript,
        "extra_http_headers": dict(options.headers),
        "service_workers": "block",
        "accept_downloads": False,
        "reduced_motion": "reduce",
    }
    if proxy:
        # Chromium leaves out the proxy for loopback addresses unless told otherwise
        found["proxy"] = {"server": proxy, "bypass": "<-loopback>"}
    if options.storage_state is not None:
        if not options.storage_state.is_file():
            raise InputError(
                f"the storage state {options.storage_state} is not a file; "
                "save one with Playwright's `storage_state`, or leave the option out"
            )
        found["storage_state"] = str(options.storage_state)
    if options.user_agent or options.contact:
        found["user_agent"] = await _user_agent(browser, options)
    return found


async def _user_agent(browser: Any, options: CaptureOptions) -> str:
    agent = options.user_agent
    if not agent:
        session = await browser.new_browser_cdp_session()
        agent = str((await session.send("Browser.getVersion"))["userAgent"])
        await session.detach()
    return f"{agent} (+{options.contact})" if options.contact else agent


def cookies_for(url: str, cookies: tuple[Cookie, ...]) -> list[dict[str, str]]:
    host = urlsplit(url).hostname or ""
    return [
        {"name": cookie.name, "value": cookie.value, "domain": cookie.domain or host, "path": cookie.path}
        for cookie in cookies
    ]
