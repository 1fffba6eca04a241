from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from pagestrata.errors import InputError
from pagestrata.proof.time_stamps import refuse_revoked, with_sorted_certificates


def _element(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 0x80 else bytes([0x82, size >> 8, size & 0xFF])
    return bytes([tag]) + length + content


def _answer(certificates: bytes) -> bytes:
    signed = _element(0x02, b"\x03") + _element(0x31, b"") + _element(0x30, b"time") + certificates
    token = _element(0x06, b"oid") + _element(0xA0, _element(0x30, signed + _element(0x31, b"signer")))
    return _element(0x30, _element(0x30, b"\x02\x01\x00") + _element(0x30, token))


def test_certificates_are_sorted_and_nothing_else_moves() -> None:
    long, short = _element(0x30, b"x" * 300), _element(0x30, b"y")
    answer = _answer(_element(0xA0, long + short))
    assert with_sorted_certificates(answer) == _answer(_element(0xA0, short + long))
    assert with_sorted_certificates(with_sorted_certificates(answer)) == with_sorted_certificates(answer)


def test_answers_without_certificates_and_other_bytes_stay_as_they_are() -> None:
    refusal = _element(0x30, _element(0x30, b"\x02\x01\x02"))
    for data in (b"", b"0", refusal, _answer(b""), b"<html>", b"\x30\x80\x00\x00", b"\xff" * 40):
        assert with_sorted_certificates(data) == data


def test_no_damage_makes_it_fail_or_change_the_length() -> None:
    answer = bytearray(_answer(_element(0xA0, _element(0x30, b"x" * 300) + _element(0x30, b"y"))))
    dice = random.Random(5)
    for _ in range(500):
        damaged = bytearray(answer)
        damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        assert len(with_sorted_certificates(bytes(damaged))) == len(answer)


pytest.importorskip("cryptography", reason="pip install cryptography to test lists of revoked certificates")


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
