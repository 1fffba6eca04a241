"""The result of a quick comparison as text for a terminal, and as an HTML page with both sources side by side.

Everything from the compared pages is escaped; the HTML page runs no script and loads nothing.
"""

from __future__ import annotations

import difflib
import html
import re

from pagestrata.model.quick_result import QuickResult, SubtreePair

MOST_CHANGED = 200  # changed parts that the page shows
MOST_PIECES = 2_000  # pieces of source (tags and texts) that are compared inside one part

_PIECES = re.compile(r"<[^<>]*>|[^<]+|<")
_STYLE = """
body{font:14px/1.5 system-ui,sans-serif;margin:2em;color:#222;background:#fff} h2{font-size:1em;margin:2em 0 .5em}
table{border-collapse:collapse;width:100%;table-layout:fixed} td{vertical-align:top;border:1px solid #ddd;padding:.6em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:12px/1.5 ui-monospace,monospace}
del{background:#fdd;text-decoration:none} ins{background:#dfd;text-decoration:none} .less{color:#666}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}td{border-color:#444}del{background:#622}
ins{background:#262}.less{color:#999}}
"""


def quick_text(result: QuickResult) -> str:
    """The parts that changed, the least alike first, and what was ignored."""
    changed = sorted(changed_pairs(result), key=lambda pair: pair.similarity)
    lines = [_headline(result, len(changed))]
    lines += [f"{pair.similarity:9.4f}  {_place(pair)}" for pair in changed]
    if result.ignored:
        lines.append(f"not counted: {_ignored(result)}")
    return "\n".join(lines) + "\n"


def quick_html(result: QuickResult, old_name: str, new_name: str) -> str:
    """Both sources side by side, the changed parts marked."""
    changed = changed_pairs(result)
    parts = "".join(_section(pair) for pair in changed[:MOST_CHANGED])
    left = len(changed) - MOST_CHANGED
    more = f"<p class=less>{left} more changed parts are not shown" if left > 0 else ""
    ignored = (
        f"<p class=less>Not counted because it is invisible: {html.escape(_ignored(result))}" if result.ignored else ""
    )
    names = f"{html.escape(old_name)} → {html.escape(new_name)}"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{names}</title><style>{_STYLE}</style><h1>{names}</h1>"
        f"<p>{html.escape(_headline(result, len(changed)))}{ignored}{parts}{more}</html>\n"
    )


def changed_pairs(result: QuickResult) -> list[SubtreePair]:
    return [pair for pair in result.subtrees if pair.changed]


def _headline(result: QuickResult, changed: int) -> str:
    noun = "items" if result.kind == "feed" else "subtrees"
    if not result.changed:
        return f"nothing visible changed in {len(result.subtrees)} {noun}"
    return f"{changed} of {len(result.subtrees)} {noun} changed; similarity {result.similarity:.4f}"


def _place(pair: SubtreePair) -> str:
    if pair.old is None:
        return f"{pair.new} added"
    if pair.new is None:
        return f"{pair.old} removed"
    where = pair.old if pair.old == pair.new else f"{pair.old} -> {pair.new}"
    return f"{where} moved" if pair.moved else where


def _ignored(result: QuickResult) -> str:
    return ", ".join(f"{kind} ({count})" for kind, count in result.ignored.items())


def _section(pair: SubtreePair) -> str:
    old, new = _marked(pair.old_source, pair.new_source)
    title = html.escape(f"{_place(pair)}, similarity {pair.similarity:.4f}")
    return f"<h2>{title}</h2><table><tr><td><pre>{old}</pre><td><pre>{new}</pre></table>"


def _marked(old: str, new: str) -> tuple[str, str]:
    before, after = _PIECES.findall(old), _PIECES.findall(new)
    if max(len(before), len(after)) > MOST_PIECES:
        return html.escape(old), html.escape(new)
    steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    left = "".join(_piece(before[i:j], "del" if op != "equal" else "") for op, i, j, _, _ in steps)
    return left, "".join(_piece(after[k:m], "ins" if op != "equal" else "") for op, _, _, k, m in steps)


def _piece(pieces: list[str], tag: str) -> str:
    text = html.escape("".join(pieces))
    return f"<{tag}>{text}</{tag}>" if tag and text else text
