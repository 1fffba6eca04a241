"""Metrics and health of the daemon for Prometheus and other monitors, on the loopback address only."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from pagestrata.model.records import Visit
from pagestrata.store.due.due_visits import LEASE

HELP = {
    "pagestrata_visits_total": ("counter", "Visits that ended, by stage and outcome."),
    "pagestrata_visits_unrecorded_total": ("counter", "Visits that could not be recorded in the archive."),
    "pagestrata_visit_seconds_total": ("counter", "Seconds spent in visits, by step."),
    "pagestrata_pages": ("gauge", "Watched pages."),
    "pagestrata_visits_running": ("gauge", "Visits under way."),
    "pagestrata_archive_errors_total": ("counter", "Times the archive could not be used."),
    "pagestrata_node_visits_total": ("counter", "Visits that ended on a node of a cluster, by stage."),
    "pagestrata_node_visit_seconds_total": ("counter", "Seconds spent in visits on a node of a cluster."),
    "pagestrata_places": ("gauge", "Slots for visits that need a browser, on all nodes of a cluster."),
    "pagestrata_workers_died_total": ("counter", "Visits whose worker or node died."),
    "pagestrata_messages_waiting": ("gauge", "Messages that are not yet delivered."),
}


LOOPBACK_NAMES = frozenset({"", "localhost", "127.0.0.1"})
"""Accepted Host headers; an HTTP/1.0 client sends none."""


class Metrics:
    """Counters and gauges; may be changed and read from several threads."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._values: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self._lock = threading.Lock()
        self._seconds = seconds
        self._turned_at = seconds()

    def turned(self) -> None:
        """Note one turn of the daemon's loop."""
        self._turned_at = self._seconds()

    @property
    def is_alive(self) -> bool:
        """Whether the loop turned within the duration of a lease."""
        return self._seconds() - self._turned_at < LEASE.total_seconds()

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        with self._lock:
            self._values[name, tuple(sorted(labels.items()))] += amount  # type: ignore[assignment]

    def set(self, name: str, value: float) -> None:
        with self._lock:
            self._values[name, ()] = value  # type: ignore[assignment]

    def visited(self, visit: Visit) -> None:
        outcome = "fault" if visit.fault else "error" if visit.error else "kept" if visit.kept else "skipped"
        self.add("pagestrata_visits_total", stage=visit.stage, outcome=outcome)
        for step, seconds in visit.seconds.items():
            self.add("pagestrata_visit_seconds_total", seconds, step=step)

    def visited_on(self, node: str, visit: Visit) -> None:
        """Count a visit that ended on a node of a cluster."""
        self.add("pagestrata_node_visits_total", node=node, stage=visit.stage)
        self.add("pagestrata_node_visit_seconds_total", sum(visit.seconds.values()), node=node)

    def text(self) -> str:
        """The text format of Prometheus."""
        with self._lock:
            found = sorted(self._values.items())
        lines: list[str] = []
        for name, (kind, words) in HELP.items():
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            for (known, labels), value in found:
                if known == name:
                    listed = ",".join(f'{label}="{text}"' for label, text in labels)
                    lines.append(f"{name}{f'{{{listed}}}' if listed else ''} {value:g}")
        return "\n".join(lines) + "\n"


class MetricsServer:
    """/metrics and /health over HTTP. A context manager; the port may be 0, for any that is free."""

    def __init__(self, metrics: Metrics, *, port: int) -> None:
        class Handler(_Handler):
            known = metrics

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    known: Metrics
    timeout = 10

    def do_GET(self) -> None:
        if not self._is_for_us():
            self._send(421, "text/plain; charset=utf-8", "metrics are available only to programs on this machine\n")
        elif self.path == "/metrics":
            self._send(200, "text/plain; version=0.0.4; charset=utf-8", self.known.text())
        elif self.path == "/health":
            alive = self.known.is_alive
            self._send(200 if alive else 503, "application/json", json.dumps({"alive": alive}) + "\n")
        else:
            self._send(404, "text/plain; charset=utf-8", "use /metrics or /health\n")

    def _is_for_us(self) -> bool:
        """Whether the client addressed a loopback name; after DNS rebinding, a web site does not."""
        name, colon, port = self.headers.get("Host", "").rpartition(":")
        return (name if colon and port.isdigit() else port).lower() in LOOPBACK_NAMES

    def _send(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Quiet: the daemon reports visits, not who looked at its numbers."""
