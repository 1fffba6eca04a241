"""The commands of the tutorial, all of them, as they are printed there, with a program that is installed.

    python -m tools.tutorial PROGRAM

The reader is told to put an address of their own in the place of https://example.org/: that of the demo newspaper on this
machine is put there, and it changes before each visit but the first. Nothing else is replaced. A server is started, asked for
its first screen and ended with Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pagestrata.demo.site import ChangingSite

PAGE = Path(__file__).parents[1] / "docs" / "tutorial" / "first-archive.md"
EXAMPLE = "https://example.org/"
CHANGES = ("new headline", "price", "edited article")
"""What happens on the site before the second visit and those behind it."""
ENDINGS = {"doctor": {0, 1}, "diff": {0, 1}}
"""Exit codes of commands that say something with them: the machine misses something, two versions differ."""
COMMAND_SECONDS, START_SECONDS, END_SECONDS = 180, 60, 30
PORT = 8080


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A command that did not do what the tutorial says, and what it said."""

    command: str
    said: str


def commands(text: str) -> list[str]:
    """The commands of a page in their order."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def do_tutorial(listed: Sequence[str], program: Path, folder: Path, *, port: int = PORT) -> Iterator[Failed]:
    """Call the commands in a folder; those that failed. `port`: where servers listen, if not where the tutorial says."""
    variables = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PAGESTRATA_ALLOW_PRIVATE": "1",
        "XDG_CONFIG_HOME": str(folder / "settings"),
    }
    visits = 0
    with ChangingSite() as site:
        for command in listed:
            print(f"$ {command}", flush=True)
            name = command.split()[1]
            if name == "visit":
                site.apply(*CHANGES[visits - 1 : visits] if visits else ())
                visits += 1
            typed = command.replace(EXAMPLE, site.url)
            if name == "serve":
                said = _serve(typed if port == PORT else f"{typed} --port {port}", folder, variables, port)
            else:
                said = _call(typed, folder, variables, ENDINGS.get(name, {0}))
            if said:
                yield Failed(command=command, said=said)


def _call(command: str, folder: Path, variables: dict[str, str], codes: set[int]) -> str:
    """Why a command failed; '' where it did not."""
    try:
        done = subprocess.run(
            command, shell=True, cwd=folder, env=variables, capture_output=True, text=True, timeout=COMMAND_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {COMMAND_SECONDS} s"
    print(done.stdout[-1500:], end="", flush=True)
    return "" if done.returncode in codes else f"exit code {done.returncode}: {done.stderr[-800:]}"


def _serve(command: str, folder: Path, variables: dict[str, str], port: int) -> str:
    """Why a server did not start, show its first screen and end with Ctrl-C; '' where it did."""
    log = folder / "serve.log"
    with log.open("wb") as said:
        server = subprocess.Popen(
            f"exec {command}",
            shell=True,
            cwd=folder,
            env=variables,
            stdout=said,
            stderr=said,
            start_new_session=True,
            preexec_fn=_hear_interrupts,
        )
    try:
        problem = _first_screen(server, port)
        server.send_signal(signal.SIGINT)
        code = server.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        return f"Ctrl-C did not end it within {END_SECONDS} s"
    if not problem and code not in {0, 130, -signal.SIGINT}:
        problem = f"exit code {code}"
    return f"{problem}: {log.read_text(errors='replace')[-800:]}" if problem else ""


def _hear_interrupts() -> None:
    """Where this program was started in the background of a shell, it and what it starts would ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _first_screen(server: subprocess.Popen[bytes], port: int) -> str:
    """Why the screen could not be seen; '' where it was."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            return f"the server ended with {server.returncode}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                return "" if b"Pagestrata" in answer.read() else "the first screen does not name the program"
        except urllib.error.HTTPError as error:
            return f"the first screen answers with {error.code}"
        except OSError:
            time.sleep(0.2)
    return f"nothing answers on port {port}"


def free_port(wanted: int) -> int:
    """The port that is wanted where nobody listens on it, else another."""
    for port in (wanted, 0):
        try:
            with socket.create_server(("127.0.0.1", port)) as found:
                return int(found.getsockname()[1])
        except OSError:
            continue
    raise OSError("no port of this machine is free")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tutorial", description=__doc__)
    parser.add_argument("program", type=Path, help="the installed program")
    asked = parser.parse_args()
    listed = commands(PAGE.read_text("utf-8"))
    port = free_port(PORT)
    if port != PORT:
        print(f"tutorial: somebody listens on port {PORT} already; servers listen on {port} instead", flush=True)
    with tempfile.TemporaryDirectory(prefix="pagestrata-tutorial-") as folder:
        failed = list(do_tutorial(listed, asked.program.absolute(), Path(folder), port=port))
    for one in failed:
        print(f"tutorial: failed: {one.command}\n{one.said}", flush=True)
    print(f"tutorial: {len(listed) - len(failed)} of {len(listed)} commands did what they should", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
