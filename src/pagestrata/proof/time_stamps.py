"""RFC 3161 time stamps: asking for one, reading the answer, and checking it, by the library `rfc3161-client`.

A stamp says that some bytes existed no later than its time. It stays valid when the certificate of its authority expires
later: what counts is the time of the stamp. Revoked certificates are known from lists (CRL, RFC 5280 section 5) that the
caller passes in; nothing is fetched over a network.
"""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pagestrata.errors import InputError, PagestrataError, UsageError
from pagestrata.proof.library import exceptions, serialization, x509

# Imports inside functions: rfc3161-client is optional; the rest works without.

CLOCK_TOLERANCE = timedelta(minutes=5)
MOST_CERTIFICATES = 20
"""Maximum number in and with a stamp: every pair is tried for which issued which."""
_HINT = "time stamps need another package; pip install 'pagestrata[proof]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A time stamp that fits its bytes. `is_trusted`: it leads to a certificate that the checker named."""

    at: datetime
    authority: str
    is_trusted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StampRequest:
    """A request to a time authority, and the nonce that its answer must repeat."""

    body: bytes
    nonce: int


def stamp_request(data: bytes) -> StampRequest:
    """Return a request to stamp these bytes, of which the authority learns only the SHA-256."""
    client = _client()
    made = client.TimestampRequestBuilder().data(data).hash_algorithm(client.HashAlgorithm.SHA256).build()
    return StampRequest(body=made.as_bytes(), nonce=made.nonce)


@contextmanager
def _odd_bytes_refused() -> Iterator[None]:
    """Turn every exception that the libraries raise on malformed bytes into InputError."""
    try:
        yield
    except PagestrataError:
        raise
    except Exception as error:  # many kinds, some of which the libraries do not document
        raise InputError(
            f"it cannot be read as a time stamp ({type(error).__name__}: {error}); check the address of the authority"
        ) from error


@_odd_bytes_refused()
def accept_answer(
    answer: bytes, data: bytes, request: StampRequest, *, now: datetime, roots: Sequence[bytes] = ()
) -> Stamp:
    """Return the stamp in an answer. Raises InputError for a refusal, other bytes, an old answer or a wrong clock."""
    response = _read(answer)
    if response.tst_info.nonce != request.nonce:
        raise InputError("the answer belongs to another request; try again, or use another authority")
    stamp = check_stamp(answer, data, roots=roots)
    if abs(stamp.at - now) > CLOCK_TOLERANCE:
        raise InputError(
            f"the clock of the authority says {stamp.at:%Y-%m-%d %H:%M:%S} UTC and that of this machine "
            f"{now:%Y-%m-%d %H:%M:%S}; correct the one that is wrong"
        )
    return stamp


@_odd_bytes_refused()
def check_stamp(
    answer: bytes, data: bytes, *, roots: Sequence[bytes] = (), chain: bytes = b"", revocations: Sequence[bytes] = ()
) -> Stamp:
    """Check a stamp of these bytes. `roots` and `chain` are certificates in PEM, `revocations` lists of revoked ones (CRL).

    Without roots the stamp must lead to a certificate that comes with it, or that this machine trusts for web sites.

    Raises InputError for a stamp of other bytes, with a wrong signature, or whose certificate was not valid at its time. A
    certificate that was revoked later still counts, unless its key was compromised: then it is unknown since when.
    """
    response = _read(answer)
    _check_imprint(response, data)
    own = _own_certificates(response)
    known = [*own, *_certificates(chain)]
    if len(known) > MOST_CERTIFICATES:
        raise InputError(f"it comes with {len(known)} certificates, more than {MOST_CERTIFICATES}; it proves nothing")
    trusted_roots = [found for pem in roots for found in _certificates(pem)]
    at = response.tst_info.gen_time.astimezone(UTC)
    signer = _signer(own)
    if signer is not None and not signer.not_valid_before_utc <= at <= signer.not_valid_after_utc:
        raise InputError(
            f"the certificate of the authority was valid until {signer.not_valid_after_utc:%Y-%m-%d}, "
            f"but the stamp is dated {at:%Y-%m-%d}; it proves nothing"
        )
    usual = [found for found in known if found.issuer == found.subject]
    _verify(response, data, trusted_roots or usual or _roots_of_machine(), known)
    refuse_revoked([*known, *trusted_roots], revocations, at)
    name = signer.subject.rfc4514_string() if signer is not None else "an authority without a certificate"
    return Stamp(at=at, authority=name, is_trusted=bool(trusted_roots))


@_odd_bytes_refused()
def certificate_chain(answer: bytes, more: bytes = b"") -> bytes:
    """Return the certificates of a stamp in PEM: that of its signer first, each followed by the certificate that issued it.

    They come from the answer of the authority and from `more`, in PEM.
    """

    own = _own_certificates(_read(answer))
    known = [*own, *_certificates(more)]
    chain: list[x509.Certificate] = []
    last = _signer(own)
    while last is not None and last not in chain:
        chain.append(last)
        last = next(
            (certificate for certificate in known if certificate not in chain and _issued(chain[-1], certificate)), None
        )
    return b"".join(found.public_bytes(serialization.Encoding.PEM) for found in chain)


def _own_certificates(response: Any) -> list[x509.Certificate]:

    return [x509.load_der_x509_certificate(found) for found in response.signed_data.certificates]


