"""The set of certificates in an RFC 3161 answer, put in the order that DER asks for.

Servers built on OpenSSL send the certificate of the signer first and its issuers after it. DER wants the members of a set
sorted by their bytes, and `rfc3161-client` refuses other orders. The set is not covered by the signature, so its order is
free; its length stays.
"""

from __future__ import annotations

from collections.abc import Iterator

_CERTIFICATES = 0xA0
_PARTS_BEFORE = 3  # of SignedData: version, digest algorithms, what is signed


def with_sorted_certificates(answer: bytes) -> bytes:
    """Return an answer with its certificates sorted; unchanged where it has none or is not DER."""
    try:
        _, token = _parts(answer, *_inside(answer, 0))
        _, content = _parts(answer, *_inside(answer, token))
        places = list(_parts(answer, *_inside(answer, _inside(answer, content)[0])))
        place = places[_PARTS_BEFORE]
        if answer[place] != _CERTIFICATES:
            return answer
        start, end = _inside(answer, place)
        found = [answer[place : _inside(answer, place)[1]] for place in _parts(answer, start, end)]
    except (IndexError, ValueError):
        return answer
    return answer[:start] + b"".join(sorted(found)) + answer[end:]


def _parts(data: bytes, start: int, end: int) -> Iterator[int]:
    """Yield where each element between two places begins."""
    while start < end:
        yield start
        start = _inside(data, start)[1]


def _inside(data: bytes, place: int) -> tuple[int, int]:
    """Return where the content of the element at a place begins and ends. Raises ValueError where it runs over the end."""
    size, start = data[place + 1], place + 2
    if size & 0x80:
        count = size & 0x7F
        size, start = int.from_bytes(data[start : start + count]), start + count
        if not count:
            raise ValueError("a length that is not known before the end")
    if start + size > len(data):
        raise ValueError("longer than the data")
    return start, start + size
