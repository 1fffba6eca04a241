"""The README from top to bottom: every command in its order, on a site of this machine; the web application shows the result."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsing import new_page
from command_line import Called, call
from pagestrata.demo.site import ChangingSite
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PATIENCE = 120_000
MISSING = {"doctor"}
"""Its exit code says what the machine misses."""
OTHERS = {"diff": {0, 1}, "quick": {0, 1}, "plan": {0, 1}}
"""Commands whose exit code 1 means that something differs, or that nothing is due."""


def commands() -> list[str]:
    """The commands that the README shows, in their order."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    lines = [line.removeprefix("$ ").partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("pagestrata ")]


def test_every_command_works_where_the_readme_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(tmp_path / "archive"))
    listed = commands()
    assert len(listed) >= 18
    with ChangingSite() as site:
        trail = ""

        def run(line: str) -> Called:
            words = shlex.split(line)[1:]
            for shown, own in (
                ("https://example.org/news", site.url),
                ("https://example.org/", site.url),
                ("https://shop.example/boat", f"{site.url}shop"),
                ("TRAIL", trail),
                ("harbour", "ferry"),
            ):
                words = [word.replace(shown, own) for word in words]
            if words[0] == "run":
                words.append("--once")
            return call(capfdbinary, *words, "--allow-private") if words[0] != "quick" else call(capfdbinary, *words)

        failed = []
        for line in listed:
            name = line.split()[1]
            if name == "serve":
                continue  # looked at below: it does not end by itself
            if name == "quick":
                for version, file in (("@~1", "old.html"), ("@latest", "new.html")):
                    assert run(f"pagestrata show {site.url}{version} --format html -o {file}").code == 0
            if "page.warc.gz" in line:
                assert run("pagestrata export --warc -o page.warc.gz").code == 0
            done = run(line)
            if done.code not in OTHERS.get(name, {0}) and name not in MISSING:
                failed.append((line, done.code, done.err[-300:]))
            if name == "follow" and not trail:
                trail = done.text.split()[0] if not done.text.startswith("{") else done.json["id"]
            if name == "visit":  # the page changes, and then only what does not matter
                for changes in (("new headline", "price"), ("clock", "view counter")):
                    site.apply(*changes)
                    assert run(line).code == 0
        assert failed == []

        with running(tmp_path / "archive") as (address, _), new_page() as page:
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            page.goto(address)
            expect(page.get_by_text("No pages are watched yet")).to_have_count(0)
            for url in (site.url, f"{site.url}shop"):
                page.goto(f"{address}/page?url={url}")
                expect(page.locator("main")).to_contain_text("First version")
