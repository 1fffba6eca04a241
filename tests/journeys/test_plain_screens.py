"""Screens say what they know in plain words: nothing that only the program's own code calls by that name."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from archives import add_entry
from compared_pages import URL, visited_archive
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.web.context import WebContext
from web_fixtures import NOW, client_of

INNER = re.compile(
    r"\brefill\b|\bHEURISTIC|\bblock \d+(\.\w+)+|\burgency\b|\bimportance \d|\bE [=:] ?\d|\bsimilar(ity)? 0\.|\bapm\b|"
    r"\b\d\.\d+e[+-]\d|(?-i:\bNone\b)|\bref\b|\bsilent:|^other$|\bby importance\b|->|\b\d+ (min|mo|h|d|y) ago\b",
    re.IGNORECASE,
)


class Seen(HTMLParser):
    """What a person reads or hears: texts, titles and labels, not scripts and addresses."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"script", "style"}
        self.words += [
            value for name, value in attrs if name in {"title", "aria-label", "placeholder", "alt"} and value
        ]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)


def test_no_screen_uses_inner_words(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        watch_for(archive, URL, {"title": "The Herald", "paused": False})
        Planner().replan(archive, now=NOW)
        versions = archive.versions.of(URL)
        old, new = versions[-2:]
        block = next(leaf.ref for leaf in archive.contents.tree(new).leaves() if "Ferry" in leaf.text)
        archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={}))
        entry = {"found_at": new.captured_at, "version": new.id, "state": "found", "confidence": 0.9, "change": "text"}
        add_entry(archive, "t1", TrailEntry(**entry, text="boats at 10"))
        paths = [
            "/", "/?view=rows", "/archive", "/reports", "/plan", "/search?q=ferry", "/settings", "/settings/retention",
            f"/page?url={URL}", f"/page?url={URL}&show=visits", f"/page?url={URL}&show=heat",
            f"/versions/{new.id}", f"/compare/{old.id}/{new.id}", f"/compare/{versions[0].id}/{new.id}?show=all",
            f"/compare/{old.id}/{new.id}/effect?block={block}", f"/watches/{archive.watches.of(URL).id}/edit",
            f"/pick/{new.id}", f"/pick/{new.id}?block={block}", "/trails/t1", "/settings/channels", "/add",
            "/ask?q=prices", "/users", "/settings/tokens", "/settings/health", "/plan/effects", "/account",
            f"/watches/{archive.watches.of(URL).id}/steps", f"/page?url={URL}&show=faults", f"/versions/{new.id}?show=picture",
        ]  # fmt: skip
        context = WebContext(archive=archive, clock=lambda: NOW)
        with client_of(context) as client:
            said = []
            for path in paths:
                answer = client.get(path)
                assert answer.status_code == 200, path
                seen = Seen()
                seen.feed(answer.text)
                said += [(path, found[0]) for words in seen.words for found in [INNER.search(words)] if found]
        context.jobs.shutdown(wait=True, cancel_futures=True)
    assert said == []


@pytest.mark.parametrize(
    "words",
    ["refill", "block 1.2099", "HEURISTIC-REJECT", "urgency", "importance 0.4", "4.13e+06", "5 min ago", "' -> '"],
)
def test_the_search_would_notice_them(words: str) -> None:
    assert INNER.search(f"it says {words} here")
