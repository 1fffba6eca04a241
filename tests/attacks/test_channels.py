"""A user of the web application adds a channel that reads or writes files of the server, or reaches machines nearby."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pagestrata.app.notifications import add_rule, send_due, send_sample
from pagestrata.app.watches import watch_for
from pagestrata.app.web_channels import OPTIONS, SCHEMES, check_web_channel
from pagestrata.errors import UsageError
from pagestrata.model.notices import Delivery
from pagestrata.notify.channels import AppriseChannel
from pagestrata.notify.messages import Message
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import EVERYBODY_HERE
from receivers import Receiver, receiving
from web_fixtures import NOW, post, web_client

URL = "http://site.test/"
INSIDE = [
    "json://127.0.0.1:{port}/admin?method=DELETE&+X-Admin=1",
    "json://localhost:{port}/",
    "json://2130706433:{port}/",
    "json://0x7f.1:{port}/",
    "json://[::ffff:127.0.0.1]:{port}/",
    "json://169.254.169.254/latest/meta-data",
    "xml://127.0.0.1:{port}/",
    "form://127.0.0.1:{port}/",
    "ntfy://127.0.0.1:{port}/topic",
    "mailto://user:password@127.0.0.1:{port}",
]
ON_THIS_MACHINE = [
    "file:{folder}/.bashrc",
    "file:///{folder}/notes.jsonl",
    "file:notes.jsonl",
    "terminal",
    "syslog://",
    "dbus://",
    "kept:0123456789abcdef:json://…abc",
    "apprise://127.0.0.1/token",
    "vapid://me@example.org/someone@example.org?keyfile={folder}/key.pem&subfile={folder}/sub.json",
    "fcm://project@1234567890/device?keyfile={folder}/key.json",
    "discord://12345678901/aaaaaaaaaaaaaaaaaaaaaa?template=http://127.0.0.1:{port}/a.json",
    "discord://12345678901/aaaaaaaaaaaaaaaaaaaaaa?TEM%50LATE={folder}/a.json",
    "discord://12345678901/aaaaaaaaaaaaaaaaaaaaaa?x;template={folder}/a.json",
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/?template={folder}/a.json",
    "mailto://user:password@example.org?pgp=yes&pgppub={folder}/key.asc",
]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def tokens(client: TestClient) -> tuple[str, str]:
    """Those of an editor and of an admin."""
    archive = client.app.state.context.archive  # type: ignore[attr-defined]
    made = [make_token(archive, EVERYBODY_HERE, label="t", scope=scope, now=NOW)[1] for scope in ("write", "admin")]
    return made[0], made[1]


@pytest.mark.parametrize("address", INSIDE + ON_THIS_MACHINE)
def test_no_way_in_takes_a_channel_that_leads_inside(address: str, tmp_path: Path, receiver: Receiver) -> None:
    channel = address.format(port=receiver.port, folder=tmp_path)
    with web_client(tmp_path / "archive") as client:
        archive = client.app.state.context.archive  # type: ignore[attr-defined]
        assert post(client, "/settings/channels", {"subject": URL, "channel": channel}).status_code == 400
        for token in tokens(client):
            asked = client.post(
                "/api/v1/rules",
                json={"subject": "tag:a", "channel": channel},
                headers={"Authorization": f"Bearer {token}"},
            )
            assert asked.status_code in {400, 422}
        assert archive.outbox.rules() == []
    assert receiver.messages == []


def test_names_in_the_environment_are_for_admins(tmp_path: Path) -> None:
    with web_client(tmp_path) as client:
        editor, admin = tokens(client)
        answers = {
            name: client.post(
                "/api/v1/rules",
                json={"subject": "tag:a", "channel": f"env:{name}"},
                headers={"Authorization": f"Bearer {editor}"},
            )
            for name in ("PATH", "NOT_THERE")
        }
        assert {answer.status_code for answer in answers.values()} == {400}
        assert answers["PATH"].json()["detail"] == answers["NOT_THERE"].json()["detail"]
        made = client.post(
            "/api/v1/rules",
            json={"subject": "tag:a", "channel": "env:HOOK"},
            headers={"Authorization": f"Bearer {admin}"},
        )
        assert made.status_code == 201


def test_a_name_that_leads_inside_only_when_it_is_looked_up_is_refused_then(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server that changes its mind (DNS rebinding): here the machine itself knows the name."""
    import socket

    usual = socket.getaddrinfo

    def look_up(host: Any, *more: Any, **named: Any) -> Any:
        return usual("127.0.0.1" if host == "hooks.example.org" else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with web_client(tmp_path) as client:
        archive = client.app.state.context.archive  # type: ignore[attr-defined]
        form = {"subject": URL, "channel": f"json://hooks.example.org:{receiver.port}/"}
        assert post(client, "/settings/channels", form).status_code == 303
        (rule,) = archive.outbox.rules()
        said = send_sample(archive, rule, now=NOW)
        assert said is not None
        assert "not on the public Internet" in said
        assert receiver.messages == []
        trusted = add_rule(archive, URL, channel=form["channel"], conditions={"threshold": 0.5}, now=NOW)
        assert send_sample(archive, trusted, now=NOW) is None  # the command line may
    assert len(receiver.messages) == 1


@contextmanager
def files_opened() -> Iterator[list[str]]:
    """While it lasts: the files that this process opens."""
    found: list[str] = []
    is_over = False

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if not is_over and event == "open":
            found.append(str(arguments[0]))

    sys.addaudithook(heard)
    yield found
    is_over = True


EXAMPLES = {
    "discord": "discord://12345678901/aaaaaaaaaaaaaaaaaaaaaa",
    "slack": "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/",
    "tgram": "tgram://123456789:abcdefghijklmnopqrstuvwxyzABCDEFGHI/12345",
    "workflows": "workflows://host.example.org/abcdef/signature",
    "jsons": "jsons://hooks.example.org/path",
    "forms": "forms://hooks.example.org/path",
    "mailtos": "mailtos://user:password@example.org",
    "ntfys": "ntfys://ntfy.example.org/topic",
    "matrixs": "matrixs://user:password@matrix.example.org/#room",
    "mmosts": "mmosts://chat.example.org/3ccdd113474722377935511fc85d3dd4",
    "mastodons": "mastodons://token@social.example.org",
    "pover": "pover://uuuuuuuuuuuuuuuuuuuuuuuuuuuuuu@tttttttttttttttttttttttttttttt",
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Apprise falls over bad values
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # and loads what Python is about to drop
@pytest.mark.parametrize("scheme", sorted(EXAMPLES))
def test_no_option_of_a_service_reads_a_file_of_the_server(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every option that Apprise knows for the service names a canary; none that is taken opens it."""
    from apprise.manager_plugins import NotificationManager

    def nowhere(*_: Any, **__: Any) -> Any:
        raise OSError("no name server")

    monkeypatch.setattr("socket.getaddrinfo", nowhere)
    canary = tmp_path / "canary.json"
    canary.write_text('{"content": "a secret of the server"}')
    known = set(NotificationManager()[scheme].template_args) | {"template", "keyfile", "attach", "smtp", "pgpkey"}
    taken = 0
    for option in sorted(known):
        for value in (str(canary), f"file://{canary}"):
            address = f"{EXAMPLES[scheme]}?{option}={value}"
            try:
                check_web_channel(address, is_admin=True)
                channel = AppriseChannel(address, is_public=lambda _address: False)
            except UsageError:
                continue
            taken += 1
            with files_opened() as opened:
                channel.send(Message(key="k", title="t", body="b"))
            assert not [path for path in opened if "canary" in path], address
    assert taken


def test_a_list_of_addresses_is_one_address() -> None:
    channel = AppriseChannel("json://example.org/,syslog://,json://127.0.0.1/")
    assert len(channel._sender) == 1


def test_the_lists_hold_nothing_that_names_a_file() -> None:
    assert not OPTIONS & {
        "template",
        "keyfile",
        "subfile",
        "attach",
        "pgp",
        "pgppub",
        "pgpprv",
        "pgpkey",
        "path",
        "store",
    }
    assert not SCHEMES & {
        "file",
        "syslog",
        "dbus",
        "gnome",
        "macosx",
        "windows",
        "vapid",
        "fcm",
        "apprise",
        "mqtt",
        "kodi",
    }


@pytest.mark.parametrize(
    "name",
    [
        "{outside}/.bashrc",
        "{outside}/notes.jsonl",
        "../notes.jsonl",
        ".profile",
        "run.sh",
        "catalog.sqlite",
        "a/.b/c.txt",
    ],
)
def test_a_file_of_messages_is_below_the_archive_and_is_nothing_that_starts(name: str, tmp_path: Path) -> None:
    """On the command line too."""
    with web_client(tmp_path / "archive") as client:
        archive = client.app.state.context.archive  # type: ignore[attr-defined]
        with pytest.raises(UsageError):
            add_rule(archive, URL, channel=f"file:{name.format(outside=tmp_path)}", now=NOW)


def test_a_rule_of_an_older_program_writes_no_start_up_file(tmp_path: Path) -> None:
    start_up = tmp_path / ".bashrc"
    start_up.write_text("# mine\n")
    with web_client(tmp_path / "archive") as client:
        archive = client.app.state.context.archive  # type: ignore[attr-defined]
        watch = watch_for(archive, URL)
        rule = add_rule(archive, watch.id, channel="file:notes.jsonl", now=NOW)
        archive.outbox.add_rule(type(rule)(**{**_fields(rule), "channel": f"file:{start_up}"}))
        told = Delivery(
            key="k", rule=rule.id, place="p", title="$(id)", body="b", created_at=NOW, release_at=NOW, due_at=NOW
        )
        archive.outbox.queue([told], now=NOW)
        assert send_due(archive, now=NOW)["sent"] == 0
    assert start_up.read_text() == "# mine\n"


def _fields(rule: Any) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in type(rule).__slots__}
