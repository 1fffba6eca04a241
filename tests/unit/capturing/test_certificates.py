from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

from pagestrata.capturing.certificates import certificates_of, shown_certificates

CERTIFICATE = Path(__file__).parents[2] / "localhost.pem"


async def _asked(context: ssl.SSLContext | None) -> tuple[bytes, ...]:
    async def close(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(close, "127.0.0.1", 0, ssl=context)
    async with server:
        return await shown_certificates("127.0.0.1", "localhost", server.sockets[0].getsockname()[1])


def test_a_server_shows_its_certificate() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    pem = CERTIFICATE.read_text().partition("-----BEGIN CERTIFICATE-----")
    assert asyncio.run(_asked(context)) == (ssl.PEM_cert_to_DER_cert("".join(pem[1:]).strip()),)


def test_a_server_without_one_shows_nothing() -> None:
    assert asyncio.run(_asked(None)) == ()


def test_a_connection_that_is_not_encrypted_has_none() -> None:
    assert certificates_of(None) == ()
