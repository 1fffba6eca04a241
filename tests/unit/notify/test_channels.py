import io
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.channels import AppriseChannel, TerminalChannel
from pagestrata.notify.messages import Message

MESSAGE = Message(key="k", title="Title", body="Body", picture_png=b"\x89PNG fake")


@pytest.fixture
def endpoint():
    """A local service that takes notifications and answers with a status of our choice."""
    taken = []

    class Handler(BaseHTTPRequestHandler):
        status = 200

        def do_POST(self):
            taken.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(Handler.status)
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"json://127.0.0.1:{server.server_port}/", taken, Handler
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_message_arrives_with_its_picture(endpoint):
    url, taken, _ = endpoint
    assert AppriseChannel(url).send(MESSAGE) is None
    assert b"Body" in taken[0]
    assert b"block.png" in taken[0]


def test_a_target_that_refuses_is_reported_without_its_secrets(endpoint):
    url, _, handler = endpoint
    handler.status = 500
    channel = AppriseChannel(url.replace("json://", "json://user:secret@"))
    problem = channel.send(MESSAGE)
    assert "did not accept the message" in problem
    assert "secret" not in problem


def test_what_is_no_address_is_refused_with_advice():
    with pytest.raises(UsageError, match="'nonsense' is not a notification address"):
        AppriseChannel("nonsense://x")


def test_the_terminal_prints_and_a_closed_one_is_reported():
    target = io.StringIO()
    assert TerminalChannel(target).send(MESSAGE) is None
    assert target.getvalue() == "Title\nBody\n\n"
    target.close()
    assert "cannot be written to" in TerminalChannel(target).send(MESSAGE)
