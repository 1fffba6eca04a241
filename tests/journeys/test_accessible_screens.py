"""Every screen can be read by everybody: axe finds nothing serious, light and dark, and nothing is wider than a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from archived_site import URL
from browsing import new_page
from web_fixtures import running, site_archive

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text("utf-8")
SCREENS = (
    "/", "/?view=rows", "/?q=nothing", "/add", "/settings", "/settings/channels", "/settings/tokens", "/settings/health",
    "/users", "/account", "/nowhere",
)  # fmt: skip
OTHERS = ("/search?q=harbour", "/reports", "/plan", f"/page?url={URL}", "/versions/{new}", "/compare/{old}/{new}")


def serious(page: Page) -> list[str]:
    """What axe says would keep somebody from using the screen."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(AXE)
        answer = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        found += [
            f"{scheme} {each['id']}: {each['nodes'][0]['html'][:160]}"
            for each in answer["violations"]
            if each["impact"] in {"serious", "critical"}
        ]
    return found


def test_nothing_serious_is_found_on_any_screen(tmp_path):
    with site_archive(tmp_path) as archive:
        old, new = [version.id for version in archive.versions.of(URL)][-2:]
    with running(tmp_path) as (address, _), new_page() as page:
        page.set_default_timeout(120_000)
        problems = {}
        for path in (*SCREENS, *(each.format(old=old, new=new) for each in OTHERS)):
            page.set_viewport_size({"width": 1440, "height": 900})
            page.goto(f"{address}{path}")
            found = serious(page)
            page.set_viewport_size({"width": 390, "height": 844})
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                found.append("wider than a phone")
            if found:
                problems[path] = found
    assert problems == {}


def test_the_test_can_fail():
    with new_page() as page:
        page.set_content("<main><img src=x><button></button><p style='color:#eee;background:#fff'>pale</p></main>")
        assert serious(page)
