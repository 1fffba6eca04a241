"""A real browser for tests that look at what is served, not at what was captured."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pagestrata.capturing.browser.find import find_browser
from pagestrata.errors import BrowserError


@contextmanager
def new_browser() -> Iterator[Browser]:
    """A browser; the test is skipped when there is none."""
    try:
        executable = find_browser()
    except BrowserError as error:
        pytest.skip(f"no browser: {error}")
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=flags)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def new_page(*, javascript: bool = True) -> Iterator[Page]:
    """An empty page; the test is skipped when there is no browser."""
    with new_browser() as browser:
        yield browser.new_page(java_script_enabled=javascript)


@contextmanager
def open_page(address: str) -> Iterator[Page]:
    """A page in a browser, loaded."""
    with new_page() as page:
        page.goto(address, wait_until="load")
        yield page
