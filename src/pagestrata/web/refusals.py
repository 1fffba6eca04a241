"""Errors of the web application: a request without login, without permission, or one too many."""

from __future__ import annotations

from pagestrata.errors import PagestrataError


class LoginNeededError(PagestrataError):
    """The request needs a login."""


class NotAllowedError(PagestrataError):
    """The person may not do this."""


class TooManyRequestsError(PagestrataError):
    """Too many requests. `seconds`: when to try again, if known."""

    def __init__(self, message: str, *, seconds: int | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds
