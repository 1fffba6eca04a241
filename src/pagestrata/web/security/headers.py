"""The headers that every answer of the application is sent with."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagestrata.web.context import WebContext
from pagestrata.web.security.hosts import (
    SAFE_METHODS,
    asks_for_another_site,
    comes_by_a_link_elsewhere,
    comes_from_elsewhere,
    host_name,
    is_known_host,
)

FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_security_policy(replay_origin: str) -> str:
    """The policy: only our own files, and archived content in frames from its own origin."""
    replay = f" {replay_origin}" if replay_origin else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:{replay}; font-src 'self'; "
        f"connect-src 'self'; frame-src {replay.strip() or chr(39) + 'none' + chr(39)}; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
    )


def protection(context: WebContext, *, scheme: str, host: str) -> dict[str, str]:
    """The headers for a client that reached the application by this scheme and Host header."""
    policy = content_security_policy(context.replay_origin(scheme=scheme, host=host_name(host)))
    return {**FIXED, "Content-Security-Policy": policy, "Cache-Control": "no-store"}


class Doorkeeper:
    """ASGI middleware: refuses unknown hosts and changes from other origins, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, *, context: WebContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        sending = self._with_headers(scope, headers, send)
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await _refuse(sending, *refusal)
        elif scope["method"] == "GET" and comes_by_a_link_elsewhere(headers):
            await _ask_again(sending)
        else:
            await self._app(scope, receive, sending)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        allowed = self._context.allowed_hosts
        if not is_known_host(headers.get("host", ""), allowed, any_address=self._context.needs_login):
            return 421, "This application does not answer for that host name; start it with --name NAME to allow it."
        if asks_for_another_site(headers):
            return 403, "Pages of other sites may not show parts of this application."
        if method not in SAFE_METHODS and comes_from_elsewhere(headers):
            return 403, "Changes are accepted only from this application's own pages."
        return None

    def _with_headers(self, scope: Scope, request_headers: Headers, send: Send) -> Send:
        added = protection(self._context, scheme=scope["scheme"], host=request_headers.get("host", ""))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
            await send(message)

        return sending


async def _ask_again(send: Send) -> None:
    """A page that reloads itself: the second request comes from our own origin, with the cookies of the browser."""
    body = b'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>Pagestrata</title>\n'
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = f"{sentence}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
