"""One sentence of a page changes (phrases.json): does a person who watches the page want to know?

    python -m benchmarks.quality phrases

Each sentence is put into two pages of a town's news site, one that says by its tags what its parts are and one that is made
of nothing but `div`s; only the sentence changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from benchmarks.pages import Renderer, require_data
from benchmarks.quality.made_pages import Case, Result, verdict
from benchmarks.quality.second_pages import turns

STORIES = (
    ("Council approves the new harbour bridge", "The town council voted on Monday to build a second bridge over the"
     " harbour. Work is planned to begin after the winter, and ferries will keep running while it lasts."),
    ("School garden wins a national prize", "Pupils of the northern primary school spent two years turning a car park"
     " into a garden. The jury praised the patience of everyone who carried soil."),
    ("Orchestra moves into the old customs house", "After a long search the chamber orchestra has found a home. The"
     " hall seats three hundred people and keeps the wooden ceiling of the original building."),
)  # fmt: skip
STYLE = (
    "body{font:16px/1.5 sans-serif;margin:0;color:#222}.page{width:1100px;margin:0 auto}.top{background:#134;color:#fff;"
    "padding:12px}.top a{color:#fff;margin-right:16px}.cols{display:flex;gap:32px}.left{width:740px}.right{width:300px;"
    "background:#f4f4f4;padding:12px}.meta{color:#777;font-size:13px}.end{border-top:1px solid #ccc;margin-top:24px;"
    "padding:12px;font-size:13px}table{border-collapse:collapse}td{border:1px solid #ccc;padding:4px 12px}"
)
MENU = "".join(f'<a href="/{name.lower()}">{name}</a>' for name in ("Home", "News", "Sport", "Culture", "Contact"))
PLACES = ("header", "meta", "article", "table", "sidebar", "footer")


def page(where: str, sentence: str, *, tags: bool = True) -> str:
    """A page with the sentence at one place."""
    said = {place: f"<p>{escape(sentence)}</p>" if place == where else "" for place in PLACES}
    if where == "meta":
        said["meta"] = f'<p class="meta">{escape(sentence)}</p>'
    if where == "table":
        words = escape(sentence).split()
        rows = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in zip(words[::2], words[1::2], strict=False))
        said["table"] = f"<h3>Figures</h3><table>{rows}</table>"
    first, *others = [f"<h2>{title}</h2>{{}}<p>{text}</p>" for title, text in STORIES]
    stories = [first.format(said["meta"]) + said["article"] + said["table"], *(other.format("") for other in others)]
    header, main, aside, footer, nav, article = (
        ("header", "main", "aside", "footer", "nav", "article") if tags else ("div",) * 6
    )
    body = "".join(f"<{article}>{story}</{article}>" for story in stories)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Harbour News</title><style>{STYLE}</style><body>'
        f'<{header} class="top"><div class="page"><b>Harbour News</b> {said["header"]}<{nav}>{MENU}</{nav}></div></{header}>'
        f'<div class="page cols"><{main} class="left">{body}</{main}><{aside} class="right"><h3>Around the town</h3>'
        f'{said["sidebar"]}<p>The library opens its reading room to everyone.</p><p>The market is in the square.</p></{aside}>'
        f'</div><{footer} class="end"><div class="page">{said["footer"]}<p>Harbour News, Quay 1. All rights reserved.</p>'
        f"</div></{footer}></body></html>"
    )  # fmt: skip


def cases_of(group: str, sentences: Iterable[Mapping[str, str]]) -> Iterator[Case]:
    """Every sentence in both pages."""
    for case in sentences:
        for tags in (True, False):
            old, new = (page(case["where"], case[side], tags=tags) for side in ("old", "new"))
            said = f"{case['where']}: {case['old']!r} -> {case['new']!r}"
            fact = case["label"] == "dissimilar"
            is_turning = not fact and turns(case["old"], case["new"])
            yield Case(group, fact, old, new, said, old if is_turning else None)


def all_cases() -> Iterator[Case]:
    yield from cases_of("phrases", json.loads((require_data() / "phrases.json").read_text()))


def judged() -> list[Result]:
    with Renderer() as renderer:
        decided = [(case, verdict(renderer, case.old_html, case.new_html)) for case in all_cases()]
    return [Result(case, not decision.similar, str(next(iter(decision.reasons), ""))) for case, decision in decided]


def measure() -> dict[str, float]:
    results = judged()
    matter = [result.right for result in results if result.case.matters]
    noise = [result.right for result in results if not result.case.matters]
    return {"recall of what matters": sum(matter) / len(matter), "noise left alone": sum(noise) / len(noise)}


def main() -> None:
    for result in judged():
        print(f"{'right' if result.right else 'WRONG'} {result.case.said}: {result.why}")


if __name__ == "__main__":
    main()
