"""Lists of revoked certificates (CRL, RFC 5280 section 5), where the checker has some: nothing is asked over a network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.errors import InputError

if TYPE_CHECKING:
    from cryptography.x509 import Certificate, CertificateRevocationList, RevokedCertificate

# Imports inside functions: cryptography is optional; the rest works without.


def refuse_revoked(certificates: Sequence[Certificate], lists: Sequence[bytes], at: datetime) -> None:
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


def _list(data: bytes) -> CertificateRevocationList:
    from cryptography.x509 import load_der_x509_crl, load_pem_x509_crl

    try:
        return load_pem_x509_crl(data) if data.lstrip().startswith(b"-----") else load_der_x509_crl(data)
    except ValueError as error:
        raise InputError(f"the revocation list cannot be read ({error}); give a CRL in PEM or DER") from error


def _is_signed(found: CertificateRevocationList, by: Certificate) -> bool:
    try:
        return found.is_signature_valid(by.public_key())  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _counts(entry: RevokedCertificate, at: datetime) -> bool:
    from cryptography.x509 import CRLReason, ExtensionNotFound, ReasonFlags

    try:
        reason = entry.extensions.get_extension_for_class(CRLReason).value.reason
    except ExtensionNotFound:
        return entry.revocation_date_utc <= at
    return entry.revocation_date_utc <= at or reason in {ReasonFlags.key_compromise, ReasonFlags.ca_compromise}
