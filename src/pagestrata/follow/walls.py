"""Pages that are not the page: a login form or a bot check in its place.

A block missing there is not lost, the follower was only not let in. So such a page is called out before any matching,
and nothing is learned from it.
"""

from __future__ import annotations

import re

from pagestrata.follow.page import nodes_of
from pagestrata.model.snapshot import Snapshot

REFUSED = frozenset({401, 403, 407, 429, 503})
WALL_WORDS_LIMIT = 250
"""A wall says little; a long page that mentions a captcha is an article about captchas."""
_BOT = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|verify (?:that )?you are|not a robot|just a moment|checking your browser|"
    r"access denied|unusual traffic|attention required|enable javascript and cookies|ddos protection|"
    r"pardon our interruption",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesi|password|passwort|mot de passe", re.IGNORECASE
)


def wall_reason(snapshot: Snapshot, *, expected_password_fields: int = 0) -> str | None:
    """Why this looks like a wall, or None. A page that always had a login form is not one."""
    nodes = nodes_of(snapshot)
    if snapshot.status in REFUSED:
        return f"the server answered {snapshot.status}"
    text = nodes.text_of(0)
    if len(text.split()) > WALL_WORDS_LIMIT:
        return None
    if _BOT.search(text) or _BOT.search(snapshot.title):
        return "the page asks whether a person is reading it"
    if password_fields(snapshot) > expected_password_fields and _LOGIN.search(text + " " + snapshot.title):
        return "the page asks to log in"
    return None


def password_fields(snapshot: Snapshot) -> int:
    return sum(own.get("type", "").lower() == "password" for own in nodes_of(snapshot).attributes)
