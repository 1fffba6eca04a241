"""Mail, sent by Python's own smtplib through one mail server for all recipients.

The server is given as an address: `smtps://user:password@host` (TLS from the first byte, port 465) or
`smtp://user:password@host` (port 587, STARTTLS where the server offers it). A password is never sent unencrypted, except to
this machine. `?from=` names the sender, `?tls=no` omits STARTTLS.
"""

from __future__ import annotations

import hashlib
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from pagestrata.errors import UsageError
from pagestrata.notify.messages import PICTURE_PLACE, Message
from pagestrata.notify.public_connections import public_only

MAIL: Final = "mail:"  # prefix of a mail channel: mail:anna@example.org
SECONDS = 30.0
LOOKS = (
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:42em;margin:16px auto;padding:0 8px"
)
"""Style of the HTML form: mail programs show unstyled paragraphs in a small serif font."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
_FORM = "write it like smtps://user:password@mail.example.org or smtp://mail.example.org:587?from=news@example.org"
NO_SERVER = (
    "mail needs a mail server, and none is set; set one under Settings, Channels, with `pagestrata notify mail-server`, "
    "or in the environment variable PAGESTRATA_MAIL"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """A mail server. `must_be_public`: it was set over the network, so only public addresses of it are used."""

    host: str
    port: int
    is_encrypted: bool  # from the first byte
    may_encrypt: bool = True  # STARTTLS, if the server offers it
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    must_be_public: bool = False

    @property
    def from_address(self) -> str:
        if self.sender:
            return self.sender
        return self.user if "@" in self.user else f"pagestrata@{self.host}"


def mail_server_from(address: str, *, must_be_public: bool = False) -> MailServer:
    """The mail server at an address. Raises UsageError, without the address, if it is invalid."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError as error:
        raise UsageError(f"this is not the address of a mail server; {_FORM}") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise UsageError(f"this is not the address of a mail server; {_FORM}")
    options = parse_qs(parts.query)
    unknown = sorted(options.keys() - {"from", "tls"})
    if unknown:
        raise UsageError(f"unknown mail server option {unknown[0][:40]!r}; {_FORM}")
    sender = options.get("from", [""])[0]
    return MailServer(
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        is_encrypted=parts.scheme == "smtps",
        may_encrypt=options.get("tls", ["yes"])[0] != "no",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=checked_address(sender) if sender else "",
        must_be_public=must_be_public,
    )


def server_address(*, host: str, port: str, security: str, user: str, password: str, sender: str) -> str:
    """The address of a mail server from the fields of a form. Raises UsageError, without the password, if it is invalid.

    `security`: 'tls' from the first byte, 'starttls' if the server offers it, or 'none'.
    """
    name = host.strip()
    if not _HOST.fullmatch(name):
        raise UsageError("the mail server must be a host name such as mail.example.org, without a scheme or a path")
    if port.strip() and not (port.strip().isdecimal() and 0 < int(port) < 65_536):
        raise UsageError("the port of a mail server is a number up to 65535; leave it empty for the default")
    login = f"{quote(user.strip(), safe='')}:{quote(password, safe='')}@" if user.strip() else ""
    place = f"{name}:{int(port)}" if port.strip() else name
    options = {"from": checked_address(sender)} if sender.strip() else {}
    options |= {"tls": "no"} if security == "none" else {}
    query = f"?{urlencode(options)}" if options else ""
    return f"{'smtps' if security == 'tls' else 'smtp'}://{login}{place}{query}"


def checked_address(text: str) -> str:
    """A mail address. Raises UsageError if it is invalid."""
    found = text.strip()
    if not _ADDRESS.fullmatch(found) or ".." in found:
        raise UsageError(f"{found[:80]!r} is not a mail address; write it like anna@example.org")
    return found


def shown_address(address: str) -> str:
    """Return the public form of a mail address: its domain, and a mark that distinguishes it from others."""
    local, _, host = checked_address(address).rpartition("@")
    return f"{MAIL}{local[0]}…{hashlib.sha256(address.encode()).hexdigest()[:6]}@{host}"


