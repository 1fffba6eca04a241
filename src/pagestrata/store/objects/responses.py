"""The list of a version's responses: everything except their bodies, which it names by digest.

The body of the page itself is named by the version, not here: lists of pages that differ only in it are the same and
stored once. Lists of archives before revision 0005 name it too.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pagestrata.model.snapshot import Response
from pagestrata.store.objects.stored_bytes import digest_of


class ListedResponse(NamedTuple):
    """A response without its body, and the digest of the body: empty for the page itself, whose version names it."""

    response: Response
    digest: bytes

    @property
    def url(self) -> str:
        return self.response.url

    def with_body(self, body: bytes) -> Response:
        return replace(self.response, body=body)


def write_responses(responses: Sequence[Response]) -> bytes:
    """Return the list as bytes, one line per response, the page first."""
    digests = ["", *(digest_of(r.body).hex() for r in responses[1:])]
    lines = [
        [r.url, r.status, r.method, r.resource_type, digest, r.headers, *_exchange(r)]
        for r, digest in zip(responses, digests, strict=False)
    ]
    return "\n".join(json.dumps(line) for line in lines).encode()


def _exchange(response: Response) -> list[object]:
    """Server address, request headers and certificates, as far as known; older lists lack some of them."""
    if response.certificates:
        certificates = [base64.b64encode(der).decode() for der in response.certificates]
        return [response.server_address, response.request_headers, certificates]
    if not (response.server_address or response.request_headers):
        return []
    return [response.server_address, response.request_headers]


def read_responses(data: bytes) -> Sequence[ListedResponse]:
    """Return the responses in a list that `write_responses` wrote."""
    found = []
    for line in data.splitlines():
        url, status, method, kind, digest, headers, *exchange = json.loads(line)
        address, request_headers, certificates = exchange + ["", [], []][len(exchange) :]
        found.append(
            ListedResponse(
                Response(
                    url=url,
                    status=status,
                    method=method,
                    resource_type=kind,
                    headers=_pairs(headers),
                    body=b"",
                    server_address=str(address),
                    request_headers=_pairs(request_headers),
                    certificates=tuple(map(base64.b64decode, certificates)),
                ),
                bytes.fromhex(digest),
            )
        )
    return found


def _pairs(listed: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in listed)
