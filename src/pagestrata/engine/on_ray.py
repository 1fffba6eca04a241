"""Workers on a Ray cluster (extra `ray`): each is an actor on a node where the resource `browser` is free.

Placement, transport and supervision of nodes are left to Ray.
"""

from __future__ import annotations

import contextlib
import os
import platform
import secrets
import socket
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

from pagestrata import __version__
from pagestrata.errors import UsageError, WorkLostError
from pagestrata.interfaces import Work

# Imports inside functions: Ray is optional; the rest works without.

BROWSER = "browser"
"""The resource that a node offers for every browser it can run: `ray start --resources '{"browser": 4}'`."""
TASK_PROCESSORS = 0.1  # processor share of a plain task, which mostly waits for a server
ANSWERS_WITHIN_SECONDS = 10.0
HINT = "the engine 'ray' needs an extra: pip install 'pagestrata[ray]'"


def _ray() -> ModuleType:
    try:
        import ray
    except ImportError as error:
        raise UsageError(HINT) from error
    module: ModuleType = ray
    return module


class RayEngine:
    """A context manager that connects to a cluster, or starts one on this machine for `local`.

    With `needs_browser`, each worker needs a node with a free browser, else a free processor.
    """

    def __init__(self, address: str = "auto", *, workers: int | None = None, needs_browser: bool = True) -> None:
        self._address = address
        self._workers = workers
        self._resource = BROWSER if needs_browser else "CPU"
        self._opened = ExitStack()
        # No usage reports, and no access to a local cluster from elsewhere. Ray reads both switches when it is imported; the
        # second is named after two systems.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if address == "local":
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
            if "ray" not in sys.modules:  # a loaded Ray has read its mode; its nodes would read another
                os.environ.setdefault("RAY_AUTH_MODE", "token")
            keep_token_private(os.environ)
        self._ray = _ray()

    def __enter__(self) -> RayEngine:
        check_reachable(self._address)
        with ExitStack() as opened:  # removes the folder if the cluster does not start
            self._connect(opened)
            self._opened = opened.pop_all()
        if not self.capacity():
            self.__exit__()
            raise UsageError(
                f"no node of the cluster offers the resource {self._resource!r}; start nodes that have a browser with "
                f"`ray start --resources '{{\"{BROWSER}\": N}}'`, N being how many they can run"
            )
        return self

    def _connect(self, opened: ExitStack) -> None:
        quiet = {"log_to_driver": False, "configure_logging": False}
        try:
            if self._address == "local":
                processors = self._workers or os.cpu_count() or 1
                self._ray.init(
                    address="local",
                    num_cpus=processors,
                    resources={BROWSER: processors},
                    include_dashboard=False,
                    _node_ip_address="127.0.0.1",
                    _temp_dir=opened.enter_context(private_folder()),
                    **quiet,
                )
            else:
                self._ray.init(address=self._address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            raise UsageError(
                f"no Ray cluster at {self._address!r} can be used: {_first_line(error)}; start one with "
                f"`ray start --head --resources '{{\"{BROWSER}\": 2}}'`, or use --address local"
            ) from error

    def __exit__(self, *_error: object) -> None:
        self._ray.shutdown()
        self._opened.close()

    def nodes_without_browser(self) -> list[str]:
        """The names of the nodes without a browser, which get no pages to open."""
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        return [node["NodeName"] for node in nodes if not node["Resources"].get(BROWSER)]

    def capacity(self) -> int:
        """The current number of workers: nodes come and go."""
        found = int(self._ray.cluster_resources().get(self._resource, 0))
        return min(found, self._workers) if self._workers else found

    def worker(self, work: Work) -> RayWorker:
        needs: dict[str, Any] = {"num_cpus": 1}
        if self._resource == BROWSER:
            # Only browsers are counted: workers that also took processors could leave none for tasks, with which visits begin.
            needs = {"num_cpus": 0, "resources": {BROWSER: 1}}
        return RayWorker(self._ray, work, needs)

    def task(self, work: Work) -> Callable[[Any], Any]:
        """Return a function that runs one piece of the work as a task on any node with a free processor, and waits for it.

        WorkLostError if the node died. Between pieces, only what a process of Ray has opened is kept.
        """
        name = uuid.uuid4().hex
        remote = self._ray.remote(_run_task).options(
            num_cpus=TASK_PROCESSORS, scheduling_strategy="SPREAD", max_retries=0
        )

        def do(item: Any) -> Any:
            try:
                return with_cause(self._ray, remote.remote(name, work, _here(), item).future()).result()
            except self._ray.exceptions.RayError as error:
                raise WorkLostError(f"the task that ran it died: {_first_line(error)}") from error

        return do


def keep_token_private(variables: Mapping[str, str]) -> None:
    """Make the token of clusters private: Ray writes it world-readable, and with it anyone can run programs as this user.

    Ports on loopback are open to every user of the machine, and Ray's nodes unpickle what they receive.
    """
    if variables.get("RAY_AUTH_TOKEN"):
        return
    path = variables.get("RAY_AUTH_TOKEN_PATH")
    file = Path(path) if path else Path(variables.get("HOME") or Path.home()) / ".ray" / "auth_token"
    with contextlib.suppress(OSError):  # Ray says what is wrong with the file
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            file.chmod(0o600)
        else:
            with open(descriptor, "w", encoding="ascii") as token:
                token.write(secrets.token_hex(32))


@contextlib.contextmanager
def private_folder() -> Iterator[str]:
    """A private folder for the sockets, packages and logs of a cluster on this machine, removed at the end.

    Ray makes its folder world-writable, so that other users could replace a node's socket. The path is short, since the name of a
    socket may have at most 107 characters.
    """
    short = os.environ.get("RAY_TMPDIR") or ("/tmp" if os.name == "posix" else None)  # noqa: S108 - a folder of its own in it
    with tempfile.TemporaryDirectory(prefix="pagestrata-ray-", dir=short, ignore_cleanup_errors=True) as folder:
        yield str(Path(folder) / "ray")


def check_reachable(address: str) -> None:
    """Raises UsageError if nothing answers at the address; Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWERS_WITHIN_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"no Ray cluster answers at {address!r} ({error}); check the address, that its head "
            "runs (`ray start --head`), and the firewall"
        ) from error


class RayWorker:
    """An actor. Ray reports its loss; a new one is then created wherever there is room."""

    def __init__(self, ray: ModuleType, work: Work, needs: dict[str, Any]) -> None:
        self._ray = ray
        self._actor = ray.remote(_Worker).options(max_restarts=0, **needs).remote(work, _here())

    def ready(self) -> Future[None]:
        return with_cause(self._ray, self._actor.open.remote().future())

    def submit(self, item: Any) -> Future[Any]:
        return with_cause(self._ray, self._actor.run.remote(item).future())

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, self._ray.exceptions.RayActorError)

    def close(self) -> None:
        with contextlib.suppress(Exception):  # it may be gone, and its node with it
            self._ray.get(self._actor.close.remote(), timeout=30)
        with contextlib.suppress(Exception):
            self._ray.kill(self._actor)


def with_cause(ray: ModuleType, inner: Future[Any]) -> Future[Any]:
    """A future like `inner` that raises the original error of the node instead of Ray's wrapper."""
    outer: Future[Any] = Future()

    def settle(ended: Future[Any]) -> None:
        error = ended.exception()
        cause = error.cause if isinstance(error, ray.exceptions.RayTaskError) else None
        if error is None:
            outer.set_result(ended.result())
        else:
            outer.set_exception(cause or error)

    inner.add_done_callback(settle)
    return outer


class _Worker:
    """The actor on the node."""

    def __init__(self, work: Work, driver: tuple[str, str]) -> None:
        self._work = work
        self._driver = driver
        self._opened = ExitStack()
        self._do: Any = None

    def open(self) -> None:
        _check_versions(self._driver)
        self._do = self._opened.enter_context(self._work())

    def run(self, item: Any) -> Any:
        return self._do(item)

    def close(self) -> None:
        self._opened.close()


_opened_for_tasks: dict[str, tuple[ExitStack, Any]] = {}
"""Resources that this process of Ray has opened, by the name of the work; they stay open until the process ends."""


def _run_task(name: str, work: Work, driver: tuple[str, str], item: Any) -> Any:
    if name not in _opened_for_tasks:
        _check_versions(driver)
        opened = ExitStack()
        _opened_for_tasks[name] = opened, opened.enter_context(work())
    return _opened_for_tasks[name][1](item)


def _check_versions(driver: tuple[str, str]) -> None:
    if _here() != driver:
        ours, theirs = (" and ".join(versions) for versions in (driver, _here()))
        raise UsageError(
            f"the node {platform.node()} has Pagestrata and Python {theirs}, this program {ours}; "
            "install the same on every node"
        )


def _here() -> tuple[str, str]:
    return __version__, f"{sys.version_info.major}.{sys.version_info.minor}"


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)[:300]
