import socket
import threading

import pytest

from pagestrata.notify.public_connections import public_only


def connect(port):
    socket.create_connection(("127.0.0.1", port), timeout=10).close()


def test_connections_are_refused_only_while_it_lasts_and_only_here():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        failed = []
        with public_only(lambda address: address != "127.0.0.1") as guard:
            other = threading.Thread(target=lambda: failed.extend(_problem(port)))
            other.start()
            other.join()
            assert not guard.has_refused
            with pytest.raises(ConnectionRefusedError, match="public"):
                connect(port)
            assert guard.has_refused
        connect(port)
        assert failed == []


def test_what_is_no_address_is_refused():
    with public_only(lambda _address: True) as guard, socket.socket(socket.AF_UNIX) as client:
        with pytest.raises(ConnectionRefusedError):
            client.connect("/run/somewhere")
        assert guard.has_refused


def _problem(port):
    try:
        connect(port)
    except OSError as error:
        return [error]
    return []
