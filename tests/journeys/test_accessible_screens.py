"""Every screen can be read by everybody: axe finds nothing serious, light and dark, and nothing is wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as TookTooLong

from archived_site import URL
from archives import add_entry
from browsing import new_browser
from pagestrata.model.records import Trail, TrailEntry
from web_fixtures import running, site_archive

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text("utf-8")
SCREENS = (
    "/", "/?view=rows", "/?q=nothing", "/add", "/search", "/search?q=harbour", "/search?q=xylophone", "/ask",
    "/ask?q=text", "/reports", "/reports?since=2020-01-01&until=2020-01-02", "/plan", "/page?url={url}",
    "/page?url={url}&show=visits", "/page?url={url}&show=faults", "/page?url={url}&show=heat", "/versions/{new}",
    "/versions/{new}?show=picture&block=1.1", "/compare/{old}/{new}", "/compare/{old}/{new}?mode=slider",
    "/compare/{old}/{new}?mode=overlay", "/compare/{old}/{new}?mode=blink", "/pick/{new}", "/pick/{new}?block=1.1",
    "/pick/{new}?block=1.1&correct=t1", "/trails/t1", "/settings", "/settings/retention?rule=thin+1d:7d",
    "/settings/channels", "/settings/tokens", "/settings/health", "/settings/machine", "/users", "/account", "/api/v1",
    "/nowhere", "/watches/{watch}/edit", "/watches/{watch}/steps", "/archive",
)  # fmt: skip
EMPTY_SCREENS = ("/", "/search", "/reports", "/plan", "/settings/channels", "/settings/health")


BY_COLOUR: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What axe finds in one colour scheme and not in the other; the rest is the same in both."""
BY_LAYOUT: dict[str, Any] = {
    "runOnly": {
        "type": "rule",
        "values": [
            *BY_COLOUR["runOnly"]["values"], "aria-hidden-focus", "button-name", "empty-table-header", "label", "link-name",
            "nested-interactive", "scrollable-region-focusable", "select-name", "summary-name", "target-size",
        ],
    }
}  # fmt: skip
"""What axe finds in one width and not in another: what is hidden, scrolled, stacked or moved together there."""
WIDTHS = (1024, 390)
"""Besides the large window."""
COLOURS_ARE_THERE = """() => Promise.allSettled(
  document.getAnimations().filter(each => each instanceof CSSTransition).map(each => each.finished))"""
