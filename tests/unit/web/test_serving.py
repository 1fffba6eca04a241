import socket
import threading
import urllib.request

import pytest

from pagestrata.errors import UsageError
from pagestrata.web.app import create_app
from pagestrata.web.serving import Server, ended_by_signals, listen
from web_fixtures import web_context


def test_the_application_is_served_until_it_is_stopped(tmp_path):
    with web_context(tmp_path) as context, listen("127.0.0.1", 0) as own:
        server = Server(create_app(context))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{own.getsockname()[1]}/health", timeout=60) as answer:
                assert answer.read() == b'{"alive":true}'
                assert "uvicorn" not in str(answer.headers).lower()
        finally:
            server.stop()
            thread.join()


def test_short_answers_do_not_wait_for_the_receipt_of_their_head():
    with listen("127.0.0.1", 0) as own, socket.create_connection(own.getsockname()):
        connection, _ = own.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_said():
    with listen("127.0.0.1", 0) as own, pytest.raises(UsageError, match="choose another --port"):
        listen("127.0.0.1", own.getsockname()[1])


def test_the_second_interrupt_ends_at_once(tmp_path):
    import signal

    with web_context(tmp_path) as context:
        server = Server(create_app(context))
        with ended_by_signals(server):
            signal.raise_signal(signal.SIGTERM)
            assert (server.should_exit, server.force_exit) == (True, False)
            signal.raise_signal(signal.SIGTERM)
            assert server.force_exit
