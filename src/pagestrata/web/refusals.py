"""Why the application refuses a request, where no error of the archive says it."""

from __future__ import annotations

from pagestrata.errors import PagestrataError


class LoginNeededError(PagestrataError):
    """The request needs a login."""


class NotAllowedError(PagestrataError):
    """Somebody may not do what they ask for."""


class TooManyRequestsError(PagestrataError):
    """Somebody asks too often. `seconds`: after how many to try again, where that is known."""

    def __init__(self, message: str, *, seconds: int | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds
