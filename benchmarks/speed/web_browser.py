"""How soon a screen answers a person in a real browser."""

from __future__ import annotations

import os
from collections.abc import Sequence

from playwright.sync_api import sync_playwright

from pagestrata.capturing.browser.find import find_browser

LOOKS = 4
PRESSES_A_KEY = """
addEventListener("DOMContentLoaded", () => {
  const timer = setInterval(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true}));
    if (!document.querySelector(".is-current, .change.is-selected")) return;
    clearInterval(timer);
    requestAnimationFrame(() => setTimeout(() => (document.documentElement.dataset.answered = performance.now())));
  }, 5);
});
"""
"""Presses the key for the next page or change until it is answered, and takes the time when that is to be seen."""


def usable_after(base: str, paths: Sequence[str]) -> dict[str, list[float]]:
    """path -> milliseconds from the beginning of a navigation until a key was answered, at each of some looks."""
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(300_000)
        page.add_init_script(PRESSES_A_KEY)
        for path in paths:
            for _ in range(LOOKS):
                page.goto(f"{base}{path}", wait_until="commit")
                answered = page.wait_for_selector(
                    "html[data-answered]"
                )  # no function: the policy of our pages forbids it
                found.setdefault(path, []).append(float(answered.get_attribute("data-answered")))
        browser.close()
    return found
