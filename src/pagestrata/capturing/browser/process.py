"""One Chromium process with its own empty profile: started, measured, killed and reaped by us.

Chromium is the leader of its own process group, so that one signal reaches all its helpers; the helpers that lose their
parent are adopted by this process (Linux child subreaper) and waited for, so that none stays behind as a zombie. Should
we be killed ourselves, a `DeathWatch` ends the browser.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from pagestrata.capturing.browser.deathwatch import DeathWatch
from pagestrata.errors import BrowserError

logger = logging.getLogger(__name__)

START_SECONDS = 40.0
STACK_BYTES = 256 * 1024 * 1024
_PR_SET_CHILD_SUBREAPER = 36
_LONGEST_TEMPORARY_PATH = 50  # Chromium makes a socket below it, whose path may have 107 characters
_MARK = "PAGESTRATA_BROWSER_PROFILE"  # in the environment of the browser and all its helpers

FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-gpu",
    "--disable-notifications",
    "--disable-prompt-on-repost",
    "--disable-hang-monitor",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-smooth-scrolling",
    "--hide-scrollbars",
    "--mute-audio",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
    "--disable-lcd-text",
    "--disable-partial-raster",  # redrawing only a part leaves other edges than drawing it whole
    "--font-render-hinting=none",
    "--blink-settings=imageAnimationPolicy=2",  # animated pictures show their first frame only
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # frames of other sites stay in the page's process: one snapshot call reaches them all
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints,HttpsUpgrades,"
    "AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions",
)

_said_no_sandbox = False
_browsers = 0
_counting = threading.Lock()


class BrowserProcess:
    """A running Chromium. `endpoint` is its DevTools address; `kill` ends it and removes its profile."""

    def __init__(self, executable: str) -> None:
        _adopt_orphans(+1)
        self._profile = Path(tempfile.mkdtemp(prefix="pagestrata-browser-"))
        self._log = self._profile / "stderr.log"
        try:
            self._process = self._start(executable)
            self._watch = DeathWatch(self._process.pid, self._profile)
            self.endpoint = self._wait_for_endpoint(executable)
            self._adopted = _adopted(self._profile)  # now, because a dead helper no longer tells whose it was
        except BaseException:
            self.kill()
            raise

    _process: subprocess.Popen[bytes] | None = None
    _watch: DeathWatch | None = None
    _ended = False
    _adopted: tuple[psutil.Process, ...] = ()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def profile(self) -> Path:
        return self._profile

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def memory_mb(self) -> float:
        """Resident memory of the browser and all its helpers, shared pages counted once where the system tells."""
        total = 0
        with contextlib.suppress(psutil.Error):
            root = psutil.Process(self.pid)
            for process in [root, *root.children(recursive=True)]:
                with contextlib.suppress(psutil.Error):
                    total += _unshared_bytes(process)
        return total / (1024 * 1024)

    def kill(self) -> None:
        """End the browser with all helpers, wait for them, remove the profile. May be called twice."""
        if self._process is not None:
            helpers = [*_descendants(self._process.pid), *self._adopted, *_adopted(self._profile)]
            _kill_group(self._process.pid, helpers)
            self._process.wait()
            if self._watch is not None:
                self._watch.end()
            _reap_group(self._process.pid)
            _reap(helpers)
            self._process = None
        if not self._ended:
            self._ended = True
            _adopt_orphans(-1)
        shutil.rmtree(self._profile, ignore_errors=True)
        if self._profile.exists():  # a helper wrote while the folder was being removed
            time.sleep(0.05)
            shutil.rmtree(self._profile, ignore_errors=True)

    def _start(self, executable: str) -> subprocess.Popen[bytes]:
        arguments = [executable, *FLAGS, f"--user-data-dir={self._profile}", *_sandbox_flags(), "about:blank"]
        try:
            with self._log.open("wb") as log, _deep_stack():
                return subprocess.Popen(
                    arguments,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    env=self._environment(),
                )
        except OSError as error:
            raise BrowserError(
                f"the browser {executable} cannot be started ({error.strerror}); "
                "name another with --browser or PAGESTRATA_BROWSER, or run `pagestrata browser install`"
            ) from error

    def _environment(self) -> dict[str, str]:
        """Ours, with the mark, and with temporary files inside the profile so that a killed browser leaves none."""
        environment = {**os.environ, _MARK: str(self._profile)}
        temporary = self._profile / "tmp"
        if len(str(temporary)) <= _LONGEST_TEMPORARY_PATH:
            temporary.mkdir()
            environment["TMPDIR"] = str(temporary)
        return environment

    def _wait_for_endpoint(self, executable: str) -> str:
        """Chromium writes the port it chose into its profile once it listens."""
        port_file = self._profile / "DevToolsActivePort"
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.is_alive:
            with contextlib.suppress(FileNotFoundError):
                lines = port_file.read_text().split("\n")
                if len(lines) >= 2 and lines[1]:
                    return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            time.sleep(0.01)
        said = self._log.read_text(errors="replace").strip().splitlines()[-1:] if self._log.exists() else []
        reason = f"it said: {said[0][:300]}" if said else "it said nothing"
        raise BrowserError(
            f"the browser {executable} did not open its DevTools port within {START_SECONDS:.0f} s ({reason}); "
            "run `pagestrata browser check`"
        )


def _sandbox_flags() -> tuple[str, ...]:
    """Chromium refuses to run with its sandbox as root; only then is it switched off, and said so once."""
    global _said_no_sandbox
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ()
    if not _said_no_sandbox:
        logger.warning("running as root: Chromium starts without its sandbox; use an ordinary user where you can")
        _said_no_sandbox = True
    return ("--no-sandbox",)


def _adopt_orphans(browsers: int) -> None:
    """Be the one whom the helpers of a dead browser fall to, as long as there are browsers and no longer.

    Orphans of other programs that our process starts would fall to us too, and nobody would wait for those.
    """
    global _browsers
    with _counting:
        _browsers += browsers
        if sys.platform == "linux":
            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, int(_browsers > 0), 0, 0, 0)


@contextlib.contextmanager
def _deep_stack() -> Iterator[None]:
    """Layout goes as deep as the page is nested: with the usual 8 MB a renderer dies of some 3,000 levels.

    Programs started inside the block inherit the higher limit.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK_BYTES if hard == resource.RLIM_INFINITY else min(STACK_BYTES, hard)
    try:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def _unshared_bytes(process: psutil.Process) -> int:
    if sys.platform == "linux":  # proportional share, so that pages shared by all renderers count once
        with contextlib.suppress(OSError, ValueError):
            rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
            return int(rollup.split("Pss:")[1].split()[0]) * 1024
    return int(process.memory_info().rss)


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []


def _adopted(profile: Path) -> tuple[psutil.Process, ...]:
    """Helpers that left the browser's family and were adopted by us (the crash handler does): told by their mark."""
    found = []
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if child.environ().get(_MARK) == str(profile):
                found.append(child)
    return tuple(found)


def _kill_group(group: int, helpers: list[psutil.Process]) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    else:
        with contextlib.suppress(psutil.Error):
            psutil.Process(group).kill()
    for helper in helpers:  # some helpers open their own group
        with contextlib.suppress(psutil.Error):
            helper.kill()


def _reap_group(group: int) -> None:
    """Wait for every adopted member of the group."""
    if not hasattr(os, "waitpid") or sys.platform == "win32":
        return
    deadline = time.monotonic() + 5.0
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-group, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.005)


def _reap(helpers: list[psutil.Process]) -> None:
    """Wait for helpers outside the group that have become our children; the others are not ours to wait for."""
    if sys.platform == "win32":
        return
    deadline = time.monotonic() + 5.0
    for helper in helpers:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(helper.pid, os.WNOHANG)[0] == 0 and time.monotonic() < deadline:
                time.sleep(0.005)
