"""Pages that stand in for another (soft 404s, maintenance, bot walls, logins, empty pages), and pages that only speak of such.

    python -m benchmarks.quality written_faults

Written for this, in some fifteen languages, in two halves: the rules may be changed by the half that is 'seen'. What was
missed of the half 'unseen' was printed while the rules were written, so that only its very first figure (19 of 40) is of
first sight. Each is held, without a browser, against a version that
said much more, and as a first visit, where only the title counts.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lxml import html as lxml_html

from pagestrata.formats.html.page_writer import PageWriter
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.visit.faults.page_faults import fault_of_page
from pagestrata.visit.plain_answers import of_response

PAGES = Path(__file__).parent / "data" / "fault_pages.json"
URL = "http://site.test/report"
NOW = datetime(2026, 5, 1, tzinfo=UTC)
UNSHOWN = frozenset({"script", "style", "noscript", "template", "head"})
WORDS_BEFORE = 400


def measure() -> dict[str, float]:
    """The shares of faults that are recognised, with their kind, and of innocent pages that are left alone."""
    pages = json.loads(PAGES.read_text(encoding="utf-8"))
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for page in pages:
        group = f"{page['half']}: {'faults recognised' if page['kind'] else 'innocent pages left alone'}"
        for name, state in (("", later()), (" at a first visit", PageState(url=URL))):
            found = fault_of_page(shown(page), state)
            is_right = (found.kind if found is not None else None) == page["kind"]
            total[group + name] += 1
            right[group + name] += is_right
            if not is_right and not name:
                print(f"{page['half']} {page['language']} {page['kind'] or 'innocent'}: {page['title']!r}", found)
    figures = {name: right[name] / total[name] for name in sorted(total)}
    print(*(f"{name}: {right[name]} of {total[name]}" for name in sorted(total)), sep="\n")
    return figures


def later() -> PageState:
    """A page whose last version said much."""
    last = Version(id="1", url=URL, captured_at=NOW, status=200, title="The report")
    return PageState(url=URL, last=last, tree=BlockTree(blocks=(Block(ref="1", text="word " * WORDS_BEFORE),), url=URL))


def shown(page: dict[str, Any]) -> Snapshot:
    """The page as a browser would show it, as far as faults are concerned."""
    writer = PageWriter(URL, kind="written", title=page["title"])
    for element in lxml_html.fragments_fromstring(page["body"], no_leading_text=False):
        _write(writer, element)
    nodes, _, height = writer.finished()
    source = f"<title>{page['title']}</title>{page['body']}"
    response = Response(url=URL, status=200, headers=(), body=source.encode(), resource_type="document")
    return replace(
        of_response(response, NOW),
        url=page.get("url", URL),
        title=page["title"],
        nodes=nodes,
        dom=source,
        page_size=(1000.0, height),
    )


def _write(writer: PageWriter, element: Any) -> None:
    if isinstance(element, str):
        writer.text(element.strip())
        return
    if element.tag not in UNSHOWN:
        with writer.element(element.tag, dict(element.attrib)):
            writer.text((element.text or "").strip())
            for child in element:
                _write(writer, child)
    writer.text((element.tail or "").strip())


if __name__ == "__main__":
    measure()
