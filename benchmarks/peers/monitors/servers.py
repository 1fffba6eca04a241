"""Monitors that are servers, asked to check by their own API: changedetection.io, and Pagestrata's own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from benchmarks.peers.monitors.environments import Environment
from benchmarks.peers.monitors.rival import (
    CHECK_SECONDS,
    KEPT,
    RivalFailedError,
    own_environment,
    rival_environment,
    run_command,
)
from pagestrata.store.opening import CATALOG_FILE

POLL_SECONDS = 0.05
START_SECONDS = 90.0
SETTLE_SECONDS = 2.0
"""changedetection.io goes on after a check: it closes its browser and cleans up. It dates checks by the second, too."""
ASK_ANYWAY_SECONDS = 2.0
"""It is asked so often even where its file says nothing new."""

Found = TypeVar("Found")


@dataclass(slots=True, kw_only=True)
class Programs:
    """Programs that were started, and what they wrote. One that ends is a rival that crashed."""

    folder: Path = Path()
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, command: list[str | Path], env: dict[str, str]) -> None:
        log = (self.folder / f"{Path(command[0]).name}.log").open("wb")
        try:
            with log:
                words = [str(part) for part in command]
                self._started.append(subprocess.Popen(words, env=env, stdout=log, stderr=log, cwd=self.folder))
        except OSError as error:
            raise RivalFailedError(f"does not run: {error}") from error

    def wait_for(self, ask: Callable[[], Found], what: str) -> Found:
        """The answer, as soon as there is one. Raises RivalFailedError where a program ends, or after a while."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            self.still_run()
            try:
                return ask()
            except (OSError, ValueError):
                time.sleep(POLL_SECONDS)
        raise RivalFailedError(f"{what} was not there within {START_SECONDS:g} s: {self.last_words()}")

    def still_run(self) -> None:
        ended = [process.returncode for process in self._started if process.poll() is not None]
        if ended:
            raise RivalFailedError(f"crashed, ended with {ended[0]}: {self.last_words()}")

    @contextmanager
    def that_answer(self) -> Iterator[None]:
        """Raises RivalFailedError where a server does not answer any more, and says so where it has ended."""
        try:
            yield
        except OSError as error:
            time.sleep(1)  # it may be about to end
            self.still_run()
            raise RivalFailedError(f"does not answer: {error}") from error

    def last_words(self) -> str:
        return " ".join(file.read_text(errors="replace").strip()[-200:] for file in sorted(self.folder.glob("*.log")))

    def end(self) -> None:
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.wait(timeout=20)


def ask_server(address: str, method: str = "GET", given: Any = None, headers: dict[str, str] | None = None) -> Any:
    """What an API answers, read where it is JSON. Raises RivalFailedError where it refuses, OSError where it is not there."""
    body = json.dumps(given).encode() if given is not None else None
    request = Request(
        address, data=body, headers={"Content-Type": "application/json", **(headers or {})}, method=method
    )
    try:
        with urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
    except HTTPError as error:
        where = address.partition("/api/")[2] or address
        raise RivalFailedError(f"its API answered {error.code} to {method} {where}: {error.read()[:200]!r}") from error
    return json.loads(text) if text.startswith(("{", "[")) else text


def told(answer: Any, name: str) -> Any:
    """A field of an answer. Raises RivalFailedError where the API does not have it any more."""
    if not isinstance(answer, dict) or name not in answer:
        raise RivalFailedError(f"its API changed: no {name!r} in {str(answer)[:200]}")
    return answer[name]


