"""Recognise a login form, a bot check or an error page in the place of the page.

Such a page is recognised before any matching: blocks that are missing on it are not lost, and nothing is learned from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pagestrata.follow.page import nodes_of
from pagestrata.model.snapshot import Snapshot

REFUSED = frozenset({401, 403, 407, 429})
WALL_TEXTS_LIMIT = 120
WALL_WORDS_LIMIT = 250
"""Words of a login form or bot check, at most; a longer page that mentions a captcha is an article about captchas."""
_BOT = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|verify (?:that )?you are|not a robot|just a moment|checking your browser|"
    r"access denied|unusual traffic|attention required|enable javascript and cookies|ddos protection|"
    r"pardon our interruption",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesi|password|passwort|mot de passe", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Signs of a login form, bot check or error page."""

    refusal: str | None = None  # why access was refused
    asks_to_log_in: bool = False
    password_fields: int = 0

    def wall(self, *, usual_password_fields: int) -> str | None:
        """Return why this is not the page itself, or None. A login form that the page always had does not count."""
        if self.refusal is None and self.asks_to_log_in and self.password_fields > usual_password_fields:
            return "the page asks to log in"
        return self.refusal


def entrance_of(snapshot: Snapshot) -> Entrance:
    nodes = nodes_of(snapshot)
    if snapshot.status in REFUSED or snapshot.status >= 500:
        return Entrance(refusal=f"the server answered {snapshot.status}")
    inputs = np.flatnonzero(nodes.tag == nodes.tag_code("input")).tolist()
    passwords = sum(nodes.attributes[row].get("type", "").lower() == "password" for row in inputs)
    if int(nodes.is_text.sum()) > WALL_TEXTS_LIMIT:
        return Entrance(password_fields=passwords)
    text = f"{snapshot.title} {nodes.text_of(0)}"
    if len(text.split()) > WALL_WORDS_LIMIT:
        return Entrance(password_fields=passwords)
    if _BOT.search(text):
        return Entrance(refusal="the page shows a bot check", password_fields=passwords)
    return Entrance(asks_to_log_in=bool(_LOGIN.search(text)), password_fields=passwords)
