from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from pagestrata.proof.bundle import certificate_lines, chain_pem

_PEM = (Path(__file__).parents[2] / "localhost.pem").read_text().partition("-----BEGIN CERTIFICATE-----")
DER = ssl.PEM_cert_to_DER_cert("".join(_PEM[1:]).strip())


def test_a_certificate_is_told_in_a_line() -> None:
    pytest.importorskip("cryptography", reason="pip install cryptography to read certificates")
    line, odd = certificate_lines([DER, b"odd"])
    assert "issued by" in line
    assert "valid from" in line
    assert odd.startswith("SHA-256 ")


def test_openssl_reads_the_chain() -> None:
    assert chain_pem([DER, DER]).count(b"BEGIN CERTIFICATE") == 2
    assert chain_pem([]) == b""
