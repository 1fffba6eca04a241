"""Where messages go: any of the services Apprise knows, or a terminal.

A channel answers with None when it has delivered and otherwise with why not; deciding about another try is not its
business.
"""

from __future__ import annotations

import warnings
from typing import Any, Protocol, TextIO

from pagestrata.errors import UsageError
from pagestrata.notify.messages import Message


class Channel(Protocol):
    """Sends messages to one place. `name` identifies the place without its secrets."""

    @property
    def name(self) -> str: ...

    def send(self, message: Message) -> str | None: ...


class TerminalChannel:
    """Prints messages, for trying things out and for the `run` command in the foreground."""

    name = "terminal"

    def __init__(self, target: TextIO) -> None:
        self._target = target

    def send(self, message: Message) -> str | None:
        try:
            self._target.write(f"{message.title}\n{message.body}\n\n")
            self._target.flush()
        except (OSError, ValueError) as error:
            return f"the terminal cannot be written to ({error})"
        return None


class AppriseChannel:
    """One Apprise URL: mail, chat, push and some hundred more."""

    def __init__(self, url: str) -> None:
        with warnings.catch_warnings():
            # Apprise loads a hundred plug-ins, some of which use what Python has deprecated: nothing for our users.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._sender = _sender(url)
        self.name = str(self._sender[0].url(privacy=True))

    def send(self, message: Message) -> str | None:
        from apprise import AppriseAttachment
        from apprise.attachment.memory import AttachMemory

        attachments = None
        if message.picture_png is not None:
            make: Any = AttachMemory
            attachments = AppriseAttachment()
            attachments.add(make(content=message.picture_png, name="block.png", mimetype="image/png"))
        sent = self._sender.notify(title=message.title, body=message.body, attach=attachments)
        return None if sent else f"{self.name} did not accept the message"


def _sender(url: str) -> Any:
    try:
        import apprise
    except ModuleNotFoundError as error:
        raise UsageError("notifications need Apprise; install it with: pip install 'pagestrata[notify]'") from error

    sender = apprise.Apprise()
    if not sender.add(url):
        scheme = url.partition(":")[0]
        raise UsageError(
            f"{scheme!r} is not a notification address that Apprise understands; "
            "see https://github.com/caronc/apprise/wiki for the forms, like mailto://user:password@host"
        )
    return sender
