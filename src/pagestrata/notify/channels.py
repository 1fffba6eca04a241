"""Where messages go: mail, webhooks, any of the services Apprise knows, a file, or a terminal.

`Channel.send` returns None if the message was delivered, else the reason why not; the caller decides about retries. Addresses of
channels hold passwords and tokens, so they never appear in a name, an answer or a log. They are kept outside the archive, by
`kept_addresses` or in an environment variable: `env:NAME`.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import logging
import os
import re
import ssl
import stat
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TextIO
from urllib.parse import unquote, urlsplit

from pagestrata.errors import UsageError
from pagestrata.formats.terminal_text import terminal_text
from pagestrata.notify.mail import MAIL, NO_SERVER, MailChannel, MailServer, plain_text, shown_address
from pagestrata.notify.messages import Message
from pagestrata.notify.public_connections import public_only

# Imports inside functions: Apprise is optional; the rest works without.

KEPT = "kept:"  # prefix of a reference to an address kept outside the archive, see `kept_addresses`
_ENVIRONMENT = re.compile(r"env:(?P<name>[A-Za-z_][A-Za-z0-9_]*)\Z")
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{0,30})://.")
_TAKES_HEADERS = frozenset({"json", "jsons", "xml", "xmls", "form", "forms"})
_SERVER_ERROR = re.compile(r"\berror\s*=\s*(\d{3})\b")
SUFFIXES = (".jsonl", ".json", ".txt", ".log")
_FILE_FORM = f"give file:NAME with a name in the archive's folder that ends in {', '.join(SUFFIXES)}"
_FORMS = (
    "give mail:anna@example.org, a webhook like https://host/path, an Apprise address "
    "(https://github.com/caronc/apprise/wiki lists them), env:NAME for one in the environment, file:NAME below the archive, "
    "or terminal"
)


class Channel(Protocol):
    """Sends messages to one place. `name` identifies the place without its secrets."""

    @property
    def name(self) -> str: ...
    def send(self, message: Message) -> str | None: ...


def name_of(address: str) -> str:
    """Return the public form of a channel's address: its kind, and a mark that tells it from others of this kind."""
    if address == "terminal" or address.startswith("file:") or _ENVIRONMENT.match(address):
        return address
    if address.startswith(MAIL):
        return shown_address(address.removeprefix(MAIL))
    if address.startswith(KEPT):
        return address.removeprefix(KEPT).partition(":")[2]
    scheme = _SCHEME.match(address)
    if scheme is None:
        raise UsageError(f"this is not the address of a channel; {_FORMS}")
    return f"{scheme['scheme'].lower()}://…{hashlib.sha256(address.encode()).hexdigest()[:6]}"


def open_channel(
    address: str,
    *,
    environment: Mapping[str, str],
    terminal: TextIO,
    folder: Path | None = None,
    is_public: Callable[[str], bool] | None = None,
    mail_server: MailServer | None = None,
    is_public_server: Callable[[str], bool] | None = None,
) -> Channel:
    """The channel at an address. Raises UsageError, without the address, if it is invalid.

    Message files are written below `folder`, that of the archive. `is_public` checks the addresses of services,
    `is_public_server` those of a mail server that must be public.
    """
    reference = _ENVIRONMENT.match(address)
    if reference is not None:
        name = reference["name"]
        if not environment.get(name):
            raise UsageError(f"the environment variable {name} is not set; set it to the address of the channel")
        address = environment[name]
        if _ENVIRONMENT.match(address):
            raise UsageError(f"the environment variable {name} refers to another one; set it to the address itself")
    if address == "terminal":
        return TerminalChannel(terminal)
    if address.startswith("file:") and len(address) > len("file:"):
        return FileChannel(message_file(folder, address.removeprefix("file:")))
    if address.startswith(MAIL):
        if mail_server is None:
            raise UsageError(NO_SERVER)
        return MailChannel(address.removeprefix(MAIL), mail_server, is_public=is_public_server)
    if is_webhook(address):
        return WebhookChannel(address, name=name_of(address), is_public=is_public)
    return AppriseChannel(address, is_public=is_public)


class TerminalChannel:
    """Prints messages, for trying things out."""

    name = "terminal"

    def __init__(self, target: TextIO) -> None:
        self._target = target

    def send(self, message: Message) -> str | None:
        try:
            text = f"{message.title}\n{message.body}\n\n"
            self._target.write(terminal_text(text) if self._target.isatty() else text)
            self._target.flush()
        except (OSError, ValueError) as error:
            return f"cannot write to the terminal ({error})"
        return None


