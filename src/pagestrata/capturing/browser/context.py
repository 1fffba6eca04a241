"""The browser context of one capture: what the browser is told about viewport and identity.

Nothing about the network: that is the browser's guard, and the page's pass is given in `traffic`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import InputError, UsageError

LATEST_EXPIRY = 253_402_300_799
"""The end of the year 9999: browsers take no later one."""
SAME_SITE = frozenset({"Strict", "Lax", "None"})
_COOKIE_KEYS = frozenset({"name", "value", "url", "domain", "path", "expires", "httpOnly", "secure", "sameSite"})


async def context_options(browser: Any, options: CaptureOptions) -> dict[str, Any]:
    """The arguments of Playwright's `new_context`."""
    width, height = options.viewport
    found: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": options.device_pixel_ratio,
        "java_script_enabled": options.javascript,
        "service_workers": "block",
        "accept_downloads": False,
        "reduced_motion": "reduce",
    }
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


def cookies_for(url: str, cookies: tuple[Mapping[str, Any], ...]) -> list[dict[str, Any]]:
    """The cookies as browser contexts take them; one without url and domain belongs to the page's own host.

    Raises UsageError for one that no browser would take.
    """
    host = urlsplit(url).hostname or ""
    found = []
    for number, cookie in enumerate(cookies, 1):
        if not cookie.get("name") or "value" not in cookie:
            raise UsageError(f"cookie {number} has no name or no value; give both, and a url or a domain and path")
        mine = {key: value for key, value in cookie.items() if key in _COOKIE_KEYS and value is not None}
        if "url" in mine and not mine.keys().isdisjoint({"domain", "path"}):
            raise UsageError(f"cookie {number} has a url and a domain or path; give either the url or the other two")
        expires = mine.get("expires", -1)
        if not isinstance(expires, int | float) or not (expires == -1 or 0 <= expires <= LATEST_EXPIRY):
            raise UsageError(
                f"cookie {number} expires at {expires!r:.60}; give seconds since 1970, or -1 for this capture"
            )
        if mine.get("sameSite", "Lax") not in SAME_SITE:
            raise UsageError(f"cookie {number} has sameSite {mine['sameSite']!r:.60}; give Strict, Lax or None")
        if "url" not in mine:
            mine = {"domain": host, "path": "/", **mine}
        found.append(mine)
    return found
