from __future__ import annotations

import random

from pagestrata.proof.der_sets import with_sorted_certificates


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
