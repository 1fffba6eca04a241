from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from captures import START, capture, visit_of
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive


def certificate() -> bytes:
    """A certificate in DER."""
    pem = (Path(__file__).parents[3] / "localhost.pem").read_text().partition("-----BEGIN CERTIFICATE-----")
    return ssl.PEM_cert_to_DER_cert("".join(pem[1:]).strip())


@pytest.fixture
def proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    """An archive with a key, and four versions of a page with picture, style sheet, headers and certificate."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with open_archive(tmp_path / "archive") as archive:
        for hour in range(4):
            style = Response(url="http://site.test/a.css", status=200, headers=(("x", "y"),), body=b"p%d{}" % hour)
            taken, tree = capture([f"the price is {hour} euros", "a text that stays"], hours=hour, resources=(style,))
            own = replace(taken.responses[0], server_address="192.0.2.1", certificates=(certificate(),))
            taken = replace(taken, responses=(own, *taken.responses[1:]), software="Chromium/1.0")
            archive.append(taken, tree, None, visit=visit_of(taken))
        archive.proof.create_key(now=START)
        yield archive
