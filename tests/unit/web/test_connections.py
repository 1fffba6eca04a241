import http.client
import os

from pagestrata.web.connections import place_of
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


def test_what_counts_as_one_place():
    assert place_of("127.0.0.1") == place_of("127.9.9.9") == place_of("::1") == place_of("::ffff:127.0.0.1")
    assert place_of("203.0.113.1") != place_of("203.0.113.2")
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff") != place_of("2001:db8:0:1::1")
    assert place_of("testclient") == "testclient"
