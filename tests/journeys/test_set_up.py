"""`make setup` with our Makefile and real virtual environments, where something goes wrong.

The packages are two small ones, on a server of this test; the project is a stand-in, whose command notes that it ran.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("make") is None or os.name != "posix", reason="needs make and a shell"),
]
BACKEND = """
import pathlib
import zipfile


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    info = "pagestrata-0.1.dist-info"
    files = {
        "pagestrata_stub.py": "import pathlib\\n\\ndef main():\\n    pathlib.Path('browser-installed').touch()\\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\\nName: pagestrata\\nVersion: 0.1\\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        f"{info}/entry_points.txt": "[console_scripts]\\npagestrata = pagestrata_stub:main\\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / "pagestrata-0.1-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return "pagestrata-0.1-py3-none-any.whl"
"""


def wheel_of(name: str) -> bytes:
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": "here = True\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as wheel:
        for file, text in files.items():
            wheel.writestr(zipfile.ZipInfo(file, (2026, 1, 1, 0, 0, 0)), text)
    return target.getvalue()


WHEELS = {name: wheel_of(name) for name in ("alpha", "beta")}


class Index(ThreadingHTTPServer):
    """A package index. As long as `breaks` is set it falls silent in the middle of the second package."""

    breaks = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.fetched: list[str] = []


class _Answers(BaseHTTPRequestHandler):
    server: Index

    def do_GET(self) -> None:
        name = self.path.strip("/").split("/")[1].split("-")[0]
        if self.path.endswith(".whl"):
            self.server.fetched.append(name)
            data, kind = WHEELS[name], "application/octet-stream"
        else:
            data, kind = f'<a href="/files/{name}-1.0-py3-none-any.whl">x</a>'.encode(), "text/html"
        is_cut = self.server.breaks and name == "beta" and self.path.endswith(".whl")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if is_cut else data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        return


@contextmanager
def package_index() -> Iterator[Index]:
    with Index() as index:
        thread = threading.Thread(target=index.serve_forever)
        thread.start()
        try:
            yield index
        finally:
            index.shutdown()
            thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    (folder / "tests").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "tests" / "whole_environment.py", folder / "tests")
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "pagestrata"\nversion = "0.1"\n'
    )
    locked = (f"{name}==1.0 --hash=sha256:{hashlib.sha256(data).hexdigest()}\n" for name, data in WHEELS.items())
    (folder / "requirements.lock").write_text("".join(locked))
    return folder


def make_setup(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {
        key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy") and key != "PYTHONPATH"
    }
    settings = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "0",
        "PIP_TIMEOUT": "20",
        "PIP_CACHE_DIR": str(folder.parent / "cache"),
        "PIP_TRUSTED_HOST": "127.0.0.1",  # pip keeps what it fetched over http only from those
        **environment,
    }
    return subprocess.run(
        ["make", "setup", f"PYTHON={sys.executable}", *options],
        cwd=folder, capture_output=True, text=True, timeout=280, env={**kept, **settings},
    )  # fmt: skip


def imports(folder: Path, name: str) -> bool:
    return subprocess.run([folder / ".venv/bin/python", "-c", f"import {name}"], capture_output=True).returncode == 0


def test_an_old_python_is_named(project: Path) -> None:
    """A stand-in for Python 3.10, which this machine need not have: it runs what it is given as that version."""
    old = project / "python3.10"
    pretend = "import sys; sys.version_info = (3, 10, 14, 'final', 0); exec(sys.argv[1])"
    old.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{pretend}" "$2"\n')
    old.chmod(0o755)
    done = make_setup(project, f"PYTHON={old}")
    none = make_setup(project, "PYTHON=")
    assert done.returncode != 0
    assert f"Pagestrata needs Python 3.11 or newer, and {old} is not: install it, or call make PYTHON=" in done.stdout
    assert "Pagestrata needs Python 3.11 or newer: install it" in none.stdout
    assert not (project / ".venv").exists()


def test_a_network_that_breaks_down_is_told_and_the_second_try_goes_on(project: Path) -> None:
    with package_index() as index:
        address = f"http://127.0.0.1:{index.server_port}/simple/"
        index.breaks = True
        first = make_setup(project, PIP_INDEX_URL=address)
        assert first.returncode != 0
        assert "Check the network" in first.stdout
        assert "call make again: it goes on" in first.stdout
        assert not (project / ".venv/.installed").exists()
        index.breaks = False
        second = make_setup(project, PIP_INDEX_URL=address)
        assert second.returncode == 0, second.stderr
        assert index.fetched.count("alpha") == 1
        assert imports(project, "alpha")
        assert imports(project, "beta")
        assert (project / "browser-installed").exists()


def test_a_half_written_environment_is_made_again(project: Path) -> None:
    with package_index() as index:
        address = f"http://127.0.0.1:{index.server_port}/simple/"
        assert make_setup(project, PIP_INDEX_URL=address).returncode == 0
        packages = next((project / ".venv/lib").glob("python*/site-packages"))

        (packages / "beta.py").unlink()  # killed while pip wrote
        (project / ".venv/.installed").unlink()
        assert make_setup(project, PIP_INDEX_URL=address).returncode == 0
        assert imports(project, "beta")

        for name in ("python", "python3"):  # a Python that was removed with an upgrade of the system
            (project / ".venv/bin" / name).unlink()
        (project / ".venv/bin/python").symlink_to("/nowhere/python3.9")
        done = make_setup(project, PIP_INDEX_URL=address)
        assert done.returncode == 0, done.stderr
        assert imports(project, "alpha")
        assert "venv" not in make_setup(project, PIP_INDEX_URL=address).stdout  # and now there is nothing to do


def test_a_proxy_that_needs_a_password_is_told(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        stopping = threading.Event()
        server.settimeout(0.2)

        def refuse() -> None:
            while not stopping.is_set():
                try:
                    connection = server.accept()[0]
                except TimeoutError:
                    continue
                with connection:
                    connection.recv(4000)
                    connection.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")

        thread = threading.Thread(target=refuse)
        thread.start()
        try:
            proxy = f"http://127.0.0.1:{server.getsockname()[1]}"
            done = make_setup(project, PIP_INDEX_URL="http://packages.invalid/simple/", http_proxy=proxy)
        finally:
            stopping.set()
            thread.join()
    assert done.returncode != 0
    assert "http://USER:PASSWORD@HOST:PORT" in done.stdout  # pip itself says only that it found no package