UNREACHABLE = """() => {
  const shown = each => each.checkVisibility({visibilityProperty: true}) && !each.closest("[aria-hidden=true], svg");
  const asked = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [onclick]")];
  const lost = asked.filter(each => shown(each) && each.type !== "hidden" && each.tabIndex < 0);
  return lost.map(each => each.outerHTML.slice(0, 120));
}"""
UNTOUCHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.disabled && !each.closest("[aria-hidden=true], svg"))
  .filter(each => getComputedStyle(each).pointerEvents === "none")
  .map(each => each.outerHTML.slice(0, 120))"""
NAMELESS = """() => [...document.querySelectorAll("button, a[href]")]
  .filter(each => each.checkVisibility() && !each.closest("[aria-hidden=true]"))
  .filter(each => !(each.textContent.trim() || each.getAttribute("aria-label")))
  .map(each => each.outerHTML.slice(0, 120))"""


def serious(page: Page, kinds: Sequence[tuple[str, Any]] = (("light", {}), ("dark", BY_COLOUR))) -> list[str]:
    """What axe says would keep somebody from using the screen, by colour scheme."""
    page.evaluate(AXE)
    found: list[str] = []
    for scheme, only in kinds:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(COLOURS_ARE_THERE)
        answer = page.evaluate("only => axe.run(document, {resultTypes: ['violations'], ...only})", only)
        found += [
            f"{scheme} {each['id']}: {each['nodes'][0]['html'][:160]}"
            for each in answer["violations"]
            if each["impact"] in {"serious", "critical"}
        ]
    return found


def problems_of(page: Page, address: str, paths: Sequence[str]) -> dict[str, list[str]]:
    """What is wrong with each screen in three widths, and what nothing reaches or nobody named."""
    problems = {}
    for path in paths:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{address}{path}")
        found = [
            *serious(page),
            *(f"not reached by keyboard: {each}" for each in page.evaluate(UNREACHABLE)),
            *(f"not reached by mouse: {each}" for each in page.evaluate(UNTOUCHABLE)),
            *(f"without a name: {each}" for each in page.evaluate(NAMELESS)),
        ]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            found += [f"{width} wide: {each}" for each in serious(page, [("light", BY_LAYOUT)])]
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                found.append(f"wider than {width}")
        if found:
            problems[path] = found
    return problems


def followed_archive(folder: Path) -> list[str]:
    """An archive with a followed block; the addresses of its screens."""
    with site_archive(folder) as archive:
        old, new = archive.versions.of(URL)[-2:]
        archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={}))
        for version in (old, new):
            entry = {"found_at": version.captured_at, "version": version.id, "state": "found", "confidence": 0.9}
            add_entry(archive, "t1", TrailEntry(**entry, text="boats at 10"))
        watch = archive.watches.of(URL)
        assert watch is not None
    return [path.format(url=URL, old=old.id, new=new.id, watch=watch.id) for path in SCREENS]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with new_browser() as made:
        yield made


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    made = browser.new_page()
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """The address of an application that tests only look at, and its screens."""
    folder = tmp_path_factory.mktemp("screens")
    paths = followed_archive(folder)
    with running(folder) as (address, _):
        yield address, paths


def test_nothing_serious_is_found_on_any_screen_and_a_keyboard_reaches_everything(screens, page):
    address, paths = screens
    assert problems_of(page, address, paths) == {}


def test_nothing_serious_is_found_where_there_is_nothing_to_show_or_somebody_logs_in(tmp_path, page):
    with running(tmp_path, start_key="key") as (address, context):
        assert problems_of(page, address, EMPTY_SCREENS) == {}
        object.__setattr__(context, "needs_login", True)
        assert problems_of(page, address, ["/login", "/first?key=key"]) == {}


def test_dialogs_menus_and_chosen_rows_can_be_read_and_reached_by_keyboard(screens, page):
    address, shown = screens
    paths = {path.partition("/")[2].partition("/")[0]: path for path in shown}
    page.goto(address, wait_until="load")
    page.locator(".pick").first.check()
    assert serious(page) == []
    page.get_by_role("button", name="Edit…").click()
    page.get_by_role("heading", name="Edit 1 page").wait_for()
    assert serious(page) == []
    page.goto(address, wait_until="load")
    page.locator(".pick").first.check()
    page.keyboard.press("?")
    page.locator("#keys[open] dd").first.wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.locator("#keys").wait_for(state="hidden")
    page.goto(f"{address}{paths['versions']}", wait_until="load")
    page.locator("summary", has_text="Download").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "HTML as received"
    assert serious(page) == []


PRESSED = {"space": " ", "↑": "ArrowUp", "↓": "ArrowDown"}
"""Names of keys in the list, and what a keyboard calls them."""
BEFORE = {"x": "j", "m": "j", "n": "j", "Enter": "j", "↓": "↑"}
"""Keys that are about something chosen, and what chooses it."""
WITH_KEYS = ("/?view", "/search", "/page", "/versions", "/compare", "/pick", "/trails")
DEAD_MS = 10_000
ELEMENT_OF = """key => {
  const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.cloneNode(true);
  found?.removeAttribute("aria-current");
  return found?.outerHTML ?? "";
}"""
STATE = "() => location.href + document.body.outerHTML + document.querySelectorAll(':focus')[0]?.outerHTML"


def listed_keys(page: Page) -> dict[str, str]:
    """The keys that a screen lists, and the element that each stands for, '' where a script listens to it."""
    page.keyboard.press("?")
    listed = page.locator("#keys[open] kbd").all_inner_texts()
    page.keyboard.press("Escape")
    page.locator("#keys").wait_for(state="hidden")
    return {key: page.evaluate(ELEMENT_OF, key) for key in listed}


def is_dead(page: Page, address: str, key: str) -> bool:
    """Whether a key leaves a screen as it is, apart from the one that would lead to where one is."""
    page.goto(address, wait_until="load")
    page.locator("body").click(position={"x": 2, "y": 2})  # nothing is typed into
    if page.locator(f'[data-key="{key}"][aria-current]').count():
        return False
    if key in BEFORE:
        page.keyboard.press(PRESSED.get(BEFORE[key], BEFORE[key]))
    before = page.evaluate(STATE)
    page.keyboard.press(PRESSED.get(key, key))
    try:
        page.wait_for_function(f"before => ({STATE})() !== before", arg=before, timeout=DEAD_MS)
    except TookTooLong:
        return True
    return False


def to_press(listed: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
    """Every screen with its keys; one that stands for the same element on several forms of a screen is pressed on one of them."""
    wanted: dict[tuple[str, ...], tuple[str, str]] = {}
    for path, keys in listed.items():
        for key, element in keys.items():
            screen = path.partition("?")[0] if element else path
            wanted.setdefault((screen, key, element), (path, key))
    return list(wanted.values())


def test_every_key_that_a_screen_lists_does_something_there(tmp_path, page):
    paths = [path for path in followed_archive(tmp_path) if path.startswith(WITH_KEYS) or path == "/"]
    listed: dict[str, dict[str, str]] = {}
    with running(tmp_path) as (address, _):  # keys mark changes and follow blocks
        for path in paths:
            page.goto(f"{address}{path}", wait_until="load")
            listed[path] = listed_keys(page)
        dead = [(path, key) for path, key in to_press(listed) if is_dead(page, f"{address}{path}", key)]
    assert dead == []
    assert {"a", "/", "r", "j", "k", "x", "Enter"} <= set(listed["/"])
    compared = next(path for path in paths if path.startswith("/compare") and "?" not in path)
    assert {"1", "2", "3", "4", "j", "k", "m", "n", "x", "M", "N", "z"} <= set(listed[compared])


def test_keys_wait_while_somebody_reads_what_they_do(screens, page):
    address, paths = screens
    page.goto(f"{address}{next(path for path in paths if path.startswith('/page?'))}", wait_until="load")
    page.keyboard.press("?")
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    page.locator("#keys").wait_for(state="hidden")
    assert "/page" in page.url
    page.keyboard.press("c")
    page.wait_for_url("**/compare/**")


def test_tabs_that_do_not_fit_a_phone_are_scrolled_to_the_chosen_one(screens, page):
    page.set_viewport_size({"width": 320, "height": 844})
    page.goto(f"{screens[0]}/settings/health", wait_until="load")
    tabs = [tab.bounding_box() for tab in page.locator(".tabs a").all()]
    assert len({round(tab["y"]) for tab in tabs}) == 1
    assert tabs[-1]["x"] + tabs[-1]["width"] <= 320


def test_what_is_printed_from_a_dark_screen_is_dark_on_white(screens, page):
    address, paths = screens
    page.emulate_media(media="print", color_scheme="dark")
    for path in ("/reports", next(path for path in paths if path.startswith("/compare"))):
        page.goto(f"{address}{path}", wait_until="load")
        page.evaluate("() => document.documentElement.dataset.theme = 'dark'")
        panel = page.locator(".panel, .tile").first
        assert panel.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(255, 255, 255)"
        assert not page.locator(".top").is_visible()
        assert not page.locator(".tools").is_visible()


def test_a_page_that_arrives_in_parts_does_not_move_what_is_there(screens, page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{screens[0]}/page?url={URL}")
    whole = page.locator(".twin > .panel").first.bounding_box()
    page.evaluate("() => document.querySelector('.twin > .panel:last-child').remove()")
    part = page.locator(".twin > .panel").first.bounding_box()
    assert whole is not None
    assert part is not None
    assert (part["x"], part["y"], part["width"]) == (whole["x"], whole["y"], whole["width"])


def test_a_row_of_the_history_fits_a_phone(screens, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{screens[0]}/page?url={URL}")
    rows = page.locator(".table tbody tr")
    assert max(rows.nth(number).bounding_box()["height"] for number in range(rows.count())) < 120
    assert page.locator(".table").evaluate("each => each.scrollWidth <= each.parentElement.clientWidth")


def test_the_test_can_fail(page):
    page.set_content("<main><img src=x><button></button><p style='color:#eee;background:#fff'>pale</p></main>")
    found = serious(page)
    assert any(each.startswith("light image-alt") for each in found)
    assert any(each.startswith("light color-contrast") for each in found)
    assert any(each.startswith("dark color-contrast") for each in found)
    assert page.evaluate(NAMELESS)
    page.set_content("<div style='pointer-events: none'><a href='/'>Edit</a></div>")
    assert page.evaluate(UNTOUCHABLE) == ['<a href="/">Edit</a>']