class FileChannel:
    """Appends each message to a file as a line of JSON, with its picture in base64, for programs on this machine."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.name = f"file:{path}"

    def send(self, message: Message) -> str | None:
        picture = base64.b64encode(message.picture_png).decode("ascii") if message.picture_png else None
        fields = {"key": message.key, "title": message.title, "body": message.body, "picture_png": picture}
        try:
            append_to(self._path, json.dumps(fields) + "\n")
        except OSError as error:
            return f"{self._path} cannot be written ({error.strerror or error})"
        return None


class AppriseChannel:
    """One Apprise URL: mail, chat, push and some hundred more. With `is_public` it connects to such addresses only."""

    def __init__(self, url: str, *, is_public: Callable[[str], bool] | None = None) -> None:
        self.name = name_of(url)
        self._is_public = is_public
        with warnings.catch_warnings():
            # Apprise loads a hundred plug-ins, some of which use deprecated features of Python.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._sender = _sender(url)

    def send(self, message: Message) -> str | None:
        from apprise import AppriseAttachment, NotifyFormat
        from apprise.attachment.memory import AttachMemory

        attachments = None
        if message.picture_png is not None:
            make: Any = AttachMemory
            attachments = AppriseAttachment()
            attachments.add(make(content=message.picture_png, name="block.png", mimetype="image/png"))
        plugin = self._sender[0]
        if self.name.partition(":")[0] in _TAKES_HEADERS:
            # a receiver that has seen this key before may drop the message
            plugin.headers["Idempotency-Key"] = hashlib.sha256(message.key.encode()).hexdigest()
        form = NotifyFormat.HTML if message.is_html else NotifyFormat.TEXT
        with _AppriseLog() as log, public_only(self._is_public) as guard:
            sent = self._sender.notify(title=message.title, body=message.body, body_format=form, attach=attachments)
        if guard.has_refused:
            return f"{self.name} is not on the public Internet; add its rule on the command line to allow it"
        return None if sent else f"{self.name} did not accept the message{log.server_error()}"


class _AppriseLog(logging.Handler):
    """Suppresses the log of Apprise, which contains addresses, and keeps only the error numbers of servers."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._numbers: list[str] = []
        self._logger = logging.getLogger("apprise")

    def __enter__(self) -> _AppriseLog:
        self._before = self._logger.propagate, self._logger.level
        self._logger.propagate = False
        self._logger.setLevel(logging.WARNING)
        self._logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._logger.removeHandler(self)
        self._logger.propagate, level = self._before
        self._logger.setLevel(level)

    def emit(self, record: logging.LogRecord) -> None:
        self._numbers += _SERVER_ERROR.findall(record.getMessage())

    def server_error(self) -> str:
        return f" (error {self._numbers[-1]})" if self._numbers else ""


def _sender(url: str) -> Any:
    try:
        import apprise
    except ModuleNotFoundError as error:
        raise UsageError(
            f"{url.partition(':')[0][:30]!r} channels need Apprise; install it with: pip install 'pagestrata[notify]'. Mail and "
            "webhooks work without it: mail:anna@example.org, https://host/path"
        ) from error

    sender = apprise.Apprise()
    with _AppriseLog():
        plugin = apprise.Apprise.instantiate(url)  # one address: `add` would read a list of them
    if plugin is None or not sender.add(plugin):
        scheme = url.partition(":")[0]
        raise UsageError(f"{scheme!r} is not a notification address that Apprise understands; {_FORMS}")
    return sender


def message_file(folder: Path | None, written: str) -> Path:
    """Return the file that `file:WRITTEN` names below the archive's folder (None: it has none). UsageError for other files.

    The author of a rule chooses the file, and the author of a page chooses its title. Together they could write a shell's
    start-up file, so only names that no program starts or runs are allowed.
    """
    if folder is None:
        raise UsageError(
            "messages can only be written to the archive's folder, and this archive has none; use another channel"
        )
    base = folder.resolve()
    path = base / written
    inside = path.parent.resolve() / path.name  # a link in place of the file itself is refused when it is opened
    if not inside.is_relative_to(base) or ".." in path.parts:
        raise UsageError(f"messages can only be written to the archive's folder, {base}; {_FILE_FORM}")
    parts = inside.relative_to(base).parts
    if not parts or any(part.startswith(".") for part in parts) or not parts[-1].lower().endswith(SUFFIXES):
        raise UsageError(f"{path.name!r} cannot be the name of a message file; {_FILE_FORM}")
    return inside


def append_to(path: Path, line: str) -> None:
    """Add a line to a message file. OSError if it is a link, is executable, or has other names."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise OSError("it is not a regular file, or has several names")
        if os.name == "posix" and found.st_mode & 0o111:
            raise OSError("it is executable")
        file.write(line)


SCHEMES = {"http": "http", "https": "https", "json": "http", "jsons": "https"}
SECONDS = 30.0


def is_webhook(address: str) -> bool:
    """Whether no Apprise is needed to send to this address: https://…, and json(s)://… without options."""
    scheme = address.partition(":")[0].lower()
    return scheme in {"http", "https"} or (scheme in SCHEMES and "?" not in address)


class WebhookChannel:
    """Posts messages as JSON with the fields of Apprise's json:// (version, title, message, type, attachments), `html` and `key`.

    Redirects are not followed: the owner of the rule must update the address.
    """

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
        with public_only(self._is_public) as guard:
            try:
                status = self._posted(message)
            except (OSError, http.client.HTTPException, ValueError):
                status = None
        if guard.has_refused:
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
    """The JSON object that a webhook receives."""
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