class MailChannel:
    """One recipient. `is_public` says which addresses a server may have that must be public."""

    def __init__(self, to: str, server: MailServer, *, is_public: Callable[[str], bool] | None = None) -> None:
        self._to, self._server = checked_address(to), server
        self._is_public = is_public if server.must_be_public else None
        self.name = shown_address(self._to)

    def send(self, message: Message) -> str | None:
        """Submit the message to the server; return why it was not accepted, or None."""
        mail = mail_of(message, sender=self._server.from_address, to=self._to)
        with public_only(self._is_public) as guard:
            problem = self._handed_in(mail)
        if guard.has_refused:
            return "the mail server is not on the public Internet; set it on the command line to allow it"
        return problem

    def _handed_in(self, mail: EmailMessage) -> str | None:
        server = self._server
        try:
            with _connected(server) as connection:
                if server.user:
                    connection.login(server.user, server.password)
                connection.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            code = next((answer[0] for answer in error.recipients.values()), 550)
            return f"the mail server does not take mail for this address (error {code})"
        except smtplib.SMTPAuthenticationError as error:
            return f"the mail server did not accept its user name and password (error {error.smtp_code})"
        except smtplib.SMTPResponseException as error:
            return f"the mail server did not accept the message (error {error.smtp_code})"
        except ssl.SSLError:
            return "the mail server cannot be trusted: its certificate does not match; check its name"
        except _NotEncryptedError:
            return "the mail server offers no encryption, and a password is not sent without it; use smtps://"
        except (smtplib.SMTPException, OSError):
            return "the mail server cannot be reached; check its name and port"
        return None


class _NotEncryptedError(Exception):
    """A password would have to be sent in the clear."""


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.is_encrypted:
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=ssl.create_default_context())
    connection = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    connection.ehlo_or_helo_if_needed()
    if server.may_encrypt and connection.has_extn("starttls"):
        connection.starttls(context=ssl.create_default_context())
        connection.ehlo()
    elif server.user and server.host not in LOOPBACK:
        connection.close()
        raise _NotEncryptedError
    return connection


def mail_of(message: Message, *, sender: str, to: str) -> EmailMessage:
    """The message as mail: plain text, and HTML with the picture embedded. The same key gives the same Message-ID."""
    mail = EmailMessage()
    mail["Subject"] = " ".join(message.title.split())
    mail["From"], mail["To"] = f"Pagestrata <{sender}>", to
    mail["Date"] = formatdate()
    number = hashlib.sha256(f"{message.key}\n{to}".encode()).hexdigest()[:32]
    mail["Message-ID"] = f"<{number}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(plain_text(message))
    if not message.is_html:
        if message.picture_png is not None:
            mail.add_attachment(message.picture_png, maintype="image", subtype="png", filename="change.png")
        return mail
    picture = f"{number}.picture@pagestrata"
    shown = f'<p><img src="cid:{picture}" alt="Before and now" style="max-width:100%"></p>'
    has_picture = message.picture_png is not None
    body = message.body.replace(PICTURE_PLACE, shown if has_picture else "")
    if has_picture and PICTURE_PLACE not in message.body:
        body += shown
    mail.add_alternative(f'<!doctype html><html><body style="{LOOKS}">{body}</body></html>', subtype="html")
    if message.picture_png is not None:
        html: Any = mail.get_body(("html",))
        html.add_related(
            message.picture_png, maintype="image", subtype="png", cid=f"<{picture}>", filename="change.png"
        )
    return mail


_BLOCKS = frozenset({"p", "div", "h1", "h2", "h3", "ul", "ol", "li", "table", "tr", "pre", "blockquote"})
_MARKS = {"del": ("[-", "-]"), "ins": ("[+", "+]")}


def plain_text(message: Message) -> str:
    """The body without markup: removed words as [-old-], new ones as [+new+], links with their address."""
    body = message.body.replace(PICTURE_PLACE, "")
    if not message.is_html:
        return body.strip() + "\n"
    reader = _Reader()
    reader.feed(body)
    reader.close()
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in "".join(reader.parts).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


class _Reader(HTMLParser):
    """Collects the words of markup that we, or a template of a person, wrote."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._link = ""
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"style", "script", "head"}:
            self._hidden += 1
        elif tag == "a":
            self._link = dict(attrs).get("href") or ""
            self._begin = len(self.parts)
        elif tag in _MARKS:
            self.parts.append(_MARKS[tag][0])
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "br":
            self.parts.append("\n")
        elif tag in _BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"style", "script", "head"}:
            self._hidden = max(0, self._hidden - 1)
        elif tag == "a" and self._link:
            label = "".join(self.parts[self._begin :]).strip()
            if label != self._link:
                self.parts.append(f": {self._link}")
            self._link = ""
        elif tag in _MARKS:
            self.parts.append(_MARKS[tag][1])
        elif tag in _BLOCKS and tag != "li":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))
