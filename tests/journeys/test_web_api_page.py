"""Calls of the API are tried on the page that describes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from archived_site import URL
from browsing import new_page
from web_fixtures import running, site_archive

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000


def test_a_call_is_tried_with_its_fields(tmp_path: Path) -> None:
    with site_archive(tmp_path / "archive") as archive:
        version = archive.versions.latest(URL)
    assert version is not None
    with running(tmp_path / "archive") as (address, _), new_page() as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{address}/api/v1")
        watches = page.locator('[data-try="/api/v1/watches"]')
        watches.locator("summary").click()
        watches.get_by_role("button", name="Send").click()
        expect(watches.locator(".try__answer")).to_contain_text(URL)
        expect(watches.get_by_role("status")).to_have_text(re.compile("^GET /api/v1/watches: 200"))
        one = page.locator('[data-try="/api/v1/versions/{version_id}"]')
        one.locator("summary").click()
        one.get_by_label("version_id").fill(version.id)
        one.get_by_role("button", name="Send").click()
        expect(one.locator(".try__answer")).to_contain_text(version.id)
        one.get_by_label("version_id").fill("no/such?version")
        one.get_by_role("button", name="Send").click()
        expect(one.get_by_role("status")).to_have_text(re.compile("no%2Fsuch%3Fversion: 4"))
        assert said == []
