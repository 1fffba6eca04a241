from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("cryptography", reason="pip install cryptography to test lists of revoked certificates")
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from pagestrata.errors import InputError
from pagestrata.proof.revocations import refuse_revoked

NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEY = ec.generate_private_key(ec.SECP256R1())


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _certificate(name: str, number: int) -> x509.Certificate:
    builder = x509.CertificateBuilder().subject_name(_name(name)).issuer_name(_name("root"))
    builder = builder.public_key(KEY.public_key()).serial_number(number)
    builder = builder.not_valid_before(NOW - timedelta(days=9)).not_valid_after(NOW + timedelta(days=9))
    return builder.sign(KEY, hashes.SHA256())


CHAIN = [_certificate("authority", 7), _certificate("root", 1)]


def _list(
    *,
    days: int,
    reason: x509.ReasonFlags | None = None,
    number: int = 7,
    issuer: str = "root",
    form: Encoding = Encoding.PEM,
) -> bytes:
    entry = x509.RevokedCertificateBuilder().serial_number(number).revocation_date(NOW + timedelta(days=days))
    if reason is not None:
        entry = entry.add_extension(x509.CRLReason(reason), critical=False)
    made = x509.CertificateRevocationListBuilder().issuer_name(_name(issuer)).last_update(NOW)
    made = made.next_update(NOW + timedelta(days=1)).add_revoked_certificate(entry.build())
    return made.sign(KEY, hashes.SHA256()).public_bytes(form)


def test_a_certificate_that_was_revoked_before_the_stamp_proves_nothing() -> None:
    for form in (Encoding.PEM, Encoding.DER):
        with pytest.raises(InputError, match="CN=authority was revoked on 2026-02-28"):
            refuse_revoked(CHAIN, [_list(days=-1, form=form)], NOW)


def test_one_that_was_revoked_later_still_counts_unless_its_key_was_compromised() -> None:
    refuse_revoked(CHAIN, [_list(days=1), _list(days=1, reason=x509.ReasonFlags.superseded)], NOW)
    with pytest.raises(InputError, match="was revoked"):
        refuse_revoked(CHAIN, [_list(days=1, reason=x509.ReasonFlags.key_compromise)], NOW)


def test_lists_about_others_and_none_revoke_nothing() -> None:
    assert refuse_revoked(CHAIN, [_list(days=-1, number=8)], NOW) is None
    assert refuse_revoked(CHAIN, [], NOW) is None
    with pytest.raises(InputError, match="was revoked"):
        refuse_revoked(CHAIN, [_list(days=-1, number=8), _list(days=-1)], NOW)


def test_a_list_of_another_authority_or_no_list_is_refused() -> None:
    with pytest.raises(InputError, match="belongs to another authority"):
        refuse_revoked(CHAIN, [_list(days=-1, issuer="other")], NOW)
    with pytest.raises(InputError, match="cannot be read"):
        refuse_revoked(CHAIN, [b"odd"], NOW)
