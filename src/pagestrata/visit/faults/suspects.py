"""Pages that look like an accident: asked again before they count.

Some faults cannot be told from a real change at one visit: an error as JSON with status 200, a shell whose script did not
come ('Loading …'), a cookie wall in the place of the page, a source that ends in the middle. Such a page is recorded as
the fault 'suspect'. What is still there after `LOOKS` such visits in a row is the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.faults.page_faults import LITTLE_LEFT, Fault, counted_words
from pagestrata.visit.plan import VisitPlan

LOOKS = 2
"""Suspect visits in a row after which the page counts."""
SHELL_WORDS = 8
WALL_WORDS = 120
MANY_WORDS = 60
"""Words that the last version has at least, where little is left."""
_TAIL_BYTES = 4_000
_MARKUP = ("html", "xhtml")
_LOADING = re.compile(
    r"^\W*(?:loading|please wait|lädt|laden|wird geladen|chargement|cargando|caricamento|загрузка|読み込み中|加载中)\b",
    re.I,
)
_CONSENT = re.compile(
    r"\b(?:cookies?|consent|gdpr|dsgvo|rgpd|privacy|datenschutz|einwilligung|consentement|privacidad|vie privée)\b",
    re.I,
)
_END = re.compile(rb"</(?:html|body)\s*>", re.I)

LastBody = Callable[[], tuple[bytes | None, str | None]]
"""Gives the source of the last version and its media type: read only where something looks odd."""


def suspect_of_page(plan: VisitPlan, state: PageState, snapshot: Snapshot, last_body: LastBody) -> Fault | None:
    """Why a page should be asked again before it counts; None for a page, and for what was asked often enough."""
    if state.last is None or state.tree is None or plan.force or plan.is_import or snapshot.status != 200:
        return None
    if len(state.history) >= LOOKS and all(visit.fault == "suspect" for visit in state.history[:LOOKS]):
        return None
    why = _other_type(snapshot, last_body) or _little_left(state, snapshot) or _cut_off(snapshot, last_body)
    return Fault(kind="suspect", why=f"{why}; it counts if it persists") if why else None


def _other_type(snapshot: Snapshot, last_body: LastBody) -> str:
    """A page that is suddenly something else: JSON, plain text, a picture."""
    now = snapshot.content_type or ""
    if not now or any(name in now for name in _MARKUP):
        return ""
    before = (last_body()[1] or "").partition(";")[0].strip().lower()
    return f"it was {before} and is {now} now" if any(name in before for name in _MARKUP) else ""


def _little_left(state: PageState, snapshot: Snapshot) -> str:
    """An empty shell, or a cookie wall, where a page with many words was."""
    nodes = snapshot.nodes
    if nodes is None or state.tree is None:
        return ""
    before = sum(counted_words(leaf.text) for leaf in state.tree.leaves())
    shown = [nodes.text[row] for row in (nodes.is_text & nodes.visible).nonzero()[0].tolist()[:WALL_WORDS]]
    text = " ".join(shown)
    words = counted_words(text)
    if before < MANY_WORDS or words > LITTLE_LEFT * before:
        return ""
    if words <= SHELL_WORDS and (not words or _LOADING.search(text)):
        return f"only {text[:60]!r} is left of {before} words"
    said_before = any(_CONSENT.search(leaf.text[:_TAIL_BYTES]) for leaf in state.tree.leaves())
    if words <= WALL_WORDS and len(_CONSENT.findall(text)) >= 2 and not said_before:
        return f"only a cookie notice is left of {before} words"
    return ""


def ends_in_the_middle(snapshot: Snapshot) -> bool:
    """Whether a source of HTML has no end, which some pages never have."""
    source = snapshot.responses[0].body if snapshot.responses else b""
    return "html" in (snapshot.content_type or "") and bool(source) and not _END.search(source[-_TAIL_BYTES:])


def _cut_off(snapshot: Snapshot, last_body: LastBody) -> str:
    """A source that ends in the middle, where the last one had an end."""
    if not ends_in_the_middle(snapshot):
        return ""
    now, before = snapshot.responses[0].body, last_body()[0] or b""
    if not _END.search(before[-_TAIL_BYTES:]) or len(now) >= len(before):
        return ""
    return f"its source ends in the middle ({len(now)} of about {len(before)} bytes)"
