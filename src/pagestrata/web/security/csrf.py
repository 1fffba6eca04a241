"""The CSRF token: derived from the session cookie of the browser and a key of this server."""

from __future__ import annotations

import hashlib
import hmac
import secrets

SESSION_COOKIE = "pagestrata_session"
TOKEN_FIELD = "csrf_token"  # noqa: S105 - the name of a form's field
TOKEN_HEADER = "x-csrf-token"  # noqa: S105 - the name of a header


def new_session_name() -> str:
    return secrets.token_urlsafe(32)


def csrf_token(signing_key: bytes, session_name: str) -> str:
    """Return the token that changes in this session must carry."""
    return hmac.new(signing_key, b"csrf\0" + session_name.encode(), hashlib.sha256).hexdigest()


def is_csrf_token(signing_key: bytes, session_name: str, token: str) -> bool:
    return bool(session_name) and hmac.compare_digest(
        csrf_token(signing_key, session_name).encode(), token.encode("utf-8", "replace")
    )
