"""Pictures of every screen of the web application, to be looked at: `make screens`.

    python tests/screens.py build/screens [NAME ...] [--archive FOLDER]

An archive of the demo newspaper is made first, in which one visit a day was made; with --archive it stays in that folder, and
is not made again the next time. Each screen is opened in a wide window,
in a small one and in one as wide as a phone, light and dark. What the browser complains about, what is wider than its
window and what moves while a screen opens is printed, and is the exit status.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page

from browsing import new_browser
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.notifications import add_rule
from pagestrata.app.planning.planning import Planner
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.demo.site import ChangingSite
from pagestrata.store.archive import Archive
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role, add_user
from regrouped_pages import URL as REGROUPED
from regrouped_pages import keep_regrouped
from visits import visit_page
from web_fixtures import running

WIDTHS = (1440, 1024, 390)
SCHEMES = ("light", "dark")
WINDOW_HEIGHT = 900
TALLEST = 2600  # of a picture: what is below is more of the same
MOST_SHIFT = 0.05  # Chromium calls a cumulative layout shift below .1 good
PATIENCE_MS = 60_000
PAGES = {"": "The Aldermouth Post", "shop": "Harbour shop", "article/ferry": "Ferry line reopens"}
PASSWORD = "a long password"
EMPTY_SCREENS = {"empty": "/", "empty-reports": "/reports", "empty-plan": "/plan", "empty-health": "/settings/health"}
SHIFTS = """() => new Promise(done => {
  let sum = 0;
  const moved = new Set();
  const count = each => {
    if (each.hadRecentInput) return;
    sum += each.value;
    each.sources.forEach(({node}) => moved.add(node?.closest?.("[class]")?.getAttribute("class") ?? node?.nodeName ?? "gone"));
  };
  new PerformanceObserver(list => list.getEntries().forEach(count)).observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => done([sum, [...moved].join(", ")])));
})"""


def main(target: Path, wanted: list[str], archive: Path | None = None) -> int:
    """Make the pictures; how many screens have something to be mended."""
    target.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="pagestrata-screens-") as folder,
        ChangingSite() as site,
        new_browser() as browser,
    ):
        kept, full, empty = archive or Path(folder) / "kept", Path(folder) / "full", Path(folder) / "empty"
        if not kept.exists():
            fill(kept)
        shutil.copytree(kept, full)
        problems = list(_pictures(browser, empty, EMPTY_SCREENS, target, wanted))
        with Session(archive=full) as session:
            screens = screens_of(session.archive) | {"add-blocks": f"/add?url={site.url}"}
        problems += _pictures(browser, full, screens, target, wanted)
        problems += _pictures(browser, full, {"login": "/login", "refused": "/login"}, target, wanted, users=True)
    for problem in problems:
        print(problem)
    print(f"pictures are in {target}; {len(problems)} to be mended")
    return len(problems)


def fill(folder: Path) -> None:
    """The demo newspaper as if it had been visited once a day until now: three pages, a price, a rule, a mark."""
    with ChangingSite() as site, Session(archive=folder, allow_private=True) as session:
        archive, steps = session.archive, site.scenario()
        first_day = datetime.now(UTC) - timedelta(days=len(steps))
        for path, title in PAGES.items():
            watch_for(archive, f"{site.url}{path}", {"title": title, "tags": ["news"] if path != "shop" else ["shop"]})
        for day, (_, change) in enumerate(steps):
            change()
            for path in PAGES:
                seen = replace(session.snapshot(f"{site.url}{path}"), captured_at=first_day + timedelta(days=day))
                made = visit_page(archive, seen)
                if day == 0 and not path:
                    trail = add_trail(
                        archive, seen, Choice(css=".price"), url=site.url, version=made.version, name="Ferry ticket"
                    )
        channel = f"file:{folder / 'messages.jsonl'}"
        add_rule(archive, trail.id, channel=channel, conditions={"above": 20}, now=datetime.now(UTC))
        watch_for(archive, f"{site.url}gone", {"title": "A page that was taken away"})
        keep_regrouped(archive)
        Planner().replan(archive, now=datetime.now(UTC))
        admin = Person(name="you", role=Role.ADMIN, way="loopback")
        make_token(archive, admin, label="Backup of the shop", scope="read", now=datetime.now(UTC))


def screens_of(archive: Archive) -> dict[str, str]:
    """Name -> address of every screen of an archive that `fill` made."""
    url = min((watch.url for watch in archive.watches.all()), key=len)
    versions = archive.versions.of(url)
    moved = versions[-3] if len(versions) > 3 else versions[-1]
    before = versions[versions.index(moved) - 1]
    new, old = versions[-1], versions[-2]
    leaf = next(leaf.ref for leaf in archive.contents.tree(old).leaves() if leaf.text)
    (trail,) = archive.trails.of(url)
    compared = f"/compare/{before.id}/{moved.id}"
    whole, divided = archive.versions.of(REGROUPED)
    return {
        "pages": "/",
        "pages-rows": "/?view=rows",
        "pages-none": "/?q=nothing+like+this",
        "pages-chosen": "/",
        "keys": compared,
        "add": "/add",
        "everything": "/archive",
        "edit": f"/watches/{min(archive.watches.all(), key=lambda watch: len(watch.url)).id}/edit",
        "edit-many": "/",
        "steps": f"/watches/{min(archive.watches.all(), key=lambda watch: len(watch.url)).id}/steps",
        "page": f"/page?url={url}",
        "page-visits": f"/page?url={url}&show=visits",
        "page-faults": f"/page?url={url}gone&show=faults",
        "page-heat": f"/page?url={url}&show=heat",
        "version": f"/versions/{new.id}",
        "version-picture": f"/versions/{new.id}?show=picture",
        "compare": compared,
        "compare-slider": f"{compared}?mode=slider&change=1",
        "compare-overlay": f"{compared}?mode=overlay&change=1",
        "compare-blink": f"{compared}?mode=blink&change=1",
        "compare-redesign": f"/compare/{old.id}/{new.id}?change=1",
        "compare-first-last": f"/compare/{versions[0].id}/{new.id}",
        "compare-regrouped": f"/compare/{whole.id}/{divided.id}?change=2",
        "pick": f"/pick/{old.id}?block={leaf}",
        "correct": f"/pick/{old.id}?block={leaf}&correct={trail.id}",
        "trail": f"/trails/{trail.id}",
        "version-block": f"/versions/{old.id}?show=picture&block={leaf}",
        "search-start": "/search",
        "search": "/search?q=ferry",
        "search-none": "/search?q=xylophone",
        "ask-start": "/ask",
        "ask": "/ask?q=text",
        "reports": "/reports",
        "plan": "/plan",
        "settings": "/settings",
        "retention": "/settings/retention?rule=thin+1d:7d",
        "channels": "/settings/channels",
        "tokens": "/settings/tokens",
        "health": "/settings/health",
        "machine": "/settings/machine",
        "users": "/users",
        "account": "/account",
        "api": "/api/v1",
        "error": "/nowhere",
    }


def _pictures(
    browser: Browser, folder: Path, screens: Mapping[str, str], target: Path, wanted: list[str], *, users: bool = False
) -> Iterator[str]:
    chosen = {name: path for name, path in screens.items() if not wanted or name in wanted}
    if not chosen:
        return
    with running(folder, open_demo=lambda: Session(archive=folder, allow_private=True)) as (address, context):
        if users:
            add_user(context.archive, "ada", PASSWORD, Role.ADMIN, now=datetime.now(UTC))
            add_user(context.archive, "eve", PASSWORD, Role.VIEWER, now=datetime.now(UTC))
        for width in WIDTHS:
            for scheme in SCHEMES:
                page = browser.new_page(
                    viewport={"width": width, "height": WINDOW_HEIGHT},
                    color_scheme=scheme,  # type: ignore[arg-type]
                )
                for name, path in chosen.items():
                    file = target / f"{name}-{width}-{scheme}.png"
                    yield from (f"{file.stem}: {said}" for said in _picture(page, f"{address}{path}", name, file))
                page.close()


def _log_in_as_viewer(page: Page) -> None:
    """A viewer asks for what viewers may not see."""
    page.get_by_label("Name").fill("eve")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_load_state("load")
    page.goto(page.url.partition("/login")[0].rstrip("/") + "/settings")


def _look_at_page(page: Page) -> None:
    page.get_by_role("button", name="Open page").click()
    page.locator(".blocks__picture").wait_for()
    _choose_price(page)


def _choose_price(page: Page) -> None:
    """Choose the price of the ferry by its words, once every element can be pointed at."""
    page.locator("[data-elements-state]", has_text="elements to point at").wait_for()
    page.locator("#find").fill("€ ")
    page.locator("#find").press("Enter")
    page.locator(".picked__number").wait_for()


def _edit_many(page: Page) -> None:
    for box in page.locator(".pick").all()[:3]:
        box.check()
    page.get_by_role("button", name="Edit…").click()
    page.get_by_role("heading", name="Edit 3 pages").wait_for()


STEPS: Mapping[str, Callable[[Page], object]] = {
    "refused": _log_in_as_viewer,
    "keys": lambda page: page.keyboard.press("?"),
    "pages-chosen": lambda page: page.locator(".pick").first.check(),
    "add-blocks": _look_at_page,
    "edit-many": _edit_many,
    "pick": _choose_price,
    "correct": _choose_price,
}
"""What somebody does on a screen before its picture is taken."""


def _picture(page: Page, address: str, name: str, file: Path) -> list[str]:
    """Open a screen and keep its picture; what is wrong with it."""
    said: list[str] = []
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address, wait_until="load")
    if name in STEPS:
        STEPS[name](page)
    page.wait_for_function("() => !document.querySelector('[aria-busy=true], .htmx-request')")
    shift, moved = page.evaluate(SHIFTS)
    page.evaluate("() => { document.querySelectorAll('img').forEach(each => each.loading = 'eager'); scrollTo(0, 0); }")
    page.evaluate("() => Promise.all([...document.images].map(each => each.decode().catch(() => {})))")
    if shift > MOST_SHIFT:
        said.append(f"moves while it opens ({shift:.2f}: {moved})")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        said.append(f"is {wide} pixels wider than the window")
    height = min(TALLEST, page.evaluate("() => document.documentElement.scrollHeight"))
    width = page.viewport_size["width"] if page.viewport_size else WIDTHS[0]
    page.screenshot(path=file, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": max(height, 600)})
    if name == "refused":
        page.context.clear_cookies()
    return said


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("target", type=Path, help="the folder of the pictures")
    reader.add_argument("names", nargs="*", help="only these screens")
    reader.add_argument("--archive", type=Path, help="make the archive here, or use the one that is here")
    given = reader.parse_args()
    sys.exit(min(1, main(given.target, given.names, given.archive)))
