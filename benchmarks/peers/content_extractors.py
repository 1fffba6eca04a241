"""What trafilatura, readability and jusText call the main text of recorded pages, from an environment of their own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.content_pages import ContentPage
from benchmarks.peers.monitors.environments import installed

PACKAGES = ("trafilatura", "readability-lxml", "justext")
SCRIPT = Path(__file__).with_name("extract_main_text.py")
ALL_SECONDS = 3_600

Texts = dict[str, dict[str, str]]
"""Extractor -> name of the page -> its main text."""


def extracted(pages: Sequence[ContentPage]) -> tuple[Texts, dict[str, str]]:
    """The texts, and the versions of the packages. Raises RuntimeError where the extractors could not be installed or run."""
    environment = installed("content", PACKAGES)
    asked = "".join(json.dumps([page.name, str(page.file)]) + "\n" for page in pages)
    done = subprocess.run(
        [environment.program("python"), SCRIPT], input=asked, capture_output=True, text=True, timeout=ALL_SECONDS, check=False
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"the extractors did not run: {done.stderr.strip()[-300:]}")
    texts: Texts = {}
    for extractor, name, text, _seconds, _error in map(json.loads, done.stdout.splitlines()):
        texts.setdefault(extractor, {})[name] = text
    short = [extractor for extractor, found in texts.items() if len(found) < len(pages)]
    if short or not texts:
        raise RuntimeError(f"{short or 'all extractors'} did not answer for every page; look at {SCRIPT.name}")
    return texts, environment.versions(PACKAGES)
