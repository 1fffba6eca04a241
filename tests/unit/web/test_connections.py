import http.client
import os

from pagestrata.web.security.peers import Peer
from web_fixtures import running


def test_every_request_knows_who_is_at_the_other_end(tmp_path, monkeypatch):
    with running(tmp_path, start_key="key") as (address, _context):
        assert _status(address) == 200
        monkeypatch.setattr(Peer, "is_ours", False)
        assert _status(address) == 303
    assert os.getuid() >= 0


def _status(address):
    client = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    client.request("GET", "/")
    status = client.getresponse().status
    client.close()
    return status