def _certificates(pem: bytes) -> list[x509.Certificate]:
    """Return the certificates in a text. Raises InputError for one that cannot be read."""

    try:
        return x509.load_pem_x509_certificates(pem) if pem.strip() else []
    except ValueError as error:
        raise InputError(f"a certificate cannot be read ({error}); give it in PEM") from error


def _signer(certificates: Sequence[x509.Certificate]) -> x509.Certificate | None:

    for found in certificates:
        try:
            if (
                x509.oid.ExtendedKeyUsageOID.TIME_STAMPING
                in found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
            ):
                return found
        except x509.ExtensionNotFound:
            continue
    return None


def _check_imprint(response: Any, data: bytes) -> None:
    imprint = response.tst_info.message_imprint
    for name in ("sha256", "sha384", "sha512"):
        if hashlib.new(name, data).digest() == imprint.message:
            return
    raise InputError("the time stamp was made for other data; it proves nothing here")


def _verify(response: Any, data: bytes, roots: Sequence[x509.Certificate], known: Sequence[x509.Certificate]) -> None:
    client = _client()
    builder = client.VerifierBuilder(roots=list(dict.fromkeys(roots)), intermediates=_between(known, roots))
    try:
        builder.build().verify_message(response, data)
    except (client.VerificationError, ValueError) as error:
        raise InputError(
            f"the signature of the stamp cannot be traced to a trusted certificate ({error}); "
            "give the certificate of the authority"
        ) from error


def _roots_of_machine() -> list[x509.Certificate]:

    context = ssl.create_default_context()
    return [x509.load_der_x509_certificate(der) for der in context.get_ca_certs(binary_form=True)]


def _between(known: Sequence[x509.Certificate], roots: Sequence[x509.Certificate]) -> list[x509.Certificate]:
    """Return the certificates that some root issued, directly or through others: the library trusts what it is given."""
    trusted: list[x509.Certificate] = list(roots)
    found: list[x509.Certificate] = []
    while more := [
        certificate
        for certificate in known
        if certificate not in trusted and any(_issued(certificate, by) for by in trusted)
    ]:
        trusted += more
        found += more
    return found


def _issued(one: x509.Certificate, by: x509.Certificate) -> bool:

    try:
        one.verify_directly_issued_by(by)
        return by.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except (ValueError, TypeError, exceptions.InvalidSignature, x509.ExtensionNotFound):
        return False


def _read(answer: bytes) -> Any:
    client = _client()
    try:
        response = client.decode_timestamp_response(with_sorted_certificates(answer))
        status = client.PKIStatus(response.status)
    except ValueError as error:
        raise InputError(f"the answer is not a time stamp ({error}); check the address of the authority") from error
    if status not in {client.PKIStatus.GRANTED, client.PKIStatus.GRANTED_WITH_MODS}:
        raise InputError(f"the authority refused ({status.name.lower()}); ask it why, or use another one")
    return response


def _client() -> Any:
    try:
        import rfc3161_client
    except ImportError as error:
        raise UsageError(_HINT) from error
    return rfc3161_client


_CERTIFICATES = 0xA0
_PARTS_BEFORE = 3  # of SignedData: version, digest algorithms, what is signed


def with_sorted_certificates(answer: bytes) -> bytes:
    """Return an answer with its set of certificates in DER order; unchanged if it has none or is not DER.

    Servers built on OpenSSL send the signer's certificate first. DER wants the members of a set sorted by their bytes, and
    `rfc3161-client` refuses other orders. The signature does not cover the set, so its order may change; its length stays.
    """
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


def refuse_revoked(certificates: Sequence[x509.Certificate], lists: Sequence[bytes], at: datetime) -> None:
    """Raise InputError where a list names one of these certificates as revoked by a time, or its key as compromised.

    Lists are PEM or DER. One that none of the certificates signed is an error too: it would say nothing.
    """
    for data in lists:
        found = _list(data)
        if not any(one.subject == found.issuer and _is_signed(found, one) for one in certificates):
            raise InputError("the revocation list belongs to another authority; give the list of this authority")
        for one in certificates:
            entry = found.get_revoked_certificate_by_serial_number(one.serial_number)
            if one.issuer == found.issuer and entry is not None and _counts(entry, at):
                raise InputError(
                    f"the certificate {one.subject.rfc4514_string()} was revoked on {entry.revocation_date_utc:%Y-%m-%d}, "
                    f"but the stamp is dated {at:%Y-%m-%d}; it proves nothing"
                )


def _list(data: bytes) -> x509.CertificateRevocationList:

    try:
        return x509.load_pem_x509_crl(data) if data.lstrip().startswith(b"-----") else x509.load_der_x509_crl(data)
    except ValueError as error:
        raise InputError(f"the revocation list cannot be read ({error}); give a CRL in PEM or DER") from error


def _is_signed(found: x509.CertificateRevocationList, by: x509.Certificate) -> bool:
    try:
        return found.is_signature_valid(by.public_key())  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _counts(entry: x509.RevokedCertificate, at: datetime) -> bool:

    try:
        reason = entry.extensions.get_extension_for_class(x509.CRLReason).value.reason
    except x509.ExtensionNotFound:
        return entry.revocation_date_utc <= at
    return entry.revocation_date_utc <= at or reason in {
        x509.ReasonFlags.key_compromise,
        x509.ReasonFlags.ca_compromise,
    }
