"""One Chromium process with its own empty profile: measured, killed and reaped by us.

Playwright's driver starts it and talks to it through a pipe: a DevTools port would let every user of this machine drive
the browser, and read our files through it. Chromium is the leader of its own process group, so that one signal reaches
all its helpers; those that lose their parent are adopted by this process (Linux child subreaper) and waited for, so that
none stays behind as a zombie. Should we be killed ourselves, a `DeathWatch` ends the browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import psutil

from pagestrata.capturing.browser.deathwatch import DeathWatch
from pagestrata.capturing.browser.devtools_pipe import DevToolsError, DevToolsPipe
from pagestrata.capturing.browser.known_processes import KnownProcesses
from pagestrata.errors import BrowserError

if TYPE_CHECKING:
    from pagestrata.capturing.browser.direct_browser import DirectBrowser

logger = logging.getLogger(__name__)

START_SECONDS = 40.0
STACK_BYTES = 256 * 1024 * 1024
REAP_SECONDS = 5.0  # for another parent to take note of a process that has ended
END_SECONDS = 60.0  # for a killed process to end, when a busy machine comes to it
_DEAD = (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
_PR_SET_CHILD_SUBREAPER = 36
_LONGEST_TEMPORARY_PATH = 50  # Chromium makes a socket below it, whose path may have 107 characters
NO_SANDBOX = "PAGESTRATA_NO_SANDBOX"
_MARK = "PAGESTRATA_BROWSER_PROFILE"  # in the environment of the browser and all its helpers

FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
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
    "--proxy-bypass-list=<-loopback>",  # without it Chromium goes past its proxy to loopback addresses
    # frames of other sites stay in the page's process: one snapshot call reaches them all
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints,HttpsUpgrades,"
    "AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,"
    # the guard decides which private addresses a page may reach; Chromium's own check knows only the guard's address
    "LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,BlockInsecurePrivateNetworkRequests,"
    # suggestions for an address bar that nobody types into: two pages of the browser's own for each page of ours
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)

_said_no_sandbox = False
_browsers = 0
_counting = threading.Lock()


class BrowserProcess:
    """A running Chromium. `browser` is Playwright's view of it; `kill` ends it and removes its profile."""

    browser: Any = None

    def __init__(self) -> None:
        _adopt_orphans(+1)
        self._profile = Path(tempfile.mkdtemp(prefix="pagestrata-browser-"))
        self._watch = DeathWatch(self._profile)
        self._process: psutil.Process | None = None
        self._group = 0
        self._adopted: tuple[psutil.Process, ...] = ()
        self._helpers = KnownProcesses()
        self._ended = False
        self._pipe: DevToolsPipe | None = None

    @classmethod
    async def start(cls, playwright: Any | None, executable: str, *, proxy: str) -> Self:
        """Start Chromium with `proxy` as its only network, by Playwright or, without it, ourselves.

        Raises BrowserError when it does not start.
        """
        process = cls()
        try:
            if playwright is None:
                process.browser = await process._launch_directly(executable, proxy)
            else:
                process.browser = await process._launch(playwright, executable, proxy)
            await process._identify()
        except BaseException:
            await asyncio.to_thread(process.kill)
            raise
        return process

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def profile(self) -> Path:
        return self._profile

    @property
    def is_alive(self) -> bool:
        return self._process is not None and not _is_dead(self._process)

    def memory_mb(self) -> float:
        """Resident memory of the browser and all its helpers, shared pages counted once where the system tells."""
        return sum(_unshared_bytes(process) for process in self._family()) / (1024 * 1024)

    def is_above(self, ceiling_mb: float) -> bool:
        """Whether `memory_mb` is above the ceiling; cheap as long as it is far below."""
        resident = sum(_resident_bytes(process) for process in self._family())
        return resident / (1024 * 1024) > ceiling_mb and self.memory_mb() > ceiling_mb

    def _family(self) -> list[psutil.Process]:
        return [self._process, *self._helpers.below(self._process.pid)] if self._process is not None else []

    def kill(self) -> None:
        """End the browser with all helpers, wait for them, remove the profile. May be called twice."""
        process, self._process = self._process, None
        if self._pipe is not None:
            self._pipe.close_soon()
        helpers = [*self._adopted, *_adopted(self._profile)]
        if process is not None:
            helpers += _descendants(process.pid)
            end_group(self._group, [process, *helpers])
        else:
            _kill_all(helpers)
            _reap(helpers)
        self._watch.end()
        ended, self._ended = self._ended, True
        if not ended:
            _adopt_orphans(-1)
        shutil.rmtree(self._profile, ignore_errors=True)
        if self._profile.exists():  # a helper wrote while the folder was being removed
            time.sleep(0.05)
            shutil.rmtree(self._profile, ignore_errors=True)

    @property
    def is_direct(self) -> bool:
        """Whether it is without Playwright, which some captures need."""
        return self._pipe is not None

    def _flags(self, proxy: str) -> list[str]:
        ours = [f"--proxy-server={proxy}", f"--user-data-dir={self._profile}"]
        return [*FLAGS, *ours, *sandbox_flags(), "about:blank"]

    async def _launch_directly(self, executable: str, proxy: str) -> DirectBrowser:
        from pagestrata.capturing.browser.direct_browser import DirectBrowser

        complaints = self._profile / "stderr"
        try:
            async with asyncio.timeout(START_SECONDS):
                with deep_stack():
                    self._pipe, self._group = await DevToolsPipe.start(
                        [executable, *self._flags(proxy)], environment=self._environment(), complaints=complaints
                    )
                self._process = psutil.Process(self._group)
                return await DirectBrowser.meet(self._pipe)
        except (OSError, DevToolsError, TimeoutError) as error:  # TimeoutError is one of OSError's
            said = complaints.read_text(errors="replace").splitlines() if complaints.is_file() else []
            why = str(error) or f"it did not answer within {START_SECONDS:g} s"
            raise BrowserError(
                _launch_failure(executable, "\n".join([why, *(f"[err] {line}" for line in said)]))
            ) from error

    async def _launch(self, playwright: Any, executable: str, proxy: str) -> Any:
        from playwright.async_api import Error

        try:
            context = await playwright.chromium.launch_persistent_context(
                self._profile,  # named here too, so that Playwright makes no folder of its own, which might stay
                artifacts_dir=self._profile / "artifacts",
                executable_path=executable,
                ignore_default_args=True,
                args=self._flags(proxy),
                env={**self._environment()},
                timeout=START_SECONDS * 1000,
            )
        except Error as error:
            raise BrowserError(_launch_failure(executable, error.message)) from error
        return context.browser

    async def _identify(self) -> None:
        """Which process it is, and whom its helpers were left to."""
        if self._process is None:
            session = await self.browser.new_browser_cdp_session()
            found = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
            await session.detach()
            self._process = psutil.Process(next(entry["id"] for entry in found if entry["type"] == "browser"))
            self._group = os.getpgid(self._process.pid) if hasattr(os, "getpgid") else self._process.pid
        self._watch.over(self._group)
        self._adopted = _adopted(self._profile)  # now, because a dead helper no longer tells whose it was

    def _environment(self) -> dict[str, str]:
        """Ours, with the mark, and with temporary files inside the profile so that a killed browser leaves none."""
        environment = {**os.environ, _MARK: str(self._profile)}
        temporary = self._profile / "tmp"
        if len(str(temporary)) <= _LONGEST_TEMPORARY_PATH:
            temporary.mkdir()
            environment["TMPDIR"] = str(temporary)
        return environment


