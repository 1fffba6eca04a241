"""Webhooks: a message as JSON, posted by Python's own http.client to the given address.

The fields are those that Apprise's json:// sends (version, title, message, type, attachments), so that receivers need not care
which of the two sent it; `html` and `key` are added. Redirects are not followed: the owner of the rule must update the address.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import ssl
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from urllib.parse import unquote, urlsplit

from pagestrata.errors import UsageError
from pagestrata.notify.messages import Message
from pagestrata.notify.plain_text import plain_text
from pagestrata.notify.public_connections import public_only

SCHEMES = {"http": "http", "https": "https", "json": "http", "jsons": "https"}
SECONDS = 30.0


def is_webhook(address: str) -> bool:
    """Whether an address is sent to here: https://… as it is, json(s)://… where it asks for nothing that Apprise alone can."""
    scheme = address.partition(":")[0].lower()
    return scheme in {"http", "https"} or (scheme in SCHEMES and "?" not in address)


class WebhookChannel:
    """One address. With `is_public` it connects to such addresses only."""

    def __init__(self, address: str, *, name: str, is_public: Callable[[str], bool] | None = None) -> None:
        self.name, self._is_public = name, is_public
        try:
            self._parts = urlsplit(address)
            self._port = self._parts.port
        except ValueError as error:
            raise UsageError("the address of the webhook cannot be read; write it like https://host/path") from error
        self._is_secure = SCHEMES[self._parts.scheme.lower()] == "https"
        if not self._parts.hostname:
            raise UsageError("the address of the webhook names no host; write it like https://host/path")

    def send(self, message: Message) -> str | None:
        with public_only(self._is_public) if self._is_public else nullcontext() as guard:
            try:
                status = self._posted(message)
            except (OSError, http.client.HTTPException, ValueError):
                status = None
        if guard is not None and guard.has_refused:
            return f"{self.name} is not on the public Internet; add its rule on the command line to allow it"
        if status is not None and 200 <= status < 300:
            return None
        return f"{self.name} did not accept the message" + (f" (error {status})" if status else "")

    def _posted(self, message: Message) -> int:
        host = self._parts.hostname or ""
        connection: http.client.HTTPConnection
        if self._is_secure:
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(host, self._port, timeout=SECONDS, context=context)
        else:
            connection = http.client.HTTPConnection(host, self._port, timeout=SECONDS)
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        try:
            connection.request(
                "POST", path, body=json.dumps(fields_of(message)).encode(), headers=self._headers(message)
            )
            return connection.getresponse().status
        finally:
            connection.close()

    def _headers(self, message: Message) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Pagestrata",
            # a receiver that has seen this key before may drop the message
            "Idempotency-Key": hashlib.sha256(message.key.encode()).hexdigest(),
        }
        if self._parts.username:
            pair = f"{unquote(self._parts.username)}:{unquote(self._parts.password or '')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        return headers


def fields_of(message: Message) -> dict[str, Any]:
    """What a receiver gets."""
    attachments = []
    if message.picture_png is not None:
        picture = base64.b64encode(message.picture_png).decode("ascii")
        attachments.append({"filename": "block.png", "base64": picture, "mimetype": "image/png"})
    sent = {
        "version": "1.0",
        "title": message.title,
        "message": plain_text(message).strip() if message.is_html else message.body,
        "type": "info",
        "attachments": attachments,
        "key": message.key,
    }
    return sent | ({"html": message.body} if message.is_html else {})
