"""A client tries to keep `pagestrata serve` busy for ever."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from captures import capture, visit_of
from pagestrata.store.archive import open_archive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the server is ended by a signal")


def test_no_filter_freezes_the_server_or_keeps_it_from_its_signals(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["words"], url="http://site.test/" + "a" * 1500)
        archive.append(taken, tree, None, visit=visit_of(taken))
    words = ["--archive", str(tmp_path), "serve", "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "pagestrata.cli.main", *words], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        port = int(line.split("127.0.0.1:")[1].split("/")[0])
        for pattern in ("(a+)+b", "(.*a){25}b", ".*.*.*.*.*.*b", "(a|aa)+$b", r"([^/]*)*\x00"):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            client.request("GET", f"/cdx?url=*.site.test&filter=original:{quote(pattern)}")
            assert client.getresponse().status in {200, 400}
            client.close()
        server.send_signal(signal.SIGTERM)
        assert "stopped" in server.stderr.read()
    assert server.returncode == 0
