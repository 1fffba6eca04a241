"""What is exported here is shown by pywb, the replay tool that most web archives use."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archived_site import STYLE, TEXTS, TIMES, URL, archived_site, page, picture
from browsing import new_page
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.replay.export_warc import chosen_versions, export_warc
from pywb_server import find_pywb, manage, pywb

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    find_pywb()
    folder: Path = tmp_path_factory.mktemp("pywb")
    warc, wacz = folder / "out.warc.gz", folder / "out.wacz"
    with archived_site(folder / "archive") as archive:
        with warc.open("wb") as file:
            list(export_warc(archive, chosen_versions(archive), file, filename=warc.name, software="test"))
        with wacz.open("wb") as file:
            export_wacz(
                archive, chosen_versions(archive), file, software="test", created=datetime(2026, 2, 1, tzinfo=UTC)
            )
    for name, file in (("warc", [str(warc)]), ("wacz", ["--unpack-wacz", str(wacz)])):
        manage(folder, "init", name)
        manage(folder, "add", *file[:-1], name, file[-1])
    with pywb(folder) as found:
        yield found


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
    return body


@pytest.mark.parametrize("collection", ["warc", "wacz"])
def test_every_version_comes_back_byte_for_byte(address, collection):
    for day, time in enumerate(TIMES):
        assert fetch(f"{address}/{collection}/{time}id_/{URL}") == page(TEXTS[day])
        assert fetch(f"{address}/{collection}/{time}id_/{URL}s.css?b=1&a=2") == STYLE
        assert fetch(f"{address}/{collection}/{time}id_/http://cdn.site.test/i.png") == picture(day)


@pytest.mark.parametrize("collection", ["warc", "wacz"])
def test_screenshots_and_texts_are_found(address, collection):
    assert fetch(f"{address}/{collection}/{TIMES[0]}id_/urn:view:{URL}").startswith(b"\x89PNG")
    assert fetch(f"{address}/{collection}/{TIMES[1]}id_/urn:text:{URL}").decode() == "\n".join(TEXTS[1])


@pytest.mark.browser
@pytest.mark.parametrize("collection", ["warc", "wacz"])
def test_a_browser_sees_the_page_in_pywb(address, collection):
    with new_page() as opened:
        for day, time in enumerate(TIMES):
            opened.goto(f"{address}/{collection}/{time}/{URL}")
            shown = opened.frame_locator("iframe#replay_iframe").locator("p")
            shown.first.wait_for()
            assert shown.all_inner_texts() == TEXTS[day]
            assert shown.first.evaluate("p => getComputedStyle(p).color") == "rgb(1, 2, 3)"