def _launch_failure(executable: str, said: str) -> str:
    """Playwright's message is its own first line, then the browser's words after their marks."""
    words = [line.split("[err]")[-1].strip() for line in said.splitlines() if "[err]" in line]
    if any("No usable sandbox" in line for line in words):
        return (
            f"the browser {executable} may not build its sandbox on this system; allow user namespaces, see "
            f"docs/how-to/run-in-a-container.md, or set {NO_SANDBOX}=1 if you trust every page"
        )
    reason = f"it said: {words[-1][:300]}" if words else said.strip().splitlines()[0][:300]
    return (
        f"the browser {executable} cannot be started ({reason}); name another with --browser or PAGESTRATA_BROWSER, "
        "or run `pagestrata doctor`"
    )


def sandbox_flags() -> tuple[str, ...]:
    """Chromium refuses to run with its sandbox as root; only then, or when asked, is it switched off, and said so once."""
    global _said_no_sandbox
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not is_root and os.environ.get(NO_SANDBOX) != "1":
        return ()
    if not _said_no_sandbox:
        why = "running as root" if is_root else f"{NO_SANDBOX} is set"
        logger.warning("%s: Chromium starts without its sandbox; use an ordinary user where you can", why)
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
def deep_stack() -> Iterator[None]:
    """Layout goes as deep as the page is nested: with the usual 8 MB a renderer dies of some 3,000 levels.

    Programs started inside the block inherit the higher limit, and so do theirs: it is for the driver's start.
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
        with contextlib.suppress(OSError, ValueError, IndexError):
            rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
            return int(rollup.split("Pss:")[1].split()[0]) * 1024
    return _resident_bytes(process)


def _resident_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


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


def end_group(group: int, known: list[psutil.Process]) -> None:
    """Kill a browser and wait until all of its group have ended.

    A helper that began after we looked for them falls to us once those before it have ended, so the group comes last.
    """
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    _kill_all(known)  # some helpers open their own group
    _reap(known)
    _reap_group(group)


def _kill_all(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def _reap_group(group: int) -> None:
    """Wait for every adopted member of the group."""
    if not hasattr(os, "waitpid") or sys.platform == "win32":
        return
    deadline = time.monotonic() + END_SECONDS
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-group, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.005)


def _reap(processes: list[psutil.Process]) -> None:
    """Wait for processes to be gone: as their parent where they fell to us, else until their own parent did."""
    begin = time.monotonic()
    for process in processes:
        while process.is_running():
            if sys.platform != "win32":
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process.pid, os.WNOHANG)
            if time.monotonic() - begin > (REAP_SECONDS if _is_dead(process) else END_SECONDS):
                break
            time.sleep(0.005)


def _is_dead(process: psutil.Process) -> bool:
    try:
        return process.status() in _DEAD
    except psutil.Error:
        return True
