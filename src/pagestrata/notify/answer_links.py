"""Links in mail to answer it: 'this is noise', 'never notify me about this part', 'stop notifying me about this block'.

A link is signed with a key that is kept outside the archive (see `kept_addresses`) and works for 30 days. Whoever has it may give
this answer once, and nothing else: the signature covers the page, the version, the answer, the block and the expiry. No login
is needed, so that it works where the mail is read. Opening a link changes nothing: mail programs open links to look at them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import urlencode, urlsplit

from pagestrata.errors import UsageError

AnswerKind = Literal["noise", "never", "stop"]
VALID_FOR = timedelta(days=30)
PATH = "/answer"
_PURPOSE = "pagestrata answer 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to a message about one version of a page.

    `noise` is about the whole change, `never` about the part of the page with the ref `block`, `stop` about the alert `rule` for
    the followed block with the id `block`.
    """

    say: AnswerKind
    url: str
    at: str  # 14 digits that name the version, as in a message
    until: int  # seconds since 1970
    block: str = ""
    rule: str = ""


def answer_to(say: AnswerKind, url: str, at: str, *, now: datetime, block: str = "", rule: str = "") -> Answer:
    """An answer that is valid for 30 days."""
    return Answer(say=say, url=url, at=at, until=int((now + VALID_FOR).timestamp()), block=block, rule=rule)


def seal_of(key: bytes, answer: Answer) -> str:
    """The signature of an answer, over JSON, so that no two answers are signed as the same text."""
    parts = json.dumps([_PURPOSE, answer.say, answer.url, answer.at, answer.until, answer.block, answer.rule])
    return hmac.new(key, parts.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def answer_link(root: str, key: bytes, answer: Answer) -> str:
    """The address of an answer in the web application at `root`."""
    query = {name: str(value) for name, value in asdict(answer).items() if value}
    return f"{root}{PATH}?{urlencode({**query, 'seal': seal_of(key, answer)})}"


def check_seal(key: bytes, answer: Answer, seal: str, *, now: datetime) -> None:
    """Raises UsageError for an answer that was not signed with this key, or that is too old."""
    if not key or not hmac.compare_digest(seal_of(key, answer).encode(), seal.encode("utf-8", "replace")):
        raise UsageError("this link is invalid or incomplete; copy the whole link from the mail")
    if now.timestamp() > answer.until:
        raise UsageError(f"this link is older than {VALID_FOR.days} days; log in and answer on the compare screen")


def checked_web_address(text: str) -> str:
    """The address without its last slash. Raises UsageError if it is invalid."""
    found = text.strip().rstrip("/")
    try:
        parts = urlsplit(found)
        is_address = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and not parts.fragment
        )
    except ValueError:
        is_address = False
    if not is_address or parts.username or len(found) > 300:
        raise UsageError(
            f"{text[:80]!r} is not the address of a web application; write it like https://archive.example.org"
        )
    return found
