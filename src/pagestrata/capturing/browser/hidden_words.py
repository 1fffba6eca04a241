"""Pages that show next to nothing: forums whose text stands in `<noscript>`, and pages whose loading never got that far."""

from __future__ import annotations

import re
from dataclasses import replace

from pagestrata.model.snapshot import Snapshot

FEW_WORDS = 10
"""Words of an all but empty rendering."""
MANY_WORDS = 60
"""Words that its source has at least."""
MOST_BYTES = 2_000_000
"""Of the source that are read."""
CUT_SHORT = "loading stopped at its cap"
"""How the note begins that a page has whose loading did not end in time."""
NOTE = "with scripts the page shows next to nothing: it was taken without them"
_UNREAD = re.compile(rb"<(script|style|template)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.I | re.S)
"""What is not closed reaches to the end, as in browsers; a search that failed at each `<!--` would take the square."""
_TAG = re.compile(rb"<[^<>]*>")
_BODY = re.compile(rb"<body\b", re.I)


def hides_its_words(snapshot: Snapshot) -> bool:
    """Whether a page that was taken with scripts may show more without them."""
    if snapshot.nodes is None or snapshot.status >= 400 or not snapshot.responses:
        return False
    if shows_nothing_yet(snapshot):
        return True
    if _shown_words(snapshot) > FEW_WORDS:
        return False
    return _source_words(snapshot.responses[0].body[:MOST_BYTES]) >= MANY_WORDS


def shows_nothing_yet(snapshot: Snapshot) -> bool:
    """Whether the loading of a page was cut short before it showed a word or a picture: such a page is not captured."""
    return any(note.startswith(CUT_SHORT) for note in snapshot.notes) and _shows_nothing(snapshot)


def with_words(taken: Snapshot, plain: Snapshot) -> Snapshot:
    """The rendering without scripts where it shows more, and says so; else the one that was taken first."""
    if shows_nothing_yet(taken):
        is_more = plain.nodes is not None and not _shows_nothing(plain)
    else:
        is_more = _shown_words(plain) >= MANY_WORDS // 2
    return replace(plain, notes=(*plain.notes, NOTE)) if is_more else taken


def _shows_nothing(snapshot: Snapshot) -> bool:
    nodes = snapshot.nodes
    return nodes is not None and not _shown_words(snapshot) and not any(nodes.visible[row] for row in nodes.images)


def _shown_words(snapshot: Snapshot) -> int:
    nodes = snapshot.nodes
    if nodes is None:
        return 0
    shown = (nodes.is_text & nodes.visible).nonzero()[0].tolist()
    return sum(len(nodes.text[row].split()) for row in shown)


def _source_words(body: bytes) -> int:
    """Words in the body of a source, those for browsers without scripts included."""
    begin = _BODY.search(body)
    text = _UNREAD.sub(b" ", body[begin.start() if begin else 0 :])
    return len(_TAG.sub(b" ", text).split())
