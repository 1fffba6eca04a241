"""Trying a proxy without reaching anything behind it."""

from __future__ import annotations

import base64
import socket
from urllib.parse import SplitResult, unquote, urlsplit

ANSWER_SECONDS = 5.0
_HOST = "check.pagestrata.invalid:443"  # no server has this name; who asks for a password does so before looking for it
_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks4": 1080}
_ASKS_FOR_PASSWORD = b" 407 "


def proxy_name(proxy: str) -> str:
    """What may be shown of a proxy's address: no password. One that makes no sense is not shown."""
    try:
        parts, port = _parts(proxy), _port(proxy)
    except ValueError:
        return "the proxy"
    return f"{parts.scheme}://{parts.hostname}:{port}" if parts.hostname else "the proxy"


def proxy_problem(proxy: str) -> tuple[str, str] | None:
    """What is wrong with a proxy and what to do, or None. An HTTP proxy is asked for a connection, others are only called."""
    try:
        parts, port = _parts(proxy), _port(proxy)
        if not parts.hostname:
            raise ValueError(proxy)
    except ValueError:
        return "its address makes no sense", "write it as http://USER:PASSWORD@HOST:PORT"
    try:
        with socket.create_connection((parts.hostname, port), timeout=ANSWER_SECONDS) as connection:
            if parts.scheme != "http":
                return None
            connection.sendall(_request(parts.username, parts.password))
            answer = connection.recv(1000).partition(b"\r\n")[0] + b" "
    except OSError as error:
        return f"it does not answer ({error.strerror or error})", "start it, or correct its address"
    if not answer.startswith(b"HTTP/"):
        return "it does not answer as a proxy does", "correct its address"
    if _ASKS_FOR_PASSWORD in answer:
        advice = f"write it as http://USER:PASSWORD@{parts.hostname}:{port}"
        return ("it refuses the password", advice) if parts.username else ("it asks for a password", advice)
    return None


def _parts(proxy: str) -> SplitResult:
    return urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _port(proxy: str) -> int:
    parts = _parts(proxy)
    return int(parts.port or _PORTS.get(parts.scheme, 80))


def _request(user: str | None, password: str | None) -> bytes:
    lines = [f"CONNECT {_HOST} HTTP/1.1", f"Host: {_HOST}"]
    if user:
        secret = base64.b64encode(f"{unquote(user)}:{unquote(password or '')}".encode()).decode()
        lines.append(f"Proxy-Authorization: Basic {secret}")
    return "\r\n".join([*lines, "", ""]).encode()