@dataclass(slots=True, kw_only=True)
class ChangeDetection:
    """changedetection.io: its server, asked by its API to check; an alarm is one snapshot more in its history.

    It sets `last_checked` before it fetches a page. A check is over when `check_count` grew: it writes that last, after the
    snapshot, to `watch.json` and into its answers. Its answers cost it processor time, so it is asked when that file was written.
    """

    environment: Environment
    browser: Path | None = None  # opened next to it, as its documentation has it for pages with scripts
    _programs: Programs = field(default_factory=Programs)
    _address: str = ""
    _key: str = ""
    _watch: str = ""
    _checks: int = 0
    _snapshots: int = 0
    _url: str = ""
    _data: Path = Path()

    def begin(self, folder: Path, url: str) -> None:
        self._programs, self._url, self._data, port = Programs(folder=folder), url, folder / KEPT, free_port()
        self._address = f"http://127.0.0.1:{port}"
        env = {**rival_environment(folder), "FETCH_WORKERS": "1", "MINIMUM_SECONDS_RECHECK_TIME": "0"}
        env["ALLOW_IANA_RESTRICTED_ADDRESSES"] = "true"  # the page is on loopback
        if self.browser is not None:
            env["PLAYWRIGHT_DRIVER_URL"] = self._open_browser(self.browser, folder)
        command = [self.environment.program("changedetection.io"), "-d", self._data, "-C"]
        self._programs.start([*command, "-h", "127.0.0.1", "-p", str(port), "-l", "ERROR"], env)
        self._key = self._programs.wait_for(self._read_key, "its key for the API")
        for example in self._programs.wait_for(lambda: self._ask("watch"), "its API"):
            self._ask(f"watch/{example}", "DELETE")  # a fresh one watches pages of its makers
        self._wait_until_idle()

    def _open_browser(self, browser: Path, folder: Path) -> str:
        port = free_port()
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "about:blank"]
        profile = f"--user-data-dir={folder / 'browser'}"
        self._programs.start([browser, f"--remote-debugging-port={port}", profile, *flags], dict(os.environ))
        version = self._programs.wait_for(lambda: ask_server(f"http://127.0.0.1:{port}/json/version"), "its browser")
        return str(told(version, "webSocketDebuggerUrl"))

    def _read_key(self) -> str:
        for file in self._data.glob("*.json"):
            settings = json.loads(file.read_text()).get("settings", {}).get("application", {})
            if settings.get("api_access_token"):
                return str(settings["api_access_token"])
        raise OSError("no settings yet")

    def _ask(self, path: str, method: str = "GET", given: Any = None) -> Any:
        return ask_server(f"{self._address}/api/v1/{path}", method, given, {"x-api-key": self._key})

    def check(self) -> bool:
        with self._programs.that_answer():
            return self._check()

    def _check(self) -> bool:
        if self._watch:
            self._ask(f"watch/{self._watch}?recheck=1")
        else:
            fetcher = "html_webdriver" if self.browser is not None else "html_requests"
            made = self._ask("watch", "POST", {"url": self._url, "fetch_backend": fetcher})
            self._watch = str(told(made, "uuid"))
        found = self._checked()
        if told(found, "last_error"):
            raise RivalFailedError(f"cannot read the page: {str(found['last_error'])[:200]}")
        known, self._snapshots = self._snapshots, int(told(found, "history_n"))
        return self._snapshots > known > 0

    def _checked(self) -> Any:
        """The watch, once a check more than before is over."""
        began, asked_at, seen = time.monotonic(), 0.0, 0
        while time.monotonic() < began + CHECK_SECONDS:
            time.sleep(POLL_SECONDS)
            self._programs.still_run()
            written = self._written_at()
            if written == seen and time.monotonic() < asked_at + ASK_ANYWAY_SECONDS:
                continue
            seen, asked_at = written, time.monotonic()
            found = self._ask(f"watch/{self._watch}")
            if told(found, "check_count") > self._checks:
                self._checks = found["check_count"]
                return found
        raise RivalFailedError(f"did not check within {CHECK_SECONDS:g} s")

    def _written_at(self) -> int:
        file = self._data / self._watch / "watch.json"
        return file.stat().st_mtime_ns if file.is_file() else 0

    def _wait_until_idle(self) -> None:
        until = time.monotonic() + CHECK_SECONDS
        while time.monotonic() < until:
            workers = told(ask_server(f"{self._address}/worker-health"), "worker_status")
            if not told(workers, "running_uuids") and not told(self._ask("systeminfo"), "queue_size"):
                return
            time.sleep(1)
        raise RivalFailedError(f"was still at work {CHECK_SECONDS:g} s after its check")

    def settle(self) -> None:
        time.sleep(SETTLE_SECONDS)
        self._wait_until_idle()
        found = self._ask(f"watch/{self._watch}")
        self._checks, self._snapshots = told(found, "check_count"), int(told(found, "history_n"))

    def reading(self) -> str:
        return str(self._ask(f"watch/{self._watch}/difference/previous/latest"))

    def end(self) -> None:
        self._programs.end()


@dataclass(slots=True, kw_only=True)
class PagestrataServer:
    """`pagestrata serve`, asked by its API to visit: an alarm is a version that is kept after the first.

    Its answers cost it processor time, as those of changedetection.io do, so it is asked when its database was written.
    """

    _programs: Programs = field(default_factory=Programs)
    _address: str = ""
    _url: str = ""
    _versions: int = 0

    def begin(self, folder: Path, url: str) -> None:
        self._programs, self._url, port = Programs(folder=folder), url, free_port()
        self._address = f"http://127.0.0.1:{port}"
        program, archive = Path(sys.executable).with_name("pagestrata"), folder / KEPT / "archive"
        command: list[str | Path] = [program, "serve", "--port", str(port), "--replay-port", "0"]
        self._programs.start([*command, "--allow-private", "--archive", archive], own_environment())
        self._programs.wait_for(lambda: ask_server(f"{self._address}/api/v1/watches"), "its API")

    def check(self) -> bool:
        with self._programs.that_answer():
            return self._check()

    def _check(self) -> bool:
        job = ask_server(f"{self._address}/api/v1/visits", "POST", {"url": self._url})
        address = self._address + str(told(job, "href"))
        until, asked_at, seen = time.monotonic() + CHECK_SECONDS, 0.0, 0
        while told(job, "state") in {"waiting", "running"} and time.monotonic() < until:
            self._programs.still_run()
            time.sleep(POLL_SECONDS)
            written = self._written_at()
            if written != seen or time.monotonic() >= asked_at + ASK_ANYWAY_SECONDS:
                seen, asked_at = written, time.monotonic()
                job = ask_server(address)
        if job["state"] != "done":
            raise RivalFailedError(f"a visit is {job['state']}: {job.get('error')}")
        self._versions += bool(told(job["visit"], "kept"))
        return bool(job["visit"]["kept"]) and self._versions > 1

    def _written_at(self) -> int:
        files = (self._programs.folder / KEPT / "archive").glob(f"{CATALOG_FILE}*")
        return max((file.stat().st_mtime_ns for file in files if file.is_file()), default=0)

    def settle(self) -> None:
        """A visit that is done has done its work."""

    def reading(self) -> str:
        program, archive = Path(sys.executable).with_name("pagestrata"), self._programs.folder / KEPT / "archive"
        command = [program, "diff", f"{self._url}@~1", f"{self._url}@latest", "--format", "text", "--archive", archive]
        return run_command(command, cwd=self._programs.folder, env=own_environment(), ends_with=(0, 1))

    def end(self) -> None:
        self._programs.end()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
