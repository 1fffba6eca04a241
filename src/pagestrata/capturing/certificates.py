"""The certificates that a server shows: part of what an archive proves about a version.

The browser does not hand them out for pages whose bytes are taken down on their way. So while a page settles, the server is
connected to once more, at the address that the browser used, and only shakes hands.
"""

from __future__ import annotations

import ssl
from contextlib import suppress
from typing import Any

SECONDS = 5.0
MOST = 10
_DER = 2  # `_ssl.ENCODING_DER`


def certificates_of(connection: Any) -> tuple[bytes, ...]:
    """Return the certificates shown on a TLS connection, in DER, the server's own first; () where it is none.

    `connection`: what `ssl` or OpenSSL's binding in Python holds. Where Python does not tell the chain, only the first.
    """
    if connection is None:
        return ()
    inner = getattr(connection, "_sslobj", None) or connection
    if hasattr(inner, "get_unverified_chain"):
        shown = inner.get_unverified_chain() or ()
        return tuple(one if isinstance(one, bytes) else one.public_bytes(_DER) for one in shown[:MOST])
    own = connection.getpeercert(True)
    return (own,) if own else ()


async def shown_certificates(address: str, host: str, port: int) -> tuple[bytes, ...]:
    """Return the certificates that the server at an IP address shows for a name; () where it shows none in time.

    They are noted, not judged: the browser judged those of its own connection.
    """
    import asyncio  # only where a browser is used: plain requests start without it

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(SECONDS):
            _, writer = await asyncio.open_connection(address, port, ssl=context, server_hostname=host)
    except (OSError, TimeoutError, ValueError):
        return ()
    try:
        return certificates_of(writer.get_extra_info("ssl_object"))
    finally:
        writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(SECONDS):
                await writer.wait_closed()
