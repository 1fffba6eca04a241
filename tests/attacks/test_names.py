"""A browser that looks up names by itself, tried in a network whose only name server is a canary."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

PROGRAM = """
import json, socket, sys, threading
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.snapshot import Response

asked = []
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.53", 53))

def serve():
    while True:
        query, sender = server.recvfrom(4096)
        asked.append(query[12:].split(bytes([0]))[0].decode("latin-1"))
        server.sendto(query[:2] + bytes([0x81, 0x83]) + query[4:], sender)  # no such name

threading.Thread(target=serve, daemon=True).start()
links = "".join(f"<link rel={kind} href=http://{kind}.canary.test/>" for kind in ("dns-prefetch", "preconnect", "prefetch"))
body = links + "<p>words<img src=http://picture.canary.test/x><script>fetch('http://fetch.canary.test/')</script>"
page = Response(url="http://page.test/", status=200, headers=(("Content-Type", "text/html"),), body=body.encode())
with BrowserPool() as pool:
    found = pool.capture(page.url, CaptureOptions(), responder=lambda _, url: page if url == page.url else None)
by_browser = list(asked)
try:
    socket.getaddrinfo("control.test", 80)
except OSError:
    pass
print(json.dumps({"text": found.nodes.text_of(0), "by_browser": by_browser, "control": asked[len(by_browser):]}))
"""


def test_the_browser_of_a_recorded_page_looks_up_no_name(tmp_path: Path) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("nameserver 127.0.0.53\noptions timeout:5 attempts:1\n")
    enter = ["unshare", "--net", "--mount", "sh", "-c"]
    set_up = f"ip link set lo up && mount --bind {resolver} /etc/resolv.conf"
    if not shutil.which("unshare") or subprocess.run([*enter, set_up], capture_output=True).returncode:
        pytest.skip("this machine allows no network namespaces")
    done = subprocess.run(
        [*enter, f'{set_up} && exec "$0" -c "$1"', sys.executable, PROGRAM], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["text"] == "words"
    assert found["by_browser"] == []
    assert any("control" in name for name in found["control"]), "the canary hears what is asked"
